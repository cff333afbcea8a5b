//! The Check screen: a draft, its problems, and windows of its rows.

use paysheet_domain::{Country, Currency, Field, ProblemCode, Severity, money::Total};
use paysheet_service::{CallError, RefusalKind};
use paysheet_sheet::SkipReason;
use serde::{Deserialize, Serialize};

use super::reading::ReadingView;
pub use paysheet_draft::{
    BankTotal, Block, BlockView, BulkCounts, CellChange, Direction, PaidBefore, RowFilter, RowGroup, RowSort,
    RowState, SortBy,
};

/// The head of the Check screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftView {
    pub id: u32,
    pub name: String,
    /// `2026-11`.
    pub period: String,
    pub file_name: String,
    pub sheet: String,
    pub country: Country,
    pub currency: Currency,
    /// Rows of people, whatever their state.
    pub rows: u32,
    /// Rows that would be paid now (no error, not excluded), by currency; the first is the payroll's own.
    pub payable: Vec<Total>,
    pub to_fix: u32,
    pub to_decide: u32,
    pub excluded: u32,
    /// The file has references of the office.
    pub has_references: bool,
    pub edited: u32,
    pub accepted: u32,
    pub problems: Vec<ProblemCount>,
    /// Payable totals by bank, largest first.
    pub banks: Vec<BankTotal>,
    pub skipped: Vec<SkippedRow>,
    /// About the file as a whole.
    pub file_problems: Vec<ProblemView>,
    /// When the service's list of the country's banks was fetched; none while the embedded list stands in for it.
    pub banks_listed_at: Option<String>,
    pub can_undo: bool,
    pub can_redo: bool,
    pub names: NamesCheck,
    /// Another payroll of this name and period exists already: the name must change before it can be frozen.
    pub same_run_as: Option<u32>,
    /// How the file's columns were detected; none if the payroll was read from no file.
    pub reading: Option<ReadingView>,
    /// Increases with every change of any draft: of two views the one with the greater number is newer.
    pub revision: u32,
    /// The rows that a command changed, in their present state, so that they can be shown without another request. Empty
    /// if there was no command, or if it changed more than [`CHANGED_SHOWN_MAX`] rows. Other rows, such as those of the
    /// same account, may look different now as well.
    pub changed: Vec<RowView>,
}

/// Maximum number of rows in [`DraftView::changed`]: more than any window shows at a time.
pub const CHANGED_SHOWN_MAX: usize = 100;

/// The account-name check of a draft, and its progress in accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct NamesCheck {
    /// The service reports holders' names in this country.
    pub available: bool,
    pub running: bool,
    pub paused: bool,
    pub done: u32,
    pub total: u32,
    /// Seconds that the rest will take; none while that is not known.
    pub left_s: Option<u32>,
    /// Rows to be paid whose holder was not requested yet.
    pub unverified: u32,
    /// Rows to be paid whose holder is known.
    pub verified: u32,
    /// The rest is to be checked without being asked for: the profile says so, and the user did not stop it.
    pub automatic: bool,
    /// Accounts that the last check could not ask about, by reason.
    pub not_asked: Vec<NotAskedCount>,
}

/// Why accounts or payouts could not be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NotAsked {
    /// The service did not answer, or not in a form that can be read.
    NoAnswer,
    /// The service could not be reached.
    NotReached,
    /// The service was asked too often.
    RateLimited,
    /// The service refused the question.
    Refused,
    /// The service refused the access token.
    TokenRefused,
    /// The desk was locked.
    Locked,
    /// The answers could not be stored.
    NotStored,
}

impl NotAsked {
    /// Returns why a call that changes nothing returned nothing.
    pub(crate) const fn of(error: &CallError) -> Self {
        match error {
            CallError::NotSent(_) => Self::NotReached,
            CallError::NoAnswer { .. } => Self::NoAnswer,
            CallError::Refused(refusal) => match refusal.kind {
                RefusalKind::TokenRefused | RefusalKind::Forbidden => Self::TokenRefused,
                RefusalKind::RateLimited => Self::RateLimited,
                RefusalKind::WrongLock
                | RefusalKind::DuplicateReference
                | RefusalKind::InsufficientBalance
                | RefusalKind::Invalid
                | RefusalKind::Other => Self::Refused,
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct NotAskedCount {
    pub reason: NotAsked,
    pub accounts: u32,
}

/// Rows with one kind of open problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ProblemCount {
    pub code: ProblemCode,
    pub severity: Severity,
    pub count: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SkippedRow {
    pub row: u32,
    pub reason: SkipReason,
    /// Its text, shortened.
    pub text: String,
    /// It can be restored as a person; a blank row cannot.
    pub can_return: bool,
}

/// A problem as the grid and the side panel show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ProblemView {
    pub code: ProblemCode,
    pub severity: Severity,
    pub field: Option<Field>,
    /// `D17` in the file.
    pub cell: Option<String>,
    pub value: Option<String>,
    pub suggestion: Option<String>,
    /// The suggestion in words if it is a code (a bank's name).
    pub suggestion_label: Option<String>,
    /// The year since which the suggested bank has the accounts of the named one, or since which the limit holds.
    pub since: Option<u16>,
    /// Rows with the same value, by their number in the file, from 1; none for a row that was added in Paysheet.
    pub rows: Vec<Option<u32>>,
    /// A warning that the user accepted.
    pub accepted: bool,
    /// The reason.
    pub reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HolderView {
    NotAsked,
    Matches {
        holder: String,
    },
    /// Similar: spelled differently, shortened, or with other middle names.
    Close {
        holder: String,
    },
    Differs {
        holder: String,
    },
    NotFound,
    /// The service does not name the holder: mobile money, and banks of other countries.
    NotAvailable,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RowView {
    /// Identity within the draft, from 0.
    pub position: u32,
    /// Row in the file, from 1; none for a row that was added in Paysheet.
    pub row: Option<u32>,
    pub name: String,
    pub account_number: String,
    pub bank_code: Option<String>,
    pub bank_name: String,
    /// Decimal digits if the amount can be read; otherwise none, and `amountText` contains the text.
    pub amount: Option<String>,
    pub amount_text: String,
    pub currency: Currency,
    pub country: Country,
    pub narration: String,
    /// The office's own reference; empty if the file has none.
    pub reference: String,
    pub holder: HolderView,
    pub state: RowState,
    /// Fields the user changed.
    pub edited: Vec<Field>,
    pub problems: Vec<ProblemView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RowWindow {
    /// Rows that match the filter.
    pub total: u32,
    pub offset: u32,
    pub rows: Vec<RowView>,
}

/// What the Check screen shows at first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftOpening {
    pub draft: DraftView,
    /// The rows around the first one that needs something, otherwise the first rows.
    pub rows: RowWindow,
    /// The first row to fix, otherwise to decide; none if no row needs anything.
    pub open: Option<OpenRow>,
}

/// A row that needs something, and its place among all rows, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenRow {
    pub index: u32,
    pub detail: RowDetail,
}

/// The selected row, for the side panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RowDetail {
    pub row: RowView,
    /// The values in the file, field by field, with their cells.
    pub file_values: Vec<FileValue>,
    /// One for each open problem of the row.
    pub bulk: Vec<BulkCounts>,
    /// Its place among the rows with an open problem, from 1, and how many there are.
    pub place: Option<u32>,
    pub open_rows: u32,
    pub previous_open: Option<u32>,
    pub next_open: Option<u32>,
    /// When and by which payroll this account was last paid from this ledger.
    pub last_paid: Option<LastPaidView>,
    /// Further details of the recipient, which are sent only where the profile says so.
    pub more: RecipientMore,
}

/// The last payment to an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct LastPaidView {
    /// RFC 3339; none if nobody knows when.
    pub at: Option<String>,
    pub amount: Total,
    pub payroll: u32,
    pub payroll_name: String,
}

/// Details of a recipient beside those of the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RecipientMore {
    /// As it would be sent: the file's, or the service's code of the branch that the file names.
    pub branch_code: Option<String>,
    /// The service's name of that branch, or else the file's.
    pub branch_name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// The profile sends these details, as far as the destination wants them.
    pub are_sent: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct FileValue {
    pub field: Field,
    pub cell: Option<String>,
    pub value: String,
}
