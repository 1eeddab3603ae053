//! Decks and other piles of a seat.

use super::{Dice, Kind, Purpose, Seat};

/// A shuffled pile. Its order is decided card by card as cards are drawn: nobody can see the order of a shuffled pile,
/// so this is the same as shuffling first, and does no work for cards that are never drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    cards: Vec<Kind>,
    top: usize,
    /// All cards are of one kind, so that it takes no chance to draw one.
    alike: bool,
}

impl Deck {
    /// Takes the cards of a list; earlier ones are gone.
    pub fn fill(&mut self, list: &[Kind]) {
        self.cards.clear();
        self.cards.extend_from_slice(list);
        self.top = 0;
        self.alike = list.len() > 1 && list.first() == list.last() && list[1..] == list[..list.len() - 1];
    }

    /// Cards left.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len() - self.top
    }

    /// Whether no card is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cards left, in no order that means anything.
    #[must_use]
    pub fn cards(&self) -> &[Kind] {
        &self.cards[self.top..]
    }

    /// Draws a card. With dice that always say 0, cards come in the order of the list. Cards that are all alike, such as
    /// blanks, ask the dice for nothing.
    #[inline(always)]
    pub fn draw<D: Dice + ?Sized>(&mut self, seat: Seat, dice: &mut D) -> Option<Kind> {
        let left = self.len();
        if left == 0 {
            return None;
        }
        if !self.alike {
            let pick = self.top + dice.below(Purpose::Deck(seat), u32::try_from(left).unwrap_or(u32::MAX)) as usize;
            self.cards.swap(self.top, pick);
        }
        self.top += 1;
        Some(self.cards[self.top - 1])
    }

    /// Puts all cards that were drawn back, for a deck that is never used up.
    #[inline]
    pub fn gather(&mut self) {
        self.top = 0;
    }

    /// Shuffles a card in.
    pub fn add(&mut self, card: Kind) {
        self.alike &= self.cards.first() == Some(&card);
        self.cards.push(card);
    }

    /// Takes a card of this kind out, as a search does. The others keep their order.
    pub fn take(&mut self, kind: Kind) -> bool {
        let Some(at) = self.cards().iter().position(|&c| c == kind) else { return false };
        self.cards.remove(self.top + at);
        true
    }
}

/// The piles of a seat. Every card of its deck is in one of them, on the field, or in a zone of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piles {
    /// The shuffled deck.
    pub deck: Deck,
    /// The hand.
    pub hand: Vec<Kind>,
    /// Used and lost cards: Grave Pile, Discard, Waste.
    pub grave: Vec<Kind>,
    /// Cards removed from the game.
    pub beyond: Vec<Kind>,
}

impl Piles {
    /// Starts anew with this deck.
    pub fn fill(&mut self, list: &[Kind]) {
        self.deck.fill(list);
        self.hand.clear();
        self.grave.clear();
        self.beyond.clear();
    }

    /// Takes the first card of a kind out of the hand.
    pub fn take_from_hand(&mut self, kind: Kind) -> bool {
        take(&mut self.hand, kind)
    }

    /// How many cards are in the four piles.
    #[must_use]
    pub fn count(&self) -> usize {
        self.deck.len() + self.hand.len() + self.grave.len() + self.beyond.len()
    }
}

/// Goes through the different kinds of a pile, in the order in which each comes first.
pub fn each_kind(cards: &[Kind], mut each: impl FnMut(Kind)) {
    // A bit for each of the first kinds, which are all that most games have.
    let mut seen = 0u64;
    for (at, &kind) in cards.iter().enumerate() {
        let known = if kind < 64 {
            let bit = 1u64 << kind;
            let known = seen & bit != 0;
            seen |= bit;
            known
        } else {
            cards[..at].contains(&kind)
        };
        if !known {
            each(kind);
        }
    }
}

/// Takes the first card of a kind out of a pile; the others keep their order.
pub fn take(pile: &mut Vec<Kind>, kind: Kind) -> bool {
    let Some(at) = pile.iter().position(|&c| c == kind) else { return false };
    pile.remove(at);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Scripted, Streams};

    fn all(deck: &mut Deck) -> Vec<Kind> {
        let mut dice = Scripted::default();
        std::iter::from_fn(|| deck.draw(Seat::A, &mut dice)).collect()
    }

    #[test]
    fn with_scripted_dice_cards_come_in_the_order_of_the_list() {
        let mut deck = Deck::default();
        deck.fill(&[5, 6, 6, 7]);
        assert_eq!((deck.len(), deck.is_empty()), (4, false));
        assert_eq!(all(&mut deck), [5, 6, 6, 7]);
        assert_eq!((deck.len(), deck.is_empty(), deck.cards()), (0, true, &[][..]));
        assert_eq!(deck.draw(Seat::A, &mut Scripted::default()), None);
    }

    #[test]
    fn every_card_is_drawn_once() {
        for trial in 0..200 {
            let mut dice = Streams::new(3, trial);
            let mut deck = Deck::default();
            deck.fill(&[1, 2, 3, 4, 5, 6, 7]);
            let mut drawn: Vec<Kind> = std::iter::from_fn(|| deck.draw(Seat::A, &mut dice)).collect();
            drawn.sort_unstable();
            assert_eq!(drawn, [1, 2, 3, 4, 5, 6, 7]);
        }
    }

    #[test]
    fn each_seat_has_an_order_of_its_own() {
        let order = |seat| {
            let (mut dice, mut deck) = (Streams::new(3, 0), Deck::default());
            deck.fill(&(0..40).collect::<Vec<Kind>>());
            std::iter::from_fn(|| deck.draw(seat, &mut dice)).collect::<Vec<_>>()
        };
        assert_ne!(order(Seat::A), order(Seat::B));
    }

    #[test]
    fn a_card_that_is_taken_is_gone_and_the_others_keep_their_order() {
        let mut deck = Deck::default();
        deck.fill(&[1, 2, 3, 2, 4]);
        assert_eq!(deck.draw(Seat::A, &mut Scripted::default()), Some(1));
        assert!(!deck.take(1), "a drawn card is no card of the deck");
        assert!(deck.take(2));
        assert!(!deck.take(9));
        assert_eq!(deck.cards(), [3, 2, 4]);
        assert!(deck.take(2) && !deck.take(2), "each copy once");
        assert_eq!(all(&mut deck), [3, 4]);
    }

    #[test]
    fn a_card_that_is_added_can_be_drawn_again() {
        let mut deck = Deck::default();
        deck.fill(&[1, 2]);
        assert_eq!(deck.draw(Seat::A, &mut Scripted::default()), Some(1));
        deck.add(1);
        assert_eq!((deck.len(), deck.cards()), (2, &[2, 1][..]));
        assert_eq!(all(&mut deck), [2, 1]);
        deck.add(9);
        assert_eq!(all(&mut deck), [9], "into an empty deck too");
    }

    #[test]
    fn cards_that_are_all_alike_ask_the_dice_for_nothing() {
        let (mut dice, mut deck) = (Streams::new(3, 0), Deck::default());
        let untouched = |dice: &Streams| dice.clone().below(Purpose::Deck(Seat::A), 1 << 31);
        let fresh = untouched(&dice);
        deck.fill(&[5, 5, 5, 5]);
        assert_eq!((deck.draw(Seat::A, &mut dice), deck.draw(Seat::A, &mut dice)), (Some(5), Some(5)));
        deck.add(5);
        assert_eq!(deck.draw(Seat::A, &mut dice), Some(5));
        assert_eq!((untouched(&dice), deck.len()), (fresh, 2), "no chance was needed");
        deck.add(6);
        let drawn: Vec<_> = std::iter::from_fn(|| deck.draw(Seat::A, &mut dice)).collect();
        assert_ne!(untouched(&dice), fresh, "another kind has come in");
        assert_eq!((drawn.len(), drawn.iter().sum::<Kind>()), (3, 16));
        deck.fill(&[5, 6, 6]);
        let before = untouched(&dice);
        deck.draw(Seat::A, &mut dice);
        assert_ne!(untouched(&dice), before, "one is not like the others");
    }

    #[test]
    fn a_card_that_is_added_may_come_at_any_place() {
        let mut places = [0u32; 3];
        for trial in 0..3000 {
            let (mut dice, mut deck) = (Streams::new(11, trial), Deck::default());
            deck.fill(&[0, 0]);
            deck.add(1);
            let at = (0..3).find(|_| deck.draw(Seat::A, &mut dice) == Some(1)).expect("it is there");
            places[at] += 1;
        }
        assert!(places.iter().all(|n| (900..=1100).contains(n)), "{places:?}");
    }

    #[test]
    fn piles_begin_anew_and_count_their_cards() {
        let mut piles = Piles::default();
        piles.fill(&[1, 2, 3]);
        piles.hand.extend(piles.deck.draw(Seat::A, &mut Scripted::default()));
        piles.hand.extend([7, 7]);
        piles.grave.push(4);
        piles.beyond.push(5);
        assert_eq!(piles.count(), 7);
        assert!(piles.take_from_hand(7));
        assert_eq!(piles.hand, [1, 7], "the first of its kind");
        assert!(!piles.take_from_hand(4));
        piles.fill(&[8]);
        assert_eq!((piles.count(), piles.hand.len(), piles.grave.len(), piles.beyond.len()), (1, 0, 0, 0));
        assert_eq!(piles.deck.cards(), [8]);
    }
}
