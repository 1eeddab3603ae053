//! Renderers over one small batch, and the options that choose and shape them.

use std::path::Path;

use serde_json::Value;

use crate::support::{Ran, root, run_in};

/// A batch with everything that renderers must bear: a legal deck, errors, warnings, notes, a waived finding, an unreadable
/// file, and names full of signs that formats take for their own.
fn batch() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let legal = std::fs::read_to_string(root().join("decks/breakrift/clock-and-tide.txt")).expect("a sample deck");
    write("lists/a-legal.txt", &legal);
    write(
        "lists/b 50%, odd:name.txt",
        "# game: breakrift\n# name: <b>|`@all`, \"x\"\n# player: =Kim\n27 X\u{1b}[31m|`y` <i>\n3 Hourglass Imp\n",
    );
    write(
        "lists/c-waived.txt",
        "# game: breakrift\n# player: Ada\n# ignore size-not-30, RES001: a draft, on purpose\n1 Nobody\n# ignore BRK002: never needed\n",
    );
    write("lists/d-broken.json", "{\"game\": \"breakrift\",\n \"main\": [4");
    folder
}

fn check(folder: &Path, line: &str) -> Ran {
    let mut args = vec!["check", "--threads", "2"];
    args.extend(line.split_whitespace());
    run_in(folder, args)
}

fn documents(format: &str) -> Ran {
    let folder = batch();
    check(folder.path(), &format!("--format {format} lists"))
}

#[test]
fn every_format_of_the_batch() {
    for format in
        ["full", "concise", "json", "json-lines", "sarif", "junit", "github", "gitlab", "azure", "csv", "markdown"]
    {
        let ran = documents(format);
        assert_eq!(ran.code, 2, "{format}: {}", ran.err);
        assert!(!ran.out.contains('\u{1b}'), "{format} lets an escape through");
        insta::assert_snapshot!(format!("batch.{format}"), ran.out);
    }
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {}", ran.out))
}

/// `tests/schemas/sarif-2.1.0.json` is the official schema without its descriptions.
#[test]
fn sarif_fits_the_official_schema() {
    let text = std::fs::read_to_string(root().join("tests/schemas/sarif-2.1.0.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("json");
    let schema = jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema");
    let mut log = json(&documents("sarif"));
    let errors: Vec<String> = schema.iter_errors(&log).map(|e| format!("{}: {e}", e.instance_path)).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules").clone();
    for result in run["results"].as_array().expect("results") {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert!(!uri.as_str().expect("a uri").contains([' ', ',', ':']), "{uri}");
    }
    assert!(rules.iter().all(|r| r["help"]["markdown"].is_string() && r["helpUri"].is_string()), "{rules:#?}");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let held = run["results"].as_array().expect("results").iter().find(|r| r["suppressions"].is_array());
    let held = &held.expect("the waived finding")["suppressions"][0];
    assert_eq!((&held["kind"], &held["justification"]), (&"inSource".into(), &"a draft, on purpose".into()));
    // The schema can say no.
    log["runs"][0]["results"][0]["level"] = "grave".into();
    assert!(!schema.is_valid(&log));
}

#[test]
fn rules_have_addresses() {
    let folder = batch();
    let log = json(&check(folder.path(), "--format sarif --rules-url https://club.example/{code}.html lists"));
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules").clone();
    assert_eq!(rules[0]["helpUri"], "https://club.example/BRK001.html");
}

/// Fingerprints tell findings apart, and lines that move do not change them.
#[test]
fn fingerprints_are_unique_and_bear_moves() {
    let folder = batch();
    let path = folder.path().join("lists/twice.txt");
    std::fs::write(&path, "# game: breakrift\n30 Nobody\n! ?\n").expect("a deck");
    let prints = |format: &str, at: &dyn Fn(&Value) -> Vec<Value>| {
        let mut found = at(&json(&check(folder.path(), &format!("--format {format} lists"))));
        let all = found.len();
        found.sort_by_key(Value::to_string);
        found.dedup();
        assert_eq!(found.len(), all, "{format}");
        found
    };
    let gitlab = |v: &Value| v.as_array().expect("issues").iter().map(|i| i["fingerprint"].clone()).collect();
    let sarif = |v: &Value| -> Vec<Value> {
        let results = v["runs"][0]["results"].as_array().expect("results");
        results.iter().map(|r| r["partialFingerprints"]["decklint/v1"].clone()).collect()
    };
    let before = (prints("gitlab", &gitlab), prints("sarif", &sarif));
    std::fs::write(&path, "# game: breakrift\n# a remark\n\n\n30 Nobody\n\n! ?\n").expect("a deck");
    assert_eq!((prints("gitlab", &gitlab), prints("sarif", &sarif)), before);
}

#[test]
fn junit_is_xml_and_its_counts_add_up() {
    use quick_xml::events::Event;
    let ran = documents("junit");
    let mut reader = quick_xml::Reader::from_str(&ran.out);
    let (mut cases, mut bad, mut said) = (0, 0, [0; 2]);
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "testcase" => cases += 1,
                "failure" | "error" => bad += 1,
                "testsuites" => {
                    let number = |key: &str| -> usize {
                        let value = tag.try_get_attribute(key).expect("attributes").expect("a count");
                        value.value.parse().expect("a number")
                    };
                    said = [number("tests"), number("failures") + number("errors")];
                }
                _ => {}
            },
            _ => {}
        }
    }
    assert_eq!([cases, bad], said);
    assert!(bad > 0);
}

#[test]
fn csv_has_one_row_a_finding() {
    let ran = documents("csv");
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|r| r.expect("a row")).collect();
    let findings: usize = json(&documents("json"))["decks"]
        .as_array()
        .expect("decks")
        .iter()
        .map(|d| d["findings"].as_array().map_or(0, Vec::len))
        .sum();
    assert_eq!(rows.len(), findings);
    assert!(rows.iter().any(|r| &r[9] == "'=Kim"), "a formula is let through: {rows:?}");
}

#[test]
fn a_step_of_github_is_told_what_it_does_not_show() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck: String = (0..30).map(|n| format!("1 Nobody{n}\n")).collect();
    std::fs::write(folder.path().join("deck.txt"), format!("# game: breakrift\n{deck}")).expect("a deck");
    let ran = check(folder.path(), "--format github --level RES001=warning deck.txt");
    assert!(ran.out.contains("30 warnings, of which a step shows 10"), "{}", ran.out);
    // The gravest come first, the counts before all notices.
    let ran = check(folder.path(), "--format github --level deck-size=error --set BRK001.exact=31 deck.txt");
    assert!(ran.out.starts_with("::error"), "{}", ran.out);
}

#[test]
fn a_long_comment_is_cut_and_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck: String = (0..900).map(|n| format!("1 Nobody of the many{n}\n")).collect();
    std::fs::write(folder.path().join("deck.txt"), format!("# game: breakrift\n{deck}")).expect("a deck");
    let ran = check(folder.path(), "--format markdown deck.txt");
    assert!(ran.out.len() < 65_536);
    let rows = ran.out.lines().filter(|l| l.starts_with("| error")).count();
    let more: usize = ran.out.lines().last().and_then(|l| l.split(' ').nth(1)?.parse().ok()).expect("a count");
    assert_eq!(rows + more, 901);
}

#[test]
fn several_reports_come_of_one_run() {
    let folder = batch();
    let at = folder.path();
    let ran = check(
        at,
        "--format concise --output-file out.txt --report sarif=a.sarif --report junit=b.xml --report json=c.json lists",
    );
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    for (file, format) in [("out.txt", "concise"), ("a.sarif", "sarif"), ("b.xml", "junit"), ("c.json", "json")] {
        let text = std::fs::read_to_string(at.join(file)).expect(file);
        assert_eq!(text, documents(format).out, "{file}");
    }
    // Nothing else is left behind, and a second run replaces what is there.
    std::fs::write(at.join("out.txt"), "old").expect("a file");
    check(at, "--format concise --output-file out.txt lists");
    assert!(!std::fs::read_to_string(at.join("out.txt")).expect("a file").contains("old"));
    assert_eq!(std::fs::read_dir(at).expect("a folder").count(), 5);
    let ran = check(at, "--report sarif=no/such/folder.sarif lists");
    assert!(ran.code == 2 && ran.err.contains("cannot write `no/such/folder.sarif`"), "{}", ran.err);
    assert_eq!(ran.out, "");
    for (option, words) in [
        ("--report sarif", "the form is FORMAT=FILE"),
        ("--report sarff=x", "did you mean `sarif`?"),
        ("--max-findings 0", "the number of findings must be 1 or more"),
        ("--max-findings -1", "the number of findings must be 1 or more"),
        ("--format sarif --statistics", "--statistics is for the formats"),
        ("--format csv --group-by rule", "--group-by is for the formats"),
    ] {
        let ran = check(at, &format!("{option} lists"));
        assert!(ran.code == 2 && ran.err.contains(words), "{option}: {}", ran.err);
    }
}

/// K34 with reports: who stops reading standard output does not stop the files.
#[cfg(unix)]
#[test]
fn a_closed_pipe_does_not_stop_reports() {
    let folder = batch();
    let script = format!(
        "'{}' check --format full --report csv=out.csv lists lists lists 2>err.txt | true; cat err.txt",
        env!("CARGO_BIN_EXE_decklint")
    );
    let output = std::process::Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output();
    let output = output.expect("bash");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!said.contains("panicked") && !said.contains("error"), "{said}");
    let rows = std::fs::read_to_string(folder.path().join("out.csv")).expect("the report");
    assert!(rows.lines().count() > 5);
}

#[test]
fn findings_can_be_put_together() {
    let folder = batch();
    for group in ["file", "rule", "player"] {
        let ran = check(folder.path(), &format!("--format concise --group-by {group} lists"));
        insta::assert_snapshot!(format!("group.{group}"), ran.out);
    }
    let ran = check(folder.path(), "--format markdown --group-by rule lists");
    insta::assert_snapshot!("group.markdown", ran.out);
}

#[test]
fn statistics_count_rules_and_cards() {
    let folder = batch();
    insta::assert_snapshot!("statistics", check(folder.path(), "--statistics lists").out);
    let document = json(&check(folder.path(), "--statistics --format json lists"));
    let rules = document["statistics"]["rules"].as_array().expect("rules").clone();
    assert_eq!(
        (&rules[0]["code"], &rules[0]["findings"], &rules[0]["decks"]),
        (&"RES001".into(), &2.into(), &1.into())
    );
    assert_eq!(check(folder.path(), "--statistics lists/a-legal.txt").out, "no findings\n");
}

#[test]
fn quiet_zero_and_limits() {
    let folder = batch();
    let at = folder.path();
    let ran = check(at, "--quiet lists/a-legal.txt");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let ran = check(at, "--quiet --format concise lists/c-waived.txt");
    assert_eq!((ran.code, ran.out.lines().count(), ran.err.as_str()), (1, 3, ""));
    assert_eq!(check(at, "--exit-zero lists/c-waived.txt").code, 0);
    assert_eq!(check(at, "--exit-zero lists").code, 2, "a broken file is no finding");
    let ran = check(at, "--format concise --max-findings 2 lists");
    assert_eq!(ran.out.lines().count(), 2);
    assert!(ran.err.contains("4 findings not shown"), "{}", ran.err);
    let document = json(&check(at, "--format json --max-findings 2 lists"));
    assert_eq!((&document["summary"]["omitted"], &document["summary"]["illegal"]), (&4.into(), &2.into()));
    let all = check(at, "--format concise lists").out;
    for n in [1, 3, 6, 7] {
        let some = check(at, &format!("--format concise --max-findings {n} lists")).out;
        assert!(all.starts_with(&some) && some.lines().count() == n.min(6), "{n}");
    }
}
