//! Options of every connection to a ledger's file.

use std::{io, path::Path, time::Duration};

use paysheet_page_checksum::register;
use sqlx::{
    ConnectOptions as _,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use crate::model::error::{LedgerError, Result};

/// How long a statement waits for another program that locks the file, in milliseconds.
const BUSY_TIMEOUT_MS: u64 = 5_000;
/// Maximum size of the log of recent writes, in pages of 4 KiB. The transaction that exceeds it must move the log into
/// the ledger's file, and its caller waits. 64 MiB: more than the rows of 100,000 people take.
const LOG_PAGES_MAX: u32 = 16 * 1024;

/// Maximum size of the pages that the connection that writes keeps in memory, in KiB. Results of 100,000 payouts change pages
/// all over the ledger's indexes; SQLite's own limit of 2 MiB makes it read most of them again for each result, and write
/// changed ones before their transaction ends.
const WRITER_CACHE_KIB: u32 = 32 * 1024;

/// Number of rows that a connection reads ahead. Each connection has a thread of its own; on a busy processor every pause
/// of it costs milliseconds, and a screen reads a few hundred rows.
const ROWS_AHEAD: usize = 512;

/// Returns the connection options for a ledger in use.
pub(crate) fn connect_options(path: &Path) -> Result<SqliteConnectOptions> {
    Ok(file_options(path)?.journal_mode(SqliteJournalMode::Wal))
}

/// Returns the options for the one connection that writes to a ledger in use.
pub(crate) fn writer_options(path: &Path) -> Result<SqliteConnectOptions> {
    // A negative number is a size, a positive one a number of pages.
    Ok(connect_options(path)?.pragma("cache_size", format!("-{WRITER_CACHE_KIB}")))
}

/// Returns the connection options for a ledger's file, whatever log it has.
pub(crate) fn file_options(path: &Path) -> Result<SqliteConnectOptions> {
    enable_page_checksums()?;
    Ok(SqliteConnectOptions::new()
        .filename(path)
        .synchronous(SqliteSynchronous::Full)
        // macOS: an fsync that reaches the disk, not only the drive's cache.
        .pragma("fullfsync", "ON")
        .pragma("checkpoint_fullfsync", "ON")
        .pragma("wal_autocheckpoint", LOG_PAGES_MAX.to_string())
        .foreign_keys(true)
        .row_buffer_size(ROWS_AHEAD)
        .busy_timeout(Duration::from_millis(BUSY_TIMEOUT_MS))
        .disable_statement_logging())
}

/// Makes SQLite verify checksums, for all connections of this program.
pub(crate) fn enable_page_checksums() -> Result<()> {
    register().map_err(|error| LedgerError::Database(sqlx::Error::Io(io::Error::other(error))))
}
