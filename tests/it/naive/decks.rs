//! Random decks, legal ones first and then changed in a few places. A number gives the same deck always.

use std::fmt::Write;

use super::{Line, Row, key};

/// Makes one deck of a game.
pub(crate) struct Maker<'a> {
    game: &'a str,
    pool: &'a [Row],
    state: u64,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(game: &'a str, pool: &'a [Row], number: u64) -> Self {
        Maker { game, pool, state: number.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("small")
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn sections(&self) -> &'static [&'static str] {
        match self.game {
            "barrenia" => &["main", "provisionary"],
            "parallel" => &["paragon", "main"],
            _ => &["main"],
        }
    }

    /// A deck: three in ten as a player would build it, the others changed in one to four places.
    pub(crate) fn deck(&mut self) -> Vec<Line> {
        let mut deck = self.legal();
        let changes = if self.below(10) < 3 { 0 } else { 1 + self.below(4) };
        for _ in 0..changes {
            self.change(&mut deck);
        }
        deck
    }

    fn rows(&self, kind: impl Fn(&Row) -> bool) -> Vec<usize> {
        (0..self.pool.len()).filter(|&i| kind(&self.pool[i])).collect()
    }

    fn legal(&mut self) -> Vec<Line> {
        match self.game {
            "barrenia" => {
                let size = self.pick(&[40, 40, 41, 50, 59, 60, 60]);
                let side = self.pick(&[0, 0, 1, 10, 16, 17, 17]);
                // An ordinary deck, one of Erasers, one of Dimensium cards (which are just enough for 40).
                let kind = self.below(10);
                let (cards, size, side) = match kind {
                    0 | 1 => (self.rows(|r| r["type"] == "Eraser"), size, side),
                    2 => (self.rows(|r| r["type"] == "Dimensium"), 40, 0),
                    _ => (self.rows(|r| r["type"] != "Eraser" && r["type"] != "Dimensium"), size, side),
                };
                let mut deck = Vec::new();
                let limit = |r: &Row| if r["type"] == "Retaliation Soldier" { 1 } else { 4 };
                let name = |r: &Row| match r["symbol"].as_str() {
                    "" => key(r),
                    symbol => symbol.to_owned(),
                };
                self.fill(&mut deck, "main", size, &cards, limit, name);
                self.fill(&mut deck, "provisionary", side, &cards, limit, name);
                deck
            }
            "breakrift" => {
                let mut deck = Vec::new();
                let rifts = self.rows(|r| r["type"] == "Breakrift");
                let others = self.rows(|r| r["type"] != "Breakrift");
                let n = self.below(4);
                self.fill(&mut deck, "main", n, &rifts, |_| 1, key);
                // Often all three pieces of a theme, so that some can be played.
                if self.below(2) == 0 {
                    let rift = deck.first().and_then(|l| l.card).map(|c| self.pool[c]["theme"].clone());
                    let theme = rift.filter(|t| !t.is_empty()).unwrap_or_else(|| "Ember".to_owned());
                    for slot in ["Upper Clothing", "Lower Clothing", "Weapon"] {
                        let pieces = self.rows(|r| r["theme"] == theme && r["slot"] == slot);
                        // Not every theme has a piece for every slot.
                        if !pieces.is_empty() {
                            let card = Some(self.pick(&pieces));
                            deck.push(Line { section: "main", count: 1, card });
                        }
                    }
                }
                self.fill(&mut deck, "main", 30, &others, |_| 2, key);
                deck
            }
            "parallel" => {
                let paragons = self.rows(|r| r["type"] == "Paragon");
                let leader = self.pick(&paragons);
                let own = self.pool[leader]["parallel"].clone();
                let rule = self.pool[leader]["deck_rule"].clone();
                let cards = self.rows(|r| {
                    let cost: u32 = r["cost"].parse().unwrap_or(0);
                    !["Paragon", "Token"].contains(&r["type"].as_str())
                        && (r["parallel"] == own || r["parallel"] == "Universal")
                        && (rule != "cost<=5" || cost <= 5)
                        && (rule != "cost>=2" || cost >= 2)
                });
                let mut deck = vec![Line { section: "paragon", count: 1, card: Some(leader) }];
                let limit = |r: &Row| if r["rarity"] == "Legendary" { 1 } else { 3 };
                self.fill(&mut deck, "main", 40, &cards, limit, key);
                deck
            }
            game => {
                let cards = self.rows(|_| true);
                let size = if game == "tuna" { 30 } else { self.pick(&[4, 5, 20, 30, 40, 100]) };
                let mut deck = Vec::new();
                self.fill(&mut deck, "main", size, &cards, |_| 5, key);
                deck
            }
        }
    }

    /// Fills a section up to a size, with so many of each card in the whole deck.
    fn fill(
        &mut self,
        deck: &mut Vec<Line>,
        section: &'static str,
        size: usize,
        cards: &[usize],
        limit: impl Fn(&Row) -> usize,
        name: impl Fn(&Row) -> String,
    ) {
        loop {
            let held: usize = deck.iter().filter(|l| l.section == section).map(|l| l.count).sum();
            if held >= size {
                return;
            }
            let card = self.pick(cards);
            let same = |l: &&Line| l.card.is_some_and(|c| name(&self.pool[c]) == name(&self.pool[card]));
            let copies: usize = deck.iter().filter(same).map(|l| l.count).sum();
            let room = limit(&self.pool[card]).saturating_sub(copies).min(size - held);
            if room > 0 {
                // Full sets are what reaches the border of the rules.
                let count = if self.below(2) == 0 { room } else { 1 + self.below(room) };
                deck.push(Line { section, count, card: Some(card) });
            }
        }
    }

    /// One small change.
    fn change(&mut self, deck: &mut Vec<Line>) {
        if deck.is_empty() {
            return;
        }
        let at = self.below(deck.len());
        let other = self.below(deck.len());
        let any = self.below(self.pool.len());
        match self.below(14) {
            0 | 1 => deck[at].count += 1,
            2 | 3 if deck[at].count > 1 => deck[at].count -= 1,
            2..=4 => {
                deck.remove(at);
            }
            5 => deck[at].card = Some(any),
            6 => deck[at].section = self.pick(self.sections()),
            7 if deck[at].count > 1 => {
                deck[at].count -= 1;
                deck.push(Line { count: 1, ..deck[at] });
            }
            7 | 8 => deck.swap(at, other),
            9 => {
                let (section, count) = (self.pick(self.sections()), 1 + self.below(5));
                deck.push(Line { section, count, card: Some(any) });
            }
            10 => deck.push(deck[at]),
            11 => deck[at].card = if self.below(4) == 0 { None } else { deck[other].card },
            12 => deck[at].count = 1 + self.below(6),
            // A copy goes out, another card comes in: the size stays.
            _ => {
                if deck[at].count > 1 {
                    deck[at].count -= 1;
                    let card = if self.below(2) == 0 { Some(any) } else { deck[other].card };
                    deck.push(Line { section: deck[at].section, count: 1, card });
                }
            }
        }
    }

    /// The deck as text; a card by its code or, where it is the only one of that name, by its name.
    pub(crate) fn text(&mut self, deck: &[Line]) -> String {
        let (mut out, mut heading) = (String::new(), "");
        for line in deck {
            if line.section != heading {
                let _ = writeln!(out, "{}:", line.section);
                heading = line.section;
            }
            let card = match line.card.map(|c| &self.pool[c]) {
                None => "Qwxyzzy Nobody",
                Some(row) if self.below(2) == 0 => {
                    let named = self.pool.iter().filter(|r| r["name"] == row["name"]).count();
                    if named == 1 { &row["name"] } else { &row["code"] }
                }
                Some(row) => &row["code"],
            };
            let _ = writeln!(out, "{} {card}", line.count);
        }
        out
    }
}
