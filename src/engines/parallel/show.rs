//! The table on the screen, and what must always hold.

use super::cards::Sort;
use super::field::{ATTACK, ROOM};
use super::{Parallel, State};
use crate::play::{Kind, Seat};

impl Parallel {
    /// The zones of a seat for the screen.
    pub(super) fn zones(&self, s: &State, seat: Seat) -> Vec<(String, Vec<String>)> {
        let side = s.side(seat);
        let name = |kind: Kind| self.kit.name(kind).to_owned();
        let field = side.field.iter().map(|p| match self.card(p.kind).sort {
            Sort::Unit => {
                let state = if p.tired { ", Fatigue" } else { "" };
                format!("{} {}/{}{state}", self.kit.name(p.kind), p.now[ATTACK], p.left())
            }
            Sort::Upgrade => match side.piece(p.host) {
                Some(host) => format!("{} on {}", self.kit.name(p.kind), self.kit.name(host.kind)),
                None => name(p.kind),
            },
            _ => name(p.kind),
        });
        let apart = self.kit.apart[seat.index()].iter().zip(&side.led).enumerate().map(|(at, (&kind, led))| {
            let there = side.field.iter().any(|p| usize::from(p.apart) == at + 1);
            let state = if there {
                " (on the field)"
            } else if *led {
                " (defeated)"
            } else {
                ""
            };
            format!("{}{state}", self.kit.name(kind))
        });
        vec![
            (format!("Health {} of {}", side.life, side.most), Vec::new()),
            (format!("Energy {}", side.energy), Vec::new()),
            ("Field".to_owned(), field.collect()),
            ("Bank".to_owned(), side.bank.iter().map(|&k| name(k)).collect()),
            ("Paragon".to_owned(), apart.collect()),
        ]
    }

    /// What must always hold.
    pub(super) fn sound(&self, s: &State) -> Result<(), String> {
        if !s.stale && !self.conditional {
            let mut anew = s.clone();
            anew.stale = true;
            self.measure(&mut anew);
            if Seat::BOTH.iter().any(|&seat| anew.side(seat).field != s.side(seat).field) {
                return Err("the numbers of the field are not up to date".to_owned());
            }
        }
        for seat in Seat::BOTH {
            let (side, hand) = (s.side(seat), s.core.piles[seat.index()].hand.len());
            let most = self.limit.max(usize::try_from(self.hand).unwrap_or(0));
            if hand > most {
                return Err(format!("a hand of {hand} above the limit of {most}"));
            }
            if side.energy < 0 || side.life > side.most || side.banked > self.banks || side.field.len() > ROOM {
                return Err(format!("Energy {}, Health {}, {} banked", side.energy, side.life, side.banked));
            }
            for piece in &side.field {
                let lies_under = side.piece(piece.host).is_some_and(|p| self.is_unit(p));
                if (self.card(piece.kind).sort == Sort::Upgrade) != lies_under {
                    return Err(format!("{} lies under nothing", self.kit.name(piece.kind)));
                }
                if !s.dirty && self.is_unit(piece) && piece.left() <= 0 {
                    return Err(format!("{} has no Health", self.kit.name(piece.kind)));
                }
                let under = side.field.iter().filter(|p| p.host == piece.id).count();
                if usize::from(piece.upgrades) != under {
                    return Err(format!("{} of {under} Upgrades under {}", piece.upgrades, self.kit.name(piece.kind)));
                }
            }
            let waits = s.core.waits() || s.core.over.is_some();
            if !waits && side.life <= 0 {
                return Err(format!("Health {} and the game goes on", side.life));
            }
        }
        Ok(())
    }
}
