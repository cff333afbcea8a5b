//! The set-up of stories about batches that were refused and taken back to Check, before a report proves that the service
//! has them.

use std::collections::BTreeMap;

use paysheet_desk::view::UnknownDecision;
use paysheet_domain::{BatchState, Field, PayoutState, account::nuban};
use serde_json::{Value, json};

use crate::{
    double_payment::{draft, staff},
    exchanged_ledger::{Way, go},
    paying_again::{SALARIES, approve, input, pay},
    support::{Then, World, call_back, eventually, report, states},
};

pub fn refuse(world: &World) {
    let answer =
        json!({ "status": "error", "message": "recipients[1].accountNumber: closed", "code": "INVALID" });
    world.line.next([Then::answer(400, &answer.to_string())]);
}

/// The reference of each row of the last body that left the desk.
pub fn last_references(world: &World) -> Vec<String> {
    let body = world.line.sent_values().pop().unwrap();
    let reference = |recipient: &Value| recipient["ref"].as_str().unwrap().to_owned();
    body["recipients"].as_array().unwrap().iter().map(reference).collect()
}

/// A payroll of `people` in one batch that was refused and taken back. Returns it with its references by row.
pub async fn refused(world: &World, people: u32) -> (u32, Vec<String>) {
    let id = draft(world, &staff(0..people)).await;
    refuse(world);
    pay(world, id, Some(input(SALARIES))).await;
    assert_eq!(world.desk.take_back(id).await.unwrap(), id);
    (id, last_references(world))
}

pub async fn hear(world: &World, reference: &str) {
    assert_eq!(call_back(&world.heard_at, &report(reference, "00")).await, 200);
}

pub async fn correct(world: &World, id: u32, position: u32) {
    let account = nuban("058", "040001234").unwrap();
    world.desk.edit_cell(id, position, Field::AccountNumber, account).await.unwrap();
}

/// The payroll that tracks what the service has of this draft, once there is one.
pub async fn tracked(world: &World, id: u32) -> u32 {
    eventually(async || {
        let link = world.desk.draft(id).await.unwrap().sent_after_all.pop();
        link.map(|link| link.payroll).ok_or_else(|| "nothing is tracked".to_owned())
    })
    .await
}

/// Three people in one batch that was refused and taken back. One of them is corrected, somebody new is included, and the
/// four are approved in one batch. Returns the payroll with the references of the refused batch.
pub async fn corrected(world: &World) -> (u32, Vec<String>) {
    let id = draft(world, &staff(0..4)).await;
    world.desk.exclude(id, vec![3]).await.unwrap();
    refuse(world);
    pay(world, id, Some(input(SALARIES))).await;
    world.desk.take_back(id).await.unwrap();
    let references = last_references(world);
    correct(world, id, 1).await;
    world.desk.restore(id, vec![3]).await.unwrap();
    approve(world, id, Some(input(SALARIES))).await;
    (id, references)
}

/// Nobody listens.
pub async fn reach_nobody(world: &World, id: u32) {
    world.line.hang_up().await;
    world.desk.send(id).await.unwrap();
    world.line.pick_up().await;
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::NotSent]);
}

pub async fn payable(world: &World, id: u32) -> u32 {
    world.desk.draft(id).await.unwrap().payable.iter().map(|total| total.count).sum()
}

/// The rows of those whom the service has are excluded a moment after the report.
pub async fn until_payable(world: &World, id: u32, people: u32) {
    eventually(async || {
        let now = payable(world, id).await;
        if now == people { Ok(()) } else { Err(format!("payable: {now}")) }
    })
    .await;
}

/// The payroll that tracks the refused batch as it was sent: three people.
pub async fn until_tracked(world: &World, id: u32) -> u32 {
    eventually(async || {
        let lines = world.desk.payrolls().await.unwrap();
        assert!(lines.iter().all(|line| line.damaged_at.is_none()), "{lines:#?}");
        for line in lines.iter().filter(|line| line.id != id) {
            if world.desk.payroll(line.id).await.unwrap().sent_after_all == 3 {
                return Ok(line.id);
            }
        }
        Err(format!("nothing is tracked: {:#?}", world.desk.payroll(id).await))
    })
    .await
}

/// Everyone of the refused batch is tracked, and only they.
pub async fn assert_former(world: &World, former: u32, references: &[String]) {
    let track = world.desk.payroll(former).await.unwrap();
    assert_eq!((track.sent_after_all, states(&track).len()), (3, 1), "{track:#?}");
    let mut found: Vec<String> = people_of(world, former).await.into_keys().collect();
    found.sort_unstable();
    let mut expected = references.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

pub async fn people_of(world: &World, id: u32) -> BTreeMap<String, PayoutState> {
    let rows = world.desk.payouts(id, &Default::default(), 0, 100).await.unwrap().rows;
    rows.into_iter().map(|row| (row.reference, row.state)).collect()
}

/// Continues with what is not sent, with its total as it is shown.
pub async fn send_the_rest(world: &World, id: u32) {
    let _ = go(world, Way::ContinueSending, id).await;
}

pub async fn lose(world: &World, id: u32, is_decided: bool) {
    world.line.next([Then::Cut]);
    world.desk.send(id).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Unknown]);
    if is_decided {
        let no = UnknownDecision::TheServiceDoesNotHaveIt;
        world.desk.decide_unknown(id, track.batches[0].key, no, "They looked").await.unwrap();
    }
}

/// Two batches were refused one after the other: three people, and two. All of them and somebody new are approved in batches
/// of `size`. Returns the payroll with the references of both batches.
pub async fn refused_twice(world: &World, size: u32) -> (u32, Vec<String>, Vec<String>) {
    let id = draft(world, &staff(0..6)).await;
    let (first, second) = refuse_twice(world, id, [&[3, 4, 5], &[0, 1, 2, 5]], (size, Some(SALARIES))).await;
    (id, first, second)
}

/// The payroll is refused twice, without these rows the first and the second time. All of it is approved then in batches of
/// `size`, with one row corrected. Returns the references of both refused batches.
pub async fn refuse_twice(
    world: &World,
    id: u32,
    others: [&[u32]; 2],
    (size, name): (u32, Option<&str>),
) -> (Vec<String>, Vec<String>) {
    let mut references = Vec::new();
    for others in others {
        world.desk.exclude(id, others.to_vec()).await.unwrap();
        refuse(world);
        pay(world, id, name.map(input)).await;
        world.desk.take_back(id).await.unwrap();
        world.desk.restore(id, others.to_vec()).await.unwrap();
        references.push(last_references(world));
    }
    correct(world, id, 1).await;
    world.set_batch_size(size).await;
    approve(world, id, name.map(input)).await;
    let second = references.pop().unwrap();
    (references.remove(0), second)
}
