//! Which column of a list holds what: by its heading, or as the user said.

use std::collections::BTreeMap;

use paysheet_domain::Column as Letters;

use super::fields::field_of;
use crate::{
    formats::GridRow,
    model::{ListColumn, ListField, ListKind, ListMapping, ListNeed, ListRow},
};

impl ListMapping {
    /// Returns what a list of this kind needs and no column of the mapping holds.
    #[must_use]
    pub fn missing(&self, kind: ListKind) -> Vec<ListNeed> {
        Columns::given(&self.columns).missing(kind)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Columns(BTreeMap<u16, ListField>);

impl Columns {
    /// Returns what a row of headings says. The first column of a field counts, except of references, which are all
    /// read.
    pub fn by_headings(row: &GridRow) -> Self {
        let mut columns = Self::default();
        for (at, value) in &row.cells {
            let Some(field) = field_of(value.text()) else { continue };
            if field.is_reference() || !columns.has(field) {
                columns.0.insert(*at, field);
            }
        }
        columns
    }

    /// Returns what the headings of a list of which not enough is certain say. What decides about an outcome has one column,
    /// or the user says which.
    pub fn suggested_by(row: &GridRow, kind: ListKind) -> Self {
        let mut columns = Self::by_headings(row);
        columns.0.retain(|_, field| kind == ListKind::Statement || !is_in_several_columns(row, *field));
        columns
    }

    /// Returns the columns below a row of headings; none if the row is no heading of such a list.
    pub fn of(row: &GridRow, kind: ListKind) -> Option<Self> {
        let columns = Self::suggested_by(row, kind);
        if columns.count() < Self::by_headings(row).count() {
            return None;
        }
        // Of a list that has all but the date, the rows say what is missing.
        let is_list = match kind {
            ListKind::Results => columns.missing(kind).iter().all(|need| *need == ListNeed::Date),
            ListKind::Statement => columns.missing(kind).is_empty(),
        };
        is_list.then_some(columns)
    }

    /// Returns the columns that the user named. A field that is not a reference stays with its first column.
    pub fn given(given: &[ListColumn]) -> Self {
        let mut columns = Self::default();
        for ListColumn { column, field } in given {
            let Ok(Letters(at)) = column.parse::<Letters>() else { continue };
            if field.is_reference() || !columns.has(*field) {
                columns.0.entry(at).or_insert(*field);
            }
        }
        columns
    }

    /// Adds a column, unless it holds something already.
    pub fn add(&mut self, at: u16, field: ListField) {
        self.0.entry(at).or_insert(field);
    }

    pub fn has(&self, field: ListField) -> bool {
        self.0.values().any(|known| *known == field)
    }

    pub fn field(&self, at: u16) -> Option<ListField> {
        self.0.get(&at).copied()
    }

    pub fn places(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.keys().copied()
    }

    pub fn has_reference(&self) -> bool {
        self.0.values().any(|field| field.is_reference())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn listed(&self) -> Vec<ListColumn> {
        let listed =
            |(at, field): (&u16, &ListField)| ListColumn { column: Letters(*at).to_string(), field: *field };
        self.0.iter().map(listed).collect()
    }

    /// Returns what such a list needs and none of the columns holds.
    pub fn missing(&self, kind: ListKind) -> Vec<ListNeed> {
        use ListField as F;
        let has = |field| self.has(field);
        let by_account = has(F::Account) && has(F::Amount);
        let needs = match kind {
            ListKind::Results => [
                (ListNeed::Payment, self.has_reference() || by_account),
                (ListNeed::Outcome, has(F::Status) || has(F::Code)),
                (ListNeed::Date, self.has_reference() || has(F::Date)),
                (ListNeed::Amount, true),
            ],
            ListKind::Statement => [
                (
                    ListNeed::Payment,
                    self.has_reference() || has(F::Account) || has(F::Message) || has(F::Name),
                ),
                (ListNeed::Outcome, true),
                (ListNeed::Date, has(F::Date)),
                (ListNeed::Amount, [F::Debit, F::Amount, F::SignedAmount].into_iter().any(has)),
            ],
        };
        needs.into_iter().filter(|(_, is_met)| !is_met).map(|(need, _)| need).collect()
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

/// Whether several columns of a row of headings hold what decides about an outcome: one may say that the request was
/// accepted, and another what became of the payment.
fn is_in_several_columns(row: &GridRow, field: ListField) -> bool {
    field.is_outcome()
        && row.cells.iter().filter(|(_, value)| field_of(value.text()) == Some(field)).count() > 1
}
