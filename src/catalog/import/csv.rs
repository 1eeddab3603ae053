//! Rows as CSV that the pool reader takes for the same cells.

/// Adds a row to a text.
pub(super) fn record<'f>(out: &mut String, fields: impl IntoIterator<Item = &'f str>) {
    for (at, field) in fields.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push(out, field);
    }
    out.push('\n');
}

fn push(out: &mut String, field: &str) {
    // `#` would begin a comment, `sep=` a line of its own; the other separators must not mislead the look at the header.
    let plain = !field.starts_with('#')
        && !field.get(..4).is_some_and(|s| s.eq_ignore_ascii_case("sep="))
        && !field.contains([',', ';', '\t', '"', '\n', '\r']);
    match plain {
        true => out.push_str(field),
        false => {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        }
    }
}
