//! Changed bytes in the log, while the database is open and after a crash.

use std::{fs, path::PathBuf};

use libsqlite3_sys::SQLITE_IOERR_DATA;
use tempfile::TempDir;

use super::database::{Database, Vfs, dump, fill, flip, log_of};
use crate::{LogState, check_log};

const FRAME: usize = 24 + 4096;

struct Open {
    _dir: TempDir,
    path: PathBuf,
    database: Database,
    rows: Vec<Vec<String>>,
}

/// Opens a database with everything in the log.
fn open() -> Open {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.db");
    let database = Database::create(&path);
    fill(&database);
    let rows = dump(&database).unwrap();
    Open { _dir: dir, path, database, rows }
}

#[test]
fn a_changed_bit_in_the_log_of_an_open_database_is_found() {
    let Open { path, database: _open, rows, .. } = &open();
    let log = log_of(path);
    let frames = (fs::metadata(&log).unwrap().len() as usize - 32) / FRAME;
    let (mut found, mut unread) = (0, 0);
    for frame in 0..frames {
        for place in [3, 17, 24, 24 + 1234, FRAME - 1] {
            let bit = (32 + frame * FRAME + place) * 8 + place % 8;
            flip(&log, bit);
            match dump(&Database::open(path, Vfs::Checksums)) {
                Err((SQLITE_IOERR_DATA, _)) => found += 1,
                Err(error) => panic!("frame {frame}, byte {place}: {error:?}"),
                Ok(read) => {
                    assert!(read == *rows, "frame {frame}, byte {place}");
                    unread += 1;
                }
            }
            flip(&log, bit);
        }
    }
    println!("{frames} frames: {found} found, {unread} in frames that nobody reads");
    assert!(found > unread, "{found} {unread}");
    assert_eq!(dump(&Database::open(path, Vfs::Checksums)).unwrap(), *rows);
}

/// A page of the log is not moved into the file unverified.
#[test]
fn a_checkpoint_of_a_changed_log_fails() {
    let Open { path, database, .. } = &open();
    let log = log_of(path);
    let last = fs::metadata(&log).unwrap().len() as usize - 100;
    flip(&log, last * 8);
    let moved = database.query("PRAGMA wal_checkpoint(TRUNCATE)");
    assert_eq!(moved.unwrap_err().0, SQLITE_IOERR_DATA);
    flip(&log, last * 8);
    assert_eq!(database.run("PRAGMA wal_checkpoint(TRUNCATE)"), [["0", "0", "0"]]);
    assert_eq!(database.run("PRAGMA integrity_check"), [["ok"]]);
}

/// Copies the files as they are on the disk.
fn crashed(open: &Open) -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.db");
    fs::copy(&open.path, &path).unwrap();
    fs::copy(log_of(&open.path), log_of(&path)).unwrap();
    (dir, path)
}

#[test]
fn a_changed_bit_that_would_end_a_recovery_early_is_found_before() {
    let open = open();
    let (_dir, path) = crashed(&open);
    assert_eq!(check_log(&path).unwrap(), LogState::Whole);
    let log = log_of(&path);
    let frames = (fs::metadata(&log).unwrap().len() as usize - 32) / FRAME;
    let header = (0..32).flat_map(|byte| (0..8).map(move |bit| byte * 8 + bit));
    let in_frames = (0..frames).step_by(41).chain([frames - 1]).flat_map(|frame| {
        [0, 7, 8, 15, 16, 23, 24, 999, FRAME - 1].map(|place| (32 + frame * FRAME + place) * 8 + place % 8)
    });
    for bit in header.chain(in_frames) {
        flip(&log, bit);
        assert_eq!(check_log(&path).unwrap(), LogState::BitChanged, "bit {bit}");
        flip(&log, bit);
    }
    assert_eq!(check_log(&path).unwrap(), LogState::Whole);
}

/// The remains of a crash are no damage: half a frame, half-written pages, frames of an earlier use.
#[test]
fn what_a_crash_leaves_is_recovered() {
    let open = open();
    let (_dir, path) = crashed(&open);
    let log = log_of(&path);
    let whole = fs::read(&log).unwrap();
    for end in [0, 7, 32, 40, 32 + FRAME / 2, 32 + FRAME, whole.len() - 1] {
        fs::write(&log, &whole[..end]).unwrap();
        assert_eq!(check_log(&path).unwrap(), LogState::Whole, "cut at {end}");
    }
    let mut torn = whole.clone();
    let end = torn.len();
    torn[end - 512..].fill(0);
    torn[end - 600] = !torn[end - 600];
    fs::write(&log, &torn).unwrap();
    assert_eq!(check_log(&path).unwrap(), LogState::Whole, "half a page");

    open.database.run("PRAGMA wal_checkpoint(RESTART)");
    open.database.run("UPDATE people SET name = 'Ngozi' WHERE id = 3");
    let (_dir, path) = crashed(&open);
    assert_eq!(check_log(&path).unwrap(), LogState::Whole, "older frames behind");
    let name = Database::open(&path, Vfs::Checksums).run("SELECT name FROM people WHERE id = 3");
    assert_eq!(name, [["Ngozi"]]);
}

/// A changed bit hides nothing if the transaction was never completed. Such an end is left by a transaction that was
/// larger than the cache, and was interrupted while a page was written once more.
#[test]
fn a_bit_off_in_a_transaction_without_an_end_is_no_damage() {
    let open = open();
    let (_dir, path) = crashed(&open);
    let log = log_of(&path);
    let whole = fs::read(&log).unwrap();
    let ends: Vec<usize> = whole[32..]
        .chunks_exact(FRAME)
        .enumerate()
        .filter(|(_, frame)| frame[4..8] != [0; 4])
        .map(|(at, _)| at)
        .collect();
    let (last, before) = (ends[ends.len() - 1], ends[ends.len() - 2]);
    assert!(last - before > 2, "the last transaction has several frames");
    fs::write(&log, &whole[..32 + last * FRAME]).unwrap();
    for place in [16, 24, 999] {
        let bit = (32 + (before + 1) * FRAME + place) * 8;
        flip(&log, bit);
        assert_eq!(check_log(&path).unwrap(), LogState::Whole, "byte {place}");
        flip(&log, bit);
        fs::write(&log, &whole).unwrap();
        flip(&log, bit);
        assert_eq!(check_log(&path).unwrap(), LogState::BitChanged, "byte {place}, with its end");
        fs::write(&log, &whole[..32 + last * FRAME]).unwrap();
    }
}

/// A power failure while the log is moved into the file may leave any page half written, also the first one.
#[test]
fn a_first_page_half_written_is_recovered_from_the_log() {
    let open = open();
    let (_dir, path) = crashed(&open);
    let old = fs::read(&path).unwrap();
    open.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    let new = fs::read(&open.path).unwrap();
    for sectors in 1..8 {
        let mut torn = old.clone();
        torn.resize(new.len().max(old.len()), 0);
        torn[..sectors * 512].copy_from_slice(&new[..sectors * 512]);
        fs::write(&path, &torn).unwrap();
        assert_eq!(check_log(&path).unwrap(), LogState::Whole);
        let (_again, copy) = {
            let dir = TempDir::new().unwrap();
            let copy = dir.path().join("a.db");
            fs::copy(&path, &copy).unwrap();
            fs::copy(log_of(&path), log_of(&copy)).unwrap();
            (dir, copy)
        };
        let recovered = Database::open(&copy, Vfs::Checksums);
        assert_eq!(dump(&recovered).unwrap(), open.rows, "{sectors} sectors");
    }
}

#[test]
fn a_recovered_log_is_verified_as_well() {
    let open = open();
    let (_dir, path) = crashed(&open);
    let recovered = Database::open(&path, Vfs::Checksums);
    assert_eq!(dump(&recovered).unwrap(), open.rows);
    let log = log_of(&path);
    let frames = (fs::metadata(&log).unwrap().len() as usize - 32) / FRAME;
    let found = |frame: &usize| {
        flip(&log, (32 + frame * FRAME + 2000) * 8);
        let read = dump(&Database::open(&path, Vfs::Checksums));
        flip(&log, (32 + frame * FRAME + 2000) * 8);
        assert!(
            matches!(read, Err((SQLITE_IOERR_DATA, _))) || read.as_ref() == Ok(&open.rows),
            "frame {frame}"
        );
        read.is_err()
    };
    let found = (0..frames).filter(found).count();
    assert!(found * 3 > frames, "{found} of {frames}");
}

/// A transaction larger than the cache overwrites frames that have no checksums yet.
#[test]
fn a_changed_bit_under_a_large_transaction_is_found() {
    let Open { path, database, .. } = &open();
    database.run("UPDATE people SET note = hex(zeroblob(1500))");
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    database.run("PRAGMA cache_size = 10");
    database.run("BEGIN");
    for _ in 0..3 {
        database.run("UPDATE people SET note = substr(note, 2)");
    }
    database.run("INSERT INTO people SELECT id + 5000, name, note FROM people");
    let log = log_of(path);
    let bytes = fs::read(&log).unwrap();
    let unsealed = bytes[32..].chunks_exact(FRAME).filter(|frame| frame[8..24] == [0; 16]).count();
    assert!(unsealed > 0, "no frame was overwritten: the test tests nothing");
    // Any frame is suitable: a frame that is read again for its new checksum is verified.
    flip(&log, (32 + 40 * FRAME + 2000) * 8);
    let committed = database.query("COMMIT");
    assert!(matches!(committed, Err((SQLITE_IOERR_DATA, _))), "{committed:?}");
}
