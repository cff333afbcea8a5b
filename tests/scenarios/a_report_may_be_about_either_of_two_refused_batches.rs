//! The service refuses a batch although it takes it. The batch is corrected and sent again, and that is refused as well: some
//! of its references exist already. A report about somebody who is in both of them proves only that the service has one of the
//! two. Neither is counted as sent, all people are tracked, and whoever pays one of them again is asked.

use std::sync::Arc;

use paysheet_domain::{BatchState, PayoutState};
use tokio::sync::Notify;

use crate::{
    double_payment::{draft, staff},
    former_batches::{
        assert_former, corrected, hear, last_references, people_of, refuse, refused, send_the_rest,
        until_payable, until_tracked,
    },
    outcome_files::{apply, export, look},
    paying_again::{SALARIES, approve, input},
    support::{Then, World, accept_warnings, call_back, eventually, report, states, until},
};

/// Answers that refuse a batch, or say that the service has some of it already.
const REFUSALS: [(u16, &str); 3] = [
    (400, r#"{"status":"error","message":"recipients[1].accountNumber: closed","code":"INVALID"}"#),
    (400, r#"{"status":"error","message":"Duplicate reference"}"#),
    (409, r#"{"status":"error","message":"Conflict"}"#),
];

/// The corrected batch is refused. Returns its payroll, and the references of the first and the second batch. They have the
/// first and the third person in common.
async fn refused_again(world: &World, (status, answer): (u16, &str)) -> (u32, Vec<String>, Vec<String>) {
    let (id, first) = corrected(world).await;
    world.line.next([Then::answer(status, answer)]);
    world.desk.send(id).await.unwrap();
    let second = last_references(world);
    assert_eq!((second.len(), first[0] == second[0], first[1] == second[1]), (4, true, false));
    (id, first, second)
}

/// The state in which a person is tracked outside of this payroll, with that of their batch.
async fn tracked_elsewhere(world: &World, id: u32, reference: &str) -> (PayoutState, BatchState) {
    eventually(async || {
        for line in world.desk.payrolls().await.unwrap().iter().filter(|line| line.id != id) {
            let track = world.desk.payroll(line.id).await.unwrap();
            if let Some(state) = people_of(world, line.id).await.get(reference) {
                return Ok((*state, states(&track)[0]));
            }
        }
        Err(format!(
            "not tracked, and the corrected batch is {:?}",
            states(&world.desk.payroll(id).await.unwrap())
        ))
    })
    .await
}

/// Before, the corrected batch counted as sent, and the payment of the refused one was tracked nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn and_neither_is_counted_as_sent() {
    for refusal in REFUSALS {
        let world = World::open().await;
        let (id, first, second) = refused_again(&world, refusal).await;
        for reference in [&first[0], &first[2], &first[0]] {
            hear(&world, reference).await;
        }
        let rest = tracked_elsewhere(&world, id, &first[1]).await;
        assert_eq!(rest, (PayoutState::Sent, BatchState::Unknown), "{refusal:?}");
        let track = until(&world.desk, id, |_| true).await;
        assert_eq!(states(&track), [BatchState::Unknown], "{refusal:?}");
        let people = people_of(&world, id).await;
        assert_eq!((people[&first[0]], people[&second[3]]), (PayoutState::Paid, PayoutState::Sent));
        assert!(world.desk.take_back(id).await.is_err());

        // The old account of the corrected row, and the new person.
        let again = draft(&world, &[staff(1..2), staff(3..4)].concat()).await;
        accept_warnings(&world.desk, again).await;
        let review = world.review(again, Some(input("November salaries, once more"))).await.unwrap();
        let asked: u32 = review.questions.iter().map(|question| question.open).sum();
        assert!(asked >= 2, "{:?}", review.questions);
        assert_eq!(world.line.sent_values().len(), 2);
    }
}

/// It is about somebody who is only in the corrected batch, which the service has then.
#[tokio::test(flavor = "multi_thread")]
async fn until_one_is_about_somebody_of_the_second_only() {
    for refusal in REFUSALS {
        let world = World::open().await;
        let (id, first, second) = refused_again(&world, refusal).await;
        hear(&world, &first[0]).await;
        tracked_elsewhere(&world, id, &first[1]).await;
        hear(&world, &second[3]).await;
        until(&world.desk, id, |track| states(track) == [BatchState::Settling]).await;
    }
}

/// It is about somebody who is only in the first batch, which the service has then.
#[tokio::test(flavor = "multi_thread")]
async fn until_one_is_about_somebody_of_the_first_only() {
    for refusal in REFUSALS {
        let world = World::open().await;
        let (id, first, _) = refused_again(&world, refusal).await;
        hear(&world, &first[0]).await;
        assert_eq!(tracked_elsewhere(&world, id, &first[1]).await.1, BatchState::Unknown);
        assert_eq!(call_back(&world.heard_at, &report(&first[1], "51")).await, 200);
        eventually(async || match tracked_elsewhere(&world, id, &first[1]).await {
            (PayoutState::Failed, _) => Ok(()),
            other => Err(format!("{other:?}")),
        })
        .await;
        assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Unknown]);
    }
}

/// A list of the provider has everyone of the corrected batch: nothing is in doubt, in whatever order it is written.
#[tokio::test(flavor = "multi_thread")]
async fn unless_a_list_has_everyone_of_the_second() {
    for refusal in REFUSALS {
        let world = World::open().await;
        let (id, _, second) = refused_again(&world, refusal).await;
        let path = export(&world, second.iter().map(|reference| (reference.as_str(), "Successful")));
        let shown = look(&world, &path).await;
        assert_eq!(apply(&world, &path, &shown, &[]).await.unwrap().payouts, 4);
        until(&world.desk, id, |track| states(track) == [BatchState::Closed]).await;
        assert_eq!(world.desk.payrolls().await.unwrap().len(), 1, "{refusal:?}");
    }
}

/// What the user does after the second batch was refused and taken back, before the report arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Nothing,
    /// It is approved once more as it was sent, under its own reference.
    ApprovesTheSame,
    /// It is approved once more, without the new person.
    ApprovesOthers,
    /// That is withdrawn.
    Withdraws,
}

async fn taken_back_twice(world: &World, after: After) -> (u32, Vec<String>, Vec<String>) {
    let (id, first, second) = refused_again(world, REFUSALS[0]).await;
    assert_eq!(world.desk.take_back(id).await.unwrap(), id);
    if matches!(after, After::ApprovesOthers | After::Withdraws) {
        world.desk.exclude(id, vec![3]).await.unwrap();
    }
    if after != After::Nothing {
        approve(world, id, Some(input(SALARIES))).await;
    }
    if after == After::Withdraws {
        world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
    }
    (id, first, second)
}

/// The states of a person and of their batch, wherever they are.
async fn found(world: &World, reference: &str) -> Option<(PayoutState, BatchState)> {
    for line in world.desk.payrolls().await.unwrap() {
        let rows = world.desk.payouts(line.id, &Default::default(), 0, 100).await.unwrap().rows;
        if let Some(row) = rows.into_iter().find(|row| row.reference == reference) {
            let track = world.desk.payroll(line.id).await.unwrap();
            // Between the two questions it may have been moved to another payroll.
            let [batch] = track.batches.as_slice() else { return None };
            return Some((row.state, batch.state));
        }
    }
    None
}

async fn until_found(world: &World, reference: &str, wanted: (PayoutState, BatchState)) {
    eventually(async || match found(world, reference).await {
        Some(now) if now == wanted => Ok(()),
        other => Err(format!("{other:?}, and not {wanted:?}")),
    })
    .await;
}

/// Before, the second batch counted as sent, and the payment of the first one was tracked nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_both_were_taken_back() {
    for after in [After::Nothing, After::ApprovesTheSame, After::ApprovesOthers, After::Withdraws] {
        let world = World::open().await;
        let (id, first, second) = taken_back_twice(&world, after).await;
        for reference in [&first[0], &first[0], &first[2]] {
            hear(&world, reference).await;
        }
        let in_doubt = |state| (state, BatchState::Unknown);
        until_found(&world, &first[2], in_doubt(PayoutState::Paid)).await;
        until_found(&world, &first[0], in_doubt(PayoutState::Paid)).await;
        until_found(&world, &first[1], in_doubt(PayoutState::Sent)).await;
        until_found(&world, &second[1], in_doubt(PayoutState::Sent)).await;
        until_found(&world, &second[3], in_doubt(PayoutState::Sent)).await;
        send_the_rest(&world, id).await;
        assert_eq!(world.line.sent_values().len(), 2, "{after:?}");
        assert!(world.desk.payrolls().await.unwrap().iter().all(|line| line.damaged_at.is_none()));
    }
}

/// The second is the first without somebody. Both can be asked about, and a report about that person proves the first.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_the_second_is_only_part_of_the_first() {
    let world = World::open().await;
    let (id, first) = refused(&world, 3).await;
    world.desk.exclude(id, vec![2]).await.unwrap();
    approve(&world, id, Some(input(SALARIES))).await;
    refuse(&world);
    world.desk.send(id).await.unwrap();
    assert_eq!(last_references(&world), first[..2]);
    assert_eq!(world.desk.take_back(id).await.unwrap(), id);
    hear(&world, &first[0]).await;
    until_found(&world, &first[2], (PayoutState::Sent, BatchState::Unknown)).await;
    until_found(&world, &first[0], (PayoutState::Paid, BatchState::Unknown)).await;
    until_found(&world, &first[1], (PayoutState::Sent, BatchState::Unknown)).await;
    let tracked = world.desk.payrolls().await.unwrap().len() - 1;
    assert_eq!(tracked, 2, "each of the two batches");
    hear(&world, &first[2]).await;
    eventually(async || match found(&world, &first[2]).await {
        Some((PayoutState::Paid, BatchState::Settling | BatchState::Closed)) => Ok(()),
        other => Err(format!("{other:?}")),
    })
    .await;
}

/// The next report is about somebody of one batch only. That one is sent, and the other one stays in doubt.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_both_were_taken_back_until_one_is_about_one_only() {
    for is_first in [true, false] {
        let world = World::open().await;
        let (id, first, second) = taken_back_twice(&world, After::Nothing).await;
        hear(&world, &first[0]).await;
        until_found(&world, &second[3], (PayoutState::Sent, BatchState::Unknown)).await;
        until_payable(&world, id, 0).await;
        let (taken, other) = if is_first { (&first[1], &second[1]) } else { (&second[1], &first[1]) };
        hear(&world, taken).await;
        eventually(async || match found(&world, taken).await {
            Some((PayoutState::Paid, BatchState::Settling)) => Ok(()),
            other => Err(format!("{other:?}")),
        })
        .await;
        until_found(&world, other, (PayoutState::Sent, BatchState::Unknown)).await;
    }
}

/// A list of the provider has everyone of one batch: that one is sent, and nothing is in doubt.
#[tokio::test(flavor = "multi_thread")]
async fn unless_a_list_has_everyone_of_one_that_was_taken_back() {
    for is_first in [true, false] {
        let world = World::open().await;
        let (id, first, second) = taken_back_twice(&world, After::Nothing).await;
        let taken = if is_first { &first } else { &second };
        let path = export(&world, taken.iter().map(|reference| (reference.as_str(), "Successful")));
        let shown = look(&world, &path).await;
        apply(&world, &path, &shown, &[]).await.unwrap();
        let lines = world.desk.payrolls().await.unwrap();
        assert_eq!(lines.len(), 2, "the draft, and what is sent");
        let sent = lines.iter().find(|line| line.id != id).unwrap().id;
        let track = until(&world.desk, sent, |track| states(track) == [BatchState::Closed]).await;
        assert_eq!(track.sent_after_all as usize, taken.len());
        until_payable(&world, id, u32::from(is_first)).await;
    }
}

/// The corrected batch was withdrawn after it was refused. It counts as sent, so that nobody of it is paid otherwise, and the
/// payment of the first one is tracked.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_second_was_withdrawn() {
    let world = World::open().await;
    let (id, first, second) = refused_again(&world, REFUSALS[0]).await;
    world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
    hear(&world, &first[0]).await;
    assert_eq!(tracked_elsewhere(&world, id, &first[1]).await, (PayoutState::Sent, BatchState::Unknown));
    until_found(&world, &second[3], (PayoutState::Sent, BatchState::Settling)).await;
}

/// The report arrives while the corrected batch is being sent, and it reaches nobody. Before, it counted as sent.
#[tokio::test(flavor = "multi_thread")]
async fn it_waits_while_the_second_is_being_sent() {
    let world = World::open().await;
    let (id, first) = corrected(&world).await;
    // The outcome cannot be stored for a while.
    world
        .on_the_disk("CREATE TRIGGER full BEFORE UPDATE ON attempts BEGIN SELECT RAISE(ABORT, 'full'); END")
        .await;
    world.line.hang_up().await;
    world.desk.start_sending(id).unwrap();
    until(&world.desk, id, |track| states(track) == [BatchState::Intent] && track.stopped.is_some()).await;
    hear(&world, &first[0]).await;
    // What arrives later is applied: the report before it would have been, too.
    hear(&world, "NOBODY").await;
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Intent]);
    world.on_the_disk("DROP TRIGGER full").await;
    world.line.pick_up().await;
    let former = until_tracked(&world, id).await;
    until_payable(&world, id, 1).await;
    assert_former(&world, former, &first).await;
    until_found(&world, &first[0], (PayoutState::Paid, BatchState::Settling)).await;
    assert_eq!(world.line.sent_values().len(), 1);
}

/// It is accepted: the report is about it.
#[tokio::test(flavor = "multi_thread")]
async fn it_waits_while_the_second_is_being_sent_and_taken() {
    let world = World::open().await;
    let (id, first) = corrected(&world).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(2).await;
    hear(&world, &first[0]).await;
    answer.notify_one();
    until(&world.desk, id, |track| states(track) == [BatchState::Closed]).await;
    assert_eq!(world.desk.payrolls().await.unwrap().len(), 1);
}
