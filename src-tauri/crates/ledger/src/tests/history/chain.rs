use paysheet_domain::Report;

use crate::{
    EventKind, Ledger, LedgerError,
    tests::support::{accepted, approved, at, open, references, report, send},
};

async fn a_history() -> (tempfile::TempDir, Ledger) {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[1]).await;
    send(&ledger, id, accepted()).await;
    report(&ledger, &references(&ledger, id).await[0], Report::Successful).await;
    (dir, ledger)
}

#[tokio::test]
async fn the_events_tell_the_whole_story() {
    let (_dir, ledger) = a_history().await;
    let id = ledger.payrolls().await.unwrap()[0].id;
    let events = ledger.events(id).await.unwrap();
    let kinds: Vec<EventKind> = events.iter().map(|event| event.kind).collect();
    assert_eq!(
        kinds,
        [
            EventKind::PayrollCreated,
            EventKind::Frozen,
            EventKind::BatchFrozen,
            EventKind::Approved,
            EventKind::BatchMoved,
            EventKind::Intent,
            EventKind::BatchMoved,
            EventKind::Answered,
            EventKind::BatchMoved,
            EventKind::BatchMoved,
            EventKind::ReportApplied,
            EventKind::BatchMoved,
            EventKind::PayrollClosed,
        ]
    );
    assert_eq!(events[0].at, at(1));
    assert!(events[5].data_json.contains("body_sha256"));
}

#[tokio::test]
async fn a_change_by_other_hands_is_found() {
    let (_dir, ledger) = a_history().await;
    assert_eq!(ledger.verify_chain().await.unwrap(), 14);
    for (tampering, broken) in [
        ("UPDATE events SET data = replace(data, 'Ada', 'Eve') WHERE kind = 'approved'", 4),
        ("UPDATE events SET payout = NULL WHERE payout IS NOT NULL", 12),
        ("UPDATE events SET payroll = 2 WHERE seq = 2", 2),
        ("DELETE FROM events WHERE seq = 7", 7),
        ("DELETE FROM events WHERE seq = 1", 1),
    ] {
        let (_dir, ledger) = a_history().await;
        sqlx::query(tampering).execute(&ledger.writer).await.unwrap();
        let found = ledger.verify_chain().await;
        assert!(
            matches!(found, Err(LedgerError::ChainBroken { seq, .. }) if seq == broken),
            "{tampering}: {found:?}"
        );
    }
}

#[tokio::test]
async fn a_file_that_is_no_ledger_is_said_to_be_damaged() {
    let dir = tempfile::TempDir::new().unwrap();
    let path = dir.path().join("ledger.db");
    std::fs::write(&path, "this is not a database, however long one reads it".repeat(100)).unwrap();
    let found = Ledger::open(&path, at(0)).await;
    assert!(matches!(found, Err(LedgerError::Damaged { .. })), "{:?}", found.err());
}
