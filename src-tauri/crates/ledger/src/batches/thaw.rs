//! Thawing makes a frozen payroll a draft again.

use jiff::Timestamp;
use serde_json::json;

use crate::{
    drafts::draft::remove_unsent_batches,
    model::{
        error::{LedgerError, Result},
        events::EventKind,
        records::PayrollId,
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

impl Ledger {
    /// Makes a frozen payroll a draft again. Its batches are removed; the same references are derived when it is
    /// frozen again.
    ///
    /// # Errors
    /// `WrongState` if a batch was attempted, or the service has reported on it.
    pub async fn thaw(&self, id: PayrollId, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        thaw(&mut tx, id).await?;
        tx.commit().await
    }
}

/// Removes the batches of a payroll that was not attempted.
pub(crate) async fn thaw(tx: &mut WriteTx, id: PayrollId) -> Result<()> {
    remove_unsent_batches(tx, id).await?;
    let thawed = sqlx::query(
        "UPDATE payrolls SET frozen_at = NULL, approved_at = NULL, approved_by = NULL, callback_code = NULL
         WHERE id = $1",
    )
    .bind(i64::from(id.0))
    .execute(tx.conn())
    .await?;
    if thawed.rows_affected() == 0 {
        return Err(LedgerError::NoSuchPayroll(id));
    }
    tx.append_event(EventKind::Thawed, EventSubject::payroll(id), &json!({}));
    Ok(())
}
