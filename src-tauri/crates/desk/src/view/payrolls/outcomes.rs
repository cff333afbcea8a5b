//! A file with results: what it would change, before the user applies it.

use paysheet_domain::{Currency, MatchedBy, PayoutStatus, Report, money::Total};
use paysheet_sheet::{ListKind, MappingOrigin, UnreadRows};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter};

use crate::view::prepare::outcome_reading::{OutcomeReading, OutcomeWord};

/// What a file says, compared with what is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomesView {
    pub kind: ListKind,
    pub file_name: String,
    pub sha256: String,
    /// Of the file and its effect. If it differs by the time that the file is applied, it is not applied.
    pub fingerprint: String,
    /// When results of the same file were applied first.
    pub applied_at: Option<String>,
    /// Number of rows of the file.
    pub rows: u32,
    /// Number of further rows. They are not read.
    pub unread_rows: u32,
    /// Where these rows are; the first places only.
    pub unread: Vec<UnreadRows>,
    /// Number of further places.
    pub more_unread: u32,
    /// Who said what the columns hold; none if the file has no columns to choose from.
    pub columns_origin: Option<MappingOrigin>,
    /// The name of the layout by which it is read, if that is stored.
    pub layout_name: Option<String>,
    /// Status words, then response codes, that mean nothing by themselves; the most frequent first.
    pub words: Vec<OutcomeWord>,
    /// Number of further such words and codes. They say nothing.
    pub more_words: u32,
    /// Number of lines of each kind; without kinds that have none.
    pub counts: Vec<OutcomeCount>,
    /// Payouts about which the file says something new, found by their reference.
    pub applicable: u32,
    /// Number of lines with something new that are applied only if the user confirms them.
    pub to_confirm: u32,
    /// Those of them that an earlier statement contradicts: it has a debit of the same payout on another day.
    pub second_debits: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeCount {
    pub kind: OutcomeKind,
    pub count: u32,
    /// The keys of the lines of this kind that the user can confirm.
    pub confirm_keys: Vec<String>,
}

/// Lines of a preview; those that wait for the user are the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeLinesWindow {
    /// Number of all lines of the kind.
    pub total: u32,
    pub offset: u32,
    pub rows: Vec<OutcomeLine>,
}

/// The effect of a line, in the order in which lines are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, EnumIter, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OutcomeKind {
    /// It contradicts what is known, or itself.
    Conflict,
    Reversed,
    Failed,
    Paid,
    /// The outcome stays as it is.
    Unchanged,
    /// Several payouts fit a row, or several rows fit a payout. It is not applied.
    Ambiguous,
    /// A payout without an outcome, sent in the time of the statement, that is not in it. Nothing is applied.
    Missing,
    /// No payout of any payroll fits. It is not applied.
    NotFound,
    /// It is not applied.
    Unreadable,
}

/// A payout with everything that the file says about it, a batch with its debit, or a row that is about no payout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeLine {
    pub kind: OutcomeKind,
    pub payout: Option<OutcomePayout>,
    pub batch: Option<OutcomeBatch>,
    /// By what the user confirms it, if it was not found by a reference.
    pub confirm_key: Option<String>,
    /// How its rows were found to be about it; none if they are about no payment.
    pub matched_by: Option<MatchedBy>,
    /// When its batch was sent.
    pub sent_at: Option<String>,
    /// The days of debits of the same payment in earlier statements, if this one is on another day; as in
    /// [`OutcomeRow::day`].
    pub earlier_debits: Vec<String>,
    /// The file says something that is not known yet.
    pub is_new: bool,
    /// The rows of the file; the first ones only.
    pub says: Vec<OutcomeRow>,
    /// Why it is not applied, or not without the user.
    pub problem: Option<OutcomeProblem>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomePayout {
    pub reference: String,
    pub payroll: u32,
    pub payroll_name: String,
    pub name: String,
    pub account_number: String,
    pub bank_name: String,
    pub amount: String,
    pub currency: Currency,
    /// What is known now, and what will be once the file is applied.
    pub before: PayoutStatus,
    pub after: PayoutStatus,
}

/// A batch that one debit pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeBatch {
    pub reference: String,
    /// From 1.
    pub number: u32,
    pub payroll: u32,
    pub payroll_name: String,
    pub total: Total,
    /// Number of its payouts about which the file says something new.
    pub new: u32,
}

/// What a row of the file says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeRow {
    /// Empty in a text file.
    pub sheet: String,
    pub row: u32,
    /// None if it says nothing that can be read.
    pub report: Option<Report>,
    /// As in the file; empty if it has none.
    pub code: String,
    pub status: String,
    pub message: String,
    pub reference: String,
    pub account: String,
    pub amount: String,
    /// As in `2026-11-20`; as in the file if that may mean several days. Empty if it has none.
    pub day: String,
}

/// Why a row is not applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, EnumIter, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OutcomeProblem {
    /// The record cannot be parsed.
    NotReadable,
    /// A formula without a value, or an error, is in a cell from which the result would follow.
    BrokenCell,
    /// It has neither a status nor a code.
    NoResult,
    /// Its amount cannot be parsed.
    AmountNotReadable,
    /// Neither a sign nor a word says whether its money went out or came in.
    NoDirection,
    /// Its reference is in no payroll.
    UnknownReference,
    /// It has no reference of ours, and not account, amount and date.
    NothingToFindBy,
    /// No payout to this account has this amount and was sent near this date.
    NoSuchPayment,
    SeveralPayments,
    /// The payout with its reference has another amount: it may be a fee.
    OtherAmount,
    /// No row is about this payout.
    NotInFile,
    /// Several rows fit the same payout.
    SeveralRows,
    /// Another row about the payout has a word or code of which nobody said what it means.
    UndecidedWord,
    /// It is a stored callback without a response code, which settles nothing, whatever its status says.
    CallbackWithoutCode,
    /// A statement that was imported before has a debit of the same payout on another day. It is applied only if the user
    /// confirms it, and then it is a contradiction.
    SecondDebit,
    /// Money came in that may be the return of this payout. Both are applied only if the user confirms it, and then they are a
    /// contradiction.
    PossibleReturn,
}

/// The user's answer to the preview of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomesInput {
    pub sha256: String,
    pub fingerprint: String,
    /// How it was read when it was shown.
    pub reading: OutcomeReading,
    /// The keys of the lines that the user confirms.
    pub confirmed: Vec<String>,
}

/// What was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomesApplied {
    /// Number of payouts about which the file said something new.
    pub payouts: u32,
}
