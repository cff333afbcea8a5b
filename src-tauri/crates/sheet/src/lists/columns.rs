//! Which column of a list holds what, by its heading.

use std::collections::BTreeMap;

use super::fields::field_of;
use crate::{
    formats::GridRow,
    model::{ListField, ListKind, ListRow},
};

pub(super) struct Columns(BTreeMap<u16, ListField>);

impl Columns {
    /// Returns the columns below a row of headings; none if the row is no heading of such a list. The first column of a
    /// field counts, except of references, which are all read.
    pub fn of(row: &GridRow, kind: ListKind) -> Option<Self> {
        let mut columns = BTreeMap::new();
        let mut seen = Vec::new();
        for (at, value) in &row.cells {
            let Some(field) = field_of(value.text()) else { continue };
            if field.is_reference() || !seen.contains(&field) {
                columns.insert(*at, field);
                seen.push(field);
            }
        }
        let has = |field| seen.contains(&field);
        let has_reference = seen.iter().any(|field| field.is_reference());
        let names_payments = has_reference || has(ListField::Account);
        let is_list = match kind {
            ListKind::Results => names_payments && (has(ListField::Status) || has(ListField::Code)),
            ListKind::Statement => {
                has(ListField::Date)
                    && (has(ListField::Debit) || has(ListField::Amount))
                    && (names_payments || has(ListField::Message))
            }
        };
        is_list.then_some(Self(columns))
    }

    pub fn read(&self, row: &GridRow) -> ListRow {
        let mut read = ListRow::default();
        for (at, value) in &row.cells {
            if let Some(field) = self.0.get(at) {
                read.put(*field, value.clone());
            }
        }
        read
    }
}
