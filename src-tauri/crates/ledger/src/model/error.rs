//! Errors of the ledger. A refused transition is distinct from a ledger that cannot be written: after the first the
//! user decides, after the second nothing may be sent.

use std::{io, path::PathBuf};

use jiff::Timestamp;
use paysheet_domain::{BatchState, ChargeStage, Money};

use crate::model::records::{BatchKey, BlockReason, Destination, FundingId, PayrollId};

pub type Result<T, E = LedgerError> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The file is locked by another program, or the disk cannot be written or read.
    #[error("the ledger could not be read or written")]
    Database(#[source] sqlx::Error),
    #[error("the disk is full")]
    DiskFull,
    /// Another program has this ledger open, such as one that runs without a window.
    #[error("another program has this ledger open")]
    InUse,
    /// The ledger's path no longer leads to the open file. Data written to that file might never be found again, so
    /// nothing is written.
    #[error("the ledger's file was moved, replaced or deleted while it was open")]
    Replaced,
    /// The ledger's file also has a second name (a hard link). What a crash left in the log beside one name is missing
    /// under the other.
    #[error("the ledger's file has a second name")]
    SecondName,
    /// Locks and durable writes are not reliable there.
    #[error("{0} is on a network drive")]
    OnNetwork(PathBuf),
    /// Its tables are not those of this version; nothing was changed.
    #[error("the ledger was written by a newer version")]
    NewerVersion,
    #[error("the ledger could not be brought to this version's shape")]
    Migration(#[source] sqlx::migrate::MigrateError),
    #[error("the backup was not made")]
    Backup(#[from] BackupError),
    /// The ledger's schema is only migrated after a backup of it was made; nothing was changed.
    #[error("no backup could be made before the ledger is brought to this version's shape")]
    MigrationBackup(#[source] Box<LedgerError>),
    #[error("the ledger's file could not be created for its owner alone")]
    File(#[from] std::io::Error),
    /// The integrity check at start found an error, or a page that was read differs from the page that was written.
    #[error("the ledger's file is damaged: {finding}")]
    Damaged { finding: String },
    #[error("the ledger holds a {column} that it never writes")]
    Unreadable { column: &'static str },
    /// The type of the value is not that of its column.
    #[error("the ledger's {column} holds a value of another type")]
    Undecodable { column: String },
    /// A value of this payroll is one that the ledger never writes, or its payouts and batches do not add up.
    #[error("a payroll is damaged at {place}")]
    PayrollDamaged { payroll: PayrollId, place: String },
    /// The service reports on `people` of a payroll that was never approved in this ledger.
    #[error("the service already reports on {people} people of this payroll")]
    AlreadyReported { payroll: PayrollId, people: u32 },
    /// Rows of the payroll pay people of another one again, or replace their payouts: which ones is known by the positions of
    /// the rows, so that the file is not read again.
    #[error("the rows of the payroll are linked to payouts of another one")]
    RowsLinked(PayrollId),
    #[error("there is no such payroll")]
    NoSuchPayroll(PayrollId),
    #[error("there is no such batch")]
    NoSuchBatch(BatchKey),
    #[error("there is no such payout in the payroll")]
    NoSuchPayout,
    #[error("the payroll is not waiting for outcomes")]
    NotBeingPaid(PayrollId),
    #[error("there is no such callback")]
    NoSuchCallback,
    #[error("there is no such layout")]
    NoSuchLayout,
    #[error("no such spelling of a bank")]
    NoSuchBankSpelling,
    /// The rules do not allow this transition. For changes of a whole payroll: the first batch that prevents it.
    #[error("a batch that is {from} cannot become {to}")]
    WrongState { batch: BatchKey, from: BatchState, to: BatchState },
    /// The plan is inconsistent; nothing was written.
    #[error("batch {batch} of the plan does not hold together: {fault}")]
    PlanBroken { batch: u32, fault: PlanFault },
    /// Another payroll has the same name and period, and paid `people` of this one.
    #[error("{people} people of this payroll were paid by another one, {name}")]
    AlreadyPaid { payroll: PayrollId, name: String, people: u32 },
    /// Another payroll has the same name and period and, as far as is known, paid no person of this one.
    #[error("another payroll is called {name}")]
    NameTaken { payroll: PayrollId, name: String },
    /// The frozen payroll differs from the one that the user approved.
    #[error("the payroll changed since it was shown")]
    ChangedSinceShown(PayrollId),
    /// More is recorded about a payout than the user saw when they decided about it.
    #[error("a payout changed since it was shown")]
    PayoutsChanged,
    /// A file would have another effect than the user saw.
    #[error("the effect of the file is not what was shown")]
    OutcomesChanged,
    /// Body, count or sum of a stored batch differ from what was frozen; it is not sent.
    #[error("the stored batch is not what was frozen")]
    NotAsFrozen(BatchKey),
    #[error("a decision needs a reason that can be read, of at most 500 characters")]
    NoReason,
    /// Another payroll pays people of this payroll, or is nearly the same, and the user has not decided.
    #[error("{open} questions about other payrolls are not decided")]
    QuestionsOpen { payroll: PayrollId, open: u32 },
    #[error("the typed totals are not the payroll's")]
    TotalsDiffer,
    /// Something else happened since the user last typed the total.
    #[error("the total must be typed again")]
    TotalNeeded { totals: Vec<Money> },
    /// The batch was approved for another service or wallet; `None` if that cannot be told.
    #[error("the payroll was approved for another service or wallet")]
    ApprovedForOther { payroll: PayrollId, approved_for: Option<Box<Destination>> },
    /// The token is of another account than the one that the payroll was approved with.
    #[error("the token is of another account than the payroll was approved with")]
    AccountDiffers(PayrollId),
    /// A payout is not known to have failed, or is paid again by another payroll already.
    #[error("a payout cannot be paid again")]
    NotPayableAgain,
    #[error("nothing of the payroll waits to be sent")]
    NothingToApprove(PayrollId),
    #[error("there is no such top-up")]
    NoSuchFunding(FundingId),
    /// A card was charged the same amount shortly before, and the user has not been asked about that charge.
    #[error("the same amount was charged at {began_at}")]
    ChargedAlready { funding: FundingId, began_at: Timestamp },
    /// A charge is only ever sent once, and a password only if one is requested.
    #[error("a top-up that is {from} cannot do that")]
    WrongStage { funding: FundingId, from: ChargeStage },
    /// The record is of another amount than the top-up, or belongs to another top-up.
    #[error("the record is not that of this top-up")]
    NotThisFunding(FundingId),
    /// The first event that does not follow from the previous one. `unsealed`: all events from there on follow, and
    /// were written while the profile key was missing.
    #[error("event {seq} was changed, or one before it is missing")]
    ChainBroken { seq: u64, unsealed: bool },
    /// Nothing is approved or sent from this ledger until the user has gone through it.
    #[error("sending is blocked: {0}")]
    SendingBlocked(BlockReason),
    #[error("more of them than the ledger can count")]
    TooMany,
}

impl LedgerError {
    /// Returns whether the same change may succeed later without a check of what was stored: the disk is full, another
    /// program locks the file, or the file may be moved back.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(self, Self::Database(_) | Self::DiskFull | Self::File(_) | Self::Replaced)
    }

    /// Returns whether a stored value is one that the ledger never writes.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(self, Self::Unreadable { .. } | Self::Undecodable { .. } | Self::PayrollDamaged { .. })
    }

    /// Converts this to the error of the given payroll, for a value in the given table.
    pub(crate) fn of_payroll(self, payroll: PayrollId, table: &str) -> Self {
        let place = if let Self::Unreadable { column } = &self {
            format!("{table}.{column}")
        } else if let Self::Undecodable { column } = &self {
            format!("{table}.{column}")
        } else if matches!(self, Self::TooMany) {
            table.to_owned()
        } else {
            return self;
        };
        Self::PayrollDamaged { payroll, place }
    }
}

/// SQLite's primary result codes that do not mean a failed statement.
const SQLITE_ERROR: u32 = 1;
const SQLITE_CORRUPT: u32 = 11;
const SQLITE_FULL: u32 = 13;
const SQLITE_NOT_A_DATABASE: u32 = 26;
/// An extended result code: the checksum of a page does not match the page.
const SQLITE_IOERR_DATA: u32 = 10 | (32 << 8);
/// The same, reported by a file system that has checksums itself.
const SQLITE_IOERR_CORRUPTFS: u32 = 10 | (33 << 8);
/// The primary code is the low byte of an extended one.
const SQLITE_PRIMARY_MASK: u32 = 0xff;

impl From<sqlx::Error> for LedgerError {
    fn from(error: sqlx::Error) -> Self {
        if let sqlx::Error::ColumnDecode { index, .. } = &error {
            return Self::Undecodable { column: index.trim_matches('"').to_owned() };
        }
        let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
        if matches!(code, Some(SQLITE_IOERR_DATA | SQLITE_IOERR_CORRUPTFS)) {
            return Self::Damaged { finding: "a page is not the one that was written".to_owned() };
        }
        match code.map(|code| code & SQLITE_PRIMARY_MASK) {
            Some(SQLITE_FULL) => Self::DiskFull,
            Some(SQLITE_CORRUPT | SQLITE_NOT_A_DATABASE) => Self::Damaged { finding: error.to_string() },
            Some(SQLITE_ERROR) if error.to_string().contains("integer overflow") => {
                Self::Undecodable { column: "sum".to_owned() }
            }
            Some(_) | None => Self::Database(error),
        }
    }
}

impl From<sqlx::migrate::MigrateError> for LedgerError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        use sqlx::migrate::MigrateError::{Execute, ExecuteMigration};
        if let Execute(cause) = error {
            return Self::from(cause);
        }
        let ExecuteMigration(cause, version) = error else { return Self::Migration(error) };
        let cause = Self::from(cause);
        let Self::Database(cause) = cause else { return cause };
        Self::Migration(ExecuteMigration(cause, version))
    }
}

/// The reason why a planned batch was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum PlanFault {
    NoBatches,
    NoPayouts,
    /// A number or reference occurs twice.
    NotDistinct,
    /// A payout or the sum is of another currency than the batch.
    CurrenciesDiffer,
    /// An amount is zero or negative.
    AmountNotPositive,
    SumDiffers,
    BodyHashDiffers,
}

/// The reason why a backup was not made. No file of it remains.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The target is the ledger under this or another name, or one of its side files.
    #[error("{0} is the ledger itself")]
    IsTheLedger(PathBuf),
    /// The target exists. Nothing is ever overwritten.
    #[error("there is a file at {0} already")]
    Exists(PathBuf),
    #[error("the disk of {0} is full")]
    DiskFull(PathBuf),
    #[error("nothing can be written at {path}")]
    NotWritable { path: PathBuf, source: io::Error },
    /// The copy differs from the ledger, or the file from its description.
    #[error("the copy is not what the ledger is")]
    Differs,
    /// The file or the description beside it was not written by Paysheet.
    #[error("this is no backup, or the description beside it is missing")]
    NotABackup,
    /// A newer version of Paysheet made it.
    #[error("the backup is of a newer version")]
    NewerVersion,
}
