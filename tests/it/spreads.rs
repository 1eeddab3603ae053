//! How the copies of a deck spread over the values of an attribute of each type.

use decklint::deck::format::open;
use decklint::deck::{Contents, Spread, resolve};
use decklint::game::{Games, Options, Session};
use decklint::text::{Source, Sources};

const GAME: &str = "id: beads\nname: Beads\nprefix: BEA\nidentity: name\nsections:\n  main: {title: Main, default: true}\n  \
    side: {title: Side, side: true}\nattributes:\n  code: {type: text}\n  name: {type: text, required: true}\n  size: {type: text, values: [Small, Big]}\n  \
    weight: {type: int}\n  tags: {type: list}\n  rare: {type: bool}\n";
const POOL: &str =
    "code,name,size,weight,tags,rare\nB-1,Amber,Big,10,old;warm,yes\nB-2,Bone,Small,9,old,no\n,Clay,,,,\n";

#[test]
fn each_type_of_value_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("beads");
    std::fs::create_dir(&game).expect("a folder");
    for (file, text) in [("game.yaml", GAME), ("cards.csv", POOL), ("rules.yaml", "rules: []\n")] {
        std::fs::write(game.join(file), text).expect("a file");
    }
    let mut games = Games::shipped();
    games.add_folder(folder.path()).expect("a game");
    let session = Session::new(Sources::default(), games, Options::default());
    let game = session.game("beads").expect("the game");
    let told = |text: &str, attribute: &str| {
        let source = Source::new("d.txt", text);
        let document = open(&source).expect("a deck");
        let (deck, _) = resolve(&document.read(&source, &game.spec).0, &game.spec, &game.catalog);
        let contents = Contents::of(&deck, game.spec.sections.len());
        let sections: Vec<_> = contents.sections().map(|(section, _)| section).collect();
        let at = game.spec.attribute(attribute).expect("an attribute");
        let spread = Spread::of(at, &contents, &sections, &game.spec, &game.catalog);
        let rows: Vec<String> =
            spread.rows.iter().map(|row| format!("{}: {:?} = {}", row.value, row.copies, row.total())).collect();
        format!("{}; {} without; average {:?}", rows.join(", "), spread.without, spread.average())
    };
    let deck = "2 Amber\n3 Bone\n4 Clay\n1 Nobody\nSide\n1 Amber\n";
    // Words in the order of the game, numbers by their size and not as texts.
    assert_eq!(told(deck, "size"), "Small: [3, 0] = 3, Big: [2, 1] = 3; 4 without; average None");
    assert_eq!(told(deck, "weight"), "9: [3, 0] = 3, 10: [2, 1] = 3; 4 without; average Some(9.5)");
    assert_eq!(told(deck, "tags"), "old: [5, 1] = 6, warm: [2, 1] = 3; 4 without; average None");
    assert_eq!(told(deck, "rare"), "false: [3, 0] = 3, true: [2, 1] = 3; 4 without; average None");
    assert_eq!(told(deck, "code"), "B-1: [2, 1] = 3, B-2: [3, 0] = 3; 4 without; average None");
    assert_eq!(told("1 Clay\n", "name"), "Clay: [1] = 1; 0 without; average None");
    // Of nothing there is no average.
    assert_eq!(told("4 Clay\n", "weight"), "; 4 without; average None");
}
