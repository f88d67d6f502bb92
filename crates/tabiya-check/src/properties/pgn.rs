//! Games as PGN: reading ends, and what was read is written as the same game.

use tabiya::Move;
use tabiya::notation::pgn::{GameTrees, PgnError, PgnGame};

/// Bytes that come a few at a time.
struct Trickle<'a>(&'a [u8], usize);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.1 = self.1 % 7 + 1;
        let count = self.1.min(into.len()).min(self.0.len());
        std::io::Read::read(&mut self.0, &mut into[..count])
    }
}

/// Reading PGN ends, and a game that could be read is written as one game that reads the same.
pub fn pgn(data: &[u8]) {
    // However the bytes arrive, the games are the same, and so are the errors.
    let told = |games: &mut dyn Iterator<Item = Result<PgnGame, PgnError>>| -> Vec<String> {
        games.map(|game| game.map_or_else(|error| error.to_string(), |game| game.to_string())).collect()
    };
    let whole = told(&mut GameTrees::from_bytes(data));
    assert_eq!(told(&mut GameTrees::from_read(Trickle(data, data.len()))), whole, "in small pieces");
    // However the lines end, the games are the same, and so are the errors.
    let unix = String::from_utf8_lossy(data).replace("\r\n", "\n").replace('\r', "\n");
    let of_unix = told(&mut GameTrees::from_bytes(unix.as_bytes()));
    for line_end in ["\r\n", "\r"] {
        let other = unix.replace('\n', line_end);
        assert_eq!(told(&mut GameTrees::from_bytes(other.as_bytes())), of_unix, "lines end with {line_end:?}");
    }
    for (index, game) in GameTrees::from_bytes(data).enumerate() {
        assert!(index <= data.len(), "more games than bytes");
        match game {
            Ok(game) => {
                let written = game.to_string();
                let again: Vec<PgnGame> = GameTrees::from_bytes(written.as_bytes())
                    .collect::<Result<_, _>>()
                    .unwrap_or_else(|error| panic!("{written:?}: {error}"));
                assert_eq!(again.len(), 1, "{written:?}");
                assert_eq!(again[0].to_string(), written);
                assert_eq!(tree(&again[0]), tree(&game), "another tree: {written:?}");
                assert_eq!((again[0].start(), again[0].result()), (game.start(), game.result()), "{written:?}");
                // The writer adds the tags that every game has.
                for tag in game.tags() {
                    let times = |game: &PgnGame| game.tags().filter(|&other| other == tag).count();
                    assert_eq!(times(&again[0]), times(&game), "{tag:?}: {written:?}");
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// A move of a game, what is said about it, and how many moves follow it.
#[derive(PartialEq, Eq, Debug)]
struct Branch {
    mv: Option<Move>,
    glyphs: Vec<u8>,
    comments: Vec<String>,
    starting_comments: Vec<String>,
    children: usize,
}

/// The moves of a game with all that is said about them, as they come depth first.
fn tree(game: &PgnGame) -> Vec<Branch> {
    let (mut open, mut branches) = (vec![game.root()], Vec::new());
    while let Some(id) = open.pop() {
        let node = game.node(id);
        let children: Vec<_> = game.children(id).collect();
        branches.push(Branch {
            mv: node.mv(),
            glyphs: node.glyphs.clone(),
            comments: words(&node.comments),
            starting_comments: words(&node.starting_comments),
            children: children.len(),
        });
        open.extend(children.into_iter().rev());
    }
    branches
}

/// The words of comments: a writer may break lines between them.
fn words(comments: &[String]) -> Vec<String> {
    comments.iter().map(|comment| comment.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
