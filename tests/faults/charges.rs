//! Charges of cards: the service crate's conclusion beside what was charged. Nothing is ever charged again by itself.

use paysheet_domain::{Currency, Money};
use paysheet_practice::{Fault, FaultPhase, Practice};
use paysheet_service::{
    Charge, ChargeCode, ChargeOutcome, ChargeSettings, Connection, Endpoint, ExtraRoot, Service, Timeouts,
};
use secrecy::SecretString;

use crate::{
    Speaks, batches, for_each_seed,
    secrets::{self, Log, assert_untold},
    tally::{Case, Class, report},
};

const CHARGE_PATH: &str = "/v1/transfer/card";
const CONNECT_MS: u64 = 700;
const SUBMIT_MS: u64 = 1_500;
const READ_MS: u64 = 5_000;

#[tokio::test(flavor = "multi_thread")]
async fn the_service_crate_tells_the_truth_of_every_charge() {
    let log = Log::of_this_process();
    let mut cases = for_each_seed(|seed| every_fault(seed, Speaks::Plain)).await;
    cases.extend(for_each_seed(|seed| every_fault(seed, Speaks::Tls)).await);
    log.assert_clean("charge");
    report("charges", &cases);
}

async fn every_fault(seed: u64, speaks: Speaks) -> Vec<Case> {
    let practice = Practice::start(crate::practice(seed, speaks)).await.unwrap();
    let service = service(&practice);
    let mut cases = Vec::new();
    for fault in Fault::possible().filter(|fault| !fault.kind().is_of_callbacks()) {
        let fits = match speaks {
            Speaks::Plain => !fault.kind().needs_tls(),
            Speaks::Tls => fault.phase() == FaultPhase::Connect,
        };
        if fits {
            cases.push(one(&practice, &service, fault, speaks).await);
        }
    }
    practice.stop().await;
    cases
}

async fn one(practice: &Practice, service: &Service, fault: Fault, speaks: Speaks) -> Case {
    let received = || practice.journal().iter().filter(|line| line.path == CHARGE_PATH).count();
    let (received_before, charged_before, connections) =
        (received(), practice.charges(), practice.connections());
    practice.faults().script([fault]).unwrap();
    let outcome = charge(service, practice.token()).await;
    practice.faults().clear();
    assert_untold(&format!("{outcome:?}"));
    Case {
        fault: format!("{}{fault}", if speaks == Speaks::Tls { "tls: " } else { "" }),
        class: class(&outcome),
        allowed: batches::allowed(fault, speaks),
        received: received() - received_before,
        taken: practice.charges() - charged_before,
        connections: practice.connections() - connections,
        elsewhere: practice.elsewhere().len(),
        taken_at_last: practice.charges() - charged_before,
    }
}

async fn charge(service: &Service, token: &SecretString) -> ChargeOutcome {
    let (card, cvv, pin) = (secret(secrets::CARD), secret(secrets::CVV), secret(secrets::PIN));
    let charge = Charge {
        first_name: "Ada",
        last_name: "Obi",
        phone: "+2348030000000",
        email: "ada@example.com",
        card_number: &card,
        cvv: &cvv,
        expiry_year: "29",
        expiry_month: "04",
        pin: Some(&pin),
        redirect_url: "https://return.example.com/done",
        medium: "web",
        recipient: "wallet",
        recipient_id: "kola",
        amount: Some(Money::from_minor(1_000_000, Currency::NGN)),
    };
    service.charge(token, &charge, &ChargeSettings::default()).await
}

/// An answer that says neither yes nor no is decided by the funding status, as an unknown one is.
fn class(outcome: &ChargeOutcome) -> Class {
    match outcome {
        ChargeOutcome::Answered { answer, .. } => match answer.code {
            ChargeCode::Success => Class::Accepted,
            ChargeCode::PendingValidation | ChargeCode::Unclear(_) => Class::Unknown,
            ChargeCode::Declined(_) => Class::NotAccepted,
        },
        ChargeOutcome::NotSent { .. } => Class::NotSent,
        ChargeOutcome::NotAccepted { .. } => Class::NotAccepted,
        ChargeOutcome::Unknown { .. } => Class::Unknown,
    }
}

fn service(practice: &Practice) -> Service {
    let connection = Connection {
        timeouts: Timeouts { connect_ms: CONNECT_MS, submit_ms: SUBMIT_MS, read_ms: READ_MS },
        extra_root: practice.root_pem().map(|pem| ExtraRoot::from_pem(pem).unwrap()),
        ..Connection::default()
    };
    Service::new(Endpoint::parse(&practice.base_url(), "").unwrap(), &connection).unwrap()
}

fn secret(text: &str) -> SecretString {
    SecretString::from(text)
}
