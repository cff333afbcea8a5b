//! An amount that is not paid whole into the one account is a question: in the bank and in cash, in halves, rounded, into two
//! accounts. So is an amount in thousands.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made::laid;
use paysheet_sheet::{ReadOptions, UnsureReason, read_bytes};
use rust_xlsxwriter::Workbook;

/// The columns that are asked about, as `letters field`.
fn asked(headings: &str, rows: &[&str]) -> Vec<String> {
    let people = rows.iter().enumerate().map(|(at, row)| format!("Ada Obi,00000{at:05},First Bank,{row}\n"));
    let text = format!("Name,Account Number,Bank Name,{headings}\n{}", people.collect::<String>());
    let decision = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().decision;
    let several = decision.unsure.iter().filter(|unsure| unsure.reason == UnsureReason::SeveralColumns);
    let mut several: Vec<String> =
        several.map(|unsure| format!("{} {}", unsure.column, unsure.field)).collect();
    several.sort();
    several
}

#[test]
fn parts_of_the_amount_ask() {
    for (headings, rows, expected) in [
        ("Net Pay,Bank,Cash", &["100,80,20", "200,150,50", "300,300,0"][..], &["E amount", "F amount"][..]),
        ("Net Pay,To Bank,Paid in Cash", &["100,80,20", "200,150,50"], &["E amount", "F amount"]),
        ("Net Pay,Cash", &["100,20", "200,", "300,0"], &["E amount"]),
        ("Net Pay,Cash Portion", &["100,20", "200,50"], &["E amount"]),
        ("Net Pay,Espèces", &["100,20", "200,50"], &["E amount"]),
        ("1st Half,2nd Half,Net Pay", &["50,50,100", "120,80,200"], &["D amount", "E amount"]),
        ("Net Pay,Mid Month,Month End", &["100,40,60", "200,120,80"], &["E amount", "F amount"]),
        ("Net Pay,Zebra,Kito", &["100,40,60", "200,120,80"], &["E amount", "F amount"]),
        (
            "Net Pay,Bank,Cash,M-Pesa",
            &["100,40,50,10", "200,120,60,20"],
            &["E amount", "F amount", "G amount"],
        ),
        ("Net Salary,Net Salary (Rounded)", &["100.40,100", "200.60,201"], &["E amount"]),
        ("Net à payer,Net à payer arrondi", &["100.40,100", "200.60,201"], &["E amount"]),
        ("Net Pay,Rounded Net Pay", &["100.40,100", "200.60,201"], &["E amount"]),
        ("Net Pay,Rounded", &["85003.40,85000", "95120.60,95100"], &["E amount"]),
        ("Net Pay,Round Off", &["85003.40,85000", "95120.60,95100"], &["E amount"]),
        ("Net Pay,Pay 50%", &["100,50", "200,100"], &["E amount"]),
        // The last two of a wide file.
        (
            "A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,Net Pay,First Half,Second Half",
            &["1,2,3,4,5,6,7,8,9,10,11,12,100,40,60", "2,3,4,5,6,7,8,9,10,11,12,13,200,120,80"],
            &["Q amount", "R amount"],
        ),
        ("Net Pay,50%", &["100,50", "200,100"], &["E amount"]),
        // What the net pay is computed from, or something else.
        ("Net Pay,Round Off", &["85003.40,3.40", "95120.60,-0.40"], &[]),
        ("Net Pay,Rounded", &["100,100", "200,200"], &[]),
        ("Net Pay,Pension 50%", &["100,50", "200,100"], &[]),
        ("Net Pay,Bonus 8%", &["100,8", "200,16"], &[]),
        ("Net Pay,Score 50%", &["100,70", "200,20"], &[]),
        ("Net Pay,Last Month,Variance", &["100,80,20", "200,150,50"], &[]),
        ("Net Pay,Basic,Allowances", &["100,80,20", "200,150,50"], &[]),
        ("Net Pay,Basic Salary,Housing Allowance", &["100,80,20", "200,150,50"], &[]),
        ("Basic,Allowance,Net Pay", &["80,20,100", "150,50,200"], &[]),
        ("Net Pay,Cash Advance", &["100,20", "200,50"], &[]),
        ("Net Pay,Cash", &["100,0", "200,"], &[]),
        ("Net Pay,Rounding", &["100.40,0.40", "200.60,-0.40"], &[]),
        ("Net Salary,Net Salary (Rounded)", &["100,100", "200,200"], &[]),
        ("Gross Pay,Tax,Net Pay,Days", &["120,20,100,22", "230,30,200,21"], &[]),
    ] {
        assert_eq!(asked(headings, rows), expected, "{headings}");
    }
}

/// In South Africa six digits are the code of a branch.
#[test]
fn what_is_paid_into_a_bank_is_no_code_of_a_bank() {
    for part in ["Part banque", "Paid to bank"] {
        let text = format!(
            "Name,Account Number,Bank Name,Net Pay,{part}\nThandi Nkosi,1234567890,FNB,323101,250655\n\
             Sipho Botha,1234567891,Nedbank,797097,470010\n"
        );
        let read = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
        let column = read.columns.iter().find(|column| column.header == part).unwrap();
        assert_eq!(column.field, None, "{part}");
    }
}

/// The sums of departments below the table stand in its columns, but have no parts.
#[test]
fn parts_above_a_summary_ask() {
    // There may be more departments than people.
    for people in [5, 2] {
        let mut text = "Code,Amount to Pay,Account No,Name,Bank,First Half,Second Half\n".to_owned();
        for at in 1..=people {
            text += &format!("E{at},{at}00,000001457{at},Ada Obi,First Bank,{at}0,{}\n", at * 90);
        }
        text += "Department,Staff,Total Amount\nSales,6,71490901\nStores,2,13702054\nSecurity,2,69709656\n";
        let decision = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().decision;
        let asked: Vec<String> =
            decision.unsure.iter().map(|unsure| format!("{} {}", unsure.column, unsure.field)).collect();
        assert_eq!(asked, ["F amount", "G amount"], "{people}");
    }
}

#[test]
fn a_second_account_asks_if_somebody_has_one() {
    for (headings, rows, expected) in [
        ("Amount,Second Account Number", &["100,0125353008", "200,"][..], &["E account_number"][..]),
        (
            "Amount,Second Bank,Second Account Number,Second Amount",
            &["100,GTBank,0125353008,20", "200,,,"],
            &["F account_number", "G amount"],
        ),
        ("Amount,Alternative Account No", &["100,0125353008", "200,"], &["E account_number"]),
        ("Amount,2nd Account,2nd Amount", &["100,0125353008,20", "200,,"], &["E account_number", "F amount"]),
        ("Net Pay,Savings Account,Savings Amount", &["100,0125353008,20", "200,,"], &["E account_number"]),
        ("Amount,Savings Account", &["100,yes", "200,no"], &[]),
        ("Amount,Second Account Number", &["100,", "200,"], &[]),
        ("Amount,Other Phone", &["100,08031234567", "200,"], &[]),
        ("Amount,Second Name", &["100,Ike", "200,"], &[]),
    ] {
        assert_eq!(asked(headings, rows), expected, "{headings}");
    }
}

/// People of a payroll with a title and a heading of the amounts.
fn in_thousands(title: &str, heading: &str, amount: &str) -> String {
    let text = format!(
        "{title}\nName,Account Number,Bank,\"{heading}\"\nAda Obi,0000014579,First Bank,\"{amount}\"\n"
    );
    let people = laid::people(&laid::read(text.as_bytes()));
    people.first().unwrap().rsplit_once("| ").unwrap().1.to_owned()
}

#[test]
fn amounts_in_thousands_ask_with_the_whole_amount() {
    for (title, heading, amount, expected) in [
        ("KOLA LTD", "Net Pay (N'000)", "85", "85.00 amount_in_thousands->85000.00"),
        ("KOLA LTD", "Net Pay '000", "85.5", "85.50 amount_in_thousands->85500.00"),
        ("ALL AMOUNTS IN THOUSANDS (N'000)", "Amount", "85", "85.00 amount_in_thousands->85000.00"),
        ("Figures in thousands of naira", "Amount", "85", "85.00 amount_in_thousands->85000.00"),
        ("Montants en milliers", "Montant", "85", "85.00 amount_in_thousands->85000.00"),
        ("KOLA LTD", "Net Pay (in 000)", "85", "85.00 amount_in_thousands->85000.00"),
        ("KOLA LTD", "Net Pay 000", "85", "85.00 amount_in_thousands->85000.00"),
        ("KOLA LTD", "Net Pay (N.000)", "85", "85.00 amount_in_thousands->85000.00"),
        ("KOLA LTD", "Net Pay N\"\"000", "85", "85.00 amount_in_thousands->85000.00"),
        ("KOLA LTD", "Net Pay (thousand)", "85", "85.00 amount_in_thousands->85000.00"),
        ("Figures in N000", "Net Pay", "85", "85.00 amount_in_thousands->85000.00"),
        ("KOLA LTD", "Net Pay", "85", "85.00"),
        ("KOLA LTD, 1 000 employees", "Net Pay", "85", "85.00"),
    ] {
        assert_eq!(in_thousands(title, heading, amount), expected, "{title} {heading}");
    }
}

/// The heading of a second column with the same amounts is about them as well.
#[test]
fn another_column_with_the_same_amounts_says_thousands() {
    for (heading, value, expected) in [
        ("Total (x1000)", "85", "85.00 amount_in_thousands->85000.00"),
        ("Total (N'000)", "85.00", "85.00 amount_in_thousands->85000.00"),
        // The same amount in another unit, another amount, and nothing to compare.
        ("Total (N'000)", "0.085", "85.00"),
        ("Budget (N'000)", "900", "85.00"),
        ("Total (N'000)", "", "85.00"),
    ] {
        let text = format!(
            "Name,Account Number,Bank,Net Pay,{heading}\nAda Obi,0000014579,First Bank,85,{value}\n\
             Ben Eze,0123456780,GTBank,95,{}\n",
            value.replace("85", "95")
        );
        let people = laid::people(&laid::read(text.as_bytes()));
        assert!(people[0].ends_with(&format!("| {expected}")), "{heading} {value}: {people:?}");
    }
}

/// The note below the table is about its amounts as well.
#[test]
fn a_note_below_says_thousands() {
    let text =
        "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,85\n\nNote: figures in thousands\n";
    let people = laid::people(&laid::read(text.as_bytes()));
    assert!(people[0].ends_with("amount_in_thousands->85000.00"), "{people:?}");
}

/// The unit stands below the heading.
#[test]
fn a_unit_below_the_heading_says_thousands() {
    for unit in [",,,N'000", ",,,'000", ",(10 digits),,N'000"] {
        let text = format!(
            "Name,Account Number,Bank,Net Pay\n{unit}\nAda Obi,0000014579,First Bank,85\n\
             Ben Eze,0123456780,GTBank,95\n"
        );
        let people = laid::people(&laid::read(text.as_bytes()));
        assert_eq!(people.len(), 2, "{unit}: {people:?}");
        assert!(people.iter().all(|person| person.contains("amount_in_thousands")), "{unit}: {people:?}");
    }
}

#[test]
fn the_name_of_the_sheet_says_thousands() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet().set_name("Payroll (N'000)").unwrap();
    sheet.write_row(0, 0, ["Name", "Account Number", "Bank", "Net Pay"]).unwrap();
    sheet.write_row(1, 0, ["Ada Obi", "0000014579", "First Bank", "85"]).unwrap();
    let people = laid::people(&laid::read(&workbook.save_to_buffer().unwrap()));
    assert!(people[0].ends_with("amount_in_thousands->85000.00"), "{people:?}");
}

/// Whether the columns are asked about.
fn is_doubted(title: &str, heading: &str) -> bool {
    let text =
        format!("{title}\nName,Account Number,Bank,{heading}\nAda Obi,0000014579,First Bank,8500000\n");
    !read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().decision.unsure.is_empty()
}

/// They would be paid a hundred times as much.
#[test]
fn amounts_in_hundredths_ask() {
    for (title, heading, expected) in [
        ("KOLA LTD", "Net Pay (kobo)", true),
        ("KOLA LTD", "Amount in cents", true),
        ("KOLA LTD", "Montant (centimes)", true),
        ("All amounts in kobo", "Net Pay", true),
        ("Montants en centimes", "Montant", true),
        ("KOBO VENTURES LTD", "Net Pay", false),
        ("Eighty naira fifty kobo only", "Net Pay", false),
        ("KOLA LTD", "Net Pay", false),
    ] {
        assert_eq!(is_doubted(title, heading), expected, "{title} {heading}");
    }
}
