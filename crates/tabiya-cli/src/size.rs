//! Amounts of memory: `64M` on the command line, `64 MiB` in words.

/// Reads a number of bytes with an optional suffix K, M, G or T, powers of 1024.
pub fn parse(text: &str) -> Result<usize, String> {
    let upper = text.trim().to_ascii_uppercase();
    let digits = upper.trim_end_matches("IB").trim_end_matches('B');
    let (number, shift) = match digits.chars().last() {
        Some('K') => (&digits[..digits.len() - 1], 10),
        Some('M') => (&digits[..digits.len() - 1], 20),
        Some('G') => (&digits[..digits.len() - 1], 30),
        Some('T') => (&digits[..digits.len() - 1], 40),
        _ => (digits, 0),
    };
    let number: usize =
        number.trim().parse().map_err(|_| format!("`{text}` is not a size; write bytes, or 512M, or 1G"))?;
    number.checked_mul(1 << shift).ok_or_else(|| format!("`{text}` is more than any machine has"))
}

/// A number of bytes, in words.
pub fn words(bytes: usize) -> String {
    if bytes >= 1 << 30 && bytes.is_multiple_of(1 << 30) {
        format!("{} GiB", bytes >> 30)
    } else if bytes >= 1 << 20 {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{} KiB", bytes >> 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_and_without_suffix() {
        assert_eq!(parse("0"), Ok(0));
        assert_eq!(parse("1234"), Ok(1234));
        assert_eq!(parse("256M"), Ok(256 << 20));
        assert_eq!(parse("1g"), Ok(1 << 30));
        assert_eq!(parse("2GiB"), Ok(2 << 30));
        assert_eq!(parse("16 kb"), Ok(16 << 10));
        for bad in ["", "G", "-1", "1.5G", "many", "99999999999T", "1é"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_written_in_whole_units() {
        assert_eq!(words(1 << 30), "1 GiB");
        assert_eq!(words(256 << 20), "256 MiB");
        assert_eq!(words(64 << 10), "64 KiB");
    }
}
