//! Top-ups of the balance: what was charged, how far it went, what the funding status said. A charge is durable
//! before a byte of it is sent, can only be sent from what is stored, and from that once. Of the card only its brand
//! and last four digits ever get here.
//!
//! Where a top-up may go is the domain's (`domain::funding`); when its status is asked for is the desk's.

mod balance;
mod charging;
mod history;
mod status;
mod stored;

pub(crate) use charging::close_open_charges;
pub use charging::{ChargeAnswered, ChargeIntent, ChargeNotRecorded, ChargeUnderWay, SameAmount};
pub use history::{BalanceRecord, FundingFilter};
use jiff::Timestamp;
use paysheet_domain::{
    CardBrand, ChargeStage, Currency, FundingDecision, FundingState, LastFour, Money, ValidationEnd,
};
use serde::{Deserialize, Serialize};
pub use status::StatusReading;

/// A top-up of this ledger. Never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FundingId(pub u32);

/// As much of a card as is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSeen {
    pub brand: CardBrand,
    pub last_four: LastFour,
}

/// Who pays, as typed; kept so that the next form is filled in already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The service's address, and whose balance it is there.
    pub destination: String,
    pub recipient_id: String,
}

/// A top-up as the ledger has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FundingEntry {
    pub id: FundingId,
    pub stage: ChargeStage,
    pub state: FundingState,
    /// `None` if a record that was looked up says none, or no currency.
    pub amount: Option<Money>,
    pub fee: Option<Money>,
    /// The balance after it.
    pub balance: Option<Money>,
    /// None for what was looked up.
    pub card: Option<CardSeen>,
    pub payer: Option<Payer>,
    pub destination: String,
    /// What it is known by at the service, in the order in which it is asked by.
    pub references: Vec<String>,
    /// One-time passwords that were wrong.
    pub otp_wrong: u32,
    /// The machine reason or the processor's code of the last answer, and its words.
    pub code: Option<String>,
    pub message: Option<String>,
    pub evidence_json: Option<String>,
    pub validation_end: Option<ValidationEnd>,
    pub decision: Option<FundingDecision>,
    /// The funding record as it was last read.
    pub record_json: Option<String>,
    /// When its intent was durable, or it was first looked up.
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
