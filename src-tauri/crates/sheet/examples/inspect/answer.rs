//! The JSON that `inspect` prints, made from a file and its checked rows.

use std::collections::BTreeMap;

use paysheet_domain::{
    BankDirectory, CheckContext, CheckedRow, Currency, Field, Money, MoneyError, Problem, Severity,
    SourceRow, check_row, check_together, checks::cleaned_text,
};
use paysheet_sheet::{Ground, SheetFile};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error("the amounts do not add up: {0}")]
    Sum(#[from] MoneyError),
    #[error("the answer could not be put into JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// One row by itself.
pub fn check_one(ground: &Ground, row: &SourceRow) -> CheckedRow {
    let Ground { country, currency, convention } = *ground;
    check_row(row, &CheckContext { country, currency, convention, directory: BankDirectory::embedded() })
}

/// All rows together.
pub fn check_all(sheet: &SheetFile, checked: &mut [CheckedRow]) {
    let rows = sheet.rows.iter().zip(&*checked).enumerate();
    let together = check_together(rows.map(|(index, (row, checked))| (index, row.row, &checked.recipient)));
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

pub fn answer(sheet: &SheetFile, checked: &[CheckedRow], totals: &Totals) -> Result<Value, AnswerError> {
    let columns: Result<Vec<Value>, AnswerError> = sheet.columns.iter().map(column_json).collect();
    let rows: Vec<Value> =
        sheet.rows.iter().zip(checked).map(|(row, checked)| row_json(sheet, row, checked)).collect();
    let sheets = sheet.sheets.iter();
    let totals = totals.iter().map(|(currency, (count, sum))| {
        (currency.to_string(), json!({ "count": count, "sum": sum.digits() }))
    });
    Ok(json!({
        "file": { "kind": sheet.file.kind, "bytes": sheet.file.bytes, "sha256": sheet.file.sha256 },
        "sheets": sheets
            .map(|s| json!({ "name": s.name, "hidden": s.hidden, "rows": s.rows, "columns": s.columns }))
            .collect::<Vec<_>>(),
        "sheet": sheet.sheet,
        "headerRow": sheet.header_row,
        "columns": columns?,
        "country": sheet.country,
        "currency": sheet.currency,
        "convention": sheet.convention,
        "rows": rows,
        "skipped": sheet
            .skipped
            .iter()
            .map(|s| json!({ "row": s.row, "reason": s.reason, "text": s.text }))
            .collect::<Vec<_>>(),
        "problems": sheet
            .problems
            .iter()
            .map(|p| json!({ "cell": p.cell, "code": p.code, "severity": p.severity, "value": p.value }))
            .collect::<Vec<_>>(),
        "totals": totals.collect::<serde_json::Map<String, Value>>(),
    }))
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
        "row": row.row,
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
        Some(format!("{}{}", column.column, row.row))
    };
    row.address(field).or_else(in_column)
}
