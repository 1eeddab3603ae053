//! Decks and other piles of a seat.

use super::{Dice, Kind, Purpose, Seat};

/// A shuffled pile. Its order is decided card by card as cards are drawn: nobody can see the order of a shuffled pile,
/// so this is the same as shuffling first, and does no work for cards that are never drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    cards: Vec<Kind>,
    top: usize,
}

impl Deck {
    /// Takes the cards of a list; earlier ones are gone.
    pub fn fill(&mut self, list: &[Kind]) {
        self.cards.clear();
        self.cards.extend_from_slice(list);
        self.top = 0;
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

    /// Draws a card. With dice that always say 0, cards come in the order of the list.
    #[inline]
    pub fn draw<D: Dice + ?Sized>(&mut self, seat: Seat, dice: &mut D) -> Option<Kind> {
        let left = self.len();
        if left == 0 {
            return None;
        }
        let pick = self.top + dice.below(Purpose::Deck(seat), u32::try_from(left).unwrap_or(u32::MAX)) as usize;
        self.cards.swap(self.top, pick);
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

/// Takes the first card of a kind out of a pile; the others keep their order.
pub fn take(pile: &mut Vec<Kind>, kind: Kind) -> bool {
    let Some(at) = pile.iter().position(|&c| c == kind) else { return false };
    pile.remove(at);
    true
}
