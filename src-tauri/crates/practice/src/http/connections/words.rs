//! The texts that are sent instead of the service's response: fixed texts in every observed shape, one drawn each time.
//! None of them contains a reference, a secret or a person.

use super::answer::Answer;
use crate::random::SeededRng;

const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// Lines that are sent instead of HTTP.
const NOT_HTTP: &[&[u8]] = &[
    b"220 mail.invalid ESMTP ready\r\n",
    b"SSH-2.0-OpenSSH_9.6\r\n",
    b"{\"status\":\"success\",\"data\":{\"batchId\":256}}",
    b"<html><head><title>Sign in to the network</title></head></html>\r\n\r\n",
    b"HTTP/9.9 perhaps\r\n\r\n",
    b"HTTP/1.1 two hundred OK\r\n\r\n",
    b"\x16\x03\x03\x00\x02\x02\x28",
    b"\0\0\0\0\0\0\0\0\r\n\r\n",
];

/// Bodies of a 200 that are not JSON.
const NOT_JSON: &[(&str, &str)] = &[
    (HTML, "<!doctype html><title>Sign in to the network</title><p>Please accept the terms."),
    (TEXT, "OK"),
    ("application/json", ""),
    ("application/json", "{\"status\":\"success\",\"data\":{\"batchId\":2"),
    ("application/json", "{'status': 'success', 'data': {'batchId': 256}}"),
    ("application/json", "\u{0}\u{1}\u{2}"),
    ("application/xml", "<status>success</status><batchId>256</batchId>"),
];

/// Bodies of a 200 whose JSON has a value of a wrong type.
const WRONG_TYPES: &[&str] = &[
    r#"{"status":true,"data":{"batchId":256}}"#,
    r#"{"status":["success"],"data":{"batchId":256}}"#,
    r#"{"status":{"value":"success"},"data":{"batchId":256}}"#,
    r#"{"status":"success","data":{"batchId":{"value":256}}}"#,
    r#"{"status":"success","data":{"batchId":[256]}}"#,
    r#"{"status":"success","data":{"batchId":true}}"#,
    r#"{"status":"success","data":{"batchId":null}}"#,
    r#"{"status":"success","data":[]}"#,
    r#"{"status":"success","data":null}"#,
    r#"["success",256]"#,
    r#""success""#,
    "256",
    "null",
];

/// The words observed for a refusal.
const NOES: &[&str] = &["error", "failure", "fail", "failed"];

/// Messages that mean that the reference, the request or the batch is there already.
const THERE_ALREADY: [&str; 8] = [
    "Batch reference already exists",
    "This reference has been used",
    "Duplicate transaction",
    "A batch with this reference was found",
    "Repeated request",
    "Référence déjà utilisée",
    "Ce lot existe déjà",
    "Transaction en double",
];

fn drawn<'a, T>(list: &'a [T], rng: &mut SeededRng) -> Option<&'a T> {
    usize::try_from(rng.below(list.len() as u64)).ok().and_then(|at| list.get(at))
}

/// Returns a success that the service never sent.
pub(crate) fn pretended(rng: &mut SeededRng) -> Answer {
    let batch_id = 900_000 + rng.below(100_000);
    let data = format!(r#"{{"batchId":{batch_id},"message":"Disbursement queued for processing."}}"#);
    Answer::json(200, format!(r#"{{"status":"success","data":{data}}}"#))
}

/// Returns data that are not HTTP: a fixed line, or up to 256 drawn bytes of which the first can begin no response.
pub(crate) fn garbage(rng: &mut SeededRng) -> Vec<u8> {
    let at = rng.below(NOT_HTTP.len() as u64 + 1);
    let canned = usize::try_from(at).ok().and_then(|at| NOT_HTTP.get(at));
    canned.map_or_else(
        || {
            let count = 16 + rng.below(240);
            let bytes = (0..count).map(|_| rng.next().to_le_bytes()[0]);
            [0xff].into_iter().chain(bytes).collect()
        },
        |canned| canned.to_vec(),
    )
}

pub(crate) fn garbage_body(rng: &mut SeededRng) -> Answer {
    let (content_type, body) = drawn(NOT_JSON, rng).copied().unwrap_or((TEXT, ""));
    Answer { content_type: content_type.to_owned(), ..Answer::json(200, body) }
}

pub(crate) fn wrong_types(rng: &mut SeededRng) -> Answer {
    Answer::json(200, drawn(WRONG_TYPES, rng).copied().unwrap_or("null"))
}

pub(crate) fn error_on_200(rng: &mut SeededRng) -> Answer {
    let no = drawn(NOES, rng).copied().unwrap_or("error");
    let body = match rng.below(3) {
        0 => format!(r#"{{"status":"{no}","message":"The disbursement was not done.","code":"NOT_DONE"}}"#),
        1 => format!(r#"{{"status":"{no}","message":"The disbursement was not done.","data":"Try later"}}"#),
        _ => format!(r#"{{"status":"{no}","data":null}}"#),
    };
    Answer::json(200, body)
}

/// Returns a refusal that is none: the service may have what it refers to from an earlier attempt.
pub(crate) fn reference_is_there(rng: &mut SeededRng) -> Answer {
    let message = drawn(&THERE_ALREADY, rng).copied().unwrap_or("Duplicate");
    let status = drawn(&[200, 400, 409, 422], rng).copied().unwrap_or(409);
    Answer::json(status, format!(r#"{{"status":"error","message":"{message}"}}"#))
}

/// Returns a response with the status, in one of the observed shapes: the service's own, a gateway's page, plain text,
/// empty.
pub(crate) fn status(status: u16, location: &str, rng: &mut SeededRng) -> Answer {
    let own = format!(r#"{{"status":"error","message":"The gateway answered {status}.","code":"GATEWAY"}}"#);
    let (content_type, body) = match rng.below(4) {
        0 => ("application/json", own),
        1 => (HTML, format!("<html><body><h1>{status}</h1></body></html>")),
        2 => (TEXT, format!("{status}")),
        _ => (TEXT, String::new()),
    };
    let location = (300..400).contains(&status).then(|| location.to_owned());
    Answer { content_type: content_type.to_owned(), location, ..Answer::json(status, body) }
}
