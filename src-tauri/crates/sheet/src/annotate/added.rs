//! The columns to add, the limits of a copy, and why no copy can be made.

use std::collections::BTreeMap;

use crate::model::FileKind;

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
    pub(super) fn of(&self, row: u32) -> Option<&[String]> {
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

/// Returns the first column, from 0, to the right of all others, if all added columns fit there.
pub(super) fn first_free(columns: u32, added: &Added) -> Result<u32, CopyError> {
    let limit = COLUMNS_OF_A_SHEET;
    let fits = columns.checked_add(added.width()).is_some_and(|last| last <= limit);
    if fits { Ok(columns) } else { Err(CopyError::TooWide { columns, limit }) }
}
