//! The records that the ledger returns for payrolls, batches and payouts, and their ids.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use jiff::Timestamp;
use paysheet_domain::{
    BatchState, Country, Currency, Money, PayoutState, PayoutStatus, Reference, RowOrigin,
    checks::DecimalConvention,
};
use serde::{Deserialize, Serialize};

/// The id of a payroll in this ledger. Never reused, not even after a draft was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PayrollId(pub u32);

/// The key of a batch in this ledger. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BatchKey(pub u32);

/// The state of a payroll. It is derived from its batches and not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
pub enum PayrollState {
    /// It has no batches.
    Draft,
    Frozen,
    /// Approved, and nothing of it is under way.
    Approved,
    Sending,
    /// The outcome of a batch is unknown.
    Unresolved,
    /// The service refused a batch.
    Refused,
    /// A batch could not be sent; nothing of it left the machine.
    NotSent,
    /// The service has all of it; outcomes are missing.
    BeingPaid,
    Closed,
    /// The user closed it before all outcomes were known.
    ClosedUnconfirmed,
    /// The user withdrew all of it.
    Withdrawn,
}

impl PayrollState {
    /// Returns the state of a payroll whose batches are in these states. The state that most needs the user comes
    /// first.
    #[must_use]
    pub fn of(batches: &BTreeSet<BatchState>) -> Self {
        use BatchState as B;
        let some = |state: B| batches.contains(&state);
        let only = |state: B| batches.iter().all(|&found| found == state);
        // A withdrawn batch does not affect the state of the rest.
        let only_left = |state: B| batches.iter().all(|&found| found == state || found == B::Withdrawn);
        if batches.is_empty() || only(B::Draft) {
            Self::Draft
        } else if only(B::Withdrawn) {
            Self::Withdrawn
        } else if some(B::Unknown) {
            Self::Unresolved
        } else if some(B::NotAccepted) {
            Self::Refused
        } else if some(B::Intent) {
            Self::Sending
        } else if some(B::NotSent) {
            Self::NotSent
        } else if some(B::Frozen) {
            Self::Frozen
        } else if only_left(B::Approved) {
            Self::Approved
        } else if some(B::Approved) {
            Self::Sending
        } else if batches.iter().all(|state| matches!(state, B::Closed | B::Withdrawn)) {
            Self::Closed
        } else {
            Self::BeingPaid
        }
    }
}

/// A payroll as stored in the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayrollRecord {
    pub id: PayrollId,
    pub name: String,
    pub period: String,
    pub file_name: String,
    pub file_sha256: String,
    pub sheet: String,
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
    /// The rows that the importer skipped, in the caller's format.
    pub skipped_json: String,
    pub copied_from: Option<PayrollId>,
    /// The fingerprint of its file's headings.
    pub layout: Option<String>,
    /// The columns by which its file was read, in the caller's format; `None` if no file was.
    pub reading_json: Option<String>,
    /// The file that it was read from; `None` if it was copied from another payroll's rows, or the file is unknown.
    pub source: Option<SourceFile>,
    pub state: PayrollState,
    /// `None` if it was never frozen.
    pub sender_name: Option<String>,
    pub instant_queue: bool,
    pub approved_by: Option<String>,
    pub created_at: Timestamp,
    pub frozen_at: Option<Timestamp>,
    pub approved_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    /// Set while the user has closed it before all outcomes were known.
    pub unconfirmed: Option<ClosedUnconfirmed>,
    pub last_outcome_at: Option<Timestamp>,
    /// Payouts in its batches; 0 while it is a draft.
    pub people: u32,
    /// The payouts in its batches and their sum, by currency, its own currency first; empty while it is a draft.
    pub totals: Vec<(u32, Money)>,
    /// Number of rows of the draft, including excluded ones.
    pub rows: u32,
    /// Number of rows that were excluded when it was frozen.
    pub excluded: u32,
    /// The differences from the file, in the caller's format at freezing.
    pub summary_json: Option<String>,
}

/// Why the user closed a payroll before all outcomes were known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ClosedUnconfirmed {
    pub reason: String,
    pub by: String,
    #[specta(type = String)]
    pub at: Timestamp,
}

/// The file that a payroll was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Absolute.
    pub path: PathBuf,
    /// The row of its headings when it was first read, from 1.
    pub header_row: Option<u32>,
}

/// A batch as stored in the ledger, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchRecord {
    pub key: BatchKey,
    /// From 1 within the payroll.
    pub number: u32,
    pub reference: Reference,
    pub currency: Currency,
    pub state: BatchState,
    /// Whether it was ever unknown if the service has it. A decision settles what to do, and no fact.
    pub was_unknown: bool,
    /// The service's own batch id; `None` if only a callback or the user reported that the service has the batch.
    pub batch_id: Option<String>,
    pub attempts: u32,
    pub count: u32,
    pub sum: Money,
    pub body_sha256: String,
    /// Number of payouts in each state; states without payouts are not listed.
    pub payouts: Vec<(PayoutState, u32)>,
    pub accepted_at: Option<Timestamp>,
    /// When the last attempt began.
    pub sent_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    /// The machine-readable reason of the last answer.
    pub code: Option<String>,
    /// The service's own message for its refusal.
    pub message: Option<String>,
    pub http_status: Option<u32>,
}

impl BatchRecord {
    /// Returns the number of payouts of which nothing more is expected.
    #[must_use]
    pub fn done(&self) -> u32 {
        self.payouts.iter().filter(|(state, _)| state.is_final()).map(|(_, count)| count).sum()
    }
}

/// A payout as stored in the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutRecord {
    pub reference: Reference,
    /// The number of its batch.
    pub batch: u32,
    pub position: u32,
    pub origin: RowOrigin,
    pub name: String,
    pub account_number: String,
    pub country: Country,
    pub bank_code: String,
    pub bank_name: String,
    pub amount: Money,
    pub narration: String,
    /// The office's own reference, as the file has it.
    pub file_reference: Option<String>,
    pub state: PayoutState,
    /// Code and message of the report that came last.
    pub code: Option<String>,
    pub message: Option<String>,
    /// When its last outcome was reported.
    pub changed_at: Option<Timestamp>,
    pub settled_by: Option<SettledBy>,
    /// What the service took for it beside the amount; none if it never said so.
    pub fee: Option<Money>,
}

/// Who settled a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SettledBy {
    Callback,
    Asked,
    OutcomeFile,
    Statement,
    /// A statement has a debit without the reference, and a person confirmed that it is this payout's.
    StatementMatch,
    /// A list of results has a row without the reference, and a person confirmed that it is about this payout.
    ListMatch,
    /// A list of results has a word that a person reads as this outcome. No source says it itself.
    WordReading,
    User,
}

/// The last payment to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastPaid {
    pub payroll: PayrollId,
    pub payroll_name: String,
    pub period: String,
    pub payout: PayoutRecord,
}

/// Which payouts to show. The default is all of them, as in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", default)]
pub struct PayoutFilter {
    pub status: Option<PayoutStatus>,
    /// Part of a name, account number, bank, narration, reference or reference in the file; case-insensitive. A blank
    /// one is none.
    pub text: Option<String>,
    pub order: PayoutOrder,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum PayoutOrder {
    /// As in the file.
    #[default]
    Row,
    /// Latest outcome first. Payouts without an outcome come last.
    Latest,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payroll_stands_where_its_batches_do() {
        use BatchState as B;
        use PayrollState as P;
        for (batches, state) in [
            (vec![], P::Draft),
            (vec![B::Frozen], P::Frozen),
            (vec![B::Approved], P::Approved),
            (vec![B::Approved, B::Withdrawn], P::Approved),
            (vec![B::Withdrawn], P::Withdrawn),
            (vec![B::Withdrawn, B::Closed], P::Closed),
            (vec![B::Approved, B::Settling], P::Sending),
            (vec![B::NotSent, B::Approved], P::NotSent),
            (vec![B::Unknown, B::Approved], P::Unresolved),
            (vec![B::NotAccepted, B::Approved], P::Refused),
            (vec![B::Settling, B::Closed], P::BeingPaid),
        ] {
            assert_eq!(PayrollState::of(&batches.iter().copied().collect()), state, "{batches:?}");
        }
    }
}

/// The id of a top-up in this ledger. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FundingId(pub u32);

/// The reason why nothing is approved or sent from a ledger until the user has gone through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BlockReason {
    /// The anchored event is missing: an older copy, a restored backup, or a log that was lost.
    LedgerOlder,
    /// An empty ledger beside a profile key that was used before.
    LedgerNew,
    /// The anchor is of another ledger.
    OtherLedger,
    /// The ledger was used with an anchor, and none is stored beside this profile key.
    RecordMissing,
    /// An event was changed by another program, or is damaged.
    HistoryChanged,
}

/// The only destination to which an approved batch may be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destination {
    /// Scheme, host and port of the service.
    pub origin: String,
    /// SHA-256 of the certificate authority trusted beside the system's own; empty for none.
    pub authority: String,
    /// The wallet's reference as the profile names it; empty if it names none.
    pub wallet: String,
    /// A keyed fingerprint of the token's account. It distinguishes accounts and reveals nothing of a token.
    pub account: String,
}

/// The destinations of a payroll: one service and account, and a wallet for each currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destinations {
    /// The destination of every currency that has no wallet of its own.
    pub main: Destination,
    /// The references of wallets that pay a single currency.
    pub wallets: BTreeMap<Currency, String>,
}

impl Destinations {
    /// Returns the destination of what is paid in a currency.
    #[must_use]
    pub fn of(&self, currency: Currency) -> Destination {
        let wallet = self.wallets.get(&currency).unwrap_or(&self.main.wallet).clone();
        Destination { wallet, ..self.main.clone() }
    }
}

impl From<Destination> for Destinations {
    /// One wallet pays every currency.
    fn from(main: Destination) -> Self {
        Self { main, wallets: BTreeMap::new() }
    }
}
