//! An older copy of the ledger is put back, in which a batch looks never sent or refused. The newer one may have sent it.
//!
//! Nobody is paid twice unasked: the copy corrects nothing until somebody has gone through it, and what was withdrawn in it
//! or is corrected from it is asked about person by person.

use paysheet_desk::ErrorCode;

use crate::{
    double_payment::{Left, draft, left, paid_twice, sent, staff},
    exchanged_ledger::{Computer, Way, go},
    paying_again::{SALARIES, input},
    support::{World, accept_warnings, code_of, go_through, typed},
};

async fn asked(world: &World, id: u32) -> u32 {
    world.desk.questions(id).await.unwrap().iter().map(|question| question.open).sum()
}

/// A computer on which the newer ledger sent a payroll of three people that the older one has in this state.
async fn with_an_older_ledger(state: Left) -> (Computer, u32) {
    let mut computer = Computer::new().await;
    sent(&computer.world, &staff(50..53), "Night shift", "2026-10").await;
    let id = left(&computer.world, state, &staff(0..3), SALARIES).await;
    computer.restart().await;
    let copy = computer.ledger_files();
    go(&computer.world, Way::ContinueSending, id).await.unwrap();
    computer.exchange_ledger(&copy).await;
    assert!(computer.world.desk.block().is_some());
    (computer, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn before_somebody_has_gone_through_it() {
    for state in [Left::Approved, Left::NotSent, Left::Refused] {
        let (computer, id) = with_an_older_ledger(state).await;
        let corrected = computer.world.desk.correct(id).await;
        assert_eq!(code_of(corrected), ErrorCode::SendingBlocked, "{state:?}");
        assert_eq!(computer.world.desk.payrolls().await.unwrap().len(), 2);
    }
}

/// Withdrawing is allowed in the copy, and says nothing about what the newer ledger did.
#[tokio::test(flavor = "multi_thread")]
async fn of_a_batch_that_was_withdrawn_in_it() {
    for state in [Left::Approved, Left::NotSent, Left::Refused] {
        for is_gone_through_first in [false, true] {
            let (computer, id) = with_an_older_ledger(state).await;
            let world = &computer.world;
            if is_gone_through_first {
                go_through(&world.desk).await;
            }
            // What the copy cannot know is decided first.
            for batch in world.desk.payroll(id).await.unwrap().batches {
                let no = paysheet_desk::view::UnknownDecision::TheServiceDoesNotHaveIt;
                let _ = world.desk.decide_unknown(id, batch.key, no, "They looked").await;
            }
            world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
            if !is_gone_through_first {
                go_through(&world.desk).await;
            }
            for people in [staff(0..3), staff(1..2)] {
                let again = draft(world, &people).await;
                accept_warnings(&world.desk, again).await;
                let review = world.review(again, Some(input("Once more"))).await.unwrap();
                let count = u32::try_from(people.len()).unwrap();
                assert!(
                    asked(world, again).await >= count,
                    "{state:?} {is_gone_through_first} {:?}",
                    review.questions
                );
                assert!(world.desk.approve(again, &review.fingerprint, &typed(&review)).await.is_err());
                world.desk.discard_draft(again).await.unwrap();
            }
            let new = world.desk.correct(id).await.unwrap();
            world.review(new, None).await.unwrap();
            assert!(asked(world, new).await >= 3, "{state:?} {is_gone_through_first}");
            assert!(paid_twice(world).is_empty());
        }
    }
}
