//! The set-up of stories about failed payouts that are paid again.

use paysheet_desk::view::{
    PayrollStatus, QuestionDecision, QuestionKind, ReviewInput, RowFilter, TypedTotal,
};
use paysheet_domain::{Field, PayoutState};
use serde_json::json;

use crate::{
    double_payment::{NOVEMBER, account_ending, draft, staff},
    support::{Person, Then, World, call_back, counts, outcomes, report, until},
};

/// The end of an account whose payouts the practice service fails.
const FAILS: &str = "0004";
pub const SALARIES: &str = "November salaries";

/// Somebody whose payout fails.
pub fn failing() -> Person {
    Person::new("Chidi Failed", &account_ending(FAILS), "4000.00")
}

/// Two people who are paid, and one whose payout fails. Answers the payroll and the failed payout's reference.
pub async fn one_failed(world: &World) -> (u32, String) {
    let people = [staff(0..2), vec![failing()]].concat();
    let id = draft(world, &people).await;
    pay(world, id, Some(input(SALARIES))).await;
    let wanted = counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1)]);
    until(&world.desk, id, |track| outcomes(track) == wanted && track.state == PayrollStatus::Closed).await;
    let payouts = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap();
    let failed = payouts.rows.into_iter().find(|row| row.state == PayoutState::Failed).unwrap();
    (id, failed.reference)
}

pub fn input(name: &str) -> ReviewInput {
    ReviewInput {
        name: name.to_owned(),
        period: NOVEMBER.to_owned(),
        sender_name: "KOLA FOODS LTD".to_owned(),
        instant_queue: true,
    }
}

/// The person gives another account, and the row is corrected.
pub async fn correct(world: &World, retry: u32, position: u32, account: &str) {
    world.desk.edit_cell(retry, position, Field::AccountNumber, account.to_owned()).await.unwrap();
}

/// Reviews, approves and sends.
pub async fn pay(world: &World, id: u32, input: Option<ReviewInput>) {
    approve(world, id, input).await;
    world.desk.send(id).await.unwrap();
}

pub async fn approve(world: &World, id: u32, input: Option<ReviewInput>) {
    let review = world.review(id, input).await.unwrap();
    decide_reported_failures(world, id).await;
    let open: Vec<_> = world.desk.questions(id).await.unwrap();
    assert!(open.iter().all(|question| question.open == 0), "{open:#?}");
    let typed: Vec<TypedTotal> = crate::support::typed(&review);
    world.desk.approve(id, &review.fingerprint, &typed).await.unwrap();
}

/// The user confirms what only callbacks said: that the payments which this payroll makes again have failed.
pub async fn decide_reported_failures(world: &World, id: u32) {
    let questions = world.desk.questions(id).await.unwrap();
    for question in questions.into_iter().filter(|it| it.kind == QuestionKind::FailedByCallback) {
        let reason = "The provider confirmed it".to_owned();
        let decision = QuestionDecision { question: question.key, keys: Vec::new(), reason };
        world.desk.decide_questions(id, decision).await.unwrap();
    }
}

/// The service reports after all that the old payout was paid.
pub async fn late_success(world: &World, id: u32, reference: &str) {
    assert_eq!(call_back(&world.heard_at, &report(reference, "00")).await, 200);
    until(&world.desk, id, |track| {
        track.outcomes.iter().all(|outcome| outcome.state != PayoutState::Failed || outcome.total.count == 0)
    })
    .await;
}

pub async fn rows(world: &World, id: u32) -> u32 {
    world.desk.draft_rows(id, &RowFilter::default(), 0, 500).await.unwrap().total
}

/// The service refuses the next batch, with these words.
pub fn refuse(world: &World, message: &str) {
    let answer = json!({ "status": "error", "message": message, "code": "INVALID_RECIPIENT" });
    world.line.next([Then::answer(400, &answer.to_string())]);
}
