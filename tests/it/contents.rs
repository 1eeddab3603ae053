//! What a deck holds: copies by section and card, and the hash of them.

use decklint::catalog::{Catalog, ColumnMap, Pool, Report, load};

use decklint::deck::{Contents, Identity, SectionKey, canonical, format, hash, resolve};
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
    assert_eq!(text("Nowhere:\n2 Nobody\n"), "decklint deck 1\tstones\n?Nowhere\t?nobody\t2\n");
    assert_eq!(text("2 Nobody\n"), "decklint deck 1\tstones\nheap\t?nobody\t2\n");
}

/// Copies are counted by section, of known cards and of unknown ones by their folded names; sections that the game lacks come
/// last.
#[test]
fn copies_are_counted_by_section_and_card() {
    let deck = "2 Agate\n3 Nobody\nRest\n1 nobody\n1 Beryl\nNowhere:\n4 agate\n";
    with("name,set\nAgate,Old\nBeryl,Old\n", deck, |contents, spec, catalog| {
        let key = |at: usize| SectionKey::of(spec, at);
        let card = |name: &str| match catalog.find(name) {
            decklint::catalog::Lookup::One(id) => Identity::Card(id),
            _ => Identity::unknown(name),
        };
        let names: Vec<(&str, bool)> =
            contents.sections().map(|(s, _)| (s.name.as_str(), s.index == usize::MAX)).collect();
        assert_eq!(names, [("heap", false), ("rest", false), ("Nowhere", true)]);
        assert_eq!([0, 1].map(|at| contents.total(&key(at))), [5, 2]);
        assert_eq!(contents.total(&SectionKey { index: usize::MAX, name: "Nowhere".to_owned() }), 4);
        assert_eq!(contents.total(&SectionKey { index: usize::MAX, name: "heap".to_owned() }), 0);
        assert_eq!(
            [("Agate", 6), ("Beryl", 1), ("NOBODY", 4), ("Somebody", 0)]
                .map(|(c, n)| contents.everywhere(&card(c)) == n),
            [true; 4]
        );
        assert_eq!(contents.together().values().copied().collect::<Vec<_>>(), [6, 1, 4]);
        let mut other = contents.clone();
        other.take(&key(0), &card("nobody"), 1);
        other.take(&key(1), &card("Beryl"), 9);
        other.add(key(1), card("Somebody"), 2);
        let told: Vec<_> = contents.changes(&other).into_iter().map(|c| (c.section.name, c.before, c.after)).collect();
        assert_eq!(told, [("heap".to_owned(), 3, 2), ("rest".to_owned(), 1, 0), ("rest".to_owned(), 0, 2)]);
        assert!(contents.changes(contents).is_empty() && *contents != other);
    });
    let [a, b] = ["Nobody", "Somebody"].map(Identity::unknown);
    assert!(a == Identity::unknown("nobody") && a != b && a.partial_cmp(&b) == Some(a.cmp(&b)) && a < b);
}
