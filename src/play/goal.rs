//! Goals: what a player hopes to reach by a turn, as a predicate over the first seat's game. `decklint explain goals`
//! shows the grammar.

use std::ops::Range;

use super::ability::{Words, parse_condition, parts};
use super::{Compare, Engine, Kind, Kit, MaskId, Seat, Zone, each_card, holds};
use crate::catalog::{Value, parse_terms};
use crate::text::{brief, did_you_mean};

/// One thing that a goal asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// A number compared.
    Number(Compare),
    /// A zone holds at least so many cards that a mask allows.
    Has {
        /// Where.
        zone: Zone,
        /// Which cards; `None` means all.
        mask: Option<MaskId>,
        /// How many at least.
        least: u16,
        /// The attribute whose value they must share, if they must.
        alike: Option<Alike>,
        /// Whether the zone is the opponent's.
        opponent: bool,
    },
    /// The first seat has won.
    Won,
    /// The first seat has lost.
    Lost,
}

/// An attribute that cards must have alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    attribute: String,
    /// By kind, a number for its value; 0 for none. Filled by [`Goal::bind`].
    values: Box<[u16]>,
}

/// When a goal counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// At any time.
    Ever,
    /// In this turn or before.
    By(u16),
    /// In this turn.
    At(u16),
}

impl Due {
    fn covers(self, turn: u16) -> bool {
        match self {
            Due::Ever => true,
            Due::By(last) => turn <= last,
            Due::At(only) => turn == only,
        }
    }
}

/// A goal. It is looked at when the opening hands stand, whenever a seat decides, at the end of each turn of the first
/// seat, and when the game is over; turn 0 is the opening hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its name in the report.
    pub name: String,
    /// What must hold at the same time.
    pub clauses: Vec<Clause>,
    /// When.
    pub due: Due,
}

/// Why a text is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct GoalError {
    /// What is wrong, with what is allowed.
    pub message: String,
    /// Where in the text, in bytes.
    pub range: Range<usize>,
}

impl Goal {
    /// Reads a goal: `[NAME: ] CLAUSE {and CLAUSE} [by turn N | at turn N]`. A clause is `ZONE has [N] [TERMS] [of one
    /// ATTRIBUTE]`, a comparison as in abilities, `won` or `lost`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(text: &str, words: &mut dyn Words) -> Result<Goal, GoalError> {
        let fail = |range: Range<usize>, message: String| Err(GoalError { message, range });
        // A name ends in a colon before a blank; terms such as `type:Soldier` have none there.
        let (name, start) = match text.find(": ") {
            Some(colon) if !text[..colon].contains(['"', '(']) => (&text[..colon], colon + 2),
            _ => (text, 0),
        };
        let (end, due) = due(text, start)?;
        if text[start..end].trim().is_empty() {
            return fail(start..end, "the goal asks for nothing; try `hand has type:…` or `won`".to_owned());
        }
        let mut clauses = Vec::new();
        for range in parts(&text[start..end], and) {
            clauses.push(clause(text, start + range.start..start + range.end, words)?);
        }
        let ends = clauses.iter().filter(|c| matches!(c, Clause::Won | Clause::Lost)).count();
        if ends > 0 && clauses.len() > 1 {
            return fail(
                start..end,
                "`won` and `lost` stand alone: at the end of a game nothing else is looked at".into(),
            );
        }
        Ok(Goal { name: name.trim().to_owned(), clauses, due })
    }

    /// Looks the values of `of one ATTRIBUTE` up in the cards in play.
    pub fn bind(&mut self, kit: &Kit) {
        for clause in &mut self.clauses {
            let Clause::Has { alike: Some(alike), .. } = clause else { continue };
            let mut known: Vec<&Value> = Vec::new();
            let mut number = |kind: Kind| match kit.value(kind, &alike.attribute) {
                Value::Missing => 0,
                value => {
                    let at = known.iter().position(|v| *v == value).unwrap_or_else(|| {
                        known.push(value);
                        known.len() - 1
                    });
                    u16::try_from(at + 1).unwrap_or(u16::MAX)
                }
            };
            alike.values = kit.kinds().map(&mut number).collect();
        }
    }

    /// Whether it is reached in this state of a game that goes on.
    pub fn holds<E: Engine>(&self, engine: &E, s: &E::State, turn: u16) -> bool {
        self.due.covers(turn) && self.clauses.iter().all(|c| c.holds(engine, s))
    }

    /// Whether the end of the game reaches it: a goal that asks for victory or defeat alone.
    #[must_use]
    pub fn ended(&self, turn: u16, winner: Option<Seat>) -> bool {
        self.due.covers(turn)
            && self.clauses.iter().all(|c| match c {
                Clause::Won => winner == Some(Seat::A),
                Clause::Lost => winner == Some(Seat::B),
                _ => false,
            })
    }
}

impl Clause {
    fn holds<E: Engine>(&self, engine: &E, s: &E::State) -> bool {
        match self {
            Clause::Number(compare) => holds(engine, s, Seat::A, std::slice::from_ref(compare)),
            Clause::Won | Clause::Lost => false,
            Clause::Has { zone, mask, least, alike, opponent } => {
                let seat = if *opponent { Seat::B } else { Seat::A };
                let kit = engine.kit();
                match alike {
                    None => {
                        let mut n = 0u16;
                        each_card(engine, s, seat, *zone, &mut |k: Kind| n += u16::from(kit.allows(*mask, k)));
                        n >= *least
                    }
                    Some(alike) => {
                        let mut seen: Vec<u16> = Vec::new();
                        each_card(engine, s, seat, *zone, &mut |k: Kind| {
                            let value = alike.values.get(usize::from(k)).copied().unwrap_or(0);
                            if kit.allows(*mask, k) && value > 0 {
                                seen.push(value);
                            }
                        });
                        seen.sort_unstable();
                        let least = usize::from((*least).max(1));
                        seen.windows(least).any(|w| w.first() == w.last())
                    }
                }
            }
        }
    }
}

/// Takes `by turn N` or `at turn N` off the end of a goal.
fn due(text: &str, start: usize) -> Result<(usize, Due), GoalError> {
    let goal = &text[start..];
    for (word, make) in [("by turn", Due::By as fn(u16) -> Due), ("at turn", Due::At)] {
        let Some(at) = goal.rfind(word) else { continue };
        let before = &goal[..at];
        let whole = before.is_empty() || before.ends_with(char::is_whitespace);
        if !whole || before.matches('"').count() % 2 == 1 {
            continue;
        }
        let number = goal[at + word.len()..].trim();
        return match number.parse::<u16>() {
            Ok(n) if n >= 1 => Ok((start + at, make(n))),
            _ => Err(GoalError {
                message: format!("a turn is a whole number from 1 to {}, not `{}`", u16::MAX, brief(number)),
                range: start + at + word.len()..text.len(),
            }),
        };
    }
    Ok((text.len(), Due::Ever))
}

/// The length of an `and` between blanks, without the blank behind it.
fn and(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix(char::is_whitespace)?.strip_prefix("and")?;
    behind.starts_with(char::is_whitespace).then_some(rest.len() - behind.len())
}

fn clause(text: &str, range: Range<usize>, words: &mut dyn Words) -> Result<Clause, GoalError> {
    let piece = &text[range.clone()];
    let at = range.start + (piece.len() - piece.trim_start().len());
    let piece = piece.trim();
    match piece {
        "won" => return Ok(Clause::Won),
        "lost" => return Ok(Clause::Lost),
        _ => {}
    }
    let (opponent, rest) = match piece.strip_prefix("opponent").filter(|r| r.starts_with(char::is_whitespace)) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, piece),
    };
    let mut tokens = rest.split_whitespace();
    let (zone, verb) = (tokens.next().unwrap_or(""), tokens.next().unwrap_or(""));
    if verb != "has" && verb != "holds" {
        return parse_condition(piece, words)
            .map(|c| Clause::Number(c[0]))
            .map_err(|e| GoalError { message: e.message, range: at + e.range.start..at + e.range.end });
    }
    let zone_at = at + piece.len() - rest.len();
    let Some((_, zone)) = Zone::ALL.iter().find(|(word, _)| *word == zone) else {
        let near = did_you_mean(zone, Zone::ALL.iter().map(|(w, _)| *w));
        let message = format!("there is no zone `{}`{near}", brief(zone));
        return Err(GoalError { message, range: zone_at..zone_at + zone.len() });
    };
    let verb_at = rest.find(verb).unwrap_or(0) + verb.len();
    let asked = rest[verb_at..].trim();
    let asked_at = range.start + text[range].rfind(asked).unwrap_or(0);
    has(*zone, opponent, asked, asked_at, words)
}

/// `[N] [TERMS] [of one ATTRIBUTE]`.
fn has(zone: Zone, opponent: bool, asked: &str, at: usize, words: &mut dyn Words) -> Result<Clause, GoalError> {
    let fail = |range: Range<usize>, message: String| Err(GoalError { message, range });
    let (asked, alike) = match asked.rfind("of one ") {
        Some(of) if asked[..of].is_empty() || asked[..of].ends_with(char::is_whitespace) => {
            let attribute = asked[of + "of one ".len()..].trim();
            if words.spec().attribute(attribute).is_none() {
                let near = did_you_mean(attribute, words.spec().attribute_names());
                let from = at + of + "of one ".len();
                return fail(from..at + asked.len(), format!("cards have no `{}`{near}", brief(attribute)));
            }
            (&asked[..of], Some(Alike { attribute: attribute.to_owned(), values: Box::default() }))
        }
        _ => (asked, None),
    };
    let first = asked.split_whitespace().next().unwrap_or("");
    let (least, terms) = match first.parse::<u16>() {
        Ok(0) => return fail(at..at + first.len(), "at least 1 card must be asked for".to_owned()),
        Ok(n) => (n, asked[first.len()..].trim_start()),
        Err(_) => (1, asked),
    };
    let terms_at = at + asked.len() - terms.len();
    let terms = terms.trim_end();
    if terms.is_empty() && first.is_empty() {
        return fail(at..at, "which cards? try `type:…`, a name, or a number of cards".to_owned());
    }
    if let Err(e) = parse_terms(terms, words.spec()) {
        return fail(terms_at + e.range.start..terms_at + e.range.end, e.message);
    }
    let mask = (!terms.is_empty()).then(|| words.mask(terms));
    Ok(Clause::Has { zone, mask, least, alike, opponent })
}
