//! The durable record of every payroll: its plan, what was sent and the service's answers.
//!
//! Every change is one transaction of one writer and stores its events in a hash-chained table. The caller passes the
//! time. This crate has no network access, stores no secrets and does not classify answers: the service crate does
//! that. This crate only permits the transitions that the rules allow.

mod account_holders;
mod account_payments;
mod anchor;
mod anchor_record;
mod approval;
mod asking;
mod attempts;
mod audit;
mod backup;
mod bank_lists;
mod bank_spellings;
mod batch_ids;
mod callbacks;
mod chain;
mod chain_verification;
mod chosen_payouts;
mod columns;
mod connection;
mod corrections;
mod damage;
mod decision_reason;
mod draft_rows;
mod drafts;
mod error;
mod event_list;
mod events;
mod figures;
mod file_lock;
mod freeze;
mod funding;
mod guard;
mod journals;
mod layouts;
mod ledger;
mod maybe_sent;
mod migrations;
mod named_rows;
mod network;
mod open;
mod outcome;
mod outcome_files;
mod outstanding;
mod overdue;
mod page_checksums;
mod payout_decisions;
mod payout_totals;
mod payout_window;
mod people;
mod plan;
#[cfg(feature = "simulate")]
pub mod probe;
mod question_decisions;
mod reading;
mod records;
mod refusal;
mod reports;
mod retries;
mod row_edits;
mod row_numbers;
mod runs;
mod search;
mod sending;
mod settings;
mod statement_entries;
mod stored;
#[cfg(test)]
mod tests;
mod thaw;
mod transitions;
mod unconfirmed;
mod unknown_reports;
mod verification;
mod waiting;
mod withdrawal;
mod write_tx;

pub use account_holders::{HOLDER_REUSED_DAYS, HolderAnswer, KnownHolder, is_holder_fresh, is_refusal_fresh};
pub use account_payments::AccountPayments;
pub use anchor_record::{Anchor, AnchoredPayroll, BlockedPayroll, PAYROLLS_ANCHORED_MAX, StoredAnchor};
pub use approval::{Approval, Resend};
pub use asking::{BatchToAsk, PayoutToAsk};
pub use attempts::{AttemptEnd, AttemptRecord};
pub use audit::{AUDITED_PAYOUTS_MAX, AuditFilter, AuditPage, AuditRecord};
pub use backup::{
    Backup, BackupContents, BackupDescription, BackupPreview, DAILY_BACKUPS_KEPT, ListedBackup,
    MONTHLY_BACKUPS_KEPT, list_backups, preview_backup, restore_backup, verify_backup,
};
pub use bank_lists::{BankListKind, BankListRecord};
pub use bank_spellings::BankSpellingRecord;
pub use callbacks::{CallbackKey, CallbackReading, RawCallback};
pub use chosen_payouts::{ChosenPayout, ShownPayout};
pub use corrections::Correction;
pub use damage::{DamagedPayroll, ListedPayroll, PayrollEntry};
pub use decision_reason::{REASON_CHARS_MAX, decision_reason};
pub use draft_rows::stored_source;
pub use drafts::{NewPayroll, NewReading};
pub use error::{BackupError, LedgerError, PlanFault, Result};
pub use events::{EventCause, EventKind, EventRecord};
pub use figures::PayrollFigures;
pub use freeze::{Approved, Frozen};
pub use funding::{
    BalanceRecord, CardSeen, ChargeAnswered, ChargeIntent, ChargeNotRecorded, ChargeUnderWay, FundingEntry,
    FundingFilter, NewCharge, Payer, SameAmount, StatusReading,
};
pub use guard::{
    APPROVAL_DAYS, DecisionKind, GuardRule, Overlap, OverlapKind, OverlapPerson, Questions, RECENT_DAYS,
    SamePayroll,
};
pub use journals::{BookedPayment, JournalKey, NewJournal, SavedJournals};
pub use layouts::{LayoutKind, LayoutRecord, NewLayout};
pub use ledger::Ledger;
pub use maybe_sent::MaybeSent;
pub use open::Recovery;
pub use outcome::{AttemptOutcome, AttemptResult, ExchangeRecord, OutcomeKind};
pub use outcome_files::{FileReading, ListedPayout, NewOutcomeFile, OutcomeEffects, PayoutEffect, ReadWord};
pub use outstanding::OutstandingCounts;
pub use payout_decisions::{NewPayoutDecision, PayoutDecisionRecord, ShownEvidence, is_decidable};
pub use payout_totals::{BatchTotal, Outcomes};
pub use people::{PeopleFilter, PeopleOrder, PersonKey, PersonPayment, PersonRecord};
pub use plan::{FreezePlan, PlannedBatch, PlannedPayout};
pub use question_decisions::QuestionDecisionRecord;
pub use records::{
    BatchKey, BatchRecord, BlockReason, ClosedUnconfirmed, Destination, Destinations, FundingId, LastPaid,
    PayoutFilter, PayoutOrder, PayoutRecord, PayrollId, PayrollRecord, PayrollState, SettledBy, SourceFile,
};
pub use refusal::{RefusedRow, StoredRefusal};
pub use reports::fees::ReportedFee;
pub use reports::{
    Applied, FileReport, PayoutReport, ReportRecord, RowMatch, UNKNOWN_REPORTS_MAX, WordReader,
};
pub use retries::{ChainPayment, RetryLink};
pub use runs::PAYROLL_NAME_CHARS_MAX;
pub use sending::{ApprovedBatch, Decision, Intent, NextBatch, NotRecorded, Refused};
pub use settings::PROFILE_SETTING;
pub use statement_entries::StatementEntry;
pub use unknown_reports::{UnknownReport, UnknownReports};
