//! Parses OpenDocument spreadsheets (.ods) into grids, element by element. calamine expands all repeated cells before
//! it reads any, so that a file of 743 bytes takes 6 GB, and it does not return what is hidden. So the cells are
//! parsed here: repeats count towards the limits, and a number is stored as the text in the file.

use std::{
    collections::HashSet,
    io::{BufReader, Cursor, Read},
};

use paysheet_domain::{CellText, CellValue};
use quick_xml::{
    Reader,
    escape::resolve_predefined_entity,
    events::{BytesRef, BytesStart, Event},
};
use zip::ZipArchive;

use crate::{
    error::{FileError, Part},
    formats::{
        grid::Sheet,
        grid_builder::{GridBuilder, shortest},
        package::{attribute, plain_attribute},
        sheet_metadata::SheetMetadata,
    },
    limits::{CELL_BYTES_MAX, ROWS_OF_A_SHEET},
};

/// Bytes of the manifest that are read to find out whether parts are encrypted.
const MANIFEST_BYTES_MAX: u64 = 1024 * 1024;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// Reads all sheets.
///
/// # Errors
/// `FileEncrypted`, `FileCorrupt`, and if a limit is exceeded.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Sheet>, FileError> {
    let corrupt = |part| FileError::FileCorrupt { part };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| corrupt(Part::Archive))?;
    if is_encrypted(&mut archive) {
        return Err(FileError::FileEncrypted);
    }
    let content = archive.by_name("content.xml").map_err(|_| corrupt(Part::Archive))?;
    let mut xml = Reader::from_reader(BufReader::new(content));
    let mut walk = Walk::default();
    let mut buffer = Vec::new();
    loop {
        match xml.read_event_into(&mut buffer).map_err(|_| corrupt(Part::Cells))? {
            Event::Start(e) => walk.start(&e)?,
            Event::Empty(e) => {
                walk.start(&e)?;
                walk.end(e.local_name().as_ref())?;
            }
            Event::End(e) => walk.end(e.local_name().as_ref())?,
            Event::Text(text) => walk.text(&text.xml10_content()),
            Event::GeneralRef(entity) => walk.entity(&entity),
            // A document that is cut short was not read completely.
            Event::Eof if walk.ended => break,
            Event::Eof => return Err(corrupt(Part::Cells)),
            Event::CData(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        buffer.clear();
    }
    Ok(walk.sheets)
}

fn is_encrypted(archive: &mut Archive<'_>) -> bool {
    let mut manifest = String::new();
    let read = archive
        .by_name("META-INF/manifest.xml")
        .is_ok_and(|part| part.take(MANIFEST_BYTES_MAX).read_to_string(&mut manifest).is_ok());
    read && manifest.contains("encryption-data")
}

/// A cell that is being read.
struct OpenCell {
    repeats: u32,
    kind: Kind,
    /// The value, from an attribute.
    value: Option<String>,
    text: String,
    has_formula: bool,
    paragraphs: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    None,
    Text,
    Number,
    Percentage,
    Date,
    Time,
    Bool,
    Error,
}

/// A row that is being read, with its cells. A repeated row is added as often as it is repeated.
#[derive(Default)]
struct OpenRow {
    repeats: u32,
    cells: Vec<(u32, CellValue)>,
    next_column: u32,
}

struct OpenSheet {
    name: String,
    hidden: bool,
    gather: GridBuilder,
    metadata: SheetMetadata,
    next_row: u32,
    next_column: u32,
}

/// State of the walk through the document.
#[derive(Default)]
struct Walk {
    sheets: Vec<Sheet>,
    /// Names of table styles that hide their table.
    hiding_styles: HashSet<String>,
    style: Option<String>,
    sheet: Option<OpenSheet>,
    /// Open groups of rows, with whether each is collapsed.
    groups: Vec<bool>,
    /// Number of collapsed groups among them.
    folded: usize,
    row: Option<OpenRow>,
    cell: Option<OpenCell>,
    /// Annotations of a cell are not part of its text.
    in_annotation: bool,
    ended: bool,
}

impl Walk {
    fn start(&mut self, e: &BytesStart<'_>) -> Result<(), FileError> {
        match e.local_name().as_ref() {
            "style" => self.style = attribute(e, "style:name"),
            "table-properties" if is_not_shown(e) => {
                self.hiding_styles.extend(self.style.take());
            }
            "table" if self.sheet.is_none() => self.start_sheet(e),
            "table-column" => self.column(e),
            "table-row-group" => {
                self.groups.push(is_not_shown(e));
                self.folded += usize::from(is_not_shown(e));
            }
            "table-row" => self.start_row(e),
            "table-cell" | "covered-table-cell" if self.row.is_some() => self.cell = Some(OpenCell::of(e)),
            "annotation" => self.in_annotation = true,
            "p" if !self.in_annotation => {
                if let Some(cell) = &mut self.cell {
                    cell.paragraphs += 1;
                    if cell.paragraphs > 1 {
                        cell.push("\n");
                    }
                }
            }
            "s" => {
                let count = repeats(e, "text:c");
                self.text(&" ".repeat(usize::try_from(count).unwrap_or(1).min(CELL_BYTES_MAX)));
            }
            "tab" => self.text("\t"),
            "line-break" => self.text("\n"),
            _ => {}
        }
        Ok(())
    }

    fn start_sheet(&mut self, e: &BytesStart<'_>) {
        let style = attribute(e, "table:style-name");
        self.sheet = Some(OpenSheet {
            name: attribute(e, "table:name").unwrap_or_default(),
            hidden: style.is_some_and(|style| self.hiding_styles.contains(&style)),
            gather: GridBuilder::default(),
            metadata: SheetMetadata::default(),
            next_row: 0,
            next_column: 0,
        });
    }

    fn column(&mut self, e: &BytesStart<'_>) {
        let Some(sheet) = &mut self.sheet else { return };
        let first = sheet.next_column;
        sheet.next_column = first.saturating_add(repeats(e, "table:number-columns-repeated"));
        let last = u16::try_from(sheet.next_column.saturating_sub(1)).unwrap_or(u16::MAX);
        if let (Ok(first), true) = (u16::try_from(first), is_hidden(e)) {
            sheet.metadata.hidden_columns.push(first..=last);
        }
    }

    fn start_row(&mut self, e: &BytesStart<'_>) {
        let Some(sheet) = &mut self.sheet else { return };
        let repeats = repeats(e, "table:number-rows-repeated").min(ROWS_OF_A_SHEET);
        if is_hidden(e) || self.folded > 0 {
            let first = sheet.next_row.saturating_add(1);
            sheet.metadata.hidden_rows.extend(first..first.saturating_add(repeats));
            sheet.metadata.filtered |= plain_attribute(e, "table:visibility").is_some_and(|v| v == "filter");
        }
        self.row = Some(OpenRow { repeats, ..OpenRow::default() });
    }

    fn text(&mut self, text: &str) {
        if let Some(cell) = self.cell.as_mut().filter(|cell| cell.paragraphs > 0 && !self.in_annotation) {
            cell.push(text);
        }
    }

    fn entity(&mut self, entity: &BytesRef<'_>) {
        if let Some(known) = resolve_predefined_entity(entity.as_ref()) {
            self.text(known);
        } else if let Ok(Some(c)) = entity.resolve_char_ref() {
            self.text(c.encode_utf8(&mut [0; 4]));
        }
    }

    fn end(&mut self, name: &str) -> Result<(), FileError> {
        match name {
            "table-cell" | "covered-table-cell" => {
                if let (Some(row), Some(cell)) = (&mut self.row, self.cell.take()) {
                    row.take(cell);
                }
            }
            "annotation" => self.in_annotation = false,
            "table-row-group" => {
                let folded = self.groups.pop().unwrap_or_default();
                self.folded -= usize::from(folded);
            }
            "table-row" => {
                if let (Some(sheet), Some(row)) = (&mut self.sheet, self.row.take()) {
                    sheet.take(&row)?;
                }
            }
            "table" if self.cell.is_none() => {
                self.sheets.extend(self.sheet.take().map(OpenSheet::finish).transpose()?);
            }
            "document-content" => self.ended = true,
            _ => {}
        }
        Ok(())
    }
}

impl OpenRow {
    fn take(&mut self, cell: OpenCell) {
        let first = self.next_column;
        let repeats = cell.repeats;
        self.next_column = first.saturating_add(repeats);
        let Some(value) = cell.value() else { return };
        // One value past the limit is enough to detect that the limit is exceeded.
        let last = self.next_column.min(first.saturating_add(MAX_REPEATS_KEPT));
        self.cells.extend((first..last).map(|column| (column, value.clone())));
    }
}

/// Number of times that a repeated value is stored: one more than the columns that a sheet may have.
const MAX_REPEATS_KEPT: u32 = 257;

impl OpenSheet {
    fn take(&mut self, row: &OpenRow) -> Result<(), FileError> {
        let first = self.next_row;
        self.next_row = first.saturating_add(row.repeats);
        if row.cells.is_empty() {
            return Ok(());
        }
        for number in first..self.next_row {
            for (column, value) in &row.cells {
                self.gather.take(number, *column, Some(value.clone()))?;
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Sheet, FileError> {
        let mut grid = self.gather.finish()?;
        self.metadata.put_into(&mut grid);
        Ok(Sheet { name: self.name, hidden: self.hidden, grid })
    }
}

impl OpenCell {
    fn of(e: &BytesStart<'_>) -> Self {
        let value_of = |name| attribute(e, name);
        let kind = value_of("office:value-type").unwrap_or_default();
        let is_error = plain_attribute(e, "calcext:value-type").is_some_and(|kind| kind == "error");
        let (kind, value) = match kind.as_str() {
            _ if is_error => (Kind::Error, None),
            "float" | "currency" => (Kind::Number, value_of("office:value")),
            "percentage" => (Kind::Percentage, value_of("office:value")),
            "date" => (Kind::Date, value_of("office:date-value")),
            "time" => (Kind::Time, value_of("office:time-value")),
            "boolean" => (Kind::Bool, value_of("office:boolean-value")),
            "string" => (Kind::Text, value_of("office:string-value")),
            _ => (Kind::None, None),
        };
        Self {
            repeats: repeats(e, "table:number-columns-repeated"),
            kind,
            value,
            text: String::new(),
            has_formula: plain_attribute(e, "table:formula").is_some(),
            paragraphs: 0,
        }
    }

    /// Appends text. A cell far beyond the limit is truncated here already; the grid reports it.
    fn push(&mut self, text: &str) {
        if self.text.len() <= CELL_BYTES_MAX {
            self.text.push_str(text);
        }
    }

    fn value(self) -> Option<CellValue> {
        let text = |value: Option<String>, shown: String| CellText::from(value.unwrap_or(shown));
        let value = match self.kind {
            Kind::Text => CellValue::Text(text(self.value, self.text)),
            // Some programs write the displayed text of a cell and omit the number's type.
            Kind::Number if is_date(&self.text) => CellValue::Date(self.text.into()),
            Kind::Number if self.text.contains('%') => CellValue::Percent(self.value?.into()),
            Kind::Number => number(&self.value?)
                .map_or(CellValue::Text(self.text.into()), |number| CellValue::Number(number.into())),
            Kind::Percentage => number(&self.value?)
                .map_or(CellValue::Text(self.text.into()), |number| CellValue::Percent(number.into())),
            Kind::Date | Kind::Time => CellValue::Date(text(self.value, self.text)),
            Kind::Bool => CellValue::Bool(self.value.is_some_and(|value| value.eq_ignore_ascii_case("true"))),
            Kind::Error => CellValue::Error(self.text.into()),
            Kind::None if self.has_formula => CellValue::FormulaWithoutValue,
            // Cells without a type contain the text that they show.
            Kind::None => CellValue::Text(self.text.into()),
        };
        let blank = matches!(&value, CellValue::Text(text) if text.is_empty());
        (!blank).then_some(value)
    }
}

/// Returns a number as the file writes it, and a fraction as the shortest text that parses to the same number.
fn number(text: &str) -> Option<String> {
    let text = text.trim();
    let float: f64 = text.parse().ok().filter(|float: &f64| float.is_finite())?;
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    Some(if plain { text.to_owned() } else { shortest(float) })
}

/// Whether a displayed number is a date: three groups of digits with the same separator between them.
fn is_date(shown: &str) -> bool {
    ['-', '/', '.'].iter().any(|sign| {
        let groups: Vec<&str> = shown.split(*sign).collect();
        let digits =
            |group: &&str| (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_digit());
        // `1.250.000` is not a date.
        groups.len() == 3 && groups.iter().all(digits) && !groups.iter().skip(1).all(|group| group.len() == 3)
    })
}

fn repeats(e: &BytesStart<'_>, name: &str) -> u32 {
    let Some(count) = plain_attribute(e, name) else { return 1 };
    // A count that is too large for any number is also beyond every limit.
    let is_number = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    count.parse().unwrap_or(if is_number { u32::MAX } else { 1 })
}

fn is_not_shown(e: &BytesStart<'_>) -> bool {
    plain_attribute(e, "table:display").is_some_and(|value| value == "false")
}

fn is_hidden(e: &BytesStart<'_>) -> bool {
    plain_attribute(e, "table:visibility").is_some_and(|value| value == "collapse" || value == "filter")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shown_day_is_told_from_a_grouped_number() {
        for (shown, expected) in [
            ("2026-11-25", true),
            ("25/11/2026", true),
            ("1.250.000", false),
            ("125000.50", false),
            ("08031-123-4567", false),
        ] {
            assert_eq!(is_date(shown), expected, "{shown}");
        }
    }

    #[test]
    fn numbers_are_the_files_own() {
        for (written, expected) in [
            ("1234.1", Some("1234.1")),
            ("1234.0999999999999", Some("1234.1")),
            ("12345678901234567", Some("12345678901234567")),
            ("1.5E+3", Some("1500")),
            ("-0.5", Some("-0.5")),
            ("NaN", None),
            ("1,5", None),
        ] {
            assert_eq!(number(written).as_deref(), expected, "{written}");
        }
    }
}
