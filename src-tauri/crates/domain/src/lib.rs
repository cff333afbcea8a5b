//! The rules of paying a payroll, without any I/O: money, destinations, recipients, references, checks and states.
//! Time, randomness and files are passed in by the caller. Nothing here depends on HTTP, SQL, files or windows.

mod banks;
pub mod card;
pub mod funding;
pub mod money;
mod payouts;
mod rows;
mod texts;

pub use banks::account::AccountAt;
pub use banks::bank::{Bank, BankDirectory, BankKind, ConfirmedSpelling, ListedBranch};
pub use banks::country::Country;
pub use banks::country_set::CountrySet;
pub use banks::limit::ADDED_CHARS_MAX;
pub use banks::{account, bank, country, country_set, limit};
pub use card::{CardBrand, LastFour};
pub use funding::{
    ChargeResponse, ChargeStage, FundingDecision, FundingState, StatusWord, StatusWords, ValidationEnd,
};
pub use money::{Currency, Money, MoneyError};
pub use payouts::batch::{AttemptResult, BatchState, PayoutState, PayoutStatus};
pub use payouts::chain_key::ChainKey;
pub use payouts::evidence::{
    DecisionSource, MatchedBy, PayoutDecision, PayoutHistory, REPORTS_PER_PAYOUT_MAX, RecordedReport, Report,
    ReportFields, ReportSource, SourcedReport, WordKind, WordMeaning, is_doubt_code, is_same_code,
};
pub use payouts::reference::{CallbackCode, ProfileKey, Reference, RunId};
pub use payouts::{batch, chain_key, evidence, reference};
pub use rows::cell::{Cell, CellText, CellValue, Field};
pub use rows::checks::{CheckContext, CheckedRow, RecipientDraft, check_row, check_together};
pub use rows::column::Column;
pub use rows::draft::{DraftRow, HolderCheck, HolderFinding, RefusedRow};
pub use rows::edits::{BankChoice, Edits};
pub use rows::problem::{Problem, ProblemCode, Severity};
pub use rows::source_row::{Cells, HiddenBy, RowMark, RowOrigin, SourceRow};
pub use rows::{cell, checks, column, draft, edits, problem, source_row, typed_amount};
pub use texts::{names, period, separated};
