//! All errors of the desk. The window receives an `AppError` instead.

use std::{path::PathBuf, pin::Pin};

use jiff::Timestamp;
use paysheet_document::PdfError;
use paysheet_domain::Currency;
use paysheet_ledger::LedgerError;
use paysheet_service::{AddressError, CallError, RootError, ServiceError, SubmissionError};
use paysheet_sheet::{FileError, copy::CopyError};
use paysheet_vault::{
    VaultError,
    backup::{BackupError, PassphraseError},
};
use serde::{Deserialize, Serialize};
use strum::Display;

/// A boxed call. What many calls await is boxed once: otherwise the compiler checks all of it again in each of them.
pub(crate) type DeskFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, DeskError>> + Send + 'a>>;

/// The setting whose value was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Setting {
    Name,
    Period,
    SenderName,
    Approver,
    BatchSize,
    CallbackListen,
    CallbackPort,
    CallbackPublic,
    Token,
    Lock,
    Reason,
    ConnectTimeout,
    SubmitTimeout,
    ReadTimeout,
    RenewalPath,
    RenewalKeyField,
    RenewalSecretField,
    RenewalTokenAt,
    RenewalKey,
    RenewalSecret,
    ChargePath,
    ChargeEmailField,
    ChargeRecipient,
    ChargeRecipientId,
    FundingInstructions,
    WalletCurrency,
    Wallets,
    ExtraFields,
    PayoutFees,
    LockAfter,
    AmountChange,
    RecentDays,
    ApprovalDays,
    NarrationChars,
    OverdueAfter,
    NamesAtOnce,
    PayoutStatusPath,
    PayoutListPath,
    BalancePath,
    /// A value that is filled into every row.
    Filled,
    /// Cells from another program.
    Block,
    // Of the card form; the content of a field is never reported.
    Amount,
    CardNumber,
    CardExpiry,
    CardCvv,
    CardPin,
    FirstName,
    LastName,
    Email,
    Phone,
    Otp,
    /// A reference that the user typed.
    Reference,
    /// The meaning of a file's columns.
    Columns,
    // Of the journal for the books.
    JournalPayable,
    JournalBank,
    JournalReturned,
    JournalFees,
    JournalTaxRate,
    JournalDate,
}

#[derive(Debug, thiserror::Error)]
pub enum DeskError {
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
    #[error("the desk is locked")]
    Locked,
    #[error("the profile names nobody who approves")]
    ApproverMissing,
    #[error("the token ends at {at}, and a submission may take {submission_s} s")]
    TokenEnds { at: Timestamp, submission_s: u32 },
    #[error("no new token could be had for the one that ends at {at}: {source}")]
    RenewalFailed { at: Timestamp, source: Box<DeskError> },
    #[error("the ledger's references were made with another profile key")]
    ProfileKeyChanged,
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error(transparent)]
    Passphrase(#[from] PassphraseError),
    #[error("no backup of the key in use was sealed")]
    NoKeyBackup,
    #[error("the ledger's references were made with another key than the backup's")]
    KeyOfOtherLedger,
    #[error("another profile key is stored on this computer")]
    KeyWouldBeReplaced,
    #[error("{0} is not set")]
    SecretMissing(Setting),
    #[error("the profile has no wallet, or no password of a wallet, for {0}")]
    WalletMissing(Currency),
    #[error("{0} rows have errors: fix or exclude them first")]
    DraftHasProblems(u32),
    #[error("the bank codes of {0} rows are in no list of the service")]
    BankCodesNotConfirmed(u32),
    #[error("the file has no entries of a statement")]
    NoStatementInFile,
    #[error("the file has no results of payments")]
    NoResultsInFile,
    #[error("nobody is left to pay")]
    NothingToPay,
    #[error("nothing of this payroll is known to be paid")]
    NothingToBook,
    #[error("payments in earlier journals are no longer recorded as they were booked")]
    BooksOutdated,
    #[error("the journal has {lines} lines, and the program takes {lines_max}")]
    JournalTooLong { lines: u32, lines_max: u32 },
    #[error("the typed total is not the payroll's")]
    TotalDiffers,
    #[error("the warning is open in other rows than were shown")]
    RowsDiffer,
    #[error("this payroll is being sent already")]
    SendingGoesOn,
    #[error("token and lock were given for {given_for}, and the profile names {now}")]
    SecretsElsewhere { given_for: String, now: String },
    #[error("{0} payrolls that may have been sent were not checked")]
    PayrollsNotChecked(u32),
    #[error("the payroll's name is the narration of rows without one, and longer than {0} characters")]
    NarrationTooLong(u32),
    #[error("{0} rows have warnings that nobody decided about")]
    RowsToDecide(u32),
    #[error("this batch went to {0}, which is not the profile's service any more")]
    ServiceMoved(String),
    #[error("{0} cannot be that")]
    ValueInvalid(Setting),
    #[error("cannot listen for callbacks at {0}")]
    ListenerUnavailable(String),
    #[error("the file is not at {0} any more")]
    FileMoved(PathBuf),
    #[error("the file at {0} changed since it was read")]
    FileChanged(PathBuf),
    #[error("another program has {0} open")]
    FileInUse(PathBuf),
    #[error("nothing can be written at {0}")]
    NotWritable(PathBuf),
    #[error("{0} is the user's own file")]
    SaveOverOriginal(PathBuf),
    #[error("the disk of {0} is full")]
    SaveDiskFull(PathBuf),
    #[error("no copy of the file: {0}")]
    Copy(#[from] CopyError),
    #[error("charge {funding} was sent, and what became of it was not written down: {source}")]
    ChargeNotRecorded { funding: u32, source: Box<DeskError> },
    #[error("the service told no reference of this top-up")]
    TopUpHasNoReference,
    #[error("the system gave no random bytes")]
    NoRandomness,
    #[error("no such row")]
    NoSuchRow,
    #[error("nothing was ever sent to this account")]
    NoSuchPerson,
    #[error("more payouts were chosen than are decided about at once")]
    TooManyChosen,
    #[error("the workbook cannot be written: {0}")]
    Export(#[from] rust_xlsxwriter::XlsxError),
    #[error(transparent)]
    Pdf(#[from] PdfError),
    #[error("no payment of the payroll belongs in the document")]
    DocumentEmpty,
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
