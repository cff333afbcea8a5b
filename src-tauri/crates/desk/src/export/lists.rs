//! Exports lists to files: the problems of a payroll, and the changes since its file. The file's ending selects .xlsx
//! or .csv. Foreign text is never a formula: in a workbook it is stored and marked as text; in a .csv it is changed by
//! [`paysheet_document::text_table`].

use std::path::{Path, PathBuf};

use paysheet_document::text_table::{TextHead, TextTable, csv, workbook};
use paysheet_domain::Severity;
use paysheet_draft::{Draft, Entry};
use paysheet_ledger::PayrollId;
use serde::{Deserialize, Serialize};

use crate::{
    atomic_write::{plain_name, save, save_workbook},
    blocking::blocking,
    check::repairs::all_repairs,
    desk::Desk,
    drafts,
    error::DeskError,
    mutex::lock,
    view::{ListWords, RepairView, RowState, RowView},
};

/// A list that is made of a draft and can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum DraftList {
    Problems,
    Changes,
    /// Everybody, with what is wrong with them: in place of a copy of a file that is gone.
    People,
}

const PROBLEM_HEADS: [TextHead; 10] = [
    ("row", "Row", 6),
    ("cell", "Cell", 8),
    ("name", "Name", 28),
    ("problem", "Problem", 36),
    ("value", "Value", 24),
    ("suggestion", "Suggestion", 24),
    ("column", "Column", 16),
    ("severity", "Severity", 12),
    ("state", "State", 12),
    ("code", "Code", 28),
];
const CHANGE_HEADS: [TextHead; 8] = [
    ("row", "Row", 6),
    ("cell", "Cell", 8),
    ("name", "Name", 28),
    ("column", "Column", 16),
    ("from", "In the file", 28),
    ("to", "Now", 28),
    ("why", "Why", 22),
    ("code", "Code", 18),
];
const PEOPLE_HEADS: [TextHead; 9] = [
    ("row", "Row", 6),
    ("name", "Name", 28),
    ("account", "Account number", 18),
    ("bank", "Bank", 24),
    ("amount", "Amount", 16),
    ("currency", "Currency", 9),
    ("narration", "Narration", 28),
    ("state", "State", 12),
    ("problems", "Problems", 48),
];

impl Desk {
    /// Returns a file name for a list, which contains the payroll's name.
    pub async fn list_name(&self, id: u32, list: DraftList) -> Result<String, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        let what = match list {
            DraftList::Problems => "problems",
            DraftList::Changes => "changes",
            DraftList::People => "people",
        };
        Ok(format!("{} {what}.xlsx", plain_name(&record.name)))
    }

    /// Writes a list to a file. The file's ending selects .csv or .xlsx.
    ///
    /// # Errors
    /// `Export`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
    pub async fn export_list(
        &self,
        id: u32,
        list: DraftList,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        let draft = drafts::loaded(self, id).await?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            let table = match list {
                DraftList::Problems => problems(&lock(&draft), &words),
                DraftList::Changes => changes(&lock(&draft), &words),
                DraftList::People => people(&lock(&draft), &words),
            };
            let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
            if is_csv {
                save(&path, csv(&table).as_bytes())?;
            } else {
                save_workbook(&path, &mut workbook(&table)?)?;
            }
            Ok(path)
        })
        .await
    }
}

fn problems(draft: &Draft, words: &ListWords) -> TextTable {
    let mut lines = Vec::new();
    for entry in draft.in_file_order() {
        for problem in entry.problems() {
            let state = match problem.severity {
                _ if entry.row.excluded => words.of("state", "excluded"),
                Severity::Warning if entry.row.accepted.contains(problem.code) => {
                    words.of("state", "accepted")
                }
                Severity::Error | Severity::Warning => words.of("state", "open"),
                Severity::Note => String::new(),
            };
            lines.push(vec![
                row_number(entry.row.source.origin.number(), words),
                problem.field.and_then(|field| entry.row.source.address(field)).unwrap_or_default(),
                entry.recipient.name.clone().unwrap_or_default(),
                words.of("problem", problem.code),
                problem.value.clone().unwrap_or_default(),
                problem.suggestion.clone().unwrap_or_default(),
                problem.field.map(|field| words.of("field", field)).unwrap_or_default(),
                words.of("severity", problem.severity),
                state,
                problem.code.to_string(),
            ]);
        }
    }
    TextTable::new(PROBLEM_HEADS, words, lines)
}

fn changes(draft: &Draft, words: &ListWords) -> TextTable {
    let line = |repair: RepairView| {
        let skipped_as = repair.skipped_as;
        vec![
            row_number(repair.row, words),
            repair.cell.unwrap_or_default(),
            repair.name,
            repair.field.map_or_else(|| words.of("value", "row"), |field| words.of("field", field)),
            skipped_as.map_or(repair.from, |reason| words.of("skipped", reason)),
            skipped_as.map_or(repair.to, |_| words.of("value", "person")),
            words.of("why", repair.why),
            repair.why.to_string(),
        ]
    };
    TextTable::new(CHANGE_HEADS, words, all_repairs(draft).into_iter().map(line).collect())
}

fn people(draft: &Draft, words: &ListWords) -> TextTable {
    let line = |entry: &Entry| {
        let row = RowView::of(draft, entry);
        vec![
            row_number(row.row, words),
            row.name,
            row.account_number,
            row.bank_name,
            row.amount.unwrap_or(row.amount_text),
            row.currency.to_string(),
            row.narration,
            state(entry, words),
            problem_line(entry, words),
        ]
    };
    TextTable::new(PEOPLE_HEADS, words, draft.in_file_order().map(line).collect())
}

/// Returns one word for whether a row can be paid.
pub(crate) fn state(entry: &Entry, words: &ListWords) -> String {
    let code = match entry.state() {
        RowState::Ready => "ready",
        RowState::ToFix => "to_fix",
        RowState::ToDecide => "to_decide",
        RowState::Excluded => "excluded",
    };
    words.of("state", code)
}

/// Returns the problems of a row, in one line.
pub(crate) fn problem_line(entry: &Entry, words: &ListWords) -> String {
    let problems = entry.problems().filter(|problem| problem.severity != Severity::Note);
    let said: Vec<String> = problems
        .map(|problem| {
            let value = problem.value.as_deref().map(|value| format!(": {value}")).unwrap_or_default();
            format!("{}{value}", words.of("problem", problem.code))
        })
        .collect();
    said.join("; ")
}

fn row_number(row: Option<u32>, words: &ListWords) -> String {
    row.map_or_else(|| words.of("value", "new"), |row| row.to_string())
}
