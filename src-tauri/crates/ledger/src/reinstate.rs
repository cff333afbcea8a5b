//! A report about a payout that was taken back to a draft proves that the service took its batch. The batch is stored
//! again as it was sent: in the payroll that sent it, if that one still has its place, otherwise in a payroll of its own.
//! Then its payouts are reported on, found, and guarded against paying again like all others, and their rows are
//! excluded from the draft.

mod as_sent;
mod at_service;
mod free;
mod named;
mod proof;
mod refused;
mod release;
mod store;

use std::collections::BTreeSet;

use as_sent::{are_rows_readable, is_as_sent};
pub(crate) use at_service::may_be_at_service;
pub(crate) use refused::awaiting_outcome;
use release::store_rest;
pub(crate) use release::{follow_withdrawn, mark_reported};
use store::{exclude, reinstate};

use crate::{
    columns::count,
    error::Result,
    ledger::Ledger,
    records::{BatchKey, PayrollId},
    reports::Incoming,
    write_tx::WriteTx,
};

/// Rows of one payroll whose payments the service has in another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReinstatedIn {
    pub payroll: PayrollId,
    pub name: String,
    pub people: u32,
}

impl Ledger {
    /// Returns whether any batch was attempted and taken back. Only then can a callback wait for the outcome of an attempt.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn has_former_batches(&self) -> Result<bool> {
        let any: Option<i64> = sqlx::query_scalar("SELECT batch FROM former_payouts LIMIT 1")
            .fetch_optional(&self.reader)
            .await?;
        Ok(any.is_some())
    }

    /// Returns where the rows of a payroll are paid that was taken back although the service had them.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn reinstated_from(&self, id: PayrollId) -> Result<Vec<ReinstatedIn>> {
        let found: Vec<(i64, String, i64)> = sqlx::query_as(
            "SELECT q.id, q.name, COUNT(*) FROM reinstated_rows r JOIN payouts p ON p.reference = r.reference
             JOIN payrolls q ON q.id = p.payroll WHERE r.payroll = $1 GROUP BY q.id, q.name ORDER BY q.id",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        let link = |(payroll, name, people)| {
            let payroll = PayrollId(count("payroll", payroll)?);
            Ok(ReinstatedIn { payroll, name, people: count("payouts", people)? })
        };
        found.into_iter().map(link).collect()
    }

    /// Returns the number of payouts of a payroll that had been taken back although the service had them.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn reinstated_into(&self, id: PayrollId) -> Result<u32> {
        let people: i64 = sqlx::query_scalar(
            // From the few reinstated rows: a payroll has many payouts, and Track asks again and again.
            "SELECT COUNT(*) FROM reinstated_rows r WHERE EXISTS
                 (SELECT 1 FROM payouts p WHERE p.reference = r.reference AND p.payroll = $1)",
        )
        .bind(i64::from(id.0))
        .fetch_one(&self.reader)
        .await?;
        count("payouts", people)
    }

    /// Returns the drafts whose rows are paid in this payroll, because the service had them, and the payrolls that these
    /// drafts are parts of.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn reinstated_out_of(&self, id: PayrollId) -> Result<Vec<PayrollId>> {
        let drafts: Vec<i64> = sqlx::query_scalar(
            "WITH drafts AS (SELECT DISTINCT r.payroll FROM reinstated_rows r WHERE EXISTS
                 (SELECT 1 FROM payouts p WHERE p.reference = r.reference AND p.payroll = $1))
             SELECT payroll FROM drafts
             UNION SELECT t.payroll FROM drafts d JOIN taken_back_batches t ON t.draft = d.payroll ORDER BY 1",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        drafts.into_iter().map(|draft| Ok(PayrollId(count("payroll", draft)?))).collect()
    }

    /// Returns the positions of the rows of a payroll whose payments the service has elsewhere.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn reinstated_positions(&self, id: PayrollId) -> Result<Vec<u32>> {
        let positions: Vec<i64> =
            sqlx::query_scalar("SELECT position FROM reinstated_rows WHERE payroll = $1 ORDER BY position")
                .bind(i64::from(id.0))
                .fetch_all(&self.reader)
                .await?;
        positions.into_iter().map(|position| count("position", position)).collect()
    }
}

/// Stores the batches again that these reports prove to be at the service. One that is stored moves what waits to be sent
/// under its references to drafts, so that a report may be about another batch afterwards. Returns batches that these reports
/// do not prove: they wait and could not be moved, or the service has one of several. They are stopped.
pub(crate) async fn what_is_proved(tx: &mut WriteTx, reports: &[Incoming]) -> Result<BTreeSet<BatchKey>> {
    let mut done = BTreeSet::new();
    loop {
        let mut proved = proof::proved_by(tx, reports).await?;
        proved.retain(|batch| !done.contains(batch));
        if proved.is_empty() {
            return proof::doubt(tx, reports).await;
        }
        for batch in proved {
            // What is damaged proves nothing: what waits in its place is stopped, and other reports are applied.
            if is_as_sent(tx, batch).await? && are_rows_readable(tx, batch).await? {
                free::free_references(tx, batch).await?;
                // Otherwise nothing would say that the rest of it was sent: it would be stored as refused. Nor is it certain
                // if the report may be about another one.
                if proof::is_reported_free(tx, batch, reports).await? {
                    reinstate(tx, batch).await?;
                }
            }
            done.insert(batch);
        }
    }
}

/// Stores the rest of batches that are proved already, after rows of this draft left other batches.
pub(crate) async fn the_rest(tx: &mut WriteTx, draft: PayrollId) -> Result<()> {
    let proved: Vec<i64> = sqlx::query_scalar(concat!(
        "SELECT DISTINCT f.batch FROM former_payouts f WHERE f.holder = $1
             AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.reference = f.reference) AND ",
        may_be_at_service!(),
    ))
    .bind(i64::from(draft.0))
    .fetch_all(tx.conn())
    .await?;
    for batch in proved {
        let batch = BatchKey(count("batch", batch)?);
        let is_certain = proof::is_certain(tx, batch).await?;
        store_rest(tx, batch, is_certain).await?;
    }
    follow_withdrawn(tx, draft).await?;
    exclude_reinstated(tx, draft).await
}

/// Excludes the rows of a draft whose payments the service has in another payroll.
async fn exclude_reinstated(tx: &mut WriteTx, draft: PayrollId) -> Result<()> {
    let positions: Vec<i64> = sqlx::query_scalar("SELECT position FROM reinstated_rows WHERE payroll = $1")
        .bind(i64::from(draft.0))
        .fetch_all(tx.conn())
        .await?;
    exclude(tx, draft, &positions.into_iter().collect()).await
}
