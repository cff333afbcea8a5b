//! A row whose words say that its person is not to be paid waits for a decision, wherever the words are, in English and
//! French. They are never sent as narration.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::answer;
use paysheet_sheet::{ReadOptions, read_bytes};
use rust_xlsxwriter::{Format, Workbook};
use serde_json::Value;

/// Returns for each person the words of the file that say not to pay, and the narration.
fn people(csv: &str) -> Vec<(Option<String>, Option<String>)> {
    let file = read_bytes(csv.as_bytes(), &ReadOptions::default()).unwrap();
    let checked = answer::check_all(&file);
    let totals = answer::totals(&checked).unwrap();
    let told = serde_json::to_value(answer::answer(&file, &checked, &totals).unwrap()).unwrap();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let says = |row: &Value| {
        let problems = row["problems"].as_array().unwrap().iter();
        let mut says = problems.filter(|problem| problem["code"] == "file_says_not_to_pay");
        says.next().and_then(|problem| text(&problem["value"]))
    };
    told["rows"].as_array().unwrap().iter().map(|row| (says(row), text(&row["narration"]))).collect()
}

/// Reads one person with a cell more, under a heading of its own or none.
fn with_cell(heading: &str, cell: &str) -> (Option<String>, Option<String>) {
    let csv = format!(
        "Name,Account Number,Bank,Amount,{heading}\nAda Obi,0000014579,First Bank,100.00,\"{cell}\"\n\
         Ben Eze,0123456780,GTBank,200.00,\n"
    );
    let mut people = people(&csv);
    assert_eq!(people.len(), 2, "{csv}");
    assert_eq!(people.remove(1).0, None, "{csv}");
    people.remove(0)
}

/// Words that forbid payment wherever they are.
const FORBID: &[&str] = &[
    "SUSPENDED",
    "suspended - disciplinary",
    "Dead",
    "DECEASED",
    "STOP PAYMENT",
    "Stop",
    "HOLD",
    "on hold",
    "HOLD SALARY",
    "Salary on hold till further notice",
    "Resigned 31/10/2026",
    "LEFT",
    "Left the company",
    "Left in October",
    "Retired",
    "Duplicate",
    "REVERSED",
    "Paid",
    "Already paid",
    "Paid in cash",
    "Paid on 24 Nov",
    "do not pay",
    "DON'T PAY",
    "Not to be paid",
    "Terminated",
    "AWOL",
    "Suspendu",
    "Décédé",
    "Démissionné",
    "Retraité",
    "Ne pas payer",
    "À ne pas payer",
    "Payé",
    "Déjà payé",
    "Bloqué",
    "Arrêt de paiement",
    "Doublon",
    "Annulé",
    "do not process",
    "Do not transfer",
    "Not for payment",
    "Deferred",
    "KIV",
    "Pay next month",
    "To be paid later",
    "Rejected",
    "Already settled",
    "already collected",
    "Paid by hand",
    "By hand",
    "Western Union",
    "On unpaid leave",
    "On unpaid leave from 1 Nov",
    "Resign",
    "SUSP.",
    "Hold till Dec",
    "HOLD - no BVN",
    "Salary withheld",
    "Not entitled",
    "No pay",
    "Remove from list",
    "Skip this month",
    "Ignore this row",
    "Do not use",
    "Stopped by MD",
    "Double payment",
    "PAID TWICE",
    "Overpaid",
    "Opted out",
    "Ne pas traiter",
    "Sorti",
    "Départ",
    "Retenu",
    "Salaire retenu",
    "En attente",
    "Payé le 12/11",
    "Déjà perçu",
    "Perçu en espèces",
    "Remis en main propre",
    "À bloquer",
    "Rejeté",
    "Décès",
    "Exclu de la paie",
    "Amelipwa",
    "Ignore",
    "Delete this",
    "Not paying this month",
    "Nil pay",
    "Account dormant",
    "DCD",
];

#[test]
fn words_in_any_column_ask() {
    for heading in ["", "Remarks", "Status", "Narration", "Zebra", "Statut", "Comment"] {
        for words in FORBID {
            let (says, narration) = with_cell(heading, words);
            assert_eq!(says.as_deref(), Some(*words), "{heading}");
            assert_eq!(narration, None, "{heading} {words}");
        }
    }
}

#[test]
fn a_misspelt_flag_stops_as_well() {
    for heading in
        ["Suspendd", "StpPay", "StopPayy", "Stop Paymnt", "Bloquéé", "Ne pas paayer", "Ne pas payee"]
    {
        let says = with_cell(heading, "Yes").0;
        assert_eq!(says.as_deref(), Some(format!("{heading}: Yes").as_str()), "{heading}");
    }
    for heading in ["Actf", "Actve", "Aproved"] {
        let says = with_cell(heading, "No").0;
        assert_eq!(says.as_deref(), Some(format!("{heading}: No").as_str()), "{heading}");
    }
    assert_eq!(with_cell("PAYE", "0").0, None);
    for heading in ["Step", "Grade Step", "Black", "Post", "Band", "Rehired", "Stepped"] {
        assert_eq!(with_cell(heading, "1").0, None, "{heading}");
    }
}

/// Words about something else, below a heading.
const ABOUT_ELSE: &[(&str, &str)] = &[
    ("Narration", "November salary"),
    ("Narration", "Salary to be paid in November"),
    ("Narration", "PAYE"),
    ("Narration", "Household allowance"),
    ("Narration", "Paid leave allowance"),
    ("Narration", "Leave allowance"),
    ("Narration", "Deadline bonus"),
    ("Narration", "5 days left over from October"),
    ("Narration", "Frozen foods"),
    ("Narration", "Termination benefit"),
    ("Narration", "Cotisation retraite"),
    ("Narration", "Pension of retired teachers"),
    ("Narration", "Reversal of deduction"),
    ("Narration", "Refund of salary withheld in October"),
    ("Narration", "Reversed deduction Oct"),
    ("Narration", "Loan deduction stopped"),
    ("Narration", "2 days unpaid leave deducted"),
    ("Narration", "End of contract 31/12/2027"),
    ("Loan Status", "Paid"),
    ("Leave Allowance", "Paid"),
    ("Leave Type", "Paid"),
    ("Category", "Retired"),
    ("Role", "Exit"),
    ("Supervisor", "Mr. Awol"),
    ("Other Name", "Awol Deng"),
    ("Months Paid", "1"),
    ("Stop NHF", "Yes"),
    ("Excluded from Pension", "Y"),
    ("Retired Military", "Yes"),
    ("Paid by Transfer", "Yes"),
    ("Duplicate Check", "ok"),
    ("Remarks", "Not suspended"),
    ("Remarks", "Suspension lifted"),
    ("Remarks", "Released from hold"),
    ("Remarks", "Unpaid in October"),
    ("Remarks", "Not yet paid"),
    ("Remarks", "Non payé"),
    ("Address", "12 Bus Stop Road"),
    ("Department", "Left Wing Ward"),
    ("Department", "Retired Officers Welfare"),
    ("Status", "Active"),
    ("Statut", "Actif"),
    ("Status", "Unpaid"),
    ("", "x"),
    ("", "1"),
    ("Department", "Hold"),
    ("Location", "Stop"),
    ("Projet", "Retraite"),
    ("Section", "Cash"),
    ("Cost Centre", "Voucher"),
    ("Service", "Caisse"),
    ("Affectation", "Caisse"),
    ("Previous Month", "Paid"),
    ("13th Month", "Paid"),
    ("Bonus", "Paid"),
    ("Rent", "Paid"),
    ("Union Dues", "Paid"),
    ("Gratuity", "Paid"),
    ("Medical", "Stopped"),
    ("Levy", "Removed"),
    ("Deductions", "Stopped"),
    ("Next of kin", "Deceased"),
    ("Father", "Deceased"),
    ("Previous Bank", "Closed"),
    ("Remarks", "Replaced Chi who resigned"),
    ("Remarks", "Took over from Chi (deceased)"),
    ("Remarks", "Previously suspended"),
    ("Remarks", "Do not pay overtime"),
    ("Remarks", "Not entitled to overtime"),
    ("Remarks", "Opted out of the pension"),
    ("Remarks", "Household: no change"),
    ("Hold Reason", "N/A"),
    ("Hold Reason", "-"),
    ("Remarks", "Départ en congé"),
    ("Avance", "Réglée"),
    ("ID Card", "Closed"),
    ("Last Payment", "Paid Oct 2026"),
];

#[test]
fn words_about_something_else_ask_nothing() {
    for (heading, words) in ABOUT_ELSE {
        assert_eq!(with_cell(heading, words).0, None, "{heading}: {words}");
    }
}

#[test]
fn a_flag_that_stops_or_does_not_include_asks() {
    for (heading, cell, asks) in [
        ("StopPay", "1", true),
        ("StopPay", "0", false),
        ("StopPay", "", false),
        ("Stop", "yes", true),
        ("On Hold?", "x", true),
        ("HOLD", "N", false),
        ("Suspended", "TRUE", true),
        ("Suspended", "FALSE", false),
        ("Bloqué", "oui", true),
        ("Bloqué", "non", false),
        ("Exclude", "Y", true),
        ("Active", "No", true),
        ("Active", "Yes", false),
        ("Actif", "non", true),
        ("Is Active", "0", true),
        ("To Pay", "NO", true),
        ("Already Paid", "yes", true),
        ("Payé", "Oui", true),
        ("Payé", "Non", false),
        ("PAYE", "Yes", false),
        ("A payer (O/N)", "N", true),
        ("A payer (O/N)", "O", false),
        ("Payer ?", "Non", true),
        ("Active (Y/N)", "N", true),
        ("Active Y/N", "N", true),
        ("Pay (Yes/No)", "No", true),
        ("Bloqué (O/N)", "O", true),
        ("Bloqué (O/N)", "N", false),
        ("Include in payroll", "No", true),
        ("Eligible for pay", "N", true),
        ("Process", "No", true),
        ("Approved", "No", true),
        ("DNP", "Y", true),
        ("Exited", "Yes", true),
        ("Left", "Yes", true),
        ("Ghost", "Yes", true),
        ("Hold Reason", "Missing documents", true),
        ("Reason for suspension", "Query of October", true),
    ] {
        let expected = asks.then(|| format!("{heading}: {cell}"));
        assert_eq!(with_cell(heading, cell).0, expected, "{heading} {cell}");
    }
}

#[test]
fn words_of_status_count_below_a_heading_of_places() {
    for (heading, cell) in [
        ("Department", "SUSPENDED"),
        ("Location", "On hold"),
        ("Designation", "Resigned 31/10/2026"),
        ("Remarks", "Resigned, replaced by Chi"),
        ("Remarks", "Replaced by Chi - resigned"),
    ] {
        assert_eq!(with_cell(heading, cell).0.as_deref(), Some(cell), "{heading}: {cell}");
    }
}

/// Reads a column of a mark or of a mode that stands for the row above it.
fn below_each_other(heading: &str, cells: [&str; 4]) -> Vec<(bool, Option<String>)> {
    let row = |(at, cell): (usize, &str)| format!("Ada Obi {at},000001457{at},First Bank,{at}00.00,{cell}");
    let rows: Vec<String> = cells.into_iter().enumerate().map(row).collect();
    let csv = format!("Name;Account Number;Bank;Amount;{heading}\n{}\n", rows.join("\n").replace(',', ";"));
    people(&csv).into_iter().map(|(says, narration)| (says.is_some(), narration)).collect()
}

#[test]
fn a_ditto_mark_repeats_what_says_not_to_pay() {
    for (heading, cells, expected) in [
        ("Remarks", ["", "On hold", "-do-", "do"], [false, true, true, true]),
        ("Remarks", ["On hold", "do", "", "do"], [true, true, false, false]),
        ("Narration", ["Salary", "On hold", "ditto", "Salary"], [false, true, true, false]),
        ("Mode", ["Bank", "Cash", "do", "idem"], [false, true, true, true]),
        ("Mode", ["Cash", "Bank", "do", "do"], [true, false, false, false]),
        ("Remarks", ["ok", "\u{3003}", "do", "ok"], [false, false, false, false]),
    ] {
        let people = below_each_other(heading, cells);
        let said: Vec<bool> = people.iter().map(|(says, _)| *says).collect();
        assert_eq!(said, expected, "{heading} {cells:?}");
        let is_sent = |(says, narration): &(bool, Option<String>)| *says && narration.is_some();
        assert!(!people.iter().any(is_sent), "{people:?}");
    }
}

#[test]
fn merged_cells_say_so_of_all_their_rows() {
    for (heading, first, others) in
        [("Remarks", "", "SUSPENDED"), ("Mode", "Bank", "Cash"), ("Narration", "Salary", "On hold")]
    {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        let line = |at: u32| {
            ["Ada Obi".to_owned(), format!("000001457{at}"), "First Bank".to_owned(), "5".to_owned()]
        };
        let headings = ["Name", "Account Number", "Bank", "Amount", heading].map(str::to_owned);
        sheet.write_row(0, 0, headings).unwrap();
        for at in 1..5 {
            sheet.write_row(at, 0, line(at)).unwrap();
        }
        sheet.write(1, 4, first).unwrap();
        sheet.merge_range(2, 4, 4, 4, others, &Format::new()).unwrap();
        let file = read_bytes(&workbook.save_to_buffer().unwrap(), &ReadOptions::default()).unwrap();
        let said: Vec<bool> = file.rows.iter().map(|row| row.not_to_pay.is_some()).collect();
        assert_eq!(said, [false, true, true, true], "{heading}");
    }
}

/// The title of a section may look like the second row of the headings.
#[test]
fn a_title_below_a_flag_hides_it_from_nobody() {
    for (flag, cell) in [("On Hold", "x"), ("Include", "no"), ("Stop Payment", "x")] {
        let text = format!(
            "{flag},Staff No,Name,Bank,Account Number,Amount,,\nHEAD OFFICE,,,,,,Bank,Total Amount\n\
             {cell},E001,Ada Obi,First Bank,0000014579,100.00,GTBank,700\n\
             ,E002,Ben Eze,GTBank,0123456785,200.00,First Bank,300\n"
        );
        let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
        let said = file.rows.first().and_then(|row| row.not_to_pay.as_ref());
        assert_eq!(said.map(|said| said.value.text().to_owned()), Some(format!("{flag}: {cell}")), "{text}");
    }
}

#[test]
fn words_beside_a_name_ask_and_names_do_not() {
    for (name, asks) in [
        ("Ada Obi (SUSPENDED)", true),
        ("Ada Obi - Dead", true),
        ("Ada Obi (late)", true),
        ("ADA OBI DECEASED", true),
        ("Ada Obi *resigned*", true),
        ("Ada Obi / stop", true),
        ("Awa Diop (suspendue)", true),
        ("Ada Obi (retired)", true),
        ("Caisse de Retraite", false),
        ("Retired Teachers Union", false),
        ("Mohammed, Awol", false),
        ("Gele Obi", false),
        ("Michael Hold", false),
        ("Dead-Wood Ama", false),
        ("Left Chukwu", false),
        ("Stop Ama-Paid", false),
    ] {
        let csv = format!("Name,Account Number,Bank,Amount\n\"{name}\",0000014579,First Bank,100.00\n");
        assert_eq!(people(&csv)[0].0.is_some(), asks, "{name}");
    }
}

#[test]
fn words_in_place_of_the_amount_ask() {
    let csv =
        "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,HOLD\nBen Eze,STOPPED,GTBank,5.00\n";
    let said: Vec<_> = people(csv).into_iter().map(|(says, _)| says.unwrap()).collect();
    assert_eq!(said, ["HOLD", "STOPPED"]);
}
