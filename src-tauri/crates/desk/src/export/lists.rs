//! Exports lists to files: the problems of a payroll, and the changes since its file. The file's ending selects .xlsx
//! or .csv. Foreign text is never a formula: in a workbook it is stored and marked as text; in a .csv it is changed by
//! [`safe_cell`].

use std::path::{Path, PathBuf};

use paysheet_domain::{Severity, separated::safe_cell};
use paysheet_ledger::PayrollId;
use rust_xlsxwriter::{Format, Workbook};
use serde::{Deserialize, Serialize};

use crate::{
    blocking::blocking,
    check::drafts,
    check::repairs::all_repairs,
    context::Context,
    draft::{Draft, Entry},
    error::DeskError,
    export::atomic_write::{save, save_workbook},
    export::list_words::ListWords,
    export::results::plain_name,
    export::workbook_text::write_text,
    mutex::lock,
    view::{RepairView, RowState, RowView},
};

/// A list that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ListKind {
    Problems,
    Changes,
    /// Everybody, with what is wrong with them: in place of a copy of a file that is gone.
    People,
}

/// A table: columns with their widths in characters, and lines of text.
pub(crate) struct Table {
    pub heads: Vec<(String, u16)>,
    pub lines: Vec<Vec<String>>,
}

/// A head's key among the window's words, the English head, and the column's width.
pub(crate) type Head = (&'static str, &'static str, u16);

const PROBLEM_HEADS: [Head; 10] = [
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
const CHANGE_HEADS: [Head; 8] = [
    ("row", "Row", 6),
    ("cell", "Cell", 8),
    ("name", "Name", 28),
    ("column", "Column", 16),
    ("from", "In the file", 28),
    ("to", "Now", 28),
    ("why", "Why", 22),
    ("code", "Code", 18),
];
const PEOPLE_HEADS: [Head; 9] = [
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

/// Returns a file name for a list, which contains the payroll's name.
///
/// # Errors
/// `Ledger`.
pub async fn list_name(context: &Context, id: u32, list: ListKind) -> Result<String, DeskError> {
    let record = context.ledger.payroll(PayrollId(id)).await?;
    let what = match list {
        ListKind::Problems => "problems",
        ListKind::Changes => "changes",
        ListKind::People => "people",
    };
    Ok(format!("{} {what}.xlsx", plain_name(&record.name)))
}

/// Writes a list to a file. The file's ending selects .csv or .xlsx.
///
/// # Errors
/// `Ledger`, `Export`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
pub async fn export_list(
    context: &Context,
    id: u32,
    list: ListKind,
    words: ListWords,
    path: &Path,
) -> Result<PathBuf, DeskError> {
    let draft = drafts::loaded(context, id).await?;
    let mut path = path.to_owned();
    if path.extension().is_none() {
        path.set_extension("xlsx");
    }
    blocking(move || {
        let table = match list {
            ListKind::Problems => problems(&lock(&draft), &words),
            ListKind::Changes => changes(&lock(&draft), &words),
            ListKind::People => people(&lock(&draft), &words),
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

impl Table {
    pub fn new<const N: usize>(heads: [Head; N], words: &ListWords, lines: Vec<Vec<String>>) -> Self {
        let heads = heads.into_iter().map(|(name, english, width)| (words.head(name, english), width));
        Self { heads: heads.collect(), lines }
    }
}

fn problems(draft: &Draft, words: &ListWords) -> Table {
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
    Table::new(PROBLEM_HEADS, words, lines)
}

fn changes(draft: &Draft, words: &ListWords) -> Table {
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
    Table::new(CHANGE_HEADS, words, all_repairs(draft).into_iter().map(line).collect())
}

fn people(draft: &Draft, words: &ListWords) -> Table {
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
            said(entry, words),
        ]
    };
    Table::new(PEOPLE_HEADS, words, draft.in_file_order().map(line).collect())
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
pub(crate) fn said(entry: &Entry, words: &ListWords) -> String {
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

pub(crate) fn workbook(table: &Table) -> Result<Workbook, DeskError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let head = Format::new().set_bold();
    for (column, (text, width)) in (0_u16..).zip(&table.heads) {
        sheet.write_string_with_format(0, column, text, &head)?;
        sheet.set_column_width(column, f64::from(*width))?;
    }
    sheet.set_freeze_panes(1, 0)?;
    for (line, cells) in (1_u32..).zip(&table.lines) {
        for (column, text) in (0_u16..).zip(cells) {
            write_text(sheet, line, column, text)?;
        }
    }
    Ok(workbook)
}

/// Returns the table as UTF-8 with a byte order mark, so that spreadsheets detect the encoding.
pub(crate) fn csv(table: &Table) -> String {
    let mut text = "\u{feff}".to_owned();
    let heads = table.heads.iter().map(|(head, _)| head.clone()).collect::<Vec<_>>();
    for line in std::iter::once(&heads).chain(&table.lines) {
        let cells: Vec<String> = line.iter().map(|cell| quoted(&safe_cell(cell), ',')).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    text
}

/// Returns a cell of a separated file (RFC 4180).
pub(crate) fn quoted(text: &str, separator: char) -> String {
    if text.contains([separator, '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use paysheet_domain::separated::begins_formula;
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;

    proptest! {
        #[test]
        fn no_cell_begins_a_formula_whatever_the_file_is_split_at(
            lines in vec(vec(foreign_text(), 3), 1..4),
            separator in select(b",;\t|".to_vec()),
            quoting: bool,
        ) {
            let (written, formula) = formula_in(lines, separator, quoting);
            prop_assert_eq!(formula, None, "in {:?}", written);
        }
    }

    /// A quotation mark that opens a cell at another separator takes the end of the line into it.
    #[test]
    fn no_cell_that_goes_on_in_the_next_line_begins_a_formula() {
        for next in ["=1", "\r\n=1", "\t=1", "@x", "Ada"] {
            let line = |first: &str, last: &str| vec![first.to_owned(), String::new(), last.to_owned()];
            let lines = vec![line("", "\"|"), line(next, "\"|")];
            assert_eq!(formula_in(lines, b'|', true).1, None, "{next:?}");
        }
    }

    /// Returns the text of these lines, and the first cell that begins a formula where it is split so.
    fn formula_in(lines: Vec<Vec<String>>, separator: u8, quoting: bool) -> (String, Option<String>) {
        let heads = vec![("Name".to_owned(), 1); 3];
        let written = csv(&Table { heads, lines });
        // The end of a line is ours, and no formula; what is behind it counts.
        let begins = |field: &String| begins_formula(field.trim_start_matches("\r\n"));
        let formula = fields(&written, separator, quoting).into_iter().find(begins);
        (written, formula)
    }

    /// Texts of which most are attacks: separators, quotation marks and characters that begin formulas.
    fn foreign_text() -> impl Strategy<Value = String> {
        "([a-z,;|\t\r\n \"'=+@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}\u{2212}\u{feff}-]|\\PC){0,12}"
    }

    fn fields(text: &str, separator: u8, quoting: bool) -> Vec<String> {
        let mut reader = ::csv::ReaderBuilder::new();
        reader.delimiter(separator).quoting(quoting).flexible(true).has_headers(false);
        let mut reader = reader.from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        reader
            .records()
            .flat_map(|record| record.unwrap().iter().map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn cells_with_separators_are_quoted() {
        assert_eq!(quoted("Obi, Ada", ','), "\"Obi, Ada\"");
        assert_eq!(quoted("Obi, Ada", ';'), "Obi, Ada");
        assert_eq!(quoted("say \"hi\"", ';'), "\"say \"\"hi\"\"\"");
    }
}
