//! A block of cells from another program: it is parsed, pasted over the rows and previewed before it is stored. Its
//! values are like typed values; no value is trusted because it was pasted.

use paysheet_domain::{DraftRow, Field, SourceRow};

use serde::{Deserialize, Serialize};

use crate::model::{
    cells::{CellChange, set},
    draft::Draft,
    row_filter::RowFilter,
};

/// A block of cells from another program, and where it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// The row that the first line goes to; further lines go to the rows after it under the filter.
    pub position: u32,
    /// What each column of the block is, from the left; none for a column that is not taken.
    pub fields: Vec<Option<Field>>,
    pub filter: RowFilter,
    /// Cells apart by tabs, rows by line ends, as spreadsheets copy them.
    pub text: String,
}

/// What a block would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockView {
    /// Values that would change.
    pub cells: u32,
    /// Those among them where something else stands now.
    pub overwritten: u32,
    /// Rows that would change, and rows that would be new.
    pub rows: u32,
    pub added: u32,
    /// Lines and columns of the block that have no place.
    pub lines_left: u32,
    pub columns_left: u32,
    /// More is overwritten than a slip of the hand should.
    pub asks: bool,
    /// The first of the changes.
    pub changes: Vec<CellChange>,
}

/// Maximum size of a block, in bytes.
pub const BLOCK_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Number of values that may be overwritten without a question.
pub const OVERWRITTEN_UNASKED_MAX: u32 = 4;
/// Maximum number of changes shown before they are stored.
const CHANGES_SHOWN_MAX: usize = 100;
/// Maximum number of rows of a payroll: those of the file and those added.
const ROWS_MAX: usize = 200_000;

/// The result of pasting a block over a draft.
pub(crate) struct Laid {
    /// Rows after pasting; those past the draft's end are new.
    pub rows: Vec<DraftRow>,
    pub view: BlockView,
}

impl Draft {
    /// Returns what the block would change.
    #[must_use]
    pub fn block_view(&mut self, block: &Block) -> BlockView {
        self.lay(block).view
    }

    /// Pastes the block over the rows from its position on, in the order of its filter. Past the last row it adds new
    /// ones, unless the filter hides some rows: then the place of new rows would not be defined.
    pub(crate) fn lay(&mut self, block: &Block) -> Laid {
        let lines = cells(&block.text);
        let at = self.index_of(&block.filter, block.position).and_then(|at| usize::try_from(at).ok());
        let targets: Vec<u32> =
            self.list(&block.filter).get(at.unwrap_or(usize::MAX)..).unwrap_or(&[]).to_vec();
        let shows_all = self.list(&block.filter).len() == self.entries.len();
        let room = if shows_all && at.is_some() { ROWS_MAX.saturating_sub(self.entries.len()) } else { 0 };
        let mut laid = Laid { rows: Vec::new(), view: empty_view() };
        for (index, line) in lines.iter().enumerate() {
            let past = index.saturating_sub(targets.len());
            let row = match targets.get(index) {
                Some(position) => self.get(*position).map(|entry| entry.row.clone()),
                None if past < room => u32::try_from(self.entries.len() + past)
                    .ok()
                    .map(|position| DraftRow::new(position, SourceRow::default())),
                None => None,
            };
            match row {
                Some(row) => self.lay_line(&mut laid, row, line, &block.fields),
                None => laid.view.lines_left += 1,
            }
        }
        laid.view.asks = laid.view.overwritten > OVERWRITTEN_UNASKED_MAX;
        laid
    }

    fn lay_line(&self, laid: &mut Laid, mut row: DraftRow, line: &[String], fields: &[Option<Field>]) {
        let before = row.clone();
        let view = &mut laid.view;
        let is_new = self.get(row.position).is_none();
        for (at, value) in line.iter().enumerate() {
            let Some(field) = fields.get(at).copied().flatten() else {
                let left = u32::try_from(at + 1).unwrap_or(u32::MAX);
                view.columns_left = view.columns_left.max(if at < fields.len() { 0 } else { left });
                continue;
            };
            let from = shown(&row, field);
            self.put_value(&mut row, field, value);
            let to = shown(&row, field);
            if from == to {
                continue;
            }
            view.cells += 1;
            view.overwritten += u32::from(!from.is_empty());
            if view.changes.len() < CHANGES_SHOWN_MAX {
                let name = shown(&row, Field::Name);
                view.changes.push(CellChange { row: row.source.origin.number(), name, field, from, to });
            }
        }
        if is_new {
            view.added += 1;
        } else if row != before {
            view.rows += 1;
        } else {
            return;
        }
        laid.rows.push(row);
    }

    /// Sets a typed value. A bank may be given by code or by name.
    pub(crate) fn put_value(&self, row: &mut DraftRow, field: Field, value: &str) {
        if !field.is_bank() {
            return set(row, field, value);
        }
        let country = self.get(row.position).map_or(self.head.country, |entry| entry.recipient.country);
        // Every bank has a letter in its name: digits are a code, perhaps a sort code or one that nobody knows.
        let is_digits = !value.contains(char::is_alphabetic);
        let is_code = is_digits || self.directory.by_code(country, value.trim()).is_some();
        // The code that is there changes nothing.
        let is_there = row.effective().text(Field::BankCode).as_deref() == Some(value.trim());
        let (field, value) = match (is_code, is_there) {
            (true, false) => self.chosen(row.position, Field::BankCode, value),
            (true, true) => (Field::BankCode, value.to_owned()),
            (false, _) => (Field::BankName, value.to_owned()),
        };
        set(row, field, &value);
    }
}

const fn empty_view() -> BlockView {
    BlockView {
        cells: 0,
        overwritten: 0,
        rows: 0,
        added: 0,
        lines_left: 0,
        columns_left: 0,
        asks: false,
        changes: Vec::new(),
    }
}

/// Returns the present text of a field, before it is parsed.
pub(crate) fn shown(row: &DraftRow, field: Field) -> String {
    let row = row.effective();
    let text = |field| row.text(field).unwrap_or_default();
    let name = if field.is_bank() { text(Field::BankName) } else { String::new() };
    match (field.is_bank(), name.is_empty()) {
        (true, false) => name,
        (true, true) => text(Field::BankCode),
        (false, _) => text(field),
    }
}

/// Parses a block in the format in which spreadsheets copy it: tabs between cells, line ends between rows. A cell that
/// contains either of them, or that begins with a quotation mark, is in quotation marks; quotation marks inside it are
/// doubled.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = Vec::new();
    let mut cell = String::new();
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() && closes(chars.clone()) => quoted = true,
            '\t' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted && chars.peek() == Some(&'\n') => {}
            '\n' | '\r' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            // A line end inside a cell would end a narration. It becomes a space.
            '\n' | '\r' => cell.push(' '),
            _ => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows
}

/// Whether a quotation mark that opens a cell is closed at the end of a cell: `12"` and `"so called` are plain text.
fn closes(mut chars: std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    while let Some(c) = chars.next() {
        if c == '"' {
            match chars.peek() {
                Some('"') => drop(chars.next()),
                None | Some('\t' | '\n' | '\r') => return true,
                Some(_) => return false,
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_block_is_taken_apart_as_spreadsheets_make_it() {
        for (text, expected) in [
            ("", vec![]),
            ("a", vec![vec!["a"]]),
            ("a\tb\r\nc\td\r\n", vec![vec!["a", "b"], vec!["c", "d"]]),
            ("a\t\t\nb", vec![vec!["a", "", ""], vec!["b"]]),
            ("\"two\nlines\"\tb", vec![vec!["two lines", "b"]]),
            ("\"say \"\"hi\"\"\"\t1", vec![vec!["say \"hi\"", "1"]]),
            ("\"so called\tb\nc", vec![vec!["\"so called", "b"], vec!["c"]]),
            ("12\" pipe\tb", vec![vec!["12\" pipe", "b"]]),
        ] {
            assert_eq!(cells(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_loses_a_plain_cell(rows in prop::collection::vec(prop::collection::vec("[a-z0-9 ]{1,6}", 1..4), 1..5)) {
            let text = rows.iter().map(|row| row.join("\t")).collect::<Vec<_>>().join("\n");
            prop_assert_eq!(cells(&text), rows);
        }

        #[test]
        fn any_text_is_some_block(text in any::<String>()) {
            let _ = cells(&text);
        }
    }
}
