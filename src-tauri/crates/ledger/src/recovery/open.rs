//! Opening the ledger: a file that only its owner can access, a database that loses nothing it has confirmed, the
//! integrity check, and recovery after a crash. Only this module depends on the database being SQLite.
//!
//! # A crash between intent and answer is Unknown
//!
//! `Ledger::open` finds such attempts and reports them; nothing is sent at start.

use std::{path::Path, sync::Arc};

use jiff::Timestamp;
use sqlx::{Connection, SqliteConnection, SqlitePool, migrate::Migrator, sqlite::SqlitePoolOptions};

use crate::{
    batches::sending,
    funding,
    model::{
        columns::count,
        error::{LedgerError, Result},
        records::{BatchKey, FundingId},
    },
    recovery::backup::Source,
    store::{
        connection::{connect_options, writer_options},
        file_lock::{FileLock, SharedFileLock},
        ledger::Ledger,
        migrations::{MIGRATOR, newest_version},
        network, page_checksums,
    },
};

#[cfg(not(feature = "simulate"))]
const READERS: u32 = 3;
/// The simulator uses one connection, because each connection prepares every statement for itself.
#[cfg(feature = "simulate")]
const READERS: u32 = 1;
/// The result of recovery when the ledger was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Batches whose attempt was interrupted: it is unknown whether the service has them.
    pub became_unknown: Vec<BatchKey>,
    /// Callbacks stored and not yet applied.
    pub callbacks_waiting: u32,
    /// Card charges that were interrupted: it is unknown whether the service has them.
    pub charges_unknown: Vec<FundingId>,
}

impl Ledger {
    /// Opens the ledger at `path`, creates it if it does not exist, and closes what a crash left open.
    ///
    /// # Errors
    /// Those of [`Ledger::open_unrecovered`] and [`Ledger::recover`].
    pub async fn open(path: &Path, now: Timestamp) -> Result<(Self, Recovery)> {
        let ledger = Self::open_unrecovered(path, now).await?;
        let recovery = ledger.recover(now).await?;
        Ok((ledger, recovery))
    }

    /// Opens the ledger at `path` and creates it if it does not exist. Only one running program may open it; a second
    /// one is refused. [`Ledger::recover`] must be called before anything else, but after the profile key was
    /// attached, so that the events of the recovery are sealed with it.
    ///
    /// # Errors
    /// `InUse` if another program has it open, under whatever name. Fails if the file cannot be created, read, written
    /// or migrated to this version's schema. `MigrationBackup` if it would be migrated and no backup could be made
    /// before. `Damaged` if the integrity check fails; `NewerVersion` if a newer Paysheet wrote it.
    pub async fn open_unrecovered(path: &Path, now: Timestamp) -> Result<Self> {
        Self::open_migrated(path, &MIGRATOR, now).await
    }

    /// As [`Self::open_unrecovered`], with the migrations of a version.
    pub(crate) async fn open_migrated(path: &Path, migrator: &Migrator, now: Timestamp) -> Result<Self> {
        network::require_local(path)?;
        let file_lock = SharedFileLock::new(FileLock::acquire(path).await?);
        page_checksums::require_intact_log(path)?;
        if page_checksums::is_new(path)? {
            page_checksums::begin(path).await?;
        } else if !page_checksums::has_checksums(path)? {
            return Err(LedgerError::Damaged { finding: "the pages have no checksums".to_owned() });
        }
        let options = connect_options(path)?;
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .after_release(|connection, _| Box::pin(is_fit_for_the_next_change(connection)))
            .after_connect(file_lock.connection_check())
            .connect_with(writer_options(path)?)
            .await?;
        let source = Source { writer: &writer, file_lock: &file_lock, key: None };
        if let Err(error) = migrate(source, migrator, now).await {
            // A pool that is only dropped closes its file later, and until then the file cannot be opened again.
            writer.close().await;
            return Err(error);
        }
        let reader = SqlitePoolOptions::new()
            // All connections are opened at once: one opened later might find another file at the ledger's path.
            .min_connections(READERS)
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .after_connect(file_lock.connection_check())
            .connect_with(options.pragma("query_only", "ON"))
            .await?;
        let (chain, writing, found_intact) = (Arc::default(), Arc::default(), Arc::default());
        Ok(Self {
            writer,
            reader,
            file_lock,
            chain,
            writing,
            found_intact,
            verified_totals: Arc::default(),
            person: None,
            #[cfg(feature = "simulate")]
            probe: crate::store::probe::Probed::of(path),
        })
    }

    /// Closes the file after the calls that are under way; from then on every call fails.
    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
        self.file_lock.release();
    }

    /// Moves recent writes from the log into the ledger's file, while others read and write. All of them are durable
    /// without this. Called after a large transaction, when nothing waits for it, this keeps the log short.
    ///
    /// # Errors
    /// Fails if the file cannot be written; nothing is lost then.
    pub async fn shorten_log(&self) -> Result<()> {
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&self.reader).await?;
        Ok(())
    }

    /// Makes every attempt without an outcome `Unknown`: a crash interrupted it.
    pub async fn recover(&self, now: Timestamp) -> Result<Recovery> {
        let mut tx = self.begin_write(now).await?;
        let became_unknown = sending::close_open_intents(&mut tx).await?;
        let (charges_unknown, charges_left) = funding::close_open_charges(&mut tx).await?;
        if !became_unknown.is_empty() || !charges_unknown.is_empty() || !charges_left.is_empty() {
            tx.commit().await?;
        }
        let waiting: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM callbacks WHERE applied_at IS NULL")
            .fetch_one(&self.reader)
            .await?;
        Ok(Recovery { became_unknown, callbacks_waiting: count("callbacks", waiting)?, charges_unknown })
    }
}

/// Returns whether a connection can be used for the next write transaction. On a full disk SQLite ends the transaction
/// by itself. The rollback then finds none, and the connection would treat every later transaction as part of the lost
/// one. Such a connection is replaced.
async fn is_fit_for_the_next_change(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // Dropping a transaction only queues a rollback; the ping returns after it.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// Checks a ledger and, after a backup, migrates it.
async fn migrate(source: Source<'_>, migrator: &Migrator, now: Timestamp) -> Result<()> {
    let writer = source.writer;
    check_integrity(writer).await?;
    if let Some(version) = pending_migration(writer, migrator).await? {
        source.back_up_before_migration(version, now).await?;
    }
    page_checksums::require_mark(writer).await?;
    Ok(migrator.run(writer).await?)
}

/// Returns the version that a ledger will be migrated to; `None` if it is new, or has that schema.
///
/// # Errors
/// `NewerVersion` if a newer Paysheet wrote it.
async fn pending_migration(pool: &SqlitePool, migrator: &Migrator) -> Result<Option<i64>> {
    let tables: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_one(pool)
            .await?;
    if tables == 0 {
        return Ok(None);
    }
    let applied: Option<i64> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(pool).await?;
    let newest = newest_version(migrator);
    if applied.is_none() {
        // The first start ended before it created a table: there is nothing to back up.
        return Ok(None);
    }
    if applied > newest {
        return Err(LedgerError::NewerVersion);
    }
    Ok(newest.filter(|_| applied < newest))
}

async fn check_integrity(pool: &SqlitePool) -> Result<()> {
    let finding: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(pool).await?;
    if finding == "ok" { Ok(()) } else { Err(LedgerError::Damaged { finding }) }
}
