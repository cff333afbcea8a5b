//! Payrolls of the same name and period, in the form in which names are compared.

use paysheet_domain::RunId;
use sqlx::Row;

use crate::tests::support::{approved, frozen, open};

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
async fn no_payroll_is_read_for_it_that_is_of_another_run() {
    let (_dir, ledger) = open().await;
    let plan = sqlx::query("EXPLAIN QUERY PLAN SELECT id FROM payrolls WHERE run_key = 'a' AND id <> 1")
        .fetch_all(&ledger.reader)
        .await
        .unwrap();
    let plan: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
    assert!(plan.iter().any(|step| step.contains("payrolls_by_run")), "{plan:?}");
}
