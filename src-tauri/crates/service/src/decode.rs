//! Parses responses whose shapes the interface does not define. Every shape seen on services of this kind is accepted,
//! any field can be null or missing, and unknown keys are allowed. Nothing here decides what a response means for a
//! payroll; `outcome` does.

#[cfg(test)]
pub(crate) mod any;
pub(crate) mod batch;
pub(crate) mod branches;
pub(crate) mod envelope;
pub(crate) mod fields;
pub(crate) mod funding;
pub(crate) mod hint;
pub(crate) mod json;
pub(crate) mod listing;
pub(crate) mod resolution;
pub(crate) mod wallets;

use json::{Json, Object};

/// Returns a text or a number as trimmed text. Returns none for any other type and for empty text.
pub(crate) fn text(value: &Json) -> Option<String> {
    let text = match value {
        Json::Text(text) | Json::Number(text) => text.trim(),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => return None,
    };
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the first text found under these names.
pub(crate) fn text_at(object: &Object, names: &[&str]) -> Option<String> {
    names.iter().filter_map(|name| object.get(name)).find_map(text)
}
