//! Takes what the service never took of a payroll back to a draft, for example because the service refused it or the
//! user stopped the sending. Rows which do not change keep their references.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use paysheet_domain::{BatchState, ProblemCode};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    columns::count,
    draft_rows,
    error::{LedgerError, Result},
    events::EventKind,
    former_payouts,
    former_references::is_never_taken,
    ledger::Ledger,
    parts::{Move, keep_references, move_to_draft, open_part, positions_of, removed},
    records::{BatchKey, PayrollId},
    reinstate,
    transitions::{StoredBatch, load},
    verification::{require_as_approved, require_state_of_events},
    write_tx::{EventSubject, WriteTx},
};

/// What the service said when it refused a payroll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRefusal {
    pub message: String,
    pub at: Timestamp,
    pub rows: Vec<RefusedRow>,
}

/// A row that the service named, as it was refused. A row that was changed since is not meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedRow {
    pub position: u32,
    pub bank_code: String,
    pub account_number: String,
    /// Decimal digits.
    pub amount: String,
}

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
                take_whole(&mut tx, id, &batches, (refusal, by)).await.map(|()| id)?
            }
            Takeable::Part(batches) => take_part(&mut tx, id, &batches, (refusal, by)).await?,
            Takeable::Already(draft) => return Ok(draft),
        };
        reinstate::the_rest(&mut tx, draft).await?;
        tx.commit().await?;
        Ok(draft)
    }

    /// Returns what the service said when it refused the payroll that was taken back to this draft.
    ///
    /// # Errors
    /// `Unreadable`.
    pub async fn refusal(&self, id: PayrollId) -> Result<Option<StoredRefusal>> {
        let text: Option<Option<String>> =
            sqlx::query_scalar("SELECT refusal_json FROM payrolls WHERE id = $1")
                .bind(i64::from(id.0))
                .fetch_optional(&self.reader)
                .await?;
        let read = |text: String| {
            serde_json::from_str(&text).map_err(|_| LedgerError::Unreadable { column: "refusal_json" })
        };
        text.flatten().map(read).transpose()
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
    let parted: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM taken_back_batches WHERE payroll = $1")
        .bind(i64::from(id.0))
        .fetch_one(tx.conn())
        .await?;
    match free.first() {
        Some(batch) if parted > 0 => Err(batch.cannot_become(BatchState::Draft)),
        Some(_) | None => Ok(()),
    }
}

/// Makes the payroll a draft again.
async fn take_whole(
    tx: &mut WriteTx,
    id: PayrollId,
    batches: &[StoredBatch],
    (refusal, by): (Option<&StoredRefusal>, &str),
) -> Result<()> {
    for batch in batches {
        // Its references are what a late report is found by: they must be what was sent.
        require_as_approved(tx, batch).await?;
    }
    let unmoved = positions_of(tx, batches).await?.into_iter().map(|position| (position, position)).collect();
    for batch in batches.iter().filter(|batch| batch.attempts > 0) {
        keep_references(tx, (id, id), batch, &unmoved).await?;
        former_payouts::keep(tx, batch).await?;
    }
    for statement in [
        // A late callback about one of them stops the payroll, whatever becomes of its row.
        "INSERT INTO former_references (reference, payroll)
         SELECT p.reference, p.payroll FROM payouts p JOIN batches b ON b.id = p.batch
         WHERE b.payroll = $1 AND b.attempts > 0
         ON CONFLICT (reference, payroll) DO UPDATE SET is_inherited = 0",
        "DELETE FROM attempts WHERE batch IN (SELECT id FROM batches WHERE payroll = $1)",
        "DELETE FROM payouts WHERE payroll = $1",
        "DELETE FROM batches WHERE payroll = $1",
        "UPDATE payrolls SET frozen_at = NULL, approved_at = NULL, approved_by = NULL, approval_seq = NULL,
                             confirmed_seq = NULL WHERE id = $1",
    ] {
        sqlx::query(statement).bind(i64::from(id.0)).execute(tx.conn()).await?;
    }
    let data = json!({
        "by": by, "batches": batches.iter().map(removed).collect::<Vec<_>>(),
        "attempted": former_payouts::digest(tx.conn(), id).await?,
    });
    tx.append_event(EventKind::TakenBack, EventSubject::payroll(id), &data);
    ask_again(tx, id, refusal).await?;
    keep_refusal(tx, id, refusal).await
}

/// Takes back the acceptance of rows that the service named: it may have been about an earlier refusal.
async fn ask_again(tx: &mut WriteTx, id: PayrollId, refusal: Option<&StoredRefusal>) -> Result<()> {
    let Some(refusal) = refusal else { return Ok(()) };
    let named: HashSet<u32> = refusal.rows.iter().map(|row| row.position).collect();
    let mut rows = draft_rows::read_rows(tx.conn(), id).await?;
    rows.retain(|row| named.contains(&row.position) && row.accepted.contains(ProblemCode::RefusedByService));
    for row in &mut rows {
        row.accepted.remove(ProblemCode::RefusedByService);
    }
    draft_rows::write_rows(tx, id, &rows).await
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

async fn keep_refusal(tx: &mut WriteTx, id: PayrollId, refusal: Option<&StoredRefusal>) -> Result<()> {
    sqlx::query("UPDATE payrolls SET refusal_json = $2 WHERE id = $1")
        .bind(i64::from(id.0))
        .bind(refusal.and_then(|refusal| serde_json::to_string(refusal).ok()))
        .execute(tx.conn())
        .await?;
    Ok(())
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
