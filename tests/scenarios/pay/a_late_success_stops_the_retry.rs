use paysheet_desk::{
    ErrorCode,
    view::{PayoutChoice, PayoutDecisionInput, QuestionDecision, QuestionKind},
};
use paysheet_domain::{DecisionSource, PayoutDecision, account::nuban};

use crate::{
    double_payment::{draft, queued},
    paying_again::{approve, correct, decide_reported_failures, failing, late_success, one_failed, pay},
    support::{World, call_back, code_of, fill_the_disk, report, typed},
};

/// The person's other account: comparing accounts finds nobody.
fn other_account() -> String {
    nuban("058", "040001234").unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn between_draft_and_approval() {
    let world = World::open().await;
    let (id, failed) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &other_account()).await;
    let review = world.review(retry, None).await.unwrap();
    decide_reported_failures(&world, retry).await;
    late_success(&world, id, &failed).await;
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);

    // What the user decides is paid.
    let question = world.desk.questions(retry).await.unwrap().remove(0);
    assert_eq!(
        (question.kind, question.open, question.other.id),
        (QuestionKind::NoLongerFailed, 1, Some(id))
    );
    assert_eq!(question.people.len(), 1);
    let decision =
        QuestionDecision { question: question.key, keys: Vec::new(), reason: "A bonus".to_owned() };
    world.desk.decide_questions(retry, decision).await.unwrap();
    world.desk.approve(retry, &review.fingerprint, &typed(&review)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn between_approval_and_sending() {
    let world = World::open().await;
    let (id, failed) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &other_account()).await;
    approve(&world, retry, None).await;
    late_success(&world, id, &failed).await;
    assert_eq!(code_of(world.desk.send(retry).await), ErrorCode::QuestionsOpen);
    assert!(!queued(&world).contains_key(&other_account()));
}

#[tokio::test(flavor = "multi_thread")]
async fn also_of_the_first_payment_while_the_second_is_paid_again() {
    let world = World::open().await;
    let (id, failed) = one_failed(&world).await;
    let first = world.desk.pay_failed(id).await.unwrap();
    pay(&world, first, None).await;
    crate::support::until_closed(&world.desk, first).await;
    let second = world.desk.pay_failed(first).await.unwrap();
    correct(&world, second, 0, &other_account()).await;
    approve(&world, second, None).await;
    late_success(&world, id, &failed).await;
    assert_eq!(code_of(world.desk.send(second).await), ErrorCode::QuestionsOpen);
    assert!(!queued(&world).contains_key(&other_account()));
}

/// Somebody else's payroll with the same account is still a question.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_guard_still_finds_the_same_account_elsewhere() {
    let world = World::open().await;
    let (id, _) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    let by_hand = draft(&world, &[failing()]).await;
    approve(&world, by_hand, Some(crate::paying_again::input("By hand"))).await;
    let review = world.review(retry, None).await.unwrap();
    assert!(review.questions.iter().any(|question| question.kind == QuestionKind::Armed));
}

/// The user decided while the reports contradicted each other. Now the payment is known, and that is another question.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_decision_made_in_doubt_is_asked_for_again() {
    let world = World::open().await;
    let (id, failed) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &other_account()).await;
    let review = world.review(retry, None).await.unwrap();
    late_success(&world, id, &failed).await;
    let question = world.desk.questions(retry).await.unwrap().remove(0);
    let reason = "The bank says it failed".to_owned();
    let decision = QuestionDecision { question: question.key, keys: Vec::new(), reason };
    world.desk.decide_questions(retry, decision).await.unwrap();

    let evidence = world.desk.payment(id, &failed).await.unwrap().evidence;
    let one = PayoutChoice::One { reference: failed, evidence };
    let paid = PayoutDecisionInput {
        decision: PayoutDecision::Paid,
        source: DecisionSource::BankStatement,
        reason: "It is on the statement".to_owned(),
    };
    world.desk.decide_payouts(id, &one, &paid).await.unwrap();
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
}

/// Damage keeps the late report from being applied. It stays stored, and nobody is paid on what was known before it.
#[tokio::test(flavor = "multi_thread")]
async fn also_where_damage_keeps_it_from_being_applied() {
    let world = World::open().await;
    let (id, failed) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &other_account()).await;
    let review = world.review(retry, None).await.unwrap();
    decide_reported_failures(&world, retry).await;
    world.on_the_disk("UPDATE reports SET report = 'damaged' WHERE report = 'failed'").await;
    assert_eq!(call_back(&world.heard_at, &report(&failed, "00")).await, 200);
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::PayrollDamaged);
}

/// The disk took the report and then nothing more. There is room again before the timer tries again.
#[tokio::test(flavor = "multi_thread")]
async fn also_while_it_waits_to_be_applied() {
    let world = World::open().await;
    let (id, failed) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &other_account()).await;
    let review = world.review(retry, None).await.unwrap();
    decide_reported_failures(&world, retry).await;
    fill_the_disk(&world).await;
    assert_eq!(call_back(&world.heard_at, &report(&failed, "00")).await, 200);
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::LedgerUnavailable);
    world.on_the_disk("DROP TRIGGER full").await;
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
}

/// What was reported counts, not the state that the file names: somebody may have edited the file.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_the_stored_state_was_edited_back() {
    let world = World::open().await;
    let (id, failed) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &other_account()).await;
    let review = world.review(retry, None).await.unwrap();
    decide_reported_failures(&world, retry).await;
    late_success(&world, id, &failed).await;
    world.on_the_disk("UPDATE payouts SET state = 'Failed' WHERE state IN ('Conflict', 'Paid')").await;
    let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_an_edited_state_makes_nobody_payable_again() {
    let world = World::open().await;
    let (id, _) = one_failed(&world).await;
    world.on_the_disk("UPDATE payouts SET state = 'Failed' WHERE state = 'Paid'").await;
    assert_eq!(code_of(world.desk.pay_failed(id).await), ErrorCode::NotPayableAgain);
}
