//! Reading answers whose shapes the interface does not show: everything seen on services of this shape is taken,
//! anything can be null or missing, and unknown keys do no harm. Nothing here decides what an answer means for a
//! payroll; that is `outcome`'s.

pub(crate) mod batch;
pub(crate) mod branches;
pub(crate) mod envelope;
pub(crate) mod listing;
pub(crate) mod resolution;

use serde_json::{Map, Value};

/// A text or a number as text, trimmed; nothing else, and nothing empty.
pub(crate) fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// The text under the first of these keys that has one.
pub(crate) fn text_at(object: &Map<String, Value>, keys: &[&str]) -> Option<String> {
    keys.iter().filter_map(|key| object.get(*key)).find_map(text)
}
