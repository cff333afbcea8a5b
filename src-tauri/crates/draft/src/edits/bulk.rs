//! How many rows a button changes that applies to all rows alike.

use paysheet_domain::{Field, ProblemCode};
use serde::{Deserialize, Serialize};

use crate::model::{draft::Draft, entry::count};

/// How many rows the buttons of a problem change that mend all alike, this row included: counted by the rule of the
/// command behind each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkCounts {
    pub code: ProblemCode,
    /// `accept_suggestion_alike`
    pub suggestion: u32,
    /// `accept_warning_alike`, `exclude_alike`
    pub warning: u32,
    /// `edit_alike` of the bank; 0 where the problem asks for none.
    pub bank: u32,
}

impl Draft {
    /// Counts for a problem of a row.
    #[must_use]
    pub fn bulk_counts(&self, position: u32, code: ProblemCode) -> BulkCounts {
        let bank = if asks_for_bank(code) { self.alike(position, Field::BankCode) } else { Vec::new() };
        BulkCounts {
            code,
            suggestion: count(self.with_suggestion(code).iter()),
            warning: count(self.with_warning(code, Some(position)).iter()),
            bank: count(bank.iter()),
        }
    }
}

/// Whether choosing a bank solves the problem.
const fn asks_for_bank(code: ProblemCode) -> bool {
    matches!(
        code,
        ProblemCode::BankMissing
            | ProblemCode::BankUnknown
            | ProblemCode::BankTakenOver
            | ProblemCode::BankAmbiguous
            | ProblemCode::BankConflict
    )
}
