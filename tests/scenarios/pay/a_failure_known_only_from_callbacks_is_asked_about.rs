//! Callbacks are not signed: somebody who knows the address can send one that says that a payment failed. Nobody is paid
//! again on the word of a callback alone.

use paysheet_desk::{
    ErrorCode,
    view::{PayoutChoice, PayoutDecisionInput, QuestionKind, QuestionView},
};
use paysheet_domain::{DecisionSource, PayoutDecision, PayoutState, account::nuban};
use serde_json::json;

use crate::{
    asking::{STATUS_PATH, answer_with, asking_world_at, paid_record, questions},
    double_payment::{draft, queued},
    paying_again::{SALARIES, approve, correct, decide_reported_failures, input, one_failed, pay},
    support::{HandClock, Person, World, call_back, code_of, people, report, typed, until},
};

async fn kinds(world: &World, retry: u32) -> Vec<QuestionKind> {
    world.desk.questions(retry).await.unwrap().iter().map(|question| question.kind).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn before_it_is_paid_again() {
    let world = World::open().await;
    let (id, _) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
    let review = world.review(retry, None).await.unwrap();
    let question: &QuestionView = &review.questions[0];
    assert_eq!(
        (question.kind, question.open, question.other.id, question.people.len()),
        (QuestionKind::FailedByCallback, 1, Some(id), 1)
    );
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
    decide_reported_failures(&world, retry).await;
    world.desk.approve(retry, &review.fingerprint, &typed(&review)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn unless_the_user_said_so() {
    let world = World::open().await;
    let (id, failed) = one_failed(&world).await;
    let evidence = world.desk.payment(id, &failed).await.unwrap().evidence;
    let input = PayoutDecisionInput {
        decision: PayoutDecision::Failed,
        source: DecisionSource::Provider,
        reason: "The provider's desk confirmed it".to_owned(),
    };
    let one = PayoutChoice::One { reference: failed, evidence };
    world.desk.decide_payouts(id, &one, &input).await.unwrap();
    let retry = world.desk.pay_failed(id).await.unwrap();
    approve(&world, retry, None).await;
    assert!(kinds(&world, retry).await.is_empty());
}

/// One payment that the service made, and a forged callback that says that it failed. Nothing else was heard about it.
async fn forged_failure(world: &World) -> (u32, String) {
    let one: [Person; 1] = [people(1).remove(0)];
    let id = draft(world, &one).await;
    pay(world, id, Some(input(SALARIES))).await;
    let payouts = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap();
    let reference = payouts.rows[0].reference.clone();
    let heard = world.listen_elsewhere().await;
    assert_eq!(call_back(&heard, &report(&reference, "51")).await, 200);
    until(&world.desk, id, |track| track.outcomes.iter().any(|seen| seen.state == PayoutState::Failed)).await;
    (id, reference)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_is_asked_and_it_was_paid() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    let (id, reference) = forged_failure(&world).await;
    clock.pass_min(10);
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), 0, "nobody is about to pay it again");

    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
    let review = world.review(retry, None).await.unwrap();
    assert_eq!(kinds(&world, retry).await, [QuestionKind::FailedByCallback]);
    answer_with(&world, &paid_record(&reference, &json!(1000)));
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), 1);
    assert_eq!(kinds(&world, retry).await, [QuestionKind::NoLongerFailed]);
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
    assert_eq!(queued(&world).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_is_asked_and_it_failed() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    let (id, reference) = forged_failure(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    world.review(retry, None).await.unwrap();
    let failed = json!({
        "ref": reference, "system_type": "wallet-disburse", "status": "failed", "amount": 1000,
        "providerResponseCode": "51", "reversed": false,
    });
    answer_with(&world, &failed);
    clock.pass_min(10);
    world.desk.ask_due().await.unwrap();
    assert_eq!(world.line.asked_at(STATUS_PATH).len(), 1);
    assert!(kinds(&world, retry).await.is_empty());
    approve(&world, retry, None).await;
}
