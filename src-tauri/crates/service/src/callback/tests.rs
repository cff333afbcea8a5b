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
    use Report::{Failed, PossibleReversal, Reversed, Successful, Unclear};
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
        (received("", "ref=REF1", "responsecode=51"), Failed, "51", ""),
        (received("", "ref=OTHER&responsecode=91", "ref=REF1&responsecode=00"), Successful, "00", ""),
        (
            received(JSON, "", r#"{"responsecode":"51","responsemessage":"No","ref":"REF1","x":null}"#),
            Failed,
            "51",
            "No",
        ),
        (received("", "", r#"{"ResponseCode":" 00 ","Ref":"REF1"}"#), Successful, "00", ""),
        (received(JSON, "", r#"{"data":{"responseCode":"00","ref":"REF1"}}"#), Successful, "00", ""),
        (received("multipart/form-data; boundary=b", "", &parts), Successful, "00", "Done"),
        (received("multipart/form-data; boundary=\"b\"", "", &parts), Successful, "00", "Done"),
        (received(FORM, "", "responsecode=00&ref=REF1&txref=7&amount=5&status=reversed"), Reversed, "00", ""),
        (received(FORM, "", "ref=REF1&status=REVERSAL"), Reversed, "", ""),
        (received(FORM, "", "responsecode=00&ref=REF1&txref=7&amount=5&status="), PossibleReversal, "00", ""),
        // Asynchronous reports without a code are shown, and settle nothing.
        (
            received(
                JSON,
                "",
                r#"{"ref":"REF1","status":"completed","message":"Done","amount":5,"currency":"NGN"}"#,
            ),
            Unclear,
            "",
            "Done",
        ),
        (
            received(FORM, "", "ref=REF1&responsecode=02&responsemessage=Processing"),
            Unclear,
            "02",
            "Processing",
        ),
        // A JSON number loses its leading zeros; only the text 00 is success.
        (received(JSON, "", r#"{"responsecode":0,"ref":"REF1"}"#), Unclear, "0", ""),
        (received(JSON, "", r#"{"responsecode":"000","ref":"REF1"}"#), Unclear, "000", ""),
    ] {
        let read = read(&received).expect("a report");
        let short = (read.reference.as_str(), read.report, read.code.as_str(), read.message.as_str());
        assert_eq!(short, ("REF1", report, code, message), "{received:?}");
    }
}

/// Answers of the service have an envelope with a status of its own, so that callbacks may have one, too.
#[test]
fn an_envelope_says_nothing_about_the_payment_and_hides_nothing() {
    use Report::{Contradictory, Failed, Reversed, Successful};
    for (body, report, code, status) in [
        (r#"{"status":"success","data":{"ref":"REF1","responsecode":"00"}}"#, Successful, "00", ""),
        (
            r#"{"status":"success","data":{"ref":"REF1","responsecode":"00","status":"failed"}}"#,
            Contradictory,
            "00",
            "failed",
        ),
        (
            r#"{"status":"success","data":{"ref":"REF1","responsecode":"00","status":"pending"}}"#,
            Contradictory,
            "00",
            "pending",
        ),
        (
            r#"{"status":"success","data":{"ref":"REF1","responsecode":"00","status":"reversed"}}"#,
            Reversed,
            "00",
            "reversed",
        ),
        (
            r#"{"status":"success","responsecode":"00","data":{"ref":"REF1","responsecode":"51"}}"#,
            Contradictory,
            "51",
            "",
        ),
        (r#"{"responsecode":"00","data":{"responsecode":"91","ref":"REF1"}}"#, Contradictory, "91", ""),
        (r#"{"ref":"REF1","responsecode":"00","data":{"responsecode":"51"}}"#, Contradictory, "00", ""),
        (r#"{"status":"failed","data":{"ref":"REF1","responsecode":"00"}}"#, Contradictory, "00", "failed"),
        (r#"{"status":"error","data":{"ref":"REF1","responsecode":"51"}}"#, Failed, "51", "error"),
        // Other words for the same.
        (
            r#"{"status":"ok","data":{"ref":"REF1","responsecode":"00","status":"success"}}"#,
            Successful,
            "00",
            "success",
        ),
        (
            r#"{"ref":"REF1","responsecode":"00","status":"success","data":{"status":"completed"}}"#,
            Successful,
            "00",
            "success",
        ),
        (r#"{"responsecode":"00","data":{"ref":"REF1","responsecode":0}}"#, Successful, "00", ""),
        // Only one of them says anything.
        (r#"{"responsecode":"00","data":{"ref":"REF1"}}"#, Successful, "00", ""),
    ] {
        let read = read(&received(JSON, "", body)).expect("a report");
        let short = (read.report, read.code.as_str(), read.status.as_str());
        assert_eq!(short, (report, code, status), "{body}");
    }
}

/// Some programs write it before the first letter.
#[test]
fn a_byte_order_mark_hides_nothing() {
    for body in ["\u{feff}{\"ref\":\"REF1\",\"responsecode\":\"00\"}", "\u{feff}ref=REF1&responsecode=00"] {
        assert_eq!(read(&received("", "", body)).map(|read| read.report), Some(Report::Successful), "{body}");
    }
}

#[test]
fn what_else_a_callback_says_is_kept() {
    let form = "responsecode=00&ref=REF1&txref=T7&amount=5.00&currency=NGN&status=pending";
    let read = read(&received(FORM, "", form)).expect("a report");
    assert_eq!((read.report, read.status.as_str()), (Report::Contradictory, "pending"));
    assert_eq!(
        (read.amount.as_deref(), read.currency.as_deref(), read.provider_reference.as_deref()),
        (Some("5.00"), Some("NGN"), Some("T7"))
    );
}

#[test]
fn a_callback_code_is_read_in_any_spelling_of_its_field() {
    let parts =
        [part("ref", "REF1"), part("responsecode", "00"), part("CALLBACKCODE", "C0DE"), "--b--\r\n".into()];
    let parts = parts.concat();
    for (received, expected) in [
        (received(FORM, "", "responsecode=00&ref=REF1&callbackCode=C0DE"), Some("C0DE")),
        (received("", "responsecode=00&ref=REF1&callbackcode=+c0de+", ""), Some("C0DE")),
        (received("", "ref=REF1&CallbackCode=OTHER", "responsecode=00&callbackCode=C0DE"), Some("C0DE")),
        (received(JSON, "", r#"{"responsecode":"00","ref":"REF1","CallBackCode":"C0DE"}"#), Some("C0DE")),
        (received(JSON, "", r#"{"data":{"responsecode":"00","ref":"REF1","callbackCode":7}}"#), Some("7")),
        (received("multipart/form-data; boundary=b", "", &parts), Some("C0DE")),
        (received(FORM, "", "responsecode=00&ref=REF1&callbackCode=+"), None),
        (received(JSON, "", r#"{"responsecode":"00","ref":"REF1","callbackCode":null}"#), None),
        (received(FORM, "", "responsecode=00&ref=REF1"), None),
    ] {
        let read = read(&received).expect("a report");
        assert_eq!(read.callback_code, expected.and_then(CallbackCode::received), "{received:?}");
        assert!(!format!("{read:?}").contains("C0DE"));
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
    let many = [part("x", "1").repeat(PARTS_MAX), part("ref", "REF1"), part("responsecode", "00")].concat();
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
            prop_assert!(!report.reference.is_empty());
            prop_assert!(!report.code.is_empty() || !report.status.is_empty());
        }
    }

    #[test]
    fn only_the_text_00_is_success(answer in any_json()) {
        let body = serde_json::to_vec(&answer).expect("JSON");
        if let Some(report) = read(&Received { body: &body, ..Received::default() }) {
            prop_assert!(report.report != Report::Successful || report.code == "00");
        }
    }
}
