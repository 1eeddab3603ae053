//! What a goldfish run came to: one value, several renderers.

mod chart;
mod data;
mod table;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::play::{Histogram, Tally, wilson};

pub use chart::chart;
pub use data::{csv, json, markdown};
pub use table::table;

/// The version of the JSON form.
pub const GOLDFISH_VERSION: u32 = 1;

/// Something that the figures rest on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assumption {
    /// A short word for machines.
    pub key: String,
    /// What it is, for people.
    pub label: String,
    /// Its value.
    pub value: String,
}

/// The names behind the numbers of a [`Tally`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The engine's metrics.
    pub metrics: Vec<String>,
    /// The engine's endings and what they mean.
    pub endings: Vec<(String, String)>,
    /// Groups of cards in the opening hand.
    pub groups: Vec<String>,
    /// Cards by kind with their copies in the deck.
    pub cards: Vec<(String, u64)>,
    /// Goals.
    pub goals: Vec<String>,
}

/// A share with its interval, 0 to 1, and the count behind it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Share {
    /// How many games.
    pub games: u64,
    /// The share of all games.
    pub share: f64,
    /// The lower end of the 95 % interval (Wilson).
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    fn of(hits: u64, trials: u64) -> Share {
        let interval = wilson(hits, trials);
        Share { games: hits, share: six(interval.share), low: six(interval.low), high: six(interval.high) }
    }
}

/// A number over many games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// A tenth of the games have this or less.
    pub p10: i32,
    /// Nine tenths of the games have this or less.
    pub p90: i32,
}

impl Spread {
    fn of(histogram: &Histogram) -> Spread {
        Spread { mean: six(histogram.mean()), p10: histogram.percentile(10), p90: histogram.percentile(90) }
    }
}

/// A group of cards in opening hands.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Group {
    /// What the cards have in common.
    pub name: String,
    /// How many are in the hand.
    pub count: Spread,
    /// Hands with at least one.
    pub any: Share,
}

/// Opening hands.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OpeningFigures {
    /// Cards in the hand that is kept.
    pub cards: Spread,
    /// Cards given back, or mulligans taken.
    pub returned: Spread,
    /// By group.
    pub groups: Vec<Group>,
}

/// The end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurnRow {
    /// The turn, from 1.
    pub turn: usize,
    /// Games that reached its end.
    pub games: u64,
    /// Cards played in the turn.
    pub played: Spread,
    /// The engine's metrics, in the order of [`Goldfish::metrics`].
    pub metrics: Vec<Spread>,
}

/// A way in which games ended.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EndingRow {
    /// Its name.
    pub ending: String,
    /// What the name means.
    pub meaning: String,
    /// `won`, `lost`, or `none` where nobody won.
    pub result: &'static str,
    /// How many games.
    pub share: Share,
    /// By turn, from turn 0.
    pub by_turn: Vec<u64>,
}

/// A goal.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GoalRow {
    /// Its name.
    pub goal: String,
    /// Games that reached it.
    pub share: Share,
    /// Games that had reached it by the end of each turn, from turn 0, which is the opening hand.
    pub by_turn: Vec<u64>,
}

/// A card that stayed in hand.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StuckRow {
    /// Its name.
    pub card: String,
    /// Copies in the deck.
    pub copies: u64,
    /// Copies in hand at the end of a game, on average.
    pub in_hand: f64,
    /// Copies played in a game, on average.
    pub played: f64,
}

/// A goldfish run.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Goldfish {
    /// The version of this form.
    pub v: u32,
    /// What the figures rest on.
    pub assumptions: Vec<Assumption>,
    /// How many games.
    pub games: u64,
    /// Opening hands.
    pub opening: OpeningFigures,
    /// Titles of the metrics.
    pub metrics: Vec<String>,
    /// Turn by turn.
    pub turns: Vec<TurnRow>,
    /// How games ended, most frequent first.
    pub endings: Vec<EndingRow>,
    /// The goals, in the order in which they were asked.
    pub goals: Vec<GoalRow>,
    /// The cards most often left in hand.
    pub stuck: Vec<StuckRow>,
}

/// How many cards the list of stuck cards holds.
const MOST_STUCK: usize = 8;

/// Six digits behind the point: more would be noise, and a fixed number makes equal runs equal bytes.
fn six(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn per_game(n: u64, games: u64) -> f64 {
    if games == 0 { 0.0 } else { six(n as f64 / games as f64) }
}

impl Goldfish {
    /// The figures of a tally.
    #[must_use]
    pub fn new(assumptions: Vec<Assumption>, names: &Names, tally: &Tally) -> Goldfish {
        let games = tally.games;
        let none = |h: &Histogram| h.values().find(|(v, _)| *v == 0).map_or(0, |(_, n)| n);
        let group = |(name, h): (&String, &Histogram)| Group {
            name: name.clone(),
            count: Spread::of(h),
            any: Share::of(h.total() - none(h), h.total()),
        };
        let turns = tally.turns.iter().enumerate().map(|(index, row)| TurnRow {
            turn: index + 1,
            games: row.played.total(),
            played: Spread::of(&row.played),
            metrics: row.metrics.iter().map(Spread::of).collect(),
        });
        let mut endings: Vec<EndingRow> = Vec::new();
        for ((ending, meaning), counts) in names.endings.iter().zip(&tally.endings) {
            for (result, by_turn) in [("won", &counts.won), ("lost", &counts.lost), ("none", &counts.drawn)] {
                let hits = by_turn.iter().sum();
                if hits > 0 {
                    let (ending, meaning, by_turn) = (ending.clone(), meaning.clone(), by_turn.clone());
                    endings.push(EndingRow { ending, meaning, result, share: Share::of(hits, games), by_turn });
                }
            }
        }
        endings.sort_by_key(|e| std::cmp::Reverse(e.share.games));
        let goals = names.goals.iter().zip(&tally.goals).map(|(goal, first)| {
            let mut sum = 0;
            let by_turn: Vec<u64> = first
                .iter()
                .map(|n| {
                    sum += n;
                    sum
                })
                .collect();
            GoalRow { goal: goal.clone(), share: Share::of(sum, games), by_turn }
        });
        let count = |list: &[u64], kind: usize| list.get(kind).copied().unwrap_or(0);
        let mut stuck: Vec<(u64, StuckRow)> = Vec::new();
        for (kind, (card, copies)) in names.cards.iter().enumerate() {
            let left = count(&tally.stuck, kind);
            if left > 0 && *copies > 0 {
                let played = per_game(count(&tally.played, kind), games);
                let row = StuckRow { card: card.clone(), copies: *copies, in_hand: per_game(left, games), played };
                stuck.push((left, row));
            }
        }
        stuck.sort_by(|(a, x), (b, y)| b.cmp(a).then_with(|| x.card.cmp(&y.card)));
        stuck.truncate(MOST_STUCK);
        Goldfish {
            v: GOLDFISH_VERSION,
            assumptions,
            games,
            opening: OpeningFigures {
                cards: Spread::of(&tally.opening_size),
                returned: Spread::of(&tally.returned),
                groups: names.groups.iter().zip(&tally.opening_groups).map(group).collect(),
            },
            metrics: names.metrics.clone(),
            turns: turns.collect(),
            endings,
            goals: goals.collect(),
            stuck: stuck.into_iter().map(|(_, row)| row).collect(),
        }
    }

    /// Games over by the end of each turn, from turn 0: won, lost, with no winner.
    #[must_use]
    pub fn ends_by_turn(&self) -> Vec<[u64; 3]> {
        let turns = self.endings.iter().map(|e| e.by_turn.len()).max().unwrap_or(0);
        let mut out = vec![[0; 3]; turns];
        for ending in &self.endings {
            let column = ["won", "lost", "none"].iter().position(|r| *r == ending.result).unwrap_or(2);
            for (turn, n) in ending.by_turn.iter().enumerate() {
                out[turn][column] += n;
            }
        }
        out
    }
}
