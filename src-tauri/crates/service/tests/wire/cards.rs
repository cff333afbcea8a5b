//! Charges, their validation, and the status of a funding, against a service on loopback that fails in every way.

use crate::{
    quick,
    server::{Server, Then, answer},
};
use paysheet_domain::{Currency, Money};
use paysheet_service::{
    CallError, Charge, ChargeOutcome, ChargeSettings, Connection, Endpoint, FundingStatus, NextStep,
    RefusalKind, Service, UnknownReason, next_step,
};
use secrecy::SecretString;

const TOKEN: &str = "canary-token-3141";
const PENDING: &str = concat!(
    r#"{"status":"success","data":{"transfer":{"id":21122,"status":"started","amountToSend":1000.10,"#,
    r#""xChargeResponseCode":"02","xChargeReference":"C-1","ref":"R-1"},"chargeMethod":"OTP"}}"#
);
const COMPLETED: &str = r#"{"status":"success","data":{"ref":"R-1","status":"completed","amount":1000.10}}"#;

struct Card {
    number: SecretString,
    cvv: SecretString,
    pin: SecretString,
}

fn card() -> Card {
    let [number, cvv, pin] = ["4242424242424242", "739", "8264"].map(SecretString::from);
    Card { number, cvv, pin }
}

fn charge(card: &Card) -> Charge<'_> {
    Charge {
        first_name: "Ada",
        last_name: "Obi",
        phone: "08030000000",
        email: "ada@example.com",
        card_number: &card.number,
        cvv: &card.cvv,
        expiry_year: "27",
        expiry_month: "05",
        pin: Some(&card.pin),
        redirect_url: "https://example.com/back",
        medium: "web",
        recipient: "wallet",
        recipient_id: "W1",
        amount: Some(Money::from_minor(100_010, Currency::NGN)),
    }
}

fn service(url: &str, prefix: &str) -> Service {
    service_by(url, prefix, &quick())
}

fn service_by(url: &str, prefix: &str, connection: &Connection) -> Service {
    Service::new(Endpoint::parse(url, prefix).expect("an address"), connection).expect("a client")
}

async fn charged(server: &Server) -> ChargeOutcome {
    let (card, token) = (card(), SecretString::from(TOKEN));
    let service = service_by(&server.url(), "", server.connection());
    service.charge(&token, &charge(&card), &ChargeSettings::default()).await
}

async fn verified(server: &Server) -> ChargeOutcome {
    let (token, otp) = (SecretString::from(TOKEN), SecretString::from("951753"));
    service_by(&server.url(), "", server.connection())
        .verify_charge(&token, "C-1", &otp, &ChargeSettings::default())
        .await
}

fn class(outcome: &ChargeOutcome) -> String {
    match outcome {
        ChargeOutcome::NotSent { reason, .. } => format!("not_sent {reason}"),
        ChargeOutcome::NotAccepted { refusal, .. } => format!("not_accepted {}", refusal.kind),
        ChargeOutcome::Unknown { reason, .. } => format!("unknown {reason}"),
        ChargeOutcome::Answered { answer, .. } => format!("answered {:?}", next_step(answer)),
    }
}

#[tokio::test]
async fn every_way_the_wire_can_end_has_its_class_and_nothing_is_sent_twice() {
    let raw = |text: &str| Then::Send(text.as_bytes().to_vec());
    for (then, expected) in [
        (answer("200 OK", PENDING), "answered Otp { reference: \"C-1\" }"),
        (answer("401 No", ""), "not_accepted token_refused"),
        (answer("429 Slow", ""), "not_accepted rate_limited"),
        (answer("200 OK", r#"{"status":"error","data":"Card declined"}"#), "not_accepted invalid"),
        (answer("503 Later", PENDING), "unknown server_error"),
        (answer("307 There", ""), "unknown redirect"),
        (answer("200 OK", "<html>"), "unknown unreadable"),
        (raw("HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{\"status\":\"succ"), "unknown cut_answer"),
        (raw("HTTP/1.1 200 O"), "unknown no_answer"),
        (Then::Close, "unknown no_answer"),
        (Then::Reset, "unknown reset"),
        (Then::Hang, "unknown timeout"),
    ] {
        let server = Server::start(then.clone()).await;
        let outcome = charged(&server).await;
        assert_eq!(class(&outcome), expected, "{outcome:?}");
        assert_eq!((server.connections(), server.requests().len()), (1, 1), "{expected}: sent exactly once");
        let server = Server::start(then).await;
        let outcome = verified(&server).await;
        assert_eq!(class(&outcome), expected, "{outcome:?}");
        assert_eq!((server.connections(), server.requests().len()), (1, 1), "{expected}: sent exactly once");
    }
}

#[tokio::test]
async fn a_charge_arrives_as_the_interface_writes_it() {
    let keep = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{PENDING}", PENDING.len());
    let server = Server::start(Then::KeepAlive(keep.into_bytes())).await;
    let (card, token) = (card(), SecretString::from(TOKEN));
    let service = service(&format!("{}/api", server.url()), "Bearer");
    for _ in 0..2 {
        service.charge(&token, &charge(&card), &ChargeSettings::default()).await;
    }
    assert_eq!(server.connections(), 2, "no connection is used twice");
    let requests = server.requests();
    let (head, body) = requests[0].split_once("\r\n\r\n").expect("a whole request");
    let expected = concat!(
        r#"{"firstname":"Ada","lastname":"Obi","phonenumber":"08030000000","email":"ada@example.com","#,
        r#""card_no":"4242424242424242","cvv":"739","expiry_year":"27","expiry_month":"05","pin":"8264","#,
        r#""redirecturl":"https://example.com/back","medium":"web","recipient":"wallet","recipient_id":"W1","#,
        r#""amount":"1000.10"}"#
    );
    assert_eq!(body, expected);
    assert!(head.starts_with("POST /api/v1/transfer/card HTTP/1.1\r\n"), "{head}");
    for line in ["authorization", "authentication"].map(|name| format!("{name}: Bearer {TOKEN}")) {
        assert_eq!(head.lines().filter(|l| *l == line).count(), 1, "{line}: {head}");
    }
}

#[tokio::test]
async fn a_validation_carries_reference_and_password() {
    let done = r#"{"status":"success","data":{"xChargeResponseCode":"00","xChargeReference":"C-1"}}"#;
    let server = Server::start(answer("200 OK", done)).await;
    assert_eq!(class(&verified(&server).await), format!("answered {:?}", NextStep::Done));
    let request = server.requests().pop().expect("a request");
    assert!(request.starts_with("POST /v1/transfer/card/otp HTTP/1.1\r\n"), "{request}");
    assert!(request.contains("\r\nauthorization: canary-token-3141\r\n"), "{request}");
    assert!(!request.contains("authentication:"), "{request}");
    assert!(request.ends_with(r#"{"transaction_reference":"C-1","otp":"951753"}"#), "{request}");
}

/// Most services have the name of their card processor in the path.
#[tokio::test]
async fn the_path_is_the_profiles() {
    let refused = answer("404 Not Found", "Cannot POST");
    let server = Server::start(refused).await;
    let (card, token, otp) = (card(), SecretString::from(TOKEN), SecretString::from("951753"));
    let settings = ChargeSettings::default().at("processor").expect("a part of a path");
    let service = service_by(&format!("{}/api", server.url()), "", server.connection());
    let charged = service.charge(&token, &charge(&card), &settings).await;
    let verified = service.verify_charge(&token, "C-1", &otp, &settings).await;
    assert_eq!([class(&charged), class(&verified)], ["not_accepted invalid", "not_accepted invalid"]);
    let paths: Vec<String> =
        server.requests().iter().filter_map(|request| request.lines().next().map(str::to_owned)).collect();
    assert_eq!(
        paths,
        ["POST /api/v1/transfer/processor HTTP/1.1", "POST /api/v1/transfer/processor/otp HTTP/1.1"]
    );
}

#[tokio::test]
async fn what_cannot_be_a_charge_is_not_sent() {
    let server = Server::start(answer("200 OK", PENDING)).await;
    let (card, token) = (card(), SecretString::from(TOKEN));
    let service = service(&server.url(), "");
    let wrong = Charge { expiry_month: "13", ..charge(&card) };
    let outcome = service.charge(&token, &wrong, &ChargeSettings::default()).await;
    assert_eq!(class(&outcome), "not_sent request_unusable");
    let outcome =
        service.charge(&SecretString::from("a\r\nb"), &charge(&card), &ChargeSettings::default()).await;
    assert_eq!(class(&outcome), "not_sent token_unusable");
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn the_status_of_a_funding_is_asked_until_it_is_known() {
    let server = Server::script(vec![Then::Reset, answer("200 OK", COMPLETED)]).await;
    let token = SecretString::from(TOKEN);
    let record = service(&server.url(), "").funding_status(&token, "R-\"1").await.expect("a record");
    assert_eq!((record.status, record.amount.as_deref()), (Some(FundingStatus::Completed), Some("1000.10")));
    assert_eq!(server.connections(), 2);
    let request = server.requests().pop().expect("a request");
    assert!(request.starts_with("POST /v1/fund/status HTTP/1.1\r\n"), "{request}");
    assert!(request.ends_with(r#"{"ref":"R-\"1"}"#), "{request}");

    for (body, unknown) in
        [(r#"{"status":"error","message":"Unknown"}"#, false), (r#"{"status":"success"}"#, true)]
    {
        let server = Server::start(answer("200 OK", body)).await;
        let outcome = service(&server.url(), "").funding_status(&token, "R-1").await;
        match outcome {
            Err(CallError::Refused(refusal)) => assert!(!unknown && refusal.kind == RefusalKind::Invalid),
            Err(CallError::NoAnswer { reason, .. }) => {
                assert!(unknown && reason == UnknownReason::Unreadable)
            }
            other => panic!("{other:?}"),
        }
    }
}
