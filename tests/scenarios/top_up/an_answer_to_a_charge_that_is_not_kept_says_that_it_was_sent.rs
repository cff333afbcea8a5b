use paysheet_desk::{DeskError, ErrorCode};
use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::{bank, charge, otp, try_charge},
    paying::{OTP, world},
    support::code_of,
};

#[tokio::test(flavor = "multi_thread")]
async fn and_one_that_was_not_says_that_too() {
    let world = world().await;
    world
        .on_the_disk("CREATE TRIGGER full BEFORE INSERT ON fundings BEGIN SELECT RAISE(ABORT, 'full'); END")
        .await;
    let refused = try_charge(&world, CardOutcome::Success, "1000").await.map(|step| step.top_up);
    assert_eq!(code_of(refused), ErrorCode::LedgerUnavailable);
    assert_eq!(world.line.charges_sent(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_the_card() {
    let world = world().await;
    // Between the intent and the answer the row is torn.
    world
        .on_the_disk(
            "CREATE TRIGGER torn AFTER INSERT ON events WHEN NEW.kind = 'charge_intent'
             BEGIN UPDATE fundings SET stage = 'Torn'; END",
        )
        .await;
    let lost = try_charge(&world, CardOutcome::Success, "1000").await.map(|step| step.top_up);
    assert!(matches!(&lost, Err(DeskError::ChargeNotRecorded { funding: 1, .. })), "{lost:?}");
    assert_eq!(code_of(lost), ErrorCode::ChargeNotRecorded);
    assert_eq!(world.line.charges_sent(), 1, "it is at the service");
    // As the disk has it again, and another start finds it.
    world.on_the_disk("DROP TRIGGER torn").await;
    world.on_the_disk("UPDATE fundings SET stage = 'Intent'").await;
    let mut world = world;
    assert_eq!(world.restart().await.charges_unknown.len(), 1);
    assert_eq!(world.desk.top_up(1).await.unwrap().top_up.state, FundingState::Unknown);
    let again = try_charge(&world, CardOutcome::Success, "1000").await.map(|step| step.top_up);
    assert_eq!(code_of(again), ErrorCode::ChargedAlready);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_its_password() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Otp, "1000").await.top_up;
    world
        .on_the_disk(
            "CREATE TRIGGER torn AFTER INSERT ON events WHEN NEW.kind = 'otp_intent'
             BEGIN UPDATE fundings SET stage = 'Torn'; END",
        )
        .await;
    let sent = world.desk.submit_otp(top_up.id, otp(OTP), bank(&world.practice)).await;
    assert_eq!(code_of(sent.map(|step| step.top_up)), ErrorCode::ChargeNotRecorded);
}
