//! Takes a payroll that the service never took back to a draft, for example because the service refused it. References
//! are derived from the payroll and its rows, so that rows which do not change keep theirs.

use jiff::Timestamp;
use paysheet_domain::BatchState;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    columns::count,
    error::{LedgerError, Result},
    events::EventKind,
    ledger::Ledger,
    records::{BatchKey, PayrollId},
    transitions::{StoredBatch, load},
    verification::require_state_of_events,
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
    /// Makes a payroll a draft again of which the service took nothing. Its batches and payouts are removed; what was
    /// attempted stays in the record.
    ///
    /// # Errors
    /// `WrongState` if a batch is at the service or may be there; `NothingToApprove` if there is none. `NotAsFrozen` if the
    /// record does not confirm that.
    pub async fn take_back(
        &self,
        id: PayrollId,
        refusal: Option<&StoredRefusal>,
        by: &str,
        now: Timestamp,
    ) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        tx.require_unblocked()?;
        let batches = never_taken(&mut tx, id).await?;
        let data = json!({ "by": by, "batches": batches.iter().map(removed).collect::<Vec<_>>() });
        tx.append_event(EventKind::TakenBack, EventSubject::payroll(id), &data);
        for statement in [
            // A late callback about one of them stops the payroll, whatever becomes of its row.
            "INSERT INTO former_references (reference, payroll)
             SELECT p.reference, p.payroll FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE b.payroll = $1 AND b.attempts > 0 ON CONFLICT (reference) DO NOTHING",
            "DELETE FROM attempts WHERE batch IN (SELECT id FROM batches WHERE payroll = $1)",
            "DELETE FROM payouts WHERE payroll = $1",
            "DELETE FROM batches WHERE payroll = $1",
        ] {
            sqlx::query(statement).bind(i64::from(id.0)).execute(tx.conn()).await?;
        }
        let refusal = refusal.and_then(|refusal| serde_json::to_string(refusal).ok());
        sqlx::query(
            "UPDATE payrolls SET frozen_at = NULL, approved_at = NULL, approved_by = NULL, approval_seq = NULL,
                                 confirmed_seq = NULL, refusal_json = $2 WHERE id = $1",
        )
        .bind(i64::from(id.0))
        .bind(refusal)
        .execute(tx.conn())
        .await?;
        tx.commit().await
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

/// Returns the batches of a payroll if the service has none of them and cannot have any: each was approved and never
/// left this computer, or was refused, and its outcome was never unknown.
async fn never_taken(tx: &mut WriteTx, id: PayrollId) -> Result<Vec<StoredBatch>> {
    let keys: Vec<i64> = sqlx::query_scalar("SELECT id FROM batches WHERE payroll = $1 ORDER BY number")
        .bind(i64::from(id.0))
        .fetch_all(tx.conn())
        .await?;
    let mut batches = Vec::with_capacity(keys.len());
    for key in keys {
        let stored = load(tx.conn(), BatchKey(count("batch", key)?)).await?;
        let was_never_taken =
            matches!(stored.state, BatchState::Approved | BatchState::NotSent | BatchState::NotAccepted);
        if !was_never_taken || stored.was_unknown || was_ever_unknown(tx, &stored).await? {
            return Err(stored.cannot_become(BatchState::Draft));
        }
        // A state that the record does not confirm was written by something else.
        require_state_of_events(tx, &stored).await?;
        batches.push(stored);
    }
    if batches.is_empty() { Err(LedgerError::NothingToApprove(id)) } else { Ok(batches) }
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

/// Returns whether a payroll that is a draft now was attempted before it was taken back.
pub(crate) async fn was_attempted(conn: &mut SqliteConnection, id: PayrollId) -> Result<bool> {
    let former: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM former_references WHERE payroll = $1")
        .bind(i64::from(id.0))
        .fetch_one(conn)
        .await?;
    Ok(former > 0)
}

fn removed(batch: &StoredBatch) -> serde_json::Value {
    json!({
        "batch": batch.key, "body_sha256": batch.body_sha256, "state": batch.state, "attempts": batch.attempts,
    })
}
