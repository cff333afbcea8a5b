//! The JSON that `inspect` prints, made from a file and its checked rows.

use std::collections::BTreeMap;

use paysheet_domain::{
    BankDirectory, CheckContext, CheckedRow, Country, Currency, Field, Money, MoneyError, Problem, Severity,
    SourceRow, check_row, check_together,
    checks::{DecimalConvention, cleaned_text},
};
use paysheet_sheet::{Decision, FileFacts, ParseDefaults, SheetFacts, SheetFile};
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error("the amounts do not add up: {0}")]
    Sum(#[from] MoneyError),
    #[error("the answer could not be put into JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Checks each row by itself, on all processors, and then all rows together.
pub fn check_all(sheet: &SheetFile) -> Vec<CheckedRow> {
    let ParseDefaults { country, currency, convention } = sheet.defaults();
    let context = CheckContext { country, currency, convention, directory: BankDirectory::embedded() };
    let mut checked: Vec<CheckedRow> = sheet.rows.par_iter().map(|row| check_row(row, &context)).collect();
    check_rows_together(sheet, &mut checked);
    checked
}

fn check_rows_together(sheet: &SheetFile, checked: &mut [CheckedRow]) {
    let rows = sheet.rows.iter().zip(&*checked).enumerate();
    let together =
        check_together(rows.map(|(index, (row, checked))| (index, row.origin, &checked.recipient)));
    for (index, problem) in together {
        if let Some(row) = checked.get_mut(index) {
            row.problems.push(problem);
        }
    }
}

/// Count and sum by currency.
pub type Totals = BTreeMap<Currency, (usize, Money)>;

/// Counts and sums of the rows without an error, by currency.
pub fn totals(checked: &[CheckedRow]) -> Result<Totals, AnswerError> {
    let mut totals = Totals::new();
    for row in checked.iter().filter(|row| row.problems.iter().all(|p| p.severity != Severity::Error)) {
        if let Some(amount) = row.recipient.amount {
            let currency = amount.currency();
            let (count, sum) = totals.entry(currency).or_insert_with(|| (0, Money::zero(currency)));
            *count += 1;
            *sum = sum.checked_add(amount)?;
        }
    }
    Ok(totals)
}

/// The whole answer. Its rows are made one by one as they are written: those of 200,000 people at once would take
/// more memory than the reading of their file may.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer<'a> {
    file: &'a FileFacts,
    sheets: &'a [SheetFacts],
    sheet: &'a str,
    header_row: Option<u32>,
    columns: Vec<Value>,
    /// Whether the window would show the columns and wait for an answer, and why.
    needs_answer: bool,
    questions: Vec<Value>,
    country: Country,
    currency: Currency,
    convention: DecimalConvention,
    rows: Rows<'a>,
    skipped: Vec<Value>,
    problems: Vec<Value>,
    totals: BTreeMap<String, Value>,
}

struct Rows<'a>(&'a SheetFile, &'a [CheckedRow]);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(sheet, checked) = self;
        serializer
            .collect_seq(sheet.rows.iter().zip(*checked).map(|(row, checked)| row_json(sheet, row, checked)))
    }
}

pub fn answer<'a>(
    sheet: &'a SheetFile,
    checked: &'a [CheckedRow],
    totals: &Totals,
) -> Result<Answer<'a>, AnswerError> {
    let totals = totals.iter().map(|(currency, (count, sum))| {
        (currency.to_string(), json!({ "count": count, "sum": sum.digits() }))
    });
    let skipped = sheet.skipped.iter();
    let problems = sheet.problems.iter();
    Ok(Answer {
        file: &sheet.file,
        sheets: &sheet.sheets,
        sheet: &sheet.sheet,
        header_row: sheet.header_row,
        columns: sheet.columns.iter().map(column_json).collect::<Result<_, _>>()?,
        needs_answer: sheet.decision.needs_an_answer(),
        questions: questions(&sheet.decision),
        country: sheet.country,
        currency: sheet.currency,
        convention: sheet.convention,
        rows: Rows(sheet, checked),
        skipped: skipped.map(|s| json!({ "row": s.row, "reason": s.reason, "text": s.text })).collect(),
        problems: problems
            .map(|p| json!({ "cell": p.cell, "code": p.code, "severity": p.severity, "value": p.value }))
            .collect(),
        totals: totals.collect(),
    })
}

/// Everything about the table that is asked before Check.
pub fn questions(decision: &Decision) -> Vec<Value> {
    let missing = decision.missing.iter().map(|field| json!({ "reason": "column_missing", "field": field }));
    let unsure = decision.unsure.iter().map(|unsure| {
        let mut question = json!({ "reason": unsure.reason, "column": unsure.column, "field": unsure.field });
        if let (Some(sum), Some(object)) = (&unsure.sum, question.as_object_mut()) {
            object.insert("sum".to_owned(), json!(sum));
        }
        question
    });
    let hidden = decision.sheet_is_hidden.then(|| json!({ "reason": "sheet_hidden" }));
    let sheets = (!decision.also_payrolls.is_empty())
        .then(|| json!({ "reason": "other_sheets", "sheets": decision.also_payrolls }));
    let tables = (!decision.other_tables.is_empty())
        .then(|| json!({ "reason": "other_tables", "rows": decision.other_tables }));
    let totals = decision.differing_totals.iter().map(|total| {
        json!({
            "reason": "total_differs", "kind": total.kind, "rows": [total.row], "stated": total.stated, "read": total.read,
            "explainedBy": total.rows,
        })
    });
    missing.chain(unsure).chain(hidden).chain(sheets).chain(tables).chain(totals).collect()
}

fn column_json(column: &paysheet_sheet::ColumnFacts) -> Result<Value, AnswerError> {
    let (whole, hundredths) = (column.confidence / 100, column.confidence % 100);
    let confidence: serde_json::Number = serde_json::from_str(&format!("{whole}.{hundredths:02}"))?;
    Ok(json!({
        "column": column.column, "header": column.header, "field": column.field, "confidence": confidence,
    }))
}

/// The file's own values, cleaned, before any suggestion; what only the directory knows fills gaps.
fn row_json(sheet: &SheetFile, row: &SourceRow, checked: &CheckedRow) -> Value {
    let own = |field| cleaned_text(row, field);
    let recipient = &checked.recipient;
    let problems: Vec<Value> =
        checked.problems.iter().map(|problem| problem_json(sheet, row, problem)).collect();
    json!({
        "row": row.origin,
        "name": recipient.name,
        "accountNumber": recipient.account_number,
        "bankName": own(Field::BankName).or_else(|| recipient.bank_name.clone()),
        "bankCode": recipient.bank_code.clone().or_else(|| own(Field::BankCode)),
        "branchCode": recipient.branch_code,
        "amount": recipient.amount.map(Money::digits),
        "currency": recipient.currency,
        "country": recipient.country,
        "narration": recipient.narration,
        "reference": recipient.reference,
        "employeeId": recipient.employee_id,
        "problems": problems,
    })
}

fn problem_json(sheet: &SheetFile, row: &SourceRow, problem: &Problem) -> Value {
    let mut json = json!({
        "cell": problem.field.and_then(|field| address(sheet, row, field)),
        "code": problem.code,
        "severity": problem.severity,
        "value": problem.value,
        "suggestion": problem.suggestion,
    });
    if !problem.rows.is_empty()
        && let Some(object) = json.as_object_mut()
    {
        object.insert("rows".to_owned(), json!(problem.rows));
    }
    json
}

/// The cell of a field; an empty cell's is in the field's column.
fn address(sheet: &SheetFile, row: &SourceRow, field: Field) -> Option<String> {
    let in_column = || {
        let column = sheet.columns.iter().find(|column| column.field == Some(field))?;
        Some(format!("{}{}", column.column, row.origin.number()?))
    };
    row.address(field).or_else(in_column)
}
