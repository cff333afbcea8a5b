//! Whoever reads a reference on a payment advice can request the address of callbacks with it, and a web server stores
//! what they sent. Such a file is a list, but what is in it is as little signed as when it arrives.

use paysheet_desk::{
    ErrorCode,
    view::{AuditActor, AuditQuery, QuestionKind},
};
use paysheet_domain::PayoutState;
use paysheet_ledger::{EventKind, SettledBy};

use crate::{
    double_payment::draft,
    outcome_files::{apply, counts, file, preview},
    paying_again::{SALARIES, input, pay},
    support::{World, call_back, code_of, people, references, report, state_of, typed, until},
};

async fn sent(world: &World) -> (u32, String) {
    let id = draft(world, &people(1)).await;
    pay(world, id, Some(input(SALARIES))).await;
    (id, references(&world.desk, id).await.into_values().next().unwrap())
}

/// The log of a web server with a request that anybody can make.
async fn import_log(world: &World, reference: &str, code: &str) {
    let line = format!(r#"10.0.0.1 - - [x] "GET /x?responsecode={code}&ref={reference} HTTP/1.1" 404 9"#);
    let path = file(world, "access.log", &[line]);
    let shown = preview(world, &path).await;
    apply(world, &path, &shown, &[]).await.unwrap();
}

async fn asks_before_paying_again(world: &World, id: u32) -> bool {
    let retry = world.desk.pay_failed(id).await.unwrap();
    let review = world.review(retry, None).await.unwrap();
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    let asked = review.questions.iter().any(|question| question.kind == QuestionKind::FailedByCallback);
    assert_eq!(refused.is_err(), asked);
    asked && code_of(refused) == ErrorCode::QuestionsOpen
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_failure_is_asked_about_before_anybody_is_paid_again() {
    let world = World::without_callbacks().await;
    let (id, reference) = sent(&world).await;
    import_log(&world, &reference, "51").await;
    assert_eq!(state_of(&world.desk, id, &reference).await, PayoutState::Failed);
    assert!(asks_before_paying_again(&world, id).await);
}

/// A copy of a forged callback confirms nothing.
#[tokio::test(flavor = "multi_thread")]
async fn nor_does_it_confirm_the_callback() {
    let world = World::without_callbacks().await;
    let (id, reference) = sent(&world).await;
    let heard = world.listen_elsewhere().await;
    assert_eq!(call_back(&heard, &report(&reference, "51")).await, 200);
    until(&world.desk, id, |track| track.outcomes.iter().any(|seen| seen.state == PayoutState::Failed)).await;
    import_log(&world, &reference, "51").await;
    assert!(asks_before_paying_again(&world, id).await);
}

/// What it says is told as a callback's word.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_success_is_reported_not_listed() {
    let world = World::without_callbacks().await;
    let (id, reference) = sent(&world).await;
    import_log(&world, &reference, "00").await;
    let payment = world.desk.payment(id, &reference).await.unwrap();
    let query = AuditQuery { payroll: Some(id), person: None };
    let log = world.desk.audit_log(&query, 0, 500).await.unwrap().rows;
    let reported = log.iter().find(|line| line.kind == EventKind::ReportApplied).unwrap();
    assert_eq!(reported.by, AuditActor::List, "it did not arrive here");
    assert_eq!(
        (payment.payout.state, payment.payout.settled_by),
        (PayoutState::Paid, Some(SettledBy::Callback))
    );
}

/// The same record again changes nothing, from wherever it comes.
#[tokio::test(flavor = "multi_thread")]
async fn and_is_known_if_the_callback_arrived() {
    let world = World::without_callbacks().await;
    let (id, reference) = sent(&world).await;
    let heard = world.listen_elsewhere().await;
    assert_eq!(call_back(&heard, &report(&reference, "00")).await, 200);
    until(&world.desk, id, |track| track.outcomes.iter().any(|seen| seen.state == PayoutState::Paid)).await;
    let path = file(&world, "stored.json", &[format!(r#"[{{"ref":"{reference}","responsecode":"00"}}]"#)]);
    let shown = preview(&world, &path).await;
    assert_eq!(shown.applicable, 0, "{:?}", counts(&shown));
}
