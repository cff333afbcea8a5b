//! Properties of a sheet that only its own XML contains: hidden rows and columns, filters, formulas without a value,
//! error values that calamine does not support. The walk also reads each part to its end, where its checksum is
//! compared, and refuses values that calamine would read only partly.

use std::{collections::HashMap, sync::mpsc};

use paysheet_domain::{CellValue, RowMark};
use quick_xml::events::{BytesStart, Event};

use super::{address::column_of, address::merged_rows, comments::comments, glance};
use crate::{
    error::{FileError, Part},
    formats::{
        package::{Archive, Xml, attribute, plain_attribute},
        sheet_metadata::SheetMetadata,
        sheet_sink::SheetEnd,
    },
    limits::{CELL_BYTES_MAX, COLUMNS_MAX},
};

/// Number of merged cells that are read.
const MERGED_MAX: usize = 10_000;

/// The properties of one sheet, read from its part.
pub(super) struct XlsxMetadata {
    /// Index among the sheets that the workbook lists, of all types.
    pub place: usize,
    metadata: SheetMetadata,
    errors: HashMap<(u32, u32), String>,
    comments: Vec<(u32, RowMark)>,
}

impl XlsxMetadata {
    pub fn put_into(self, end: &mut SheetEnd) {
        let Self { metadata, errors, comments, .. } = self;
        let hidden = |column: &u16| metadata.hidden_columns.iter().any(|range| range.contains(column));
        end.hidden_columns = (0..u16::try_from(COLUMNS_MAX).unwrap_or(u16::MAX)).filter(hidden).collect();
        end.hidden_rows = metadata.hidden_rows.into_iter().collect();
        end.without_value = metadata.values.into_keys().collect();
        end.errors = errors.into_iter().map(|((row, column), text)| (row, column, text)).collect();
        end.filtered = metadata.filtered;
        end.marks.extend(comments);
        end.merged = metadata.merged;
    }
}

/// Sends the metadata of every sheet, in the order of the workbook, and then checks the other parts that are read.
///
/// # Errors
/// `FileCorrupt` if a part fails its checksum.
pub(super) fn send_metadata(bytes: &[u8], sender: &mpsc::Sender<XlsxMetadata>) -> Result<(), FileError> {
    let mut archive = Archive::open(bytes)?;
    for (place, (_, path)) in archive.sheets().into_iter().enumerate() {
        let Some(path) = path else { continue };
        let Walk { mut metadata, errors, .. } = walked(&mut archive, &path)?;
        metadata.filtered = metadata.filtered || has_filtered_table(&mut archive, &path);
        let comments = comments(&mut archive, &path);
        // The receiver is gone if the sheets could not be read.
        if sender.send(XlsxMetadata { place, metadata, errors, comments }).is_err() {
            return Ok(());
        }
    }
    archive.check_rest()
}

fn walked(archive: &mut Archive<'_>, path: &str) -> Result<Walk, FileError> {
    let plain = archive.part(path).is_some_and(glance::is_plain);
    // Without the part there are no cells. The reader of the cells reports this.
    let xml = if plain { None } else { archive.xml(path) };
    let walk = xml.map_or_else(|| Ok(Walk::default()), |mut xml| walk_through(&mut xml))?;
    archive.was_whole(path);
    Ok(walk)
}

/// Whether a table of the sheet has a filter with conditions. Excel stores it with the table.
fn has_filtered_table(archive: &mut Archive<'_>, sheet: &str) -> bool {
    let related = archive.relations(sheet).into_values();
    let tables: Vec<_> = related.filter(|relation| relation.kind.ends_with("/table")).collect();
    tables.iter().any(|table| {
        let mut filtered = false;
        archive.each_start(&table.path, |e| filtered |= e.local_name().as_ref() == "filterColumn");
        filtered
    })
}

fn is_set(e: &BytesStart<'_>, name: &str) -> bool {
    plain_attribute(e, name).is_some_and(|value| value == "1" || value.eq_ignore_ascii_case("true"))
}

/// Whether a height or width is zero, which hides the row or column as well.
fn is_nothing(e: &BytesStart<'_>, name: &str) -> bool {
    plain_attribute(e, name).is_some_and(|value| value.parse() == Ok(0.0))
}

/// State of the walk through a sheet's cells, with its results.
#[derive(Default)]
struct Walk {
    metadata: SheetMetadata,
    /// Error values that calamine skips, by row and column from 0.
    errors: HashMap<(u32, u32), String>,
    /// Row and column from 0, for rows and cells without an address.
    row: u32,
    column: u32,
    in_formula_cell: bool,
    cell: CellType,
    /// The cell has a value, or is a text, for which an empty value is a value.
    has_value: bool,
    within: Within,
    /// Text of an error value.
    error: String,
    /// The value is zero.
    is_zero: bool,
    zeros: ZeroFormulas,
}

/// Formula cells with the result zero, by row and column from 0. If no formula of a sheet has another one, a program wrote
/// the formulas and never calculated them.
#[derive(Default)]
struct ZeroFormulas {
    cells: Vec<(u32, u32)>,
    have_others: bool,
}

impl ZeroFormulas {
    fn add(&mut self, at: (u32, u32), is_zero: bool) {
        self.have_others |= !is_zero;
        if self.have_others {
            self.cells = Vec::new();
        } else {
            self.cells.push(at);
        }
    }
}

/// Cell types that are treated differently here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum CellType {
    #[default]
    Other,
    /// The text result of a formula.
    Text,
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Within {
    #[default]
    Nothing,
    Value,
    Inline,
}

fn walk_through(xml: &mut Xml<'_, '_>) -> Result<Walk, FileError> {
    let corrupt = FileError::FileCorrupt { part: Part::Cells };
    let mut walk = Walk::default();
    let mut buffer = Vec::new();
    loop {
        match &xml.read_event_into(&mut buffer).map_err(|_| corrupt.clone())? {
            Event::Start(e) => walk.start(e),
            Event::Empty(e) => {
                walk.start(e);
                walk.end(e.local_name().as_ref());
            }
            Event::Text(text) => walk.text(text.as_ref()),
            Event::End(e) => walk.end(e.local_name().as_ref()),
            // calamine reads only the first piece of a number in pieces: the 7 of `7<!-- -->50`.
            Event::CData(_) | Event::Comment(_) | Event::PI(_) if walk.within == Within::Value => {
                return Err(corrupt);
            }
            Event::GeneralRef(_) if walk.within == Within::Value && walk.cell != CellType::Text => {
                return Err(corrupt);
            }
            Event::GeneralRef(_) => walk.has_value |= walk.within != Within::Nothing,
            Event::Eof => {
                let zeros = std::mem::take(&mut walk.zeros.cells);
                let without_value = zeros.into_iter().map(|at| (at, CellValue::FormulaWithoutValue));
                walk.metadata.values.extend(without_value);
                return Ok(walk);
            }
            Event::CData(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        buffer.clear();
    }
}

impl Walk {
    fn start(&mut self, e: &BytesStart<'_>) {
        match e.local_name().as_ref() {
            "row" => {
                let number = plain_attribute(e, "r").and_then(|r| r.parse::<u32>().ok());
                self.row = number.map_or(self.row, |number| number.saturating_sub(1));
                if is_set(e, "hidden") || is_nothing(e, "ht") {
                    self.metadata.hidden_rows.insert(self.row.saturating_add(1));
                }
            }
            "c" => {
                self.column = plain_attribute(e, "r").and_then(|r| column_of(&r)).unwrap_or(self.column);
                self.in_formula_cell = false;
                self.cell = plain_attribute(e, "t").map_or(CellType::Other, |t| match t.as_ref() {
                    "str" => CellType::Text,
                    "e" => CellType::Error,
                    _ => CellType::Other,
                });
                self.has_value = self.cell == CellType::Text;
                self.error.clear();
                self.is_zero = false;
            }
            "f" => self.in_formula_cell = true,
            "v" => self.within = Within::Value,
            "is" => self.within = Within::Inline,
            "col" if is_set(e, "hidden") || is_nothing(e, "width") => {
                let bound = |name| attribute(e, name).and_then(|n| n.parse::<u16>().ok());
                let bound = |name| bound(name).map(|n| n.saturating_sub(1));
                if let (Some(min), Some(max)) = (bound("min"), bound("max")) {
                    self.metadata.hidden_columns.push(min..=max);
                }
            }
            "mergeCell" if self.metadata.merged.len() < MERGED_MAX => {
                let merged = plain_attribute(e, "ref").and_then(|range| merged_rows(&range));
                self.metadata.merged.extend(merged);
            }
            // An auto-filter without conditions hides nothing. An advanced filter leaves only `filterMode`.
            "filterColumn" => self.metadata.filtered = true,
            "sheetPr" if is_set(e, "filterMode") => self.metadata.filtered = true,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.within == Within::Nothing {
            return;
        }
        self.is_zero = self.cell == CellType::Other && !self.has_value && text == "0";
        self.has_value |= !text.is_empty();
        if self.cell == CellType::Error && self.error.len() + text.len() <= CELL_BYTES_MAX {
            self.error.push_str(text);
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "c" => {
                let at = (self.row, self.column);
                if self.in_formula_cell && !self.has_value {
                    self.metadata.values.insert(at, CellValue::FormulaWithoutValue);
                } else if self.in_formula_cell {
                    self.zeros.add(at, self.is_zero);
                }
                let is_missing = self.in_formula_cell && !self.has_value;
                if self.cell == CellType::Error && !is_missing && !is_known_error(&self.error) {
                    self.errors.insert(at, std::mem::take(&mut self.error));
                }
                self.column = self.column.saturating_add(1);
            }
            "row" => {
                self.row = self.row.saturating_add(1);
                self.column = 0;
            }
            "v" | "is" => self.within = Within::Nothing,
            _ => {}
        }
    }
}

/// Whether calamine supports an error value. Newer programs write others (`#SPILL!`).
fn is_known_error(text: &str) -> bool {
    ["#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"].contains(&text)
}
