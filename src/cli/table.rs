//! Tables on standard output.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::out;
use crate::report::visible;

/// A table without lines; folded to the terminal's width, and not at all into a file or pipe. Columns of numbers stand on
/// the right.
pub(crate) fn plain(header: &[String], rows: &[Vec<String>], numbers: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    match out::width() {
        Some(width) => table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width),
        None => table.set_content_arrangement(ContentArrangement::Disabled),
    };
    table.set_header(header);
    for row in rows {
        table.add_row(row.iter().map(|cell| visible(cell).into_owned()));
    }
    for &column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    if let Some(last) = header.len().checked_sub(1).and_then(|last| table.column_mut(last)) {
        last.set_padding((1, 0));
    }
    let text = table.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}
