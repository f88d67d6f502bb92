//! What crosses to JavaScript. Every function here is one call of a function that is tested elsewhere.

use wasm_bindgen::JsValue;

use crate::failure::Failure;

#[cfg(feature = "backwards")]
mod backwards;
#[cfg(feature = "questions")]
mod questions;
#[cfg(feature = "rules")]
mod rules;

type Answer<T> = Result<T, JsValue>;

fn thrown(failure: Failure) -> JsValue {
    JsValue::from_str(&failure.to_json())
}
