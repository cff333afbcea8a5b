//! Why nothing is approved or sent from this ledger, and what the user checks before sending is allowed again.

use paysheet_domain::money::Total;
pub use paysheet_ledger::BlockReason;
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockedPayroll {
    /// Identifies the entry when sending is allowed again.
    pub key: String,
    /// None where this ledger does not have it.
    pub id: Option<u32>,
    pub name: String,
    pub period: String,
    pub people: Option<u32>,
    pub totals: Vec<Total>,
    /// RFC 3339; when a batch of it was last about to be sent, by the keychain's record.
    pub sent_at: Option<String>,
}
