//! Card data of LackeyCCG: fields parted by tabs, never quoted, one card a line.

use crate::catalog::load::Pool;
use crate::catalog::load::table::{Problems, Table};
use crate::text::{Span, fold_key, lines};

use super::table::{Gather, RowCells};

/// Whether the header is one of LackeyCCG: only its files name the image of a card so.
pub(super) fn sniff(text: &str) -> bool {
    let header = lines(text).map(|(_, l)| l).find(|l| !l.trim().is_empty()).unwrap_or_default();
    header.contains('\t') && header.split('\t').any(|c| matches!(&*fold_key(c), "imagefile" | "image file"))
}

pub(super) fn read(pool: &Pool, problems: &mut Problems) -> Table<'static> {
    let text = pool.source.text.as_str();
    let mut all = lines(text).filter(|(_, l)| !l.trim().is_empty());
    let mut out = Gather::default();
    let Some((start, header)) = all.next() else { return out.table() };
    let fields = |start: usize, line: &str| {
        let mut at = start;
        let spans: Vec<Span> = line
            .split('\t')
            .map(|field| {
                let lead = field.len() - field.trim_start().len();
                let span = Span::new(pool.file, at + lead, at + lead + field.trim().len());
                at += field.len() + 1;
                span
            })
            .collect();
        spans
    };
    let slice = |span: Span| text.get(span.range()).unwrap_or("");
    let mut names: Vec<String> = Vec::new();
    for (index, span) in fields(start, header.trim_end()).into_iter().enumerate() {
        let name = match slice(span) {
            "" => format!("column {}", index + 1),
            name if names.iter().any(|n| n == name) => format!("{name} ({})", index + 1),
            name => name.to_owned(),
        };
        out.column(&name, span);
        names.push(name);
    }
    for (start, line) in all {
        let fields = fields(start, line);
        let row = Span::new(pool.file, start, start + line.trim_end().len());
        // Empty fields at the end of a line are left out by some programs; a lone one is the rest of a broken text.
        if fields.len() == 1 && names.len() > 1 {
            problems.ragged.push(row, || {
                format!("the line has 1 field, {} are expected, so it is no card and left out", names.len())
            });
            continue;
        }
        if fields.get(names.len()..).is_some_and(|more| more.iter().any(|f| !slice(*f).is_empty())) {
            problems.ragged.push(row, || format!("the line has {} fields, {} are expected", fields.len(), names.len()));
        }
        let mut cells = RowCells::default();
        for (name, span) in names.iter().zip(&fields) {
            cells.push(name, slice(*span), *span, false);
        }
        out.row(cells, row);
    }
    out.table()
}
