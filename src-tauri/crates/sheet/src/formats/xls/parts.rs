//! The records of an older workbook (MS-XLS) that decide whether it is safe to open, or contain what calamine does
//! not return: hidden rows and columns, filters, percentages. Cells are not decoded here.

use std::collections::HashMap;

use super::container::Container;
use crate::{
    error::{FileError, OtherFileType, Part},
    formats::{
        grid_builder::{Shown, check_column, shown_by},
        little_endian::{u16_at, u32_at},
        sheet_metadata::SheetMetadata,
    },
    limits::RECTANGLE_CELLS_MAX,
};

/// Names of the workbook's stream: in Excel 97 and later, and in Excel 5 and 95.
const STREAMS: [&str; 2] = ["Workbook", "Book"];

/// Record types (MS-XLS 2.3).
mod record {
    pub const BOF: u16 = 0x0809;
    pub const EOF: u16 = 0x000A;
    pub const FILE_PASS: u16 = 0x002F;
    pub const DATE_MODE: u16 = 0x0022;
    pub const FORMAT: u16 = 0x041E;
    pub const XF: u16 = 0x00E0;
    pub const BOUND_SHEET: u16 = 0x0085;
    pub const SHARED_TEXTS: u16 = 0x00FC;
    pub const DIMENSIONS: u16 = 0x0200;
    pub const ROW: u16 = 0x0208;
    pub const COLUMN_INFO: u16 = 0x007D;
    pub const FILTER_MODE: u16 = 0x009B;
    /// A condition that Excel 2007 and later store with a table or beside an older filter.
    pub const TABLE_FILTER: u16 = 0x087E;
    pub const NUMBER: u16 = 0x0203;
    pub const RK: u16 = 0x027E;
    pub const MUL_RK: u16 = 0x00BD;
    pub const LABEL: u16 = 0x0204;
    pub const RICH_STRING: u16 = 0x00D6;
    pub const LABEL_SST: u16 = 0x00FD;
    pub const BOOL_ERR: u16 = 0x0205;
    pub const FORMULA: u16 = 0x0006;
}

/// The properties of a sheet.
#[derive(Debug, Default)]
pub(super) struct SheetParts {
    pub metadata: SheetMetadata,
    /// First and last row and column that have a cell, from 0.
    cells: Option<Rectangle>,
    /// The rectangle that the sheet declares.
    declared: Option<Rectangle>,
    /// Minimum number of shared texts, so that every cell that refers to one has its text.
    texts_named: u32,
    /// The records of the sheet reached their end.
    ended: bool,
}

#[derive(Clone, Copy, Debug)]
struct Rectangle {
    rows: (u32, u32),
    columns: (u32, u32),
}

impl Rectangle {
    fn with(self, row: u32, column: u32) -> Self {
        Self {
            rows: (self.rows.0.min(row), self.rows.1.max(row)),
            columns: (self.columns.0.min(column), self.columns.1.max(column)),
        }
    }

    fn cells(self) -> u64 {
        // calamine's subtraction wraps around if the last row or column is before the first.
        let span =
            |(first, last): (u32, u32)| last.checked_sub(first).map_or(u64::MAX, |span| u64::from(span) + 1);
        span(self.rows).saturating_mul(span(self.columns))
    }
}

/// The properties of a workbook: its sheets in their order.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub sheets: Vec<SheetParts>,
}

impl Parts {
    /// # Errors
    /// `FileEncrypted`, `FileCorrupt`, and `FileNotASpreadsheet` for other documents in the same container.
    pub fn of(bytes: &[u8]) -> Result<Self, FileError> {
        let stream = workbook_stream(bytes)?;
        let globals = Globals::of(&stream)?;
        let sheets = globals.sheets.iter().map(|start| {
            let records = stream.get(*start..).unwrap_or_default();
            let mut sheet = SheetParts::of(records, &globals.shown);
            sheet.metadata.from_1904 = globals.from_1904;
            sheet
        });
        let sheets: Vec<SheetParts> = sheets.collect();
        // calamine leaves out a cell whose shared text is missing.
        if sheets.iter().any(|sheet| sheet.texts_named > globals.texts) {
            return Err(FileError::FileCorrupt { part: Part::Texts });
        }
        // Macro modules are listed among the sheets, and may contain anything.
        if sheets.iter().zip(&globals.is_worksheet).any(|(sheet, is_worksheet)| *is_worksheet && !sheet.ended)
        {
            return Err(FileError::FileCorrupt { part: Part::Cells });
        }
        Ok(Self { sheets })
    }

    /// Checks that the rectangle of every sheet has a size that a payroll can have.
    ///
    /// # Errors
    /// If a limit is exceeded.
    pub fn check_limits(&self) -> Result<(), FileError> {
        for sheet in &self.sheets {
            if let Some(cells) = sheet.cells {
                check_column(cells.columns.1)?;
            }
            for rectangle in [sheet.cells, sheet.declared].into_iter().flatten() {
                let cells = rectangle.cells();
                if cells > RECTANGLE_CELLS_MAX {
                    return Err(FileError::FileHasTooManyCells { cells, limit: RECTANGLE_CELLS_MAX });
                }
            }
        }
        Ok(())
    }
}

fn workbook_stream(bytes: &[u8]) -> Result<Vec<u8>, FileError> {
    let container = Container::open(bytes).ok_or(FileError::FileCorrupt { part: Part::Archive })?;
    if container.has("EncryptedPackage") {
        return Err(FileError::FileEncrypted);
    }
    let stream = STREAMS.into_iter().find_map(|name| container.stream(name));
    stream.ok_or(FileError::FileNotASpreadsheet { found: OtherFileType::OldOffice })
}

/// An iterator over records: their types and bytes.
struct Records<'a>(&'a [u8]);

impl<'a> Iterator for Records<'a> {
    type Item = (u16, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let kind = u16_at(self.0, 0)?;
        let size = usize::from(u16_at(self.0, 2)?);
        let data = self.0.get(4..)?;
        let (record, rest) = data.split_at_checked(size)?;
        self.0 = rest;
        Some((kind, record))
    }
}

/// The records before the sheets.
#[derive(Default)]
struct Globals {
    /// How each cell format displays numbers, by its index.
    shown: Vec<Shown>,
    from_1904: bool,
    /// Number of texts that all sheets share.
    texts: u32,
    /// Offsets at which the sheets' records begin.
    sheets: Vec<usize>,
    /// For each sheet, whether it is a worksheet.
    is_worksheet: Vec<bool>,
}

impl Globals {
    fn of(stream: &[u8]) -> Result<Self, FileError> {
        let mut globals = Self::default();
        let mut spelled_out: HashMap<u16, String> = HashMap::new();
        let mut formats = Vec::new();
        for (kind, data) in Records(stream) {
            match kind {
                record::FILE_PASS if u16_at(data, 0) != Some(0) => return Err(FileError::FileEncrypted),
                record::DATE_MODE => globals.from_1904 = u16_at(data, 0) == Some(1),
                record::FORMAT => spelled_out.extend(u16_at(data, 0).zip(format_text(data))),
                record::SHARED_TEXTS => globals.texts = u32_at(data, 4).unwrap_or(0),
                record::XF => formats.push(u16_at(data, 2).unwrap_or(0)),
                record::BOUND_SHEET => {
                    let start = u32_at(data, 0).and_then(|at| usize::try_from(at).ok());
                    let start = start.ok_or(FileError::FileCorrupt { part: Part::Workbook })?;
                    globals.sheets.push(start);
                    globals.is_worksheet.push(data.get(5) == Some(&0));
                }
                record::EOF => break,
                _ => {}
            }
        }
        let shown = |id: &u16| shown_by(*id, spelled_out.get(id).map(String::as_str));
        globals.shown = formats.iter().map(shown).collect();
        Ok(globals)
    }
}

/// Returns a number format's text. High bytes of wide characters are dropped, which is enough to find a percent sign.
/// Excel 95 writes one byte for the length and no flags.
fn format_text(data: &[u8]) -> Option<String> {
    let short = data.get(2).map(|length| usize::from(*length) + 3) == Some(data.len());
    if short {
        return Some(data.get(3..)?.iter().map(|byte| char::from(*byte)).collect());
    }
    let wide = data.get(4).is_some_and(|flags| flags & 1 == 1);
    let text = data.get(5..)?;
    let step = if wide { 2 } else { 1 };
    Some(text.iter().step_by(step).map(|byte| char::from(*byte)).collect())
}

impl SheetParts {
    fn of(records: &[u8], shown: &[Shown]) -> Self {
        let mut sheet = Self::default();
        let mut depth = 0_u32;
        for (kind, data) in Records(records) {
            match kind {
                record::BOF => depth = depth.saturating_add(1),
                record::EOF if depth <= 1 => {
                    sheet.ended = true;
                    break;
                }
                record::EOF => depth = depth.saturating_sub(1),
                // A chart in the sheet has its own records.
                _ if depth > 1 => {}
                _ => {
                    sheet.take(kind, data, shown);
                }
            }
        }
        sheet
    }

    fn take(&mut self, kind: u16, data: &[u8], shown: &[Shown]) -> Option<()> {
        match kind {
            record::ROW if is_row_hidden(data)? => {
                self.metadata.hidden_rows.insert(u32::from(u16_at(data, 0)?).saturating_add(1));
            }
            // A width of zero hides the column as well.
            record::COLUMN_INFO if u16_at(data, 8)? & 1 != 0 || u16_at(data, 4)? == 0 => {
                self.metadata.hidden_columns.push(u16_at(data, 0)?..=u16_at(data, 2)?);
            }
            record::FILTER_MODE | record::TABLE_FILTER => self.metadata.filtered = true,
            record::DIMENSIONS => self.declared = declared(data),
            record::MUL_RK => {
                let (row, first) = (u32::from(u16_at(data, 0)?), u16_at(data, 2)?);
                for (place, cell) in data.get(4..data.len().checked_sub(2)?)?.chunks_exact(6).enumerate() {
                    let column = u32::from(first).saturating_add(u32::try_from(place).ok()?);
                    self.cell(row, column, u16_at(cell, 0)?, shown);
                }
            }
            record::NUMBER
            | record::RK
            | record::LABEL
            | record::RICH_STRING
            | record::LABEL_SST
            | record::BOOL_ERR
            | record::FORMULA => {
                self.cell(u16_at(data, 0)?.into(), u16_at(data, 2)?.into(), u16_at(data, 4)?, shown);
                if kind == record::LABEL_SST {
                    self.texts_named = self.texts_named.max(u32_at(data, 6)?.saturating_add(1));
                }
            }
            _ => {}
        }
        Some(())
    }

    fn cell(&mut self, row: u32, column: u32, format: u16, shown: &[Shown]) {
        let alone = Rectangle { rows: (row, row), columns: (column, column) };
        self.cells = Some(self.cells.map_or(alone, |cells| cells.with(row, column)));
        if let Some(shown) = shown.get(usize::from(format)).filter(|shown| **shown != Shown::Plain) {
            self.metadata.shown.insert((row, column), *shown);
        }
    }
}

/// Bits of a row's flags: the row is hidden, and the row has a custom height.
const ROW_HIDDEN: u16 = 0x20;
const ROW_HEIGHT_SET: u16 = 0x40;
/// The height in twentieths of a point. The bit above it is another flag.
const ROW_HEIGHT: u16 = 0x7FFF;

/// Whether a row is hidden. A height of zero hides it as well.
fn is_row_hidden(data: &[u8]) -> Option<bool> {
    let (height, flags) = (u16_at(data, 6)? & ROW_HEIGHT, u16_at(data, 12)?);
    Some(flags & ROW_HIDDEN != 0 || (height == 0 && flags & ROW_HEIGHT_SET != 0))
}

/// Returns the rectangle that a sheet declares. Its last row and column are exclusive in the file.
fn declared(data: &[u8]) -> Option<Rectangle> {
    let (rows, columns) = if data.len() < 14 {
        ((u16_at(data, 0)?.into(), u16_at(data, 2)?.into()), (u16_at(data, 4)?, u16_at(data, 6)?))
    } else {
        ((u32_at(data, 0)?, u32_at(data, 4)?), (u16_at(data, 8)?, u16_at(data, 10)?))
    };
    let (first, after): (u32, u32) = rows;
    let last = |after: u32| after.saturating_sub(1);
    // A first column beyond the format's limit counts as the first column, as in calamine.
    let first_column = if columns.0 > 0xFF || columns.1 < columns.0 { 0 } else { columns.0 };
    let rectangle =
        Rectangle { rows: (first, last(after)), columns: (first_column.into(), last(columns.1.into())) };
    (after > 0 && columns.1 > 0).then_some(rectangle)
}
