//! Changed bytes in the database file.

use std::{fs, path::Path};

use libsqlite3_sys::{SQLITE_CORRUPT, SQLITE_IOERR_DATA, SQLITE_NOTADB};
use tempfile::TempDir;

use super::database::{Database, Vfs, dump, fill, flip};

const PAGE: usize = 4096;

fn closed() -> (TempDir, std::path::PathBuf, Vec<Vec<String>>) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.db");
    let database = Database::create(&path);
    fill(&database);
    let rows = dump(&database).unwrap();
    drop(database);
    assert_eq!(fs::read(&path).unwrap()[20], 8);
    (dir, path, rows)
}

/// Opens and reads everything.
fn read(path: &Path) -> Result<Vec<Vec<String>>, i32> {
    let database = Database::try_open(path, Vfs::Checksums).map_err(|(code, _)| code)?;
    dump(&database).map_err(|(code, _)| code)
}

#[test]
fn what_is_unchanged_is_read() {
    let (_dir, path, rows) = closed();
    assert_eq!(read(&path).unwrap(), rows);
    let database = Database::open(&path, Vfs::Checksums);
    assert_eq!(database.run("PRAGMA integrity_check"), [["ok"]]);
    let plain = Database::open(&path, Vfs::Plain);
    assert_eq!(dump(&plain).unwrap(), rows, "other programs read it");
}

#[test]
fn every_field_of_the_header_is_verified() {
    let (_dir, path, _) = closed();
    for byte in 0..PAGE {
        if byte >= 100 && byte % 97 != 0 {
            continue;
        }
        for bit in 0..8 {
            flip(&path, byte * 8 + bit);
            let found = read(&path);
            assert!(
                matches!(found, Err(SQLITE_IOERR_DATA | SQLITE_NOTADB)),
                "byte {byte}, bit {bit}: {found:?}"
            );
            flip(&path, byte * 8 + bit);
        }
    }
}

#[test]
fn a_changed_bit_in_any_page_is_found_or_not_read() {
    let (_dir, path, rows) = closed();
    let pages = fs::metadata(&path).unwrap().len() as usize / PAGE;
    let (mut found, mut unread) = (0, 0);
    for page in 0..pages {
        for place in [0, 5, 1111, PAGE - 9, PAGE - 8, PAGE - 1] {
            let bit = (page * PAGE + place) * 8 + place % 8;
            flip(&path, bit);
            match read(&path) {
                Err(SQLITE_IOERR_DATA | SQLITE_NOTADB) => found += 1,
                Err(code) => panic!("page {page}, byte {place}: {code}"),
                Ok(read) => {
                    assert!(read == rows, "page {page}, byte {place}");
                    unread += 1;
                }
            }
            flip(&path, bit);
        }
    }
    println!("{pages} pages: {found} found, {unread} in pages that nobody reads");
    assert!(found > unread, "{found} {unread}");
}

/// The free list is read when a page is taken from it.
#[test]
fn a_changed_bit_in_the_list_of_free_pages_is_found() {
    let (_dir, path, _) = closed();
    let bytes = fs::read(&path).unwrap();
    let trunk = u32::from_be_bytes(bytes[32..36].try_into().unwrap()) as usize;
    assert!(trunk > 1);
    flip(&path, ((trunk - 1) * PAGE + 7) * 8);
    let database = Database::open(&path, Vfs::Checksums);
    let taken = database.query("CREATE TABLE more (body TEXT)");
    assert_eq!(taken.unwrap_err().0, SQLITE_IOERR_DATA);
}

#[test]
fn a_page_at_the_place_of_another_is_found() {
    let (_dir, path, _) = closed();
    let mut bytes = fs::read(&path).unwrap();
    let (one, other) = (bytes[PAGE..2 * PAGE].to_vec(), bytes[2 * PAGE..3 * PAGE].to_vec());
    bytes[PAGE..2 * PAGE].copy_from_slice(&other);
    bytes[2 * PAGE..3 * PAGE].copy_from_slice(&one);
    fs::write(&path, &bytes).unwrap();
    assert_eq!(read(&path).unwrap_err(), SQLITE_IOERR_DATA);
}

#[test]
fn a_page_of_zeroes_is_found() {
    let (_dir, path, _) = closed();
    let mut bytes = fs::read(&path).unwrap();
    bytes[PAGE..2 * PAGE].fill(0);
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(read(&path).unwrap_err(), SQLITE_IOERR_DATA | SQLITE_CORRUPT));
}

/// A database without checksums is not handled by the layer.
#[test]
fn other_databases_are_left_alone() {
    let dir = TempDir::new().unwrap();
    let paths = [Vfs::Plain, Vfs::Checksums].map(|vfs| {
        let path = dir.path().join(format!("{vfs:?}.db"));
        let database = Database::open(&path, vfs);
        fill(&database);
        drop(database);
        path
    });
    assert_eq!(fs::read(&paths[0]).unwrap(), fs::read(&paths[1]).unwrap());
}

/// A copy that is larger than SQLite's cache writes other pages before its first one.
#[test]
fn a_large_copy_has_checksums_too() {
    let (dir, path, rows) = closed();
    let database = Database::open(&path, Vfs::Checksums);
    database.run("CREATE TABLE large (body TEXT)");
    database.run("INSERT INTO large SELECT hex(randomblob(9000)) FROM people");
    let sum = database.run("SELECT COUNT(*), MAX(body) FROM large");
    database.run("PRAGMA cache_size = 10");
    let copy = dir.path().join("copy.db");
    database.run(&format!("VACUUM INTO '{}'", copy.display()));
    let bytes = fs::read(&copy).unwrap();
    assert_eq!(bytes[20], 8);
    for (number, page) in (1..).zip(bytes.chunks(PAGE)) {
        assert_eq!(crate::checksum::verify(number, page), Ok(()), "page {number}");
    }
    let copied = Database::open(&copy, Vfs::Checksums);
    assert_eq!(copied.run("PRAGMA integrity_check"), [["ok"]]);
    assert_eq!(copied.run("SELECT COUNT(*), MAX(body) FROM large"), sum);
    assert_eq!(dump(&copied).unwrap()[..rows.len() - 4], rows[..rows.len() - 4]);
}

/// `VACUUM` with a log, then the mark, then all of it into the file.
#[test]
fn a_database_gets_checksums() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.db");
    let plain = Database::open(&path, Vfs::Plain);
    plain.run("PRAGMA journal_mode = WAL");
    fill(&plain);
    let rows = dump(&plain).unwrap();
    drop(plain);
    let database = Database::open(&path, Vfs::Checksums);
    database.reserve();
    database.run("VACUUM");
    database.run(&format!("PRAGMA application_id = {}", crate::MARK));
    assert_eq!(database.run("PRAGMA wal_checkpoint(TRUNCATE)"), [["0", "0", "0"]]);
    for (number, page) in (1..).zip(fs::read(&path).unwrap().chunks(PAGE)) {
        assert_eq!(crate::checksum::verify(number, page), Ok(()), "page {number}");
    }
    assert_eq!(dump(&database).unwrap(), rows);
    drop(database);
    assert_eq!(read(&path).unwrap(), rows);
}
