//! Batches with payments in question, and what is recorded about each: what a case file is made of.

use paysheet_ledger::PayrollId;

use crate::{
    desk::Desk,
    error::DeskError,
    export::open_payments::{OpenPayment, open_batches},
    settle::attempts::attempts,
    view::{AttemptView, BatchView},
};

/// A batch with payments in question.
pub(super) struct Case {
    pub batch: BatchView,
    /// SHA-256 of the request's body as it was sent, without the lock.
    pub fingerprint: String,
    /// The last one first.
    pub attempts: Vec<AttemptView>,
    pub payments: Vec<OpenPayment>,
}

/// Reads the batches with payments in question; only the batch with this number, if there is one.
pub(super) async fn cases(desk: &Desk, id: u32, number: Option<u32>) -> Result<Vec<Case>, DeskError> {
    let records = desk.ledger.batches(PayrollId(id)).await?;
    let mut cases = Vec::new();
    for (batch, payments) in open_batches(desk, id).await? {
        if number.is_some_and(|number| number != batch.number) {
            continue;
        }
        let record = records.iter().find(|record| record.key.0 == batch.key);
        let fingerprint = record.map(|record| record.body_sha256.clone()).unwrap_or_default();
        let attempts = attempts(desk, batch.key).await?;
        cases.push(Case { batch, fingerprint, attempts, payments });
    }
    Ok(cases)
}
