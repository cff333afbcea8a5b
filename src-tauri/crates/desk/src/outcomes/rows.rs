//! What a row of a file says, in one form for tables, JSON and stored callbacks.

use paysheet_domain::{CallbackCode, CellValue, Reference, Report, ReportFields, WordKind};
use paysheet_service::callback::{self, CallbackReport, Received};
use paysheet_sheet::{ListField, ListRow, ListedRecord, RecordContent, fields_of_json};

use super::signs::{Direction, Signs, moved};
use crate::view::OutcomeProblem;

/// Most characters of a text that are shown and stored.
const TEXT_CHARS_MAX: usize = 300;

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
    /// The word of a statement for where the money went, as it is.
    pub direction: String,
    pub account: Option<String>,
    pub date: Option<String>,
    /// The status word from which its outcome would follow, if it were known.
    pub unknown_word: Option<String>,
    /// Who says that its word or its code means its report; none if its report needs no such reading.
    pub read_by: Option<String>,
    /// The same for its response code.
    pub unknown_code: Option<String>,
    /// What its status word means without its code; none if it has no word.
    pub word_report: Option<Report>,
    pub is_shaped_like_reversal: bool,
    /// Nobody said what its word or its code means.
    pub is_undecided: bool,
    /// It is a stored callback.
    pub is_callback: bool,
    /// It is a stored callback without a code: its status settles nothing.
    pub is_callback_without_code: bool,
    /// The code of a stored callback.
    pub callback_code: Option<CallbackCode>,
    pub problem: Option<OutcomeProblem>,
}

impl FileRow {
    /// Returns its word or code, if nobody knows it.
    pub fn unknown(&self, kind: WordKind) -> Option<&str> {
        match kind {
            WordKind::Status => self.unknown_word.as_deref(),
            WordKind::Code => self.unknown_code.as_deref(),
        }
    }

    /// Returns what it means, if its code means this. A success with the fields of a reversal may be one.
    pub fn of_its_shape(&self, report: Report) -> Report {
        let may_be_reversal = report == Report::Successful && self.is_shaped_like_reversal;
        if may_be_reversal { Report::PossibleReversal } else { report }
    }

    pub fn of(record: ListedRecord) -> Self {
        let ListedRecord { sheet, row, content } = record;
        let read = match content {
            RecordContent::Text(text) => of_text(&text).unwrap_or_else(|| Self {
                message: short(&text),
                problem: Some(OutcomeProblem::NotReadable),
                ..Self::default()
            }),
            RecordContent::Row(cells) => {
                let text = cells.record.as_deref();
                text.and_then(callback_in).unwrap_or_else(|| of_cells(&cells))
            }
        };
        Self { sheet, row, ..read }
    }
}

/// Reads a record: as a callback, as a record that contains one, or as an object whose names are like headings.
fn of_text(text: &str) -> Option<FileRow> {
    callback_in(text).or_else(|| {
        let cells = fields_of_json(text)?;
        let has_result = cells.text(ListField::Status).or(cells.text(ListField::Code)).is_some();
        has_result.then(|| of_cells(&cells))
    })
}

/// Reads a callback, or a record in which a program stored one, by the rules of callbacks: it means no more than if it had
/// arrived here.
fn callback_in(text: &str) -> Option<FileRow> {
    let received = Received { body: text.as_bytes(), ..Received::default() };
    let CallbackReport {
        reference,
        report,
        code,
        status,
        message,
        amount,
        currency,
        provider_reference: _,
        callback_code,
    } = callback::read(&received).or_else(|| callback::read_stored(text))?;
    Some(FileRow {
        references: vec![reference],
        report: Some(report),
        is_callback: true,
        is_callback_without_code: code.is_empty() && report == Report::Unclear,
        code,
        status: short(&status),
        message,
        amount: amount.map(|amount| CellValue::Text(amount.into())),
        currency,
        callback_code,
        ..FileRow::default()
    })
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
        unknown_word: Report::unknown_word(fields).filter(|_| !cells.is_broken).map(str::to_owned),
        unknown_code: Report::unknown_code(fields).filter(|_| !cells.is_broken).map(str::to_owned),
        word_report: Report::of_word(fields),
        is_shaped_like_reversal: fields.is_shaped_like_reversal,
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

impl FileRow {
    /// Returns an entry of a statement; none if no money moved.
    pub fn of_statement(record: ListedRecord, signs: Signs) -> Option<Self> {
        let ListedRecord { sheet, row, content } = record;
        let cells = match content {
            RecordContent::Row(cells) => cells,
            RecordContent::Text(_) => return Some(Self { sheet, row, ..Self::of_unreadable(&content) }),
        };
        let (direction, amount) = moved(&cells, signs)?;
        let texts = [ListField::Message, ListField::Name].map(|field| cells.text(field).unwrap_or_default());
        let all = [cells.references.join(" "), texts.join(" ")].join(" ");
        let references: Vec<String> = references_in(&all).collect();
        let (report, unknown_word) = match direction {
            None => (None, None),
            Some(Direction::Out) => {
                let (report, unknown_word) = debited(&cells);
                (Some(report), unknown_word.map(str::to_owned))
            }
            // Money that came back may be a reversal: somebody has to confirm it.
            Some(Direction::In) => (Some(Report::PossibleReversal), None),
        };
        let owned = |field| cells.text(field).map(short);
        Some(Self {
            sheet,
            row,
            references,
            report,
            unknown_word,
            status: owned(ListField::Status).unwrap_or_default(),
            direction: owned(ListField::Direction).unwrap_or_default(),
            problem: report.is_none().then_some(OutcomeProblem::NoDirection),
            message: short(all.trim()),
            amount: Some(amount),
            currency: owned(ListField::Currency),
            account: owned(ListField::Account),
            date: owned(ListField::Date),
            ..Self::default()
        })
    }

    fn of_unreadable(content: &RecordContent) -> Self {
        let message = match content {
            RecordContent::Text(text) => short(text),
            RecordContent::Row(_) => String::new(),
        };
        Self { message, problem: Some(OutcomeProblem::NotReadable), ..Self::default() }
    }
}

/// Returns what a debit means, and its status word if nobody knows what that means. Nothing follows from a debit of which the
/// statement itself says that it is not done, or may say so.
fn debited(cells: &ListRow) -> (Report, Option<&str>) {
    let fields = ReportFields {
        code: cells.text(ListField::Code),
        status: cells.text(ListField::Status),
        is_shaped_like_reversal: false,
    };
    // A word about a reversal is no other word for booked, whatever became of the reversal.
    let is_about_reversal = Report::read(fields) == Some(Report::PossibleReversal);
    match Report::read_in_list(fields) {
        None | Some(Report::Successful) if !is_about_reversal => (Report::Successful, None),
        Some(Report::Unclear) if fields.code.is_none() && !is_about_reversal => {
            let unknown = Report::unknown_word(fields);
            let is_booked = unknown.is_some_and(Report::is_booked_word);
            if is_booked { (Report::Successful, None) } else { (Report::Unclear, unknown) }
        }
        None | Some(_) => (Report::Unclear, None),
    }
}

/// Returns the parts of a text that have the form of a reference of ours.
fn references_in(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_uppercase);
    words.filter(|word| Reference::parse(word).is_some())
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
        use Report::{Contradictory, Failed, PossibleReversal, Reversed, Successful, Unclear};
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
            (r#"{"transactionReference":"A","result":"success","status":"failed"}"#, None),
            ("nonsense", None),
            // Nobody knows which of two results is the right one.
            ("responsecode=00&responsecode=51&ref=A", Some(Contradictory)),
            (r#"{"body":{"ref":"A","responsecode":"51","responsecode":"00"}}"#, Some(Contradictory)),
            (r#"{"query":"ref=A&responsecode=51","body":"ref=A&responsecode=00"}"#, Some(Contradictory)),
            (r#"{"query":"ref=B&responsecode=00","body":"ref=A&responsecode=00"}"#, None),
            (r#"{"transactionReference":"A","status":"failed","status":"Successful"}"#, None),
        ] {
            let row = read(text);
            assert_eq!(row.report, expected, "{text}");
            let is_read = row.problem.is_none() && row.references.first().is_some_and(|first| first == "A");
            assert_eq!(is_read, expected.is_some(), "{text}");
        }
    }

    #[test]
    fn a_callback_whose_status_settles_nothing_is_marked() {
        for (text, expected) in [
            (r#"{"ref":"A","status":"completed"}"#, true),
            ("ref=A&status=failed", true),
            (r#"{"payload":{"ref":"A","status":"completed"}}"#, true),
            // More names than callbacks have prove nothing: the service may add some.
            (r#"{"ref":"A","status":"completed","beneficiary":"Ada","createdAt":"2026-11-20"}"#, true),
            (r#"{"ref":"A","status":"reversed"}"#, false),
            (r#"{"ref":"A","responsecode":"02","status":"completed"}"#, false),
            (r#"{"reference":"A","status":"completed"}"#, false),
        ] {
            assert_eq!(read(text).is_callback_without_code, expected, "{text}");
        }
    }

    #[test]
    fn a_stored_callback_means_no_more_where_its_fields_were_named() {
        let paid = [(ListField::Reference, "A"), (ListField::Status, "Completed"), (ListField::Code, "00")];
        for (record, expected) in [
            (r#"{"ref":"A","status":"completed"}"#, Report::Unclear),
            (r#"{"payload":{"ref":"A","responsecode":"51"},"status":"Completed"}"#, Report::Failed),
            (r#"{"no":"A","end":"Completed","code":"00"}"#, Report::Successful),
        ] {
            let mut row = ListRow { record: Some(record.to_owned()), ..ListRow::default() };
            for (field, text) in paid {
                row.cells.insert(field, CellValue::Text(text.into()));
            }
            row.references.push("A".to_owned());
            let content = RecordContent::Row(row);
            let read = FileRow::of(ListedRecord { sheet: String::new(), row: 1, content });
            assert_eq!(read.report, Some(expected), "{record}");
        }
    }

    #[test]
    fn an_entry_of_a_statement_is_money_out_or_money_that_came_back() {
        use ListField as F;
        use Report::{PossibleReversal, Successful, Unclear};
        let ours = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let returned = format!("RETURNED/{}/x", ours.to_lowercase());
        for (cells, expected) in [
            (&[(F::Debit, "1,000.00")][..], Some((Successful, "1,000.00"))),
            (&[(F::Debit, "0.00"), (F::Credit, "5")], Some((PossibleReversal, "5"))),
            (&[(F::Debit, "-"), (F::Credit, "5")], Some((PossibleReversal, "5"))),
            (&[(F::Debit, "-5")], Some((PossibleReversal, "5"))),
            (&[(F::Debit, "5"), (F::Direction, "CR")], Some((PossibleReversal, "5"))),
            (&[(F::Debit, "-5"), (F::Direction, "DR")], Some((PossibleReversal, "5"))),
            (&[(F::SignedAmount, "-5")], Some((Successful, "5"))),
            (&[(F::SignedAmount, "5")], Some((PossibleReversal, "5"))),
            (&[(F::Amount, "-5")], Some((Successful, "5"))),
            (&[(F::Amount, "(5.00)")], Some((Successful, "5.00"))),
            (&[(F::Amount, "5"), (F::Direction, "DR")], Some((Successful, "5"))),
            (&[(F::Amount, "5"), (F::Direction, "Transfer")], Some((PossibleReversal, "5"))),
            (&[(F::Amount, "5")], Some((PossibleReversal, "5"))),
            (&[(F::Amount, "+5")], Some((PossibleReversal, "5"))),
            (&[(F::Amount, "5"), (F::Direction, "Sortie")], Some((Successful, "5"))),
            (&[(F::Debit, "5"), (F::Status, "Booked")], Some((Successful, "5"))),
            (&[(F::Debit, "5"), (F::Status, "Comptabilisée")], Some((Successful, "5"))),
            (&[(F::Debit, "5"), (F::Status, "Rejected")], Some((Unclear, "5"))),
            (&[(F::Debit, "5"), (F::Status, "Not booked")], Some((Unclear, "5"))),
            (&[(F::Debit, "5"), (F::Status, "✗ Booked")], Some((Unclear, "5"))),
            (&[(F::Debit, "5"), (F::Status, "Failed")], Some((Unclear, "5"))),
            (&[(F::Debit, "5"), (F::Status, "Pending")], Some((Unclear, "5"))),
            (&[(F::Debit, "5"), (F::Status, "Reversed")], Some((Unclear, "5"))),
            (&[(F::Debit, "5"), (F::Status, "Reversed by bank")], Some((Unclear, "5"))),
            (&[(F::Debit, "5"), (F::Code, "51")], Some((Unclear, "5"))),
            (&[(F::Debit, "5"), (F::Code, "E17"), (F::Status, "Booked")], Some((Unclear, "5"))),
            (&[(F::Credit, "5"), (F::Message, &returned)], Some((PossibleReversal, "5"))),
            (&[], None),
        ] {
            let mut row = ListRow::default();
            for (field, text) in cells {
                row.cells.insert(*field, CellValue::Text((*text).into()));
            }
            let content = RecordContent::Row(row);
            let signs = Signs { amounts: Some(Direction::Out), debits: Some(Direction::In) };
            let read = FileRow::of_statement(ListedRecord { sheet: String::new(), row: 1, content }, signs);
            let read = read.map(|row| (row.report.unwrap(), row.amount.unwrap().shown()));
            assert_eq!(read, expected.map(|(report, text)| (report, text.to_owned())), "{cells:?}");
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
