//! Charges of cards: the conclusion of the service crate, and of the desk with its ledger, beside what was charged.
//! Nothing is ever charged again by itself.

use std::{future::Future, path::Path, time::Duration};

use paysheet_desk::{
    CardInput, Desk, StatusPace,
    challenge::Local,
    view::{ChargeInput, Payer},
};
use paysheet_domain::{AttemptResult, Currency, FundingState, Money};
use paysheet_practice::{Fault, FaultPhase, Practice};
use paysheet_service::{
    Charge, ChargeCode, ChargeOutcome, ChargeSettings, Connection, Endpoint, ExtraRoot, Service, Timeouts,
};
use secrecy::SecretString;
use tempfile::TempDir;
use zeroize::Zeroizing;

use crate::{
    IMPATIENT, PATIENT, Speaks, batches, ends_by_time, for_each_seed,
    secrets::{self, Log, assert_no_file_tells, assert_untold},
    support::{HandClock, in_memory, open_desk_waiting},
    tally::{Case, report},
};

const CHARGE_PATH: &str = "/v1/transfer/card";
const STATUS_PATH: &str = "/v1/fund/status";

#[tokio::test(flavor = "multi_thread")]
async fn the_service_crate_tells_the_truth_of_every_charge() {
    let log = Log::of_this_process();
    let mut cases = for_each_seed(|seed| every_fault(seed, Speaks::Plain)).await;
    cases.extend(for_each_seed(|seed| every_fault(seed, Speaks::Tls)).await);
    log.assert_clean("charge");
    report("charges", &cases);
}

/// Seeds through the desk: each waits for more than the service crate alone does.
const DESK_SEEDS_MAX: u64 = 4;

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_tells_the_truth_of_every_charge() {
    let log = Log::of_this_process();
    let mut cases = Vec::new();
    for seed in 1..=crate::seeds().min(DESK_SEEDS_MAX) {
        cases.extend(every_fault_at_a_desk(seed).await);
    }
    log.assert_clean("charge");
    report("charges at the desk", &cases);
}

async fn every_fault_at_a_desk(seed: u64) -> Vec<Case> {
    let practice = Practice::start(crate::practice(seed, Speaks::Plain)).await.unwrap();
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let patient = desk(folders[0].path(), &practice, PATIENT).await;
    let impatient = desk(folders[1].path(), &practice, IMPATIENT).await;
    let mut cases = Vec::new();
    for (place, fault) in faults(Speaks::Plain).enumerate() {
        let desk = if ends_by_time(fault) { &impatient } else { &patient };
        let charging = async {
            let step = desk.charge(card(), input(place), Local::Nothing).await.unwrap();
            assert_untold(&format!("{:?}", step.top_up));
            let class = class_of(step.top_up.state);
            if step.top_up.watching {
                until_asked(desk, step.top_up.id).await;
            }
            class
        };
        cases.push(one(&practice, fault, Speaks::Plain, charging).await);
    }
    for (desk, folder) in [patient, impatient].iter().zip(&folders) {
        desk.close().await;
        assert_no_file_tells(folder.path());
    }
    practice.stop().await;
    cases
}

async fn desk(folder: &Path, practice: &Practice, timeouts: Timeouts) -> Desk {
    let (secrets, clock) = (in_memory(secrets::TOKEN, secrets::LOCK), HandClock::default());
    let (desk, _) = open_desk_waiting(folder, &practice.base_url(), secrets, &clock, timeouts).await;
    desk.unlock().await.unwrap();
    let long = Duration::from_secs(3_600);
    desk.set_status_pace(StatusPace { first: long, most: long, for_most: long });
    desk
}

/// The status is asked for at once; the next fault is not to meet that question. No event reports a status that changes
/// nothing, so this looks again and again.
async fn until_asked(desk: &Desk, id: u32) {
    while desk.top_up(id).await.unwrap().top_up.checked_at.is_none() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn card() -> CardInput {
    let json = serde_json::json!({
        "number": secrets::CARD, "expiryMonth": "04", "expiryYear": "29", "cvv": secrets::CVV, "pin": secrets::PIN,
    });
    CardInput::read(&Zeroizing::new(serde_json::to_vec(&json).unwrap())).unwrap()
}

/// Another amount each time, so that none is asked about.
fn input(place: usize) -> ChargeInput {
    let [first_name, last_name, email, phone] =
        ["Ada", "Obi", "ada@example.com", "+2348030000000"].map(str::to_owned);
    ChargeInput {
        amount: format!("{}", 10_000 + place),
        currency: Currency::NGN,
        payer: Payer { first_name, last_name, email, phone },
        beside: None,
    }
}

fn class_of(state: FundingState) -> AttemptResult {
    match state {
        FundingState::Charged | FundingState::Funded => AttemptResult::Accepted,
        FundingState::NotSent => AttemptResult::NotSent,
        FundingState::Refused | FundingState::Declined => AttemptResult::NotAccepted,
        FundingState::Unknown | FundingState::Pending => AttemptResult::Unknown,
        FundingState::Intent
        | FundingState::NeedsRedirect
        | FundingState::NeedsOtp
        | FundingState::Verifying
        | FundingState::Failed
        | FundingState::Reversed
        | FundingState::Conflict => panic!("no answer puts this card there: {state}"),
    }
}

async fn every_fault(seed: u64, speaks: Speaks) -> Vec<Case> {
    let practice = Practice::start(crate::practice(seed, speaks)).await.unwrap();
    let [patient, impatient] = [PATIENT, IMPATIENT].map(|timeouts| service(&practice, timeouts));
    let mut cases = Vec::new();
    for fault in faults(speaks) {
        let service = if ends_by_time(fault) { &impatient } else { &patient };
        let charging = async {
            let outcome = charge(service, practice.token()).await;
            assert_untold(&format!("{outcome:?}"));
            class(&outcome)
        };
        cases.push(one(&practice, fault, speaks, charging).await);
    }
    practice.stop().await;
    cases
}

fn faults(speaks: Speaks) -> impl Iterator<Item = Fault> {
    Fault::possible().filter(|fault| !fault.kind().is_of_callbacks()).filter(move |fault| match speaks {
        Speaks::Plain => !fault.kind().needs_tls(),
        Speaks::Tls => fault.phase() == FaultPhase::Connect,
    })
}

async fn one(
    practice: &Practice,
    fault: Fault,
    speaks: Speaks,
    charging: impl Future<Output = AttemptResult>,
) -> Case {
    let asked = |path: &str| practice.journal().iter().filter(|line| line.path == path).count();
    let received = || asked(CHARGE_PATH);
    let statuses = asked(STATUS_PATH);
    let (received_before, charged_before, connections) =
        (received(), practice.charges(), practice.connections());
    practice.faults().script([fault]).unwrap();
    let class = charging.await;
    practice.faults().clear();
    Case {
        fault: format!("{}{fault}", if speaks == Speaks::Tls { "tls: " } else { "" }),
        class,
        allowed: batches::allowed(fault, speaks),
        received: received() - received_before,
        taken: practice.charges() - charged_before,
        // A question for the status has one of its own, and moves nothing.
        connections: (practice.connections() - connections)
            .saturating_sub((asked(STATUS_PATH) - statuses) as u64),
        elsewhere: practice.redirected().len(),
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
fn class(outcome: &ChargeOutcome) -> AttemptResult {
    match outcome {
        ChargeOutcome::Answered { answer, .. } => match answer.code {
            ChargeCode::Success => AttemptResult::Accepted,
            ChargeCode::PendingValidation | ChargeCode::Unclear(_) => AttemptResult::Unknown,
            ChargeCode::Declined(_) => AttemptResult::NotAccepted,
        },
        ChargeOutcome::NotSent { .. } => AttemptResult::NotSent,
        ChargeOutcome::NotAccepted { .. } => AttemptResult::NotAccepted,
        ChargeOutcome::Unknown { .. } => AttemptResult::Unknown,
    }
}

fn service(practice: &Practice, timeouts: Timeouts) -> Service {
    let connection = Connection {
        timeouts,
        extra_root: practice.root_pem().map(|pem| ExtraRoot::from_pem(pem).unwrap()),
        ..Connection::default()
    };
    Service::new(Endpoint::parse(&practice.base_url(), "").unwrap(), &connection).unwrap()
}

fn secret(text: &str) -> SecretString {
    SecretString::from(text)
}
