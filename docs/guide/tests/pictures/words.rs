//! Pictures that are not boards: numbers on squares, and rows of 64 bits with the highest on the left, as a number is
//! written.

use std::fmt::Write;

use tabiya_guide::{Set, squares};

/// Ink, weak ink, paper of a cell, and the three tints.
struct Colors([&'static str; 6]);

const LIGHT: Colors = Colors(["#1f2328", "#8c959f", "#f6f8fa", "#9cc5ff", "#ffb3ad", "#a6e3a1"]);
const DARK: Colors = Colors(["#f0f6fc", "#7d8590", "#21262d", "#1f4f8f", "#8e2c2c", "#256b33"]);

/// A word of 64 bits with a label above it.
pub struct Row {
    label: String,
    bits: u64,
    blue: Set,
    red: Set,
    green: Set,
}

impl Row {
    pub fn new(label: impl Into<String>, bits: u64) -> Row {
        Row { label: label.into(), bits, blue: 0, red: 0, green: 0 }
    }

    pub fn blue(self, blue: Set) -> Row {
        Row { blue, ..self }
    }

    pub fn red(self, red: Set) -> Row {
        Row { red, ..self }
    }

    pub fn green(self, green: Set) -> Row {
        Row { green, ..self }
    }

    fn paint(&self, bit: u8, colors: &Colors) -> &'static str {
        let tints = [(self.red, 4), (self.green, 5), (self.blue, 3)];
        tints.into_iter().find(|(set, _)| set >> bit & 1 == 1).map_or(colors.0[2], |(_, tint)| colors.0[tint])
    }
}

/// Words below each other, and lines from bits of one to bits of the next.
pub struct Rows {
    pub rows: Vec<Row>,
    /// The upper row, a bit of it, and the bit of the row below that it becomes.
    pub lines: Vec<(usize, u8, u8)>,
}

const CELL: usize = 12;
const PITCH: usize = 58;

impl Rows {
    pub fn svg(&self, title: &str, dark: bool) -> String {
        let colors = if dark { DARK } else { LIGHT };
        let (width, height) = (64 * CELL + 16, PITCH * self.rows.len() + 4);
        let left = |bit: u8| 8 + (63 - usize::from(bit)) * CELL + usize::from(bit < 32) * 2;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n"
        );
        let write = &mut out;
        for &(row, from, to) in &self.lines {
            let (top, bottom) = (row * PITCH + 42, row * PITCH + PITCH + 24);
            let (x1, x2) = (left(from) + CELL / 2, left(to) + CELL / 2);
            let _ = writeln!(
                write,
                "<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\" d=\"M{x1} {top}C{x1} {} {x2} {} {x2} {bottom}\"/>",
                colors.0[1],
                bottom - 8,
                top + 8
            );
        }
        for (n, row) in self.rows.iter().enumerate() {
            let top = n * PITCH;
            let _ = writeln!(
                write,
                "<text x=\"8\" y=\"{}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"{}\">{}</text>",
                top + 18,
                colors.0[0],
                row.label
            );
            for bit in 0..64 {
                let one = row.bits >> bit & 1 == 1;
                let _ = writeln!(
                    write,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"11\" height=\"17\" rx=\"2\" fill=\"{paint}\"/>\
                     <text x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\" font-family=\"monospace\" font-size=\"11\" \
                     fill=\"{ink}\">{digit}</text>",
                    x = left(bit),
                    y = top + 24,
                    paint = row.paint(bit, &colors),
                    middle = left(bit) + 6,
                    base = top + 37,
                    ink = colors.0[usize::from(!one)],
                    digit = u8::from(one),
                );
            }
        }
        out + "</svg>\n"
    }
}

/// The picture of a board with the number of each square written on it.
pub fn numbered(board: &str, dark: bool) -> String {
    let ink = if dark { "#ffffff" } else { "#1f2328" };
    let mut numbers =
        format!("<g font-family=\"sans-serif\" font-size=\"34\" text-anchor=\"middle\" fill=\"{ink}\">\n");
    for square in squares(!0) {
        let (file, rank) = (u32::from(square % 8), u32::from(square / 8));
        let _ = writeln!(numbers, "<text x=\"{}\" y=\"{}\">{square}</text>", 100 * file + 50, 100 * (7 - rank) + 62);
    }
    board.replace("</svg>", &format!("{numbers}</g>\n</svg>"))
}
