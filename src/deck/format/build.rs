//! What the readers share: counts, sections, the words that name columns, and findings that stay bounded.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::text::trimmed;
use crate::deck::{CardText, RawDeck, RawLine, RawSection};
use crate::diagnostics::{
    DCK_COUNT, DCK_EMPTY, DCK_LINE, DCK_ROW, DCK_SECTION, DCK_UNREADABLE, Diagnostic, GeneralCode,
};
use crate::spec::{Attribute, GameSpec};
use crate::text::{FileId, Place, Span, did_you_mean, fold, fold_key, near, or_list};

/// The greatest count that is no fault.
const MOST_COPIES: u64 = 999;
/// What greater counts are cut to: the deck's sums stay far below the limits of their types.
const CLIP: u32 = 999_999_999;
/// How many findings of one code a file may bring. A file of 8 MiB can hold millions of bad lines.
const MOST_FINDINGS: usize = 100;

/// A count as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// A whole number; one that is too large for the type is the largest.
    Of(u64),
    Negative,
    Fraction,
    Empty,
    /// No number at all.
    Word,
}

impl Amount {
    /// The count in a cell or value of its own, `4`, `４`, `4x` or `x4`, and the bytes of its number.
    pub(super) fn parse(text: &str) -> (Amount, Range<usize>) {
        let times = ['x', 'X', '×'];
        let all = trimmed(text);
        let cell = &text[all.clone()];
        let (before, behind) = match (cell.strip_prefix(times), cell.strip_suffix(times)) {
            (Some(rest), _) => (cell.len() - rest.len(), 0),
            (None, Some(rest)) => (0, cell.len() - rest.len()),
            (None, None) => (0, 0),
        };
        let bare = &cell[before..cell.len() - behind];
        let inner = trimmed(bare);
        let number = &bare[inner.clone()];
        let unsigned = number.strip_prefix(['-', '−']);
        let digits_of = unsigned.unwrap_or(number);
        let whole = digits(digits_of);
        let rest = &digits_of[whole.end..];
        let fraction = rest.strip_prefix(['.', ',']).map(digits);
        let amount = match fraction {
            _ if cell.is_empty() => Amount::Empty,
            _ if whole.many == 0 => Amount::Word,
            None if rest.is_empty() && unsigned.is_some() => Amount::Negative,
            None if rest.is_empty() => Amount::Of(whole.value),
            Some(f) if f.many > 0 && f.end + 1 == rest.len() => Amount::Fraction,
            _ => Amount::Word,
        };
        match amount {
            Amount::Empty | Amount::Word => (amount, all),
            _ => {
                let start = all.start + before;
                (amount, start + inner.start..start + inner.end)
            }
        }
    }
}

/// Digits at the beginning of a text, ASCII or full-width.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    /// One past the last byte.
    pub end: usize,
    /// How many there are.
    pub many: usize,
    /// Their number, the largest one if they are too many.
    pub value: u64,
}

pub(super) fn digits(text: &str) -> Digits {
    let mut out = Digits {
        end: 0,
        many: 0,
        value: 0,
    };
    for c in text.chars() {
        let digit = match c {
            '0'..='9' => c as u64 - '0' as u64,
            '０'..='９' => c as u64 - '０' as u64,
            _ => break,
        };
        out.end += c.len_utf8();
        out.many += 1;
        out.value = out.value.saturating_mul(10).saturating_add(digit);
    }
    out
}

/// What a column of a table, or a key of a card's mapping, holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Section,
    Count,
    /// `number`: a count if there is no other, else a collector's number.
    Number,
    Code,
    Name,
    /// A code or a name.
    Card,
    /// Something that exports add and no check reads.
    Harmless,
}

/// No word of a column is longer, in bytes: a line of megabytes is not folded to find that out.
const LONGEST_WORD: usize = 64;

/// The meaning of a column name that needs no game.
pub(super) fn column(word: &str) -> Option<Column> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    Some(match fold_key(word).as_ref() {
        "section" | "zone" | "board" | "pile" | "deck section" | "구역" => Column::Section,
        "count" | "qty" | "quantity" | "copies" | "amount" | "#" | "매수" | "수량" | "장수" => {
            Column::Count
        }
        "number" => Column::Number,
        "code" | "id" | "card code" | "card id" | "cardid" | "코드" | "번호" => Column::Code,
        "name" | "card name" | "cardname" | "이름" | "카드명" | "카드 이름" => {
            Column::Name
        }
        "card" | "카드" => Column::Card,
        "set" | "set code" | "set name" | "edition" | "expansion" | "printing" | "card number"
        | "collector number" | "foil" | "finish" | "language" | "lang" | "condition" | "rarity"
        | "price" | "purchase price" | "currency" | "note" | "notes" | "comment" | "comments"
        | "tag" | "tags" | "category" | "artist" | "illustrator" | "image" | "url" | "link"
        | "type" | "kind" | "cost" | "color" | "colour" | "text" | "effect" => Column::Harmless,
        _ => return None,
    })
}

/// The names of columns in a game: its attributes are columns too.
pub(super) struct Words(FxHashMap<String, Column>);

impl Words {
    pub(super) fn of(spec: &GameSpec) -> Words {
        let mut words = FxHashMap::default();
        for (name, attribute) in &spec.attributes {
            let meaning = match name.value.as_str() {
                "code" => Column::Code,
                "name" => Column::Name,
                _ => Column::Harmless,
            };
            let aliases = attribute.aliases.iter().chain(&attribute.title);
            for word in std::iter::once(&name.value).chain(aliases) {
                words.entry(fold_key(word).into_owned()).or_insert(meaning);
            }
        }
        Words(words)
    }

    pub(super) fn get(&self, word: &str) -> Option<Column> {
        let own = |word| self.0.get(fold_key(word).as_ref()).copied();
        let short = Some(word).filter(|w| w.len() <= LONGEST_WORD);
        column(word).or_else(|| short.and_then(own))
    }
}

/// A text for a message, cut where it is longer than a line of a terminal bears.
pub(super) fn brief(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(60) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// Findings, of each code a bounded number.
#[derive(Default)]
pub(super) struct Faults {
    list: Vec<Diagnostic>,
    /// For each code: how many came, and where the last one that was kept stands in `list`.
    tally: Vec<(&'static str, usize, usize)>,
}

impl Faults {
    /// Takes a finding of `code`, made only if there is room for it.
    pub(super) fn add(&mut self, code: &'static GeneralCode, make: impl FnOnce() -> Diagnostic) {
        let at = match self.tally.iter().position(|t| t.0 == code.code) {
            Some(at) => at,
            None => {
                self.tally.push((code.code, 0, 0));
                self.tally.len() - 1
            }
        };
        self.tally[at].1 += 1;
        if self.tally[at].1 <= MOST_FINDINGS {
            self.tally[at].2 = self.list.len();
            self.list.push(make());
        }
    }

    pub(super) fn has(&self, code: &GeneralCode) -> bool {
        self.tally.iter().any(|t| t.0 == code.code)
    }

    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        for &(_, came, last) in &self.tally {
            if came > MOST_FINDINGS
                && let Some(d) = self.list.get_mut(last)
            {
                d.notes.push(format!(
                    "{} more findings of this kind follow in the file",
                    came - MOST_FINDINGS
                ));
            }
        }
        self.list
    }
}

/// A deck under construction.
pub(super) struct Build<'t, 's> {
    pub spec: &'s GameSpec,
    pub deck: RawDeck<'t>,
    pub faults: Faults,
    by_heading: FxHashMap<String, Heading>,
    default: Option<usize>,
    side: Option<usize>,
    groups: Option<FxHashSet<String>>,
}

/// What a heading means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// Index into the deck's sections.
    Section(usize),
    /// A group such as `Soldiers`, which says nothing about sections.
    Label,
}

impl<'t, 's> Build<'t, 's> {
    pub(super) fn new(spec: &'s GameSpec) -> Self {
        Build {
            spec,
            deck: RawDeck::default(),
            faults: Faults::default(),
            by_heading: FxHashMap::default(),
            default: None,
            side: None,
            groups: None,
        }
    }

    fn push(&mut self, section: Option<usize>, heading: &str, span: Option<Span>) -> usize {
        self.deck.sections.push(RawSection {
            section,
            heading: heading.to_owned(),
            span,
        });
        self.deck.sections.len() - 1
    }

    /// The section of cards without heading.
    pub(super) fn default_section(&mut self) -> usize {
        match self.default {
            Some(at) => at,
            None => {
                let at = self.push(Some(self.spec.default_section()), "", None);
                *self.default.insert(at)
            }
        }
    }

    /// The side section, begun by a blank line; `None` if the game has none.
    pub(super) fn side_by_blank_line(&mut self) -> Option<usize> {
        let side = self.spec.side_section()?;
        Some(self.push(Some(side), "", None))
    }

    /// The side section, named by the prefix `SB:` at `span`.
    pub(super) fn side_by_prefix(&mut self, span: Span) -> usize {
        match self.side {
            Some(at) => at,
            None => {
                let section = self.spec.side_section();
                if section.is_none() {
                    let game = &self.spec.name;
                    self.faults.add(&DCK_SECTION, || {
                        let message =
                            format!("`SB:` marks cards of a side section, which {game} lacks");
                        Diagnostic::general(&DCK_SECTION, span, message)
                            .help("take the prefix away, or the cards out of the deck")
                    });
                }
                let at = self.push(section, "SB", Some(span));
                *self.side.insert(at)
            }
        }
    }

    /// The section that a heading names. A heading that came before continues its section. One that the game lacks
    /// is reported once; `labels` tells whether it may be a mere group, `others` are words it may have been meant for.
    pub(super) fn heading(
        &mut self,
        heading: &str,
        span: Span,
        labels: bool,
        others: &[&str],
    ) -> Heading {
        let key = fold_key(heading);
        if let Some(&known) = self.by_heading.get(key.as_ref()) {
            return known;
        }
        let section = self.spec.section_for_heading(heading);
        let meaning = if section.is_none() && labels && self.is_group(&key) {
            Heading::Label
        } else {
            if section.is_none() {
                let spec = self.spec;
                self.faults.add(&DCK_SECTION, || {
                    unknown_section(spec, heading, span, others)
                });
            }
            Heading::Section(self.push(section, heading, Some(span)))
        };
        self.by_heading.insert(key.into_owned(), meaning);
        meaning
    }

    fn is_group(&mut self, heading: &str) -> bool {
        let spec = self.spec;
        self.groups
            .get_or_insert_with(|| group_stems(spec))
            .contains(&stem(heading))
    }

    /// [`Build::heading`] where a group makes no sense.
    pub(super) fn section(&mut self, heading: &str, span: Span, others: &[&str]) -> usize {
        match self.heading(heading, span, false, others) {
            Heading::Section(at) => at,
            Heading::Label => self.default_section(),
        }
    }

    /// Adds a line. A bad count is reported; the line stays in the deck only if it is at least a great number, so
    /// that the findings on size and copies come as well. `written` is the count's text.
    pub(super) fn line(
        &mut self,
        section: usize,
        amount: Amount,
        written: &str,
        count_span: Option<Span>,
        card: CardText<'t>,
        span: Span,
    ) {
        let count = match amount {
            Amount::Of(n) if (1..=MOST_COPIES).contains(&n) => u32::try_from(n).unwrap_or(CLIP),
            _ => {
                let place = count_span.unwrap_or(span);
                self.faults
                    .add(&DCK_COUNT, || bad_count(amount, written, place));
                match amount {
                    Amount::Of(n) if n > 0 => u32::try_from(n).unwrap_or(CLIP).min(CLIP),
                    _ => return,
                }
            }
        };
        self.deck.lines.push(RawLine {
            section,
            count,
            card,
            span,
            count_span,
        });
    }

    /// The deck and what is wrong with it.
    pub(super) fn finish(mut self) -> (RawDeck<'t>, Vec<Diagnostic>) {
        // Lines that were refused explain an empty deck by themselves.
        let explained = [&DCK_UNREADABLE, &DCK_LINE, &DCK_COUNT, &DCK_ROW]
            .into_iter()
            .any(|code| self.faults.has(code));
        if self.deck.lines.is_empty() && !explained {
            self.faults.add(&DCK_EMPTY, || {
                Diagnostic::general(
                    &DCK_EMPTY,
                    Place::File(FileId::INPUT),
                    "the deck has no card",
                )
                .help("write one line for each card, such as `4 NAME`")
            });
        }
        (self.deck, self.faults.finish())
    }
}

/// A word without the ending of a plural, for comparing only: singular and plural give the same.
fn stem(word: &str) -> String {
    let mut word = fold(word);
    if word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else {
        word.truncate(word.trim_end_matches('s').len());
        word.truncate(word.trim_end_matches('e').len());
    }
    word
}

/// The stems of all values that the game's attributes allow: `Soldiers` over some lines is a group, no section.
fn group_stems(spec: &GameSpec) -> FxHashSet<String> {
    let values = |a: &Attribute| {
        let own = a.values.iter().map(|v| stem(&v.value));
        own.chain(a.value_aliases.keys().map(|alias| stem(alias)))
            .collect::<Vec<_>>()
    };
    spec.attributes.values().flat_map(values).collect()
}

fn unknown_section(spec: &GameSpec, heading: &str, span: Span, others: &[&str]) -> Diagnostic {
    let titles = || spec.sections.values().map(|s| s.title.as_str());
    let names = spec.sections.iter().flat_map(|(name, section)| {
        std::iter::once(name.value.as_str()).chain(section.aliases.iter().map(String::as_str))
    });
    let close = near(
        heading,
        titles().chain(names).chain(others.iter().copied()),
        3,
    );
    let tail = if close.is_empty() {
        let titles: Vec<&str> = titles().collect();
        did_you_mean(heading, titles.iter().copied())
    } else {
        format!("; did you mean {}?", or_list(&close))
    };
    let message = format!("{} has no section `{}`{tail}", spec.name, brief(heading));
    let mut d = Diagnostic::general(&DCK_SECTION, span, message);
    d.facts.suggestions = close.into_iter().map(str::to_owned).collect();
    d
}

fn bad_count(amount: Amount, written: &str, place: Span) -> Diagnostic {
    let written = brief(written);
    let message = match amount {
        Amount::Of(0) => format!("the count `{written}` puts no copy into the deck"),
        Amount::Of(_) => format!("the count `{written}` is above {MOST_COPIES}"),
        Amount::Negative => format!("the count `{written}` is negative"),
        Amount::Fraction => format!("the count `{written}` is no whole number"),
        Amount::Empty => "the count is empty".to_owned(),
        Amount::Word => format!("`{written}` is no count"),
    };
    let mut d = Diagnostic::general(&DCK_COUNT, place, message).help(format!(
        "write the number of copies, from 1 to {MOST_COPIES}, or delete the line"
    ));
    if let Amount::Of(actual) = amount {
        d.facts.min = Some(1);
        d.facts.limit = Some(MOST_COPIES);
        d.facts.actual = Some(actual);
    }
    d
}
