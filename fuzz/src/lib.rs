//! What each fuzz target does with its bytes. The targets below `fuzz_targets/` only call [`run`], and so does the test
//! `tests/it/fuzzed.rs`, which gives it the seeds and everything that was found.
//!
//! Bytes that no text can be made of are passed over; everything else must end without panic, and every finding must be
//! one that can be shown.

use std::sync::{Arc, OnceLock};

use decklint::catalog::{Catalog, ColumnMap, Pool, Predicate, Report, load, parse_terms};
use decklint::deck::format::{self, Format};
use decklint::deck::resolve;
use decklint::diagnostics::{Diagnostic, Levels};
use decklint::engines::{self, Plan};
use decklint::game::{DeckInput, Game, Games, Options, Session, check, convert};
use decklint::play::ability::{Words, parse_abilities, parse_condition};
use decklint::play::{Goal, Job, Kind, KitSource, MaskId, Policy, PolicyFile, SeatDeck, Wishes};
use decklint::report::{concise_deck, full_deck, full_finding};
use decklint::rules::{LayerSource, bind, merge, run as run_rules};
use decklint::spec::GameSpec;
use decklint::text::{FileId, Files, Source, Sources, decode, parse_yaml};

/// The targets.
pub const TARGETS: &[&str] = &["deck", "pool", "game", "layer", "goal", "ability", "policy", "terms"];

const GAMES: &[&str] = &["barrenia", "breakrift", "parallel", "scales", "tuna"];

/// Runs a target on some bytes.
pub fn run(target: &str, data: &[u8]) {
    // The first byte chooses the game, and what else there is to choose; the seeds have letters there.
    let Some((&choice, rest)) = data.split_first() else { return };
    let choice = usize::from(choice.wrapping_sub(b'a'));
    let (game, other) = (GAMES[choice % GAMES.len()], choice / GAMES.len());
    let Ok(decoded) = decode(rest.to_vec()) else { return };
    let text = decoded.text;
    match target {
        "deck" => deck(game, other, text),
        "pool" => pool(game, other, text),
        "game" => game_and_rules(&text),
        "layer" => layer(game, text),
        "goal" => goal(game, &text),
        "ability" => ability(game, &text),
        "policy" => policy(game, text),
        "terms" => terms(game, &text),
        other => unreachable!("no target {other}"),
    }
}

/// A session over the shipped games that reads decks as of a format; 0 stands for finding it out.
fn session(format: usize) -> &'static Session {
    static SESSIONS: OnceLock<Vec<Session>> = OnceLock::new();
    let sessions = SESSIONS.get_or_init(|| {
        let formats = std::iter::once(None).chain(Format::ALL.iter().copied().map(Some));
        let of = |from| Session::new(Sources::default(), Games::shipped(), Options { from, ..Options::default() });
        formats.map(of).collect()
    });
    &sessions[format % sessions.len()]
}

fn shipped(id: &str) -> Arc<Game> {
    session(0).game(id).expect("the shipped games are sound")
}

/// Shows findings, which looks at each of their places.
fn show(findings: &[Diagnostic], shared: &Sources, input: &Arc<Source>) {
    for finding in findings {
        assert!(!finding.message.is_empty());
        let shown = full_finding(finding, Files { shared, input: Some(input) }, false);
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "control signs reach the terminal: {shown:?}");
    }
}

/// A deck in a format, checked, reported and converted; what was written is read back.
fn deck(game: &str, format: usize, text: String) {
    let session = session(format);
    let source = Arc::new(Source::new("deck", text));
    let input = DeckInput { source: &source, guessed: None, path: None, game: Some(game) };
    let checked = check(session, input, &Levels::default());
    let files = Files { shared: &session.sources, input: Some(&source) };
    for shown in [full_deck(&checked, files, false), concise_deck(&checked, files)] {
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "control signs reach the terminal: {shown:?}");
    }
    let _ = decklint::report::DeckReport::new(&checked, files);
    if let Ok(document) = session.open(&source) {
        let game = shipped(game);
        let (raw, mut faults) = document.read(&source, &game.spec);
        let (deck, more) = resolve(&raw, &game.spec, &game.catalog);
        faults.extend(more);
        let both = document.deck(&source, &game.spec, &game.catalog);
        assert_eq!(both, (deck, faults), "reading and lookup in one pass give another deck");
    }
    // One of the formats: every one of them at every input would make the target slow.
    let to = Format::ALL[source.text.len() % Format::ALL.len()];
    let converted = convert(session, input, to, &Levels::default());
    show(&converted.findings, &session.sources, &source);
    if let Some(text) = converted.text {
        let again = Source::new("again", text);
        if let Ok(document) = format::open_as(&again, to) {
            let _ = document.read(&again, &shipped(game).spec);
        }
    }
}

/// A card pool as CSV, YAML or JSON.
fn pool(game: &str, kind: usize, text: String) {
    let name = ["pool.csv", "pool.yaml", "pool.json"][kind % 3];
    let report = if kind < 3 { Report::Summary } else { Report::Full };
    let source = Arc::new(Source::new(name, text));
    let pools = [Pool { source: source.clone(), file: FileId::INPUT, columns: ColumnMap::default() }];
    let (_, faults) = load(&shipped(game).spec, &pools, report);
    show(&faults, &Sources::default(), &source);
}

/// `game.yaml`, a line of equals signs, `rules.yaml`: a deck of two cards is checked by them.
fn game_and_rules(text: &str) {
    let (game, rules) = text.split_once("\n=====\n").unwrap_or((text, "rules: []\n"));
    let sources = Sources::default();
    let file = sources.add(Source::new("game.yaml", game));
    let rules_file = sources.add(Source::new("rules.yaml", rules));
    let deck = Arc::new(Source::new("deck.txt", "40 One\n1 00000002\n3 Nobody\n"));
    let spec = match GameSpec::parse(game, file) {
        Ok(spec) => spec,
        Err(faults) => return show(&faults, &sources, &deck),
    };
    let pool = Source::new("cards.csv", "code,name,type\n00000001,One,Unit\n00000002,Two,Soldier\n");
    let file = sources.add(pool);
    let source = sources.get(file).expect("it was added");
    let pools = [Pool { source, file, columns: ColumnMap::default() }];
    let (catalog, faults) = load(&spec, &pools, Report::Full);
    show(&faults, &sources, &deck);
    let Ok(rules) = parse_yaml(rules, rules_file) else { return };
    judge(&spec, &catalog, &rules, &[], &deck, &sources);
}

/// Merges rules and layers, binds them to the cards, and runs them over a deck.
fn judge(
    spec: &GameSpec,
    catalog: &Catalog,
    rules: &decklint::text::Node,
    layers: &[LayerSource],
    input: &Arc<Source>,
    sources: &Sources,
) {
    let merged = merge(spec, catalog, rules, layers, &[]);
    show(&merged.faults, sources, input);
    let (ruleset, faults) = bind(&merged, spec, catalog, rules.span.file);
    show(&faults, sources, input);
    let names: String = catalog.cards().take(8).map(|(_, card)| format!("3 {}\n", card.name)).collect();
    let source = Source::new("deck.txt", format!("{names}3 Nobody\n"));
    let Ok(document) = format::open(&source) else { return };
    let (raw, _) = document.read(&source, spec);
    let (deck, _) = resolve(&raw, spec, catalog);
    // The places are of this deck and of the layer, which cannot both be the input: nothing is shown.
    let _ = run_rules(&ruleset, &deck, spec, catalog, &source, sources, false);
}

/// A layer over a shipped game.
fn layer(game: &str, text: String) {
    let game = shipped(game);
    let source = Arc::new(Source::new("layer.yaml", text));
    let sources = &session(0).sources;
    match parse_yaml(&source.text, FileId::INPUT) {
        Err(e) => assert!(!e.message.is_empty()),
        Ok(node) => {
            let layers = [LayerSource { name: "layer".to_owned(), file: FileId::INPUT, node }];
            judge(&game.spec, &game.catalog, &game.rules, &layers, &source, sources);
        }
    }
}

/// A range of an error lies in its text, at the borders of signs.
fn inside(text: &str, range: std::ops::Range<usize>, message: &str) {
    assert!(text.get(range.clone()).is_some(), "{range:?} is no part of {text:?}: {message}");
    assert!(!message.is_empty());
}

fn goal(game: &str, text: &str) {
    let game = shipped(game);
    match Goal::parse(text, &mut Wishes::new(&game.spec)) {
        Ok(goal) => assert!(!goal.clauses.is_empty()),
        Err(e) => inside(text, e.range, &e.message),
    }
}

fn terms(game: &str, text: &str) {
    let game = shipped(game);
    match parse_terms(text, &game.spec) {
        Ok(terms) => {
            let predicate = Predicate::from_terms(&terms);
            let _ = game.catalog.cards().filter(|(id, card)| predicate.matches(card, *id)).count();
        }
        Err(e) => inside(text, e.range, &e.message),
    }
}

/// Knows every token, so that tokens get past the reader.
struct AnyToken<'a>(&'a GameSpec);

impl Words for AnyToken<'_> {
    fn spec(&self) -> &GameSpec {
        self.0
    }

    fn stats(&self) -> &'static [&'static str] {
        &["attack", "defense"]
    }

    fn mask(&mut self, _: &str) -> MaskId {
        MaskId(0)
    }

    fn token(&mut self, _: &str) -> Option<Kind> {
        Some(1)
    }
}

/// The abilities of a card: the reader alone, then two decks full of the card that play against each other.
fn ability(game: &str, text: &str) {
    let game = shipped(game);
    for e in parse_abilities(text, &mut AnyToken(&game.spec)).err().into_iter().flatten() {
        inside(text, e.range, &e.message);
    }
    if let Err(e) = parse_condition(text, &mut AnyToken(&game.spec)) {
        inside(text, e.range, &e.message);
    }
    let (header, row) = match &*game.id {
        "barrenia" => ("code,name,type,size,el,ag,ip,abilities", "00000001,One,Soldier,2,3,2,1"),
        "breakrift" => ("code,name,type,attack,defense,abilities", "1,One,Summon,2,3"),
        "parallel" => {
            ("code,name,parallel,type,rarity,cost,attack,health,abilities", "1,One,Universal,Unit,Rare,2,2,2")
        }
        "scales" => {
            ("code,name,rarity,power,element,species,size,means,zone,abilities", "1,One,R,2,Fire,Bird,Small,Blade,none")
        }
        _ => ("code,name,atk,def,hero,arts,abilities", "1,One,2,2,x,y"),
    };
    let csv = format!("{header}\n{row},\"{}\"\n", text.replace('"', "\"\""));
    let sources = Sources::default();
    let file = sources.add(Source::new("pool.csv", csv));
    let source = sources.get(file).expect("it was added");
    let pools = [Pool { source: source.clone(), file, columns: ColumnMap::default() }];
    let (catalog, _) = load(&game.spec, &pools, Report::Summary);
    let list = Source::new("deck.txt", "12 One\n");
    let Ok(document) = format::open(&list) else { return };
    let (raw, _) = document.read(&list, &game.spec);
    let (deck, _) = resolve(&raw, &game.spec, &catalog);
    let seat = || SeatDeck::of(&deck, &game.spec);
    let setup = game.spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let from = KitSource { spec: &game.spec, catalog: &catalog, sources: &sources, wishes: &[] };
    match engines::runner(&Plan { from, setup: &setup, decks: [seat(), seat()], first: None }) {
        Err(faults) => show(&faults, &sources, &source),
        Ok((runner, faults)) => {
            show(&faults, &sources, &source);
            for policies in [[Policy::Greedy, Policy::Random], [Policy::Random, Policy::Greedy]] {
                let job = Job { seed: 7, turns: 8, policies, goals: Vec::new(), groups: Vec::new() };
                if let Err(e) = runner.audit(&job, 0, 2) {
                    panic!("an invariant does not hold with {text:?} in {}: {e}", game.id);
                }
            }
        }
    }
}

fn policy(game: &str, text: String) {
    let game = shipped(game);
    let source = Arc::new(Source::new("policy.yaml", text));
    let sources = Sources::default();
    match PolicyFile::parse(&source.text, FileId::INPUT) {
        Err(faults) => show(&faults, &sources, &source),
        Ok(file) => {
            if let Err(faults) = file.bind("policy", &mut Wishes::new(&game.spec)) {
                show(&faults, &sources, &source);
            }
        }
    }
}
