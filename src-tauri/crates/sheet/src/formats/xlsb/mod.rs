//! Parses binary Excel workbooks (.xlsb) into grids, record by record. calamine skips the short cells that other
//! programs than Excel write, which would leave gaps in a payroll. It panics at broken records, and it does not
//! compare a part with its checksum. So the records are parsed here.

mod cells;
mod parts;
mod records;

use self::{
    cells::Walk,
    parts::{Listed, SharedParts, has_filtered_table},
    records::each_record,
};
use crate::{
    error::{FileError, Part},
    formats::{
        grid::{Grid, Sheet},
        package::Archive,
    },
};

/// Reads all sheets. A hidden sheet that exceeds a limit is left empty. A visible one is an error, because it may be
/// the payroll.
///
/// # Errors
/// `FileCorrupt`, and if a limit is exceeded. (An encrypted workbook has another container, so it does not reach this
/// function.)
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Sheet>, FileError> {
    let mut archive = Archive::open(bytes)?;
    let mut shared = SharedParts::of(&mut archive)?;
    let mut sheets = Vec::new();
    for Listed { name, hidden, path } in std::mem::take(&mut shared.sheets) {
        let grid = match read_grid(&mut archive, &path, &shared) {
            Err(_) if hidden => Grid::default(),
            other => other?,
        };
        sheets.push(Sheet { name, hidden, grid });
    }
    Ok(sheets)
}

fn read_grid(archive: &mut Archive<'_>, path: &str, shared: &SharedParts) -> Result<Grid, FileError> {
    let mut walk = Walk::new(shared);
    each_record(archive, path, Part::Cells, |kind, data| walk.take(kind, data))?;
    let mut grid = walk.finish()?;
    grid.filtered = grid.filtered || has_filtered_table(archive, path)?;
    Ok(grid)
}
