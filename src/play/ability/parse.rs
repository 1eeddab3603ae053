//! From the text of an `abilities` cell to [`Ability`] values. The place of an error is a byte range of the text.

use std::ops::Range;

use super::{Ability, Compare, Condition, Effect, Op, Quantity, Stat, Until, Verb, When, Who};
use crate::catalog::parse_terms;
use crate::play::{Kind, MaskId};
use crate::spec::GameSpec;
use crate::text::{brief, did_you_mean};

/// Why a text is no ability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct AbilityError {
    /// What is wrong, with what is allowed.
    pub message: String,
    /// Where in the text, in bytes.
    pub range: Range<usize>,
}

/// What the words of abilities mean in a game: the reader asks, the kit answers.
pub trait Words {
    /// The game, whose attributes the terms name.
    fn spec(&self) -> &GameSpec;
    /// The numbers of a card that effects change.
    fn stats(&self) -> &'static [&'static str];
    /// A mask of the cards that these terms name. The terms are known to be sound.
    fn mask(&mut self, terms: &str) -> MaskId;
    /// The card of this name, for tokens; `None` if the pool has none or several.
    fn token(&mut self, name: &str) -> Option<Kind>;
}

/// Reads a cell.
///
/// # Errors
/// All that is wrong, one error for each ability.
pub fn parse_abilities(text: &str, words: &mut dyn Words) -> Result<Vec<Ability>, Vec<AbilityError>> {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    for piece in pieces(text) {
        let mut parser = Parser { text: &text[..piece.end], at: piece.start, words };
        match parser.ability() {
            Ok(ability) => out.push(ability),
            Err(e) => errors.push(e),
        }
    }
    if errors.is_empty() { Ok(out) } else { Err(errors) }
}

/// Reads a condition alone, such as the Victory Condition of an Eraser.
///
/// # Errors
/// What is wrong.
pub fn parse_condition(text: &str, words: &mut dyn Words) -> Result<Condition, AbilityError> {
    let mut parser = Parser { text, at: 0, words };
    let condition = parser.condition()?;
    parser.end("a comparison or `and`")?;
    Ok(condition)
}

/// The abilities of a cell, which `;` parts; empty ones are none.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut out = parts(text, |rest| rest.starts_with(';').then_some(1));
    out.retain(|range| !text[range.clone()].trim().is_empty());
    out
}

/// The parts of a text between separators that stand outside quotes and brackets, as byte ranges. `separator` gives the
/// length of one that a rest begins with.
pub(in crate::play) fn parts(text: &str, separator: impl Fn(&str) -> Option<usize>) -> Vec<Range<usize>> {
    let (mut out, mut start, mut quoted, mut depth) = (Vec::new(), 0, false, 0usize);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ if quoted || depth > 0 || at < start => {}
            _ => {
                if let Some(length) = separator(&text[at..]) {
                    out.push(start..at);
                    start = at + length;
                }
            }
        }
    }
    out.push(start..text.len());
    out
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    words: &'a mut dyn Words,
}

type Parsed<T> = Result<T, AbilityError>;

impl<'a> Parser<'a> {
    fn fail<T>(&self, range: Range<usize>, message: impl Into<String>) -> Parsed<T> {
        Err(AbilityError { message: message.into(), range })
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next word, without taking it: letters, digits and `-`, or one other character.
    fn peek(&mut self) -> &'a str {
        self.blanks();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len());
        match end {
            0 => rest.chars().next().map_or("", |c| &rest[..c.len_utf8()]),
            _ => &rest[..end],
        }
    }

    fn next(&mut self) -> &'a str {
        let word = self.peek();
        self.at += word.len();
        word
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, word: &str, what: &str) -> Parsed<()> {
        if self.eat(word) {
            return Ok(());
        }
        let (start, found) = (self.at, self.peek().to_owned());
        let range = self.at.max(start)..self.at + found.len();
        if found.is_empty() {
            return self.fail(range, format!("`{word}` is expected {what}"));
        }
        self.fail(range, format!("`{word}` is expected {what}, not `{}`", brief(&found)))
    }

    fn end(&mut self, what: &str) -> Parsed<()> {
        let rest = self.peek().to_owned();
        if rest.is_empty() {
            return Ok(());
        }
        let range = self.at..self.text.len();
        self.fail(range, format!("{what} is expected, not `{}`", brief(&rest)))
    }

    /// A number of 0 to 9999.
    fn number(&mut self, what: &str) -> Parsed<i32> {
        let word = self.peek();
        let range = self.at..self.at + word.len();
        match word.parse::<i32>() {
            Ok(n) if (0..=9999).contains(&n) => {
                self.at += word.len();
                Ok(n)
            }
            Err(_) if word.is_empty() => self.fail(range, format!("{what} is missing")),
            Err(_) if !word.bytes().all(|b| b.is_ascii_digit()) => {
                self.fail(range, format!("`{}` is no number; {what} is expected", brief(word)))
            }
            _ => self.fail(range, format!("{what} must be a number from 0 to 9999")),
        }
    }

    fn count(&mut self, what: &str) -> Parsed<u16> {
        Ok(u16::try_from(self.number(what)?).unwrap_or(u16::MAX))
    }

    fn ability(&mut self) -> Parsed<Ability> {
        let word = self.next();
        let range = self.at - word.len()..self.at;
        let Some(&(when, ..)) = When::ALL.iter().find(|(_, known, _)| *known == word) else {
            let near = did_you_mean(word, When::ALL.iter().map(|(_, w, _)| *w));
            return self.fail(range, format!("`{}` is no time of an ability{near}", brief(word)));
        };
        let cost = if self.eat("cost") { self.count("the cost")? } else { 0 };
        let condition = if self.eat("if") { self.condition()? } else { Condition::default() };
        self.expect(":", "before the effects")?;
        let mut effects = vec![self.effect()?];
        while self.eat(",") {
            effects.push(self.effect()?);
        }
        self.end("`,` or the end of the ability")?;
        Ok(Ability { when, cost, condition, effects: effects.into() })
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let mut out = vec![self.compare()?];
        while self.eat("and") {
            out.push(self.compare()?);
        }
        Ok(out.into())
    }

    fn compare(&mut self) -> Parsed<Compare> {
        let opponent = self.eat("opponent");
        let word = self.next();
        let range = self.at - word.len()..self.at;
        let quantity = match word {
            "life" => Quantity::Life,
            "hand" => Quantity::Hand,
            "deck" => Quantity::Deck,
            "grave" => Quantity::Grave,
            "stock" => Quantity::Stock,
            "turn" => Quantity::Turn,
            "damage" => Quantity::Damage,
            "board" => Quantity::Board(self.terms()?),
            _ => {
                let near = did_you_mean(word, Quantity::ALL.iter().map(|(w, _)| *w));
                return self.fail(range, format!("`{}` is no number of a seat{near}", brief(word)));
            }
        };
        let op = self.op()?;
        let value = self.number("the number to compare with")?;
        Ok(Compare { opponent, quantity, op, value })
    }

    fn op(&mut self) -> Parsed<Op> {
        self.blanks();
        let rest = &self.text[self.at..];
        let all = [
            ("<=", Op::AtMost),
            (">=", Op::AtLeast),
            ("!=", Op::Not),
            ("<", Op::Less),
            (">", Op::More),
            ("=", Op::Equal),
        ];
        for (sign, op) in all {
            if rest.starts_with(sign) {
                self.at += sign.len();
                return Ok(op);
            }
        }
        let at = self.at;
        self.fail(at..at, "one of `<=`, `>=`, `<`, `>`, `=` and `!=` is expected")
    }

    /// Terms in brackets, if there are any.
    fn terms(&mut self) -> Parsed<Option<MaskId>> {
        if !self.eat("(") {
            return Ok(None);
        }
        let start = self.at;
        let mut quoted = false;
        let close = self.text[start..].char_indices().find(|&(_, c)| {
            quoted ^= c == '"';
            c == ')' && !quoted
        });
        let Some((length, _)) = close else {
            return self.fail(start - 1..self.text.len(), "the bracket is never closed; put `)` behind the terms");
        };
        let terms = &self.text[start..start + length];
        self.at = start + length + 1;
        match parse_terms(terms, self.words.spec()) {
            Ok(_) => Ok(Some(self.words.mask(terms))),
            Err(e) => self.fail(start + e.range.start..start + e.range.end, e.message),
        }
    }

    fn effect(&mut self) -> Parsed<Effect> {
        let opponent = self.eat("opponent");
        let word = self.next();
        let range = self.at - word.len()..self.at;
        let verb = match word {
            "draw" => Verb::Draw(self.count("how many cards are drawn")?),
            "discard" => Verb::Discard(self.count("how many cards are discarded")?),
            "energy" => Verb::Energy(self.number("how much")?),
            "damage" => Verb::Damage(self.number("how much damage")?),
            "heal" => Verb::Heal(self.number("how much life")?),
            "mill" => Verb::Mill(self.count("how many cards")?),
            "recover" => Verb::Recover(self.count("how many cards")?, self.terms()?),
            "search" => Verb::Search(self.count("how many cards")?, self.terms()?),
            "destroy" => Verb::Destroy(self.count("how many cards")?, self.terms()?),
            "banish" => Verb::Banish(self.count("how many cards")?, self.terms()?),
            "raise" => {
                let (stat, by, who, until) = self.change()?;
                Verb::Raise { stat, by, who, until }
            }
            "lower" => {
                let (stat, by, who, until) = self.change()?;
                Verb::Lower { stat, by, who, until }
            }
            "ready" if self.eat("all") => Verb::Ready(None),
            "ready" => Verb::Ready(Some(self.count("how many cards, or `all`,")?)),
            "negate" => Verb::Negate,
            "double-damage" => Verb::DoubleDamage,
            "extra-clash" => Verb::ExtraClash,
            "health" => Verb::Health(self.number("the Health at the start")?),
            "token" => self.token()?,
            "d-end" => Verb::DEnd,
            _ => {
                let near = did_you_mean(word, Verb::ALL.iter().map(|(w, ..)| *w));
                return self.fail(range, format!("`{}` is no effect{near}", brief(word)));
            }
        };
        Ok(Effect { opponent, verb })
    }

    fn change(&mut self) -> Parsed<(Stat, i32, Who, Until)> {
        let word = self.next();
        let range = self.at - word.len()..self.at;
        let stats = self.words.stats();
        let stat = match stats.iter().position(|s| *s == word) {
            Some(index) => Stat::One(u8::try_from(index).unwrap_or(u8::MAX)),
            None if word == "all" => Stat::All,
            None => {
                let near = did_you_mean(word, stats.iter().copied().chain(["all"]));
                return self.fail(range, format!("`{}` is no number of a card on the field{near}", brief(word)));
            }
        };
        let by = self.number("by how much")?;
        let who = if self.eat("all") { Who::All(self.terms()?) } else { Who::One };
        let until = if self.eat("for") {
            let word = self.next();
            let range = self.at - word.len()..self.at;
            match word {
                "turn" => Until::Turn,
                "clash" => Until::Clash,
                "game" => Until::Game,
                _ => return self.fail(range, "`turn`, `clash` or `game` is expected behind `for`"),
            }
        } else {
            Until::Game
        };
        Ok((stat, by, who, until))
    }

    fn token(&mut self) -> Parsed<Verb> {
        let count = self.count("how many tokens")?;
        let start = {
            self.blanks();
            self.at
        };
        let rest = &self.text[start..];
        let quoted = rest.strip_prefix('"').and_then(|r| r.find('"').map(|end| &r[..end]));
        let Some(name) = quoted else {
            return self.fail(start..self.text.len(), "the token's name is expected in quotes");
        };
        self.at = start + name.len() + 2;
        match self.words.token(name) {
            Some(kind) => Ok(Verb::Token(count, kind)),
            None => self.fail(start..self.at, format!("the pool has no single card named \"{}\"", brief(name))),
        }
    }
}
