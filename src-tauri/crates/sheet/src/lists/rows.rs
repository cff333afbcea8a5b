//! The rows of a table that say something about a payment.

use super::{row_kinds::is_about_a_payment, tables::Table};
use crate::model::{ListKind, ListedRecord, RecordContent};

/// Returns the rows about payments, by what the columns hold.
pub(super) fn records_of(table: &Table<'_>, kind: ListKind) -> impl Iterator<Item = ListedRecord> {
    table.below(kind).filter_map(move |row| {
        let content = table.columns.read(row);
        let record = |content| ListedRecord { sheet: table.sheet.name.clone(), row: row.number, content };
        is_about_a_payment(&content, kind).then(|| record(RecordContent::Row(content)))
    })
}
