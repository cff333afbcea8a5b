use std::rc::Rc;

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
            let is_said = !report.code.is_empty() || !report.status.is_empty();
            prop_assert!(is_said || matches!(report.report, Report::PossibleReversal | Report::Contradictory));
        }
    }

    #[test]
    fn only_the_text_00_is_success(answer in any_json()) {
        let body = serde_json::to_vec(&answer).expect("JSON");
        if let Some(report) = read(&Received { body: &body, ..Received::default() }) {
            prop_assert!(report.report != Report::Successful || report.code == "00");
        }
    }

    /// A second result anywhere in a form, however it is spelled, beside anything else.
    #[test]
    fn a_second_result_is_never_hidden(
        mut fields in prop::collection::vec(("[a-z]{1,8}", "[a-z0-9 ]{0,6}"), 0..8),
        (name, value) in prop::sample::select(vec![
            ("responsecode", "51"), ("RESPONSECODE", "91"), ("response-code", "05"), ("status", "failed"),
            ("Status", "pending"), ("reversed", "true"), ("success", "false"), ("ref", "REF2"), ("responsecode", ""),
        ]),
        places in any::<[prop::sample::Index; 3]>(),
        in_query in any::<bool>(),
    ) {
        let own = |name: &String| !["ref", "responsecode", "status"].contains(&name.as_str());
        fields.retain(|(name, _)| own(name));
        for (place, (name, value)) in places.iter().zip([("ref", "REF1"), ("responsecode", "00"), (name, value)]) {
            fields.insert(place.index(fields.len() + 1), (name.to_owned(), value.to_owned()));
        }
        let at = fields.iter().position(|field| field.0 == name && field.1 == value).unwrap_or_default();
        let second = fields.remove(at);
        let encoded = |fields: &[(String, String)]| {
            form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
        };
        if !in_query {
            fields.insert(at, second.clone());
        }
        let query = if in_query { encoded(&[second]) } else { String::new() };
        let read = read(&received(FORM, &query, &encoded(&fields))).map(|read| read.report);
        prop_assert!(matches!(read, None | Some(Report::Contradictory)), "{:?}", read);
    }
}

/// Whatever contradicts a success pays nobody, wherever in the callback it stands and however it is spelled.
#[test]
fn what_contradicts_itself_is_no_success() {
    use Report::Contradictory;
    let parts =
        [part("ref", "REF1"), part("responsecode", "00"), part("responsecode", "51"), "--b--\r\n".into()]
            .concat();
    for (query, body) in [
        // A field twice.
        ("", "ref=REF1&responsecode=00&responsecode=51"),
        ("", "ref=REF1&responsecode=51&responsecode=00"),
        ("", "ref=REF1&responsecode=00&responsecode="),
        ("", "ref=REF1&responsecode=00&status=failed&status=success"),
        ("", "ref=REF1&responsecode=00&status=success&status=failed"),
        ("ref=REF1&responsecode=91&responsecode=00", ""),
        ("", r#"{"ref":"REF1","responsecode":"51","responsecode":"00"}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","responsecode":"51"}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","responsecode":["51"]}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","responsecode":{"code":"51"}}"#),
        ("", r#"{"ref":"REF1","responsecode":["00","51"]}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","status":"failed","status":"success"}"#),
        ("", r#"{"data":{"ref":"REF1","responsecode":"51"},"data":{"ref":"REF1","responsecode":"00"}}"#),
        ("", "ref=REF1&responsecode=00&amount=1&amount=49000.10"),
        ("", r#"{"ref":"REF1","responsecode":"00","amount":49000.10,"Amount":"1"}"#),
        ("", "ref=REF1&responsecode=00&currency=NGN&currency=GHS"),
        ("", "ref=REF1&responsecode=00&callbackCode=A1&callbackcode=B2"),
        // Two spellings.
        ("", "ref=REF1&responsecode=00&responseCode=51"),
        ("", "ref=REF1&responsecode=00&response_code=51"),
        ("", "ref=REF1&responsecode=00&responsecode[]=51"),
        ("", "ref=REF1&responsecode=00&acmeResponseCode=51"),
        ("", "ref=REF1&responsecode=00&transferStatus=failed"),
        ("", "ref=REF1&responsecode=00&state=PENDING"),
        ("", r#"{"ref":"REF1","ResponseCode":"00","responsecode":"51"}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","code":"51"}"#),
        // Zeros are not lost in a text.
        ("", "ref=REF1&responsecode=00&responsecode=0"),
        ("", "ref=REF1&responsecode=000&responsecode=00"),
        // The query and the body.
        ("responsecode=51", "ref=REF1&responsecode=00"),
        ("responsecode=00&ref=REF1", "responsecode=51"),
        ("status=failed", "ref=REF1&responsecode=00"),
        ("status=failed", r#"{"ref":"REF1","responsecode":"00","status":"success"}"#),
        // An envelope, and what is deeper.
        ("", r#"{"success":false,"data":{"ref":"REF1","responsecode":"00"}}"#),
        ("", r#"{"status":false,"data":{"ref":"REF1","responsecode":"00"}}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","transfer":{"status":"failed"}}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","events":[{"x":1},{"status":"reversed"}]}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","meta":"{\"reversed\":true}"}"#),
        ("", "ref=REF1&responsecode=00&data=%7B%22responsecode%22%3A%2251%22%7D"),
        // Flags.
        ("", r#"{"ref":"REF1","responsecode":"00","status":false}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","success":false}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","isSuccessful":"no"}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","reversed":true}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","refund":true}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","refund":{"amount":5}}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","is_reversed":1}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","error":"No such account"}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","failureReason":"Account closed"}"#),
        ("", r#"{"ref":"REF1","responsecode":"00","pending":true}"#),
        ("", "ref=REF1&responsecode=00&success=false"),
        ("", "ref=REF1&responsecode=00&reversed=true"),
        ("", "ref=REF1&responsecode=00&refund=1"),
        ("reversed=Y", "ref=REF1&responsecode=00"),
        // Its own message.
        ("", "ref=REF1&responsecode=00&responsemessage=Transfer+failed"),
        ("", "ref=REF1&responsecode=00&responsemessage=Transaction+reversed"),
        // A failure that says that it succeeded.
        ("", "ref=REF1&responsecode=51&success=true"),
        ("", r#"{"ref":"REF1","responsecode":"51","status":"failed","transferStatus":"success"}"#),
        ("", r#"{"ref":"REF1","status":"completed","reversed":true}"#),
    ] {
        let read = read(&received("", query, body)).map(|read| read.report);
        assert_eq!(read, Some(Contradictory), "{query} {body}");
    }
    let read = read(&received("multipart/form-data; boundary=b", "", &parts)).map(|read| read.report);
    assert_eq!(read, Some(Contradictory), "multipart");
}

#[test]
fn a_failure_that_claims_a_success_is_no_failure() {
    for body in [
        r#"{"ref":"REF1","responsecode":"51","transfer":{"responsecode":"00","status":"success"}}"#,
        r#"{"ref":"REF1","responsecode":"51","transfer":"{\"status\":\"success\"}"}"#,
        r#"{"ref":"REF1","responsecode":"51","events":[{"status":"failed"},{"status":"success"}]}"#,
        r#"{"status":"error","data":{"ref":"REF1","responsecode":"51","transfer":{"status":"paid"}}}"#,
        // A failure that says that it is not final.
        "ref=REF1&responsecode=51&status=pending",
        "ref=REF1&responsecode=51&pending=true",
        "ref=REF1&responsecode=51&transferStatus=processing",
        "ref=REF1&responsecode=51&acmeResponseCode=09",
        r#"{"ref":"REF1","responsecode":"51","transfer":{"status":"queued"}}"#,
        "ref=REF1&responsecode=51&responsemessage=Transfer+successful",
        "ref=REF1&responsecode=51&message=Paid+successfully",
        r#"{"ref":"REF1","responsecode":"51","transfer":{"message":"Virement réussi"}}"#,
    ] {
        let read = read(&received("", "", body)).map(|read| read.report);
        assert_eq!(read, Some(Report::Contradictory), "{body}");
    }
}

#[test]
fn what_says_the_same_twice_contradicts_nothing() {
    use Report::{Failed, Reversed, Successful, Unclear};
    for (query, body, expected) in [
        ("", "ref=REF1&responsecode=00&responsecode=00", Successful),
        ("ref=ref1&responsecode=00", "ref=REF1&responsecode=+00+", Successful),
        ("", r#"{"ref":"REF1","responsecode":"00","ResponseCode":0}"#, Successful),
        ("", r#"{"ref":"REF1","responsecode":"00","responsecode":null,"ref":"REF1"}"#, Successful),
        ("", "ref=REF1&responsecode=00&status=&status=success&status=OK", Successful),
        ("", "ref=REF1&responsecode=00&amount=5&amount=5.00&currency=NGN&currency=ngn", Successful),
        (
            "",
            r#"{"ref":"REF1","responsecode":"00","reversed":false,"refund":false,"success":true}"#,
            Successful,
        ),
        ("", r#"{"ref":"REF1","responsecode":"00","reversed":null,"refund":"","error":null}"#, Successful),
        ("", r#"{"ref":"REF1","responsecode":"00","refund":{},"errors":[],"error":"0"}"#, Successful),
        ("", r#"{"ref":"REF1","responsecode":"00","refundable":true,"cancellable":true}"#, Successful),
        ("", r#"{"ref":"REF1","responsecode":"00","status":true}"#, Successful),
        ("", r#"{"code":200,"ref":"REF1","responsecode":"00","statusCode":"200"}"#, Successful),
        // 058 is a bank.
        ("", r#"{"ref":"REF1","responsecode":"00","bank":{"code":"058"},"state":"Lagos"}"#, Successful),
        ("", r#"{"ref":"REF1","responsecode":"00","acmeResponseCode":"00","meta":{"note":"x"}}"#, Successful),
        ("", r#"{"success":true,"data":{"ref":"REF1","responsecode":"51"}}"#, Failed),
        ("", r#"{"ref":"REF1","responsecode":"51","success":false,"reversed":true}"#, Failed),
        ("", "ref=REF1&responsecode=51&responsemessage=Insufficient+funds&status=failed", Failed),
        // What denies a success, or is about the call.
        ("", "ref=REF1&responsecode=51&responsemessage=Transfer+not+successful", Failed),
        ("", "ref=REF1&responsecode=51&responsemessage=Transaction+was+unsuccessful", Failed),
        ("", "ref=REF1&responsecode=51&responsemessage=Transaction+wasn%27t+successful", Failed),
        ("", "ref=REF1&responsecode=51&responsemessage=Could+not+be+completed", Failed),
        ("", "ref=REF1&responsecode=51&responsemessage=Transfert+sans+succ%C3%A8s", Failed),
        ("", "ref=REF1&responsecode=51&message=Success%3A+false%2C+transfer+failed", Failed),
        ("", "ref=REF1&responsecode=51&responsecode=51&ResponseCode=51&acmeResponseCode=E51", Failed),
        ("", "ref=REF1&responsecode=14&pending=false&state=Lagos&status=declined", Failed),
        ("", r#"{"message":"Success","data":{"ref":"REF1","responsecode":"51"}}"#, Failed),
        (
            "",
            r#"{"status":"success","summary":{"success":1,"failed":1},"data":[{"ref":"REF1","responsecode":"51"}]}"#,
            Failed,
        ),
        ("", r#"{"ref":"REF1","responsecode":"51","bank":{"status":"active","code":"058"}}"#, Failed),
        ("", "ref=REF1&status=reversed&reversed=true&success=false", Reversed),
        ("", "ref=REF1&responsecode=02&status=pending&status=processing", Unclear),
    ] {
        let read = read(&received("", query, body)).map(|read| read.report);
        assert_eq!(read, Some(expected), "{query} {body}");
    }
}

#[test]
fn a_flag_about_a_reversal_is_not_passed_over_without_a_code() {
    for body in ["ref=REF1&reversed=true", r#"{"ref":"REF1","responsecode":"02","refunded":true}"#] {
        let read = read(&received("", "", body)).map(|read| read.report);
        assert_eq!(read, Some(Report::PossibleReversal), "{body}");
    }
}

#[test]
fn two_references_in_one_report_are_nobodys() {
    let ours = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "BBCDEFGHIJKLMNOPQRSTUVWXYZ"];
    for (query, body) in [
        ("", "ref=REF1&ref=REF2&responsecode=00".to_owned()),
        ("ref=REF2", "ref=REF1&responsecode=00".to_owned()),
        ("", "ref=REF1&REF=REF2&responsecode=00".to_owned()),
        ("", r#"{"ref":"REF1","ref":"REF2","responsecode":"00"}"#.to_owned()),
        ("", r#"{"ref":["REF1","REF2"],"responsecode":"00"}"#.to_owned()),
        ("", r#"{"ref":"REF1","ref":["REF2"],"responsecode":"00"}"#.to_owned()),
        ("", r#"{"ref":"REF1","data":{"ref":"REF2","responsecode":"00"}}"#.to_owned()),
        ("", format!("ref={}&reference={}&responsecode=00", ours[0], ours[1])),
        ("", format!(r#"{{"ref":"{}","responsecode":"00","x":{{"payoutRef":"{}"}}}}"#, ours[0], ours[1])),
    ] {
        assert_eq!(read(&received("", query, &body)), None, "{query} {body}");
    }
    let same = format!("ref={}&reference={}&responsecode=00", ours[0], ours[0].to_lowercase());
    assert_eq!(read(&received("", "", &same)).map(|read| read.report), Some(Report::Successful));
}

#[test]
fn each_report_of_a_list_is_read() {
    use Report::{Contradictory, Failed, Successful};
    let (one, other) = (r#"{"ref":"REF1","responsecode":"00"}"#, r#"{"ref":"REF2","responsecode":"51"}"#);
    for (query, body, expected) in [
        ("", format!("[{one},{other}]"), &[Some(("REF1", Successful)), Some(("REF2", Failed))][..]),
        ("", format!("[{one}]"), &[Some(("REF1", Successful))]),
        (
            "",
            format!(r#"{{"status":"success","data":[{one},{other}]}}"#),
            &[Some(("REF1", Successful)), Some(("REF2", Failed))],
        ),
        ("", format!(r#"{{"status":"failed","data":[{one}]}}"#), &[Some(("REF1", Contradictory))]),
        ("", format!("{one}\n{other}\r\n\n"), &[Some(("REF1", Successful)), Some(("REF2", Failed))]),
        ("", format!("[{one},7]"), &[Some(("REF1", Successful)), None]),
        ("ref=REF1", format!("[{one},{other}]"), &[Some(("REF1", Successful)), None]),
        ("", "[]".to_owned(), &[None]),
        ("", format!("[[{one}]]"), &[None]),
        ("", one.to_owned(), &[Some(("REF1", Successful))]),
        ("", "x".to_owned(), &[None]),
    ] {
        let read = read_all(&received("", query, &body));
        let read: Vec<_> = read
            .iter()
            .map(|read| read.as_ref().map(|read| (read.reference.as_str(), read.report)))
            .collect();
        assert_eq!(read, expected, "{query} {body}");
    }
    let many = format!("[{}]", vec!["7"; REPORTS_MAX + 1].join(","));
    assert_eq!(read_all(&received("", "", &many)), [None]);
}

/// What stands around a list is said of each of its reports: whoever sends much of both sends a small callback that fills
/// the memory, and again at every start.
#[test]
fn a_list_does_not_multiply_what_stands_around_it() {
    let list = |items: usize, around: usize| {
        let items = [r#"{"ref":"A","responsecode":"51"}"#].repeat(items).join(",");
        format!(r#"{{"l":[{items}]{}}}"#, r#","a":1"#.repeat(around))
    };
    for (items, around, expected) in [
        (1, 0, 1),
        (1_000, 0, 1_000),
        (1_000, 50, 1_000),
        (2, 1_000, 2),
        (1_000, 400, 1),
        (1_001, 0, 1),
        (10_000, 0, 1),
    ] {
        let body = list(items, around);
        let read = reports(&received("", "", &body));
        assert_eq!(read.len(), expected, "{items} items, {around} members around them");
        let all = read_all(&received("", "", &body));
        let is_read = all.iter().all(Option::is_some);
        assert_eq!((all.len(), is_read), (expected, expected == items), "{items}, {around}");
    }
    let query = "a=1&".repeat(1_000);
    assert_eq!(read_all(&received("", &query, &list(1_000, 0))), [None]);
    let text = format!(
        r#"{{"l":[{}],"text":"{}"}}"#,
        ["{\"ref\":\"A\"}"].repeat(1_000).join(","),
        "x".repeat(40_000)
    );
    assert_eq!(read_all(&received("", "", &text)), [None]);
}

/// The name may be as long as the list.
#[test]
fn the_items_of_a_list_share_its_name() {
    let list = Json::read(br#"[1,[2,3],{"x":4}]"#).expect("JSON");
    let said = ReportPlaces::of(vec![Place::of([Field::of("List", list)])]);
    let names: Vec<_> = said.all().map(|field| &field.name).filter(|name| ***name == *"list").collect();
    assert_eq!(names.len(), 6, "the list, its items and theirs");
    assert!(names.iter().all(|name| Rc::ptr_eq(name, names[0])));
}
