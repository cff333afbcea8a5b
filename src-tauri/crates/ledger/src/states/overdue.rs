//! Payouts whose outcome is later than expected. This says nothing about the money: the outcome may still be reported,
//! and then counts like any other.

use std::collections::BTreeSet;

use jiff::Timestamp;
use paysheet_domain::{BatchState, PayoutState};
use serde_json::json;

use crate::{
    model::{
        columns::{count, stamp},
        error::Result,
        events::EventKind,
        records::{BatchKey, PayrollId},
    },
    store::{ledger::Ledger, write_tx::EventSubject},
};

impl Ledger {
    /// Marks payouts without an outcome whose batch was accepted before `accepted_before`, and returns the payrolls
    /// that changed. Batches that the service was asked only to hold are not expected to settle.
    pub async fn mark_overdue(
        &self,
        accepted_before: Timestamp,
        now: Timestamp,
    ) -> Result<BTreeSet<PayrollId>> {
        let (sent, overdue) = (PayoutState::Sent.to_string(), PayoutState::Overdue.to_string());
        let waiting: Vec<(i64, i64)> = sqlx::query_as(
            "SELECT DISTINCT b.id, b.payroll FROM batches b
             JOIN payrolls r ON r.id = b.payroll JOIN payouts p ON p.batch = b.id
             WHERE b.state = $1 AND b.accepted_at < $2 AND p.state = $3 AND r.instant_queue = 1
             ORDER BY b.id",
        )
        .bind(BatchState::Settling.to_string())
        .bind(stamp(accepted_before))
        .bind(&sent)
        .fetch_all(&self.reader)
        .await?;
        let mut changed = BTreeSet::new();
        if waiting.is_empty() {
            return Ok(changed);
        }
        let mut tx = self.begin_write(now).await?;
        for (batch, payroll) in waiting {
            let marked = sqlx::query("UPDATE payouts SET state = $3 WHERE batch = $1 AND state = $2")
                .bind(batch)
                .bind(&sent)
                .bind(&overdue)
                .execute(tx.conn())
                .await?;
            let (key, payroll) = (BatchKey(count("batch", batch)?), PayrollId(count("payroll", payroll)?));
            let data = json!({ "payouts": marked.rows_affected() });
            tx.append_event(EventKind::Overdue, EventSubject::batch(payroll, key), &data);
            changed.insert(payroll);
        }
        tx.commit().await?;
        Ok(changed)
    }
}
