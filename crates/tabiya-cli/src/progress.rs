//! The progress bar that every long command shares.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of `length` steps on standard error; invisible unless that is a terminal,
/// so that logs and pipes stay clean.
pub fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = "{elapsed_precise} {bar:32.green/dim} {human_pos}/{human_len} {unit}  {wide_msg} eta {eta}"
        .replace("{unit}", unit);
    styled(bar, &template)
}

/// Steps of a bar that shows a fraction.
const WHOLE: u64 = 1_000_000;

/// A bar for work that knows how much of it is done; see [`of_fraction`].
pub fn fraction() -> ProgressBar {
    styled(ProgressBar::new(WHOLE), "{elapsed_precise} {bar:32.green/dim} {percent:>3} %  {wide_msg} eta {eta}")
}

/// Where such a bar stands when this much is done, from 0 to 1.
pub fn of_fraction(done: f64) -> u64 {
    (done * WHOLE as f64) as u64
}

/// A bar over `length` bytes of input.
pub fn bytes(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    styled(bar, "{elapsed_precise} {bar:32.green/dim} {bytes}/{total_bytes} {bytes_per_sec}  {wide_msg} eta {eta}")
}

/// A spinner for work whose length nobody knows.
pub fn spinner(unit: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    styled(bar, &format!("{{elapsed_precise}} {{spinner}} {{human_pos}} {unit}  {{wide_msg}}"))
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    // The templates are constants of this file; a test below renders them all.
    let style = ProgressStyle::with_template(template).expect("a valid template");
    bar.set_style(style.progress_chars("━╸─"));
    // Long steps must not look like a hang: the clock goes on ticking.
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_template_is_valid() {
        super::bar(10, "positions").finish();
        super::fraction().finish();
        super::bytes(10).finish();
        super::spinner("games").finish();
    }
}
