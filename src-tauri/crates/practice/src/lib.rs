//! An embedded payout service for practice and tests. It serves the seven calls of the payout interface over HTTP on
//! loopback, accepts batches, "pays" them at a pace and reports each payout with one callback. No money, no bank and
//! no card network is involved. Accepted requests are forgotten when it stops, unless it has a state file.
//!
//! It can inject faults on request, see "Faults" below. They and TLS are the feature `faults`, which the application is
//! built without.
//!
//! Not in it on purpose: fees of payouts, and more than one account holder.
//!
//! # Wallets
//!
//! Unless [`PracticeConfig::wallets`] names some, the account has a wallet of every currency that never runs out, and one
//! lock opens them all. A named wallet has its own lock and reference. A batch in a currency without a wallet is refused
//! (`NO_WALLET`), and so is one above the wallet's balance (`CF`). With [`PracticeConfig::runs_short`] such a batch is
//! accepted, its payouts are paid in order until one is not covered, and the others get `responsecode` CF.
//!
//! # What happens to a payout
//!
//! Everything is paid, except to accounts whose number ends so:
//!
//! | account ends in | callback |
//! |---|---|
//! | `0004` | `responsecode` 91, the destination bank cannot be reached |
//! | `0005` | `responsecode` 51, insufficient funds |
//! | `0006` | `responsecode` 00, then a second one that reverses it (`responsecode` RV, `status` reversed) |
//! | `0007` | paid; but account resolution finds no holder |
//! | `9996` | `responsecode` 00 beside `success` false: it contradicts itself |
//! | anything else | `responsecode` 00 |
//!
//! A batch with `instantQueue` true is processed at once, in its order; several batches run side by side. One
//! without it is accepted and stays queued: nothing in the interface starts it later. Older clients send a batch without
//! that flag to `/v1/disburse/bulk`, where it is processed at once. References are refused for good once a batch with
//! them was accepted.
//!
//! # What outlives it
//!
//! If [`PracticeConfig::state`] names a file, a service started on the file of an earlier one continues from there,
//! however the earlier one ended. References stay used and batch numbers continue. Payouts that were not processed are
//! processed. Callbacks that were not delivered are delivered as soon as there is an address for them (without an
//! address they wait; without a file they are omitted). A delivered callback is not sent again, except those in
//! progress at the instant a process is killed. Secrets, names and whole account numbers are not in the file, and
//! top-ups are forgotten. A torn last line is skipped. A file that is not a service's or larger than 64 MiB is set
//! aside under the same name with the suffix `.old`, and the service starts with an empty state.
//!
//! # Cards
//!
//! [`CARDS`] lists them, one for each [`CardOutcome`], and `paysheet-practice --cards` prints them. Any other number is
//! an invalid card (`RR-14`). The one-time password is `123456`; three wrong ones end a charge. The PIN `0000` is
//! wrong (`RR-55`) and the security code `000` too (`RR-7`), with any card.
//!
//! The bank's page is served at an address of its own ([`Practice::bank_url`]), as a real one is.
//!
//! Three references are known without a charge: `EBILLS-1001` (completed), `POS-1002` (pending), `VOUCHER-1003`
//! (failed). [`Practice::top_ups`] returns what was really charged.
//!
//! # Errors
//!
//! `{"status":"error","message":…,"code":…,"data":…}` with 400 for an invalid body (codes
//! `INVALID_BODY`, `INVALID_FIELD`, `INVALID_RECIPIENT`, `TOO_MANY_RECIPIENTS`, `DUPLICATE_REFERENCE` with the
//! reference in `data`, `UNKNOWN_CURRENCY`, `UNKNOWN_COUNTRY`, `UNKNOWN_TYPE`, `UNKNOWN_BANK`,
//! `ACCOUNT_NOT_FOUND`, `NOT_AVAILABLE`, `NO_WALLET`, `CF`, `WRONG_OTP`, `CHARGE_REFUSED`), 401 `INVALID_TOKEN`, 403 `WRONG_LOCK`,
//! 404 `UNKNOWN_PATH` or `UNKNOWN_REFERENCE`, 405 `METHOD_NOT_ALLOWED`, 413 `BODY_TOO_LARGE`, 500 `JOURNAL_FAILED`
//! and `STATE_FAILED` if a file of the service cannot be written: the request is not carried out then.
//!
//! # Faults
//!
//! [`PracticeConfig::faults`] at start and [`Practice::faults`] later set the faults. What really happened is returned
//! by [`Practice::journal`] (requests received completely), [`Practice::queued`] (accepted batches), and
//! [`Practice::redirected`] (requests that followed a redirect).
//!
#![doc = include_str!("../FAULTS.md")]

mod api;
mod config;
mod error;
#[cfg(feature = "faults")]
mod faults;
#[cfg(not(feature = "faults"))]
#[path = "no_faults.rs"]
mod faults;
mod http;
mod practice;
mod random;
mod records;
pub mod sample;
mod secret;
mod wire;

pub use api::callbacks::DELIVERIES_MAX;
pub use api::people::holder_name;
pub use config::PracticeConfig;
pub use error::PracticeError;
#[cfg(feature = "faults")]
pub use faults::{Arrived, Count, FAULTS, FaultError, FaultKind, FaultPath, FaultPhase, FaultScript, Taken};
pub use faults::{Fault, Faults, InjectorError, Tls};
pub use practice::Practice;
pub use records::accepted_batch::QueuedBatch;
pub use records::funding::{FundingStatus, TopUpTaken};
pub use records::journal::JournalLine;
pub use records::practice_cards::{CARDS, CardOutcome, PracticeCard};
pub use records::wallet::{NoWallet, Wallet, wallet_reference};
