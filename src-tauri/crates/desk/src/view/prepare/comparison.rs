//! This payroll compared with the last similar one.

use paysheet_domain::Currency;
use serde::{Deserialize, Serialize};

pub use paysheet_draft::Earlier;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DifferenceKind {
    /// Somebody who was paid to another account then.
    AccountChanged,
    NewPerson,
    PersonGone,
    AmountUp,
    AmountDown,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    pub kind: DifferenceKind,
    /// Of the row in this payroll; none for somebody who is not in it.
    pub position: Option<u32>,
    /// Row in the file, from 1; none also for a row that was added in Paysheet.
    pub row: Option<u32>,
    pub name: String,
    /// Accounts and amounts then and now, if any.
    pub account_before: Option<String>,
    pub account: Option<String>,
    pub amount_before: Option<String>,
    pub amount: Option<String>,
    pub currency: Currency,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DifferenceCount {
    pub kind: DifferenceKind,
    pub count: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparisonView {
    /// None if there is no earlier similar payroll.
    pub with: Option<Earlier>,
    /// A payroll that was paid from the very same file.
    pub same_file: Option<Earlier>,
    /// Percent that an amount may differ by without being listed.
    pub threshold_pct: u32,
    pub counts: Vec<DifferenceCount>,
    /// The first of each kind.
    pub differences: Vec<Difference>,
}
