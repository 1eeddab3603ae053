//! Files that a walk comes upon and that are surely no decks: decklint's own files, and well-known ones of other programs.
//! Whatever is in doubt is a deck, so that a wrong file is reported and no deck is lost.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// How much of a file is looked at.
const HEAD: u64 = 8 << 10;

/// Names that have one meaning everywhere.
const NAMES: &[(&str, &str)] = &[
    ("package.json", "a file of npm"),
    ("package-lock.json", "a file of npm"),
    ("tsconfig.json", "a file of TypeScript"),
    ("composer.json", "a file of Composer"),
    ("docker-compose.yml", "a file of Docker"),
    ("docker-compose.yaml", "a file of Docker"),
    ("mkdocs.yml", "a file of MkDocs"),
    ("_config.yml", "a file of Jekyll"),
    ("cmakelists.txt", "a file of CMake"),
    ("requirements.txt", "a file of pip"),
    ("robots.txt", "a file for search engines"),
    ("readme.txt", "a text about the folder"),
    ("license.txt", "a licence"),
    ("licence.txt", "a licence"),
    ("copying.txt", "a licence"),
    ("changelog.txt", "a text about the folder"),
];

/// What a file is, if it is surely no deck.
pub(crate) fn stranger(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    if let Some((_, what)) = NAMES.iter().find(|(n, _)| *n == name) {
        return Some(what);
    }
    let (stem, ending) = name.rsplit_once('.')?;
    match ending {
        "yaml" | "yml" | "json" | "csv" => {}
        // What has no keys cannot be told.
        _ => return None,
    }
    if let Some(what) = of_game(path, stem) {
        return Some(what);
    }
    let text = head(path)?;
    match ending {
        "json" => by_keys(&json_keys(&text), &text),
        "csv" => (stem == "cards" && no_counts(&text)).then_some("a card pool"),
        _ => by_keys(&yaml_keys(&text), &text),
    }
}

/// A part of a game, told by its name and the `game.yaml` beside it or above its folder.
fn of_game(path: &Path, stem: &str) -> Option<&'static str> {
    let folder = path.parent()?;
    let is_game = |folder: &Path| folder.join("game.yaml").is_file() && folder.join("rules.yaml").is_file();
    let what = match stem {
        "game" | "rules" | "statements" => "a file of a game",
        "cards" => "a card pool",
        _ => match folder.file_name()?.to_str()? {
            "layers" => return is_game(folder.parent()?).then_some("a layer of a game"),
            "policies" => return is_game(folder.parent()?).then_some("a policy of a game"),
            _ => return None,
        },
    };
    is_game(folder).then_some(what)
}

fn head(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(HEAD).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
}

/// What the outermost keys of YAML or JSON tell.
fn by_keys(keys: &[&str], text: &str) -> Option<&'static str> {
    let has = |any: &[&str]| keys.iter().any(|k| any.contains(k));
    let listed = || text.lines().find_map(|l| l.trim_start().strip_prefix("- ")).is_some_and(|l| l.starts_with("id:"));
    match *keys.first()? {
        "v" => Some("a result of decklint"),
        "$schema" if text.contains("json-schema.org") => Some("a JSON Schema"),
        _ if has(&["runs"]) && has(&["version"]) => Some("a SARIF log"),
        _ if has(&["id"]) && has(&["prefix"]) && has(&["sections", "attributes"]) => Some("a game"),
        // A deck names its layers by the same key.
        _ if has(&["layer"]) && has(LAYER) => Some("a layer"),
        _ if has(CONFIG) => Some("a configuration"),
        _ if has(&["prefer", "script"]) => Some("a policy"),
        "rules" if keys.len() == 1 && listed() => Some("the rules of a game"),
        "statements" if keys.len() == 1 && listed() => Some("the statements of a game"),
        _ => None,
    }
}

const LAYER: &[&str] = &["because", "rules", "add", "ban", "unban", "limit", "restricted", "allow", "setup", "extends"];
const CONFIG: &[&str] = &["levels", "folders", "waivers", "exclude", "add-cards", "rules-url"];

fn yaml_keys(text: &str) -> Vec<&str> {
    let key = |line: &'_ str| -> Option<usize> {
        let first = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '$');
        let at = line.find(':').filter(|_| first)?;
        line[at + 1..].chars().next().is_none_or(char::is_whitespace).then_some(at)
    };
    text.lines().filter_map(|line| key(line).map(|at| line[..at].trim_end())).collect()
}

/// The keys of the outermost mapping, as far as the text goes.
fn json_keys(text: &str) -> Vec<&str> {
    let mut keys = Vec::new();
    let (mut depth, mut start, mut escaped) = (0_usize, None, false);
    let mut last: Option<&str> = None;
    if !text.trim_start().starts_with('{') {
        return keys;
    }
    for (at, c) in text.char_indices() {
        match (start, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(from), '"') => {
                last = text.get(from..at);
                start = None;
            }
            (Some(_), _) => {}
            (None, '"') => start = Some(at + 1),
            (None, ':') if depth == 1 => keys.extend(last.take()),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    keys
}

/// Whether a table has columns that say more of cards than a deck does, and none for the number of copies.
fn no_counts(text: &str) -> bool {
    let Some(line) = text.lines().find(|l| !l.trim().is_empty() && !l.starts_with('#')) else { return false };
    let columns: Vec<String> =
        line.split([',', ';', '\t']).map(|c| c.trim().trim_matches('"').to_ascii_lowercase()).collect();
    let counts = ["count", "copies", "quantity", "qty", "amount", "number", "n", "#", "section"];
    columns.len() >= 3 && columns.iter().any(|c| c == "name") && !columns.iter().any(|c| counts.contains(&c.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_outermost_ones() {
        assert_eq!(json_keys("{\"a\\\"b\": {\"c\": [\"d\", {\"e\": 1}]}, \"f\": \"g:{\", \"h"), ["a\\\"b", "f"]);
        assert_eq!(json_keys("[{\"a\": 1}]"), [""; 0]);
        assert_eq!(yaml_keys("# x: y\na: 1\n b: 2\n- c: 3\nd e:\nf:g\n\"h\": 1\ni: {j: 1}\n"), ["a", "d e", "i"]);
    }

    #[test]
    fn a_deck_is_never_told_to_be_something_else() {
        for deck in [
            "game: barrenia\nlayer: arc-2\nmain:\n  Nestbreaker: 2\n",
            "layers: [arc-2]\nname: rules\nmain: [{card: Nestbreaker}]\n",
            "name: x\nnotes: exclude\nsections:\n  main:\n    - {name: Nestbreaker, count: 3}\n",
            "main:\n  - 3 Nestbreaker\nprovisionary:\n  - id: 01204417\n",
        ] {
            assert_eq!(by_keys(&yaml_keys(deck), deck), None, "{deck}");
        }
        let deck = "{\"$schema\": \"https://example.org/deck.json\", \"game\": \"barrenia\", \"main\": {\"A\": 1}}";
        assert_eq!(by_keys(&json_keys(deck), deck), None);
        assert!(!no_counts("count,code,name\n") && !no_counts("name\n") && !no_counts("name,code\n"));
        assert!(no_counts("code,name,type,size\n"));
    }
}
