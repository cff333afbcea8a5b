//! A column or a remark that says cash or cheque asks, and one that says M-PESA makes the row a wallet's. The employer's
//! own debit is nobody.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use crate::made::laid;
use paysheet_domain::{Country, check_row};
use paysheet_sheet::{ReadOptions, read_bytes};

/// What the file says of not paying the first of two people, whose other row says `Bank`.
fn said(heading: &str, cell: &str) -> Option<String> {
    let csv = format!(
        "Name,Account Number,Bank,Amount,{heading}\nAda Obi,0000014579,First Bank,100.00,\"{cell}\"\n\
         Ben Eze,0123456780,GTBank,200.00,Bank\n"
    );
    let file = read_bytes(csv.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(file.rows.len(), 2, "{csv}");
    assert!(file.rows[1].not_to_pay.is_none(), "{csv}");
    file.rows[0].not_to_pay.as_ref().map(|said| said.value.text().to_owned())
}

#[test]
fn a_column_of_modes_asks_about_everything_but_transfers() {
    for heading in [
        "Mode of Payment",
        "PAYMENT MODE",
        "Salary Mode",
        "Pay Method",
        "Payment Channel",
        "Payment Type",
        "Paid Through",
        "Means of Payment",
        "Mode",
        "Mode de paiement",
        "Mode de règlement",
        "Payé par",
        "Njia ya Malipo",
        "Payment mode (Bank/Cash)",
        "MODE OF PAYMENT (TRF/CASH/CHQ)",
        "Mode of Pymt",
        "Pymt Mode",
        "Paymt Mode",
        "Form of Payment",
        "Payment Form",
        "Remittance Mode",
        "Mode de regl.",
        "Payment Mtd",
        "Règlement",
    ] {
        for (cell, asks) in [
            ("Cash", true),
            ("CASH", true),
            ("C", true),
            ("Cheque", true),
            ("CHQ", true),
            ("Chq 00123", true),
            ("Check", true),
            ("Cash at counter", true),
            ("Hand", true),
            ("Bank Draft", true),
            ("Espèces", true),
            ("Chèque", true),
            ("Taslimu", true),
            ("Money Order", true),
            ("Western Union", true),
            ("By hand", true),
            ("Over the counter", true),
            ("Cash pick-up", true),
            ("Bank Transfer (manual)", false),
            ("Manual transfer", false),
            ("Cheque account", false),
            ("Bank", false),
            ("B", false),
            ("Bank Transfer", false),
            ("EFT", false),
            ("Cash transfer", false),
            ("Mobile cash", false),
            ("Virement", false),
            ("NEFT", false),
            ("", false),
        ] {
            let expected = asks.then(|| format!("{heading}: {cell}"));
            assert_eq!(said(heading, cell), expected, "{heading} {cell}");
        }
    }
}

#[test]
fn a_remark_that_is_only_a_way_of_payment_asks() {
    for (heading, cell, asks) in [
        ("Remarks", "Cash", true),
        ("Remarks", "CASH PAYMENT", true),
        ("Remarks", "Paid by cash", true),
        ("", "cash", true),
        ("Narration", "By cheque", true),
        ("Narration", "Espèces", true),
        ("Cash", "Y", true),
        ("Cheque", "x", true),
        ("Remarks", "Night allowance", false),
        ("Remarks", "Cash advance recovered", false),
        ("Narration", "Cash award", false),
        ("Department", "Cash", false),
        ("Department", "Cash Office", false),
        ("Project", "Cash for Work", false),
        ("Cash", "N", false),
        ("Type", "Cash", true),
        ("Type", "Espèces", true),
        ("Type", "C", false),
        ("Payment Category", "Cheque", true),
        ("Transaction Type", "Cash", true),
        ("Account Type", "Cheque", false),
        ("Category", "Cash", false),
    ] {
        assert_eq!(said(heading, cell).is_some(), asks, "{heading}: {cell}");
    }
}

#[test]
fn a_bank_that_is_cash_asks() {
    let csv = "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\nBen Eze,,CASH,200\n";
    let file = read_bytes(csv.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(file.rows[1].not_to_pay.as_ref().unwrap().value.text(), "CASH");
}

/// People as `account | bank code | what is said of not paying`.
fn kenyan(lines: &[&str]) -> Vec<String> {
    let text = format!("Name,Account No,Bank,Phone,Net Pay,Payment Mode\n{}\n", lines.join("\n"));
    let options = ReadOptions { country: Some(Country::KE), ..ReadOptions::default() };
    let file = read_bytes(text.as_bytes(), &options).unwrap();
    let context = made::context(&file);
    let rows = file.rows.iter().map(|row| {
        let to = check_row(row, &context).recipient;
        let said = row.not_to_pay.as_ref().map(|said| said.value.text().to_owned());
        let text = |text: Option<String>| text.unwrap_or("-".to_owned());
        format!("{} | {} | {}", text(to.account_number), text(to.bank_code), text(said))
    });
    rows.collect()
}

#[test]
fn a_wallet_counts_row_by_row() {
    let people = kenyan(&[
        "Ada Obi,1128450113,KCB,0722110345,15000,Bank",
        "Ben Eze,,,0722110346,16000,M-PESA",
        "Chi Ike,0722110347,,0722110347,16000,Mpesa",
        "Dan Ude,1128450114,KCB,0722110348,16000,M-PESA",
        "Eve Oke,1128450115,KCB,0722110349,16000,Cash",
    ]);
    assert_eq!(
        people,
        [
            "1128450113 | 01 | -",
            "0722110346 | MPESA | -",
            "0722110347 | MPESA | -",
            "1128450114 | 01 | Payment Mode: M-PESA",
            "1128450115 | 01 | Payment Mode: Cash",
        ]
    );
}

/// The rows that are people, of a file with a column of signs and the employer's row first.
fn credited(heading: &str, signs: [&str; 3], total: &str) -> Vec<String> {
    let [first, second, third] = signs;
    let text = format!(
        "Name,Account Number,Bank,Amount,{heading}\nHarbour Mills,4117785023,First Bank,{total},{first}\n\
         Ada Obi,0000014579,First Bank,100.00,{second}\nBen Eze,0123456780,GTBank,200.00,{third}\n"
    );
    let people = laid::people(&laid::read(text.as_bytes()));
    people.iter().map(|person| person.split_once(' ').unwrap().0.to_owned()).collect()
}

#[test]
fn the_debit_among_credits_is_nobody() {
    for (heading, signs, total, expected) in [
        ("D/C", ["D", "C", "C"], "300.00", &["3", "4"][..]),
        ("DR/CR", ["DR", "CR", "CR"], "300.00", &["3", "4"]),
        ("Type", ["Debit", "Credit", "Credit"], "300.00", &["3", "4"]),
        ("Type", ["D", "C", "C"], "300.00", &["3", "4"]),
        ("", ["DR", "CR", "CR"], "300.00", &["3", "4"]),
        // Grades, or other kinds of staff: the first is not the total of the others.
        ("Type", ["D", "C", "C"], "90.00", &["2", "3", "4"]),
        ("Grade", ["D", "C", "C"], "90.00", &["2", "3", "4"]),
        // Without a credit the signs say nothing.
        ("DR/CR", ["DR", "DR", "DR"], "300.00", &["2", "3", "4"]),
    ] {
        assert_eq!(credited(heading, signs, total), expected, "{heading} {signs:?}");
    }
}

/// The debit is compared with the credits as any total of the file is.
#[test]
fn a_debit_that_is_not_the_sum_of_the_credits_is_a_question() {
    for (debit, expected) in [("300.00", 0), ("350.00", 1)] {
        let text = format!(
            "Name,Account Number,Bank,Amount,D/C\nHarbour Mills,4117785023,First Bank,{debit},D\n\
             Ada Obi,0000014579,First Bank,100.00,C\nBen Eze,0123456780,GTBank,200.00,C\n"
        );
        let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(file.decision.differing_totals.len(), expected, "{debit}");
    }
}

/// Pays `amount sign` to the people of the rows and returns them, with what is asked, as `row` or `row file_says_not_to_pay`.
fn signed(heading: &str, rows: &[&str]) -> Vec<String> {
    let row = |(at, row): (usize, &&str)| {
        let (amount, sign) = row.split_once(' ').unwrap();
        format!("{} Obi,00000{at:05},First Bank,{amount},{sign}\n", ["Ada", "Ben", "Chi", "Dan"][at % 4])
    };
    let rows: String = rows.iter().enumerate().map(row).collect();
    let text = format!("Name,Account Number,Bank,Amount,{heading}\n{rows}");
    let people = laid::people(&laid::read(text.as_bytes())).into_iter().map(|person| {
        let row = person.split_once(' ').unwrap().0.to_owned();
        if person.contains("file_says_not_to_pay") { row + " file_says_not_to_pay" } else { row }
    });
    people.collect()
}

#[test]
fn debits_that_are_not_the_total_of_the_credits_are_people() {
    for (heading, rows, expected) in [
        // A journal: the credit is the bank's, or the employer's.
        ("D/C", &["80 DR", "90 DR", "170 CR"][..], &["2", "3", "4 file_says_not_to_pay"][..]),
        ("Record", &["80 D", "90 D", "170 C"], &["2", "3", "4 file_says_not_to_pay"]),
        // More debits than credits.
        ("D/C", &["80 D", "90 D", "70 C"], &["2 file_says_not_to_pay", "3 file_says_not_to_pay", "4"]),
        ("D/C", &["80 D", "80 C"], &["2 file_says_not_to_pay", "3 file_says_not_to_pay"]),
        // Several debits that are not the total of the credits.
        (
            "DR/CR",
            &["80 DR", "90 DR", "70 CR", "60 CR", "50 CR"],
            &["2 file_says_not_to_pay", "3 file_says_not_to_pay", "4", "5", "6"],
        ),
        // The total of each of two batches.
        ("DR/CR", &["80 DR", "70 CR", "10 CR", "90 DR", "45 CR", "45 CR"], &["3", "4", "6", "7"]),
        // Batches, grades and rooms.
        ("Batch", &["77 C", "77 D", "77 C", "77 D"], &["2", "3", "4", "5"]),
        ("Level", &["77 C", "77 D"], &["2", "3"]),
        ("Category C / D", &["77 C", "80 C", "90 D"], &["2", "3", "4"]),
        ("Room D", &["77 C", "80 C", "90 D"], &["2", "3", "4"]),
        ("Credit Card / Debit Card", &["77 C", "80 C", "90 D"], &["2", "3", "4"]),
        ("Card", &["77 Credit", "80 Credit", "90 Debit"], &["2", "3", "4"]),
        // Signs of numbers.
        ("Sign", &["170 -", "80 +", "90 +"], &["3", "4"]),
        ("Sign", &["70 -", "80 +", "90 +"], &["2", "3", "4"]),
    ] {
        assert_eq!(signed(heading, rows), expected, "{heading} {rows:?}");
    }
}

/// The employer's account is debited for each person.
#[test]
fn debits_of_one_account_for_each_person_are_nobody() {
    for (second_debited, expected) in
        [("4117785023", &["3", "5"][..]), ("0234567890", &["2 asked", "3 asked", "4 asked", "5 asked"])]
    {
        let text = format!(
            "Name,Account Number,Bank,Amount,DR/CR\n\
             Acme Ltd,4117785023,First Bank,100,DR\nAda Obi,0000014579,First Bank,100,CR\n\
             Acme Ltd,{second_debited},First Bank,200,DR\nBen Eze,0123456780,GTBank,200,CR\n"
        );
        let people = laid::people(&laid::read(text.as_bytes())).into_iter().map(|person| {
            let row = person.split_once(' ').unwrap().0.to_owned();
            if person.contains("file_says_not_to_pay") { row + " asked" } else { row }
        });
        assert_eq!(people.collect::<Vec<_>>(), expected, "{second_debited}");
    }
}
