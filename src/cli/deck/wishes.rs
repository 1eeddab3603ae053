//! What a deck that is completed is to hold, as users say it: `--want`, `--curve`, `--size`.

use anyhow::{Result, anyhow, bail};

use crate::catalog::{Predicate, Term, Value, parse_terms};
use crate::game::{Game, Wish, Wishes};
use crate::rules::check::{CardSet, Sections};
use crate::spec::AttributeType;
use crate::text::did_you_mean;

/// The most cards that a wish may ask for.
const MOST: u64 = 999;

/// What the deck is to hold besides what the rules ask for.
#[derive(Debug, clap::Args)]
pub(crate) struct WishArgs {
    /// At least N cards that these terms match (as in `decklint cards`), or from N to M; the side section does not count
    #[arg(long, value_name = "TERMS:N[-M]")]
    want: Vec<String>,
    /// The curve of the main section: exactly so many cards of each value, such as `1:8,2:10`; with another attribute
    /// than the game's curve `rarity=Common:20`. An attribute alone, such as `size`, spreads the cards as evenly as can be
    #[arg(long, value_name = "CURVE")]
    curve: Option<String>,
    /// How many cards the main section is to have; as few as the rules and wishes ask for if absent
    #[arg(long, value_name = "N")]
    size: Option<u64>,
    /// Where chance begins; the same seed gives the same deck on any machine
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::cli::play::seed, allow_negative_numbers = true)]
    pub seed: u64,
}

impl WishArgs {
    /// The wishes; all that is wrong with them is said at once.
    pub fn read(&self, game: &Game) -> Result<Wishes> {
        let main = Sections::of([game.spec.default_section()]);
        let (mut out, mut bad) = (Wishes::default(), Vec::new());
        if let Some(size) = self.size {
            match (1..=MOST).contains(&size) {
                true => out.list.push(Wish {
                    text: format!("--size {size}"),
                    cards: CardSet::all(game.catalog.len()),
                    sections: main,
                    min: size,
                    max: Some(size),
                }),
                false => bad.push(format!("--size {size}: a deck has 1 to {MOST} cards")),
            }
        }
        for text in &self.want {
            match want(text, game) {
                Ok(wish) => out.list.push(wish),
                Err(e) => bad.push(format!("--want '{text}': {e}")),
            }
        }
        if let Some(text) = &self.curve
            && let Err(e) = curve(text, game, main, &mut out)
        {
            bad.push(format!("--curve '{text}': {e}"));
        }
        if bad.is_empty() { Ok(out) } else { bail!("{}", bad.join("\nerror: ")) }
    }
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok().filter(|n| *n <= MOST)
}

fn want(text: &str, game: &Game) -> Result<Wish> {
    let form = || anyhow!("the form is TERMS:N, such as 'type:Soldier size<=2':8, with N from 0 to {MOST}");
    let (terms, numbers) = text.rsplit_once(':').ok_or_else(form)?;
    let (min, max) = match numbers.split_once('-') {
        Some((min, max)) => (number(min), Some(number(max).ok_or_else(form)?)),
        None => (number(numbers), None),
    };
    let min = min.ok_or_else(form)?;
    if max.is_some_and(|max| max < min) {
        bail!("{min} to {} is no range", max.unwrap_or_default());
    }
    let last = terms.split_whitespace().last().unwrap_or_default();
    // `size:2` alone would be read as two cards with `size` in their names.
    if game.spec.attribute_for_column(last).is_some() {
        bail!("`{last}:{numbers}` is a term, and the number of cards is missing; write `{text}:N`");
    }
    let parsed = parse_terms(terms, &game.spec).map_err(|e| anyhow!("{e}"))?;
    let cards = cards(game, &parsed);
    if min > 0 && cards.is_empty() {
        bail!("no card of the pool is so");
    }
    let side = game.spec.side_section();
    let sections = Sections::of((0..game.spec.sections.len()).filter(|s| Some(*s) != side));
    Ok(Wish { text: terms.to_owned(), cards, sections, min, max })
}

fn cards(game: &Game, terms: &[Term]) -> CardSet {
    CardSet::of(&game.catalog, &Predicate::from_terms(terms))
}

fn curve(text: &str, game: &Game, main: Sections, out: &mut Wishes) -> Result<()> {
    let spec = &game.spec;
    let find = |word: &str| {
        let near = || did_you_mean(word, spec.attribute_names());
        spec.attribute_for_column(word)
            .ok_or_else(|| anyhow!("cards of {} have no attribute `{word}`{}", spec.name, near()))
    };
    let (attribute, rest) = match text.split_once('=') {
        Some((word, rest)) => (find(word.trim())?, rest),
        None if !text.contains(':') => {
            out.even = Some(find(text.trim())?);
            return Ok(());
        }
        None => {
            let own = spec.curve_attribute();
            let none =
                || anyhow!("{} names no attribute for the curve; write it in front, such as `cost=1:8`", spec.name);
            (own.ok_or_else(none)?, text)
        }
    };
    let name = &spec.attributes.keys()[attribute].value;
    for part in rest.split(',') {
        let form = || anyhow!("`{}` is no VALUE:N, such as `1:8`", part.trim());
        let (value, n) = part.rsplit_once(':').ok_or_else(form)?;
        let (value, n) = (value.trim(), number(n).ok_or_else(form)?);
        if value.is_empty() {
            return Err(form());
        }
        if spec.attributes[attribute].kind == AttributeType::Int && value.parse::<i64>().is_err() {
            bail!("`{name}` is a number, `{value}` is none");
        }
        let is = |v: &Value| match v {
            Value::List(list) => list.iter().any(|v| crate::text::fold(v) == crate::text::fold(value)),
            Value::Missing => false,
            v => crate::text::fold(&v.to_text()) == crate::text::fold(value),
        };
        let mut cards = CardSet::none(game.catalog.len());
        let own = game.catalog.cards().filter(|(_, card)| card.values.get(attribute).is_some_and(is));
        own.for_each(|(id, _)| cards.insert(id));
        if n > 0 && cards.is_empty() {
            bail!("no card of the pool has the {name} `{value}`");
        }
        out.list.push(Wish { text: format!("{name} {value}"), cards, sections: main, min: n, max: Some(n) });
    }
    Ok(())
}
