//! Spreadsheets: a sheet as CSV, row by row.

use std::io::Cursor;

use calamine::{Data, Ods, Range, Reader, Xlsx};

use super::csv::record;
use crate::text::did_you_mean;

/// More cells are no card pool: a sheet may claim a million empty rows in a few bytes.
const MOST_CELLS: usize = 20_000_000;

/// The sheet of a name, else the first, as CSV whose lines are its rows; with the names of all sheets, the one taken first.
///
/// # Errors
/// It is no spreadsheet, or has no such sheet.
pub(super) fn to_csv(bytes: Vec<u8>, wanted: Option<&str>) -> Result<(String, Vec<String>), String> {
    // OpenDocument says what it is in its first entry.
    let ods = bytes.get(30..100).is_some_and(|head| memchr::memmem::find(head, b"opendocument").is_some());
    let cursor = Cursor::new(bytes);
    match ods {
        true => read(Ods::new(cursor).map_err(|e| e.to_string())?, wanted),
        false => {
            let mut book = Xlsx::new(cursor).map_err(|e| e.to_string())?;
            bounded(&mut book, wanted)?;
            read(book, wanted)
        }
    }
}

/// Refuses a sheet whose corners are far apart: its rows are made as wide and as many as the furthest cells say, be they
/// two in all.
fn bounded(book: &mut Xlsx<Cursor<Vec<u8>>>, wanted: Option<&str>) -> Result<(), String> {
    let names = book.sheet_names();
    let Some(name) = names.iter().find(|n| wanted.is_none_or(|w| w == *n)) else { return Ok(()) };
    let mut cells = book.worksheet_cells_reader(name).map_err(|e| e.to_string())?;
    let (mut rows, mut columns) = (0, 0);
    while let Some(cell) = cells.next_cell().map_err(|e| e.to_string())? {
        let (row, column) = cell.get_position();
        rows = rows.max(row as usize + 1);
        columns = columns.max(column as usize + 1);
    }
    within(rows, columns)
}

fn within(rows: usize, columns: usize) -> Result<(), String> {
    match rows.saturating_mul(columns) > MOST_CELLS {
        true => Err(format!("the sheet has {rows} rows and {columns} columns, which is no card pool")),
        false => Ok(()),
    }
}

fn read<R: Reader<Cursor<Vec<u8>>>>(mut book: R, wanted: Option<&str>) -> Result<(String, Vec<String>), String>
where
    R::Error: std::fmt::Display,
{
    let mut names = book.sheet_names();
    let at = match wanted {
        None => 0,
        Some(name) => names.iter().position(|n| n == name).ok_or_else(|| {
            format!("there is no sheet `{name}`{}", did_you_mean(name, names.iter().map(String::as_str)))
        })?,
    };
    let Some(name) = names.get(at).cloned() else { return Err("there is no sheet in it".to_owned()) };
    let range = book.worksheet_range(&name).map_err(|e| e.to_string())?;
    names[..=at].rotate_right(1);
    Ok((text(&range)?, names))
}

fn text(range: &Range<Data>) -> Result<String, String> {
    let (rows, columns) = range.get_size();
    within(rows, columns)?;
    // Lines are rows: those above the first cell are empty.
    let above = range.start().map_or(0, |(row, _)| row as usize).min(MOST_CELLS);
    let mut out = "\n".repeat(above);
    for row in range.rows() {
        let cells: Vec<String> = row.iter().map(cell).collect();
        record(&mut out, cells.iter().map(String::as_str));
    }
    Ok(out)
}

fn cell(data: &Data) -> String {
    match data {
        Data::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_were_meant() {
        for (number, text) in [(2.0, "2"), (2.5, "2.5"), (-3.0, "-3"), (0.0, "0"), (1e14, "100000000000000")] {
            assert_eq!(cell(&Data::Float(number)), text);
        }
        assert_eq!(cell(&Data::String("  a b ".to_owned())), "a b");
    }

    #[test]
    fn twenty_million_cells_are_a_sheet() {
        assert_eq!(within(2_000_000, 10), Ok(()));
        let refused = "the sheet has 20000001 rows and 1 columns, which is no card pool";
        assert_eq!(within(20_000_001, 1), Err(refused.to_owned()));
    }
}
