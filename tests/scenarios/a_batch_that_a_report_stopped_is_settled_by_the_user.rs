//! A report about a refused batch stopped its successor, which never left, and the user says what became of the successor.
//! The next report is about the refused batch as well: nobody who is only in the successor is counted as sent, and nobody is
//! offered as refused whom the service has.

use std::collections::BTreeMap;

use paysheet_desk::view::{PayrollStatus, TrackView, UnknownDecision};
use paysheet_domain::{BatchState, Field, PayoutState, PayoutStatus, account::nuban};

use crate::{
    double_payment::{NOVEMBER, draft, paid_twice, staff},
    exchanged_ledger::{Way, go},
    former_batches::{hear, payable, people_of, refuse_twice, refused_twice, tracked},
    paying_again::{SALARIES, approve, input, pay},
    support::{
        World, accept_warnings, approve_anyway, called, counts, eventually, outcomes, states, typed, until,
        until_closed,
    },
    three_of_three_hundred_failed_and_are_paid_again_once::failing,
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
    eventually(async || {
        let people = people_of(world, id).await;
        if is_paid(&people) { Ok(people) } else { Err(format!("not paid: {people:#?}")) }
    })
    .await
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

/// Before, whoever had a result in the withdrawn batch could be paid again without a question, and so could the others of the
/// refused one. They were shown as withdrawn, and nobody waited for their results.
#[tokio::test(flavor = "multi_thread")]
async fn and_withdrawn() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    let others = outstanding(&world).await;
    decide_not_there(&world, id, batch).await;
    world.desk.withdraw(id, Some(batch), "Never sent").await.unwrap();
    assert_asked_about(&world, 3, "before the next report").await;
    assert_asked_about(&world, 4, "before the next report").await;

    let rows = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap().rows;
    let waiting = rows.iter().find(|row| row.reference == second[1]).unwrap();
    assert_eq!((waiting.status, waiting.can_decide), (PayoutStatus::InProgress, true));
    assert_eq!(outstanding(&world).await, others + 1);
    let only = rows.iter().find(|row| !second.contains(&row.reference)).unwrap();
    assert_eq!((only.status, only.can_decide), (PayoutStatus::Withdrawn, false));
}

async fn outstanding(world: &World) -> u32 {
    world.desk.outstanding().await.unwrap().payouts
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
    assert_eq!((track.state, states(&track)), (PayrollStatus::Withdrawn, vec![BatchState::Withdrawn]));
    assert!(world.desk.payrolls().await.unwrap().iter().all(|line| line.damaged_at.is_none()));

    assert_asked_about(&world, 3, "after it").await;
    assert_asked_about(&world, 4, "after it").await;
    // Of the third one nothing is known but what the user decided.
    assert_asked_about(&world, 5, "after it").await;
    let other = draft(&world, &staff(5..6)).await;
    approve_anyway(&world.desk, other, called("The new one", NOVEMBER)).await;
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

/// Somebody edits the record. It still says that a report stopped the batch, which nobody can believe now: the batch may have
/// left for all that is known.
#[tokio::test(flavor = "multi_thread")]
async fn unless_somebody_edited_the_record_that_says_so() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    let batch = stopped(&world, id, &first, &second).await;
    decide_not_there(&world, id, batch).await;
    let edit = "UPDATE events SET data = json_set(data, '$.edited', 1)
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

/// Four people of the second refused batch, in two batches that were never sent. A report about one of them stops the first
/// one. Returns the payroll, that batch, and the references of the refused one.
async fn stopped_beside_another(world: &World) -> (u32, u32, Vec<String>) {
    let id = draft(world, &staff(0..7)).await;
    let (first, second) = refuse_twice(world, id, [&[3, 4, 5, 6], &[0, 1, 2]], (3, Some(SALARIES))).await;
    world.line.hang_up().await;
    world.desk.send(id).await.unwrap();
    world.line.pick_up().await;
    hear(world, &first[0]).await;
    until(&world.desk, id, |track| !track.taken_back_to.is_empty()).await;
    hear(world, &second[0]).await;
    let track = until(&world.desk, id, |track| states(track)[0] == BatchState::Unknown).await;
    assert_eq!(states(&track), [BatchState::Unknown, BatchState::Approved]);
    (id, track.batches[0].key, second)
}

/// Before, they were in no list and no question: corrected, they were paid a second time.
#[tokio::test(flavor = "multi_thread")]
async fn and_whoever_leaves_another_batch_later_is_tracked_as_they_were_sent() {
    let world = World::open().await;
    let (id, _, references) = stopped_beside_another(&world).await;
    let part = world.desk.take_back(id).await.unwrap();
    assert_eq!(payable(&world, part).await, 0, "the service has them");
    let former = tracked(&world, part).await;
    assert_eq!(people_of(&world, former).await, [(references[3].clone(), PayoutState::Sent)].into());
    assert_asked_about(&world, 6, "after it was taken back").await;
}

/// Before, the other batch was sent, or withdrawn and its people paid elsewhere without a question.
#[tokio::test(flavor = "multi_thread")]
async fn and_another_batch_with_its_people_is_neither_sent_nor_forgotten() {
    for is_all in [false, true] {
        let world = World::open().await;
        let (id, batch, _) = stopped_beside_another(&world).await;
        decide_not_there(&world, id, batch).await;
        world.desk.withdraw(id, (!is_all).then_some(batch), "Never sent").await.unwrap();
        let sent = world.line.sent().len();
        let _ = go(&world, Way::ContinueSending, id).await;
        assert_eq!(world.line.sent().len(), sent);
        if !is_all {
            world.desk.withdraw(id, None, "Never sent").await.unwrap();
        }
        assert_asked_about(&world, 6, "after all was withdrawn").await;
    }
}

/// Whoever failed at first was paid again in the refused batch, and corrected since. Before, what the service has of them was
/// forgotten with the withdrawn correction, and the failed payment was offered to be paid once more.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_retry_follows_to_what_the_service_has() {
    let world = World::open().await;
    let failed = draft(&world, &failing(6)).await;
    pay(&world, failed, Some(input("October salaries"))).await;
    until(&world.desk, failed, |track| outcomes(track) == counts(&[(PayoutState::Failed, 6)])).await;
    let retry = world.desk.pay_failed(failed).await.unwrap();
    let (first, second) = refuse_twice(&world, retry, [&[3, 4, 5], &[0, 1, 2, 5]], (3, None)).await;
    world.desk.take_back(retry).await.unwrap();
    let other_account = nuban("058", "040005678").unwrap();
    world.desk.edit_cell(retry, 4, Field::AccountNumber, other_account).await.unwrap();
    approve(&world, retry, None).await;
    let batch = stopped(&world, retry, &first, &second).await;
    decide_not_there(&world, retry, batch).await;
    world.desk.withdraw(retry, Some(batch), "Never sent").await.unwrap();
    let payable = world.desk.payroll(failed).await.unwrap().payable_again;
    assert_eq!(payable.iter().map(|total| total.count).sum::<u32>(), 1, "only who was in no refused batch");
}
