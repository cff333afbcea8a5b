//! A report about a refused batch stopped its successor, which never left, and the user says what became of the successor.
//! The next report is about the refused batch as well: nobody who is only in the successor is counted as sent, and nobody is
//! offered as refused whom the service has.

use std::collections::BTreeMap;

use paysheet_desk::view::{PayrollState, TrackView, UnknownDecision};
use paysheet_domain::{BatchState, Field, PayoutState, account::nuban};

use crate::{
    double_payment::{NOVEMBER, approved, draft, paid_twice, staff},
    exchanged_ledger::{Way, go},
    former_batches::{hear, people_of, refused_twice, tracked},
    paying_again::{SALARIES, approve, input},
    support::{World, accept_warnings, states, typed, until, until_closed},
};

/// The first batch reached nobody, and a report moved it to a draft. A report about the other refused batch stopped the
/// second one, because it is all that is left of its payroll.
async fn stopped(world: &World, id: u32, first: &[String], second: &[String]) -> u32 {
    world.line.hang_up().await;
    world.desk.send(id).await.unwrap();
    world.line.pick_up().await;
    hear(world, &first[0]).await;
    until(&world.desk, id, |track| !track.taken_back_to.is_empty()).await;
    hear(world, &second[0]).await;
    let track = until(&world.desk, id, |track| states(track) == [BatchState::Unknown]).await;
    track.batches[0].key
}

async fn decide_not_there(world: &World, id: u32, batch: u32) {
    let no = UnknownDecision::TheServiceDoesNotHaveIt;
    world.desk.decide_unknown(id, batch, no, "They looked").await.unwrap();
}

async fn until_paid(world: &World, id: u32, references: &[String]) -> BTreeMap<String, PayoutState> {
    let is_paid = |people: &BTreeMap<String, PayoutState>| {
        references.iter().all(|reference| people.get(reference) == Some(&PayoutState::Paid))
    };
    for _ in 0..300 {
        let people = people_of(world, id).await;
        if is_paid(&people) {
            return people;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("not paid: {:#?}", people_of(world, id).await);
}

/// The service has this person: another payroll does not pay them without a decision.
async fn assert_asked_about(world: &World, person: u32, when: &str) {
    let again = draft(world, &staff(person..person + 1)).await;
    accept_warnings(&world.desk, again).await;
    let review = world.review(again, Some(input(&format!("{person} again, {when}")))).await.unwrap();
    let refused = world.desk.approve(again, &review.fingerprint, &typed(&review)).await;
    assert!(refused.is_err(), "{person} {when}");
}

/// The payroll in which those are tracked whom the service has in the refused batch.
async fn until_tracked_elsewhere(world: &World, id: u32, people: u32) -> u32 {
    let link_of =
        |track: &TrackView| track.sent_after_all_in.iter().find(|link| link.people == people).cloned();
    let track = until(&world.desk, id, |track| link_of(track).is_some()).await;
    link_of(&track).unwrap().payroll
}

/// Before, they stayed in the withdrawn payroll: shown as withdrawn although the service has them, and their missing result
/// was not waited for. Once, whoever had a result in it could be paid again without a question, and so could the others.
#[tokio::test(flavor = "multi_thread")]
async fn and_withdrawn() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    decide_not_there(&world, id, batch).await;
    world.desk.withdraw(id, Some(batch), "Never sent").await.unwrap();

    let former = until_tracked_elsewhere(&world, id, 2).await;
    let people = people_of(&world, former).await;
    assert_eq!((people[&second[0]], people[&second[1]]), (PayoutState::Paid, PayoutState::Sent));
    assert_eq!(states(&world.desk.payroll(former).await.unwrap()), [BatchState::Settling]);
    let only: Vec<PayoutState> = people_of(&world, id).await.into_values().collect();
    assert_eq!(only, [PayoutState::Withdrawn]);
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollState::Withdrawn);
    assert!(world.desk.payrolls().await.unwrap().iter().all(|line| line.damaged_at.is_none()));

    assert_asked_about(&world, 3, "before the next report").await;
    assert_asked_about(&world, 4, "before the next report").await;
    let other = approved(&world, &staff(5..6), "The new one", NOVEMBER).await;
    world.desk.send(other).await.unwrap();
    until_closed(&world.desk, other).await;

    hear(&world, &second[1]).await;
    until_closed(&world.desk, former).await;
    assert!(paid_twice(&world).is_empty());
}

/// It is unresolved again: the next report is no proof that the service has it.
#[tokio::test(flavor = "multi_thread")]
async fn and_decided_before_the_next_report() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    decide_not_there(&world, id, batch).await;
    hear(&world, &second[1]).await;
    until_paid(&world, id, &second).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Unknown]);
}

/// A service that got no answer in time reports the same again. The user knew that report when they decided.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_same_report_again_changes_nothing() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    decide_not_there(&world, id, batch).await;
    hear(&world, &second[0]).await;
    // Reports are applied in their order.
    hear(&world, &first[2]).await;
    let part = world.desk.payroll(id).await.unwrap().taken_back_to[0].payroll;
    until_paid(&world, tracked(&world, part).await, &first[2..]).await;
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::NotAccepted]);
}

/// The service has some of its people already, under the same references.
#[tokio::test(flavor = "multi_thread")]
async fn and_it_is_never_sent() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    let sent = world.line.sent().len();
    let _ = go(&world, Way::ContinueSending, id).await;
    decide_not_there(&world, id, batch).await;
    let _ = go(&world, Way::ContinueSending, id).await;
    assert_eq!(world.line.sent().len(), sent);
}

/// Before, nothing said that the service has them until a report was about them: another payroll paid them without a
/// question.
#[tokio::test(flavor = "multi_thread")]
async fn and_whoever_was_corrected_is_tracked_as_they_were_sent() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    world.desk.take_back(id).await.unwrap();
    let other_account = nuban("058", "040005678").unwrap();
    world.desk.edit_cell(id, 4, Field::AccountNumber, other_account).await.unwrap();
    approve(&world, id, Some(input(SALARIES))).await;
    stopped(&world, id, &first, &second).await;

    assert_asked_about(&world, 4, "before a report about them").await;
    let former = until_tracked_elsewhere(&world, id, 1).await;
    assert_eq!(people_of(&world, former).await, [(second[1].clone(), PayoutState::Sent)].into());
    assert_eq!(states(&world.desk.payroll(former).await.unwrap()), [BatchState::Settling]);
    hear(&world, &second[1]).await;
    until_closed(&world.desk, former).await;
}

/// Somebody edits the record: it does not say why the batch was unknown, so the report may be about it.
#[tokio::test(flavor = "multi_thread")]
async fn unless_the_record_does_not_say_why_it_was_stopped() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    decide_not_there(&world, id, batch).await;
    let edit = "UPDATE events SET data = '{\"from\":\"Approved\",\"to\":\"Unknown\"}'
                WHERE kind = 'batch_moved' AND data LIKE '%former_batch_reported%'";
    world.on_the_disk(edit).await;
    world.desk.withdraw(id, Some(batch), "Never sent").await.unwrap();
    hear(&world, &second[1]).await;
    let track = until(&world.desk, id, |track| states(track) != [BatchState::Withdrawn]).await;
    assert_eq!(states(&track), [BatchState::Settling]);
}

/// Before, those of the refused batch who have another reference now stood in a payroll of their own as refused. It could be
/// withdrawn and its people paid again, though the service has them.
#[tokio::test(flavor = "multi_thread")]
async fn and_nobody_of_the_refused_batch_is_offered_as_refused() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    world.desk.take_back(id).await.unwrap();
    world.desk.edit_cell(id, 4, Field::Amount, "77.00".to_owned()).await.unwrap();
    approve(&world, id, Some(input(SALARIES))).await;
    stopped(&world, id, &first, &second).await;
    for line in world.desk.payrolls().await.unwrap() {
        let track = world.desk.payroll(line.id).await.unwrap();
        assert!(!states(&track).contains(&BatchState::NotAccepted), "{track:#?}");
    }

    // They are shown where the service has them.
    let former = until_tracked_elsewhere(&world, id, 1).await;
    hear(&world, &second[1]).await;
    let people = until_paid(&world, former, &second[1..]).await;
    assert_eq!(people.len(), 1);
}
