//! The file's own totals are evidence: if the rows that were read do not add up to one, somebody was lost or read by a
//! wrong column, and the user is asked.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_sheet::{Decision, ReadOptions, preview_bytes, read_bytes};
use rust_xlsxwriter::Workbook;

fn decision(rows: &str) -> Decision {
    let text = format!("Name,Account Number,Bank,Amount\n{rows}");
    let read = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().decision;
    let seen = preview_bytes(text.as_bytes(), &ReadOptions::default().into()).unwrap().decision;
    assert_eq!(read, seen, "{rows}");
    read
}

/// Totals that differ, as `row: stated, read, rows that explain it`.
fn differing(rows: &str) -> Vec<String> {
    let decided = decision(rows);
    assert_eq!(decided.needs_an_answer(), !decided.differing_totals.is_empty(), "{rows}");
    let totals = decided.differing_totals.iter();
    totals.map(|total| format!("{}: {}, {}, {:?}", total.row, total.stated, total.read, total.rows)).collect()
}

const HEADINGS: &str = "Name,Account Number,Bank,Amount\n";
const ADA: &str = "Ada Obi,0000014579,First Bank,100.50\n";
const BEN: &str = "Ben Eze,0123456780,GTBank,200.00\n";
const CHI: &str = "Chi Ike,0234567890,GTBank,\"1,000.00\"\n";

#[test]
fn totals_that_agree_ask_nothing() {
    for rows in [
        format!("{ADA}{BEN}TOTAL,,,300.50\n"),
        format!("{ADA}{BEN}TOTAL,,,\"NGN 300.50\"\n"),
        // Of each section, then of all.
        format!("{ADA}{BEN}Sub-total,,,300.50\n{CHI}Sub-total,,,1000.00\nGRAND TOTAL,,,\"1,300.50\"\n"),
        // Carried from page to page.
        format!("{ADA}Carried forward,,,100.50\nBrought forward,,,100.50\n{BEN}TOTAL,,,300.50\n"),
        // Of a group of sections.
        format!(
            "{ADA}Sub-total,,,100.50\n{BEN}Sub-total,,,200.00\n{CHI}Sub-total,,,1000\nNorth Total,,,1200\nTotal,,,1300.50\n"
        ),
        // A branch of one section.
        format!(
            "{ADA}{BEN}Sub-total,,,300.50\n{CHI}Sub-total,,,1000\nLagos Branch Total,,,1000\nGRAND TOTAL,,,1300.50\n"
        ),
        // Each part has its own.
        format!("{ADA}{BEN}GRAND TOTAL,,,300.50\n{CHI}GRAND TOTAL,,,1000.00\n"),
        format!("{ADA}{BEN}TOTAL,,,300.50\nName,Account Number,Bank,Amount\n{CHI}TOTAL,,,1000.00\n"),
        // Nothing to compare with.
        format!("{ADA}{BEN}TOTAL,,,\n"),
        format!("{ADA}{BEN}TOTAL,,,see below\n"),
        // An amount that cannot be read is asked about by itself.
        format!("{ADA}Ben Eze,0123456780,GTBank,two hundred\nTOTAL,,,300.50\n"),
    ] {
        assert_eq!(differing(&rows), [""; 0], "{rows}");
    }
}

/// The sums of a spreadsheet pass over an amount that was typed as text.
#[test]
fn a_spreadsheet_does_not_add_up_texts() {
    for (total, asks) in [(100.5, false), (300.5, false), (400.0, true)] {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write_row(0, 0, ["Name", "Account Number", "Bank", "Amount"]).unwrap();
        sheet.write_row(1, 0, ["Ada Obi", "0000014579", "First Bank"]).unwrap();
        sheet.write_row(2, 0, ["Ben Eze", "0123456780", "GTBank", "200.00"]).unwrap();
        sheet.write(1, 3, 100.5).unwrap();
        sheet.write(3, 0, "TOTAL").unwrap();
        sheet.write(3, 3, total).unwrap();
        let bytes = workbook.save_to_buffer().unwrap();
        let decided = read_bytes(&bytes, &ReadOptions::default()).unwrap().decision;
        assert_eq!(!decided.differing_totals.is_empty(), asks, "{total}");
    }
}

#[test]
fn a_total_that_differs_is_asked_about_with_the_rows_that_explain_it() {
    for (rows, expected) in [
        (format!("{ADA}{BEN}TOTAL,,,1300.50\n"), "4: 1300.50, 300.50, []"),
        // A person was taken for a total.
        (format!("{ADA}{BEN}Total Care Ltd,,,50.00\nGRAND TOTAL,,,350.50\n"), "5: 350.50, 300.50, [4]"),
        // The sum of the last section alone is not that of all.
        (
            format!("{ADA}{BEN}Sub-total,,,300.50\n{CHI}Sub-total,,,1000.00\nGRAND TOTAL,,,1000.00\n"),
            "7: 1000.00, 1300.50, []",
        ),
        (
            format!("{ADA}{BEN}Sub-total,,,300.50\n{CHI}Sub-total,,,1000.00\nTOTAL,,,1000.00\n"),
            "7: 1000.00, 1300.50, []",
        ),
        (format!("{ADA}{BEN}Sub-total,,,300.50\n{CHI}Total général,,,1000.00\n"), "6: 1000.00, 1300.50, []"),
        (format!("{ADA}{BEN}{HEADINGS}{CHI}TOTAL,,,1000.00\n"), "6: 1000.00, 1300.50, []"),
        // A control sum above the first of two parts, of which the other one has none.
        (format!("Total amount,,,300.50\n{ADA}{BEN}{HEADINGS}{CHI}"), "2: 300.50, 1300.50, [6]"),
        // Somebody was added behind the accountant's total, or counts twice.
        (format!("{ADA}{BEN}{CHI}TOTAL,,,300.50\n"), "5: 300.50, 1300.50, [4]"),
    ] {
        assert_eq!(differing(&rows), [expected], "{rows}");
    }
}

/// The employer's account may stand among the people, with the sum of what they get.
#[test]
fn a_person_with_the_sum_of_all_others_is_asked_about() {
    const DAN: &str = "Dan Ude,0345678901,First Bank,50.00\n";
    let employer = |amount| format!("Acme Ltd,4117785023,First Bank,{amount}\n");
    for (rows, expected) in [
        (format!("{ADA}{BEN}{CHI}{}", employer("1300.50")), &["5: 1300.50, 2601.00, [5]"][..]),
        (format!("{}{ADA}{BEN}{CHI}", employer("1300.50")), &["2: 1300.50, 2601.00, [2]"]),
        // Without an account.
        (format!("{ADA}{BEN}{CHI}Acme Ltd,,First Bank,1300.50\n"), &[]),
        // A coincidence.
        (format!("{ADA}{BEN}{}{CHI}", employer("1300.50")), &[]),
        (format!("{ADA}{BEN}{}", employer("300.50")), &[]),
        (format!("{ADA}{BEN}{CHI}{}", employer("1300.00")), &[]),
        (format!("{ADA}{BEN}{CHI}{DAN}"), &[]),
    ] {
        assert_eq!(differing(&rows), expected, "{rows}");
    }
}
