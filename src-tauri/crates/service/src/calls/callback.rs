//! Parses a callback: form fields, query parameters, JSON or multipart, whichever the service sends. A callback that
//! cannot be parsed changes nothing, and one that contradicts itself pays nobody.
//!
//! Not here: storing the raw bytes, and the effect of a report on a payout (the ledger).

mod contradiction;
mod field_names;
mod places;

use std::{pin::pin, task};

use paysheet_domain::{CallbackCode, Report, ReportFields};

use self::{
    field_names::{AMOUNT, CALLBACK_CODE, CURRENCY, REFERENCE, STATUS},
    places::{Field, Listed, Place, ReportPlaces},
};
use crate::decode::json::Json;

/// Most characters of a message that are stored.
const MESSAGE_CHARS_MAX: usize = 300;
/// Most parts of a multipart form that is read; a report has at most nine.
const PARTS_MAX: usize = 64;
/// Most reports in one callback. One with more is read by nobody.
const REPORTS_MAX: usize = 1_000;
/// Most bytes that are said of all reports of a list together by what stands around it, which is said of each of them. A list
/// with more is read by nobody.
const AROUND_BYTES_MAX: usize = 1 << 20;

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

/// Names under which programs store the body or the query of a callback.
const STORED_PARTS: [&str; 5] = ["body", "payload", "query", "rawBody", "queryString"];
/// A program that writes UTF-8 may mark it so.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Parses one callback with one report. Returns none if it names no payout or two, reports nothing about it, or is a list
/// of several.
#[must_use]
pub fn read(received: &Received<'_>) -> Option<CallbackReport> {
    let mut all = read_all(received);
    if all.len() > 1 { None } else { all.pop().flatten() }
}

/// Parses one callback. Returns its report, or each of a list; none in the place of what cannot be parsed.
#[must_use]
pub fn read_all(received: &Received<'_>) -> Vec<Option<CallbackReport>> {
    let reports = reports(received);
    if reports.is_empty() {
        return vec![None];
    }
    let query = Place::form(received.query.unwrap_or_default().as_bytes());
    let report = |mut places: Vec<Place>| {
        places.push(query.clone());
        report(&ReportPlaces::of(places))
    };
    reports.into_iter().map(|places| places.and_then(report)).collect()
}

/// Parses a record in which a program stored a callback, its body and its query under usual names. Returns none if it stored
/// no report, or several.
#[must_use]
pub fn read_stored(record: &str) -> Option<CallbackReport> {
    let Json::Object(record) = Json::read(record.as_bytes())? else { return None };
    let stored = STORED_PARTS.iter().flat_map(|part| record.0.iter().filter(move |(name, _)| name == part));
    let mut places = Vec::new();
    for (_, part) in stored {
        match part {
            Json::Object(object) => places.extend(Place::all_of(object)),
            Json::Text(text) => {
                let mut all = reports(&Received { body: text.as_bytes(), ..Received::default() });
                let is_one = all.len() == 1;
                places.extend(all.pop().flatten().filter(|_| is_one)?);
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) => {}
        }
    }
    report(&ReportPlaces::of(places))
}

/// Returns the places of each report in the body; none in the place of what cannot be parsed.
fn reports(received: &Received<'_>) -> Vec<Option<Vec<Place>>> {
    if let Ok(boundary) = multer::parse_boundary(received.content_type.unwrap_or_default()) {
        return vec![now(multipart(received.body, boundary)).flatten().map(|place| vec![place])];
    }
    let body = received.body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(received.body);
    let lines = || places::lines(body).map(Json::Array);
    let Some(json) = Json::read(body).or_else(lines) else { return vec![Some(vec![Place::form(body)])] };
    if let Some(listed) = Listed::of(&json) {
        return listed_reports(&listed, received.query.map_or(0, str::len));
    }
    match json {
        Json::Object(object) => vec![Some(Place::all_of(&object))],
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) | Json::Array(_) => {
            vec![Some(vec![Place::form(body)])]
        }
    }
}

/// Returns the places of each report of a list. A small callback with much around a long list would fill the memory: it
/// cannot be read.
fn listed_reports(listed: &Listed<'_>, query_bytes: usize) -> Vec<Option<Vec<Place>>> {
    let around = listed.bytes_around().saturating_add(query_bytes);
    if listed.len() > REPORTS_MAX || around.saturating_mul(listed.len()) > AROUND_BYTES_MAX {
        return vec![None];
    }
    listed.reports().map(|object| object.map(|object| Place::all_of(&object))).collect()
}

fn report(said: &ReportPlaces) -> Option<CallbackReport> {
    let reference =
        said.first(REFERENCE).filter(|reference| !contradiction::names_another(said, reference))?;
    let (code, status, amount) = (contradiction::code(said), said.first(STATUS), said.first(AMOUNT));
    let transaction = said.first("txref");
    let fields = ReportFields {
        code: code.as_deref(),
        status: status.as_deref(),
        is_shaped_like_reversal: transaction.is_some() && amount.is_some(),
    };
    let report = contradiction::weighed(said, Report::read(fields))?;
    let message = said.first("responsemessage").or_else(|| said.first("message")).unwrap_or_default();
    Some(CallbackReport {
        reference,
        report,
        code: code.unwrap_or_default(),
        status: status.unwrap_or_default(),
        message: message.chars().take(MESSAGE_CHARS_MAX).collect(),
        amount,
        currency: said.first(CURRENCY),
        provider_reference: said.first("uniquereference").or(transaction),
        callback_code: said.first(CALLBACK_CODE).and_then(|code| CallbackCode::received(&code)),
    })
}

/// Returns the fields of a multipart form; none if it has too many parts, since those that are not read may say the
/// opposite.
async fn multipart(body: &[u8], boundary: String) -> Option<Place> {
    let mut parts = multer::Multipart::with_reader(body, boundary);
    let mut place = Place::default();
    for _ in 0..=PARTS_MAX {
        let Ok(Some(part)) = parts.next_field().await else { return Some(place) };
        let name = part.name().map(str::to_owned);
        if let (Some(name), Ok(text)) = (name, part.text().await) {
            place.fields.push(Field::of(&name, Json::Text(text)));
        }
    }
    None
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
