//! The use cases of the payroll desk: open, check, approve, pay, track. Everything that a window or a command
//! line does goes through [`Desk`]; nothing here knows either.
//!
//! Deliberately not here: how files are read (sheet), what the service answers (service), how things are kept
//! (ledger, vault), and every sentence the user sees.

mod absence;
mod anchor;
mod answer;
mod approving;
mod attempts;
mod backups;
mod banks;
mod bound_secret;
mod callbacks;
mod changes;
mod checking;
pub mod checkout;
pub mod clock;
mod comparison;
mod copy;
mod decision_reason;
mod desk;
pub mod destination;
mod draft;
mod error;
mod event;
mod export;
mod funding;
mod grid;
mod keeping;
mod key;
mod key_backup;
mod key_sheet;
mod list_words;
mod mapping;
mod names;
mod overdue;
mod planning;
pub mod profile;
mod questions;
mod reason;
mod repairs;
mod review;
mod saving;
mod sending;
pub mod settings;
mod showing;
#[cfg(feature = "simulate")]
mod simulate;
mod skipped;
mod table;
mod template;
#[cfg(test)]
mod test_desk;
mod token;
mod tracking;
mod trust;
pub mod view;
mod withdrawing;
pub mod wording;

pub use backups::{look_at_backup, restore};
pub use bound_secret::BoundSecret;
pub use callbacks::{CALLBACK_BYTES_MAX, read_callback};
pub use desk::{Desk, DeskConfig, SECRET_BYTES_MAX, probe, secret_fits};
pub use error::{AppError, DeskError, ErrorCode, Setting};
pub use event::DeskEvent;
pub use funding::{BankPage, CardInput, ChargeStep, OtpInput, StatusPace, Typed};
pub use list_words::ListWords;
pub use mapping::prepare_to_read;
pub use paysheet_ledger::{LedgerError, Recovery, Refused};
pub use paysheet_service::{RootError, Timeouts};
pub use paysheet_sheet::{ReadOptions, Worker, serve_if_asked};
pub use reason::Reason;
pub use table::ListKind;
pub use tracking::{WINDOW_PAYOUTS_MAX, is_settled};
