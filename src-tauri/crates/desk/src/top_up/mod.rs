//! Topping up the balance: a charge by card, its one-time password, the bank's page, the funding status. A charge is
//! never repeated automatically. Only its funding status, or else the user, decides its outcome.
//!
//! Not part of this module: windows (the shell shows [`BankPage`] as `challenge` defines), words, and any data of a
//! card but its brand and last four digits once a call is over.

mod answer;
mod ask_balance;
pub mod card;
pub mod charge;
mod decline;
pub mod history;
mod keep;
mod payer;
pub mod read_status;
mod record;
pub mod shortfall;
pub mod status;
mod views;
pub mod watch;

pub use crate::state::work::funding::StatusPace;
pub use card::{CardInput, OtpInput, Typed};
pub use charge::{BankPage, ChargeStep};
