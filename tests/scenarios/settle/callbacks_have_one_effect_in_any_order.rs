use paysheet_domain::{BatchState, PayoutState};

use crate::support::{
    World, call_back, counts, outcomes, people, references, report, reversal, state_of, states, until,
};

#[tokio::test(flavor = "multi_thread")]
async fn repeated_reordered_contradictory_and_forged() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(7)).await;
    let address = world.listen_elsewhere().await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let [paid, failed, reversed, early, conflict, unclear, other_amount] = all.as_slice() else {
        panic!("{all:?}")
    };
    let forged = "A".repeat(26);
    for form in [
        report(paid, "00"),
        report(paid, "00"),
        report(failed, "51"),
        report(failed, "91"),
        report(failed, "02"),
        report(reversed, "00"),
        reversal(reversed),
        reversal(early),
        report(early, "00"),
        report(conflict, "51"),
        report(conflict, "00"),
        report(conflict, "51"),
        report(unclear, "02"),
        report(unclear, "91"),
        report(unclear, "0"),
        format!("ref={unclear}&status=completed&amount=5"),
        format!("{}&amount=5.00", report(other_amount, "00")),
        report(&forged, "00"),
        report("' OR 1=1 --", "00"),
        report(&states_batch_reference(&world, id).await, "00"),
        "responsecode=00".to_owned(),
        String::new(),
    ] {
        assert_eq!(call_back(&address, &form).await, 200, "{form}");
    }
    let wanted = counts(&[
        (PayoutState::Paid, 1),
        (PayoutState::Failed, 1),
        (PayoutState::Sent, 1),
        (PayoutState::Conflict, 4),
    ]);
    let track = until(&world.desk, id, |track| outcomes(track) == wanted).await;
    assert_eq!(states(&track), [BatchState::Settling], "contradictions wait for the user");
    for (reference, expected) in [
        (paid, PayoutState::Paid),
        (failed, PayoutState::Failed),
        (reversed, PayoutState::Conflict),
        (early, PayoutState::Conflict),
        (conflict, PayoutState::Conflict),
        (unclear, PayoutState::Sent),
        (other_amount, PayoutState::Conflict),
    ] {
        assert_eq!(state_of(&world.desk, id, reference).await, expected);
    }
    assert_eq!(world.line.sent().len(), 1);
}

async fn states_batch_reference(world: &World, id: u32) -> String {
    world.desk.payroll(id).await.unwrap().batches[0].reference.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn elsewhere_and_too_large_ones_are_not_taken() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    assert_eq!(call_back(&address.replace("/heard", "/guessed"), "ref=A").await, 404);
    assert_eq!(call_back(&address, &"a".repeat(64 * 1024 + 1)).await, 413);
    assert_eq!(call_back(&address, &"a".repeat(64 * 1024)).await, 200);
}

/// Stored but not applied when the machine stopped: applied at the next start.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_stored_is_applied_at_the_next_start() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let raw = paysheet_ledger::RawCallback {
        received_at: "2026-11-20T09:00:00Z".parse().unwrap(),
        method: "POST".to_owned(),
        content_type: Some("application/x-www-form-urlencoded".to_owned()),
        query: None,
        body: report(&reference, "00").into_bytes(),
    };
    world.desk.store_callbacks(&[raw]).await.unwrap();
    let (_folder, desk, recovery) = world.after_a_crash().await;
    assert_eq!(recovery.callbacks_waiting, 1);
    assert_eq!(state_of(&desk, id, &reference).await, PayoutState::Paid);
}
