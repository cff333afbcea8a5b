//! The rules of paying a payroll, without any I/O: money, destinations, recipients, references, checks and states.
//! Time, randomness and files are passed in by the caller. Nothing here depends on HTTP, SQL, files or windows.

pub mod account;
pub mod bank;
pub mod batch;
pub mod card;
pub mod cell;
pub mod chain_key;
pub mod checks;
pub mod column;
pub mod country;
pub mod country_set;
pub mod draft;
pub mod edits;
pub mod evidence;
pub mod funding;
pub mod limit;
pub mod money;
pub mod names;
pub mod period;
pub mod problem;
pub mod reference;
pub mod separated;
pub mod source_row;
pub mod typed_amount;

pub use account::AccountAt;
pub use bank::{Bank, BankDirectory, BankKind, ConfirmedSpelling, ListedBranch};
pub use batch::{BatchState, PayoutState, PayoutStatus};
pub use card::{CardBrand, LastFour};
pub use cell::{Cell, CellText, CellValue, Field};
pub use chain_key::ChainKey;
pub use checks::{CheckContext, CheckedRow, RecipientDraft, check_row, check_together};
pub use column::Column;
pub use country::Country;
pub use country_set::CountrySet;
pub use draft::{DraftRow, HolderCheck, HolderFinding};
pub use edits::{BankChoice, Edits};
pub use evidence::{
    DecisionSource, MatchedBy, PayoutDecision, PayoutHistory, REPORTS_PER_PAYOUT_MAX, RecordedReport, Report,
    ReportFields, ReportSource, SourcedReport, WordKind, WordMeaning, is_doubt_code, is_same_code,
};
pub use funding::{
    ChargeSaid, ChargeStage, FundingDecision, FundingState, StatusWord, StatusWords, ValidationEnd,
};
pub use money::{Currency, Money, MoneyError};
pub use problem::{Problem, ProblemCode, Severity};
pub use reference::{CallbackCode, ProfileKey, Reference, RunId};
pub use source_row::{Cells, HiddenBy, RowMark, RowOrigin, SourceRow};
