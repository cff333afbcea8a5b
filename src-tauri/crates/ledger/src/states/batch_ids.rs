//! Each batch of a service has its own batch id. An acceptance with the id of another batch is about that batch, or
//! about none.
//!
//! # A batch id belongs to one batch
//!
//! An acceptance under the id of another batch of the same service is Unknown (`ledger::states::batch_ids`). A refusal
//! because a reference exists already is Unknown too, also for a first attempt (`service::http::outcome`).

use serde_json::json;

use crate::{
    model::{
        columns::count,
        error::Result,
        events::EventKind,
        outcome::{AttemptOutcome, OutcomeKind},
        records::{BatchKey, Destination, PayrollId},
    },
    store::write_tx::{EventSubject, WriteTx},
};

/// Code of an unknown batch that was accepted with the id of another batch.
const CODE_DUPLICATE_BATCH_ID: &str = "duplicate_batch_id";

/// Returns the outcome as far as it can be trusted: an acceptance with the id of another batch of the same service
/// becomes unknown. Any other outcome is returned unchanged.
pub(crate) async fn verified(
    tx: &mut WriteTx,
    (payroll, key): (PayrollId, BatchKey),
    outcome: &AttemptOutcome,
) -> Result<AttemptOutcome> {
    let OutcomeKind::Accepted { batch_id } = &outcome.kind else { return Ok(outcome.clone()) };
    let Some(other) = batch_with_id(tx, key, batch_id).await? else { return Ok(outcome.clone()) };
    let data = json!({ "batch_id": batch_id, "of_batch": other });
    tx.append_event(EventKind::DuplicateBatchId, EventSubject::batch(payroll, key), &data);
    Ok(AttemptOutcome {
        kind: OutcomeKind::Unknown,
        code: CODE_DUPLICATE_BATCH_ID.to_owned(),
        evidence: outcome.evidence.clone(),
    })
}

/// Returns another batch with this id that was sent to the same service: `7` and `07` are one id. If the service of one of
/// the two is unknown, it counts as the same one.
async fn batch_with_id(tx: &mut WriteTx, key: BatchKey, batch_id: &str) -> Result<Option<BatchKey>> {
    let others: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM batches WHERE LTRIM(service_batch_id, '0') = LTRIM($1, '0') AND id <> $2 ORDER BY id",
    )
    .bind(batch_id)
    .bind(i64::from(key.0))
    .fetch_all(tx.conn())
    .await?;
    let own = destination(tx, i64::from(key.0)).await?;
    for other in others {
        let theirs = destination(tx, other).await?;
        let is_same = own.as_ref().zip(theirs.as_ref()).is_none_or(|(one, other)| one == other);
        if is_same {
            return Ok(Some(BatchKey(count("batch", other)?)));
        }
    }
    Ok(None)
}

/// Returns the service that a batch was approved for, and therefore sent to.
async fn destination(tx: &mut WriteTx, batch: i64) -> Result<Option<String>> {
    let stored: Option<Option<String>> =
        sqlx::query_scalar("SELECT destination_json FROM batches WHERE id = $1")
            .bind(batch)
            .fetch_optional(tx.conn())
            .await?;
    let destination = stored.flatten().as_deref().map(Destination::stored).transpose()?;
    Ok(destination.map(|destination| destination.origin))
}
