//! Failed payouts that are paid again: links between payrolls, and what one person got in all of them.

use paysheet_domain::{Currency, PayoutStatus, money::Total};
use paysheet_ledger::ReinstatedIn;
use serde::{Deserialize, Serialize};

/// The other payroll of a link between one that failed in part and one that pays those people again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RetryLinkView {
    pub payroll: u32,
    pub name: String,
    pub is_draft: bool,
    /// People whom both payrolls pay.
    pub people: u32,
}

/// The other payroll of a link between one and a part of it that was taken back to a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PartLinkView {
    pub payroll: u32,
    /// None if it was deleted: its people are not paid.
    pub name: Option<String>,
    pub is_draft: bool,
    /// People who were taken back.
    pub people: u32,
}

impl From<ReinstatedIn> for PartLinkView {
    fn from(found: ReinstatedIn) -> Self {
        Self { payroll: found.payroll.0, name: Some(found.name), is_draft: false, people: found.people }
    }
}

/// What one person got in a payroll and in those that pay it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AcrossView {
    /// What is known to be paid, by currency; empty if nothing is.
    pub paid: Vec<Total>,
    /// Oldest first.
    pub payments: Vec<AcrossPayment>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AcrossPayment {
    pub payroll: u32,
    pub payroll_name: String,
    pub reference: String,
    pub amount: String,
    pub currency: Currency,
    pub status: PayoutStatus,
}
