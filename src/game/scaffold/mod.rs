//! A game's folder to start from: by itself, or from what another program knows of the game. What those programs never
//! held, the rules of deck building above all, stands in it as a marked gap.

mod text;

use crate::catalog::import::{Cgs, Kind, Options, Survey, SurveyColumn, import, survey};
use crate::catalog::{ColumnMap, Pool, Report, load};
use crate::diagnostics::{Diagnostic, Level};
use crate::spec::GameSpec;
use crate::text::{FileId, fold_key, yaml_scalar};

/// Allowed values are listed where each stands for several cards, and there are no more than these.
const MOST_VALUES: usize = 16;
/// How many cards the sample deck has.
const SAMPLE: usize = 10;

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Nowhere: an example of everything.
    Nothing,
    /// Card Game Simulator.
    Cgs,
    /// LackeyCCG.
    Lackey,
    /// Cockatrice.
    Cockatrice,
}

/// A section of the new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanSection {
    /// The title.
    pub title: String,
    /// Whether it is the sideboard.
    pub side: bool,
    /// Whether it is shuffled.
    pub shuffle: bool,
    /// The cards that belong into it alone, if the program says so: a column and its value.
    pub only: Option<(String, String)>,
}

/// What is known of the new game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its id, see [`game_id_of`].
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub system: System,
    /// The file it is made of, for the remarks in it.
    pub file: String,
    /// Its sections; the first is that of cards without heading.
    pub sections: Vec<PlanSection>,
    /// What Card Game Simulator says of it.
    pub cgs: Option<Cgs>,
}

/// The new folder.
#[derive(Clone, Debug, Default)]
pub struct Scaffold {
    /// Its files: path inside the folder, and text.
    pub files: Vec<(String, String)>,
    /// How many cards it has.
    pub cards: usize,
    /// Rows of the old files that became no card.
    pub dropped: usize,
    /// Columns of the old files that became no attribute.
    pub left_out: Vec<String>,
    /// What is wrong with the old files.
    pub faults: Vec<Diagnostic>,
}

/// An attribute of the new game.
struct NewAttribute {
    id: String,
    title: Option<String>,
    kind: &'static str,
    values: Vec<String>,
    required: bool,
    /// The column of the old file.
    column: String,
}

/// The id of a game of this name: lower-case letters, digits and dashes; `None` if it has none of them.
#[must_use]
pub fn game_id_of(name: &str) -> Option<String> {
    let folded = crate::text::fold(name);
    let plain: String = folded.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let id = plain.split_whitespace().collect::<Vec<_>>().join("-");
    (!id.is_empty()).then_some(id)
}

/// The folder of a game, from the files of its cards. `Err` says why there is none, with what is wrong with the files.
///
/// # Errors
/// The files hold no card, or nothing that could be a card's name.
pub fn scaffold(
    plan: &Plan,
    pools: &[Pool],
    kind: Kind,
    options: &Options,
) -> Result<Scaffold, (String, Vec<Diagnostic>)> {
    let found = survey(pools, kind, options);
    let (attributes, left_out) = attributes(plan, &found);
    if !attributes.iter().any(|a| a.id == "name") {
        let message =
            if found.rows == 0 { "there is no card in it" } else { "no column of it holds the names of cards" };
        return Err((message.to_owned(), found.faults));
    }
    let identity = identity(plan, &attributes, &found);
    let game = text::game(plan, &attributes, &identity);
    let spec = match GameSpec::parse(&game, FileId::INPUT) {
        Ok(spec) => spec,
        Err(faults) => {
            let why = faults.first().map_or_else(String::new, |f| format!(": {}", f.message));
            return Err((format!("no game can be made of it{why}"), found.faults));
        }
    };
    let mut out = Scaffold { left_out, faults: found.faults, ..Scaffold::default() };
    let mut cards = String::new();
    let mut columns = ColumnMap::default();
    for attribute in &attributes {
        // The names are those of the survey, so none is mapped twice.
        _ = columns.set(&format!("{}={}", attribute.column, attribute.id));
    }
    for pool in pools {
        let known: Vec<String> =
            survey(std::slice::from_ref(pool), kind, options).columns.into_iter().map(|c| c.name).collect();
        let mut own = ColumnMap::default();
        for (column, attribute) in columns.pairs().filter(|(c, _)| known.iter().any(|k| k == c)) {
            _ = own.set(&format!("{column}={attribute}"));
        }
        let pool = Pool { columns: own, ..pool.clone() };
        let part = import(&spec, &pool, kind, options);
        let rows = part.csv.split_once('\n').map_or("", |(_, rows)| rows);
        cards.push_str(if cards.is_empty() { &part.csv } else { rows });
        out.dropped += part.dropped;
        let new = part.faults.into_iter().filter(|f| !out.faults.contains(f)).collect::<Vec<_>>();
        out.faults.extend(new);
    }
    let source = std::sync::Arc::new(crate::text::Source::new("cards.csv", cards.as_str()));
    let pool = Pool { source, file: FileId::INPUT, columns: ColumnMap::default() };
    let (catalog, faults) = load(&spec, &[pool], Report::Summary);
    if let Some(fault) = faults.iter().find(|f| f.level == Level::Error) {
        return Err((format!("no card pool can be made of it: {}", fault.message), out.faults));
    }
    out.cards = catalog.len();
    let by_code = spec.identity.0.iter().any(|w| w.value == "code");
    let deck = text::deck(plan, &catalog, by_code, &spec, SAMPLE);
    out.files = vec![
        ("game.yaml".to_owned(), game),
        ("rules.yaml".to_owned(), text::rules(plan, &spec)),
        ("cards.csv".to_owned(), cards),
        ("README.md".to_owned(), text::readme(plan, &catalog, &out.left_out)),
        ("decks/sample.yaml".to_owned(), deck),
    ];
    Ok(out)
}

/// Columns that programs keep for themselves: pictures, places on the table, their own ids.
fn is_bookkeeping(plan: &Plan, column: &str) -> bool {
    let key = fold_key(column);
    let known: &[&str] = match plan.system {
        System::Cockatrice => &["tablerow", "cipt", "upsidedown", "related", "reverse related"],
        System::Lackey => &["imagefile", "image file"],
        System::Cgs | System::Nothing => &[],
    };
    known.contains(&&*key) || (plan.system == System::Cockatrice && column.contains('.'))
}

/// The attributes, and the columns that are none.
fn attributes(plan: &Plan, found: &Survey) -> (Vec<NewAttribute>, Vec<String>) {
    let mut out: Vec<NewAttribute> = Vec::new();
    let mut left_out = Vec::new();
    for column in &found.columns {
        if is_bookkeeping(plan, &column.name) {
            left_out.push(column.name.clone());
            continue;
        }
        let is_code = plan.cgs.is_some() && column.name == "id";
        let mut id = if is_code { "code".to_owned() } else { attribute_id(&column.name) };
        let is_name = !out.iter().any(|a| a.id == "name") && matches!(id.as_str(), "name" | "title" | "card_name");
        if is_name {
            id = "name".to_owned();
        }
        let plain = id.clone();
        for n in 2_usize.. {
            // `same_as` means something to every pool.
            if id != "same_as" && !out.iter().any(|a| a.id == id) {
                break;
            }
            id = format!("{plain}_{n}");
        }
        out.push(new_attribute(plan, column, id, found.rows));
    }
    // The name first, then the code: it is what people read.
    out.sort_by_key(|a| match a.id.as_str() {
        "code" => 0,
        "name" => 1,
        _ => 2,
    });
    (out, left_out)
}

fn new_attribute(plan: &Plan, column: &SurveyColumn, id: String, rows: usize) -> NewAttribute {
    let property = plan.cgs.as_ref().and_then(|c| c.properties.iter().find(|p| p.0 == column.name));
    let title = property.map(|p| p.1.clone()).filter(|t| !t.is_empty());
    let required = id == "name" || id == "code";
    let kind = match () {
        () if required => "text",
        () if column.lists => "list",
        () if column.numbers => "int",
        () => "text",
    };
    let short = column.values.iter().all(|v| v.chars().count() <= 30 && !v.contains(['\n', '\r', ';', '|']));
    let few = column.values.len() <= MOST_VALUES && column.values.len() * 3 <= column.filled.min(rows);
    let values = if !required && kind != "int" && few && short { column.values.clone() } else { Vec::new() };
    let title = title.or_else(|| (column.name != id && id != "code").then(|| column.name.clone()));
    NewAttribute { id, title, kind, values, required, column: column.name.clone() }
}

/// A name that search terms can use.
fn attribute_id(column: &str) -> String {
    let folded = fold_key(column);
    let plain: String = folded.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let id = plain.split_whitespace().collect::<Vec<_>>().join("_");
    if id.is_empty() { "column".to_owned() } else { id }
}

/// What tells cards apart: the name, if it does.
fn identity(plan: &Plan, attributes: &[NewAttribute], found: &Survey) -> Vec<String> {
    let has = |id: &str| attributes.iter().any(|a| a.id == id);
    let column = attributes.iter().find(|a| a.id == "name").map(|a| a.column.as_str());
    let unique = found.columns.iter().any(|c| Some(c.name.as_str()) == column && c.unique);
    match plan.system {
        System::Cgs if has("code") && (!unique || plan.cgs.as_ref().is_some_and(|c| c.names_repeat)) => {
            vec!["code".to_owned()]
        }
        System::Lackey if !unique && has("set") => vec!["name".to_owned(), "set".to_owned()],
        _ => vec!["name".to_owned()],
    }
}

/// A list in YAML's short form.
fn yaml_list<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(yaml_scalar).collect();
    format!("[{}]", texts.join(", "))
}
