//! All errors of the context, as a closed list of codes with data. The window writes the sentences: what happened, what
//! it means for the money, what to do.

use std::{collections::BTreeMap, path::PathBuf};

use jiff::Timestamp;
use paysheet_ledger::LedgerError;
use paysheet_service::{AddressError, CallError, RootError, ServiceError, SubmissionError};
use paysheet_sheet::{FileError, copy::CopyError};
use paysheet_vault::{
    VaultError,
    backup::{BackupError, PassphraseError},
};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter};

/// Codes of the window's error catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    FileEmpty,
    FileNotASpreadsheet,
    FileEncrypted,
    FileCorrupt,
    FileTooLarge,
    FileTooManyRows,
    FileTooManyColumns,
    FileInflatesTooMuch,
    NoTableFound,
    FileUnreadable,
    /// The file is not where it was.
    FileMoved,
    /// The file is another one than was read.
    FileChanged,
    /// Another program has the file open.
    FileInUse,
    /// Nothing may be written where the user said.
    NotWritable,
    /// The user's own file is never written to.
    SaveOverOriginal,
    SaveDiskFull,
    /// The file is past what a copy can be made of.
    CopyTooLarge,
    /// Columns cannot be added to this file.
    CopyNotMade,
    KeychainAbsent,
    KeychainLocked,
    KeychainRefused,
    /// The desk is locked: the user must unlock first.
    Locked,
    SecretMissing,
    AddressInvalid,
    NoConnection,
    TokenRefused,
    /// The token would end before a submission can have.
    TokenEnds,
    /// The token ends, and no new one could be had.
    RenewalFailed,
    WrongLock,
    ServiceRefused,
    ServiceUnclear,
    DraftHasProblems,
    NothingToPay,
    TotalDiffers,
    /// Another payroll of this name and period paid some of these people.
    AlreadyPaid,
    /// Another payroll has this name and period.
    NameTaken,
    WrongState,
    /// A card was charged the same amount within a day: the user says whether another charge is wanted.
    ChargedAlready,
    /// The top-up does not wait for this any more.
    TopUpMovedOn,
    /// Neither a window nor the system's browser could show the bank's page.
    BankPageNotOpened,
    /// The record is of another amount, or another top-up's.
    NotThisTopUp,
    /// The service never told a reference to ask about it by.
    TopUpHasNoReference,
    SendingGoesOn,
    /// The batch went to another service than the profile's now.
    ServiceMoved,
    /// People of this payroll are paid by another one, and the user has not decided.
    QuestionsOpen,
    /// What the window showed is not what is frozen now.
    ChangedSinceShown,
    /// Something else happened since the user last typed the total.
    TotalNeeded,
    /// The payroll was approved for another service or wallet.
    ApprovedForOther,
    /// The token is of another account than the one that the payroll was approved with.
    AccountDiffers,
    /// Token and lock were given for another service.
    SecretsElsewhere,
    /// A stored value of a payroll is damaged, or is not what was approved: nothing of it is sent, and the others are
    /// not affected.
    PayrollDamaged,
    /// Rows with warnings that nobody decided about.
    RowsToDecide,
    /// The ledger is an older copy, another one, or was changed: the user goes through it first.
    SendingBlocked,
    /// Payrolls that may have been sent since were not all looked up.
    PayrollsNotChecked,
    ValueInvalid,
    ListenerUnavailable,
    LedgerUnavailable,
    /// The ledger's file is not as it was written: a backup is to be restored.
    LedgerDamaged,
    /// A newer Paysheet wrote the ledger.
    LedgerNewerVersion,
    /// Another program has the ledger open.
    LedgerInUse,
    /// The ledger's file was moved, replaced or deleted while it was open.
    LedgerReplaced,
    /// The ledger's file has a second name, under which its log is missing.
    LedgerSecondName,
    /// The ledger is on a network drive, where its locks and writes cannot be relied on.
    LedgerOnNetwork,
    /// A backup was to be written over the ledger itself.
    BackupIsLedger,
    /// There is a file where a backup was to be written.
    BackupExists,
    BackupDiskFull,
    BackupNotWritable,
    /// A backup is not what the ledger is, or was.
    BackupDamaged,
    /// No backup of Paysheet, or its description is missing beside it.
    BackupUnreadable,
    BackupNewerVersion,
    /// No backup could be made before the ledger is brought to this version's shape.
    MigrationBackupFailed,
    /// The service reports on people of a payroll that was never approved here: another computer, or this ledger before
    /// it was restored, sent it.
    AlreadyReported,
    /// The service answered, and the answer is not written down yet.
    AnswerNotKept,
    /// A charge or its password was sent, and what became of it is not written down.
    ChargeNotKept,
    /// The ledger's references were made with another profile key.
    ProfileKeyChanged,
    /// What should be a backup of the profile key is none, damaged, mistyped, or of a later version.
    KeyBackupUnreadable,
    /// The passphrase does not open the backup.
    KeyBackupNotOpened,
    /// Nothing was sealed yet.
    NoKeyBackup,
    /// The backup's key is not the one that the ledger's references were made with.
    KeyOfOtherLedger,
    /// Another key is stored on this computer: the user says whether it may be replaced.
    KeyWouldBeReplaced,
    CertificateRefused,
    DiskFull,
    NotFound,
    Unexpected,
}

/// An error as it crosses to the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct AppError {
    pub code: ErrorCode,
    /// Figures and names for the sentence; never a secret.
    pub data: BTreeMap<String, String>,
}

impl AppError {
    #[must_use]
    pub fn new(code: ErrorCode) -> Self {
        Self { code, data: BTreeMap::new() }
    }

    #[must_use]
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.data.insert(key.to_owned(), value.to_string());
        self
    }
}

/// The setting whose value was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[strum(serialize_all = "snake_case")]
pub enum Setting {
    Name,
    Period,
    SenderName,
    BatchSize,
    CallbackListen,
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
    ChargeEmailField,
    ChargeRecipient,
    ChargeRecipientId,
    LockAfter,
    AmountChange,
    RecentDays,
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
    #[error("{0} rows have errors: fix or exclude them first")]
    DraftHasProblems(u32),
    #[error("nobody is left to pay")]
    NothingToPay,
    #[error("the typed total is not the payroll's")]
    TotalDiffers,
    #[error("this payroll is being sent already")]
    SendingGoesOn,
    #[error("token and lock were given for {given_for}, and the profile names {now}")]
    SecretsElsewhere { given_for: String, now: String },
    #[error("{0} payrolls that may have been sent were not checked")]
    PayrollsNotChecked(u32),
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
    ChargeNotKept { funding: u32, source: Box<DeskError> },
    #[error("the service told no reference of this top-up")]
    TopUpHasNoReference,
    #[error("the system gave no random bytes")]
    NoRandomness,
    #[error("no such row")]
    NoSuchRow,
    #[error("the workbook cannot be written: {0}")]
    Export(#[from] rust_xlsxwriter::XlsxError),
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
