//! A sheet for a browser's printer: one file, no scripts, nothing that is loaded.

use std::fmt::Write;

use super::{ONE_COLUMN, Sheet, SheetCard};
use crate::report::chart::escaped;
use crate::report::visible;

/// More lines than these are set in small print, to keep the deck on its page.
const DENSE: usize = 52;
/// More lines than these are split in three columns.
const TWO_COLUMNS: usize = 84;

/// The size of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 in by 11 in.
    Letter,
}

const STYLE: &str = "\
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #000; font: 10pt/1.35 system-ui, sans-serif }
.sheet { break-after: page; max-width: 186mm; margin: 0 auto }
.sheet:last-of-type { break-after: auto }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 8mm; border-bottom: 1.5pt solid; padding-bottom: 1.5mm }
h1 { font-size: 16pt; line-height: 1.2; margin: 0; overflow-wrap: anywhere }
header p { margin: 0; text-align: right; white-space: nowrap }
.fields { display: grid; grid-template-columns: 3fr 2fr; gap: 0 8mm; margin: 0 0 5mm }
.fields div { display: flex; align-items: flex-end; min-height: 10mm; border-bottom: .5pt solid; padding-bottom: .5mm }
dt { font-size: 8pt; color: #444; margin-right: 2mm; white-space: nowrap }
dd { margin: 0 }
.fields dd { font-size: 11pt; line-height: 1; overflow-wrap: anywhere }
.cards.two { columns: 2; column-gap: 8mm }
h2 { font-size: 11pt; margin: 0 0 1mm; display: flex; justify-content: space-between; break-after: avoid; border-bottom: .5pt solid }
ol { list-style: none; margin: 0 0 4mm; padding: 0 }
li { display: flex; align-items: baseline; break-inside: avoid; border-bottom: .25pt solid #ccc }
li:first-child { break-before: avoid }
.n { flex: none; width: 8mm; padding-right: 2.5mm; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums }
.name { flex: 1; overflow-wrap: anywhere }
.code { flex: none; margin-left: 2mm; font: 8pt/1 ui-monospace, monospace; color: #444 }
.dense { font-size: 8pt; line-height: 1.15 }
.dense .code { font-size: 7pt }
.cards.three { columns: 3; column-gap: 5mm }
.three .n { width: 6mm }
.facts { display: grid; grid-template-columns: max-content 1fr max-content 1fr; align-items: baseline; gap: .5mm 3mm; margin: 4mm 0 0; border-top: 1pt solid; padding-top: 2mm; break-inside: avoid }
.facts dt { margin: 0 }
.facts .wide { grid-column: 2 / -1 }
.facts dd { overflow-wrap: anywhere }
.mono { font-family: ui-monospace, monospace; white-space: nowrap }
.sign { margin: 2mm 0 0; break-inside: avoid }
@media screen { .sheet { padding: 12mm 0 } .sheet + .sheet { border-top: 1px dashed #888 } }
";

/// The sheets as one HTML document, a page each.
#[must_use]
pub fn html(sheets: &[Sheet], paper: Paper) -> String {
    let size = match paper {
        Paper::A4 => "A4",
        Paper::Letter => "letter",
    };
    let title = match sheets {
        [one] => format!("Deck registration: {}", shown(&one.deck)),
        _ => "Deck registration".to_owned(),
    };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>\n@page {{ size: {size}; margin: 12mm }}\n\
         {STYLE}</style>\n</head>\n<body>\n"
    );
    sheets.iter().for_each(|sheet| page(&mut out, sheet));
    out.push_str("</body>\n</html>\n");
    out
}

fn shown(text: &str) -> String {
    escaped(&visible(text))
}

/// The language of a name, which chooses its letters where scripts share them.
fn language(text: &str) -> &'static str {
    let any = |wanted: fn(char) -> bool| text.chars().any(wanted);
    if any(|c| matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}')) {
        " lang=\"ko\""
    } else if any(|c| matches!(c, '\u{3040}'..='\u{30ff}')) {
        " lang=\"ja\""
    } else {
        ""
    }
}

fn field(out: &mut String, word: &str, value: Option<&String>) {
    let value = value.map(String::as_str).unwrap_or_default();
    let _ = writeln!(out, "<div><dt>{word}</dt><dd{}>{}</dd></div>", language(value), shown(value));
}

fn page(out: &mut String, sheet: &Sheet) {
    let _ = writeln!(
        out,
        "<section class=\"sheet\">\n<header><h1{}>{}</h1><p>Deck registration<br><b{}>{}</b></p></header>",
        language(&sheet.deck),
        shown(&sheet.deck),
        language(&sheet.game),
        shown(&sheet.game)
    );
    out.push_str("<dl class=\"fields\">\n");
    field(out, "Name", sheet.player.as_ref());
    field(out, "Number", None);
    field(out, "Event", sheet.event.as_ref());
    field(out, "Date", None);
    out.push_str("</dl>\n");
    let lines = sheet.lines();
    let columns = match lines {
        n if n <= ONE_COLUMN => "",
        n if n <= TWO_COLUMNS => " two",
        _ => " three",
    };
    let dense = if lines > DENSE { " dense" } else { "" };
    let _ = writeln!(out, "<div class=\"cards{columns}{dense}\">");
    for section in &sheet.sections {
        let (title, total) = (shown(&section.title), section.total);
        let _ = writeln!(out, "<h2><span{}>{title}</span><span>{total}</span></h2>\n<ol>", language(&section.title));
        section.cards.iter().for_each(|card| line(out, card));
        out.push_str("</ol>\n");
    }
    out.push_str("</div>\n<dl class=\"facts\">\n");
    for (word, value) in [("Total", sheet.sum()), ("Verdict", format!("{}, under {}", sheet.verdict, sheet.under()))] {
        let _ = writeln!(out, "<dt>{word}</dt><dd class=\"wide\">{}</dd>", shown(&value));
    }
    let _ = writeln!(out, "<dt>Deck hash</dt><dd class=\"wide mono\"><b>{}</b></dd>", shown(&sheet.hash));
    for (word, value) in [("Rules", &sheet.rules), ("Card pool", &sheet.pool)] {
        let _ = writeln!(out, "<dt>{word}</dt><dd class=\"mono\">{}</dd>", shown(value));
    }
    out.push_str("</dl>\n<dl class=\"fields sign\">\n");
    field(out, "Signature", None);
    field(out, "Checked by", None);
    out.push_str("</dl>\n</section>\n");
}

fn line(out: &mut String, card: &SheetCard) {
    let mark = if card.known { "" } else { " <i>(not in the card pool)</i>" };
    let code = card.code.as_ref().map_or_else(String::new, |c| format!("<span class=\"code\">{}</span>", shown(c)));
    let (copies, name) = (card.copies, shown(&card.name));
    let _ = writeln!(
        out,
        "<li><span class=\"n\">{copies}</span><span class=\"name\"{}>{name}{mark}</span>{code}</li>",
        language(&card.name)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_in_their_language() {
        let card = SheetCard { copies: 1, code: Some("<1>".into()), name: "가시 <b> & \u{1b}".into(), known: false };
        let mut out = String::new();
        line(&mut out, &card);
        assert_eq!(
            out,
            "<li><span class=\"n\">1</span><span class=\"name\" lang=\"ko\">가시 &lt;b&gt; &amp; \\u{1b} <i>(not in the card \
             pool)</i></span><span class=\"code\">&lt;1&gt;</span></li>\n"
        );
        assert_eq!((language("Rust Lancer"), language("ドラゴン")), ("", " lang=\"ja\""));
    }
}
