//! Every durable step fails once.

use libsqlite3_sys::{SQLITE_FULL, SQLITE_IOERR};
use tempfile::TempDir;

use super::database::{Database, Vfs, dump, fill};
use crate::faults::{self, FaultKind, Faults};

/// More steps than the change has.
const ALL: u64 = u64::MAX;

#[test]
fn a_change_that_cannot_be_written_is_not_there() {
    for error in [FaultKind::DiskFull, FaultKind::Io] {
        let mut failed = 0;
        for from in 1.. {
            let dir = TempDir::new().unwrap();
            let path = dir.path().join("a.db");
            let database = Database::create(&path);
            fill(&database);
            let before = dump(&database).unwrap();
            faults::install(&path, Some(Faults { from, steps: ALL, error })).unwrap();
            let changed = database.query("UPDATE people SET name = 'Ada' WHERE id < 20");
            let steps = faults::count(&path).unwrap();
            faults::install(&path, None).unwrap();
            match changed {
                Ok(_) => {
                    assert_eq!(steps, from - 1, "every step was tried");
                    break;
                }
                Err((code, _)) => assert!(code == SQLITE_FULL || code & 0xff == SQLITE_IOERR, "{code}"),
            }
            failed += 1;
            drop(database);
            let database = Database::open(&path, Vfs::Checksums);
            let after = dump(&database).unwrap();
            let named = database.run("SELECT COUNT(*) FROM people WHERE name = 'Ada'");
            // A failed sync proves nothing: all of the change may be stored.
            assert!(after == before || named == [["19"]], "step {from}");
            assert_eq!(database.run("PRAGMA integrity_check"), [["ok"]]);
        }
        assert!(failed > 4, "{failed}");
    }
}
