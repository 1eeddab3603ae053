//! What decks say of themselves: comment lines on top of text and CSV, keys of YAML and JSON.

use super::line::{is_comment, is_rule, trimmed};
use super::text::{AboutBlock, about_name, may_be_heading};
use super::tree::spot;
use crate::deck::Header;
use crate::diagnostics::{DCK_HEADER, Diagnostic, Level};
use crate::text::{At, FileId, Node, Source, Span, Value, fold_key, lines};

/// The keys of a header.
pub(super) const KEYS: &[&str] = &["game", "name", "player", "event", "layer", "layers", "note", "notes"];

/// The keys that a format of ours holds: each means one field of the header.
pub(super) const ALL: &[&str] = &["game", "name", "player", "event", "layers", "notes"];

/// Words that open remarks and are one letter off a key.
const NO_SLIPS: &[&str] = &["later", "same", "vote", "votes", "even"];

struct Building {
    header: Header,
    findings: Vec<Diagnostic>,
}

/// A part of a text with its place, without blanks around it.
fn part(text: &str, start: usize) -> At<String> {
    let range = trimmed(text);
    let span = Span::new(FileId::INPUT, start + range.start, start + range.end);
    At::new(text[range].to_owned(), span)
}

impl Building {
    /// Sets a value; `false` if the key is none of a header.
    fn set(&mut self, key: &str, value: At<String>) -> bool {
        let header = &mut self.header;
        let slot = match key {
            "game" => &mut header.game,
            "name" => &mut header.name,
            "player" => &mut header.player,
            "event" => &mut header.event,
            "note" | "notes" => {
                match &mut header.notes {
                    Some(notes) => {
                        notes.value.push('\n');
                        notes.value.push_str(&value.value);
                    }
                    none => *none = Some(value),
                }
                return true;
            }
            "layer" | "layers" => {
                header.layers.push(value);
                return true;
            }
            _ => return false,
        };
        match slot {
            Some(first) if *first != value => {
                let message = format!("the header says `{key}` twice; `{}` is used", super::build::brief(&first.value));
                let d = Diagnostic::general(&DCK_HEADER, value.span, message).related(first.span, "first here");
                if self.findings.len() < 100 {
                    self.findings.push(d);
                }
            }
            Some(_) => {}
            none => *none = Some(value),
        }
        true
    }

    fn comment(&mut self, line: &str, start: usize) {
        let body = line.trim_start_matches(['#', '/', '-']);
        let Some((word, value)) = body.split_once([':', '：']) else {
            return;
        };
        if word.len() > 24 {
            return;
        }
        let key = fold_key(word);
        let at = start + line.len() - value.len();
        match key.as_ref() {
            "layer" | "layers" => {
                let mut at = at;
                for name in value.split(',') {
                    let layer = part(name, at);
                    if !layer.value.is_empty() {
                        self.set(&key, layer);
                    }
                    at += name.len() + 1;
                }
            }
            known if KEYS.contains(&known) => {
                let value = part(value, at);
                if !value.value.is_empty() {
                    self.set(known, value);
                }
            }
            word_ if !NO_SLIPS.contains(&word_) => {
                let meant = KEYS.iter().find(|k| strsim::osa_distance(k, word_) == 1);
                if let Some(meant) = meant.filter(|_| self.findings.len() < 100) {
                    let from = start + line.len() - body.len();
                    let word = part(word, from);
                    let d = unknown(&word.value, word.span, &[meant]);
                    self.findings.push(d);
                }
            }
            _ => {}
        }
    }
}

/// A warning about a header key that is not known.
pub(super) fn unknown(key: &str, span: Span, meant: &[&str]) -> Diagnostic {
    let tail = match meant {
        [] => format!("; the header has {}", KEYS.join(", ")),
        meant => format!("; did you mean {}?", crate::text::or_list(meant)),
    };
    let message = format!("unknown header key `{}`{tail}", super::build::brief(key));
    let mut d = Diagnostic::general(&DCK_HEADER, span, message);
    d.facts.suggestions = meant.iter().map(|&m| m.to_owned()).collect();
    d
}

/// The header in the comments before the first card.
pub(super) fn of_comments(text: &str) -> (Header, Vec<Diagnostic>) {
    let mut out = Building { header: Header::default(), findings: Vec::new() };
    let mut about = AboutBlock::default();
    for (start, raw) in lines(text) {
        let range = trimmed(raw);
        let (start, line) = (start + range.start, &raw[range]);
        if line.is_empty() || is_rule(line) {
            continue;
        }
        if is_comment(line) {
            out.comment(line, start);
        } else if about.takes(line, &text[start + line.len()..]) {
            if let Some(name) = about_name(line) {
                out.set("name", part(&line[name.clone()], start + name.start));
            }
        } else if !may_be_heading(line) {
            break;
        }
    }
    (out.header, out.findings)
}

/// The header in the keys of a mapping.
pub(super) fn of_tree(node: &Node, source: &Source) -> (Header, Vec<Diagnostic>) {
    let mut out = Building { header: Header::default(), findings: Vec::new() };
    for (key, value) in node.as_map().unwrap_or_default() {
        let folded = fold_key(&key.value);
        // A repeated key is reported with all others; the first one counts.
        let repeated = || !node.get(&key.value).is_some_and(|n| std::ptr::eq(n, value));
        if !KEYS.contains(&folded.as_ref()) || value.is_null() || repeated() {
            continue;
        }
        let many = folded.starts_with("layer") || folded.starts_with("note");
        let values: Vec<&Node> = match &value.value {
            Value::List(items) if many => items.iter().collect(),
            _ => vec![value],
        };
        for value in values {
            match value.as_str() {
                Some(text) if text.trim().is_empty() => {}
                Some(text) => {
                    let value = At::new(text.trim().to_owned(), spot(source, value));
                    out.set(&folded, value);
                }
                None => {
                    let kind = value.kind();
                    let message = format!("`{}` is {kind}; write a single value", key.value);
                    // A deck must not be judged without a layer or by another game.
                    let grave = folded.starts_with("layer") || folded == "game";
                    let level = if grave { Level::Error } else { Level::Warning };
                    out.findings.push(Diagnostic::general(&DCK_HEADER, key.span, message).level(level));
                }
            }
        }
    }
    (out.header, out.findings)
}
