//! What a game says of other programs: ids, sections and names of theirs.

use std::path::Path;

use crate::support::{Ran, root, run_in};

/// The small game of the examples with a side section, numbers of another program, and what `exchange` says.
fn game(folder: &Path, exchange: &str) {
    let game = folder.join("skirmish");
    std::fs::create_dir(&game).expect("a folder");
    let own = root().join("examples/games/skirmish");
    let spec = std::fs::read_to_string(own.join("game.yaml")).expect("a game");
    let spec = spec
        .replace(
            "{title: Band, shuffle: true}",
            "{title: Band, shuffle: true}\n  reserve: {title: Reserve, side: true}",
        )
        .replace("attributes:\n", "attributes:\n  cb: {type: int, title: Number}\n");
    std::fs::write(game.join("game.yaml"), format!("{spec}exchange:\n{exchange}")).expect("a file");
    std::fs::copy(own.join("rules.yaml"), game.join("rules.yaml")).expect("copied");
    let cards =
        "name,kind,strength,cb\nCharcoal Burner,Fighter,2,7\nFallen Oak,Fighter,1,12\nPatient Heron,Fighter,3,\n";
    std::fs::write(game.join("cards.csv"), cards).expect("a file");
    let deck = "# game: skirmish\nBand\n3 Charcoal Burner\n1 Fallen Oak\nReserve\n2 Fallen Oak\n";
    std::fs::write(folder.join("deck.txt"), deck).expect("a file");
}

fn run(folder: &Path, args: &str) -> Ran {
    run_in(folder, format!("convert --games . {args}").split_whitespace())
}

const EXCHANGE: &str = "  o8d:
    game: 11111111-2222
    id: cb
    sections: {band: Warband, reserve: Bench}
  lackey: {game: Wood Skirmish, sections: {band: Library}}
  ydk: {id: cb}
  parallel: {id: cb}
  blocks: {lines: ['○ {strength}', '● {kind} {cb}', '● {nothing}']}
";

#[test]
fn programs_see_their_own_ids_and_sections() {
    let folder = tempfile::tempdir().expect("a folder");
    game(folder.path(), EXCHANGE);
    let o8d = run(folder.path(), "deck.txt --to o8d -o deck.o8d");
    assert_eq!(o8d.code, 0, "{}", o8d.err);
    let text = std::fs::read_to_string(folder.path().join("deck.o8d")).expect("a file");
    for part in [
        "<deck game=\"11111111-2222\"",
        "<section name=\"Warband\"",
        "<section name=\"Bench\"",
        "<card qty=\"3\" id=\"7\">Charcoal Burner</card>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The id decides, also without a name; a heading of the program is the game's section.
    std::fs::write(folder.path().join("ids.o8d"), text.replace("Charcoal Burner<", "<")).expect("a file");
    let back = run(folder.path(), "ids.o8d --game skirmish --to text").out;
    assert_eq!(back, "# game: skirmish\n\nBand\n3 Charcoal Burner\n1 Fallen Oak\n\nReserve\n2 Fallen Oak\n");
    let lackey = run(folder.path(), "deck.txt --to lackey").out;
    assert!(
        lackey.contains("<game>Wood Skirmish</game>") && lackey.contains("<superzone name=\"Library\">"),
        "{lackey}"
    );
    assert_eq!(run(folder.path(), "deck.txt --to ydk").out, "#main\n7\n7\n7\n12\n#extra\n!side\n12\n12\n");
    assert_eq!(run(folder.path(), "deck.txt --to parallel").out, "3xCB-7,CB-12\n");
    let blocks = run(folder.path(), "deck.txt --to blocks").out;
    assert!(blocks.contains("◎ Charcoal Burner x3\n○ 2\n● Fighter 7\n\n"), "{blocks}");
    // A card without number is named.
    std::fs::write(folder.path().join("heron.txt"), "# game: skirmish\nPatient Heron\nFallen Oak\n").expect("a file");
    let ran = run(folder.path(), "heron.txt --to ydk");
    assert!(ran.err.contains("cannot hold `Patient Heron`: there is no number"), "{}", ran.err);
    assert_eq!((ran.code, ran.out.as_str()), (0, "#main\n12\n#extra\n!side\n"));
}

#[test]
fn slips_in_exchange_are_faults_of_the_game() {
    for (exchange, words) in [
        ("  o8d: {id: bc}\n", "unknown attribute `bc`; did you mean `cb`?"),
        ("  o8d: {sections: {bend: X}}\n", "unknown section `bend`; did you mean `band`?"),
        ("  o8t: {game: X}\n", "unknown deck format `o8t`; did you mean `o8d`?"),
        ("  o8d: {gmae: X}\n", "unknown key `gmae`; did you mean `game`?"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        game(folder.path(), exchange);
        let ran = run(folder.path(), "deck.txt --to text");
        assert_eq!(ran.code, 2, "{exchange}: {}", ran.out);
        assert!(ran.err.contains(words), "{exchange}: {}", ran.err);
    }
}
