//! Questions about other payrolls: who is paid there as well.

use paysheet_domain::{Currency, PayoutStatus, money::Total};
use serde::{Deserialize, Serialize};

use crate::view::payrolls::track::PayrollStatus;

/// Why the user must decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum QuestionKind {
    /// This payroll was copied from one that can still be sent, or whose outcome is unknown. It is not decided here: the
    /// other one is withdrawn or decided first.
    OpenOriginal,
    /// Another payroll has nearly the same people and amounts.
    SamePayroll,
    /// This payroll may have been sent from a newer ledger: an older copy was restored, and the user went through it.
    MaybeSentItself,
    /// Another payroll may have been sent from a newer ledger, and this one does not have its payouts.
    MaybeSent,
    /// It is unknown whether the provider has the other payout.
    Unknown,
    /// The provider has the other payout, and its result is missing.
    UnderWay,
    /// The other payout is approved and one click from being sent.
    Armed,
    /// Paid for the same period.
    PaidSamePeriod,
    /// Paid within the last days.
    PaidRecently,
    /// This payroll pays it again because it failed, and a later report says that it was paid.
    NoLongerFailed,
    /// This payroll pays it again because it failed, and only callbacks said so. They are not signed.
    FailedByCallback,
    /// This payroll pays it again because it failed, and only because a person read a word of a list so.
    FailedByReading,
}

/// One question: its reason, the other payroll, and the people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionView {
    /// Identifies the question in a decision; the same as long as it is asked.
    pub key: String,
    pub kind: QuestionKind,
    pub other: OtherPayrollView,
    /// The people of this payroll in question, and their amounts.
    pub totals: Vec<Total>,
    /// People, or the question as a whole, not decided yet.
    pub open: u32,
    /// The reason, if everything was decided with the same one.
    pub reason: Option<String>,
    /// At most as many people as a list shows.
    pub people: Vec<OverlapView>,
}

/// The other payroll, for comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OtherPayrollView {
    /// None, like its state, if this ledger does not have it.
    pub id: Option<u32>,
    pub name: String,
    pub period: String,
    pub state: Option<PayrollStatus>,
    pub totals: Vec<Total>,
    /// Its number of people, if known.
    pub people: Option<u32>,
    /// When it was about to be sent from a newer ledger, by the record beside the profile key.
    pub sent_at: Option<String>,
    pub approved_at: Option<String>,
    pub approved_by: Option<String>,
}

/// Somebody whom both payrolls pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OverlapView {
    /// Identifies the person in a decision.
    pub key: String,
    /// Row in the file, from 1; none for a row that was added in Paysheet.
    pub row: Option<u32>,
    pub name: String,
    pub account_number: String,
    pub bank_name: String,
    /// The account of the other payout. It differs where this one pays it again to another account.
    pub other_account_number: String,
    pub other_bank_name: String,
    pub amount: String,
    pub currency: Currency,
    pub other_amount: String,
    pub other_currency: Currency,
    pub other_status: PayoutStatus,
    /// When the result of the other payout was reported.
    pub other_at: Option<String>,
    /// The user's reason, once decided.
    pub reason: Option<String>,
}

/// A decision: to pay these people, or all of the question alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionDecision {
    /// The question's key.
    pub question: String,
    /// People by their keys; empty for all alike.
    pub keys: Vec<String>,
    pub reason: String,
}
