//! Compares what was read of a made-up payroll with the truth, person by person and to the last digit.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{
    BankDirectory, CheckContext, CheckedRow, Column, Field, ProblemCode, Severity, check_row,
    checks::comparable,
};
use paysheet_sheet::{Decision, ReadOptions, SheetFile, SkipReason, read_bytes};

use super::payroll::{Payroll, Person};

/// What became of one payroll.
#[derive(Debug, Default)]
pub struct Verdict {
    /// What the window would ask about the table.
    pub questions: Vec<String>,
    /// People who are neither read nor listed.
    pub lost: Vec<String>,
    /// Amounts and accounts read otherwise than the truth without a question, people who are skipped or not asked
    /// about, and rows that are nobody and would be paid.
    pub misread: Vec<String>,
    /// Names, banks and currencies read otherwise without a question.
    pub otherwise: Vec<String>,
    /// Columns that are taken without a question.
    pub silent: Vec<SilentColumn>,
}

#[derive(Debug)]
pub struct SilentColumn {
    pub field: Field,
    pub header: String,
    /// In percent.
    pub confidence: u8,
    pub is_right: bool,
}

impl Verdict {
    /// Returns everything that must not be.
    pub fn faults(&self) -> Vec<String> {
        let wrong = self.silent.iter().filter(|column| !column.is_right);
        let wrong = wrong.map(|column| {
            format!("{:?} is taken for {} ({} %)", column.header, column.field, column.confidence)
        });
        [&self.lost, &self.misread, &self.otherwise].into_iter().flatten().cloned().chain(wrong).collect()
    }
}

/// Reads a payroll and compares it.
pub fn judge(payroll: &Payroll) -> Verdict {
    let file = match read_bytes(&payroll.bytes, &ReadOptions::default()) {
        Ok(file) => file,
        // The user is told, and chooses the columns.
        Err(error) => {
            return Verdict { questions: vec![format!("not read: {}", error.code())], ..Verdict::default() };
        }
    };
    let questions = questions(&file);
    if file.sheet != payroll.sheet {
        let is_named = file.decision.also_payrolls.contains(&payroll.sheet);
        let is_asked = is_named || file.decision.needs_an_answer();
        let misread = if is_asked { Vec::new() } else { vec![format!("sheet {} is read", file.sheet)] };
        return Verdict { questions, misread, ..Verdict::default() };
    }
    let asked = Asked::of(&file.decision);
    let mut verdict = Verdict { questions, ..Verdict::default() };
    verdict.lost = lost(payroll, &file);
    verdict.silent = silent(payroll, &file, &asked);
    compare(payroll, &file, &asked, &mut verdict);
    verdict
}

/// Returns what the window would ask about a file.
fn questions(file: &SheetFile) -> Vec<String> {
    let decision = &file.decision;
    let missing = decision.missing.iter().map(|field| format!("missing {field}"));
    let header = |letters: &str| {
        let column = file.columns.iter().find(|column| column.column == letters);
        column.map(|column| comparable(&column.header)).unwrap_or_default()
    };
    let unsure = decision.unsure.iter();
    let unsure =
        unsure.map(|unsure| format!("{} {} ({})", unsure.reason, unsure.field, header(&unsure.column)));
    let tables = decision.other_tables.iter().map(|_| "other_table".to_owned());
    let totals = decision.differing_totals.iter().map(|_| "differing_total".to_owned());
    let sheets = decision.also_payrolls.iter().map(|_| "other_sheet".to_owned());
    let hidden = decision.sheet_is_hidden.then(|| "hidden_sheet".to_owned());
    missing.chain(unsure).chain(tables).chain(totals).chain(sheets).chain(hidden).collect()
}

/// What a question is about.
struct Asked {
    fields: BTreeSet<Field>,
    /// Whether the user is asked about the rows as a whole.
    is_about_rows: bool,
}

impl Asked {
    fn of(decision: &Decision) -> Self {
        let unsure = decision.unsure.iter().map(|unsure| unsure.field);
        let is_about_rows = !decision.other_tables.is_empty() || !decision.differing_totals.is_empty();
        Self { fields: unsure.chain(decision.missing.iter().copied()).collect(), is_about_rows }
    }

    fn is_about(&self, fields: &[Field]) -> bool {
        self.is_about_rows || fields.iter().any(|field| self.fields.contains(field))
    }
}

/// People who are neither among the rows nor listed as skipped.
fn lost(payroll: &Payroll, file: &SheetFile) -> Vec<String> {
    let read = file.rows.iter().filter_map(|row| row.origin.number());
    let known: BTreeSet<u32> = read.chain(file.skipped.iter().map(|skipped| skipped.row)).collect();
    let gone = payroll.people.iter().filter(|person| !known.contains(&person.row));
    gone.map(|person| format!("row {} is lost: {}", person.row, person.name)).collect()
}

/// Returns the columns that are taken for a field without a question about it.
fn silent(payroll: &Payroll, file: &SheetFile, asked: &Asked) -> Vec<SilentColumn> {
    let used = file.columns.iter().filter_map(|column| Some((column, column.field?)));
    let header = file.header_row.unwrap_or(0);
    let truth = payroll.headings.range(..=header).next_back().map(|(_, fields)| fields);
    let silent = used.filter(|(_, field)| !asked.fields.contains(field));
    let judged = silent.map(|(column, field)| {
        let at = column.column.parse::<Column>().map_or(usize::MAX, |column| usize::from(column.0));
        SilentColumn {
            field,
            header: column.header.clone(),
            confidence: column.confidence,
            is_right: truth.and_then(|truth| truth.get(at)).is_some_and(|fields| fields.contains(&field)),
        }
    });
    judged.collect()
}

/// Compares each row with the person of the truth.
fn compare(payroll: &Payroll, file: &SheetFile, asked: &Asked, verdict: &mut Verdict) {
    let context = CheckContext {
        country: file.country,
        currency: file.currency,
        directory: BankDirectory::embedded(),
        convention: file.convention,
    };
    let mut people: BTreeMap<u32, &Person> =
        payroll.people.iter().map(|person| (person.row, person)).collect();
    for row in &file.rows {
        let number = row.origin.number().unwrap_or(0);
        let checked = check_row(row, &context);
        let Some(person) = people.remove(&number) else {
            if is_payable(&checked) && !asked.is_about(&[Field::AccountNumber, Field::Amount]) {
                verdict.misread.push(format!("row {number} is nobody and would be paid"));
            }
            continue;
        };
        let differing = Differing { person, checked: &checked, asked };
        verdict.misread.extend(differing.money().map(|what| format!("row {number}: {what}")));
        verdict.otherwise.extend(differing.others().map(|what| format!("row {number}: {what}")));
    }
    // Rows above the headings are listed, and counted beside the people.
    let is_silent = |row: u32| {
        file.skipped.iter().any(|skipped| skipped.row == row && skipped.reason != SkipReason::AboveHeading)
    };
    let is_asked = asked.is_about(&[Field::AccountNumber, Field::Amount, Field::Name]);
    let skipped = people.values().filter(|person| person.amount.is_some() && !is_asked);
    let skipped = skipped.filter(|person| is_silent(person.row));
    verdict.misread.extend(skipped.map(|person| format!("row {} is skipped: {}", person.row, person.name)));
}

struct Differing<'a> {
    person: &'a Person,
    checked: &'a CheckedRow,
    asked: &'a Asked,
}

impl Differing<'_> {
    /// Whether the user is asked about a field, in the file or in the row.
    fn asks(&self, fields: &[Field]) -> bool {
        let problems = &self.checked.problems;
        let of_row = problems.iter().filter_map(|problem| problem.field).any(|field| fields.contains(&field));
        let is_ragged = problems.iter().any(|problem| problem.code == ProblemCode::RowRagged);
        of_row || is_ragged || self.asked.is_about(fields)
    }

    /// Returns what of the amount and the account differs, and whether it is asked if the person is to be paid.
    fn money(&self) -> Option<String> {
        let Self { person, checked, .. } = self;
        let recipient = &checked.recipient;
        let amount = recipient.amount.map(|amount| amount.digits());
        let bare =
            |amount: &Option<String>| amount.as_ref().map(|text| text.trim_end_matches(".00").to_owned());
        if bare(&amount) != bare(&person.amount) && !self.asks(&[Field::Amount]) {
            return Some(format!("{amount:?} in place of {:?}", person.amount));
        }
        if recipient.account_number.as_deref() != Some(&person.account) && !self.asks(&[Field::AccountNumber])
        {
            return Some(format!("account {:?} in place of {}", recipient.account_number, person.account));
        }
        if person.is_amount_asked && !self.asks(&[Field::Amount]) {
            return Some(format!("{amount:?} is paid without a question"));
        }
        let is_asked = checked.problems.iter().any(|problem| problem.code == ProblemCode::FileSaysNotToPay);
        let is_open = self.asks(&[Field::Name, Field::Narration]) || (person.may_be_stopped && is_asked);
        (is_asked != person.is_stopped && !is_open).then(|| format!("asks whether to pay: {is_asked}"))
    }

    /// Returns what of the name, the bank and the currency differs.
    /// In another country the row has errors, and nobody is paid by it.
    fn others(&self) -> Option<String> {
        let Self { person, checked, .. } = self;
        let recipient = &checked.recipient;
        if recipient.name.as_deref() != Some(&person.name) && !self.asks(&[Field::Name]) {
            return Some(format!("name {:?} in place of {}", recipient.name, person.name));
        }
        let bank = recipient.bank_code.as_deref();
        if bank != Some(person.bank_code) && !self.asks(&[Field::BankName, Field::BankCode]) {
            return Some(format!("bank {bank:?} in place of {}", person.bank_code));
        }
        let is_asked = self.asks(&[Field::Currency, Field::Country, Field::Amount]);
        (recipient.currency != person.currency && !is_asked && is_payable(checked))
            .then(|| format!("{} in place of {}", recipient.currency, person.currency))
    }
}

fn is_payable(checked: &CheckedRow) -> bool {
    checked.problems.iter().all(|problem| problem.severity != Severity::Error)
}
