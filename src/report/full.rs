//! Code frames for people: the line of the deck, and the line of the layer where one set the limit.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level as FrameLevel, Origin, Renderer, Snippet};

use super::{sections, visible};
use crate::diagnostics::{Diagnostic, Level};
use crate::game::Checked;
use crate::text::{FileId, Files, Place, Source, Span, lines};

/// Lines longer than this are shown in part, around the place.
const LONG_LINE: usize = 240;
/// More marks than this in one frame help nobody.
const MOST_MARKS: usize = 12;

/// The findings of a deck and its verdict; colours as escapes where `styled`.
#[must_use]
pub fn deck(checked: &Checked, files: Files<'_>, styled: bool) -> String {
    let mut out = String::new();
    for diagnostic in &checked.findings {
        out.push_str(&finding(diagnostic, files, styled));
        out.push_str("\n\n");
    }
    out.push_str(&verdict(checked));
    out
}

/// The line that says what came of a deck.
#[must_use]
pub fn verdict(checked: &Checked) -> String {
    let mut line = visible(&checked.source.name).into_owned();
    line.push_str(": ");
    line.push_str(checked.verdict.as_str());
    if let Some(game) = &checked.game {
        line.push_str(" (");
        line.push_str(game);
        for layer in &checked.layers {
            line.push_str(" + ");
            line.push_str(&visible(layer));
        }
        let totals = sections(checked);
        if !totals.is_empty() {
            line.push_str(": ");
            line.push_str(&visible(&totals));
        }
        line.push(')');
    }
    line.push('\n');
    line
}

/// One finding with its code frames.
#[must_use]
pub fn finding(diagnostic: &Diagnostic, files: Files<'_>, styled: bool) -> String {
    let level = match diagnostic.level {
        Level::Error => FrameLevel::ERROR,
        Level::Warning => FrameLevel::WARNING,
        Level::Note => FrameLevel::NOTE,
    };
    let message = visible(&diagnostic.message).into_owned();
    let mut group =
        Group::with_title(level.primary_title(message).id(format!("{} {}", diagnostic.code, diagnostic.slug)));
    // Marks in one file share a frame; the primary file comes first.
    let mut order: Vec<FileId> = vec![diagnostic.place.file()];
    for related in &diagnostic.related {
        if !order.contains(&related.place.file()) {
            order.push(related.place.file());
        }
    }
    for file in order {
        let Some(source) = files.get(file) else { continue };
        let mut marks: Vec<(Span, String, bool)> = Vec::new();
        if let Place::Span(span) = diagnostic.place
            && span.file == file
        {
            marks.push((span, visible(&diagnostic.label).into_owned(), true));
        }
        for related in &diagnostic.related {
            if let Place::Span(span) = related.place
                && span.file == file
            {
                marks.push((span, visible(&related.text).into_owned(), false));
            }
        }
        let hidden = marks.len().saturating_sub(MOST_MARKS);
        marks.truncate(MOST_MARKS);
        group = match frame(&source, &marks) {
            Some(snippet) => group.element(snippet),
            None => group.element(Origin::path(visible(&source.name).into_owned())),
        };
        if hidden > 0 {
            group = group.element(FrameLevel::NOTE.message(format!("and {hidden} more places")));
        }
    }
    for note in &diagnostic.notes {
        group = group.element(FrameLevel::NOTE.message(visible(note).into_owned()));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(FrameLevel::HELP.message(visible(help).into_owned()));
    }
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The part of a text that holds the marks. `None` if there is nothing to show.
fn frame(source: &Source, marks: &[(Span, String, bool)]) -> Option<Snippet<'static, Annotation<'static>>> {
    let first = marks.iter().map(|m| source.line(m.0.start)).min()?;
    let last = marks.iter().map(|m| source.line(m.0.end.saturating_sub(1).max(m.0.start))).max()?;
    let rows: Vec<(usize, &str)> = lines(&source.text).skip(first - 1).take(last - first + 1).collect();
    let mut text = String::new();
    // Where each shown row begins in the file and in the excerpt, and how many bytes were cut before it.
    let mut starts: Vec<(usize, usize, usize)> = Vec::new();
    let marked =
        |start: usize, len: usize| marks.iter().find(|m| (start..=start + len).contains(&(m.0.start as usize)));
    for (start, row) in rows {
        let mut cut = 0;
        let mut shown = row;
        if row.len() > LONG_LINE {
            let at = marked(start, row.len()).map_or(0, |m| m.0.start as usize - start);
            cut = floor(row, at.saturating_sub(LONG_LINE / 3));
            shown = &row[cut..floor(row, (cut + LONG_LINE).min(row.len()))];
        }
        starts.push((start + cut, text.len(), shown.len()));
        // Control characters would be obeyed by the terminal; each is replaced by one of the same length.
        text.extend(shown.chars().map(|c| if c.is_control() && c != '\t' { replacement(c) } else { c }));
        text.push('\n');
    }
    let map = |offset: u32| {
        let offset = offset as usize;
        let row = starts.iter().rev().find(|(start, _, _)| *start <= offset).or(starts.first())?;
        Some(row.1 + offset.saturating_sub(row.0).min(row.2))
    };
    let mut snippet =
        Snippet::source(text.clone()).path(visible(&source.name).into_owned()).line_start(first).fold(true);
    for (span, label, primary) in marks {
        let (start, end) = (map(span.start)?, map(span.end)?);
        let (start, end) = (floor(&text, start), floor(&text, end.max(start)));
        let kind = if *primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(start..end);
        snippet = snippet.annotation(if label.is_empty() { annotation } else { annotation.label(label.clone()) });
    }
    Some(snippet)
}

/// A visible character of as many bytes as the control character.
fn replacement(c: char) -> char {
    if c.len_utf8() == 1 { '?' } else { '\u{ff}' }
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
