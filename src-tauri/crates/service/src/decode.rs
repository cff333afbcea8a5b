//! Reading answers whose shapes the interface does not show: everything seen on services of this shape is taken,
//! anything can be null or missing, and unknown keys do no harm. Nothing here decides what an answer means for a
//! payroll; that is `outcome`'s.

#[cfg(test)]
pub(crate) mod any;
pub(crate) mod batch;
pub(crate) mod branches;
pub(crate) mod charge;
pub(crate) mod envelope;
pub(crate) mod fields;
pub(crate) mod funding;
pub(crate) mod json;
pub(crate) mod listing;
pub(crate) mod resolution;

use json::{Json, Object};

/// A text or a number as text, trimmed; nothing else, and nothing empty.
pub(crate) fn text(value: &Json) -> Option<String> {
    let text = match value {
        Json::Text(text) | Json::Number(text) => text.trim(),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => return None,
    };
    (!text.is_empty()).then(|| text.to_owned())
}

/// The text under the first of these names that has one.
pub(crate) fn text_at(object: &Object, names: &[&str]) -> Option<String> {
    names.iter().filter_map(|name| object.get(name)).find_map(text)
}
