//! Parses a callback: form fields, query parameters, JSON or multipart, whichever the service sends. A callback that
//! cannot be parsed changes nothing.
//!
//! Not here: storing the raw bytes, and the effect of a report on a payout (the ledger).

use std::{collections::HashMap, pin::pin, task};

use paysheet_domain::batch::Report;

use crate::decode::{
    json::{Json, Object},
    text,
};

/// Most characters of a message that are stored.
const MESSAGE_CHARS_MAX: usize = 300;
/// Most parts of a multipart form that are read; a report has seven.
const PARTS_MAX: usize = 64;

/// A callback as it arrived.
#[derive(Clone, Copy, Debug, Default)]
pub struct Received<'a> {
    pub content_type: Option<&'a str>,
    pub query: Option<&'a str>,
    pub body: &'a [u8],
}

/// What a callback reports about one payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallbackReport {
    /// The payout's own reference, as sent.
    pub reference: String,
    pub report: Report,
    pub code: String,
    /// The service's own message, cut to a maximum length; empty if the callback has none.
    pub message: String,
}

/// Fields by their names in lower case.
type Fields = HashMap<String, String>;

/// Parses one callback. Returns none if it names no payout, or reports nothing about it.
#[must_use]
pub fn read(received: &Received<'_>) -> Option<CallbackReport> {
    let mut fields = form(received.query.unwrap_or_default().as_bytes());
    fields.extend(body_fields(received));
    let field = |name: &str| fields.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
    let reference = field("ref")?;
    let reversed = field("status").is_some_and(|status| status.to_lowercase().starts_with("revers"));
    let code = field("responsecode").or(reversed.then_some("reversed"))?;
    let report = match (reversed, code) {
        (true, _) => Report::Reversed,
        // Only 00 is success (interface, "Events").
        (false, "00") => Report::Successful,
        (false, _) => Report::Failed,
    };
    let message = field("responsemessage").unwrap_or_default().chars().take(MESSAGE_CHARS_MAX).collect();
    Some(CallbackReport { reference: reference.to_owned(), report, code: code.to_owned(), message })
}

fn body_fields(received: &Received<'_>) -> Fields {
    if let Ok(boundary) = multer::parse_boundary(received.content_type.unwrap_or_default()) {
        return now(multipart(received.body, boundary)).unwrap_or_default();
    }
    match Json::read(received.body) {
        Some(Json::Object(object)) => flat(&object),
        Some(_) | None => form(received.body),
    }
}

fn form(bytes: &[u8]) -> Fields {
    form_urlencoded::parse(bytes).map(|(name, value)| (name.to_lowercase(), value.into_owned())).collect()
}

/// Collects texts and numbers of an object; fields of the object take precedence over fields of a `data` object in it.
fn flat(object: &Object) -> Fields {
    let mut fields = object.get("data").and_then(Json::as_object).map(flat).unwrap_or_default();
    fields.extend(object.0.iter().filter_map(|(name, value)| Some((name.to_lowercase(), text(value)?))));
    fields
}

async fn multipart(body: &[u8], boundary: String) -> Fields {
    let mut parts = multer::Multipart::with_reader(body, boundary);
    let mut fields = Fields::new();
    for _ in 0..PARTS_MAX {
        let Ok(Some(part)) = parts.next_field().await else { break };
        let name = part.name().map(str::to_lowercase);
        if let (Some(name), Ok(text)) = (name, part.text().await) {
            fields.insert(name, text);
        }
    }
    fields
}

/// Returns the output of a future that never waits: all its bytes are available.
fn now<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut task::Context::from_waker(task::Waker::noop())) {
        task::Poll::Ready(value) => Some(value),
        task::Poll::Pending => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::decode::any::any_json;

    const FORM: &str = "application/x-www-form-urlencoded";
    const JSON: &str = "application/json";

    fn received<'a>(content_type: &'a str, query: &'a str, body: &'a str) -> Received<'a> {
        let some = |text: &'a str| (!text.is_empty()).then_some(text);
        Received { content_type: some(content_type), query: some(query), body: body.as_bytes() }
    }

    fn part(name: &str, value: &str) -> String {
        format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    }

    #[test]
    fn callbacks_are_read_however_they_are_written() {
        use Report::{Failed, Reversed, Successful};
        let parts = [
            part("ref", "REF1"),
            part("responseCode", "00"),
            part("responsemessage", "Done"),
            "--b--\r\n".into(),
        ];
        let parts = parts.concat();
        for (received, report, code, message) in [
            (
                received(FORM, "", "responsecode=00&responsemessage=Done+well&ref=REF1&uniquereference=9"),
                Successful,
                "00",
                "Done well",
            ),
            (received("", "responsecode=00&ref=REF1", ""), Successful, "00", ""),
            (received("", "ref=REF1", "responsecode=91"), Failed, "91", ""),
            (received("", "ref=OTHER&responsecode=91", "ref=REF1&responsecode=00"), Successful, "00", ""),
            (
                received(JSON, "", r#"{"responsecode":"91","responsemessage":"No","ref":"REF1","x":null}"#),
                Failed,
                "91",
                "No",
            ),
            (received("", "", r#"{"ResponseCode":" 00 ","Ref":"REF1"}"#), Successful, "00", ""),
            (received(JSON, "", r#"{"data":{"responseCode":"00","ref":"REF1"}}"#), Successful, "00", ""),
            (
                received(JSON, "", r#"{"responsecode":"00","data":{"responsecode":"91","ref":"REF1"}}"#),
                Successful,
                "00",
                "",
            ),
            (received("multipart/form-data; boundary=b", "", &parts), Successful, "00", "Done"),
            (received("multipart/form-data; boundary=\"b\"", "", &parts), Successful, "00", "Done"),
            (
                received(FORM, "", "responsecode=00&ref=REF1&txref=7&amount=5&status=reversed"),
                Reversed,
                "00",
                "",
            ),
            (received(FORM, "", "ref=REF1&status=REVERSAL"), Reversed, "reversed", ""),
            // A JSON number loses its leading zeros; only the text 00 is success.
            (received(JSON, "", r#"{"responsecode":0,"ref":"REF1"}"#), Failed, "0", ""),
            (received(JSON, "", r#"{"responsecode":"000","ref":"REF1"}"#), Failed, "000", ""),
        ] {
            let expected = CallbackReport {
                reference: "REF1".to_owned(),
                report,
                code: code.to_owned(),
                message: message.to_owned(),
            };
            assert_eq!(read(&received), Some(expected), "{received:?}");
        }
    }

    #[test]
    fn what_names_no_payout_or_says_nothing_is_not_read() {
        let cut = part("ref", "REF1");
        for received in [
            received(FORM, "", "responsecode=00"),
            received(FORM, "", "ref=REF1"),
            received(FORM, "", "ref=+&responsecode=00"),
            received(JSON, "", "[1,2"),
            received(JSON, "", r#"{"ref":{"a":1},"responsecode":"00"}"#),
            received("multipart/form-data; boundary=b", "", &cut),
            received("multipart/form-data; boundary=b", "", "ref=REF1&responsecode=00"),
            received("multipart/form-data", "", &cut),
            received("", "", ""),
        ] {
            assert_eq!(read(&received), None, "{received:?}");
        }
    }

    #[test]
    fn long_messages_and_many_parts_are_bounded() {
        let long = format!("ref=REF1&responsecode=91&responsemessage={}", "é".repeat(1_000));
        let message = read(&received(FORM, "", &long)).expect("a report").message;
        assert_eq!(message.chars().count(), MESSAGE_CHARS_MAX);
        let many =
            [part("x", "1").repeat(PARTS_MAX), part("ref", "REF1"), part("responsecode", "00")].concat();
        assert_eq!(read(&received("multipart/form-data; boundary=b", "", &many)), None);
    }

    proptest! {
        #[test]
        fn whatever_arrives_nothing_panics(
            content_type in prop::sample::select(vec!["", FORM, JSON, "multipart/form-data; boundary=b", "é;;"]),
            query in ".{0,40}",
            body in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let received = Received { body: &body, ..received(content_type, &query, "") };
            if let Some(report) = read(&received) {
                prop_assert!(!report.reference.is_empty() && !report.code.is_empty());
            }
        }

        #[test]
        fn only_the_text_00_is_success(answer in any_json()) {
            let body = serde_json::to_vec(&answer).expect("JSON");
            if let Some(report) = read(&Received { body: &body, ..Received::default() }) {
                prop_assert_eq!(report.report == Report::Successful, report.code == "00" && report.report != Report::Reversed);
            }
        }
    }
}
