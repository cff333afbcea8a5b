//! No secret of a call stands in what comes of it, whatever the service does with the request: not in the outcome,
//! not in the evidence that the ledger keeps, not in a log at its most talkative.

#![allow(clippy::expect_used, reason = "a test without its ground to stand on has failed")]

#[path = "wire/server.rs"]
#[allow(dead_code, reason = "the other test needs all of it")]
mod server;

use std::{
    fmt::Debug,
    io,
    sync::{Arc, Mutex},
};

use paysheet_domain::{BankKind, Country, Currency, Money, Reference};
use paysheet_service::{
    AccountQuery, CallError, Charge, ChargeOutcome, ChargeSettings, Connection, Endpoint, Evidence,
    InstantQueue, Renewal, Retries, Service, Submission, SubmissionBody, SubmissionRecipient, SubmitOutcome,
    Timeouts,
};
use secrecy::SecretString;
use server::{Echo, NEW_TOKEN, Server, Then};

const TOKEN: &str = "canary-token-3141";
const LOCK: &str = "canary \"lock\" é/2718";
const CARD: &str = "5061460410120223210";
const CVV: &str = "739";
const PIN: &str = "8264";
const OTP: &str = "951753";
const KEY: &str = "canary-key";
const SECRET: &str = "canary-secret";

/// Everything that is logged in this process, by either of the two ways.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic while logging").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl log::Log for Log {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let line = format!("{} {}\n", record.target(), record.args());
        self.0.lock().expect("no panic while logging").extend_from_slice(line.as_bytes());
    }

    fn flush(&self) {}
}

impl Log {
    fn start() -> Self {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).without_time();
        subscriber.with_writer(move || writer.clone()).init();
        log::set_boxed_logger(Box::new(log.clone())).expect("the only logger");
        log::set_max_level(log::LevelFilter::Trace);
        log
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("no panic while logging")).into_owned()
    }
}

/// Whether a short code stands there as a number of its own.
fn stands_alone(text: &str, code: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(code).any(|(start, found)| {
        !joins(text[..start].chars().next_back()) && !joins(text[start + found.len()..].chars().next())
    })
}

fn check(what: &str, text: &str) {
    assert!(!text.contains("canary"), "{what}: {text}");
    for start in 0..=CARD.len() - 7 {
        assert!(!text.contains(&CARD[start..start + 7]), "{what}, part of the card number: {text}");
    }
    for code in [CVV, PIN, OTP] {
        assert!(!stands_alone(text, code), "{what}, {code}: {text}");
    }
}

fn checked<T: Debug>(what: &str, outcome: Result<T, CallError>) {
    if let Err(error) = &outcome {
        check(what, &error.to_string());
    }
    check(what, &format!("{outcome:?} {outcome:#?}"));
}

fn checked_with(what: &str, outcome: &dyn Debug, evidence: &Evidence) {
    check(what, &format!("{outcome:?} {outcome:#?} {evidence:?}"));
    check(what, &serde_json::to_string(evidence).expect("JSON"));
}

/// What services do with a request, and with its answer.
fn ways() -> Vec<(&'static str, Then)> {
    vec![
        ("success with the request in it", Then::Echo(Echo::Success("200 OK"))),
        ("success with a refusal's status", Then::Echo(Echo::Success("400 No"))),
        ("refusal with the request as data", Then::Echo(Echo::Refusal("422 No"))),
        ("refusal in a success", Then::Echo(Echo::Refusal("200 OK"))),
        ("refusal of the token", Then::Echo(Echo::Refusal("401 No"))),
        ("gateway page with the request", Then::Echo(Echo::Page("502 Bad Gateway"))),
        ("success that is the request", Then::Echo(Echo::Page("200 OK"))),
        ("refusal that is the request", Then::Echo(Echo::Page("400 No"))),
        ("the request instead of HTTP", Then::Echo(Echo::Garbage)),
        ("cut in the request", Then::Echo(Echo::Cut)),
        ("reset", Then::Reset),
        ("time-out", Then::Hang),
    ]
}

fn service(server: &Server) -> Service {
    let connection = Connection {
        timeouts: Timeouts { connect_ms: 200, submit_ms: 300, read_ms: 300 },
        extra_root: None,
        retries: Retries { repeats_max: 1, wait_first_ms: 1, wait_max_ms: 1, begin_within_ms: 100 },
    };
    Service::new(Endpoint::parse(&server.url(), "Bearer").expect("an address"), &connection)
        .expect("a client")
}

async fn submitted(service: &Service, token: &SecretString) -> SubmitOutcome {
    let reference = |letter: &str| Reference::parse(&letter.repeat(26)).expect("a reference");
    let (batch, payout) = (reference("A"), reference("B"));
    let recipient = SubmissionRecipient {
        account_number: "0690000031",
        bank_code: "044",
        amount: Money::from_minor(100_050, Currency::NGN),
        reference: &payout,
        narration: "Salary",
    };
    let submission = Submission {
        name: "May",
        reference: &batch,
        sender_name: "Acme",
        instant_queue: InstantQueue::Process,
        currency: Currency::NGN,
        callback_code: None,
        recipients: &[recipient],
    };
    let body = SubmissionBody::build(&submission).expect("a body");
    service.submit(token, &SecretString::from(LOCK), &body).await
}

async fn charged(service: &Service, token: &SecretString) -> ChargeOutcome {
    let [card_number, cvv, pin] = [CARD, CVV, PIN].map(SecretString::from);
    let charge = Charge {
        first_name: "Ada",
        last_name: "Obi",
        phone: "08030000000",
        email: "ada@example.com",
        card_number: &card_number,
        cvv: &cvv,
        expiry_year: "27",
        expiry_month: "05",
        pin: Some(&pin),
        redirect_url: "https://example.com/back",
        medium: "web",
        recipient: "wallet",
        recipient_id: "W1",
        amount: Some(Money::from_minor(100_010, Currency::NGN)),
    };
    service.charge(token, &charge, &ChargeSettings::default()).await
}

/// Whether what is left ends with the beginning of a secret.
fn check_end(what: &str, evidence: &Evidence) {
    let excerpt = evidence.body_excerpt.as_deref().unwrap_or_default();
    // The port of this server may begin like the card.
    let lines = excerpt.split_inclusive('\n').filter(|line| !line.starts_with("host: 127.0.0.1"));
    let excerpt = &lines.collect::<String>();
    for beginning in [&TOKEN[..4], &LOCK[..4], &CARD[..7]] {
        assert!(!excerpt.contains(beginning), "{what}: {excerpt}");
    }
    for code in [CVV, PIN, OTP] {
        for length in 2..code.len() {
            let before = excerpt.strip_suffix(&code[..length]);
            let begins = before.is_some_and(|before| before.ends_with(['"', ' ', ':', '\n']));
            assert!(!begins, "{what}, beginning of {code}: {excerpt}");
        }
    }
}

#[tokio::test]
async fn no_half_of_a_secret_ends_an_answer_that_breaks_off() {
    const REQUEST_BYTES_MAX: usize = 900;
    let [token, otp] = [TOKEN, OTP].map(SecretString::from);
    // Half a secret is longer than a step.
    for bytes in (0..REQUEST_BYTES_MAX).step_by(2) {
        let server = Server::start(Then::Echo(Echo::Begun(bytes))).await;
        let service = service(&server);
        let outcome = submitted(&service, &token).await;
        check_end(&format!("submit, {bytes}"), outcome.evidence());
        check_end(&format!("charge, {bytes}"), charged(&service, &token).await.evidence());
        check_end(
            &format!("verify, {bytes}"),
            service.verify_charge(&token, "C-1", &otp, &ChargeSettings::default()).await.evidence(),
        );
        if let SubmitOutcome::NotAccepted { refusal, .. } = outcome {
            assert!(!format!("{refusal:?}").contains(&TOKEN[..4]), "{bytes}: {refusal:?}");
        }
    }
}

#[tokio::test]
async fn no_secret_stands_in_what_comes_of_a_call() {
    let log = Log::start();
    let [token, otp, key, secret] = [TOKEN, OTP, KEY, SECRET].map(SecretString::from);
    let renewal = Renewal::new("v1/token", "apiKey", "secret", "token").expect("a renewal");
    let account = AccountQuery { account_number: "0690000031", bank_code: "044", currency: Currency::NGN };
    for (way, then) in ways() {
        let server = Server::start(then).await;
        let service = service(&server);
        check("the service", &format!("{service:?}"));
        let outcome = submitted(&service, &token).await;
        checked_with(&format!("submit, {way}"), &outcome, outcome.evidence());
        let outcome = charged(&service, &token).await;
        checked_with(&format!("charge, {way}"), &outcome, outcome.evidence());
        if let ChargeOutcome::Answered { answer, .. } = &outcome {
            check(way, &serde_json::to_string(answer).expect("JSON"));
        }
        let outcome = service.verify_charge(&token, "C-1", &otp, &ChargeSettings::default()).await;
        checked_with(&format!("verify, {way}"), &outcome, outcome.evidence());
        checked(
            &format!("banks, {way}"),
            service.banks(&token, Country::NG, BankKind::Bank).await.map(|_| ()),
        );
        checked(&format!("branches, {way}"), service.branches(&token, Country::GH, "1").await.map(|_| ()));
        checked(&format!("resolve, {way}"), service.resolve(&token, &account).await);
        checked(&format!("funding status, {way}"), service.funding_status(&token, "F-1").await);
        let renewed = service.renew(&renewal, &key, &secret).await;
        assert!(!format!("{renewed:?}").contains(NEW_TOKEN), "renew, {way}: {renewed:?}");
        checked(&format!("renew, {way}"), renewed);
    }
    let log = log.text();
    assert!(log.contains("charge outcome unknown") && log.contains("reqwest"), "something is logged: {log}");
    assert!(!log.contains(NEW_TOKEN), "{log}");
    check("the log", &log);
}
