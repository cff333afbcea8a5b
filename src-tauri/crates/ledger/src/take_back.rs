//! Takes what the service never took of a payroll back to a draft, for example because the service refused it or the
//! user stopped the sending. Rows which do not change keep their references.

use std::collections::HashMap;

use jiff::Timestamp;
use paysheet_domain::BatchState;
use serde::Deserialize;

use crate::{
    columns::count,
    error::{LedgerError, Result},
    events::EventKind,
    former_references::is_never_taken,
    ledger::Ledger,
    parts::{Move, move_to_draft, open_part},
    records::{BatchKey, PayrollId},
    refusal::{RefusedRow, StoredRefusal, keep_refusal},
    reinstate,
    transitions::{StoredBatch, load},
    verification::{require_as_approved, require_state_of_events},
    whole::{is_parted, take_whole},
    write_tx::WriteTx,
};

impl Ledger {
    /// Takes back what the service never took of a payroll, and returns the draft that contains it. If the service took
    /// nothing, the payroll itself is a draft again; what was attempted stays in the record. Otherwise the draft is a new
    /// payroll, and this one keeps the rest. A second call returns the same draft.
    ///
    /// # Errors
    /// `WrongState` if everything is at the service or may be there, or something is being sent; `NothingToApprove` if
    /// there is nothing. `NotAsFrozen` if the record does not confirm the stored states.
    pub async fn take_back(
        &self,
        id: PayrollId,
        (refusal, by): (Option<&StoredRefusal>, &str),
        now: Timestamp,
    ) -> Result<PayrollId> {
        let mut tx = self.begin_write(now).await?;
        tx.require_unblocked()?;
        let draft = match takeable(&mut tx, id).await? {
            Takeable::Whole(batches) => {
                take_whole(&mut tx, id, &batches, (refusal, Some(by))).await.map(|()| id)?
            }
            Takeable::Part(batches) => take_part(&mut tx, id, &batches, (refusal, by)).await?,
            Takeable::Already(draft) => return Ok(draft),
        };
        reinstate::the_rest(&mut tx, draft).await?;
        tx.commit().await?;
        Ok(draft)
    }
}

/// What can be taken back of a payroll.
enum Takeable {
    Whole(Vec<StoredBatch>),
    Part(Vec<StoredBatch>),
    /// All of it was taken back before, to this draft.
    Already(PayrollId),
}

/// Returns the batches that the service does not have and cannot have: each was approved and never left this computer,
/// or was refused, and its outcome was never unknown.
async fn takeable(tx: &mut WriteTx, id: PayrollId) -> Result<Takeable> {
    let keys: Vec<i64> = sqlx::query_scalar("SELECT id FROM batches WHERE payroll = $1 ORDER BY number")
        .bind(i64::from(id.0))
        .fetch_all(tx.conn())
        .await?;
    let mut free = Vec::with_capacity(keys.len());
    let mut kept = None;
    for key in keys {
        let stored = load(tx.conn(), BatchKey(count("batch", key)?)).await?;
        if matches!(stored.state, BatchState::Intent | BatchState::Frozen) {
            return Err(stored.cannot_become(BatchState::Draft));
        }
        if !is_never_taken(stored.state) || stored.was_unknown || was_ever_unknown(tx, &stored).await? {
            kept = Some(stored);
            continue;
        }
        // A state that the record does not confirm was written by something else.
        require_state_of_events(tx, &stored).await?;
        free.push(stored);
    }
    match (kept, free.is_empty()) {
        (None, true) => Err(LedgerError::NothingToApprove(id)),
        (None, false) => {
            require_never_parted(tx, id, &free).await?;
            Ok(Takeable::Whole(free))
        }
        (Some(_), false) => Ok(Takeable::Part(free)),
        (Some(kept), true) => match open_part(tx, id).await? {
            Some(draft) => Ok(Takeable::Already(draft)),
            None => Err(kept.cannot_become(BatchState::Draft)),
        },
    }
}

/// Checks that no part of the payroll was taken back: its approval covers people who are in another payroll now, so that it
/// is never a draft again.
async fn require_never_parted(tx: &mut WriteTx, id: PayrollId, free: &[StoredBatch]) -> Result<()> {
    match free.first() {
        Some(batch) if is_parted(tx, id).await? => Err(batch.cannot_become(BatchState::Draft)),
        Some(_) | None => Ok(()),
    }
}

/// Moves the batches to a draft of their own.
async fn take_part(
    tx: &mut WriteTx,
    id: PayrollId,
    batches: &[StoredBatch],
    (refusal, by): (Option<&StoredRefusal>, &str),
) -> Result<PayrollId> {
    for batch in batches {
        // Its recipients decide which references are kept: they must be what was approved.
        require_as_approved(tx, batch).await?;
    }
    let refused = refusal.map(|refusal| refusal.rows.iter().map(|row| row.position).collect());
    let reason = Move { refused: &refused.unwrap_or_default(), by: Some(by) };
    let (draft, moved) = move_to_draft(tx, id, batches, reason).await?;
    let refusal = refusal.map(|refusal| moved_refusal(refusal, &moved));
    keep_refusal(tx, draft, refusal.as_ref()).await?;
    Ok(draft)
}

/// Returns the refusal with the positions that the rows have in the draft.
fn moved_refusal(refusal: &StoredRefusal, moved: &HashMap<u32, u32>) -> StoredRefusal {
    let row = |row: &RefusedRow| Some(RefusedRow { position: *moved.get(&row.position)?, ..row.clone() });
    StoredRefusal { rows: refusal.rows.iter().filter_map(row).collect(), ..refusal.clone() }
}

/// Returns whether the record says that nobody knew whether the service had the batch. Ledgers of earlier versions have
/// no column for that.
async fn was_ever_unknown(tx: &mut WriteTx, batch: &StoredBatch) -> Result<bool> {
    #[derive(Deserialize)]
    struct Moved {
        to: BatchState,
    }
    let moved: Vec<String> = sqlx::query_scalar("SELECT data FROM events WHERE batch = $1 AND kind = $2")
        .bind(i64::from(batch.key.0))
        .bind(EventKind::BatchMoved.to_string())
        .fetch_all(tx.conn())
        .await?;
    // An event that cannot be read says nothing good.
    let is_unknown = |data: &String| {
        serde_json::from_str::<Moved>(data).map_or(true, |moved| moved.to == BatchState::Unknown)
    };
    Ok(moved.iter().any(is_unknown))
}
