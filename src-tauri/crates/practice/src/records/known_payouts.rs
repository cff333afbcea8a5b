//! The payouts that can be asked about, and their records as services of this kind give them.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::accepted_batch::{Batch, Outcome, Place, own_reference};

/// The payouts that can be asked about.
#[derive(Default)]
pub(crate) struct KnownPayouts {
    by_reference: HashMap<String, KnownPayout>,
    /// The references, the oldest first.
    order: Vec<String>,
}

struct KnownPayout {
    of: Place,
    /// Decimal digits.
    amount: String,
    fee: Option<String>,
    outcome: Option<Outcome>,
}

impl KnownPayouts {
    pub(crate) fn add(&mut self, batch: &Batch) {
        let payouts = batch.payouts.iter().enumerate().map(|(at, payout)| {
            let of = Place { batch_id: batch.batch_id, payout: at };
            let (amount, fee) = (payout.amount.clone(), payout.fee.clone());
            let known = KnownPayout { of, amount, fee, outcome: payout.progress.outcome };
            (payout.reference.clone(), known)
        });
        for (reference, known) in payouts {
            if self.by_reference.insert(reference.clone(), known).is_none() {
                self.order.push(reference);
            }
        }
    }

    pub(crate) fn settle(&mut self, reference: &str, outcome: Outcome) {
        if let Some(payout) = self.by_reference.get_mut(reference) {
            payout.outcome = Some(outcome);
        }
    }

    pub(crate) fn are_settled(&self) -> bool {
        self.by_reference.values().all(|payout| payout.outcome.is_some())
    }

    /// Returns a page of the report, the newest first. On each stands a transaction of another program, without a
    /// reference.
    pub(crate) fn page(&self, page: usize, entries: usize) -> Vec<Value> {
        let from = page.saturating_sub(1).saturating_mul(entries);
        let of_page = self.order.iter().rev().skip(from).take(entries);
        let mut records: Vec<Value> = of_page.filter_map(|reference| self.record(reference)).collect();
        if !records.is_empty() {
            records.push(json!({
                "id": page, "ref": null, "system_type": "wallet-disburse", "status": "completed", "amount": 250,
                "providerResponseCode": "00", "providerResponseMessage": "Approved",
            }));
        }
        records
    }

    pub(crate) fn record(&self, reference: &str) -> Option<Value> {
        let KnownPayout { of, amount, fee, outcome } = self.by_reference.get(reference)?;
        let said = outcome.map(Outcome::code_and_message);
        let status = match outcome {
            None => "pending",
            Some(Outcome::Paid | Outcome::PaidThenReversed | Outcome::Contradictory) => "completed",
            Some(Outcome::InvalidAccount | Outcome::InsufficientFunds | Outcome::NotCovered) => "failed",
        };
        Some(json!({
            "id": of.batch_id * 100_000 + of.payout as u64,
            "amount": number(amount),
            "fee": fee.as_deref().filter(|_| status == "completed").map(number),
            "status": status,
            "system_type": "wallet-disburse",
            "ref": reference,
            "providerResponseCode": said.map(|(code, _)| code),
            "providerResponseMessage": said.map(|(_, message)| message),
            "providerReference": outcome.map(|_| own_reference(*of)),
            "linkingReference": null,
            "disburseOrderId": of.batch_id,
            // Services of this kind send a text here that is not always whole.
            "meta": "{\"narration\":\"Salary\",\"batch\":",
            "walletCharged": true,
            "refund": false,
            "reversed": *outcome == Some(Outcome::PaidThenReversed),
        }))
    }
}

/// Returns decimal digits as a number.
fn number(digits: &str) -> Value {
    serde_json::from_str(digits).unwrap_or(Value::Null)
}
