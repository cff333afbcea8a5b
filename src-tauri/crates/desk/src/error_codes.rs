//! Converts errors to the codes and figures that the window receives. This is the only place for it, so that no error
//! exposes more than it should by accident.

use std::{io::ErrorKind, path::Path};

use paysheet_document::PdfError;
use paysheet_ledger::{BackupError, BlockReason, LedgerError};
use paysheet_service::{CallError, RefusalKind};
use paysheet_sheet::{FileError, copy::CopyError};
use paysheet_vault::{VaultError, backup::BackupError as KeyBackupError};

use crate::{
    app_error::{AppError, KeyBackupFault, RefusalView, Setting},
    error::DeskError,
    state::session::binding::host_of,
};

impl From<&DeskError> for AppError {
    fn from(error: &DeskError) -> Self {
        use DeskError as E;
        match error {
            E::App(error) => error.clone(),
            E::File(error) => file(error),
            E::Vault(error) => vault(error),
            E::Ledger(error) => ledger(error),
            E::Call(error) => call(error),
            E::Address(_) => Self::AddressInvalid,
            E::Root(error) => Self::CertificateRefused { reason: (*error).into() },
            E::RenewalFailed { at, source } => {
                Self::RenewalFailed { at: at.to_string(), cause: Box::new(Self::from(source.as_ref())) }
            }
            E::Backup(error) => key_backup(error),
            E::Passphrase(error) => Self::PassphraseRefused { reason: (*error).into() },
            E::Copy(error) => copy(*error),
            E::ChargeNotRecorded { funding, source } => {
                // The cause's own sentence states that nothing was sent, which is not true here.
                Self::ChargeNotRecorded { funding: *funding, reason: source.to_string() }
            }
            E::Export(_) | E::Pdf(PdfError::NotMade) => Self::DocumentNotMade,
            &E::Pdf(PdfError::TooLong { pages, pages_max }) => Self::DocumentTooLong { pages, pages_max },
            E::Io(error) => io(error),
            E::Submission(_)
            | E::Service(_)
            | E::Key(_)
            | E::Money(_)
            | E::Record(_)
            | E::NoRandomness
            | E::TaskEnded => Self::Unexpected { id: None },
        }
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

const fn copy(error: CopyError) -> AppError {
    match error {
        CopyError::TooLarge { .. } | CopyError::TooWide { .. } | CopyError::TooManyPlaces { .. } => {
            AppError::CopyTooLarge
        }
        CopyError::OnlyAnew(_) | CopyError::NotAsRead => AppError::CopyNotMade,
    }
}

fn key_backup(error: &KeyBackupError) -> AppError {
    use KeyBackupError as B;
    let number = |number: &usize| u32::try_from(*number).unwrap_or(u32::MAX);
    let reason = match error {
        B::NotABackup => KeyBackupFault::NotABackup,
        B::Damaged => KeyBackupFault::Damaged,
        B::NewerVersion { .. } => KeyBackupFault::NewerVersion,
        B::TooDemanding => KeyBackupFault::TooDemanding,
        B::LinesMissing { found } => KeyBackupFault::LinesMissing { found: number(found) },
        B::LinesMistyped { lines } => {
            KeyBackupFault::LinesMistyped { lines: lines.iter().map(number).collect() }
        }
        B::NotOpened => return AppError::KeyBackupNotOpened,
        B::NoMemory | B::NoRandomness => return AppError::Unexpected { id: None },
    };
    AppError::KeyBackupUnreadable { reason }
}

fn io(error: &std::io::Error) -> AppError {
    if error.kind() == ErrorKind::StorageFull { AppError::DiskFull } else { AppError::LedgerUnavailable }
}

fn vault(error: &VaultError) -> AppError {
    match error {
        VaultError::NoKeychain | VaultError::NotNative { .. } => AppError::KeychainAbsent,
        VaultError::Locked => AppError::KeychainLocked,
        VaultError::NotText
        | VaultError::Ambiguous
        | VaultError::NotStored
        | VaultError::TooLong { .. }
        | VaultError::Unsupported
        | VaultError::Refused(_)
        | VaultError::FileLost => AppError::KeychainRefused,
        VaultError::File(error)
            if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) =>
        {
            AppError::DiskFull
        }
        VaultError::File(_) => AppError::SecretFileUnusable,
    }
}

fn ledger(error: &LedgerError) -> AppError {
    use LedgerError as L;
    match error {
        L::NoSuchPayroll(_)
        | L::NoSuchBatch(_)
        | L::NoSuchCallback
        | L::NoSuchPayout
        | L::NoSuchFunding(_)
        | L::NoSuchLayout
        | L::NoSuchBankSpelling => AppError::NotFound,
        L::ChargedAlready { funding, began_at } => {
            AppError::ChargedAlready { funding: funding.0, at: began_at.to_string() }
        }
        L::WrongStage { .. } => AppError::TopUpMovedOn,
        L::NotThisFunding(_) => AppError::NotThisTopUp,
        L::AlreadyPaid { payroll, name, people } => {
            AppError::AlreadyPaid { payroll: payroll.0, name: name.clone(), people: *people }
        }
        L::NameTaken { payroll, name } => AppError::NameTaken { payroll: payroll.0, name: name.clone() },
        L::PayrollDamaged { .. } | L::NotAsFrozen(_) => AppError::PayrollDamaged,
        L::RowsLinked(_) => AppError::RowsLinked,
        L::AlreadyReported { people, .. } => AppError::AlreadyReported { people: *people },
        L::WrongState { .. } | L::NotBeingPaid(_) => AppError::MOVED_ON,
        L::OutcomesChanged => AppError::OutcomesChanged,
        L::ChangedSinceShown(_) => AppError::ChangedSinceShown,
        L::PayoutsChanged => AppError::PayoutsChanged,
        L::PlanBroken { .. } | L::NothingToApprove(_) => AppError::WrongState { plan_refused: true },
        L::NotPayableAgain => AppError::NotPayableAgain,
        L::QuestionsOpen { open, .. } => AppError::QuestionsOpen { count: *open },
        L::SendingBlocked(reason) => AppError::SendingBlocked { reason: *reason },
        L::ChainBroken { .. } => AppError::SendingBlocked { reason: BlockReason::HistoryChanged },
        L::TotalsDiffer => AppError::TotalDiffers,
        L::TotalNeeded { .. } => AppError::TotalNeeded,
        L::ApprovedForOther { approved_for, .. } => {
            let host = approved_for.as_ref().map(|to| host_of(&to.origin));
            // The practice service has no host.
            AppError::ApprovedForOther { host: host.filter(|host| !host.is_empty()) }
        }
        L::AccountDiffers(_) => AppError::AccountDiffers,
        L::NoReason => AppError::ValueInvalid { field: Setting::Reason },
        L::File(error) => io(error),
        L::DiskFull => AppError::DiskFull,
        L::InUse => AppError::LedgerInUse,
        L::Replaced => AppError::LedgerReplaced,
        L::OnNetwork(path) => AppError::LedgerOnNetwork { path: text(path) },
        L::SecondName => AppError::LedgerSecondName,
        L::Backup(error) => backup(error),
        L::MigrationBackup(_) => AppError::MigrationBackupFailed,
        L::Damaged { .. } => AppError::LedgerDamaged,
        L::NewerVersion => AppError::LedgerNewerVersion,
        L::Database(_) | L::Migration(_) | L::Unreadable { .. } | L::Undecodable { .. } | L::TooMany => {
            AppError::LedgerUnavailable
        }
    }
}

fn backup(error: &BackupError) -> AppError {
    match error {
        BackupError::IsTheLedger(path) => AppError::BackupIsLedger { file: text(path) },
        BackupError::Exists(path) => AppError::BackupExists { file: text(path) },
        BackupError::DiskFull(path) => AppError::BackupDiskFull { file: text(path) },
        BackupError::NotWritable { path, .. } => AppError::BackupNotWritable { file: text(path) },
        BackupError::Differs => AppError::BackupDamaged,
        BackupError::NotABackup => AppError::BackupUnreadable,
        BackupError::NewerVersion => AppError::BackupNewerVersion,
    }
}

fn call(error: &CallError) -> AppError {
    match error {
        CallError::NotSent(_) => AppError::NoConnection,
        CallError::NoAnswer { .. } => AppError::ServiceUnclear,
        CallError::Refused(refusal) => {
            let said = RefusalView::from(refusal);
            match refusal.kind {
                RefusalKind::TokenRefused | RefusalKind::Forbidden => AppError::TokenRefused(said),
                RefusalKind::WrongLock => AppError::WrongLock(said),
                RefusalKind::DuplicateReference
                | RefusalKind::InsufficientBalance
                | RefusalKind::Invalid
                | RefusalKind::RateLimited
                | RefusalKind::Other => AppError::ServiceRefused(said),
            }
        }
    }
}

fn file(error: &FileError) -> AppError {
    use FileError as F;
    let figure = |figure: &u64| u32::try_from(*figure).unwrap_or(u32::MAX);
    match error {
        F::FileUnreadable | F::ReaderTimeLimit { .. } | F::ReaderMemoryLimit { .. } | F::ReaderCrashed => {
            AppError::FileUnreadable
        }
        F::FileEmpty => AppError::FileEmpty,
        F::FileNotASpreadsheet { found } => AppError::FileNotASpreadsheet { found: *found },
        F::FileEncrypted => AppError::FileEncrypted,
        F::FileCorrupt { .. } => AppError::FileCorrupt,
        F::FileTooLarge { bytes, limit } => {
            AppError::FileTooLarge { found: bytes.to_string(), limit: limit.to_string() }
        }
        F::FileTooManyRows { rows, limit } => {
            AppError::FileTooManyRows { found: figure(rows), limit: figure(limit) }
        }
        F::FileTooManyColumns { columns, limit } => {
            AppError::FileTooManyColumns { found: figure(columns), limit: figure(limit) }
        }
        F::FileInflatesTooMuch { .. } | F::FileHasTooManyParts { .. } | F::FileHasTooManyCells { .. } => {
            AppError::FileInflatesTooMuch
        }
        F::NoTableFound => AppError::NoTableFound,
    }
}
