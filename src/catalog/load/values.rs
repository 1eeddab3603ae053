//! Texts of cells to typed values.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use regex::Regex;
use rustc_hash::FxHashMap;

use crate::catalog::{Value, parse_terms};
use crate::spec::{Attribute, AttributeType, GameSpec};
use crate::text::did_you_mean;

/// An attribute with its pattern, compiled at the first value that needs it.
#[derive(Debug)]
pub(super) struct Typed<'a> {
    pub name: &'a str,
    pub attribute: &'a Attribute,
    spec: &'a GameSpec,
    digits: Option<usize>,
    pattern: OnceLock<Option<Regex>>,
    /// Values by the text of their cell, where only certain values are allowed.
    known: RefCell<FxHashMap<Box<str>, Value>>,
}

impl<'a> Typed<'a> {
    pub(super) fn new(name: &'a str, attribute: &'a Attribute, spec: &'a GameSpec) -> Self {
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
    pub(super) fn fits(&self, text: &str) -> bool {
        let Some(pattern) = &self.attribute.pattern else { return true };
        if let Some(digits) = self.digits {
            return text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
        }
        let regex = self.pattern.get_or_init(|| Regex::new(&format!("^(?:{})$", pattern.value)).ok());
        regex.as_ref().is_none_or(|r| r.is_match(text))
    }

    /// The value of a cell's texts.
    ///
    /// # Errors
    /// Why it does not fit.
    pub(super) fn value(&self, texts: &[Cow<'_, str>]) -> Result<Value, String> {
        let [text] = texts else { return self.read(texts) };
        if self.attribute.values.is_empty() {
            return self.read(texts);
        }
        // A column of few allowed values has few different texts: cards share what each means.
        if let Some(known) = self.known.borrow().get(&**text) {
            return Ok(known.clone());
        }
        let value = self.read(texts)?;
        self.known.borrow_mut().insert((&**text).into(), value.clone());
        Ok(value)
    }

    fn read(&self, texts: &[Cow<'_, str>]) -> Result<Value, String> {
        let attribute = self.attribute;
        if attribute.kind == AttributeType::List {
            let texts = texts.iter().flat_map(|t| t.split([';', '|'])).map(str::trim).filter(|t| !t.is_empty());
            let words = texts.map(|text| self.word(text).map(Arc::from)).collect::<Result<Vec<_>, _>>()?;
            return Ok(if words.is_empty() { Value::Missing } else { Value::List(words.into()) });
        }
        let [text] = texts else { return Err(format!("`{}` takes one value, found {}", self.name, texts.len())) };
        let text = text.trim();
        match attribute.kind {
            AttributeType::Int => {
                let n: i64 = text.parse().map_err(|_| format!("`{text}` is no whole number"))?;
                match (attribute.min, attribute.max) {
                    (Some(min), _) if n < min => Err(format!("{n} is below the least value {min}")),
                    (_, Some(max)) if n > max => Err(format!("{n} is above the greatest value {max}")),
                    _ => Ok(Value::Int(n)),
                }
            }
            AttributeType::Bool => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "y" | "1" | "x" => Ok(Value::Bool(true)),
                "false" | "no" | "n" | "0" => Ok(Value::Bool(false)),
                _ => Err(format!("`{text}` is neither `true` nor `false`")),
            },
            AttributeType::Terms => match parse_terms(text, self.spec) {
                Ok(_) => Ok(Value::Text(text.into())),
                Err(e) => Err(format!("`{text}` is no search: {e}")),
            },
            AttributeType::Text | AttributeType::List => self.word(text).map(|w| Value::Text(w.into())),
        }
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
            false => Err(format!(
                "`{text}` does not have the form {}",
                self.attribute.pattern.as_ref().map_or("", |p| &p.value)
            )),
        }
    }
}
