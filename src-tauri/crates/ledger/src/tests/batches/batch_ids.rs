use paysheet_domain::{AttemptResult, BatchState, PayoutState};

use crate::{
    BatchKey, Destination, Ledger, PayrollState,
    tests::support::{accepted_as, approved, at, intent, open, payout_states, ready, send, service},
};

/// Sets the destination of a batch, as if it had been approved for another service; none if it is empty.
async fn destination(ledger: &Ledger, batch: BatchKey, origin: &str) {
    let stored = serde_json::to_string(&Destination { origin: origin.to_owned(), ..service().main }).unwrap();
    sqlx::query("UPDATE batches SET destination_json = $2 WHERE id = $1")
        .bind(i64::from(batch.0))
        .bind(Some(stored).filter(|_| !origin.is_empty()))
        .execute(&ledger.writer)
        .await
        .unwrap();
}

/// Sends two payrolls to these addresses (empty if unknown), accepted with these ids.
async fn accepted_twice(addresses: [&str; 2], ids: [&str; 2]) -> (BatchState, Option<String>) {
    let (_dir, ledger) = open().await;
    let mut found = None;
    for ((name, address), id) in ["October", "November"].into_iter().zip(addresses).zip(ids) {
        let payroll = approved(&ledger, name, &[2]).await;
        let begun = intent(&ledger, ready(&ledger, payroll).await, at(4)).await.unwrap();
        destination(&ledger, begun.key(), address).await;
        ledger.record(begun, accepted_as(id), at(5)).await.unwrap();
        let batch = ledger.batches(payroll).await.unwrap().remove(0);
        found = Some((batch.state, batch.batch_id));
    }
    found.unwrap()
}

#[tokio::test]
async fn the_id_of_another_batch_is_no_acceptance() {
    let known = (BatchState::Unknown, None);
    let own = |id: &str| (BatchState::Settling, Some(id.to_owned()));
    let (here, there) = ("https://pay.example.com", "https://pay.example.org");
    for (addresses, ids, expected) in [
        ([here, here], ["256", "256"], known.clone()),
        // If the service of one of them is unknown, it may have been the same service.
        (["", here], ["256", "256"], known.clone()),
        ([here, ""], ["256", "256"], known.clone()),
        (["", ""], ["256", "256"], known.clone()),
        // One id, however it is written.
        ([here, here], ["7", "07"], known.clone()),
        ([here, here], ["007", "7"], known),
        ([here, here], ["256", "257"], own("257")),
        // Another service numbers its batches separately.
        ([here, there], ["256", "256"], own("256")),
    ] {
        assert_eq!(accepted_twice(addresses, ids).await, expected, "{addresses:?} {ids:?}");
    }
}

#[tokio::test]
async fn it_is_unknown_with_a_reason_of_its_own() {
    let (_dir, ledger) = open().await;
    let first = approved(&ledger, "October", &[2]).await;
    send(&ledger, first, accepted_as("256")).await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let key = send(&ledger, id, accepted_as("256")).await;
    let batch = ledger.batches(id).await.unwrap().remove(0);
    assert_eq!(batch.code.as_deref(), Some("duplicate_batch_id"));
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Unresolved);
    assert_eq!(
        payout_states(&ledger, id).await,
        [PayoutState::Sent, PayoutState::Sent, PayoutState::Planned]
    );
    let attempt = ledger.attempts(key).await.unwrap().remove(0).ended.unwrap();
    assert_eq!((attempt.result, attempt.code.as_str()), (AttemptResult::Unknown, "duplicate_batch_id"));
    let events = ledger.events(id).await.unwrap();
    assert!(events.iter().any(|event| event.data_json.contains("\"256\"")), "the id is in the record");

    // The same id again proves no more than the first time; a new id does.
    let again = crate::tests::support::resend_unknown(&ledger, key, at(6)).await.unwrap();
    assert_eq!(ledger.record(again, accepted_as("256"), at(7)).await.unwrap(), BatchState::Unknown);
    let again = crate::tests::support::resend_unknown(&ledger, key, at(8)).await.unwrap();
    assert_eq!(ledger.record(again, accepted_as("257"), at(9)).await.unwrap(), BatchState::Settling);
}
