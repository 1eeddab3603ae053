//! Search terms: `type:Soldier size<=3 -territory:"Hive Union" text~/draw/ lancer`. The same small language picks cards
//! in searches, in card-borne deck rules and in goals.

use std::ops::Range;

use regex::Regex;

use super::predicate::{Field, Needle, Test};
use super::truth;
use crate::spec::{AttributeType, GameSpec};
use crate::text::{did_you_mean, fold};

/// One term; it may be negated.
#[derive(Clone, Debug)]
pub struct Term {
    negated: bool,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Words(Field, Vec<Needle>),
    Contains(Field, Vec<String>),
    Regex(Field, Regex),
    Between(Field, Option<i64>, Option<i64>),
}

/// Why terms are not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TermError {
    /// What is wrong, with near names.
    pub message: String,
    /// Where in the text, in bytes.
    pub range: Range<usize>,
}

impl Term {
    pub(super) fn test(&self) -> Test {
        let test = match &self.kind {
            Kind::Words(field, words) => Test::Words(*field, words.clone()),
            Kind::Contains(field, words) => Test::Any(words.iter().map(|w| Test::Contains(*field, fold(w))).collect()),
            Kind::Regex(field, regex) => Test::Matches(*field, Box::new(regex.clone())),
            Kind::Between(field, min, max) => Test::Between(*field, *min, *max),
        };
        if self.negated { Test::Not(Box::new(test)) } else { test }
    }
}

/// Reads terms parted by blanks; all must hold. An empty text means every card. `!=` and a negated term also match
/// cards without value.
///
/// # Errors
/// An unknown attribute or value, a number that is none, an open quote or a bad expression, with its place.
pub fn parse_terms(text: &str, spec: &GameSpec) -> Result<Vec<Term>, TermError> {
    let mut parser = Parser { text, at: 0, spec };
    let mut out = Vec::new();
    let mut negated = false;
    // Where a negation stands that no term has followed yet.
    let mut open = None;
    while parser.skip_blanks() {
        let start = parser.at;
        if parser.word("not") {
            negated = !negated;
            open = Some(start..parser.at);
            continue;
        }
        if parser.eat("-") {
            negated = !negated;
            if parser.rest().is_empty() || parser.rest().starts_with(char::is_whitespace) {
                return parser.error(start..parser.at, "a term is expected behind `-`");
            }
        }
        let (kind, unequal) = parser.term()?;
        out.push(Term { negated: negated ^ unequal, kind });
        (negated, open) = (false, None);
    }
    match open {
        Some(range) => parser.error(range, "a term is expected behind `not`; quote the word to look for it in names"),
        None => Ok(out),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    spec: &'a GameSpec,
}

const OPERATORS: &[&str] = &["<=", ">=", "!=", ":", "=", "<", ">", "~"];

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error<T>(&self, range: Range<usize>, message: impl Into<String>) -> Result<T, TermError> {
        Err(TermError { message: message.into(), range })
    }

    fn skip_blanks(&mut self) -> bool {
        self.at += self.rest().len() - self.rest().trim_start().len();
        !self.rest().is_empty()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Eats a word that blanks or the end follow.
    fn word(&mut self, word: &str) -> bool {
        let found = self.rest().strip_prefix(word).is_some_and(|r| r.is_empty() || r.starts_with(char::is_whitespace));
        if found {
            self.at += word.len();
        }
        found
    }

    /// A term, and whether its operator negates it.
    fn term(&mut self) -> Result<(Kind, bool), TermError> {
        let start = self.at;
        if self.rest().starts_with('"') {
            return Ok((Kind::Contains(Field::Name, vec![self.quoted()?]), false));
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name_end = start + self.rest().find(|c| !is_name(c)).unwrap_or(self.rest().len());
        let name = &self.text[start..name_end];
        self.at = name_end;
        let operator = OPERATORS.iter().copied().find(|o| self.rest().starts_with(o));
        let Some(operator) = operator.filter(|_| !name.is_empty()) else {
            self.at = start;
            let word = self.bare_word();
            return Ok((Kind::Contains(Field::Name, vec![word]), false));
        };
        self.at += operator.len();
        let Some(index) = self.spec.attribute_for_column(name) else {
            let near = did_you_mean(name, self.spec.attribute_names());
            return self.error(start..name_end, format!("unknown attribute `{name}`{near}"));
        };
        let kind = match operator {
            "~" => self.contains(index),
            _ => self.comparison(index, operator),
        };
        kind.map(|kind| (kind, operator == "!="))
    }

    fn contains(&mut self, index: usize) -> Result<Kind, TermError> {
        let field = Field::of(self.spec, index);
        if !self.eat("/") {
            return Ok(Kind::Contains(field, self.values()?.into_iter().map(|v| v.0).collect()));
        }
        let start = self.at;
        let mut escaped = false;
        let end = self.rest().find(|c| {
            let close = c == '/' && !escaped;
            escaped = c == '\\' && !escaped;
            close
        });
        let Some(end) = end else { return self.error(start - 1..self.text.len(), "the expression has no closing `/`") };
        let pattern = self.rest()[..end].replace("\\/", "/");
        self.at += end + 1;
        match regex::RegexBuilder::new(&pattern).case_insensitive(true).size_limit(1 << 20).build() {
            Ok(regex) => Ok(Kind::Regex(field, regex)),
            Err(e) => {
                let message = e.to_string();
                let last = message.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
                self.error(start..start + end, format!("this is no regular expression: {last}"))
            }
        }
    }

    fn comparison(&mut self, index: usize, operator: &str) -> Result<Kind, TermError> {
        let (name, attribute) = (&self.spec.attributes.keys()[index].value, &self.spec.attributes[index]);
        let field = Field::of(self.spec, index);
        let at = self.at - operator.len()..self.at;
        let start = self.at;
        let values = self.values()?;
        if attribute.kind == AttributeType::Int {
            return self.numbers(name, field, operator, start, &values);
        }
        if matches!(operator, "<" | "<=" | ">" | ">=") {
            return self.error(at, format!("`{name}` holds words, which `{operator}` cannot compare"));
        }
        let free = attribute.values.is_empty() && attribute.pattern.is_none();
        if operator == ":" && free && matches!(attribute.kind, AttributeType::Text | AttributeType::Terms) {
            return Ok(Kind::Contains(field, values.into_iter().map(|v| v.0).collect()));
        }
        for (value, range) in &values {
            if attribute.kind == AttributeType::Bool && truth(value).is_none() {
                return self.error(range.clone(), format!("`{name}` is `true` or `false`, `{value}` is neither"));
            }
            if !attribute.values.is_empty() && attribute.canonical(value).is_none() {
                let near = did_you_mean(value, attribute.values.iter().map(|v| v.value.as_str()));
                return self.error(range.clone(), format!("`{value}` is no value of `{name}`{near}"));
            }
        }
        Ok(Kind::Words(field, values.iter().map(|(value, _)| Needle::of(value, attribute)).collect()))
    }

    fn numbers(
        &self,
        name: &str,
        field: Field,
        operator: &str,
        start: usize,
        values: &[(String, Range<usize>)],
    ) -> Result<Kind, TermError> {
        let mut numbers = Vec::new();
        for (value, range) in values {
            match value.parse::<i64>() {
                Ok(n) => numbers.push(n),
                Err(_) => return self.error(range.clone(), format!("`{name}` is a number, `{value}` is none")),
            }
        }
        let equal = matches!(operator, ":" | "=" | "!=");
        Ok(match (operator, &numbers[..]) {
            ("<=", [n]) => Kind::Between(field, None, Some(*n)),
            (">=", [n]) => Kind::Between(field, Some(*n), None),
            ("<", [n]) => Kind::Between(field, None, Some(n.saturating_sub(1))),
            (">", [n]) => Kind::Between(field, Some(n.saturating_add(1)), None),
            (_, [n]) => Kind::Between(field, Some(*n), Some(*n)),
            _ if equal => Kind::Words(field, values.iter().map(|(value, _)| Needle::new(value)).collect()),
            _ => return self.error(start..self.at, format!("`{operator}` takes one number")),
        })
    }

    /// `word`, `"two words"`, or several joined by commas.
    fn values(&mut self) -> Result<Vec<(String, Range<usize>)>, TermError> {
        let mut out = Vec::new();
        loop {
            let start = self.at;
            let value = if self.rest().starts_with('"') { self.quoted()? } else { self.value_word() };
            if value.is_empty() {
                return self.error(start.min(self.text.len())..self.at, "a value is expected here");
            }
            out.push((value, start..self.at));
            if !self.eat(",") {
                return Ok(out);
            }
        }
    }

    fn value_word(&mut self) -> String {
        let end = self.rest().find(|c: char| c.is_whitespace() || c == ',').unwrap_or(self.rest().len());
        let word = self.rest()[..end].to_owned();
        self.at += end;
        word
    }

    fn bare_word(&mut self) -> String {
        let end = self.rest().find(char::is_whitespace).unwrap_or(self.rest().len());
        let word = self.rest()[..end].to_owned();
        self.at += end;
        word
    }

    fn quoted(&mut self) -> Result<String, TermError> {
        let start = self.at;
        match self.rest()[1..].find('"') {
            Some(end) => {
                let word = self.rest()[1..=end].to_owned();
                self.at += end + 2;
                Ok(word)
            }
            None => self.error(start..self.text.len(), "the quote is not closed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Catalog, ColumnMap, Pool, Predicate, Report, load};
    use super::*;
    use crate::text::{FileId, Source};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn barrenia() -> (GameSpec, Catalog) {
        let spec = GameSpec::parse(include_str!("../../cards/barrenia/game.yaml"), FileId(1)).expect("spec");
        let text = "code,name,type,territories,size,text\n\
            00000001,Card Name,Soldier,Hive Union;Mad Dunes,2,Draw 2.\n\
            00000002,Écho Choir,Eraser,Erasers,,\n\
            00000003,Tide Lamp,Rear,,4,Heal 1.\n";
        let pool =
            Pool { source: Arc::new(Source::new("p.csv", text)), file: FileId(2), columns: ColumnMap::default() };
        let (catalog, _) = load(&spec, &[pool], Report::Summary);
        (spec, catalog)
    }

    #[test]
    fn terms_pick_cards() {
        let (spec, catalog) = barrenia();
        for (terms, wanted) in [
            ("", &["Card Name", "Écho Choir", "Tide Lamp"][..]),
            ("type:Soldier", &["Card Name"]),
            ("kind:soldier,eraser", &["Card Name", "Écho Choir"]),
            ("territory:\"hive union\"", &["Card Name"]),
            ("size<=2", &["Card Name"]),
            ("size>2", &["Tide Lamp"]),
            ("size<3 size>=2", &["Card Name"]),
            ("size:2,4", &["Card Name", "Tide Lamp"]),
            ("size:2", &["Card Name"]),
            ("size=04", &["Tide Lamp"]),
            ("-type:Soldier", &["Écho Choir", "Tide Lamp"]),
            ("not type:Soldier not type:Rear", &["Écho Choir"]),
            ("text~/draw \\d/", &["Card Name"]),
            ("name~/card\\/|lamp/", &["Tide Lamp"]),
            ("text~heal", &["Tide Lamp"]),
            ("text:heal", &["Tide Lamp"]),
            ("echo", &["Écho Choir"]),
            ("\"card na\"", &["Card Name"]),
            ("name:lamp", &["Tide Lamp"]),
            ("code:00000002", &["Écho Choir"]),
            ("size!=2", &["Écho Choir", "Tide Lamp"]),
            ("size!=2,4", &["Écho Choir"]),
            ("-size!=2", &["Card Name"]),
            ("type!=Soldier", &["Écho Choir", "Tide Lamp"]),
            ("size<2", &[]),
            ("name=lamp", &[]),
            ("name=\"TIDE lamp\"", &["Tide Lamp"]),
            ("text=\"draw 2.\"", &["Card Name"]),
            ("not\ttype:Soldier -lamp", &["Écho Choir"]),
            ("not not card", &["Card Name"]),
            ("not -card", &["Card Name"]),
            ("\"not\"", &[]),
            ("text~heal,draw", &["Card Name", "Tide Lamp"]),
            ("text~\"draw 2\"", &["Card Name"]),
        ] {
            let parsed = parse_terms(terms, &spec).unwrap_or_else(|e| panic!("{terms}: {e}"));
            let predicate = Predicate::from_terms(&parsed);
            let found: Vec<&str> =
                catalog.cards().filter(|(id, c)| predicate.matches(c, *id)).map(|(_, c)| &*c.name).collect();
            assert_eq!(found, wanted, "{terms}");
        }
    }

    #[test]
    fn faults_have_a_place_and_near_names() {
        let (spec, _) = barrenia();
        for (terms, at, message) in [
            ("typ:Soldier", "typ", "unknown attribute `typ`; did you mean `type`?"),
            ("type:Soldeir", "Soldeir", "`Soldeir` is no value of `type`; did you mean `Soldier`?"),
            ("size<=two", "two", "`size` is a number, `two` is none"),
            ("name:\"open", "\"open", "the quote is not closed"),
            ("text~/(/", "(", "this is no regular expression: unclosed group"),
            ("text~/x", "/x", "the expression has no closing `/`"),
            ("type<Soldier", "<", "`type` holds words, which `<` cannot compare"),
            ("size:", "", "a value is expected here"),
            ("size<=2,3", "2,3", "`<=` takes one number"),
            ("card not ", "not", "a term is expected behind `not`; quote the word to look for it in names"),
            ("- card", "-", "a term is expected behind `-`"),
            ("card -", "-", "a term is expected behind `-`"),
        ] {
            let error = parse_terms(terms, &spec).expect_err(terms);
            assert_eq!(error.message, message);
            assert_eq!(&terms[error.range], at);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}", tail in "[a-z:<=~/\" -]{0,20}") {
            let (spec, _) = barrenia();
            let _ = parse_terms(&text, &spec);
            let _ = parse_terms(&format!("{text}{tail}"), &spec);
        }
    }
}
