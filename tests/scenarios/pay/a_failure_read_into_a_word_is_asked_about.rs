//! A list of results has a word that Paysheet does not know, and the user reads it as failed. If that is wrong, the person
//! was paid: nobody is paid again on such a reading alone.

use paysheet_desk::{
    ErrorCode,
    view::{
        ListKind, OutcomeReading, PayoutChoice, PayoutDecisionInput, QuestionDecision, QuestionKind,
        WordReading,
    },
};
use paysheet_domain::{DecisionSource, PayoutDecision, PayoutState, WordKind, WordMeaning, account::nuban};
use serde_json::json;

use crate::{
    asking::{STATUS_PATH, answer_with, asking_world_at, paid_record},
    double_payment::{draft, queued, staff},
    outcome_files::{apply_by, export, preview_by},
    paying_again::{SALARIES, correct, input, pay},
    support::{HandClock, World, call_back, code_of, report, state_of, typed, until},
};

/// Applies a list in which the payment has this word, which the user reads as failed if Paysheet does not know it.
async fn listed(world: &World, reference: &str, word: &str) {
    let path = export(world, [(reference, word)]);
    let failed =
        WordReading { kind: WordKind::Status, word: "Annulé".to_owned(), meaning: WordMeaning::Failed };
    let reading = OutcomeReading { columns: None, words: Some(vec![failed]) };
    let shown = preview_by(world, &path, ListKind::Results, &reading).await;
    apply_by(world, &path, &shown, reading, &[]).await.unwrap();
}

/// A payroll of one payment without a result, and its reference.
async fn paid_one(world: &World) -> (u32, String) {
    let id = draft(world, &staff(0..1)).await;
    pay(world, id, Some(input(SALARIES))).await;
    let payouts = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap();
    (id, payouts.rows[0].reference.clone())
}

/// The same, and the user reads its word as failed.
async fn read_as_failed(world: &World) -> (u32, String) {
    let (id, reference) = paid_one(world).await;
    listed(world, &reference, "Annulé").await;
    assert_eq!(state_of(&world.desk, id, &reference).await, PayoutState::Failed);
    (id, reference)
}

/// A draft that pays the failed payment again, to a corrected account: it is found by the chain alone.
async fn corrected_retry(world: &World, id: u32) -> u32 {
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(world, retry, 0, &nuban("058", "040001234").unwrap()).await;
    retry
}

async fn kinds(world: &World, id: u32) -> Vec<QuestionKind> {
    world.desk.questions(id).await.unwrap().iter().map(|question| question.kind).collect()
}

/// Nothing is approved before the user says how they know.
async fn stops(world: &World, id: u32) {
    let review = world.review(id, Some(input("Once more"))).await.unwrap();
    assert_eq!(kinds(world, id).await, [QuestionKind::FailedByReading]);
    let refused = world.desk.approve(id, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
    let (question, reason) = (review.questions[0].key.clone(), "The provider confirmed it".to_owned());
    world.desk.decide_questions(id, QuestionDecision { question, keys: Vec::new(), reason }).await.unwrap();
    world.desk.approve(id, &review.fingerprint, &typed(&review)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn before_it_is_paid_again() {
    let world = World::without_callbacks().await;
    let (id, _) = read_as_failed(&world).await;
    let retry = corrected_retry(&world, id).await;
    stops(&world, retry).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn before_another_payroll_pays_it() {
    let world = World::without_callbacks().await;
    read_as_failed(&world).await;
    let other = draft(&world, &staff(0..1)).await;
    stops(&world, other).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unless_a_list_says_it_itself() {
    let world = World::without_callbacks().await;
    let (id, reference) = read_as_failed(&world).await;
    listed(&world, &reference, "Failed").await;
    let retry = corrected_retry(&world, id).await;
    world.review(retry, None).await.unwrap();
    assert!(kinds(&world, retry).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn unless_the_user_knows_it() {
    let world = World::without_callbacks().await;
    let (id, reference) = read_as_failed(&world).await;
    let one = PayoutChoice::One { reference, evidence: 1 };
    let (source, reason) = (DecisionSource::Provider, "The provider's desk confirmed it".to_owned());
    let known = PayoutDecisionInput { decision: PayoutDecision::Failed, source, reason };
    world.desk.decide_payouts(id, &one, &known).await.unwrap();
    let retry = corrected_retry(&world, id).await;
    world.review(retry, None).await.unwrap();
    assert!(kinds(&world, retry).await.is_empty());
}

/// Two that prove nothing do not prove it together.
#[tokio::test(flavor = "multi_thread")]
async fn although_a_callback_says_it_too() {
    for is_read_first in [true, false] {
        let world = World::without_callbacks().await;
        let (id, reference) = paid_one(&world).await;
        if is_read_first {
            listed(&world, &reference, "Annulé").await;
        }
        let heard = world.listen_elsewhere().await;
        assert_eq!(call_back(&heard, &report(&reference, "51")).await, 200);
        until(&world.desk, id, |track| track.outcomes.iter().any(|seen| seen.state == PayoutState::Failed))
            .await;
        if !is_read_first {
            listed(&world, &reference, "Annulé").await;
        }
        while world.desk.payment(id, &reference).await.unwrap().reports.len() < 2 {
            tokio::task::yield_now().await;
        }
        let retry = corrected_retry(&world, id).await;
        world.review(retry, None).await.unwrap();
        assert_eq!(kinds(&world, retry).await, [QuestionKind::FailedByCallback]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_is_asked_and_it_was_paid() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    let (id, reference) = read_as_failed(&world).await;
    clock.pass_min(10);
    world.desk.ask_due().await.unwrap();
    assert!(world.line.asked_at(STATUS_PATH).is_empty(), "nobody is about to pay it again");
    let retry = corrected_retry(&world, id).await;
    let review = world.review(retry, None).await.unwrap();
    answer_with(&world, &paid_record(&reference, &json!(2000)));
    world.desk.ask_due().await.unwrap();
    assert_eq!(world.line.asked_at(STATUS_PATH).len(), 1);
    assert_eq!(kinds(&world, retry).await, [QuestionKind::NoLongerFailed], "the reading was wrong");
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
    assert_eq!(queued(&world).len(), 1);
}
