//! Opening the ledger: its file for its owner alone, a database that loses nothing it has confirmed, the
//! integrity check, and what a crash left open. The only place that knows it is SQLite.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use serde_json::json;
use sqlx::{
    ConnectOptions, Connection, SqliteConnection, SqlitePool,
    migrate::Migrator,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{
    backup::Source,
    chain::Chain,
    columns::count,
    error::{LedgerError, Result},
    events::EventKind,
    file_lock::{FileLock, SharedFileLock},
    funding::{self, FundingId},
    network,
    page_checksums::{self, FileForm},
    records::{BatchKey, PayrollId},
    runs, sending,
    write_tx::{EventSubject, WriteTx},
};

/// How long a statement waits for another program that holds the file.
const BUSY_TIMEOUT_MS: u64 = 5_000;
/// The shapes the ledger had, and has now.
pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");
#[cfg(not(feature = "simulate"))]
const READERS: u32 = 3;
/// Each one prepares every statement for itself.
#[cfg(feature = "simulate")]
const READERS: u32 = 1;
/// How long the log of what was written lately may get, in pages of 4 KiB, before the change that makes it so long has to
/// move it into the ledger's file, and whoever made it to wait. 64 MiB: more than the rows of 100,000 people take.
const LOG_PAGES_MAX: u32 = 16 * 1024;

/// The ledger of one profile. Clones share its connections: one that writes, a few that read.
#[derive(Clone, Debug)]
pub struct Ledger {
    pub(crate) writer: SqlitePool,
    pub(crate) reader: SqlitePool,
    /// Locks other programs out; none once closed.
    pub(crate) file_lock: SharedFileLock,
    /// What is known of its event chain.
    pub(crate) chain: Arc<Mutex<Chain>>,
    /// Held by the change that is under way.
    pub(crate) writing: Arc<tokio::sync::Mutex<()>>,
    /// Payrolls that were read whole since it was opened, and found intact.
    pub(crate) found_intact: Arc<Mutex<BTreeSet<PayrollId>>>,
    #[cfg(feature = "simulate")]
    pub(crate) probe: crate::probe::Probed,
}

/// What was found when the ledger was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Batches whose attempt was cut short: nobody knows whether the service has them.
    pub became_unknown: Vec<BatchKey>,
    /// Callbacks stored and not yet applied.
    pub callbacks_waiting: u32,
    /// Charges of cards that were cut short: nobody knows whether the service has them.
    pub charges_unknown: Vec<FundingId>,
}

impl Ledger {
    /// Opens the ledger at `path`, making it where there is none, and closes what a crash left open.
    ///
    /// # Errors
    /// Those of [`Ledger::open_unrecovered`] and [`Ledger::recover`].
    pub async fn open(path: &Path, now: Timestamp) -> Result<(Self, Recovery)> {
        let ledger = Self::open_unrecovered(path, now).await?;
        let recovery = ledger.recover(now).await?;
        Ok((ledger, recovery))
    }

    /// Opens the ledger at `path`, making it where there is none. Only one running program may open it, and a second
    /// one is refused. [`Ledger::recover`] is called before anything else is done with it: after the profile key was
    /// attached, so that the events of the recovery are sealed with it.
    ///
    /// # Errors
    /// `InUse` if another program has it open, by whatever name. Where the file cannot be made, read, written or
    /// brought to this version's shape; `MigrationBackup` if it would be, and no backup could be made before;
    /// `Damaged` if the integrity check fails; `NewerVersion` if a newer Paysheet wrote it.
    pub async fn open_unrecovered(path: &Path, now: Timestamp) -> Result<Self> {
        network::require_local(path)?;
        let file_lock = SharedFileLock::new(FileLock::acquire(path).await?);
        page_checksums::require_intact_log(path)?;
        let form = page_checksums::file_form(path)?;
        if form == FileForm::New {
            page_checksums::begin(path).await?;
        }
        let options = connect_options(path)?;
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .after_release(|connection, _| Box::pin(is_fit_for_the_next_change(connection)))
            .after_connect(file_lock.connection_check())
            .connect_with(options.clone())
            .await?;
        let source = Source { writer: &writer, file_lock: &file_lock, key: None };
        if let Err(error) = bring_to_this_version(source, form, now).await {
            // A pool that is only dropped closes its file some time later, and until then it cannot be opened again.
            writer.close().await;
            return Err(error);
        }
        let reader = SqlitePoolOptions::new()
            // All at once: opened later, one might find another file at the ledger's path.
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
            #[cfg(feature = "simulate")]
            probe: crate::probe::Probed::of(path),
        })
    }

    pub(crate) fn chain(&self) -> MutexGuard<'_, Chain> {
        self.chain.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of the file after what is under way; from then on every call fails.
    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
        self.file_lock.release();
    }

    /// Moves what was written lately from the log into the ledger's file, beside whatever else is read and written. All
    /// of it is durable without this; done after a large change, when nobody waits any more, it keeps the log short.
    ///
    /// # Errors
    /// Where the file cannot be written; nothing is lost then.
    pub async fn shorten_log(&self) -> Result<()> {
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&self.reader).await?;
        Ok(())
    }

    /// Makes every attempt without an outcome `Unknown`: a crash cut it short.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read or written.
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

    /// A setting of the profile. Never a secret: those live in the vault.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn setting(&self, key: &str) -> Result<Option<String>> {
        Ok(sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
            .bind(key)
            .fetch_optional(&self.reader)
            .await?)
    }

    /// # Errors
    /// Fails if the ledger cannot be written.
    pub async fn set_setting(&self, key: &str, value: &str, now: Timestamp) -> Result<()> {
        let mut tx: WriteTx = self.begin_write(now).await?;
        sqlx::query(
            "INSERT INTO settings (name, value) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(key)
        .bind(value)
        .execute(tx.conn())
        .await?;
        tx.append_event(EventKind::SettingChanged, EventSubject::NOTHING, &json!({ "setting": key }));
        tx.commit().await
    }

    /// Takes a setting back to what it is where nobody set it.
    ///
    /// # Errors
    /// Fails if the ledger cannot be written.
    pub async fn remove_setting(&self, key: &str, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        sqlx::query("DELETE FROM settings WHERE name = $1").bind(key).execute(tx.conn()).await?;
        tx.append_event(EventKind::SettingChanged, EventSubject::NOTHING, &json!({ "setting": key }));
        tx.commit().await
    }
}

/// A full disk makes SQLite end the transaction by itself; the rollback then finds none, and the connection
/// would take every later change for a part of the lost one. Such a connection is let go for a new one.
async fn is_fit_for_the_next_change(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // A rollback is only queued when a transaction is dropped; the ping is answered after it.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// For a ledger as it is used.
pub(crate) fn connect_options(path: &Path) -> Result<SqliteConnectOptions> {
    Ok(file_options(path)?.journal_mode(SqliteJournalMode::Wal))
}

/// For a ledger's file, whatever it has for a log.
pub(crate) fn file_options(path: &Path) -> Result<SqliteConnectOptions> {
    page_checksums::enable()?;
    Ok(SqliteConnectOptions::new()
        .filename(path)
        .synchronous(SqliteSynchronous::Full)
        // macOS: an fsync that reaches the platter, not only the drive's cache.
        .pragma("fullfsync", "ON")
        .pragma("checkpoint_fullfsync", "ON")
        .pragma("wal_autocheckpoint", LOG_PAGES_MAX.to_string())
        .foreign_keys(true)
        .busy_timeout(Duration::from_millis(BUSY_TIMEOUT_MS))
        .disable_statement_logging())
}

/// Checks a ledger, and gives it the shape and the checksums of this version, after a backup.
async fn bring_to_this_version(source: Source<'_>, form: FileForm, now: Timestamp) -> Result<()> {
    let writer = source.writer;
    check_integrity(writer).await?;
    if let Some(version) = pending_change(writer, form).await? {
        source.back_up_before_migration(version, now).await?;
    }
    match form {
        FileForm::WithoutChecksums => page_checksums::add(writer).await?,
        FileForm::New | FileForm::WithChecksums => page_checksums::require_mark(writer).await?,
    }
    MIGRATOR.run(writer).await?;
    runs::fill_missing(writer).await
}

/// The version a ledger is about to be brought to; `None` if it is new, or has this version's shape and checksums.
///
/// # Errors
/// `NewerVersion` if a newer Paysheet wrote it.
async fn pending_change(pool: &SqlitePool, form: FileForm) -> Result<Option<i64>> {
    let tables: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_one(pool)
            .await?;
    if tables == 0 {
        return Ok(None);
    }
    let applied: Option<i64> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(pool).await?;
    let newest = newest_version();
    if applied.is_none() {
        // The first start ended before it made a table: there is nothing to back up.
        return Ok(None);
    }
    if applied > newest {
        return Err(LedgerError::NewerVersion);
    }
    Ok(newest.filter(|_| form == FileForm::WithoutChecksums || applied < newest))
}

/// The version of a ledger that was opened here.
pub(crate) fn newest_version() -> Option<i64> {
    MIGRATOR.iter().map(|migration| migration.version).max()
}

async fn check_integrity(pool: &SqlitePool) -> Result<()> {
    let finding: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(pool).await?;
    if finding == "ok" { Ok(()) } else { Err(LedgerError::Damaged { finding }) }
}
