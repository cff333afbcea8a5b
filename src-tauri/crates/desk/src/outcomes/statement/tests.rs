use paysheet_domain::{BatchState, Currency, Money};
use paysheet_ledger::{BatchKey, PayrollId};

use super::*;

const ADA: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BEN: &str = "BBCDEFGHIJKLMNOPQRSTUVWXYZ";
const BATCH: &str = "CCCDEFGHIJKLMNOPQRSTUVWXYZ";

fn payout(reference: &str, name: &str, account: &str, minor: i64) -> ListedPayout {
    ListedPayout {
        reference: reference.to_owned(),
        payroll: PayrollId(1),
        payroll_name: "November".to_owned(),
        name: name.to_owned(),
        account_number: account.to_owned(),
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

fn sent() -> Vec<ListedPayout> {
    vec![payout(ADA, "Ada Obi", "0100000099", 100_000), payout(BEN, "Ben Eze", "0100000199", 200_000)]
}

fn debit(amount: &str, message: &str) -> FileRow {
    FileRow {
        report: Some(Report::Successful),
        amount: Some(CellValue::Text(amount.into())),
        message: message.to_owned(),
        date: Some("2026-11-20".to_owned()),
        ..FileRow::default()
    }
}

fn with_reference(reference: &str, row: FileRow) -> FileRow {
    FileRow { references: vec![reference.to_owned()], ..row }
}

#[test]
fn a_debit_is_about_the_payout_with_its_reference_or_whom_it_names_or_a_batch() {
    use MatchedBy::{Account, BatchSum, Name, Reference};
    use OutcomeProblem as P;
    let sent = sent();
    let known = Known::of(&sent, sent.clone());
    for (row, expected) in [
        (with_reference(ADA, debit("1,000.00", "")), Ok((Reference, 1))),
        // A fee beside the payment.
        (with_reference(ADA, debit("25.00", "FEE")), Err(P::OtherAmount)),
        (with_reference(&"D".repeat(26), debit("1000", "ADA OBI")), Err(P::UnknownReference)),
        (debit("1000", "SALARY OBI ADA"), Ok((Name, 1))),
        (debit("1.000,00", "NIP/0100000099/X"), Ok((Account, 1))),
        (FileRow { account: Some("010 000 0099".to_owned()), ..debit("1000", "") }, Ok((Account, 1))),
        (debit("1000", "SALARY"), Err(P::NoSuchPayment)),
        (debit("1000.01", "ADA OBI"), Err(P::NoSuchPayment)),
        (debit("1000", "ADA OBIORA"), Err(P::NoSuchPayment)),
        (FileRow { currency: Some("GHS".to_owned()), ..debit("1000", "ADA OBI") }, Err(P::NoSuchPayment)),
        (FileRow { date: Some("2026-12-20".to_owned()), ..debit("1000", "ADA OBI") }, Err(P::NoSuchPayment)),
        (FileRow { date: None, ..debit("1000", "ADA OBI") }, Err(P::NothingToFindBy)),
        (debit("3,000.00", "BULK TRANSFER"), Ok((BatchSum, 2))),
        (with_reference(BATCH, debit("3000", "")), Ok((BatchSum, 2))),
        (with_reference(BATCH, debit("2999", "")), Err(P::UnknownReference)),
        (
            FileRow { report: Some(Report::PossibleReversal), ..with_reference(ADA, debit("1000", "")) },
            Ok((Reference, 1)),
        ),
    ] {
        let shown = format!("{row:?}");
        let found = known.found(&row).map(|found| (found[0].by, found.len()));
        assert_eq!(found, expected, "{shown}");
    }
}

#[test]
fn two_debits_with_one_reference_are_not_decided_here_and_a_return_is_kept() {
    let sent = sent();
    let known = Known::of(&sent, sent.clone());
    let once = || known.find(with_reference(ADA, debit("1000", "")));
    let mut twice = vec![once(), once()];
    refuse_repeated(&mut twice);
    assert!(twice.iter().all(|row| row.found.as_ref().err() == Some(&OutcomeProblem::SeveralRows)));
    let returned =
        FileRow { report: Some(Report::PossibleReversal), ..with_reference(ADA, debit("1000", "RETURNED")) };
    let mut and_back = vec![once(), known.find(returned)];
    refuse_repeated(&mut and_back);
    assert!(and_back.iter().all(|row| row.found.is_ok()));
}

#[test]
fn payouts_of_the_time_of_the_statement_that_are_not_in_it_are_missing() {
    let sent = sent();
    let known = Known::of(&sent, sent.clone());
    let mentioned = mentioned(&[known.find(with_reference(ADA, debit("1000", "")))]);
    let day = |text: &str| text.parse::<Date>().unwrap();
    let days = [day("2026-11-01"), day("2026-11-30")];
    let missing_of =
        |days: &[Date]| missing(sent.clone(), &mentioned, days).into_iter().map(|payout| payout.reference);
    assert_eq!(missing_of(&days).collect::<Vec<_>>(), [BEN]);
    assert_eq!(missing_of(&[day("2026-11-21")]).count(), 0);
}
