//! Changes to a draft. Each is a set of rows as they were before; undo exchanges them with the present rows.

use std::collections::BTreeMap;

use paysheet_domain::{
    Cells, DraftRow, Field, HolderCheck, HolderFinding, Money, ProblemCode, RowOrigin, Severity, SourceRow,
};

use super::paste::Block;
use crate::model::{
    cells::{Changed, UndoStep, set, withdraw},
    draft::Draft,
    entry::{Entry, count},
    row_filter::RowFilter,
};

/// Maximum number of changes that can be undone.
pub const UNDO_STEPS_MAX: usize = 500;

/// Up to this number of changed rows, each is compared with its duplicates only. After a larger change, all rows are
/// compared.
const ROWS_COMPARED_SINGLY_MAX: usize = 1_000;

/// Maximum number of payments into which one is split. An amount that needs more has a digit too many.
const PARTS_MAX: usize = 10;

impl Draft {
    /// Changes the rows at `positions` with `edit`, and returns the rows to be stored. If nothing changed, no undo
    /// step is recorded.
    fn change(&mut self, positions: &[u32], edit: impl Fn(&mut DraftRow)) -> Vec<DraftRow> {
        let after = positions.iter().filter_map(|position| {
            let entry = self.get(*position)?;
            let mut row = entry.row.clone();
            edit(&mut row);
            (row != entry.row).then_some(row)
        });
        let after: Vec<DraftRow> = after.collect();
        self.take(after.clone());
        after
    }

    /// Replaces existing rows, and appends new ones, as one step that can be undone.
    pub(crate) fn take(&mut self, after: Vec<DraftRow>) -> Changed {
        if after.is_empty() {
            return Changed::default();
        }
        let length = self.entries.len();
        let before = after.iter().filter_map(|row| Some(self.get(row.position)?.row.clone())).collect();
        self.put(&after);
        self.undo.push(UndoStep { rows: before, length });
        self.redo.clear();
        if self.undo.len() > UNDO_STEPS_MAX {
            self.undo.remove(0);
        }
        Changed { rows: after, length: self.length_after(length) }
    }

    /// Returns the number of rows if it differs from `before`.
    fn length_after(&self, before: usize) -> Option<u32> {
        (self.entries.len() != before).then(|| count(self.entries.iter()))
    }

    fn put(&mut self, rows: &[DraftRow]) {
        if rows.len() > ROWS_COMPARED_SINGLY_MAX {
            return self.put_many(rows);
        }
        for row in rows {
            // Positions are indices: a row past the end is appended after the last one.
            self.put_entry(Self::entry(&self.head, &self.directory, row.clone()));
        }
        self.compare_changed();
    }

    /// Does the same as `put`, for changes after which it is faster to compare all rows.
    fn put_many(&mut self, rows: &[DraftRow]) {
        for entry in Self::entries_of(&self.head, &self.directory, rows.to_vec(), |_, row| row) {
            let at = usize::try_from(entry.row.position).unwrap_or(usize::MAX);
            match self.entries.get_mut(at) {
                Some(slot) => *slot = entry,
                None => self.entries.push(entry),
            }
        }
        self.compare();
    }

    /// Adds an empty row at the end, for the user to fill in.
    pub fn add_row(&mut self) -> Changed {
        let row = DraftRow::new(count(self.entries.iter()), SourceRow::default());
        self.take(vec![row])
    }

    /// Splits a payment that is above the limit of a wallet: the row keeps as much as one payment may have, and new rows at
    /// the end have the rest. Nothing changes in an excluded row, or in one without such a limit.
    pub fn split(&mut self, position: u32) -> Changed {
        let included = self.get(position).filter(|entry| !entry.row.excluded);
        let Some(entry) = included else { return Changed::default() };
        let parts = parts_of(entry);
        let first_new = count(self.entries.iter());
        let rows = parts.iter().enumerate().map(|(at, part)| {
            let mut row = match u32::try_from(at) {
                Ok(at @ 1..) => copy_of(&entry.row, first_new + at - 1),
                _ => entry.row.clone(),
            };
            set(&mut row, Field::Amount, &part.digits());
            row
        });
        let rows = rows.collect();
        self.take(rows)
    }

    /// Pastes a block of cells over the rows.
    pub fn paste(&mut self, block: &Block) -> Changed {
        let rows = self.lay(block).rows;
        self.take(rows)
    }

    /// Sets a field to one value in every row that matches the filter, excluded or not.
    pub fn fill(&mut self, filter: &RowFilter, field: Field, value: &str) -> Changed {
        let positions = self.list(filter).to_vec();
        let filled = positions.iter().filter_map(|position| {
            let entry = self.get(*position).filter(|entry| self.may_share(entry, field))?;
            let mut row = entry.row.clone();
            self.put_value(&mut row, field, value);
            (row != entry.row).then_some(row)
        });
        let filled = filled.collect();
        self.take(filled)
    }

    /// Gives a bank of the payroll's own country to the rows that name none. The user can undo it.
    pub fn give_bank(&mut self, code: &str) -> Vec<DraftRow> {
        let has_none = |entry: &Entry| {
            self.may_share(entry, Field::BankCode)
                && entry.problems().any(|problem| problem.code == ProblemCode::BankMissing)
        };
        let positions = self.positions(has_none);
        self.edit(&positions, Field::BankCode, code)
    }

    /// Whether a value for many rows is meant for this one: a bank is one of the payroll's own country, and elsewhere its
    /// code may be another bank's.
    #[must_use]
    pub fn may_share(&self, entry: &Entry, field: Field) -> bool {
        !field.is_bank() || entry.recipient.country == self.head.country
    }

    /// Sets a field to `value`. If `value` is the file's own value, the edit is removed.
    pub fn edit(&mut self, positions: &[u32], field: Field, value: &str) -> Vec<DraftRow> {
        let chosen: BTreeMap<u32, (Field, String)> =
            positions.iter().map(|position| (*position, self.chosen(*position, field, value))).collect();
        self.change(positions, |row| {
            if let Some((field, value)) = chosen.get(&row.position) {
                set(row, *field, value);
            }
        })
    }

    /// Returns the rows that are alike in `field`: the file has the same value there, the user made the same edit, and
    /// the country is the same. For a bank or a branch, name and code are compared together. If the file has no value for the
    /// field, such as an account, the row is like no other row. A missing bank is like every other missing bank.
    #[must_use]
    pub fn alike(&self, position: u32, field: Field) -> Vec<u32> {
        let Some(chosen) = self.get(position) else { return Vec::new() };
        let branch = [Field::BranchName, Field::BranchCode];
        let is_named = |fields: &[Field]| fields.iter().any(|field| source_text(chosen, *field).is_some());
        let one = [field];
        let fields: &[Field] = if field.is_bank() {
            &[Field::BankName, Field::BankCode]
        } else if field.is_branch() && is_named(&branch) {
            // A branch is one of its bank.
            &[Field::BankName, Field::BankCode, Field::BranchName, Field::BranchCode]
        } else if is_named(&one) {
            &one
        } else {
            return vec![position];
        };
        let same = |entry: &&Entry| {
            entry.recipient.country == chosen.recipient.country
                && fields.iter().all(|field| {
                    source_text(entry, *field) == source_text(chosen, *field)
                        && entry.row.edits.get(*field) == chosen.row.edits.get(*field)
                })
        };
        self.entries.iter().filter(same).map(|entry| entry.row.position).collect()
    }

    /// Accepts the suggestion of the problem `code` in each of the rows that has one.
    pub fn accept_suggestion(&mut self, positions: &[u32], code: ProblemCode) -> Vec<DraftRow> {
        let suggested: BTreeMap<u32, (Field, String)> = positions
            .iter()
            .filter_map(|position| Some((*position, suggestion(self.get(*position)?, code)?)))
            .collect();
        let chosen = |(position, (field, value)): (u32, (Field, String))| {
            (position, self.chosen(position, field, &value))
        };
        let suggested = suggested.into_iter().map(chosen);
        let suggested: BTreeMap<u32, (Field, String)> = suggested.collect();
        let positions: Vec<u32> = suggested.keys().copied().collect();
        self.change(&positions, |row| {
            if let Some((field, value)) = suggested.get(&row.position) {
                set(row, *field, value);
            }
        })
    }

    /// Returns how a value is stored. A bank that is chosen by its code is stored by its name: in another list of the
    /// service, or of another service, the code may be another bank's. Only a bank whose name is not certain in its
    /// list is stored by the code that the list has.
    pub(crate) fn chosen(&self, position: u32, field: Field, value: &str) -> (Field, String) {
        let as_given = || (field, value.to_owned());
        let Some(entry) = self.get(position).filter(|_| field == Field::BankCode) else { return as_given() };
        let country = entry.recipient.country;
        let Some(bank) = self.directory.by_code(country, value) else { return as_given() };
        let is_certain = self.directory.names_only(country, &bank.name, &bank.code);
        let is_confirmed = self.directory.is_confirmed(country, value);
        if is_certain || !is_confirmed { (Field::BankName, bank.name.clone()) } else { as_given() }
    }

    /// Returns the positions of all rows whose suggestion about the problem `code` may be accepted at once: those that
    /// keep what the file says, and those of problems that are decided together.
    #[must_use]
    pub fn with_suggestion(&self, code: ProblemCode) -> Vec<u32> {
        let is_decided_together = ProblemCode::DECIDED_TOGETHER.contains(&code);
        self.positions(|entry| {
            let problem = entry.open_problems().find(|problem| problem.code == code);
            problem.is_some_and(|problem| {
                problem.suggestion.is_some() && (is_decided_together || problem.suggestion_keeps_value())
            })
        })
    }

    /// Accepts the warning in the rows where it is open now: a warning that the user cannot have seen yet is not
    /// accepted.
    pub fn accept_warning(&mut self, positions: &[u32], code: ProblemCode, reason: &str) -> Vec<DraftRow> {
        let seen = |position: &u32| self.get(*position).is_some_and(|entry| warns(entry, code));
        let positions: Vec<u32> = positions.iter().copied().filter(seen).collect();
        self.change(&positions, |row| {
            row.accepted.insert(code, reason);
        })
    }

    /// Returns the positions of all rows with this warning open. What the file says of not paying people is answered for
    /// each of its words: with the position of a row, only rows of which it says the same are returned.
    #[must_use]
    pub fn with_warning(&self, code: ProblemCode, like: Option<u32>) -> Vec<u32> {
        let like =
            like.filter(|_| code == ProblemCode::FileSaysNotToPay).and_then(|position| self.get(position));
        self.positions(|entry| {
            warns(entry, code) && like.is_none_or(|like| words(entry, code) == words(like, code))
        })
    }

    fn positions(&self, which: impl Fn(&Entry) -> bool) -> Vec<u32> {
        self.entries.iter().filter(|entry| which(entry)).map(|entry| entry.row.position).collect()
    }

    pub fn exclude(&mut self, positions: &[u32]) -> Vec<DraftRow> {
        self.change(positions, |row| row.excluded = true)
    }

    /// Withdraws every edit of the rows: they have the file's values again. A row that was added has none.
    pub fn revert(&mut self, positions: &[u32]) -> Vec<DraftRow> {
        self.change(positions, |row| {
            if row.source.origin.number().is_none() {
                return;
            }
            let edited: Vec<Field> = row.edits.iter().map(|(field, _)| *field).collect();
            row.edits.clear();
            for field in edited {
                withdraw(row, field);
            }
        })
    }

    pub fn restore(&mut self, positions: &[u32]) -> Vec<DraftRow> {
        self.change(positions, |row| row.excluded = false)
    }

    /// Drops the answers of banks that do not count. The rows are not stored: they are read without these answers.
    pub fn retain_holders(&mut self, counts: impl Fn(&HolderCheck) -> bool) {
        let is_old = |entry: &&Entry| entry.row.holder.as_ref().is_some_and(|check| !counts(check));
        let old: Vec<DraftRow> = self.entries.iter().filter(is_old).map(|entry| entry.row.clone()).collect();
        if !old.is_empty() {
            let rows: Vec<DraftRow> = old.into_iter().map(|row| DraftRow { holder: None, ..row }).collect();
            self.put_many(&rows);
        }
    }

    /// Stores the bank's answer. It is not a change by the user, so it is not undone. An answer about another account
    /// is dropped: the row was changed since the request, or it is another person's since the file was read again.
    pub fn learn_holder(&mut self, position: u32, check: HolderCheck) -> Option<DraftRow> {
        let at = usize::try_from(position).ok()?;
        let entry = self.entries.get(at).filter(|entry| entry.is_paid_into_the_account_of(&check))?;
        // What the bank answered before counts more than that nobody answers now.
        let has_answer = |known: &HolderCheck| {
            known.finding != HolderFinding::NotAvailable && entry.is_paid_into_the_account_of(known)
        };
        if check.finding == HolderFinding::NotAvailable && entry.row.holder.as_ref().is_some_and(has_answer) {
            return None;
        }
        let mut row = entry.row.clone();
        if !row.holder.as_ref().is_some_and(|known| known.says_the_same(&check)) {
            for about_holder in ProblemCode::ABOUT_HOLDER {
                row.accepted.remove(about_holder);
            }
        }
        row.holder = Some(check);
        self.entries.get(at)?;
        self.put_entry(Self::entry(&self.head, &self.directory, row.clone()));
        self.compare_changed();
        Some(row)
    }

    /// Withdraws all acceptances, including those in the undo history, and returns the rows to be stored: after all
    /// rows were parsed differently, the user has seen none of the warnings.
    pub(crate) fn withdraw_acceptances(&mut self) -> Vec<DraftRow> {
        self.listed = None;
        for row in self.undo.iter_mut().chain(&mut self.redo).flat_map(|change| &mut change.rows) {
            row.accepted.clear();
        }
        let accepted = self.entries.iter_mut().filter(|entry| !entry.row.accepted.is_empty());
        accepted
            .map(|entry| {
                entry.row.accepted.clear();
                entry.row.clone()
            })
            .collect()
    }

    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    pub fn undo(&mut self) -> Changed {
        let Some(change) = self.undo.pop() else { return Changed::default() };
        let (back, changed) = self.swap(change);
        self.redo.push(back);
        changed
    }

    pub fn redo(&mut self) -> Changed {
        let Some(change) = self.redo.pop() else { return Changed::default() };
        let (back, changed) = self.swap(change);
        self.undo.push(back);
        changed
    }

    /// Restores a change's rows, and returns the change that reverses this. Findings of the bank since then are not
    /// lost.
    fn swap(&mut self, change: UndoStep) -> (UndoStep, Changed) {
        let length = self.entries.len();
        let mut now = Vec::new();
        let mut rows = change.rows;
        for row in &mut rows {
            if let Some(entry) = self.get(row.position) {
                now.push(entry.row.clone());
                // What was accepted about another answer was not accepted about this one.
                let says_the_same =
                    |check: &HolderCheck| row.holder.as_ref().is_some_and(|old| old.says_the_same(check));
                if !entry.row.holder.as_ref().is_none_or(says_the_same) {
                    for about_holder in ProblemCode::ABOUT_HOLDER {
                        row.accepted.remove(about_holder);
                    }
                }
                row.holder.clone_from(&entry.row.holder);
            }
        }
        // Rows were added since: they are removed, and are restored by the reverse change.
        now.extend(self.entries.iter().skip(change.length).map(|entry| entry.row.clone()));
        self.cut_to(change.length);
        self.put(&rows);
        (UndoStep { rows: now, length }, Changed { rows, length: self.length_after(length) })
    }
}

/// Returns the value that the problem `code` suggests for a row, and the field it is for.
fn suggestion(entry: &Entry, code: ProblemCode) -> Option<(Field, String)> {
    let problem = entry.open_problems().find(|problem| problem.code == code)?;
    // A suggested bank or branch is a code, whichever column has the problem.
    let field = problem.field?;
    let field = if field == Field::BankName {
        Field::BankCode
    } else if field == Field::BranchName {
        Field::BranchCode
    } else {
        field
    };
    Some((field, problem.suggestion.clone()?))
}

/// Returns what the file says in an open problem of a row.
fn words(entry: &Entry, code: ProblemCode) -> Option<&str> {
    entry.open_problems().find(|problem| problem.code == code)?.value.as_deref()
}

fn warns(entry: &Entry, code: ProblemCode) -> bool {
    entry.open_problems().any(|problem| problem.code == code && problem.severity == Severity::Warning)
}

/// Returns the amounts into which the payment of a row is split, each at most the limit; none if it is below, or far above.
fn parts_of(entry: &Entry) -> Vec<Money> {
    let limit = entry.problems().find(|problem| problem.code == ProblemCode::AmountAboveLimit);
    let Some((amount, limit)) = entry.recipient.amount.zip(limit.and_then(|limit| limit.value.as_deref()))
    else {
        return Vec::new();
    };
    let Ok(most) = Money::parse(limit, amount.currency()) else { return Vec::new() };
    let mut parts = Vec::new();
    let mut rest = amount.minor();
    while rest > 0 && most.is_positive() && parts.len() < PARTS_MAX {
        let part = rest.min(most.minor());
        parts.push(Money::from_minor(part, amount.currency()));
        rest -= part;
    }
    if rest == 0 { parts } else { Vec::new() }
}

/// Returns an added row with the same values, as the user would type them. What the file says about the row (not to pay,
/// hidden, marks) holds for it as well, and nobody has answered it yet.
fn copy_of(row: &DraftRow, position: u32) -> DraftRow {
    let values = row.effective();
    let said = SourceRow { origin: RowOrigin::Added, cells: Cells::default(), ..row.source.clone() };
    let mut copy = DraftRow::new(position, said);
    for field in values.cells.keys() {
        if let Some(value) = values.text(*field) {
            copy.edits.insert(*field, &value);
        }
    }
    copy
}

fn source_text(entry: &Entry, field: Field) -> Option<String> {
    let text = entry.row.source.text(field).map(|text| text.trim().to_lowercase());
    text.filter(|text| !text.is_empty())
}
