//! The sample payrolls, read back as any spreadsheet program would.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is amiss")]

use std::{collections::HashSet, io::Cursor};

use calamine::{Data, Range, Reader, Xlsx};
use paysheet_domain::{
    BankDirectory, Country,
    account::nuban_agrees,
    bank::BankMatch,
    names::{NameVerdict, compare_names},
};
use paysheet_practice::{holder_name, sample};

const NAME: usize = 2;
const BANK: usize = 3;
const ACCOUNT: usize = 4;
const NET: usize = 8;

fn payroll() -> Range<Data> {
    let mut workbook = Xlsx::new(Cursor::new(sample::bytes().unwrap())).unwrap();
    assert_eq!(workbook.sheet_names(), ["Payroll", "Notes"]);
    workbook.worksheet_range("Payroll").unwrap()
}

fn people(sheet: &Range<Data>) -> Vec<&[Data]> {
    let people: Vec<_> = sheet.rows().filter(|row| matches!(row[0], Data::Float(_) | Data::Int(_))).collect();
    assert_eq!(people.len(), sample::RECIPIENTS);
    people
}

/// With its zero again where it lost one.
fn account(row: &[Data]) -> String {
    format!("{:0>10}", row[ACCOUNT].to_string())
}

fn code(row: &[Data]) -> &'static str {
    match BankDirectory::embedded().find(Country::NG, &row[BANK].to_string()) {
        BankMatch::One(bank) => &bank.code,
        BankMatch::None(_) => "082",
        BankMatch::Several(banks) => panic!("{banks:?}"),
    }
}

#[test]
fn the_table_begins_in_row_four_and_ends_with_a_total() {
    let sheet = payroll();
    let header: Vec<_> = sheet.rows().nth(3).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(header[..5], ["S/N", "Staff No", "Employee Name", "Bank", "Account Number"]);
    assert_eq!(header[5..], ["Gross Pay", "PAYE", "Pension", "Net Pay", "Narration"]);
    let rows: Vec<_> = sheet.rows().collect();
    assert!(rows[154].iter().all(|cell| matches!(cell, Data::Empty)), "a gap in the middle");
    assert_eq!(rows[305][NAME], Data::String("TOTAL".to_owned()));
    assert!(rows[307][0].to_string().starts_with("Prepared by"));
}

#[test]
fn it_has_the_mistakes_that_real_payrolls_have_and_no_other() {
    let sheet = payroll();
    let people = people(&sheet);
    let count = |wrong: &dyn Fn(&[Data]) -> bool| people.iter().filter(|row| wrong(row)).count();
    assert_eq!(count(&|row| matches!(row[ACCOUNT], Data::Float(_))), 12, "numbers that lost a zero");
    assert_eq!(count(&|row| row[ACCOUNT].to_string().len() != 10), 12);
    assert_eq!(count(&|row| row[BANK] == "Bank PHB"), 2, "a bank that is gone");
    assert_eq!(count(&|row| row[NET] == "₦142,500.00"), 1, "an amount as text");
    assert_eq!(count(&|row| nuban_agrees(code(row), &account(row)) != Some(true)), 1, "a slip of the finger");
    assert_eq!(count(&|row| row[NAME].to_string().contains('\u{a0}')), 1, "a stray space");
    let accounts: HashSet<_> = people.iter().map(|row| account(row)).collect();
    assert_eq!(accounts.len(), 299, "one account twice");
    let banks: HashSet<_> = people.iter().map(|row| code(row)).collect();
    assert!(banks.len() >= 13, "{banks:?}");
    let other = |row: &[Data]| {
        let holder = holder_name(Country::NG, code(row), &account(row)).unwrap();
        compare_names(&holder, &row[NAME].to_string()) != NameVerdict::Match
    };
    assert_eq!(count(&other), 3, "names that are not the holder's");
}

#[test]
fn everyone_in_it_gets_paid() {
    let sheet = payroll();
    for row in people(&sheet) {
        let account = account(row);
        assert!(
            !["0004", "0005", "0006", "0007", "9996"].iter().any(|end| account.ends_with(end)),
            "{account}"
        );
    }
}

#[test]
fn it_is_the_same_every_time() {
    assert_eq!(sample::bytes().unwrap(), sample::bytes().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(sample::FILE_NAME);
    sample::write(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), sample::bytes().unwrap());
}

#[test]
fn a_large_payroll_has_nobody_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.xlsx");
    sample::large(&path, 5_000, 3).unwrap();
    let mut workbook: Xlsx<_> = calamine::open_workbook(&path).unwrap();
    let sheet = workbook.worksheet_range("Payroll").unwrap();
    let rows: Vec<_> = sheet.rows().skip(1).collect();
    assert_eq!(rows.len(), 5_000);
    for column in [0, 2] {
        let different: HashSet<_> = rows.iter().map(|row| row[column].to_string()).collect();
        assert_eq!(different.len(), 5_000, "column {column}");
    }
    assert!(
        rows.iter().all(|row| nuban_agrees(code(&row_with_bank(row)), &row[2].to_string()) == Some(true))
    );
}

/// A row of the clean payroll in the places of the messy one.
fn row_with_bank(row: &[Data]) -> Vec<Data> {
    vec![Data::Empty, Data::Empty, row[0].clone(), row[1].clone()]
}
