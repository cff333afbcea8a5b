//! Tables of text, written as .xlsx or .csv. Foreign text is never a formula: in a workbook it is stored and marked as
//! text; in a .csv it is changed by [`safe_cell`].

use paysheet_domain::separated::safe_cell;
use rust_xlsxwriter::{Format, Workbook, XlsxError};

use crate::{text_cell::write_text, words::ListWords};

/// A table: columns with their widths in characters, and lines of text.
pub struct TextTable {
    pub heads: Vec<(String, u16)>,
    pub lines: Vec<Vec<String>>,
}

/// A head's key among the window's words, the English head, and the column's width.
pub type TextHead = (&'static str, &'static str, u16);

impl TextTable {
    pub fn new<const N: usize>(heads: [TextHead; N], words: &ListWords, lines: Vec<Vec<String>>) -> Self {
        let heads = heads.into_iter().map(|(name, english, width)| (words.head(name, english), width));
        Self { heads: heads.collect(), lines }
    }
}

pub fn workbook(table: &TextTable) -> Result<Workbook, XlsxError> {
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
pub fn csv(table: &TextTable) -> String {
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
pub fn quoted(text: &str, separator: char) -> String {
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
        let written = csv(&TextTable { heads, lines });
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
