//! How the previous payroll becomes this one.

use paysheet_domain::{Currency, money::Total};
use serde::{Deserialize, Serialize};

use paysheet_draft::Earlier;

/// Why the total of this payroll differs from that of the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BridgePart {
    /// Who is not in the previous payroll.
    Joiners,
    /// Who is not in this payroll.
    Leavers,
    /// Who is in both and gets more.
    Increases,
    /// Who is in both and gets less.
    Decreases,
}

/// The previous payroll, and the way from its totals to those of this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BridgeView {
    pub with: Earlier,
    /// One for each currency of either payroll, the payroll's own first.
    pub currencies: Vec<CurrencyBridgeView>,
}

/// The previous total and the sums of the parts add up to the total of this payroll. Several rows of one person count
/// as one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyBridgeView {
    pub currency: Currency,
    pub last: Total,
    /// Without those that are about nobody.
    pub parts: Vec<BridgePartView>,
    pub this: Total,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BridgePartView {
    pub part: BridgePart,
    /// The sum is negative if the part takes away.
    pub total: Total,
    /// The people with the largest changes.
    pub people: Vec<BridgePersonView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BridgePersonView {
    pub name: String,
    /// Row in the file, from 1; none for a row that was added in Paysheet, and for somebody who left.
    pub row: Option<u32>,
    /// What the person got in the previous payroll in this currency, if anything.
    pub before: Option<String>,
    /// What the person gets in this payroll in this currency, if anything.
    pub after: Option<String>,
    /// Negative if it became less.
    pub change: String,
}
