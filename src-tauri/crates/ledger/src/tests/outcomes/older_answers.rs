//! Two attempts of one batch, and an answer that arrives late.

use paysheet_domain::{BatchState, PayoutState};

use crate::{
    Intent, Ledger, LedgerError, OutcomeKind, PayrollId,
    tests::support::{
        FILE, accepted, approved, at, intent, open, outcome, payout_states, ready, resend_unknown,
    },
};

/// Returns a first attempt that was interrupted, and a second one that is under way.
async fn two_attempts() -> (tempfile::TempDir, Ledger, PayrollId, [Intent; 2]) {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let first = intent(&ledger, ready(&ledger, id).await, at(4)).await.unwrap();
    ledger.close().await;
    let (ledger, recovery) = Ledger::open(&dir.path().join(FILE), at(5)).await.unwrap();
    assert_eq!(recovery.became_unknown, [first.key()]);
    let second = resend_unknown(&ledger, first.key(), at(6)).await.unwrap();
    (dir, ledger, id, [first, second])
}

#[tokio::test]
async fn the_answer_of_an_older_attempt_is_not_taken_for_the_newer_one() {
    for kind in [
        OutcomeKind::Accepted { batch_id: "B-1".to_owned() },
        OutcomeKind::NotAccepted,
        OutcomeKind::NotSent,
        OutcomeKind::Unknown,
    ] {
        let (_dir, ledger, id, [first, second]) = two_attempts().await;
        let key = first.key();
        let name = format!("{kind:?}");
        let refused = ledger.record(first, outcome(kind), at(7)).await.unwrap_err();
        assert!(matches!(refused.error, LedgerError::WrongState { .. }), "{name}: {}", refused.error);
        let batch = ledger.batches(id).await.unwrap().remove(0);
        assert_eq!((batch.state, batch.batch_id), (BatchState::Intent, None), "{name}");
        let attempts = ledger.attempts(key).await.unwrap();
        assert!(attempts[1].ended.is_none(), "{name}: the newer one is still on its way");

        let state = ledger.record(second, accepted(), at(8)).await.unwrap();
        assert_eq!(state, BatchState::Settling, "{name}");
        assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent; 2], "{name}");
        ledger.verify_chain().await.unwrap();
    }
}

#[tokio::test]
async fn the_answer_of_an_older_attempt_settles_nothing_after_the_newer_one_was_lost_too() {
    let (_dir, ledger, id, [first, second]) = two_attempts().await;
    ledger.record(second, outcome(OutcomeKind::Unknown), at(7)).await.unwrap();
    ledger.record(first, outcome(OutcomeKind::NotAccepted), at(8)).await.unwrap_err();
    assert_eq!(ledger.batches(id).await.unwrap()[0].state, BatchState::Unknown);
}
