//! The databases of EDOPro and its kin: SQLite with the tables `datas` and `texts`, read from memory and never written.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::csv::record;

/// The columns of the table: names, and what is asked for them. Numbers stay as the database holds them; the level of a
/// card shares its number with the two scales.
const COLUMNS: &[(&str, &str)] = &[
    ("code", "d.id"),
    ("name", "t.name"),
    ("text", "t.desc"),
    ("type", "d.type"),
    ("atk", "d.atk"),
    ("def", "d.def"),
    ("level", "d.level & 255"),
    ("left scale", "(d.level >> 24) & 255"),
    ("right scale", "(d.level >> 16) & 255"),
    ("race", "d.race"),
    ("attribute", "d.attribute"),
    ("setcode", "d.setcode"),
    ("ot", "d.ot"),
    ("category", "d.category"),
    ("same_as", "nullif(d.alias, 0)"),
];

/// The cards as CSV, and how many texts have no card.
///
/// # Errors
/// It is no such database.
pub(super) fn to_csv(mut bytes: Vec<u8>) -> Result<(String, u64), String> {
    // A database in write-ahead mode cannot be opened from memory; the two bytes that say so mean nothing to a reader.
    if let Some(mode) = bytes.get_mut(18..20)
        && mode == [2, 2]
    {
        mode.copy_from_slice(&[1, 1]);
    }
    read(&bytes).map_err(|e| match e {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message,
        other => other.to_string(),
    })?
}

fn read(bytes: &[u8]) -> Result<Result<(String, u64), String>, rusqlite::Error> {
    let mut database = Connection::open_in_memory()?;
    database.deserialize_read_exact("main", bytes, bytes.len(), true)?;
    database.pragma_update(None, "trusted_schema", false)?;
    // Views and virtual tables would run what the file says.
    let mut tables =
        database.prepare("select name from sqlite_schema where type = 'table' and rootpage > 0 order by name")?;
    let tables: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let has = |name: &str| tables.iter().any(|t| t.eq_ignore_ascii_case(name));
    if !has("datas") || !has("texts") {
        let found = if tables.is_empty() { "none".to_owned() } else { tables.join(", ") };
        return Ok(Err(format!("the tables `datas` and `texts` of an EDOPro database are expected, found {found}")));
    }
    let mut out = String::new();
    record(&mut out, COLUMNS.iter().map(|c| c.0));
    let wanted = COLUMNS.iter().map(|c| c.1).collect::<Vec<_>>().join(", ");
    let mut cards =
        database.prepare(&format!("select {wanted} from datas d left join texts t on t.id = d.id order by d.id"))?;
    let mut rows = cards.query([])?;
    while let Some(row) = rows.next()? {
        let texts = (0..COLUMNS.len()).map(|at| text(row, at)).collect::<Result<Vec<_>, _>>()?;
        record(&mut out, texts.iter().map(String::as_str));
    }
    let lone = "select count(*) from texts where id not in (select id from datas)";
    let lone: i64 = database.query_row(lone, [], |row| row.get(0))?;
    Ok(Ok((out, u64::try_from(lone).unwrap_or(0))))
}

fn text(row: &Row<'_>, at: usize) -> Result<String, rusqlite::Error> {
    Ok(match row.get_ref(at)? {
        ValueRef::Null => String::new(),
        ValueRef::Integer(n) => n.to_string(),
        ValueRef::Real(n) => n.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    })
}
