//! The rows of a table that say something about a payment.

use super::tables::Table;
use crate::{
    model::{ListField, ListKind, ListRow, ListedRecord, RecordContent},
    vocabulary::{begins_totals, normalised},
};

/// Returns the rows about payments, by what the columns hold.
pub(super) fn records_of(table: &Table<'_>, kind: ListKind) -> impl Iterator<Item = ListedRecord> {
    table.below(kind).filter_map(move |row| {
        let content = table.columns.read(row);
        let record = |content| ListedRecord { sheet: table.sheet.name.clone(), row: row.number, content };
        is_about_a_payment(&content, kind).then(|| record(RecordContent::Row(content)))
    })
}

/// Whether the row says something about a payment; totals and notes do not.
pub(super) fn is_about_a_payment(row: &ListRow, kind: ListKind) -> bool {
    let has = |field| row.text(field).is_some();
    if kind == ListKind::Statement {
        // The word is below the dates; no entry of a statement begins with it.
        let is_total = row.text(ListField::Date).is_some_and(|date| begins_totals(&normalised(date)));
        return has(ListField::Date)
            && !is_total
            && (has(ListField::Debit) || has(ListField::Credit) || has(ListField::Amount));
    }
    let has_result = has(ListField::Status) || has(ListField::Code);
    let is_total = || row.references.first().is_some_and(|first| begins_totals(&normalised(first)));
    row.is_broken || has_result || (!row.references.is_empty() && !is_total()) || has(ListField::Account)
}
