//! Tuna: coin, rounds, draws from a deck that is never used up, calls, arts, the end of a round.

use decklint::play::{Quantity, Seat, Step, Zone};
use decklint::spec::Setting;

use crate::table::{Game, Lab};

const A: Seat = Seat::A;
const B: Seat = Seat::B;

pub const POOL: &str = "name,atk,def,abilities\nAnt,5,5,\nBee,4,4,\nCow,6,3,\nDog,2,7,\nElk,3,3,\nFox,1,1,\nGnu,7,2,\n\
    Hen,2,2,arts: energy 2\nIbis,2,2,arts cost 1: energy 3\nJay,2,2,arts if damage >= 1: energy 1\n";

pub const SEVEN: &str = "1 Ant\n1 Bee\n1 Cow\n1 Dog\n1 Elk\n1 Fox\n1 Gnu\n";

/// Two playing seats, A first.
pub fn two(a: &str, b: &str, set: &[(&str, Setting)]) -> Lab {
    Lab::new("tuna", POOL, [a, b], set)
}

/// A against a seat that does nothing.
pub fn alone(a: &str, set: &[(&str, Setting)]) -> Lab {
    Lab::with("tuna", POOL, [a, "30 Fox\n"], set, Some(A), [false, true])
}

pub fn hand(game: &Game<'_>, seat: Seat) -> Vec<String> {
    game.zone(seat, Zone::Hand)
}

pub fn board(game: &Game<'_>, seat: Seat) -> Vec<String> {
    game.zone(seat, Zone::Board)
}

/// A row of the table as seat A sees it, names only.
pub fn row(game: &Game<'_>, seat: Seat, index: usize) -> Vec<String> {
    let cell = |text: String| text.rsplit_once(' ').map_or(text.clone(), |(name, _)| name.to_owned());
    game.table(seat).swap_remove(index).1.into_iter().map(cell).collect()
}

#[test]
fn tuna_the_coin_says_who_has_the_first_defence_round() {
    for (coin, first) in [(0, A), (1, B)] {
        let lab = Lab::with("tuna", POOL, [SEVEN, SEVEN], &[], None, [false; 2]);
        let mut game = lab.game(&[coin]);
        game.decision(first);
        assert_eq!(hand(&game, first).len(), 5);
        assert!(hand(&game, first.other()).is_empty(), "the offence of round 1 has drawn nothing");
        assert!(game.log().contains(&format!("A throws the coin: {coin}")));
        game.dice_are_used_up();
    }
}

#[test]
fn tuna_round_one_is_a_draw_and_a_call_only() {
    let lab = two(SEVEN, SEVEN, &[]);
    let mut game = lab.game(&[]);
    assert_eq!(game.step(), Step::Opened);
    assert_eq!((hand(&game, A).len(), game.turn(A)), (5, 0), "the opening hand is that of the first start phase");
    game.pick(A, "call Ant (front 1)");
    assert_eq!(game.last(), Some(Step::Decide(B)), "B had no hand and no unit in its offence round");
    assert_eq!((game.turn(A), game.turn(B)), (1, 1));
    assert_eq!(game.number(B, Quantity::Damage) + game.number(A, Quantity::Damage), 0);
}

#[test]
fn tuna_opening_hand_of_the_second_player_stands_in_round_two() {
    let lab = Lab::with("tuna", POOL, [SEVEN, SEVEN], &[], Some(B), [false, true]);
    let mut game = lab.game(&[]);
    assert_eq!(game.step(), Step::Opened);
    assert_eq!((game.turn(B), hand(&game, A).len()), (1, 5));
}

#[test]
fn tuna_defence_and_offence_swap_each_round() {
    let lab = two("5 Fox\n", "5 Ant\n", &[]);
    let mut game = lab.game(&[]);
    for round in 1..=3 {
        game.pick(A, "pass");
        if round > 1 {
            game.pick(B, "pass");
        }
        game.pick(B, "pass");
        game.pick(A, "pass");
        assert_eq!((game.turn(A), game.turn(B)), (round + 1, round));
    }
    // Calls are asked of the defence, arts of the offence.
    let log = game.log();
    assert!(log.contains("A2 [play] A calls no hero\nA2 [arts] B plays no arts"), "{log}");
    assert!(log.contains("B2 [play] B calls no hero\nB2 [arts] A plays no arts"), "{log}");
}

#[test]
fn tuna_a_turn_ends_with_the_own_offence_round() {
    let lab = two("5 Fox\n", "5 Ant\n", &[]);
    let mut game = lab.game(&[]);
    let mut ends = Vec::new();
    while ends.len() < 4 {
        match game.step() {
            Step::Decide(seat) => game.take(seat, "pass"),
            Step::TurnEnd(seat) => ends.push((seat, game.turn(A), game.turn(B))),
            _ => {}
        }
    }
    assert_eq!(ends, [(A, 1, 1), (B, 2, 1), (A, 2, 2), (B, 3, 2)], "the first offence round ends no turn");
}

#[test]
fn tuna_draws_as_many_cards_as_the_stock_says() {
    for stock in [0, 1, 5, 6] {
        let lab = alone(SEVEN, &[("stock", stock.into())]);
        let mut game = lab.game(&[]);
        game.step();
        assert_eq!(hand(&game, A).len(), usize::try_from(stock).expect("small"));
    }
}

#[test]
fn tuna_stock_returns_to_its_default_after_the_draw() {
    let lab = alone("1 Hen\n6 Ant\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "pass");
    assert_eq!(game.number(A, Quantity::Stock), 5);
    game.pick(A, "arts Hen");
    // 5 + 2 in the own offence round; drawn in the next defence round, then 5 again.
    assert_eq!((hand(&game, A).len(), game.number(A, Quantity::Stock)), (7, 5));
    assert!(game.log().contains("Stock of A: 5 -> 7") && game.log().contains("Stock of A: 7 -> 5"));
}

#[test]
fn tuna_deck_is_never_used_up() {
    let lab = alone(SEVEN, &[]);
    let mut game = lab.game(&[]);
    for _ in 0..4 {
        game.decision(A);
        assert_eq!(game.zone(A, Zone::Deck).len(), 7, "all cards are there for the next draw");
        assert_eq!(hand(&game, A), ["Ant", "Bee", "Cow", "Dog", "Elk"]);
        game.pick(A, "pass").pick(A, "pass");
    }
    assert!(game.zone(A, Zone::Grave).is_empty(), "what was thrown away is still in the deck");
}

#[test]
fn tuna_cards_on_the_field_stay_drawable() {
    let lab = alone(SEVEN, &[]);
    let mut game = lab.game(&[9, 0]);
    game.pick(A, "call Ant (front 1)").pick(A, "pass");
    assert_eq!((board(&game, A), hand(&game, A)[0].as_str()), (vec!["Ant".to_owned()], "Ant"));
}

#[test]
fn tuna_one_draw_holds_each_copy_once_unless_drawn_with_replacement() {
    let names = |replace: bool| {
        let lab = alone(SEVEN, &[("stock", 7.into()), ("replace", replace.into())]);
        let mut game = lab.game(&[]);
        game.step();
        hand(&game, A)
    };
    assert_eq!(names(false), ["Ant", "Bee", "Cow", "Dog", "Elk", "Fox", "Gnu"]);
    assert_eq!(names(true), ["Ant"; 7], "dice that always say 0 draw the same card again");
}

#[test]
fn tuna_draw_is_capped_at_the_size_of_the_deck() {
    for replace in [false, true] {
        let lab = alone("1 Ant\n1 Bee\n1 Cow\n", &[("replace", replace.into())]);
        let mut game = lab.game(&[]);
        game.step();
        assert_eq!(hand(&game, A).len(), 3);
    }
    let lab = alone("1 Ant\n1 Bee\n1 Cow\n", &[("stock", 3.into())]);
    let mut game = lab.game(&[]);
    game.step();
    assert_eq!(hand(&game, A).len(), 3);
}

#[test]
fn tuna_one_call_a_round_and_none_is_forced() {
    let lab = alone("1 Ant\n1 Bee\n", &[("front-slots", 1.into()), ("waiting-slots", 0.into())]);
    let mut game = lab.game(&[]);
    assert_eq!(game.decision(A), ["call Ant (front 1)", "call Bee (front 1)", "pass"]);
    game.pick(A, "call Ant (front 1)");
    assert_eq!((hand(&game, A), game.decision(A)), (vec!["Bee".to_owned()], vec!["pass".to_owned()]));
    assert_eq!(game.turn(B), 1, "the next question is that of the arts step");
    let lab = alone("1 Ant\n1 Bee\n", &[("calls", 2.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Ant (front 1)").pick(A, "call Bee (front 2)");
    assert_eq!(board(&game, A).len(), 2);
}

#[test]
fn tuna_front_row_is_filled_before_the_waiting_row() {
    let set = [("front-slots", 2.into()), ("waiting-slots", 1.into()), ("attacks", 0.into())];
    let lab = alone("1 Ant\n1 Bee\n1 Cow\n1 Dog\n", &set);
    let mut game = lab.game(&[]);
    assert_eq!(game.decision(A)[..2], ["call Ant (front 1)", "call Ant (front 2)"]);
    game.pick(A, "call Ant (front 2)").pick(A, "pass");
    assert_eq!(game.decision(A)[0], "call Bee (front 1)", "one place is left in front");
    game.pick(A, "call Bee (front 1)").pick(A, "pass");
    assert_eq!(game.decision(A), ["call Cow (waiting row)", "call Dog (waiting row)", "pass"]);
    game.pick(A, "call Cow (waiting row)").pick(A, "pass");
    assert_eq!(game.decision(A), ["pass"], "the battlefield is full");
    assert_eq!((row(&game, A, 0), row(&game, A, 1)), (vec!["Bee".into(), "Ant".into()], vec!["Cow".into()]));
}

#[test]
fn tuna_no_unit_of_a_name_on_the_battlefield_is_called() {
    for (option, free) in [("both", false), ("own", true)] {
        let lab = two("2 Ant\n1 Bee\n", "1 Ant\n1 Cow\n", &[("same-name", option.into()), ("attacks", 0.into())]);
        let mut game = lab.game(&[]);
        game.pick(A, "call Ant (front 1)");
        assert_eq!(game.decision(B).contains(&"call Ant (front 1)".to_owned()), free, "{option}");
        game.pick(B, "pass").pick(A, "pass");
        assert!(!game.decision(A).iter().any(|o| o.contains("Ant")), "never twice on one's own side");
    }
}

#[test]
fn tuna_cards_treated_as_another_share_its_name() {
    let pool = "name,atk,def,abilities,same_as\nAnt,5,5,,\nAnt in a Coat,5,5,,treated-as:Ant\n";
    let lab = Lab::new("tuna", pool, ["1 Ant\n1 Ant in a Coat\n", "1 Ant\n"], &[("attacks", 0.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Ant (front 1)").pick(B, "pass").pick(A, "pass");
    assert_eq!(game.decision(A), ["pass"]);
}

#[test]
fn tuna_offence_may_play_one_arts_that_it_can_use() {
    let deck = "1 Hen\n1 Ibis\n1 Jay\n1 Ant\n";
    let lab = alone(deck, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "pass");
    // Ibis costs a die, Jay asks for damage, Ant has no arts.
    assert_eq!(game.decision(A), ["arts Hen", "pass"]);
    game.pick(A, "arts Hen");
    assert_eq!(game.turn(A), 2, "one arts a round");
    let lab = alone("2 Hen\n", &[("arts", 2.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "pass").pick(A, "arts Hen").pick(A, "arts Hen");
    assert!(game.log().contains("Stock of A: 7 -> 9"));
}

#[test]
fn tuna_offence_throws_its_hand_away_at_the_end_and_the_defence_keeps_it() {
    let lab = two("3 Fox\n", "4 Ant\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "pass");
    assert_eq!((hand(&game, A).len(), hand(&game, B).len()), (3, 4), "kept for the own offence round");
    game.pick(B, "pass");
    assert_eq!(hand(&game, A).len(), 3);
    game.pick(A, "pass");
    assert!(game.log().contains("B1 [end] A throws the hand away: 3 -> 0 cards"));
    assert_eq!(hand(&game, B).len(), 4, "B is the offence of the round that has begun");
    assert_eq!(hand(&game, A).len(), 3, "drawn anew");
}

#[test]
fn tuna_an_idle_seat_draws_and_throws_away_without_being_asked() {
    let lab = alone("1 Fox\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "pass");
    assert_eq!(hand(&game, B).len(), 5);
    game.pick(A, "pass");
    assert_eq!(game.last(), Some(Step::Decide(A)));
    assert!(board(&game, B).is_empty());
}
