//! What the built-in player makes of each effect: games with cards that have it, told in figures that are read by eye once.
//! Which effect a changed rating is about stands in the row; that nothing else changed, in the others.

use std::fmt::Write as _;

use std::sync::Arc;

use decklint::diagnostics::Levels;
use decklint::game::{DeckInput, Ready, ready, runner};
use decklint::play::{Dice, Job, Policy, Purpose, Quantity, Runner, Seat, Session, Step, Streams, Zone};
use decklint::spec::Setting;
use decklint::text::Source;

use crate::engine_barrenia_lab;
use crate::support::{files_below, root, session};
use crate::table::Lab;

/// Effects that all engines know something of; `STAT` is the first number of the game's cards, `LAST` the last.
const EFFECTS: &[&str] = &[
    "draw 1",
    "draw 2",
    "discard 1",
    "opponent discard 1",
    "energy 1",
    "energy 4",
    "damage 1",
    "damage 2",
    "opponent damage 1",
    "heal 1",
    "heal 3",
    "mill 2",
    "opponent mill 2",
    "recover 1",
    "search 1",
    "search 2",
    "raise STAT 2 for turn",
    "raise STAT 2 all",
    "raise LAST 1 all for turn",
    "lower STAT 1",
    "lower LAST 1",
    "lower LAST 1 all for turn",
    "destroy 1",
    "destroy 2",
    "banish 1",
    "opponent destroy 1",
    "ready 1",
    "ready all",
    "negate",
    "double-damage",
    "extra-clash",
    "d-end",
];

/// A game to try effects in: its cards, with `WHEN: EFFECT` for the ability of some, and the decks.
struct Trial {
    game: &'static str,
    pool: String,
    decks: [&'static str; 2],
    whens: &'static [&'static str],
    stats: [&'static str; 2],
    unknown: &'static [&'static str],
}

fn trials() -> Vec<Trial> {
    let barrenia = engine_barrenia_lab::POOL.to_owned()
        + "91000001,Actor,Soldier,Mad Dunes,2,,3,3,3,,ABILITY,,\n91000002,Prop,Rear,,1,,,,,,ABILITY,,\n\
           91000003,Moment,Timebreak,,,1,,,,,ABILITY,,\n";
    let breakrift = "name,type,slot,theme,attack,defense,abilities\nImp,Summon,,,3,2,\nAngel,Summon,,,2,4,\nWall,Summon,,,0,6,\nHound,Summon,,,2,3,clash: raise attack 1 for clash\n\
        Coat,Equipment,Upper Clothing,Sun,,3,\nSword,Equipment,Weapon,Sun,2,,\nBoots,Equipment,Lower Clothing,Sun,,3,\n\
        Actor,Summon,,,2,2,ABILITY\nMoment,Spell,,,,,ABILITY\n";
    let parallel = "name,parallel,type,rarity,cost,attack,health,keywords,abilities\nOx,Universal,Unit,Common,1,2,3,,\n\
        Elk,Universal,Unit,Common,3,4,4,,\nIbis,Universal,Unit,Common,2,3,1,,\nActor,Universal,Unit,Common,2,2,2,,ABILITY\n\
        Hawk,Universal,Unit,Common,2,2,2,,clash: draw 1\n\
        Dove,Universal,Unit,Common,1,2,6,Pacifist,\nBlade,Universal,Upgrade,Common,1,1,1,,\n\
        Moment,Universal,Effect,Common,1,,,,ABILITY\n";
    let scales = "name,rarity,power,element,species,size,means,zone,abilities\nCat,C,1,Fire,Beast,Small,Blade,none,\n\
        Ox,R,2,Fire,Beast,Small,Blade,none,\nGust,C,3,Wind,Beast,Small,Blade,none,\nBrook,C,1,Water,Beast,Small,Blade,none,\nKite,C,2,Fire,Beast,Small,Blade,discard,won: draw 1\n\
        Actor,C,2,Wind,Beast,Small,Blade,discard,ABILITY\nActress,C,2,Water,Beast,Small,Blade,changer,ABILITY\n";
    let tuna = "name,atk,def,abilities\nAnt,5,5,\nBee,4,4,\nCow,6,3,\nDog,2,7,\nElk,3,3,\nFox,1,1,\nJay,3,4,clash: raise atk 2 for turn\n\
        Actor,4,4,ABILITY\nActress,3,5,ABILITY\nMime,5,2,ABILITY\n";
    vec![
        Trial {
            game: "barrenia",
            pool: barrenia,
            decks: [
                "8 Actor\n6 Prop\n6 Moment\n6 Spark\n6 Maker\n4 Titan\n4 Beast\n",
                "8 Tide\n8 Comb\n4 Duelist\n4 Actor\n4 Herald\n6 Titan\n6 Wall\n",
            ],
            whens: &["played", "field cost 5", "clash", "won"],
            stats: ["el", "ip"],
            unknown: &["health", "token"],
        },
        Trial {
            game: "breakrift",
            pool: breakrift.to_owned(),
            decks: [
                "6 Actor\n6 Moment\n4 Imp\n4 Angel\n4 Wall\n3 Coat\n3 Sword\n",
                "6 Imp\n6 Angel\n4 Hound\n3 Actor\n4 Wall\n4 Coat\n3 Boots\n",
            ],
            whens: &["played", "clash"],
            stats: ["attack", "defense"],
            unknown: &["energy", "ready", "negate", "d-end"],
        },
        Trial {
            game: "parallel",
            pool: parallel.to_owned(),
            decks: [
                "8 Actor\n8 Moment\n8 Ox\n8 Elk\n8 Ibis\n",
                "8 Ox\n8 Elk\n4 Ibis\n4 Dove\n6 Hawk\n4 Actor\n6 Blade\n",
            ],
            whens: &["played", "clash"],
            stats: ["attack", "health"],
            unknown: &["d-end"],
        },
        Trial {
            game: "scales",
            pool: scales.to_owned(),
            decks: ["5 Actor\n5 Actress\n4 Ox\n3 Gust\n3 Brook\n", "4 Cat\n4 Ox\n4 Gust\n2 Brook\n3 Kite\n3 Actor\n"],
            whens: &["played", "won"],
            stats: ["power", "power"],
            unknown: &["energy", "mill", "banish", "ready", "extra-clash", "d-end"],
        },
        Trial {
            game: "tuna",
            pool: tuna.to_owned(),
            decks: [
                "1 Ant\n1 Bee\n1 Elk\n1 Fox\n1 Actor\n1 Actress\n1 Mime\n",
                "1 Cow\n1 Dog\n1 Jay\n1 Ant\n1 Bee\n1 Actor\n",
            ],
            whens: &["arts", "arts cost 1", "played", "clash"],
            stats: ["atk", "def"],
            unknown: &["mill", "recover"],
        },
    ]
}

/// Names and numbers of a text as one number, not its words: they may be put in another way.
fn print_of(text: &str) -> u64 {
    let words = text.split([' ', ',', '.', '`']);
    let told = words.filter(|w| w.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
    told.flat_map(str::bytes).fold(7, |n, b| (n ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

fn with(print: u64, text: &str) -> u64 {
    print.rotate_left(5) ^ print_of(text)
}

/// What is seen of a seat: its cards by zone, as they lie on the table, and its numbers.
fn shown(session: &dyn Session, seat: Seat) -> String {
    let zones: Vec<_> = Zone::ALL.iter().map(|(_, zone)| session.zone(seat, *zone)).collect();
    let all = [
        Quantity::Life,
        Quantity::Hand,
        Quantity::Deck,
        Quantity::Grave,
        Quantity::Stock,
        Quantity::Turn,
        Quantity::Damage,
        Quantity::Board(None),
    ];
    let numbers = all.map(|quantity| session.quantity(seat, quantity));
    format!("{numbers:?} {zones:?} {:?}", session.table(seat)).replace(['[', ']', '"', '(', ')', '-'], " ")
}

/// A game of chance: what may be done at each decision, what the built-in player would do there, and how it goes on.
fn chance(runner: &dyn Runner, turns: u16, game: u64, mut print: u64) -> u64 {
    let mut dice = Streams::new(6, game);
    let mut session = runner.open(Box::new(Streams::new(5, game)));
    for _ in 0..1000 {
        match session.step() {
            Step::Decide(seat) => {
                let options = session.options();
                print = options.iter().fold(print, |print, option| with(print, option));
                print = with(print, &session.advice(&Policy::Greedy, seat).to_string());
                let many = u32::try_from(options.len()).expect("few");
                session.choose(dice.below(Purpose::Game, many) as usize);
            }
            Step::TurnEnd(seat) => {
                print = Seat::BOTH.iter().fold(print, |print, seat| with(print, &shown(&*session, *seat)));
                if session.turn(seat) >= turns {
                    break;
                }
            }
            Step::Over(_) => break,
            Step::Opened => {}
        }
    }
    session.log().iter().fold(print, |print, line| with(print, &line.text))
}

/// Of some games of the built-in player against itself: lines of their records, those in which a word stands, games that A
/// won, and what tells whether any choice in any game is another one; then the same of games of chance and of what is counted.
fn played(runner: &dyn Runner, turns: u16, games: u64, words: &[&str]) -> String {
    let (mut lines, mut named, mut won, mut greedy, mut random) = (0, 0, 0, 0, 0);
    let job = Job { seed: 5, turns, policies: [Policy::Greedy, Policy::Greedy], goals: Vec::new(), groups: Vec::new() };
    for game in 0..games {
        let trace = runner.trace(&job, game);
        lines += trace.lines.len();
        named += trace.lines.iter().filter(|l| words.iter().any(|word| l.text.contains(word))).count();
        won += usize::from(trace.outcome.is_some_and(|o| o.winner == Some(Seat::A)));
        greedy = trace.lines.iter().fold(greedy, |print, line| with(print, &line.text));
        random = chance(runner, turns, game, random);
    }
    let tally = format!("{:?}", runner.run(&job, 0, games)).replace(['[', ']'], " ");
    let [greedy, random, tally] = [greedy, random, print_of(&tally)].map(|print| print >> 48);
    format!("{lines:4} {named:4} {won:2} {greedy:04x} {random:04x} {tally:04x}")
}

/// By effect and time.
fn figures(trial: &Trial) -> String {
    let mut out = String::new();
    for &effect in EFFECTS {
        if effect.split(' ').any(|word| trial.unknown.contains(&word)) {
            continue;
        }
        let effect = effect.replace("STAT", trial.stats[0]).replace("LAST", trial.stats[1]);
        _ = write!(out, "{effect:<28}");
        for when in trial.whens {
            let pool = trial.pool.replace("ABILITY", &format!("{when}: {effect}"));
            let lab = Lab::with(trial.game, &pool, trial.decks, &[], None, [false; 2]);
            _ = write!(out, " | {when}: {}", played(lab.runner(), 12, 12, &["Act", "Prop", "Moment", "Mime"]));
        }
        out.push('\n');
    }
    out
}

/// One number of the set-up at a time, otherwise than shipped.
const SET_UPS: &[(&str, &[&str])] = &[
    (
        "barrenia",
        &[
            "life 3",
            "hand 3",
            "stock 3",
            "hand-limit 5",
            "turn-cap 4",
            "soldier-zones 2",
            "rear-zones 1",
            "clash-damage 2",
            "timebreak-stage no",
            "timebreak-total at-most",
            "first-turn-count 0",
            "send at-most-one",
            "hand-limit-at once",
            "clash-stat shared",
            "tie-reveal both",
            "both-out target",
            "recover-incarnations no",
            "miracle-life 3",
            "miracle-regrow-cards 1",
            "miracle-energy-tokens 1",
            "miracle-draw-cards 1",
            "miracle-direct-damage 3",
        ],
    ),
    (
        "breakrift",
        &[
            "life 3",
            "hand 2",
            "draw 2",
            "set-limit 1",
            "set-types slots",
            "base-attack 2",
            "defenders all",
            "defense-order free",
            "deck-out effects",
            "deck-out-damage 3",
        ],
    ),
    (
        "parallel",
        &[
            "health 8",
            "hand 3",
            "hand-limit 4",
            "draw 2",
            "first-draw yes",
            "banks 2",
            "bank-draw 2",
            "first-bank-draw yes",
            "search-loss 3",
            "search-growth 1",
            "no-loss yes",
            "damage-stays no",
        ],
    ),
    (
        "scales",
        &[
            "hand 2",
            "opening-hand 0",
            "last-card allowed",
            "draw-while-holding no",
            "holder skills",
            "skill-cards one",
            "skill-cards any",
            "refill-after-skill yes",
            "must-play no",
            "winning-attack discarded",
        ],
    ),
    (
        "tuna",
        &[
            "stock 1",
            "damage-slots 2",
            "front-slots 1",
            "waiting-slots 1",
            "calls 2",
            "arts 2",
            "attacks 2",
            "trigger-die 2",
            "trigger-on 2",
            "counter-most 1",
            "burn-triggers no",
            "replace yes",
            "same-name own",
            "move-up always",
        ],
    ),
];

/// A game of the trial's cards with each set-up.
fn other_rules(trial: &Trial) -> String {
    let pool = trial.pool.replace("ABILITY", &format!("{}: draw 1", trial.whens[0]));
    let mut out = String::new();
    for line in SET_UPS.iter().filter(|(game, _)| *game == trial.game).flat_map(|(_, lines)| *lines) {
        let (key, value) = line.split_once(' ').expect("key and value");
        let setting: Setting = match (value.parse::<i64>(), value) {
            (Ok(number), _) => number.into(),
            (_, "yes") => true.into(),
            (_, "no") => false.into(),
            (_, word) => word.into(),
        };
        let lab = Lab::with(trial.game, &pool, trial.decks, &[(key, setting)], None, [false; 2]);
        _ = writeln!(out, "{line:<28} {}", played(lab.runner(), 12, 8, &[]));
    }
    out
}

/// The generic engine with set-ups of all kinds.
fn generic() -> String {
    let setups = [
        "{}",
        "{hand: 3}",
        "{hand: 3, resource: 1, resource-growth: 1, cost: cost}",
        "{hand: 2, resource: 2, resource-growth: 0, resource-kept: true, cost: cost}",
        "{hand: 3, draw-to: 4}",
        "{hand: 3, draw: 2, hand-limit: 4}",
        "{hand: 3, draw: 2, hand-limit: 3, overflow: discard}",
        "{hand: 5, mulligan: any}",
        "{hand: 3, mulligan: free, mulligans: 2}",
        "{hand: 4, mulligan: london}",
        "{hand: 4, mulligan: london, resource: 1, cost: cost}",
        "{hand: 4, deck-out: nothing}",
        "{hand: 4, deck-out: damage, deck-out-damage: 2, life: 5}",
        "{hand: 3, replace: true}",
        "{hand: 3, replace: true, mulligan: any, hand-limit: 3}",
        "{hand: 3, replace: true, hand-limit: 3, overflow: discard}",
        "{hand: 3, skip-first-draw: true}",
    ];
    let decks = ["2 Ace\n2 Bow\n2 Cog\n2 Dew\n1 Hen\n", "1 Ace\n2 Elk\n2 Fox\n2 Gnu\n1 Ibis\n"];
    let mut out = String::new();
    for setup in setups {
        let lab = Lab::of(&crate::toy::spec(setup), crate::toy::POOL, decks, &[], None, [false; 2]);
        _ = writeln!(out, "{setup:<80} {}", played(lab.runner(), 12, 8, &[]));
    }
    out
}

#[test]
fn choices_of_the_generic_engine_are_as_recorded() {
    insta::assert_snapshot!(generic());
}

fn shipped(session: &decklint::game::Session, path: &std::path::Path) -> Ready {
    let text = std::fs::read_to_string(path).expect("a deck");
    let source = Arc::new(Source::new(path.display().to_string(), text));
    let input = DeckInput { source: &source, guessed: None, path: Some(path), game: None };
    ready(session, input, &Levels::default()).unwrap_or_else(|e| panic!("{e:#?}"))
}

/// Each shipped deck of a game against each.
fn bouts(game: &str) -> String {
    let session = session();
    let decks = files_below(&root().join("decks").join(game));
    let all: Vec<Ready> = decks.iter().map(|path| shipped(&session, path)).collect();
    let mut out = String::new();
    for (own, path) in all.iter().zip(&decks) {
        _ = write!(out, "{:<24}", path.file_stem().expect("a name").display());
        for other in &all {
            let (runner, _) = runner(&session, own, other.deck.clone(), None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
            _ = write!(out, " | {}", played(&*runner, 20, 4, &[]));
        }
        out.push('\n');
    }
    out
}

fn recorded(game: &str) {
    let trial = trials().into_iter().find(|t| t.game == game).expect("a trial");
    insta::assert_snapshot!(format!("choices_{game}"), figures(&trial));
    insta::assert_snapshot!(format!("bouts_{game}"), bouts(game));
    insta::assert_snapshot!(format!("rules_{game}"), other_rules(&trial));
}

#[test]
fn barrenia_choices_are_as_recorded() {
    recorded("barrenia");
}

#[test]
fn breakrift_choices_are_as_recorded() {
    recorded("breakrift");
}

#[test]
fn parallel_choices_are_as_recorded() {
    recorded("parallel");
}

#[test]
fn scales_choices_are_as_recorded() {
    recorded("scales");
}

#[test]
fn tuna_choices_are_as_recorded() {
    recorded("tuna");
}
