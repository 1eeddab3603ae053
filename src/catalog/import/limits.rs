//! Ban and limit lists of EDOPro, `lflist.conf`: several lists a file, a code and a limit a line.

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, LAY_FILE, LAY_NO_EFFECT, Level};
use crate::text::{At, FileId, Place, Source, Span, brief, lines};

/// A list.
#[derive(Clone, Debug)]
pub struct LimitList {
    /// Its name, as it stands behind the `!`.
    pub name: At<String>,
    /// Whether cards that are not listed are forbidden.
    pub whitelist: bool,
    /// Its entries, one a code.
    pub entries: Vec<LimitEntry>,
    /// Lines that could not be read.
    pub unread: Vec<String>,
}

/// A card of a list.
#[derive(Clone, Debug)]
pub struct LimitEntry {
    /// The code as written.
    pub code: At<String>,
    /// How many copies are allowed; 0 and -1 forbid the card.
    pub limit: i64,
    /// What stands behind `--`: nearly always the card's name.
    pub comment: String,
}

/// Reads the lists of a file. What cannot be read is said, and kept as text.
#[must_use]
pub fn limit_lists(source: &Source, file: FileId) -> (Vec<LimitList>, Vec<Diagnostic>) {
    let mut lists: Vec<LimitList> = Vec::new();
    let mut faults = Vec::new();
    let mut before = 0;
    let mut first = None;
    // The entries of the last list by their codes, without the zeros before them.
    let mut known = FxHashMap::default();
    for (start, line) in lines(&source.text) {
        let text = line.trim();
        let lead = line.len() - line.trim_start().len();
        let span = Span::new(file, start + lead, start + lead + text.len());
        if text.is_empty() || text.starts_with('#') || text.starts_with("--") {
            continue;
        }
        if let Some(name) = text.strip_prefix('!') {
            known.clear();
            let name = At::new(name.trim().to_owned(), span);
            lists.push(LimitList { name, whitelist: false, entries: Vec::new(), unread: Vec::new() });
            continue;
        }
        let Some(list) = lists.last_mut() else {
            before += 1;
            first.get_or_insert(span);
            continue;
        };
        if text.starts_with('$') {
            match text.split_whitespace().next() {
                Some(word) if word.eq_ignore_ascii_case("$whitelist") => list.whitelist = true,
                _ => {
                    let message = format!("the instruction `{}` is not known and was not read", brief(text));
                    faults.push(Diagnostic::general(&LAY_FILE, span, message).level(Level::Warning));
                    list.unread.push(text.to_owned());
                }
            }
            continue;
        }
        match entry(text, span) {
            Ok(entry) => enter(list, &mut known, entry, &mut faults),
            Err(why) => {
                faults.push(
                    Diagnostic::general(&LAY_FILE, span, why).help("write `CODE LIMIT --name`, such as `01204401 1`"),
                );
                list.unread.push(text.to_owned());
            }
        }
    }
    if let Some(first) = first {
        let lines = if before == 1 { "1 line stands".to_owned() } else { format!("{before} lines stand") };
        let message = format!("{lines} before the first list (`!NAME`), in none; EDOPro does not read that either");
        faults.insert(0, Diagnostic::general(&LAY_FILE, first, message).level(Level::Warning));
    }
    if lists.is_empty() {
        let message = "there is no list in it: a list begins with a line `!NAME`";
        faults.push(Diagnostic::general(&LAY_FILE, Place::File(file), message));
    }
    (lists, faults)
}

fn entry(text: &str, span: Span) -> Result<LimitEntry, String> {
    let (data, comment) = text.split_once("--").unwrap_or((text, ""));
    // A limit of -1 is no comment, whatever its neighbours are.
    let mut words = data.split_whitespace();
    let (code, limit) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if code.is_empty() || !code.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("`{}` does not begin with the code of a card", brief(text)));
    }
    let Some(limit) = limit.parse::<i64>().ok().filter(|n| *n >= -1) else {
        return Err(match limit {
            "" => format!("the card `{code}` has no limit"),
            limit => format!("`{}` is no limit; -1, 0, 1, 2 or 3 is expected", brief(limit)),
        });
    };
    // Free text may stand there without its sign, too.
    let rest: Vec<&str> = words.chain(comment.split_whitespace()).collect();
    let code = At::new(code.to_owned(), Span { end: span.start + u32::try_from(code.len()).unwrap_or(0), ..span });
    Ok(LimitEntry { code, limit, comment: rest.join(" ") })
}

/// A later line of a code takes the place of an earlier one, as in EDOPro.
fn enter(list: &mut LimitList, known: &mut FxHashMap<String, usize>, entry: LimitEntry, faults: &mut Vec<Diagnostic>) {
    let number = entry.code.value.trim_start_matches('0').to_owned();
    let at = *known.entry(number).or_insert(list.entries.len());
    match list.entries.get_mut(at) {
        Some(old) => {
            let message = format!("the card `{}` stands twice in the list; this line counts", entry.code.value);
            let fault = Diagnostic::general(&LAY_NO_EFFECT, entry.code.span, message);
            faults.push(fault.related(old.code.span, "this one has no effect").help("delete one of the two"));
            *old = entry;
        }
        None => list.entries.push(entry),
    }
}
