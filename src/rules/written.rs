//! Values of rules and set-ups as YAML writes them.

use crate::spec::Setting;
use crate::text::{Node, Scalar, SyntaxError, Value, parse_flow};

/// A value of the command line that is written as a list or mapping; `None` if it is a word or number.
pub(super) fn flow(value: &Node) -> Option<Result<Node, SyntaxError>> {
    let text = value.as_str().filter(|text| text.trim_start().starts_with(['[', '{']))?;
    Some(parse_flow(text, value.span))
}

/// A value in one line.
pub(super) fn describe(node: &Node) -> String {
    match &node.value {
        Value::Scalar(Scalar { text, .. }) => text.to_string(),
        Value::List(items) => format!("[{}]", items.iter().map(describe).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => {
            format!(
                "{{{}}}",
                entries.iter().map(|(k, v)| format!("{}: {}", k.value, describe(v))).collect::<Vec<_>>().join(", ")
            )
        }
    }
}

/// A setting as YAML would write it.
pub(super) fn show(setting: &Setting) -> String {
    match setting {
        Setting::Int(n) => n.to_string(),
        Setting::Bool(b) => b.to_string(),
        Setting::Text(text) => text.clone(),
        Setting::List(items) => format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", ")),
        Setting::Map(map) => {
            format!("{{{}}}", map.iter().map(|(k, v)| format!("{k}: {}", show(v))).collect::<Vec<_>>().join(", "))
        }
    }
}
