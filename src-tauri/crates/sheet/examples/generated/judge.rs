//! Compares what was read of a made-up payroll with the truth, person by person and to the last digit.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{BankDirectory, CheckContext, CheckedRow, Field, ProblemCode, Severity, check_row};
use paysheet_sheet::{Decision, ReadOptions, SheetFile, read_bytes};

use super::payroll::{Payroll, Person};

/// What became of one payroll.
#[derive(Debug, Default)]
pub struct Verdict {
    /// What the window would ask about the table.
    pub questions: Vec<String>,
    /// People who are neither read nor listed, read otherwise than the truth without a question, or not asked about.
    pub faults: Vec<String>,
}

/// Reads a payroll and compares it.
pub fn judge(payroll: &Payroll) -> Verdict {
    let file = match read_bytes(&payroll.bytes, &ReadOptions::default()) {
        Ok(file) => file,
        Err(error) => return Verdict { questions: Vec::new(), faults: vec![format!("not read: {error}")] },
    };
    let questions = questions(&file.decision);
    let mut faults = lost(payroll, &file);
    if questions.is_empty() {
        faults.extend(misread(payroll, &file));
    }
    Verdict { questions, faults }
}

fn questions(decision: &Decision) -> Vec<String> {
    let missing = decision.missing.iter().map(|field| format!("missing {field}"));
    let unsure = decision.unsure.iter().map(|unsure| format!("{} {}", unsure.reason, unsure.field));
    let tables = decision.other_tables.iter().map(|_| "other_table".to_owned());
    let totals = decision.differing_totals.iter().map(|_| "differing_total".to_owned());
    missing.chain(unsure).chain(tables).chain(totals).collect()
}

/// People who are neither among the rows nor listed as skipped.
fn lost(payroll: &Payroll, file: &SheetFile) -> Vec<String> {
    let read = file.rows.iter().filter_map(|row| row.origin.number());
    let known: BTreeSet<u32> = read.chain(file.skipped.iter().map(|skipped| skipped.row)).collect();
    let gone = payroll.people.iter().filter(|person| !known.contains(&person.row));
    gone.map(|person| format!("row {} is lost: {}", person.row, person.name)).collect()
}

/// People whose amount or account was read otherwise without a question, and rows that are nobody.
fn misread(payroll: &Payroll, file: &SheetFile) -> Vec<String> {
    let context = CheckContext {
        country: file.country,
        currency: file.currency,
        directory: BankDirectory::embedded(),
        convention: file.convention,
    };
    let mut people: BTreeMap<u32, &Person> =
        payroll.people.iter().map(|person| (person.row, person)).collect();
    let mut faults = Vec::new();
    for row in &file.rows {
        let number = row.origin.number().unwrap_or(0);
        let checked = check_row(row, &context);
        let Some(person) = people.remove(&number) else {
            if is_payable(&checked) {
                faults.push(format!("row {number} is nobody and would be paid"));
            }
            continue;
        };
        faults.extend(differing(person, &checked).map(|what| format!("row {number}: {what}")));
    }
    faults.extend(people.values().map(|person| format!("row {} is skipped: {}", person.row, person.name)));
    faults
}

fn differing(person: &Person, checked: &CheckedRow) -> Option<String> {
    let asks = |field| checked.problems.iter().any(|problem| problem.field == Some(field));
    let recipient = &checked.recipient;
    let kobo = recipient.amount.and_then(|amount| u64::try_from(amount.minor()).ok());
    if kobo != Some(person.kobo) && !asks(Field::Amount) {
        return Some(format!("{kobo:?} kobo in place of {}", person.kobo));
    }
    if recipient.account_number.as_deref() != Some(&person.account) && !asks(Field::AccountNumber) {
        return Some(format!("account {:?} in place of {}", recipient.account_number, person.account));
    }
    let is_asked = checked.problems.iter().any(|problem| problem.code == ProblemCode::FileSaysNotToPay);
    (is_asked != person.is_stopped).then(|| format!("asks whether to pay: {is_asked}"))
}

fn is_payable(checked: &CheckedRow) -> bool {
    checked.problems.iter().all(|problem| problem.severity != Severity::Error)
}
