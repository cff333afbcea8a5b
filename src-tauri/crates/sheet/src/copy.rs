//! Returns a spreadsheet's bytes with columns added at the right of its payroll. Everything else stays as it is, byte
//! for byte as far as the format allows. Formats that cannot be written (.xls, .xlsb) are reported as an error; their
//! copy is made from [`crate::cells()`]. Only bytes that were already read come here: the class of each row is
//! already determined, by row number. This module does not choose the columns or the destination of the copy.

mod book;
mod lines;
mod ods;
mod package;

use std::collections::BTreeMap;

use crate::{
    file::FileKind,
    kind::{Container, container},
    package::{self as archive, Package},
};

/// Maximum size in bytes of one unpacked part of a workbook. The part is in memory as a whole while columns are
/// added.
pub const PART_BYTES_MAX: u64 = 512 * 1024 * 1024;
/// Maximum number of rows and cells of an OpenDocument sheet that are processed: as many as a payroll of 200,000
/// people has in forty columns. Each takes about ten times as many bytes in memory as in the file.
pub const PLACES_MAX: usize = 8_000_000;
/// Maximum number of columns of a sheet. The last column of any program is `XFD`.
pub const COLUMNS_OF_A_SHEET: u32 = 16_384;

/// The texts to add: the headings if the table has a header row, and texts by row number in the file.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// Empty for a text file, which has one sheet.
    pub sheet: String,
    pub header_row: Option<u32>,
    pub heads: Vec<String>,
    pub rows: BTreeMap<u32, Vec<String>>,
}

impl Added {
    /// Returns the texts for a row of the file, if it has any.
    fn of(&self, row: u32) -> Option<&[String]> {
        if self.header_row == Some(row) { Some(&self.heads) } else { self.rows.get(&row).map(Vec::as_slice) }
    }

    fn width(&self) -> u32 {
        u32::try_from(self.heads.len()).unwrap_or(u32::MAX)
    }
}

/// Why no copy could be made of a file that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CopyError {
    #[error("nobody writes {0}; a new workbook can be made of its cells")]
    OnlyAnew(FileKind),
    #[error("unpacked, the sheet has more than {limit} bytes")]
    TooLarge { limit: u64 },
    #[error("the sheet has more than {limit} rows and cells")]
    TooManyPlaces { limit: usize },
    #[error("the sheet reaches to column {columns}, and there is no place right of {limit}")]
    TooWide { columns: u32, limit: u32 },
    #[error("the file is not built as it was read")]
    NotAsRead,
}

/// Returns the file's bytes with the added columns.
///
/// # Errors
/// If columns cannot be added to the format, or if the file exceeds a limit.
pub fn with_columns(bytes: &[u8], added: &Added) -> Result<Vec<u8>, CopyError> {
    match container(bytes) {
        Container::Zip => match archive::preflight(bytes) {
            Ok(Package::Workbook(FileKind::Ods)) => ods::with_columns(bytes, added),
            Ok(Package::Workbook(FileKind::Xlsb)) => Err(CopyError::OnlyAnew(FileKind::Xlsb)),
            Ok(Package::Workbook(_)) => book::with_columns(bytes, added),
            Ok(Package::Other(_)) | Err(_) => Err(CopyError::NotAsRead),
        },
        Container::OldOffice(_) => Err(CopyError::OnlyAnew(FileKind::Xls)),
        Container::Text => lines::with_columns(bytes, added),
        Container::Other(_) => Err(CopyError::NotAsRead),
    }
}

/// Returns the first column, from 0, to the right of all others, if all added columns fit there.
fn first_free(columns: u32, added: &Added) -> Result<u32, CopyError> {
    let limit = COLUMNS_OF_A_SHEET;
    let fits = columns.checked_add(added.width()).is_some_and(|last| last <= limit);
    if fits { Ok(columns) } else { Err(CopyError::TooWide { columns, limit }) }
}
