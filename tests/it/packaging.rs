//! What is shipped for shells and for the repositories of others.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use decklint::text::{FileId, Node, parse_yaml};

use crate::support::{root, run_in};

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        let _ = writeln!(std::io::stderr(), "{program} is not here: skipped");
    }
    found
}

/// Runs a script; the program itself is on the path.
fn script(shell: &str, args: &[&str], folder: &Path) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_decklint")).parent().expect("a folder").display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::new(shell).args(args).current_dir(folder).env("PATH", path).env("HOME", folder).output();
    let output = output.expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{shell}: {} {}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

#[test]
fn completions_load_in_bash() {
    if !has("bash") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let commands = "source <(decklint generate completions bash)
        COMP_WORDS=(decklint ''); COMP_CWORD=1; _decklint decklint '' decklint; echo \"${COMPREPLY[@]}\"
        COMP_WORDS=(decklint check --gr); COMP_CWORD=2; _decklint decklint --gr check; echo \"${COMPREPLY[@]}\"
        COMP_WORDS=(decklint check --group-by ''); COMP_CWORD=3; _decklint decklint '' --group-by; echo \"${COMPREPLY[@]}\"";
    let said = script("bash", &["--norc", "-c", commands], folder.path());
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].contains("check") && lines[0].contains("generate"), "{said}");
    assert_eq!(lines[1..], ["--group-by", "file rule player"], "{said}");
}

#[test]
fn completions_load_in_zsh() {
    if !has("zsh") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let commands = "mkdir f && decklint generate completions zsh > f/_decklint && fpath=($PWD/f $fpath)
        autoload -Uz compinit && compinit -u -d dump
        print -r -- ${_comps[decklint]}; autoload +X _decklint && functions _decklint | grep -c -- --group-by";
    let said = script("zsh", &["-f", "-c", commands], folder.path());
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "_decklint", "{said}");
    assert!(lines[1].parse::<u32>().is_ok_and(|n| n > 0), "{said}");
}

#[test]
fn completions_load_in_fish() {
    if !has("fish") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let commands = "decklint generate completions fish | source
        complete -C 'decklint ' ; echo ====; complete -C 'decklint check --group-by '";
    let said = script("fish", &["--no-config", "-c", commands], folder.path());
    let (commands, groups) = said.split_once("====\n").expect("two parts");
    assert!(commands.lines().any(|l| l.starts_with("check")), "{said}");
    assert!(groups.lines().any(|l| l.starts_with("player")), "{said}");
}

#[test]
fn completions_know_every_shell_and_refuse_others() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run_in(root(), ["generate", "completions", shell]);
        assert!(ran.code == 0 && ran.out.contains("decklint"), "{shell}: {}", ran.err);
    }
    assert_eq!(run_in(root(), ["generate", "completions", "tcsh"]).code, 2);
}

#[test]
fn there_is_a_page_for_each_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let ran = run_in(at, ["generate", "man", "."]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for page in ["decklint", "decklint-check", "decklint-generate", "decklint-generate-man", "decklint-init"] {
        let text = std::fs::read_to_string(at.join(format!("{page}.1"))).expect(page);
        assert!(text.contains(".TH") && text.contains(".SH"), "{page}");
    }
    let check = std::fs::read_to_string(at.join("decklint-check.1")).expect("the page");
    assert!(check.contains("changed\\-since") && check.contains("Exit codes"), "{check}");
    if has("man") {
        let said = script("man", &["-l", "decklint-check.1"], at);
        assert!(said.contains("decklint") && said.contains("--changed-since"), "{said}");
    }
    assert_eq!(run_in(at, ["generate", "man", "no/such/folder"]).code, 2);
}

fn yaml(file: &str) -> Node {
    let text = std::fs::read_to_string(root().join(file)).expect(file);
    parse_yaml(&text, FileId(1)).unwrap_or_else(|e| panic!("{file}: {}", e.message))
}

/// Every `decklint` command of the shipped files is one that the program takes.
#[test]
fn hooks_and_action_call_what_there_is() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hooks = hooks.as_list().expect("hooks");
    let text = |node: &Node, key: &str| node.get(key).and_then(Node::as_str).unwrap_or_default().to_owned();
    for hook in hooks {
        let words: Vec<String> = text(hook, "entry").split_whitespace().skip(1).map(str::to_owned).collect();
        let args = hook.get("args").and_then(Node::as_list).unwrap_or_default();
        let args = args.iter().filter_map(Node::as_str).map(str::to_owned);
        let file = "decks/tuna/school-yard.txt".to_owned();
        let ran = run_in(root(), words.into_iter().chain(args).chain([file]));
        assert_eq!(ran.code, 0, "{}: {}", text(hook, "id"), ran.err);
        assert_eq!(text(hook, "language"), "rust");
    }
    let action = yaml("action.yml");
    let steps = action.get("runs").and_then(|r| r.get("steps")).and_then(Node::as_list).expect("steps");
    let inputs = action.get("inputs").and_then(Node::as_map).expect("inputs");
    let all: String = steps.iter().map(|s| text(s, "run") + &text(s, "if")).collect();
    for (key, input) in inputs {
        assert!(input.get("description").is_some(), "{}", key.value);
    }
    for (from, _) in all.match_indices("inputs.") {
        let name: String = all[from + 7..].chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
        assert!(inputs.iter().any(|(key, _)| key.value == name), "the action has no input `{name}`");
    }
}

/// The step of the action that checks, as a runner runs it.
#[test]
fn the_action_checks_decks() {
    if !has("bash") {
        return;
    }
    let folder = crate::config::folder(&[
        ("lists/a deck.txt", "# game: breakrift\n3 Nobody\n"),
        ("lists/b.txt", "# game: breakrift\n30 Nobody\n"),
        ("broken/c.txt", "3 Nobody\n"),
    ]);
    let at = folder.path();
    let action = yaml("action.yml");
    let steps = action.get("runs").and_then(|r| r.get("steps")).and_then(Node::as_list).expect("steps");
    let step = steps.iter().find(|s| s.get("id").and_then(Node::as_str) == Some("check")).expect("the step");
    let run = step.get("run").and_then(Node::as_str).expect("a script");
    std::fs::create_dir_all(at.join("decklint/bin")).expect("a folder");
    std::fs::copy(env!("CARGO_BIN_EXE_decklint"), at.join("decklint/bin/decklint")).expect("the program");
    let go = |paths: &str, arguments: &str, fail: &str| {
        for file in ["output", "summary"] {
            std::fs::write(at.join(file), "").expect("a file");
        }
        let output = Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", run])
            .current_dir(at)
            .env("RUNNER_TEMP", at)
            .env("GITHUB_OUTPUT", at.join("output"))
            .env("GITHUB_STEP_SUMMARY", at.join("summary"))
            .envs([("PATHS", paths), ("ARGUMENTS", arguments), ("FAIL", fail), ("SINCE", ""), ("SARIF", "out.sarif")])
            .output()
            .expect("bash");
        let read = |file: &str| std::fs::read_to_string(at.join(file)).expect(file);
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code().expect("an end"), out, read("output"), read("summary"))
    };
    let (code, out, said, summary) = go("lists\nlists", "--level BRK001=off", "true");
    assert_eq!((code, said.as_str()), (1, "exit-code=1\n"));
    assert!(
        out.contains("::error file=lists/a deck.txt,line=2") && summary.contains("2 decks: 0 legal"),
        "{out} {summary}"
    );
    assert!(std::fs::read_to_string(at.join("out.sarif")).expect("sarif").contains("2.1.0"));
    assert_eq!(go("lists", "", "false").0, 0);
    assert_eq!(go("broken", "", "false").0, 2, "what cannot be checked fails in any case");
    assert_eq!(go("lists; touch evil", "$(touch evil)", "true").0, 2);
    assert!(!at.join("evil").exists());
}

/// The snippets of the README are YAML, and the command of the GitLab job writes both of its reports.
#[test]
fn snippets_of_the_readme_hold() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README");
    let blocks: Vec<&str> = readme.split("```yaml\n").skip(1).filter_map(|b| b.split("```").next()).collect();
    let named = |name: &str| *blocks.iter().find(|b| b.starts_with(&format!("# {name}"))).expect(name);
    for block in &blocks {
        assert!(parse_yaml(block, FileId(1)).is_ok(), "{block}");
    }
    let job = parse_yaml(named(".gitlab-ci.yml"), FileId(1)).expect("yaml");
    let job = job.get("decks").expect("a job");
    let script = job.get("script").and_then(Node::as_list).expect("a script");
    let command = script.iter().filter_map(Node::as_str).find_map(|c| c.strip_prefix("decklint ")).expect("a command");
    let folder = crate::config::folder(&[("lists/a.txt", "# game: breakrift\n3 Nobody\n")]);
    let ran = run_in(folder.path(), command.split(' '));
    assert_eq!(ran.code, 1, "{ran:#?}");
    let reports = job.get("artifacts").and_then(|a| a.get("reports")).and_then(Node::as_map).expect("reports");
    assert_eq!(reports.len(), 2);
    for (_, file) in reports {
        let name = file.as_str().expect("a file");
        let text = std::fs::read_to_string(folder.path().join(name)).expect(name);
        assert!(text.contains("RES001"), "{name}: {text}");
    }
    // The inputs and hooks that the snippets name are there.
    let action = yaml("action.yml");
    let workflow = named(".github/workflows/decks.yml");
    for input in ["paths", "sarif"] {
        assert!(workflow.contains(&format!("{input}: ")) && action.get("inputs").and_then(|i| i.get(input)).is_some());
    }
    assert!(named(".pre-commit-config.yaml").contains("id: decklint"));
}
