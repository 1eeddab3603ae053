//! Game < layers in order < command line. Rules are merged as they were written, field by field, and typed after that,
//! so the span of every value tells who set it.

use indexmap::IndexMap;

use super::check::List;
use super::written::{describe, flow, show};
use super::{Entry, Layer, Rule};
use crate::catalog::{CardId, Catalog, Lookup, Predicate};
use crate::diagnostics::{Diagnostic, GAM_FILE, LAY_BECAUSE, LAY_CARD, LAY_FILE, LAY_NO_EFFECT, LAY_UNKNOWN_RULE};
use crate::spec::{GameSpec, Setting, Word};
use crate::text::{At, FileId, Key, Node, Span, Value, did_you_mean, from_node, or_list};

/// A layer as it was read.
#[derive(Clone, Debug)]
pub struct LayerSource {
    /// The name by which it was asked for.
    pub name: String,
    /// Its file.
    pub file: FileId,
    /// Its content.
    pub node: Node,
}

/// A change from the command line. The spans lie in a text made of the option itself.
#[derive(Clone, Debug)]
pub enum Override {
    /// `--set CODE.field=value`, or `--set setup.key=value`.
    Set {
        /// The rule's code, or `setup`.
        code: Word,
        /// The field or key.
        field: Word,
        /// The value.
        value: Node,
    },
    /// `--ban CARD`.
    Ban(Word),
    /// `--unban CARD`.
    Unban(Word),
}

/// A change that took effect, for `decklint rules --diff`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The rule's code, or `setup`.
    pub code: String,
    /// The field.
    pub field: String,
    /// The value before; empty if there was none.
    pub from: String,
    /// The value after.
    pub to: String,
    /// The layer's name, or the option.
    pub by: String,
    /// Why, if it is said.
    pub because: Option<String>,
}

/// The rules after all layers.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// The rules in force, in code order of the game, then as layers add them.
    pub rules: Vec<Rule>,
    /// The lists of the layers, with the layers' names.
    pub lists: Vec<(String, List)>,
    /// The set-up.
    pub setup: IndexMap<String, At<Setting>>,
    /// The names of the layers in use, in order.
    pub layers: Vec<String>,
    /// What the layers changed.
    pub applied: Vec<Applied>,
    /// What is wrong with the rules or layers.
    pub faults: Vec<Diagnostic>,
}

/// Fields of a rule that a layer may set besides those of its check.
const RULE_FIELDS: &[&str] = &["level", "title", "why", "mend", "example"];

/// Merges layers and overrides into a game's rules. `rules` is the content of `rules.yaml`.
#[must_use]
pub fn merge(
    spec: &GameSpec,
    catalog: &Catalog,
    rules: &Node,
    layers: &[LayerSource],
    overrides: &[Override],
) -> Merged {
    let game_file = rules.span.file;
    let mut merge = Merge {
        spec,
        catalog,
        game_file,
        entries: rules.get("rules").and_then(Node::as_list).unwrap_or_default().to_vec(),
        out: Merged::default(),
    };
    if rules.get("rules").and_then(Node::as_list).is_none() {
        let fault = Diagnostic::general(&GAM_FILE, rules.span, "a list `rules` is expected");
        merge.out.faults.push(fault);
    }
    for key in rules.as_map().unwrap_or_default().iter().map(|(k, _)| k).filter(|k| k.value != "rules") {
        let message = format!("unknown key `{}`; did you mean `rules`?", key.value);
        merge.out.faults.push(Diagnostic::general(&GAM_FILE, key.span, message));
    }
    merge.out.setup = spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    for layer in layers {
        merge.layer(layer);
    }
    for change in overrides {
        merge.change(change);
    }
    merge.finish()
}

struct Merge<'a> {
    spec: &'a GameSpec,
    catalog: &'a Catalog,
    game_file: FileId,
    entries: Vec<Node>,
    out: Merged,
}

impl Merge<'_> {
    fn fault(&mut self, span: Span, message: String) {
        self.out.faults.push(Diagnostic::general(&LAY_FILE, span, message));
    }

    fn layer(&mut self, source: &LayerSource) {
        let layer: Layer = match from_node(&source.node) {
            Ok(layer) => layer,
            Err(e) => {
                self.fault(e.span.unwrap_or(source.node.span), e.message);
                return;
            }
        };
        if let Some(game) = &layer.game
            && game.value != self.spec.id.value
        {
            let message = format!("this layer is for the game `{}`, not `{}`", game.value, self.spec.id.value);
            self.fault(game.span, message);
            return;
        }
        self.out.layers.push(source.name.clone());
        if let Some(changes) = source.node.get("rules") {
            let Some(changes) = changes.as_map() else {
                self.fault(
                    changes.span,
                    format!("a mapping of codes to changes is expected, found {}", changes.kind()),
                );
                return;
            };
            for (code, change) in changes {
                self.rule_change(code, change, &source.name, layer.because.as_deref());
            }
        }
        for rule in source.node.get("add").and_then(Node::as_list).unwrap_or_default() {
            self.add(rule, &source.name);
        }
        self.list(&layer, &source.name);
        for (key, value) in &layer.setup {
            self.setup(key, value.clone(), &source.name, layer.because.as_deref());
        }
    }

    fn add(&mut self, rule: &Node, by: &str) {
        let Some(id) = rule.get("id") else {
            self.fault(rule.span, "the added rule has no `id`".to_owned());
            return;
        };
        let code = id.as_str().unwrap_or_default().to_owned();
        if self.position(&code).is_some() {
            self.fault(
                id.span,
                format!("the rule `{code}` is there already; change it under `rules`, or choose another code"),
            );
            return;
        }
        self.entries.push(rule.clone());
        let title = rule.get("title").and_then(Node::as_str).unwrap_or_default().to_owned();
        self.applied(&code, "added", String::new(), title, by, None);
    }

    fn list(&mut self, layer: &Layer, by: &str) {
        for entry in &layer.ban {
            if entry.because.is_none() && layer.because.is_none() {
                let message = "a ban needs a reason".to_owned();
                self.out.faults.push(Diagnostic::general(&LAY_BECAUSE, entry.span(), message).help("add `because: …`"));
            }
            let place = entry.card.as_ref().map_or(layer.layer.span, |c| c.span);
            self.card_or_kind("ban", place, entry.card.is_some(), entry.where_.is_some());
        }
        for limit in &layer.limit {
            self.card_or_kind("limit", limit.max.span, limit.card.is_some(), limit.where_.is_some());
        }
        for card in &layer.unban {
            self.unban(card, by);
        }
        let mut list = layer.list();
        for entry in &mut list.ban {
            entry.because = entry.because.take().or_else(|| layer.because.clone());
        }
        if !list.is_empty() {
            let allow = if list.allow.is_some() { ", all but those allowed out" } else { "" };
            let (ban, limit, restricted) = (list.ban.len(), list.limit.len(), list.restricted.len());
            let what = format!("{ban} banned, {limit} limited, {restricted} restricted{allow}");
            self.applied("lists", "cards", String::new(), what, by, layer.because.as_deref());
            self.out.lists.push((by.to_owned(), list));
        }
    }

    /// An entry without cards would mean all or none of them, and one with both would forget half of what it says.
    fn card_or_kind(&mut self, list: &str, place: Span, card: bool, kind: bool) {
        match (card, kind) {
            (false, false) => self.fault(place, format!("an entry of `{list}` names neither `card` nor `where`")),
            (true, true) => {
                self.fault(place, format!("an entry of `{list}` names both `card` and `where`; keep one of them"));
            }
            _ => {}
        }
    }

    /// Lets a card in again, whether it is banned by name, by code or with others of its kind.
    fn unban(&mut self, card: &Word, by: &str) {
        let wanted = match self.catalog.find(&card.value) {
            Lookup::One(one) => vec![one],
            Lookup::Many(many) => many,
            Lookup::None => {
                let near = self.catalog.near(&card.value, 3);
                let mut fault =
                    Diagnostic::general(&LAY_CARD, card.span, format!("no card of the pool is `{}`", card.value));
                if !near.is_empty() {
                    fault = fault.help(format!("did you mean {}?", or_list(&near)));
                }
                self.out.faults.push(fault);
                return;
            }
        };
        let mut found = false;
        let (spec, catalog) = (self.spec, self.catalog);
        for entry in self.out.lists.iter_mut().flat_map(|(_, list)| &mut list.ban) {
            for &id in &wanted {
                if !entry.lifted.contains(&id) && bans(entry, id, spec, catalog) {
                    entry.lifted.push(id);
                    found = true;
                }
            }
        }
        if found {
            self.applied("lists", "cards", String::new(), format!("`{}` unbanned", card.value), by, None);
        } else {
            let message = format!("`{}` is not banned, so unbanning it has no effect", card.value);
            self.out.faults.push(Diagnostic::general(&LAY_NO_EFFECT, card.span, message));
        }
    }

    fn setup(&mut self, key: &Word, value: At<Setting>, by: &str, because: Option<&str>) {
        let Some(old) = self.out.setup.get(&key.value) else {
            let near = did_you_mean(&key.value, self.out.setup.keys().map(String::as_str));
            self.fault(key.span, format!("`{}` is no setting of the game{near}", key.value));
            return;
        };
        if std::mem::discriminant(&old.value) != std::mem::discriminant(&value.value) {
            let message = format!("`{}` takes a value of another type, such as {}", key.value, show(&old.value));
            self.fault(value.span, message);
            return;
        }
        if *old == value {
            let message = format!("`{}` is {} already", key.value, show(&value.value));
            self.out.faults.push(Diagnostic::general(&LAY_NO_EFFECT, key.span, message));
        }
        let (from, to) = (show(&old.value), show(&value.value));
        self.out.setup.insert(key.value.clone(), value);
        self.applied("setup", &key.value, from, to, by, because);
    }

    fn position(&self, code: &str) -> Option<usize> {
        let is = |node: &Node, key: &str| {
            node.get(key).and_then(Node::as_str).is_some_and(|id| id.eq_ignore_ascii_case(code))
        };
        self.entries.iter().position(|e| is(e, "id")).or_else(|| {
            let was = |e: &Node| {
                e.get("was").and_then(Node::as_list).is_some_and(|w| w.iter().any(|o| o.as_str() == Some(code)))
            };
            self.entries.iter().position(was)
        })
    }

    fn find(&mut self, code: &Key) -> Option<usize> {
        let found = self.position(&code.value);
        if found.is_none() {
            let known: Vec<&str> = self.entries.iter().filter_map(|e| e.get("id")?.as_str()).collect();
            let near = did_you_mean(&code.value, known.iter().copied());
            let message = format!("the game has no rule `{}`{near}", code.value);
            self.out.faults.push(Diagnostic::general(&LAY_UNKNOWN_RULE, code.span, message));
        }
        found
    }

    fn rule_change(&mut self, code: &Key, change: &Node, by: &str, layer_because: Option<&str>) {
        let Some(at) = self.find(code) else { return };
        let Some(fields) = change.as_map() else {
            let message = format!(
                "a mapping such as `{{max: 3}}` or `{{off: true, because: …}}` is expected, found {}",
                change.kind()
            );
            self.fault(change.span, message);
            return;
        };
        let because = change.get("because").and_then(Node::as_str).or(layer_because).map(str::to_owned);
        for (field, value) in fields.iter().filter(|(f, _)| f.value != "because") {
            if field.value == "off" {
                match value.as_str() {
                    Some("true") if because.is_none() => {
                        let message = format!("the rule {} is switched off without a reason", code.value);
                        self.out
                            .faults
                            .push(Diagnostic::general(&LAY_BECAUSE, field.span, message).help("add `because: …`"));
                    }
                    Some("true") => {
                        self.entries.remove(at);
                        self.applied(&code.value, "off", String::new(), "off".to_owned(), by, because.as_deref());
                        return;
                    }
                    Some("false") => {}
                    _ => self.fault(value.span, "`off` is `true` or `false`".to_owned()),
                }
                continue;
            }
            self.field(at, &code.value, field, value, by, because.as_deref());
        }
    }

    fn change(&mut self, change: &Override) {
        match change {
            Override::Ban(card) => {
                let entry = Entry {
                    card: Some(card.clone()),
                    where_: None,
                    because: Some("the command line says so".to_owned()),
                    lifted: Vec::new(),
                };
                self.applied("lists", "cards", String::new(), format!("`{}` banned", card.value), "--ban", None);
                self.out.lists.push(("--ban".to_owned(), List { ban: vec![entry], ..List::default() }));
            }
            Override::Unban(card) => self.unban(card, "--unban"),
            Override::Set { code, field, value } if code.value == "setup" => {
                let old = self.out.setup.get(&field.value).map(|old| &old.value);
                let Some(value) = self.set_value(value, matches!(old, Some(Setting::List(_) | Setting::Map(_)))) else {
                    return;
                };
                match from_node::<At<Setting>>(&value) {
                    Ok(setting) => self.setup(field, setting, "--set", None),
                    Err(e) => self.fault(e.span.unwrap_or(value.span), e.message),
                }
            }
            Override::Set { code, field, value } => {
                let key = |word: &Word| Key::new(word.value.as_str().into(), word.span);
                let (code, field) = (key(code), key(field));
                let Some(at) = self.find(&code) else { return };
                if let Some(value) = self.set_value(value, !RULE_FIELDS.contains(&field.value.as_str())) {
                    self.field(at, &code.value, &field, &value, "--set", None);
                }
            }
        }
    }

    /// The value of `--set`. Where a list or mapping may stand, one in brackets is read as YAML.
    fn set_value(&mut self, value: &Node, may_be_list: bool) -> Option<Node> {
        match flow(value).filter(|_| may_be_list) {
            None => Some(value.clone()),
            Some(Ok(list)) => Some(list),
            Some(Err(e)) => {
                let fault = Diagnostic::general(&LAY_FILE, e.span, e.message);
                self.out.faults.push(fault.help("a list is written [a, b], a mapping {a: b}"));
                None
            }
        }
    }

    /// Sets one field of a rule, or of the check that has it.
    fn field(&mut self, at: usize, code: &str, field: &Key, value: &Node, by: &str, because: Option<&str>) {
        let Value::Map(rule) = &mut self.entries[at].value else { return };
        let target =
            if RULE_FIELDS.contains(&field.value.as_str()) { Some(rule) } else { check_parameters(rule, &field.value) };
        let Some(target) = target else {
            self.fault(field.span, format!("the rule {code} has no field `{}`", field.value));
            return;
        };
        // `exact` and the pair of `min` and `max` are two ways to say one thing: the later one replaces the other.
        let others: &[&str] = match field.value.as_str() {
            "exact" => &["min", "max"],
            "min" | "max" => &["exact"],
            _ => &[],
        };
        let is_other = |key: &Key| others.contains(&key.value.as_str());
        let replaced: Vec<String> =
            target.iter().filter(|(k, _)| is_other(k)).map(|(k, v)| format!("{} {}", k.value, describe(v))).collect();
        target.retain(|(k, _)| !is_other(k));
        let old = target.iter().position(|(k, _)| k.value == field.value);
        let from = old.map_or_else(|| replaced.join(", "), |i| describe(&target[i].1));
        let to = describe(value);
        match old {
            Some(i) => target[i] = (field.clone(), value.clone()),
            None => target.push((field.clone(), value.clone())),
        }
        if old.is_some() && from == to {
            let message = format!("`{}` of {code} is {to} already", field.value);
            self.out.faults.push(Diagnostic::general(&LAY_NO_EFFECT, value.span, message));
        }
        self.applied(code, &field.value, from, to, by, because);
    }

    fn applied(&mut self, code: &str, field: &str, from: String, to: String, by: &str, because: Option<&str>) {
        let because = because.map(str::to_owned);
        self.out.applied.push(Applied {
            code: code.to_owned(),
            field: field.to_owned(),
            from,
            to,
            by: by.to_owned(),
            because,
        });
    }

    fn finish(mut self) -> Merged {
        let mut seen: Vec<At<String>> = Vec::new();
        for entry in &self.entries {
            match from_node::<Rule>(entry) {
                Ok(rule) => {
                    if seen.contains(&rule.id) {
                        let fault = Diagnostic::general(
                            &GAM_FILE,
                            rule.id.span,
                            format!("the code `{}` stands twice", rule.id.value),
                        );
                        self.out.faults.push(fault);
                    }
                    seen.push(rule.id.clone());
                    self.out.rules.push(rule);
                }
                Err(e) => {
                    let span = e.span.unwrap_or(entry.span);
                    let code = if span.file == self.game_file { &GAM_FILE } else { &LAY_FILE };
                    self.out.faults.push(Diagnostic::general(code, span, e.message));
                }
            }
        }
        self.out
    }
}

/// The parameters of the check that has the field, or of the first check.
fn check_parameters<'a>(rule: &'a mut [(Key, Node)], field: &str) -> Option<&'a mut Vec<(Key, Node)>> {
    fn parameters(check: &mut Node) -> Option<&mut Vec<(Key, Node)>> {
        match &mut check.value {
            Value::Map(kind) => match &mut kind.first_mut()?.1.value {
                Value::Map(parameters) => Some(parameters),
                _ => None,
            },
            _ => None,
        }
    }
    let check = &mut rule.iter_mut().find(|(k, _)| k.value == "check")?.1;
    if check.as_list().is_none() {
        return parameters(check);
    }
    let Value::List(checks) = &mut check.value else { return None };
    let has = |c: &Node| c.as_map().and_then(|m| m.first()).is_some_and(|(_, p)| p.get(field).is_some());
    let at = checks.iter().position(has).unwrap_or(0);
    parameters(checks.get_mut(at)?)
}

/// Whether an entry of a ban list means a card. What is wrong with the entry is reported where it is bound.
fn bans(entry: &Entry, id: CardId, spec: &GameSpec, catalog: &Catalog) -> bool {
    if let Some(card) = &entry.card {
        return match catalog.find(&card.value) {
            Lookup::One(one) => one == id,
            Lookup::Many(many) => many.contains(&id),
            Lookup::None => false,
        };
    }
    let Some(selector) = &entry.where_ else { return false };
    let mut faults = Vec::new();
    selector.faults(spec, &mut faults);
    faults.is_empty() && Predicate::new(selector, spec, catalog).0.matches(catalog.card(id), id)
}
