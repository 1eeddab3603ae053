//! What was written, read again: the last word on what a format holds.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::Out;
use crate::catalog::CardId;
use crate::deck::format::{brief, open};
use crate::deck::resolve::resolve_quietly;
use crate::deck::{Deck, Header};
use crate::text::{At, Source, Span};

impl Out<'_> {
    /// Reads the text back and says what is not as it was.
    pub(super) fn compare(&self, text: &str) {
        let about = self.format.about();
        let source = Source::new(format!("deck.{}", about.endings[0]), text);
        let mut wanted: FxHashMap<Key<'_>, (u64, Span)> = FxHashMap::default();
        let mut order = Vec::new();
        let deck = self.writing.deck;
        for (at, line) in deck.lines.iter().enumerate() {
            if self.lost.borrow().lines.contains(&at) {
                continue;
            }
            let key = key(deck, line.section, line.card, &line.text);
            let slot = wanted.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                (0, line.span)
            });
            slot.0 += u64::from(line.count);
        }
        let document = match open(&source) {
            Ok(document) => document,
            Err(fault) => return self.say(None, format!("the file cannot be read back: {}", fault.message)),
        };
        let (raw, _) = document.read(&source, self.writing.spec);
        let back = resolve_quietly(&raw, self.writing.spec, self.writing.catalog);
        let mut found: FxHashMap<Key<'_>, u64> = FxHashMap::default();
        for line in &back.lines {
            *found.entry(key(&back, line.section, line.card, &line.text)).or_default() += u64::from(line.count);
        }
        for key in order {
            let Some(&(copies, span)) = wanted.get(&key) else { continue };
            let back = found.get(&key).copied().unwrap_or(0);
            if back != copies {
                let what = match &key.card {
                    CardKey::Known(id) => &self.writing.catalog.card(*id).name,
                    CardKey::Unknown(text) => text.as_ref(),
                };
                let message = format!(
                    "the format {} does not hold `{}` as it is: of {copies} in `{}`, {back} would be read back",
                    about.name,
                    brief(what),
                    brief(&key.section)
                );
                self.say(Some(span), message);
            }
        }
        let (header, _) = document.header(&source);
        self.compare_header(&header);
    }

    fn compare_header(&self, back: &Header) {
        let held = self.format.about().holds.header;
        let own = self.writing.header;
        let pairs = [
            ("name", &own.name, &back.name),
            ("player", &own.player, &back.player),
            ("event", &own.event, &back.event),
            ("notes", &own.notes, &back.notes),
        ];
        let text = |value: &Option<At<String>>| value.as_ref().map(|v| v.value.replace("\r\n", "\n"));
        for (key, own, back) in pairs {
            if held.contains(&key) && text(own) != text(back) {
                let message = format!("the format {} does not hold `{key}` as it is", self.format.about().name);
                self.say(own.as_ref().or(back.as_ref()).map(|v| v.span).filter(|_| own.is_some()), message);
            }
        }
        if held.contains(&"layers") && own.layers != back.layers {
            let message = format!("the format {} does not hold `layers` as they are", self.format.about().name);
            self.say(own.layers.first().map(|v| v.span), message);
        }
    }
}

/// What counts together in a deck.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key<'t> {
    section: String,
    card: CardKey<'t>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum CardKey<'t> {
    Known(CardId),
    Unknown(Cow<'t, str>),
}

fn key<'t>(deck: &Deck<'t>, section: usize, card: Option<CardId>, text: &Cow<'t, str>) -> Key<'t> {
    let section = deck.sections.get(section).map_or("", |s| s.name.as_str()).to_owned();
    let card = card.map_or_else(|| CardKey::Unknown(text.clone()), CardKey::Known);
    Key { section, card }
}
