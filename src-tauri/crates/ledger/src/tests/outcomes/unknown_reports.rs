use paysheet_domain::{BatchState, PayoutState, Report};

use crate::{
    Applied, Ledger, LedgerError, PayrollId, PayrollState, UNKNOWN_REPORTS_MAX,
    tests::support::{
        FILE, accepted, approved, at, frozen, killed_and_started_again, new_payroll, open, payout_states,
        plan, raw, reading, references, report, rows, send,
    },
};

/// Returns the references that a payroll of this name and these sizes will have.
fn references_of(name: &str, sizes: &[u32]) -> Vec<String> {
    let batches = plan(name, sizes).batches;
    batches.iter().flat_map(|batch| &batch.payouts).map(|payout| payout.reference.to_string()).collect()
}

async fn freeze(
    ledger: &Ledger,
    name: &str,
    sizes: &[u32],
) -> (PayrollId, Result<crate::Frozen, LedgerError>) {
    let id = ledger.create_payroll(new_payroll(name), &rows(sizes.iter().sum())).await.unwrap();
    (id, ledger.freeze(id, plan(name, sizes)).await)
}

#[tokio::test]
async fn a_report_is_applied_when_its_reference_appears() {
    let (dir, ledger) = open().await;
    let of = references_of("November", &[2]);
    assert_eq!(
        report(&ledger, &format!(" {} ", of[0].to_lowercase()), Report::Successful).await,
        Applied::NoPayoutOfOurs
    );
    assert_eq!(report(&ledger, &of[0], Report::Successful).await, Applied::NoPayoutOfOurs);
    report(&ledger, &of[1], Report::Failed).await;
    report(&ledger, "no reference of Paysheet", Report::Failed).await;
    let (_copy, ledger, _) = killed_and_started_again(&dir).await;
    let stored = ledger.unknown_reports(1).await.unwrap();
    assert_eq!((stored.total, stored.references, stored.newest.len()), (2, 2, 1));
    assert_eq!(
        (stored.newest[0].reference.as_str(), stored.newest[0].report),
        (of[1].as_str(), Report::Failed)
    );

    let (id, refused) = freeze(&ledger, "November", &[2]).await;
    assert!(matches!(refused, Err(LedgerError::AlreadyReported { people: 2, .. })), "{refused:?}");
    let record = ledger.payroll(id).await.unwrap();
    assert_eq!((record.state, record.last_outcome_at), (PayrollState::Closed, Some(at(2))));
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid, PayoutState::Failed]);
    let kept = ledger.reports(&of[0]).await.unwrap();
    assert_eq!((kept.len(), kept[0].at), (1, at(11)), "when it came, not when it was applied");
    assert_eq!(ledger.unknown_reports(10).await.unwrap().total, 0);
    assert!(matches!(ledger.thaw(id, at(20)).await, Err(LedgerError::WrongState { .. })));
    ledger.verify_chain().await.unwrap();
}

/// A report is about a payout. A report that names one of this ledger's batches is about no person, and is no unknown
/// payment.
#[tokio::test]
async fn the_reference_of_a_batch_is_not_unknown() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[1]).await;
    let batch = ledger.batches(id).await.unwrap().remove(0);
    assert_eq!(report(&ledger, batch.reference.as_str(), Report::Failed).await, Applied::NoPayoutOfOurs);
    assert_eq!(ledger.unknown_reports(10).await.unwrap().total, 0);
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Approved);
}

#[tokio::test]
async fn a_payroll_of_others_is_not_touched() {
    let (_dir, ledger) = open().await;
    report(&ledger, &references_of("November", &[2])[0], Report::Successful).await;
    let (id, _) = frozen(&ledger, "December", &[2]).await;
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Frozen);
    assert_eq!(ledger.unknown_reports(10).await.unwrap().total, 1);
}

#[tokio::test]
async fn what_is_reported_in_part_cannot_be_approved() {
    let (_dir, ledger) = open().await;
    report(&ledger, &references_of("November", &[2, 1])[2], Report::Successful).await;
    let (id, refused) = freeze(&ledger, "November", &[2, 1]).await;
    assert!(matches!(refused, Err(LedgerError::AlreadyReported { people: 1, .. })));
    let states: Vec<_> = ledger.batches(id).await.unwrap().into_iter().map(|batch| batch.state).collect();
    assert_eq!(states, [BatchState::Frozen, BatchState::Closed]);
    let token = ledger.frozen(id).await.unwrap().unwrap();
    let refused = crate::tests::support::approve(&ledger, token, at(20)).await;
    assert!(matches!(refused, Err(LedgerError::AlreadyReported { people: 1, .. })), "{refused:?}");
    ledger.refuse_reported(id).await.unwrap_err();
    // Reports on what was approved here prevent nothing.
    let other = approved(&ledger, "December", &[2, 1]).await;
    send(&ledger, other, accepted()).await;
    report(&ledger, &references(&ledger, other).await[0], Report::Successful).await;
    ledger.refuse_reported(other).await.unwrap();
}

#[tokio::test]
async fn a_flood_is_bounded_and_known_references_are_not_affected() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "October", &[1]).await;
    send(&ledger, id, accepted()).await;
    ledger.store_callback(&raw(9)).await.unwrap();
    sqlx::query(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
         INSERT INTO unknown_reports (reference, report, callback_code, callback, code, status, message, reported_at)
         SELECT 'R' || n, 'failed', '', 1, '51', '', '', '2026-11-20T08:30:00.000Z' FROM numbers",
    )
    .bind(i64::from(UNKNOWN_REPORTS_MAX - 1))
    .execute(&ledger.writer)
    .await
    .unwrap();
    for reference in references_of("November", &[3]) {
        assert_eq!(report(&ledger, &reference, Report::Failed).await, Applied::NoPayoutOfOurs);
    }
    assert_eq!(ledger.unknown_reports(1).await.unwrap().total, UNKNOWN_REPORTS_MAX);
    report(&ledger, &references(&ledger, id).await[0], Report::Successful).await;
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid]);
}

#[tokio::test]
async fn a_damaged_callback_stays_stored_and_is_in_nobodys_way() {
    for damage in ["body_base64 = '#'", "received_at = 'soon'", "method = x'ff'", "query = x'ff'"] {
        let (dir, ledger) = open().await;
        let keys = ledger.store_callbacks(&[raw(10), raw(11), raw(12)]).await.unwrap();
        let statement = format!("UPDATE callbacks SET {damage} WHERE id = 2");
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&ledger.writer).await.unwrap();
        ledger.close().await;
        let (ledger, recovery) = Ledger::open(&dir.path().join(FILE), at(100)).await.unwrap();
        assert_eq!(recovery.callbacks_waiting, 3);
        let (waiting, last) = ledger.waiting_callbacks(None, 10).await.unwrap();
        assert_eq!(waiting.iter().map(|(key, _)| *key).collect::<Vec<_>>(), [keys[0], keys[2]], "{damage}");
        assert_eq!(last, Some(keys[2]));
        assert_eq!(ledger.waiting_callbacks(Some(keys[0]), 1).await.unwrap(), (Vec::new(), Some(keys[1])));
    }
}

#[tokio::test]
async fn a_damaged_payout_holds_up_its_own_report_alone() {
    let (_dir, ledger) = open().await;
    let mut all = Vec::new();
    for name in ["October", "November"] {
        let id = approved(&ledger, name, &[1]).await;
        send(&ledger, id, accepted()).await;
        all.push((id, references(&ledger, id).await.remove(0)));
    }
    sqlx::query("UPDATE payouts SET state = 'Xyz' WHERE payroll = 1").execute(&ledger.writer).await.unwrap();
    let keys = ledger.store_callbacks(&[raw(10), raw(10)]).await.unwrap();
    let readings: Vec<_> =
        keys.iter().zip(&all).map(|(key, (_, of))| (*key, reading(of, Report::Successful))).collect();
    let applied = ledger.apply_callbacks(&readings, at(11)).await.unwrap();
    assert!(matches!(applied[..], [Applied::Blocked, Applied::Changed { .. }]), "{applied:?}");
    assert_eq!(payout_states(&ledger, all[1].0).await, [PayoutState::Paid]);
    assert_eq!(ledger.waiting_callbacks(None, 10).await.unwrap().0.len(), 1, "it stays stored");
    ledger.verify_chain().await.unwrap();
}
