//! Payouts of all payrolls are found while the user types, and no query looks at all of them.

use paysheet_domain::Report;
use sqlx::Row;

use crate::{
    Ledger, PayoutReport, PayrollId,
    tests::support::{accepted_as, approved, at, frozen, open, plan, references, send},
};

/// Payroll and name of everyone who is found.
async fn found(ledger: &Ledger, text: &str) -> Vec<(PayrollId, String)> {
    let payments = ledger.search(text, 20).await.unwrap();
    payments.into_iter().map(|payment| (payment.payroll, payment.payout.name)).collect()
}

#[tokio::test]
async fn a_payout_is_found_by_everything_that_names_it() {
    let (_dir, ledger) = open().await;
    let october = approved(&ledger, "October", &[2]).await;
    send(&ledger, october, accepted_as("4711")).await;
    let november = approved(&ledger, "November", &[2]).await;
    let planned = plan("October", &[2]).batches.remove(0).payouts;
    let (first, second) = (&planned[0], &planned[1]);
    let of = |payroll, name: &str| (payroll, name.to_owned());
    let both = vec![of(november, &first.name), of(october, &first.name)];
    assert_eq!(found(&ledger, &first.name.to_uppercase()).await, both, "the newest payroll first");
    let by_number = found(&ledger, &first.account_number).await;
    assert_eq!(by_number, [of(october, &first.name)], "accounts differ between these payrolls");
    assert_eq!(found(&ledger, &first.account_number[..8]).await.len(), 2, "the beginning is enough");
    let amount = first.amount.digits();
    let by_amount = found(&ledger, &amount).await;
    assert!(both.iter().all(|one| by_amount.contains(one)), "{by_amount:?}");
    assert_eq!(found(&ledger, "4711").await.first(), Some(&of(october, &first.name)));
    assert!(found(&ledger, "4711").await.contains(&of(october, &second.name)));
    let reference = references(&ledger, november).await.remove(0);
    assert_eq!(found(&ledger, &reference.to_lowercase()).await, [of(november, &first.name)]);
    assert_eq!(found(&ledger, &reference[..10]).await, [of(november, &first.name)]);
}

#[tokio::test]
async fn what_is_too_short_or_names_nobody_finds_nothing() {
    let (_dir, ledger) = open().await;
    approved(&ledger, "October", &[3]).await;
    for text in ["", "  ", "a", "Zebediah", "%", "_", "' OR 1=1 --", "0.001", "\u{10ffff}"] {
        assert_eq!(found(&ledger, text).await, [], "{text:?}");
    }
}

#[tokio::test]
async fn no_more_are_returned_than_asked_for_and_each_once() {
    let (_dir, ledger) = open().await;
    let payroll = approved(&ledger, "October", &[40]).await;
    let reference = references(&ledger, payroll).await.remove(0);
    assert_eq!(ledger.search(&reference, 5).await.unwrap().len(), 1);
    let word = plan("October", &[1]).batches[0].payouts[0].name.split(' ').next().unwrap().to_owned();
    assert_eq!(ledger.search(&word, 5).await.unwrap().len(), 5);
}

/// The audit log of a name must not leave out the people behind the first ones.
#[tokio::test]
async fn as_many_accounts_are_read_as_payouts_are_asked_for() {
    let (_dir, ledger) = open().await;
    approved(&ledger, "October", &[45]).await;
    assert_eq!(ledger.search("person", 1_000).await.unwrap().len(), 45);
}

#[tokio::test]
async fn who_is_taken_back_to_check_is_not_found() {
    let (_dir, ledger) = open().await;
    let (payroll, _) = frozen(&ledger, "October", &[1]).await;
    let name = plan("October", &[1]).batches[0].payouts[0].name.clone();
    assert_eq!(found(&ledger, &name).await.len(), 1);
    ledger.thaw(payroll, at(5)).await.unwrap();
    assert_eq!(found(&ledger, &name).await, []);
}

#[tokio::test]
async fn the_services_own_reference_finds_the_payment() {
    let (_dir, ledger) = open().await;
    let payroll = approved(&ledger, "October", &[2]).await;
    send(&ledger, payroll, accepted_as("4711")).await;
    let reference = references(&ledger, payroll).await.remove(1);
    let of_service = PayoutReport {
        provider_reference: Some("Psk-2026-118".to_owned()),
        ..PayoutReport::new(&reference, Report::Successful, "00")
    };
    ledger.record_asked(&[of_service], at(9)).await.unwrap();
    let name = plan("October", &[2]).batches[0].payouts[1].name.clone();
    for text in ["Psk-2026-118", "Psk-2026"] {
        assert_eq!(found(&ledger, text).await, [(payroll, name.clone())], "{text}");
    }
    assert_eq!(found(&ledger, "Psk-2027").await, []);
}

#[tokio::test]
async fn a_name_is_found_with_and_without_its_accents() {
    let (_dir, ledger) = open().await;
    let (id, _) = frozen(&ledger, "October", &[1]).await;
    ledger.thaw(id, at(5)).await.unwrap();
    let mut plan = plan("October", &[1]);
    plan.batches[0].payouts[0].name = "José Ọláṣubọmi".to_owned();
    ledger.freeze(id, plan).await.unwrap();
    for text in ["jose", "JOSÉ", "jose\u{301}", "olasub", "Ọláṣu"] {
        assert_eq!(found(&ledger, text).await.len(), 1, "{text}");
    }
}

#[tokio::test]
async fn every_search_uses_an_index() {
    let (_dir, ledger) = open().await;
    for (condition, index) in [
        ("SELECT account_key FROM payout_words WHERE word >= 'ad' AND word < 'ae'", "payout_words"),
        ("SELECT * FROM payouts p WHERE p.reference >= 'A' AND p.reference < 'B' ORDER BY p.reference", "payouts"),
        ("SELECT * FROM payouts p WHERE p.account_number >= '0' AND p.account_number < '1'
          ORDER BY p.account_number", "payouts_by_number"),
        ("SELECT * FROM payouts p WHERE p.account_key >= '0' AND p.account_key < '1' ORDER BY p.account_key",
         "payouts_by_account_key"),
        ("SELECT * FROM payouts p WHERE p.file_reference >= '0' AND p.file_reference < '1'
          ORDER BY p.file_reference", "payouts_by_file_reference"),
        ("SELECT * FROM payouts p WHERE p.amount_minor = 5 AND +p.currency IN ('NGN') ORDER BY p.payroll DESC",
         "payouts_by_amount"),
        ("SELECT * FROM payouts p WHERE p.account_key = '0' ORDER BY p.payroll DESC", "payouts_by_account_key"),
        ("SELECT * FROM payouts p JOIN batches b ON b.id = p.batch WHERE p.batch IN
          (SELECT id FROM batches WHERE service_batch_id = '1' UNION SELECT id FROM batches WHERE reference = 'A')",
         "payouts_by_batch"),
        ("SELECT * FROM payouts p WHERE p.reference IN (SELECT payout FROM reports
          WHERE provider_reference >= 'A' AND provider_reference < 'B' LIMIT 20)",
         "reports_by_provider_reference"),
        ("SELECT * FROM events e WHERE e.payout IN ('A', 'B') ORDER BY e.seq DESC", "events_by_payout"),
        ("SELECT * FROM events e WHERE e.kind IN ('payroll_created', 'read_again', 'rows_saved')
          AND e.payroll IS NOT NULL AND e.payroll = 1 ORDER BY e.payroll, e.seq", "row_edits"),
        ("SELECT position FROM draft_rows WHERE payroll = 1 AND (edits_json LIKE '%\"name\"%'
          OR edits_json LIKE '%\"account_number\"%' OR edits_json LIKE '%\"reference\"%')", "draft_rows_renamed"),
    ] {
        let statement = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {condition} LIMIT 20"));
        let plan = sqlx::query(statement).fetch_all(&ledger.reader).await.unwrap();
        let plan: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
        assert!(plan.iter().any(|step| step.starts_with("SEARCH") && step.contains(index)), "{plan:?}");
        assert!(!plan.iter().any(|step| step.starts_with("SCAN p")), "{plan:?}");
        let sorts = plan.iter().any(|step| step.contains("TEMP B-TREE FOR ORDER BY"));
        assert!(!sorts || index == "events_by_payout", "{plan:?}");
    }
}
