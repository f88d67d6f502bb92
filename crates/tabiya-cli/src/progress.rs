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
        super::bytes(10).finish();
        super::spinner("games").finish();
    }
}
