//! Parallel: the order of play, one test for each statement of the text about the start, the turn and the end.

use decklint::play::{Job, Policy, Quantity, Seat, Step, Streams, Zone};
use decklint::spec::Setting;

use crate::table::{Game, Lab};

/// A pool of these rows: name, type, cost, attack, health, keywords, abilities. An empty cost is a missing one.
pub fn pool(rows: &[[&str; 7]]) -> String {
    let mut out = "name,parallel,type,rarity,cost,attack,health,keywords,abilities\n".to_owned();
    let ready = [
        ["Coin", "Effect", "0", "", "", "", "played: energy 20"],
        ["Ox", "Unit", "1", "2", "3", "", ""],
        ["Imp", "Unit", "1", "1", "1", "", ""],
        ["Bear", "Unit", "2", "3", "3", "", ""],
        ["Stone", "Unit", "99", "9", "9", "", ""],
    ];
    for [name, sort, cost, attack, health, keywords, abilities] in ready.iter().chain(rows) {
        let abilities = abilities.replace('"', "\"\"");
        out.push_str(&format!(
            "\"{name}\",Universal,{sort},Common,{cost},{attack},{health},{keywords},\"{abilities}\"\n"
        ));
    }
    out
}

/// A game where A begins, with further cards in the pool.
pub fn lab(rows: &[[&str; 7]], decks: [&str; 2], set: &[(&str, i64)]) -> Lab {
    Lab::new("parallel", &pool(rows), decks, &settings(set))
}

pub fn lab_with(
    rows: &[[&str; 7]],
    decks: [&str; 2],
    set: &[(&str, i64)],
    first: Option<Seat>,
    idle: [bool; 2],
) -> Lab {
    Lab::with("parallel", &pool(rows), decks, &settings(set), first, idle)
}

fn settings<'s>(set: &[(&'s str, i64)]) -> Vec<(&'s str, Setting)> {
    let setting = |&(key, n): &(&'s str, i64)| match key {
        "first-draw" | "first-bank-draw" | "no-loss" | "damage-stays" => (key, Setting::Bool(n != 0)),
        _ => (key, Setting::Int(n)),
    };
    set.iter().map(setting).collect()
}

/// The game after the mulligan, in which both keep.
pub fn begun(lab: &Lab) -> Game<'_> {
    let mut game = lab.game(&[]);
    game.pick(Seat::A, "keep").pick(Seat::B, "keep");
    game
}

pub fn size(game: &Game<'_>, seat: Seat, zone: Zone) -> usize {
    game.zone(seat, zone).len()
}

pub const A: Seat = Seat::A;
pub const B: Seat = Seat::B;

const STONES: &str = "40 Stone\n";

#[test]
fn parallel_chance_decides_who_goes_first() {
    for (roll, seat) in [(0, A), (1, B)] {
        let lab = lab_with(&[], [STONES, STONES], &[], None, [false; 2]);
        let mut game = lab.game(&[roll]);
        game.run();
        assert_eq!(game.last(), Some(Step::Decide(seat)), "the mulligan of who goes first");
        game.dice_are_used_up();
    }
}

#[test]
fn parallel_five_cards_of_the_own_deck_are_shown() {
    let lab = lab(&[], ["3 Ox\n3 Imp\n", "6 Bear\n"], &[]);
    let mut game = lab.game(&[]);
    assert_eq!(game.decision(A), ["return Ox", "return Imp", "keep", "concede"]);
    assert_eq!(game.zone(A, Zone::Hand), ["Ox", "Ox", "Ox", "Imp", "Imp"]);
    assert_eq!(game.zone(B, Zone::Hand), ["Bear"; 5]);
}

#[test]
fn parallel_mulligan_returns_any_number_then_draws_as_many() {
    let lab = lab(&[], ["1 Ox\n1 Imp\n1 Bear\n1 Coin\n3 Stone\n", STONES], &[]);
    for returned in [vec![], vec!["Imp"], vec!["Ox", "Imp", "Bear", "Coin", "Stone"]] {
        let mut game = lab.game(&[]);
        game.decision(A);
        for card in &returned {
            game.pick(A, &format!("return {card}"));
        }
        assert_eq!(size(&game, A, Zone::Hand), 5 - returned.len(), "nothing is drawn before the last is returned");
        game.pick(A, "keep").pick(B, "keep");
        assert_eq!(size(&game, A, Zone::Hand), 5);
        assert_eq!(size(&game, A, Zone::Deck), 2);
    }
    let mut game = lab.game(&[]);
    for card in ["Ox", "Imp", "Bear", "Coin", "Stone"] {
        game.pick(A, &format!("return {card}"));
    }
    assert_eq!(game.decision(A), ["keep", "concede"]);
    game.pick(A, "keep");
    assert_eq!(
        game.zone(A, Zone::Hand),
        ["Stone", "Stone", "Ox", "Imp", "Bear"],
        "two of the deck, three that went back"
    );
}

/// One copy in ten cards, all five returned if it is not among them: 1 - (1/2)^2. Cards set aside first would give 1.
#[test]
fn parallel_returned_cards_can_come_back() {
    let lab = lab(&[], ["1 Ox\n9 Stone\n", STONES], &[]);
    let has = |session: &dyn decklint::play::Session| session.zone(A, Zone::Hand).contains(&"Ox".to_owned());
    let games = 10_000;
    let mut with = 0;
    for trial in 0..games {
        let mut session = lab.runner().open(Box::new(Streams::new(3, trial)));
        while session.step() == Step::Decide(A) {
            let options = session.options();
            let back = if has(&*session) { None } else { options.iter().position(|o| o == "return Stone") };
            let keep = options.iter().position(|o| o == "keep").expect("keep");
            session.choose(back.unwrap_or(keep));
        }
        with += u32::from(has(&*session));
    }
    let share = f64::from(with) / f64::from(u32::try_from(games).expect("small"));
    assert!((share - 0.75).abs() < 3.0 * 0.004_33, "{share}");
}

#[test]
fn parallel_the_first_player_does_not_draw_on_the_first_turn_the_second_does() {
    let lab = lab(&[], [STONES, STONES], &[]);
    let mut game = begun(&lab);
    assert_eq!((size(&game, A, Zone::Hand), size(&game, A, Zone::Deck)), (5, 35));
    game.pick(A, "end");
    assert_eq!((size(&game, B, Zone::Hand), size(&game, B, Zone::Deck)), (6, 34));
    game.pick(B, "end");
    assert_eq!((size(&game, A, Zone::Hand), size(&game, A, Zone::Deck)), (6, 34), "from the second turn on");
    let option = self::lab(&[], [STONES, STONES], &[("first-draw", 1)]);
    assert_eq!(size(&begun(&option), A, Zone::Hand), 6, "the option");
}

#[test]
fn parallel_second_seat_may_go_first() {
    let lab = lab_with(&[], [STONES, STONES], &[], Some(B), [false; 2]);
    let mut game = lab.game(&[]);
    game.pick(B, "keep").pick(A, "keep");
    game.decision(B);
    assert_eq!(size(&game, B, Zone::Hand), 5);
    game.pick(B, "end");
    assert_eq!(size(&game, A, Zone::Hand), 6);
}

#[test]
fn parallel_a_banked_card_draws_another_when_the_turn_has_ended() {
    let lab = lab(&[], [STONES, STONES], &[]);
    let mut game = begun(&lab);
    game.pick(A, "end").pick(B, "bank Stone");
    assert_eq!(size(&game, B, Zone::Hand), 5, "nothing before the end of the turn");
    game.pick(B, "end");
    assert_eq!(size(&game, B, Zone::Hand), 6);
    game.pick(A, "end").pick(B, "end");
    assert_eq!(size(&game, B, Zone::Hand), 7, "the draw at the start only: nothing was banked");
}

/// The manual of the game: the first player's first turn has no draw at its end either. The text alone has one.
#[test]
fn parallel_first_turn_end_draw_is_an_option() {
    for (option, hand) in [(0, 4), (1, 5)] {
        let lab = lab(&[], [STONES, STONES], &[("first-bank-draw", option)]);
        let mut game = begun(&lab);
        game.pick(A, "bank Stone").pick(A, "end");
        assert_eq!(size(&game, A, Zone::Hand), hand);
        game.pick(B, "bank Stone").pick(B, "end");
        assert_eq!(size(&game, B, Zone::Hand), 6, "the second player draws either way");
        game.pick(A, "bank Stone").pick(A, "end");
        assert_eq!(size(&game, A, Zone::Hand), hand + 1, "and so does the first from the second turn on");
    }
}

#[test]
fn parallel_energy_is_the_number_of_banked_cards_and_one_more_at_once() {
    let lab = lab(&[], ["8 Ox\n32 Stone\n", STONES], &[]);
    let mut game = begun(&lab);
    assert_eq!(game.number(A, Quantity::Stock), 0, "none at the start of the game");
    assert_eq!(game.decision(A), ["bank Ox", "end", "concede"], "a cost of 1 is not paid with 0");
    game.pick(A, "bank Ox");
    assert_eq!(game.number(A, Quantity::Stock), 1);
    assert_eq!(game.decision(A), ["play Ox", "end", "concede"], "one bank a turn; 1 Energy pays for cost 1");
    game.pick(A, "end").pick(B, "end");
    assert_eq!(game.number(A, Quantity::Stock), 1, "the Energy that was not spent is lost: 1, not 2");
    game.pick(A, "bank Ox");
    assert_eq!(game.number(A, Quantity::Stock), 2);
}

#[test]
fn parallel_energy_of_the_turn_is_spent_on_cards() {
    let lab = lab(&[], ["1 Coin\n2 Ox\n2 Bear\n", STONES], &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin");
    assert_eq!(game.number(A, Quantity::Stock), 20);
    assert_eq!(game.zone(A, Zone::Grave), ["Coin"], "an Effect is expended");
    game.pick(A, "play Bear").pick(A, "play Ox");
    assert_eq!(game.number(A, Quantity::Stock), 17);
    assert_eq!(game.zone(A, Zone::Board), ["Bear", "Ox"]);
    game.pick(A, "end");
    assert_eq!(game.number(A, Quantity::Stock), 0);
}

/// Energy in turn n is n when a card is banked in every turn, so n(n+1)/2 in all.
#[test]
fn parallel_energy_grows_by_one_a_turn() {
    let lab = lab(&[], [STONES, STONES], &[]);
    let mut game = begun(&lab);
    let mut total = 0;
    for turn in 1..=12 {
        game.pick(A, "bank Stone");
        total += game.number(A, Quantity::Stock);
        assert_eq!(game.number(A, Quantity::Stock), turn);
        game.pick(A, "end").pick(B, "end");
    }
    assert_eq!(total, 12 * 13 / 2);
}

/// Cards seen at the end of turn n: 5 + 2n for the second player who banks, 5 + n without; the first player has two
/// draws less by the manual, one less by the text alone, and one less without banking.
#[test]
fn parallel_cards_seen_by_turn() {
    let seen = |game: &Game<'_>, seat: Seat| 40 - size(game, seat, Zone::Deck);
    for (option, less) in [(0, 2), (1, 1)] {
        let lab = lab(&[], [STONES, STONES], &[("first-bank-draw", option)]);
        let mut game = begun(&lab);
        for turn in 1..=10 {
            game.pick(A, "bank Stone").pick(A, "end");
            assert_eq!(seen(&game, A), 5 + 2 * turn - less);
            game.pick(B, "bank Stone").pick(B, "end");
            // A's next turn has begun; B's cards are those of the end of its turn.
            assert_eq!(seen(&game, B), 5 + 2 * turn);
        }
    }
    let lab = lab(&[], [STONES, STONES], &[]);
    let mut game = begun(&lab);
    for turn in 1..=10 {
        assert_eq!(seen(&game, A), 5 + turn - 1);
        game.pick(A, "end");
        assert_eq!(seen(&game, B), 5 + turn);
        game.pick(B, "end");
    }
}

#[test]
fn parallel_a_hand_of_eight_wastes_the_card_that_is_drawn() {
    let lab = lab_with(&[], ["20 Stone\n", "8 Stone\n1 Ox\n11 Imp\n"], &[("hand", 8)], Some(A), [false; 2]);
    let mut game = begun(&lab);
    game.pick(A, "end");
    assert_eq!((size(&game, B, Zone::Hand), size(&game, B, Zone::Deck)), (8, 11));
    assert_eq!(game.zone(B, Zone::Grave), ["Ox"], "the card that was drawn");
    assert_eq!(game.zone(B, Zone::Hand), ["Stone"; 8]);
    let seven = lab_with(&[], ["20 Stone\n", "20 Stone\n"], &[("hand", 7)], Some(A), [false; 2]);
    let mut game = begun(&seven);
    game.pick(A, "end");
    assert_eq!((size(&game, B, Zone::Hand), size(&game, B, Zone::Grave)), (8, 0));
}

fn job(policies: [Policy; 2], turns: u16) -> Job {
    Job { seed: 1, turns, policies, goals: Vec::new(), groups: Vec::new() }
}

/// The turn in which the first seat falls; it banks in every turn, or never.
fn falls(first: Seat, banks: bool, set: &[(&str, i64)]) -> Vec<usize> {
    let lab = lab_with(&[], [STONES, "400 Stone\n"], set, Some(first), [!banks, true]);
    let tally = lab.runner().run(&job([Policy::First, Policy::Idle], 60), 0, 3);
    let lost = &tally.endings[0].lost;
    (0..lost.len()).flat_map(|turn| vec![turn; usize::try_from(lost[turn]).expect("few")]).collect()
}

#[test]
fn parallel_deck_out_turns() {
    assert_eq!(falls(B, true, &[]), [20; 3], "second, banking");
    assert_eq!(falls(A, true, &[]), [21; 3], "first, banking, by the manual");
    assert_eq!(falls(A, true, &[("first-bank-draw", 1)]), [21; 3], "first, banking, by the text alone");
    assert_eq!(falls(B, false, &[]), [40; 3], "second, no bank");
    assert_eq!(falls(A, false, &[]), [41; 3], "first, no bank");
}

/// The losses of the second player who banks: 1 at the end of turn 18, 2 and 4 in turn 19, 8 and 16 in turn 20.
#[test]
fn parallel_searching_the_waste_doubles_the_loss() {
    let lab = lab_with(&[], [STONES, "400 Stone\n"], &[], Some(B), [false, true]);
    let mut game = lab.game(&[0; 8]);
    game.pick(A, "keep");
    for _ in 0..20 {
        game.pick(A, "bank Stone").pick(A, "end");
    }
    assert_eq!(game.end(), (Some(B), "health"));
    let log = game.log();
    let losses: Vec<&str> = log.lines().filter(|l| l.contains("searches")).collect();
    let expected = [
        "A18 [end] A searches the Waste Pile: Health 30 -> 29",
        "A19 [draw] A searches the Waste Pile: Health 29 -> 27",
        "A19 [end] A searches the Waste Pile: Health 27 -> 23",
        "A20 [draw] A searches the Waste Pile: Health 23 -> 15",
        "A20 [end] A searches the Waste Pile: Health 15 -> -1",
    ];
    assert_eq!(losses, expected);
}

/// Five searches cost 31: Health of 30 falls with the fifth, of 31 too, of 32 and 40 with the sixth (63 in all).
#[test]
fn parallel_health_of_40_survives_the_fifth_search() {
    let turn = |health| falls(B, false, &[("health", health)])[0];
    assert_eq!([turn(30), turn(31), turn(32), turn(40), turn(63), turn(64)], [40, 40, 41, 41, 41, 42]);
}
