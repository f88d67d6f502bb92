//! Small helpers for texts that are shown.

use pyo3::prelude::*;

/// The beginning of an object's text, for error messages.
pub fn brief(object: &Bound<'_, PyAny>) -> String {
    let text = object.str().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    cut(&text)
}

/// At most forty characters.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
