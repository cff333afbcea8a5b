//! Topping up the balance: a charge by card, its one-time password, the bank's page, the funding status. A charge is
//! never repeated automatically. Only its funding status, or else the user, decides its outcome.
//!
//! Not part of this module: windows (the shell shows [`BankPage`] as `challenge` defines), words, and any data of a
//! card but its brand and last four digits once a call is over.
//!
//! # The steps
//!
//! 1. **Form.** The card window requests a key, seals the form for it and sends it as bytes, which are opened and read
//!    into a `CardInput`. `Desk::charge` checks every field before anything is written.
//! 2. **Intent.** `Ledger::intend_charge` searches for the same amount within a day and writes the intent, in one
//!    transaction.
//! 3. **Charge.** A separate task sends it once and stores the answer whatever happens to the disk or the window.
//! 4. **Confirm.** A one-time password has its own intent, and wrong ones are counted. A bank's page is returned to the
//!    shell as a `BankPage`: the address, the time when it ends, and the `Checkout` that decides every navigation.
//! 5. **Status.** `desk::top_up::watch` asks at growing intervals until the status decides; where it does not decide in
//!    time, the top-up waits for "check now". A reference that the user types is looked up the same way. A lost charge
//!    gets the record whose reference the user names, if the amounts agree.
//! 6. **Balance.** The last known balance is the one in a completed record. What the service accepted since is
//!    subtracted by our own calculation, and `Desk::shortfall` compares a payroll with what is left.

mod answer;
mod ask_balance;
pub mod card;
pub mod charge;
mod decline;
pub mod history;
mod payer;
pub mod read_status;
mod record;
pub mod shortfall;
pub mod status;
mod store_charge;
mod views;
pub mod watch;

pub use crate::state::work::funding::StatusPace;
pub use card::{CardInput, OtpInput, Typed};
pub use charge::{BankPage, ChargeStep};
pub use status::TopUpLookup;
