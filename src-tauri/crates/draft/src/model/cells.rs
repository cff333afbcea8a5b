//! Values of a row as they are set, and rows as they were before.

use paysheet_domain::{DraftRow, Field, ProblemCode};
use serde::{Deserialize, Serialize};

/// One value before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CellChange {
    /// Row in the file, from 1; none for a row that was added in Paysheet.
    pub row: Option<u32>,
    pub name: String,
    pub field: Field,
    pub from: String,
    pub to: String,
}

/// Rows as they were before a change, and how many there were.
#[derive(Clone, Debug)]
pub struct UndoStep {
    pub(crate) rows: Vec<DraftRow>,
    pub(crate) length: usize,
}

/// What must be stored after a change: rows as they are now, and how many there are.
#[derive(Clone, Debug, Default)]
pub struct Changed {
    pub rows: Vec<DraftRow>,
    /// None if no row was added or removed.
    pub length: Option<u32>,
}

impl Changed {
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.length.is_none()
    }
}

impl From<Vec<DraftRow>> for Changed {
    fn from(rows: Vec<DraftRow>) -> Self {
        Self { rows, length: None }
    }
}

/// Sets a field; the file's own value removes the edit. A bank's code is the file's own only if the file has no name for
/// the bank: chosen beside a name, it says that the name does not count.
pub(crate) fn set(row: &mut DraftRow, field: Field, value: &str) {
    let value = value.trim();
    let before = row.edits.clone();
    let is_named = field == Field::BankCode && row.source.cells.contains_key(&Field::BankName);
    if row.source.text(field).as_deref() == Some(value) && !is_named {
        row.edits.remove(field);
    } else {
        row.edits.insert(field, value);
    }
    if row.edits != before {
        if field.is_bank() {
            // A branch that was chosen is one of the other bank.
            row.edits.remove(Field::BranchCode);
            row.edits.remove(Field::BranchName);
        }
        withdraw(row, field);
    }
}

/// Withdraws acceptances that the changed field affects. A warning was accepted for the values of that moment: whom
/// and how much the row pays.
pub(crate) fn withdraw(row: &mut DraftRow, changed: Field) {
    match changed {
        Field::Narration
        | Field::Reference
        | Field::EmployeeId
        | Field::PayDate
        | Field::Email
        | Field::Phone => {
            row.accepted.remove(ProblemCode::TextTooLong);
        }
        Field::Name
        | Field::AccountNumber
        | Field::BankName
        | Field::BankCode
        | Field::BranchCode
        | Field::BranchName
        | Field::Amount
        | Field::Currency
        | Field::Country => row.accepted.clear(),
    }
}
