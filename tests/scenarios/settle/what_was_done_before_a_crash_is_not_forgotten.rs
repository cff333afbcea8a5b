//! The other side of the rule that an older ledger is noticed: a ledger that is the newest one is never taken for an older
//! one, however the program ended and wherever the files lie.

use std::{fs, sync::Arc};

use paysheet_desk::view::UnknownDecision;
use paysheet_domain::BatchState;
use tempfile::TempDir;
use tokio::sync::Notify;

use crate::{
    double_payment::{NOVEMBER, approve, approved, draft, nobody, paid_twice, queued, review, sent, staff},
    exchanged_ledger::{Computer, NAME, twelve},
    support::{Then, World, states, until},
};

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_without_an_answer_is_unknown_and_others_are_paid() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let answer = Arc::new(Notify::new());
    computer.world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    computer.world.desk.start_sending(id).unwrap();
    computer.world.line.until_sent(1).await;
    let (keys, ledger) = (computer.key_files(), computer.ledger_files());
    answer.notify_one();
    let recovery = computer.start_after_a_crash(&ledger, &keys).await;
    assert_eq!(recovery.became_unknown.len(), 1);
    let track = computer.world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Unknown]);
    others_are_paid(&computer.world).await;
    let (batch, there) = (track.batches[0].key, UnknownDecision::TheServiceHasIt);
    computer.world.desk.decide_unknown(id, batch, there, "Their support said so").await.unwrap();
    assert_eq!((computer.world.submissions_at_the_service(), paid_twice(&computer.world)), (2, nobody()));
}

/// In each moment of a payroll's way.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_done_last() {
    let mut computer = Computer::new().await;
    let id = draft(&computer.world, &twelve()).await;
    crash(&mut computer).await;
    let shown = review(&computer.world, id, NAME, NOVEMBER).await.unwrap();
    crash(&mut computer).await;
    approve(&computer.world, &shown).await.unwrap();
    crash(&mut computer).await;
    crash(&mut computer).await;
    computer.world.desk.send(id).await.unwrap();
    crash(&mut computer).await;
    assert_eq!(states(&computer.world.desk.payroll(id).await.unwrap()), [BatchState::Settling]);
    others_are_paid(&computer.world).await;
    assert_eq!(queued(&computer.world).len(), 15);
}

/// Closed and opened again, often, and after a crash; locked and unlocked.
#[tokio::test(flavor = "multi_thread")]
async fn an_end_in_order_is_never_noticed() {
    let mut computer = Computer::new().await;
    computer.restart().await;
    let id = draft(&computer.world, &twelve()).await;
    computer.restart().await;
    computer.restart().await;
    crash(&mut computer).await;
    let shown = review(&computer.world, id, NAME, NOVEMBER).await.unwrap();
    computer.restart().await;
    approve(&computer.world, &shown).await.unwrap();
    crash(&mut computer).await;
    computer.restart().await;
    computer.world.desk.lock();
    computer.world.desk.unlock().await.unwrap();
    computer.world.desk.continue_sending(id, None).await.unwrap();
    until(&computer.world.desk, id, |track| !track.sending).await;
    computer.restart().await;
    others_are_paid(&computer.world).await;
    assert_eq!((computer.world.submissions_at_the_service(), paid_twice(&computer.world)), (2, nobody()));
}

/// The folder of the ledger is another one; the key stays where it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_ledger_that_was_moved() {
    let mut computer = Computer::new().await;
    sent(&computer.world, &staff(50..53), "October salaries", "2026-10").await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    computer.world.desk.close().await;
    let place = TempDir::new().unwrap();
    for file in fs::read_dir(computer.world.folder.path()).unwrap() {
        let file = file.unwrap();
        fs::rename(file.path(), place.path().join(file.file_name())).unwrap();
    }
    computer.world.folder = place;
    computer.open_again().await;
    computer.world.desk.send(id).await.unwrap();
    others_are_paid(&computer.world).await;
    assert_eq!((computer.world.submissions_at_the_service(), paid_twice(&computer.world)), (3, nobody()));
}

/// The machine stops now, and starts again.
async fn crash(computer: &mut Computer) {
    let (keys, ledger) = (computer.key_files(), computer.ledger_files());
    computer.start_after_a_crash(&ledger, &keys).await;
}

/// Three people of a payroll of their own.
async fn others_are_paid(world: &World) {
    let id = sent(world, &staff(100..103), "Night shift", NOVEMBER).await;
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Settling]);
}
