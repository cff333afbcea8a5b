use paysheet_domain::Report;

use crate::{
    OutstandingCounts,
    tests::support::{
        accepted, approved, at, intent, killed_and_started_again, open, ready, references, report, send,
    },
};

const fn counts(payouts: u32, unresolved: u32) -> OutstandingCounts {
    OutstandingCounts { payouts, unresolved }
}

#[tokio::test]
async fn payouts_are_outstanding_from_the_acceptance_to_their_outcome() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    assert_eq!(ledger.outstanding().await.unwrap(), counts(0, 0), "approved, and nothing is sent");
    send(&ledger, id, accepted()).await;
    assert_eq!(ledger.outstanding().await.unwrap(), counts(2, 0));
    let references = references(&ledger, id).await;
    report(&ledger, &references[0], Report::Failed).await;
    assert_eq!(ledger.outstanding().await.unwrap(), counts(1, 0));
    send(&ledger, id, accepted()).await;
    ledger.close_unconfirmed(id, ("The bank confirmed by telephone", "Ada Obi"), at(20)).await.unwrap();
    assert_eq!(ledger.outstanding().await.unwrap(), counts(0, 0), "the user waits for nothing");
    ledger.reopen_unconfirmed(id, at(21)).await.unwrap();
    assert_eq!(ledger.outstanding().await.unwrap(), counts(2, 0));
    report(&ledger, &references[1], Report::Successful).await;
    report(&ledger, &references[2], Report::Successful).await;
    assert_eq!(ledger.outstanding().await.unwrap(), counts(0, 0));
}

#[tokio::test]
async fn an_unknown_batch_is_counted_as_unresolved() {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let batch = ready(&ledger, id).await;
    let _intent = intent(&ledger, batch, at(4)).await.unwrap();
    let (_copy, after, _) = killed_and_started_again(&dir).await;
    assert_eq!(after.outstanding().await.unwrap(), counts(0, 1));
}
