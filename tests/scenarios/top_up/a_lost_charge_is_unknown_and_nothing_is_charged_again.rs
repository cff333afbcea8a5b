use std::sync::Arc;

use paysheet_desk::ErrorCode;
use paysheet_domain::{FundingDecision, FundingState};
use paysheet_practice::CardOutcome;
use tokio::sync::Notify;

use crate::{
    cards::{bank, card, charge, naira, quick, try_charge},
    paying::world,
    support::{Then, World, code_of, open_desk, secrets},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_status_decides_once_somebody_knows_its_reference() {
    let world = world().await;
    let lost = charge(&world, CardOutcome::LostAnswer, "1000").await.top_up;
    assert_eq!((lost.state, lost.can_check), (FundingState::Unknown, false));
    assert_eq!(lost.reason.map(|reason| reason.to_string()).as_deref(), Some("no_answer"));
    assert_eq!(code_of(world.desk.check_top_up(lost.id).await), ErrorCode::TopUpHasNoReference);
    let other = charge(&world, CardOutcome::Success, "2000").await.top_up;

    let taken = world.practice.top_ups();
    let claim = |reference| world.desk.claim_reference(lost.id, reference);
    assert_eq!(code_of(claim(&taken[1].reference).await), ErrorCode::NotThisTopUp, "that is {}", other.id);
    assert_eq!(code_of(claim("NOBODY-KNOWS").await), ErrorCode::ServiceRefused);
    assert_eq!(code_of(claim(" ").await), ErrorCode::ValueInvalid);
    let found = claim(&taken[0].reference).await.unwrap();
    assert_eq!((found.id, found.state), (lost.id, FundingState::Funded));
    assert_eq!((world.line.charges_sent(), taken[0].completions), (2, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn or_the_user_does() {
    let world = world().await;
    let lost = charge(&world, CardOutcome::LostAnswer, "1000").await.top_up;
    let decide = |reason| world.desk.decide_top_up(lost.id, FundingDecision::NotFunded, reason);
    assert_eq!(code_of(decide(" ").await), ErrorCode::ValueInvalid);
    let decided = decide("Not on the statement").await.unwrap();
    assert_eq!((decided.state, decided.decision), (FundingState::Failed, Some(FundingDecision::NotFunded)));
    // The service knows better, and is heard.
    let reference = world.practice.top_ups()[0].reference.clone();
    assert_eq!(world.desk.claim_reference(lost.id, &reference).await.unwrap().state, FundingState::Funded);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_lost_answer_is_charged_once() {
    let world = World::impatient().await;
    world.desk.set_status_pace(quick());
    for (then, state) in [
        (Then::Reset, FundingState::Unknown),
        (Then::Cut, FundingState::Unknown),
        (Then::LoseTheAnswer, FundingState::Unknown),
        (Then::Hang, FundingState::Unknown),
        (Then::answer(500, "broken"), FundingState::Unknown),
        (Then::answer(302, ""), FundingState::Unknown),
        (Then::answer(200, "<html>"), FundingState::Unknown),
        (Then::answer(401, r#"{"status":"error","message":"expired"}"#), FundingState::Refused),
        (Then::answer(200, r#"{"status":"success","data":{"transfer":{"ref":"X"}}}"#), FundingState::Pending),
    ] {
        let before = world.line.charges_sent();
        world.line.next_charge(then);
        let amount = format!("{}.00", 3_000 + before);
        let top_up = charge(&world, CardOutcome::Success, &amount).await.top_up;
        assert_eq!(top_up.state, state);
        assert_eq!(world.line.charges_sent(), before + 1, "never again by itself");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_goes_away_loses_no_answer() {
    let world = world().await;
    let answer = Arc::new(Notify::new());
    world.line.next_charge(Then::HoldTheAnswer(Arc::clone(&answer)));
    let charging =
        world.desk.charge(card(CardOutcome::Success.number()), naira("1000"), bank(&world.practice));
    tokio::select! {
        _ = charging => panic!("it waits for its answer"),
        () = world.line.until_charged(1) => {}
    }
    answer.notify_one();
    crate::paying::until_state(&world.desk, 1, FundingState::Funded).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_waits_for_the_answer() {
    let world = world().await;
    let answer = Arc::new(Notify::new());
    world.line.next_charge(Then::HoldTheAnswer(Arc::clone(&answer)));
    let charging = try_charge(&world, CardOutcome::Success, "1000");
    let closing = async {
        world.line.until_charged(1).await;
        let close = world.desk.close();
        tokio::pin!(close);
        assert!(
            tokio::time::timeout(std::time::Duration::from_millis(200), &mut close).await.is_err(),
            "an answer is on its way"
        );
        answer.notify_one();
        close.await;
    };
    let (_, ()) = tokio::join!(charging, closing);
    let (desk, recovery) = open_desk(world.folder.path(), &world.line.url, secrets(&world.practice)).await;
    assert!(recovery.charges_unknown.is_empty());
    assert_eq!(desk.top_up(1).await.unwrap().top_up.state, FundingState::Charged);
}
