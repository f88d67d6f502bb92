//! Command lines: split into words as a shell would, and filled in as templates.

use std::fmt;

/// Why a command line cannot be split into words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WordsError {
    /// There is no word in it.
    Empty,
    /// A quote that opens at this byte never closes.
    OpenQuote(usize),
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordsError::Empty => write!(f, "the command is empty"),
            WordsError::OpenQuote(at) => {
                write!(f, "the quote at character {} is never closed", at + 1)
            }
        }
    }
}

impl std::error::Error for WordsError {}

/// Splits a command line at blanks. Single quotes keep everything, double quotes and
/// backslashes work as in a shell; nothing is expanded and no shell is started.
pub fn split(line: &str) -> Result<Vec<String>, WordsError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        None => return Err(WordsError::OpenQuote(at)),
                        Some((_, inner)) if inner == letter => break,
                        Some((_, '\\')) if letter == '"' => {
                            word.extend(letters.next().map(|(_, escaped)| escaped));
                        }
                        Some((_, inner)) => word.push(inner),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(letters.next().map(|(_, escaped)| escaped)),
            blank if blank.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if words.is_empty() { Err(WordsError::Empty) } else { Ok(words) }
}

/// Whether the words ask to be filled in.
pub fn is_template(words: &[String]) -> bool {
    words.iter().any(|word| word.contains("{fen}") || word.contains("{depth}"))
}

/// Whether the template takes moves apart from the position.
pub fn takes_moves(words: &[String]) -> bool {
    words.iter().any(|word| word.contains("{moves}"))
}

/// Fills `{fen}`, `{depth}` and `{moves}` in each word. The words are already split, so a FEN
/// stays one argument however it is quoted; a word that is `{moves}` alone is left out when there
/// are none.
pub fn fill(words: &[String], fen: &str, depth: u32, moves: &str) -> Vec<String> {
    words
        .iter()
        .filter(|word| !(moves.is_empty() && *word == "{moves}"))
        .map(|word| word.replace("{fen}", fen).replace("{depth}", &depth.to_string()).replace("{moves}", moves))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_as_a_shell_does() {
        let words = split(r#"a 'b c' "d \" e" f\ g ''"#).unwrap();
        assert_eq!(words, ["a", "b c", "d \" e", "f g", ""]);
        assert_eq!(split("  "), Err(WordsError::Empty));
        assert_eq!(split("x 'y"), Err(WordsError::OpenQuote(2)));
    }

    #[test]
    fn fills_templates_without_splitting_the_fen() {
        let words = split("engine --fen {fen} -d{depth} {moves}").unwrap();
        assert!(is_template(&words) && takes_moves(&words));
        let filled = fill(&words, "8/8 w - -", 3, "");
        assert_eq!(filled, ["engine", "--fen", "8/8 w - -", "-d3"]);
        let filled = fill(&words, "8/8 w - -", 3, "e2e4 e7e5");
        assert_eq!(filled[4], "e2e4 e7e5");
    }
}
