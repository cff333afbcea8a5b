//! Somebody puts an older copy of the ledger back, from a backup or a synchronised folder. The copy does not contain what
//! was sent since, and would send it once more.

use std::sync::Arc;

use paysheet_domain::BatchState;
use tokio::sync::Notify;

use crate::{
    double_payment::{Left, NOVEMBER, approve, approved, draft, left, review},
    exchanged_ledger::{
        Computer, EVERY_WAY, NAME, OTHER_NAME, Outcome, Way, go, not_refused, not_refused_as, pay_as, twelve,
    },
    support::{Then, called, states, until},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_an_approved_payroll() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let copy = computer.ledger_files();
    computer.world.desk.send(id).await.unwrap();
    let open = not_refused(&mut computer, &copy, &EVERY_WAY, id).await;
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// It is not approved once more either: neither as it was frozen, nor under another name.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_frozen_payroll() {
    let mut computer = Computer::new().await;
    let id = draft(&computer.world, &twelve()).await;
    let shown = review(&computer.world, id, NAME, NOVEMBER).await.unwrap();
    let copy = computer.ledger_files();
    approve(&computer.world, &shown).await.unwrap();
    computer.world.desk.send(id).await.unwrap();
    let mut open = not_refused(&mut computer, &copy, &[Way::ApproveAnotherPayroll], id).await;

    computer.exchange_ledger(&copy).await;
    if approve(&computer.world, &shown).await.is_ok() {
        open.push("what was shown before".to_owned());
        let _ = computer.world.desk.send(id).await;
    }

    computer.exchange_ledger(&copy).await;
    let desk = &computer.world.desk;
    if desk.back_to_check(id).await.is_ok()
        && let Ok(shown) = desk.review(id, called(OTHER_NAME, NOVEMBER)).await
        && approve(&computer.world, &shown).await.is_ok()
    {
        open.push("the same people under another name".to_owned());
        let _ = desk.send(id).await;
    }
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// The copy does not contain the payroll at all: the same workbook is new to it.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_from_before_the_payroll() {
    let mut computer = Computer::new().await;
    let copy = computer.ledger_files();
    pay_as(&computer.world, NAME).await.unwrap();
    let open = not_refused_as(&mut computer, &copy).await;
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// Not sent, refused, decided or without an answer: the original sent it again after the copy was made.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_payroll_that_waits_to_be_sent_again() {
    let mut open = Vec::new();
    for state in [Left::NotSent, Left::Refused, Left::DecidedNotThere] {
        let mut computer = Computer::new().await;
        let id = left(&computer.world, state, &twelve(), NAME).await;
        let copy = computer.ledger_files();
        go(&computer.world, Way::ContinueSending, id).await.unwrap();
        let ways = [Way::ContinueSending, Way::SendUnsent, Way::ReadyAgain, Way::ApproveAnew];
        let ways = not_refused(&mut computer, &copy, &ways, id).await;
        let outcome = Outcome::of(&computer.world, ways);
        if outcome != Outcome::only(1) {
            open.push(format!("{state:?}: {outcome:?}"));
        }
    }

    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    computer.world.line.next([Then::Reset]);
    computer.world.desk.send(id).await.unwrap();
    let unknown = computer.ledger_files();
    let answer = Arc::new(Notify::new());
    computer.world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    let batch = computer.world.desk.payroll(id).await.unwrap().batches[0].key;
    computer.world.desk.send_again(id, batch, None).await.unwrap();
    computer.world.line.until_sent(2).await;
    let intent = computer.ledger_files();
    answer.notify_one();
    until(&computer.world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&computer.world.desk.payroll(id).await.unwrap()), [BatchState::Settling]);
    for (state, copy) in [("Unknown", unknown), ("Intent", intent)] {
        let before = computer.world.submissions_at_the_service();
        let ways = not_refused(&mut computer, &copy, &[Way::SendAgain], id).await;
        let outcome = Outcome::of(&computer.world, ways);
        if outcome != Outcome::only(before) {
            open.push(format!("{state}: {outcome:?}"));
        }
    }
    assert_eq!(open, Vec::<String>::new());
}
