//! How the window sees a draft: its head, a row, the details of the selected one.

use std::collections::BTreeSet;

use paysheet_domain::{Field, HolderFinding, Money, Problem, ProblemCode, money::Total};

use super::{Draft, Entry, count, filter::Place};
use crate::view::{
    BulkCounts, CHANGED_SHOWN_MAX, DraftView, FileValue, HolderView, NamesCheck, ProblemCount, ProblemView,
    RowDetail, RowView,
};

impl Draft {
    /// The head of the Check screen; what only the desk knows (`names`, `same_run_as`, `reading`,
    /// `revision`) is filled in there.
    #[must_use]
    pub fn view(&self, names: NamesCheck) -> DraftView {
        let head = self.head();
        let tally = &self.tally;
        DraftView {
            id: head.id,
            name: head.name.clone(),
            period: head.period.clone(),
            file_name: head.file_name.clone(),
            sheet: head.sheet.clone(),
            country: head.country,
            currency: head.currency,
            rows: count(self.entries().iter()),
            payable: self.payable(),
            to_fix: tally.to_fix,
            to_decide: tally.to_decide,
            excluded: tally.excluded,
            edited: tally.edited,
            accepted: tally.accepted,
            problems: self
                .open_counts()
                .into_iter()
                .map(|((severity, code), count)| ProblemCount { code, severity, count })
                .collect(),
            banks: tally.banks(),
            skipped: self.skipped(),
            file_problems: head.file_problems.iter().map(|problem| self.problem(None, problem)).collect(),
            can_undo: self.can_undo(),
            can_redo: self.can_redo(),
            names,
            same_run_as: None,
            reading: None,
            revision: 0,
            changed: Vec::new(),
        }
    }

    /// The rows that were changed, as the grid shows them now; none where they are more than it would show.
    #[must_use]
    pub fn looks(&self, changed: &[u32]) -> Vec<RowView> {
        if changed.len() > CHANGED_SHOWN_MAX {
            return Vec::new();
        }
        changed.iter().filter_map(|position| Some(self.look(self.get(*position)?))).collect()
    }

    /// What would be paid now, by currency, the payroll's own first.
    #[must_use]
    pub fn payable(&self) -> Vec<Total> {
        self.tally.payable(self.head().currency)
    }

    /// A row as the grid shows it.
    #[must_use]
    pub fn look(&self, entry: &Entry) -> RowView {
        let recipient = &entry.recipient;
        let row = entry.row.effective();
        let text = |field| row.text(field).unwrap_or_default();
        RowView {
            position: entry.row.position,
            row: entry.row.source.row,
            name: recipient.name.clone().unwrap_or_default(),
            account_number: recipient.account_number.clone().unwrap_or_else(|| text(Field::AccountNumber)),
            bank_code: recipient.bank_code.clone(),
            bank_name: recipient.bank_name.clone().or_else(|| row.text(Field::BankCode)).unwrap_or_default(),
            amount: recipient.amount.map(Money::digits),
            amount_text: text(Field::Amount),
            currency: recipient.currency,
            country: recipient.country,
            narration: recipient.narration.clone().unwrap_or_default(),
            holder: holder(entry),
            state: entry.state(),
            edited: entry.row.edits.keys().copied().collect(),
            problems: entry.problems().map(|problem| self.problem(Some(entry), problem)).collect(),
        }
    }

    fn problem(&self, entry: Option<&Entry>, problem: &Problem) -> ProblemView {
        let suggested_bank = problem
            .suggestion
            .as_ref()
            .filter(|_| matches!(problem.field, Some(Field::BankName | Field::BankCode)));
        let country = entry.map_or(self.head().country, |entry| entry.recipient.country);
        ProblemView {
            code: problem.code,
            severity: problem.severity,
            field: problem.field,
            cell: entry.and_then(|entry| entry.row.source.address(problem.field?)),
            value: problem.value.clone(),
            suggestion: problem.suggestion.clone(),
            suggestion_label: suggested_bank
                .and_then(|code| self.directory().by_code(country, code))
                .map(|bank| bank.name.clone()),
            rows: problem.rows.clone(),
            accepted: entry.is_some_and(|entry| entry.row.accepted.contains(problem.code)),
            reason: entry.and_then(|entry| entry.row.accepted.reason(problem.code)).map(str::to_owned),
        }
    }

    /// The selected row. When it was last paid is the ledger's to say.
    #[must_use]
    pub fn detail(&self, position: u32) -> Option<RowDetail> {
        let entry = self.get(position)?;
        let (open, here) = (self.open_places(), Place::of(entry));
        let codes: BTreeSet<ProblemCode> = entry.open_problems().map(|problem| problem.code).collect();
        let place = open.iter().position(|at| *at == here);
        Some(RowDetail {
            row: self.look(entry),
            file_values: file_values(entry),
            bulk: codes.into_iter().map(|code| self.bulk_counts(position, code)).collect(),
            place: place.and_then(|at| u32::try_from(at + 1).ok()),
            open_rows: count(open.iter()),
            previous_open: open.iter().rev().find(|at| **at < here).or(open.last()).map(|at| at.position),
            next_open: open.iter().find(|at| **at > here).or(open.first()).map(|at| at.position),
            last_paid_at: None,
            last_paid_payroll: None,
        })
    }

    fn bulk_counts(&self, position: u32, code: ProblemCode) -> BulkCounts {
        let bank = if asks_for_bank(code) { self.alike(position, Field::BankCode) } else { Vec::new() };
        BulkCounts {
            code,
            suggestion: count(self.with_suggestion(code).iter()),
            warning: count(self.with_warning(code).iter()),
            bank: count(bank.iter()),
        }
    }
}

/// Whether choosing a bank solves the problem.
const fn asks_for_bank(code: ProblemCode) -> bool {
    matches!(
        code,
        ProblemCode::BankMissing
            | ProblemCode::BankUnknown
            | ProblemCode::BankAmbiguous
            | ProblemCode::BankConflict
    )
}

fn holder(entry: &Entry) -> HolderView {
    match entry.holder() {
        None => HolderView::NotAsked,
        Some(HolderFinding::Matches { holder }) => HolderView::Matches { holder },
        Some(HolderFinding::Differs { holder }) => HolderView::Differs { holder },
        Some(HolderFinding::NotFound) => HolderView::NotFound,
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
