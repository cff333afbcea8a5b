//! Whom a row pays: the person, and not the company, the scheme or the label beside the name. Nobody is lost because of
//! what he is called, and the line of a group is nobody.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made::laid::{people, read, rest};
use paysheet_domain::{Country, Field};
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};

const ADA: &str = "0000014579,First Bank,100";
const BEN: &str = "0123456785,GTBank,200";

/// Returns the names of the people of a table with the headings, each with these cells.
fn names(headings: &str, ada: &str, ben: &str) -> Vec<String> {
    let text = format!("{headings},Account Number,Bank,Amount\n{ada},{ADA}\n{ben},{BEN}\n");
    let file = read(text.as_bytes());
    file.rows.iter().map(|row| row.text(Field::Name).unwrap_or_default()).collect()
}

#[test]
fn a_name_in_parts_is_better_than_another_name() {
    const PARTS: [&str; 2] = ["Ada Obi", "Ben Eze"];
    for (headings, ada, ben, expected) in [
        ("Company Name,First Name,Last Name", "Mills Ltd,Ada,Obi", "Mills Ltd,Ben,Eze", PARTS),
        ("Scheme Name,First Name,Last Name", "Cash for Work,Ada,Obi", "Cash for Work,Ben,Eze", PARTS),
        ("First Name,Last Name,Project Name", "Ada,Obi,Dam A", "Ben,Eze,Dam B", PARTS),
        ("First Name,Surname,Line Name", "Ada,Obi,Packing East", "Ben,Eze,Packing West", PARTS),
        ("Surname,Other Names,Training Name", "Obi,Ada,Sewing Two", "Eze,Ben,Sewing One", PARTS),
        ("Prénom,Nom,Nom du projet", "Ada,Obi,Barrage Nord", "Ben,Eze,Barrage Sud", PARTS),
        // A whole heading of a person, but everybody has the same name there.
        ("Account Name,First Name,Last Name", "Mills Payroll,Ada,Obi", "Mills Payroll,Ben,Eze", PARTS),
        ("Account Name,First Name,Last Name", "OBI ADA,Ada,Obi", "EZE BEN,Ben,Eze", ["OBI ADA", "EZE BEN"]),
        // Whoever has no name in parts may be a company.
        ("Company Name,First Name,Last Name", "Mills Ltd,,", "Farms Ltd,Ben,Eze", ["Mills Ltd", "Ben Eze"]),
        ("Company Name", "Mills Ltd", "Farms Ltd", ["Mills Ltd", "Farms Ltd"]),
        // The first name alone is nobody's whole name.
        ("Name,Surname", "Ada,Obi", "Ben,Eze", PARTS),
        ("Name,Surname", "Ada Obi,Obi", "Ben Eze,Eze", PARTS),
        ("First Name,Middle Name,Last Name", "Ada,N/A,Obi", "Ben,-,Eze", PARTS),
        ("First Name,Middle Name,Last Name", "Ada,Nil,Obi", "Ben,.,Eze", PARTS),
    ] {
        assert_eq!(names(headings, ada, ben), expected, "{headings}");
    }
}

#[test]
fn what_is_about_people_is_no_name() {
    for heading in [
        "Employee Contribution",
        "Staff Category",
        "Employee Group",
        "Member Number",
        "Beneficiary Count",
        "Staff Strength",
        "Employee Class",
        "Beneficiary Type",
        "Scheme Name",
        "Project Name",
        "School Name",
        "Branch Name",
        "Bank Name",
        "Father's Name",
        "Next of Kin Name",
        "Cotisation salarié",
        "Catégorie employé",
    ] {
        let text = format!(
            "{heading},Particulars of staff,Account Number,Bank Code,Amount\nAlpha One,Ada Obi,0000014579,011,100\n\
             Beta Two,Ben Eze,0123456785,058,200\n"
        );
        let file = read(text.as_bytes());
        let name = file.columns.iter().find(|column| column.column == "A").unwrap();
        assert_ne!(name.field, Some(Field::Name), "{heading}");
    }
    for heading in [
        "Employee Name",
        "Full Name as per bank",
        "Name of Staff (Surname & Initials)",
        "Worker",
        "A/C Holder",
        "Vendor",
    ] {
        assert_eq!(names(heading, "Ada Obi", "Ben Eze"), ["Ada Obi", "Ben Eze"], "{heading}");
    }
}

#[test]
fn a_payee_called_like_a_label_is_paid() {
    for (name, expected) in [
        ("Example Moyo", "4 Example Moyo | 3094254404 | 011 | 500.00"),
        ("Grand Total Stores", "4 Grand Total Stores | 3094254404 | 011 | 500.00"),
        ("Sub Total Ventures Ltd.", "4 Sub Total Ventures Ltd. | 3094254404 | 011 | 500.00"),
        ("Exemple Kouassi", "4 Exemple Kouassi | 3094254404 | 011 | 500.00"),
    ] {
        let text = format!(
            "Name,Account Number,Bank,Amount\nAda Obi,{ADA}\nBen Eze,{BEN}\n{name},3094254404,First Bank,500\nTotal,,,800\n"
        );
        let file = read(text.as_bytes());
        let person = people(&file).into_iter().nth(2).unwrap_or_default();
        assert!(person.starts_with(expected), "{name}: {person}");
        assert_eq!((file.rows.len(), rest(&file).as_str()), (3, "5 totals_row"), "{name}");
    }
}

#[test]
fn the_label_itself_is_nobody() {
    for (label, amount) in [
        ("Grand Total", "500"),
        // A sum above, debited from an account.
        ("Grand Total Stores", "300"),
        ("Sub Total Lagos", "300"),
        ("Example: Jane Doe", "500"),
        ("Example - Jane Doe", "500"),
        ("Example Employee", "500"),
        ("Total Debit Stores", "500"),
        ("Debit Account Stores", "500"),
    ] {
        let text = format!(
            "Name,Account Number,Bank,Amount\nAda Obi,{ADA}\nBen Eze,{BEN}\n{label},3094254404,First Bank,{amount}\n"
        );
        let file = read(text.as_bytes());
        assert_eq!((file.rows.len(), file.skipped.len()), (2, 1), "{label}");
    }
    // Without an account or a bank.
    for row in
        ["Example Moyo,,First Bank,500", "Grand Total Stores,3094254404,,500", "Grand Total Stores,,,500"]
    {
        let text = format!("Name,Account Number,Bank,Amount\nAda Obi,{ADA}\nBen Eze,{BEN}\n{row}\n");
        assert_eq!(read(text.as_bytes()).rows.len(), 2, "{row}");
    }
}

/// Whoever has a number among the people and a bank is a person, whose account is missing.
#[test]
fn a_numbered_payee_called_like_a_total_is_a_problem() {
    for (row, expected) in [
        ("3,Total Okafor,,First Bank,500", Some("4 Total Okafor | - | 011 | 500.00")),
        ("3,Sum Ting,,First Bank,500", Some("4 Sum Ting | - | 011 | 500.00")),
        (",Total Okafor,,First Bank,500", None),
        ("3,Total Okafor,,,500", None),
        ("3,Total,,First Bank,500", None),
        ("3,Total Staff,,First Bank,500", None),
        ("3,Grand Total,,First Bank,500", None),
    ] {
        let text = format!("S/N,Name,Account Number,Bank,Amount\n1,Ada Obi,{ADA}\n2,Ben Eze,{BEN}\n{row}\n");
        let third = people(&read(text.as_bytes())).into_iter().nth(2);
        let starts = third.as_deref().and_then(|third| Some(third.starts_with(expected?)));
        assert_eq!(
            (third.is_some(), starts),
            (expected.is_some(), expected.map(|_| true)),
            "{row}: {third:?}"
        );
    }
}

#[test]
fn fillers_are_nobodys_names() {
    for name in ["Vacant Position", "Poste vacant", "New Staff", "Test Test", "To be employed"] {
        let text = format!("Name,Account Number,Bank,Amount\nAda Obi,{ADA}\n{name},{BEN}\n");
        let filler = people(&read(text.as_bytes())).into_iter().nth(1).unwrap_or_default();
        assert!(filler.contains("name_"), "{name}: {filler}");
    }
}

/// A heading that is merged over two columns names both.
#[test]
fn a_name_in_two_columns_below_one_heading_is_a_question() {
    for (rows, expected) in [
        (["Ada,Obi", "Ben,Eze"], true),
        (["Ada Obi,Night", "Ben Eze,Day"], false),
        (["Ada Obi,", "Ben Eze,"], false),
    ] {
        let [ada, ben] = rows;
        let text = format!("Name,,Account Number,Bank,Amount\n{ada},{ADA}\n{ben},{BEN}\n");
        let unsure = read(text.as_bytes()).decision.unsure;
        let asked: Vec<_> = unsure.iter().map(|unsure| (unsure.column.as_str(), unsure.field)).collect();
        assert_eq!(asked, if expected { vec![("B", Field::Name)] } else { vec![] }, "{rows:?}");
    }
}

/// It may be the example of a template, filled in.
#[test]
fn a_payee_in_the_place_of_an_example_is_a_question() {
    let text = format!("Name,Account Number,Bank,Amount\nExample Moyo,{ADA}\nBen Eze,{BEN}\n");
    let file = read(text.as_bytes());
    assert_eq!(
        people(&file),
        [
            "2 Example Moyo | 0000014579 | 011 | 100.00 file_says_not_to_pay",
            "3 Ben Eze | 0123456785 | 058 | 200.00"
        ]
    );
}

#[test]
fn the_line_of_a_group_is_nobody() {
    for group in [
        "Administration (1)",
        "STORES (12)",
        "Entrepôt ( 3 )",
        "Security Guards (2) ",
        "Stores [2]",
        "Stores - 2",
        "Stores: 2",
    ] {
        let text = format!(
            "Employee,Account Number,Bank,Net Wage\n{group},,,300\nAda Obi,{ADA}\nBen Eze,{BEN}\nTotal,,,300\n"
        );
        let file = read(text.as_bytes());
        assert_eq!((file.rows.len(), rest(&file).as_str()), (2, "2 totals_row, 5 totals_row"), "{group}");
        assert_eq!(file.decision.differing_totals, [], "{group}");
    }
    // Somebody with an account, or without a count.
    for (row, expected) in [
        ("Ada Obi (2),0000014579,First Bank,100", 2),
        ("Ada Obi (2),,First Bank,100", 2),
        ("Ada Obi (Mrs),,,100", 2),
        ("Ada Obi,,,100", 2),
    ] {
        let text = format!("Employee,Account Number,Bank,Net Wage\n{row}\nBen Eze,{BEN}\n");
        assert_eq!(read(text.as_bytes()).rows.len(), expected, "{row}");
    }
}

fn read_in(country: Country, text: &str) -> SheetFile {
    read_bytes(text.as_bytes(), &ReadOptions { country: Some(country), ..ReadOptions::default() }).unwrap()
}

#[test]
fn headings_of_other_languages_are_known() {
    for (country, bank, headings) in [
        (Country::TZ, "CRDB Bank", "Na.,Jina la Mfanyakazi,Namba ya Akaunti,Benki,Mshahara Halisi"),
        (Country::KE, "KCB", "NAMBARI,MAJINA,NAMBARI YA AKAUNTI,BENKI,MSHAHARA"),
        (Country::TZ, "CRDB Bank", "Na,Jina Kamili,Akaunti,Jina la Benki,Kiasi"),
        (Country::RW, "Bank of Kigali", "No,Amazina y'umukozi,Nimero ya konti,Banki,Umushahara uhembwa"),
        (Country::RW, "Bank of Kigali", "N°,Amazina,Konti,Banki,Amafaranga"),
        (Country::ZA, "Capitec Bank", "Nr,Naam en Van,Rekeningnommer,Bank,Netto Betaling"),
        (Country::ZA, "Capitec Bank", "Nr,Begunstigde,Rekening,Banknaam,Bedrag"),
        (Country::NG, "First Bank", "S/N,A/C Holder,A/C No,Bankers,Net Amount"),
    ] {
        let text =
            format!("{headings}\n1,Ada Obi,0000014579,{bank},500000\n2,Ben Eze,0000024575,{bank},500100\n");
        let file = read_in(country, &text);
        let fields: Vec<_> = file.columns.iter().filter_map(|column| column.field).collect();
        use Field as F;
        assert_eq!(fields, [F::Name, F::AccountNumber, F::BankName, F::Amount], "{headings}");
        assert_eq!((file.rows.len(), file.decision.needs_an_answer()), (2, false), "{headings}");
    }
}

#[test]
fn the_size_of_a_household_is_no_amount() {
    for heading in [
        "totalHHSize",
        "HH Size",
        "Total Household Size",
        "Family Size",
        "Household Members",
        "Taille du ménage",
    ] {
        let text = format!(
            "Phone,Full Name,Network,{heading}\n233244118203,Ada Obi,MTN,7\n233244126122,Ben Eze,MTN,4\n233244126123,Cid Ojo,MTN,9\n"
        );
        let file = read_in(Country::GH, &text);
        let is_amount = |field| field == Some(Field::Amount);
        assert!(!file.columns.iter().any(|column| is_amount(column.field)), "{heading}");
    }
}
