//! Withdrawing: what was approved and never taken is not sent any more, ever.

use jiff::Timestamp;
use paysheet_domain::BatchState;
use serde_json::json;

use crate::{
    decision_reason::require_reason,
    error::{LedgerError, Result},
    events::EventKind,
    freeze::batches_in,
    open::Ledger,
    records::{BatchKey, PayrollId},
    transitions::{close_payroll_if_done, enter, load},
};

impl Ledger {
    /// Withdraws a batch, or every batch of the payroll that was never taken, for ever. A callback that tells of one
    /// of its payouts still counts for more.
    ///
    /// # Errors
    /// `NoReason`; `WrongState` if the batch is at the service, may be, or was never approved. A payroll with an
    /// unknown batch, or one under way, is withdrawn only once that is decided.
    pub async fn withdraw(
        &self,
        id: PayrollId,
        batch: Option<BatchKey>,
        (reason, by): (&str, &str),
        now: Timestamp,
    ) -> Result<()> {
        require_reason(reason)?;
        let mut tx = self.begin_write(now).await?;
        let keys = match batch {
            Some(key) => vec![key],
            None => self.withdrawable(tx.conn(), id).await?,
        };
        for &key in &keys {
            let stored = load(tx.conn(), key).await?;
            if stored.payroll != id || !stored.state.leads_to(BatchState::Withdrawn) {
                return Err(stored.cannot_become(BatchState::Withdrawn));
            }
            tx.append_event(EventKind::Withdrawn, stored.about(), &json!({ "reason": reason, "by": by }));
            enter(&mut tx, &stored, BatchState::Withdrawn).await?;
        }
        close_payroll_if_done(&mut tx, id).await?;
        tx.commit().await
    }

    /// All batches that can be withdrawn, where nothing stands in the way.
    async fn withdrawable(&self, conn: &mut sqlx::SqliteConnection, id: PayrollId) -> Result<Vec<BatchKey>> {
        for state in [BatchState::Unknown, BatchState::Intent, BatchState::Frozen] {
            if let Some(&batch) = batches_in(conn, id, state).await?.first() {
                return Err(LedgerError::WrongState { batch, from: state, to: BatchState::Withdrawn });
            }
        }
        let mut keys = Vec::new();
        for state in [BatchState::Approved, BatchState::NotSent, BatchState::NotAccepted] {
            keys.extend(batches_in(conn, id, state).await?);
        }
        if keys.is_empty() {
            return Err(LedgerError::NothingToApprove(id));
        }
        Ok(keys)
    }
}
