//! How many payouts are without an outcome, and how many batches are Unknown.

use paysheet_domain::{BatchState, PayoutState};

use crate::{
    model::{columns::count, error::Result},
    store::ledger::Ledger,
};

/// What reports are still expected of, in all payrolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutstandingCounts {
    /// Payouts without an outcome, in batches that the service has.
    pub payouts: u32,
    /// Batches of which it is not known whether the service has them.
    pub unresolved: u32,
}

impl Ledger {
    /// Counts the payouts without an outcome and the Unknown batches. Both counts use indexes. Payrolls that the user
    /// closed before all outcomes were known are not waited for.
    pub async fn outstanding(&self) -> Result<OutstandingCounts> {
        let (payouts, unresolved): (i64, i64) = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM batches b JOIN payouts p ON p.batch = b.id
                     JOIN payrolls r ON r.id = b.payroll
                     WHERE r.unconfirmed_at IS NULL AND b.state IN ($1, $2) AND p.state IN ($3, $4)),
                    (SELECT COUNT(*) FROM batches WHERE state = $5)",
        )
        .bind(BatchState::Accepted.to_string())
        .bind(BatchState::Settling.to_string())
        .bind(PayoutState::Sent.to_string())
        .bind(PayoutState::Overdue.to_string())
        .bind(BatchState::Unknown.to_string())
        .fetch_one(&self.reader)
        .await?;
        Ok(OutstandingCounts {
            payouts: count("payouts", payouts)?,
            unresolved: count("batches", unresolved)?,
        })
    }
}
