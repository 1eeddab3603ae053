//! Rules bound to the cards of a game, ready to run.

use std::sync::Arc;

use super::check::{Bind, Bound, CardSet, Check, List, ListCodes};
use super::{Merged, Rule};
use crate::catalog::Catalog;
use crate::diagnostics::{
    Basis, Diagnostic, GAM_FILE, GAM_REFERENCE, GeneralCode, LAY_BANNED, LAY_FILE, LAY_LIMITED, LAY_NOT_ALLOWED,
    LAY_RESTRICTED, Level,
};
use crate::spec::GameSpec;
use crate::text::{FileId, Place, did_you_mean};

/// A rule bound to cards.
#[derive(Debug)]
pub struct BoundRule {
    /// The code.
    pub id: Arc<str>,
    /// The readable name.
    pub slug: Arc<str>,
    /// The level of its findings.
    pub level: Level,
    /// What it rests on.
    pub basis: Basis,
    /// Where a layer set the level, and the words for it.
    pub level_set_by: Option<(Place, String)>,
    /// Rules whose findings this one does not repeat.
    pub yields_to: Vec<String>,
    /// The file of the game's own rules.
    pub game_file: FileId,
    pub(in crate::rules) checks: Vec<Box<dyn Bound>>,
}

/// All rules in force for a deck.
#[derive(Debug, Default)]
pub struct Ruleset {
    /// The rules in order.
    pub rules: Vec<BoundRule>,
}

/// Binds merged rules to a game's cards.
#[must_use]
pub fn bind(merged: &Merged, spec: &GameSpec, catalog: &Catalog, game_file: FileId) -> (Ruleset, Vec<Diagnostic>) {
    let none = CardSet::none(catalog.len());
    let mut limited = CardSet::none(catalog.len());
    let mut bind = Bind { spec, catalog, layers: &merged.layers, limited: &none, faults: Vec::new() };
    let lists = merged.lists.iter().map(|(_, list)| list);
    let in_rules = merged.rules.iter().flat_map(|r| &r.check.0).filter_map(|c| match c {
        Check::List(list) => Some(list),
        _ => None,
    });
    for list in lists.chain(in_rules) {
        for set in list.limited(&mut bind) {
            limited.extend(&set);
        }
    }
    // The same names are bound once more below, which reports what is wrong with them.
    let mut bind = Bind { spec, catalog, layers: &merged.layers, limited: &limited, faults: Vec::new() };
    let mut rules: Vec<BoundRule> = merged.rules.iter().map(|rule| bound(rule, merged, game_file, &mut bind)).collect();
    for (kind, list) in parts(merged) {
        let code = list_code(kind);
        rules.push(BoundRule {
            id: code.code.into(),
            slug: code.slug.into(),
            level: code.level,
            basis: Basis::House,
            level_set_by: None,
            yields_to: Vec::new(),
            game_file,
            checks: vec![Check::List(list).bind(&mut bind)],
        });
    }
    let mut faults = bind.faults;
    for fault in &mut faults {
        // What a layer names or sets wrongly is the layer's fault, not the game's. Without a place it may be either's.
        let by_layer = fault.place.span().is_some_and(|span| span.file != game_file && span.file != FileId::INPUT);
        if by_layer && (*fault.code == *GAM_REFERENCE.code || *fault.code == *GAM_FILE.code) {
            fault.code = LAY_FILE.code.into();
            fault.slug = LAY_FILE.slug.into();
        }
    }
    (Ruleset { rules }, faults)
}

/// The lists of all layers, joined by kind: a later entry stands behind an earlier one and wins where both limit a card.
fn parts(merged: &Merged) -> Vec<(ListCodes, List)> {
    let mut joined: Vec<(ListCodes, List)> = Vec::new();
    for (kind, list) in merged.lists.iter().flat_map(|(_, list)| list.parts()) {
        match joined.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, all)) => {
                all.ban.extend(list.ban);
                all.limit.extend(list.limit);
                all.restricted.extend(list.restricted);
                // Two lists of allowed cards: the later one decides.
                all.allow = list.allow.or(all.allow.take());
            }
            None => joined.push((kind, list)),
        }
    }
    joined
}

fn list_code(kind: ListCodes) -> &'static GeneralCode {
    match kind {
        ListCodes::Banned => &LAY_BANNED,
        ListCodes::Limited => &LAY_LIMITED,
        ListCodes::Restricted => &LAY_RESTRICTED,
        ListCodes::NotAllowed => &LAY_NOT_ALLOWED,
    }
}

fn bound(rule: &Rule, merged: &Merged, game_file: FileId, bind: &mut Bind<'_>) -> BoundRule {
    for other in &rule.yields_to {
        if !merged.rules.iter().any(|r| r.id == *other) && other.span.file != game_file {
            let near = did_you_mean(&other.value, merged.rules.iter().map(|r| r.id.value.as_str()));
            bind.faults.push(Diagnostic::general(
                &GAM_REFERENCE,
                other.span,
                format!("unknown rule `{}`{near}", other.value),
            ));
        }
    }
    let level_set_by = rule
        .level
        .as_ref()
        .filter(|l| l.span.file != game_file)
        .map(|l| (Place::Span(l.span), "the level is set here".to_owned()));
    BoundRule {
        id: rule.id.value.as_str().into(),
        slug: rule.slug.value.as_str().into(),
        level: rule.level(),
        basis: rule.basis,
        level_set_by,
        yields_to: rule.yields_to.iter().map(|w| w.value.clone()).collect(),
        game_file,
        checks: rule.check.0.iter().map(|check| check.bind(bind)).collect(),
    }
}
