//! Submissions against a service on loopback that fails in every way a wire can: each way has its class.

use crate::{
    quick,
    server::{Server, Then, answer},
};
use paysheet_domain::{Currency, Money, Reference};
use paysheet_service::{
    ANSWER_BYTES_MAX, Connection, Endpoint, InstantQueue, NotSentReason, Service, Submission, SubmissionBody,
    SubmissionRecipient, SubmitOutcome,
};
use secrecy::{ExposeSecret, SecretString};

const QUEUED: &str =
    r#"{"status":"success","data":{"batchId":256,"message":"Disbursement queued for processing."}}"#;
const TOKEN: &str = "canary-token-3141";
const LOCK: &str = "canary \"lock\" 2718";

fn body() -> SubmissionBody {
    let reference = |letter: &str| Reference::parse(&letter.repeat(26)).expect("a reference");
    let (batch, payout) = (reference("A"), reference("B"));
    let recipient = SubmissionRecipient {
        account_number: "0690000031",
        bank_code: "044",
        amount: Money::from_minor(100_050, Currency::NGN),
        reference: &payout,
        narration: "Salary",
    };
    SubmissionBody::build(&Submission {
        name: "May",
        reference: &batch,
        sender_name: "Acme",
        instant_queue: InstantQueue::Process,
        currency: Currency::NGN,
        callback_code: None,
        recipients: &[recipient],
    })
    .expect("a body")
}

fn service(url: &str) -> Service {
    service_by(url, &quick())
}

fn service_by(url: &str, connection: &Connection) -> Service {
    Service::new(Endpoint::parse(url, "Bearer").expect("an address"), connection).expect("a client")
}

async fn submit(url: &str) -> SubmitOutcome {
    submit_by(url, &quick()).await
}

async fn submit_by(url: &str, connection: &Connection) -> SubmitOutcome {
    service_by(url, connection).submit(&SecretString::from(TOKEN), &SecretString::from(LOCK), &body()).await
}

fn class(outcome: &SubmitOutcome) -> String {
    match outcome {
        SubmitOutcome::Accepted { batch_id, .. } => format!("accepted {batch_id}"),
        SubmitOutcome::NotSent { reason, .. } => format!("not_sent {reason}"),
        SubmitOutcome::NotAccepted { refusal, .. } => format!("not_accepted {}", refusal.kind),
        SubmitOutcome::Unknown { reason, .. } => format!("unknown {reason}"),
    }
}

#[tokio::test]
async fn every_way_the_wire_can_end_has_its_class() {
    let raw = |text: &str| Then::Send(text.as_bytes().to_vec());
    let huge = "x".repeat(ANSWER_BYTES_MAX + 1);
    let endless = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{huge}", huge.len());
    let no = r#"{"status":"error","message":"No"}"#;
    for (then, expected) in [
        (answer("200 OK", QUEUED), "accepted 256"),
        (answer("401 Unauthorized", no), "not_accepted token_refused"),
        (answer("403 Forbidden", ""), "not_accepted forbidden"),
        (answer("422 Unprocessable", no), "not_accepted invalid"),
        (answer("200 OK", no), "not_accepted invalid"),
        (answer("500 Oops", no), "unknown server_error"),
        (answer("409 Conflict", no), "unknown conflict"),
        (answer("200 OK", "<html>"), "unknown unreadable"),
        (answer("200 OK", &huge), "unknown too_large"),
        (raw(&endless), "unknown too_large"),
        (raw("HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{\"status\":\"succ"), "unknown cut_answer"),
        (raw("HTTP/1.1 422 No\r\ncontent-length: 90\r\n\r\n{\"status\":\"error\"}"), "unknown cut_answer"),
        (raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"sta\r\n"), "unknown cut_answer"),
        (raw("HTTP/1.1 200 O"), "unknown no_answer"),
        (raw("SSH-2.0-garbage\r\n"), "unknown no_answer"),
        (Then::Close, "unknown no_answer"),
        (Then::Reset, "unknown reset"),
        (Then::Hang, "unknown timeout"),
    ] {
        let server = Server::start(then).await;
        let outcome = submit_by(&server.url(), server.connection()).await;
        assert_eq!(class(&outcome), expected, "{outcome:?}");
        assert_eq!(server.requests().len(), 1, "{expected}: sent exactly once");
    }
}

#[tokio::test]
async fn nothing_is_sent_where_no_connection_opens() {
    let deaf = Server::start(Then::Deaf).await;
    let free_port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("an address").port()
    };
    for (url, connection, expected) in [
        (format!("http://127.0.0.1:{free_port}"), quick(), NotSentReason::Refused),
        (format!("https://127.0.0.1:{free_port}"), quick(), NotSentReason::Refused),
        // Accepts, and never says a word of TLS.
        (
            format!("https://127.0.0.1:{}", deaf.port),
            deaf.connection().clone(),
            NotSentReason::ConnectTimeout,
        ),
    ] {
        let outcome = submit_by(&url, &connection).await;
        assert!(
            matches!(&outcome, SubmitOutcome::NotSent { reason, .. } if *reason == expected),
            "{outcome:?}"
        );
    }
}

#[tokio::test]
async fn a_server_without_tls_gets_nothing() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let seen = std::thread::spawn(move || {
        use std::io::{Read, Write};
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut first = [0; 512];
        let count = stream.read(&mut first).expect("a hello");
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("an answer");
        first[..count].to_vec()
    });
    let outcome = submit(&format!("https://127.0.0.1:{port}")).await;
    assert_eq!(class(&outcome), "not_sent tls", "{outcome:?}");
    let seen = seen.join().expect("what came");
    assert!(!seen.windows(6).any(|window| window == b"canary"));
}

#[tokio::test]
async fn a_token_that_fits_no_header_is_not_sent() {
    let server = Server::start(answer("200 OK", QUEUED)).await;
    let token = SecretString::from("a\r\nX-Injected: b");
    let outcome = service(&server.url()).submit(&token, &SecretString::from(LOCK), &body()).await;
    assert_eq!(class(&outcome), "not_sent token_unusable");
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_redirect_is_never_followed() {
    let elsewhere = Server::start(answer("200 OK", QUEUED)).await;
    for status in ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let redirect = format!(
            "HTTP/1.1 {status}\r\nlocation: {}/v1/disburse/queue\r\ncontent-length: 0\r\n\r\n",
            elsewhere.url()
        );
        let server = Server::start(Then::Send(redirect.into_bytes())).await;
        assert_eq!(class(&submit(&server.url()).await), "unknown redirect");
        assert_eq!(server.connections(), 1);
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[tokio::test]
async fn the_body_arrives_as_it_was_hashed_with_the_lock_at_its_end() {
    let keep = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{QUEUED}", QUEUED.len());
    let server = Server::start(Then::KeepAlive(keep.into_bytes())).await;
    let service = service(&format!("{}/api/", server.url()));
    let (token, lock) = (SecretString::from(TOKEN), SecretString::from(LOCK));
    for _ in 0..2 {
        let outcome = service.submit(&token, &lock, &body()).await;
        assert_eq!(class(&outcome), "accepted 256");
    }
    assert_eq!(server.connections(), 2, "no connection is used twice");

    let requests = server.requests();
    let (head, sent) = requests[0].split_once("\r\n\r\n").expect("a whole request");
    let text = body().text().to_owned();
    let expected = format!(r#"{},"lock":"canary \"lock\" 2718"}}"#, &text[..text.len() - 1]);
    assert_eq!(sent, expected);
    assert!(head.starts_with("POST /api/v1/disburse/queue HTTP/1.1\r\n"), "{head}");
    for line in [
        &format!("authorization: Bearer {TOKEN}"),
        "content-type: application/json",
        concat!("user-agent: Paysheet/", env!("CARGO_PKG_VERSION")),
        &format!("content-length: {}", expected.len()),
    ] {
        assert!(head.lines().any(|l| l == line), "{line} is missing: {head}");
    }
    for absent in ["referer", "accept-encoding", "cookie", "expect"] {
        assert!(!head.contains(&format!("\r\n{absent}:")), "{absent} is there: {head}");
    }
}

#[tokio::test]
async fn secrets_the_service_sends_back_go_nowhere() {
    let echoed = serde_json::to_string(LOCK).expect("JSON");
    let say =
        |what: &str| format!(r#"{{"status":"error","message":{what},"code":"{TOKEN}","data":"{TOKEN}"}}"#);
    let long = format!(r#""{}{TOKEN}""#, "x".repeat(2_000));
    for then in [
        answer("422 No", &say(&echoed)),
        answer("200 OK", &say(&echoed)),
        answer("500 Oops", &format!("<p>{LOCK}</p> {TOKEN}")),
        answer("400 No", &say(&long)),
        Then::Send(format!("HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{TOKEN} {LOCK}").into_bytes()),
        Then::Send(format!("{TOKEN} {LOCK}\r\n").into_bytes()),
        Then::Reset,
    ] {
        let server = Server::start(then).await;
        let service = service(&server.url());
        let (token, lock) = (SecretString::from(TOKEN), SecretString::from(LOCK));
        let outcome = service.submit(&token, &lock, &body()).await;
        let evidence = serde_json::to_string(outcome.evidence()).expect("JSON");
        for shown in
            [format!("{outcome:?}"), evidence, format!("{service:?} {:?} {token:?} {lock:?}", body())]
        {
            assert!(!shown.contains("canary"), "{shown}");
        }
        assert_eq!(lock.expose_secret(), LOCK);
    }
}
