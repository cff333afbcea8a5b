//! A ledger from before the table of attempts and the column for a payroll's file existed: after it is opened, these
//! contain what its events and settings recorded.

use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use crate::{
    AttemptEnd, AttemptResult, BatchKey, ExchangeRecord, Ledger, PayrollId, SourceFile,
    tests::{recovery::backups::older_ledger, support::at},
};

/// The last version without the table.
const BEFORE: usize = 8;

const EVENTS: &[(&str, i64, &str)] = &[
    ("intent", 1, r#"{"attempt":1,"body_sha256":"00"}"#),
    (
        "answered",
        1,
        r#"{"attempt":1,"outcome":"unknown","code":"server_error","evidence":"{\"evidence\":{\"httpStatus\":502,\"bodyExcerpt\":\"<h1>Bad gateway</h1>\",\"errorKind\":\"connection reset\"},\"message\":null}"}"#,
    ),
    ("intent", 1, r#"{"attempt":2}"#),
    ("crash_found", 1, r#"{"attempt":2}"#),
    ("intent", 1, r#"{"attempt":3}"#),
    (
        "answered",
        1,
        r#"{"attempt":3,"outcome":"not_accepted","code":"insufficient_balance","evidence":"{\"evidence\":{\"httpStatus\":400},\"message\":\"Insufficient balance\"}"}"#,
    ),
    ("intent", 2, r#"{"attempt":1}"#),
    ("answered", 2, "damaged"),
    ("intent", 2, "damaged"),
    ("intent", 2, r#"{"attempt":2}"#),
    ("answered", 2, r#"{"attempt":2,"outcome":"accepted","code":"accepted","evidence":"damaged"}"#),
    // The batch of a payroll that was deleted.
    ("intent", 9, r#"{"attempt":1}"#),
];

/// Returns a ledger opened by this version, after the older one wrote two batches, their events, and the path of the
/// payroll's file.
async fn migrated() -> (TempDir, Ledger) {
    let dir = TempDir::new().unwrap();
    let path = older_ledger(&dir, BEFORE).await;
    let mut connection = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    for (batch, evidence) in
        [(1_i64, r#"{"evidence":{"httpStatus":400},"message":"Insufficient balance"}"#), (2, "damaged")]
    {
        sqlx::query(
            "INSERT INTO batches (id, payroll, number, reference, currency, state, attempts, payout_count, sum_minor,
                                  code, evidence_json, frozen_at, body_sha256, body)
             VALUES ($1, 1, $1, $2, 'NGN', 'NotAccepted', 3, 0, 0, 'insufficient_balance', $3,
                     '2026-10-01T00:00:00.000Z', $4, '{}')",
        )
        .bind(batch)
        .bind(["", "A", "B"][usize::try_from(batch).unwrap()].repeat(26))
        .bind(evidence)
        .bind("0".repeat(64))
        .execute(&mut connection)
        .await
        .unwrap();
    }
    for (seq, (kind, batch, data)) in (1..).zip(EVENTS) {
        sqlx::query(
            "INSERT INTO events (seq, at, kind, payroll, batch, data, prev_hash, hash)
             VALUES ($1, $2, $3, 1, $4, $5, '', '')",
        )
        .bind(seq)
        .bind(at(seq).to_string())
        .bind(kind)
        .bind(batch)
        .bind(data)
        .execute(&mut connection)
        .await
        .unwrap();
    }
    for statement in [
        "CREATE TEMPORARY TABLE other AS SELECT * FROM payrolls",
        "UPDATE other SET id = 2",
        "INSERT INTO payrolls SELECT * FROM other",
        r#"INSERT INTO settings VALUES ('origin/2', '{"path":"/home/ada/a.csv","header_row":3}')"#,
        "INSERT INTO settings VALUES ('origin/7', '{}'), ('theme', 'dark')",
    ] {
        sqlx::query(statement).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let ledger = Ledger::open_unrecovered(&path, at(50)).await.unwrap();
    (dir, ledger)
}

#[tokio::test]
async fn attempts_are_those_that_the_events_recorded() {
    let (_dir, ledger) = migrated().await;
    let seen = |http_status, body_excerpt: Option<&str>, error_kind: Option<&str>, message: Option<&str>| {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        ExchangeRecord {
            http_status,
            message: owned(message),
            body_excerpt: owned(body_excerpt),
            error_kind: owned(error_kind),
        }
    };
    let end = |second, result, code: &str, evidence| {
        Some(AttemptEnd { at: at(second), result, code: code.to_owned(), evidence })
    };
    let bad_gateway = seen(Some(502), Some("<h1>Bad gateway</h1>"), Some("connection reset"), None);
    let no_balance = seen(Some(400), None, None, Some("Insufficient balance"));
    let expected = [
        (1, 1, end(2, AttemptResult::Unknown, "server_error", bad_gateway)),
        (2, 3, end(4, AttemptResult::Unknown, "crash_found", ExchangeRecord::default())),
        (3, 5, end(6, AttemptResult::NotAccepted, "insufficient_balance", no_balance)),
    ];
    let attempts = ledger.attempts(BatchKey(1)).await.unwrap();
    assert_eq!(attempts.len(), expected.len());
    for (attempt, (number, began, end)) in attempts.into_iter().zip(expected) {
        assert_eq!((attempt.number, attempt.began_at, attempt.ended), (number, at(began), end));
    }

    // An unreadable attempt is omitted; the rest is there.
    let attempts = ledger.attempts(BatchKey(2)).await.unwrap();
    let ends: Vec<_> = attempts.into_iter().map(|attempt| (attempt.number, attempt.ended)).collect();
    assert_eq!(
        ends,
        [(1, None), (2, end(11, AttemptResult::Accepted, "accepted", ExchangeRecord::default()))]
    );
    assert_eq!(ledger.attempts(BatchKey(9)).await.unwrap(), []);
}

#[tokio::test]
async fn a_batch_has_its_reason_and_a_payroll_its_file() {
    let (_dir, ledger) = migrated().await;
    let batches = ledger.batches(PayrollId(1)).await.unwrap();
    let reasons: Vec<_> = batches.iter().map(|batch| (batch.message.as_deref(), batch.http_status)).collect();
    assert_eq!(reasons, [(Some("Insufficient balance"), Some(400)), (None, None)]);
    let source = SourceFile { path: "/home/ada/a.csv".into(), header_row: Some(3) };
    assert_eq!(ledger.payroll(PayrollId(2)).await.unwrap().source, Some(source));
    for (name, value) in [("origin/2", None), ("origin/7", None), ("theme", Some("dark"))] {
        assert_eq!(ledger.setting(name).await.unwrap().as_deref(), value, "{name}");
    }
}
