//! Card pools of other programs: CSV and tab-separated data, JSON of any shape, the databases of Cockatrice, LackeyCCG,
//! EDOPro and Card Game Simulator, spreadsheets. Each is read as a table, whose columns are mapped to a game's attributes.

#[cfg(feature = "sqlite")]
mod cdb;
mod cgs;
mod cockatrice;
mod csv;
mod json;
mod lackey;
mod limits;
mod map;
#[cfg(feature = "spreadsheets")]
mod sheet;
mod survey;
mod table;
#[cfg(test)]
mod tests;

use super::load::table::{Problems, Table};
use super::load::{self, Pool};
use crate::diagnostics::{CAT_SYNTAX, Diagnostic};
use crate::text::{DecodeError, FileId, Place, decode, parse_json, parse_yaml, root_name};

pub use cgs::Cgs;
pub use limits::{LimitEntry, LimitList, limit_lists};
pub use map::{BadValues, Imported, import};
pub use survey::{Survey, SurveyColumn, survey};

/// What to do about rows of another shape.
const RAGGED: &str = "mend the file; what could be read of it was taken";

/// What a file of cards is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Delimited text.
    Csv,
    /// `carddata.txt` of LackeyCCG.
    Lackey,
    /// JSON.
    Json,
    /// YAML.
    Yaml,
    /// A program in JavaScript or TypeScript that holds a list of cards.
    Script,
    /// The card database of Cockatrice.
    Cockatrice,
    /// SQLite, as EDOPro has it.
    Sqlite,
    /// `.xlsx` or `.ods`.
    Spreadsheet,
}

impl Kind {
    /// What it is called in messages.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Kind::Csv => "CSV",
            Kind::Lackey => "card data of LackeyCCG",
            Kind::Json => "JSON",
            Kind::Yaml => "YAML",
            Kind::Script => "the list in a script",
            Kind::Cockatrice => "a card database of Cockatrice",
            Kind::Sqlite => "a database of EDOPro",
            Kind::Spreadsheet => "a spreadsheet",
        }
    }
}

/// Where the cards stand in their file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The path of keys to the list, in JSON and YAML.
    pub path: Option<String>,
    /// The sheet of a spreadsheet; the first if absent.
    pub sheet: Option<String>,
    /// The `cgs.json` that belongs to the cards.
    pub cgs: Option<Cgs>,
}

/// A file of cards as text.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What the file is.
    pub kind: Kind,
    /// Its text. That of a database or spreadsheet is a table in CSV whose lines are its rows.
    pub text: String,
    /// The encoding, if it was guessed.
    pub guessed: Option<&'static str>,
    /// What a reader of the report should know, such as which sheet was read.
    pub notes: Vec<String>,
}

/// Why a file is no file of cards.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It is no text, nor anything else that is known.
    #[error(transparent)]
    Text(#[from] DecodeError),
    /// It says what it is, but is not.
    #[error("{0}")]
    Broken(String),
    /// This build cannot read it.
    #[error("{kind} is read only by a build with the feature `{feature}`; this one has been built without it")]
    Feature {
        /// What the file is.
        kind: &'static str,
        /// The Cargo feature.
        feature: &'static str,
    },
}

/// Makes a text of a file. What it is, its first bytes tell, then its ending.
///
/// # Errors
/// It is neither text nor a database nor a spreadsheet, or this build cannot read it.
pub fn open(name: &str, bytes: Vec<u8>, options: &Options) -> Result<Opened, OpenError> {
    if bytes.starts_with(b"SQLite format 3\0") {
        return sqlite(bytes);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return spreadsheet(bytes, options);
    }
    if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return Err(OpenError::Broken("this is an old spreadsheet; save it as .xlsx, .ods or CSV".to_owned()));
    }
    let decoded = decode(bytes)?;
    Ok(Opened { kind: kind(name, &decoded.text), text: decoded.text, guessed: decoded.guessed, notes: Vec::new() })
}

fn kind(name: &str, text: &str) -> Kind {
    let ending = name.rsplit_once('.').map_or(String::new(), |(_, e)| e.to_ascii_lowercase());
    match (ending.as_str(), text.trim_start().bytes().next()) {
        ("js" | "mjs" | "cjs" | "ts" | "mts" | "jsx" | "tsx", _) => Kind::Script,
        ("yaml" | "yml", _) => Kind::Yaml,
        (_, Some(b'{' | b'[')) | ("json", _) => Kind::Json,
        (_, Some(b'<')) if !root_name(text).is_empty() => Kind::Cockatrice,
        ("xml", _) => Kind::Cockatrice,
        _ if lackey::sniff(text) => Kind::Lackey,
        _ => Kind::Csv,
    }
}

#[cfg(feature = "sqlite")]
fn sqlite(bytes: Vec<u8>) -> Result<Opened, OpenError> {
    let (text, lone) = cdb::to_csv(bytes).map_err(OpenError::Broken)?;
    let mut notes = Vec::new();
    if lone > 0 {
        let (s, have) = if lone == 1 { ("", "has") } else { ("s", "have") };
        notes.push(format!("{lone} row{s} of `texts` {have} no row in `datas` and {have} been left out"));
    }
    Ok(Opened { kind: Kind::Sqlite, text, guessed: None, notes })
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_: Vec<u8>) -> Result<Opened, OpenError> {
    Err(OpenError::Feature { kind: Kind::Sqlite.title(), feature: "sqlite" })
}

#[cfg(feature = "spreadsheets")]
fn spreadsheet(bytes: Vec<u8>, options: &Options) -> Result<Opened, OpenError> {
    let (text, names) = sheet::to_csv(bytes, options.sheet.as_deref()).map_err(OpenError::Broken)?;
    let mut notes = Vec::new();
    if let [taken, others @ ..] = &names[..]
        && !others.is_empty()
    {
        let others: Vec<String> = others.iter().map(|o| format!("`{o}`")).collect();
        notes.push(format!("the sheet `{taken}` was read, not {}", others.join(", ")));
    }
    Ok(Opened { kind: Kind::Spreadsheet, text, guessed: None, notes })
}

#[cfg(not(feature = "spreadsheets"))]
fn spreadsheet(_: Vec<u8>, _: &Options) -> Result<Opened, OpenError> {
    Err(OpenError::Feature { kind: Kind::Spreadsheet.title(), feature: "spreadsheets" })
}

/// The table of a file, and where in it the cards stood, if not at its top.
fn read<'t>(pool: &'t Pool, kind: Kind, options: &Options, problems: &mut Problems) -> (Table<'t>, String) {
    let text = pool.source.text.as_str();
    let list;
    let parsed = match kind {
        Kind::Csv | Kind::Sqlite | Kind::Spreadsheet => return (load::csv::read(pool, problems), String::new()),
        Kind::Lackey => return (lackey::read(pool, problems), String::new()),
        Kind::Cockatrice => return (cockatrice::read(pool, problems), String::new()),
        Kind::Yaml => parse_yaml(text, pool.file),
        Kind::Json => parse_json(text, pool.file),
        Kind::Script => match script(text) {
            Some(masked) => {
                list = masked;
                parse_json(&list, pool.file)
            }
            None => {
                let message = "no list of objects in square brackets stands in this script";
                problems.syntax.push(Diagnostic::general(&CAT_SYNTAX, Place::File(pool.file), message));
                return (Table::default(), String::new());
            }
        },
    };
    match parsed {
        Ok(node) => json::read(&node, options.path.as_deref(), options.cgs.as_ref(), problems),
        Err(e) => {
            let fault = Diagnostic::general(&CAT_SYNTAX, e.span, e.message);
            problems.syntax.push(match kind {
                Kind::Script => fault.help(
                    "only a list that is written as JSON is read, from the first `[` before a `{` to the last `]`",
                ),
                _ => fault,
            });
            (Table::default(), String::new())
        }
    }
}

/// A script with everything but its list made blank, so that places stay what they are.
fn script(text: &str) -> Option<String> {
    // The first bracket that opens a list of objects: types are written with brackets too.
    let opens = |at: &usize| text[at + 1..].trim_start().starts_with('{');
    let start = text.match_indices('[').map(|(at, _)| at).find(opens)?;
    let end = text.rfind(']')? + 1;
    Some(" ".repeat(start) + text.get(start..end)?)
}

/// The game definition in a `cgs.json`, as [`Cgs::parse`] reads it.
///
/// # Errors
/// It is no text or no JSON object, in one line.
pub fn read_cgs(bytes: Vec<u8>) -> Result<Cgs, String> {
    let text = decode(bytes).map_err(|e| e.to_string())?.text;
    Cgs::parse(&text, FileId::INPUT).map_err(|e| e.message)
}
