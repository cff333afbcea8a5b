//! Lists as files: the problems of a payroll, and what changed since its file. An .xlsx or a .csv, as the file's
//! ending says. Foreign text is never a formula: in a workbook it is stored as text and marked so, in a .csv a sign
//! that begins a formula gets an apostrophe before it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use paysheet_domain::{Field, Severity};
use paysheet_ledger::PayrollId;
use rust_xlsxwriter::{Format, Workbook};
use serde::{Deserialize, Serialize};

use crate::{
    desk::{Desk, blocking, hold},
    draft::Draft,
    error::DeskError,
    export::plain_name,
    repairs::repairs,
};

/// A list that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ListKind {
    Problems,
    Changes,
}

/// Columns with their widths in characters, and lines of text.
struct Table {
    heads: &'static [(&'static str, u16)],
    lines: Vec<Vec<String>>,
}

const PROBLEM_HEADS: [(&str, u16); 9] = [
    ("Row", 6),
    ("Cell", 8),
    ("Name", 28),
    ("Problem", 28),
    ("Severity", 10),
    ("Column", 16),
    ("Value", 24),
    ("Suggestion", 24),
    ("State", 12),
];
const CHANGE_HEADS: [(&str, u16); 7] =
    [("Row", 6), ("Cell", 8), ("Name", 28), ("Column", 16), ("In the file", 28), ("Now", 28), ("Why", 18)];

impl Desk {
    /// A file name for a list that says which payroll it is of.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn list_name(&self, id: u32, list: ListKind) -> Result<String, DeskError> {
        let record = self.inner.ledger.payroll(PayrollId(id)).await?;
        let what = match list {
            ListKind::Problems => "problems",
            ListKind::Changes => "changes",
        };
        Ok(format!("{} {what}.xlsx", plain_name(&record.name)))
    }

    /// Writes a list to a file; its ending says whether as .csv or as .xlsx.
    ///
    /// # Errors
    /// `Ledger`, `Export` and `Io` where the file cannot be written.
    pub async fn export_list(&self, id: u32, list: ListKind, path: &Path) -> Result<PathBuf, DeskError> {
        let draft = self.loaded(id).await?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            let table = match list {
                ListKind::Problems => problems(&hold(&draft)),
                ListKind::Changes => changes(&hold(&draft)),
            };
            let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
            if is_csv {
                fs::write(&path, csv(&table))?
            } else {
                workbook(&table)?.save(&path)?
            }
            Ok(path)
        })
        .await
    }
}

fn problems(draft: &Draft) -> Table {
    let mut lines = Vec::new();
    for entry in draft.entries() {
        for problem in entry.problems() {
            let state = match problem.severity {
                _ if entry.row.excluded => "excluded",
                Severity::Warning if entry.row.accepted.contains(&problem.code) => "accepted",
                Severity::Error | Severity::Warning => "open",
                Severity::Note => "",
            };
            lines.push(vec![
                row_number(entry.row.source.row),
                problem.field.and_then(|field| entry.row.source.address(field)).unwrap_or_default(),
                entry.recipient.name.clone().unwrap_or_default(),
                problem.code.to_string().replace('_', " "),
                problem.severity.to_string(),
                problem.field.map(field_name).unwrap_or_default(),
                problem.value.clone().unwrap_or_default(),
                problem.suggestion.clone().unwrap_or_default(),
                state.to_owned(),
            ]);
        }
    }
    Table { heads: &PROBLEM_HEADS, lines }
}

fn changes(draft: &Draft) -> Table {
    let line = |repair: crate::view::RepairView| {
        vec![
            row_number(repair.row),
            repair.cell.unwrap_or_default(),
            repair.name,
            repair.field.map_or_else(|| "row".to_owned(), field_name),
            repair.from,
            repair.to,
            repair.why.to_string().replace('_', " "),
        ]
    };
    Table { heads: &CHANGE_HEADS, lines: repairs(draft).into_iter().map(line).collect() }
}

fn row_number(row: u32) -> String {
    if row == 0 { "new".to_owned() } else { row.to_string() }
}

fn field_name(field: Field) -> String {
    field.to_string().replace('_', " ")
}

fn workbook(table: &Table) -> Result<Workbook, DeskError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let (head, quoted) = (Format::new().set_bold(), Format::new().set_quote_prefix());
    for (column, (text, width)) in (0_u16..).zip(table.heads) {
        sheet.write_string_with_format(0, column, *text, &head)?;
        sheet.set_column_width(column, f64::from(*width))?;
    }
    sheet.set_freeze_panes(1, 0)?;
    for (line, cells) in (1_u32..).zip(&table.lines) {
        for (column, text) in (0_u16..).zip(cells) {
            if begins_formula(text) {
                sheet.write_string_with_format(line, column, text, &quoted)?;
            } else {
                sheet.write_string(line, column, text)?;
            }
        }
    }
    Ok(workbook)
}

/// UTF-8 with its mark, so that spreadsheets do not take it for another encoding.
fn csv(table: &Table) -> String {
    let mut text = "\u{feff}".to_owned();
    let heads = table.heads.iter().map(|(head, _)| (*head).to_owned()).collect::<Vec<_>>();
    for line in std::iter::once(&heads).chain(&table.lines) {
        let cells: Vec<String> = line.iter().map(|cell| quoted(&neutral(cell), ',')).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    text
}

/// Signs that begin a formula in one spreadsheet or another (OWASP, CSV injection).
pub(crate) fn begins_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Text that no spreadsheet takes for a formula.
pub(crate) fn neutral(text: &str) -> String {
    if begins_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// A cell of a separated file (RFC 4180).
pub(crate) fn quoted(text: &str, separator: char) -> String {
    if text.contains([separator, '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_foreign_text_begins_a_formula() {
        for (text, expected) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+44", "'+44"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("Ada = Obi", "Ada = Obi"),
        ] {
            assert_eq!(neutral(text), expected);
        }
    }

    #[test]
    fn cells_with_separators_are_quoted() {
        assert_eq!(quoted("Obi, Ada", ','), "\"Obi, Ada\"");
        assert_eq!(quoted("Obi, Ada", ';'), "Obi, Ada");
        assert_eq!(quoted("say \"hi\"", ';'), "\"say \"\"hi\"\"\"");
    }
}
