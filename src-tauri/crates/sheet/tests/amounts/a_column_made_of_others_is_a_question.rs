//! A column behind the amount that is the sum of it and others may be what is paid: the last is proposed, the
//! arithmetic is shown, and the user decides.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_domain::Field;
use paysheet_sheet::{Decision, ReadOptions, SumOfColumns, UnsureReason, read_bytes};

fn decision(headings: &str, rows: &[&str]) -> Decision {
    let people =
        rows.iter().enumerate().map(|(at, amounts)| format!("Ada Obi,00000{at:05},First Bank,{amounts}\n"));
    let text = format!("Name,Account Number,Bank,{headings}\n{}", people.collect::<String>());
    read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().decision
}

fn amount_column(decision: &Decision) -> &str {
    &decision.mapping.columns.iter().find(|column| column.field == Field::Amount).unwrap().column
}

/// The arithmetic as it is shown.
fn shown(sum: &SumOfColumns) -> String {
    let term = |term: &paysheet_sheet::SumTerm| {
        format!("{} {}", if term.subtracted { "-" } else { "+" }, term.header)
    };
    let terms: Vec<String> = sum.terms.iter().map(term).collect();
    format!("{} in {} of {}", terms.join(" "), sum.rows, sum.of)
}

#[test]
fn the_last_is_proposed_and_the_arithmetic_shown() {
    for (headings, rows, column, expected) in [
        (
            "Net Pay,Arrears,Total Payable",
            &["100.00,20.00,120.00", "200.00,0.00,200.00", "300.00,,300.00", "400.00,50.00,450.00"][..],
            "F",
            "+ Net Pay + Arrears in 4 of 4",
        ),
        (
            "Net Salary,Loan Deduction,Amount to Pay",
            &["100.00,20.00,80.00", "200.00,0.00,200.00", "300.00,10.50,289.50"],
            "F",
            "+ Net Salary - Loan Deduction in 3 of 3",
        ),
        (
            "Amount,Deduction,Total",
            &["\"1,100.00\",20.00,\"1,080.00\"", "200.00,5.00,195.00"],
            "F",
            "+ Amount - Deduction in 2 of 2",
        ),
        (
            "Net Pay,Arrears,Refund,Amount Payable",
            &["100,20,5,115", "200,30,0,230", "300,0,40,260", "400,1,1,400"],
            "G",
            "+ Net Pay + Arrears - Refund in 4 of 4",
        ),
        (
            "Net Pay,Arrears,Total,Loan,Balance Payable",
            &["100,20,120,20,100", "200,30,230,10,220", "300,5,305,0,305"],
            "H",
            "+ Total - Loan in 3 of 3",
        ),
        (
            "Net Pay,Paid on Account,Balance",
            &["100,10,90", "200,30,170", "300,0,300"],
            "F",
            "+ Net Pay - Paid on Account in 3 of 3",
        ),
        // Only one person has arrears.
        (
            "Net Pay,Arrears,Total Payable",
            &["100.00,0.00,100.00", "200.00,0.00,200.00", "300.00,12.50,312.50"],
            "F",
            "+ Net Pay + Arrears in 3 of 3",
        ),
        // Wrong letters.
        (
            "Net Pay,Arrears,Totad Payable",
            &["100,20,120", "200,30,230"],
            "F",
            "+ Net Pay + Arrears in 2 of 2",
        ),
        ("Net Pay,Bous,Ttal", &["100,20,120", "200,30,230"], "F", "+ Net Pay + Bous in 2 of 2"),
        ("Net Pay,Arrears,Totall", &["100,20,120", "200,30,230"], "F", "+ Net Pay + Arrears in 2 of 2"),
        ("Net,Prime,Total à payé", &["100,20,120", "200,30,230"], "F", "+ Net + Prime in 2 of 2"),
        // With another letter it would be a total of what is not paid.
        ("Net,Refund,Pase_Total", &["100,20,120", "200,30,230"], "F", "+ Net + Refund in 2 of 2"),
        // An unknown word is no reason to pay less.
        ("Net Pay,Arrears,Zebra Total", &["100,20,120", "200,30,230"], "F", "+ Net Pay + Arrears in 2 of 2"),
    ] {
        let decided = decision(headings, rows);
        assert_eq!(amount_column(&decided), column, "{headings}");
        let asked = decided.unsure.iter().find(|unsure| unsure.field == Field::Amount).unwrap();
        assert_eq!(asked.reason, UnsureReason::SumOfOthers, "{headings}");
        assert_eq!(shown(asked.sum.as_ref().unwrap()), expected, "{headings}");
        assert!(decided.needs_an_answer());
    }
}

#[test]
fn a_row_that_does_not_add_up_is_counted() {
    let mut rows = vec!["100,20,120"; 19];
    rows.push("100,20,999");
    let decided = decision("Net Pay,Arrears,Total Payable", &rows);
    let asked = decided.unsure.iter().find_map(|unsure| unsure.sum.as_ref()).unwrap();
    assert_eq!(shown(asked), "+ Net Pay + Arrears in 19 of 20");
}

#[test]
fn other_columns_behind_the_amount_ask_nothing() {
    for (headings, rows) in [
        ("Net Pay,Days", &["100.00,20", "200.00,22"][..]),
        ("Net Pay,Total", &["100.00,100.00", "200.00,200.00"]),
        ("Net Pay,Tax,Gross Pay", &["100.00,20.00,120.00", "200.00,30.00,230.00"]),
        ("Gross Pay,Tax,Net Pay", &["120.00,20.00,100.00", "230.00,30.00,200.00"]),
        ("Net Pay,Brought Forward,YTD", &["100,20,120", "200,30,230"]),
        ("Net Pay,Employer Pension,Total Cost", &["100,20,120", "200,30,230"]),
        ("Net Pay,Loan Deducted,Earnings", &["100,20,120", "200,30,230"]),
        ("Net Pay,Tax,Pension", &["120.00,20.00,7.00", "230.00,30.00,9.00"]),
        ("Net Pay,Loan,Balance", &["100.00,20.00,900.00", "200.00,30.00,700.00"]),
        ("Net Pay,Zebra,Total", &["100.00,0,100.00", "200.00,0,200.00"]),
        ("Amount,S/N,Reference", &["100,1,101", "100,2,102"]),
        // A flag with a wrong letter: `StopPay`.
        ("Net Pay,Gross,Loan,StoopPay", &["100,120,20,0", "200,230,30,0", "300,340,40,0", ",500,10,1"]),
    ] {
        let decided = decision(headings, rows);
        assert!(!decided.needs_an_answer(), "{headings} {:?}", decided.unsure);
    }
}

/// The arithmetic holds in the columns of the first headings, and says nothing about those of others.
#[test]
fn the_same_headings_in_another_order_hide_no_sum() {
    let decided = read_bytes(
        b"Name,Account Number,Bank,Net Pay,Arrears,Total Payable\n\
          Ada Obi,0000014579,First Bank,100,20,120\nBen Eze,0123456780,GTBank,200,30,230\n\
          Name,Account Number,Bank,Total Payable,Arrears,Net Pay\n\
          Chi Ike,0234567890,GTBank,400,100,300\nDan Ude,0345678901,GTBank,500,200,300\n",
        &ReadOptions::default(),
    );
    let decided = decided.unwrap().decision;
    assert_eq!(amount_column(&decided), "F");
    let asked = decided.unsure.iter().find_map(|unsure| unsure.sum.as_ref()).unwrap();
    assert_eq!(shown(asked), "+ Net Pay + Arrears in 2 of 2");
    // Also if a value below the second heading looks like a word of the first one.
    let decided = read_bytes(
        b"Name,Account Number,Bank,Net Pay,Arrears,Total Payable,Mode\n\
          Ada Obi,0000014579,First Bank,100,20,120,Transfer\nBen Eze,0123456780,GTBank,200,30,230,Transfer\n\
          Account Number,Total Payable,Mode,Net Pay,Bank,Arrears,Name\n\
          0234567890,400,Bank,300,GTBank,100,Chi Ike\n0345678901,500,Bank,300,GTBank,200,Dan Ude\n",
        &ReadOptions::default(),
    );
    let decided = decided.unwrap().decision;
    assert_eq!(decided.mapping.header_row, Some(1));
    assert_eq!(amount_column(&decided), "F");
    assert!(decided.unsure.iter().any(|unsure| unsure.sum.is_some()));
}

/// No column shows what was taken off, so the arithmetic is missing. Perhaps only the rest is paid.
#[test]
fn what_is_left_of_the_amount_is_a_question() {
    for (headings, expected) in [
        ("Net Pay,Net Pay After Loan", "E"),
        ("Net Pay,Balance To Pay", "E"),
        ("Net Pay,Balance Payable", "E"),
        ("Salary,Salary after tax", "E"),
        ("Balance of Salary,Net Pay", "D"),
        ("Salaire net,Reste à payer", "E"),
    ] {
        let decided = decision(headings, &["100.00,80.00", "200.00,200.00"]);
        let asked: Vec<(&str, Field, UnsureReason)> = decided
            .unsure
            .iter()
            .map(|unsure| (unsure.column.as_str(), unsure.field, unsure.reason))
            .collect();
        assert_eq!(asked, [(expected, Field::Amount, UnsureReason::SeveralColumns)], "{headings}");
    }
}

/// The arithmetic of the sum says nothing of what is left of it.
#[test]
fn what_is_left_is_a_question_beside_a_sum_as_well() {
    let rows = ["100.00,20.00,120.00,90.00", "200.00,10.00,210.00,150.00"];
    let decided = decision("Net Pay,Arrears,Total Payable,Net Pay After Loan", &rows);
    assert_eq!(amount_column(&decided), "F");
    let asked: Vec<&str> = decided
        .unsure
        .iter()
        .filter(|unsure| unsure.reason == UnsureReason::SeveralColumns)
        .map(|unsure| unsure.column.as_str())
        .collect();
    assert_eq!(asked, ["G"]);
}

#[test]
fn a_rest_that_changes_nothing_asks_nothing() {
    for (headings, rows) in [
        // Nobody is paid something else by it.
        ("Net Pay,Net Pay After Loan", &["100.00,100.00", "200.00,"][..]),
        ("Gross Pay,Net Pay After Tax", &["120.00,100.00", "230.00,200.00"]),
        ("Net Pay,Loan Balance", &["100.00,900.00", "200.00,700.00"]),
        ("Net Pay,Leave Days Left", &["100.00,12", "200.00,7"]),
    ] {
        let decided = decision(headings, rows);
        assert!(!decided.needs_an_answer(), "{headings} {:?}", decided.unsure);
    }
}
