//! Top-ups of the balance: the charge, its progress and its funding status. A charge is durable before a byte of it is
//! sent. It can only be sent from what is stored, and only once. Of the card, only brand and last four digits ever
//! reach this crate.
//!
//! The permitted transitions of a top-up are in the domain (`domain::funding`). The desk decides when its status is
//! requested.
//!
//! # A card is charged once
//!
//! `ledger::funding` stores a charge before it returns the `ChargeIntent`, which sending consumes. A charge without an
//! answer is Unknown at the next start. A charge of the same amount within 24 hours is refused until the user names the
//! earlier charge. The state of a top-up follows first from the set of all funding statuses ever received
//! (`domain::funding`), then from the user's decision, then from the stage that the charge reached. The return from the
//! bank's page proves nothing.

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
