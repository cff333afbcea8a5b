use paysheet_domain::{BatchState, Currency, PayoutState};
use paysheet_ledger::{BatchKey, PayrollId};

use super::*;

const OURS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BATCH: &str = "RRRRRRRRRRRRRRRRRRRRRRRRRR";
const OTHER: &str = "BBCDEFGHIJKLMNOPQRSTUVWXYZ";

fn payout(reference: &str, minor: i64) -> ListedPayout {
    ListedPayout {
        reference: reference.to_owned(),
        payroll: PayrollId(1),
        payroll_name: "November".to_owned(),
        name: "Ada Obi".to_owned(),
        account_number: "0100000099".to_owned(),
        bank_name: "Bank".to_owned(),
        amount: Money::from_minor(minor, Currency::NGN),
        state: PayoutState::Sent,
        batch: BatchKey(1),
        batch_number: 1,
        batch_reference: BATCH.to_owned(),
        batch_state: BatchState::Settling,
        sent_at: Some("2026-11-20T08:30:00Z".parse().unwrap()),
        was_unknown: false,
    }
}

fn known(payouts: &[ListedPayout]) -> Known {
    let by_reference = payouts.iter().map(|payout| (payout.reference.clone(), payout.clone())).collect();
    let mut by_account = HashMap::<String, Vec<ListedPayout>>::new();
    for payout in payouts {
        by_account.entry(payout.account_number.clone()).or_default().push(payout.clone());
    }
    Known { by_reference, by_account }
}

fn text(text: &str) -> Option<CellValue> {
    Some(CellValue::Text(text.into()))
}

/// A row that fits the first payout without a reference.
fn row() -> FileRow {
    FileRow {
        report: Some(Report::Successful),
        amount: text("1,500.00"),
        account: Some("0100000099".to_owned()),
        date: Some("2026-11-21".to_owned()),
        ..FileRow::default()
    }
}

fn references(references: &[&str]) -> FileRow {
    FileRow { references: references.iter().map(|text| (*text).to_owned()).collect(), ..row() }
}

#[test]
fn a_row_is_about_the_payout_with_its_reference_or_the_only_one_that_fits() {
    use MatchedBy::{Account, Reference};
    use OutcomeProblem as P;
    let known = known(&[payout(OURS, 150_000), payout(OTHER, 160_000)]);
    for (row, expected) in [
        (references(&[OURS]), Ok((Reference, OURS))),
        (references(&[&OURS.to_lowercase()]), Ok((Reference, OURS))),
        (references(&["777", OURS]), Ok((Reference, OURS))),
        (references(&[OURS, OURS]), Ok((Reference, OURS))),
        (references(&[OURS, OTHER]), Err(P::SeveralPayments)),
        // It has the form of a reference of ours, and is none of this ledger.
        (references(&["CBCDEFGHIJKLMNOPQRSTUVWXYZ"]), Err(P::UnknownReference)),
        // Two tables side by side, or a payment of another computer beside one of ours.
        (references(&[OURS, "CBCDEFGHIJKLMNOPQRSTUVWXYZ"]), Err(P::SeveralPayments)),
        (references(&[OURS, BATCH]), Ok((Reference, OURS))),
        (references(&["777"]), Ok((Account, OURS))),
        (row(), Ok((Account, OURS))),
        (FileRow { account: Some("100000099".to_owned()), ..row() }, Ok((Account, OURS))),
        (FileRow { account: Some("010-000-0099".to_owned()), ..row() }, Ok((Account, OURS))),
        (FileRow { amount: text("1.600,00"), ..row() }, Ok((Account, OTHER))),
        (FileRow { amount: text("1500.01"), ..row() }, Err(P::NoSuchPayment)),
        (FileRow { amount: Some(CellValue::FormulaWithoutValue), ..row() }, Err(P::NoSuchPayment)),
        (FileRow { currency: Some("GHS".to_owned()), ..row() }, Err(P::NoSuchPayment)),
        (FileRow { currency: Some("ngn".to_owned()), ..row() }, Ok((Account, OURS))),
        (FileRow { date: Some("2026-11-19".to_owned()), ..row() }, Ok((Account, OURS))),
        (FileRow { date: Some("2026-11-18".to_owned()), ..row() }, Err(P::NoSuchPayment)),
        (FileRow { date: Some("27/11/2026".to_owned()), ..row() }, Ok((Account, OURS))),
        (FileRow { date: Some("28/11/2026".to_owned()), ..row() }, Err(P::NoSuchPayment)),
        (FileRow { date: None, ..row() }, Err(P::NothingToFindBy)),
        (FileRow { account: None, ..row() }, Err(P::NothingToFindBy)),
        (FileRow { amount: None, ..row() }, Err(P::NothingToFindBy)),
        (FileRow { report: None, ..references(&[OURS]) }, Err(P::NoResult)),
        (FileRow { problem: Some(P::BrokenCell), ..references(&[OURS]) }, Err(P::BrokenCell)),
        (FileRow { amount: text("x"), ..references(&[OURS]) }, Err(P::AmountNotReadable)),
        (
            FileRow { amount: Some(CellValue::FormulaWithoutValue), ..references(&[OURS]) },
            Err(P::AmountNotReadable),
        ),
    ] {
        let shown = format!("{row:?}");
        let found = known.found(&row);
        let found = found.as_ref().map(|found| (found.by, found.payout.reference.as_str()));
        assert_eq!(found.map_err(|problem| *problem), expected, "{shown}");
    }
}

#[test]
fn several_payouts_or_rows_that_fit_are_not_decided_here() {
    let twice = known(&[payout(OURS, 150_000), payout(OTHER, 150_000)]);
    assert_eq!(twice.found(&row()).err(), Some(OutcomeProblem::SeveralPayments));
    let once = known(&[payout(OURS, 150_000)]);
    let mut two_rows = vec![once.find(row()), once.find(row())];
    refuse_shared(&mut two_rows);
    assert!(two_rows.iter().all(|row| row.found.as_ref().err() == Some(&OutcomeProblem::SeveralRows)));
    let mut beside_its_reference = vec![once.find(references(&[OURS])), once.find(row())];
    refuse_shared(&mut beside_its_reference);
    assert!(beside_its_reference[0].found.is_ok());
    assert_eq!(beside_its_reference[1].found.as_ref().err(), Some(&OutcomeProblem::SeveralRows));
}

#[test]
fn a_payout_beside_a_word_that_nobody_knows_waits_for_the_word() {
    let all = known(&[payout(OURS, 150_000), payout(OTHER, 160_000)]);
    let undecided = FileRow { is_undecided: true, report: Some(Report::Unclear), ..references(&[OURS]) };
    let mut rows: Vec<_> = [references(&[OURS]), undecided, FileRow { amount: None, ..references(&[OTHER]) }]
        .into_iter()
        .map(|row| all.find(row))
        .collect();
    refuse_undecided(&mut rows);
    assert_eq!(rows[0].found.as_ref().err(), Some(&OutcomeProblem::UndecidedWord));
    assert!(rows[1].found.is_ok() && rows[2].found.is_ok(), "it says nothing, and the other one is clear");
}

#[test]
fn an_outcome_of_another_amount_or_currency_contradicts() {
    use Report::{Contradictory, Failed, Successful, Unclear};
    let known = known(&[payout(OURS, 150_000)]);
    for (report, amount, currency, expected) in [
        (Successful, None, None, Successful),
        (Successful, text("1.500"), None, Successful),
        (Successful, text("1500.5"), None, Contradictory),
        (Failed, text("1500.5"), None, Contradictory),
        (Failed, text("1500"), Some("GHS"), Contradictory),
        (Successful, None, Some("GHS"), Contradictory),
        (Successful, text("GHS 1500"), Some("GHS"), Contradictory),
        (Unclear, text("1"), Some("GHS"), Unclear),
        (Successful, text("-1500"), None, Contradictory),
    ] {
        let currency = currency.map(str::to_owned);
        let row = FileRow { report: Some(report), amount, currency, ..references(&[OURS]) };
        let shown = format!("{row:?}");
        assert_eq!(known.found(&row).ok().map(|found| found.report.report), Some(expected), "{shown}");
    }
}
