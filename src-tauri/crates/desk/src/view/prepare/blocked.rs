//! Why nothing is approved or sent from this ledger, and what the user checks before sending is allowed again.

pub use paysheet_ledger::{BlockReason, BlockedPayroll};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SendingBlock {
    pub reason: BlockReason,
    /// RFC 3339; the newest event of this ledger.
    pub ledger_at: Option<String>,
    /// RFC 3339; the newest event that the keychain recorded.
    pub recorded_at: Option<String>,
    /// Payrolls that may have been sent since.
    pub payrolls: Vec<BlockedPayroll>,
    /// Reports of the service about references that are in no payroll here.
    pub unknown_reports: u32,
}
