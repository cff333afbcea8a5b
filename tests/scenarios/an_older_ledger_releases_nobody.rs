//! An older copy of the ledger is put back after a corrected batch was sent from the newer one. A report about people whom the
//! refused batch has as well may be about the batch that the copy does not know to be sent: nobody who is in that one can be
//! paid again without a question.

use paysheet_desk::view::PayrollStatus;
use paysheet_domain::BatchState;

use crate::{
    double_payment::{draft, paid_twice, sent, staff},
    exchanged_ledger::{Computer, Way, go},
    former_batches::{assert_former, corrected, payable, reach_nobody, refuse, until_payable, until_tracked},
    paying_again::{SALARIES, approve, input},
    support::{World, accept_warnings, call_back, go_through, outcomes, report, states, typed, until},
};

async fn hear(world: &World, reference: &str) {
    let address = world.listen_elsewhere().await;
    assert_eq!(call_back(&address, &report(reference, "00")).await, 200);
}

/// Withdrawing is allowed in the copy, and says nothing about what the newer ledger did.
#[tokio::test(flavor = "multi_thread")]
async fn of_a_batch_that_was_withdrawn_in_it() {
    for is_gone_through in [false, true] {
        let mut computer = Computer::new().await;
        sent(&computer.world, &staff(50..53), "Night shift", "2026-10").await;
        let (id, references) = corrected(&computer.world).await;
        computer.restart().await;
        let copy = computer.ledger_files();
        go(&computer.world, Way::ContinueSending, id).await.unwrap();
        computer.exchange_ledger(&copy).await;
        let world = &computer.world;
        assert!(world.desk.block().is_some());
        world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
        if is_gone_through {
            go_through(&world.desk).await;
        }
        hear(world, &references[0]).await;
        let track = until(&world.desk, id, |track| states(track) != [BatchState::Withdrawn]).await;
        assert_eq!((track.sent_after_all, outcomes(&track).values().sum::<u32>()), (0, 4));
        assert_eq!(states(&track), [BatchState::Settling], "gone through: {is_gone_through}");

        let again = draft(world, &staff(3..4)).await;
        accept_warnings(&world.desk, again).await;
        let review = world.review(again, Some(input("The new one again"))).await.unwrap();
        assert!(world.desk.approve(again, &review.fingerprint, &typed(&review)).await.is_err());
        assert!(paid_twice(world).is_empty());
    }
}

/// It was taken back in the copy because it had reached nobody. The newer ledger sent the same rows again. By the copy the report
/// may as well be about the refused batch, with the old account of the corrected row: none of the two is paid unasked.
#[tokio::test(flavor = "multi_thread")]
async fn of_a_batch_that_had_reached_nobody() {
    for is_gone_through in [false, true] {
        let mut computer = Computer::new().await;
        sent(&computer.world, &staff(50..53), "Night shift", "2026-10").await;
        let (id, references) = corrected(&computer.world).await;
        reach_nobody(&computer.world, id).await;
        computer.world.desk.take_back(id).await.unwrap();
        computer.restart().await;
        let copy = computer.ledger_files();
        approve(&computer.world, id, Some(input(SALARIES))).await;
        computer.world.desk.send(id).await.unwrap();
        computer.exchange_ledger(&copy).await;
        let world = &computer.world;
        assert!(world.desk.block().is_some());
        if is_gone_through {
            go_through(&world.desk).await;
        }
        assert_eq!(payable(world, id).await, 4);
        hear(world, &references[0]).await;
        until_payable(world, id, 0).await;
        let mut after_all = Vec::new();
        for line in world.desk.payrolls().await.unwrap() {
            let track = world.desk.payroll(line.id).await.unwrap();
            if track.sent_after_all > 0 {
                after_all.push((track.sent_after_all, states(&track)));
            }
        }
        after_all.sort_unstable_by_key(|(people, _)| *people);
        let unknown = || vec![BatchState::Unknown];
        assert_eq!(after_all, [(2, unknown()), (3, unknown())], "all of both batches: {is_gone_through}");

        let again = draft(world, &[staff(1..2), staff(3..4)].concat()).await;
        accept_warnings(&world.desk, again).await;
        let review = world.review(again, Some(input("Two of them again"))).await.unwrap();
        let asked: u32 = review.questions.iter().map(|question| question.open).sum();
        assert!(asked >= 2, "{:?}", review.questions);
    }
}

/// It was refused in the copy as well. By the copy the report may be about either batch, and the newer ledger may have sent it
/// again.
#[tokio::test(flavor = "multi_thread")]
async fn of_a_batch_that_was_refused() {
    let mut computer = Computer::new().await;
    let (id, references) = corrected(&computer.world).await;
    refuse(&computer.world);
    computer.world.desk.send(id).await.unwrap();
    computer.restart().await;
    let copy = computer.ledger_files();
    sent(&computer.world, &staff(60..63), "Day shift", "2026-10").await;
    computer.exchange_ledger(&copy).await;
    let world = &computer.world;
    assert!(world.desk.block().is_some());
    hear(world, &references[0]).await;
    let track = until(&world.desk, id, |track| states(track) != [BatchState::NotAccepted]).await;
    assert_eq!(states(&track), [BatchState::Unknown]);

    let again = draft(world, &[staff(1..2), staff(3..4)].concat()).await;
    accept_warnings(&world.desk, again).await;
    let review = world.review(again, Some(input("Two of them again"))).await.unwrap();
    let asked: u32 = review.questions.iter().map(|question| question.open).sum();
    assert!(asked >= 2, "the old account of the corrected row, and the new person: {:?}", review.questions);
}

/// The corrected rows were in review and not approved: nothing of them is counted as sent.
#[tokio::test(flavor = "multi_thread")]
async fn but_nobody_is_sent_who_was_never_approved() {
    let mut computer = Computer::new().await;
    sent(&computer.world, &staff(50..53), "Night shift", "2026-10").await;
    let (id, references) = in_review(&computer.world).await;
    let copy = computer.ledger_files();
    sent(&computer.world, &staff(60..63), "Day shift", "2026-10").await;
    computer.exchange_ledger(&copy).await;
    let world = &computer.world;
    assert!(world.desk.block().is_some());
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Frozen]);
    hear(world, &references[0]).await;
    let former = until_tracked(world, id).await;
    assert_former(world, former, &references).await;
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Draft);
    until_payable(world, id, 1).await;
}

/// Only the file says that it was never approved.
#[tokio::test(flavor = "multi_thread")]
async fn unless_only_the_file_says_that_it_was_never_approved() {
    let mut computer = Computer::new().await;
    sent(&computer.world, &staff(50..53), "Night shift", "2026-10").await;
    let (id, references) = corrected(&computer.world).await;
    let copy = computer.ledger_files();
    go(&computer.world, Way::ContinueSending, id).await.unwrap();
    computer.exchange_ledger(&copy).await;
    let world = &computer.world;
    assert!(world.desk.block().is_some());
    for edit in [
        "UPDATE batches SET state = 'Frozen' WHERE state = 'Approved'",
        "UPDATE payrolls SET approved_at = NULL WHERE name = 'November salaries'",
    ] {
        world.on_the_disk(edit).await;
    }
    hear(world, &references[0]).await;
    let track = until(&world.desk, id, |track| states(track) != [BatchState::Frozen]).await;
    assert_eq!((states(&track), track.sent_after_all), (vec![BatchState::Settling], 0));
    assert_eq!(outcomes(&track).values().sum::<u32>(), 4);
}

async fn in_review(world: &World) -> (u32, Vec<String>) {
    let (id, references) = corrected(world).await;
    world.desk.take_back(id).await.unwrap();
    world.review(id, Some(input(SALARIES))).await.unwrap();
    (id, references)
}
