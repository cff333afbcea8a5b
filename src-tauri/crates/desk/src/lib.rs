//! The use cases of the payroll desk: open, check, approve, pay, track. Every window and command line calls [`Desk`].
//! This crate depends on neither of them.
//!
//! Every method that reads or writes the ledger can fail with [`DeskError::Ledger`]: because of the disk, or because the
//! ledger refuses, for example if the payroll does not exist or is no longer a draft. The methods' documentation names
//! the other errors, variants of [`DeskError`] or of the [`AppError`] in it, and a [`LedgerError`] where the user can do
//! something about it.
//!
//! Not part of this crate: file reading (sheet), the service's protocol (service), storage (ledger, vault), and every
//! sentence that the user sees.

mod access;
mod app_error;
mod approve;
mod atomic_write;
mod audit;
mod blocking;
pub mod challenge;
mod check;
pub mod clock;
mod desk;
mod directory;
mod drafts;
mod error;
pub mod error_codes;
mod event;
mod export;
mod import;
mod mutex;
mod opening;
mod outcomes;
mod pay;
mod people;
mod periodic;
mod recovery;
mod report;
mod retry;
mod session;
mod settle;
#[cfg(feature = "simulate")]
mod simulate;
mod state;
#[cfg(test)]
mod test_desk;
mod top_up;
pub mod view;

pub use app_error::{
    AppError, CertificateFault, ErrorCode, KeyBackupFault, PassphraseFault, RefusalView, Setting,
};
pub use check::{
    account_names::NameCheckRequest, bulk_edit::RowToFind, draft_change::DraftChange, edit::ShownRows,
};
pub use desk::Desk;
pub use error::DeskError;
pub use event::DeskEvent;
pub use export::{annotate::COPY_ENDINGS, diagnostics::ProgramFacts, lists::DraftList};
pub use import::mapping::prepare_to_read;
pub use opening::DeskConfig;
pub use pay::{
    payroll_change::{PayrollChange, WorkRequest},
    payroll_source::PayrollSource,
};
pub use paysheet_ledger::{LedgerError, Recovery, Refused, when_released};
pub use paysheet_service::{RootError, Timeouts};
pub use paysheet_sheet::{FileKind as SheetKind, ReadOptions, Worker, serve_if_asked};
pub use recovery::backups::{preview_backup, restore};
pub use session::connection::{SECRET_BYTES_MAX, probe, secret_fits};
pub use session::{
    callback_setup::{CALLBACK_PORT_DEFAULT, CallbackChange, without_callback_path},
    provider,
};
pub use settle::{
    callbacks::{CALLBACK_BYTES_MAX, read_callback},
    outstanding::{Arrival, Outstanding},
    tracking::{WINDOW_PAYOUTS_MAX, is_settled},
};
pub use state::session::{binding, bound_secret::BoundSecret, profile, settings};
pub use state::work::send_gate::SendingHeld;
pub use top_up::{BankPage, CardInput, ChargeStep, OtpInput, StatusPace, TopUpLookup, Typed};
pub use view::ListWords;
pub use view::reason::Reason;
