//! What a deck holds: its hash.

use decklint::catalog::{Catalog, ColumnMap, Pool, Report, load};

use decklint::deck::{Contents, canonical, format, hash, resolve};
use decklint::spec::GameSpec;
use decklint::text::{FileId, Source, Sources};

/// The contents of a deck in a game whose cards are told apart by name and set.
fn with<T>(pool: &str, deck: &str, look: impl Fn(&Contents, &GameSpec, &Catalog) -> T) -> T {
    let yaml = "id: stones\nname: Stones\nprefix: STO\nidentity: [name, set]\nsections:\n  heap: {title: Heap, default: true}\n  \
        rest: {title: Rest}\nattributes:\n  name: {type: text, required: true}\n  set: {type: text}\n  code: {type: text}\n";
    let spec = GameSpec::parse(yaml, FileId(7)).unwrap_or_else(|e| panic!("{e:#?}"));
    let file = Sources::default().add(Source::new("pool.csv", pool));
    let source = std::sync::Arc::new(Source::new("pool.csv", pool));
    let (catalog, _) = load(&spec, &[Pool { source, file, columns: ColumnMap::default() }], Report::Summary);
    let source = Source::new("deck.txt", deck);
    let document = format::open(&source).unwrap_or_else(|e| panic!("{e:?}"));
    let (raw, _) = document.read(&source, &spec);
    let (deck, _) = resolve(&raw, &spec, &catalog);
    look(&Contents::of(&deck, spec.sections.len()), &spec, &catalog)
}

/// The parts of an identity do not run into each other, nor do lines.
#[test]
fn a_hash_tells_the_parts_of_an_identity_apart() {
    let of = |pool: &str, deck: &str| with(pool, deck, |c, s, k| hash(c, s, k).full);
    let one = of("name,set,code\nAgate,Old,A-1\n", "2 A-1\n");
    assert_eq!(one, of("code,set,name\nX-9,Old,Agate\n", "1 Agate\n1 X-9\n"));
    for (pool, deck) in [
        ("name,set,code\nAgateO,ld,A-1\n", "2 A-1\n"),
        ("name,set,code\nAgate,Old,A-1\n", "3 A-1\n"),
        ("name,set,code\nAgate,Old,A-1\n", "Rest\n2 A-1\n"),
        ("name,set,code\nAgate,,A-1\n", "2 A-1\n"),
    ] {
        assert_ne!(one, of(pool, deck), "{pool}");
    }
    let text = |deck: &str| with("name,set\nAgate,Old\nAgate,New\n", deck, canonical);
    assert_eq!(text(""), "decklint deck 1\tstones\n");
    assert_eq!(text("2 Nobody\n"), "decklint deck 1\tstones\nheap\t?nobody\t2\n");
}
