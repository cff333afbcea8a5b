//! Converts errors to the codes and figures that the window receives. This is the only place for it, so that no error
//! exposes more than it should by accident.

use std::path::Path;

use paysheet_ledger::{BackupError, LedgerError};
use paysheet_service::{CallError, RefusalKind, RootError};
use paysheet_sheet::{FileError, copy::CopyError};
use paysheet_vault::{
    VaultError,
    backup::{BackupError as KeyBackupError, PassphraseError},
};

use crate::{
    error::{AppError, DeskError, ErrorCode},
    session::binding::host_of,
};

impl From<&DeskError> for AppError {
    fn from(error: &DeskError) -> Self {
        use DeskError as E;
        match error {
            E::File(error) => file(error),
            E::Vault(error) => vault(error),
            E::Ledger(error) => ledger(error),
            E::Call(error) => call(error),
            E::Address(error) => Self::new(ErrorCode::AddressInvalid).with("reason", error),
            E::Root(error) => Self::new(ErrorCode::CertificateRefused).with("reason", root(*error)),
            E::Locked => Self::new(ErrorCode::Locked),
            E::TokenEnds { at, submission_s } => {
                Self::new(ErrorCode::TokenEnds).with("at", at).with("seconds", submission_s)
            }
            E::RenewalFailed { at, source } => {
                // The data is that of the underlying error; the underlying error's code is the cause.
                let cause = Self::from(source.as_ref());
                let told = Self { code: ErrorCode::RenewalFailed, data: cause.data };
                told.with("at", at).with("cause", cause.code)
            }
            E::ProfileKeyChanged => Self::new(ErrorCode::ProfileKeyChanged),
            E::Backup(error) => key_backup(error),
            E::Passphrase(error) => Self::new(ErrorCode::ValueInvalid)
                .with("field", "passphrase")
                .with("reason", passphrase(*error)),
            E::NoKeyBackup => Self::new(ErrorCode::NoKeyBackup),
            E::KeyOfOtherLedger => Self::new(ErrorCode::KeyOfOtherLedger),
            E::KeyWouldBeReplaced => Self::new(ErrorCode::KeyWouldBeReplaced),
            E::SecretMissing(setting) => Self::new(ErrorCode::SecretMissing).with("field", setting),
            E::DraftHasProblems(count) => Self::new(ErrorCode::DraftHasProblems).with("count", count),
            E::NothingToPay => Self::new(ErrorCode::NothingToPay),
            E::TotalDiffers => Self::new(ErrorCode::TotalDiffers),
            E::ServiceMoved(address) => Self::new(ErrorCode::ServiceMoved).with("address", address),
            E::SecretsElsewhere { given_for, now } => {
                Self::new(ErrorCode::SecretsElsewhere).with("givenFor", given_for).with("now", now)
            }
            E::RowsToDecide(count) => Self::new(ErrorCode::RowsToDecide).with("count", count),
            E::PayrollsNotChecked(count) => Self::new(ErrorCode::PayrollsNotChecked).with("count", count),
            E::SendingGoesOn => Self::new(ErrorCode::SendingGoesOn),
            E::ValueInvalid(setting) => Self::new(ErrorCode::ValueInvalid).with("field", setting),
            E::ListenerUnavailable(address) => {
                Self::new(ErrorCode::ListenerUnavailable).with("address", address)
            }
            E::FileMoved(path) => at(ErrorCode::FileMoved, path),
            E::FileChanged(path) => at(ErrorCode::FileChanged, path),
            E::FileInUse(path) => at(ErrorCode::FileInUse, path),
            E::NotWritable(path) => at(ErrorCode::NotWritable, path),
            E::SaveOverOriginal(path) => at(ErrorCode::SaveOverOriginal, path),
            E::SaveDiskFull(path) => at(ErrorCode::SaveDiskFull, path),
            E::Copy(error) => copy(*error),
            E::ChargeNotKept { funding, source } => {
                // The cause's own sentence states that nothing was sent, which is not true here.
                Self::new(ErrorCode::ChargeNotKept).with("funding", funding).with("reason", source)
            }
            E::TopUpHasNoReference => Self::new(ErrorCode::TopUpHasNoReference),
            E::NoSuchRow => Self::new(ErrorCode::NotFound),
            E::Export(error) => Self::new(ErrorCode::FileUnreadable).with("reason", error),
            E::Io(error) => io(error),
            E::Submission(_)
            | E::Service(_)
            | E::Key(_)
            | E::Money(_)
            | E::Record(_)
            | E::NoRandomness
            | E::TaskEnded => Self::new(ErrorCode::Unexpected).with("reason", error),
        }
    }
}

/// An error about a file of the user's, identified by its path.
fn at(code: ErrorCode, path: &Path) -> AppError {
    AppError::new(code).with("file", path.display())
}

fn copy(error: CopyError) -> AppError {
    match error {
        CopyError::TooLarge { .. } | CopyError::TooWide { .. } | CopyError::TooManyPlaces { .. } => {
            AppError::new(ErrorCode::CopyTooLarge)
        }
        CopyError::OnlyAnew(_) | CopyError::NotAsRead => AppError::new(ErrorCode::CopyNotMade),
    }
}

/// The window has a sentence for each.
const fn root(error: RootError) -> &'static str {
    match error {
        RootError::Empty => "empty",
        RootError::TooLarge => "too_large",
        RootError::Unreadable { .. } => "unreadable",
        RootError::NotAnAuthority { .. } => "not_an_authority",
        RootError::HoldsKey => "holds_key",
    }
}

/// The window has a sentence for each `reason`.
fn key_backup(error: &KeyBackupError) -> AppError {
    use KeyBackupError as B;
    let unreadable = |reason: &str| AppError::new(ErrorCode::KeyBackupUnreadable).with("reason", reason);
    match error {
        B::NotABackup => unreadable("not_a_backup"),
        B::Damaged => unreadable("damaged"),
        B::NewerVersion { version } => unreadable("newer_version").with("version", version),
        B::TooDemanding => unreadable("too_demanding"),
        B::LinesMissing { found } => unreadable("lines_missing").with("found", found),
        B::LinesMistyped { lines } => {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            unreadable("lines_mistyped").with("lines", lines.join(", ")).with("count", lines.len())
        }
        B::NotOpened => AppError::new(ErrorCode::KeyBackupNotOpened),
        B::NoMemory | B::NoRandomness => AppError::new(ErrorCode::Unexpected).with("reason", error),
    }
}

/// The window has a sentence for each.
const fn passphrase(error: PassphraseError) -> &'static str {
    match error {
        PassphraseError::TooShort => "too_short",
        PassphraseError::TooLong => "too_long",
        PassphraseError::TooSimple => "too_simple",
        PassphraseError::Differs => "differs",
        PassphraseError::Missing => "missing",
    }
}

fn io(error: &std::io::Error) -> AppError {
    let code = if error.kind() == std::io::ErrorKind::StorageFull {
        ErrorCode::DiskFull
    } else {
        ErrorCode::LedgerUnavailable
    };
    AppError::new(code).with("reason", error.kind())
}

fn vault(error: &VaultError) -> AppError {
    let code = match error {
        VaultError::NoKeychain | VaultError::NotNative { .. } => ErrorCode::KeychainAbsent,
        VaultError::Locked => ErrorCode::KeychainLocked,
        VaultError::NotText
        | VaultError::Ambiguous
        | VaultError::NotKept
        | VaultError::TooLong { .. }
        | VaultError::Unsupported
        | VaultError::Refused(_) => ErrorCode::KeychainRefused,
    };
    AppError::new(code).with("reason", error)
}

fn ledger(error: &LedgerError) -> AppError {
    use LedgerError as L;
    match error {
        L::NoSuchPayroll(_)
        | L::NoSuchBatch(_)
        | L::NoSuchCallback
        | L::NoSuchFunding(_)
        | L::NoSuchLayout => AppError::new(ErrorCode::NotFound),
        L::ChargedAlready { funding, began_at } => {
            AppError::new(ErrorCode::ChargedAlready).with("funding", funding.0).with("at", began_at)
        }
        L::WrongStage { funding, from } => {
            AppError::new(ErrorCode::TopUpMovedOn).with("funding", funding.0).with("from", from)
        }
        L::NotThisFunding(funding) => AppError::new(ErrorCode::NotThisTopUp).with("funding", funding.0),
        L::AlreadyPaid { payroll, name, people } => AppError::new(ErrorCode::AlreadyPaid)
            .with("payroll", payroll.0)
            .with("name", name)
            .with("people", people),
        L::NameTaken { payroll, name } => {
            AppError::new(ErrorCode::NameTaken).with("payroll", payroll.0).with("name", name)
        }
        L::PayrollDamaged { payroll, place } => {
            AppError::new(ErrorCode::PayrollDamaged).with("payroll", payroll.0).with("place", place)
        }
        L::AlreadyReported { payroll, people } => {
            AppError::new(ErrorCode::AlreadyReported).with("payroll", payroll.0).with("people", people)
        }
        L::WrongState { from, to, .. } => {
            AppError::new(ErrorCode::WrongState).with("from", from).with("to", to)
        }
        L::ChangedSinceShown(_) => AppError::new(ErrorCode::ChangedSinceShown),
        L::NotAsFrozen(_) => AppError::new(ErrorCode::PayrollDamaged),
        L::PlanBroken { .. } | L::NothingToApprove(_) => {
            AppError::new(ErrorCode::WrongState).with("reason", error)
        }
        L::QuestionsOpen { payroll, open } => {
            AppError::new(ErrorCode::QuestionsOpen).with("payroll", payroll.0).with("count", open)
        }
        L::SendingBlocked(reason) => AppError::new(ErrorCode::SendingBlocked).with("reason", reason),
        L::ChainBroken { .. } => AppError::new(ErrorCode::SendingBlocked).with("reason", "history_changed"),
        L::TotalsDiffer => AppError::new(ErrorCode::TotalDiffers),
        L::TotalNeeded { .. } => AppError::new(ErrorCode::TotalNeeded),
        L::ApprovedForOther { payroll, approved_for } => {
            let host = approved_for.as_ref().map(|to| host_of(&to.origin)).unwrap_or_default();
            AppError::new(ErrorCode::ApprovedForOther).with("payroll", payroll.0).with("host", host)
        }
        L::AccountDiffers(payroll) => AppError::new(ErrorCode::AccountDiffers).with("payroll", payroll.0),
        L::NoReason => AppError::new(ErrorCode::ValueInvalid).with("field", "reason"),
        L::File(error) => io(error),
        L::DiskFull => AppError::new(ErrorCode::DiskFull),
        L::InUse => AppError::new(ErrorCode::LedgerInUse),
        L::Replaced => AppError::new(ErrorCode::LedgerReplaced),
        L::OnNetwork(path) => AppError::new(ErrorCode::LedgerOnNetwork).with("path", path.display()),
        L::SecondName => AppError::new(ErrorCode::LedgerSecondName),
        L::Backup(error) => backup(error),
        L::MigrationBackup(cause) => {
            let disk_full = matches!(**cause, L::Backup(BackupError::DiskFull(_)));
            AppError::new(ErrorCode::MigrationBackupFailed)
                .with("cause", if disk_full { "disk_full" } else { "other" })
                .with("reason", cause)
        }
        L::Damaged { .. } => AppError::new(ErrorCode::LedgerDamaged).with("reason", error),
        L::NewerVersion => AppError::new(ErrorCode::LedgerNewerVersion),
        L::Database(_) | L::Migration(_) | L::Unreadable { .. } | L::Undecodable { .. } | L::TooMany => {
            AppError::new(ErrorCode::LedgerUnavailable).with("reason", error)
        }
    }
}

fn backup(error: &BackupError) -> AppError {
    match error {
        BackupError::IsTheLedger(path) => at(ErrorCode::BackupIsLedger, path),
        BackupError::Exists(path) => at(ErrorCode::BackupExists, path),
        BackupError::DiskFull(path) => at(ErrorCode::BackupDiskFull, path),
        BackupError::NotWritable { path, .. } => at(ErrorCode::BackupNotWritable, path),
        BackupError::Differs => AppError::new(ErrorCode::BackupDamaged),
        BackupError::NotABackup => AppError::new(ErrorCode::BackupUnreadable),
        BackupError::NewerVersion => AppError::new(ErrorCode::BackupNewerVersion),
    }
}

fn call(error: &CallError) -> AppError {
    match error {
        CallError::NotSent(reason) => AppError::new(ErrorCode::NoConnection).with("reason", reason),
        CallError::NoAnswer { reason, .. } => AppError::new(ErrorCode::ServiceUnclear).with("reason", reason),
        CallError::Refused(refusal) => {
            let code = match refusal.kind {
                RefusalKind::TokenRefused | RefusalKind::Forbidden => ErrorCode::TokenRefused,
                RefusalKind::WrongLock => ErrorCode::WrongLock,
                RefusalKind::DuplicateReference
                | RefusalKind::InsufficientBalance
                | RefusalKind::Invalid
                | RefusalKind::RateLimited
                | RefusalKind::Other => ErrorCode::ServiceRefused,
            };
            let message = refusal.message.as_deref().unwrap_or_default();
            AppError::new(code).with("status", refusal.http_status).with("message", message)
        }
    }
}

fn file(error: &FileError) -> AppError {
    use FileError as F;
    let limited =
        |code, limit: &u64, found: &u64| AppError::new(code).with("limit", limit).with("found", found);
    match error {
        F::FileUnreadable | F::ReaderTimeLimit { .. } | F::ReaderMemoryLimit { .. } | F::ReaderCrashed => {
            AppError::new(ErrorCode::FileUnreadable).with("reason", error.code())
        }
        F::FileEmpty => AppError::new(ErrorCode::FileEmpty),
        F::FileNotASpreadsheet { found } => {
            AppError::new(ErrorCode::FileNotASpreadsheet).with("found", found)
        }
        F::FileEncrypted => AppError::new(ErrorCode::FileEncrypted),
        F::FileCorrupt { part } => AppError::new(ErrorCode::FileCorrupt).with("part", part),
        F::FileTooLarge { bytes, limit } => limited(ErrorCode::FileTooLarge, limit, bytes),
        F::FileTooManyRows { rows, limit } => limited(ErrorCode::FileTooManyRows, limit, rows),
        F::FileTooManyColumns { columns, limit } => limited(ErrorCode::FileTooManyColumns, limit, columns),
        F::FileInflatesTooMuch { bytes: found, limit }
        | F::FileHasTooManyParts { parts: found, limit }
        | F::FileHasTooManyCells { cells: found, limit } => {
            limited(ErrorCode::FileInflatesTooMuch, limit, found)
        }
        F::NoTableFound => AppError::new(ErrorCode::NoTableFound),
    }
}
