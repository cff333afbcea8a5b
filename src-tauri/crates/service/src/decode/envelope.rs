//! The fields that all responses share: `status`, `data`, and for an error `message` and `code`. HTTP status alone
//! proves nothing, so the status in the body is stored separately from it.

use paysheet_domain::checks::comparable;

use super::{
    hint::{Hint, hint},
    json::{Json, Object},
    text, text_at,
};

/// Longest text without JSON that is accepted as a message.
const PLAIN_MESSAGE_BYTES_MAX: usize = 300;

/// The status that the body reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnvelopeStatus {
    Success,
    Refusal,
    /// JSON, but with an unknown status word.
    Unclear,
    /// Not a JSON object: plain text, HTML, or empty.
    Unreadable,
}

/// Whether a text is known to be complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A complete JSON document, or a text of one.
    Whole,
    /// Its end may be missing.
    Cut,
}

impl Extent {
    pub(crate) fn of(body: &[u8]) -> Self {
        if Json::read(without_mark(body)).is_some() { Self::Whole } else { Self::Cut }
    }
}

fn without_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)
}

/// The fields of a response's body that all responses share.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Envelope {
    pub said: EnvelopeStatus,
    pub message: Option<String>,
    pub code: Option<String>,
    pub data: Json,
    /// It says that the call succeeded and that it did not.
    pub is_contradictory: bool,
    /// Whether the body, and so the message, is complete.
    pub extent: Extent,
}

impl Envelope {
    pub(crate) fn read(body: &[u8]) -> Self {
        let body = without_mark(body);
        match Json::read(body) {
            Some(Json::Object(object)) => Self::of_object(object),
            Some(value @ (Json::Text(_) | Json::Number(_))) => Self::unreadable(text(&value), Extent::Whole),
            Some(Json::Null | Json::Bool(_) | Json::Array(_)) => Self::unreadable(None, Extent::Whole),
            None => Self::unreadable(plain_message(body), Extent::Cut),
        }
    }

    fn of_object(mut object: Object) -> Self {
        let is_contradictory = says_both(&object);
        let said = if is_contradictory { EnvelopeStatus::Unclear } else { status_of(object.get("status")) };
        let data = object.remove("data").unwrap_or(Json::Null);
        let message = message(&object).or_else(|| text(&data));
        Self {
            said,
            message,
            code: text_at(&object, &["code"]),
            data,
            is_contradictory,
            extent: Extent::Whole,
        }
    }

    fn unreadable(message: Option<String>, extent: Extent) -> Self {
        Self {
            said: EnvelopeStatus::Unreadable,
            message,
            code: None,
            data: Json::Null,
            is_contradictory: false,
            extent,
        }
    }
}

/// Whether the fields that are about the call itself say both success and failure, in whatever order.
fn says_both(object: &Object) -> bool {
    let hints = || {
        object.0.iter().filter_map(|(name, value)| {
            let plain_name = comparable(name).replace(' ', "");
            // The codes of an envelope are the service's own, and its errors may be empty.
            let is_about_call =
                plain_name == "status" || plain_name == "success" || plain_name == "issuccess";
            is_about_call.then(|| hint(&plain_name, value)).flatten()
        })
    };
    hints().any(|said| said == Hint::Paid) && hints().any(|said| said == Hint::NotPaid)
}

fn status_of(status: Option<&Json>) -> EnvelopeStatus {
    let Some(Json::Text(word)) = status else { return EnvelopeStatus::Unclear };
    status_word(word)
}

pub(crate) fn status_word(word: &str) -> EnvelopeStatus {
    match word.trim().to_ascii_lowercase().as_str() {
        "success" => EnvelopeStatus::Success,
        "error" | "failure" | "fail" | "failed" => EnvelopeStatus::Refusal,
        _ => EnvelopeStatus::Unclear,
    }
}

/// Returns the message of an error: one text, several texts, or a text inside `error`.
fn message(object: &Object) -> Option<String> {
    text_at(object, &["message"])
        .or_else(|| joined(object.get("message")?))
        .or_else(|| text_at(object, &["error"]))
        .or_else(|| text_at(object.get("error")?.as_object()?, &["message"]))
}

fn joined(value: &Json) -> Option<String> {
    let Json::Array(items) = value else { return None };
    let texts: Vec<_> = items.iter().filter_map(text).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

fn plain_message(body: &[u8]) -> Option<String> {
    let plain = str::from_utf8(body).ok()?.trim();
    let fit = !plain.is_empty() && plain.len() <= PLAIN_MESSAGE_BYTES_MAX && !plain.contains(['<', '{']);
    fit.then(|| plain.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::decode::any::any_json;

    #[test]
    fn common_answers() {
        let none = None::<&str>;
        for (body, said, message, code) in [
            (r#"{"status":"success","data":{"a":1}}"#, EnvelopeStatus::Success, none, none),
            (r#"{"status":"SUCCESS "}"#, EnvelopeStatus::Success, none, none),
            ("\u{feff}{\"status\":\"success\"}", EnvelopeStatus::Success, none, none),
            (
                r#"{"status":"error","message":"No","code":"INVALID_ID"}"#,
                EnvelopeStatus::Refusal,
                Some("No"),
                Some("INVALID_ID"),
            ),
            (r#"{"status":"fail","code":12}"#, EnvelopeStatus::Refusal, none, Some("12")),
            (
                r#"{"status":"failure","message":null,"data":"Why"}"#,
                EnvelopeStatus::Refusal,
                Some("Why"),
                none,
            ),
            (r#"{"status":"error","message":["a",null,"b"]}"#, EnvelopeStatus::Refusal, Some("a; b"), none),
            (r#"{"status":"error","error":{"message":"In"}}"#, EnvelopeStatus::Refusal, Some("In"), none),
            (r#"{"error":"Unauthorized"}"#, EnvelopeStatus::Unclear, Some("Unauthorized"), none),
            (r#"{"status":"pending"}"#, EnvelopeStatus::Unclear, none, none),
            (r#"{"status":true}"#, EnvelopeStatus::Unclear, none, none),
            (r#"{"status":null}"#, EnvelopeStatus::Unclear, none, none),
            // Of two that differ neither counts, whichever stands first.
            (r#"{"status":"success","status":"error"}"#, EnvelopeStatus::Unclear, none, none),
            (r#"{"status":"error","status":"success"}"#, EnvelopeStatus::Unclear, none, none),
            (r#"{"Status":"failed","status":"success"}"#, EnvelopeStatus::Unclear, none, none),
            (r#"{"success":false,"status":"success"}"#, EnvelopeStatus::Unclear, none, none),
            (r#"{"status":"success","success":true}"#, EnvelopeStatus::Success, none, none),
            (r#""Forbidden""#, EnvelopeStatus::Unreadable, Some("Forbidden"), none),
            ("Too many requests\n", EnvelopeStatus::Unreadable, Some("Too many requests"), none),
            ("<html>502</html>", EnvelopeStatus::Unreadable, none, none),
            (r#"{"status":"succ"#, EnvelopeStatus::Unreadable, none, none),
            ("[]", EnvelopeStatus::Unreadable, none, none),
            ("", EnvelopeStatus::Unreadable, none, none),
        ] {
            let read = Envelope::read(body.as_bytes());
            let got = (read.said, read.message.as_deref(), read.code.as_deref());
            assert_eq!(got, (said, message, code), "{body}");
        }
        assert_eq!(Envelope::read(br#"{"data":{"a":1}}"#).data, json!({"a": 1}).into());
        assert_eq!(Envelope::read(b"\xff\xfe").said, EnvelopeStatus::Unreadable);
    }

    proptest! {
        #[test]
        fn any_answer_is_read(answer in any_json()) {
            let read = Envelope::read(&serde_json::to_vec(&answer).expect("JSON"));
            // The content of an object's `data` is preserved completely.
            let data = answer.as_object().and_then(|object| object.get("data")).cloned();
            prop_assert_eq!(read.data, data.unwrap_or(Json::Null));
        }

        #[test]
        fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            Envelope::read(&bytes);
        }
    }

    #[test]
    fn deep_nesting_is_unreadable_and_no_more() {
        let deep = format!("{}{}", r#"{"data":"#.repeat(100_000), "}".repeat(100_000));
        assert_eq!(Envelope::read(deep.as_bytes()).said, EnvelopeStatus::Unreadable);
    }
}
