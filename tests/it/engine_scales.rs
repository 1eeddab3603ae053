//! Scales of Battle: the parts of a turn, one test a statement.

use decklint::play::{Job, Policy, Quantity, Seat, Step, Zone};
use decklint::spec::Setting;

use crate::table::{Game, Lab};

pub const A: Seat = Seat::A;
pub const B: Seat = Seat::B;

const HEAD: &str = "name,rarity,power,element,species,size,means,zone,abilities\n";

/// Cards without skills. Ox, Cat and Lord have the same attributes; Gust has one that loses to theirs, Brook one that
/// beats it, Moth two of that sort.
pub const PLAIN: &str = "\
Cat,C,1,Fire,Beast,Small,Blade,none,
Ox,R,2,Fire,Beast,Small,Blade,none,
Lord,SR,5,Fire,Beast,Small,Blade,none,
Gust,C,3,Wind,Beast,Small,Blade,none,
Brook,C,1,Water,Beast,Small,Blade,none,
Moth,C,1,Water,Fish,Small,Blade,none,
Heron,C,2,Water,Fish,Medium,Blade,none,
Whale,C,2,Water,Fish,Medium,Spell,none,
Kite,C,1,Wind,Fish,Small,Blade,none,
Straw,C,0,Fire,Beast,Small,Blade,none,
";

/// A table with the plain cards and further rows of the pool; A begins.
pub fn lab(rows: &str, a: &str, b: &str, set: &[(&str, Setting)]) -> Lab {
    Lab::new("scales", &format!("{HEAD}{PLAIN}{rows}"), [a, b], set)
}

/// The same with an idle second seat.
pub fn alone(rows: &str, a: &str, b: &str, set: &[(&str, Setting)]) -> Lab {
    Lab::with("scales", &format!("{HEAD}{PLAIN}{rows}"), [a, b], set, Some(A), [false, true])
}

/// What stands in a zone of a seat.
pub fn zone(game: &Game<'_>, seat: Seat, title: &str) -> Vec<String> {
    game.table(seat).into_iter().find(|(t, _)| t == title).map(|(_, slots)| slots).expect("a zone")
}

/// What stands in the Attack Zone for a seat.
pub fn attack(game: &Game<'_>, seat: Seat) -> String {
    zone(game, seat, "Attack Zone").join(", ")
}

pub fn deck(game: &Game<'_>, seat: Seat) -> i32 {
    game.number(seat, Quantity::Deck)
}

pub fn discard(game: &Game<'_>, seat: Seat) -> Vec<String> {
    game.zone(seat, Zone::Grave)
}

fn graveyard(game: &Game<'_>, seat: Seat) -> usize {
    game.zone(seat, Zone::Beyond).len()
}

const OXEN: &str = "20 Ox\n";
const CATS: &str = "20 Cat\n";

#[test]
fn scales_a_turn_draws_plays_and_fights() {
    let lab = lab("", OXEN, CATS, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Ox").pick(B, "defend Cat");
    let log = game.log();
    let stages: Vec<&str> =
        log.lines().filter(|l| l.starts_with("B1")).map(|l| l.split(['[', ']']).nth(1).expect("stage")).collect();
    let mut order = stages.clone();
    order.dedup();
    assert_eq!(order, ["play", "combat"], "a full hand draws nothing\n{log}");
    game.decision(B);
    assert!(game.log().contains("B2 [draw] B draws Cat (deck 15 -> 14)"), "{}", game.log());
    game.dice_are_used_up();
}

#[test]
fn scales_who_begins_is_chance_unless_it_is_said() {
    for (roll, seat) in [(0, A), (1, B)] {
        let lab = Lab::with("scales", &format!("{HEAD}{PLAIN}"), [OXEN, CATS], &[], None, [false; 2]);
        let mut game = lab.game(&[roll]);
        game.decision(seat);
        game.dice_are_used_up();
    }
}

#[test]
fn scales_draws_until_the_hand_is_3() {
    let rows = "Spark,C,1,Fire,Beast,Small,Blade,discard,played: damage 1\n";
    for seat in [A, B] {
        let decks = if seat == A { ["3 Spark\n20 Ox\n", CATS] } else { [CATS, "3 Spark\n20 Ox\n"] };
        let lab = Lab::with("scales", &format!("{HEAD}{PLAIN}{rows}"), decks, &[], Some(seat), [false; 2]);
        let mut game = lab.game(&[]);
        game.decision(seat);
        assert_eq!((game.number(seat, Quantity::Hand), deck(&game, seat)), (3, 20), "a hand of 3 draws 0");
        game.pick(seat, "skill Spark").pick(seat, "attack Spark");
        assert_eq!(game.number(seat, Quantity::Hand), 1);
        game.pick(seat.other(), "attack Cat");
        game.decision(seat);
        assert_eq!((game.number(seat, Quantity::Hand), deck(&game, seat)), (3, 18), "a hand of 1 draws 2");
        game.dice_are_used_up();
    }
}

#[test]
fn scales_the_number_to_draw_to_is_data() {
    let lab = lab("", OXEN, CATS, &[("hand", 5.into()), ("opening-hand", 5.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Ox").pick(B, "attack Cat");
    game.decision(A);
    assert_eq!((game.number(A, Quantity::Hand), deck(&game, A)), (5, 14));
}

#[test]
fn scales_without_an_opening_hand_the_first_turn_draws() {
    let lab = lab("", OXEN, CATS, &[("opening-hand", 0.into())]);
    let mut game = lab.game(&[]);
    assert_eq!(game.step(), Step::Opened);
    assert_eq!(game.number(A, Quantity::Hand), 0);
    game.decision(A);
    assert_eq!((game.number(A, Quantity::Hand), game.number(B, Quantity::Hand)), (3, 0));
    game.pick(A, "attack Ox");
    game.decision(B);
    assert_eq!((game.number(B, Quantity::Hand), deck(&game, B)), (3, 17));
}

#[test]
fn scales_a_card_goes_to_the_attack_or_defense_zone() {
    let lab = lab("", "1 Ox\n1 Cat\n20 Ox\n", CATS, &[]);
    let mut game = lab.game(&[]);
    assert_eq!(game.decision(A), ["attack Ox", "attack Cat", "defend Ox", "defend Cat"]);
}

#[test]
fn scales_the_attack_zone_is_shared() {
    let lab = lab("", OXEN, CATS, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Ox");
    assert_eq!((attack(&game, A), attack(&game, B)), ("Ox (power 2)".into(), String::new()));
    game.pick(B, "attack Cat");
    assert_eq!((attack(&game, A), attack(&game, B)), (String::new(), "Cat (power 1)".into()));
}

#[test]
fn scales_an_attack_card_that_is_replaced_deals_its_power_first() {
    for seat in [A, B] {
        let decks = if seat == A { [OXEN, CATS] } else { [CATS, OXEN] };
        let lab = Lab::with("scales", &format!("{HEAD}{PLAIN}"), decks, &[], Some(seat), [false; 2]);
        let mut game = lab.game(&[]);
        let other = seat.other();
        game.pick(seat, "attack Ox").pick(other, "attack Cat");
        assert_eq!((deck(&game, other), graveyard(&game, other)), (15, 2), "the power of the Ox");
        assert_eq!(game.number(other, Quantity::Damage), 2);
        assert_eq!(discard(&game, seat), ["Ox"], "it went to the Discard of its owner");
        assert_eq!(attack(&game, other), "Cat (power 1)");
        assert_eq!(game.decision(seat).len(), 2, "the turn ended");
        assert_eq!(game.turn(seat), 2);
    }
}

#[test]
fn scales_an_attack_into_the_empty_zone_hurts_nobody() {
    let lab = lab("", OXEN, CATS, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Ox");
    assert_eq!((graveyard(&game, A), graveyard(&game, B)), (0, 0));
    assert_eq!(game.last(), Some(Step::Decide(B)));
}

#[test]
fn scales_a_defender_without_an_attacker_moves_up() {
    let lab = lab("", OXEN, CATS, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "defend Ox");
    assert_eq!(attack(&game, A), "Ox (power 2)");
    assert_eq!(zone(&game, A, "Defense Zone"), Vec::<String>::new());
    assert_eq!(game.last(), Some(Step::Decide(B)), "the turn ended");
    assert!(!game.log().contains("[combat]"), "{}", game.log());
}

#[test]
fn scales_on_an_empty_field_attack_and_defense_come_to_the_same() {
    let states = ["attack Ox", "defend Ox"].map(|first| {
        let lab = lab("", OXEN, CATS, &[]);
        let mut game = lab.game(&[]);
        game.pick(A, first);
        (attack(&game, A), deck(&game, A), deck(&game, B), game.turn(B))
    });
    assert_eq!(states[0], states[1]);
}

#[test]
fn scales_whose_card_holds_the_attack_zone_has_no_card_to_play() {
    let lab = lab("", OXEN, CATS, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Ox").pick(B, "defend Cat");
    // The Ox won and stays, so the second turn of A goes by.
    assert_eq!(game.last(), Some(Step::Decide(B)));
    assert_eq!((game.turn(A), game.turn(B)), (2, 2));
    assert!(game.log().contains("A2 [play] A holds the Attack Zone: the turn ends"), "{}", game.log());
}

#[test]
fn scales_the_holder_draws_before_its_turn_ends() {
    for (draws, left) in [(true, 16), (false, 17)] {
        let lab = lab("", OXEN, CATS, &[("draw-while-holding", draws.into())]);
        let mut game = lab.game(&[]);
        game.pick(A, "attack Ox");
        assert_eq!(deck(&game, A), 17);
        game.pick(B, "defend Cat");
        assert_eq!(deck(&game, A), left);
        game.pick(B, "defend Cat");
        assert_eq!(deck(&game, A), left, "a full hand draws no more");
    }
}

#[test]
fn scales_the_holder_may_play_skill_cards_where_the_option_says_so() {
    let rows = "Spark,C,1,Fire,Beast,Small,Blade,discard,played: damage 1\n";
    let lab = lab(rows, "1 Ox\n20 Spark\n", CATS, &[("holder", "skills".into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Ox").pick(B, "defend Cat");
    assert_eq!(game.decision(A), ["skill Spark", "pass"]);
    game.pick(A, "skill Spark");
    assert_eq!(game.turn(B), 2, "one such card a turn: nothing is left to choose");
    game.pick(B, "defend Cat").pick(A, "pass");
    assert_eq!(game.last(), Some(Step::Decide(B)));
}

#[test]
fn scales_a_card_must_be_played_unless_the_option_says_otherwise() {
    let free = lab("", OXEN, CATS, &[("must-play", false.into())]);
    let mut game = free.game(&[]);
    assert_eq!(game.decision(A), ["attack Ox", "defend Ox", "pass"]);
    game.pick(A, "pass").pick(B, "pass");
    assert_eq!((game.turn(A), deck(&game, A)), (2, 17));
}

#[test]
fn scales_with_an_empty_hand_the_turn_ends() {
    // The hand is 1 card, and that card goes to the Discard Zone.
    let rows = "Spark,C,1,Fire,Beast,Small,Blade,discard,played: damage 1\n";
    let lab = lab(rows, "20 Spark\n", CATS, &[("hand", 1.into()), ("opening-hand", 1.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "skill Spark");
    assert_eq!(game.last(), Some(Step::Decide(B)));
}

#[test]
fn scales_an_idle_seat_draws_but_plays_nothing() {
    let lab = alone("", OXEN, CATS, &[]);
    let job =
        Job { seed: 1, turns: 50, policies: [Policy::First, Policy::Idle], goals: Vec::new(), groups: Vec::new() };
    let tally = lab.runner().run(&job, 0, 1);
    assert_eq!(tally.endings[2].drawn[50], 1, "A holds the zone for ever, and no more is decided");
    let mut game = lab.game(&[]);
    game.decision(A);
    game.take(A, "attack Ox");
    for _ in 0..50 {
        assert!(matches!(game.step(), Step::TurnEnd(_)));
    }
    assert_eq!((deck(&game, A), deck(&game, B)), (16, 17), "the decks never shrink again");
    assert_eq!((graveyard(&game, A), graveyard(&game, B)), (0, 0));
}

#[test]
fn scales_damage_goes_face_down_to_the_graveyard() {
    let lab = lab("", "20 Lord\n", CATS, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Lord").pick(B, "attack Cat");
    assert_eq!((deck(&game, B), graveyard(&game, B), discard(&game, B).len()), (12, 5, 0));
    let log = game.log();
    let line = log.lines().find(|l| l.contains("damage")).expect("a line on the damage");
    assert_eq!(line, "B1 [play] B takes 5 damage (deck 17 -> 12)", "it does not say which cards");
}

#[test]
fn scales_a_deck_at_0_loses_at_once() {
    // B has 3 in hand and 5 in the deck: the 5 damage of the Lord ends the game, the 2 of an Ox would not.
    let eight = "8 Cat\n";
    let lord = lab("", "20 Lord\n", eight, &[]);
    let mut game = lord.game(&[]);
    game.pick(A, "attack Lord").pick(B, "attack Cat");
    assert_eq!(game.end(), (Some(A), "damage"));
    assert_eq!(game.zone(B, Zone::Hand).len(), 3, "the card was not put down any more");
    let nine = lab("", "20 Lord\n", "9 Cat\n", &[]);
    let mut game = nine.game(&[]);
    game.pick(A, "attack Lord").pick(B, "attack Cat");
    assert_eq!(game.last(), Some(Step::Decide(A)), "one card is left");
    assert_eq!(deck(&game, B), 1);
}

#[test]
fn scales_damage_above_the_deck_is_a_deck_at_0() {
    let lab = lab("", "20 Lord\n", "5 Cat\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Lord").pick(B, "attack Cat");
    assert_eq!((deck(&game, B), graveyard(&game, B)), (0, 2));
    assert_eq!(game.end(), (Some(A), "damage"));
}

#[test]
fn scales_drawing_the_last_card_loses() {
    for (cards, ending) in [(3, true), (4, false)] {
        let lab = lab("", &format!("{cards} Ox\n"), CATS, &[]);
        let mut game = lab.game(&[]);
        if ending {
            assert_eq!(game.end(), (Some(B), "deck-out"), "3 cards are the first hand");
        } else {
            game.decision(A);
            assert_eq!(deck(&game, A), 1);
        }
    }
}

#[test]
fn scales_a_draw_takes_what_is_there_and_loses() {
    // A plays two cards in its first turn and finds one card for the two that it misses.
    let rows = "Spark,C,1,Fire,Beast,Small,Blade,discard,played: damage 1\n";
    let lab = lab(rows, "4 Spark\n", CATS, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "skill Spark").pick(A, "attack Spark").pick(B, "attack Cat");
    assert_eq!(game.end(), (Some(B), "deck-out"));
    assert_eq!(game.zone(A, Zone::Hand).len(), 2);
}

#[test]
fn scales_drawing_the_last_card_may_be_allowed() {
    let rows = "Spark,C,1,Fire,Beast,Small,Blade,discard,played: damage 1\n";
    let set = [("last-card", "allowed".into())];
    let one = lab(rows, "4 Spark\n", CATS, &set);
    let mut game = one.game(&[]);
    game.pick(A, "attack Spark").pick(B, "attack Cat");
    assert_eq!(game.decision(A).len(), 3, "the fourth card was drawn");
    assert_eq!(deck(&game, A), 0);
    game.pick(A, "skill Spark").pick(A, "defend Spark").pick(B, "attack Cat");
    assert_eq!(game.end(), (Some(B), "deck-out"), "the next draw finds none");
    let hurt = lab(rows, "4 Spark\n", CATS, &set);
    let mut game = hurt.game(&[]);
    game.pick(A, "attack Spark").pick(B, "attack Cat").pick(A, "attack Spark");
    assert_eq!(game.end(), (Some(B), "damage"), "damage on a deck at 0 still loses");
}

#[test]
fn scales_the_last_with_a_deck_wins() {
    for seat in [A, B] {
        let decks = if seat == A { ["3 Ox\n", CATS] } else { [CATS, "3 Ox\n"] };
        let lab = lab("", decks[0], decks[1], &[]);
        assert_eq!(lab.game(&[]).end(), (Some(seat.other()), "deck-out"));
    }
}
