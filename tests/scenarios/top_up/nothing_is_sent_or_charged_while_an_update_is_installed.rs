use std::{future::poll_fn, pin::pin, task::Poll};

use paysheet_desk::{Desk, ErrorCode};
use paysheet_domain::BatchState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::{charge, try_charge},
    paying::world,
    support::{changed, code_of, people, states},
};

#[tokio::test(flavor = "multi_thread")]
async fn and_no_update_while_something_is_sent() {
    let world = world().await;
    let id = world.approved(&people(3)).await;
    let held = world.desk.hold_sending().expect("nothing is being sent");
    assert!(world.desk.hold_sending().is_none(), "one at a time");
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::UpdateInstalling);
    assert_eq!(code_of(world.desk.start_sending(id)), ErrorCode::UpdateInstalling);
    assert_eq!(code_of(world.desk.continue_sending(id, None).await), ErrorCode::UpdateInstalling);
    let charged = try_charge(&world, CardOutcome::Success, "100.00").await;
    assert_eq!(code_of(charged.map(|step| step.top_up)), ErrorCode::UpdateInstalling);
    assert!(world.line.sent().is_empty() && world.line.charges_sent() == 0);
    drop(held);

    world.desk.start_sending(id).unwrap();
    assert!(world.desk.hold_sending().is_none(), "from the first moment of sending");
    until_sent(&world.desk, id).await;
    charge(&world, CardOutcome::Success, "100.00").await;
    assert_eq!((world.line.sent().len(), world.line.charges_sent()), (1, 1));
}

/// Whoever presses Pay then has decided nothing, and presses it again.
#[tokio::test(flavor = "multi_thread")]
async fn nor_is_anything_approved() {
    let world = world().await;
    let id = world.import(&people(3)).await;
    let total = world.total(id).await;
    let held = world.desk.hold_sending().expect("nothing is being sent");
    assert_eq!(code_of(world.pay(id, &total).await), ErrorCode::UpdateInstalling);
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Frozen]);
    drop(held);

    world.pay(id, &total).await.unwrap();
    until_sent(&world.desk, id).await;
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_is_a_batch_that_never_left_made_ready() {
    let world = world().await;
    let id = world.approved(&people(2)).await;
    world.line.hang_up().await;
    world.desk.send(id).await.unwrap();
    world.line.pick_up().await;
    let held = world.desk.hold_sending().expect("nothing is being sent");
    assert_eq!(code_of(world.desk.continue_sending(id, None).await), ErrorCode::UpdateInstalling);
    assert_eq!(code_of(world.desk.send_unsent(id, None).await), ErrorCode::UpdateInstalling);
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::NotSent]);
    drop(held);

    world.desk.continue_sending(id, None).await.unwrap();
    until_sent(&world.desk, id).await;
    assert_eq!(world.line.sent().len(), 1);
}

/// From the first moment of approving, whatever comes of it.
#[tokio::test(flavor = "multi_thread")]
async fn and_no_update_while_something_is_approved() {
    let world = world().await;
    let id = world.import(&people(3)).await;
    let total = world.total(id).await;
    assert!(!world.desk.is_moving_money());
    let mut paying = pin!(world.pay(id, &total));
    let first = poll_fn(|context| Poll::Ready(paying.as_mut().poll(context))).await;
    assert!(first.is_pending(), "the ledger is read first");
    assert!(world.desk.is_moving_money() && world.desk.hold_sending().is_none());
    paying.await.unwrap();
    until_sent(&world.desk, id).await;
    assert_eq!(world.line.sent().len(), 1);
}

/// Of a decision to pay and an update at the same moment, one comes first.
#[tokio::test(flavor = "multi_thread")]
async fn never_both_at_once() {
    let world = world().await;
    let id = world.approved(&people(3)).await;
    for _ in 0..200 {
        let desk = world.desk.clone();
        let sending = tokio::spawn(async move { desk.start_sending(id) });
        let held = world.desk.hold_sending();
        let sending = sending.await.unwrap();
        if held.is_some() {
            assert!(!world.desk.is_sending(id), "a payroll is being sent while an update is installed");
        } else {
            sending.unwrap();
        }
        drop(held);
        until_sent(&world.desk, id).await;
    }
    world.desk.start_sending(id).unwrap();
    until_sent(&world.desk, id).await;
    assert_eq!(world.line.sent().len(), 1);
}

async fn until_sent(desk: &Desk, id: u32) {
    let mut events = desk.events();
    while desk.is_sending(id) {
        changed(&mut events).await;
    }
}
