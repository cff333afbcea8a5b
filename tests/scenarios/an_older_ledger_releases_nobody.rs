//! An older copy of the ledger is put back after a corrected batch was sent from the newer one. A report about people whom the
//! refused batch has as well may be about the batch that the copy does not know to be sent: nobody who is in that one can be
//! paid again without a question.

use paysheet_domain::BatchState;

use crate::{
    double_payment::{draft, paid_twice, sent, staff},
    exchanged_ledger::{Computer, Way, go},
    former_batches::corrected,
    paying_again::input,
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
