//! A deck without cards, to begin with.

use super::super::format::Format;
use super::scalar::{Quote, scalar};
use crate::spec::GameSpec;

/// The text of a deck that holds nothing yet: its header, and a place for each section. A format that is not edited in place
/// gives text.
#[must_use]
pub fn blank(spec: &GameSpec, name: Option<&str>, format: Format) -> String {
    let id = &spec.id.value;
    let sections = || spec.sections.keys().map(|key| key.value.as_str());
    let comments = || {
        let name = name.map_or_else(String::new, |name| format!("# name: {name}\n"));
        format!("# game: {id}\n{name}")
    };
    match format {
        Format::Csv => {
            let code = if spec.attribute("code").is_some() { ",code" } else { "" };
            format!("{}section,count{code},name\n", comments())
        }
        Format::Yaml => {
            let name = name.map_or_else(String::new, |n| format!("name: {}\n", scalar(n, Quote::Plain)));
            let lists: Vec<String> = sections().map(|s| format!("  {s}: []\n")).collect();
            format!("game: {id}\n{name}sections:\n{}", lists.concat())
        }
        Format::Json => {
            let name = name.map_or_else(String::new, |n| format!("  \"name\": {},\n", scalar(n, Quote::Double)));
            let lists: Vec<String> = sections().map(|s| format!("    \"{s}\": []")).collect();
            format!("{{\n  \"game\": \"{id}\",\n{name}  \"sections\": {{\n{}\n  }}\n}}\n", lists.join(",\n"))
        }
        _ => {
            let titles: Vec<String> = spec.sections.values().map(|s| format!("\n{}\n", s.title)).collect();
            format!("{}{}", comments(), titles.concat())
        }
    }
}
