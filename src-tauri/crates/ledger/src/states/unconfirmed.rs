//! Closing a payroll whose outcomes are not all known: the user gives a reason, and it stays visible how many payouts are
//! not confirmed. Reports still count. One that says that somebody was not paid reopens it.

use jiff::Timestamp;
use serde_json::json;

use crate::{
    model::{
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::EventKind,
        records::{PayrollId, PayrollState},
    },
    reads::damage::read_payroll,
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

impl Ledger {
    /// Closes a payroll that the service has and of which outcomes are missing.
    ///
    /// # Errors
    /// `NoReason`, `NoSuchPayroll`; `NotBeingPaid` if it is in another state.
    pub async fn close_unconfirmed(
        &self,
        id: PayrollId,
        (reason, by): (&str, &str),
        now: Timestamp,
    ) -> Result<()> {
        decision_reason(reason)?;
        let mut tx = self.begin_write(now).await?;
        if read_payroll(tx.conn(), id).await?.state != PayrollState::BeingPaid {
            return Err(LedgerError::NotBeingPaid(id));
        }
        let at = tx.at();
        sqlx::query(
            "UPDATE payrolls SET unconfirmed_reason = $2, unconfirmed_by = $3, unconfirmed_at = $4 WHERE id = $1",
        )
        .bind(i64::from(id.0))
        .bind(reason.trim())
        .bind(by)
        .bind(at)
        .execute(tx.conn())
        .await?;
        let data = json!({ "reason": reason, "by": by });
        tx.append_event(EventKind::ClosedUnconfirmed, EventSubject::payroll(id), &data);
        tx.commit().await
    }

    /// Reopens a payroll that was closed before all outcomes were known.
    ///
    /// # Errors
    /// `NoSuchPayroll`; `NotBeingPaid` if it was not closed that way.
    pub async fn reopen_unconfirmed(&self, id: PayrollId, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        if read_payroll(tx.conn(), id).await?.state != PayrollState::ClosedUnconfirmed {
            return Err(LedgerError::NotBeingPaid(id));
        }
        reopen(&mut tx, id).await?;
        tx.commit().await
    }
}

/// Reopens a payroll, if it was closed before all outcomes were known.
pub(crate) async fn reopen(tx: &mut WriteTx, id: PayrollId) -> Result<()> {
    let reopened = sqlx::query(
        "UPDATE payrolls SET unconfirmed_reason = NULL, unconfirmed_by = NULL, unconfirmed_at = NULL
         WHERE id = $1 AND unconfirmed_at IS NOT NULL",
    )
    .bind(i64::from(id.0))
    .execute(tx.conn())
    .await?;
    if reopened.rows_affected() > 0 {
        tx.append_event(EventKind::PayrollReopened, EventSubject::payroll(id), &json!({}));
    }
    Ok(())
}
