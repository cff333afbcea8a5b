//! Parses request bodies: JSON whatever the content type is, or the fields of a form; unknown fields are allowed. An error message contains the
//! position and never quotes the body, because a body can contain a lock or a card.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::Refusal;

/// Parses a body.
///
/// # Errors
/// `INVALID_BODY` with the line and column of the error.
pub(crate) fn parse<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    let json = serde_json::from_slice(body);
    let form = || serde_json::from_value(form(body)?).ok();
    // Of a body that is neither, the place in the JSON is told.
    json.or_else(|error| form().ok_or(error)).map_err(|error| {
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

/// Returns the fields of a form as text; none if the body is JSON, or no form.
fn form(body: &Bytes) -> Option<Value> {
    let is_json = body.trim_ascii_start().first().is_none_or(|first| b"{[\"".contains(first));
    let is_form = !is_json && body.contains(&b'=');
    let fields = form_urlencoded::parse(body).map(|(name, text)| (name.into_owned(), Value::from(&*text)));
    is_form.then(|| fields.collect())
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
