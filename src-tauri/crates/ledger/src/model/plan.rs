//! The plan that is fixed when a payroll is frozen, and the check of its consistency. Pure.

use std::{collections::HashSet, fmt};

use jiff::Timestamp;
use paysheet_domain::{CallbackCode, Country, Currency, Money, Reference, RowOrigin};

use crate::model::{
    columns::sha256_hex,
    error::{LedgerError, PlanFault, Result},
};

/// Everything that is fixed when a payroll is frozen.
#[derive(Clone, Debug)]
pub struct FreezePlan {
    /// Name and period from which the references were derived.
    pub name: String,
    pub period: String,
    pub sender_name: String,
    pub instant_queue: bool,
    /// What the bodies ask the service to send back with each result.
    pub callback_code: Option<CallbackCode>,
    /// Number of excluded rows.
    pub excluded: u32,
    /// The differences from the file, for the event.
    pub summary_json: String,
    pub batches: Vec<PlannedBatch>,
    pub at: Timestamp,
}

#[derive(Clone)]
pub struct PlannedBatch {
    /// From 1 within the payroll.
    pub number: u32,
    pub reference: Reference,
    pub currency: Currency,
    /// The request's exact body, without the wallet lock.
    pub body: String,
    /// In lower-case hexadecimal digits.
    pub body_sha256: String,
    pub sum: Money,
    pub payouts: Vec<PlannedPayout>,
}

impl fmt::Debug for PlannedBatch {
    /// Omits the body: it names every recipient.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlannedBatch")
            .field("number", &self.number)
            .field("reference", &self.reference)
            .field("sum", &self.sum)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Debug)]
pub struct PlannedPayout {
    pub reference: Reference,
    /// Position of the draft row.
    pub position: u32,
    pub origin: RowOrigin,
    pub name: String,
    pub account_number: String,
    /// The account in the spelling in which it is compared with those of other payrolls, however its number is
    /// written.
    pub account_key: String,
    /// A code may be another bank's in another country.
    pub country: Country,
    pub bank_code: String,
    pub bank_name: String,
    pub amount: Money,
    pub narration: String,
    /// The office's own reference, as the file has it. It is never sent.
    pub file_reference: Option<String>,
}

/// Checks sums and hashes, and that every number and reference is unique.
pub(crate) fn check_plan(plan: &FreezePlan) -> Result<()> {
    let broken = |batch: u32, fault: PlanFault| Err(LedgerError::PlanBroken { batch, fault });
    if plan.batches.is_empty() {
        return broken(0, PlanFault::NoBatches);
    }
    let mut numbers = HashSet::new();
    let mut references = HashSet::new();
    for batch in &plan.batches {
        if let Err(fault) = check_batch(batch) {
            return broken(batch.number, fault);
        }
        let mut own = std::iter::once(&batch.reference).chain(batch.payouts.iter().map(|p| &p.reference));
        if !numbers.insert(batch.number) || !own.all(|reference| references.insert(reference)) {
            return broken(batch.number, PlanFault::NotDistinct);
        }
    }
    Ok(())
}

fn check_batch(batch: &PlannedBatch) -> Result<(), PlanFault> {
    if batch.payouts.is_empty() {
        return Err(PlanFault::NoPayouts);
    }
    let sum = Money::sum(batch.currency, batch.payouts.iter().map(|payout| payout.amount))
        .map_err(|_| PlanFault::CurrenciesDiffer)?;
    if !batch.payouts.iter().all(|payout| payout.amount.is_positive()) {
        return Err(PlanFault::AmountNotPositive);
    }
    if sum != batch.sum {
        return Err(PlanFault::SumDiffers);
    }
    if sha256_hex(batch.body.as_bytes()) != batch.body_sha256 {
        return Err(PlanFault::BodyHashDiffers);
    }
    Ok(())
}
