//! The contract of `inspect`: its JSON, its status, its one line of error.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::answer;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use paysheet_sheet::{ReadOptions, read_bytes};
use serde_json::Value;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/sheets").join(name)
}

fn answer_for(name: &str) -> Value {
    let sheet = read_bytes(&fs::read(fixture(name)).unwrap(), &ReadOptions::default()).unwrap();
    let checked = answer::check_all(&sheet);
    let totals = answer::totals(&checked).unwrap();
    serde_json::to_value(answer::answer(&sheet, &checked, &totals).unwrap()).unwrap()
}

/// The program itself; tests and examples are built side by side.
fn inspect(arguments: &[&str], file: &Path) -> Output {
    let tests = std::env::current_exe().unwrap();
    let program = tests.parent().unwrap().parent().unwrap().join("examples/inspect");
    Command::new(program).args(arguments).arg(file).output().unwrap()
}

#[test]
fn a_payroll_with_everything_in_it() {
    insta::assert_json_snapshot!("numbers_for_accounts", answer_for("numbers-for-accounts.xlsx"));
    insta::assert_json_snapshot!("title_rows_above", answer_for("title-rows-above.xlsx"));
}

/// What the window would ask about a file, as `reason column or sheet or rows`.
fn questions(csv: &str) -> (bool, Vec<String>) {
    let sheet = read_bytes(csv.as_bytes(), &ReadOptions::default()).unwrap();
    let checked = answer::check_all(&sheet);
    let totals = answer::totals(&checked).unwrap();
    let told = serde_json::to_value(answer::answer(&sheet, &checked, &totals).unwrap()).unwrap();
    let shown = |question: &Value| {
        let text = |name: &str| {
            let value = &question[name];
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if value.is_null() { String::new() } else { format!(" {shown}") }
        };
        let parts = ["column", "field", "sheets", "rows"].map(text).concat();
        format!("{}{parts}", question["reason"].as_str().unwrap())
    };
    let asked = told["questions"].as_array().unwrap().iter().map(shown).collect();
    (told["needsAnswer"].as_bool().unwrap(), asked)
}

#[test]
fn it_says_what_the_window_would_ask() {
    for (csv, needs_answer, expected) in [
        ("Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\n", false, &[][..]),
        ("Name,Account Number,Bank\nAda Obi,0000014579,First Bank\n", true, &["column_missing amount"]),
        (
            "Name,Account Number,Bank,Gross Pay\nAda Obi,0000014579,First Bank,100\n",
            true,
            &["doubtful D amount"],
        ),
        (
            "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\n\
             Staff,Compte,Banque,Montant\nBen Eze,0123456780,GTBank,5\n",
            true,
            &["other_tables [3]"],
        ),
    ] {
        let expected: Vec<String> = expected.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(questions(csv), (needs_answer, expected), "{csv}");
    }
}

#[test]
fn totals_cover_the_rows_without_an_error_and_only_those() {
    let answer = answer_for("amounts-of-every-kind.xlsx");
    let payable = answer["rows"].as_array().unwrap().iter().filter(|row| {
        let problems = row["problems"].as_array().unwrap();
        problems.iter().all(|problem| problem["severity"] != "error")
    });
    assert_eq!(answer["totals"]["NGN"]["count"], payable.count());
    assert_eq!(answer["totals"]["NGN"]["sum"], "125000.50");
}

#[test]
fn the_program_prints_json_or_a_summary_and_status_0() {
    let printed = inspect(&["--json"], &fixture("title-rows-above.xlsx"));
    assert_eq!(printed.status.code(), Some(0));
    let json: Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(json, answer_for("title-rows-above.xlsx"));
    let summary = inspect(&["--country", "NG", "--currency", "NGN"], &fixture("title-rows-above.xlsx"));
    assert_eq!(summary.status.code(), Some(0));
    assert!(String::from_utf8(summary.stdout).unwrap().contains("can be paid: 3 people, NGN 300000.75"));
}

#[test]
fn the_program_says_in_one_line_why_a_file_cannot_be_read() {
    for (name, code) in [
        ("no-table.csv", "no_table_found"),
        ("cells-far-apart.xlsx", "file_too_many_columns"),
        ("too-many-strings.xlsx", "no_table_found"),
        ("not-there.csv", "file_unreadable"),
    ] {
        let refused = inspect(&["--json"], &fixture(name));
        let line = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{name}");
        assert!(line.starts_with(code) && line.ends_with('\n') && line.lines().count() == 1, "{line}");
        assert!(refused.stdout.is_empty());
    }
}
