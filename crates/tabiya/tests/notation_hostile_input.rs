//! Readers fed with hostile input: they answer, in bounded memory, stack and time.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tabiya::notation::book::Book;
use tabiya::notation::pgn::{
    BoardVisitor, GameTrees, Interest, Limits, PgnErrorKind, Reader, Replay, Source, SourceError, TreeBuilder, Visitor,
};
use tabiya::{Position, Setup};
use tabiya_check::Random;

/// Remembers how much memory was ever in use at once.
struct Meter;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator; only numbers are kept besides.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static METER: Meter = Meter;

/// One measurement at a time: the meter counts for the whole process.
static TURN: Mutex<()> = Mutex::new(());

/// The most memory that some work had in use at once, beyond what was in use before.
fn peak_of(work: impl FnOnce()) -> usize {
    let before = IN_USE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    work();
    PEAK.load(Ordering::Relaxed).saturating_sub(before)
}

/// A text repeated up to a length, without ever being in memory as a whole.
struct Endless<'a> {
    head: &'a [u8],
    body: &'a [u8],
    left: usize,
}

impl Source for Endless<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
        if !self.head.is_empty() {
            return self.head.read(into);
        }
        let mut written = 0;
        while written + self.body.len() <= into.len() && self.left >= self.body.len() {
            into[written..written + self.body.len()].copy_from_slice(self.body);
            written += self.body.len();
            self.left -= self.body.len();
        }
        Ok(written)
    }
}

/// Plays all moves, variations too.
#[derive(Default)]
struct Everything;

impl BoardVisitor for Everything {
    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        Ok(Interest::Read)
    }
}

fn player() -> Replay<Everything> {
    Replay::new(Everything)
}

fn builder() -> Replay<TreeBuilder> {
    Replay::new(TreeBuilder::new())
}

/// Reads everything; returns the number of good games and the errors.
fn read_all<S: Source>(mut reader: Reader<S>, visitor: &mut impl Visitor) -> (usize, Vec<PgnErrorKind>) {
    let (mut games, mut errors) = (0, Vec::new());
    loop {
        match reader.read_game(visitor) {
            Ok(true) => games += 1,
            Ok(false) => return (games, errors),
            Err(error) => errors.push(error.kind),
        }
    }
}

/// Reads everything and keeps nothing of it, not even the errors.
fn pass_over_all<S: Source>(mut reader: Reader<S>, visitor: &mut impl Visitor) {
    while !matches!(reader.read_game(visitor), Ok(false)) {}
}

#[test]
fn memory_stays_flat_on_a_file_of_any_size() {
    let _turn = TURN.lock();
    let game = b"[Event \"e\"]\n[Site \"s\"]\n\n1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0\n\n";
    let peak = peak_of(|| {
        let source = Endless { head: b"", body: game, left: 24 << 20 };
        let (games, errors) = read_all(Reader::new(source), &mut player());
        assert_eq!((games, errors.len()), ((24 << 20) / game.len(), 0));
    });
    assert!(peak < 1 << 20, "{peak} bytes for 24 MiB");
}

#[test]
fn gigantic_tokens_are_refused_in_bounded_memory() {
    let _turn = TURN.lock();
    let opening = "[Event \"x\"]\n\n1. e4 ";
    for (head, body) in [
        (opening.to_string() + "{", "x "),
        (opening.to_string() + "{", "x\n"),
        (opening.to_string() + ";", "x "),
        (opening.to_string(), "N"),
        (opening.to_string(), "!"),
        (opening.to_string(), "1"),
        (opening.to_string(), "."),
        (opening.to_string(), "\n"),
        (opening.to_string() + "$", "1"),
        ("[".to_string(), "A"),
        ("[A \"".to_string(), "x"),
        ("[A \"".to_string(), "\" "),
        ("[A \"".to_string(), "\\"),
        ("%".to_string(), "x"),
        ("{".to_string(), "x"),
        (String::new(), "[A \"b\"] "),
        (String::new(), "[A \"b\"]\n"),
        (String::new(), "{} "),
        (String::new(), ";\n"),
        (String::new(), ";x\n"),
        (opening.to_string(), "] "),
        (opening.to_string(), "$999 "),
        (opening.to_string(), "{} "),
        (opening.to_string() + "* ", "{} "),
        (String::new(), "* "),
        (String::new(), "\u{feff}"),
        (opening.to_string(), "("),
        (opening.to_string(), "(e4 "),
        (opening.to_string(), "(d4) "),
        (opening.to_string(), "Nf3 "),
        (String::new(), "[Event \"x\"]\n\n{ never closed\n\n"),
        (String::new(), "[Foo \"x\"]\n\n{ never closed\n\n"),
    ] {
        let mut builder = builder();
        let peak = peak_of(|| {
            let source = Endless { head: head.as_bytes(), body: body.as_bytes(), left: 3 << 20 };
            let limits = Limits { game_bytes: 1 << 20, ..Limits::default() };
            read_all(Reader::new(source).with_limits(limits), &mut builder);
            let source = Endless { head: head.as_bytes(), body: body.as_bytes(), left: 3 << 20 };
            read_all(Reader::new(source).with_limits(limits), &mut player());
        });
        // A tree costs up to some hundred bytes per move; the longest game here has a million bytes.
        assert!(peak < 60 << 20, "{peak} bytes after {head:?} and much of {body:?}");

        // Who builds nothing keeps nothing beyond the longest token.
        let peak = peak_of(|| {
            let source = Endless { head: head.as_bytes(), body: body.as_bytes(), left: 6 << 20 };
            pass_over_all(Reader::new(source), &mut player());
        });
        assert!(peak < 4 << 20, "{peak} bytes for 6 MiB of {head:?} and {body:?}");
    }
}

#[test]
fn floods_of_tags_are_refused() {
    let _turn = TURN.lock();
    let tags: String = (0..100_000).map(|number| format!("[T{number} \"x\"]\n")).collect();
    let (games, errors) = read_all(Reader::from_bytes(tags.as_bytes()), &mut builder());
    assert_eq!((games, errors), (0, vec![PgnErrorKind::TooManyTags]));
    // Fewer, but long.
    let mut builder = builder();
    let peak = peak_of(|| {
        let value = "x".repeat(30_000);
        let body = format!("[Long \"{value}\"]\n");
        let source = Endless { head: b"", body: body.as_bytes(), left: 100 << 20 };
        let limits = Limits { game_bytes: 4 << 20, ..Limits::default() };
        let (games, errors) = read_all(Reader::new(source).with_limits(limits), &mut builder);
        assert_eq!((games, errors.first()), (0, Some(&PgnErrorKind::GameTooLong)));
    });
    assert!(peak < 20 << 20, "{peak} bytes");
}

#[test]
fn variations_nested_100_000_deep() {
    let _turn = TURN.lock();
    let depth = 100_000;
    let deep = format!("1. e4 {} {} 1-0", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let (games, errors) = read_all(Reader::from_bytes(deep.as_bytes()), &mut player());
    assert_eq!((games, errors), (0, vec![PgnErrorKind::TooDeep]));
    // A caller that wants such games can have them: the stack is never used for nesting.
    let limits = Limits { variation_depth: u32::MAX, ..Limits::default() };
    let read = |text: &str| GameTrees::from_bytes(text.as_bytes()).with_limits(limits).next().unwrap().unwrap();
    let game = read(&deep);
    assert_eq!(game.node_count(), depth + 2);
    let text = game.to_string();
    let again = read(&text);
    assert_eq!(again.node_count(), depth + 2);
    assert_eq!(again.to_string(), text);
    let unclosed = &deep[..deep.find(')').unwrap()];
    let reader = Reader::from_bytes(unclosed.as_bytes()).with_limits(limits);
    let (games, errors) = read_all(reader, &mut player());
    assert_eq!((games, errors), (0, vec![PgnErrorKind::UnclosedVariation]));
}

#[test]
fn random_bytes_and_truncated_files_are_answered() {
    let _turn = TURN.lock();
    let mut random = Random::new(1);
    let game = "\u{feff}[Event \"a \\\" b\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]\r\n[SetUp \"1\"]\r\n\r\n\
        1. O-O!? {c\r\nd} (1. e4 $3 (1. Kd2) 1... Kd7) 1... Kd7 ; e\r\n2. Kg2 -- 3. e4 1/2-1/2\r\n\r\n";
    let three = game.repeat(3);
    for cut in 0..three.len() {
        let (games, errors) = read_all(Reader::from_bytes(&three.as_bytes()[..cut]), &mut builder());
        assert!(games + errors.len() <= 4, "{cut}");
    }
    const LIKELY: &[u8] = b"[]\"\\{}();%$*!?.-+=#/ \n\r0123456789abcdefghNBRQKOx\xef\xbb\xbf\xe9\x00e4d5Nf3";
    for _ in 0..20_000 {
        let mut bytes = Vec::new();
        if random.below(2) == 0 {
            bytes.extend_from_slice(three.as_bytes());
            for _ in 0..1 + random.below(8) {
                let place = random.below(bytes.len());
                bytes[place] = LIKELY[random.below(LIKELY.len())];
            }
        } else {
            for _ in 0..random.below(300) {
                let any = random.bits() as u8;
                bytes.push(if random.below(9) == 0 { any } else { LIKELY[random.below(LIKELY.len())] });
            }
        }
        for game in GameTrees::from_bytes(&bytes).flatten() {
            // What could be read can be written and read again.
            let text = game.to_string();
            let again = GameTrees::from_bytes(text.as_bytes()).next().unwrap();
            assert_eq!(again.map(|again| again.to_string()), Ok(text), "{:?}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn sources_that_fail_or_lie_are_survived() {
    let _turn = TURN.lock();
    struct Failing(usize);
    impl Source for Failing {
        fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
            self.0 += 1;
            if self.0 > 1 {
                return Err(SourceError::new("the cable is out"));
            }
            b"1. e4 e5 *\n1. d4 ".as_slice().read(into)
        }
    }
    let (games, errors) = read_all(Reader::new(Failing(0)), &mut player());
    assert_eq!(games + errors.len(), 1, "the failure is reported once, and then it is over");
    assert_eq!(errors, [PgnErrorKind::Source(SourceError::new("the cable is out"))]);
    struct Lying(usize);
    impl Source for Lying {
        fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
            self.0 += 1;
            Ok(if self.0 < 4 { into.len() + 1_000_000 } else { 0 })
        }
    }
    let (games, errors) = read_all(Reader::new(Lying(0)).strict(true), &mut player());
    assert_eq!((games, errors), (0, vec![PgnErrorKind::UnexpectedSymbol('\0')]));
}

#[test]
fn random_bytes_make_no_book_and_no_position_panic() {
    let _turn = TURN.lock();
    let mut random = Random::new(7);
    let start = Position::startpos();
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.bits() as u8).collect();
        if let Ok(book) = Book::new(&bytes) {
            let _ = (book.probe(&start), book.choose(&start, 1), book.check_order());
        }
        let _ = Setup::from_fen_lenient(&String::from_utf8_lossy(&bytes)).map(Position::from_setup);
    }
}
