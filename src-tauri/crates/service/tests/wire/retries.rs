//! Which failures of a safe read are tried again, counted in connections; and that money calls never are.

use crate::{
    impatient, quick,
    server::{Server, Then, answer},
};
use paysheet_domain::{BankKind, Country};
use paysheet_service::{CallError, Connection, Endpoint, Retries, Service, Timeouts, UnknownReason};
use secrecy::SecretString;

const BANKS: &str = r#"{"status":"success","data":{"044":"ACCESS"}}"#;

async fn ask(server: &Server, connection: &Connection) -> Result<usize, CallError> {
    let endpoint = Endpoint::parse(&server.url(), "").expect("an address");
    let service = Service::new(endpoint, connection).expect("a client");
    let banks = service.banks(&SecretString::from("token"), Country::NG, BankKind::Bank).await;
    banks.map(|banks| banks.len())
}

fn limited(after: &str) -> Then {
    let head = format!("HTTP/1.1 429 Slow\r\n{after}content-length: 0\r\nconnection: close\r\n\r\n");
    Then::Send(head.into_bytes())
}

#[tokio::test]
async fn a_failure_that_passes_is_got_over() {
    let cut = || Then::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{\"sta".to_vec());
    for trouble in [
        vec![Then::Reset],
        vec![Then::Close],
        vec![cut()],
        vec![Then::Hang],
        vec![answer("502 Bad Gateway", "<html>")],
        vec![answer("503 Later", "")],
        vec![answer("504 Timeout", "")],
        vec![limited("")],
        vec![limited("retry-after: 0\r\n")],
        vec![Then::Reset, answer("503 Later", "")],
    ] {
        let tries = trouble.len() + 1;
        let connection = match trouble.as_slice() {
            // Soon, and yet so late that the second try is answered in time on a slow machine too.
            [Then::Hang] => {
                Connection { timeouts: Timeouts { read_ms: 3_000, ..quick().timeouts }, ..quick() }
            }
            _ => quick(),
        };
        let server = Server::script([trouble, vec![answer("200 OK", BANKS)]].concat()).await;
        assert_eq!(ask(&server, &connection).await, Ok(1));
        assert_eq!(server.connections(), tries);
    }
}

#[tokio::test]
async fn what_would_fail_again_is_asked_once() {
    let no = r#"{"status":"error","message":"No"}"#;
    let huge = "x".repeat(paysheet_service::ANSWER_BYTES_MAX + 1);
    for trouble in [
        answer("200 OK", no),
        answer("200 OK", "{}"),
        answer("200 OK", "<html>"),
        answer("200 OK", &huge),
        answer("302 Found", ""),
        answer("400 No", no),
        answer("401 No", no),
        answer("404 No", no),
        answer("408 Slow", no),
        answer("409 No", no),
        answer("500 Oops", no),
        answer("501 Never", no),
        limited("retry-after: 3600\r\n"),
        limited("retry-after: Fri, 31 Dec 2027 23:59:59 GMT\r\n"),
    ] {
        let server = Server::script(vec![trouble.clone(), answer("200 OK", BANKS)]).await;
        let outcome = ask(&server, &quick()).await;
        assert!(outcome.is_err());
        assert_eq!(server.connections(), 1, "{outcome:?}");
    }
}

#[tokio::test]
async fn patience_has_an_end() {
    let server = Server::start(Then::Reset).await;
    let reset = Err(CallError::NoAnswer { reason: UnknownReason::Reset, http_status: None });
    assert_eq!(ask(&server, &quick()).await, reset);
    assert_eq!(server.connections(), 3);

    let server = Server::start(Then::Reset).await;
    assert_eq!(ask(&server, &Connection { retries: Retries::NONE, ..quick() }).await, reset);
    assert_eq!(server.connections(), 1);

    // The first try outlasts the window in which another may begin.
    let server = Server::start(Then::Hang).await;
    let retries = Retries { begin_within_ms: 300, ..impatient().retries };
    let outcome = ask(&server, &Connection { retries, ..impatient() }).await;
    assert!(matches!(outcome, Err(CallError::NoAnswer { reason: UnknownReason::Timeout, .. })));
    assert_eq!(server.connections(), 1);
}
