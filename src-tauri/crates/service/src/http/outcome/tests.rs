use zeroize::Zeroizing;

use super::*;
use crate::http::transport::RetryAfter;

const OK: &str = r#"{"status":"success","data":{"batchId":256}}"#;
const NO: &str = r#"{"status":"error","message":"No"}"#;

fn class(http_status: u16, body: &str) -> String {
    let answer = Answer {
        http_status,
        retry_after: RetryAfter::Unsaid,
        body: Zeroizing::new(body.as_bytes().to_vec()),
    };
    match of_answer(&answer, &Redactor::new([])) {
        SubmitOutcome::Accepted { batch_id, .. } => format!("accepted {batch_id}"),
        SubmitOutcome::NotSent { reason, .. } => format!("not_sent {reason}"),
        SubmitOutcome::NotAccepted { refusal, .. } => format!("not_accepted {}", refusal.kind),
        SubmitOutcome::Unknown { reason, .. } => format!("unknown {reason}"),
    }
}

#[test]
fn every_whole_answer_has_its_class() {
    for (http_status, body, expected) in [
        (200, OK, "accepted 256"),
        (201, r#"{"status":"success","data":{"batchId":"0256","message":"queued"}}"#, "accepted 0256"),
        (200, NO, "not_accepted invalid"),
        (200, r#"{"status":"fail"}"#, "not_accepted invalid"),
        (200, r#"{"status":"success","data":{}}"#, "unknown batch_id_missing"),
        (200, r#"{"status":"success"}"#, "unknown batch_id_missing"),
        (200, r#"{"status":"pending","data":{"batchId":1}}"#, "unknown status_unclear"),
        (200, r#"{"status":"error","data":{"batchId":1}}"#, "unknown contradictory"),
        (200, "{}", "unknown status_unclear"),
        (200, "", "unknown unreadable"),
        (204, "", "unknown unreadable"),
        (200, "<html>", "unknown unreadable"),
        (400, OK, "unknown contradictory"),
        (422, r#"{"data":{"batchId":1}}"#, "unknown contradictory"),
        (100, "", "unknown other_status"),
        (302, NO, "unknown redirect"),
        (307, "", "unknown redirect"),
        (402, NO, "unknown other_status"),
        (408, NO, "unknown request_timeout"),
        (409, NO, "unknown conflict"),
        (418, NO, "unknown other_status"),
        (500, NO, "unknown server_error"),
        (502, "<html>", "unknown server_error"),
        (503, OK, "unknown server_error"),
        (599, "", "unknown server_error"),
        (999, "", "unknown other_status"),
    ] {
        assert_eq!(class(http_status, body), expected, "{http_status} {body}");
    }
    for (http_status, code, message) in [
        (422, "DUPLICATE_REF", ""),
        (200, "", "Reference already exists"),
        (200, "", "ref must be unique"),
        (400, "", "Duplicate reference"),
        (400, "", "Batch already submitted"),
        (422, "", "This transaction was processed already"),
        (200, "DUPLICATE_TRANSACTION", ""),
        (400, "", "Duplicate request"),
    ] {
        let body = format!(r#"{{"status":"error","code":"{code}","message":"{message}"}}"#);
        assert_eq!(class(http_status, &body), "unknown duplicate_reference", "{http_status} {body}");
    }
    // About a row, and not about what was sent before.
    for message in ["Duplicate account number in row 3", "Bank code does not exist", "Account already closed"]
    {
        let body = format!(r#"{{"status":"error","message":"{message}"}}"#);
        assert_eq!(class(422, &body), "not_accepted invalid", "{message}");
    }
    for http_status in [406, 410] {
        assert_eq!(class(http_status, NO), "not_accepted invalid");
        assert_eq!(class(http_status, r#"{"status":"fail","message":"No"}"#), "not_accepted invalid");
        assert_eq!(class(http_status, OK), "unknown other_status");
        // Only a whole body that says no is a refusal: a proxy on the way answers so too.
        for body in ["", "{}", "<html>Gone</html>", "\"No\"", "No", r#"{"status":"pending"}"#] {
            assert_eq!(class(http_status, body), "unknown other_status", "{http_status} {body}");
        }
    }
    for http_status in [400, 401, 403, 404, 405, 413, 415, 422, 429] {
        for body in [NO, "", "{}", "<html>No</html>", "\"No\"", "No"] {
            let class = class(http_status, body);
            assert!(class.starts_with("not_accepted"), "{http_status} {body}: {class}");
        }
    }
}

#[test]
fn refusals_are_told_apart_by_status_code_and_words() {
    let error =
        |code: &str, message: &str| format!(r#"{{"status":"error","code":"{code}","message":"{message}"}}"#);
    for (http_status, body, expected) in [
        (401, String::new(), "token_refused"),
        (401, error("", "jwt expired"), "token_refused"),
        (400, error("", "Invalid token"), "token_refused"),
        (403, error("", "Not yours"), "forbidden"),
        (403, error("INVALID_LOCK", ""), "wrong_lock"),
        (400, error("", "Wrong wallet lock supplied"), "wrong_lock"),
        (400, error("", "Your wallet is blocked"), "invalid"),
        (400, error("", "Insufficient balance"), "insufficient_balance"),
        (400, error("CF", ""), "insufficient_balance"),
        (200, error("cf", "Transfer failed"), "insufficient_balance"),
        (400, error("", "Not enough wallet balance"), "insufficient_balance"),
        (200, error("", "You do not have enough balance in your wallet"), "insufficient_balance"),
        (401, error("", "Not enough wallet balance"), "insufficient_balance"),
        (403, error("CF", "Not enough wallet balance"), "insufficient_balance"),
        // `CF` is a code, not a word of a sentence; and not everything that is missing is money.
        (422, error("", "Unknown bank CF"), "invalid"),
        (403, error("", "Insufficient permissions"), "forbidden"),
        (401, error("", "Insufficient scope of the token"), "token_refused"),
        (422, error("", "Not enough digits in the account number"), "invalid"),
        // A 401 about a card is not about the token.
        (401, error("INVALID_CARD", "Invalid card"), "invalid"),
        (401, error("", "The card has expired"), "invalid"),
        (401, error("", "Invalid OTP"), "invalid"),
        (401, error("", "The reference is not known"), "invalid"),
        (401, error("", "No token on the card call"), "token_refused"),
        (401, error("UNAUTHORIZED", "Card payments need authentication"), "token_refused"),
        (401, error("", "Expired"), "token_refused"),
        (401, "<html>".to_owned(), "token_refused"),
        (429, error("", "Too many"), "rate_limited"),
        (422, error("INVALID_ID", "?"), "invalid"),
    ] {
        assert_eq!(class(http_status, &body), format!("not_accepted {expected}"), "{http_status} {body}");
    }
}

/// A batch that the service has already may be the one that was sent: it is no refusal, in whatever words.
#[test]
fn what_is_there_already_is_unknown() {
    for message in [
        "Reference used",
        "The reference has been used",
        "This ref is in use: used on 3 November",
        "Reference exists",
        "Reference already exists",
        "Reference found",
        "A batch with this reference was found",
        "Reference repeated",
        "Repeated reference in request",
        "Recipient 3: reference already used",
        "x_ref has already been taken",
        "Reference previously processed",
        "This batch exists",
        "Transaction found",
        "Already exists",
        "Duplicate",
        "Used",
        "Cette référence existe déjà",
        "Référence déjà utilisée",
        "La référence a été utilisée",
        "Référence en double",
        "Référence dupliquée",
        "Référence répétée",
        "Référence trouvée",
        "Référence déjà connue",
        "Lot déjà traité",
        "Ce lot existe déjà",
        "Doublon",
        "Paiement déjà effectué",
    ] {
        let body = serde_json::json!({ "status": "error", "message": message }).to_string();
        for http_status in [200, 400, 401, 403, 422, 429] {
            assert_eq!(class(http_status, &body), "unknown duplicate_reference", "{http_status} {message}");
        }
    }
    for body in [
        r#"{"status":"error","code":"REFERENCE_USED","message":"Rejected"}"#,
        r#"{"status":"error","code":"DuplicateReference"}"#,
        r#"{"status":"error","code":"ALREADY_EXISTS"}"#,
        r#"{"status":"error","code":"DUPLICATE"}"#,
        r#"{"status":"error","code":"REF_FOUND","data":{}}"#,
        r#"{"status":"error","message":"Invalid","errors":{"ref":["has already been taken"]}}"#,
        r#"{"status":"error","message":"Invalid","data":{"recipients":[{"x_ref":"is duplicated"}]}}"#,
        r#"{"status":"error","message":"Invalid","data":[{"reason":"reference used"}]}"#,
        r#"{"status":"error","error":{"detail":"La référence existe déjà"}}"#,
        "<html><h1>Duplicate reference</h1></html>",
        "Reference already used",
    ] {
        assert_eq!(class(400, body), "unknown duplicate_reference", "{body}");
    }
    // About something else, or the opposite.
    for message in [
        "Duplicate account number in row 3",
        "Duplicate name in rows 3 and 4",
        "Bank code does not exist",
        "Account already closed",
        "Compte déjà fermé",
        "The reference is not known",
        "Reference not found",
        "Aucune référence trouvée",
        "No bank found",
        "Insufficient balance",
        "Amount is required",
        "Try again later",
    ] {
        let body = serde_json::json!({ "status": "error", "message": message }).to_string();
        let class = class(422, &body);
        assert!(class.starts_with("not_accepted"), "{message}: {class}");
    }
}

#[test]
fn an_answer_that_says_both_is_unknown_in_any_order() {
    for body in [
        r#"{"status":"error","status":"success","data":{"batchId":7}}"#,
        r#"{"status":"success","status":"error","data":{"batchId":7}}"#,
        r#"{"status":"success","Status":"failed","data":{"batchId":7}}"#,
        r#"{"status":"success","success":false,"data":{"batchId":7}}"#,
        r#"{"success":true,"status":"error","message":"No"}"#,
        r#"{"status":"success","data":{"batchId":7,"status":"failed"}}"#,
        r#"{"status":"success","error":"Wallet locked","data":{"batchId":7}}"#,
        r#"{"status":"success","errors":["No funds"],"data":{"batchId":7}}"#,
        r#"{"status":"success","message":"Batch rejected","data":{"batchId":7}}"#,
        r#"{"status":"error","data":{"batchId":7}}"#,
        r#"{"status":"error","batchId":7}"#,
        r#"{"status":"error","data":{"batch_id":"7"}}"#,
        r#"{"status":"error","data":[{"batchId":7}]}"#,
        r#"{"status":"error","data":{"status":"success"}}"#,
        r#"{"status":"error","message":"Disbursement queued for processing."}"#,
        r#"{"status":"success","data":{"batchId":7,"batchId":8}}"#,
        r#"{"status":"success","data":{"batchId":7},"data":{"batchId":8}}"#,
    ] {
        for http_status in [200, 400, 422] {
            let class = class(http_status, body);
            assert!(class.starts_with("unknown"), "{http_status} {body}: {class}");
        }
    }
    for (body, expected) in [
        (r#"{"status":"success","success":true,"error":null,"data":{"batchId":7}}"#, "accepted 7"),
        (r#"{"status":"success","data":{"batchId":7,"status":"pending"}}"#, "accepted 7"),
        (r#"{"status":"success","data":{"batchId":"7.0","failed":0,"errors":[]}}"#, "accepted 7"),
        (r#"{"status":"error","success":false,"message":"Not successful"}"#, "not_accepted invalid"),
        (r#"{"status":"error","data":{"batchId":null}}"#, "not_accepted invalid"),
    ] {
        assert_eq!(class(200, body), expected, "{body}");
    }
}
