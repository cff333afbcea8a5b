//! All errors of the desk: those that it raises itself, as the window receives them, and those of what it calls, which
//! `error_codes` converts for the window.

use std::pin::Pin;

use jiff::Timestamp;
use paysheet_document::PdfError;
use paysheet_ledger::LedgerError;
use paysheet_service::{AddressError, CallError, RootError, ServiceError, SubmissionError};
use paysheet_sheet::{FileError, copy::CopyError};
use paysheet_vault::{
    VaultError,
    backup::{BackupError, PassphraseError},
};

use crate::app_error::AppError;

/// A boxed call. What many calls await is boxed once: otherwise the compiler checks all of it again in each of them.
pub(crate) type DeskFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, DeskError>> + Send + 'a>>;

#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// What the desk itself refuses.
    #[error(transparent)]
    App(#[from] AppError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Vault(#[from] VaultError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error(transparent)]
    Call(#[from] CallError),
    #[error("the certificate is not taken: {0}")]
    Root(#[from] RootError),
    #[error("no new token could be had for the one that ends at {at}: {source}")]
    RenewalFailed { at: Timestamp, source: Box<DeskError> },
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error(transparent)]
    Passphrase(#[from] PassphraseError),
    #[error("no copy of the file: {0}")]
    Copy(#[from] CopyError),
    #[error("charge {funding} was sent, and what became of it was not written down: {source}")]
    ChargeNotRecorded { funding: u32, source: Box<DeskError> },
    #[error("the system gave no random bytes")]
    NoRandomness,
    #[error("the workbook cannot be written: {0}")]
    Export(#[from] rust_xlsxwriter::XlsxError),
    #[error(transparent)]
    Pdf(#[from] PdfError),
    #[error("a file of Paysheet cannot be used: {0}")]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Key(#[from] paysheet_domain::reference::KeyError),
    #[error(transparent)]
    Money(#[from] paysheet_domain::MoneyError),
    #[error("a record of the ledger cannot be read: {0}")]
    Record(#[from] serde_json::Error),
    #[error("a background task ended early")]
    TaskEnded,
}
