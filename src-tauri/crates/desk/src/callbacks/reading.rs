//! Making sense of a callback: form fields, query parameters, JSON or multipart, whichever the service sends.
//! What cannot be read is kept as it is and changes nothing.

use std::collections::HashMap;

use paysheet_domain::batch::Report;
use paysheet_ledger::{CallbackReading, RawCallback};
use serde_json::Value;

/// Characters of a message that are kept.
const MESSAGE_CHARS_MAX: usize = 300;

type Fields = HashMap<String, String>;

/// Reads one callback.
pub async fn read_callback(raw: &RawCallback) -> CallbackReading {
    let mut fields = form(raw.query.as_deref().unwrap_or_default().as_bytes());
    fields.extend(body_fields(raw).await);
    let field = |name: &str| fields.get(name).map(|value| value.trim().to_owned()).filter(|v| !v.is_empty());
    let Some(reference) = field("ref") else {
        return CallbackReading::Unreadable;
    };
    let reversed = field("status").is_some_and(|status| status.to_lowercase().starts_with("revers"));
    let Some(code) = field("responsecode").or_else(|| reversed.then(|| "reversed".to_owned())) else {
        return CallbackReading::Unreadable;
    };
    let report = match (reversed, code.as_str()) {
        (true, _) => Report::Reversed,
        // Only 00 is success (interface, "Events").
        (false, "00") => Report::Successful,
        (false, _) => Report::Failed,
    };
    let message = field("responsemessage").unwrap_or_default().chars().take(MESSAGE_CHARS_MAX).collect();
    CallbackReading::Report { reference, report, code, message }
}

async fn body_fields(raw: &RawCallback) -> Fields {
    let content_type = raw.content_type.as_deref().unwrap_or_default();
    if let Ok(boundary) = multer::parse_boundary(content_type) {
        return multipart(&raw.body, boundary).await;
    }
    match serde_json::from_slice::<Value>(&raw.body) {
        Ok(Value::Object(object)) => flat(&object),
        Ok(_) | Err(_) => form(&raw.body),
    }
}

fn form(bytes: &[u8]) -> Fields {
    form_urlencoded::parse(bytes).map(|(name, value)| (name.to_lowercase(), value.into_owned())).collect()
}

/// Texts and numbers of an object, those of a `data` object in it included.
fn flat(object: &serde_json::Map<String, Value>) -> Fields {
    let mut fields = Fields::new();
    if let Some(Value::Object(data)) = object.get("data") {
        fields.extend(flat(data));
    }
    for (name, value) in object {
        match value {
            Value::String(text) => fields.insert(name.to_lowercase(), text.clone()),
            Value::Number(number) => fields.insert(name.to_lowercase(), number.to_string()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        };
    }
    fields
}

async fn multipart(body: &[u8], boundary: String) -> Fields {
    let mut parts = multer::Multipart::with_reader(body, boundary);
    let mut fields = Fields::new();
    while let Ok(Some(part)) = parts.next_field().await {
        let name = part.name().map(str::to_lowercase);
        if let (Some(name), Ok(text)) = (name, part.text().await) {
            fields.insert(name, text);
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(content_type: &str, query: &str, body: &str) -> RawCallback {
        RawCallback {
            received_at: jiff::Timestamp::UNIX_EPOCH,
            method: "POST".to_owned(),
            content_type: (!content_type.is_empty()).then(|| content_type.to_owned()),
            query: (!query.is_empty()).then(|| query.to_owned()),
            body: body.as_bytes().to_vec(),
        }
    }

    fn report(report: Report, code: &str, message: &str) -> CallbackReading {
        CallbackReading::Report {
            reference: "REF1".to_owned(),
            report,
            code: code.to_owned(),
            message: message.to_owned(),
        }
    }

    #[tokio::test]
    async fn callbacks_are_read_however_they_are_written() {
        let form = "application/x-www-form-urlencoded";
        let parts = "--b\r\nContent-Disposition: form-data; name=\"ref\"\r\n\r\nREF1\r\n--b\r\n\
                     Content-Disposition: form-data; name=\"responsecode\"\r\n\r\n00\r\n--b--\r\n";
        for (raw, expected) in [
            (
                raw(form, "", "responsecode=00&responsemessage=Done+well&ref=REF1&uniquereference=9"),
                report(Report::Successful, "00", "Done well"),
            ),
            (raw("", "responsecode=00&ref=REF1", ""), report(Report::Successful, "00", "")),
            (
                raw(
                    "application/json",
                    "",
                    r#"{"responsecode":"91","responsemessage":"No","ref":"REF1","x":null}"#,
                ),
                report(Report::Failed, "91", "No"),
            ),
            (
                raw("application/json", "", r#"{"data":{"responseCode":"00","ref":"REF1"}}"#),
                report(Report::Successful, "00", ""),
            ),
            (raw("multipart/form-data; boundary=b", "", parts), report(Report::Successful, "00", "")),
            (
                raw(form, "", "responsecode=00&ref=REF1&txref=7&amount=5&status=reversed"),
                report(Report::Reversed, "00", ""),
            ),
            // A number loses its zeros; only the text 00 is success.
            (
                raw("application/json", "", r#"{"responsecode":0,"ref":"REF1"}"#),
                report(Report::Failed, "0", ""),
            ),
            (raw(form, "", "responsecode=00"), CallbackReading::Unreadable),
            (raw(form, "", "ref=REF1"), CallbackReading::Unreadable),
            (raw("application/json", "", "[1,2"), CallbackReading::Unreadable),
            (raw("", "", ""), CallbackReading::Unreadable),
        ] {
            assert_eq!(read_callback(&raw).await, expected, "{raw:?}");
        }
    }
}
