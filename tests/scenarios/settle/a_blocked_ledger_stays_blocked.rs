//! A ledger that is not the newest one is refused at every start, until the user has gone through it: it does not become
//! the newest one by being opened, closed or worked with.

use crate::{
    double_payment::{NOVEMBER, approved, draft, sent, staff},
    exchanged_ledger::{Computer, EVERY_WAY, Files, NAME, OTHER_NAME, Outcome, Way, go, pay_as, twelve},
};

#[tokio::test(flavor = "multi_thread")]
async fn an_older_one_at_the_second_start() {
    let mut open = Vec::new();
    for way in EVERY_WAY {
        let mut computer = Computer::new().await;
        let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
        let copy = computer.ledger_files();
        computer.world.desk.send(id).await.unwrap();
        computer.exchange_ledger(&copy).await;
        computer.restart().await;
        let refused = go(&computer.world, way, id).await.is_err();
        let outcome = Outcome::of(&computer.world, Vec::new());
        if !refused || outcome != Outcome::only(1) {
            open.push(format!("{way:?}: {outcome:?}"));
        }
    }
    assert_eq!(open, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_one_at_the_second_start() {
    let mut computer = Computer::new().await;
    pay_as(&computer.world, NAME).await.unwrap();
    computer.exchange_ledger(&Files::default()).await;
    computer.restart().await;
    let refused = pay_as(&computer.world, OTHER_NAME).await.is_err();
    assert_eq!((refused, Outcome::of(&computer.world, Vec::new())), (true, Outcome::only(1)));
}

/// With drafts and settings it has more events than the newest one by now.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_one_that_grew() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let copy = computer.ledger_files();
    computer.world.desk.send(id).await.unwrap();
    computer.exchange_ledger(&copy).await;
    for number in 200..230 {
        draft(&computer.world, &staff(number..number + 1)).await;
    }
    computer.world.set_batch_size(50).await;
    let mut open = Vec::new();
    for way in [Way::ApproveAnotherPayroll, Way::ContinueSending] {
        computer.restart().await;
        if go(&computer.world, way, id).await.is_ok() {
            open.push(format!("{way:?}"));
        }
    }
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// The newest one was opened in between, and paid somebody.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_one_after_the_newest_was_back() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let copy = computer.ledger_files();
    computer.world.desk.send(id).await.unwrap();
    computer.world.desk.close().await;
    let newest = computer.ledger_files();
    computer.open_again().await;
    computer.exchange_ledger(&copy).await;
    computer.exchange_ledger(&newest).await;
    sent(&computer.world, &staff(50..53), "Night shift", NOVEMBER).await;
    computer.exchange_ledger(&copy).await;
    let refused = go(&computer.world, Way::Send, id).await.is_err();
    assert_eq!((refused, Outcome::of(&computer.world, Vec::new())), (true, Outcome::only(2)));
}
