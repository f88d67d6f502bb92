//! The progress bar that every long command shares.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle, WeakProgressBar};

use crate::interrupt;

/// Every bar there is, so that none is left on the screen of a program that ends in a hurry.
static BARS: Mutex<Vec<WeakProgressBar>> = Mutex::new(Vec::new());

/// Takes every bar away.
pub fn clear_all() {
    let bars = BARS.lock().unwrap_or_else(PoisonError::into_inner);
    bars.iter().filter_map(WeakProgressBar::upgrade).for_each(|bar| bar.finish_and_clear());
}

/// A bar of `length` steps on standard error; invisible unless that is a terminal,
/// so that logs and pipes stay clean.
pub fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template =
        "{elapsed} {bar:10.green/dim} {human_pos}/{human_len} {unit}  {wide_msg} eta {eta}".replace("{unit}", unit);
    styled(bar, &template)
}

/// A bar for a count that knows how much of it is done.
///
/// Only the thread that makes the clock tick draws it: a terminal that is slow, or stopped by Ctrl-S,
/// must not keep the count waiting.
pub struct CountBar {
    bar: ProgressBar,
    rate: Arc<Mutex<String>>,
}

impl CountBar {
    const STEPS: u64 = 1_000_000;

    /// A bar that shows nothing done.
    pub fn new() -> Self {
        let rate = Arc::new(Mutex::new(String::new()));
        let shown = Arc::clone(&rate);
        let template = "{elapsed} {bar:16.green/dim} {percent:>3} %  {rate}  eta {eta}";
        let style = style(template).with_key("rate", move |_: &ProgressState, out: &mut dyn fmt::Write| {
            let rate = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
            // Writing into a string does not fail.
            let _ = out.write_str(&rate);
        });
        Self { bar: ticking(ProgressBar::new(Self::STEPS).with_style(style)), rate }
    }

    /// Shows how much is done, from 0 to 1, and how fast.
    pub fn show(&self, done: f64, rate: String) {
        *self.rate.lock().unwrap_or_else(PoisonError::into_inner) = rate;
        self.bar.set_position((done * Self::STEPS as f64) as u64);
    }

    /// Takes the bar away.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }
}

/// A bar over `length` bytes of input.
pub fn bytes(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    styled(bar, "{elapsed} {bar:10.green/dim} {bytes}/{total_bytes}  {wide_msg} eta {eta}")
}

/// A spinner for work of unknown length.
pub fn spinner(unit: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    styled(bar, &format!("{{elapsed}} {{spinner}} {{human_pos}} {unit}  {{wide_msg}}"))
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    ticking(bar.with_style(style(template)))
}

fn style(template: &str) -> ProgressStyle {
    // The templates are constants of this file; a test below renders them all.
    ProgressStyle::with_template(template).expect("a valid template").progress_chars("━╸─")
}

/// Long steps must not look like a hang: the clock goes on ticking.
fn ticking(bar: ProgressBar) -> ProgressBar {
    // Ctrl-C is listened to before the bar can be seen: it would stay on the screen otherwise.
    interrupt::flag();
    bar.enable_steady_tick(Duration::from_millis(120));
    let mut bars = BARS.lock().unwrap_or_else(PoisonError::into_inner);
    bars.retain(|bar| bar.upgrade().is_some());
    bars.push(bar.downgrade());
    bar
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_template_is_valid() {
        super::bar(10, "positions").finish();
        super::CountBar::new().clear();
        super::bytes(10).finish();
        super::spinner("games").finish();
    }
}
