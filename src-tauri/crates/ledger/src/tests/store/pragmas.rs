//! No connection loses anything it has confirmed, whichever it is and however often it was made.

use sqlx::{SqliteConnection, SqlitePool, pool::PoolConnection};

use crate::tests::support::open;

/// The value of `synchronous` FULL.
const FULL: i64 = 2;
const ON: i64 = 1;
const OFF: i64 = 0;

async fn value(connection: &mut SqliteConnection, pragma: &'static str) -> i64 {
    sqlx::query_scalar(pragma).fetch_one(connection).await.unwrap()
}

async fn check(name: &str, connection: &mut SqliteConnection, query_only: i64) {
    for (pragma, expected) in [
        ("PRAGMA synchronous", FULL),
        ("PRAGMA fullfsync", ON),
        ("PRAGMA checkpoint_fullfsync", ON),
        ("PRAGMA foreign_keys", ON),
        ("PRAGMA query_only", query_only),
    ] {
        assert_eq!(value(connection, pragma).await, expected, "{name}: {pragma}");
    }
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(connection).await.unwrap();
    assert_eq!(mode, "wal", "{name}");
}

async fn all_of(pool: &SqlitePool) -> Vec<PoolConnection<sqlx::Sqlite>> {
    let mut connections = Vec::new();
    for _ in 0..pool.options().get_max_connections() {
        connections.push(pool.acquire().await.unwrap());
    }
    connections
}

#[tokio::test]
async fn every_connection_writes_through_to_the_disk() {
    let (_dir, ledger) = open().await;
    for round in ["first made", "made again"] {
        for (name, pool, query_only, count) in
            [("writer", &ledger.writer, OFF, 1), ("reader", &ledger.reader, ON, 3)]
        {
            let connections = all_of(pool).await;
            assert_eq!(connections.len(), count);
            for mut connection in connections {
                check(&format!("{name}, {round}"), &mut connection, query_only).await;
                connection.close().await.unwrap();
            }
        }
    }
}
