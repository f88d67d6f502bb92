//! What programs write into comments and tags as text for machines: `[%eval 0.35]`, `[%clk 0:01:00]`, `300+3`.

/// An evaluation from White's view, in pawns; mates are infinite and say in how many moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eval {
    pub pawns: f32,
    /// Positive if White mates; 0 if it is not a mate, or a mate on the board.
    pub mate: i16,
}

/// What the comments on a move say. Of each name the first command counts that can be understood.
#[derive(Clone, Copy, Debug, Default)]
pub struct Annotations {
    pub eval: Option<Eval>,
    /// The seconds left on the clock.
    pub clock: Option<f32>,
}

impl Annotations {
    pub fn read(&mut self, comment: &[u8]) {
        self.eval = self.eval.or_else(|| commands(comment, b"[%eval").find_map(eval));
        self.clock = self.clock.or_else(|| commands(comment, b"[%clk").find_map(seconds));
    }
}

/// The texts of the commands of a name: behind it and one white space, up to the bracket.
fn commands<'a>(comment: &'a [u8], name: &'static [u8]) -> impl Iterator<Item = &'a [u8]> {
    let starts = (0..comment.len()).filter(move |&at| comment[at..].starts_with(name));
    starts.filter_map(move |at| {
        let (space, text) = comment[at + name.len()..].split_first()?;
        let end = text.iter().position(|&byte| byte == b']')?;
        space.is_ascii_whitespace().then(|| &text[..end])
    })
}

/// Digits alone, and not too many of them.
fn digits(text: &str, most: usize) -> Option<f64> {
    let good = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if good { text.parse().ok() } else { None }
}

/// `0.35`, `-1`, `.5`, `#-3`, each with a depth behind a comma or without.
fn eval(text: &[u8]) -> Option<Eval> {
    let text = std::str::from_utf8(text).ok()?;
    let score = match text.split_once(',') {
        Some((score, depth)) => {
            digits(depth, 5)?;
            score
        }
        None => text,
    };
    let (mates, number) = match score.strip_prefix('#') {
        Some(rest) => (true, rest),
        None => (false, score),
    };
    let (sign, number) = match number.as_bytes().first()? {
        b'-' => (-1.0, &number[1..]),
        b'+' => (1.0, &number[1..]),
        _ => (1.0, number),
    };
    if mates {
        let moves = sign * digits(number, 5)?;
        let pawns = if moves > 0.0 { f32::INFINITY } else { f32::NEG_INFINITY };
        return Some(Eval { pawns, mate: moves.clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16 });
    }
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let has_point = number.contains('.');
    let whole = if whole.is_empty() && has_point && !part.is_empty() { 0.0 } else { digits(whole, 10)? };
    let part = if part.is_empty() { 0.0 } else { digits(part, 2)? / if part.len() == 1 { 10.0 } else { 100.0 } };
    Some(Eval { pawns: (sign * (whole + part)) as f32, mate: 0 })
}

/// `0:01:00` or `0:01:00.5`.
fn seconds(text: &[u8]) -> Option<f32> {
    let mut parts = std::str::from_utf8(text).ok()?.split(':');
    let (hours, minutes, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let (whole, part) = rest.split_once('.').unwrap_or((rest, ""));
    if parts.next().is_some() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = if part.is_empty() { 0.0 } else { format!("0.{part}").parse().ok()? };
    Some((digits(hours, 9)? * 3600.0 + digits(minutes, 9)? * 60.0 + digits(whole, 9)? + part) as f32)
}

/// The first period of a game: what the tag `TimeControl` says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeControl {
    /// Infinite if there is no limit.
    pub seconds: f64,
    pub increment: f64,
}

impl TimeControl {
    /// `300+3`, `40/7200:3600`, `-`; `None` if it is not known, or wrong.
    pub fn read(text: &str) -> Option<TimeControl> {
        if text == "-" {
            return Some(TimeControl { seconds: f64::INFINITY, increment: 0.0 });
        }
        let periods: Vec<&str> = text.split(':').collect();
        let mut first = None;
        for (number, period) in periods.iter().enumerate() {
            let (time, increment) = match period.split_once('+') {
                Some((time, increment)) => (time, increment.parse().ok().filter(|seconds: &f64| seconds.is_finite())?),
                None => (*period, 0.0),
            };
            let (moves, time) = match time.rsplit_once('/') {
                Some((moves, time)) => (digits(moves, 6)?, time),
                None => (0.0, time),
            };
            // Only the last period may be for the rest of the game.
            if moves == 0.0 && number + 1 < periods.len() {
                return None;
            }
            let control = TimeControl { seconds: digits(time, 9)?, increment };
            first = first.or(Some(control));
        }
        first
    }

    /// How long sixty moves take, by which games are called bullet, blitz and so on.
    pub fn of_sixty_moves(&self) -> f64 {
        self.seconds + 60.0 * self.increment
    }
}
