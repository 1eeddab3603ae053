//! What the rules must not let through.

use decklint::game::Verdict;

use super::{bench, bench_of, finding, illegal, legal, pad, padding, pool};
use crate::support::{check_text, codes, session};

#[test]
fn k15_same_card_on_several_lines_is_summed() {
    let bench = bench();
    for (counts, total) in [(&[2, 1, 3][..], 6), (&[2, 2, 2], 6), (&[1, 1, 1, 1, 1], 5), (&[4, 1], 5), (&[1, 4], 5)] {
        let lines: String = counts.iter().map(|n| format!("{n} Eddy Pilot\n")).collect();
        let checked = bench.check("deck.txt", format!("{}{lines}", pad(40 - total)));
        assert_eq!(codes(&checked).len(), 1, "one finding for the card: {:#?}", checked.findings);
        let copies = finding(&checked, "BAR003");
        assert_eq!(
            (copies.facts.actual, copies.facts.limit, copies.facts.excess),
            (Some(total as u64), Some(4), Some(total as i64 - 4))
        );
        assert_eq!(copies.facts.cards[0].code.as_deref(), Some("00310002"));
        assert_eq!(copies.facts.cards[0].sections[0].lines.len(), counts.len());
    }
    legal(&bench.check("deck.txt", format!("{}2 Eddy Pilot\n1 Eddy Pilot\n1 Eddy Pilot\n", pad(36))), 40, 0);
    // By name, by code, by both, in other spellings, with other cards between them.
    let mixed = "1 Eddy Pilot\n1 00310002\n1 Heath\n1 00310002 Eddy Pilot\n1 EDDY PILOT (BAR) 4\n1 Eddy Pilot x1\nEddy Pilot # again\n";
    let checked = bench.check("deck.txt", format!("{}{mixed}", pad(34)));
    assert!(codes(&checked).iter().any(|c| c.0 == "BAR003"), "{:#?}", checked.findings);
    assert!(finding(&checked, "BAR003").facts.actual >= Some(5));
    let yaml = "main:\n- 3 Eddy Pilot\n- {code: '00310002', count: 2}\n- 35 Heath\n";
    assert_eq!(finding(&bench.check("deck.yaml", yaml), "BAR003").facts.actual, Some(5));
}

#[test]
fn k16_copy_limit_counts_across_all_sections() {
    let bench = bench();
    for (main, side) in [(1, 4), (4, 1), (3, 2), (2, 3)] {
        let checked =
            bench.check("deck.txt", format!("{}{main} Eddy Pilot\n\nSideboard\n{side} Eddy Pilot\n", pad(40 - main)));
        assert_eq!(codes(&checked).len(), 1, "{:#?}", checked.findings);
        let copies = finding(&checked, "BAR003");
        let split: Vec<(&str, u64)> =
            copies.facts.cards[0].sections.iter().map(|s| (s.section.as_str(), s.count)).collect();
        assert_eq!(split, [("main", main as u64), ("provisionary", side)]);
        assert!(
            copies.message.contains(&format!("({main} Main Deck, {side} Provisionary Deck)")),
            "{}",
            copies.message
        );
    }
    legal(&bench.check("deck.txt", format!("{}2 Eddy Pilot\n\nSideboard\n2 Eddy Pilot\n", pad(38))), 40, 2);
    // Two codes with one name are two cards: the code decides.
    legal(&bench.check("deck.txt", format!("{}3 00310001\nSideboard\n4 31000031\n", pad(37))), 40, 4);
}

#[test]
fn k17_alternate_art_counts_towards_the_same_limit() {
    for row in [
        "00310002,Eddy Pilot (Gala Art),Soldier,Atlantical States,,2\n",
        "00310002,\"Eddy Pilot, Gala\",Soldier,Atlantical States,,2\n",
        "00310002,Another Word,Soldier,Atlantical States,,2\n",
    ] {
        let bench = bench_of("cards.csv", pool() + row);
        let name = row[9..].split(",Soldier").next().expect("a name").trim_matches('"');
        let five = bench.check("deck.txt", format!("{}3 Eddy Pilot\n2 {name}\n", pad(35)));
        illegal(&five, &[("BAR003", 11)]);
        assert_eq!(finding(&five, "BAR003").facts.actual, Some(5));
        illegal(&bench.check("deck.txt", format!("{}5 {name}\n", pad(35))), &[("BAR003", 10)]);
        legal(&bench.check("deck.txt", format!("{}2 Eddy Pilot\n2 {name}\n", pad(36))), 40, 0);
        let broken = bench.pool_faults().into_iter().filter(|f| f.level == decklint::diagnostics::Level::Error).count();
        assert_eq!(broken, 0, "a code printed twice is no error");
    }
    // Another art with a code of its own says so in `same_as`.
    let rows = pool().replacen(",size\n", ",size,same_as\n", 1).lines().map(|l| format!("{l},\n")).collect::<String>();
    let rows = rows.replacen("same_as,\n", "same_as\n", 1)
        + "39000001,Eddy Pilot at Night,Soldier,Atlantical States,,2,art:00310002\n";
    let bench = bench_of("cards.csv", rows);
    illegal(&bench.check("deck.txt", format!("{}3 Eddy Pilot\n2 39000001\n", pad(35))), &[("BAR003", 11)]);
}

#[test]
fn k18_section_sizes_at_the_edges() {
    let bench = bench();
    for (main, side, codes) in [
        (39, 0, &["BAR001"][..]),
        (40, 0, &[]),
        (60, 0, &[]),
        (61, 0, &["BAR001"]),
        (40, 1, &[]),
        (40, 17, &[]),
        (40, 18, &["BAR002"]),
        (60, 17, &[]),
        (39, 18, &["BAR001", "BAR002"]),
    ] {
        let side = match side {
            0 => String::new(),
            n => format!("Sideboard\n{}", padding("Ballast", n)),
        };
        let checked = bench.check("deck.txt", format!("{}{side}", pad(main)));
        let mut found: Vec<&str> = checked.findings.iter().map(|f| &*f.code).filter(|c| *c != "BAR003").collect();
        found.sort_unstable();
        assert_eq!(found, codes, "{main} {side}");
    }
    // Every copy counts, whatever its kind.
    for (card, main) in [("Redress, Noon Crest", 40), ("Fog//Glass", 40), ("Cinder #4", 40)] {
        legal(&bench.check("deck.txt", format!("{}1 {card}\n", pad(main - 1))), main as u64, 0);
        illegal(&bench.check("deck.txt", format!("{}1 {card}\n", pad(main - 2))), &[("BAR001", 1)]);
    }
    let size = bench.check("deck.txt", pad(39));
    let size = finding(&size, "BAR001");
    assert_eq!((size.facts.min, size.facts.limit, size.facts.actual), (Some(40), Some(60), Some(39)));
}

#[test]
fn k18_exact_size() {
    let session = session();
    let of = |n: usize| {
        let game = session.game("breakrift").expect("the game loads");
        let plain = game.catalog.cards().filter(|(_, c)| !format!("{:?}", c.values).contains("Breakrift"));
        let lines = plain.take(n).map(|(_, c)| format!("1 {}\n", c.name));
        check_text(&session, "breakrift", "deck.txt", &lines.collect::<String>())
    };
    assert_eq!(codes(&of(29)), [("BRK001".to_owned(), 1)]);
    assert_eq!(codes(&of(30)), []);
    assert_eq!(codes(&of(31)), [("BRK001".to_owned(), 1)]);
}

#[test]
fn k19_limit_over_a_group_of_cards() {
    let names = [
        "Coat", "Boots", "Pike", "Cloak", "Sash", "Bow", "Imp", "Wisp", "Hound", "Crane", "Otter", "Bear", "Elk",
        "Newt",
    ];
    let rifts = ["Rift of Salt", "Rift of Rain", "Rift of Soot", "Rift of Thorn"];
    let rows = names.iter().map(|n| format!("{n},Summon\n")).chain(rifts.iter().map(|r| format!("{r},Breakrift\n")));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("cards.csv");
    std::fs::write(&file, format!("name,kind\n{}", rows.collect::<String>())).expect("the pool is written");
    let session = crate::support::session_with_pool(&file);
    let deck = |rifts: &[(usize, &str)]| {
        let many: usize = rifts.iter().map(|r| r.0).sum();
        let mut left = 30 - many;
        let mut text = String::new();
        for name in names {
            let n = left.min(2 + usize::from(left == 29));
            left -= n;
            text += &if n == 0 { String::new() } else { format!("{n} {name}\n") };
        }
        for (n, rift) in rifts {
            text += &format!("{n} {rift}\n");
        }
        let checked = check_text(&session, "breakrift", "deck.txt", &text);
        codes(&checked).into_iter().map(|c| c.0).filter(|c| c != "BRK005").collect::<Vec<_>>()
    };
    let [salt, rain, soot, thorn] = rifts.map(|r| (1, r));
    assert_eq!(deck(&[salt, rain, soot]), [""; 0]);
    assert_eq!(deck(&[salt, rain]), [""; 0]);
    assert_eq!(deck(&[salt, rain, soot, thorn]), ["BRK003"]);
    assert_eq!(deck(&[(2, rifts[0]), rain]), ["BRK004"], "within the group's limit, and twice the same");
    assert_eq!(deck(&[(2, rifts[0]), rain, soot]), ["BRK004", "BRK003"], "both");
}

#[test]
fn k20_attribute_must_be_unique() {
    let bench = bench();
    for second in ["1 Redress, Zenith Guard", "1 31000012", "1 redress, zenith guard (BAR) 3"] {
        let checked = bench.check("deck.txt", format!("{}1 Redress, Noon Crest\n{second}\n", pad(38)));
        illegal(&checked, &[("BAR004", 12)]);
        let unique = finding(&checked, "BAR004");
        let codes: Vec<&str> = unique.facts.cards.iter().filter_map(|c| c.code.as_deref()).collect();
        assert_eq!(codes, ["31000010", "31000012"]);
        assert!(unique.message.contains("Noon"), "{}", unique.message);
    }
    illegal(&bench.check("deck.txt", format!("{}2 Redress, Noon Crest\n", pad(38))), &[("BAR004", 11)]);
    let split = format!("{}1 Redress, Noon Crest\nSideboard\n1 Redress, Zenith Guard\n", pad(39));
    illegal(&bench.check("deck.txt", split), &[("BAR004", 13)]);
    legal(&bench.check("deck.txt", format!("{}1 Redress, Noon Crest\n1 Redress, Dusk Crest\n", pad(38))), 40, 0);
    // The attribute in another spelling is the same attribute.
    let loose = bench_of("cards.csv", pool().replace("Aurora Poles,Noon,2", "Aurora Poles, NOON ,2"));
    let both = format!("{}1 Redress, Noon Crest\n1 Redress, Zenith Guard\n", pad(38));
    illegal(&loose.check("deck.txt", both), &[("BAR004", 12)]);
}

#[test]
fn k21_faction_that_may_not_be_mixed() {
    let bench = bench();
    for erasers in [1, 4, 20, 36] {
        let checked = bench.check("deck.txt", format!("{}{}", pad(40 - erasers), padding("Hush", erasers)));
        let found = codes(&checked);
        assert_eq!(found.iter().map(|c| c.0.as_str()).collect::<Vec<_>>(), ["BAR005"], "{:#?}", checked.findings);
        let message = finding(&checked, "BAR005").message.replace(" ×", "");
        assert!(
            message.contains(&format!("{erasers} Eraser"))
                && message.contains(&format!("{} other cards", 40 - erasers)),
            "{message}"
        );
    }
    legal(&bench.check("deck.txt", padding("Hush", 40)), 40, 0);
    legal(&bench.check("deck.txt", format!("{}Sideboard\n4 Hush Pine\n", padding("Hush", 40))), 40, 4);
    let aside = bench.check("deck.txt", format!("{}Sideboard\n4 Hush Alder\n", pad(40)));
    illegal(&aside, &[("BAR005", 12)]);
}

#[test]
fn k22_swap_keeps_the_pool() {
    let bench = bench();
    let before = format!("{}\nSideboard\n3 Eddy Pilot\n2 Rime Lamp\n", pad(40));
    let after = format!("{}3 Eddy Pilot\n\nSideboard\n3 Ballast Juniper\n2 Rime Lamp\n", pad(37));
    legal(&bench.check("deck.txt", &before), 40, 5);
    legal(&bench.check("deck.txt", &after), 40, 5);
    let copies = |text: &str| {
        let mut cards: Vec<String> = Vec::new();
        for line in bench.cards("deck.txt", text) {
            let mut words = line.splitn(3, ' ').skip(1);
            let count: usize = words.next().and_then(|n| n.parse().ok()).expect("a count");
            cards.extend(std::iter::repeat_n(words.next().expect("a name").to_owned(), count));
        }
        cards.sort_unstable();
        cards
    };
    assert_eq!(copies(&before), copies(&after), "both lists hold the same 45 cards");
    // A list after a swap that breaks a limit of its own is found as any other.
    let wrong = bench.check("deck.txt", format!("{}5 Eddy Pilot\n\nSideboard\n2 Rime Lamp\n", pad(37)));
    assert_eq!(wrong.verdict, Verdict::Illegal);
    illegal(&wrong, &[("BAR003", 11)]);
}
