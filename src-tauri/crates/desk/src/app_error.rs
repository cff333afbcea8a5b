//! An error as it crosses to the window: a code, and what its sentences need. The window writes the sentences: what
//! happened, what it means for the money, what to do. This is the only list of codes.

use std::fmt;

use paysheet_domain::Currency;
use paysheet_ledger::BlockReason;
use paysheet_service::{Refusal, RootError};
use paysheet_sheet::OtherFileType;
use paysheet_vault::backup::PassphraseError;
use serde::{Deserialize, Serialize};
use strum::EnumDiscriminants;

/// A code with its data. No secret is ever in it. Times are RFC 3339, paths are complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, EnumDiscriminants)]
#[serde(tag = "code", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[strum_discriminants(name(ErrorCode), doc = "The code of an [`AppError`].")]
#[strum_discriminants(derive(Hash, strum::Display), strum(serialize_all = "snake_case"))]
pub enum AppError {
    FileEmpty,
    /// What it is instead, by its first bytes.
    FileNotASpreadsheet {
        found: OtherFileType,
    },
    FileEncrypted,
    FileCorrupt,
    /// Sizes in bytes, as decimal digits.
    FileTooLarge {
        found: String,
        limit: String,
    },
    FileTooManyRows {
        found: u32,
        limit: u32,
    },
    FileTooManyColumns {
        found: u32,
        limit: u32,
    },
    FileInflatesTooMuch,
    NoTableFound,
    /// The file has no columns with results of payments, and no stored callbacks.
    NoResultsInFile,
    /// The file has no columns with the date and the amount of debits.
    NoStatementInFile,
    /// The file with results, or its effect, is not what was shown.
    OutcomesChanged,
    FileUnreadable,
    /// The user did not choose the file for this in a dialog, or it was used already: nothing is read or written.
    FileNotChosen,
    /// The file is not where it was.
    FileMoved {
        file: String,
    },
    /// The file is another one than was read.
    FileChanged {
        file: String,
    },
    /// Another program has the file open.
    FileInUse {
        file: String,
    },
    /// Nothing may be written where the user said.
    NotWritable {
        file: String,
    },
    /// The user's own file is never written to.
    SaveOverOriginal {
        file: String,
    },
    SaveDiskFull {
        file: String,
    },
    /// The file is past what a copy can be made of.
    CopyTooLarge,
    /// Columns cannot be added to this file.
    CopyNotMade,
    /// A document or a list could not be made; no file was written.
    DocumentNotMade,
    /// No payment of the payroll belongs in the document.
    DocumentEmpty,
    /// The document has more pages than the window prints.
    DocumentTooLong {
        pages: u32,
        pages_max: u32,
    },
    /// The system has no program that opens the document.
    ViewerNotOpened,
    /// The system could not print the pages, or could not show its dialog.
    NotPrinted,
    KeychainAbsent,
    KeychainLocked,
    KeychainRefused,
    /// A secret is too long for the keychain, and the file that it is sealed in cannot be read or written.
    SecretFileUnusable,
    /// The desk is locked: the user must unlock first.
    Locked,
    /// A live profile names nobody who approves: nothing is paid until it does.
    ApproverMissing,
    SecretMissing {
        field: Setting,
    },
    AddressInvalid,
    NoConnection,
    TokenRefused(RefusalView),
    /// The token would end before a submission can have.
    TokenEnds {
        at: String,
        /// The time that a submission may take.
        submission_s: u32,
    },
    /// The token ends, and no new one could be had.
    RenewalFailed {
        at: String,
        cause: Box<AppError>,
    },
    WrongLock(RefusalView),
    ServiceRefused(RefusalView),
    ServiceUnclear,
    DraftHasProblems {
        count: u32,
    },
    /// The service did not list the banks of so many people: their codes may be wrong there.
    BankCodesNotConfirmed {
        count: u32,
    },
    NothingToPay,
    /// No payment of this currency is known to have been made, so there is nothing for the books.
    NothingToBook,
    /// Payments in earlier journals are no longer recorded as they were booked: only a journal of everything is right.
    BooksOutdated,
    /// The journal has more lines than the program takes that it is for.
    JournalTooLong {
        lines: u32,
        lines_max: u32,
    },
    TotalDiffers,
    /// A warning is open in more or fewer rows than the window showed.
    RowsDiffer,
    /// Another payroll of this name and period paid some of these people.
    AlreadyPaid {
        payroll: u32,
        name: String,
        people: u32,
    },
    /// Another payroll has this name and period.
    NameTaken {
        payroll: u32,
        name: String,
    },
    /// Rows of the payroll pay people of another one again, or correct them: its file is not read again.
    RowsLinked,
    WrongState {
        /// What was to be fixed or approved is not what was shown; otherwise it has moved on meanwhile.
        plan_refused: bool,
    },
    /// A card was charged the same amount within a day: the user says whether another charge is wanted.
    ChargedAlready {
        funding: u32,
        at: String,
    },
    /// The top-up does not wait for this any more.
    TopUpMovedOn,
    /// Neither a window nor the system's browser could show the bank's page.
    BankPageNotOpened,
    /// The record is of another amount, or another top-up's.
    NotThisTopUp,
    /// The service never told a reference to ask about it by.
    TopUpHasNoReference,
    SendingGoesOn,
    /// An update of the program is being installed: nothing is sent until it has started again.
    UpdateInstalling,
    /// The batch went to another service than the profile's now.
    ServiceMoved {
        address: String,
    },
    /// People of this payroll are paid by another one, and the user has not decided.
    QuestionsOpen {
        count: u32,
    },
    /// Nobody of the payroll is known to have failed, or all of them are paid again by another payroll already.
    NotPayableAgain,
    /// What the window showed is not what is frozen now.
    ChangedSinceShown,
    /// More is recorded about a payout than the window showed when the user decided about it.
    PayoutsChanged,
    /// More payouts were chosen than are decided about at once.
    TooManyChosen {
        max: u32,
    },
    /// Something else happened since the user last typed the total.
    TotalNeeded,
    /// The payroll was approved for another service or wallet.
    ApprovedForOther {
        host: Option<String>,
    },
    /// The token is of another account than the one that the payroll was approved with.
    AccountDiffers,
    /// No wallet of the profile pays this currency, or its password is not stored.
    WalletMissing {
        currency: Currency,
    },
    /// Token and lock were given for another service.
    SecretsElsewhere {
        given_for: String,
        now: String,
    },
    /// A stored value of a payroll is damaged, or is not what was approved: nothing of it is sent, and the others are
    /// not affected.
    PayrollDamaged,
    /// The payroll's name is the narration of rows that have none, and longer than so many characters, the most that the
    /// service takes.
    NarrationTooLong {
        count: u32,
    },
    /// Rows with warnings that nobody decided about.
    RowsToDecide {
        count: u32,
    },
    /// The ledger is an older copy, another one, or was changed: the user goes through it first.
    SendingBlocked {
        reason: BlockReason,
    },
    /// Payrolls that may have been sent since were not all looked up.
    PayrollsNotChecked {
        count: u32,
    },
    ValueInvalid {
        field: Setting,
    },
    PassphraseRefused {
        reason: PassphraseFault,
    },
    ListenerUnavailable {
        address: String,
    },
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
    LedgerOnNetwork {
        path: String,
    },
    /// A backup was to be written over the ledger itself.
    BackupIsLedger {
        file: String,
    },
    /// There is a file where a backup was to be written.
    BackupExists {
        file: String,
    },
    BackupDiskFull {
        file: String,
    },
    BackupNotWritable {
        file: String,
    },
    /// A backup is not what the ledger is, or was.
    BackupDamaged,
    /// No backup of Paysheet, or its description is missing beside it.
    BackupUnreadable,
    BackupNewerVersion,
    /// No backup could be made before the ledger is brought to this version's shape.
    MigrationBackupFailed,
    /// The service reports on people of a payroll that was never approved here: another computer, or this ledger before
    /// it was restored, sent it.
    AlreadyReported {
        people: u32,
    },
    /// The service answered, and the answer is not written down yet.
    AnswerNotRecorded,
    /// A charge or its password was sent, and what became of it is not written down.
    ChargeNotRecorded {
        funding: u32,
        /// Why it could not be written down, for developers.
        reason: String,
    },
    /// The ledger's references were made with another profile key.
    ProfileKeyChanged,
    /// What should be a backup of the profile key is none, damaged, mistyped, or of a later version.
    KeyBackupUnreadable {
        reason: KeyBackupFault,
    },
    /// The passphrase does not open the backup.
    KeyBackupNotOpened,
    /// Nothing was sealed yet.
    NoKeyBackup,
    /// The backup's key is not the one that the ledger's references were made with.
    KeyOfOtherLedger,
    /// Another key is stored on this computer: the user says whether it may be replaced.
    KeyWouldBeReplaced,
    CertificateRefused {
        reason: CertificateFault,
    },
    DiskFull,
    NotFound,
    Unexpected {
        /// What the log names it by.
        id: Option<String>,
    },
}

impl AppError {
    /// The payroll or top-up has moved on, and what was requested is no longer possible.
    pub const MOVED_ON: Self = Self::WrongState { plan_refused: false };

    /// Returns the refusal of a value.
    #[must_use]
    pub const fn invalid(field: Setting) -> Self {
        Self::ValueInvalid { field }
    }

    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.into()
    }
}

/// Writes the code and its data as they cross, for logs and command lines: the window has the sentences.
impl fmt::Display for AppError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.code())?;
        // Without its data, an error is still named by its code.
        let crossing = serde_json::to_value(self).unwrap_or_default();
        crossing.get("data").map_or(Ok(()), |data| write!(formatter, " {data}"))
    }
}

impl std::error::Error for AppError {}

/// The setting whose value was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
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

/// What the service said when it refused a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct RefusalView {
    /// The HTTP status.
    pub status: u16,
    pub message: Option<String>,
}

impl From<&Refusal> for RefusalView {
    fn from(refusal: &Refusal) -> Self {
        Self { status: refusal.http_status, message: refusal.message.clone() }
    }
}

/// Why a passphrase for a backup is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum PassphraseFault {
    TooShort,
    TooLong,
    TooSimple,
    Differs,
    Missing,
}

impl From<PassphraseError> for PassphraseFault {
    fn from(error: PassphraseError) -> Self {
        use PassphraseError as P;
        match error {
            P::TooShort => Self::TooShort,
            P::TooLong => Self::TooLong,
            P::TooSimple => Self::TooSimple,
            P::Differs => Self::Differs,
            P::Missing => Self::Missing,
        }
    }
}

/// Why a backup of the profile key cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KeyBackupFault {
    NotABackup,
    Damaged,
    NewerVersion,
    /// It requires more memory than any backup of Paysheet.
    TooDemanding,
    /// Lines of the sheet that are there.
    LinesMissing {
        found: u32,
    },
    /// Mistyped lines, from 1.
    LinesMistyped {
        lines: Vec<u32>,
    },
}

/// Why a certificate is not added to the trusted ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum CertificateFault {
    Empty,
    TooLarge,
    Unreadable,
    NotAnAuthority,
    HoldsKey,
}

impl From<RootError> for CertificateFault {
    fn from(error: RootError) -> Self {
        match error {
            RootError::Empty => Self::Empty,
            RootError::TooLarge => Self::TooLarge,
            RootError::Unreadable { .. } => Self::Unreadable,
            RootError::NotAnAuthority { .. } => Self::NotAnAuthority,
            RootError::HoldsKey => Self::HoldsKey,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_error_crosses_as_its_code_with_the_data_of_that_code() {
        for (error, crosses) in [
            (AppError::Locked, json!({ "code": "locked" })),
            (
                AppError::SecretMissing { field: Setting::Lock },
                json!({ "code": "secret_missing", "data": { "field": "lock" } }),
            ),
            (
                AppError::TokenEnds { at: "2026-11-22T10:00:00Z".to_owned(), submission_s: 4 },
                json!({ "code": "token_ends", "data": { "at": "2026-11-22T10:00:00Z", "submissionS": 4 } }),
            ),
            (
                AppError::KeyBackupUnreadable { reason: KeyBackupFault::LinesMistyped { lines: vec![3] } },
                json!({
                    "code": "key_backup_unreadable",
                    "data": { "reason": { "kind": "lines_mistyped", "lines": [3] } },
                }),
            ),
            (
                AppError::ServiceRefused(RefusalView { status: 404, message: None }),
                json!({ "code": "service_refused", "data": { "status": 404, "message": null } }),
            ),
        ] {
            assert_eq!(serde_json::to_value(&error).unwrap(), crosses);
            assert_eq!(crosses["code"], Value::from(error.code().to_string()));
        }
    }

    #[test]
    fn an_error_is_displayed_as_its_code_with_the_data_of_that_code() {
        assert_eq!(AppError::Locked.to_string(), "locked");
        assert_eq!(AppError::invalid(Setting::Lock).to_string(), r#"value_invalid {"field":"lock"}"#);
    }
}
