//! Top-ups of the balance: the charge, its progress and its funding status. A charge is durable before a byte of it is
//! sent. It can only be sent from what is stored, and only once. Of the card, only brand and last four digits ever
//! reach this crate.
//!
//! The permitted transitions of a top-up are in the domain (`domain::funding`). The desk decides when its status is
//! requested.

mod balance;
mod charging;
mod history;
mod records;
pub(crate) mod status;
mod stored;

pub(crate) use charging::close_open_charges;
pub use charging::{ChargeAnswered, ChargeIntent, ChargeNotRecorded, ChargeUnderWay, SameAmount};
pub use history::{BalanceRecord, FundingFilter};
pub use records::{CardSeen, FundingEntry, NewCharge, Payer};
pub use status::StatusReading;
