//! The Approve screen: what is about to be paid, frozen.

use paysheet_domain::{Country, Currency, Field, ProblemCode, money::Total};
use serde::{Deserialize, Serialize};

use crate::{view::comparison::ComparisonView, view::questions::QuestionView};

/// What the user settles on the Approve screen; freezing takes it into the batches' bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewInput {
    pub name: String,
    /// `2026-11`.
    pub period: String,
    pub sender_name: String,
    /// The service pays at once; otherwise the batches wait there.
    pub instant_queue: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    pub id: u32,
    /// Names exactly what is shown; the approval hands it back.
    pub fingerprint: String,
    /// The host that the payroll will be sent to; empty in practice.
    pub host: String,
    /// What must be decided about other payrolls before this one can be approved; decided ones as well.
    pub questions: Vec<QuestionView>,
    pub input: ReviewInput,
    pub profile_name: String,
    pub approver: String,
    pub file_name: String,
    pub countries: Vec<Country>,
    /// One for each currency, the payroll's own first.
    pub totals: Vec<Total>,
    pub largest: Total,
    /// Name of the person paid most.
    pub largest_name: String,
    pub banks: u32,
    pub wallets: u32,
    pub batches: Vec<Total>,
    pub changes: Vec<ChangeView>,
    pub decisions: Vec<DecisionView>,
    /// Beside the last payroll like it; of the differences, changed accounts alone.
    pub comparison: ComparisonView,
}

/// A total as the user typed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TypedTotal {
    pub currency: Currency,
    pub text: String,
}

/// What the user says before something approved is sent later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ResendInput {
    /// Empty where they were not asked for.
    pub totals: Vec<TypedTotal>,
    /// Why the token in use is of the same account as the one that the payroll was approved with; none where that was
    /// not asked.
    pub same_account: Option<String>,
}

/// Values changed since the file, alike ones together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView {
    pub kind: ChangeKind,
    /// None for the row itself.
    pub field: Option<Field>,
    /// What the file said (why it had been skipped, as a code, for a row put back), where all of them said the same or there is one.
    pub from: Option<String>,
    /// What it is now (a bank's name for a bank), under the same condition.
    pub to: Option<String>,
    pub rows: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    ZeroAdded,
    BankChosen,
    Edited,
    /// A row that reading took for nobody, and the user for a person.
    PutBack,
}

/// People left out and warnings accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DecisionView {
    /// None for people left out.
    pub accepted: Option<ProblemCode>,
    /// The person's name where there is one.
    pub name: Option<String>,
    /// What they would have got, for people left out.
    pub sum: Option<Total>,
    /// Why the warnings were accepted, each reason once.
    pub reasons: Vec<String>,
    pub rows: Vec<u32>,
}
