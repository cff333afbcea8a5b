//! Parses a callback: form fields, query parameters, JSON or multipart, whichever the service sends. A callback that
//! cannot be parsed changes nothing.
//!
//! Not here: storing the raw bytes, and the effect of a report on a payout (the ledger).

use std::{collections::HashMap, pin::pin, task};

use paysheet_domain::{CallbackCode, Report, ReportFields, is_same_code};

use crate::decode::{
    json::{Json, Object},
    text,
};

/// Most characters of a message that are stored.
const MESSAGE_CHARS_MAX: usize = 300;
/// Most parts of a multipart form that are read; a report has at most nine.
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
    /// Empty if the callback has none.
    pub code: String,
    /// The service's own word for the state; empty if the callback has none.
    pub status: String,
    /// The service's own message, cut to a maximum length; empty if the callback has none.
    pub message: String,
    /// The amount as written.
    pub amount: Option<String>,
    pub currency: Option<String>,
    /// The service's own reference of the payment.
    pub provider_reference: Option<String>,
    /// The code that went along with the batch; providers do not always send it back.
    pub callback_code: Option<CallbackCode>,
}

/// Fields by their names in lower case.
type Fields = HashMap<String, String>;

/// The fields of a callback, and whether two places in it say different things about the outcome.
#[derive(Default)]
struct Said {
    fields: Fields,
    is_contradictory: bool,
}

/// A program that writes UTF-8 may mark it so.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
const REFERENCE: &str = "ref";
const CODE: &str = "responsecode";
const STATUS: &str = "status";

/// Parses one callback. Returns none if it names no payout, or reports nothing about it.
#[must_use]
pub fn read(received: &Received<'_>) -> Option<CallbackReport> {
    let Said { fields: in_body, is_contradictory } = body_fields(received);
    let mut fields = form(received.query.unwrap_or_default().as_bytes());
    fields.extend(in_body);
    let field = |name: &str| fields.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
    let reference = field(REFERENCE)?;
    let fields = ReportFields {
        code: field(CODE),
        status: field(STATUS),
        is_shaped_like_reversal: field("txref").is_some() && field("amount").is_some(),
    };
    let owned = |name| field(name).map(str::to_owned);
    let message = field("responsemessage").or_else(|| field("message")).unwrap_or_default();
    Some(CallbackReport {
        reference: reference.to_owned(),
        report: if is_contradictory { Report::Contradictory } else { Report::read(fields)? },
        code: owned(CODE).unwrap_or_default(),
        status: owned(STATUS).unwrap_or_default(),
        message: message.chars().take(MESSAGE_CHARS_MAX).collect(),
        amount: owned("amount"),
        currency: owned("currency"),
        provider_reference: owned("uniquereference").or_else(|| owned("txref")),
        callback_code: field("callbackcode").and_then(CallbackCode::received),
    })
}

fn body_fields(received: &Received<'_>) -> Said {
    let plain = |fields| Said { fields, is_contradictory: false };
    if let Ok(boundary) = multer::parse_boundary(received.content_type.unwrap_or_default()) {
        return plain(now(multipart(received.body, boundary)).unwrap_or_default());
    }
    let body = received.body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(received.body);
    match Json::read(body) {
        Some(Json::Object(object)) => said(&object),
        Some(_) | None => plain(form(body)),
    }
}

fn form(bytes: &[u8]) -> Fields {
    form_urlencoded::parse(bytes).map(|(name, value)| (name.to_lowercase(), value.into_owned())).collect()
}

/// Collects texts and numbers of an object, and of a `data` object in it. What stands beside the reference is about the
/// payment; what it leaves open may stand in the other one.
fn said(object: &Object) -> Said {
    let own = object.0.iter().filter_map(|(name, value)| Some((name.to_lowercase(), text(value)?)));
    let own: Fields = own.collect();
    let Some(inner) = object.get("data").and_then(Json::as_object).map(said) else {
        return Said { fields: own, is_contradictory: false };
    };
    if own.contains_key(REFERENCE) || !inner.fields.contains_key(REFERENCE) {
        return together(own, inner.fields, inner.is_contradictory);
    }
    let mut envelope = own;
    let has_outcome = [CODE, STATUS].into_iter().any(|name| inner.fields.contains_key(name));
    // The call arrived: that says nothing about the payment.
    if has_outcome && envelope.get(STATUS).is_some_and(|status| Report::is_success_word(status)) {
        envelope.remove(STATUS);
    }
    together(inner.fields, envelope, inner.is_contradictory)
}

/// Adds what only the second says. Where both have a code or a status, and the two do not mean the same, neither counts
/// silently.
fn together(mut first: Fields, second: Fields, is_contradictory: bool) -> Said {
    let of_both = |name: &str| Some((first.get(name)?.clone(), second.get(name)?.clone()));
    let (codes, statuses) = (of_both(CODE), of_both(STATUS));
    let differ = codes.as_ref().is_some_and(|(a, b)| !is_same_code(a, b))
        || statuses.is_some_and(|(a, b)| Report::is_success_word(&a) != Report::is_success_word(&b));
    // A number has lost its zeros.
    if let Some((_, full)) = codes.filter(|(a, b)| b.trim().len() > a.trim().len() && is_same_code(a, b)) {
        first.insert(CODE.to_owned(), full);
    }
    let mut fields = second;
    fields.extend(first);
    Said { fields, is_contradictory: is_contradictory || differ }
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
mod tests;
