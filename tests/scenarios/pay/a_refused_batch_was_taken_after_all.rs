//! The service refuses a batch, and its people are corrected in a new payroll. Then a report proves that the service has the
//! refused batch all the same.
//!
//! Nobody is paid twice unasked: the batch is there as it was sent, so that the report finds it, all its people count as
//! sent, and the new payroll waits for a decision about each of them, at the approval and before each batch.

use paysheet_desk::{ErrorCode, view::PayrollStatus};
use paysheet_domain::{BatchState, Field, PayoutState, account::nuban};

use crate::{
    double_payment::{draft, paid_twice, queued, staff},
    outcome_files::{apply, export, preview},
    paying_again::{SALARIES, approve, input, pay, refuse},
    support::{
        World, accept_warnings, call_back, code_of, counts, outcomes, report, states, typed, until,
        until_closed,
    },
};

/// A payroll of three people that was refused and corrected: the payroll, the new one, and the references that were sent.
async fn corrected(world: &World) -> (u32, u32, Vec<String>) {
    let id = draft(world, &staff(0..3)).await;
    refuse(world, "recipients[1].accountNumber: closed");
    pay(world, id, Some(input(SALARIES))).await;
    let payouts = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap();
    let references = payouts.rows.into_iter().map(|row| row.reference).collect();
    let new = world.desk.correct(id).await.unwrap();
    world.desk.edit_cell(new, 1, Field::AccountNumber, nuban("058", "040001234").unwrap()).await.unwrap();
    (id, new, references)
}

async fn deliver(world: &World, id: u32, reference: &str, code: &str) {
    assert_eq!(call_back(&world.heard_at, &report(reference, code)).await, 200);
    until(&world.desk, id, |track| states(track) != [BatchState::Withdrawn]).await;
}

async fn asked(world: &World, id: u32) -> u32 {
    world.desk.questions(id).await.unwrap().iter().map(|question| question.open).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_new_one_is_reviewed() {
    let mut world = World::open().await;
    let (id, new, references) = corrected(&world).await;
    deliver(&world, id, &references[0], "00").await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::BeingPaid, vec![BatchState::Settling]));
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1), (PayoutState::Sent, 2)]));
    world.restart().await;
    world.listen().await;
    accept_warnings(&world.desk, new).await;
    let review = world.review(new, None).await.unwrap();
    assert_eq!(asked(&world, new).await, 3, "also about the one whose account was corrected");
    let approval = world.desk.approve(new, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(approval), ErrorCode::QuestionsOpen);

    for reference in &references {
        assert_eq!(call_back(&world.heard_at, &report(reference, "00")).await, 200);
    }
    until_closed(&world.desk, id).await;
    world.desk.discard_draft(new).await.unwrap();
    assert_eq!(world.line.sent_values().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_new_one_is_shown_for_approval() {
    let world = World::open().await;
    let (id, new, references) = corrected(&world).await;
    accept_warnings(&world.desk, new).await;
    let review = world.review(new, None).await.unwrap();
    assert_eq!(asked(&world, new).await, 0, "nothing says so yet");
    deliver(&world, id, &references[2], "00").await;
    let approval = world.desk.approve(new, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(approval), ErrorCode::QuestionsOpen);
    assert_eq!(world.line.sent_values().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_new_one_waits_to_be_sent() {
    let world = World::open().await;
    let (id, new, references) = corrected(&world).await;
    approve(&world, new, None).await;
    deliver(&world, id, &references[0], "02").await;
    let _ = world.desk.send(new).await;
    let track = world.desk.payroll(new).await.unwrap();
    assert_eq!((states(&track), track.stopped.is_some()), (vec![BatchState::Approved], true));
    assert_eq!(world.line.sent_values().len(), 1);
}

/// Nothing can take it back any more. Each person is shown with both payments, so that the money can be asked back.
#[tokio::test(flavor = "multi_thread")]
async fn after_the_new_one_was_sent_it_is_shown() {
    let world = World::open().await;
    let (id, new, references) = corrected(&world).await;
    pay(&world, new, None).await;
    until_closed(&world.desk, new).await;
    deliver(&world, id, &references[0], "00").await;
    let payouts = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap().rows;
    let paid = payouts.iter().find(|row| row.reference == references[0]).unwrap();
    let across = paid.across.as_ref().unwrap();
    assert_eq!((across.payments.len(), across.paid[0].count), (2, 2));
    assert_eq!(
        (queued(&world).len(), paid_twice(&world).len()),
        (3, 0),
        "the service had refused the first batch"
    );
}

/// The same file under another name: the guard asks about everyone.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_same_file_is_asked_about() {
    let world = World::open().await;
    let (id, _, references) = corrected(&world).await;
    deliver(&world, id, &references[0], "00").await;
    let again = draft(&world, &staff(0..3)).await;
    accept_warnings(&world.desk, again).await;
    let review = world.review(again, Some(input("November salaries, second try"))).await.unwrap();
    assert!(asked(&world, again).await >= 3, "{:?}", review.questions);
    let approval = world.desk.approve(again, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(approval), ErrorCode::QuestionsOpen);
}

/// A list of the provider names what was refused: it is shown, and applied like any other.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_list_of_outcomes_says_so() {
    let world = World::open().await;
    let (id, new, references) = corrected(&world).await;
    let path = export(&world, references.iter().map(|reference| (reference.as_str(), "Successful")));
    let shown = preview(&world, &path).await;
    assert_eq!((shown.applicable, shown.to_confirm), (3, 0));
    assert_eq!(apply(&world, &path, &shown, &[]).await.unwrap().payouts, 3);
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Closed);
    world.review(new, None).await.unwrap();
    assert_eq!(asked(&world, new).await, 3);
}

/// Each of them failed at the service: nothing keeps the new payroll, and the old one is not paid again beside it.
#[tokio::test(flavor = "multi_thread")]
async fn and_nobody_of_it_was_paid() {
    let world = World::open().await;
    let (id, new, references) = corrected(&world).await;
    for reference in &references {
        deliver(&world, id, reference, "51").await;
    }
    until(&world.desk, id, |track| outcomes(track) == counts(&[(PayoutState::Failed, 3)])).await;
    assert!(world.desk.payroll(id).await.unwrap().payable_again.iter().all(|total| total.count == 0));
    assert!(world.desk.pay_failed(id).await.is_err(), "the new payroll pays them");
    pay(&world, new, None).await;
    until_closed(&world.desk, new).await;
    assert!(paid_twice(&world).is_empty());
}
