//! Accepted batches: their payouts, what becomes of each, and the callbacks that report it.

use std::iter;

use serde::{Deserialize, Serialize};

use crate::{faults::CallbackDelivery, wire::callback_form::Form};

/// The code for success (interface, "Events").
const SUCCESS_CODE: &str = "00";
/// The code and the words for a balance that is too small, as services of this kind say it.
pub(crate) const NOT_COVERED_CODE: &str = "CF";
pub(crate) const NOT_COVERED: &str = "Not enough wallet balance";

/// An accepted batch, for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedBatch {
    pub batch_id: u64,
    pub reference: String,
    /// References of its payouts, in order.
    pub payouts: Vec<String>,
}

/// Identifies a payout: the batch's number and the place in the batch, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    pub(crate) batch_id: u64,
    pub(crate) payout: usize,
}

/// An accepted batch.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Batch {
    pub(crate) batch_id: u64,
    pub(crate) reference: String,
    pub(crate) start: Start,
    pub(crate) payouts: Vec<Payout>,
    /// The code of the caller, which each callback has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) callback_code: Option<String>,
    #[serde(skip)]
    pub(crate) delivery: CallbackDelivery,
}

/// When a batch is processed.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Start {
    AtOnce,
    /// Nothing in the interface starts it later.
    Never,
}

/// The data of a recipient that the service needs after it accepted the batch.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Payout {
    pub(crate) reference: String,
    /// The end of the account's number.
    pub(crate) ending: String,
    /// The digits alone, as a reversal reports them.
    pub(crate) amount: String,
    /// What it costs beside its amount, as digits alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fee: Option<String>,
    /// The balance does not cover it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_uncovered: bool,
    #[serde(skip)]
    pub(crate) progress: Progress,
}

/// How far an earlier service processed a payout.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    pub(crate) outcome: Option<Outcome>,
    /// Numbers of the outcome's callbacks that were delivered, from 0.
    pub(crate) delivered: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Outcome {
    Paid,
    InvalidAccount,
    InsufficientFunds,
    NotCovered,
    PaidThenReversed,
    /// Its only callback says success and failure at once.
    Contradictory,
}

impl Batch {
    /// Returns the batch's own reference and then its payouts' references.
    pub(crate) fn references(&self) -> impl Iterator<Item = &str> {
        references(&self.reference, &self.payouts)
    }

    pub(crate) fn as_queued(&self) -> QueuedBatch {
        QueuedBatch {
            batch_id: self.batch_id,
            reference: self.reference.clone(),
            payouts: self.payouts.iter().map(|payout| payout.reference.clone()).collect(),
        }
    }
}

pub(crate) fn references<'a>(batch: &'a str, payouts: &'a [Payout]) -> impl Iterator<Item = &'a str> {
    iter::once(batch).chain(payouts.iter().map(|payout| payout.reference.as_str()))
}

/// Returns the service's own reference of a payout.
pub(crate) fn own_reference(of: Place) -> String {
    format!("PR{}-{:05}", of.batch_id, of.payout + 1)
}

impl Payout {
    /// Returns whether the outcome is known and all its callbacks are delivered.
    pub(crate) fn is_finished(&self) -> bool {
        let Progress { outcome, delivered } = &self.progress;
        outcome.is_some_and(|outcome| (0..outcome.callbacks()).all(|number| delivered.contains(&number)))
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match self.ending.as_str() {
            _ if self.is_uncovered => Outcome::NotCovered,
            "0004" => Outcome::InvalidAccount,
            "0005" => Outcome::InsufficientFunds,
            "0006" => Outcome::PaidThenReversed,
            "9996" => Outcome::Contradictory,
            _ => Outcome::Paid,
        }
    }

    pub(crate) fn callbacks(&self, outcome: Outcome, of: Place) -> Vec<Form> {
        let own_reference = own_reference(of);
        let told = |(code, message): (&str, &str)| {
            vec![
                ("responsecode", code.to_owned()),
                ("responsemessage", message.to_owned()),
                ("ref", self.reference.clone()),
                ("uniquereference", own_reference.clone()),
            ]
        };
        let first = told(outcome.code_and_message());
        match outcome {
            Outcome::Paid | Outcome::InvalidAccount | Outcome::InsufficientFunds | Outcome::NotCovered => {
                vec![first]
            }
            Outcome::PaidThenReversed => vec![first, self.reversal(&own_reference)],
            Outcome::Contradictory => {
                let denial = ("success", "false".to_owned());
                vec![first.into_iter().chain([denial]).collect()]
            }
        }
    }

    fn reversal(&self, own_reference: &str) -> Form {
        vec![
            ("responsecode", "RV".to_owned()),
            ("ref", self.reference.clone()),
            ("txref", own_reference.to_owned()),
            ("amount", self.amount.clone()),
            ("status", "reversed".to_owned()),
        ]
    }
}

impl Outcome {
    /// Returns the response code and message.
    pub(crate) const fn code_and_message(self) -> (&'static str, &'static str) {
        match self {
            Self::Paid | Self::PaidThenReversed | Self::Contradictory => {
                (SUCCESS_CODE, "Approved or completed successfully")
            }
            Self::InvalidAccount => ("07", "Invalid account"),
            Self::InsufficientFunds => ("51", "Insufficient funds"),
            Self::NotCovered => (NOT_COVERED_CODE, NOT_COVERED),
        }
    }

    /// Returns the number of callbacks that report this outcome.
    const fn callbacks(self) -> usize {
        match self {
            Self::Paid
            | Self::InvalidAccount
            | Self::InsufficientFunds
            | Self::NotCovered
            | Self::Contradictory => 1,
            Self::PaidThenReversed => 2,
        }
    }
}
