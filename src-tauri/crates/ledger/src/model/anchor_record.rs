//! What is stored of a ledger beside the profile key.

use jiff::Timestamp;
use paysheet_domain::{RunId, money::Total};
use serde::{Deserialize, Serialize};

use crate::model::records::PayrollId;

/// Maximum number of payrolls that an anchor names: those that were sent last. A keychain entry of Windows has room
/// for 2,560 bytes.
pub const PAYROLLS_ANCHORED_MAX: usize = 6;

/// Maximum length of a payroll's name in an anchor, in characters.
const ANCHORED_NAME_CHARS_MAX: usize = 40;

/// The end of a ledger's event chain when the ledger was last used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// The ledger's id.
    pub ledger: String,
    /// Number of the last event: a counter that never decreases.
    pub seq: i64,
    /// Hash of the last event.
    pub hash: String,
    /// When the last event was written.
    pub at: Option<Timestamp>,
    /// The payrolls that were sent last, newest first.
    pub payrolls: Vec<AnchoredPayroll>,
}

/// A payroll of which a batch was about to be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnchoredPayroll {
    pub name: String,
    pub period: String,
    pub people: u32,
    /// When the last intent was written.
    pub at: Timestamp,
    /// First characters of the hash of the last intent.
    pub intent: String,
}

/// The value stored beside the profile key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredAnchor {
    /// Nothing was ever stored.
    Absent,
    /// The stored value is not an anchor.
    Unreadable,
    Found(Anchor),
}

impl StoredAnchor {
    /// Returns the time of the newest event that the anchor covers.
    #[must_use]
    pub const fn at(&self) -> Option<Timestamp> {
        match self {
            Self::Found(anchor) => anchor.at,
            Self::Absent | Self::Unreadable => None,
        }
    }

    pub(crate) fn payrolls(&self) -> &[AnchoredPayroll] {
        match self {
            Self::Found(anchor) => &anchor.payrolls,
            Self::Absent | Self::Unreadable => &[],
        }
    }
}

/// A payroll that may have been sent by a newer ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockedPayroll {
    /// Identifies it among the others; the same at each call.
    pub key: String,
    /// `None` if this ledger does not contain it.
    #[specta(type = Option<u32>)]
    pub id: Option<PayrollId>,
    pub name: String,
    pub period: String,
    pub people: Option<u32>,
    /// A currency each; empty if this ledger does not contain it.
    pub totals: Vec<Total>,
    /// When a batch of it was last about to be sent, according to the anchor.
    #[specta(type = Option<String>)]
    pub sent_at: Option<Timestamp>,
    /// As in [`AnchoredPayroll`]; `None` if the anchor does not name it.
    #[serde(skip)]
    pub intent: Option<String>,
}

/// Returns the run of a payroll, with the name shortened as in an anchor.
pub(crate) fn anchored_run(name: &str, period: &str) -> RunId {
    RunId::new(&anchored_name(name), period)
}

pub(crate) fn anchored_name(name: &str) -> String {
    name.chars().take(ANCHORED_NAME_CHARS_MAX).collect()
}
