//! A stored batch with any damage is not sent.

use paysheet_domain::BatchState;

use crate::{
    Ledger, LedgerError, NextBatch, OutcomeKind, PayrollId,
    tests::support::{approved, at, intent, open, outcome, ready, resend_unknown, send},
};

/// The damages, each with its SQL statement. The first batch has two people.
const DAMAGES: [(&str, &str); 12] = [
    (
        "a letter of the body",
        "UPDATE batches SET body = replace(body, 'bankcode', 'bankcodes') WHERE number = 1",
    ),
    ("the end of the body", "UPDATE batches SET body = substr(body, 1, length(body) - 1) WHERE number = 1"),
    ("the whole body", "UPDATE batches SET body = '' WHERE number = 1"),
    ("the body of another batch", "UPDATE batches SET body = (SELECT body FROM batches WHERE number = 2)"),
    ("the body's hash", "UPDATE batches SET body_sha256 = replace(body_sha256, 'a', 'b') || 'c'"),
    ("the sum", "UPDATE batches SET sum_minor = sum_minor + 1 WHERE number = 1"),
    ("the count", "UPDATE batches SET payout_count = payout_count + 1 WHERE number = 1"),
    ("the batch's currency", "UPDATE batches SET currency = 'GHS' WHERE number = 1"),
    ("an amount", "UPDATE payouts SET amount_minor = amount_minor + 1 WHERE position = 0"),
    ("a payout's currency", "UPDATE payouts SET currency = 'GHS' WHERE position = 0"),
    ("a payout too few", "DELETE FROM payouts WHERE position = 1"),
    ("a payout too many", "UPDATE payouts SET batch = 1 WHERE position = 2"),
];

async fn damage(ledger: &Ledger, statement: &'static str) {
    let changed = sqlx::query(statement).execute(&ledger.writer).await.unwrap();
    assert!(changed.rows_affected() > 0, "{statement}");
}

/// Returns state and number of attempts of the first batch, as stored in the database.
async fn first_batch(ledger: &Ledger, id: PayrollId) -> (BatchState, i64) {
    let (state, attempts): (String, i64) =
        sqlx::query_as("SELECT state, attempts FROM batches WHERE payroll = $1 AND number = 1")
            .bind(i64::from(id.0))
            .fetch_one(&ledger.reader)
            .await
            .unwrap();
    (state.parse().unwrap(), attempts)
}

#[tokio::test]
async fn a_damaged_batch_gets_no_intent() {
    let mut sent = Vec::new();
    for (name, statement) in DAMAGES {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2, 1]).await;
        damage(&ledger, statement).await;
        let refused = match ledger.next_to_send(id).await {
            Ok(NextBatch::Ready(batch)) => intent(&ledger, batch, at(4)).await.map(drop),
            other => other.map(drop),
        };
        if !matches!(refused, Err(LedgerError::NotAsFrozen(_) | LedgerError::PayrollDamaged { .. })) {
            sent.push(format!("{name}: {refused:?}"));
        }
        assert_eq!(first_batch(&ledger, id).await, (BatchState::Approved, 0), "{name}");
    }
    assert!(sent.is_empty(), "{sent:#?}");
}

/// The batch is read before it is damaged: the comparison uses what is stored when the intent is made.
#[tokio::test]
async fn a_batch_damaged_after_it_was_read_gets_no_intent() {
    let mut sent = Vec::new();
    for (name, statement) in DAMAGES {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2, 1]).await;
        let batch = ready(&ledger, id).await;
        damage(&ledger, statement).await;
        let refused = intent(&ledger, batch, at(4)).await;
        if !matches!(refused, Err(LedgerError::NotAsFrozen(_))) {
            sent.push(format!("{name}: {refused:?}"));
        }
        assert_eq!(first_batch(&ledger, id).await, (BatchState::Approved, 0), "{name}");
    }
    assert!(sent.is_empty(), "{sent:#?}");
}

#[tokio::test]
async fn a_damaged_unknown_batch_is_not_sent_again() {
    let mut sent = Vec::new();
    for (name, statement) in DAMAGES {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2, 1]).await;
        let key = send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
        damage(&ledger, statement).await;
        let refused = resend_unknown(&ledger, key, at(6)).await;
        if !matches!(refused, Err(LedgerError::NotAsFrozen(_))) {
            sent.push(format!("{name}: {refused:?}"));
        }
        assert_eq!(first_batch(&ledger, id).await, (BatchState::Unknown, 1), "{name}");
    }
    assert!(sent.is_empty(), "{sent:#?}");
}

/// The caller's copy is compared as well: a batch whose body differs from the stored one is not sent.
#[tokio::test]
async fn a_batch_changed_in_memory_gets_no_intent() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let mut changed = ready(&ledger, id).await;
    changed.body.push(' ');
    assert!(matches!(intent(&ledger, changed, at(4)).await, Err(LedgerError::NotAsFrozen(_))));
    let mut changed = ready(&ledger, id).await;
    changed.body_sha256.push('0');
    assert!(matches!(intent(&ledger, changed, at(4)).await, Err(LedgerError::NotAsFrozen(_))));
    assert_eq!(first_batch(&ledger, id).await, (BatchState::Approved, 0));
}
