//! What was refused was corrected, grouped otherwise, or imported again, before a report proves that the service has it.

use std::{collections::BTreeSet, sync::Arc};

use paysheet_desk::{ErrorCode, view::PayrollStatus};
use paysheet_domain::{BatchState, PayoutState};
use tokio::sync::Notify;

use crate::{
    callbacks_not_applied_are_applied_by_a_timer::fill_the_disk,
    double_payment::{draft, paid_twice, staff},
    former_batches::{correct, hear, last_references, refuse, refused, tracked, until_payable},
    paying_again::{SALARIES, approve, input, pay},
    support::{
        Then, World, accept_warnings, call_back, code_of, counts, outcomes, report, states, until,
        until_closed,
    },
};

/// The corrected batch was withdrawn: the report about the former one cannot make it a draft again. All other callbacks
/// must be applied all the same.
#[tokio::test(flavor = "multi_thread")]
async fn and_withdrawn() {
    let world = World::open().await;
    let (id, references) = refused(&world, 3).await;
    correct(&world, id, 1).await;
    approve(&world, id, Some(input(SALARIES))).await;
    world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
    for reference in &references {
        hear(&world, reference).await;
    }
    let other = draft(&world, &staff(10..12)).await;
    pay(&world, other, Some(input("December salaries"))).await;
    until_closed(&world.desk, other).await;
    assert_eq!(outcomes(&world.desk.payroll(other).await.unwrap()), counts(&[(PayoutState::Paid, 2)]));
}

/// The same references for other contents: the file was corrected outside and imported under the same name.
#[tokio::test(flavor = "multi_thread")]
async fn in_the_file_which_is_refused_under_its_name() {
    let world = World::open().await;
    refused(&world, 3).await;
    let again = draft(&world, &staff(0..3)).await;
    accept_warnings(&world.desk, again).await;
    assert_eq!(code_of(world.review(again, Some(input(SALARIES))).await), ErrorCode::NameTaken);
    assert!(world.review(again, Some(input("November salaries, corrected"))).await.is_ok());
}

/// Of the batch that the service has, one person was excluded, one was sent again, and one still waits.
#[tokio::test(flavor = "multi_thread")]
async fn and_sent_in_part() {
    let world = World::open().await;
    let (id, references) = refused(&world, 3).await;
    world.desk.exclude(id, vec![1]).await.unwrap();
    world.set_batch_size(1).await;
    approve(&world, id, Some(input(SALARIES))).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(2).await;
    world.desk.stop_sending(id);
    answer.notify_one();
    until(&world.desk, id, |track| !track.sending).await;
    hear(&world, &references[1]).await;
    let part = until_parted(&world, id).await;
    let sent = tracked(&world, part).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert!(track.batches.iter().all(|batch| batch.state != BatchState::Approved), "{:?}", states(&track));
    assert_eq!(
        world.line.sent_values().len(),
        2,
        "the person who waits is in the batch that the service has"
    );
    assert_eq!(world.desk.take_back(id).await.unwrap(), part, "nothing else is left to be taken back");

    let payable: u32 = world.desk.draft(part).await.unwrap().payable.iter().map(|total| total.count).sum();
    assert_eq!(payable, 0);
    let track = world.desk.payroll(sent).await.unwrap();
    assert_eq!(outcomes(&track).values().sum::<u32>(), 2, "both are tracked where the service has them");
    assert!(paid_twice(&world).is_empty());
}

/// Two were sent again, and two batches wait: somebody who was never sent with one whom the service has, and another one
/// whom it has. Returns the payroll and the references of its first batch.
async fn sent_in_part(world: &World) -> (u32, Vec<String>) {
    let id = draft(world, &staff(0..5)).await;
    world.desk.exclude(id, vec![2]).await.unwrap();
    refuse(world);
    pay(world, id, Some(input(SALARIES))).await;
    world.desk.take_back(id).await.unwrap();
    let references = last_references(world);
    world.desk.restore(id, vec![2]).await.unwrap();
    world.set_batch_size(2).await;
    approve(world, id, Some(input(SALARIES))).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(2).await;
    world.desk.stop_sending(id);
    answer.notify_one();
    until(&world.desk, id, |track| !track.sending).await;
    (id, references)
}

/// In the batch of one who waits and whom the service has, there is somebody who was never sent. The batch must not be
/// marked as sent: nobody would ever pay them.
#[tokio::test(flavor = "multi_thread")]
async fn and_sent_in_part_with_somebody_new() {
    let world = World::open().await;
    let (id, references) = sent_in_part(&world).await;
    the_new_one_is_paid(&world, id, &references).await;
}

/// The batch that waits was attempted, and nobody listened.
#[tokio::test(flavor = "multi_thread")]
async fn and_sent_in_part_after_an_attempt_that_reached_nobody() {
    let world = World::open().await;
    let (id, references) = sent_in_part(&world).await;
    world.line.hang_up().await;
    world.desk.continue_sending(id, None).await.unwrap();
    let tried =
        until(&world.desk, id, |track| !track.sending && states(track).contains(&BatchState::NotSent)).await;
    assert_eq!(states(&tried)[1..], [BatchState::NotSent, BatchState::Approved]);
    world.line.pick_up().await;
    the_new_one_is_paid(&world, id, &references).await;
}

/// The batch that waits cannot be moved, because something of its payroll is damaged. It is not sent: the service has one of
/// its people. Other callbacks are applied all the same.
#[tokio::test(flavor = "multi_thread")]
async fn and_sent_in_part_of_a_damaged_payroll() {
    for damage in [
        "UPDATE draft_sources SET rows_json = '{'",
        "UPDATE payouts SET narration = 'edited' WHERE position = 2",
    ] {
        let world = World::open().await;
        let (id, references) = sent_in_part(&world).await;
        world.on_the_disk(damage).await;
        hear(&world, &references[2]).await;
        until(&world.desk, id, |track| states(track)[1] == BatchState::Unknown).await;
        hear(&world, &references[2]).await;
        let _ = world.desk.continue_sending(id, None).await;
        let track = until(&world.desk, id, |track| !track.sending).await;
        assert_eq!(states(&track)[1], BatchState::Unknown, "{damage}");
        assert_eq!(world.line.sent_values().len(), 2, "{damage}");
        let other = draft(&world, &staff(10..12)).await;
        pay(&world, other, Some(input("December salaries"))).await;
        until_closed(&world.desk, other).await;
        assert!(paid_twice(&world).is_empty());
    }
}

async fn the_new_one_is_paid(world: &World, id: u32, references: &[String]) {
    hear(world, &references[2]).await;
    let part = until_parted(world, id).await;
    let sent = tracked(world, part).await;
    let track = world.desk.payroll(sent).await.unwrap();
    assert_eq!(outcomes(&track).values().sum::<u32>(), 2, "both who waited are paid by the former batch");
    let people = world.desk.payouts(sent, &Default::default(), 0, 10).await.unwrap().rows;
    let found: BTreeSet<&str> = people.iter().map(|row| row.reference.as_str()).collect();
    assert_eq!(found, BTreeSet::from([references[2].as_str(), references[3].as_str()]));

    let payable: u32 = world.desk.draft(part).await.unwrap().payable.iter().map(|total| total.count).sum();
    assert_eq!(payable, 1, "who was never sent is still to be paid");
    let rest = world.desk.payroll(id).await.unwrap();
    assert!(rest.batches.iter().all(|batch| batch.state != BatchState::Approved), "{:?}", states(&rest));
    pay(world, part, None).await;
    until_closed(&world.desk, part).await;
    until_closed(&world.desk, id).await;
    assert_eq!(world.line.sent_values().len(), 3);
    assert!(paid_twice(world).is_empty());
}

/// Everyone but `late` was in one batch that was refused and taken back. All are approved in batches of `size`, and a
/// report about the person at `reported` of the refused batch arrives while the first of them is sent. It is stored and not
/// applied: that happens between the choice of the next batch and its intent. Returns when sending ended.
async fn reported_while_sending(
    world: &World,
    (people, late, size): (u32, &[u32], u32),
    reported: usize,
) -> u32 {
    let id = draft(world, &staff(0..people)).await;
    world.desk.exclude(id, late.to_vec()).await.unwrap();
    refuse(world);
    pay(world, id, Some(input(SALARIES))).await;
    world.desk.take_back(id).await.unwrap();
    let references = last_references(world);
    world.desk.restore(id, late.to_vec()).await.unwrap();
    world.set_batch_size(size).await;
    approve(world, id, Some(input(SALARIES))).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(2).await;

    fill_the_disk(world).await;
    hear(world, &references[reported]).await;
    world.on_the_disk("DROP TRIGGER full").await;
    assert_eq!(world.line.sent().len(), 2, "the second batch waits for the first");
    answer.notify_one();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(track.stopped, None, "sending ended in order");
    id
}

/// The two batches in the middle are moved to a draft while the first of them is about to be sent. The last one is sent.
#[tokio::test(flavor = "multi_thread")]
async fn and_about_to_be_sent_before_others() {
    let world = World::open().await;
    let id = reported_while_sending(&world, (7, &[2, 5, 6], 2), 2).await;
    assert_eq!(world.line.sent_values().len(), 3, "refused, the first, and the last");
    let part = until_parted(&world, id).await;
    tracked(&world, part).await;
    let payable: u32 = world.desk.draft(part).await.unwrap().payable.iter().map(|total| total.count).sum();
    assert_eq!(payable, 2, "who was in none of the sent batches is still to be paid");
    until_closed(&world.desk, id).await;
    assert!(paid_twice(&world).is_empty());
}

/// The batch that was refused is sent again unchanged, and the report is about it: the service has it. The batches after
/// it are sent.
#[tokio::test(flavor = "multi_thread")]
async fn and_about_to_be_sent_unchanged_before_others() {
    let world = World::open().await;
    let id = reported_while_sending(&world, (4, &[0, 2, 3], 1), 0).await;
    assert_eq!(world.line.sent_values().len(), 4, "refused, the first, the third and the fourth");
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 4)]));
    assert!(paid_twice(&world).is_empty());
}

async fn until_parted(world: &World, id: u32) -> u32 {
    let track = until(&world.desk, id, |track| !track.taken_back_to.is_empty()).await;
    track.taken_back_to[0].payroll
}

/// Refused twice, the second time with one row corrected. The report is about the first batch: it has everyone of it.
#[tokio::test(flavor = "multi_thread")]
async fn and_refused_again() {
    let world = World::open().await;
    let (id, first) = refused(&world, 3).await;
    correct(&world, id, 1).await;
    refuse(&world);
    pay(&world, id, Some(input(SALARIES))).await;
    world.desk.take_back(id).await.unwrap();
    let second = last_references(&world);
    assert_eq!((first[0] == second[0], first[1] == second[1]), (true, false));
    hear(&world, &first[1]).await;
    let sent = tracked(&world, id).await;
    let payouts = world.desk.payouts(sent, &Default::default(), 0, 10).await.unwrap().rows;
    let found: BTreeSet<String> = payouts.into_iter().map(|row| row.reference).collect();
    assert_eq!(found, first.into_iter().collect());
    until_payable(&world, id, 0).await;
    accept_warnings(&world.desk, id).await;
    assert!(world.review(id, Some(input(SALARIES))).await.is_err(), "nobody is left to be paid");
    assert_eq!(world.line.sent_values().len(), 2);
}

/// Others of the same payroll were refused in another round. They are still paid under its name.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_others_are_paid() {
    let world = World::open().await;
    let id = draft(&world, &staff(0..4)).await;
    world.desk.exclude(id, vec![2, 3]).await.unwrap();
    refuse(&world);
    pay(&world, id, Some(input(SALARIES))).await;
    let first = last_references(&world);
    world.desk.take_back(id).await.unwrap();
    world.desk.exclude(id, vec![0, 1]).await.unwrap();
    world.desk.restore(id, vec![2, 3]).await.unwrap();
    refuse(&world);
    pay(&world, id, Some(input(SALARIES))).await;
    world.desk.take_back(id).await.unwrap();
    hear(&world, &first[0]).await;
    let sent = tracked(&world, id).await;
    pay(&world, id, Some(input(SALARIES))).await;
    until_closed(&world.desk, id).await;
    assert_eq!(world.desk.payroll(sent).await.unwrap().state, PayrollStatus::BeingPaid);
    assert_eq!(world.line.sent_values().len(), 3);
    assert!(paid_twice(&world).is_empty());
}

/// The corrected payment reached the person. What the former one becomes does not offer to pay them again.
#[tokio::test(flavor = "multi_thread")]
async fn and_paid_which_is_not_paid_again() {
    let world = World::open().await;
    let (id, first) = refused(&world, 3).await;
    correct(&world, id, 1).await;
    pay(&world, id, Some(input(SALARIES))).await;
    until_closed(&world.desk, id).await;
    assert_eq!(call_back(&world.heard_at, &report(&first[1], "51")).await, 200);
    let sent = tracked(&world, id).await;
    let track =
        until(&world.desk, sent, |track| outcomes(track).get("Failed").is_some_and(|failed| *failed == 1))
            .await;
    assert!(track.payable_again.iter().all(|total| total.count == 0), "{:?}", track.payable_again);
    assert!(world.desk.pay_failed(sent).await.is_err());
}
