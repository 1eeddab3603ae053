//! A goldfish run as an SVG picture: when games end, and the metrics turn by turn.

use std::fmt::Write;

use super::Goldfish;

/// Sizes in pixels.
const WIDTH: f64 = 760.0;
const PANEL: f64 = 240.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 200.0;
const TOP: f64 = 60.0;
const GAP: f64 = 70.0;

/// Colours that colour-blind readers tell apart (Okabe and Ito), readable on white and on dark grey.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a800"];

/// The picture. It brings its own background, so it reads the same in light and dark pages.
#[must_use]
pub fn chart(run: &Goldfish, title: &str) -> String {
    let height = TOP + 2.0 * PANEL + GAP + 50.0;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escape(title));
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"26\" font-size=\"16\">{}</text>", escape(title));
    // Both panels share the scale of turns.
    let turns = run.turns.len().max(run.ends_by_turn().len().saturating_sub(1));
    metrics(&mut out, run, turns, TOP);
    ends(&mut out, run, turns, TOP + PANEL + GAP);
    out.push_str("</svg>\n");
    out
}

fn escape(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect::<String>().replace('&', "&amp;").replace('<', "&lt;")
}

/// A panel: its scales, and the way from data to pixels.
struct Panel {
    top: f64,
    turns: f64,
    most: f64,
}

impl Panel {
    fn x(&self, turn: f64) -> f64 {
        LEFT + (turn - 0.5) / self.turns.max(1.0) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        self.top + PANEL - value.max(0.0) / self.most * PANEL
    }

    fn frame(&self, out: &mut String, title: &str, unit: &str) {
        let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"{:.1}\">{}</text>", self.top - 10.0, escape(title));
        let right = WIDTH - RIGHT;
        for step in 0..=4 {
            let value = self.most * f64::from(step) / 4.0;
            let y = self.y(value);
            let _ = writeln!(out, "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>");
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}{unit}</text>",
                LEFT - 6.0,
                y + 4.0,
                number(value)
            );
        }
        let every = (self.turns / 15.0).ceil().max(1.0);
        let mut turn = 1.0;
        while turn <= self.turns {
            let y = self.top + PANEL + 16.0;
            let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{turn}</text>", self.x(turn));
            turn += every;
        }
        let y = self.top + PANEL + 34.0;
        let _ =
            writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">turn</text>", (LEFT + right) / 2.0);
    }
}

fn number(value: f64) -> String {
    if value.fract().abs() < 0.05 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// The next number at or above whose quarters are round.
fn round_up(value: f64) -> f64 {
    let power = 10f64.powf(value.max(1.0).log10().floor());
    [1.0, 1.2, 1.6, 2.0, 2.4, 3.2, 4.0, 6.0, 8.0, 10.0]
        .iter()
        .map(|s| s * power)
        .find(|s| *s >= value)
        .unwrap_or(10.0 * power)
}

#[expect(clippy::cast_precision_loss, reason = "a few turns")]
fn metrics(out: &mut String, run: &Goldfish, turns: usize, top: f64) {
    let means = run.turns.iter().flat_map(|t| t.metrics.iter().map(|s| s.mean));
    let panel = Panel { top, turns: turns as f64, most: round_up(means.fold(1.0, f64::max)) };
    panel.frame(out, "At the end of each turn (mean over the games still running)", "");
    for (index, name) in run.metrics.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points: Vec<String> = run
            .turns
            .iter()
            .filter_map(|t| t.metrics.get(index).map(|s| (t.turn as f64, s.mean)))
            .map(|(turn, mean)| format!("{:.1},{:.1}", panel.x(turn), panel.y(mean)))
            .collect();
        let dash = if index >= 4 { " stroke-dasharray=\"5 3\"" } else { "" };
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>",
            points.join(" ")
        );
        let y = top + 10.0 + index as f64 * 18.0;
        let x = WIDTH - RIGHT + 16.0;
        let _ = writeln!(
            out,
            "<path d=\"M{x} {:.1}h18\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/><text x=\"{}\" y=\"{y:.1}\">{}</text>",
            y - 4.0,
            x + 24.0,
            escape(name)
        );
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn ends(out: &mut String, run: &Goldfish, turns: usize, top: f64) {
    let ends = run.ends_by_turn();
    let share = |n: u64| 100.0 * n as f64 / (run.games.max(1)) as f64;
    let most = ends.iter().map(|e| share(e.iter().sum())).fold(1.0, f64::max);
    let turns = turns as f64;
    let panel = Panel { top, turns, most: round_up(most) };
    panel.frame(out, "Games over, by turn", " %");
    let width = ((WIDTH - LEFT - RIGHT) / turns.max(1.0) * 0.7).min(48.0);
    for (turn, columns) in ends.iter().enumerate().skip(1) {
        let mut base = 0.0;
        for (index, n) in columns.iter().enumerate().filter(|(_, n)| **n > 0) {
            let (low, high) = (panel.y(base), panel.y(base + share(*n)));
            base += share(*n);
            let x = panel.x(turn as f64) - width / 2.0;
            let _ = writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{high:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
                low - high,
                RESULTS[index].1
            );
        }
    }
    for (index, (name, colour)) in RESULTS.iter().enumerate() {
        let (x, y) = (WIDTH - RIGHT + 16.0, top + 10.0 + index as f64 * 18.0);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{:.1}\" width=\"18\" height=\"11\" fill=\"{colour}\"/><text x=\"{}\" y=\"{y:.1}\">{name}</text>",
            y - 9.0,
            x + 24.0
        );
    }
}

/// The results in the order of [`Goldfish::ends_by_turn`].
const RESULTS: [(&str, &str); 3] = [("won", COLOURS[0]), ("lost", COLOURS[1]), ("no winner", COLOURS[6])];
