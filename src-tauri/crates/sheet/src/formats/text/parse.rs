//! Parses text files with one row per line (.csv, .tsv, .txt) into a grid. The encoding and the delimiter are
//! detected. Every cell stays text. The width of each line is stored, so that lines with more or fewer cells than the
//! header can be found.

use std::borrow::Cow;

use csv::ByteRecord;
use paysheet_domain::CellValue;

use super::{
    columns,
    decode::UNIT_SEPARATOR,
    delimiter::Delimiter,
    quotes,
    records::{blank_lines, delimiter_line, line_ended, reader, with_line_feeds},
};
use crate::{
    error::FileError,
    formats::{
        grid::{Grid, GridRow, Sheet},
        grid_builder::RowCount,
    },
    limits::COLUMNS_MAX,
    model::FileKind,
};

/// A text file as a sheet.
pub(crate) struct TextSheet {
    pub kind: FileKind,
    pub delimiter: u8,
    pub sheet: Sheet,
}

pub(crate) fn read(text: &str) -> Result<TextSheet, FileError> {
    let text = with_line_feeds(text);
    let (named, body, first_row) = match delimiter_line(&text) {
        Some((delimiter, body)) => (Some(delimiter), body, 2),
        None => (None, text.as_ref(), 1),
    };
    let (body, found) = separated(body);
    let delimiter = named.unwrap_or_else(|| found.character());
    let grid = read_grid(&quotes::without_bare(&body, delimiter), first_row, delimiter)?;
    let kind = if delimiter == b'\t' { FileKind::Tsv } else { FileKind::Csv };
    Ok(TextSheet { kind, delimiter, sheet: Sheet { name: String::new(), hidden: false, grid } })
}

/// Returns a text with a character between its cells, and how likely each character is that. The text is another one if
/// its lines are quoted as a whole or its columns are aligned by spaces.
pub(super) fn separated(body: &str) -> (Cow<'_, str>, Delimiter) {
    let unquoted = quotes::whole_lines(body).map(|lines| (Delimiter::of(&lines), lines));
    if let Some((found, lines)) = unquoted.filter(|(found, _)| found.makes_columns()) {
        return (lines.into(), found);
    }
    let found = Delimiter::of(body);
    let aligned = if found.has_headings() { None } else { columns::separated(body) };
    match aligned {
        Some(lines) => {
            let found = Delimiter::of(&lines);
            (lines.into(), found)
        }
        None => (body.into(), found),
    }
}

fn read_grid(text: &str, first_row: u32, delimiter: u8) -> Result<Grid, FileError> {
    let mut grid = Grid::default();
    let mut record = ByteRecord::new();
    let mut lines = reader(text, delimiter);
    let mut number = first_row;
    let mut rows = RowCount::default();
    let mut line_before = lines.position().line();
    while lines.read_byte_record(&mut record).unwrap_or(false) {
        let ended = line_ended(&lines, text);
        number = number.saturating_add(blank_lines(&record, ended.saturating_sub(line_before)));
        line_before = ended;
        if let Some(cells) = cells_of_quoted_line(&record, grid.columns, delimiter) {
            record = cells;
        }
        let row = grid_row(&mut grid, &record, number);
        grid.columns = grid.columns.max(row.cells.last().map_or(0, |(column, _)| u32::from(*column) + 1));
        check_columns(grid.columns)?;
        let mut is_kept = true;
        for (_, value) in &row.cells {
            is_kept &= rows.takes(number, value)?;
        }
        if is_kept {
            grid.rows.push(row);
        }
        number = number.saturating_add(1);
    }
    rows.finish()?;
    if text.ends_with('\n') {
        complete_last_row(&mut grid);
    }
    Ok(grid)
}

/// Returns the cells of a line that is quoted as a whole among lines with several cells: a quote was lost and another one
/// added. None if it has fewer cells than the lines above, as a sentence has.
fn cells_of_quoted_line(record: &ByteRecord, columns: u32, delimiter: u8) -> Option<ByteRecord> {
    let inside = std::str::from_utf8(record.get(0).filter(|_| record.len() == 1 && columns > 2)?).ok()?;
    let mut cells = ByteRecord::new();
    let is_read = reader(inside, delimiter).read_byte_record(&mut cells).unwrap_or(false);
    (is_read && u32::try_from(cells.len()).is_ok_and(|cells| cells >= columns)).then_some(cells)
}

/// Gives the last row the width of the row above it if only empty cells are missing at its end: some programs do not
/// write these in the last line. They must be empty in the row above too, and what the row has must be like what is
/// above it, cell by cell, so that a cell that is missing further left, or a comma in an amount, is not overlooked. A
/// line that does not end may be cut off, and stays as it is.
fn complete_last_row(grid: &mut Grid) {
    let [.., above, last] = grid.rows.as_mut_slice() else { return };
    let is_empty_above =
        last.width.is_some_and(|width| above.cells.iter().all(|(at, _)| u32::from(*at) < width));
    let are_alike = last.cells.iter().all(|(at, value)| {
        above.cell(*at).is_some_and(|above| is_number(above.text()) == is_number(value.text()))
    });
    let mut pairs = last.cells.iter().zip(last.cells.iter().skip(1));
    let is_cut = pairs
        .any(|((at, head), (next, tail))| *next == at + 1 && may_be_one_amount(head.text(), tail.text()));
    if last.width < above.width && is_empty_above && are_alike && !is_cut {
        last.width = above.width;
    }
}

/// Whether two cells may be an amount that was parted at its comma: `12,000`, `1250,50`.
fn may_be_one_amount(head: &str, tail: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (group, _) = tail.trim().split_once('.').unwrap_or((tail.trim(), ""));
    let head = head.trim();
    is_digits(head) && head.len() <= 3 && !head.starts_with('0') && is_digits(group) && group.len() == 3
}

fn is_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && !text.contains(char::is_alphabetic)
}

fn check_columns(columns: u32) -> Result<(), FileError> {
    let limit = u64::try_from(COLUMNS_MAX).unwrap_or(u64::MAX);
    let columns = u64::from(columns);
    if columns > limit { Err(FileError::FileTooManyColumns { columns, limit }) } else { Ok(()) }
}

fn grid_row(grid: &mut Grid, record: &ByteRecord, number: u32) -> GridRow {
    let mut cells = Vec::with_capacity(record.len());
    for (at, field) in record.iter().enumerate() {
        let Ok(column) = u16::try_from(at) else { break };
        let text = String::from_utf8_lossy(field);
        let text = quotes::shown(&text);
        let text = without_formula(text.trim_start_matches(UNIT_SEPARATOR));
        if !text.trim().is_empty() {
            cells.push((column, CellValue::Text(grid.kept(text.to_owned(), number, column).into())));
        }
    }
    GridRow { number, cells, width: u32::try_from(record.len()).ok(), hidden: false }
}

/// Removes the formula from `="0123456789"`. Text files use this form to stop Excel from removing leading zeros.
fn without_formula(text: &str) -> &str {
    let inside = text.trim().strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    inside.filter(|inside| !inside.contains('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the rows, written as `number: cell | cell`, and the delimiter with the expected ones.
    fn check(text: &str, delimiter: char, expected: &[&str]) {
        let read = read(text).unwrap();
        let rows = read.sheet.grid.rows.iter();
        let rows: Vec<String> = rows.map(|row| format!("{}: {}", row.number, row.shown(200))).collect();
        assert_eq!(
            (char::from(read.delimiter), rows),
            (delimiter, expected.iter().map(|r| (*r).into()).collect())
        );
    }

    #[test]
    fn the_delimiter_is_the_one_that_makes_a_table() {
        check("a,b\n1,2\n", ',', &["1: a | b", "2: 1 | 2"]);
        check(
            "name;amount\nAda;1250,50\nBen;2250,50",
            ';',
            &["1: name | amount", "2: Ada | 1250,50", "3: Ben | 2250,50"],
        );
        check("a\tb\n1,5\t2,5\n", '\t', &["1: a | b", "2: 1,5 | 2,5"]);
        check("a|b\n1|2\n", '|', &["1: a | b", "2: 1 | 2"]);
        check("name~amount~bank\nAda~5~GTB\n", '~', &["1: name | amount | bank", "2: Ada | 5 | GTB"]);
        check("name^amount\nAda^5\n", '^', &["1: name | amount", "2: Ada | 5"]);
        check("name:amount:bank\nAda:5:GTB\n", ':', &["1: name | amount | bank", "2: Ada | 5 | GTB"]);
        check("from,to\n08:00:00,17:00:00\n", ',', &["1: from | to", "2: 08:00:00 | 17:00:00"]);
        // Notes have words of headings, and are alike.
        check(
            "Ada\tObi\t0123456789\t100\nBen\tEze\t0123456780\t200\nCid\tOjo\t0123456781\t300\n\
             Note: salaries are due on the 25th\nNote: salaries are due on the 25th\n",
            '\t',
            &[
                "1: Ada | Obi | 0123456789 | 100",
                "2: Ben | Eze | 0123456780 | 200",
                "3: Cid | Ojo | 0123456781 | 300",
                "4: Note: salaries are due on the 25th",
                "5: Note: salaries are due on the 25th",
            ],
        );
        check("sep=;\r\na;b\r\n1,5;2\r\n", ';', &["2: a | b", "3: 1,5 | 2"]);
        check("a,b\n\"x;y;z\",2\n", ',', &["1: a | b", "2: x;y;z | 2"]);
    }

    #[test]
    fn rows_have_the_numbers_a_spreadsheet_gives_them() {
        check("a,b\n\n\n1,2\n", ',', &["1: a | b", "4: 1 | 2"]);
        check("a,b\n\n\n1,2", ',', &["1: a | b", "4: 1 | 2"]);
        check("\n\na,b\n1,2", ',', &["3: a | b", "4: 1 | 2"]);
        check("a,b\n\"x\ny\",2\n3,4", ',', &["1: a | b", "2: x\ny | 2", "3: 3 | 4"]);
        check("a,b\r\n\r\n1,2\r\n\r\n3,4\r\n", ',', &["1: a | b", "3: 1 | 2", "5: 3 | 4"]);
        check("a,b\r1,2\r", ',', &["1: a | b", "2: 1 | 2"]);
        check("a,b\r\n1,2\n3,4\r\n\r\n5,6", ',', &["1: a | b", "2: 1 | 2", "3: 3 | 4", "5: 5 | 6"]);
        check("a,b\n1,2\r\n\n3,4\r\n", ',', &["1: a | b", "2: 1 | 2", "4: 3 | 4"]);
        check("a,b\n,,\n1,2", ',', &["1: a | b", "2: ", "3: 1 | 2"]);
    }

    #[test]
    fn a_text_kept_from_excel_by_a_formula_is_the_text() {
        check("a,b\n=\"007\",1\n\"=\"\"008\"\"\",2\n", ',', &["1: a | b", "2: 007 | 1", "3: 008 | 2"]);
        check("a,b\n\"=\"\"0\"\"&\"\"7\"\"\",1\n", ',', &["1: a | b", "2: =\"0\"&\"7\" | 1"]);
    }

    #[test]
    fn a_line_quoted_as_a_whole_among_others_is_cells() {
        check("a,b,c\n\"1,2,3\"\n4,5,6\n", ',', &["1: a | b | c", "2: 1 | 2 | 3", "3: 4 | 5 | 6"]);
        check(
            "a,b,c\n\"Note, see below\"\n4,5,6\n",
            ',',
            &["1: a | b | c", "2: Note, see below", "3: 4 | 5 | 6"],
        );
    }

    #[test]
    fn a_lone_quote_swallows_no_lines() {
        check("a,b\n5\" pipe,1\n\"x\",2\n", ',', &["1: a | b", "2: 5\" pipe | 1", "3: x | 2"]);
    }
}
