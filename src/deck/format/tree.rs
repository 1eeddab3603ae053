//! YAML and JSON decks: sections of card entries, read from a tree of located values.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::build::{Build, brief};
use super::columns::{Amount, Column, Words};
use super::header;
use super::line::{code_digits, is_comment, scan, trimmed};
use super::{Body, Reading};
use crate::deck::{CardText, Header, RawDeck};
use crate::diagnostics::{DCK_HEADER, DCK_LINE, DCK_REPEATED_KEY, Diagnostic};
use crate::text::{FileId, Key, Node, Source, Span, Value, fold_key, lines, near, or_list};

/// Top-level keys that are no header keys and have no effect.
pub(super) const TOLERATED: &[&str] = &[
    "format",
    "description",
    "author",
    "date",
    "url",
    "source",
    "version",
    "tags",
    "id",
    "title",
    "comment",
    "comments",
    "schema",
    "$schema",
];
/// Whether a key of the top level, folded, holds no cards.
pub(super) fn is_aside(folded: &str) -> bool {
    header::KEYS.contains(&folded) || TOLERATED.contains(&folded)
}

/// Further words of a deck's top level, for suggestions.
const TOP: &[&str] = &["sections", "cards"];
/// The keys of a card, for suggestions.
const CARD_KEYS: &[&str] = &["card", "code", "name", "count", "section"];

/// How many keys of card mappings are kept with their meaning.
const MOST_KEYS: usize = 8;

/// The place of a scalar's text: without quotes and blanks where it stands in the file as it is read.
pub(super) fn spot(source: &Source, node: &Node) -> Span {
    let text = node.as_str().unwrap_or_default();
    within(source, text, node.span, trimmed(text))
}

/// The place of a part of a scalar's text; the whole scalar where escapes or folded lines moved its bytes.
pub(super) fn within(source: &Source, text: &str, span: Span, part: Range<usize>) -> Span {
    let written = source.slice(span);
    let inner = written.get(1..written.len().saturating_sub(1));
    let start = match written {
        same if same == text => span.start as usize,
        _ if inner == Some(text) => span.start as usize + 1,
        _ => return span,
    };
    Span::new(span.file, start + part.start, start + part.end)
}

struct Reader<'t, 's> {
    source: &'t Source,
    build: Build<'t, 's>,
    words: Words<'s>,
    /// Keys of card mappings and what they mean, the first few of the deck.
    keys: Vec<(&'t str, Option<Column>)>,
    digits: Option<usize>,
    /// Keys of card mappings that were reported.
    strange: FxHashSet<&'t str>,
}

/// What a tree says of its deck.
pub(super) fn header(body: &Body, source: &Source) -> (Header, Vec<Diagnostic>) {
    match body {
        Body::Tree(tree) => header::of_tree(tree.head(source), source),
        _ => (Header::default(), Vec::new()),
    }
}

/// Reads a tree.
pub(super) fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let (source, spec) = (r.source, r.spec);
    let Body::Tree(tree) = r.body else { return Build::new(spec).finish() };
    let root = tree.whole(source);
    let mut reader = Reader {
        source,
        build: Build::new(spec),
        words: Words::of(spec),
        keys: Vec::new(),
        digits: code_digits(spec),
        strange: FxHashSet::default(),
    };
    for (first, second) in root.repeated_keys() {
        reader.build.faults.add(&DCK_REPEATED_KEY, || {
            let message = format!("the key `{}` stands twice in one mapping", brief(&second.value));
            Diagnostic::general(&DCK_REPEATED_KEY, second.span, message)
                .label("second here")
                .related(first.span, "first here")
                .help("write the key once; for a card, with all its copies")
        });
    }
    match &root.value {
        Value::Map(entries) => {
            for (key, value) in entries {
                reader.top(key, value);
            }
        }
        Value::List(_) => {
            let section = reader.build.default_section();
            reader.cards(section, root);
        }
        Value::Scalar(_) => {}
    }
    reader.build.finish()
}

impl<'t> Reader<'t, '_> {
    /// A key of the deck's top level.
    fn top(&mut self, key: &'t Key, value: &'t Node) {
        let folded = fold_key(&key.value);
        match folded.as_ref() {
            word if is_aside(word) => {}
            "sections" => self.sections(key, value),
            "cards" => {
                let section = self.build.default_section();
                self.cards(section, value);
            }
            _ => {
                let known = self.build.spec.section_for_heading(&key.value).is_some();
                if known || value.as_str().is_none() {
                    let section = self.named(key);
                    self.cards(section, value);
                } else {
                    self.stray(key, value);
                }
            }
        }
    }

    fn named(&mut self, key: &Key) -> usize {
        let span = within(self.source, &key.value, key.span, trimmed(&key.value));
        self.build.section(&key.value, span, TOP)
    }

    /// A top-level key with a single value that means nothing.
    fn stray(&mut self, key: &Key, value: &Node) {
        let text = value.as_str().unwrap_or_default();
        let like_card = key.value.contains(' ') || key.value.bytes().all(|b| b.is_ascii_digit());
        if like_card && matches!(Amount::parse(text).0, Amount::Of(_)) {
            let message = format!("`{}` stands outside of every section", brief(&key.value));
            return self.refuse(key.span, message, "put the cards under `cards:` or under the name of a section");
        }
        let spec = self.build.spec;
        self.build.faults.add(&DCK_HEADER, || {
            let sections = spec.sections.keys().map(|name| name.value.as_str());
            let known = header::KEYS.iter().chain(TOP).copied().chain(sections);
            header::unknown(&key.value, key.span, &near(&key.value, known, 2))
        });
    }

    fn refuse(&mut self, span: Span, message: String, remedy: &str) {
        self.build.faults.add(&DCK_LINE, || Diagnostic::general(&DCK_LINE, span, message).help(remedy));
    }

    /// The value of `sections`: a mapping by name, or a list of `{name: …, cards: […]}`.
    fn sections(&mut self, key: &Key, value: &'t Node) {
        const SHAPE: &str = "write `sections: {main: […]}`, with a list of cards under each name";
        match &value.value {
            Value::Map(entries) => {
                for (key, value) in entries {
                    let section = self.named(key);
                    self.cards(section, value);
                }
            }
            Value::List(items) => {
                for item in items {
                    let name = ["name", "section", "title"]
                        .iter()
                        .find_map(|key| item.get(key))
                        .and_then(|n| Some((n.as_str()?, spot(self.source, n))));
                    match (name, item.get("cards")) {
                        (Some((name, span)), Some(cards)) => {
                            let section = self.build.section(name, span, TOP);
                            self.cards(section, cards);
                        }
                        _ => self.refuse(item.span, format!("{} is no section", item.kind()), SHAPE),
                    }
                }
            }
            Value::Scalar(_) if value.is_null() => {}
            Value::Scalar(_) => {
                self.refuse(key.span, "`sections` holds no mapping".to_owned(), SHAPE);
            }
        }
    }

    /// The cards of a section: a list, a mapping of cards to counts, one card, or lines of text.
    fn cards(&mut self, section: usize, node: &'t Node) {
        match &node.value {
            Value::List(items) => {
                for item in items {
                    self.entry(section, item);
                }
            }
            Value::Map(entries) => {
                let means = |key: &Key| self.words.get(&key.value);
                let is_card = |key| matches!(means(key), Some(Column::Card | Column::Code | Column::Name));
                if let [(key, inner)] = &entries[..]
                    && key.value == "cards"
                {
                    self.cards(section, inner);
                } else if entries.iter().all(|(key, _)| means(key).is_some())
                    && entries.iter().any(|(key, _)| is_card(key))
                {
                    self.card(section, node.span, entries);
                } else {
                    self.counts(section, entries);
                }
            }
            Value::Scalar(_) if node.is_null() => {}
            Value::Scalar(_) => self.block(section, node),
        }
    }

    /// A mapping `card: count`.
    fn counts(&mut self, section: usize, entries: &'t [(Key, Node)]) {
        for (key, value) in entries {
            let span = within(self.source, &key.value, key.span, trimmed(&key.value));
            let Some(count) = value.as_str() else {
                let message = format!("`{}` has {} for a count", brief(&key.value), value.kind());
                self.refuse(span, message, "write the number of copies, such as `NAME: 4`");
                continue;
            };
            if key.value.trim().is_empty() {
                self.refuse(key.span, "an empty key names no card".to_owned(), "write the card's name or code");
                continue;
            }
            let card = CardText::Either(Cow::Borrowed(key.value.trim()));
            self.line(section, Some((count, value)), card, span);
        }
    }

    fn line(&mut self, section: usize, count: Option<(&str, &Node)>, card: CardText<'t>, span: Span) {
        let (amount, written, place) = match count {
            None => (Amount::Of(1), "", None),
            Some((_, node)) if node.is_null() => (Amount::Empty, "", None),
            Some((text, node)) => {
                let (amount, part) = Amount::parse(text);
                let place = within(self.source, text, node.span, part);
                (amount, text.trim(), Some(place))
            }
        };
        self.build.line(section, amount, written, place, card, span);
    }

    /// An item of a list.
    fn entry(&mut self, section: usize, item: &'t Node) {
        const SHAPE: &str = "write `4 NAME`, or `{card: NAME, count: 4}`";
        match &item.value {
            Value::Map(entries) => {
                if let [(key, value)] = &entries[..]
                    && self.words.get(&key.value).is_none()
                    && self.pair(section, key, value)
                {
                    return;
                }
                self.card(section, item.span, entries);
            }
            Value::Scalar(_) if item.is_null() => {
                self.refuse(item.span, "an empty entry names no card".to_owned(), SHAPE);
            }
            Value::Scalar(s) => {
                let source = self.source;
                self.text(section, &s.text, |part| within(source, &s.text, item.span, part));
            }
            Value::List(_) => self.refuse(item.span, "a list is no card".to_owned(), SHAPE),
        }
    }

    /// A mapping of one entry in a list: `NAME: 4`, or a line such as `4 Warden: Reborn`, which YAML takes apart.
    fn pair(&mut self, section: usize, key: &'t Key, value: &'t Node) -> bool {
        let Some(text) = value.as_str() else {
            return false;
        };
        let source: &'t Source = self.source;
        if scan(&key.value, self.digits).count.is_some() && !value.is_null() {
            let span = Span::new(FileId::INPUT, key.span.start as usize, value.span.end as usize);
            let line = source.slice(span);
            if line.starts_with(&*key.value) {
                let start = span.start as usize;
                self.text(section, line, |part| Span::new(FileId::INPUT, start + part.start, start + part.end));
                return true;
            }
        }
        if matches!(Amount::parse(text).0, Amount::Word | Amount::Empty)
            || !near(&key.value, CARD_KEYS.iter().copied(), 1).is_empty()
        {
            return false;
        }
        let span = within(source, &key.value, key.span, trimmed(&key.value));
        let card = CardText::Either(Cow::Borrowed(key.value.trim()));
        self.line(section, Some((text, value)), card, span);
        true
    }

    /// What a card's key means. All cards of a deck have the same few keys, which are looked up once.
    fn means(&mut self, key: &'t Key) -> Option<Column> {
        if let Some((_, known)) = self.keys.iter().find(|(word, _)| *word == key.value) {
            return *known;
        }
        let means = self.words.get(&key.value);
        if self.keys.len() < MOST_KEYS {
            self.keys.push((&key.value, means));
        }
        means
    }

    /// A mapping `{card: NAME, count: 4}`.
    fn card(&mut self, section: usize, place: Span, entries: &'t [(Key, Node)]) {
        let mut section = section;
        let (mut code, mut name, mut card) = (None, None, None);
        let (mut count, mut more_counts) = (None, Vec::new());
        for (key, value) in entries {
            let mut means = self.means(key);
            if means == Some(Column::Number) {
                let has_count = entries.iter().any(|(key, _)| self.means(key) == Some(Column::Count));
                means = Some(if has_count { Column::Harmless } else { Column::Count });
            }
            let text = value.as_str();
            let slot = match means {
                Some(Column::Harmless) => continue,
                None => {
                    self.strange(key);
                    continue;
                }
                Some(_) if text.is_none() => {
                    let message = format!("`{}` holds {}", key.value, value.kind());
                    return self.refuse(key.span, message, "write a single value");
                }
                Some(Column::Section) => {
                    if let Some(text) = text.filter(|t| !value.is_null() && !t.trim().is_empty()) {
                        section = self.build.section(text.trim(), spot(self.source, value), &[]);
                    }
                    continue;
                }
                Some(Column::Count | Column::Number) => {
                    let found = text.map(|t| (t, value));
                    match count {
                        None => count = found,
                        Some(_) => more_counts.extend(found),
                    }
                    continue;
                }
                Some(Column::Code) => &mut code,
                Some(Column::Name) => &mut name,
                Some(Column::Card) => &mut card,
            };
            if slot.is_none() && !value.is_null() {
                *slot = text.map(str::trim).filter(|t| !t.is_empty()).map(|t| (Cow::Borrowed(t), value));
            }
        }
        let Some(span) = [&code, &name, &card].into_iter().flatten().next().map(|(_, node)| spot(self.source, node))
        else {
            // A frame around many lines says less than its first key.
            let place = entries.first().map_or(place, |(key, _)| key.span);
            return self.refuse(
                place,
                "this entry names no card".to_owned(),
                "add `card: NAME`, or take the entry out",
            );
        };
        let text = |slot: Option<(Cow<'t, str>, &Node)>| slot.map(|(text, _)| text);
        let card = match (text(code), text(name), text(card)) {
            (None, None, Some(card)) => CardText::Either(card),
            (code, name, card) => CardText::Fields { code, name: name.or(card) },
        };
        // A repeated count is an error already; no copy of it may vanish.
        for more in more_counts {
            self.line(section, Some(more), card.clone(), span);
        }
        self.line(section, count, card, span);
    }

    /// A key that a card's mapping does not have, reported where it comes first.
    fn strange(&mut self, key: &'t Key) {
        if !self.strange.insert(&key.value) {
            return;
        }
        self.build.faults.add(&DCK_HEADER, || {
            let meant = near(&key.value, CARD_KEYS.iter().copied(), 2);
            let tail = match &meant[..] {
                [] => format!("; a card has {}", CARD_KEYS.join(", ")),
                meant => format!("; did you mean {}?", or_list(meant)),
            };
            let message = format!("unknown key `{}` of a card{tail}", brief(&key.value));
            let mut d = Diagnostic::general(&DCK_HEADER, key.span, message);
            d.facts.suggestions = meant.into_iter().map(str::to_owned).collect();
            d
        });
    }

    /// A section that is one scalar: a card, or a block of lines.
    fn block(&mut self, section: usize, node: &'t Node) {
        let source: &'t Source = self.source;
        let text = node.as_str().unwrap_or_default();
        let written = source.slice(node.span);
        let quoted = written.starts_with(['"', '\'']);
        // The lines of a block stand in the file as they are, only indented: they are read there.
        let (base, body) = match quoted {
            true => (None, text),
            false => (Some(node.span.start as usize), written),
        };
        for (_, line) in lines(body) {
            let line = line.trim();
            if line.is_empty() || is_comment(line) {
                continue;
            }
            let offset = line.as_ptr() as usize - body.as_ptr() as usize;
            self.text(section, line, |part| match base {
                Some(base) => {
                    let start = base + offset;
                    Span::new(FileId::INPUT, start + part.start, start + part.end)
                }
                None => within(source, text, node.span, offset + part.start..offset + part.end),
            });
        }
    }

    /// A line of text, such as `4 NAME`.
    fn text(&mut self, section: usize, text: &'t str, place: impl Fn(Range<usize>) -> Span) {
        let entry = scan(text, self.digits);
        let section = match &entry.side {
            Some(prefix) => self.build.side_by_prefix(place(prefix.clone())),
            None => section,
        };
        let span = place(entry.text.clone());
        if entry.text.is_empty() {
            return self.refuse(span, "an empty entry names no card".to_owned(), "write `4 NAME`");
        }
        let (amount, written, count_span) = match &entry.count {
            Some((range, amount)) => (*amount, &text[range.clone()], Some(place(range.clone()))),
            None => (Amount::Of(1), "", None),
        };
        let card = CardText::Free { text: &text[entry.text.clone()], whole: &text[entry.whole.clone()] };
        self.build.line(section, amount, written, count_span, card, span);
    }
}
