//! Returns a spreadsheet's bytes with columns added at the right of its payroll. Everything else stays as it is, byte
//! for byte as far as the format allows. Formats that cannot be written (.xls, .xlsb) are reported as an error; their
//! copy is made from [`crate::cells()`]. Only bytes that were already read come here: the class of each row is
//! already determined, by row number. This module does not choose the columns or the destination of the copy.

mod added;
mod book;
mod lines;
mod ods;
mod package;

pub use self::added::{Added, COLUMNS_OF_A_SHEET, CopyError, PART_BYTES_MAX, PLACES_MAX};
use crate::{
    formats::{
        kind::{Container, container},
        package as archive,
        package::Package,
    },
    model::FileKind,
};

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
