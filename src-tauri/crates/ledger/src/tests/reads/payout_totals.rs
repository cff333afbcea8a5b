//! The totals of payouts are those of the payouts, whatever happens to them, and an edited total is found.

use paysheet_domain::{Money, PayoutState, Report};
use proptest::prelude::*;

use crate::{
    Ledger, LedgerError, NextBatch, OutcomeKind, PayoutFilter, PayoutOrder, PayoutRecord, PayrollId,
    tests::support::{
        FILE, accepted, approved, at, corrected, intent, open, outcome, references, report, send,
    },
};

const REPORTS: [Report; 5] =
    [Report::Successful, Report::Failed, Report::Reversed, Report::Unclear, Report::Contradictory];
const COUNTED: &str = "SELECT payroll, batch, state, currency, COUNT(*), CAST(SUM(amount_minor) AS BIGINT)
                       FROM payouts GROUP BY payroll, batch, state, currency";
const STORED: &str = "SELECT payroll, batch, state, currency, people, sum_minor FROM payout_totals
                      ORDER BY payroll, batch, state, currency";
/// Changes that no user can make, but another program.
const EDITS: [&str; 5] = [
    "UPDATE payouts SET amount_minor = amount_minor * 3 - 7 WHERE position % 2 = 0",
    "UPDATE payouts SET state = 'Paid', batch = (SELECT MAX(id) FROM batches) WHERE position = 1",
    "UPDATE payouts SET currency = 'GHS', payroll = (SELECT MAX(id) FROM payrolls) WHERE position = 0",
    "UPDATE payouts SET reference = reference, name = 'Somebody', changed_at = NULL",
    "UPDATE OR REPLACE payouts SET state = 'Failed'",
];

/// What happens to a payroll of three batches, two of them with two people.
#[derive(Clone, Debug)]
enum Step {
    Sent(usize),
    Reported(usize, usize),
    Overdue,
    Withdrawn,
    Corrected,
    Edited(usize),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..4_usize).prop_map(Step::Sent),
        8 => (0..5_usize, 0..REPORTS.len()).prop_map(|(person, report)| Step::Reported(person, report)),
        1 => Just(Step::Overdue),
        1 => Just(Step::Withdrawn),
        2 => Just(Step::Corrected),
    ]
}

async fn rows(ledger: &Ledger, sql: &'static str) -> Vec<(i64, i64, String, String, i64, i64)> {
    sqlx::query_as(sql).fetch_all(&ledger.reader).await.unwrap()
}

/// A step that the state of the payroll does not allow changes nothing.
async fn take(ledger: &Ledger, id: PayrollId, references: &[String], step: &Step) {
    match step {
        Step::Sent(outcome_at) => {
            let Ok(NextBatch::Ready(batch)) = ledger.next_to_send(id).await else { return };
            let Ok(intent) = intent(ledger, batch, at(4)).await else { return };
            let kinds = [OutcomeKind::NotSent, OutcomeKind::NotAccepted, OutcomeKind::Unknown];
            let outcome = kinds.get(*outcome_at).map_or_else(accepted, |kind| outcome(kind.clone()));
            ledger.record(intent, outcome, at(5)).await.unwrap();
        }
        Step::Reported(person, at) => drop(report(ledger, &references[*person], REPORTS[*at]).await),
        Step::Overdue => drop(ledger.mark_overdue(at(900), at(901)).await.unwrap()),
        Step::Withdrawn => drop(ledger.withdraw(id, None, ("No longer needed", "Ada"), at(20)).await),
        Step::Corrected => drop(corrected(ledger, id).await),
        Step::Edited(edit) => {
            let mut conn = ledger.writer.acquire().await.unwrap();
            sqlx::query(EDITS[*edit]).execute(&mut *conn).await.unwrap();
        }
    }
}

async fn happened(steps: &[Step]) {
    let (_dir, ledger) = open().await;
    let other = approved(&ledger, "Other", &[2]).await;
    let id = approved(&ledger, "November", &[2, 1, 2]).await;
    send(&ledger, other, accepted()).await;
    let references = references(&ledger, id).await;
    for (step, number) in steps.iter().zip(1..) {
        take(&ledger, id, &references, step).await;
        let counted = rows(&ledger, COUNTED).await;
        assert_eq!(rows(&ledger, STORED).await, counted, "after step {number} of {steps:?}");
        if let Ok(figures) = ledger.payroll_figures(id).await {
            assert_eq!(figures.outcomes, added_up(&ledger.all_payouts(id).await.unwrap()), "{steps:?}");
        }
    }
}

fn added_up(payouts: &[PayoutRecord]) -> crate::Outcomes {
    let mut outcomes = crate::Outcomes::new();
    for payout in payouts {
        let zero = (payout.state, payout.amount.currency(), 0, Money::zero(payout.amount.currency()));
        if !outcomes.iter().any(|(state, currency, ..)| (state, currency) == (&zero.0, &zero.1)) {
            outcomes.push(zero);
        }
        for (state, currency, people, sum) in &mut outcomes {
            if (*state, *currency) == (payout.state, payout.amount.currency()) {
                *people += 1;
                *sum = sum.checked_add(payout.amount).unwrap();
            }
        }
    }
    outcomes.sort_by_key(|(state, currency, ..)| (currency.to_string(), state.to_string()));
    outcomes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn totals_are_those_of_the_payouts(
        mut steps in prop::collection::vec(any_step(), 1..14),
        edits in prop::collection::vec((0..EDITS.len()).prop_map(Step::Edited), 0..3),
    ) {
        steps.extend(edits);
        tokio::runtime::Runtime::new().unwrap().block_on(happened(&steps));
    }
}

async fn edit(ledger: &Ledger, statement: &'static str) {
    assert!(sqlx::query(statement).execute(&ledger.writer).await.unwrap().rows_affected() > 0, "{statement}");
}

async fn is_damaged(ledger: &Ledger, id: PayrollId) -> bool {
    let damaged = matches!(ledger.payroll_figures(id).await, Err(LedgerError::PayrollDamaged { .. }));
    let next = matches!(ledger.next_to_send(id).await, Err(LedgerError::PayrollDamaged { .. }));
    assert_eq!(damaged, next, "what is not shown is not sent either");
    damaged
}

/// Half of the totals that are wrong still add up to what the batch was frozen with.
const EDITED_TOTALS: [&str; 4] = [
    "UPDATE payout_totals SET state = 'Paid' WHERE batch = 1",
    "UPDATE payout_totals SET people = people + 1 WHERE batch = 1",
    "UPDATE payout_totals SET sum_minor = sum_minor - 1 WHERE batch = 2",
    "DELETE FROM payout_totals WHERE batch = 2",
];

#[tokio::test]
async fn an_edited_total_is_found_when_the_ledger_is_opened() {
    for statement in EDITED_TOTALS {
        let (dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2, 1]).await;
        edit(&ledger, statement).await;
        ledger.close().await;
        let (ledger, _) = Ledger::open(&dir.path().join(FILE), at(50)).await.unwrap();
        assert!(is_damaged(&ledger, id).await, "{statement}");
    }
}

/// A program that changes the file as bytes starts no trigger.
async fn edit_without_triggers(ledger: &Ledger, statement: &'static str) {
    let sql =
        "SELECT 'DROP TRIGGER ' || name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'payouts'";
    let triggers: Vec<(String,)> = sqlx::query_as(sql).fetch_all(&ledger.writer).await.unwrap();
    assert!(!triggers.is_empty());
    for (drop,) in triggers {
        sqlx::query(sqlx::AssertSqlSafe(drop)).execute(&ledger.writer).await.unwrap();
    }
    edit(ledger, statement).await;
}

#[tokio::test]
async fn an_edited_payout_is_found_when_the_ledger_is_opened() {
    for statement in [
        "UPDATE payouts SET currency = 'GHS' WHERE batch = 1 AND position = 0",
        "UPDATE payouts SET currency = 'ZAR' WHERE batch = 1 AND position = 1",
        "UPDATE payouts SET state = 'Paid' WHERE batch = 1 AND position = 0",
        "UPDATE payouts SET batch = 2 WHERE batch = 1 AND position = 0",
        "UPDATE payouts SET payroll = 2 WHERE batch = 1 AND position = 0",
        "UPDATE payouts SET amount_minor = amount_minor + 1 WHERE batch = 1 AND position = 0",
        "DELETE FROM payouts WHERE batch = 1 AND position = 0",
    ] {
        let (dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2, 1]).await;
        let other = approved(&ledger, "December", &[1]).await;
        edit_without_triggers(&ledger, statement).await;
        ledger.close().await;
        let (ledger, _) = Ledger::open(&dir.path().join(FILE), at(50)).await.unwrap();
        assert!(is_damaged(&ledger, id).await, "{statement}");
        let is_moved = statement.contains("payroll = 2");
        assert_eq!(is_damaged(&ledger, other).await, is_moved, "{statement}");
    }
}

#[tokio::test]
async fn a_total_that_is_edited_meanwhile_is_found_when_the_history_is_checked() {
    for (statement, place) in EDITED_TOTALS.iter().zip(0..) {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2, 1]).await;
        ledger.payroll_figures(id).await.unwrap();
        edit(&ledger, statement).await;
        let adds_up = place == 0;
        assert_eq!(ledger.payroll_figures(id).await.is_ok(), adds_up, "{statement}");
        ledger.verify_chain().await.unwrap();
        assert!(ledger.payroll_figures(id).await.is_err(), "{statement}");
    }
}

/// A window begins anywhere, also where the payouts with an outcome end.
#[tokio::test]
async fn windows_of_the_newest_outcomes_are_parts_of_one_list() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[3, 4]).await;
    for _ in 0..2 {
        send(&ledger, id, accepted()).await;
    }
    let references = references(&ledger, id).await;
    for (second, person) in [(30, 4), (31, 1), (31, 6), (32, 0)] {
        let key = ledger.store_callback(&crate::tests::support::raw(second)).await.unwrap();
        let said = crate::tests::support::reading(&references[person], Report::Successful);
        ledger.apply_callback(key, said, at(second)).await.unwrap();
    }
    let newest = PayoutFilter { order: PayoutOrder::Latest, ..PayoutFilter::default() };
    let paid = paysheet_domain::PayoutStatus::of(PayoutState::Paid, paysheet_domain::BatchState::Settling);
    let texts = [None, Some("person".to_owned())];
    let by_text = texts.map(|text| (PayoutFilter { text, ..newest.clone() }, vec![0, 6, 1, 4, 2, 3, 5]));
    let by_status = (PayoutFilter { status: Some(paid), ..newest.clone() }, vec![0, 6, 1, 4]);
    for (filter, all) in by_text.into_iter().chain([by_status]) {
        for (offset, limit) in (0..9_u32).flat_map(|offset| (0..9).map(move |limit| (offset, limit))) {
            let (total, window) = ledger.payouts(id, &filter, offset, limit).await.unwrap();
            let found: Vec<u32> = window.iter().map(|payout| payout.position).collect();
            let expected: Vec<u32> = all.iter().copied().skip(offset as usize).take(limit as usize).collect();
            assert_eq!((total as usize, found), (all.len(), expected), "{filter:?} {offset} {limit}");
        }
    }
}
