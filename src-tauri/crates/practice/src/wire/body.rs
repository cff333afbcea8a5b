//! Parses request bodies: JSON whatever the content type is, or the fields of a form; unknown fields are allowed. An error
//! message contains the position in JSON and never quotes the body, because a body can contain a lock or a card.

use bytes::Bytes;
use serde::{
    Deserialize as _, Deserializer,
    de::{DeserializeOwned, Error as _},
};
use serde_json::Value;

use super::answer::Refusal;

/// `recipients[0][amount]=5`, with brackets as they are or encoded.
const FORMS: serde_qs::Config = serde_qs::Config::new().use_form_encoding(true);

/// Parses a body.
///
/// # Errors
/// `INVALID_BODY` with the line and column of the error.
pub(crate) fn parse<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    if is_form(body) {
        let wrong = |_| Refusal::bad("INVALID_BODY", "a field of the form has the wrong type or is missing");
        return FORMS.deserialize_bytes(body).map_err(wrong);
    }
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

fn is_form(body: &Bytes) -> bool {
    let is_json = body.trim_ascii_start().first().is_none_or(|first| b"{[\"".contains(first));
    !is_json && body.contains(&b'=')
}

/// Deserializes a text that some clients send as a number.
///
/// # Errors
/// Of any other type.
pub(crate) fn text_or_number<'de, D: Deserializer<'de>>(field: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(field)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            Err(D::Error::custom("neither text nor number"))
        }
    }
}

/// Deserializes a boolean, which is a text in a form: `true`, `True`, `1`.
///
/// # Errors
/// Of anything else.
pub(crate) fn flag<'de, D: Deserializer<'de>>(field: D) -> Result<bool, D::Error> {
    let text = match Value::deserialize(field)? {
        Value::Bool(flag) => return Ok(flag),
        Value::String(text) => text.to_ascii_lowercase(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
    };
    match text.as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(D::Error::custom("neither true nor false")),
    }
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
