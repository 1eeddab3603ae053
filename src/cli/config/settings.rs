//! `--show-settings`: every setting that holds, and where it comes from.

use std::io::Write;

use super::Setup;
use crate::cli::options::{LayerArgs, LevelArgs, PoolArgs};
use crate::report::visible;
use crate::text::{Files, Span};

/// Prints what holds for the decks of a setup.
pub(crate) fn show(
    out: &mut impl Write,
    setup: &Setup,
    game: Option<&str>,
    pools: &PoolArgs,
    layers: &LayerArgs,
    levels: &LevelArgs,
) -> std::io::Result<()> {
    let config = &setup.config;
    let mut rows: Vec<(&str, String, String)> = Vec::new();
    let place = |span: Span| {
        let files = Files { shared: &setup.session.sources, input: None };
        files.get(span.file).map_or(String::new(), |s| {
            let (line, column) = s.line_column(span.start);
            format!("{}:{line}:{column}", s.name)
        })
    };
    let folder = setup.folder.and_then(|i| config.folders.get(i));
    if let Some((pattern, _)) = folder {
        rows.push(("folder", pattern.word.value.clone(), place(pattern.word.span)));
    }
    let configured = folder.and_then(|(_, f)| f.game.as_ref()).or(config.game.as_ref());
    match (game, configured) {
        (Some(game), _) => rows.push(("game", game.to_owned(), "--game".to_owned())),
        (None, Some(word)) => rows.push(("game", word.value.clone(), place(word.span))),
        (None, None) => rows.push(("game", "as each deck or its folder says".to_owned(), "default".to_owned())),
    }
    let options = |words: &[std::path::PathBuf]| words.iter().map(|p| p.display().to_string()).collect::<Vec<_>>();
    for word in &config.games {
        rows.push(("games", word.value.clone(), place(word.span)));
    }
    let replaced = !pools.cards.is_empty();
    for word in config.cards.iter().filter(|_| !replaced) {
        rows.push(("cards", word.value.clone(), place(word.span)));
    }
    options(&pools.cards).into_iter().for_each(|path| rows.push(("cards", path, "--cards".to_owned())));
    for word in &config.add_cards {
        rows.push(("add-cards", word.value.clone(), place(word.span)));
    }
    options(&pools.add_cards).into_iter().for_each(|path| rows.push(("add-cards", path, "--add-cards".to_owned())));
    for (column, attribute) in &config.map {
        rows.push(("map", format!("{}: {}", column.value, attribute.value), place(column.span)));
    }
    pools.map.iter().for_each(|map| rows.push(("map", map.replacen('=', ": ", 1), "--map".to_owned())));
    for word in &setup.session.options.base_layers {
        rows.push(("layer", word.value.clone(), place(word.span)));
    }
    layers.layers.iter().for_each(|name| rows.push(("layer", name.clone(), "--layer".to_owned())));
    for (values, option) in [(&layers.set, "--set"), (&layers.ban, "--ban"), (&layers.unban, "--unban")] {
        values.iter().for_each(|value| rows.push((&option[2..], value.clone(), option.to_owned())));
    }
    for (word, level) in &config.levels {
        let level = format!("{level:?}").to_lowercase();
        rows.push(("level", format!("{}: {level}", word.value), place(word.span)));
    }
    levels.level.iter().for_each(|l| rows.push(("level", l.replacen('=', ": ", 1), "--level".to_owned())));
    match config.deny_warnings {
        Some(span) => rows.push(("deny", "warnings".to_owned(), place(span))),
        None if !levels.deny.is_empty() => rows.push(("deny", "warnings".to_owned(), "--deny".to_owned())),
        None => {}
    }
    for pattern in &config.exclude {
        rows.push(("exclude", pattern.word.value.clone(), place(pattern.word.span)));
    }
    for waiver in &config.waivers {
        let entry = &waiver.entry;
        let deck = entry.deck.as_ref().map_or("all decks", |d| d.value.as_str());
        rows.push(("waiver", format!("{} in {deck}", entry.code.value), place(entry.code.span)));
    }
    if let Some(url) = &config.rules_url {
        rows.push(("rules-url", url.value.clone(), place(url.span)));
    }
    let name = config.path.display().to_string();
    writeln!(out, "{}", if name.is_empty() { "no configuration".into() } else { visible(&name).into_owned() })?;
    for (key, value, from) in rows {
        writeln!(out, "  {key}: {} ({})", visible(&value), visible(&from))?;
    }
    Ok(())
}
