//! Charts as SVG: readable on light and dark ground, with the fonts of whoever looks at them.

use std::fmt::Write;

/// A bar chart of whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BarChart {
    /// What stands above it.
    pub title: String,
    /// What the bars are, below the axis.
    pub x_title: String,
    /// What is counted, beside the axis.
    pub y_title: String,
    /// A label and a number for each bar.
    pub bars: Vec<(String, u64)>,
}

const LEFT: f64 = 64.0;
const TOP: f64 = 48.0;
const HEIGHT: f64 = 220.0;
/// Letters of the labels, in pixels: wide enough for letters of East Asia, which take twice the room.
const LETTER: f64 = 7.5;
/// Longer labels are cut.
const LONGEST_LABEL: usize = 24;

impl BarChart {
    /// The chart as a document of its own; it can also stand in a page.
    #[must_use]
    pub fn svg(&self) -> String {
        let labels: Vec<String> = self.bars.iter().map(|(label, _)| cut(label)).collect();
        let widest = labels.iter().map(|l| width(l)).fold(0.0, f64::max);
        // Labels that have no room side by side are turned.
        let step = (widest + 12.0).clamp(34.0, 72.0);
        let turned = widest + 8.0 > step;
        let foot = if turned { widest * 0.72 + 24.0 } else { 26.0 };
        let plot = step * self.bars.len().max(1) as f64;
        let (wide, high) = ((LEFT + plot + 24.0).max(width(&self.title) + 48.0), TOP + HEIGHT + foot + 30.0);
        let most = self.bars.iter().map(|(_, n)| *n).max().unwrap_or(0);
        let tick = tick(most);
        let top = most.div_ceil(tick).max(1) * tick;
        let y = |n: u64| TOP + HEIGHT - HEIGHT * n as f64 / top as f64;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide:.0}\" height=\"{high:.0}\" viewBox=\"0 0 {wide:.0} {high:.0}\" \
             role=\"img\" aria-label=\"{}\">\n",
            escaped(&self.title)
        );
        out.push_str(
            "<style>\n  .ground { fill: #ffffff }\n  text { font: 13px system-ui, sans-serif; fill: #1f2328 }\n  .title { \
             font-size: 16px; font-weight: 600 }\n  .grid { stroke: #d0d7de }\n  .axis { stroke: #57606a }\n  .bar { fill: \
             #2f6fab }\n  @media (prefers-color-scheme: dark) {\n    .ground { fill: #0d1117 }\n    text { fill: #e6edf3 }\n    \
             .grid { stroke: #30363d }\n    .axis { stroke: #8b949e }\n    .bar { fill: #6cb0f5 }\n  }\n</style>\n",
        );
        let _ = writeln!(out, "<rect class=\"ground\" width=\"{wide:.0}\" height=\"{high:.0}\"/>");
        let _ = writeln!(out, "<text class=\"title\" x=\"{LEFT}\" y=\"26\">{}</text>", escaped(&self.title));
        let right = LEFT + plot;
        for n in (0..=top).step_by(usize::try_from(tick).unwrap_or(1)) {
            let at = y(n);
            let class = if n == 0 { "axis" } else { "grid" };
            let _ = writeln!(
                out,
                "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
            );
            let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{n}</text>", LEFT - 8.0, at + 4.5);
        }
        for (at, ((_, n), label)) in self.bars.iter().zip(&labels).enumerate() {
            let middle = LEFT + step * (at as f64 + 0.5);
            let bar = step * 0.66;
            if *n > 0 {
                let _ = writeln!(
                    out,
                    "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{bar:.1}\" height=\"{:.1}\"/>",
                    middle - bar / 2.0,
                    y(*n),
                    TOP + HEIGHT - y(*n)
                );
            }
            let _ = writeln!(out, "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{n}</text>", y(*n) - 5.0);
            let base = TOP + HEIGHT + 18.0;
            let place = match turned {
                true => format!("text-anchor=\"end\" transform=\"rotate(-45 {middle:.1} {base:.1})\""),
                false => "text-anchor=\"middle\"".to_owned(),
            };
            let _ = writeln!(out, "<text x=\"{middle:.1}\" y=\"{base:.1}\" {place}>{}</text>", escaped(label));
        }
        let (middle, below) = (LEFT + plot / 2.0, high - 12.0);
        let _ = writeln!(
            out,
            "<text x=\"{middle:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{}</text>",
            escaped(&self.x_title)
        );
        let half = TOP + HEIGHT / 2.0;
        let _ = writeln!(
            out,
            "<text x=\"18\" y=\"{half:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {half:.1})\">{}</text>",
            escaped(&self.y_title)
        );
        out.push_str("</svg>\n");
        out
    }
}

/// The distance of the marks on the axis: 1, 2 or 5 with zeros, so that there are at most six.
fn tick(most: u64) -> u64 {
    let mut step = 1;
    loop {
        for factor in [1, 2, 5] {
            if most.div_ceil(step * factor) <= 6 {
                return step * factor;
            }
        }
        step *= 10;
    }
}

fn width(text: &str) -> f64 {
    unicode_width::UnicodeWidthStr::width(text) as f64 * LETTER
}

fn cut(label: &str) -> String {
    match label.char_indices().nth(LONGEST_LABEL) {
        Some((end, _)) => format!("{}…", &label[..end]),
        None => label.to_owned(),
    }
}

/// A text for XML; characters that XML forbids are left out.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_numbers() {
        for (most, wanted) in
            [(0, 1), (1, 1), (6, 1), (7, 2), (12, 2), (13, 5), (30, 5), (31, 10), (600, 100), (601, 200)]
        {
            assert_eq!(tick(most), wanted, "{most}");
        }
    }

    #[test]
    fn a_chart_has_a_bar_for_each_number_and_is_safe() {
        let bars = vec![("<a>".to_owned(), 4), ("b & \"c\"".to_owned(), 0), ("긴 이름".to_owned(), 9)];
        let chart = BarChart { title: "Size".into(), x_title: "Size".into(), y_title: "cards".into(), bars };
        let svg = chart.svg();
        assert_eq!(svg.matches("class=\"bar\"").count(), 2, "nothing is drawn for zero");
        assert!(svg.contains("&lt;a&gt;") && svg.contains("b &amp; &quot;c&quot;") && svg.contains("긴 이름"));
        assert!(svg.contains("prefers-color-scheme: dark"));
        assert!(BarChart::default().svg().ends_with("</svg>\n"));
    }
}
