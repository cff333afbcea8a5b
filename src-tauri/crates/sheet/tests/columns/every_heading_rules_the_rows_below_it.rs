//! Several tables on one sheet: each heading rules the rows below it, nobody above the chosen heading vanishes, and
//! tables that cannot be joined are asked about.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_domain::Field;
use paysheet_sheet::{ReadOptions, Request, SheetFile, read_bytes, read_bytes_as};

fn read(text: &str) -> SheetFile {
    read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap()
}

/// People as `name account amount`.
fn people(file: &SheetFile) -> Vec<String> {
    let text = |row: &paysheet_domain::SourceRow, field| row.text(field).unwrap_or_default();
    let shown = |row| {
        format!("{} {} {}", text(row, Field::Name), text(row, Field::AccountNumber), text(row, Field::Amount))
    };
    file.rows.iter().map(shown).collect()
}

/// Rows that were not taken for people, as `row reason`.
fn skipped(file: &SheetFile) -> Vec<String> {
    file.skipped.iter().map(|skipped| format!("{} {}", skipped.row, skipped.reason)).collect()
}

const JUNIOR: &str = "Ada Obi,0000014579,First Bank,100.00\nBen Eze,0123456780,GTBank,200.00\n";

#[test]
fn a_lower_table_with_a_column_more_is_joined() {
    let file = read(&format!(
        "JUNIOR STAFF,,,,\nName,Account Number,Bank,Amount\n{JUNIOR},,,,\nSENIOR STAFF,,,,\n\
         Name,Account Number,Bank,Amount,Narration\nChi Ike,0234567890,GTBank,300.00,Bonus\n"
    ));
    assert_eq!(
        people(&file),
        ["Ada Obi 0000014579 100.00", "Ben Eze 0123456780 200.00", "Chi Ike 0234567890 300.00"]
    );
    assert_eq!(file.rows[2].text(Field::Narration).as_deref(), Some("Bonus"));
    assert!(!file.decision.needs_an_answer(), "{:?}", file.decision);
}

#[test]
fn a_heading_that_orders_columns_otherwise_is_obeyed() {
    for (first, second, expected) in [
        ("Name,Account Number,Bank,Gross,Net Pay", "Name,Account Number,Bank,Net Pay,Gross", "1"),
        ("Name,Account Number,Bank,Gross,Net Pay", "Account Number,Name,Bank,Gross,Net Pay", "2"),
    ] {
        let upper = "Ada Obi,0000014579,First Bank,150.00,100.00\nBen Eze,0123456780,GTBank,250.00,200.00\n";
        let lower = match expected {
            "1" => "Chi Ike,0234567890,GTBank,300.00,350.00\n",
            _ => "0234567890,Chi Ike,GTBank,350.00,300.00\n",
        };
        let file = read(&format!("{first}\n{upper}{second}\n{lower}"));
        let expected =
            ["Ada Obi 0000014579 100.00", "Ben Eze 0123456780 200.00", "Chi Ike 0234567890 300.00"];
        assert_eq!(people(&file), expected, "{second}");
        assert_eq!(skipped(&file), ["4 header_repeated"], "{second}");
        assert!(!file.decision.needs_an_answer(), "{second}");
    }
}

/// The third heading is that of the table again, and the rows below it are no longer those of the second one.
#[test]
fn the_first_order_again_is_obeyed_too() {
    let first = "Name,Account Number,Bank,Gross,Net Pay";
    let file = read(&format!(
        "{first}\nAda Obi,0000014579,First Bank,150.00,100.00\n\
         Net Pay,Account Number,Bank,Gross,Name\n200.00,0123456780,GTBank,250.00,Ben Eze\n\
         {first}\nChi Ike,0234567890,GTBank,350.00,300.00\n\
         {first}\nDan Udo,0234567891,GTBank,450.00,400.00\n"
    ));
    let expected = [
        "Ada Obi 0000014579 100.00",
        "Ben Eze 0123456780 200.00",
        "Chi Ike 0234567890 300.00",
        "Dan Udo 0234567891 400.00",
    ];
    assert_eq!(people(&file), expected);
    assert_eq!(skipped(&file), ["3 header_repeated", "5 header_repeated", "7 header_repeated"]);
    assert!(!file.decision.needs_an_answer());
}

/// The departments below the table are no accounts, and the telephone is none either.
#[test]
fn words_below_the_accounts_let_no_other_column_in_silently() {
    let file = read(
        "Account Number,Bank,Phone,Net Pay,Name\n0000014579,First Bank,08031234567,100.00,Ada Obi\n\
         0123456780,GTBank,08031234568,200.00,Ben Eze\n\nDepartment,Staff,Total\nSales,1,100.00\nStores,1,100.00\n\
         Security,1,100.00\nHead Office,1,100.00\n",
    );
    let asked: Vec<Field> = file.decision.unsure.iter().map(|unsure| unsure.field).collect();
    let account = file.columns.iter().find(|column| column.field == Some(Field::AccountNumber)).unwrap();
    assert!(account.header == "Account Number" || asked == [Field::AccountNumber], "{:?}", file.columns);
}

/// The sums of another table stand beside the second headings.
#[test]
fn numbers_beside_a_reordered_heading_hide_it_from_nobody() {
    let file = read(
        "Name,Account Number,Bank,Gross,Net Pay,,Bank,Total\nAda Obi,0000014579,First Bank,150.00,100.00,,GTBank,1000\n\
         Name,Account Number,Bank,Net Pay,Gross,,First Bank,384376.01\nBen Eze,0123456780,GTBank,200.00,250.00,,,\n",
    );
    assert!(
        people(&file).contains(&"Ben Eze 0123456780 200.00".to_owned()) || file.decision.other_tables == [3]
    );
}

/// What stands below the headings in another order says nothing about the columns above.
#[test]
fn a_reordered_heading_raises_no_doubt() {
    let file = read(
        "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100.00\n\
         Bank,Name,Amount,Account Number\nGTBank,Ben Eze,200.00,0123456780\nGTBank,Chi Ike,300.00,0234567890\n\
         GTBank,Dan Ude,400.00,0345678901\n",
    );
    assert!(!file.decision.needs_an_answer(), "{:?}", file.decision.unsure);
    assert_eq!(people(&file).len(), 4);
}

#[test]
fn the_same_heading_again_is_only_repeated() {
    let heading = "Name,Account Number,Bank,Amount";
    let file = read(&format!("{heading}\n{JUNIOR}{heading}\nChi Ike,0234567890,GTBank,300.00\n"));
    assert_eq!(people(&file).len(), 3);
    assert_eq!(skipped(&file), ["4 header_repeated"]);
}

/// The upper row of a heading in two rows says nothing about the order of the columns: nobody is paid the gross or the
/// deduction.
#[test]
fn the_same_upper_heading_over_other_words_is_no_repetition() {
    for lower in ["Name,Name,Number,Net Pay,Gross Pay", "Name,Name,Number,Net,Deduction"] {
        let file = read(&format!(
            "Employee,Bank,Account,Amount,Amount\nName,Name,Number,Gross,Net\n\
             Ada Obi,GTBank,0123456789,150000,100000\nBen Eze,GTBank,0123456790,160000,110000\n\
             Employee,Bank,Account,Amount,Amount\n{lower}\n\
             Chi Ike,GTBank,0123456792,150000,777000\nEfe Ojo,GTBank,0123456793,150000,777000\n"
        ));
        let is_misread = people(&file).iter().any(|person| person.ends_with(" 777000"));
        assert!(!is_misread || file.decision.needs_an_answer(), "{lower}: {:?}", people(&file));
    }
}

/// A blank line between the two rows of a repeated heading hides no word: nobody is paid the gross.
#[test]
fn a_blank_line_inside_a_repeated_heading_parts_nothing() {
    for (upper, first, second) in [
        (
            "Employee,Bank,Account,Amount,Amount",
            "Name,Name,Number,Gross,Net",
            "Name,Name,Number,Net Pay,Gross Pay",
        ),
        ("Employee,Bank,Account,Amount,Amount", "Name,Name,Number,Gross,Net", "Name,Name,Number,Net,Gross"),
        ("Nom,Banque,Compte,Salaire,Salaire", ",,,brut,net", ",,,net,brut"),
        ("Nom,Banque,Compte,Salaire,Salaire", ",,,brut,net", ",,,net kito,brut"),
    ] {
        for blank in ["", ",,,,\n", ",,,,\n,,,,\n"] {
            let file = read(&format!(
                "{upper}\n{first}\nAda Obi,GTBank,0123456789,150000,100000\nBen Eze,GTBank,0123456790,160000,110000\n\
                 {upper}\n{blank}{second}\nChi Ike,GTBank,0123456792,120000,777000\nEfe Ojo,GTBank,0123456793,130000,777000\n"
            ));
            let is_misread = people(&file).iter().any(|person| person.ends_with(" 777000"));
            assert!(!is_misread || file.decision.needs_an_answer(), "{blank:?}{second}: {:?}", people(&file));
        }
    }
}

/// The same for the first heading: only both rows together say what the columns hold.
#[test]
fn a_blank_line_inside_the_first_heading_parts_nothing() {
    let file = read(
        "Name,Account,Bank,Amount,Amount\n,,,,\n,Number,,Gross,Net\n\
         Ada Obi,0000014579,First Bank,150.00,100.00\nBen Eze,0123456780,GTBank,250.00,200.00\n",
    );
    assert_eq!(people(&file), ["Ada Obi 0000014579 100.00", "Ben Eze 0123456780 200.00"]);
    assert!(!file.decision.needs_an_answer(), "{:?}", file.decision.unsure);
}

#[test]
fn tables_that_cannot_be_joined_are_asked_about() {
    for lower in [
        "Staff,Compte,Banque,Net a payer",
        "Name,Account Number,Bank,Total Payable",
        // A deduction with the name of a bank.
        "Staff,Compte,Banque,Net a payer,Cooperative",
    ] {
        let file = read(&format!(
            "Name,Account Number,Bank,Amount\n{JUNIOR}{lower}\nChi Ike,0234567890,GTBank,300.00\n"
        ));
        assert!(file.decision.needs_an_answer(), "{lower}");
        assert_eq!(file.decision.other_tables, [4], "{lower}");
        assert_eq!(people(&file).len(), 2, "{lower}");
        assert_eq!(skipped(&file), ["4 other_table", "5 other_table"], "{lower}");
        let other = &file.skipped[1];
        assert!(other.text.contains("Chi Ike"), "{lower}");
        assert_eq!(other.source, None, "{lower}: its columns are not known");
    }
}

#[test]
fn a_sign_in_a_heading_hides_nothing() {
    let file = read(
        "#,Name,Bank,Account Number,Net Pay,Allowance\n1,Ada Obi,GTBank,0123456789,50000,700\n\
         #,Name,Bank,Account Number,Allowance,Net Pay\n2,Bola Ade,GTBank,0123456780,900,60000\n",
    );
    assert_eq!(people(&file), ["Ada Obi 0123456789 50000", "Bola Ade 0123456780 60000"]);
}

#[test]
fn a_decisive_column_more_is_asked_about() {
    for more in ["Currency", "Country", "Currncy"] {
        let file = read(&format!(
            "Staff No,Name,Bank,Account Number,Amount,Narration\n1,Ada Obi,GTBank,0123456789,50000,Nov\n\n\
             Name,Bank,Account Number,Amount,{more}\nBola Ade,GTBank,0123456780,600,USD\n"
        ));
        assert!(file.decision.needs_an_answer(), "{more}");
        assert_eq!(people(&file).len(), 1, "{more}");
    }
}

#[test]
fn what_is_no_heading_begins_no_table() {
    for row in [
        "Nom,Numéro de compte,Banque,Montant",
        "Enter full name,Enter account number,Select bank,Enter amount",
    ] {
        let file = read(&format!("Name,Account Number,Bank,Amount\n{row}\n{JUNIOR}"));
        assert!(
            people(&file)
                .ends_with(&["Ada Obi 0000014579 100.00".into(), "Ben Eze 0123456780 200.00".into()])
        );
        assert!(file.decision.other_tables.is_empty(), "{row}");
    }
    let person = "Chi Obi,No account yet,GTBank,\"NGN 40,000.00\"";
    let file = read(&format!("Name,Account Number,Bank,Amount\n{JUNIOR}{person}\n{JUNIOR}"));
    assert_eq!(people(&file).len(), 5);
    let two_rows = "S/N,Name,Bank,Account,Net\n,,Name,Number,Pay\n";
    let page = |number: u32| format!("{two_rows}{number},Ada Obi,GTBank,0123456789,100\n");
    let file = read(&format!("{}{}", page(1), page(2)));
    assert_eq!((people(&file).len(), file.decision.other_tables.len()), (2, 0), "{:?}", file.skipped);
}

#[test]
fn what_the_user_said_holds_for_the_heading_below_too() {
    let text = "Who,Where,Which,Gross,Net\nAda Obi,0000014579,First Bank,150.00,100.00\n\
                Who,Where,Which,Net,Gross\nBen Eze,0123456780,GTBank,200.00,250.00\n";
    let mut mapping = read(text).decision.mapping;
    for column in &mut mapping.columns {
        if column.column == "D" || column.column == "E" {
            "E".clone_into(&mut column.column);
        }
    }
    mapping.header_row = Some(1);
    let file =
        read_bytes_as(text.as_bytes(), &Request { mapping: Some(mapping), ..Request::default() }).unwrap();
    assert_eq!(people(&file), ["Ada Obi 0000014579 100.00", "Ben Eze 0123456780 200.00"]);
}

#[test]
fn rows_above_the_heading_are_listed() {
    let file = read(&format!(
        "KOLA FOODS LTD,,,\nZed Last,0345678901,GTBank,400.00\nName,Account Number,Bank,Amount\n{JUNIOR}"
    ));
    assert_eq!(people(&file).len(), 2);
    assert_eq!(skipped(&file), ["2 above_heading"]);
    let file = read(&format!("Chi Eze,,GTBank,50000\nName,Account Number,Bank,Amount\n{JUNIOR}"));
    assert_eq!(skipped(&file), ["1 above_heading"]);
    assert!(file.skipped[0].source.is_some(), "it can be put back");
}

#[test]
fn a_summary_asks_nothing() {
    let file = read(&format!(
        "Department,Staff,Amount,\nSales,1,100.00,\nStores,1,200.00,\n,,,\nName,Account Number,Bank,Amount\n{JUNIOR}"
    ));
    assert_eq!(people(&file).len(), 2);
    assert!(!file.decision.needs_an_answer(), "{:?}", file.decision);
}

/// Their columns are not those of the headings, so only the numbers show that they are people.
#[test]
fn people_without_headings_above_another_table_are_listed() {
    let file = read(
        "1,Ada Obi,0000014579,First Bank,150.00,100.00\n2,Ben Eze,0123456780,GTBank,250.00,200.00\n\
         Account Number,Net Pay,Name,Bank\n0234567890,300.00,Chi Ike,GTBank\n",
    );
    assert_eq!(people(&file), ["Chi Ike 0234567890 300.00"]);
    assert_eq!(skipped(&file), ["1 above_heading", "2 above_heading"]);
    for (row, is_person) in [
        // The bank is a code.
        ("Efe Nwosu,214,7950303673,765454.13,08094840237", true),
        ("Efe Nwosu,2500,7950303673", true),
        ("Efe Nwosu,KCB,7950303673,E001,\"KES3,500.26\"", true),
        ("Section total,12,3482961.92", false),
        ("Number of staff,12,1234567", false),
        ("Kola Foods,12,25/11/2026", false),
    ] {
        let file = read(&format!(
            "{row}\nNet Pay,Account Number,Bank,Narration,Name\n300.00,0234567890,GTBank,Pay,Chi Ike\n"
        ));
        let listed: &[&str] = if is_person { &["1 above_heading"] } else { &[] };
        assert_eq!(skipped(&file), listed, "{row}");
    }
}

/// A department's or a bank's name before a number is no label with its value, if the row says more than labels do.
#[test]
fn people_above_the_headings_are_no_labels() {
    for person in [
        "Asante,Kwame,233281119055,MTN Mobile Money,2114.08,Accounts,256661.08,39349138604",
        "Gozie Okafor,E011,Zenith Bank,799633.19,,A532382791Z,Accounts,7874128045",
        "Ada Obi,GTBank,Salary,250000,Accounts,0123456789",
    ] {
        let file = read(&format!("{person}\nName,Account Number,Bank,Amount\n{JUNIOR}"));
        assert_eq!(skipped(&file), ["1 above_heading"], "{person}");
    }
    for labels in [
        "Account Number:,0123456789,Amount,300000.00",
        "Account Name:,Acme Ltd,Account Number,0123456785,Bank,GTBank,Amount:,300",
    ] {
        let file = read(&format!("{labels}\nName,Account Number,Bank,Amount\n{JUNIOR}"));
        assert_eq!(skipped(&file), [""; 0], "{labels}");
    }
}

/// Amounts cut at their own commas move all columns, so that a person's row has no name and no amount.
#[test]
fn a_person_directly_below_a_heading_is_no_row_of_units() {
    let file = read(
        "Name,Account,Bank,Gross,Grade,Net\nAda Obi,0000014579,First Bank,150,GL 1,100\n\
         Gross,Account,Grade,Name,Bank,Net\n91,328.36,0123456789,,GL 13,Yaw Obi,GTBank\n\
         200,0123456780,GL 1,Ben Eze,GTBank,190\n",
    );
    assert_eq!(skipped(&file), ["3 header_repeated"]);
    assert_eq!(people(&file).len(), 3);
}

/// Both headings stand in two rows, the lower ones in another order.
#[test]
fn a_heading_in_two_rows_rules_the_rows_below_it() {
    let file = read(
        "Name,Account,Bank,Gross,Net\n,Number,,Pay,Pay\nAda Obi,0000014579,First Bank,150.00,100.00\n\
         Net,Bank,Name,Gross,Account\nPay,,,Pay,Number\n200.00,GTBank,Ben Eze,250.00,0123456780\n",
    );
    assert_eq!(people(&file), ["Ada Obi 0000014579 100.00", "Ben Eze 0123456780 200.00"]);
}
