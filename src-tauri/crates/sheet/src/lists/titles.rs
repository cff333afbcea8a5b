//! Titles above the rows of a list: `Pending transactions`, and the names of sheets. Under one, a row that says something
//! else about its payment is in doubt, so no row there is read. A list of failed payments under `Failed payments` is no
//! contradiction.

use paysheet_domain::{CellValue, Report, ReportFields};

use super::{
    cells::{HEADINGS_MIN, filled, may_be_about_a_payment, names_payment},
    columns::Columns,
    row_kinds::{is_about_a_payment, is_repeated},
};
use crate::{
    formats::GridRow,
    model::{ListField, ListKind},
    vocabulary::{ListTitle, begins_note, begins_page_end, begins_totals, ends_in_total, starts_with_number},
};

/// Returns what a row says about the rows below it, if it is a title: one cell, or a label with its text (`Status: |
/// Pending`).
pub(super) fn of_row(row: &GridRow) -> Option<ListTitle> {
    ListTitle::of(&title_text(row)?)
}

/// Returns also what a row of a statement may say, if it is a title. An entry has no word of its own about its payment, so
/// one that may be pending is not read. Such a row ends no other title, and nothing is read because of it. Below entries,
/// one in the column of their texts is the rest of a text.
pub(super) fn possible(row: &GridRow, columns: &Columns, kind: ListKind) -> Option<ListTitle> {
    if kind != ListKind::Statement || is_in_texts(row, columns) {
        return of_row(row);
    }
    ListTitle::possible(&title_text(row)?)
}

/// Returns what the name of a sheet says about its rows.
pub(super) fn of_sheet(name: &str, kind: ListKind) -> Option<ListTitle> {
    match kind {
        ListKind::Results => ListTitle::of(name),
        ListKind::Statement => ListTitle::possible(name),
    }
}

fn is_in_texts(row: &GridRow, columns: &Columns) -> bool {
    filled(row).all(|(at, _)| at > 0 && columns.field(at) == Some(ListField::Message))
}

/// Returns the text of a row that has the form of a title.
fn title_text(row: &GridRow) -> Option<String> {
    let texts: Vec<&str> = filled(row).filter_map(|(_, value)| text(value)).collect();
    let first = texts.first()?;
    let is_title = texts.len() == filled(row).count() && (texts.len() < HEADINGS_MIN || first.ends_with(':'));
    let is_other =
        begins_totals(first) || ends_in_total(first) || begins_note(first) || begins_page_end(first);
    (is_title && !is_other).then(|| texts.join(" "))
}

fn text(value: &CellValue) -> Option<&str> {
    let CellValue::Text(text) = value else { return None };
    Some(text.trim())
}

/// Returns the titles directly above headings: those below the last payment above them. Of a sheet's first table, only what
/// names a payment is one; the others above it are dates and figures of the list.
pub(super) fn above(
    rows: &[GridRow],
    is_first: bool,
    table: &TableColumns<'_>,
) -> impl Iterator<Item = ListTitle> {
    let is_payment = if is_first { names_payment } else { may_be_about_a_payment };
    let first = rows.iter().rposition(is_payment).map_or(0, |at| at + 1);
    let rows = rows.get(first..).unwrap_or_default();
    // Several numbers are the figures of the list: `12 paid`, `3 failed`.
    let is_counted = |text: &String| starts_with_number(text) && ListTitle::possible(text).is_some();
    let has_figures = is_first && rows.iter().filter_map(title_text).filter(is_counted).count() > 1;
    rows.iter().filter_map(
        move |row| if has_figures { of_row(row) } else { possible(row, table.columns, table.kind) },
    )
}

/// Whether a row under a title, up to the next title, says something else about its payment.
pub(super) fn is_contradicted(title: ListTitle, below: &[GridRow], table: &TableColumns<'_>) -> bool {
    if table.kind == ListKind::Statement && !is_not_booked(title) {
        return false;
    }
    let mut own = below.iter().take_while(|row| !is_next(row, table.kind) && !table.is_ended_by(row));
    own.any(|row| contradicts(title, row, table.columns, table.kind))
}

/// Whether another title begins. What is not booked has fees, too: in a statement only a title of what is paid ends it.
fn is_next(row: &GridRow, kind: ListKind) -> bool {
    of_row(row).is_some_and(|title| kind == ListKind::Results || title == ListTitle::Paid)
}

/// Whether entries under a title are not booked. Those under another title are: a fee or a returned payment went out, too.
const fn is_not_booked(title: ListTitle) -> bool {
    matches!(title, ListTitle::Open | ListTitle::Failed | ListTitle::NotMade)
}

/// How the rows under a title are read.
pub(super) struct TableColumns<'a> {
    pub headings: Option<&'a GridRow>,
    pub columns: &'a Columns,
    pub kind: ListKind,
}

impl TableColumns<'_> {
    /// Whether a row has known headings, and not those of the table again as on each page.
    fn is_ended_by(&self, row: &GridRow) -> bool {
        !may_be_about_a_payment(row)
            && Columns::of(row, self.kind).is_some()
            && !is_repeated(row, self.headings, self.columns)
    }
}

fn contradicts(title: ListTitle, row: &GridRow, columns: &Columns, kind: ListKind) -> bool {
    let read = columns.read(row);
    if kind == ListKind::Statement {
        return is_not_booked(title) && is_about_a_payment(&read, kind);
    }
    let fields = ReportFields {
        code: read.text(ListField::Code),
        status: read.text(ListField::Status),
        ..ReportFields::default()
    };
    match Report::read_in_list(fields) {
        // It changes nothing, or the user says what its word means.
        None | Some(Report::Unclear) => false,
        Some(Report::Successful) => title != ListTitle::Paid,
        Some(Report::Failed) => title != ListTitle::Failed,
        Some(Report::Reversed | Report::PossibleReversal) => title != ListTitle::Reversed,
        // It is recorded as a contradiction already.
        Some(Report::Contradictory) => false,
    }
}
