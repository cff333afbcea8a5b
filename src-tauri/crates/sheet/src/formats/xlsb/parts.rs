//! The parts of a binary workbook (MS-XLSB) beside its sheets: sheet names, shared texts, how cell formats display
//! numbers, and which tables are filtered.

use std::collections::HashMap;

use super::records::{each_record, wide_text};
use crate::{
    error::{FileError, Part},
    formats::{
        grid_builder::{Shown, shown_by},
        little_endian::{u16_at, u32_at},
        package::Archive,
    },
    limits::CELL_BYTES_MAX,
};

const WORKBOOK: &str = "xl/workbook.bin";

/// Record types (MS-XLSB 2.3.2).
mod record {
    pub const STRING_ITEM: u16 = 0x0013;
    pub const FORMAT: u16 = 0x002C;
    pub const XF: u16 = 0x002F;
    pub const WORKBOOK_PROPERTIES: u16 = 0x0099;
    pub const SHEET: u16 = 0x009C;
    pub const CELL_FORMATS_BEGIN: u16 = 0x0269;
    pub const CELL_FORMATS_END: u16 = 0x026A;
}
/// A filter with a condition, in a sheet or in one of its tables.
pub(super) const FILTER_COLUMN: u16 = 0x00A3;

/// A sheet as the workbook lists it.
pub(super) struct Listed {
    pub name: String,
    pub hidden: bool,
    /// Path of its part.
    pub path: String,
}

/// Data that all sheets share.
#[derive(Default)]
pub(super) struct SharedParts {
    pub sheets: Vec<Listed>,
    /// How each cell format displays numbers, by its index.
    pub shown: Vec<Shown>,
    pub texts: Vec<String>,
    pub from_1904: bool,
}

impl SharedParts {
    /// # Errors
    /// `FileCorrupt`.
    pub fn of(archive: &mut Archive<'_>) -> Result<Self, FileError> {
        let corrupt = || FileError::FileCorrupt { part: Part::Workbook };
        let mut shared = Self::default();
        let workbook = archive.workbook(WORKBOOK);
        let targets = archive.relations(&workbook);
        each_record(archive, &workbook, Part::Workbook, |kind, data| {
            match kind {
                record::WORKBOOK_PROPERTIES => {
                    shared.from_1904 = u32_at(data, 0).ok_or_else(corrupt)? & 1 != 0
                }
                record::SHEET => {
                    let (state, id, name) = listed(data).ok_or_else(corrupt)?;
                    let target = targets.get(&id).ok_or_else(corrupt)?;
                    // Charts, dialogues and macros have no cells to be paid. A relation may omit its type.
                    if target.kind.is_empty() || target.kind.ends_with("/worksheet") {
                        shared.sheets.push(Listed { name, hidden: state != 0, path: target.path.clone() });
                    }
                }
                _ => {}
            }
            Ok(())
        })?;
        let related = |kind: &str, usual: &str| {
            let found = targets.values().find(|target| target.kind.ends_with(kind));
            found.map_or_else(|| usual.to_owned(), |target| target.path.clone())
        };
        shared.shown = cell_formats(archive, &related("/styles", "xl/styles.bin"))?;
        shared.texts = texts(archive, &related("/sharedStrings", "xl/sharedStrings.bin"))?;
        Ok(shared)
    }
}

/// Returns the hidden state of a sheet, the id of its relation, and its name.
fn listed(data: &[u8]) -> Option<(u32, String, String)> {
    let (id, rest) = wide_text(data.get(8..)?)?;
    Some((u32_at(data, 0)?, id, wide_text(rest)?.0))
}

fn texts(archive: &mut Archive<'_>, path: &str) -> Result<Vec<String>, FileError> {
    let mut texts = Vec::new();
    each_record(archive, path, Part::Texts, |kind, data| {
        if kind == record::STRING_ITEM {
            let text = data.get(1..).and_then(wide_text);
            let (mut text, _) = text.ok_or(FileError::FileCorrupt { part: Part::Texts })?;
            // One character past the limit is enough to detect that the limit is exceeded.
            text.truncate(text.floor_char_boundary(2 * CELL_BYTES_MAX));
            texts.push(text);
        }
        Ok(())
    })?;
    Ok(texts)
}

fn cell_formats(archive: &mut Archive<'_>, path: &str) -> Result<Vec<Shown>, FileError> {
    let mut spelled_out = HashMap::new();
    let mut formats = Vec::new();
    let mut of_cells = false;
    each_record(archive, path, Part::Workbook, |kind, data| {
        match kind {
            record::FORMAT => {
                let text = data.get(2..).and_then(wide_text).map(|(text, _)| text);
                spelled_out.extend(u16_at(data, 0).zip(text));
            }
            record::CELL_FORMATS_BEGIN => of_cells = true,
            record::CELL_FORMATS_END => of_cells = false,
            record::XF if of_cells => formats.push(u16_at(data, 2).unwrap_or(0)),
            _ => {}
        }
        Ok(())
    })?;
    Ok(formats.into_iter().map(|id| shown_by(id, spelled_out.get(&id).map(String::as_str))).collect())
}

/// Whether a table of the sheet has a filter with conditions. Excel stores it with the table.
///
/// # Errors
/// `FileCorrupt`.
pub(super) fn has_filtered_table(archive: &mut Archive<'_>, sheet: &str) -> Result<bool, FileError> {
    let mut filtered = false;
    let related = archive.relations(sheet).into_values();
    for table in related.filter(|relation| relation.kind.ends_with("/table")) {
        each_record(archive, &table.path, Part::Cells, |kind, _| {
            filtered |= kind == FILTER_COLUMN;
            Ok(())
        })?;
    }
    Ok(filtered)
}
