//! The status of a payout, as services of this kind answer it: a call that the interface does not have. Payouts of
//! finished batches of an earlier service on the same state file are not found.

use std::{collections::HashMap, sync::Arc};

use axum::{extract::State as Extract, http::StatusCode};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    answer::{Answer, Refusal, success},
    batch::{Batch, Outcome},
    body::{parse, required},
    state::State,
    state_file::Place,
};

/// The payouts that can be asked about, by reference.
#[derive(Default)]
pub(crate) struct KnownPayouts(HashMap<String, KnownPayout>);

struct KnownPayout {
    of: Place,
    /// Decimal digits.
    amount: String,
    outcome: Option<Outcome>,
}

impl KnownPayouts {
    pub(crate) fn add(&mut self, batch: &Batch) {
        let payouts = batch.payouts.iter().enumerate().map(|(at, payout)| {
            let of = Place { batch_id: batch.batch_id, payout: at };
            let known = KnownPayout { of, amount: payout.amount.clone(), outcome: payout.progress.outcome };
            (payout.reference.clone(), known)
        });
        self.0.extend(payouts);
    }

    pub(crate) fn settle(&mut self, reference: &str, outcome: Outcome) {
        if let Some(payout) = self.0.get_mut(reference) {
            payout.outcome = Some(outcome);
        }
    }

    fn record(&self, reference: &str) -> Option<Value> {
        let KnownPayout { of, amount, outcome } = self.0.get(reference)?;
        let said = outcome.map(Outcome::said);
        let status = match outcome {
            None => "pending",
            Some(Outcome::Paid | Outcome::PaidThenReversed | Outcome::Contradictory) => "completed",
            Some(Outcome::InvalidAccount | Outcome::InsufficientFunds | Outcome::NotCovered) => "failed",
        };
        Some(json!({
            "id": of.batch_id * 100_000 + of.payout as u64,
            "amount": serde_json::from_str::<Value>(amount).unwrap_or(Value::Null),
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

/// Returns the service's own reference of a payout.
pub(crate) fn own_reference(of: Place) -> String {
    format!("PR{}-{:05}", of.batch_id, of.payout + 1)
}

#[derive(Deserialize)]
struct Question {
    #[serde(rename = "ref")]
    reference: Option<String>,
}

pub(crate) async fn status(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let question: Question = parse(&body)?;
    let reference = required("ref", question.reference.as_deref())?;
    let record = state.payouts().record(reference);
    success(record.ok_or_else(|| {
        Refusal::with(StatusCode::NOT_FOUND, "UNKNOWN_REFERENCE", "no payout has this reference")
            .about(reference)
    })?)
}
