//! Checksums for every page of the ledger's file, which is created with them. [`paysheet_page_checksum`] writes and
//! verifies them.
//!
//! # A changed bit in the ledger's files is found
//!
//! SQLite does not verify the pages that it reads. `page-checksum` is a layer between SQLite and the operating system.
//! It stores a 64-bit checksum under every page, over the page's content and number, and verifies it with every read of
//! a page. (Exception: the header alone, which SQLite reads before it opens the log, is not verified, because the log
//! may contain a whole first page in place of a half-written one.) Pages in the log are verified at every read by the
//! log's own checksums, which SQLite uses only when it recovers a log. A log that a crash left is checked before SQLite
//! opens it: SQLite drops everything from the first invalid frame on. If correcting one bit makes the log valid up to
//! the end of a transaction, the log is damaged, not cut by a crash. The header has two marks for checksums (byte 20
//! and `application_id`), so that one changed bit does not turn them off. A page that does not verify is
//! `LedgerError::Damaged`: the ledger is not opened, or the read fails, and the user restores a backup.
//! `ledger::store::page_checksums` creates ledgers with checksums; a ledger or a backup without them is refused. The
//! layer is SQLite's default in the program, so that every connection writes correct checksums. Limits, not found: changes that leave both checksums valid (two flips can
//! cancel out only by chance, about 1 in 2^64 in the file; the log's own sums are weaker against many changes); an
//! older state of a page or of the whole file (the chain and the anchor find the latter); what SQLite already has in
//! memory; the index of the log (`-shm`, rebuilt at each start) while the ledger is open; and anyone who changes
//! content and checksum together. A program without the layer, such as `sqlite3`, can read a ledger. If it writes to the
//! ledger, or moves the log into it, Paysheet reports the ledger as damaged.

use std::{fs::File, io::Read, path::Path};

use paysheet_page_checksum::{LogState, MARK, check_log, header_has_checksums, reserve_checksums};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, SqlitePool};

use crate::{
    model::error::{LedgerError, Result},
    store::connection::file_options,
};

const HEADER_BYTES: u64 = 100;

/// Returns whether a ledger's file is empty. The ledger must not be open, here and in [`has_checksums`]: closing a file
/// releases the locks that SQLite has on it.
pub(crate) fn is_new(path: &Path) -> Result<bool> {
    Ok(header(path)?.is_empty())
}

/// Returns whether the pages of a ledger or a backup that is not open have checksums.
pub(crate) fn has_checksums(path: &Path) -> Result<bool> {
    Ok(header_has_checksums(&header(path)?))
}

fn header(path: &Path) -> Result<Vec<u8>> {
    let mut header = Vec::new();
    File::open(path)?.take(HEADER_BYTES).read_to_end(&mut header)?;
    Ok(header)
}

/// Checks the log that a crash left beside a ledger that is not open.
///
/// # Errors
/// `Damaged` if SQLite would drop confirmed changes because of one changed bit.
pub(crate) fn require_intact_log(path: &Path) -> Result<()> {
    match check_log(path)? {
        LogState::Whole => Ok(()),
        LogState::BitChanged => Err(LedgerError::Damaged { finding: "a bit of the log changed".to_owned() }),
    }
}

/// Turns an empty file into a database with checksums, before anything else is written to it.
pub(crate) async fn begin(path: &Path) -> Result<()> {
    let mut connection = file_options(path)?.connect().await?;
    let begun = async {
        reserve(&mut connection).await?;
        mark(&mut connection).await
    };
    let begun = begun.await;
    connection.close().await?;
    begun
}

/// Marks a ledger whose checksums were written by a program that ended before the mark.
pub(crate) async fn require_mark(writer: &SqlitePool) -> Result<()> {
    let mut connection = writer.acquire().await?;
    if is_marked(&mut connection).await? { Ok(()) } else { mark(&mut connection).await }
}

async fn is_marked(connection: &mut SqliteConnection) -> Result<bool> {
    let found: i32 = sqlx::query_scalar("PRAGMA application_id").fetch_one(connection).await?;
    Ok(found == MARK)
}

async fn mark(connection: &mut SqliteConnection) -> Result<()> {
    sqlx::query(AssertSqlSafe(format!("PRAGMA application_id = {MARK}"))).execute(connection).await?;
    Ok(())
}

#[expect(unsafe_code, reason = "SQLx has no safe interface for this setting")]
async fn reserve(connection: &mut SqliteConnection) -> Result<()> {
    let mut locked = connection.lock_handle().await?;
    // SAFETY: the connection is open, and locked until the end of the call.
    let reserved = unsafe { reserve_checksums(locked.as_raw_handle()) };
    reserved.map_err(|code| {
        LedgerError::Database(sqlx::Error::Protocol(format!("no bytes were reserved (code {code})")))
    })
}
