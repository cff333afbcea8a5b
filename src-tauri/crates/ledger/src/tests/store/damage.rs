//! Values that the ledger never writes, in every column of payrolls, batches, payouts and reports: each affects only
//! the payroll it belongs to.
use std::collections::BTreeSet;

use paysheet_domain::Report;
use tempfile::TempDir;

use crate::{
    Ledger, LedgerError, NextBatch, OutcomeKind, PayrollEntry, PayrollId, PayrollState,
    tests::support::{FILE, accepted, approved, at, frozen, open, outcome, ready, references, report, send},
};

/// A value whose type differs from that of every column: SQLite stores it as it is.
const BYTES: &str = "x'ff00'";

const PAYROLLS: &[(&str, &[&str])] = &[
    ("name", &[BYTES]),
    ("period", &[BYTES]),
    ("file_name", &[BYTES]),
    ("file_sha256", &[BYTES]),
    ("sheet", &[BYTES]),
    ("country", &["'XX'", "''", BYTES]),
    ("currency", &["'ZZZ'", "'ngn '", BYTES]),
    ("convention", &["'dot'", BYTES]),
    ("skipped_json", &[BYTES]),
    ("copied_from", &["-1", "'one'", "4294967296"]),
    ("row_count", &["-4", "'many'", "4294967296", "1.5"]),
    ("sender_name", &[BYTES]),
    ("instant_queue", &["7", "-1", "'yes'"]),
    ("excluded_count", &["-1", "'few'"]),
    ("summary_json", &[BYTES]),
    ("approved_by", &[BYTES]),
    ("created_at", &["'yesterday'", "''", "'2026-13-01T00:00:00Z'", BYTES]),
    ("frozen_at", &["'soon'", "NULL", BYTES]),
    ("approved_at", &["'soon'", BYTES]),
    ("closed_at", &["'soon'", BYTES]),
    ("last_outcome_at", &["'soon'", BYTES]),
    ("layout", &[BYTES]),
    ("reading_json", &[BYTES]),
    ("source_path", &[BYTES]),
    ("source_header_row", &["-1", "'one'"]),
];

const BATCHES: &[(&str, &[&str])] = &[
    ("payroll", &["99", "-1", "99", "99"]),
    ("number", &["-1", "0", "7", "'one'"]),
    ("reference", &["'short'", "lower(reference)", BYTES]),
    ("currency", &["'ZZZ'", "'GHS'", BYTES]),
    ("state", &["'Xyz'", "''", "'approved'", BYTES]),
    ("attempts", &["-3", "'two'"]),
    ("in_doubt", &["5", "'yes'"]),
    ("was_unknown", &["5", "'yes'"]),
    ("service_batch_id", &[BYTES]),
    ("payout_count", &["-2", "9", "'two'", "9223372036854775807"]),
    ("sum_minor", &["-1", "9223372036854775807", "'much'", "sum_minor + 1"]),
    ("code", &[BYTES]),
    ("message", &[BYTES]),
    ("http_status", &["-1", "'many'"]),
    ("frozen_at", &["'soon'", BYTES]),
    ("sent_at", &["'soon'", BYTES]),
    ("accepted_at", &["'soon'", BYTES]),
    ("closed_at", &["'soon'", BYTES]),
    ("body_sha256", &["'00'", BYTES]),
];

const PAYOUTS: &[(&str, &[&str])] = &[
    ("payroll", &["99", "-1"]),
    ("batch", &["99", "-1"]),
    ("reference", &["'short'", BYTES]),
    ("position", &["-1", "'one'"]),
    ("file_row", &["-1", "'one'"]),
    ("name", &[BYTES]),
    ("account_number", &[BYTES]),
    ("bank_code", &[BYTES]),
    ("bank_name", &[BYTES]),
    ("currency", &["'ZZZ'", "'GHS'", BYTES]),
    ("amount_minor", &["-1", "9223372036854775807", "'much'", "amount_minor + 1"]),
    ("narration", &[BYTES]),
    ("state", &["'Xyz'", "''", BYTES]),
    ("code", &[BYTES]),
    ("message", &[BYTES]),
    ("changed_at", &["'soon'", BYTES]),
];

const REPORTS: &[(&str, &[&str])] = &[
    ("report", &["'maybe'", BYTES]),
    ("code", &[BYTES]),
    ("message", &[BYTES]),
    ("reported_at", &["'soon'", BYTES]),
];

/// The state of the payroll that will be damaged.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Approved,
    /// The first batch is at the service, with one report; the second is approved.
    HalfSent,
    Unknown,
    Intent,
}

const STAGES: [Stage; 4] = [Stage::Approved, Stage::HalfSent, Stage::Unknown, Stage::Intent];

/// A ledger with a payroll that will be damaged, one that is frozen, and one with a batch whose outcome is unknown.
struct Scene {
    dir: TempDir,
    ledger: Ledger,
    damaged: PayrollId,
    frozen: PayrollId,
    unknown: PayrollId,
}

async fn scene(stage: Stage) -> Scene {
    let (dir, ledger) = open().await;
    let damaged = approved(&ledger, "Damaged", &[2, 1]).await;
    match stage {
        Stage::Approved => {}
        Stage::HalfSent => {
            send(&ledger, damaged, accepted()).await;
            report(&ledger, &references(&ledger, damaged).await[0], Report::Successful).await;
        }
        Stage::Unknown => drop(send(&ledger, damaged, outcome(OutcomeKind::Unknown)).await),
        Stage::Intent => {
            drop(crate::tests::support::intent(&ledger, ready(&ledger, damaged).await, at(4)).await.unwrap())
        }
    }
    let unknown = approved(&ledger, "Unknown", &[1]).await;
    send(&ledger, unknown, outcome(OutcomeKind::Unknown)).await;
    let (frozen, _) = frozen(&ledger, "Frozen", &[2]).await;
    Scene { dir, ledger, damaged, frozen, unknown }
}

/// Writes the value into all rows of the damaged payroll, and opens the ledger again.
async fn damaged(scene: Scene, table: &str, column: &str, value: &str) -> Scene {
    let of_it = match table {
        "payrolls" => "id = 1",
        "batches" => "id = (SELECT MIN(id) FROM batches WHERE payroll = 1)",
        "payouts" => "payroll = 1 AND position = 0",
        "reports" => "1 = 1",
        _ => panic!("no such table: {table}"),
    };
    let statement = format!("UPDATE {table} SET {column} = {value} WHERE {of_it}");
    let mut conn = scene.ledger.writer.acquire().await.unwrap();
    sqlx::query("PRAGMA foreign_keys = OFF").execute(&mut *conn).await.unwrap();
    let done = sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut *conn).await.unwrap();
    assert!(done.rows_affected() >= 1 || table == "reports", "{table}.{column}");
    drop(conn);
    scene.ledger.close().await;
    let (ledger, recovery) = Ledger::open(&scene.dir.path().join(FILE), at(100)).await.unwrap();
    assert!(recovery.became_unknown.len() <= 1);
    Scene { ledger, ..scene }
}

async fn assert_others_usable(scene: &Scene, what: &str) {
    let Scene { ledger, frozen, unknown, .. } = scene;
    let listed = ledger.payrolls().await.unwrap_or_else(|error| panic!("{what}: {error:?}"));
    for other in [frozen, unknown] {
        assert!(listed.iter().any(|record| record.id == *other), "{what}");
        ledger.payroll(*other).await.unwrap();
        ledger.payroll_figures(*other).await.unwrap();
    }
    let unresolved = ledger.unresolved().await.unwrap_or_else(|error| panic!("{what}: {error:?}"));
    assert!(unresolved.iter().any(|(payroll, _)| payroll == unknown), "{what}");
    let token = ledger.frozen(*frozen).await.unwrap().unwrap();
    crate::tests::support::approve(ledger, token, at(101)).await.unwrap();
    send(ledger, *frozen, accepted()).await;
    report(ledger, &references(ledger, *frozen).await[0], Report::Successful).await;
    assert_eq!(ledger.payroll(*frozen).await.unwrap().state, PayrollState::BeingPaid, "{what}");
    ledger.mark_overdue(at(102), at(103)).await.unwrap();
    ledger.verify_chain().await.unwrap();
}

/// Text columns in which any text is valid: only the screens of the rows themselves read them, and only one payout is
/// affected.
const READ_WITH_THE_ROW: &[&str] = &[
    "payouts.reference",
    "payouts.position",
    "payouts.file_row",
    "payouts.name",
    "payouts.account_number",
    "payouts.bank_code",
    "payouts.bank_name",
    "payouts.narration",
    "payouts.code",
    "payouts.message",
    "payouts.changed_at",
];

/// Asserts that nothing of it is sent, and that it is listed as intact only with true figures.
async fn assert_never_falsely_shown(scene: &Scene, place: &str, what: &str) {
    let Scene { ledger, damaged, .. } = scene;
    let entries = ledger.payroll_entries().await.unwrap();
    assert_eq!(entries.len(), 3, "{what}");
    let entry = entries.into_iter().last().unwrap();
    let is_row = READ_WITH_THE_ROW.contains(&place);
    if place.starts_with("reports.") {
        // The payout's state was derived from this value; the state itself is intact.
        assert!(matches!(entry, PayrollEntry::Intact(_)), "{what}: {entry:?}");
        return;
    }
    if is_row {
        let read = ledger.all_payouts(*damaged).await;
        assert!(matches!(read, Err(LedgerError::PayrollDamaged { .. })), "{what}: {read:?}");
    } else {
        let PayrollEntry::Damaged(entry) = entry else { panic!("{what}: {entry:?}") };
        assert_eq!(entry.id, *damaged, "{what}");
        assert!(entry.name.is_some() || place == "payrolls.name", "{what}: {entry:?}");
        let table = place.split('.').next().unwrap();
        assert!(
            ["payouts", "payout_totals", "batches", "payrolls", table]
                .iter()
                .any(|of| entry.place.starts_with(of)),
            "{what}: {entry:?}"
        );
        let next = ledger.next_to_send(*damaged).await;
        assert!(matches!(next, Err(LedgerError::PayrollDamaged { .. })), "{what}: {next:?}");
    }
    assert!(!has_intent(ledger, *damaged).await, "{what}");
}

/// Tries everything that leads to sending, and returns whether an intent resulted.
async fn has_intent(ledger: &Ledger, id: PayrollId) -> bool {
    let key: crate::BatchKey = crate::BatchKey(1);
    if crate::tests::support::resend_unknown(ledger, key, at(104)).await.is_ok() {
        return true;
    }
    let Ok(NextBatch::Ready(batch)) = ledger.next_to_send(id).await else { return false };
    // A damaged row of another batch does not stop this one.
    let first = batch.number == 1;
    crate::tests::support::intent(ledger, batch, at(105)).await.is_ok() && first
}

#[tokio::test]
async fn a_damaged_value_costs_one_payroll() {
    for (table, columns) in
        [("payrolls", PAYROLLS), ("batches", BATCHES), ("payouts", PAYOUTS), ("reports", REPORTS)]
    {
        for (column, values) in columns {
            for (place, value) in values.iter().enumerate() {
                let stage = STAGES[place % STAGES.len()];
                let stage = if table == "reports" { Stage::HalfSent } else { stage };
                let what = format!("{table}.{column} = {value} {stage:?}");
                let scene = damaged(scene(stage).await, table, column, value).await;
                assert_never_falsely_shown(&scene, &format!("{table}.{column}"), &what).await;
                assert_others_usable(&scene, &what).await;
            }
        }
    }
}

/// After a restart the rest of a payroll is sent while results of its first batch come in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_that_comes_meanwhile_is_no_damage() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[60, 1]).await;
    send(&ledger, id, accepted()).await;
    let first_batch: Vec<String> = references(&ledger, id).await.into_iter().take(60).collect();
    let reporting = tokio::spawn({
        let ledger = ledger.clone();
        async move {
            for reference in first_batch {
                report(&ledger, &reference, Report::Successful).await;
            }
        }
    });
    while !reporting.is_finished() {
        *ledger.found_intact.lock().unwrap() = BTreeSet::new();
        ready(&ledger, id).await;
    }
    reporting.await.unwrap();
}
