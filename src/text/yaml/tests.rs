//! Trees of YAML, and the plain reader against the parser.

use super::*;

fn slice<'a>(text: &'a str, node: &Node) -> &'a str {
    &text[node.span.range()]
}

#[test]
fn scalars_keep_their_text_and_place() {
    let text = "a: 00120001\nb: no\nc: 'x y'\nd: 가 # comment\n";
    let tree = parse(text, FileId::INPUT).expect("yaml");
    for (key, want, span) in
        [("a", "00120001", "00120001"), ("b", "no", "no"), ("c", "x y", "'x y'"), ("d", "가", "가")]
    {
        let node = tree.get(key).expect(key);
        assert_eq!(node.as_str(), Some(want));
        assert_eq!(slice(text, node), span);
    }
}

#[test]
fn collections_span_their_text() {
    let text = "list:\n  - {card: A, count: 2}\n  - b\nnext: 1\n";
    let tree = parse(text, FileId::INPUT).expect("yaml");
    let list = tree.get("list").and_then(Node::as_list).expect("list");
    assert_eq!(slice(text, &list[0]), "{card: A, count: 2}");
    assert_eq!(slice(text, &list[1]), "b");
}

#[test]
fn repeated_keys_are_kept_and_found() {
    let tree = parse("m:\n  a: 1\n  b: 2\n  a: 3\n", FileId::INPUT).expect("yaml");
    let repeated = tree.repeated_keys();
    assert_eq!(repeated.len(), 1);
    assert_eq!(repeated[0].1.value, "a");
    assert!(repeated[0].0.span.start < repeated[0].1.span.start);
}

#[test]
fn bombs_and_depth_are_refused() {
    let mut bomb = String::from("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
    for (i, name) in ('b'..='k').enumerate() {
        let before = char::from(b'a' + u8::try_from(i).expect("small"));
        bomb += &format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 10].join(","));
    }
    assert!(parse(&bomb, FileId::INPUT).expect_err("bomb").message.contains("values"));
    let deep = format!("{}x{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(parse(&deep, FileId::INPUT).is_err());
    assert!(parse("a: &a [*a]\n", FileId::INPUT).is_err());
    assert!(parse("a: 1\n---\nb: 2\n", FileId::INPUT).expect_err("two").message.contains("second document"));
}

#[test]
fn an_empty_text_is_null() {
    assert!(parse("", FileId::INPUT).expect("empty").is_null());
    assert!(parse("# only a comment\n", FileId::INPUT).expect("comment").is_null());
}

proptest::proptest! {
    #[test]
    fn every_scalar_is_read_back(text in "[ -~\n\té가’#:\u{2028}\u{feff}]{0,12}|null|no|12|0x1|~|1.5|- a|a: b") {
        for yaml in [format!("k: {}\n", scalar(&text)), format!("[{{k: {}, l: m}}]\n", scalar(&text))] {
            let tree = parse(&yaml, FileId::INPUT).expect("yaml");
            let map = tree.as_list().map_or(&tree, |items| &items[0]);
            proptest::prop_assert_eq!(map.get("k").and_then(Node::as_str), Some(text.as_str()), "{}", yaml);
            proptest::prop_assert!(text == "null" || !map.get("k").expect("k").is_null());
        }
    }
}

/// What both readers make of a text: equal, or left to the parser. Whether the plain reader took it.
fn taken(text: &str) -> bool {
    let Some(tree) = plain::read(text, FileId::INPUT) else { return false };
    let theirs = by_events(text, FileId::INPUT).map_err(|e| e.message);
    assert_eq!(theirs.map(|tree| format!("{tree:#?}")), Ok(format!("{tree:#?}")), "{text}");
    true
}

#[test]
fn what_people_write_is_read_without_the_parser() {
    for text in [
        "main:\n  - 4 Warden: Reborn\n",
        "- a\n- b # c\n\n# d\n-  c: 1\n   d: 'e'\n",
        "a:\n- b: c\n  d:\n  - e\nf: g",
        "  a: 1\n  b:\n    - x\n# end\n",
        "a: {b: [c, -1, 'd'], \"e\": {}, f: []}  # g\nh: [i]\n",
        "a: >-\n  b\n  c\n\n\n  d\n\nb: |  # c\n   x\n    y\n   z  \n\n",
        "- |\n a\n- >\n b\n c\n# d\n- e\n",
        "-\n  a: b\n-\n  - c\n",
        "\"0120\": 4   # Name\n가시: a#b c:d\n",
        "k:   # why\n  # so\n  a: b\u{a0}\n  c: d\u{3000}# e\n",
        "a: -1\nb: a, b [c]\nc: it's {d}\n",
    ] {
        assert!(taken(text), "{text}");
    }
}

#[test]
fn what_is_not_plain_is_left_to_the_parser() {
    for text in [
        "",
        "# c\n",
        "a",
        "a:\n",
        "a: b: c\n",
        "a: b\n  c\n",
        "a: \"b\\n\"\n",
        "a: 'b''c'\n",
        "a: 'b\n  c'\n",
        "a: &x b\nc: *x\n",
        "a: !t b\n",
        "? a\n: b\n",
        "a: [b,\n  c]\n",
        "a: {b}\n",
        "a: [b: c]\n",
        "a: [b,]\n",
        "a:\tb\n",
        "a: b\r\nc: d\r\n",
        "---\na: b\n",
        "a: b\n...\n",
        "a: |+\n  b\n",
        "a: |2\n  b\n",
        "a: >\n  b\n   c\n",
        "a: |\n  b",
        "a: |\n\n  b\n",
        "- - a\n",
        "a: b\n c: d\n",
        "a: b\n- c\n",
        "a: \u{85}\n",
        "a: \u{feff}\n",
        "a: \0\n",
    ] {
        assert!(!taken(text), "{text:?}");
    }
    let key = "k".repeat(1_100);
    assert!(!taken(&format!("{key}: v\n")) && !taken(&format!("a: {{{key}: v}}\n")));
    let deep =
        |n: usize| (0..n).map(|i| format!("{}a:\n", " ".repeat(i))).collect::<String>() + &" ".repeat(n) + "b: c\n";
    assert!(taken(&deep(MAX_DEPTH - 1)) && !taken(&deep(MAX_DEPTH)));
}

/// All YAML files of the project are read alike, and the games' own without the parser.
#[test]
fn files_of_the_project_are_read_alike() {
    fn walk(folder: &std::path::Path, seen: &mut usize) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, seen);
            } else if path.extension().is_some_and(|e| e == "yaml") {
                let text = std::fs::read_to_string(&path).expect("a text");
                let ours = path.ends_with("game.yaml") || path.ends_with("rules.yaml");
                assert!(taken(&text) || !ours, "{} needs the parser", path.display());
                *seen += 1;
            }
        }
    }
    let mut seen = 0;
    for folder in ["cards", "decks", "examples", "tests", "src"] {
        walk(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut seen);
    }
    assert!(seen > 50, "{seen} files");
}

mod generated {
    use proptest::prelude::*;

    use super::*;

    /// A value on one line.
    fn scalar() -> impl Strategy<Value = String> {
        prop_oneof![
            20 => "[a-z0-9가é]([ ,#-]?[a-z0-9'\u{a0}-]){0,6}",
            3 => "-[0-9]{1,2}",
            3 => "\"[ -!#-\\[a-z가]{0,6}\"",
            3 => "'[ -&(-~é]{0,6}'",
            1 => "[a-z][ a-z0-9:#,'\u{a0}-]{0,8}",
            1 => "[ -~]{0,6}",
        ]
    }

    fn flow() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![3 => "[a-z0-9][ a-z0-9'-]{0,6}", 1 => scalar()];
        leaf.prop_recursive(3, 12, 3, |inner| {
            let pair = ("[a-z][a-z']{0,3}|[a-z\"' ]{1,3}", " {0,2}", inner.clone())
                .prop_map(|(k, s, v)| format!("{k}: {s}{v}"));
            prop_oneof![
                (prop::collection::vec(inner, 0..4), "(, |,|  ,  )").prop_map(|(v, c)| format!("[{}]", v.join(&c))),
                (prop::collection::vec(pair, 0..4), "(, |,)").prop_map(|(v, c)| format!("{{{}}}", v.join(&c))),
            ]
        })
    }

    /// Lines further in than their parent, and how the first one may stand behind a dash.
    fn block() -> impl Strategy<Value = Vec<String>> {
        let tail = prop_oneof![6 => Just(""), 1 => Just("  # c"), 1 => Just(" "), 1 => Just("#")];
        let text = ("[|>]-?|[|>][+2]", prop::collection::vec("[a-z][a-z#:é -]{0,6}|[ ]{0,2}[a-z]{0,6}", 1..5), "( ?)");
        let text = text.prop_map(|(head, lines, more)| {
            std::iter::once(head).chain(lines.into_iter().map(|l| format!("{more} {l}"))).collect::<Vec<_>>()
        });
        let value = (prop_oneof![3 => scalar(), 1 => flow()], tail).prop_map(|(v, t)| vec![format!("{v}{t}")]);
        let leaf = prop_oneof![6 => value, 1 => text];
        leaf.prop_recursive(3, 16, 3, |inner| {
            let between =
                prop_oneof![8 => Just(None), 1 => Just(Some("")), 1 => Just(Some("  # c")), 1 => Just(Some("# d"))];
            let key = prop_oneof![12 => "[a-z가][a-z]{0,3}", 3 => "\"[a-z]{1,3}\"", 1 => scalar()];
            let entry = (key, inner.clone(), 0..4_usize, between.clone()).prop_map(|(key, lines, indent, aside)| {
                let inline = lines.len() == 1 || lines[0].starts_with(['|', '>']);
                let pad = " ".repeat(if lines[0].starts_with('-') { indent } else { indent + 1 });
                let mut out = Vec::new();
                let mut lines = lines.into_iter();
                match lines.next() {
                    Some(first) if inline => out.push(format!("{key}: {first}")),
                    first => {
                        out.push(format!("{key}:"));
                        out.extend(first.map(|l| format!("{pad}{l}")));
                    }
                }
                out.extend(lines.map(|l| format!("{pad}{l}")));
                out.extend(aside.map(str::to_owned));
                out
            });
            let item = (inner, 1..4_usize, between).prop_map(|(lines, gap, aside)| {
                let pad = " ".repeat(gap);
                let mut out = Vec::new();
                for (i, line) in lines.into_iter().enumerate() {
                    out.push(if i == 0 { format!("-{pad}{line}") } else { format!(" {pad}{line}") });
                }
                out.extend(aside.map(str::to_owned));
                out
            });
            prop_oneof![
                3 => prop::collection::vec(entry, 1..5).prop_map(|v| v.concat()),
                2 => prop::collection::vec(item, 1..5).prop_map(|v| v.concat()),
            ]
        })
    }

    fn document() -> impl Strategy<Value = String> {
        (block(), "(\n|\n\n|| )").prop_map(|(lines, end)| {
            let inline = lines.len() == 1 || lines[0].starts_with(['|', '>']);
            (if inline { "top: " } else { "" }).to_owned() + &lines.join("\n") + &end
        })
    }

    /// A change of a text: a place, how much goes, what comes.
    type Change = (prop::sample::Index, usize, String);

    fn changes() -> impl Strategy<Value = Vec<Change>> {
        let signs =
            prop_oneof!["[-:#,?&*!|>'\"%@`{}\\[\\] \na\t\r]{0,2}", Just("\n  ".to_owned()), Just("- ".to_owned())];
        prop::collection::vec((any::<prop::sample::Index>(), 0..3_usize, signs), 1..4)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn documents_are_read_alike(text in document()) {
            taken(&text);
        }

        #[test]
        fn changed_documents_are_read_alike(text in document(), changes in changes()) {
            let mut chars: Vec<char> = text.chars().collect();
            for (place, go, come) in changes {
                let at = place.index(chars.len() + 1);
                let end = (at + go).min(chars.len());
                chars.splice(at..end, come.chars());
            }
            taken(&chars.into_iter().collect::<String>());
        }
    }

    /// The generator is worth something only if many of its documents are plain.
    #[test]
    fn many_generated_documents_are_plain() {
        use proptest::strategy::ValueTree;
        use proptest::test_runner::TestRunner;

        let mut runner = TestRunner::deterministic();
        let taken = (0..500).filter(|_| {
            let text = document().new_tree(&mut runner).expect("a document").current();
            taken(&text)
        });
        let taken = taken.count();
        assert!(taken > 50, "{taken} of 500");
    }
}
