//! The published schemas are those of the types, and they accept just what the readers accept.

use decklint::cli::schema_text;
use decklint::game::{Options, Verdict};
use decklint::spec::GameSpec;
use decklint::text::{FileId, Node, Value as Tree, parse_json, parse_yaml};
use serde_json::Value;

use crate::support::{check_text, files_below, game_ids, root, session, session_with};

const NAMES: &[&str] = &["game", "rules", "layer", "deck", "report", "config", "policy", "goldfish"];

fn schema(name: &str) -> jsonschema::Validator {
    let text = schema_text(name).expect("a schema");
    jsonschema::validator_for(&serde_json::from_str(&text).expect("json")).expect("a valid schema")
}

/// A tree as JSON, scalars typed as YAML types them.
fn json(node: &Node) -> Value {
    match &node.value {
        Tree::Map(entries) => Value::Object(entries.iter().map(|(k, v)| (k.value.to_string(), json(v))).collect()),
        Tree::List(items) => items.iter().map(json).collect(),
        Tree::Scalar(_) if node.is_null() => Value::Null,
        Tree::Scalar(s) if !s.plain => s.text.as_str().into(),
        Tree::Scalar(s) => match s.text.as_str() {
            "true" => true.into(),
            "false" => false.into(),
            text => text.parse::<i64>().map_or_else(|_| text.into(), Into::into),
        },
    }
}

fn yaml(text: &str) -> Value {
    json(&parse_yaml(text, FileId(1)).expect("yaml"))
}

#[track_caller]
fn accepts(name: &str, value: &Value, what: &str) {
    let schema = schema(name);
    let errors: Vec<String> = schema.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path)).collect();
    assert!(errors.is_empty(), "{what}: {}", errors.join("\n"));
}

#[test]
fn published_schemas_are_those_of_the_types() {
    for name in NAMES {
        let published = std::fs::read_to_string(root().join(format!("schemas/{name}.json"))).unwrap_or_default();
        assert_eq!(
            published,
            schema_text(name).expect("a schema"),
            "run `decklint schema {name} > schemas/{name}.json`"
        );
    }
    assert_eq!(schema_text("nothing"), None);
}

#[test]
fn shipped_files_fit_their_schemas() {
    for game in game_ids() {
        let folder = root().join("cards").join(&game);
        let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("a file");
        accepts("game", &yaml(&read(&folder.join("game.yaml"))), &game);
        accepts("rules", &yaml(&read(&folder.join("rules.yaml"))), &game);
        if folder.join("layers").is_dir() {
            for path in files_below(&folder.join("layers")) {
                accepts("layer", &yaml(&read(&path)), &path.display().to_string());
            }
        }
        let mut decks = 0;
        let fixtures = files_below(&root().join("tests/decks").join(&game).join("pass"));
        for path in files_below(&root().join("decks").join(&game)).into_iter().chain(fixtures) {
            let text = read(&path);
            let node = match path.extension().and_then(|e| e.to_str()) {
                Some("yaml") => parse_yaml(&text, FileId(1)),
                Some("json") => parse_json(&text, FileId(1)),
                _ => continue,
            };
            accepts("deck", &json(&node.expect("a tree")), &path.display().to_string());
            decks += 1;
        }
        assert!(decks > 0, "{game} has a deck in YAML or JSON");
    }
}

#[test]
fn broken_game_files_fit_neither_schema_nor_reader() {
    let text = std::fs::read_to_string(root().join("cards/barrenia/game.yaml")).expect("game.yaml");
    for (from, to) in [
        ("prefix: BAR", "prefx: BAR"),
        ("identity: code", "identity: {code: true}"),
        ("identity: code", "identity: []"),
        ("prefix: BAR", "prefix: bar"),
        ("id: barrenia", "id: Barrenia"),
        ("    title: Main Deck", "    titel: Main Deck"),
        ("type: list", "type: lists"),
        ("side: true", "side: 7"),
        ("min: 0", "min: low"),
        ("name: Barrenia\n", ""),
    ] {
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text, "{from}");
        assert!(!schema("game").is_valid(&yaml(&broken)), "the schema accepts {to}");
        assert!(GameSpec::parse(&broken, FileId(1)).is_err(), "the reader accepts {to}");
    }
}

#[test]
fn broken_rules_fit_neither_schema_nor_reader() {
    let text = std::fs::read_to_string(root().join("cards/barrenia/rules.yaml")).expect("rules.yaml");
    for (from, to) in [
        ("slug: main-size", "slgu: main-size"),
        ("basis: stated", "basis: rumoured"),
        ("max: 60", "max: many"),
        ("size: {sections", "sise: {sections"),
        ("cite: {text: Barrenia, at: Set-Up of Game}", "cite: Barrenia"),
        ("max: 17}}", "max: 17, least: 3}}"),
        ("check: {size: {sections: [main], min: 40, max: 60}}", "check: {size: {sections: [main]}, copies: {max: 4}}"),
        ("check: {size: {sections: [main], min: 40, max: 60}}", "check: []"),
        ("check: {size: {sections: [main], min: 40, max: 60}}", "check: size"),
        ("rules:\n", "rule:\n"),
        ("min: 40", "min: -40"),
        ("yields-to: [BAR005]", "yields-to: BAR005"),
    ] {
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text, "{from}");
        assert!(!schema("rules").is_valid(&yaml(&broken)), "the schema accepts {to}");
        let node = parse_yaml(&broken, FileId(1)).expect("yaml");
        let read = decklint::text::from_node::<decklint::rules::RulesFile>(&node);
        assert!(read.is_err(), "the reader accepts {to}");
    }
}

#[test]
fn broken_layers_fit_neither_schema_nor_reader() {
    for text in [
        "layer: a\nbna: []\n",
        "layer: a\nban: [Card]\n",
        "layer: a\nlimit: [{card: A}]\n",
        "layer: a\nlimit: [{card: A, max: one}]\n",
        "title: no name\n",
        "layer: a\nrestricted: [{cards: A}]\n",
        "layer: a\nban: [{because: b}]\n",
        "layer: a\nban: [{card: Rust Lancer, where: {size: 2}, because: b}]\n",
        "layer: a\nlimit: [{max: 1}]\n",
        "layer: a\nrules: [BAR003]\n",
        "layer: a\nrules: {BAR003: 3}\n",
        "layer: a\nrules: {BAR003: {level: loud}}\n",
        "layer: a\nrules: {BAR003: {off: maybe, because: b}}\n",
        "layer: a\nban: [{where: {size: {least: 2}}, because: b}]\n",
        "layer: a\nadd: [{id: FRI001}]\n",
    ] {
        assert!(!schema("layer").is_valid(&yaml(text)), "the schema accepts {text}");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.yaml");
        std::fs::write(&path, text).expect("a layer");
        let session = session_with(Options { layers: vec![path.display().to_string()], ..Options::default() });
        let game = session.game("barrenia").expect("the game");
        let prepared = session.prepare(&game, &[], None).expect("no deck layer is asked for");
        assert!(prepared.broken, "the reader accepts {text}");
    }
}

/// What the schema of configurations refuses, the reader refuses too.
#[test]
fn broken_configurations_fit_neither_schema_nor_reader() {
    let folder = crate::config::folder(&[("a.txt", "4 Piston Page\n")]);
    let good = "game: barrenia\nlevels: {BAR003: note}\nlayers: [arc-2]\nwaivers: [{code: BAR001, reason: r}]\n";
    accepts("config", &yaml(good), good);
    for text in [
        "gmae: barrenia\n",
        "game: [barrenia]\n",
        "layers: arc-2\n",
        "levels: [BAR003]\n",
        "levels: {BAR003: loud}\n",
        "deny: [notes]\n",
        "folders: {lists: {gmae: tuna}}\n",
        "folders: {lists: tuna}\n",
        "waivers: [{reason: r}]\n",
        "waivers: {code: BAR003}\n",
        "outside: perhaps\n",
        "map: [Points]\n",
        "- game\n",
    ] {
        assert!(!schema("config").is_valid(&yaml(text)), "the schema accepts {text}");
        crate::config::write(folder.path(), "decklint.yaml", text);
        let ran = crate::config::check(folder.path(), "a.txt");
        assert!(ran.code == 2 && ran.err.contains("CFG001"), "the reader accepts {text}: {ran:#?}");
    }
}

#[test]
fn broken_decks_fit_neither_schema_nor_reader() {
    let session = session();
    for text in [
        "main: [{card: Piston Page, count: -1}]\n",
        "main: [{card: Piston Page, count: 1000}]\n",
        "main: [{count: 4}]\n",
        "main: {Piston Page: four}\n",
        "main: [{card: Piston Page, count: 0}]\n",
        "main: [[Piston Page]]\n",
        "main: [null]\n",
    ] {
        let whole = format!("sections:\n  {text}");
        assert!(!schema("deck").is_valid(&yaml(&whole)), "the schema accepts {whole}");
        let checked = check_text(&session, "barrenia", "deck.yaml", &whole);
        let faults: Vec<&str> = checked.findings.iter().map(|f| &*f.code).filter(|c| c.starts_with("DCK")).collect();
        assert!(!faults.is_empty(), "the reader accepts {whole}");
        assert_ne!(checked.verdict, Verdict::Legal);
    }
}

#[test]
fn reports_fit_their_schema() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_decklint"))
        .current_dir(root())
        .args(["check", "--format", "json", "decks", "tests/decks/barrenia", "tests/decks/parallel/fail", "Cargo.toml"])
        .output()
        .expect("the binary runs");
    let value: Value = serde_json::from_slice(&output.stdout).expect("one document of JSON");
    accepts("report", &value, "check --format json");
    assert!(value["decks"].as_array().is_some_and(|d| d.len() > 60));
    assert_eq!(value["summary"]["decks"], value["decks"].as_array().map_or(0, Vec::len));
    for (at, wrong) in [
        ("/v", Value::from("one")),
        ("/decks/0/verdict", "fine".into()),
        ("/decks/0/sections", Value::Null),
        ("/decks/0/findings", 3.into()),
        ("/summary", Value::Null),
    ] {
        let mut broken = value.clone();
        *broken.pointer_mut(at).unwrap_or_else(|| panic!("no {at}")) = wrong;
        assert!(!schema("report").is_valid(&broken), "the schema accepts a wrong {at}");
    }
}
