//! Payrolls of the same name and period, in the form in which names are compared.

use paysheet_domain::RunId;
use sqlx::{ConnectOptions, Connection, Row, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use crate::{
    Ledger, PayrollId,
    tests::{
        recovery::backups::older_ledger,
        support::{approved, at, frozen, open},
    },
};

#[tokio::test]
async fn an_approved_payroll_is_found_by_any_spelling_of_its_name() {
    let (_dir, ledger) = open().await;
    let november = approved(&ledger, "November", &[1]).await;
    let (other, _) = frozen(&ledger, "December", &[1]).await;
    for (name, period, found) in [
        ("November", "2026-11", Some(november)),
        (" NOVEMBER ", "2026-11", Some(november)),
        ("Nov\u{200b}ember", "2026-11", Some(november)),
        ("November", "2026-12", None),
        ("December", "2026-11", None),
    ] {
        assert_eq!(
            ledger.same_run(other, &RunId::new(name, period)).await.unwrap(),
            found,
            "{name} {period}"
        );
    }
    let itself = ledger.same_run(november, &RunId::new("November", "2026-11")).await.unwrap();
    assert_eq!(itself, None);
}

#[tokio::test]
async fn payrolls_of_an_earlier_version_have_their_run_once_they_are_opened() {
    let dir = TempDir::new().unwrap();
    let path = older_ledger(&dir, 8).await;
    let mut connection = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    sqlx::query("UPDATE payrolls SET approved_at = created_at").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let ledger = Ledger::open_unrecovered(&path, at(50)).await.unwrap();
    let found = ledger.same_run(PayrollId(9), &RunId::new("october", "2026-10")).await.unwrap();
    assert_eq!(found, Some(PayrollId(1)));
}

#[tokio::test]
async fn no_payroll_is_read_for_it_that_is_of_another_run() {
    let (_dir, ledger) = open().await;
    let plan = sqlx::query("EXPLAIN QUERY PLAN SELECT id FROM payrolls WHERE run_key = 'a' AND id <> 1")
        .fetch_all(&ledger.reader)
        .await
        .unwrap();
    let plan: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
    assert!(plan.iter().any(|step| step.contains("payrolls_by_run")), "{plan:?}");
}
