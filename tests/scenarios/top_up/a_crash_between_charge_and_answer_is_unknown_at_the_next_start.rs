use std::sync::Arc;

use paysheet_desk::ErrorCode;
use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;
use tokio::sync::Notify;

use crate::{
    cards::{bank, card, charge, naira, otp, quick, try_charge},
    paying::{OTP, world},
    support::{Then, code_of},
};

#[tokio::test(flavor = "multi_thread")]
async fn and_nothing_is_charged_at_that_start() {
    let world = world().await;
    let answer = Arc::new(Notify::new());
    world.line.next_charge(Then::HoldTheAnswer(Arc::clone(&answer)));
    let story = async {
        world.line.until_charged(1).await;
        let (_folder, desk, recovery) = world.after_a_crash().await;
        assert_eq!(recovery.charges_unknown.len(), 1);
        desk.set_status_pace(quick());
        let top_up = desk.top_up(1).await.unwrap().top_up;
        assert_eq!(top_up.state, FundingState::Unknown);
        assert_eq!(top_up.reason.map(|reason| reason.to_string()).as_deref(), Some("crash_found"));
        desk.unlock().await.unwrap();
        desk.watch_open_top_ups().await.unwrap();
        let again =
            desk.charge(card(CardOutcome::Success.number()), naira("1000"), bank(&world.practice)).await;
        assert_eq!(code_of(again.map(|step| step.top_up)), ErrorCode::ChargedAlready, "it may have been");
        assert_eq!(world.line.charges_sent(), 1);
        answer.notify_one();
    };
    let (step, ()) = tokio::join!(try_charge(&world, CardOutcome::Success, "1000"), story);
    step.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_after_the_answer_knows_it() {
    let world = world().await;
    charge(&world, CardOutcome::Otp, "1000").await;
    let (_folder, desk, recovery) = world.after_a_crash().await;
    assert!(recovery.charges_unknown.is_empty());
    assert_eq!(desk.top_up(1).await.unwrap().top_up.state, FundingState::Pending);
    desk.unlock().await.unwrap();
    let typed = desk.submit_otp(1, otp(OTP), bank(&world.practice)).await;
    assert_eq!(code_of(typed.map(|step| step.top_up)), ErrorCode::TopUpMovedOn);
}
