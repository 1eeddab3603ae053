//! A small pool and shortcuts for the tests of Barrenia's turns. Null costs nothing, gives nothing and can hardly ever be
//! played, so it fills hands and decks.

use decklint::play::{Quantity, Seat, Zone};
use decklint::spec::Setting;

use crate::table::{Game, Lab};

pub const POOL: &str = "\
code,name,type,territories,size,ohm,el,ag,ip,symbol,abilities,appearance,victory
90000001,Spark,Soldier,Steampunk Empire,2,,5,1,2,,,,
90000002,Tide,Soldier,Atlantical States,2,,4,2,2,,,,
90000003,Frost,Soldier,Aurora Poles,2,,3,3,1,,,,
90000004,Comb,Soldier,Hive Union,2,,1,5,2,,,,
90000005,Cliff,Soldier,Bridstrom Cliffs,2,,2,4,1,,,,
90000006,Trail,Soldier,Explorer Colonies,2,,1,3,3,,,,
90000007,Bone,Soldier,Deadman Zone,2,,2,1,5,,,,
90000008,Rose,Soldier,Flowuna Republic,2,,1,2,4,,,,
90000009,Dune,Soldier,Mad Dunes,2,,3,1,3,,,,
90000010,Maker,Soldier,Creator Collective,3,,4,6,5,,,,
90000011,Chasm,Soldier,Dreadful Abyss,3,,3,7,6,,,,
90000012,Nomad,Soldier,,2,,2,2,2,,,,
90000013,Twin,Soldier,Aurora Poles; Hive Union,3,,4,4,1,,,,
90000014,Pair,Soldier,Hive Union; Bridstrom Cliffs,3,,2,5,1,,,,
90000015,Half,Soldier,Steampunk Empire; Creator Collective,3,,5,3,1,,,,
90000016,Trio,Soldier,Steampunk Empire; Hive Union; Mad Dunes,3,,3,3,3,,,,
90000017,Beast,Chimera Soldier,Mad Dunes; Hive Union,3,,6,4,2,,,,
90000018,Mule,Chimera Soldier,,2,,3,5,1,,,,
90000019,Titan,Incarnation,Steampunk Empire,5,,8,4,3,,,,
90000020,Giant,Incarnation,Aurora Poles; Hive Union,5,,7,7,1,,,,
90000021,Wall,Rear,,1,,,,,,,,
90000022,Vault,Rear,,99,,,,,,,,
90000023,Pebble,Soldier,Mad Dunes,0,,1,1,1,,,,
90000024,Null,Timebreak,,,0,,,,,,,
90000025,Tick,Timebreak,,,1,,,,,,,
90000026,Tock,Timebreak,,,2,,,,,,,
90000027,Chime,Timebreak,,,3,,,,,,,
90000028,Gong,Timebreak,,,4,,,,,played: draw 1,,
90000029,Encore,Timebreak,,,2,,,,,played: extra-clash,,
90000030,Wrath,Timebreak,,,2,,,,,played: double-damage,,
90000031,Mirror,Timebreak,,,2,,,,,played: raise el 2 all for turn,,
90000040,Ghost,Eraser,Erasers,,,,,,,,,hand >= 0
90000041,Wraith,Eraser,Erasers,,,,,,,,,grave >= 90
90000042,Reaper,Eraser,Erasers,,,,,,,,grave >= 2,hand >= 0
90000043,Oracle,Eraser,Erasers,,,,,,,won: d-end,,hand >= 0
90000044,Leech,Eraser,Erasers,,,,,,,won: damage 1,,hand >= 0
90000050,Grudge,Retaliation Soldier,Mad Dunes,3,,1,1,1,Flame,revealed: damage 1,,
90000051,Snare,Retaliation Soldier,Hive Union,3,,1,1,1,Gear,revealed: destroy 1 (type:Soldier),,
90000052,Spring,Retaliation Soldier,Hive Union,3,,1,1,1,Eye,revealed: draw 2,,
90000053,Well,Retaliation Soldier,Hive Union,3,,1,1,1,Skull,revealed: energy 3,,
90000060,Herald,Soldier,Mad Dunes,1,,1,1,3,,played: draw 1,,
90000061,Miser,Soldier,Mad Dunes,1,,1,1,1,,played: energy 3,,
90000062,Duelist,Soldier,Mad Dunes,1,,1,1,3,,clash: raise ip 2 for clash,,
90000063,Chiller,Soldier,Mad Dunes,1,,1,1,4,,clash: lower ip 2 for clash,,
90000064,Hush,Soldier,Mad Dunes,1,,1,1,4,,clash: negate,,
90000065,Victor,Soldier,Mad Dunes,1,,1,1,9,,won: draw 1,,
90000066,Martyr,Soldier,Mad Dunes,1,,1,1,0,,lost: energy 1 ; destroyed: energy 5,,
90000067,Clock,Rear,,1,,,,,,turn-start: energy 1 ; turn-end: energy 10,,
90000068,Banner,Rear,,1,,,,,,\"field: raise ip 1 all(territory:\"\"Mad Dunes\"\")\",,
90000069,Murk,Rear,,1,,,,,,field: lower all 1 all,,
90000070,Forge,Rear,,1,,,,,,field cost 2: raise ip 3 all for turn,,
90000071,Bolt,Rear,,1,,,,,,played: damage 2,,
90000072,Balm,Rear,,1,,,,,,played: heal 2,,
90000073,Sieve,Rear,,1,,,,,,played: mill 2,,
90000074,Rake,Rear,,1,,,,,,played: recover 1 (type:Soldier),,
90000075,Map,Rear,,1,,,,,,played: search 1 (name:Titan),,
90000076,Hex,Rear,,1,,,,,,played: lower all 1 for turn,,
90000077,Crush,Rear,,1,,,,,,played: destroy 1,,
90000078,Exile,Rear,,1,,,,,,played: banish 1,,
90000079,Rally,Rear,,1,,,,,,played: ready 1,,
90000080,Gag,Rear,,1,,,,,,played: negate,,
90000081,Doom,Rear,,1,,,,,,played: d-end,,
90000082,Greed,Rear,,1,,,,,,\"played: draw 1, discard 1\",,
90000083,Toll,Rear,,1,,,,,,played cost 2: draw 1,,
90000084,Thief,Rear,,1,,,,,,played: opponent discard 1,,
90000085,Surge,Rear,,1,,,,,,played: raise ip 4 all,,
90000086,Again,Soldier,Mad Dunes,1,,1,1,9,,\"won: extra-clash, ready 1\",,
90000087,Riot,Rear,,1,,,,,,played: double-damage,,
90000088,Gate,Dimensium,,2,,,,,,,,
90000089,Deadeye,Soldier,Mad Dunes,1,,1,1,9,,clash: destroy 1,,
90000090,Glass,Soldier,Mad Dunes,1,,1,1,1,,field: raise ip 5,,
90000091,Shade,Soldier,Mad Dunes,1,,1,1,3,,clash: lower ip 1 for turn,,
";

pub const A: Seat = Seat::A;
pub const B: Seat = Seat::B;

/// A deck in this order, filled up with Null to `size` cards.
pub fn deck_of(cards: &[&str], size: usize) -> String {
    let mut lines: Vec<(&str, usize)> = Vec::new();
    let fill = std::iter::repeat_n("Null", size.saturating_sub(cards.len()));
    for card in cards.iter().copied().chain(fill) {
        match lines.last_mut() {
            Some((last, n)) if *last == card => *n += 1,
            _ => lines.push((card, 1)),
        }
    }
    lines.iter().map(|(card, n)| format!("{n} {card}\n")).collect()
}

/// Two decks of 30 cards that begin with these.
pub fn lab(a: &[&str], b: &[&str]) -> Lab {
    lab_with(a, b, &[])
}

pub fn lab_with(a: &[&str], b: &[&str], set: &[(&str, Setting)]) -> Lab {
    Lab::new("barrenia", POOL, [&deck_of(a, 30), &deck_of(b, 30)], set)
}

/// The same against a seat that does nothing.
pub fn lab_idle(a: &[&str], b: &[&str], set: &[(&str, Setting)]) -> Lab {
    Lab::with("barrenia", POOL, [&deck_of(a, 30), &deck_of(b, 30)], set, Some(A), [false, true])
}

pub fn stock(game: &Game<'_>) -> i32 {
    game.number(A, Quantity::Stock)
}

pub fn life(game: &Game<'_>) -> (i32, i32) {
    (game.number(A, Quantity::Life), game.number(B, Quantity::Life))
}

pub fn hand(game: &Game<'_>, seat: Seat) -> usize {
    game.zone(seat, Zone::Hand).len()
}

pub fn board(game: &Game<'_>, seat: Seat) -> Vec<String> {
    game.zone(seat, Zone::Board)
}

pub fn grave(game: &Game<'_>, seat: Seat) -> Vec<String> {
    game.zone(seat, Zone::Grave)
}

/// Takes the options with these labels, one after the other.
pub fn picks(game: &mut Game<'_>, seat: Seat, labels: &[&str]) {
    for label in labels {
        game.pick(seat, label);
    }
}

/// Ends whatever this seat may decide until the other one decides or the game is over, sending Null in between.
pub fn pass(game: &mut Game<'_>, seat: Seat) {
    let turn = game.turn(seat);
    loop {
        if !matches!(game.last(), Some(decklint::play::Step::Decide(who)) if who == seat) || game.turn(seat) != turn {
            return;
        }
        let options = game.decision(seat);
        let passing = ["done", "send Null", "skip", "end", "let through"];
        let label = passing.iter().find(|p| options.iter().any(|o| o == *p));
        let label = label.unwrap_or_else(|| panic!("nothing to pass among {options:?}"));
        game.pick(seat, label);
    }
}

/// A game in which A has played its cards in its first turn, and B sends Null and plays its own: B stands at the
/// declaration of its first clash.
pub fn facing<'l>(lab: &'l Lab, a: &[&str], b: &[&str]) -> Game<'l> {
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    for card in a {
        game.pick(A, &format!("play {card}"));
    }
    pass(&mut game, A);
    game.pick(B, "send Null");
    for card in b {
        game.pick(B, &format!("play {card}"));
    }
    if !game.decision(B).iter().any(|o| o.starts_with("clash ")) {
        game.pick(B, "end");
    }
    game
}
