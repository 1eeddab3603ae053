//! What the readers share: a deck under construction, and findings that stay bounded.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Slot;
use super::columns::Amount;
use crate::deck::{CardText, RawDeck, RawLine, RawSection};
use crate::diagnostics::{
    DCK_COUNT, DCK_EMPTY, DCK_LEFT_OUT, DCK_LINE, DCK_ROW, DCK_SECTION, DCK_UNREADABLE, Diagnostic, GeneralCode, Level,
};
use crate::spec::{Exchange, GameSpec};
pub(in crate::deck) use crate::text::brief;
use crate::text::{FileId, Place, Span, counted, did_you_mean, fold_key, near, or_list};

/// The greatest count that is no fault.
pub(super) const MOST_COPIES: u64 = 999;
/// What greater counts are cut to: the deck's sums stay far below the limits of their types.
const CLIP: u32 = 999_999_999;
/// How many findings of one code a file may bring. A file of 8 MiB can hold millions of bad lines.
const MOST_FINDINGS: usize = 100;

/// Findings, of each code a bounded number.
pub(in crate::deck) struct Faults {
    most: usize,
    list: Vec<Diagnostic>,
    /// For each code: how many came, and where the last one that was kept stands in `list`.
    tally: Vec<(&'static str, usize, usize)>,
}

impl Default for Faults {
    fn default() -> Self {
        Faults::of_each(MOST_FINDINGS)
    }
}

impl Faults {
    /// At most so many findings of each code.
    pub(in crate::deck) fn of_each(most: usize) -> Self {
        Faults { most, list: Vec::new(), tally: Vec::new() }
    }

    /// Takes a finding of `code`, made only if there is room for it.
    pub(in crate::deck) fn add(&mut self, code: &'static GeneralCode, make: impl FnOnce() -> Diagnostic) {
        if self.has_room(code) {
            self.list.push(make());
        }
    }

    /// Counts a finding of `code` and tells whether it is to be made and given to [`Faults::put`].
    pub(in crate::deck) fn has_room(&mut self, code: &'static GeneralCode) -> bool {
        let at = match self.tally.iter().position(|t| t.0 == code.code) {
            Some(at) => at,
            None => {
                self.tally.push((code.code, 0, 0));
                self.tally.len() - 1
            }
        };
        self.tally[at].1 += 1;
        let room = self.tally[at].1 <= self.most;
        if room {
            self.tally[at].2 = self.list.len();
        }
        room
    }

    /// Takes a finding for which there was room.
    pub(in crate::deck) fn put(&mut self, finding: Diagnostic) {
        self.list.push(finding);
    }

    pub(super) fn has(&self, code: &GeneralCode) -> bool {
        self.tally.iter().any(|t| t.0 == code.code)
    }

    pub(in crate::deck) fn finish(mut self) -> Vec<Diagnostic> {
        for &(_, came, last) in &self.tally {
            if came > self.most
                && let Some(d) = self.list.get_mut(last)
            {
                let more = counted((came - self.most) as u64, "more finding");
                d.notes.push(format!("{more} of this kind in the file"));
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
    /// What the program of the format calls the game's sections.
    exchange: Option<&'s Exchange>,
    /// Headings that mean the section of the leader in the format.
    leader: &'static [&'static str],
    /// Whether the card that leads the deck stands in the side section, where the game has none: programs without a
    /// place for it keep it there.
    pub side_leads: bool,
    /// Words of the file that were reported once.
    pub said: FxHashSet<String>,
    by_heading: FxHashMap<String, Heading>,
    slots: [Option<usize>; 3],
    default: Option<usize>,
    side: Option<usize>,
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
            exchange: None,
            leader: &[],
            side_leads: false,
            said: FxHashSet::default(),
            by_heading: FxHashMap::default(),
            slots: [None; 3],
            default: None,
            side: None,
        }
    }

    /// A build for the format of this word, in which `leader` are headings over the card that leads the deck.
    pub(super) fn of(spec: &'s GameSpec, format: &str, leader: &'static [&'static str]) -> Self {
        Build { exchange: spec.exchange(format), leader, ..Build::new(spec) }
    }

    /// The section that a heading names in this format: as the game says for the format, as the game calls it, by the
    /// words that all games share.
    pub(super) fn section_for(&self, heading: &str) -> Option<usize> {
        let exchange = self.exchange.filter(|e| !e.sections.is_empty());
        let told = exchange.and_then(|e| {
            let wanted = fold_key(heading);
            let (name, _) = e.sections.iter().find(|(_, word)| fold_key(word) == wanted)?;
            self.spec.section(&name.value)
        });
        told.or_else(|| self.spec.section_for_heading(heading)).or_else(|| {
            let leads = self.leader.iter().any(|word| heading.eq_ignore_ascii_case(word));
            self.spec.leader_section().filter(|_| leads)
        })
    }

    /// The attribute that holds the ids of the format's program.
    pub(super) fn id_attribute(&self) -> Option<usize> {
        self.spec.attribute(&self.exchange?.id.as_ref()?.value)
    }

    fn side_section(&self) -> Option<usize> {
        self.spec.side_section().or_else(|| self.spec.leader_section().filter(|_| self.side_leads))
    }

    /// The section of this use; one that the game lacks is reported under `word`, where it stands.
    pub(super) fn slot(&mut self, slot: Slot, word: &str, span: Span) -> usize {
        let at = slot as usize;
        if let Some(known) = self.slots[at] {
            return known;
        }
        let section = match slot {
            Slot::Main => Some(self.spec.default_section()),
            Slot::Side => self.side_section(),
            Slot::Leader => self.section_for(word).or_else(|| self.spec.leader_section()),
        };
        if section.is_none() {
            let spec = self.spec;
            self.faults.add(&DCK_SECTION, || unknown_section(spec, word, span, &[]));
        }
        let new = self.push(section, word, Some(span));
        *self.slots[at].insert(new)
    }

    /// Says that a part of the file is no part of the deck.
    pub(super) fn left_out(&mut self, span: Span, level: Level, message: impl FnOnce() -> String) {
        self.faults.add(&DCK_LEFT_OUT, || Diagnostic::general(&DCK_LEFT_OUT, span, message()).level(level));
    }

    fn push(&mut self, section: Option<usize>, heading: &str, span: Option<Span>) -> usize {
        self.deck.sections.push(RawSection { section, heading: brief(heading).into_owned(), span });
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
                let section = self.side_section();
                if section.is_none() {
                    let game = &self.spec.name;
                    self.faults.add(&DCK_SECTION, || {
                        let message = format!("`SB:` marks cards of a side section, which {game} lacks");
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
    pub(super) fn heading(&mut self, heading: &str, span: Span, labels: bool, others: &[&str]) -> Heading {
        let key = fold_key(heading);
        if let Some(&known) = self.by_heading.get(key.as_ref()) {
            return known;
        }
        let section = self.section_for(heading);
        let meaning = if section.is_none() && labels && self.spec.is_group_label(&key) {
            Heading::Label
        } else {
            if section.is_none() {
                let spec = self.spec;
                self.faults.add(&DCK_SECTION, || unknown_section(spec, heading, span, others));
            }
            Heading::Section(self.push(section, heading, Some(span)))
        };
        self.by_heading.insert(key.into_owned(), meaning);
        meaning
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
                self.faults.add(&DCK_COUNT, || bad_count(amount, written, place));
                match amount {
                    Amount::Of(n) if n > 0 => u32::try_from(n).unwrap_or(CLIP).min(CLIP),
                    _ => return,
                }
            }
        };
        self.deck.lines.push(RawLine { section, count, card, span, count_span });
    }

    /// Adds one copy, for formats that list each: copies of a card that stand one behind the other are one line.
    pub(super) fn copy(&mut self, section: usize, card: CardText<'t>, span: Span) {
        match self.deck.lines.last_mut() {
            Some(last) if last.section == section && last.card == card => last.count = last.count.saturating_add(1),
            _ => self.deck.lines.push(RawLine { section, count: 1, card, span, count_span: None }),
        }
    }

    /// The deck and what is wrong with it.
    pub(super) fn finish(mut self) -> (RawDeck<'t>, Vec<Diagnostic>) {
        // Lines that were refused explain an empty deck by themselves.
        let explained =
            [&DCK_UNREADABLE, &DCK_LINE, &DCK_COUNT, &DCK_ROW].into_iter().any(|code| self.faults.has(code));
        if self.deck.lines.is_empty() && !explained {
            self.faults.add(&DCK_EMPTY, || {
                Diagnostic::general(&DCK_EMPTY, Place::File(FileId::INPUT), "the deck has no card")
                    .help("write one line for each card, such as `4 NAME`")
            });
        }
        (self.deck, self.faults.finish())
    }
}

fn unknown_section(spec: &GameSpec, heading: &str, span: Span, others: &[&str]) -> Diagnostic {
    let titles = || spec.sections.values().map(|s| s.title.as_str());
    let names = spec.sections.iter().flat_map(|(name, section)| {
        std::iter::once(name.value.as_str()).chain(section.aliases.iter().map(String::as_str))
    });
    let close = near(heading, titles().chain(names).chain(others.iter().copied()), 3);
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
    let mut d = Diagnostic::general(&DCK_COUNT, place, message)
        .help(format!("write the number of copies, from 1 to {MOST_COPIES}, or delete the line"));
    if let Amount::Of(actual) = amount {
        d.facts.min = Some(1);
        d.facts.limit = Some(MOST_COPIES);
        d.facts.actual = Some(actual);
    }
    d
}
