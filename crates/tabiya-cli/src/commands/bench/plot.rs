//! The table of `tabiya bench` as a picture: a panel for each position, a group of bars for each
//! instruction set, all on one scale.

use std::fmt::Write as _;

use super::Row;
use crate::output::counted;

/// Light and dark of one hue for a number of threads: without and with a table.
const COLORS: [&str; 4] = ["#9db4c9", "#33658a", "#f2b896", "#d1602f"];
const BAR: f64 = 13.0;
const GROUP_GAP: f64 = 9.0;
/// Where the bars of a panel begin: after the names of the instruction sets.
const NAMES: f64 = 66.0;
const BARS: f64 = 330.0;
/// Room for the figure behind the longest bar.
const FIGURES: f64 = 50.0;
const PANEL_WIDTH: f64 = NAMES + BARS + FIGURES;
const PANEL_TITLE: f64 = 30.0;
const PANEL_AXIS: f64 = 30.0;
const MARGIN: f64 = 20.0;
const HEADER: f64 = 108.0;
const PANELS_PER_LINE: usize = 2;

/// Draws rows that come by position, by instruction set, and by the `columns` of each, with a line that says on what
/// they were measured.
pub fn picture(rows: &[Row], columns: usize, measured_on: &str) -> String {
    let panels: Vec<&[Row]> = rows.chunk_by(|a, b| a.position == b.position).collect();
    let scale = Scale::up_to(rows.iter().map(|row| row.million_nodes_per_second).fold(1.0, f64::max));
    let groups = panels.iter().map(|panel| panel.len() / columns).max().unwrap_or(0) as f64;
    let bars_height = groups * (columns as f64 * BAR + GROUP_GAP);
    let panel_height = PANEL_TITLE + bars_height + PANEL_AXIS;
    let lines = panels.len().div_ceil(PANELS_PER_LINE) as f64;
    let width = 2.0 * MARGIN + PANELS_PER_LINE as f64 * (PANEL_WIDTH + MARGIN) - MARGIN;
    let height = HEADER + lines * panel_height + MARGIN;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"30\" font-size=\"16\" font-weight=\"bold\">Leaves counted, in millions per second</text>\n\
         <text x=\"{MARGIN}\" y=\"78\" font-size=\"11\" fill=\"#777\">Longer is faster. With a hash table, leaves below \
         positions met before count without being visited again.</text>\n\
         <text x=\"{MARGIN}\" y=\"94\" font-size=\"11\" fill=\"#777\">{}</text>\n",
        escaped(measured_on)
    );
    legend(&mut svg, &rows[..columns.min(rows.len())]);
    for (index, panel) in panels.iter().enumerate() {
        let x = MARGIN + (index % PANELS_PER_LINE) as f64 * (PANEL_WIDTH + MARGIN);
        let y = HEADER + (index / PANELS_PER_LINE) as f64 * panel_height;
        let _ = writeln!(svg, "<g transform=\"translate({x:.0} {y:.0})\">");
        draw_panel(&mut svg, panel, columns, &scale, bars_height);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// A text that XML takes as it is.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What the colours mean: the means of one instruction set, in the order of its bars.
fn legend(svg: &mut String, means: &[Row]) {
    const STEP: f64 = 150.0;
    for (index, row) in means.iter().enumerate() {
        let x = MARGIN + STEP * index as f64;
        // A small tree may do without the table that it was offered: the place tells, not the bytes.
        let hash = if index % 2 == 0 { "no hash" } else { "hash" };
        let words = format!("{}, {hash}", counted(row.threads, "thread"));
        let color = COLORS[index % COLORS.len()];
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"44\" width=\"12\" height=\"12\" fill=\"{color}\"/><text x=\"{}\" y=\"54\">{words}</text>",
            x + 18.0
        );
    }
}

fn draw_panel(svg: &mut String, panel: &[Row], columns: usize, scale: &Scale, bars_height: f64) {
    let bottom = PANEL_TITLE + bars_height;
    let _ = writeln!(svg, "<text x=\"{NAMES}\" y=\"18\" font-weight=\"bold\">{}</text>", panel[0].title());
    for tick in scale.ticks() {
        let x = NAMES + scale.place(tick);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {PANEL_TITLE}V{bottom:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"#777\" text-anchor=\"middle\">{}</text>",
            bottom + 13.0,
            grouped(tick)
        );
    }
    for (index, group) in panel.chunks(columns).enumerate() {
        let top = PANEL_TITLE + GROUP_GAP / 2.0 + index as f64 * (columns as f64 * BAR + GROUP_GAP);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            NAMES - 8.0,
            top + columns as f64 * BAR / 2.0 + 4.0,
            group[0].isa
        );
        for (bar, row) in group.iter().enumerate() {
            let (y, length) = (top + BAR * bar as f64, scale.place(row.million_nodes_per_second));
            let wrong = if row.correct { "" } else { " WRONG COUNT" };
            let _ = writeln!(
                svg,
                "<rect x=\"{NAMES}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"{:.1}\" fill=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\">{}{wrong}</text>",
                BAR - 1.0,
                COLORS[bar % COLORS.len()],
                NAMES + length + 4.0,
                y + BAR - 3.5,
                grouped(row.million_nodes_per_second)
            );
        }
    }
    let _ = writeln!(svg, "<path d=\"M{NAMES} {PANEL_TITLE}V{bottom:.1}\" stroke=\"#888\"/>");
}

/// From rates to places: linear, from zero, so that a bar twice as long is twice as fast.
struct Scale {
    step: f64,
    most: f64,
}

impl Scale {
    /// A scale that reaches just beyond a rate, with ticks at round numbers.
    fn up_to(fastest: f64) -> Self {
        let rough = fastest / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|&step| step >= rough);
        Self { step: step.unwrap_or(rough), most: fastest }
    }

    fn place(&self, rate: f64) -> f64 {
        BARS * rate / self.most
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        (0..=(self.most / self.step) as u32).map(|tick| f64::from(tick) * self.step)
    }
}

/// A whole number with a thin space before every third digit.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(
            [0.0, 12.4, 999.6, 14468.0].map(grouped),
            ["0", "12", "1\u{2009}000", "14\u{2009}468"].map(String::from)
        );
    }

    #[test]
    fn ticks_are_round_few_and_inside() {
        for fastest in [1.0, 7.3, 99.0, 100.0, 5_555.0, 14_468.0, 2e5] {
            let scale = Scale::up_to(fastest);
            let ticks: Vec<f64> = scale.ticks().collect();
            assert!((3..=6).contains(&ticks.len()), "{fastest}: {ticks:?}");
            assert!(ticks.iter().all(|&tick| scale.place(tick) <= BARS + 1e-6), "{fastest}: {ticks:?}");
        }
    }

    #[test]
    fn every_row_has_its_bar_and_its_figure_inside_the_picture() {
        let rows = super::super::tests::rows();
        let svg = picture(&rows, 4, "CPU <8> & co, tabiya 0.1.0, 2026-01-02");
        assert!(svg.contains(">CPU &lt;8&gt; &amp; co, tabiya 0.1.0, 2026-01-02</text>"));
        // A bar a row, a swatch a column, the ground.
        assert_eq!(svg.matches("<rect ").count(), rows.len() + 4 + 1);
        for row in &rows {
            assert!(svg.contains(&format!(">{}</text>", grouped(row.million_nodes_per_second))));
        }
        for words in ["start d6", "kiwipete d5", "portable", "bmi2", "1 thread, no hash", "2 threads, hash"] {
            assert!(svg.contains(words), "{words}");
        }
        assert!(resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).is_ok());
    }
}
