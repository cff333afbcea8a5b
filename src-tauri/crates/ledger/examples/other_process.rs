//! Opens or backs up a ledger, for tests that need another process to do so. It prints what became of it.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test runs it, and shows where it stops")]

use std::{fs, path::PathBuf};

use clap::Parser;
use jiff::Timestamp;
use paysheet_ledger::{BackupError, Ledger, LedgerError};

/// Seconds since 1970 of a moment after everything that the tests write.
const NOW_S: i64 = 1_780_000_070;

#[derive(Parser)]
enum Arguments {
    Open { ledger: PathBuf },
    BackUp { ledger: PathBuf, target: PathBuf },
}

#[tokio::main]
async fn main() {
    let now = Timestamp::from_second(NOW_S).unwrap();
    match Arguments::parse() {
        Arguments::Open { ledger } => match Ledger::open(&ledger, now).await {
            Ok(_) => println!("opened"),
            Err(LedgerError::InUse) => println!("in use"),
            Err(error) => println!("{error:?}"),
        },
        Arguments::BackUp { ledger, target } => {
            let (ledger, _) = Ledger::open(&ledger, now).await.unwrap();
            let outcome = match ledger.backup_to(&target, now).await {
                Ok(_) => "made".to_owned(),
                Err(LedgerError::Backup(BackupError::DiskFull(_))) => "disk full".to_owned(),
                Err(LedgerError::Backup(BackupError::NotWritable { .. })) => "not writable".to_owned(),
                Err(error) => format!("{error:?}"),
            };
            let left = fs::read_dir(target.parent().unwrap()).unwrap().count();
            ledger.set_setting("still", "written", now).await.unwrap();
            println!("{outcome}, files left: {left}");
        }
    }
}
