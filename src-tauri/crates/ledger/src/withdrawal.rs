//! Withdrawal: what was approved and never accepted by the service is never sent from then on.

use jiff::Timestamp;
use paysheet_domain::BatchState;
use serde_json::json;

use crate::{
    decision_reason::decision_reason,
    error::{LedgerError, Result},
    events::EventKind,
    freeze::batches_in,
    ledger::Ledger,
    records::{BatchKey, PayrollId},
    reinstate::{follow_withdrawn, mark_reported},
    transitions::{close_payroll_if_done, enter, load_head},
};

impl Ledger {
    /// Withdraws a batch permanently, or every batch of the payroll that the service never accepted. A callback about
    /// one of its payouts still overrides the withdrawal.
    ///
    /// # Errors
    /// `NoReason`, `NoSuchBatch`. `WrongState` if the batch is of another payroll, is at the service, may be there, or was never approved. A payroll with an
    /// unknown batch, or one under way, can be withdrawn only after that is decided.
    pub async fn withdraw(
        &self,
        id: PayrollId,
        batch: Option<BatchKey>,
        (reason, by): (&str, &str),
        now: Timestamp,
    ) -> Result<()> {
        decision_reason(reason)?;
        let mut tx = self.begin_write(now).await?;
        let keys = match batch {
            Some(key) => vec![key],
            None => self.withdrawable(tx.conn(), id).await?,
        };
        for &key in &keys {
            let stored = load_head(tx.conn(), key).await?;
            if stored.payroll != id || !stored.state.leads_to(BatchState::Withdrawn) {
                return Err(stored.cannot_become(BatchState::Withdrawn));
            }
            tx.append_event(EventKind::Withdrawn, stored.about(), &json!({ "reason": reason, "by": by }));
            enter(&mut tx, &stored, BatchState::Withdrawn).await?;
            mark_reported(&mut tx, key).await?;
        }
        follow_withdrawn(&mut tx, id).await?;
        close_payroll_if_done(&mut tx, id).await?;
        tx.commit().await
    }

    /// Returns all batches that can be withdrawn, if no batch prevents it.
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
