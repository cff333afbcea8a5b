//! Views of a draft: its head, its rows and the details of the selected one. Each is built completely here, from the
//! draft and from facts that only the desk has.

use std::collections::BTreeSet;

use paysheet_domain::{Field, HolderFinding, Money, Problem, ProblemCode, bank::BranchMatch, money::Total};
use paysheet_ledger::LastPaid;

use super::{
    check::{
        CHANGED_SHOWN_MAX, DraftView, FileValue, HolderView, LastPaidView, NamesCheck, ProblemCount,
        ProblemView, RecipientMore, RowDetail, RowView, RowWindow, SkippedRow,
    },
    reading::ReadingView,
};
use paysheet_draft::{Draft, Entry, OpenPlace, RowFilter, StoredSkippedRow, count};

/// Facts of a view that are not part of the draft.
pub(crate) struct DraftContext {
    pub names: NamesCheck,
    pub banks_listed_at: Option<String>,
    pub same_run_as: Option<u32>,
    pub reading: Option<ReadingView>,
    /// The file was read by other columns before, which can be undone.
    pub has_earlier_reading: bool,
    pub revision: u32,
}

/// Facts of a selected row that are not part of the draft.
pub(crate) struct RowFacts {
    pub last: Option<LastPaid>,
    /// The profile sends further details of recipients.
    pub are_sent: bool,
}

impl DraftView {
    /// The head of the Check screen, with the rows at `changed` as they are now.
    #[must_use]
    pub(crate) fn of(draft: &Draft, changed: &[u32], context: DraftContext) -> Self {
        let (head, tally) = (draft.head(), draft.tally());
        Self {
            id: head.id,
            name: head.name.clone(),
            period: head.period.clone(),
            file_name: head.file_name.clone(),
            sheet: head.sheet.clone(),
            country: head.country,
            currency: head.currency,
            rows: count(draft.entries().iter()),
            payable: draft.payable(),
            to_fix: tally.to_fix,
            to_decide: tally.to_decide,
            excluded: tally.excluded,
            has_references: draft.entries().iter().any(|entry| entry.recipient.reference.is_some()),
            edited: tally.edited,
            accepted: tally.accepted,
            problems: problem_counts(draft),
            banks: tally.banks(),
            skipped: draft.skipped().map(SkippedRow::from).collect(),
            file_problems: head
                .file_problems
                .iter()
                .map(|problem| ProblemView::of(draft, None, problem))
                .collect(),
            banks_listed_at: context.banks_listed_at,
            can_undo: draft.can_undo() || context.has_earlier_reading,
            can_redo: draft.can_redo(),
            names: context.names,
            same_run_as: context.same_run_as,
            reading: context.reading,
            revision: context.revision,
            changed: changed_rows(draft, changed),
        }
    }
}

fn problem_counts(draft: &Draft) -> Vec<ProblemCount> {
    let open = draft.tally().open().iter();
    open.map(|(&(severity, code), &count)| ProblemCount { code, severity, count }).collect()
}

/// None if there are more of them than the grid shows.
fn changed_rows(draft: &Draft, changed: &[u32]) -> Vec<RowView> {
    if changed.len() > CHANGED_SHOWN_MAX {
        return Vec::new();
    }
    changed.iter().filter_map(|position| Some(RowView::of(draft, draft.get(*position)?))).collect()
}

impl RowWindow {
    /// A window of the rows that match the filter.
    #[must_use]
    pub(crate) fn of(draft: &mut Draft, filter: &RowFilter, offset: u32, limit: u32) -> Self {
        let (total, positions) = draft.window(filter, offset, limit);
        let rows = positions.iter().filter_map(|position| draft.get(*position));
        Self { total, offset, rows: rows.map(|entry| RowView::of(draft, entry)).collect() }
    }
}

impl From<&StoredSkippedRow> for SkippedRow {
    fn from(skipped: &StoredSkippedRow) -> Self {
        Self {
            row: skipped.row,
            reason: skipped.reason,
            text: skipped.text.clone(),
            can_return: skipped.source.is_some(),
        }
    }
}

impl RowView {
    /// A row as the grid shows it.
    #[must_use]
    pub(crate) fn of(draft: &Draft, entry: &Entry) -> Self {
        let recipient = &entry.recipient;
        let row = entry.row.effective();
        let text = |field| row.text(field).unwrap_or_default();
        Self {
            position: entry.row.position,
            row: entry.row.source.origin.number(),
            name: recipient.name.clone().unwrap_or_default(),
            account_number: recipient.account_number.clone().unwrap_or_else(|| text(Field::AccountNumber)),
            bank_code: recipient.bank_code.clone(),
            bank_name: recipient.bank_name.clone().or_else(|| row.text(Field::BankCode)).unwrap_or_default(),
            amount: recipient.amount.map(Money::digits),
            amount_text: text(Field::Amount),
            currency: recipient.currency,
            country: recipient.country,
            narration: recipient.narration.clone().unwrap_or_default(),
            reference: recipient.reference.clone().unwrap_or_default(),
            holder: holder(entry),
            state: entry.state(),
            edited: entry.row.edits.iter().map(|(field, _)| *field).collect(),
            problems: entry.problems().map(|problem| ProblemView::of(draft, Some(entry), problem)).collect(),
        }
    }
}

impl ProblemView {
    fn of(draft: &Draft, entry: Option<&Entry>, problem: &Problem) -> Self {
        let suggestion = |is_of: fn(Field) -> bool| {
            problem.suggestion.as_ref().filter(|_| problem.field.is_some_and(is_of))
        };
        let country = entry.map_or(draft.head().country, |entry| entry.recipient.country);
        let bank = suggestion(Field::is_bank).and_then(|code| draft.directory().by_code(country, code));
        let branch = suggestion(Field::is_branch).and_then(|code| branch_name(draft, entry?, code));
        Self {
            code: problem.code,
            severity: problem.severity,
            field: problem.field,
            cell: entry.and_then(|entry| entry.row.source.address(problem.field?)),
            value: problem.value.clone(),
            suggestion: problem.suggestion.clone(),
            suggestion_label: bank.map(|bank| bank.name.clone()).or(branch),
            since: problem.since,
            rows: problem.rows.iter().map(|row| row.number()).collect(),
            accepted: entry.is_some_and(|entry| entry.row.accepted.contains(problem.code)),
            reason: entry.and_then(|entry| entry.row.accepted.reason(problem.code)).map(str::to_owned),
        }
    }
}

impl RowDetail {
    /// The selected row, and when its account was last paid.
    #[must_use]
    pub(crate) fn of(draft: &Draft, entry: &Entry, RowFacts { last, are_sent }: RowFacts) -> Self {
        let codes: BTreeSet<ProblemCode> = entry.open_problems().map(|problem| problem.code).collect();
        let OpenPlace { place, open_rows, previous, next } = draft.open_place(entry);
        let position = entry.row.position;
        Self {
            row: RowView::of(draft, entry),
            file_values: file_values(entry),
            bulk: codes.into_iter().map(|code| draft.bulk_counts(position, code)).collect(),
            place,
            open_rows,
            previous_open: previous,
            next_open: next,
            last_paid: last.map(|last| LastPaidView {
                at: last.payout.changed_at.map(|at| at.to_string()),
                amount: Total::new(1, last.payout.amount),
                payroll: last.payroll.0,
                payroll_name: last.payroll_name,
            }),
            more: more(draft, entry, are_sent),
        }
    }
}

/// Returns the service's name of a branch of the row's bank.
fn branch_name(draft: &Draft, entry: &Entry, code: &str) -> Option<String> {
    let recipient = &entry.recipient;
    let bank = draft.directory().by_code(recipient.country, recipient.bank_code.as_deref()?)?;
    match draft.directory().branch(bank, code) {
        BranchMatch::One(branch) => Some(branch.name.clone()),
        BranchMatch::None(_) | BranchMatch::NoList => None,
    }
}

fn more(draft: &Draft, entry: &Entry, are_sent: bool) -> RecipientMore {
    let recipient = &entry.recipient;
    let listed = recipient.branch_code.as_deref().and_then(|code| branch_name(draft, entry, code));
    RecipientMore {
        branch_code: recipient.branch_code.clone(),
        branch_name: listed.or_else(|| recipient.branch_name.clone()),
        email: recipient.email.clone(),
        phone: recipient.phone.clone(),
        are_sent,
    }
}

fn holder(entry: &Entry) -> HolderView {
    match entry.holder() {
        None => HolderView::NotAsked,
        Some(HolderFinding::Matches { holder }) => HolderView::Matches { holder },
        Some(HolderFinding::Differs { holder }) => HolderView::Differs { holder },
        Some(HolderFinding::Close { holder }) => HolderView::Close { holder },
        Some(HolderFinding::NotFound) => HolderView::NotFound,
        Some(HolderFinding::NotAvailable) => HolderView::NotAvailable,
    }
}

fn file_values(entry: &Entry) -> Vec<FileValue> {
    let source = &entry.row.source;
    let values = source.cells.iter();
    values
        .map(|(field, cell)| FileValue {
            field: *field,
            cell: source.address(*field),
            value: cell.value.shown(),
        })
        .collect()
}
