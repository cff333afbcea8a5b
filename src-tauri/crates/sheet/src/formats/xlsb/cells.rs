//! The cells of a binary sheet. Cells written by Excel contain their column. Other programs (SheetJS) write short
//! cells, which are right of the previous one.

use paysheet_domain::{CellText, CellValue};

use super::{
    parts::{FILTER_COLUMN, SharedParts},
    records::wide_text,
};
use crate::{
    error::{FileError, Part},
    formats::{
        grid::Grid,
        grid_builder::{GridBuilder, Shown, as_shown, shortest},
        little_endian::{f64_at, u16_at, u32_at},
        sheet_metadata::SheetMetadata,
    },
};

/// Record types (MS-XLSB 2.3.2).
mod record {
    pub const ROW: u16 = 0x0000;
    pub const COLUMN_INFO: u16 = 0x003C;
    pub const SHEET_DATA_END: u16 = 0x0092;
    pub const SHEET_PROPERTIES: u16 = 0x0093;
    /// Cells that contain their column.
    pub const CELL_FIRST: u16 = 0x0001;
    pub const CELL_LAST: u16 = 0x000B;
    /// Cells that are right of the previous one.
    pub const SHORT_FIRST: u16 = 0x000C;
    pub const SHORT_LAST: u16 = 0x0012;
    /// A text with its own formatting.
    pub const RICH_TEXT: u16 = 0x003E;
}

/// Kinds of cells, by the type of their record. Short cells follow in the same order.
mod cell {
    pub const BLANK: u16 = 0x0001;
    pub const PACKED: u16 = 0x0002;
    pub const ERROR: u16 = 0x0003;
    pub const BOOL: u16 = 0x0004;
    pub const NUMBER: u16 = 0x0005;
    pub const TEXT: u16 = 0x0006;
    pub const SHARED_TEXT: u16 = 0x0007;
    pub const FORMULA_TEXT: u16 = 0x0008;
    pub const FORMULA_NUMBER: u16 = 0x0009;
    pub const FORMULA_BOOL: u16 = 0x000A;
    pub const FORMULA_ERROR: u16 = 0x000B;
}

/// Bits of a row's second flags: the row is hidden, and the row has a custom height.
const ROW_HIDDEN: u8 = 0x10;
const ROW_HEIGHT_SET: u8 = 0x20;
/// Bit in the third byte of a sheet's properties: a filter hides rows. An advanced filter leaves only this bit.
const FILTER_MODE: u8 = 1;
/// The highest row of any program, from 0.
const ROW_LAST: u32 = 1_048_575;

/// State of the walk through a sheet's records, with its results.
pub(super) struct Walk<'a> {
    shared: &'a SharedParts,
    gather: GridBuilder,
    metadata: SheetMetadata,
    row: u32,
    /// The column of the next short cell.
    next_column: u32,
    ended: bool,
}

impl<'a> Walk<'a> {
    pub fn new(shared: &'a SharedParts) -> Self {
        let (gather, metadata) = (GridBuilder::default(), SheetMetadata::default());
        Self { shared, gather, metadata, row: 0, next_column: 0, ended: false }
    }

    /// Processes a record.
    ///
    /// # Errors
    /// `FileCorrupt` if a cell cannot be read, and if a limit is exceeded.
    pub fn take(&mut self, kind: u16, data: &[u8]) -> Result<(), FileError> {
        let corrupt = FileError::FileCorrupt { part: Part::Cells };
        match kind {
            record::ROW => self.begin_row(data).ok_or(corrupt),
            record::COLUMN_INFO => self.column(data).ok_or(corrupt),
            record::SHEET_DATA_END => {
                self.ended = true;
                Ok(())
            }
            FILTER_COLUMN => {
                self.metadata.filtered = true;
                Ok(())
            }
            record::SHEET_PROPERTIES => {
                self.metadata.filtered |= data.get(2).is_some_and(|flags| flags & FILTER_MODE != 0);
                Ok(())
            }
            record::CELL_FIRST..=record::CELL_LAST | record::RICH_TEXT => {
                self.next_column = u32_at(data, 0).ok_or_else(|| corrupt.clone())?;
                self.cell(kind, data.get(4..).ok_or(corrupt)?)
            }
            record::SHORT_FIRST..=record::SHORT_LAST => {
                self.cell(kind - record::SHORT_FIRST + record::CELL_FIRST, data)
            }
            _ => Ok(()),
        }
    }

    fn begin_row(&mut self, data: &[u8]) -> Option<()> {
        self.row = u32_at(data, 0).filter(|row| *row <= ROW_LAST)?;
        self.next_column = 0;
        let (height, flags) = (u16_at(data, 8)?, *data.get(11)?);
        if flags & ROW_HIDDEN != 0 || (height == 0 && flags & ROW_HEIGHT_SET != 0) {
            self.metadata.hidden_rows.insert(self.row.saturating_add(1));
        }
        Some(())
    }

    fn column(&mut self, data: &[u8]) -> Option<()> {
        let column = |at| Some(u16::try_from(u32_at(data, at)?).unwrap_or(u16::MAX));
        let (first, last, width) = (column(0)?, column(4)?, u32_at(data, 8)?);
        if width == 0 || u16_at(data, 16)? & 1 != 0 {
            self.metadata.hidden_columns.push(first..=last);
        }
        Some(())
    }

    /// Reads a cell, beginning at its format.
    fn cell(&mut self, kind: u16, data: &[u8]) -> Result<(), FileError> {
        let corrupt = FileError::FileCorrupt { part: Part::Cells };
        let column = self.next_column;
        self.next_column = column.saturating_add(1);
        let format = u32_at(data, 0).and_then(|format| usize::try_from(format & 0x00FF_FFFF).ok());
        let shown = format.and_then(|format| self.shared.shown.get(format)).copied().unwrap_or_default();
        let value = self.value(kind, shown, data.get(4..).unwrap_or_default()).ok_or(corrupt)?;
        let blank = matches!(&value, CellValue::Text(text) if text.is_empty());
        if blank { Ok(()) } else { self.gather.take(self.row, column, Some(value)) }
    }

    /// Returns the value of a cell: an empty text if it contains nothing, none if it cannot be read.
    fn value(&self, kind: u16, shown: Shown, data: &[u8]) -> Option<CellValue> {
        let number = |number: f64| {
            let text = shortest(number);
            as_shown(&text, shown, self.shared.from_1904).unwrap_or(CellValue::Number(text.into()))
        };
        Some(match kind {
            cell::BLANK => CellValue::Text(CellText::new()),
            cell::PACKED => number(unpacked(u32_at(data, 0)?)),
            cell::NUMBER | cell::FORMULA_NUMBER => number(f64_at(data, 0)?),
            cell::ERROR | cell::FORMULA_ERROR => CellValue::Error(error_text(*data.first()?).into()),
            cell::BOOL | cell::FORMULA_BOOL => CellValue::Bool(*data.first()? != 0),
            cell::TEXT | cell::FORMULA_TEXT => CellValue::Text(wide_text(data)?.0.into()),
            // The flags come first.
            record::RICH_TEXT => CellValue::Text(wide_text(data.get(1..)?)?.0.into()),
            cell::SHARED_TEXT => {
                let place = usize::try_from(u32_at(data, 0)?).ok()?;
                CellValue::Text(self.shared.texts.get(place)?.as_str().into())
            }
            _ => return None,
        })
    }

    /// # Errors
    /// `FileCorrupt` if the cells are cut short.
    pub fn finish(self) -> Result<Grid, FileError> {
        if !self.ended {
            return Err(FileError::FileCorrupt { part: Part::Cells });
        }
        let mut grid = self.gather.finish()?;
        self.metadata.put_into(&mut grid);
        Ok(grid)
    }
}

/// Unpacks a number of 30 bits (MS-XLSB 2.5.122): the high bits of a fraction, or a whole number; either may be in
/// hundredths.
#[expect(clippy::float_arithmetic, reason = "the division is how the format writes hundredths")]
fn unpacked(packed: u32) -> f64 {
    let number = if packed & 2 != 0 {
        f64::from(packed.cast_signed() >> 2)
    } else {
        f64::from_bits(u64::from(packed & !3) << 32)
    };
    if packed & 1 != 0 { number / 100.0 } else { number }
}

/// Error values by their number (MS-XLSB 2.5.97.2).
const fn error_text(number: u8) -> &'static str {
    match number {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0F => "#VALUE!",
        0x17 => "#REF!",
        0x1D => "#NAME?",
        0x24 => "#NUM!",
        0x2A => "#N/A",
        _ => "#DATA!",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_numbers_come_out_to_the_digit() {
        for (packed, expected) in [
            ((12_500_050_u32 << 2) | 3, "125000.5"),
            ((77_u32 << 2) | 2, "77"),
            (((-1234_i32).cast_unsigned() << 2) | 3, "-12.34"),
            (0x4059_0000, "100"),
            (0x40C8_1C80 | 1, "123.45"),
        ] {
            assert_eq!(shortest(unpacked(packed)), expected);
        }
    }
}
