//! The people below a title such as NOT PAID or PAID IN CASH wait for a decision, up to the next title.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_domain::SourceRow;
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};
use rust_xlsxwriter::Workbook;

const HEADINGS: &str = "Name,Account Number,Bank,Amount";
const ADA: &str = "Ada Obi,0000014579,First Bank,100.00";
const BEN: &str = "Ben Eze,0123456780,GTBank,200.00";
const CHI: &str = "Chi Ike,0123456797,GTBank,300.00";

fn read(lines: &[&str]) -> SheetFile {
    read_bytes(lines.join("\n").as_bytes(), &ReadOptions::default()).unwrap()
}

/// What the file says of not paying each person, in the order of the rows.
fn said(file: &SheetFile) -> Vec<Option<String>> {
    let words = file.rows.iter().map(|row| row.not_to_pay.as_ref().map(|said| said.value.text().to_owned()));
    words.collect()
}

fn below(title: &str) -> Vec<Option<String>> {
    said(&read(&[HEADINGS, ADA, BEN, "TOTAL,,,300.00", "", &format!("\"{title}\""), CHI]))
}

#[test]
fn titles_that_forbid_payment() {
    for title in [
        "NOT PAID",
        "LIST OF STAFF NOT PAID THIS MONTH",
        "Unpaid staff",
        "ON HOLD",
        "SALARIES ON HOLD (2)",
        "Withheld salaries",
        "HELD",
        "DECEASED",
        "Deceased staff",
        "SUSPENDED STAFF",
        "STAFF ON SUSPENSION",
        "PAID IN CASH",
        "CASH PAYMENTS",
        "Cash",
        "STAFF PAID BY CHEQUE",
        "CHEQUES",
        "B. CASH LIST",
        "ALREADY PAID",
        "Already paid on 6 November",
        "ARREARS OF OCTOBER (ALREADY PAID 6 NOV)",
        "RESIGNED",
        "LEAVE WITHOUT PAY",
        "STOPPED SALARIES",
        "DO NOT PAY",
        "The following staff are not to be paid",
        "NB: do not pay these",
        "EXCLUDED",
        "Ghost workers",
        "NON PAYÉS",
        "PERSONNEL SUSPENDU",
        "AGENTS SUSPENDUS",
        "DÉCÉDÉS",
        "DÉJÀ PAYÉS",
        "PAYÉS EN ESPÈCES",
        "Espèces",
        "À NE PAS PAYER",
        "EN ESPÈCES",
        "Licenciés",
        "DÉMISSIONNAIRES",
        "PAID BY HAND",
        "Payment pending",
        "Staff who left in October",
        "Not by bank",
        "Dismissals",
        "Manual payment",
        "Do not process",
        "Pending",
        "Deferred payments",
        "Rejected",
        "Former staff",
        "Ex-staff",
        "Resignations",
        "AWOL staff",
        "Payment already made",
        "Settled in cash by the branch manager",
        "SECTION B - PAYMENT BY CASH",
        "Cash payment for the following",
        "À PAYER EN ESPÈCES",
        "Agents payés à la caisse",
        "SORTIS",
        "Départs",
        "EN ATTENTE",
    ] {
        assert_eq!(below(title), [None, None, Some(title.to_owned())], "{title}");
    }
}

#[test]
fn other_titles() {
    for title in [
        "PENSIONERS",
        "RETIRED STAFF",
        "CASUAL WORKERS",
        "CASH FOR WORK PROGRAMME",
        "Cash and Carry branch",
        "CASHIERS",
        "STAFF ON LEAVE",
        "STAFF TO BE PAID",
        "PAID THROUGH BANK",
        "LAGOS BRANCH",
        "Staff on hold not included",
        "Excluding suspended staff",
        "NEW STAFF",
        "Staff no longer suspended",
        "Retraités",
        "Contract staff",
        "Unpaid salaries of October 2026",
        "Held salaries released",
        "Withheld salaries released for payment",
        "Final settlement of terminated staff",
        "Pending approval of the board",
        "Payment pending approval",
        "Départs en congé",
    ] {
        assert_eq!(below(title), [None, None, None], "{title}");
    }
}

#[test]
fn a_title_is_about_everybody_up_to_the_next_one() {
    let dan = "Dan Ude,0123456807,GTBank,400.00";
    for (name, lines, expected) in [
        ("the next title", &[HEADINGS, ADA, "ON HOLD", BEN, "PENSIONERS", CHI][..], "-h-"),
        ("a total ends no list", &[HEADINGS, ADA, "ON HOLD", BEN, "TOTAL,,,200.00", CHI], "-hh"),
        ("a second title below it", &[HEADINGS, ADA, "ON HOLD", "Lagos", BEN, CHI], "-hh"),
        ("a blank row", &[HEADINGS, ADA, "ON HOLD", "", BEN, "", CHI], "-hh"),
        ("a signature", &[HEADINGS, ADA, "ON HOLD", BEN, "Checked by: Ada", CHI], "-hh"),
        ("headings again", &[HEADINGS, ADA, "", "ON HOLD", HEADINGS, BEN, CHI], "-hh"),
        ("above the headings", &["KOLA LTD", "STAFF PAID IN CASH", HEADINGS, ADA, BEN], "hh"),
        ("first, then the others", &[HEADINGS, "ON HOLD", ADA, "ACTIVE STAFF", BEN, CHI], "h--"),
        ("two lists", &[HEADINGS, ADA, "ON HOLD", BEN, "PAID IN CASH", CHI, "OTHERS", dan], "-hc-"),
        ("departments in it", &[HEADINGS, ADA, "ON HOLD", "Accounts Dept", BEN, "Admin Dept", CHI], "-hh"),
        ("a department below people", &[HEADINGS, ADA, "ON HOLD", BEN, "Admin Dept", CHI], "-hh"),
        ("then the active", &[HEADINGS, "ON HOLD", "Admin Dept", ADA, "Active staff", BEN, CHI], "h--"),
        ("then transfers", &[HEADINGS, "ON HOLD", "Admin Dept", ADA, "Paid by transfer", BEN, CHI], "h--"),
        ("a month below it", &[HEADINGS, ADA, "ON HOLD", "NOV 2026", BEN, "PENSIONERS", CHI], "-h-"),
        ("with its sum", &[HEADINGS, ADA, "ON HOLD,,,500.00", BEN, CHI], "-hh"),
        ("its total", &[HEADINGS, ADA, BEN, "TOTAL ON HOLD,,,0.00", CHI], "---"),
        ("its total, written otherwise", &[HEADINGS, ADA, BEN, "ON HOLD TOTAL,,,0.00", CHI], "---"),
    ] {
        let marks = said(&read(lines)).into_iter().map(|said| match said.as_deref() {
            None => '-',
            Some("ON HOLD") => 'h',
            Some(said) if said.contains("CASH") && lines.len() > 6 => 'c',
            Some(_) => 'h',
        });
        assert_eq!(marks.collect::<String>(), expected, "{name}");
    }
}

/// A person without an account is no title.
#[test]
fn a_group_with_its_sum_is_nobody() {
    for (name, is_title) in [
        ("PAID IN CASH", true),
        ("SUSPENDED STAFF", true),
        ("STAFF NOT PAID", true),
        ("Personnel suspendu", true),
        ("Dan Ude (suspended)", false),
        ("Dan Ude - cash", false),
        ("Lagos Branch", false),
    ] {
        let file = read(&[HEADINGS, ADA, BEN, &format!("{name},,,300.00"), CHI]);
        let chi = said(&file).pop().flatten();
        assert_eq!(chi.as_deref(), is_title.then_some(name), "{name}");
        assert_eq!(file.rows.len(), if is_title { 3 } else { 4 }, "{name}");
    }
}

#[test]
fn a_row_of_its_own_words_keeps_them() {
    let resigned = format!("{CHI},Resigned");
    let file = read(&[HEADINGS, ADA, BEN, "PAID IN CASH", &resigned]);
    assert_eq!(said(&file).pop().flatten().as_deref(), Some("Resigned"));
}

/// A rule for how payments are made is no title.
#[test]
fn notes_above_the_headings_forbid_nothing() {
    for note in [
        "Staff on suspension are not included in this schedule",
        "Note: do not pay without the approval of the director",
        "Salaries of staff who resigned are paid in cash at the head office only",
        "Exclude suspended staff",
        "Payroll without suspended staff",
        "Salaires sans les agents suspendus",
    ] {
        assert_eq!(said(&read(&[note, HEADINGS, ADA, BEN])), [None, None], "{note}");
    }
}

#[test]
fn titles_above_the_headings_forbid_payment() {
    for title in [
        "DO NOT PAY",
        "STAFF NOT TO BE PAID",
        "STAFF WHO HAVE BEEN SUSPENDED",
        "AGENTS SANS SOLDE",
        "LIST OF STAFF TO BE PAID IN CASH FOR THE MONTH OF NOVEMBER",
        "Note: the staff below are suspended",
        "NB: les agents ci-dessous sont suspendus",
        "STAFF NOT PAID,Acme Nigeria Limited",
        "STAFF NOT PAID,Nov 2026,Lagos,Acme",
    ] {
        let expected = Some(title.split(',').next().unwrap().to_owned());
        assert_eq!(said(&read(&[title, HEADINGS, ADA, BEN])), [expected.clone(), expected], "{title}");
    }
}

/// The people below headings of their own are another table. It is not read instead of the payroll.
#[test]
fn a_title_above_other_headings_is_heard() {
    let numbered = |at: u8, person: &str| format!("{at},{person},x");
    let (ada, ben, chi) = (numbered(1, ADA), numbered(2, BEN), numbered(3, CHI));
    let other = "No,Employee,Acct No,Bank Name,Amount,Reason";
    for (headings, title, expected) in [
        ("S/N,Name,Account Number,Bank,Net Pay", "STAFF NOT PAID", "2-"),
        ("S/N,Name,Account Number,Bank,Net Pay", "PENSIONERS", "5- 6-"),
        ("Ref,Who,Destination,Of,Net Pay", "STAFF NOT PAID", "5h 6h"),
    ] {
        let file = read(&[headings, &ada, title, other, &ben, &chi]);
        let row = |(row, said): (&SourceRow, Option<String>)| {
            format!("{}{}", u32::from(row.origin), said.map_or('-', |_| 'h'))
        };
        let people: Vec<String> = file.rows.iter().zip(said(&file)).map(row).collect();
        assert_eq!(people.join(" "), expected, "{headings} {title}");
    }
}

#[test]
fn the_name_of_the_sheet_is_a_title() {
    for (name, expected) in [
        ("Paid in cash", true),
        ("ON HOLD", true),
        ("Do not pay", true),
        ("November", false),
        ("Bank", false),
    ] {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.set_name(name).unwrap();
        for (row, line) in [HEADINGS, ADA, BEN].into_iter().enumerate() {
            for (column, text) in line.split(',').enumerate() {
                let (row, column) = (u32::try_from(row).unwrap(), u16::try_from(column).unwrap());
                sheet.write(row, column, text).unwrap();
            }
        }
        let file = read_bytes(&workbook.save_to_buffer().unwrap(), &ReadOptions::default()).unwrap();
        let expected = expected.then(|| name.to_owned());
        assert_eq!(said(&file), [expected.clone(), expected], "{name}");
    }
}

/// Rows that were classified while the file was still being parsed are below a title as well.
#[test]
fn a_list_in_a_long_file_is_asked() {
    let person = |at: usize| format!("Ada Obi {at},00000{at:05},First Bank,100.00");
    let people: Vec<String> = (0..1_500).map(person).collect();
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let lines = std::iter::once(HEADINGS).chain(people.iter().map(String::as_str));
    let lines = lines.chain(["PAID IN CASH", "Ben Eze,0123456780,GTBank,200.00"]);
    for (row, line) in lines.enumerate() {
        for (column, text) in line.split(',').enumerate() {
            let (row, column) = (u32::try_from(row).unwrap(), u16::try_from(column).unwrap());
            sheet.write(row, column, text).unwrap();
        }
    }
    let file = read_bytes(&workbook.save_to_buffer().unwrap(), &ReadOptions::default()).unwrap();
    let mut said = said(&file);
    assert_eq!(said.pop().flatten().as_deref(), Some("PAID IN CASH"));
    assert_eq!(said.iter().flatten().count(), 0);
}
