"""Writes random decks of the shipped games, one JSON object a line: corpus.py COUNT > decks.ndjson

The same COUNT gives the same bytes. About four in ten decks are illegal, and one record in a thousand is broken.
"""
import csv
import json
import pathlib
import random
import sys

CARDS = pathlib.Path(__file__).resolve().parents[2] / "cards"
# Sections with the number of cards that a legal deck has there, and copies of a card.
GAMES = {
    "barrenia": ({"main": 40}, 4),
    "breakrift": ({"main": 30}, 2),
    "parallel": ({"paragon": 1, "main": 40}, 3),
    "scales": ({"main": 40}, 4),
    "tuna": ({"main": 30}, 3),
}


def pools():
    out = {}
    for game in GAMES:
        with open(CARDS / game / "cards.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        unusual = ("Eraser", "Dimensium", "Token", "Retaliation Soldier", "Breakrift")
        common = [r for r in rows if r.get("type") not in (*unusual, "Paragon") and r.get("rarity") != "Legendary"]
        out[game] = (rows, common)
    return out


def deck(number, random, pools):
    game = random.choice(list(GAMES))
    sizes, copies = GAMES[game]
    rows, common = pools[game]
    sections = {}
    home = None
    for section, size in sizes.items():
        cards = common
        if section == "paragon":
            cards = [r for r in rows if r["type"] == "Paragon"]
        elif home:
            cards = [r for r in common if r["parallel"] in (home, "Universal")]
        held = {}
        while size:
            row = random.choice(cards)
            n = min(copies, size, random.randint(1, copies))
            if row["code"] not in held:
                held[row["code"]] = n
                size -= n
            if section == "paragon":
                home = row["parallel"]
        sections[section] = held
    if random.random() < 0.5:
        # One to three faults: another card, other counts.
        for _ in range(random.randint(1, 3)):
            held = sections["main"]
            if random.random() < 0.5:
                held[random.choice(rows)["code"]] = random.randint(1, 5)
            else:
                code = random.choice(list(held))
                held[code] = random.randint(1, 6)
    if random.random() < 0.02:
        sections["main"]["Nobody Knows"] = 1
    return {"game": game, "name": f"deck-{number:07}", "sections": sections}


def main():
    count = int(sys.argv[1])
    rng, cards = random.Random(count), pools()
    for number in range(count):
        line = json.dumps(deck(number, rng, cards), ensure_ascii=False)
        if rng.random() < 0.001:
            line = line[: len(line) // 2]
        sys.stdout.write(line + "\n")


main()
