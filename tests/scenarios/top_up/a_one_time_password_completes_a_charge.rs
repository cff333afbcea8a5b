use paysheet_desk::{ErrorCode, view::DeclineKind};
use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::{bank, charge, otp},
    paying::{OTP, submit, until_state, world},
    support::code_of,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_right_one() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Otp, "1000").await.top_up;
    assert_eq!(top_up.state, FundingState::NeedsOtp);
    assert_eq!(top_up.message.as_deref(), Some("Please enter the OTP sent to your phone"));
    assert!(!top_up.watching, "the payer is to type first");
    assert_eq!(submit(&world, top_up.id, "123 456").await.state, FundingState::Charged);
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    let again = world.desk.submit_otp(top_up.id, otp(OTP), bank(&world.practice)).await;
    assert_eq!(code_of(again.map(|step| step.top_up)), ErrorCode::TopUpMovedOn);
    assert_eq!(world.practice.top_ups()[0].completions, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_one_and_then_the_right_one() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Otp, "1000").await.top_up;
    for wrong in 1..=2 {
        let after = submit(&world, top_up.id, "000000").await;
        assert_eq!((after.state, after.otp_wrong), (FundingState::NeedsOtp, wrong));
        assert_eq!(after.message.as_deref(), Some("the one-time password is wrong"));
    }
    submit(&world, top_up.id, OTP).await;
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    assert_eq!(world.line.charges_sent(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_wrong_ones_end_it() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Otp, "1000").await.top_up;
    for _ in 0..2 {
        submit(&world, top_up.id, "000000").await;
    }
    let after = submit(&world, top_up.id, "000000").await;
    assert_eq!((after.state, after.otp_wrong), (FundingState::Failed, 3), "the status says so at once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decline_behind_the_right_one() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::OtpDeclined, "1000").await.top_up;
    let after = submit(&world, top_up.id, OTP).await;
    assert_eq!((after.state, after.decline), (FundingState::Declined, Some(DeclineKind::InsufficientFunds)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_lost_is_decided_by_the_status() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::OtpLostAnswer, "1000").await.top_up;
    let after = submit(&world, top_up.id, OTP).await;
    assert_eq!(after.state, FundingState::Pending);
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    assert_eq!(world.line.asked_at("/v1/transfer/card/otp").len(), 1, "nothing was sent again");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_cannot_be_any_is_not_sent() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Otp, "1000").await.top_up;
    for digits in ["", "  ", "1\n2"] {
        let refused = world.desk.submit_otp(top_up.id, otp(digits), bank(&world.practice)).await;
        assert_eq!(code_of(refused.map(|step| step.top_up)), ErrorCode::ValueInvalid);
    }
    assert!(world.line.asked_at("/v1/transfer/card/otp").is_empty());
}
