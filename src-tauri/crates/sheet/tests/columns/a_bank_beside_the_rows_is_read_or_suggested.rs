//! The bank of people whose rows do not name it. What a row, a merged cell or the title of its section says is read. What
//! only the title of the list or the sheet's name says may be the employer's bank, and is suggested.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use crate::made::laid::people;
use paysheet_domain::{Country, Field, ProblemCode};
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};
use rust_xlsxwriter::{Format, Workbook};

fn read_in(country: Country, bytes: &[u8]) -> SheetFile {
    read_bytes(bytes, &ReadOptions { country: Some(country), ..ReadOptions::default() }).unwrap()
}

/// Returns `code` of the bank that is read, or `? code` of the one that is suggested, or `-`, of each person.
fn banks_in(country: Country, text: &str) -> Vec<String> {
    banks_of(&read_in(country, text.as_bytes()))
}

fn banks_of(file: &SheetFile) -> Vec<String> {
    let context = made::context(file);
    let banks = file.rows.iter().map(|row| {
        let checked = paysheet_domain::check_row(row, &context);
        let suggested = checked.problems.iter().find(|problem| problem.code == ProblemCode::BankMissing);
        let suggested =
            suggested.and_then(|problem| problem.suggestion.as_ref()).map(|code| format!("? {code}"));
        checked.recipient.bank_code.or(suggested).unwrap_or_else(|| "-".to_owned())
    });
    banks.collect()
}

#[test]
fn a_ditto_mark_is_the_bank_above() {
    for mark in [
        "do",
        "Do.",
        "-do-",
        "- do -",
        "ditto",
        "DITTO",
        "\"\"\"\"",
        "''",
        "\u{2033}",
        "\u{3003}",
        "\u{201d}",
        "idem",
        "Same",
        "same as above",
        "\"- \"\" -\"",
    ] {
        let text = format!(
            "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\nBen Eze,0000024576,{mark},200\n\
             Cid Ojo,0123456785,GTBank,300\nDan Ude,0123456785,{mark},400\n"
        );
        assert_eq!(banks_in(Country::NG, &text), ["011", "011", "058", "058"], "{mark}");
    }
    // Also that of somebody who gets nothing this month, and is skipped.
    for (bank, expected) in [("GTBank", ["011", "058"]), ("do", ["011", "011"]), ("", ["011", "-"])] {
        let text = format!(
            "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\nBen Eze,0123456785,{bank},NIL\n\
             Cid Ojo,0000014579,do,300\n"
        );
        assert_eq!(banks_in(Country::NG, &text), expected, "{bank}");
    }
    // Not above the first, and never of an account or an amount.
    let text = "Name,Account Number,Bank,Amount\nAda Obi,0000014579,do,100\nBen Eze,do,First Bank,200\nCid Ojo,0000014579,First Bank,do\n";
    let file = read_in(Country::NG, text.as_bytes());
    assert_eq!(
        people(&file),
        [
            "2 Ada Obi | 0000014579 | - | 100.00 bank_unknown",
            "3 Ben Eze | do | 011 | 200.00 account_number_invalid",
            "4 Cid Ojo | 0000014579 | 011 | - amount_invalid",
        ]
    );
}

#[test]
fn the_title_of_a_section_is_the_bank_of_its_people() {
    for [first, second] in [
        ["FIRST BANK PLC", "GUARANTY TRUST BANK"],
        ["Bank: First Bank", "Bank: GTBank"],
        ["First Bank (1)", "GTBank (1)"],
        ["1. First Bank of Nigeria", "2. GTB"],
    ] {
        let text = format!(
            "S/N,NAME,ACCOUNT NO,AMOUNT\n{first},,,\n1,Ada Obi,0000014579,100\n2,Eve Oke,0000014579,50\n{second},,,\n3,Ben Eze,0123456785,200\n"
        );
        let file = read_in(Country::NG, text.as_bytes());
        assert_eq!(banks_of(&file), ["011", "011", "058"], "{first}");
        assert!(!file.decision.needs_an_answer(), "{first}");
        assert!(!file.problems.iter().any(|problem| problem.code == ProblemCode::ColumnMissing), "{first}");
    }
    // Another title, and a total, end the section.
    let text =
        "NAME,ACCOUNT NO,AMOUNT\nFIRST BANK,,\nAda Obi,0000014579,100\nOTHERS,,\nBen Eze,0123456785,200\n";
    assert_eq!(banks_in(Country::NG, text), ["011", "-"]);
    let text = "NAME,ACCOUNT NO,AMOUNT\nFIRST BANK,,\nAda Obi,0000014579,100\nSub-total,,100\nBen Eze,0123456785,200\n";
    assert_eq!(banks_in(Country::NG, text), ["011", "-"]);
    // A bank of one's own wins.
    let text = "NAME,ACCOUNT NO,BANK,AMOUNT\nFIRST BANK,,,\nAda Obi,0000014579,,100\nBen Eze,0123456785,GTBank,200\n";
    assert_eq!(banks_in(Country::NG, text), ["011", "058"]);
}

/// A title of a department may end the section of the bank or not.
#[test]
fn the_bank_of_a_section_is_suggested_below_other_titles() {
    for (titles, expected) in [
        (["FIRST BANK", "Admin"], ["? 011", "? 011"]),
        (["FIRST BANK", "FIRST BANK"], ["011", "011"]),
        (["Staff with First Bank", "Accounts"], ["? 011", "? 011"]),
        (["First Bank Accounts", ""], ["? 011", "? 011"]),
        (["First Bank and GTBank", ""], ["-", "-"]),
        (["Debit account at First Bank", ""], ["-", "-"]),
        (["FIRST BANK", "Others"], ["-", "-"]),
        (["FIRST BANK", "Staff of other banks"], ["-", "-"]),
        (["FIRST BANK", "Total"], ["-", "-"]),
        (["Admin", "Accounts"], ["-", "-"]),
    ] {
        let titles = titles.map(|title| format!("{title},,\n")).concat();
        let text =
            format!("NAME,ACCOUNT NO,AMOUNT\n{titles}Ada Obi,0000014579,100\nBen Eze,0000024576,200\n");
        assert_eq!(banks_in(Country::NG, &text), expected, "{titles}");
    }
    let text = "NAME,ACCOUNT NO,AMOUNT\nFIRST BANK,,\nAdmin,,\nAda Obi,0000014579,100\nAccounts,,\n\
                Ben Eze,0000024576,200\nGTBANK,,\nCid Ojo,0123456785,300\nStores,,\nDan Ude,0123456785,400\n";
    assert_eq!(banks_in(Country::NG, text), ["? 011", "? 011", "058", "? 058"]);
}

#[test]
fn the_only_bank_of_the_titles_is_suggested() {
    let rows = "NAME,ACCOUNT NO,AMOUNT\nAda Obi,0000014579,100\nBen Eze,0000024576,200\n";
    for title in [
        "SALARY PAYMENT - FIRST BANK OF NIGERIA",
        "November salaries First Bank",
        "FBN",
        "Bank: First Bank Plc",
        "First Bank Nov 2026",
    ] {
        let file = read_in(Country::NG, format!("{title},,\n{rows}").as_bytes());
        assert_eq!(banks_of(&file), ["? 011", "? 011"], "{title}");
        assert!(!file.decision.needs_an_answer(), "{title}");
    }
    for title in [
        "Debit account: First Bank 0000014579",
        "Paying bank: First Bank",
        "FIRST BANK AND GTBANK",
        "Access for all",
        "Staff Union payroll",
        "Union salaries",
        "STERLING ESTATE",
        "Bank payment schedule",
        "Salary November 2026",
    ] {
        let file = read_in(Country::NG, format!("{title},,\n{rows}").as_bytes());
        assert_eq!(banks_of(&file), ["-", "-"], "{title}");
        assert!(file.decision.missing.contains(&Field::BankName), "{title}");
    }
    // The banks may be in the column that nobody knows.
    let rows = "NAME,ACCOUNT NO,WHERE,AMOUNT\nAda Obi,1128450113,HQ,100\nBen Eze,1128549250,HQ,200\n";
    assert_eq!(banks_in(Country::KE, &format!("KCB BANK PAYROLL,,,\n{rows}")), ["-", "-"]);
    // The check digit of an account is another bank's.
    let rows = "NAME,ACCOUNT NO,AMOUNT\nAda Obi,0000014579,100\nBen Eze,0000014578,200\n";
    assert_eq!(banks_in(Country::NG, &format!("First Bank,,\n{rows}")), ["? 011", "-"]);
}

#[test]
fn a_bank_in_the_cell_of_the_account_is_suggested() {
    for (country, cell, expected) in [
        (Country::NG, "0000014579 First Bank", "0000014579 011"),
        (Country::NG, "First Bank 0000014579", "0000014579 011"),
        (Country::NG, "First Bank - 0000014579", "0000014579 011"),
        (Country::NG, "0000014579/FBN", "0000014579 011"),
        (Country::NG, "0000014579 (First Bank)", "0000014579 011"),
        (Country::NG, "00000 14579, First Bank Plc", "0000014579 011"),
        (Country::KE, "1128450113 KCB", "1128450113 01"),
        (Country::TZ, "0150234567800 CRDB", "0150234567800 CRDB"),
        (Country::NG, "0000014578 First Bank", "0000014578 -"),
        (Country::NG, "0000014579 Village Savings", "0000014579 -"),
        (Country::NG, "0000014579", "- -"),
    ] {
        let text = format!("Name,Account Details,Amount\nAda Obi,\"{cell}\",100\n");
        let file = read_in(country, text.as_bytes());
        let context = made::context(&file);
        let problems = paysheet_domain::check_row(file.rows.first().unwrap(), &context).problems;
        let suggested = |is: &dyn Fn(ProblemCode) -> bool| {
            let found = problems.iter().find(|problem| is(problem.code));
            found.and_then(|problem| problem.suggestion.clone()).unwrap_or("-".to_owned())
        };
        let account = suggested(&|code| code == ProblemCode::AccountNumberInvalid);
        let bank = suggested(&|code| code == ProblemCode::BankMissing);
        let bank = if country == Country::TZ && bank != "-" { "CRDB".to_owned() } else { bank };
        assert_eq!(format!("{account} {bank}"), expected, "{cell}");
    }
}

#[test]
fn a_mobile_number_is_the_only_wallets() {
    let file = read_in(
        Country::KE,
        b"Name,Phone Number,Amount\nAda Obi,0722110345,100\nBen Eze,254722110346,200\nCid Ojo,0722110347,300\n",
    );
    assert_eq!(banks_of(&file), ["? MPESA", "? MPESA", "? MPESA"]);
    assert!(!file.decision.needs_an_answer());
    // One number is none.
    let text =
        b"Name,Phone Number,Amount\nAda Obi,0722110345,100\nBen Eze,0000000000,200\nCid Ojo,0722110347,300\n";
    let file = read_in(Country::KE, text);
    assert_eq!(banks_of(&file), ["? MPESA", "-", "? MPESA"]);
    assert!(!file.decision.needs_an_answer());
    // Ghana has several, and no wallet pays to an account at a bank.
    assert_eq!(
        banks_in(Country::GH, "Name,Phone Number,Amount\nAda Obi,0244118203,100\nBen Eze,0244126122,200\n"),
        ["-", "-"]
    );
    assert_eq!(
        banks_in(Country::KE, "Name,Account Number,Amount\nAda Obi,1128450113,100\nBen Eze,1128549250,200\n"),
        ["-", "-"]
    );
}

#[test]
fn a_merged_cell_is_the_bank_of_all_its_rows() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let format = Format::new();
    sheet.merge_range(0, 0, 0, 3, "Salaries", &format).unwrap();
    for (at, heading) in (0..).zip(["Name", "Account Number", "Bank", "Amount"]) {
        sheet.write(1, at, heading).unwrap();
    }
    let names = ["Ada Obi", "Ben Eze", "Cid Ojo", "Dan Ude"];
    for (row, name) in (2..).zip(names) {
        sheet.write(row, 0, name).unwrap();
        sheet.write(row, 1, "0000014579").unwrap();
        sheet.write(row, 3, 100 + row).unwrap();
    }
    sheet.merge_range(2, 2, 4, 2, "First Bank", &format).unwrap();
    let file = read_in(Country::NG, &workbook.save_to_buffer().unwrap());
    assert_eq!(banks_of(&file), ["011", "011", "011", "-"]);
}

#[test]
fn the_name_of_the_sheet_suggests_its_bank() {
    for (sheet, expected) in
        [("First Bank", "? 011"), ("FBN Nov", "? 011"), ("November", "-"), ("Access", "-")]
    {
        let mut workbook = Workbook::new();
        let worksheet = workbook.add_worksheet();
        worksheet.set_name(sheet).unwrap();
        for (row, cells) in (0..).zip([
            ["Name", "Account Number", "Amount"],
            ["Ada Obi", "0000014579", "100"],
            ["Ben Eze", "0000024576", "200"],
        ]) {
            worksheet.write_row(row, 0, cells).unwrap();
        }
        let file = read_in(Country::NG, &workbook.save_to_buffer().unwrap());
        assert_eq!(banks_of(&file), [expected, expected], "{sheet}");
    }
}
