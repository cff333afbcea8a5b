//! What a row of a file says, in one form for tables, JSON and stored callbacks.

use paysheet_domain::{CellValue, Report, ReportFields};
use paysheet_service::callback::{self, CallbackReport, Received};
use paysheet_sheet::{ListField, ListRow, ListedRecord, RecordContent, fields_of_json};
use serde_json::Value;

use crate::view::OutcomeProblem;

/// Most characters of a text that are shown and stored.
const TEXT_CHARS_MAX: usize = 300;
/// Names under which programs store the body or the query of a callback.
const STORED_BODIES: [&str; 5] = ["body", "payload", "query", "rawBody", "queryString"];

/// A row of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct FileRow {
    pub sheet: String,
    pub row: u32,
    pub references: Vec<String>,
    /// None if it says nothing.
    pub report: Option<Report>,
    pub code: String,
    pub status: String,
    pub message: String,
    pub amount: Option<CellValue>,
    pub currency: Option<String>,
    pub account: Option<String>,
    pub date: Option<String>,
    pub problem: Option<OutcomeProblem>,
}

impl FileRow {
    pub fn of(record: ListedRecord) -> Self {
        let ListedRecord { sheet, row, content } = record;
        let read = match content {
            RecordContent::Text(text) => of_text(&text).unwrap_or_else(|| Self {
                message: short(&text),
                problem: Some(OutcomeProblem::NotReadable),
                ..Self::default()
            }),
            RecordContent::Row(cells) => of_cells(&cells),
        };
        Self { sheet, row, ..read }
    }
}

/// Reads a record: as a callback, as a record that contains one, or as an object whose names are like headings.
fn of_text(text: &str) -> Option<FileRow> {
    callback(text).or_else(|| stored_callback(text)).or_else(|| {
        let cells = fields_of_json(text)?;
        let has_result = cells.text(ListField::Status).or(cells.text(ListField::Code)).is_some();
        has_result.then(|| of_cells(&cells))
    })
}

/// Reads a callback by its own rules: it means no more than if it had arrived here.
fn callback(text: &str) -> Option<FileRow> {
    let received = Received { body: text.as_bytes(), ..Received::default() };
    let CallbackReport { reference, report, code, status, message, amount, currency, provider_reference: _ } =
        callback::read(&received)?;
    Some(FileRow {
        references: vec![reference],
        report: Some(report),
        code,
        status: short(&status),
        message,
        amount: amount.map(|amount| CellValue::Text(amount.into())),
        currency,
        ..FileRow::default()
    })
}

fn stored_callback(text: &str) -> Option<FileRow> {
    let Ok(Value::Object(record)) = serde_json::from_str(text) else { return None };
    let bodies = STORED_BODIES.iter().filter_map(|name| record.get(*name));
    let mut read = bodies.filter_map(|body| match body {
        Value::String(body) => callback(body),
        Value::Object(_) => callback(&body.to_string()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    });
    read.next()
}

fn of_cells(cells: &ListRow) -> FileRow {
    let owned = |field| cells.text(field).map(short);
    let fields = ReportFields {
        code: cells.text(ListField::Code),
        status: cells.text(ListField::Status),
        is_shaped_like_reversal: cells.text(ListField::TransactionReference).is_some()
            && cells.text(ListField::UniqueReference).is_none()
            && cells.text(ListField::Amount).is_some(),
    };
    let report = Report::read_in_list(fields);
    let problem = match report {
        _ if cells.is_broken => Some(OutcomeProblem::BrokenCell),
        None => Some(OutcomeProblem::NoResult),
        Some(_) => None,
    };
    FileRow {
        references: cells.references.iter().map(|text| short(text)).collect(),
        report: report.filter(|_| !cells.is_broken),
        code: owned(ListField::Code).unwrap_or_default(),
        status: owned(ListField::Status).unwrap_or_default(),
        message: owned(ListField::Message).unwrap_or_default(),
        amount: cells.cells.get(&ListField::Amount).cloned().filter(|value| !is_blank(value)),
        currency: owned(ListField::Currency),
        account: owned(ListField::Account),
        date: owned(ListField::Date),
        problem,
        ..FileRow::default()
    }
}

/// A formula without a value is not blank: nobody knows what it says.
fn is_blank(value: &CellValue) -> bool {
    *value != CellValue::FormulaWithoutValue && value.text().trim().is_empty()
}

fn short(text: &str) -> String {
    text.chars().filter(|c| *c != '\0').take(TEXT_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> FileRow {
        let content = RecordContent::Text(text.to_owned());
        FileRow::of(ListedRecord { sheet: String::new(), row: 1, content })
    }

    #[test]
    fn a_stored_callback_means_what_the_callback_meant() {
        use Report::{Failed, PossibleReversal, Reversed, Successful, Unclear};
        for (text, expected) in [
            ("responsecode=00&ref=A", Some(Successful)),
            (r#"{"ref":"A","responsecode":"51"}"#, Some(Failed)),
            (r#"{"ref":"A","status":"completed"}"#, Some(Unclear)),
            (r#"{"ref":"A","responsecode":"00","txref":"7","amount":5}"#, Some(PossibleReversal)),
            (r#"{"method":"POST","body":"responsecode=00&ref=A"}"#, Some(Successful)),
            (r#"{"payload":{"ref":"A","status":"reversed"}}"#, Some(Reversed)),
            // The status of the record is not the callback's.
            (r#"{"reference":"9","status":"success","body":"responsecode=51&ref=A"}"#, Some(Failed)),
            (r#"{"transactionReference":"A","status":"Successful"}"#, Some(Successful)),
            (r#"{"transactionReference":"A"}"#, None),
            ("nonsense", None),
        ] {
            let row = read(text);
            assert_eq!(row.report, expected, "{text}");
            let is_read = row.problem.is_none() && row.references.first().is_some_and(|first| first == "A");
            assert_eq!(is_read, expected.is_some(), "{text}");
        }
    }

    #[test]
    fn a_row_shaped_like_a_reversal_is_no_success() {
        let mut cells = ListRow::default();
        for (field, text) in
            [(ListField::Code, "00"), (ListField::TransactionReference, "7"), (ListField::Amount, "5")]
        {
            cells.cells.insert(field, CellValue::Text(text.into()));
        }
        assert_eq!(of_cells(&cells).report, Some(Report::PossibleReversal));
        cells.cells.insert(ListField::UniqueReference, CellValue::Text("8".into()));
        assert_eq!(of_cells(&cells).report, Some(Report::Successful));
    }
}
