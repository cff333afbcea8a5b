//! Top-ups as stored, and the parts of one that are about to be stored.

use jiff::Timestamp;
use paysheet_domain::{
    CardBrand, ChargeStage, Currency, FundingDecision, FundingState, LastFour, Money, ValidationEnd,
};
use serde::{Deserialize, Serialize};

use crate::model::records::FundingId;

/// The part of a card that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSeen {
    pub brand: CardBrand,
    pub last_four: LastFour,
}

/// The payer as typed; stored so that the next form is already filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Payer {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: String,
}

/// A charge that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCharge {
    pub amount: Money,
    pub card: CardSeen,
    pub payer: Payer,
    /// The service's address, and the wallet whose balance is topped up there.
    pub destination: String,
    pub recipient_id: String,
}

/// A top-up as stored in the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FundingEntry {
    pub id: FundingId,
    pub stage: ChargeStage,
    pub state: FundingState,
    /// `None` if a record that was looked up contains no amount, or no currency.
    pub amount: Option<Money>,
    pub fee: Option<Money>,
    /// The balance after it.
    pub balance: Option<Money>,
    /// `None` for a top-up that was looked up.
    pub card: Option<CardSeen>,
    pub payer: Option<Payer>,
    pub destination: String,
    /// Its references at the service, in the order in which they are queried.
    pub references: Vec<String>,
    /// Number of wrong one-time passwords.
    pub otp_wrong: u32,
    /// The machine-readable reason or the processor's code of the last answer, and its message.
    pub code: Option<String>,
    pub message: Option<String>,
    pub evidence_json: Option<String>,
    pub validation_end: Option<ValidationEnd>,
    pub decision: Option<FundingDecision>,
    /// The funding record as last read.
    pub record_json: Option<String>,
    /// When its intent became durable, or it was first looked up.
    pub began_at: Timestamp,
    pub answered_at: Option<Timestamp>,
    /// When the status was last read.
    pub checked_at: Option<Timestamp>,
    pub changed_at: Timestamp,
}

impl FundingEntry {
    #[must_use]
    pub fn currency(&self) -> Option<Currency> {
        self.amount.map(Money::currency)
    }
}
