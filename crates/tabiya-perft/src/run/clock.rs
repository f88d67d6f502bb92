//! What time it is: handed in, because not every machine that counts has a clock of its own.

use std::time::Duration;

/// The time since some fixed moment. All threads of a run ask the same one.
pub(crate) type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// The clock of the standard library.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn standard() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;

    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Nothing tells the time in a browser but what the browser hands in.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) fn standard() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    #[test]
    fn time_goes_on() {
        let before = super::standard();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(super::standard() > before);
    }
}
