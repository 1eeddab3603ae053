export const cards: CardFunction[] = [
  {"id": 2901, "title": "Lantern Thief", "parallel": "universal", "rarity": "common", "card_type": "unit",
   "cost": 2, "attack": 1, "health": 2}
];
export default cards;
