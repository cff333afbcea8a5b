//! One payroll, saved in every format by a program that is not ours (`tests/fixtures/sheets/foreign/make.mjs`).
//! Each format that stores something gives it back; what a format or its writer leaves out is in the table.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use std::{fs, path::PathBuf};

use paysheet_domain::{BankDirectory, CheckContext, check_row};
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};

fn foreign(name: &str) -> Vec<u8> {
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/sheets/foreign"));
    fs::read(folder.join(name)).unwrap()
}

/// People as `row name account amount`, an amount that is none as the cell shows it.
fn people(file: &SheetFile) -> Vec<String> {
    let context = CheckContext {
        country: file.country,
        currency: file.currency,
        directory: BankDirectory::embedded(),
        convention: file.convention,
    };
    let rows = file.rows.iter().map(|row| {
        let checked = check_row(row, &context);
        let amount = checked.recipient.amount.map(|amount| amount.digits());
        let shown = checked.problems.iter().find(|problem| problem.code.to_string().starts_with("amount"));
        let amount = amount.or_else(|| Some(format!("not {}", shown?.value.as_deref().unwrap_or("there"))));
        let (name, account) = (checked.recipient.name.unwrap(), checked.recipient.account_number.unwrap());
        format!("{} {name} {account} {}", u32::from(row.origin), amount.unwrap())
    });
    rows.collect()
}

const PERCENT: usize = 2;
const DAY: usize = 3;
const ERROR: usize = 4;

#[test]
fn every_format_gives_the_same_payroll() {
    let workbook = [
        "4 Ada Ọbí 0000014579 125000.50",
        "5 Ben Eze 123456789 1234.10",
        "6 Chi Ike 0000014579 not 0.05",
        "7 Dan Ude 0000014579 not 2023-03-15",
        "8 Eve Oke 0000014579 not #DIV/0!",
        "9 Fay Ade 0000014579 not TRUE",
        "10 Gil Bello 0000014579 77000.25",
    ];
    let with = |changes: &[(usize, &'static str)]| {
        let mut rows = workbook;
        changes.iter().for_each(|(at, row)| rows[*at] = row);
        rows
    };
    // Text shows the percentage as it was formatted; Excel 95 knows no Yoruba; SheetJS writes no formats into .ods.
    let text = with(&[(PERCENT, "6 Chi Ike 0000014579 not 5%")]);
    let ods = with(&[
        (PERCENT, "6 Chi Ike 0000014579 0.05"),
        (DAY, "7 Dan Ude 0000014579 45000.00"),
        (ERROR, "8 Eve Oke 0000014579 not there"),
    ]);
    for (name, kind, expected, problems) in [
        ("payroll.xlsx", "xlsx", workbook, "hidden_sheets hidden_rows hidden_columns"),
        ("payroll.xlsm", "xlsm", workbook, "hidden_sheets hidden_rows hidden_columns"),
        // Its cells leave their columns out.
        ("payroll.xlsb", "xlsb", workbook, "hidden_sheets hidden_rows hidden_columns"),
        ("payroll.xls", "xls", workbook, "hidden_sheets hidden_columns"),
        ("payroll-95.xls", "xls", with(&[(0, "4 Ada _b_ 0000014579 125000.50")]), "hidden_sheets"),
        ("payroll.ods", "ods", ods, ""),
        ("payroll.csv", "csv", text, ""),
        ("payroll-utf16.txt", "tsv", text, ""),
    ] {
        let file = read_bytes(&foreign(name), &ReadOptions::default()).unwrap();
        assert_eq!(file.file.kind.to_string(), kind, "{name}");
        assert_eq!(people(&file), expected, "{name}");
        let codes: Vec<String> = file.problems.iter().map(|problem| problem.code.to_string()).collect();
        assert_eq!(codes.join(" "), problems, "{name}");
        let skipped: Vec<String> = file.skipped.iter().map(|s| format!("{} {}", s.row, s.reason)).collect();
        assert_eq!(skipped, ["11 blank_row", "12 totals_row"], "{name}");
        assert_eq!(file.header_row, Some(3), "{name}");
    }
}

#[test]
fn a_workbook_is_read_however_it_is_packed() {
    for (what, bytes) in made::foreign::all().unwrap() {
        let file = read_bytes(&bytes, &ReadOptions::default());
        let file = file.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(people(&file), ["2 Ada Obi 0000014579 100.00", "3 Ben Eze 0123456780 200.00"], "{what}");
    }
}

#[test]
fn formulas_that_were_never_calculated_have_no_amount() {
    let zero = "<f>A1*2</f><v>0</v>";
    let (missing, nothing) = (["amount_formula_without_value"; 2], ["amount_not_positive"; 2]);
    for (ada, ben, expected) in [
        (zero, zero, missing),
        (zero, "<f>A1*2</f>", missing),
        // One formula was calculated, so the other one is zero.
        (zero, "<f>A1*2</f><v>-5</v>", nothing),
        ("<v>0</v>", "<v>0</v>", nothing),
    ] {
        let file = read_bytes(&made::foreign::with_amounts(ada, ben).unwrap(), &ReadOptions::default());
        let file = file.unwrap();
        let context = made::context(&file);
        let checked = file.rows.iter().map(|row| check_row(row, &context));
        let codes: Vec<String> =
            checked.flat_map(|row| row.problems).map(|problem| problem.code.to_string()).collect();
        let codes: Vec<&String> = codes.iter().filter(|code| code.starts_with("amount")).collect();
        assert_eq!(codes, expected, "{ada} {ben}");
    }
}

#[test]
fn what_only_looks_like_a_workbook_is_refused() {
    for (name, code, words) in [
        ("payroll-html.xls", "file_not_a_spreadsheet", "a web page"),
        ("payroll-2003.xml", "file_not_a_spreadsheet", "an XML document"),
    ] {
        let error = read_bytes(&foreign(name), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.code(), code, "{name}");
        assert!(error.to_string().contains(words), "{name}: {error}");
    }
}
