//! Payouts without a clear outcome, for which the service can be asked.

use jiff::Timestamp;
use paysheet_domain::{BatchState, Money};
use sqlx::AssertSqlSafe;

use crate::{
    guard::pay_failed::later_in_chain,
    model::{
        columns::{count, moment_or_none, money, named},
        error::{LedgerError, Result},
        records::{BatchKey, Destination, PayrollId},
    },
    store::ledger::Ledger,
};

/// States of a batch that the service has or may have.
const ASKED_BATCHES: &str = "('Unknown', 'Accepted', 'Settling', 'Closed')";

/// Condition on a payout `p` without a clear outcome. One that has failed only by callbacks, which are not signed, or by
/// what a person read is among them while somebody is about to pay it again.
const TO_ASK: &str = concat!(
    "(p.state IN ('Sent', 'Overdue', 'Conflict')
    OR (p.state IN ('Failed', 'Reversed') AND p.settled_by IN ('callback', 'word_reading') AND EXISTS (",
    later_in_chain!(),
    "AND ((n.reference IS NULL AND q.approved_at IS NULL) OR n.state = 'Planned'))))"
);

/// A batch with payouts that the service can be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchToAsk {
    pub payroll: PayrollId,
    pub batch: BatchKey,
    pub state: BatchState,
    /// The service that the batch was approved for. Only this one may be asked.
    pub destination: Destination,
    pub sent_at: Option<Timestamp>,
    /// Number of its payouts without a clear outcome.
    pub open: u32,
}

/// A payout that the service can be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutToAsk {
    pub reference: String,
    pub amount: Money,
}

impl Ledger {
    /// Returns the batches with payouts whose outcome is not clear, oldest first. Unreadable ones are omitted: their
    /// payrolls are damaged.
    pub async fn batches_to_ask(&self) -> Result<Vec<BatchToAsk>> {
        type Row = (i64, i64, String, String, Option<String>, i64);
        let sql = format!(
            "SELECT b.id, b.payroll, b.state, b.destination_json, b.sent_at, COUNT(*)
             FROM batches b JOIN payouts p ON p.batch = b.id
             WHERE b.state IN {ASKED_BATCHES} AND {TO_ASK} AND b.destination_json IS NOT NULL
             GROUP BY b.id, b.payroll, b.state, b.destination_json, b.sent_at ORDER BY b.sent_at, b.id"
        );
        let rows: Vec<Row> = sqlx::query_as(AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
        let batch = |(id, payroll, state, destination, sent_at, open): Row| {
            Ok(BatchToAsk {
                payroll: PayrollId(count("payroll", payroll)?),
                batch: BatchKey(count("id", id)?),
                state: named("state", &state)?,
                destination: Destination::stored(&destination)?,
                sent_at: moment_or_none("sent_at", sent_at.as_deref())?,
                open: count("open", open)?,
            })
        };
        let batches = rows.into_iter().map(batch);
        batches.filter(|batch| !batch.as_ref().is_err_and(LedgerError::is_damage)).collect()
    }

    /// Returns the first `limit` payouts of a batch whose outcome is not clear, in the order of their references after
    /// `after`.
    pub async fn payouts_to_ask(&self, batch: BatchKey, after: &str, limit: u32) -> Result<Vec<PayoutToAsk>> {
        let sql = format!(
            "SELECT reference, amount_minor, currency FROM payouts p
             WHERE batch = $1 AND reference > $2 AND {TO_ASK} ORDER BY reference LIMIT $3"
        );
        let rows: Vec<(String, i64, String)> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(i64::from(batch.0))
            .bind(after)
            .bind(i64::from(limit))
            .fetch_all(&self.reader)
            .await?;
        let payout = |(reference, minor, currency): (String, i64, String)| {
            Ok(PayoutToAsk { reference, amount: money(minor, &currency)? })
        };
        rows.into_iter().map(payout).collect()
    }
}
