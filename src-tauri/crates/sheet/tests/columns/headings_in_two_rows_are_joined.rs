//! A heading whose words are in two rows: both rows together say what the column holds, and what is not understood is
//! asked about. The title of a section is no lower row.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_domain::Field;
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};

/// Columns of names, accounts, banks, amounts, other amounts and telephone numbers.
const PEOPLE: &str = "Ada Obi,0000014579,First Bank,100.50,70.25,08031234567\n\
                      Ben Eze,0123456785,GTBank,200.50,90.75,08051234567\n";

fn read(upper: &str, lower: &str) -> SheetFile {
    let text = format!("{upper}\n{lower}\n{PEOPLE}");
    read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap()
}

/// Returns the columns of the account and the amount, with the questions: `B D; D amount doubtful`.
fn outcome(file: &SheetFile) -> String {
    let columns = &file.decision.mapping.columns;
    let column = |field: Field| {
        let mapped = columns.iter().find(|mapped| mapped.field == field);
        mapped.map_or("-", |mapped| mapped.column.as_str())
    };
    let unsure = &file.decision.unsure;
    let unsure =
        unsure.iter().map(|unsure| format!("; {} {} {}", unsure.column, unsure.field, unsure.reason));
    let unsure: String = unsure.collect();
    format!("{} {}{unsure}", column(Field::AccountNumber), column(Field::Amount))
}

#[test]
fn two_rows_are_one_heading() {
    for (upper, lower, expected) in [
        // One heading that is known only with its lower word is enough.
        ("Nom,Numéro,Banque,Montant,Net,Tél", ",de compte,,,du mois précédent,", "B D"),
        ("Name,Account,Bank,Net Pay,Post,Phone", ",Number,,,No,", "B D"),
        ("Nom,Numéro,Banque,Salaire,N°,Tél", ",de compte,,,ordre,", "B D"),
        // The upper word is the name of a bank, too.
        ("First,Account,Bank,Net Pay,Tax,Phone", "Name,No,,,,", "B D"),
        ("Name,MoMo,Bank,Net Payable,Transport,Phone", ",Number:,,,Allowance,Number:", "B D"),
        // Unknown words are a question, and the telephone is no account.
        ("Nom,Compte,Banque,Net,Prime,Tél", ",tontine,,,,", "B D; B account_number doubtful"),
        ("Nom,Numéro,Banque,Net,Prime,Tél", ",de compte,,à payer zébu,,", "B D; D amount doubtful"),
        ("Nom,Compte,Banque,Salaire,Prime,Tél", ",,,net kito,,", "B D; D amount doubtful"),
        (
            "Nom,Compte,Banque,Salaire,Cotisation,Tél",
            ",tontine,,net kito,IPRES,",
            "B D; B account_number doubtful; D amount doubtful",
        ),
        // The lower row alone has words of an amount and of an account.
        ("Nom,Compte,Banque,Salaire,Numéro,Grade", ",,,net kito,de téléphone,", "B D; D amount doubtful"),
        ("Nom,Compte,Banque,Montant,Salaire,Tél", ",,,tontine,net,", "B E"),
        // Behind a blank line.
        ("Nom,Compte,Banque,Net,Prime,Tél", ",,,,,\n,tontine,,,,", "B D; B account_number doubtful"),
        ("Nom,Numéro,Banque,Montant,Net,Tél", ",,,,,\n,de compte,,,du mois précédent,", "B D"),
        // A wrong letter makes a word of two known ones, and only one of them ends a heading.
        ("Nom,Numéro,Banque,Net,Compte,Tél", "du bénéficiairee,mobile money,,,comptable,", "B D"),
        (
            "Nom,Numéro,Nom,Net,N°,Tél",
            "du bénéficiairee,de comptee,de la banque,à payer:,CNI:,",
            "B D; B account_number doubtful",
        ),
    ] {
        let file = read(upper, lower);
        assert_eq!(outcome(&file), expected, "{upper} / {lower}");
        assert_eq!((file.header_row, file.rows.len()), (Some(1), 2), "{upper} / {lower}");
    }
}

#[test]
fn what_is_below_a_heading_is_no_part_of_it() {
    for (upper, lower, people) in [
        // Titles of sections.
        ("#,Account Number,Bank,Net Pay,Name,Phone", "ACCOUNTS,,,,,", 2),
        ("Name,Account Number,Bank,Net Pay,Tax,Phone", "SECURITY,,,,,", 2),
        // A person without an account and an amount.
        ("Name,Account Number,Bank,Net Pay,Tax,Phone", "Cid Ojo,pending,Union Bank,pending,,", 3),
        ("Name,Account Number,Bank,Net Pay,Tax,Phone", "Cid Ojo,cash,,,,", 3),
        // Nothing else says that it is one: the name's heading and the bank are unknown.
        ("Who,Account Number,Bank,Net Pay,Tax,Phone", "Cid Ojo,pending,Mutual,pending,none,none", 3),
        ("Who,Account Number,Bank,Net Pay", "Cid Ojo,to follow,Mutual,later", 3),
        ("Payee,Account Number,Bank,Net Pay,Tax,Phone", "ACCOUNTS,,,,,", 2),
        // Titles behind a blank line.
        ("#,Account Number,Bank,Net Pay,Name,Phone", ",,,,,\nACCOUNTS,,,,,", 2),
        ("Name,Account Number,Bank,Net Pay,Tax,Phone", ",,,,,\nSECURITY,,,,,", 2),
        ("Name,Account Number,Bank,Net Pay,Tax,Phone", ",,,,,\n,PENSIONERS,,,,", 2),
        ("Name,Account Number,Bank,Net Pay,Tax,Phone", ",,,,,\n,,,PENSIONERS,,", 2),
    ] {
        let file = read(upper, lower);
        assert!(outcome(&file).starts_with("B D"), "{upper} / {lower}: {}", outcome(&file));
        assert_eq!(file.rows.len(), people, "{upper} / {lower}");
    }
}

/// A small table of banks begins beside the title of a section.
#[test]
fn a_title_beside_another_heading_lets_no_bank_in() {
    let text = "Account Number,Name,Sort Code,Net Pay,,,\n\
                SECURITY,,,,,Bank,Total\n\
                0000014579,Ada Obi,011,100.50,,GTBank,900.50\n\
                0123456785,Ben Eze,058,200.50,,,\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    let bank = file.columns.iter().find(|column| column.field == Some(Field::BankName));
    assert_eq!(bank.map(|column| column.header.as_str()), None);
    assert_eq!(outcome(&file).split(';').next(), Some("A D"));
}

/// The lower words of several headings may be those of other headings.
#[test]
fn the_lower_row_is_not_the_same_headings_in_another_order() {
    let upper = "No,Net,Arrears,Total,Bank,Mobile,Basic,Name,Cumulative,Acct,Post";
    let lower = ",,,,,No,Pay,,Net,No,No";
    let rows = "1,100.50,0,100.50,First Bank,08031234567,70,Ada Obi,900,0000014579,1\n\
                2,200.50,20,220.50,GTBank,08051234567,90,Ben Eze,800,0123456785,2\n";
    let file = read_bytes(format!("{upper}\n{lower}\n{rows}").as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(outcome(&file), "J D; D amount sum_of_others");
}

/// The lower row alone has better words, but the upper one names the amount.
#[test]
fn an_upper_row_with_headings_of_its_own_is_kept() {
    let text = "Employee,Beneficiary,BANK,Pension,Transport,Amount_to_Pay,Year,Welfare\n\
                Name:,Account,,(8%),Allowance,,to Date,Net Amount:\n\
                Ada Obi,0000014579,First Bank,9.50,70.50,100.50,900.50,40.50\n\
                Ben Eze,0123456785,GTBank,8.50,80.50,200.50,800.50,50.50\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(file.header_row, Some(1));
    assert!(outcome(&file).starts_with("B F") || file.decision.needs_an_answer(), "{}", outcome(&file));
}

/// The same, and the first row of a table beside the people is as low.
#[test]
fn words_of_a_table_beside_part_no_heading() {
    let text = "S/No.,FULL,Zebra,BANK,Service,Take,Year,Purpose,,,\n\
                ,NAME,Bank Account No,,No:,Home,to Date,,,Bank,Total Amount\n\
                1,Ada Obi,0000014579,First Bank,E001,100.50,900.50,Salary,,GTBank,900.50\n\
                2,Ben Eze,0123456785,GTBank,E002,200.50,800.50,Salary,,,\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    let expected = "C F; C account_number doubtful; J bank_name several_columns";
    assert_eq!((file.header_row, outcome(&file).as_str()), (Some(1), expected));
    let banks: Vec<_> = file.rows.iter().map(|row| row.text(Field::BankName).unwrap()).collect();
    assert_eq!(banks, ["First Bank", "GTBank"]);
}

/// Below the headings in another order, the table beside hides their second row. Nobody is paid by the first order.
#[test]
fn headings_whose_second_row_is_not_known_again_begin_another_table() {
    let text = "SN,Payee,A/C,Bank,Net,Tax,Grade,,,\n\
                ,,No,Name,Payable,,,,,\n\
                1,Ada Obi,0000014579,First Bank,100.50,9,B,,GTBank,900.50\n\
                Tax,Grade,Payee,Net,Bank,SN,A/C,,NCBA Bank,126311.17\n\
                ,,,Payable,Name,,No,,Family Bank,186971.13\n\
                9,B,Ben Eze,200.50,GTBank,2,0123456785,,,\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!((file.rows.len(), file.decision.other_tables.as_slice()), (1, [4].as_slice()));
}

/// `SECURITY` may be the title of the people below, or make another account of the one above.
#[test]
fn a_title_that_denies_the_account_above_it_is_a_question() {
    let text = "Account Number,Payroll No,Bank,Name,Phone,Net Pay\nSECURITY,,,,,\n\
                0000014579,E001,First Bank,Ada Obi,08031234567,100.50\n\
                0123456785,E002,GTBank,Ben Eze,08051234567,200.50\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(outcome(&file), "A F; A account_number doubtful");
}

/// Two columns have the same upper word. Their lower words tell them apart, below the reordered headings too.
#[test]
fn headings_in_two_rows_are_reordered_as_a_whole() {
    let text = "Salaire,Rappel,Total,Salaire,Nom,Banque,Numéro\n\
                net,,à payer,de base,,,de compte\n\
                100.50,0,100.50,70,Ada Obi,First Bank,0000014579\n\
                200.50,20,220.50,90,Ben Eze,GTBank,0123456785\n\
                Salaire,Total,Nom,Rappel,Banque,Numéro,Salaire\n\
                de base,à payer,,,,de compte,net\n\
                70,330.50,Cid Ojo,30,First Bank,0000014579,300.50\n\
                70,440.50,Dan Udo,40,GTBank,0123456785,400.50\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(outcome(&file), "G C; C amount sum_of_others");
    let amounts: Vec<String> = file.rows.iter().map(|row| row.text(Field::Amount).unwrap()).collect();
    assert_eq!(amounts, ["100.50", "220.50", "330.50", "440.50"]);
}

/// The title of a section below the ledger account is no part of it, and stands below the first headings only.
#[test]
fn a_title_below_the_first_heading_hides_no_sum() {
    let text = "GL Account,Net Pay,Arrears,Total Payable,Name,Bank,Account Number\n\
                STORES,,,,,,\n\
                6306,100.50,0,100.50,Ada Obi,First Bank,0000014579\n\
                6306,200.50,20,220.50,Ben Eze,GTBank,0123456785\n\
                Arrears,GL Account,Total Payable,Name,Bank,Account Number,Net Pay\n\
                30,6306,330.50,Cid Ojo,First Bank,0000014579,300.50\n\
                40,6306,440.50,Dan Udo,GTBank,0123456785,400.50\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(outcome(&file), "G D; D amount sum_of_others");
    assert_eq!(file.columns[0].header, "GL Account");
}
