//! The parts of a binary workbook (MS-XLSB) that calamine leaves out: hidden rows and columns, filters,
//! percentages, and formulas that came to an error. What cannot be found here is left out.

use std::{
    collections::HashMap,
    io::{BufReader, Cursor, Read},
};

use paysheet_domain::CellValue;
use zip::ZipArchive;

use crate::{
    error::{FileError, Part},
    extras::Extras,
    gather::{Shown, shown_by},
    xlsx::relations,
};

/// Longest record read: a cell or a style; what is longer is passed over.
const RECORD_BYTES_MAX: u64 = 64 * 1024;

/// Record types (MS-XLSB 2.3.2).
mod record {
    pub const ROW: u16 = 0x0000;
    pub const CELL_FIRST: u16 = 0x0001;
    pub const FORMULA_ERROR: u16 = 0x000B;
    pub const SHORT_CELL_FIRST: u16 = 0x000C;
    pub const SHORT_CELL_LAST: u16 = 0x0012;
    pub const FORMAT: u16 = 0x002C;
    pub const XF: u16 = 0x002F;
    pub const COLUMN_INFO: u16 = 0x003C;
    pub const SHEET: u16 = 0x009C;
    pub const FILTER_COLUMN: u16 = 0x00A3;
    pub const CELL_FORMATS_BEGIN: u16 = 0x0269;
    pub const CELL_FORMATS_END: u16 = 0x026A;
}

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// The extras of every sheet that can be found, by the sheet's name.
///
/// # Errors
/// `FileCorrupt` where a sheet has cells that calamine passes over: rather no payroll than one with gaps.
pub(super) fn sheet_extras(bytes: &[u8]) -> Result<HashMap<String, Extras>, FileError> {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return Ok(HashMap::new()) };
    let targets = relations(&mut archive, "xl/_rels/workbook.bin.rels");
    let shown = cell_formats(&mut archive);
    let mut paths = Vec::new();
    each_record(&mut archive, "xl/workbook.bin", |kind, data| {
        if kind == record::SHEET
            && let Some((id, name)) = sheet_names(data)
        {
            paths.extend(targets.get(&id).map(|path| (name, path.clone())));
        }
    });
    let mut found = HashMap::new();
    for (name, path) in paths {
        let mut walk = Walk { extras: Extras::default(), row: 0, shown: &shown, has_short_cells: false };
        each_record(&mut archive, &path, |kind, data| {
            walk.take(kind, data);
        });
        if walk.has_short_cells {
            return Err(FileError::FileCorrupt { part: Part::Cells });
        }
        found.insert(name, walk.extras);
    }
    Ok(found)
}

fn sheet_names(data: &[u8]) -> Option<(String, String)> {
    let (id, rest) = wide_text(data.get(8..)?)?;
    Some((id, wide_text(rest)?.0))
}

/// A text with its length before it, and what comes after.
fn wide_text(data: &[u8]) -> Option<(String, &[u8])> {
    let units = usize::try_from(u32_at(data, 0)?).ok()?;
    let (text, rest) = data.get(4..)?.split_at_checked(units.checked_mul(2)?)?;
    let units: Vec<u16> =
        text.chunks_exact(2).filter_map(|pair| Some(u16::from_le_bytes(pair.try_into().ok()?))).collect();
    Some((String::from_utf16_lossy(&units), rest))
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// How each cell format shows numbers, by its place.
fn cell_formats(archive: &mut Archive<'_>) -> Vec<Shown> {
    let mut spelled_out = HashMap::new();
    let mut formats = Vec::new();
    let mut of_cells = false;
    each_record(archive, "xl/styles.bin", |kind, data| match kind {
        record::FORMAT => {
            let text = data.get(2..).and_then(wide_text).map(|(text, _)| text);
            spelled_out.extend(u16_at(data, 0).zip(text));
        }
        record::CELL_FORMATS_BEGIN => of_cells = true,
        record::CELL_FORMATS_END => of_cells = false,
        record::XF if of_cells => formats.push(u16_at(data, 2).unwrap_or(0)),
        _ => {}
    });
    formats.into_iter().map(|id| shown_by(id, spelled_out.get(&id).map(String::as_str))).collect()
}

/// Where the walk through a sheet's records stands.
struct Walk<'a> {
    extras: Extras,
    row: u32,
    shown: &'a [Shown],
    /// Cells that leave their column out.
    has_short_cells: bool,
}

impl Walk<'_> {
    fn take(&mut self, kind: u16, data: &[u8]) -> Option<()> {
        match kind {
            record::ROW => {
                self.row = u32_at(data, 0)?;
                if data.get(11)? & 0x10 != 0 {
                    self.extras.hidden_rows.insert(self.row.saturating_add(1));
                }
            }
            record::COLUMN_INFO if u16_at(data, 16)? & 1 != 0 => {
                let column = |at| u16::try_from(u32_at(data, at)?).ok();
                self.extras.hidden_columns.push(column(0)?..=column(4)?);
            }
            record::FILTER_COLUMN => self.extras.filtered = true,
            record::CELL_FIRST..=record::FORMULA_ERROR => {
                let column = u32_at(data, 0)?;
                let format = usize::try_from(u32_at(data, 4)? & 0x00FF_FFFF).ok()?;
                if let Some(shown) = self.shown.get(format).filter(|shown| **shown != Shown::Plain) {
                    self.extras.shown.insert((self.row, column), *shown);
                }
                if kind == record::FORMULA_ERROR {
                    let text = error_text(*data.get(8)?).to_owned();
                    self.extras.values.insert((self.row, column), CellValue::Error(text));
                }
            }
            record::SHORT_CELL_FIRST..=record::SHORT_CELL_LAST => self.has_short_cells = true,
            _ => {}
        }
        Some(())
    }
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

/// Calls `on` for every record of a part, up to its end or to where it cannot be read.
fn each_record(archive: &mut Archive<'_>, path: &str, mut on: impl FnMut(u16, &[u8])) {
    let Ok(part) = archive.by_name(path) else { return };
    let mut part = BufReader::new(part);
    let mut data = Vec::new();
    while let (Some(kind), Some(size)) = (read_kind(&mut part), read_size(&mut part)) {
        data.clear();
        let kept = size.min(RECORD_BYTES_MAX);
        let read = part.by_ref().take(kept).read_to_end(&mut data);
        let passed = std::io::copy(&mut part.by_ref().take(size - kept), &mut std::io::sink());
        if read.is_err() || passed.is_err() {
            return;
        }
        on(kind, &data);
    }
}

fn read_byte(part: &mut impl Read) -> Option<u8> {
    let mut byte = [0];
    part.read_exact(&mut byte).ok()?;
    byte.first().copied()
}

/// A record's type: one byte, or two where the first has its high bit set (MS-XLSB 2.1.4).
fn read_kind(part: &mut impl Read) -> Option<u16> {
    let low = u16::from(read_byte(part)?);
    if low < 0x80 {
        return Some(low);
    }
    Some((low & 0x7F) | (u16::from(read_byte(part)?) & 0x7F) << 7)
}

/// A record's size: seven bits a byte, the low ones first, at most four bytes.
fn read_size(part: &mut impl Read) -> Option<u64> {
    let mut size = 0;
    for shift in [0, 7, 14, 21] {
        let byte = read_byte(part)?;
        size |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            break;
        }
    }
    Some(size)
}
