//! From the tree to text: tags, then movetext in lines of fewer than 80 columns.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::tree::{Node, NodeId, PgnGame};
use crate::{Color, File, Position, Square, Wing};

/// The longest line of movetext. A word that is longer by itself stands alone.
const WIDTH: usize = 79;

/// The tags that every game has, and what stands for the unknown.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

impl fmt::Display for PgnGame {
    /// Writes the game as PGN: the seven tag roster, the other tags, an empty line, the movetext.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        f.write_char('\n')?;
        self.write_movetext(f)
    }
}

impl PgnGame {
    /// The roster first, then the other tags in their order. Tags that were read are written as they were read; only
    /// tags that the game needs and does not have are added.
    fn write_tags(&self, out: &mut impl Write) -> fmt::Result {
        let result = ("Result", self.result().as_str());
        for (name, unknown) in ROSTER.into_iter().chain([result]) {
            let mut values = self.tags().filter(|&(known, _)| known == name).map(|(_, value)| value).peekable();
            if values.peek().is_none() {
                write_tag(out, name, unknown)?;
            }
            values.try_for_each(|value| write_tag(out, name, value))?;
        }
        for (name, value) in self.tags() {
            if name != "Result" && !ROSTER.iter().any(|&(known, _)| known == name) {
                write_tag(out, name, value)?;
            }
        }
        if needs_chess960(&self.start) && self.tag("Variant").is_none() {
            write_tag(out, "Variant", "Chess960")?;
        }
        if self.start != Position::startpos() && self.tag("FEN").is_none() {
            if self.tag("SetUp").is_none() {
                write_tag(out, "SetUp", "1")?;
            }
            write_tag(out, "FEN", &self.start.fen())?;
        }
        Ok(())
    }

    fn write_movetext(&self, out: &mut impl Write) -> fmt::Result {
        let mut words = Words::new(out);
        let root = self.node(self.root());
        words.annotations(root)?;
        let mut tasks = Vec::new();
        tasks.push(Task::Continue { node: self.root(), position: self.start, numbered: true });
        while let Some(task) = tasks.pop() {
            match task {
                Task::Continue { node, position, numbered } => {
                    let mut children = self.children(node);
                    let Some(main) = children.next() else { continue };
                    let (after, spoken) = self.write_node(&mut words, main, &position, numbered)?;
                    let siblings: Vec<NodeId> = children.collect();
                    tasks.push(Task::Continue {
                        node: main,
                        position: after,
                        numbered: spoken || !siblings.is_empty(),
                    });
                    let variations = siblings.into_iter().rev();
                    tasks.extend(variations.map(|node| Task::Variation { node, position }));
                }
                Task::Variation { node, position } => {
                    words.open();
                    for comment in &self.node(node).starting_comments {
                        words.comment(comment)?;
                    }
                    let (after, spoken) = self.write_node(&mut words, node, &position, true)?;
                    tasks.push(Task::Close);
                    tasks.push(Task::Continue { node, position: after, numbered: spoken });
                }
                Task::Close => words.close()?,
            }
        }
        words.word(self.ending.movetext.unwrap_or(self.result()).as_str())?;
        words.finish()
    }

    /// Writes one move with its annotations; returns the position after it and whether a comment was written.
    fn write_node<W: Write>(
        &self,
        words: &mut Words<'_, W>,
        id: NodeId,
        before: &Position,
        numbered: bool,
    ) -> Result<(Position, bool), fmt::Error> {
        let node = self.node(id);
        if before.turn() == Color::White {
            words.word(&format!("{}.", before.fullmove()))?;
        } else if numbered {
            words.word(&format!("{}...", before.fullmove()))?;
        }
        match node.mv() {
            Some(mv) => words.word(before.san(mv).as_str())?,
            None => words.word("--")?,
        }
        words.annotations(node)?;
        Ok((node.after(before), !node.comments.is_empty()))
    }
}

/// What remains to be written, the next thing last. An explicit stack, so that depth is bounded by memory only.
enum Task {
    /// The moves after a node, which has been written.
    Continue { node: NodeId, position: Position, numbered: bool },
    /// A variation that begins with this node.
    Variation { node: NodeId, position: Position },
    /// The parenthesis after a variation.
    Close,
}

/// Whether castling from this position needs the rules of Chess960: a king or rook with a right stands elsewhere.
fn needs_chess960(start: &Position) -> bool {
    let wings = [(Wing::King, File::H), (Wing::Queen, File::A)];
    Color::ALL.into_iter().any(|color| {
        let king_at_home = start.king_of(color) == Square::new(File::E, color.back_rank());
        wings.iter().any(|&(wing, file)| {
            start.castling_rook(color, wing).is_some_and(|rook| !king_at_home || rook.file() != file)
        })
    })
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            '\n' | '\r' => out.write_char(' ')?,
            c => out.write_char(c)?,
        }
    }
    out.write_str("\"]\n")
}

/// Writes words with blanks or line breaks between them.
struct Words<'a, W> {
    out: &'a mut W,
    column: usize,
    /// The last word, held back because a parenthesis may close on it.
    pending: String,
    /// Parentheses that open on the next word.
    prefix: String,
    break_after_pending: bool,
}

impl<'a, W: Write> Words<'a, W> {
    fn new(out: &'a mut W) -> Words<'a, W> {
        Words { out, column: 0, pending: String::new(), prefix: String::new(), break_after_pending: false }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        self.flush()?;
        self.pending = core::mem::take(&mut self.prefix);
        self.pending.push_str(word);
        Ok(())
    }

    fn open(&mut self) {
        self.prefix.push('(');
    }

    fn close(&mut self) -> fmt::Result {
        if self.break_after_pending || self.pending.chars().count() >= WIDTH {
            self.word(")")
        } else {
            self.pending.push(')');
            Ok(())
        }
    }

    fn annotations(&mut self, node: &Node) -> fmt::Result {
        for glyph in &node.glyphs {
            self.word(&format!("${glyph}"))?;
        }
        for comment in &node.comments {
            self.comment(comment)?;
        }
        Ok(())
    }

    /// A comment in braces, broken between words; or behind semicolons if it holds a brace itself.
    fn comment(&mut self, comment: &str) -> fmt::Result {
        let comment = comment.replace("\r\n", " ").replace(['\n', '\r'], " ");
        let comment = comment.trim();
        if comment.contains('}') {
            return self.line_comment(comment);
        }
        let mut rest = comment;
        self.word("{")?;
        while let Some(gap) = breakable_gap(rest) {
            self.pending.push_str(&rest[..gap]);
            self.word("")?;
            rest = &rest[gap + 1..];
        }
        self.pending.push_str(rest);
        self.pending.push('}');
        Ok(())
    }

    /// Lines that begin with a semicolon, of which readers make one comment again.
    fn line_comment(&mut self, comment: &str) -> fmt::Result {
        // A blank keeps it apart from a comment of the same kind before it.
        let mut line = String::from(if self.break_after_pending { " ;" } else { ";" });
        for word in comment.split(' ') {
            if line.chars().count() + 1 + word.chars().count() > WIDTH && line.trim() != ";" {
                self.word(&line)?;
                self.break_after_pending = true;
                line = String::from(";");
            } else if line.trim() != ";" {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.word(&line)?;
        self.break_after_pending = true;
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        if self.pending.is_empty() {
            return Ok(());
        }
        let length = self.pending.chars().count();
        if self.column > 0 {
            if self.column + 1 + length > WIDTH {
                self.out.write_char('\n')?;
                self.column = 0;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.out.write_str(&self.pending)?;
        self.column += length;
        self.pending.clear();
        if core::mem::take(&mut self.break_after_pending) {
            self.out.write_char('\n')?;
            self.column = 0;
        }
        Ok(())
    }

    /// Ends the line, which has the result at its end.
    fn finish(mut self) -> fmt::Result {
        self.flush()?;
        self.out.write_char('\n')
    }
}

/// The first blank that may become a line break and be read back as the same text: a single one, and not before what
/// would mean something else at the beginning of a line.
fn breakable_gap(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (1..bytes.len().saturating_sub(1)).find(|&index| {
        bytes[index] == b' ' && bytes[index - 1] != b' ' && !matches!(bytes[index + 1], b' ' | b'[' | b'%')
    })
}
