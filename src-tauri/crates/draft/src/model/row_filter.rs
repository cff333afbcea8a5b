//! Which rows the window asks for, and in which order.

use paysheet_domain::ProblemCode;
use serde::{Deserialize, Serialize};

/// Which rows, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", default)]
pub struct RowFilter {
    /// Rows with this open problem.
    pub problem: Option<ProblemCode>,
    pub group: Option<RowGroup>,
    /// Part of a name, account, bank, narration or reference; case does not count.
    pub text: Option<String>,
    /// Rows whose bank has this code; empty for rows without a known bank.
    pub bank: Option<String>,
    pub paid: Option<PaidBefore>,
    /// None for the order of the file.
    pub sort: Option<RowSort>,
}

/// Whether an account was ever paid by any payroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum PaidBefore {
    Before,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RowSort {
    pub by: SortBy,
    pub direction: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum SortBy {
    Row,
    Name,
    AccountNumber,
    BankName,
    Amount,
    Holder,
    Narration,
    State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Ascending,
    Descending,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RowGroup {
    Ready,
    ToFix,
    ToDecide,
    Open,
    Excluded,
    Edited,
    Accepted,
    /// Typed or pasted here; in no file.
    Added,
}

/// Positions of the rows that match a filter, in its order.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) filter: RowFilter,
    pub(crate) positions: Vec<u32>,
}

/// The place of a row among the rows with open problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPlace {
    /// From 1; none if the row has no open problem.
    pub place: Option<u32>,
    pub open_rows: u32,
    /// Positions of the rows before and after it, cyclically: the last one precedes the first.
    pub previous: Option<u32>,
    pub next: Option<u32>,
}
