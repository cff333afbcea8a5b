//! Whether a service has a call is told by comparing its answer with that at a path that does not exist.

use paysheet_service::{CallCheck, CallPath, ChargeSettings, CheckedCall, Endpoint, Service};
use secrecy::SecretString;

use crate::server::{Server, answer};

/// Returns what is told, and the first lines of the requests.
async fn checked(answers: &[(&str, &str)], call: CheckedCall<'_>) -> (String, Vec<String>) {
    let server = Server::script(answers.iter().map(|(status, body)| answer(status, body)).collect()).await;
    let endpoint = Endpoint::parse(&server.url(), "").expect("an address");
    let service = Service::new(endpoint, server.connection()).expect("a client");
    let told = service.check_call(&SecretString::from("canary-token"), call).await;
    let word = match told {
        CallCheck::Answers { message } => format!("answers {}", message.unwrap_or_default()),
        CallCheck::Missing => "missing".to_owned(),
        CallCheck::CannotTell => "cannot tell".to_owned(),
        CallCheck::Refused(refusal) => format!("refused {}", refusal.kind),
        CallCheck::NoAnswer(_) => "no answer".to_owned(),
    };
    let first = |request: String| request.lines().next().unwrap_or_default().to_owned();
    (word.trim().to_owned(), server.requests().into_iter().map(first).collect())
}

#[tokio::test]
async fn an_answer_that_no_other_path_has_is_a_call() {
    let path = CallPath::parse("v1/disburse/status").expect("a path");
    let not_found =
        ("404 Not Found", r#"{"status":"error","code":"UNKNOWN_REFERENCE","message":"No such payout"}"#);
    let no_route = ("404 Not Found", r#"{"status":"error","code":"UNKNOWN_PATH","message":"No such call"}"#);
    for (answers, expected) in [
        (&[("200 OK", r#"{"status":"success","data":{}}"#)][..], "answers"),
        (&[not_found, no_route], "answers No such payout"),
        (&[no_route, no_route], "missing"),
        // A page says which path is missing, so the two pages differ.
        (
            &[
                ("404 Not Found", "Cannot POST /v1/disburse/status"),
                ("404 Not Found", "Cannot POST /v1/disburse/paysheet-check"),
            ],
            "missing",
        ),
        // Without the slash, and behind a proxy that takes a part of it off.
        (
            &[
                ("404 Not Found", r#"{"message":"The route v1/disburse/status could not be found."}"#),
                (
                    "404 Not Found",
                    r#"{"message":"The route v1/disburse/paysheet-check could not be found."}"#,
                ),
            ],
            "missing",
        ),
        (&[("404 Not Found", "<html>"), ("404 Not Found", "<html>")], "missing"),
        // The path exists for another method only.
        (&[("405 Method Not Allowed", "<html>"), ("404 Not Found", "<html>")], "missing"),
        (&[("401 Unauthorized", r#"{"status":"error"}"#)], "refused token_refused"),
        (&[("403 Forbidden", r#"{"status":"error"}"#)], "refused forbidden"),
        (&[("500 Internal Server Error", "<html>"), ("404 Not Found", "<html>")], "no answer"),
    ] {
        let (told, requests) = checked(answers, CheckedCall::PayoutStatus(&path)).await;
        assert_eq!(told, expected, "{answers:?}");
        let paths = ["POST /v1/disburse/status HTTP/1.1", "POST /v1/disburse/paysheet-check HTTP/1.1"];
        assert_eq!(requests, paths[..answers.len().min(requests.len())], "{answers:?}");
    }
}

#[tokio::test]
async fn names_that_a_service_does_not_give_are_not_offered() {
    let of_account =
        ("400 Bad Request", r#"{"status":"error","code":"INVALID_ACCOUNT","message":"Account not found"}"#);
    let no_route = ("404 Not Found", r#"{"status":"error","code":"UNKNOWN_PATH","message":"No such call"}"#);
    let no_names =
        ("400 Bad Request", r#"{"status":"error","code":"NOT_SUPPORTED","message":"Not supported"}"#);
    for (answers, expected) in [
        ([of_account, no_route], "answers Account not found"),
        ([no_route, no_route], "missing"),
        ([no_names, no_route], "missing"),
    ] {
        assert_eq!(checked(&answers, CheckedCall::AccountNames).await.0, expected, "{answers:?}");
    }
}

/// A charge is a POST, and none is made to check it.
#[tokio::test]
async fn no_card_is_charged_to_check_its_path() {
    let settings = ChargeSettings::default().at("processor").expect("a part of a path");
    let paths = ["GET /v1/transfer/processor HTTP/1.1", "GET /v1/transfer/paysheet-check HTTP/1.1"];
    for (first, expected) in [("405 Method Not Allowed", "answers"), ("404 Not Found", "cannot tell")] {
        let answers = [(first, "no"), ("404 Not Found", "no")];
        let (told, requests) = checked(&answers, CheckedCall::Charge(&settings)).await;
        assert_eq!(told, expected, "{first}");
        assert_eq!(requests, paths, "{first}");
    }
}
