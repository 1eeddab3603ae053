//! Our own format: YAML.

use super::write::Out;
use super::{About, Cards, Holds, Sections, Syntax, header, tree};
use crate::text::yaml_scalar;

pub(super) static ABOUT: About = About {
    id: "yaml",
    name: "YAML",
    endings: &["yaml", "yml"],
    holds: Holds { header: header::ALL, sections: Sections::Named, cards: Cards::Names },
    syntax: Syntax::Yaml,
    sniff: None,
    header: tree::header,
    read: tree::read,
    write,
};

fn write(out: &Out<'_>) -> String {
    let header = out.header();
    let mut text = format!("game: {}\n", yaml_scalar(&out.spec().id.value));
    let fields = [("name", &header.name), ("player", &header.player), ("event", &header.event)];
    for (key, value) in fields.into_iter().chain([("notes", &header.notes)]) {
        if let Some(value) = value {
            text.push_str(&format!("{key}: {}\n", yaml_scalar(&value.value)));
        }
    }
    if !header.layers.is_empty() {
        let names: Vec<String> = header.layers.iter().map(|l| yaml_scalar(&l.value)).collect();
        text.push_str(&format!("layers: [{}]\n", names.join(", ")));
    }
    text.push_str("sections:\n");
    for group in out.groups() {
        text.push_str(&format!("  {}:\n", yaml_scalar(&group.name)));
        for line in &group.lines {
            let name = yaml_scalar(&line.name);
            let card = match (line.card, line.code) {
                (Some(_), Some(code)) => format!("code: {}, name: {name}", yaml_scalar(code)),
                _ => format!("card: {name}"),
            };
            text.push_str(&format!("    - {{count: {}, {card}}}\n", line.count));
        }
    }
    text
}
