//! A refused batch was corrected, and its successor was withdrawn before it was sent. Then a report proves that the service
//! took the refused one after all: that one alone is sent. The other one stays withdrawn, with whoever is only in it.

use paysheet_desk::view::{AuditActor, AuditDetail, AuditQuery, PayrollStatus};
use paysheet_domain::{BatchState, PayoutState};
use paysheet_ledger::EventKind;

use crate::{
    double_payment::{NOVEMBER, approved, draft, paid_twice, queued, staff},
    former_batches::{
        assert_former, corrected, hear, last_references, lose, refuse, refused, refused_twice, until_tracked,
    },
    paying_again::{SALARIES, approve, input, pay},
    support::{Then, World, accept_warnings, counts, outcomes, states, typed, until, until_closed},
};

async fn withdrawn(world: &World) -> (u32, Vec<String>) {
    let (id, references) = corrected(world).await;
    world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
    (id, references)
}

/// Before, the report showed all of the withdrawn batch as sent: whoever is only in it would never have been paid.
#[tokio::test(flavor = "multi_thread")]
async fn and_whoever_is_only_in_it_is_paid_once() {
    let mut world = World::open().await;
    let (id, references) = withdrawn(&world).await;
    hear(&world, &references[0]).await;
    let former = until_tracked(&world, id).await;
    assert_former(&world, former, &references).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::Withdrawn, vec![BatchState::Withdrawn]));
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Withdrawn, 2)]));
    for reference in &references {
        hear(&world, reference).await;
    }
    until_closed(&world.desk, former).await;
    world.restart().await;
    world.listen().await;
    let lines = world.desk.payrolls().await.unwrap();
    assert!(lines.iter().all(|line| line.damaged_at.is_none()));
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Withdrawn);

    // Whoever is only in the withdrawn batch is paid by another payroll without a question, and by one only.
    let other = approved(&world, &staff(3..4), "The new one", NOVEMBER).await;
    world.desk.send(other).await.unwrap();
    until_closed(&world.desk, other).await;
    let again = draft(&world, &staff(3..4)).await;
    accept_warnings(&world.desk, again).await;
    let review = world.review(again, Some(input("The new one again"))).await.unwrap();
    assert!(world.desk.approve(again, &review.fingerprint, &typed(&review)).await.is_err());
    // Nor are those whom the former batch pays.
    let others = draft(&world, &staff(0..1)).await;
    let review = world.review(others, Some(input("The first one again"))).await.unwrap();
    assert!(world.desk.approve(others, &review.fingerprint, &typed(&review)).await.is_err());
    assert!(paid_twice(&world).is_empty());
}

/// The audit log names the people who left it.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_audit_log_says_who_left_it() {
    let world = World::open().await;
    let (id, references) = withdrawn(&world).await;
    hear(&world, &references[0]).await;
    until_tracked(&world, id).await;
    let query = AuditQuery { payroll: Some(id), person: None };
    let lines = world.desk.audit_log(&query, 0, 500).await.unwrap().rows;
    let released: Vec<_> = lines.iter().filter(|line| line.kind == EventKind::PayoutsReleased).collect();
    assert_eq!(released.len(), 1);
    assert_eq!(released[0].by, AuditActor::Paysheet);
    assert_eq!(released[0].details, [AuditDetail::Count { count: 2 }]);
}

/// Everyone of it is in the refused batch: it is withdrawn with nobody in it.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_everyone_of_it_is_sent() {
    let world = World::open().await;
    let (id, references) = refused(&world, 3).await;
    world.desk.exclude(id, vec![1]).await.unwrap();
    approve(&world, id, Some(input(SALARIES))).await;
    world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
    hear(&world, &references[0]).await;
    let former = until_tracked(&world, id).await;
    assert_former(&world, former, &references).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, outcomes(&track).len()), (PayrollStatus::Withdrawn, 0));
}

/// The other batches of the payroll are sent: the approval covers the people who left the withdrawn one.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_rest_of_the_payroll_is_sent() {
    let world = World::open().await;
    let id = draft(&world, &staff(0..6)).await;
    world.desk.exclude(id, vec![3, 4, 5]).await.unwrap();
    refuse(&world);
    pay(&world, id, Some(input(SALARIES))).await;
    world.desk.take_back(id).await.unwrap();
    let references = last_references(&world);
    world.desk.restore(id, vec![3, 4, 5]).await.unwrap();
    world.set_batch_size(4).await;
    approve(&world, id, Some(input(SALARIES))).await;
    let first = world.desk.payroll(id).await.unwrap().batches[0].key;
    world.desk.withdraw(id, Some(first), "Paid in cash").await.unwrap();
    hear(&world, &references[0]).await;
    let former = until_tracked(&world, id).await;
    assert_former(&world, former, &references).await;
    world.desk.send(id).await.unwrap();
    let wanted = counts(&[(PayoutState::Withdrawn, 1), (PayoutState::Paid, 2)]);
    until(&world.desk, id, |track| outcomes(track) == wanted).await;
    assert_eq!(queued(&world).len(), 2);
    assert!(paid_twice(&world).is_empty());
}

/// Its answer was lost before it was withdrawn: the service may have it.
#[tokio::test(flavor = "multi_thread")]
async fn unless_it_may_have_been_sent() {
    let world = World::open().await;
    let (id, references) = corrected(&world).await;
    lose(&world, id, true).await;
    world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
    hear(&world, &references[0]).await;
    let track = until(&world.desk, id, |track| states(track) == [BatchState::Settling]).await;
    assert_eq!(outcomes(&track).values().sum::<u32>(), 4);
    assert_eq!(world.desk.payrolls().await.unwrap().len(), 1);
}

/// Somebody edits the file so that a batch which the service may have looks withdrawn and never attempted.
#[tokio::test(flavor = "multi_thread")]
async fn unless_only_the_file_says_that_it_was_withdrawn() {
    let world = World::open().await;
    let (id, references) = corrected(&world).await;
    world.line.next([Then::Cut]);
    world.desk.send(id).await.unwrap();
    for edit in [
        "UPDATE batches SET state = 'Withdrawn', attempts = 0, in_doubt = 0, was_unknown = 0",
        "DELETE FROM attempts",
        "UPDATE payouts SET state = 'Withdrawn'",
    ] {
        world.on_the_disk(edit).await;
    }
    hear(&world, &references[0]).await;
    let track = until(&world.desk, id, |track| states(track) == [BatchState::Settling]).await;
    assert_eq!(outcomes(&track).values().sum::<u32>(), 4);
}

/// Its people are in two batches that the service took after all.
#[tokio::test(flavor = "multi_thread")]
async fn also_with_people_of_two_refused_batches() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 6).await;
    world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
    hear(&world, &first[0]).await;
    until_tracked(&world, id).await;
    hear(&world, &second[0]).await;
    let wanted = counts(&[(PayoutState::Withdrawn, 2)]);
    let track = until(&world.desk, id, |track| outcomes(track) == wanted).await;
    let mut people: Vec<u32> = track.sent_after_all_in.iter().map(|link| link.people).collect();
    people.sort_unstable();
    assert_eq!((track.state, people), (PayrollStatus::Withdrawn, vec![2, 3]));
}
