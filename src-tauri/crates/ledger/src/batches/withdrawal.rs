//! Withdrawal: what was approved and never accepted by the service is never sent from then on. It stays as it was: a report
//! that the service has it after all finds it.
//!
//! # An abandoned payroll does not pay by one click
//!
//! `ledger::batches::withdrawal` permanently withdraws batches that the service never took; only a callback can
//! override this. "Send again" or "Send now" requires the total again if anything else happened since the user last
//! typed it.

use jiff::Timestamp;
use paysheet_domain::BatchState;
use serde_json::{Value, json};

use crate::{
    batches::freeze::batches_in,
    model::{
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::EventKind,
        records::{BatchKey, PayrollId},
    },
    states::{
        attempts::was_never_taken,
        transitions::{StoredBatch, close_payroll_if_done, enter, load_head, stamp_unknown},
    },
    store::{ledger::Ledger, write_tx::WriteTx},
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
            withdraw_batch(&mut tx, &stored, &json!({ "reason": reason, "by": by })).await?;
        }
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

/// Withdraws one batch.
pub(crate) async fn withdraw_batch<Body: Sync>(
    tx: &mut WriteTx,
    stored: &StoredBatch<Body>,
    data: &Value,
) -> Result<()> {
    doubt_unless_proved(tx, stored).await?;
    tx.append_event(EventKind::Withdrawn, stored.about(), data);
    enter(tx, stored, BatchState::Withdrawn).await
}

/// Unless the record proves that the service never took a batch, its people are asked about wherever they are paid again. In a
/// blocked ledger it proves nothing: a newer copy may have sent the batch.
pub(crate) async fn doubt_unless_proved<Body: Sync>(
    tx: &mut WriteTx,
    stored: &StoredBatch<Body>,
) -> Result<()> {
    if tx.require_unblocked().is_err() || !was_never_taken(tx, stored.key, stored.attempts).await? {
        stamp_unknown(tx, stored.key).await?;
    }
    Ok(())
}
