//! What one report says about a payout, and where it comes from.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// Where a report about a payout comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ReportSource {
    /// A callback. Callbacks are not signed: anybody who knows the address and a reference can send one.
    Callback,
    /// The service's answer to a question about this payout.
    Asked,
    /// A list of outcomes that the user imported.
    OutcomeFile,
    /// A bank or wallet statement that the user imported.
    Statement,
    /// A list of outcomes with a status word that means nothing by itself, as a person reads it. The list does not say
    /// it: this is weaker evidence than a list that does, and never the same report.
    WordReading,
}

/// How a row of a list or a statement was found to be about a payout. Without its reference, a person confirms it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MatchedBy {
    /// It has the payout's reference.
    Reference,
    /// It has the payout's account, its amount, and a day soon after it was sent.
    Account,
    /// It has the recipient's name, the amount, and a day soon after it was sent.
    Name,
    /// It has the sum of the payout's batch, and a day soon after it was sent.
    BatchSum,
    /// It may be its return: it has the transfer's number, or a word about returns with a part of the recipient's name or about the
    /// amount.
    Similar,
}

/// What one report means. A report that is not a clear outcome never makes a payout paid or failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Report {
    Successful,
    Failed,
    Reversed,
    /// It has the fields of a reversal and does not say that it is one. After a success or a failure it is a contradiction.
    PossibleReversal,
    /// It contradicts itself or the payout: success beside a failed status, or another amount.
    Contradictory,
    /// It says neither that the payout is paid nor that it failed: still processing, an unknown code, or no code.
    Unclear,
}

/// A report with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourcedReport {
    pub source: ReportSource,
    pub report: Report,
}
