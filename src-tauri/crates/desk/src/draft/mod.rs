//! A payroll on the Check screen: all its rows in memory, checked, with undo. All rows stay in this process; the
//! window receives ranges of them. The caller stores changes: every change returns the rows that must be stored.

mod bulk;
mod change;
mod column_mapping;
mod file_notes;
mod filter;
mod merge_edits;
mod paste;
mod previous_payroll;
mod refusal;
mod skipped;
mod spellings;
mod store;
mod tally;
#[cfg(test)]
mod tests;
mod unsaved;

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

pub use bulk::BulkCounts;
pub use change::{CellChange, Changed, UndoStep};
pub use column_mapping::ColumnMapping;
pub use file_notes::FileNotes;
pub use filter::{Direction, OpenPlace, PaidBefore, RowFilter, RowGroup, RowSort, SortBy};
pub use merge_edits::{Amounts, Numbering, RemapEffect, ReparsedFile, merge_edits};
pub use paste::{BLOCK_BYTES_MAX, Block, BlockView};
use paysheet_domain::{
    AccountAt, BankDirectory, CheckContext, Country, Currency, DraftRow, Field, HolderCheck, HolderFinding,
    Problem, ProblemCode, RecipientDraft, Severity, SourceRow, check_row,
    checks::{DecimalConvention, DuplicateIndex, DuplicateKey, check_narration},
    money::Total,
    names::{NameVerdict, compare_names},
};
use paysheet_service::ADDED_CHARS_MAX;
pub use previous_payroll::{
    Earlier, PaidPerson, PreviousPayroll, account_key, name_key, recipient_key, unnamed_key,
};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
pub use refusal::Refusal;
use serde::{Deserialize, Serialize};
pub use skipped::StoredSkippedRow;
pub use store::{DraftStore, SharedDraft};
pub use tally::{BankTotal, Tally};
pub use unsaved::UnsavedDraft;

/// Facts of a draft besides its rows.
#[derive(Clone, Debug)]
pub struct DraftHead {
    pub id: u32,
    pub name: String,
    pub period: String,
    pub file_name: String,
    pub sheet: String,
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
    /// Everything that the importer skipped, whether it was restored or not.
    pub skipped: Vec<StoredSkippedRow>,
    pub file_problems: Vec<Problem>,
    /// The columns by which the file was read; none if no file was read.
    pub reading: Option<ColumnMapping>,
    /// The last similar payroll.
    pub before: Option<Arc<PreviousPayroll>>,
    /// What the service said when it refused this payroll; none if it did not.
    pub refusal: Option<Refusal>,
    /// Maximum length of a narration at the profile's service, in characters; 0 if it has told none.
    pub narration_chars_max: u32,
    /// The service gets more about each person than the interface has, such as a branch. What it does not get is not asked
    /// for.
    pub are_details_sent: bool,
    /// The columns whose values are sent beside that.
    pub sent_columns: Vec<SentColumn>,
}

/// A column whose values the service gets, because a destination requires them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentColumn {
    pub country: Country,
    pub column: Field,
    /// The service's name for it.
    pub name: String,
    /// There is no value for whoever has none, and without one nobody is paid.
    pub is_required: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    Ready,
    /// Has an error: cannot be paid as it is.
    ToFix,
    /// Has a warning that nobody accepted yet.
    ToDecide,
    Excluded,
}

/// One row with the results of its checks.
#[derive(Clone, Debug)]
pub struct Entry {
    pub row: DraftRow,
    pub recipient: RecipientDraft,
    /// The service can name the account's holder: a bank account in a country where holders can be requested.
    can_be_verified: bool,
    /// Problems of the row alone.
    own: Vec<Problem>,
    /// Problems of the row compared with the others.
    together: Vec<Problem>,
}

impl Entry {
    /// Returns all problems of the row, the most serious first.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        let all = || self.own.iter().chain(&self.together);
        let of = move |weight| all().filter(move |problem| weight_of(problem) == weight);
        of(Weight::Stops).chain(of(Weight::WrongPerson)).chain(of(Weight::Else))
    }

    /// Whether the user still has to act on the problem.
    #[must_use]
    pub fn is_open(&self, problem: &Problem) -> bool {
        !self.row.excluded
            && match problem.severity {
                Severity::Error => true,
                Severity::Warning => !self.row.accepted.contains(problem.code),
                Severity::Note => false,
            }
    }

    pub fn open_problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems().filter(|problem| self.is_open(problem))
    }

    #[must_use]
    pub fn has_open(&self, code: ProblemCode) -> bool {
        self.open_problems().any(|problem| problem.code == code)
    }

    #[must_use]
    pub fn state(&self) -> RowState {
        if self.row.excluded {
            return RowState::Excluded;
        }
        let mut state = RowState::Ready;
        for problem in self.open_problems() {
            match problem.severity {
                Severity::Error => return RowState::ToFix,
                Severity::Warning => state = RowState::ToDecide,
                Severity::Note => {}
            }
        }
        state
    }

    /// Whether the row is paid if the payroll is approved in its present state.
    #[must_use]
    pub fn is_payable(&self) -> bool {
        matches!(self.state(), RowState::Ready | RowState::ToDecide)
    }

    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.row.excluded && self.problems().any(|problem| self.row.accepted.contains(problem.code))
    }

    /// The row would be paid, into an account whose holder the service can name.
    #[must_use]
    pub fn has_verifiable_account(&self) -> bool {
        self.can_be_verified && self.is_payable() && !self.is_said_not_available()
    }

    /// Returns the account that is paid, if the service can name its holder.
    #[must_use]
    pub fn account(&self) -> Option<AccountAt> {
        self.paid_into().filter(|_| self.can_be_verified)
    }

    /// Returns the account that the row pays into, if it is known.
    #[must_use]
    pub fn paid_into(&self) -> Option<AccountAt> {
        let RecipientDraft { country, account_number, bank_code, .. } = &self.recipient;
        let (bank_code, account_number) = (bank_code.clone()?, account_number.clone()?);
        Some(AccountAt { country: *country, bank_code, account_number })
    }

    /// The bank answered about the account that would be paid now.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.row.holder.as_ref().is_some_and(|check| self.is_paid_into_the_account_of(check))
    }

    /// The service answered that it does not name the holders of this bank.
    fn is_said_not_available(&self) -> bool {
        self.is_verified()
            && self.row.holder.as_ref().is_some_and(|check| check.finding == HolderFinding::NotAvailable)
    }

    /// Checks the narration against the service's own limit, where it is shorter than the one that is known of banks.
    fn limit_narration(&mut self, chars_max: u32) {
        let Some(most) = usize::try_from(chars_max).ok().filter(|most| *most > 0) else { return };
        let narration = self.recipient.narration.as_deref();
        let Some(problem) = narration.and_then(|narration| check_narration(narration, most)) else { return };
        self.own.retain(|own| (own.code, own.field) != (problem.code, problem.field));
        self.own.push(problem);
    }

    /// A branch that is not sent changes no payment, whichever it is.
    fn ask_for_no_branch(&mut self) {
        let is_about_branch = |code| matches!(code, ProblemCode::BranchMissing | ProblemCode::BranchUnknown);
        self.own.retain(|own| !is_about_branch(own.code));
    }

    /// Finds the columns that the destination requires of this person and that are empty, or longer than what is sent.
    fn require_columns(&mut self, columns: &[SentColumn]) {
        let own = columns.iter().filter(|sent| sent.country == self.recipient.country);
        let problem = |sent: &SentColumn| match self.recipient.detail(sent.column) {
            None if sent.is_required => {
                Some(Problem::error(ProblemCode::ExtraFieldMissing, sent.column).value(&sent.name))
            }
            Some(value) if value.chars().count() > ADDED_CHARS_MAX => {
                let cut: String = value.chars().take(ADDED_CHARS_MAX).collect();
                let problem = Problem::error(ProblemCode::TextTooLong, sent.column);
                Some(problem.value(value).suggestion(cut.trim_end()))
            }
            None | Some(_) => None,
        };
        let found: Vec<_> = own.filter_map(problem).collect();
        for problem in found {
            self.own.retain(|own| (own.code, own.field) != (problem.code, problem.field));
            self.own.push(problem);
        }
    }

    /// Returns a warning if the bank names another holder than when the account was last paid. An account that is handed
    /// on keeps its number.
    fn changed_holder(&self) -> Option<Problem> {
        let (HolderFinding::Matches { holder }
        | HolderFinding::Close { holder }
        | HolderFinding::Differs { holder }) = self.holder()?
        else {
            return None;
        };
        let before = self.row.holder.as_ref()?.when_paid.as_ref()?;
        (compare_names(&holder, before) != NameVerdict::Match).then(|| {
            Problem::warning(ProblemCode::HolderChanged, paysheet_domain::Field::AccountNumber).value(before)
        })
    }

    fn is_paid_into_the_account_of(&self, check: &HolderCheck) -> bool {
        check.country == Some(self.recipient.country)
            && self.recipient.account_number.as_ref() == Some(&check.account_number)
            && self.recipient.bank_code.as_ref() == Some(&check.bank_code)
    }

    /// Returns the bank's finding, if it is about the account that the row has now, compared with the name that the
    /// row has now. An account whose holder cannot be requested has no other finding than that.
    #[must_use]
    pub fn holder(&self) -> Option<HolderFinding> {
        if !self.can_be_verified {
            let has_account = self.recipient.account_number.is_some() && self.recipient.bank_code.is_some();
            return has_account.then_some(HolderFinding::NotAvailable);
        }
        let check = self.row.holder.as_ref().filter(|check| self.is_paid_into_the_account_of(check))?;
        Some(match &check.finding {
            HolderFinding::NotFound => HolderFinding::NotFound,
            HolderFinding::NotAvailable => HolderFinding::NotAvailable,
            HolderFinding::Matches { holder }
            | HolderFinding::Close { holder }
            | HolderFinding::Differs { holder } => {
                finding(holder, self.recipient.name.as_deref().unwrap_or_default())
            }
        })
    }
}

/// The seriousness of a problem.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// The row cannot be paid.
    Stops,
    /// Somebody else may get the money. Listed before a digit that may be mistyped in the same cell.
    WrongPerson,
    Else,
}

fn weight_of(problem: &Problem) -> Weight {
    use ProblemCode as P;
    if problem.severity == Severity::Error {
        return Weight::Stops;
    }
    let is_somebody_else = matches!(
        problem.code,
        P::AccountChanged | P::HolderChanged | P::AccountNotFound | P::NameDiffers | P::NameClose
    );
    if is_somebody_else { Weight::WrongPerson } else { Weight::Else }
}

/// A draft with its checks and its history of changes.
#[derive(Debug)]
pub struct Draft {
    head: DraftHead,
    entries: Vec<Entry>,
    directory: Arc<BankDirectory>,
    undo: Vec<UndoStep>,
    redo: Vec<UndoStep>,
    /// The list that the window requested last, as long as it is valid.
    listed: Option<filter::Listed>,
    duplicates: DuplicateIndex,
    tally: Tally,
    /// Accounts that were ever paid, for the filter that asks about them; none before it did.
    paid: Option<HashSet<(String, String)>>,
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

    fn of_entries(head: DraftHead, entries: Vec<Entry>, directory: Arc<BankDirectory>) -> Self {
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
    fn entries_of<R: Send>(
        head: &DraftHead,
        directory: &BankDirectory,
        rows: Vec<R>,
        row: impl Fn(u32, R) -> DraftRow + Sync,
    ) -> Vec<Entry> {
        let rows = rows.into_par_iter().enumerate();
        let rows = rows.map(|(at, of)| row(u32::try_from(at).unwrap_or(u32::MAX), of));
        rows.map(|row| Self::entry(head, directory, row)).collect()
    }

    fn entry(head: &DraftHead, directory: &BankDirectory, row: DraftRow) -> Entry {
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
            entry.ask_for_no_branch();
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
    fn compare(&mut self) {
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
    fn put_entry(&mut self, entry: Entry) {
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
    fn cut_to(&mut self, length: usize) {
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
    fn compare_changed(&mut self) {
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
    fn recheck(&mut self) {
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

/// The interface names the holders of bank accounts only ("Resolve account").
fn can_be_verified(recipient: &RecipientDraft, directory: &BankDirectory) -> bool {
    let RecipientDraft { country, account_number, bank_code, .. } = recipient;
    country.resolves_names()
        && account_number.is_some()
        && bank_code.as_ref().is_some_and(|code| directory.is_bank(*country, code))
}

/// Compares the bank's name of the holder with the name of the person who is paid.
pub(crate) fn finding(holder: &str, name: &str) -> HolderFinding {
    let verdict = compare_names(holder, name);
    let holder = holder.to_owned();
    match verdict {
        NameVerdict::Match => HolderFinding::Matches { holder },
        NameVerdict::Close => HolderFinding::Close { holder },
        NameVerdict::Different => HolderFinding::Differs { holder },
    }
}

fn holder_problem(finding: &HolderFinding) -> Option<Problem> {
    use paysheet_domain::Field;
    match finding {
        HolderFinding::Matches { .. } | HolderFinding::NotAvailable => None,
        HolderFinding::Close { holder } => {
            Some(Problem::warning(ProblemCode::NameClose, Field::Name).value(holder.clone()))
        }
        HolderFinding::Differs { holder } => {
            Some(Problem::warning(ProblemCode::NameDiffers, Field::Name).value(holder.clone()))
        }
        HolderFinding::NotFound => Some(Problem::warning(ProblemCode::AccountNotFound, Field::AccountNumber)),
    }
}

/// Counts rows; a payroll has at most 200,000.
pub(crate) fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}
