//! Parses Excel 97 to 2003 workbooks (.xls) into grids. calamine reads the cells, of all sheets at once and as full
//! rectangles. `parts` walks through the records first. It checks that no file makes calamine allocate more than a
//! payroll needs, and it finds what calamine does not return.

mod container;
mod parts;

use std::{
    borrow::Cow,
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use calamine::{Data, Reader, SheetType, SheetVisible, Xls, XlsError};

use self::parts::Parts;
use crate::{
    error::{FileError, Part},
    formats::{
        grid::{Grid, Sheet},
        grid_builder::{GridBuilder, value_of_data},
        sheet_metadata::SheetMetadata,
    },
};

/// Reads all sheets.
///
/// # Errors
/// `FileEncrypted`, `FileCorrupt`, and if a limit is exceeded.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Sheet>, FileError> {
    let parts = Parts::of(bytes)?;
    parts.check_limits()?;
    // calamine accepts a broken record as a whole one, and panics if the record ends too early.
    let corrupt = FileError::FileCorrupt { part: Part::Workbook };
    catch_unwind(AssertUnwindSafe(|| cells(bytes, parts))).unwrap_or(Err(corrupt))
}

fn cells(bytes: &[u8], parts: Parts) -> Result<Vec<Sheet>, FileError> {
    let mut book: Xls<Cursor<&[u8]>> = Xls::new(Cursor::new(bytes)).map_err(|error| refused(&error))?;
    let listed = book.sheets_metadata().to_vec();
    let mut metadata = parts.sheets.into_iter();
    let mut sheets = Vec::new();
    for sheet in listed {
        // Both lists are in the order of the workbook.
        let metadata = metadata.next().unwrap_or_default();
        if sheet.typ != SheetType::WorkSheet {
            continue;
        }
        let range = book.worksheet_range(&sheet.name).map_err(|error| refused(&error))?;
        let grid = grid_of(&range, metadata.metadata)?;
        sheets.push(Sheet { name: sheet.name, hidden: sheet.visible != SheetVisible::Visible, grid });
    }
    Ok(sheets)
}

fn refused(error: &XlsError) -> FileError {
    if matches!(error, XlsError::Password) {
        FileError::FileEncrypted
    } else {
        FileError::FileCorrupt { part: Part::Workbook }
    }
}

/// Converts a date to the number that is stored. `parts` finds out which numbers are dates. For Excel 95, calamine
/// reads the formats from a wrong position.
fn as_number(value: &Data) -> Cow<'_, Data> {
    if let Data::DateTime(day) = value { Cow::Owned(Data::Float(day.as_f64())) } else { Cow::Borrowed(value) }
}

fn grid_of(range: &calamine::Range<Data>, metadata: SheetMetadata) -> Result<Grid, FileError> {
    let (first_row, first_column) = range.start().unwrap_or_default();
    let mut gather = GridBuilder::default();
    for (row, cells) in (first_row..).zip(range.rows()) {
        for (column, value) in (first_column..).zip(cells) {
            let value = value_of_data(&as_number(value));
            if value.is_some() {
                gather.take(row, column, value)?;
            }
        }
    }
    let mut grid = gather.finish()?;
    metadata.put_into(&mut grid);
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use calamine::{ExcelDateTime, ExcelDateTimeType};

    use super::*;

    #[test]
    fn what_calamine_takes_for_a_day_is_a_number_until_its_format_is_known() {
        let day = ExcelDateTime::new(98_765.25, ExcelDateTimeType::DateTime, false);
        assert_eq!(as_number(&Data::DateTime(day)).as_ref(), &Data::Float(98_765.25));
        assert_eq!(as_number(&Data::Int(7)).as_ref(), &Data::Int(7));
    }
}
