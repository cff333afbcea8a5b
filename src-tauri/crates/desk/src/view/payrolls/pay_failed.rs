//! Failed payouts that are paid again: links between payrolls, and what one person got in all of them.

use paysheet_domain::{Currency, PayoutStatus, money::Total};
use serde::{Deserialize, Serialize};

/// The other payroll of a link between an earlier one and one that pays people of it again, or corrects them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RetryLinkView {
    pub payroll: u32,
    pub name: String,
    pub is_draft: bool,
    /// People of both payrolls.
    pub people: u32,
    /// The service never took them in the earlier payroll, where they are withdrawn; otherwise they failed there.
    pub is_correction: bool,
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
