//! `decklint sheet`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::config::Setup;
use super::deck::file::{DeckFile, ReadArgs};
use super::deck::show::{card_words, ordered, section_title};
use super::{Exit, out, write};
use crate::deck::{Identity, Order, hash};
use crate::diagnostics::Level;
use crate::game::{DeckInput, Verdict, check_with, pool_fingerprint, rules_fingerprint};
use crate::report::{Paper, Sheet, SheetCard, SheetSection, sheet_html, sheet_text};
use crate::text::counted;

/// Make a registration sheet, one page a deck, to print and sign
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Cards stand by section and in one order everywhere, whatever the order of the file. The sheet has the totals, \
        the verdict, the deck's hash (`decklint deck hash`), the fingerprints of rules and card pool, and room for name, \
        number, event, date and signatures. HTML is one file that loads nothing; a browser prints it.\n\nExit codes: 0 every \
        deck is legal, 1 one is not (the sheet is made all the same), 2 a deck could not be read (no sheet is made).\n\n\
        Examples:\n  decklint sheet deck.txt -o sheet.html\n  decklint sheet decks/*.yaml -o friday.html --paper letter\n  \
        decklint sheet deck.txt --format text --player 'Ada Byron' | lpr"
)]
pub(crate) struct Args {
    /// Decks, or `-` for standard input
    #[arg(value_name = "DECK", required = true)]
    decks: Vec<PathBuf>,
    /// The file to make; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long, requires = "output")]
    force: bool,
    /// HTML, or text of 80 columns; told by the ending of the file if absent, and HTML where that tells nothing
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<Format>,
    /// The size of the paper, for HTML
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: PaperArg,
    /// Who plays the deck, instead of what its header says
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For a browser's printer
    Html,
    /// For a terminal or a line printer
    Text,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PaperArg {
    /// 210 mm by 297 mm
    A4,
    /// 8.5 in by 11 in
    Letter,
}

impl Args {
    fn format(&self) -> Format {
        let ending = self.output.as_deref().and_then(Path::extension).and_then(|e| e.to_str());
        let told = ending.filter(|e| e.eq_ignore_ascii_case("txt") || e.eq_ignore_ascii_case("text"));
        self.format.unwrap_or(if told.is_some() { Format::Text } else { Format::Html })
    }
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    if args.player.is_some() && args.decks.len() > 1 {
        bail!("`--player` is about one deck; several say in their headers who plays them");
    }
    if args.decks.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        bail!("standard input can be read once only; `-` is given several times");
    }
    let setups = args.read.setups(args.decks.iter().map(PathBuf::as_path))?;
    let (mut sheets, mut exit, mut failed) = (Vec::new(), Exit::Clean, 0);
    for (path, setup) in args.decks.iter().zip(&setups) {
        match sheet(setup, &args, path) {
            Ok((sheet, verdict)) => {
                exit = exit.max(if verdict == Verdict::Legal { Exit::Clean } else { Exit::Findings });
                sheets.push(sheet);
            }
            Err(e) => {
                out::complain(&format!("{e:#}"));
                failed += 1;
            }
        }
    }
    if failed > 0 {
        bail!("no sheet was made");
    }
    let paper = match args.paper {
        PaperArg::A4 => Paper::A4,
        PaperArg::Letter => Paper::Letter,
    };
    let text = match args.format() {
        Format::Html => sheet_html(&sheets, paper),
        Format::Text => sheet_text(&sheets),
    };
    match &args.output {
        Some(path) => {
            write::create(path, text.as_bytes(), args.force)?;
            let pages = counted(sheets.len() as u64, "sheet");
            out::talk(&format!("wrote {}: {pages}", path.display()));
        }
        None => {
            // As it is: the form feeds between pages are for the printer.
            let mut stdout = std::io::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            stdout.flush()?;
        }
    }
    Ok(exit)
}

fn sheet(setup: &Setup, args: &Args, path: &Path) -> Result<(Sheet, Verdict)> {
    let file = DeckFile::open(setup, &args.read, path)?;
    let contents = file.contents(&setup.session)?;
    let game = &file.opened.game;
    let prepared = file.prepared(setup)?;
    let input = DeckInput { source: &file.source, guessed: None, path: file.path(), game: Some(&game.id) };
    let checked = check_with(&setup.session, input, &setup.levels, &setup.waivers_for(file.path()));
    let of = |level: Level| checked.findings.iter().filter(move |f| f.level == level);
    let (errors, warnings) = (of(Level::Error).count() as u64, of(Level::Warning).count() as u64);
    let mut verdict = checked.verdict.as_str().to_owned();
    if errors > 0 {
        let mut codes: Vec<&str> = of(Level::Error).map(|f| &*f.code).collect();
        codes.sort_unstable();
        codes.dedup();
        verdict = format!("{verdict}: {} ({})", counted(errors, "error"), codes.join(", "));
    }
    if warnings > 0 {
        verdict = format!("{verdict}, {}", counted(warnings, "warning"));
    }
    let section = |key: &crate::deck::SectionKey| SheetSection {
        title: section_title(game, key),
        total: contents.total(key),
        cards: ordered(game, &contents, key, Order::Rules)
            .into_iter()
            .map(|(card, copies)| {
                let (code, name) = card_words(game, card);
                SheetCard { copies, code, name, known: matches!(card, Identity::Card(_)) }
            })
            .collect(),
    };
    let header = &file.opened.header;
    let own = |text: &Option<crate::text::At<String>>| text.as_ref().map(|t| t.value.clone());
    let sheet = Sheet {
        game: game.spec.name.clone(),
        deck: own(&header.name).unwrap_or_else(|| file.name().to_owned()),
        player: args.player.clone().or_else(|| own(&header.player)),
        event: own(&header.event),
        layers: prepared.merged.layers.clone(),
        sections: contents.sections().map(|(key, _)| section(key)).collect(),
        hash: hash(&contents, &game.spec, &game.catalog).short,
        rules: rules_fingerprint(&setup.session, game, &prepared).short,
        pool: pool_fingerprint(&game.catalog).short,
        verdict,
    };
    Ok((sheet, checked.verdict))
}
