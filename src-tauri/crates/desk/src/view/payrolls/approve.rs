//! The Approve screen: what is about to be paid, frozen.

use paysheet_domain::{Country, Currency, Field, ProblemCode, money::Total};
use paysheet_sheet::SkipReason;
use serde::{Deserialize, Serialize};

use crate::{
    app_error::AppError,
    view::{
        payrolls::questions::QuestionView,
        prepare::{bridge::BridgeView, comparison::ComparisonView},
    },
};

/// The user's input on the Approve screen. It becomes part of the batches' bytes when the payroll is frozen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewInput {
    pub name: String,
    /// `2026-11`.
    pub period: String,
    pub sender_name: String,
    /// The service pays immediately; otherwise the batches wait there.
    pub instant_queue: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    pub id: u32,
    /// Identifies exactly what is shown; it is sent with the approval.
    pub fingerprint: String,
    /// The host that the payroll will be sent to; empty in practice.
    pub host: String,
    /// Questions about other payrolls that must be decided before this one can be approved, including decided ones.
    pub questions: Vec<QuestionView>,
    pub input: ReviewInput,
    pub profile_name: String,
    /// None if the profile must name the person who approves before anything is paid.
    pub approver: Option<String>,
    pub file_name: String,
    pub countries: Vec<Country>,
    /// One for each currency, the payroll's own first.
    pub totals: Vec<Total>,
    /// What the payments cost beside that, by the fees that are set in the profile; the number is that of the payments.
    pub fees: Vec<Total>,
    pub largest: Total,
    /// Name of the person paid most.
    pub largest_name: String,
    pub banks: u32,
    pub wallets: u32,
    pub batches: Vec<Total>,
    /// People whose bank codes the service did not list; nothing is approved while there are some.
    pub unconfirmed: Option<UnconfirmedCodes>,
    /// Currencies that no wallet of the profile pays, or whose wallet has no password; nothing is approved while there are
    /// some.
    pub wallets_missing: Vec<Currency>,
    /// People whose bank may want a branch, which the profile does not send.
    pub without_branch: u32,
    /// When the service's list of the country's banks was fetched.
    pub banks_listed_at: Option<String>,
    pub changes: Vec<ChangeView>,
    pub decisions: Vec<DecisionView>,
    pub names: NamesOutcome,
    /// Compared with the last similar payroll.
    pub comparison: ComparisonView,
    /// How the last similar payroll becomes this one; none if there is no such payroll.
    pub bridge: Option<BridgeView>,
}

/// People who would be paid by a code that is in no list of the service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UnconfirmedCodes {
    pub people: u32,
    /// The countries whose lists are missing.
    pub countries: Vec<Country>,
    /// Why the last request for a list failed; none if none was made.
    pub failure: Option<AppError>,
}

/// What the banks answered about the account names of the people to be paid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct NamesOutcome {
    pub matching: u32,
    /// Similar: spelled differently, shortened, or with other middle names.
    pub close: u32,
    pub differing: u32,
    /// The bank does not know the account.
    pub not_found: u32,
    /// Not asked, or not answered, although the country's banks can be asked.
    pub not_verified: u32,
    /// Whose holder cannot be requested: mobile money, and accounts of other countries.
    pub unavailable: u32,
    /// The first of those who are not verified; empty if nobody is.
    pub people: Vec<ListedPerson>,
}

/// A person whom a line of the Approve screen lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ListedPerson {
    /// Row in the file, from 1; none for a row that was added in Paysheet.
    pub row: Option<u32>,
    pub name: String,
    pub amount: Option<Total>,
    /// The value before: the file's, or for a changed account that of the last payroll.
    pub from: Option<String>,
    /// The value that is paid by, if the line is about an account or a bank, or the value changed.
    pub to: Option<String>,
    /// The name that the bank has for the account, if it was asked.
    pub holder: Option<String>,
    /// Why the warning that the line is about was accepted for this person, if a reason was entered.
    pub reason: Option<String>,
}

/// A total as the user typed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TypedTotal {
    pub currency: Currency,
    pub text: String,
}

/// The user's input before something approved is sent later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ResendInput {
    /// Empty if they were not requested.
    pub totals: Vec<TypedTotal>,
    /// Why the token in use is of the same account as the one that the payroll was approved with; none if that was
    /// not asked.
    pub same_account: Option<String>,
}

/// Values that differ from the file, similar ones together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView {
    pub kind: ChangeKind,
    /// None for the row itself.
    pub field: Option<Field>,
    /// Why the rows were skipped; only for restored rows, which have no value before.
    pub skipped_as: Option<SkipReason>,
    /// The value in the file, if it is the same in all rows.
    pub from: Option<String>,
    /// The present value (for a bank its name), under the same condition.
    pub to: Option<String>,
    /// Rows in the file, from 1; none for a row that was added in Paysheet.
    pub rows: Vec<Option<u32>>,
    /// The people of the first rows.
    pub people: Vec<ListedPerson>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    ZeroAdded,
    BankChosen,
    Edited,
    /// A row that was skipped when the file was read and restored by the user.
    PutBack,
}

/// Excluded people and accepted warnings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DecisionView {
    /// None for excluded people.
    pub accepted: Option<ProblemCode>,
    /// The person's name where there is one.
    pub name: Option<String>,
    /// Their amounts, for excluded people.
    pub sum: Option<Total>,
    /// Why the warnings were accepted, each reason once.
    pub reasons: Vec<String>,
    /// Rows in the file, from 1; none for a row that was added in Paysheet.
    pub rows: Vec<Option<u32>>,
    /// The people of the first rows.
    pub people: Vec<ListedPerson>,
}
