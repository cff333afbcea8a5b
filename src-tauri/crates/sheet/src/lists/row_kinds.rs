//! What a row of a table is: about a payment, or the headings of the table again.

use super::{
    cells::{comparable_heading, filled},
    columns::Columns,
};
use crate::{
    formats::GridRow,
    model::{ListField, ListKind, ListRow},
    vocabulary::{begins_page_end, begins_totals, normalised},
};

/// Whether the row says something about a payment; totals and notes do not.
pub(super) fn is_about_a_payment(row: &ListRow, kind: ListKind) -> bool {
    let has = |field| row.text(field).is_some();
    if kind == ListKind::Statement {
        // The word is below the dates; no entry of a statement begins with it.
        let is_total = row.text(ListField::Date).is_some_and(|date| begins_totals(&normalised(date)));
        return has(ListField::Date) && !is_total && ListField::MOVED.into_iter().any(has);
    }
    let has_result = has(ListField::Status) || has(ListField::Code);
    let is_total = || row.references.first().is_some_and(|first| begins_totals(&normalised(first)));
    row.is_broken || has_result || (!row.references.is_empty() && !is_total()) || has(ListField::Account)
}

/// Whether a row repeats headings, as at the top of a page. Where there is no heading, it may have the number of the page,
/// and no other text: a second column of statuses makes another table.
pub(super) fn is_repeated(row: &GridRow, headings: Option<&GridRow>, columns: &Columns) -> bool {
    let Some(headings) = headings else { return false };
    let text =
        |row: &GridRow, at| row.cell(at).map(|value| comparable_heading(value.text())).unwrap_or_default();
    let is_same = |at| text(row, at) == text(headings, at);
    let is_page = |text: &str| begins_page_end(text) || !text.contains(char::is_alphabetic);
    filled(headings).all(|(at, _)| is_same(at))
        && columns.places().all(is_same)
        && filled(row).all(|(at, value)| is_same(at) || is_page(value.text()))
}
