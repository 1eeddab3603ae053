//! `decklint games new`: a game's folder to start from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::Exit;
use super::import::{open_file, shown};
use super::out;
use super::save::{obstacle, save};
use crate::catalog::import::{Cgs, Kind, Options, read_cgs};
use crate::catalog::{ColumnMap, Pool};
use crate::game::{Games, MAX_FILE, Plan, PlanSection, Session, System, game_id_of, io_reason, read_limited, scaffold};
use crate::report::visible;
use crate::text::{Element, FileId, Files, Source, Sources, decode, fold_key, parse_xml};

/// The cards of a game that comes from nowhere: they show the form.
const EXAMPLE: &str = "name,type,cost,text\nFirst Character,Character,1,\nSecond Character,Character,2,Draw a card.\n\
    Third Character,Character,3,\nFirst Event,Event,1,Draw two cards.\nSecond Event,Event,2,\nThird Event,Event,4,\n";

/// Write a game's folder to start from; files that exist are left alone
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The folder holds game.yaml, rules.yaml, cards.csv, a README and a sample deck, and can be used at once. Limits of \
        deck building that the other program never had stand in it as gaps: rules of the kind `not-stated`, and comments \
        that begin with GAP.\n\nExamples:\n  decklint games new 'Harbour Lights'\n  decklint games new 'Harbour Lights' \
        --from-cgs cgs.json --dir my-games\n  decklint games new Mine --from-lackey plugins/mine\n  decklint games new \
        Mine --from-cockatrice cards.xml\n  decklint check --games harbour-lights harbour-lights/decks/sample.yaml"
)]
pub(crate) struct NewArgs {
    /// The game's name; its id is made of it
    #[arg(value_name = "NAME")]
    name: String,
    /// The id, in lower-case letters, digits and dashes: the name of the folder
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Where to make the folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// The `cgs.json` of Card Game Simulator, with AllCards.json or sets/*/cards.json beside it
    #[arg(long, value_name = "FILE", group = "from")]
    from_cgs: Option<PathBuf>,
    /// The card data of LackeyCCG, or the folder of a plugin with plugininfo.txt and sets/*.txt
    #[arg(long, value_name = "DIR|FILE", group = "from")]
    from_lackey: Option<PathBuf>,
    /// The card database of Cockatrice
    #[arg(long, value_name = "FILE", group = "from")]
    from_cockatrice: Option<PathBuf>,
}

/// What the game is made of.
struct Origin {
    system: System,
    file: String,
    cards: Vec<PathBuf>,
    sections: Vec<PlanSection>,
    cgs: Option<Cgs>,
}

pub(crate) fn run(args: &NewArgs) -> Result<Exit> {
    let id = match &args.id {
        Some(id) => id.clone(),
        None => game_id_of(&args.name).with_context(|| {
            format!("no id can be made of `{}`: it has no letters from a to z; name one with `--id`", args.name)
        })?,
    };
    if id.is_empty() || !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
        bail!("the id `{id}` must be of lower-case letters, digits and dashes");
    }
    let origin = origin(args)?;
    let sources = Sources::default();
    let options = Options { cgs: origin.cgs.clone(), ..Options::default() };
    let (mut pools, mut kind) = (Vec::new(), Kind::Csv);
    let mut add = |name: String, text: String| {
        let source = Arc::new(Source::new(name.as_str(), text));
        let file = sources.add(Source::new(name, source.text.as_str()));
        pools.push(Pool { source, file, columns: ColumnMap::default() });
    };
    if origin.system == System::Nothing {
        add("<example>".to_owned(), EXAMPLE.to_owned());
    }
    for path in &origin.cards {
        let opened = open_file(path, options.clone())?.1;
        let wanted: &[Kind] = match origin.system {
            System::Cgs => &[Kind::Json],
            System::Cockatrice => &[Kind::Cockatrice],
            System::Lackey => &[Kind::Lackey, Kind::Csv],
            System::Nothing => &[],
        };
        if !wanted.contains(&opened.kind) {
            let (is, not) = (opened.kind.title(), wanted.first().map_or("", |k| k.title()));
            bail!("`{}` was expected to be {not}, but is {is}", path.display());
        }
        // Files of LackeyCCG that do not say so are tab-separated all the same.
        kind = wanted.first().copied().unwrap_or(opened.kind);
        add(path.display().to_string(), opened.text);
    }
    let plan = Plan {
        id: id.clone(),
        name: args.name.clone(),
        system: origin.system,
        file: origin.file,
        sections: origin.sections,
        cgs: origin.cgs,
    };
    let files = Files { shared: &sources, input: None };
    let made = match scaffold(&plan, &pools, kind, &options) {
        Ok(made) => made,
        Err((why, faults)) => {
            out::show_faults(files, &faults);
            bail!("nothing was written: {why}");
        }
    };
    out::show_faults(files, &made.faults);
    let folder = if args.dir.as_os_str() == "." { PathBuf::from(&id) } else { args.dir.join(&id) };
    write(&folder, &made.files)?;
    let (s, from) = (if made.cards == 1 { "" } else { "s" }, visible(&plan.file).into_owned());
    let from = if from.is_empty() { String::new() } else { format!(" from {from}") };
    out::talk(&format!("wrote {} with {} card{s}{from}", folder.display(), made.cards));
    if made.dropped > 0 {
        out::talk(&format!("  {} without name or other identity left out", made.dropped));
    }
    if !made.left_out.is_empty() {
        out::talk(&format!("  columns left out: {}", visible(&made.left_out.join(", "))));
    }
    out::talk("  what the rules say of decks is not known: look for GAP in game.yaml and rules.yaml");
    try_out(&folder, &id, made.faults.iter().any(|f| f.level == crate::diagnostics::Level::Error))
}

/// Loads the new game, which must be usable.
fn try_out(folder: &Path, id: &str, findings: bool) -> Result<Exit> {
    let mut games = Games::shipped();
    games.add_folder(folder).map_err(|e| anyhow::anyhow!("`{}`: {}", folder.display(), io_reason(&e)))?;
    let session = Session::new(Sources::default(), games, crate::game::Options::default());
    let game = session.game(id);
    let broken = out::run_faults(&session, &session.take_faults());
    if game.is_none() || broken {
        bail!("the new game cannot be used as it is; the places named show why");
    }
    Ok(if findings { Exit::Findings } else { Exit::Clean })
}

fn write(folder: &Path, files: &[(String, String)]) -> Result<()> {
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    let there: Vec<String> =
        paths.iter().filter(|p| p.symlink_metadata().is_ok()).map(|p| format!("`{}`", p.display())).collect();
    if !there.is_empty() {
        bail!("nothing was written, as there is already {}", there.join(", "));
    }
    for path in &paths {
        let folder = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(folder)
            .map_err(|e| anyhow::anyhow!("cannot make the folder `{}`: {}", folder.display(), io_reason(&e)))?;
        if let Some(obstacle) = obstacle(path, false) {
            bail!(obstacle);
        }
    }
    for ((_, text), path) in files.iter().zip(&paths) {
        save(path, text, false)?;
    }
    Ok(())
}

fn section(title: &str, side: bool) -> PlanSection {
    PlanSection { title: title.to_owned(), side, shuffle: !side, only: None }
}

fn origin(args: &NewArgs) -> Result<Origin> {
    let base = |path: &Path| path.file_name().map_or_else(|| shown(path), |n| n.to_string_lossy().into_owned());
    if let Some(path) = &args.from_cgs {
        return cgs(path);
    }
    if let Some(path) = &args.from_lackey {
        let (sections, cards) = lackey(path)?;
        return Ok(Origin { system: System::Lackey, file: base(path), cards, sections, cgs: None });
    }
    let sections = vec![section("Main", false), section("Sideboard", true)];
    Ok(match &args.from_cockatrice {
        Some(path) => {
            Origin { system: System::Cockatrice, file: base(path), cards: vec![path.clone()], sections, cgs: None }
        }
        None => Origin { system: System::Nothing, file: String::new(), cards: Vec::new(), sections, cgs: None },
    })
}

fn cgs(path: &Path) -> Result<Origin> {
    let path = if path.is_dir() { path.join("cgs.json") } else { path.to_path_buf() };
    let bytes = read_limited(&path, MAX_FILE)
        .map_err(|e| anyhow::anyhow!("cannot read `{}`: {}", path.display(), io_reason(&e)))?;
    let cgs = read_cgs(bytes).map_err(|e| anyhow::anyhow!("cannot read `{}`: {e}", path.display()))?;
    let all = path.with_file_name("AllCards.json");
    let cards = match all.is_file() {
        true => vec![all],
        false => {
            let sets = files_in(&path.with_file_name("sets"))?;
            sets.iter().map(|set| set.join("cards.json")).filter(|f| f.is_file()).collect()
        }
    };
    if cards.is_empty() {
        bail!("beside `{}` there is neither AllCards.json nor sets/*/cards.json with the cards", path.display());
    }
    let mut sections = vec![section("Main", false)];
    for (group, property, value) in &cgs.extras {
        let title = if group.is_empty() { value } else { group };
        let only = Some((property.clone(), cgs.label_of(property, value).to_owned()));
        sections.push(PlanSection { title: title.clone(), side: false, shuffle: false, only });
    }
    Ok(Origin { system: System::Cgs, file: "cgs.json".to_owned(), cards, sections, cgs: Some(cgs) })
}

/// The files of a folder, sorted; none if there is no folder.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let told = |e: std::io::Error| anyhow::anyhow!("cannot read `{}`: {}", folder.display(), io_reason(&e));
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).map_err(told)?.collect();
    let mut files: Vec<PathBuf> = entries.map_err(told)?.into_iter().map(|e| e.path()).collect();
    files.sort();
    Ok(files)
}

/// The sections of a plugin, and its files of cards.
fn lackey(path: &Path) -> Result<(Vec<PlanSection>, Vec<PathBuf>)> {
    let is_text = |p: &PathBuf| p.extension().is_some_and(|e| e.eq_ignore_ascii_case("txt")) && p.is_file();
    let folder = path.is_dir();
    let cards = match folder {
        true => files_in(&path.join("sets"))?.into_iter().filter(is_text).collect(),
        false => vec![path.to_path_buf()],
    };
    if cards.is_empty() {
        bail!("there is no card data in `{}`: sets/*.txt is expected", path.display());
    }
    // A plugin's card data lies in the folder `sets`, its description beside that.
    let above = |n: usize| path.ancestors().nth(n).map(|p| p.join("plugininfo.txt"));
    let places = if folder { vec![Some(path.join("plugininfo.txt"))] } else { vec![above(1), above(2)] };
    let info = places.into_iter().flatten().find(|p| p.is_file());
    let Some(info) = info else { return Ok((vec![section("Deck", false), section("Sideboard", true)], cards)) };
    let bytes = read_limited(&info, MAX_FILE)
        .map_err(|e| anyhow::anyhow!("cannot read `{}`: {}", info.display(), io_reason(&e)))?;
    let text = decode(bytes).with_context(|| format!("cannot read `{}`", info.display()))?.text;
    let mut zones = Vec::new();
    match parse_xml(&text, FileId::INPUT) {
        Ok(xml) => deck_zones(&xml.root, &mut zones),
        Err(e) => {
            out::talk(&format!("{}: not read as XML ({}), so the sections are guesses", info.display(), e.message))
        }
    }
    if zones.is_empty() {
        zones = vec![section("Deck", false), section("Sideboard", true)];
    }
    Ok((zones, cards))
}

fn deck_zones(element: &Element, out: &mut Vec<PlanSection>) {
    if element.is("deckzone") {
        let text = |name: &str| element.child(name).map(|c| c.text.value.clone()).unwrap_or_default();
        let title = text("label");
        if !title.is_empty() {
            let side = fold_key(&title).contains("side") && !out.iter().any(|s| s.side);
            out.push(PlanSection { title, side, shuffle: fold_key(&text("shuffle")) == "yes", only: None });
        }
        return;
    }
    element.children.iter().for_each(|child| deck_zones(child, out));
}
