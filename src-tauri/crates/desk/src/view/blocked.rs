//! Why nothing is approved or sent from this ledger, and what the user checks before sending is allowed again.

use paysheet_domain::money::Total;
use serde::{Deserialize, Serialize};

/// Why nothing is approved or sent from this ledger until the user has gone through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum BlockReason {
    /// The keychain recorded later events than this ledger has: an older copy, a restored backup, or a lost log.
    LedgerOlder,
    /// An empty ledger beside a profile key that was used before.
    LedgerNew,
    /// The keychain recorded another ledger than this one.
    OtherLedger,
    /// This ledger was used with a record that is not in this computer's keychain.
    RecordMissing,
    /// An event was changed by another program, or is damaged.
    HistoryChanged,
}

impl From<paysheet_ledger::BlockReason> for BlockReason {
    fn from(reason: paysheet_ledger::BlockReason) -> Self {
        use paysheet_ledger::BlockReason as R;
        match reason {
            R::LedgerOlder => Self::LedgerOlder,
            R::LedgerNew => Self::LedgerNew,
            R::OtherLedger => Self::OtherLedger,
            R::RecordMissing => Self::RecordMissing,
            R::HistoryChanged => Self::HistoryChanged,
        }
    }
}

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
