//! A database with checksums behaves like one without.

use tempfile::TempDir;

use super::database::{Database, Vfs, dump, fill};

/// One database, and two connections to it.
struct Pair {
    _dir: TempDir,
    path: std::path::PathBuf,
    connections: Vec<Database>,
    vfs: Vfs,
}

impl Pair {
    fn new(vfs: Vfs) -> Self {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("a.db");
        let first = match vfs {
            Vfs::Checksums => Database::create(&path),
            Vfs::Plain => Database::open(&path, vfs),
        };
        first.run("PRAGMA journal_mode = WAL");
        fill(&first);
        first.run("UPDATE people SET note = hex(zeroblob(500))");
        let second = Database::open(&path, vfs);
        for connection in [&first, &second] {
            connection
                .run("PRAGMA cache_size = 12; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 60");
        }
        Self { _dir: dir, path, connections: vec![first, second], vfs }
    }

    fn reopen(&mut self) {
        self.connections.clear();
        for _ in 0..2 {
            let connection = Database::open(&self.path, self.vfs);
            connection
                .run("PRAGMA cache_size = 12; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 60");
            self.connections.push(connection);
        }
    }
}

fn statement(rng: &mut fastrand::Rng) -> String {
    let id = rng.u32(1..900);
    match rng.u32(0..12) {
        0 => format!("UPDATE people SET note = note || 'x{id}' WHERE id % 7 = {}", id % 7),
        1 => format!("DELETE FROM people WHERE id BETWEEN {id} AND {}", id + 30),
        2 => format!("INSERT OR REPLACE INTO people VALUES ({id}, 'New {id}', printf('%.*c', {}, 'z'))", id * 20),
        3 => "PRAGMA wal_checkpoint(PASSIVE)".to_owned(),
        4 => "PRAGMA wal_checkpoint(TRUNCATE)".to_owned(),
        5 => format!(
            "BEGIN; UPDATE people SET note = note || '{id}'; UPDATE people SET name = name || 'a' WHERE id > {id}; ROLLBACK"
        ),
        6 => format!(
            "BEGIN; UPDATE people SET note = note || '{id}'; SAVEPOINT s; DELETE FROM people WHERE id > {id};
             UPDATE people SET name = name || 'b'; ROLLBACK TO s; UPDATE people SET name = name || 'c'; COMMIT"
        ),
        7 => format!("BEGIN; UPDATE people SET note = substr(note || '{id}', 1, 3000); UPDATE people SET note = note || 'y'; COMMIT"),
        8 => "VACUUM".to_owned(),
        9 => format!("DROP TABLE IF EXISTS t{0}; CREATE TABLE t{0} AS SELECT * FROM people", id % 3),
        10 => format!("DROP TABLE IF EXISTS t{}", id % 3),
        _ => format!("UPDATE people SET name = 'Person {id}' WHERE id = {id}"),
    }
}

#[test]
fn statements_have_the_same_outcome() {
    for seed in 0..8 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (mut checked, mut plain) = (Pair::new(Vfs::Checksums), Pair::new(Vfs::Plain));
        for step in 0..60 {
            let (sql, connection) = (statement(&mut rng), rng.usize(0..2));
            let outcomes = [&checked, &plain].map(|pair| pair.connections[connection].query(&sql));
            assert_eq!(
                outcomes[0].is_ok(),
                outcomes[1].is_ok(),
                "seed {seed}, step {step}: {sql} {outcomes:?}"
            );
            if !sql.starts_with("PRAGMA") {
                assert_eq!(outcomes[0], outcomes[1], "seed {seed}, step {step}: {sql}");
            }
            if rng.u32(0..5) == 0 {
                let dumps = [&checked, &plain].map(|pair| dump(&pair.connections[1 - connection]));
                assert!(
                    dumps[0] == dumps[1],
                    "seed {seed}, step {step}: {sql} {:?}",
                    dumps[0].as_ref().err()
                );
            }
            if rng.u32(0..15) == 0 {
                checked.reopen();
                plain.reopen();
            }
        }
        for pair in [&checked, &plain] {
            assert_eq!(pair.connections[0].run("PRAGMA integrity_check"), [["ok"]], "seed {seed}");
        }
        let dumps = [&checked, &plain].map(|pair| dump(&pair.connections[0]).unwrap());
        assert!(dumps[0] == dumps[1], "seed {seed}");
    }
}
