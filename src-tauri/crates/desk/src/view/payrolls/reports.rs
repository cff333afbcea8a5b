//! Reports about references that are in no payroll of this ledger.

use paysheet_domain::PayoutStatus;
use serde::{Deserialize, Serialize};

/// What is stored about unknown references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UnknownReportsView {
    /// Reports that are stored.
    pub total: u32,
    /// Distinct references they are about.
    pub references: u32,
    /// Callbacks that cannot be read, or of which a part cannot.
    pub unreadable: u32,
    /// The maximum is stored: further ones are not matched.
    pub is_full: bool,
    /// The newest ones.
    pub newest: Vec<UnknownReportView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UnknownReportView {
    pub reference: String,
    /// The reported outcome of the payout.
    pub status: PayoutStatus,
    pub code: String,
    /// The service's message; empty if there is none.
    pub message: String,
    pub at: String,
}
