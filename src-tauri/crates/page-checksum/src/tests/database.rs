//! A connection, and functions that inspect its file.

use std::{
    ffi::{CStr, CString, c_int},
    fs,
    path::{Path, PathBuf},
    ptr::{NonNull, null, null_mut},
};

use libsqlite3_sys::{
    SQLITE_DONE, SQLITE_OK, SQLITE_OPEN_CREATE, SQLITE_OPEN_READWRITE, SQLITE_ROW, sqlite3, sqlite3_close,
    sqlite3_column_bytes, sqlite3_column_count, sqlite3_column_text, sqlite3_errmsg,
    sqlite3_extended_errcode, sqlite3_extended_result_codes, sqlite3_finalize, sqlite3_open_v2,
    sqlite3_prepare_v2, sqlite3_step, sqlite3_vfs_find,
};

use crate::{MARK, register, reserve_checksums};

/// The VFS of a connection: with checksums, or the platform's own, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vfs {
    Checksums,
    Plain,
}

pub struct Database(NonNull<sqlite3>);

impl Drop for Database {
    fn drop(&mut self) {
        // SAFETY: opened below, and not used after; all statements are finalized.
        assert_eq!(unsafe { sqlite3_close(self.0.as_ptr()) }, SQLITE_OK);
    }
}

impl Database {
    pub fn open(path: &Path, vfs: Vfs) -> Self {
        Self::try_open(path, vfs).unwrap()
    }

    /// SQLite reads the header when it opens a database.
    pub fn try_open(path: &Path, vfs: Vfs) -> Result<Self, (c_int, String)> {
        register().unwrap();
        let name = CString::new(path.to_str().unwrap()).unwrap();
        let platform = if cfg!(windows) { c"win32" } else { c"unix" };
        let vfs = match vfs {
            Vfs::Checksums => null(),
            Vfs::Plain => platform.as_ptr(),
        };
        let mut connection = null_mut();
        // SAFETY: names end with a zero byte, and the pointer is written.
        unsafe {
            assert!(!sqlite3_vfs_find(vfs).is_null());
            let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
            let code = sqlite3_open_v2(name.as_ptr(), &raw mut connection, flags, vfs);
            let database = Self(NonNull::new(connection).unwrap());
            sqlite3_extended_result_codes(connection, 1);
            if code == SQLITE_OK { Ok(database) } else { Err(database.error()) }
        }
    }

    /// Makes a new database with checksums and a log.
    pub fn create(path: &Path) -> Self {
        let database = Self::open(path, Vfs::Checksums);
        database.reserve();
        database.run("PRAGMA journal_mode = WAL");
        database.run(&format!("PRAGMA application_id = {MARK}"));
        database
    }

    pub fn reserve(&self) {
        // SAFETY: the connection is open.
        unsafe { reserve_checksums(self.0) }.unwrap();
    }

    pub fn run(&self, sql: &str) -> Vec<Vec<String>> {
        self.query(sql).unwrap_or_else(|error| panic!("{sql}: {error:?}"))
    }

    /// Returns all rows as text, or SQLite's extended code.
    pub fn query(&self, sql: &str) -> Result<Vec<Vec<String>>, (c_int, String)> {
        let mut rows = Vec::new();
        let text = CString::new(sql).unwrap();
        let mut rest = text.as_ptr();
        // SAFETY: the connection is open; statements are used until they are finalized, and text of a column until
        // the next step.
        unsafe {
            loop {
                let mut statement = null_mut();
                let code = sqlite3_prepare_v2(self.0.as_ptr(), rest, -1, &raw mut statement, &raw mut rest);
                if code != SQLITE_OK {
                    return Err(self.error());
                }
                if statement.is_null() {
                    return Ok(rows);
                }
                let code = loop {
                    let code = sqlite3_step(statement);
                    if code != SQLITE_ROW {
                        break code;
                    }
                    let column = |at| {
                        let text = sqlite3_column_text(statement, at);
                        let bytes = usize::try_from(sqlite3_column_bytes(statement, at)).unwrap();
                        if text.is_null() {
                            return String::new();
                        }
                        String::from_utf8_lossy(std::slice::from_raw_parts(text, bytes)).into_owned()
                    };
                    rows.push((0..sqlite3_column_count(statement)).map(column).collect());
                };
                let failed = (code != SQLITE_DONE).then(|| self.error());
                sqlite3_finalize(statement);
                if let Some(error) = failed {
                    return Err(error);
                }
            }
        }
    }

    fn error(&self) -> (c_int, String) {
        // SAFETY: the connection is open, and the message is copied at once.
        unsafe {
            let message = CStr::from_ptr(sqlite3_errmsg(self.0.as_ptr())).to_string_lossy().into_owned();
            (sqlite3_extended_errcode(self.0.as_ptr()), message)
        }
    }
}

pub fn log_of(path: &Path) -> PathBuf {
    path.with_file_name(format!("{}-wal", path.file_name().unwrap().to_str().unwrap()))
}

/// Inserts rows that use every kind of page: an index of several levels, long values, and free pages.
pub fn fill(database: &Database) {
    database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, note TEXT)");
    database.run("CREATE INDEX by_name ON people (name)");
    database.run("CREATE TABLE gone (body TEXT)");
    database.run(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 800)
         INSERT INTO people SELECT i, 'Person ' || (i * 7919 % 1000), CASE i % 50 WHEN 0 THEN hex(zeroblob(9000)) ELSE 'paid' END FROM n",
    );
    database.run("INSERT INTO gone SELECT hex(zeroblob(40000)) FROM people LIMIT 3");
    database.run("DROP TABLE gone");
}

/// Reads everything, through both the table and the index.
pub fn dump(database: &Database) -> Result<Vec<Vec<String>>, (c_int, String)> {
    let mut rows = database.query("SELECT * FROM people ORDER BY id")?;
    rows.extend(database.query("SELECT name FROM people INDEXED BY by_name ORDER BY name")?);
    rows.extend(database.query("SELECT name, sql FROM sqlite_schema")?);
    Ok(rows)
}

pub fn flip(path: &Path, bit: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[bit / 8] ^= 1 << (bit % 8);
    fs::write(path, bytes).unwrap();
}
