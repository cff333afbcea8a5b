//! The durable record of every payroll: its plan, what was sent and the service's answers.
//!
//! Every change is one transaction of one writer and stores its events in a hash-chained table. The caller passes the
//! time. This crate has no network access, stores no secrets and does not classify answers: the service crate does
//! that. This crate only permits the transitions that the rules allow.
//!
//! Every method can fail because the file cannot be read or written, was replaced, or is damaged ([`LedgerError`]); its
//! documentation names the other errors.

mod batches;
mod drafts;
mod funding;
mod guard;
mod history;
mod model;
mod outcomes;
mod reads;
mod recovery;
mod states;
mod store;
#[cfg(test)]
mod tests;

pub use batches::approval::Approval;
pub use batches::asking::{BatchToAsk, PayoutToAsk};
pub use batches::corrections::Correction;
pub use batches::freeze::{Approved, Frozen};
pub use batches::resend::{Refused, Resend};
pub use batches::sending::{ApprovedBatch, Intent, NextBatch, NotRecorded, UnknownDecision};
pub use drafts::account_holders::{
    HOLDER_REUSED_DAYS, HolderAnswer, KnownHolder, is_holder_fresh, is_refusal_fresh,
};
pub use drafts::bank_lists::{BankListKind, BankListRecord};
pub use drafts::bank_spellings::BankSpellingRecord;
pub use drafts::draft::{NewPayroll, NewReading};
pub use drafts::draft_rows::stored_source;
pub use drafts::layouts::{LayoutKind, LayoutRecord, NewLayout};
pub use funding::{
    BalanceRecord, CardSeen, ChargeAnswered, ChargeIntent, ChargeNotRecorded, ChargeUnderWay, FundingEntry,
    FundingFilter, NewCharge, Payer, SameAmount, StatusReading,
};
pub use guard::maybe_sent::MaybeSent;
pub use guard::overlap::{
    APPROVAL_DAYS, DecisionKind, GuardRule, Overlap, OverlapKind, OverlapPerson, RECENT_DAYS,
};
pub use guard::pay_failed::{ChainPayment, RetryLink};
pub use guard::question_decisions::QuestionDecisionRecord;
pub use guard::questions::{Questions, SamePayroll};
pub use history::audit::{AUDITED_PAYOUTS_MAX, AuditFilter, AuditPage, AuditRecord};
pub use model::anchor_record::{
    Anchor, AnchoredPayroll, BlockedPayroll, PAYROLLS_ANCHORED_MAX, StoredAnchor,
};
pub use model::decision_reason::{REASON_CHARS_MAX, decision_reason};
pub use model::error::{BackupError, LedgerError, PlanFault, Result};
pub use model::events::{EventCause, EventKind, EventRecord};
pub use model::outcome::{AttemptOutcome, ExchangeRecord, OutcomeKind};
pub use model::plan::{FreezePlan, PlannedBatch, PlannedPayout};
pub use model::records::{
    BatchKey, BatchRecord, BlockReason, ClosedUnconfirmed, Destination, Destinations, FundingId, LastPaid,
    PayoutFilter, PayoutOrder, PayoutRecord, PayrollId, PayrollRecord, PayrollState, SettledBy, SourceFile,
};
pub use outcomes::callbacks::{CallbackKey, CallbackReading, RawCallback};
pub use outcomes::outcome_files::{
    FileReading, ListedPayout, NewOutcomeFile, OutcomeEffects, PayoutEffect, ReadWord,
};
pub use outcomes::payout_decisions::{NewPayoutDecision, PayoutDecisionRecord, ShownEvidence, is_decidable};
pub use outcomes::reports::fees::ReportedFee;
pub use outcomes::reports::{
    Applied, FileReport, PayoutReport, ReportRecord, RowMatch, UNKNOWN_REPORTS_MAX, WordReader,
};
pub use outcomes::statement_entries::StatementEntry;
pub use outcomes::unknown_reports::{UnknownReport, UnknownReports};
pub use reads::account_payments::AccountPayments;
pub use reads::chosen_payouts::{ChosenPayout, ShownPayout};
pub use reads::damage::{DamagedPayroll, ListedPayroll, PayrollEntry};
pub use reads::figures::PayrollFigures;
pub use reads::journals::{BookedPayment, JournalKey, NewJournal, SavedJournals};
pub use reads::outstanding::OutstandingCounts;
pub use reads::payout_totals::{BatchTotal, Outcomes};
pub use reads::people::{PeopleFilter, PeopleOrder, PersonKey, PersonPayment, PersonRecord};
pub use reads::runs::PAYROLL_NAME_CHARS_MAX;
pub use recovery::backup::{
    Backup, BackupContents, BackupDescription, BackupPreview, DAILY_BACKUPS_KEPT, ListedBackup,
    MONTHLY_BACKUPS_KEPT, list_backups, preview_backup, restore_backup, verify_backup,
};
pub use recovery::open::Recovery;
pub use states::attempts::{AttemptEnd, AttemptRecord};
pub use states::refusal::StoredRefusal;
pub use store::held_files::when_released;
pub use store::ledger::Ledger;
#[cfg(feature = "simulate")]
pub use store::probe;
pub use store::settings::PROFILE_SETTING;
