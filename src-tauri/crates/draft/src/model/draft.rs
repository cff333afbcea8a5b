//! All rows of a payroll in memory: checked as they are put there, and compared with each other.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use paysheet_domain::{
    BankDirectory, CheckContext, Country, Currency, DraftRow, ProblemCode, SourceRow, check_row,
    checks::{DuplicateIndex, DuplicateKey},
    money::Total,
};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::{
    cells::UndoStep,
    entry::{Entry, can_be_verified, holder_problem},
    head::DraftHead,
    row_filter::Listed,
    tally::Tally,
};

/// A draft with its checks and its history of changes.
#[derive(Debug)]
pub struct Draft {
    pub(crate) head: DraftHead,
    pub(crate) entries: Vec<Entry>,
    pub(crate) directory: Arc<BankDirectory>,
    pub(crate) undo: Vec<UndoStep>,
    pub(crate) redo: Vec<UndoStep>,
    /// The list that the window requested last, as long as it is valid.
    pub(crate) listed: Option<Listed>,
    pub(crate) duplicates: DuplicateIndex,
    pub(crate) tally: Tally,
    /// Accounts that were ever paid, for the filter that asks about them; none before it did.
    pub(crate) paid: Option<HashSet<(String, String)>>,
}

impl Draft {
    #[must_use]
    pub fn new(head: DraftHead, rows: Vec<DraftRow>, directory: Arc<BankDirectory>) -> Self {
        let entries = Self::entries_of(&head, &directory, rows, |_, row| row);
        Self::of_entries(head, entries, directory)
    }

    /// Creates a draft of rows without edits.
    #[must_use]
    pub fn of_file(head: DraftHead, rows: Vec<SourceRow>, directory: Arc<BankDirectory>) -> Self {
        let entries = Self::entries_of(&head, &directory, rows, DraftRow::new);
        Self::of_entries(head, entries, directory)
    }

    pub(crate) fn of_entries(head: DraftHead, entries: Vec<Entry>, directory: Arc<BankDirectory>) -> Self {
        let mut draft = Self {
            head,
            entries,
            directory,
            undo: Vec::new(),
            redo: Vec::new(),
            listed: None,
            duplicates: DuplicateIndex::default(),
            tally: Tally::default(),
            paid: None,
        };
        draft.compare();
        draft
    }

    /// Checks each row by itself, on all processors. `row` creates a draft row from its position and its stored data.
    pub(crate) fn entries_of<R: Send>(
        head: &DraftHead,
        directory: &BankDirectory,
        rows: Vec<R>,
        row: impl Fn(u32, R) -> DraftRow + Sync,
    ) -> Vec<Entry> {
        let rows = rows.into_par_iter().enumerate();
        let rows = rows.map(|(at, of)| row(u32::try_from(at).unwrap_or(u32::MAX), of));
        rows.map(|row| Self::entry(head, directory, row)).collect()
    }

    pub(crate) fn entry(head: &DraftHead, directory: &BankDirectory, row: DraftRow) -> Entry {
        let context = CheckContext {
            country: head.country,
            currency: head.currency,
            directory,
            convention: head.convention,
        };
        let checked = check_row(&row.effective(), &context);
        let mut entry = Entry {
            row,
            can_be_verified: can_be_verified(&checked.recipient, directory),
            recipient: checked.recipient,
            own: checked.problems,
            together: Vec::new(),
        };
        entry.limit_narration(head.narration_chars_max);
        if !head.are_details_sent {
            entry.drop_branch_problems();
        }
        entry.require_columns(&head.sent_columns);
        let found = entry.holder().as_ref().and_then(holder_problem);
        entry.own.extend(found);
        entry.own.extend(entry.changed_holder());
        entry.own.extend(
            head.refusal.as_ref().and_then(|refusal| refusal.problem(entry.row.position, &entry.recipient)),
        );
        entry.own.extend(head.before.as_ref().and_then(|before| before.problem(&entry.recipient)));
        entry
    }

    /// Checks all rows against each other. Excluded rows do not count.
    pub(crate) fn compare(&mut self) {
        self.listed = None;
        for entry in &mut self.entries {
            entry.together.clear();
        }
        let included = self.entries.iter().enumerate().filter(|(_, entry)| !entry.row.excluded);
        self.duplicates = DuplicateIndex::of(included.map(|(at, entry)| (at, &entry.recipient)));
        let entries = &self.entries;
        let found = self
            .duplicates
            .compare(|at| entries.get(at).map(|entry| (entry.row.source.origin, &entry.recipient)));
        for (index, problem) in found {
            if let Some(entry) = self.entries.get_mut(index) {
                entry.together.push(problem);
            }
        }
        self.tally = Tally::of(&self.entries);
    }

    /// Replaces an entry, or appends it after the last one.
    pub(crate) fn put_entry(&mut self, entry: Entry) {
        self.listed = None;
        let at = usize::try_from(entry.row.position).unwrap_or(usize::MAX).min(self.entries.len());
        if let Some(old) = self.entries.get(at) {
            self.tally.count_out(old);
            if !old.row.excluded {
                self.duplicates.remove(at, &old.recipient);
            }
        }
        if !entry.row.excluded {
            self.duplicates.add(at, &entry.recipient);
        }
        self.tally.count_in(&entry);
        match self.entries.get_mut(at) {
            Some(slot) => *slot = entry,
            None => self.entries.push(entry),
        }
    }

    /// Removes all rows after the first `length` rows.
    pub(crate) fn cut_to(&mut self, length: usize) {
        self.listed = None;
        for (at, entry) in self.entries.iter().enumerate().skip(length) {
            self.tally.count_out(entry);
            if !entry.row.excluded {
                self.duplicates.remove(at, &entry.recipient);
            }
        }
        self.entries.truncate(length);
    }

    /// Compares the changed rows with their duplicates.
    pub(crate) fn compare_changed(&mut self) {
        let entries = &self.entries;
        let row = |at: usize| entries.get(at).map(|entry| (entry.row.source.origin, &entry.recipient));
        for (at, shared, problem) in self.duplicates.compare_touched(row) {
            let Some(entry) = self.entries.get_mut(at) else { continue };
            self.tally.count_out(entry);
            entry.together.retain(|old| DuplicateKey::of_problem(old.code) != Some(shared));
            entry.together.extend(problem);
            entry.together.sort_by_key(|problem| problem.code);
            self.tally.count_in(entry);
        }
    }

    /// Checks all rows again, after the country, the currency or the list of banks changed.
    pub(crate) fn recheck(&mut self) {
        let rows = std::mem::take(&mut self.entries);
        let rows = rows.into_iter().map(|entry| entry.row).collect();
        self.entries = Self::entries_of(&self.head, &self.directory, rows, |_, row| row);
        self.compare();
    }

    /// Checks every row for another country and currency, and returns the rows to be stored.
    pub fn set_destination(&mut self, country: Country, currency: Currency) -> Vec<DraftRow> {
        if (self.head.country, self.head.currency) == (country, currency) {
            return Vec::new();
        }
        self.head.country = country;
        self.head.currency = currency;
        let withdrawn = self.withdraw_acceptances();
        self.recheck();
        withdrawn
    }

    /// Returns the countries in which people are paid, and the default country of rows that name none.
    #[must_use]
    pub fn countries(&self) -> BTreeSet<Country> {
        let named = self.entries.iter().map(|entry| entry.recipient.country);
        named.chain([self.head.country]).collect()
    }

    /// Returns the banks for which people name a branch, and whose branches are not known.
    #[must_use]
    pub fn banks_without_branches(&self) -> BTreeSet<(Country, String)> {
        let is_asked =
            |entry: &&Entry| entry.problems().any(|problem| problem.code == ProblemCode::BranchUnknown);
        let bank = |entry: &Entry| {
            let code = entry.recipient.bank_code.as_deref()?;
            let bank = self.directory.by_code(entry.recipient.country, code)?;
            (!self.directory.has_branches_of(bank)).then(|| (bank.country, bank.code.clone()))
        };
        self.entries.iter().filter(is_asked).filter_map(bank).collect()
    }

    pub fn set_directory(&mut self, directory: Arc<BankDirectory>) {
        self.directory = directory;
        self.recheck();
    }

    pub fn rename(&mut self, name: &str, period: &str) {
        name.trim().clone_into(&mut self.head.name);
        period.trim().clone_into(&mut self.head.period);
    }

    #[must_use]
    pub const fn head(&self) -> &DraftHead {
        &self.head
    }

    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    #[must_use]
    pub fn get(&self, position: u32) -> Option<&Entry> {
        self.entries.get(usize::try_from(position).ok()?)
    }

    #[must_use]
    pub const fn directory(&self) -> &Arc<BankDirectory> {
        &self.directory
    }

    /// Returns how many rows are in which state, and what would be paid.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns what would be paid now, by currency, the payroll's own currency first.
    #[must_use]
    pub fn payable(&self) -> Vec<Total> {
        self.tally.payable(self.head.currency)
    }
}
