//! Contents of cells to typed values.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use regex::Regex;
use rustc_hash::FxHashMap;

use super::table::Content;
use crate::catalog::{Value, parse_terms, truth};
use crate::spec::{Attribute, AttributeType, GameSpec};
use crate::text::did_you_mean;

/// An attribute with its pattern, compiled at the first value that needs it.
#[derive(Debug)]
pub(in crate::catalog) struct Typed<'a> {
    pub name: &'a str,
    pub attribute: &'a Attribute,
    spec: &'a GameSpec,
    digits: Option<usize>,
    pattern: OnceLock<Option<Regex>>,
    /// Values by the text of their cell, where only certain values are allowed.
    known: RefCell<FxHashMap<Box<str>, Value>>,
}

impl<'a> Typed<'a> {
    pub(in crate::catalog) fn new(name: &'a str, attribute: &'a Attribute, spec: &'a GameSpec) -> Self {
        Typed {
            name,
            attribute,
            spec,
            digits: attribute.digits_pattern(),
            pattern: OnceLock::new(),
            known: RefCell::default(),
        }
    }

    /// Whether a text has the form that the attribute asks for.
    pub(in crate::catalog) fn fits(&self, text: &str) -> bool {
        let Some(pattern) = &self.attribute.pattern else { return true };
        if let Some(digits) = self.digits {
            return text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
        }
        let regex = self.pattern.get_or_init(|| Regex::new(&format!("^(?:{})$", pattern.value)).ok());
        regex.as_ref().is_none_or(|r| r.is_match(text))
    }

    /// The one text of a cell.
    ///
    /// # Errors
    /// It holds several, or none.
    pub(in crate::catalog) fn single<'c>(&self, content: &'c Content<'_>) -> Result<&'c str, String> {
        match content {
            Content::One(text) => Ok(text.trim()),
            Content::List(texts) => match &texts[..] {
                [one] => Ok(one.trim()),
                more => Err(format!("`{}` takes one value, found {}", self.name, more.len())),
            },
            Content::Nested(what, _) => Err(format!("`{}` takes one value, found {what}", self.name)),
        }
    }

    /// The value of a cell.
    ///
    /// # Errors
    /// Why it does not fit.
    pub(in crate::catalog) fn value(&self, content: &Content<'_>) -> Result<Value, String> {
        let Content::One(text) = content else { return self.read(content) };
        if self.attribute.values.is_empty() {
            return self.read(content);
        }
        // A column of few allowed values has few different texts: cards share what each means.
        if let Some(known) = self.known.borrow().get(&**text) {
            return Ok(known.clone());
        }
        let value = self.read(content)?;
        self.known.borrow_mut().insert((&**text).into(), value.clone());
        Ok(value)
    }

    fn read(&self, content: &Content<'_>) -> Result<Value, String> {
        if self.attribute.kind == AttributeType::List {
            return self.list(content);
        }
        self.scalar(self.single(content)?)
    }

    fn list(&self, content: &Content<'_>) -> Result<Value, String> {
        let out: Result<Vec<Arc<str>>, String> = match content {
            // A cell parts its values itself; the items of a list are values already.
            Content::One(text) => {
                let parts = text.split([';', '|']).map(str::trim).filter(|t| !t.is_empty());
                parts.map(|t| self.word(t).map(Into::into)).collect()
            }
            Content::List(texts) => texts.iter().map(|t| self.word(t.trim()).map(Into::into)).collect(),
            Content::Nested(what, _) => return Err(format!("`{}` takes a list of texts, found {what}", self.name)),
        };
        let out = out?;
        Ok(if out.is_empty() { Value::Missing } else { Value::List(out.into()) })
    }

    fn scalar(&self, text: &str) -> Result<Value, String> {
        match self.attribute.kind {
            AttributeType::Int => {
                let n: i64 = text.parse().map_err(|_| format!("`{text}` is no whole number"))?;
                match (self.attribute.min, self.attribute.max) {
                    (Some(min), _) if n < min => Err(format!("{n} is below the least value {min}")),
                    (_, Some(max)) if n > max => Err(format!("{n} is above the greatest value {max}")),
                    _ => Ok(Value::Int(n)),
                }
            }
            AttributeType::Bool => {
                truth(text).map(Value::Bool).ok_or_else(|| format!("`{text}` is neither `true` nor `false`"))
            }
            AttributeType::Terms => match parse_terms(text, self.spec) {
                Ok(_) => Ok(Value::Text(text.into())),
                Err(e) => Err(format!("`{text}` is no search: {e}")),
            },
            AttributeType::Text | AttributeType::List => self.word(text).map(|w| Value::Text(w.into())),
        }
    }

    /// What a card without value has, by the text of `game.yaml`.
    pub(in crate::catalog) fn default(&self, text: &str) -> Value {
        self.value(&Content::One(Cow::Borrowed(text))).unwrap_or_default()
    }

    fn word<'t>(&'t self, text: &'t str) -> Result<&'t str, String> {
        if !self.attribute.values.is_empty() {
            return self.attribute.canonical(text).ok_or_else(|| {
                let known = self.attribute.values.iter().map(|v| v.value.as_str());
                format!("`{text}` is no value of `{}`{}", self.name, did_you_mean(text, known))
            });
        }
        match self.fits(text) {
            true => Ok(text),
            false => {
                let form = self.attribute.pattern.as_ref().map_or("", |p| &p.value);
                Err(format!("`{text}` does not have the form {form}"))
            }
        }
    }
}
