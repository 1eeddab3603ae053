//! How the screen looks.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Bar, BarChart, BarGroup, Block, Clear, List, ListItem, ListState, Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::bench::Row;
use super::screen::{Focus, Mode, Screen};
use crate::cli::out::cards;
use crate::deck::{Identity, SectionKey, Spread};
use crate::diagnostics::Level;
use crate::game::Verdict;
use crate::report::visible;
use crate::spec::AttributeType;
use crate::text::{Place, counted};

/// Below these, lists could not be read.
const LEAST_WIDTH: u16 = 40;
const LEAST_HEIGHT: u16 = 12;
/// From this width on both lists stand side by side.
const WIDE: u16 = 72;
/// The widest column of the pool, so that a long name leaves room for the rest.
const WIDEST_COLUMN: usize = 28;

/// All keys, with what they do.
const KEYS: &[(&str, &str)] = &[
    ("Tab", "pool, deck, findings"),
    ("/", "search as you type; Enter: the list, Esc: all"),
    ("Up Down PgUp PgDn Home End", "walk; also k j g G"),
    ("+ or Enter", "one copy more"),
    ("-", "one copy less"),
    ("0 to 9", "so many copies"),
    ("Del or x", "no copy"),
    ("t", "cards go to the next section, marked »"),
    ("m, M", "move a copy, all copies there; on from there"),
    ("Space or i", "the whole card"),
    ("u, r", "undo, redo; also Ctrl-Z, Ctrl-Y"),
    ("s", "save"),
    ("q", "leave"),
];

/// Colours, where they are wanted; all that matters is told without them, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    pub colour: bool,
}

impl Theme {
    fn fg(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    fn level(self, level: Level) -> Style {
        match level {
            Level::Error => self.fg(Color::Red).add_modifier(Modifier::BOLD),
            Level::Warning => self.fg(Color::Yellow).add_modifier(Modifier::BOLD),
            Level::Note => self.fg(Color::Cyan),
        }
    }

    fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    fn block(self, title: Line<'_>, focused: bool) -> Block<'_> {
        let style = if focused { self.fg(Color::Cyan).add_modifier(Modifier::BOLD) } else { self.dim() };
        Block::bordered().title(title).border_style(style)
    }
}

pub(super) fn draw(frame: &mut Frame<'_>, screen: &mut Screen<'_>, theme: Theme) {
    let area = frame.area();
    if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
        let text = format!("The screen needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows.");
        return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }
    let below = if area.height < 22 { 5 } else { (area.height / 3).clamp(8, 14) };
    let [head, lists, bottom, message, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(below),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    heading(frame, head, screen, theme);
    if area.width >= WIDE {
        let [left, right] = Layout::horizontal([Constraint::Percentage(55), Constraint::Fill(1)]).areas(lists);
        pool(frame, left, screen, theme);
        deck(frame, right, screen, theme);
        let [left, right] = Layout::horizontal([Constraint::Percentage(55), Constraint::Fill(1)]).areas(bottom);
        findings(frame, left, screen, theme);
        curve(frame, right, screen, theme);
    } else {
        match screen.focus {
            Focus::Pool => pool(frame, lists, screen, theme),
            Focus::Deck | Focus::Findings => deck(frame, lists, screen, theme),
        }
        findings(frame, bottom, screen, theme);
    }
    footer(frame, message, keys, screen, theme);
    match screen.mode {
        Mode::Help => help(frame, area, theme),
        Mode::Card => card(frame, area, screen, theme),
        Mode::Keys | Mode::Search | Mode::Leave => {}
    }
}

fn heading(frame: &mut Frame<'_>, area: Rect, screen: &Screen<'_>, theme: Theme) {
    let bench = &screen.bench;
    let checked = bench.checked();
    let at = |level| checked.findings.iter().filter(|f| f.level == level).count() as u64;
    let (errors, warnings) = (at(Level::Error), at(Level::Warning));
    let mut verdict = checked.verdict.as_str().to_owned();
    let parts: Vec<String> = [(errors, "error"), (warnings, "warning")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| counted(n, what))
        .collect();
    if !parts.is_empty() {
        verdict = format!("{verdict}: {}", parts.join(", "));
    }
    let colour = if checked.verdict == Verdict::Legal { Color::Green } else { Color::Red };
    let mark = if bench.unsaved() { " (changed)" } else { "" };
    let left = Line::from(vec![
        Span::styled(format!(" {}", visible(bench.name())), Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!("{mark}  {}", visible(&bench.game().spec.name))),
    ]);
    let right = Line::from(Span::styled(format!("{verdict} "), theme.fg(colour).add_modifier(Modifier::BOLD)));
    let width = u16::try_from(right.width()).unwrap_or(u16::MAX).min(area.width);
    let [one, two] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(width)]).areas(area);
    frame.render_widget(Paragraph::new(left), one);
    frame.render_widget(Paragraph::new(right), two);
}

/// Text of at most so many columns, filled up with blanks.
fn cell(text: &str, width: usize, right: bool) -> String {
    let text = visible(text);
    let mut out = String::new();
    for c in text.chars() {
        let more = out.width() + unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if more > width {
            while out.width() + 1 > width {
                out.pop();
            }
            out.push('…');
            break;
        }
        out.push(c);
    }
    let blanks = " ".repeat(width.saturating_sub(out.width()));
    if right { blanks + &out } else { out + &blanks }
}

fn selected(theme: Theme, focused: bool) -> Style {
    match focused {
        true => Style::new().add_modifier(Modifier::REVERSED),
        false => theme.fg(Color::Cyan).add_modifier(Modifier::UNDERLINED),
    }
}

fn list(frame: &mut Frame<'_>, area: Rect, items: Vec<ListItem<'_>>, at: Option<usize>, style: Style) {
    let mut state = ListState::default().with_selected(at);
    frame.render_stateful_widget(List::new(items).highlight_style(style), area, &mut state);
}

fn pool(frame: &mut Frame<'_>, area: Rect, screen: &mut Screen<'_>, theme: Theme) {
    let focused = screen.focus == Focus::Pool;
    let game = screen.bench.game();
    let (found, all) = (screen.found.len(), game.catalog.len());
    let title = Line::from(format!(" Pool: {found} of {all} "));
    let block = theme.block(title, focused);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let [search, rows] = Layout::vertical([Constraint::Length(1), Constraint::Min(1)]).areas(inner);
    let typing = screen.mode == Mode::Search;
    let asked = visible(screen.search.value()).into_owned();
    let line = match &screen.trouble {
        Some(trouble) => Line::from(vec![
            Span::raw(format!("/{asked}  ")),
            Span::styled(visible(trouble).into_owned(), theme.level(Level::Error)),
        ]),
        None if asked.is_empty() && !typing => {
            Line::from(Span::styled("/ to search, such as type:… or a name", theme.dim()))
        }
        None => Line::from(format!("/{asked}")),
    };
    // The end of a long search stays in view.
    let cursor = screen.search.visual_cursor() + 1;
    let scroll = cursor.saturating_sub(usize::from(search.width).saturating_sub(1));
    let scroll = u16::try_from(scroll).unwrap_or(0);
    frame.render_widget(Paragraph::new(line).scroll((0, scroll)), search);
    if typing {
        let column = u16::try_from(cursor).unwrap_or(u16::MAX).saturating_sub(scroll);
        frame.set_cursor_position(Position::new(search.x + column, search.y));
    }
    let spec = &game.spec;
    let shown = spec.shown_attributes();
    let height = usize::from(rows.height);
    let first = first(screen.pool_at, height, found);
    let page = &screen.found[first..found.min(first + height)];
    let text = |id, attribute: usize| game.catalog.card(id).values[attribute].joined(", ");
    let widths: Vec<usize> = shown
        .iter()
        .map(|&i| page.iter().map(|&id| visible(&text(id, i)).width()).max().unwrap_or(0).min(WIDEST_COLUMN))
        .collect();
    let items = page.iter().map(|&id| {
        let copies = screen.bench.copies(id);
        let mut line = if copies > 0 { format!("{copies:>2} ") } else { "   ".to_owned() };
        for (&i, &width) in shown.iter().zip(&widths) {
            line.push_str(&cell(&text(id, i), width, spec.attributes[i].kind == AttributeType::Int));
            line.push_str("  ");
        }
        ListItem::new(line)
    });
    if found == 0 && screen.trouble.is_none() {
        frame.render_widget(Paragraph::new("No card fits.").style(theme.dim()), rows);
    }
    let at = (found > 0).then(|| screen.pool_at - first);
    list(frame, rows, items.collect(), at, selected(theme, focused));
    if focused {
        screen.page = height;
    }
}

/// The first row of a page that has the selected one near its middle.
fn first(at: usize, height: usize, all: usize) -> usize {
    at.saturating_sub(height / 2).min(all.saturating_sub(height))
}

fn deck(frame: &mut Frame<'_>, area: Rect, screen: &mut Screen<'_>, theme: Theme) {
    let focused = screen.focus == Focus::Deck;
    let total: u64 = screen.bench.contents().together().values().sum();
    let block = theme.block(Line::from(format!(" Deck: {} ", cards(total))), focused);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let rows = screen.bench.rows();
    let height = usize::from(inner.height);
    let first = first(screen.deck_at, height, rows.len());
    let items: Vec<ListItem<'_>> = rows[first..rows.len().min(first + height)]
        .iter()
        .map(|row| match row {
            Row::Section { key, title, total } => {
                let mark = if key.index == screen.target { '»' } else { ' ' };
                let style = Style::new().add_modifier(Modifier::BOLD);
                ListItem::new(Span::styled(format!("{mark} {}  {total}", visible(title)), style))
            }
            Row::Card { card, copies, name, .. } => {
                let strange = matches!(card, Identity::Unknown(_));
                let note = if strange { "  (not in the card pool)" } else { "" };
                let style = if strange { theme.level(Level::Error) } else { Style::new() };
                ListItem::new(Span::styled(format!("{copies:>4}  {}{note}", visible(name)), style))
            }
        })
        .collect();
    let at = matches!(rows.get(screen.deck_at), Some(Row::Card { .. })).then(|| screen.deck_at - first);
    list(frame, inner, items, at, selected(theme, focused));
    if focused {
        screen.page = height;
    }
}

fn findings(frame: &mut Frame<'_>, area: Rect, screen: &mut Screen<'_>, theme: Theme) {
    let focused = screen.focus == Focus::Findings;
    let checked = screen.bench.checked();
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut worst_first: Vec<_> = checked.findings.iter().collect();
    worst_first.sort_by_key(|finding| std::cmp::Reverse(finding.level));
    for finding in worst_first {
        let place = match finding.place {
            Place::Span(span) if span.file == crate::text::FileId::INPUT => {
                format!(" (line {})", checked.source.line_column(span.start).0)
            }
            _ => String::new(),
        };
        lines.push(Line::from(vec![
            Span::styled(finding.level.as_str(), theme.level(finding.level)),
            Span::raw(format!(" {} {}", finding.code, visible(&finding.message))),
            Span::styled(place, theme.dim()),
        ]));
        if let Some(help) = &finding.help {
            lines.push(Line::from(Span::styled(format!("  {}", visible(help)), theme.dim())));
        }
    }
    if lines.is_empty() {
        lines.push(Line::from(Span::styled("Nothing is wrong.", theme.fg(Color::Green))));
    }
    let title = format!(" {} ", counted(checked.findings.len() as u64, "finding"));
    let block = theme.block(Line::from(title), focused);
    let inner = block.inner(area);
    // The lines as they are folded; a word that is moved down can make one more of it, which the walk then reaches late.
    let width = usize::from(inner.width.max(1));
    let folded: usize = lines.iter().map(|line| line.width().div_ceil(width).max(1)).sum();
    screen.findings_end = folded.saturating_sub(usize::from(inner.height));
    screen.findings_at = screen.findings_at.min(screen.findings_end);
    let scroll = u16::try_from(screen.findings_at).unwrap_or(u16::MAX);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((scroll, 0)).block(block), area);
    if focused {
        screen.page = usize::from(inner.height);
    }
}

/// How the cards of the section that cards go to are spread: by the game's curve, or by its first listed attribute.
fn curve(frame: &mut Frame<'_>, area: Rect, screen: &Screen<'_>, theme: Theme) {
    let game = screen.bench.game();
    let spec = &game.spec;
    let Some(attribute) = spec.curve_attribute().or_else(|| spec.listed_attributes().next()) else {
        return frame.render_widget(theme.block(Line::from(" Curve "), false), area);
    };
    let key: SectionKey = screen.bench.section(screen.target);
    let spread = Spread::of(attribute, screen.bench.contents(), &[&key], spec, &game.catalog);
    let name = spec.attribute_title(attribute);
    let average = spread.average().map_or_else(String::new, |mean| format!(", average {mean:.2}"));
    let title = format!(" {}, {}{average} ", visible(name), visible(&screen.bench.title(&key)));
    let block = theme.block(Line::from(title), false);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let words = spec.attributes[attribute].kind != AttributeType::Int;
    let bars: Vec<Bar<'_>> = spread
        .rows
        .iter()
        .map(|row| Bar::default().value(row.total()).label(visible(&row.value).into_owned()))
        .collect();
    if bars.is_empty() {
        return;
    }
    let style = theme.fg(Color::Cyan);
    let n = u16::try_from(bars.len()).unwrap_or(u16::MAX);
    let chart = BarChart::default()
        .data(BarGroup::default().bars(&bars))
        .bar_style(style)
        .value_style(style.add_modifier(Modifier::REVERSED));
    let chart = match words {
        true => chart.direction(ratatui::layout::Direction::Horizontal).bar_width(1).bar_gap(0),
        false => chart.bar_width((inner.width.saturating_add(1) / n).saturating_sub(1).clamp(1, 5)).bar_gap(1),
    };
    frame.render_widget(chart, inner);
}

fn footer(frame: &mut Frame<'_>, message: Rect, keys: Rect, screen: &Screen<'_>, theme: Theme) {
    if let Some(said) = &screen.message {
        let style = if said.error { theme.level(Level::Error) } else { theme.fg(Color::Green) };
        frame.render_widget(Span::styled(format!(" {}", visible(&said.text)), style), message);
    }
    let hints = match screen.mode {
        Mode::Leave => {
            let asked = " Save the changes?  y save  n drop  Esc stay";
            let style = theme.level(Level::Warning);
            return frame.render_widget(Span::styled(asked, style), keys);
        }
        Mode::Search => " Enter to the list  Esc all cards  Ctrl-U empty",
        Mode::Help | Mode::Card => " any key to go on",
        Mode::Keys if screen.focus == Focus::Findings => " ? keys  q leave  Tab pool  Up Down scroll  u undo  s save",
        Mode::Keys => " ? keys  q leave  Tab other side  / search  + - copies  m move  t target  u undo  s save",
    };
    frame.render_widget(Span::styled(hints, theme.dim()), keys);
}

/// A box in the middle.
fn overlay(frame: &mut Frame<'_>, area: Rect, title: &str, lines: Vec<Line<'_>>, theme: Theme) {
    let width = lines.iter().map(Line::width).max().unwrap_or(0) + 4;
    let width = u16::try_from(width).unwrap_or(u16::MAX).clamp(20, area.width.min(80));
    let inner = usize::from(width.saturating_sub(4).max(1));
    let height: usize = lines.iter().map(|line| line.width().div_ceil(inner).max(1)).sum::<usize>() + 2;
    let height = u16::try_from(height).unwrap_or(u16::MAX).min(area.height);
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    frame.render_widget(Clear, place);
    let block = theme.block(Line::from(format!(" {title} ")), true).padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), place);
}

fn help(frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    let widest = KEYS.iter().map(|(key, _)| key.width()).max().unwrap_or(0);
    let lines = KEYS.iter().map(|(key, what)| {
        let key = format!("{}  ", cell(key, widest, false));
        Line::from(vec![Span::styled(key, Style::new().add_modifier(Modifier::BOLD)), Span::raw(*what)])
    });
    overlay(frame, area, "Keys", lines.collect(), theme);
}

fn card(frame: &mut Frame<'_>, area: Rect, screen: &Screen<'_>, theme: Theme) {
    let game = screen.bench.game();
    let Some(Identity::Card(id)) = screen.card() else {
        return overlay(frame, area, "Card", vec![Line::from("not in the card pool")], theme);
    };
    let card = game.catalog.card(id);
    let lines = card.values.iter().enumerate().filter_map(|(index, value)| {
        let text = value.joined(", ");
        let title = game.spec.attribute_title(index);
        (!text.is_empty()).then(|| {
            Line::from(vec![
                Span::styled(format!("{}  ", visible(title)), Style::new().add_modifier(Modifier::BOLD)),
                Span::raw(visible(&text).into_owned()),
            ])
        })
    });
    overlay(frame, area, &visible(&card.name), lines.collect(), theme);
}
