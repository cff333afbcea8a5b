//! One changed bit in the files of a ledger, and what becomes of it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, SqlitePool};
use tempfile::TempDir;

use super::{
    fixture,
    support::{FILE, at},
};
use crate::{Ledger, LedgerError};

/// What became of one changed bit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The ledger was not opened.
    Refused,
    /// It was opened, and reading it failed.
    Detected,
    /// Everything that is read is as it was.
    Unchanged,
    /// Something else is read than what was written, or the error does not tell of damage.
    Silent(String),
}

impl Outcome {
    /// Names the bit where the outcome is silent.
    fn at(self, file: &str, bit: usize) -> Self {
        let Self::Silent(what) = self else { return self };
        Self::Silent(format!("bit {bit} of {file}: {what}"))
    }
}

/// Content of all tables.
pub type Content = Vec<String>;

/// The files of a ledger, by the ending of their names.
#[derive(Clone)]
pub struct Files {
    pub database: Vec<u8>,
    pub log: Vec<u8>,
}

pub type Readers = fn(&Ledger) -> &SqlitePool;

/// The ledgers that bits are changed in.
pub struct Trials {
    /// Where each trial has its files.
    pub folder: PathBuf,
    pub readers: Readers,
    closed: Files,
    closed_content: Content,
    /// As a crash would leave it.
    crashed: Files,
    crashed_content: Content,
}

impl Trials {
    pub async fn new(folder: &Path, readers: Readers) -> Self {
        let path = folder.join(FILE);
        fixture::make(&path).await;
        let closed = Files { database: fs::read(&path).unwrap(), log: Vec::new() };
        let (ledger, _) = Ledger::open(&path, at(300)).await.unwrap();
        let closed_content = content(&mut readers(&ledger).acquire().await.unwrap()).await.unwrap();
        fixture::change(&ledger).await;
        let crashed = Files { database: fs::read(&path).unwrap(), log: fs::read(log_of(&path)).unwrap() };
        let crashed_content = content(&mut readers(&ledger).acquire().await.unwrap()).await.unwrap();
        ledger.close().await;
        Self { folder: folder.to_owned(), readers, closed, closed_content, crashed, crashed_content }
    }

    /// A bit of the file of a closed ledger.
    pub async fn closed(&self, rng: &mut fastrand::Rng) -> Outcome {
        let mut files = self.closed.clone();
        let bit = flip(&mut files.database, rng);
        self.open_and_read(&files, &self.closed_content).await.at("the file", bit)
    }

    /// A bit of the file or the log that a crash left.
    pub async fn crashed(&self, rng: &mut fastrand::Rng) -> Outcome {
        let mut files = self.crashed.clone();
        let (name, file) =
            if rng.bool() { ("the file", &mut files.database) } else { ("the log", &mut files.log) };
        let bit = flip(file, rng);
        self.open_and_read(&files, &self.crashed_content).await.at(name, bit)
    }

    /// A bit of the log's index while the ledger is open. It is memory, and has no checksums: not judged.
    pub async fn index(&self, rng: &mut fastrand::Rng) -> Outcome {
        self.while_open("-shm", rng).await
    }

    /// A bit of the file or the log while the ledger is open; then it is read by its own connections and by a new one,
    /// closed, opened again and read.
    pub async fn open(&self, rng: &mut fastrand::Rng) -> Outcome {
        let suffix = if rng.bool() { "" } else { "-wal" };
        self.while_open(suffix, rng).await
    }

    async fn while_open(&self, suffix: &str, rng: &mut fastrand::Rng) -> Outcome {
        let folder = TempDir::new_in(&self.folder).unwrap();
        let path = place(folder.path(), &self.closed);
        let (ledger, _) = Ledger::open(&path, at(400)).await.unwrap();
        fixture::change(&ledger).await;
        let expected = content(&mut (self.readers)(&ledger).acquire().await.unwrap()).await.unwrap();
        let changed = folder.path().join(format!("{FILE}{suffix}"));
        let mut bytes = fs::read(&changed).unwrap();
        let bit = flip(&mut bytes, rng);
        write_byte(&changed, &bytes, bit);
        let outcome = read_by(&ledger, self.readers, &expected).await;
        ledger.close().await;
        worse(outcome, self.reopen_and_read(&path, &expected).await).at(suffix, bit)
    }

    async fn reopen_and_read(&self, path: &Path, expected: &Content) -> Outcome {
        match Ledger::open(path, at(500)).await {
            Ok((ledger, _)) => {
                let outcome = read_by(&ledger, self.readers, expected).await;
                ledger.close().await;
                outcome
            }
            Err(error) => outcome_of(&error, Outcome::Detected),
        }
    }

    async fn open_and_read(&self, files: &Files, expected: &Content) -> Outcome {
        let folder = TempDir::new_in(&self.folder).unwrap();
        let path = place(folder.path(), files);
        match Ledger::open(&path, at(400)).await {
            Ok((ledger, _)) => {
                let outcome = read_by(&ledger, self.readers, expected).await;
                ledger.close().await;
                outcome
            }
            Err(error) => outcome_of(&error, Outcome::Refused),
        }
    }
}

/// In a folder of its own: the connections of a ledger that was refused end some time later, and must not find the
/// files of the next trial.
fn place(folder: &Path, files: &Files) -> PathBuf {
    let path = folder.join(FILE);
    fs::write(&path, &files.database).unwrap();
    if !files.log.is_empty() {
        fs::write(log_of(&path), &files.log).unwrap();
    }
    path
}

fn log_of(path: &Path) -> PathBuf {
    path.with_file_name(format!("{}-wal", path.file_name().unwrap().to_str().unwrap()))
}

/// The bit that was changed.
fn flip(bytes: &mut [u8], rng: &mut fastrand::Rng) -> usize {
    let bit = rng.usize(0..bytes.len() * 8);
    bytes[bit / 8] ^= 1 << (bit % 8);
    bit
}

/// In place: SQLite has the file open.
fn write_byte(path: &Path, bytes: &[u8], bit: usize) {
    use std::io::{Seek, SeekFrom, Write};
    let mut file = fs::File::options().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start((bit / 8) as u64)).unwrap();
    file.write_all(&bytes[bit / 8..=bit / 8]).unwrap();
}

/// By every connection of the ledger that reads, and by a new one.
async fn read_by(ledger: &Ledger, readers: Readers, expected: &Content) -> Outcome {
    let readers = readers(ledger);
    let mut held = Vec::new();
    let mut outcome = Outcome::Unchanged;
    for _ in 0..readers.options().get_max_connections() {
        let read = match readers.acquire().await {
            Ok(mut connection) => {
                let read = judge(content(&mut connection).await, expected);
                held.push(connection);
                read
            }
            // The pool opened a new one.
            Err(error) => outcome_of(&error.into(), Outcome::Detected),
        };
        outcome = worse(outcome, read);
    }
    let read = match readers.connect_options().as_ref().clone().connect().await {
        Ok(mut fresh) => {
            let read = judge(content(&mut fresh).await, expected);
            let _was_read = fresh.close().await;
            read
        }
        Err(error) => outcome_of(&error.into(), Outcome::Detected),
    };
    worse(outcome, read)
}

fn worse(one: Outcome, other: Outcome) -> Outcome {
    match (&one, &other) {
        (Outcome::Silent(_), _) => one,
        (_, Outcome::Silent(_)) => other,
        _ => one.min(other),
    }
}

fn judge(read: Result<Content, LedgerError>, expected: &Content) -> Outcome {
    match read {
        Ok(read) if read == *expected => Outcome::Unchanged,
        Ok(read) => {
            let differs = read.iter().zip(expected).find(|(one, other)| one != other);
            Outcome::Silent(format!("{differs:?}"))
        }
        Err(error) => outcome_of(&error, Outcome::Detected),
    }
}

fn outcome_of(error: &LedgerError, as_damage: Outcome) -> Outcome {
    let is_damage = matches!(error, LedgerError::Damaged { .. });
    if is_damage { as_damage } else { Outcome::Silent(format!("another error: {error:?}")) }
}

/// All rows of all tables, and what SQLite finds in tables and indexes.
pub async fn content(connection: &mut SqliteConnection) -> Result<Content, LedgerError> {
    let mut content: Content =
        sqlx::query_scalar("SELECT name || ': ' || COALESCE(sql, '') FROM sqlite_schema")
            .fetch_all(&mut *connection)
            .await?;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .fetch_all(&mut *connection)
            .await?;
    for table in tables {
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info($1)")
            .bind(&table)
            .fetch_all(&mut *connection)
            .await?;
        let values: Vec<String> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
        let statement = format!("SELECT {} FROM \"{table}\"", values.join(" || '|' || "));
        let rows: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(&mut *connection).await?;
        content.push(format!("{table}: {} rows", rows.len()));
        content.extend(rows);
    }
    let finding: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(connection).await?;
    if finding == "ok" { Ok(content) } else { Err(LedgerError::Damaged { finding }) }
}
