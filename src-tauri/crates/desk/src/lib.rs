//! The use cases of the payroll desk: open, check, approve, pay, track. Everything that a window or a command
//! line does goes through [`Desk`]; nothing here knows either.
//!
//! Deliberately not here: how files are read (sheet), what the service answers (service), how things are kept
//! (ledger, vault), and every sentence the user sees.

mod absence;
mod answer;
mod attempts;
mod banks;
mod callbacks;
mod changes;
mod checking;
pub mod checkout;
pub mod clock;
mod comparison;
mod copy;
mod desk;
mod destination;
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
mod reason;
mod repairs;
mod review;
mod saving;
mod sending;
pub mod settings;
mod showing;
mod skipped;
mod table;
mod template;
mod token;
mod tracking;
mod trust;
pub mod view;
pub mod wording;

pub use callbacks::{CALLBACK_BYTES_MAX, read_callback};
pub use desk::{Desk, DeskConfig, SECRET_BYTES_MAX, probe, secret_fits};
pub use error::{AppError, DeskError, ErrorCode, Setting};
pub use event::DeskEvent;
pub use funding::{BankPage, CardInput, ChargeStep, OtpInput, StatusPace, Typed};
pub use list_words::ListWords;
pub use mapping::prepare_to_read;
pub use paysheet_ledger::{LedgerError, Recovery};
pub use paysheet_service::{RootError, Timeouts};
pub use paysheet_sheet::{ReadOptions, Worker, serve_if_asked};
pub use reason::Reason;
pub use table::ListKind;
pub use tracking::is_settled;
