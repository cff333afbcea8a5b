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
    vocabulary::{ListTitle, begins_note, begins_page_end, begins_totals, ends_in_total},
};

/// Returns what a row says about the rows below it, if it is a title: one cell, or a label with its text (`Status: |
/// Pending`).
pub(super) fn of_row(row: &GridRow) -> Option<ListTitle> {
    let texts: Vec<&str> = filled(row).filter_map(|(_, value)| text(value)).collect();
    let first = texts.first()?;
    let is_title = texts.len() == filled(row).count() && (texts.len() < HEADINGS_MIN || first.ends_with(':'));
    let is_other =
        begins_totals(first) || ends_in_total(first) || begins_note(first) || begins_page_end(first);
    if !is_title || is_other {
        return None;
    }
    ListTitle::of(&texts.join(" "))
}

fn text(value: &CellValue) -> Option<&str> {
    let CellValue::Text(text) = value else { return None };
    Some(text.trim())
}

/// Returns the titles directly above headings: those below the last payment above them. Of a sheet's first table, only what
/// names a payment is one; the others above it are dates and figures of the list.
pub(super) fn above(rows: &[GridRow], is_first: bool) -> impl Iterator<Item = ListTitle> {
    let is_payment = if is_first { names_payment } else { may_be_about_a_payment };
    let first = rows.iter().rposition(is_payment).map_or(0, |at| at + 1);
    rows.get(first..).unwrap_or_default().iter().filter_map(of_row)
}

/// Whether a row under a title, up to the next title, says something else about its payment.
pub(super) fn is_contradicted(title: ListTitle, below: &[GridRow], table: &TableColumns<'_>) -> bool {
    let mut own = below.iter().take_while(|row| of_row(row).is_none() && !table.is_ended_by(row));
    own.any(|row| contradicts(title, row, table.columns, table.kind))
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
        // Money that went out is money that went out, whatever it was for.
        let is_not_booked = matches!(title, ListTitle::Open | ListTitle::Failed | ListTitle::NotMade);
        return is_not_booked && is_about_a_payment(&read, kind);
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
