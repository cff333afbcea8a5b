//! Foreign text as a cell of a workbook. It is stored as text, which no program evaluates when it opens the file. A text
//! that begins like a formula is marked as text as well: otherwise it would become one as soon as somebody edits the cell.
//!
//! # Foreign text in an exported file is never a formula
//!
//! `domain::texts::separated` is the only rule, for programs that split at any separator. `desk::atomic_write`
//! writes to a new file with an unguessable name and mode 0600 and renames it; a link at the chosen path is replaced,
//! never followed. In a workbook [`write_text`] marks such text as text. The step `safe-files`
//! opens the files in LibreOffice, text files with each separator, and looks for formulas.

use paysheet_domain::separated::begins_formula;
use rust_xlsxwriter::{Format, Worksheet, XlsxError};

/// Writes a text; an empty one leaves the cell empty.
pub fn write_text(sheet: &mut Worksheet, line: u32, column: u16, text: &str) -> Result<(), XlsxError> {
    if begins_formula(text) {
        sheet.write_string_with_format(line, column, text, &Format::new().set_quote_prefix())?;
    } else if !text.is_empty() {
        sheet.write_string(line, column, text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rust_xlsxwriter::Workbook;

    use super::*;

    #[test]
    fn a_text_that_begins_like_a_formula_stays_one_when_it_is_edited() {
        let marks = |text: &str| {
            let mut workbook = Workbook::new();
            write_text(workbook.add_worksheet(), 0, 0, text).unwrap();
            let bytes = workbook.save_to_buffer().unwrap();
            let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
            let styles = std::io::read_to_string(archive.by_name("xl/styles.xml").unwrap()).unwrap();
            styles.matches("quotePrefix=\"1\"").count()
        };
        for (text, expected) in [("=1+1", 1), ("\t=1+1", 1), ("\u{ff1d}1", 1), ("Ada", 0), ("", 0)] {
            assert_eq!(marks(text), expected, "{text:?}");
        }
    }
}
