//! Parses request bodies: JSON whatever the content type is, unknown fields are allowed. An error message contains the
//! position and never quotes the body, because a body can contain a lock or a card.

use bytes::Bytes;
use serde::de::DeserializeOwned;

use crate::answer::Refusal;

/// Parses a body.
///
/// # Errors
/// `INVALID_BODY` with the line and column of the error.
pub(crate) fn parse<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| {
        let what = match error.classify() {
            serde_json::error::Category::Data => "a field has the wrong type or is missing",
            serde_json::error::Category::Syntax
            | serde_json::error::Category::Eof
            | serde_json::error::Category::Io => "the body is not JSON",
        };
        let place = format!("line {}, column {}", error.line(), error.column());
        Refusal::bad("INVALID_BODY", format!("{what} ({place})"))
    })
}

/// Returns a required field, which must not be empty.
///
/// # Errors
/// `INVALID_FIELD` with the field's name.
pub(crate) fn required<'a>(field: &'static str, value: Option<&'a str>) -> Result<&'a str, Refusal> {
    value
        .filter(|text| !text.trim().is_empty())
        .ok_or_else(|| Refusal::bad("INVALID_FIELD", format!("{field} is required")).about(field))
}
