//! A report about a refused batch stopped its successor, which never left, and the user says what became of the successor.
//! The next report is about the refused batch as well: nobody who is only in the successor is counted as sent, and nobody is
//! offered as refused whom the service has.

use std::collections::BTreeMap;

use paysheet_desk::view::{PayrollState, TrackView, UnknownDecision};
use paysheet_domain::{BatchState, Field, PayoutState};

use crate::{
    double_payment::{NOVEMBER, approved, draft, paid_twice, staff},
    former_batches::{hear, people_of, refused_twice},
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

/// Before, whoever had a result in the withdrawn batch could be paid again without a question, and so could the others of the
/// refused one.
#[tokio::test(flavor = "multi_thread")]
async fn and_withdrawn() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    decide_not_there(&world, id, batch).await;
    world.desk.withdraw(id, Some(batch), "Never sent").await.unwrap();
    assert_asked_about(&world, 3, "before the next report").await;
    assert_asked_about(&world, 4, "before the next report").await;
}

/// Before, the next report accepted all of it: whoever is only in it was shown as sent, and later without a result.
#[tokio::test(flavor = "multi_thread")]
async fn and_withdrawn_before_the_next_report() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    decide_not_there(&world, id, batch).await;
    world.desk.withdraw(id, Some(batch), "Never sent").await.unwrap();
    hear(&world, &second[1]).await;
    let people = until_paid(&world, id, &second).await;
    let only = people.iter().find(|(reference, _)| !second.contains(reference)).unwrap();
    assert_eq!((only.1, people.len()), (&PayoutState::Withdrawn, 3));
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollState::Withdrawn, vec![BatchState::Withdrawn]));
    assert!(world.desk.payrolls().await.unwrap().iter().all(|line| line.damaged_at.is_none()));

    assert_asked_about(&world, 3, "after it").await;
    assert_asked_about(&world, 4, "after it").await;
    let other = approved(&world, &staff(5..6), "The new one", NOVEMBER).await;
    world.desk.send(other).await.unwrap();
    until_closed(&world.desk, other).await;
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

/// Somebody edits the record. It still says that a report stopped the batch, which nobody can believe now: the batch may have
/// left for all that is known.
#[tokio::test(flavor = "multi_thread")]
async fn unless_somebody_edited_the_record_that_says_so() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    decide_not_there(&world, id, batch).await;
    world.desk.withdraw(id, Some(batch), "Never sent").await.unwrap();
    let edit = "UPDATE events SET data = json_set(data, '$.edited', 1)
                WHERE kind = 'batch_moved' AND data LIKE '%former_batch_reported%'";
    world.on_the_disk(edit).await;
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

    // A report about one of them shows them where the service has them.
    hear(&world, &second[1]).await;
    let link_of = |track: &TrackView| track.sent_after_all_in.iter().find(|link| link.people == 1).cloned();
    let track = until(&world.desk, id, |track| link_of(track).is_some()).await;
    let former = link_of(&track).unwrap().payroll;
    let people = until_paid(&world, former, &second[1..]).await;
    assert_eq!(people.len(), 1);
}
