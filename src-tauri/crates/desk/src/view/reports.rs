//! Reports about references that are in no payroll of this ledger.

use paysheet_domain::PayoutState;
use serde::{Deserialize, Serialize};

/// What is stored about unknown references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UnknownReportsView {
    /// Reports that are stored.
    pub total: u32,
    /// Distinct references they are about.
    pub references: u32,
    /// As many as are stored at most: further ones are no longer matched.
    pub is_full: bool,
    /// The newest ones.
    pub newest: Vec<UnknownReportView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UnknownReportView {
    pub reference: String,
    /// What the payout was reported to be.
    pub state: PayoutState,
    pub code: String,
    /// The service's own sentence; empty where it has none.
    pub message: String,
    pub at: String,
}
