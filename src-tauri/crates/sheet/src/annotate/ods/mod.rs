//! Adds columns to an OpenDocument spreadsheet (.ods). The rows of one table get cells in `content.xml`; every other
//! part is copied unchanged. A repeated cell or row (`…-repeated`) is split only if something is added to one of its
//! repeats.

use std::collections::BTreeSet;

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{
    added::{Added, CopyError, PART_BYTES_MAX, PLACES_MAX, first_free},
    package,
};
use crate::limits::ROWS_OF_A_SHEET;

const CONTENT: &str = "content.xml";
const COLUMNS_REPEATED: &str = "number-columns-repeated";
const ROWS_REPEATED: &str = "number-rows-repeated";

pub(super) fn with_columns(bytes: &[u8], added: &Added) -> Result<Vec<u8>, CopyError> {
    let mut parts = package::open(bytes)?;
    let xml = package::unpacked(&mut parts, CONTENT)?;
    // Cells are written with the usual prefixes of these namespaces.
    if ["table", "office", "text"].iter().any(|space| !xml.contains(&format!("xmlns:{space}="))) {
        return Err(CopyError::NotAsRead);
    }
    let rows = rows_of(&xml, &added.sheet, PLACES_MAX)?;
    let stands = |number: &u32| {
        let at = rows.partition_point(|row| row.number <= *number);
        at.checked_sub(1).and_then(|at| rows.get(at)).is_some_and(|row| *number - row.number < row.repeats)
    };
    if !added.rows.keys().all(stands) {
        return Err(CopyError::NotAsRead);
    }
    let columns = rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.is_taken);
    let first = first_free(columns.map(Cell::end).max().unwrap_or(0), added)?;
    let changed = added_to(&xml, &rows, added, first)?;
    package::replaced(&mut parts, CONTENT, &changed)
}

/// A range of the document, in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    from: usize,
    to: usize,
}

#[derive(Debug)]
struct Row {
    /// Number of the first of its repeats, from 1.
    number: u32,
    repeats: u32,
    /// The whole row with its tags.
    whole: Span,
    /// The opening tag, or the whole row if it is an empty tag.
    tag: Span,
    is_empty_tag: bool,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Column from 0.
    column: u32,
    repeats: u32,
    span: Span,
    /// The cell contains something, or belongs to merged cells.
    is_taken: bool,
}

impl Cell {
    const fn end(&self) -> u32 {
        self.column.saturating_add(self.repeats)
    }
}

/// Returns the rows of a table by its name.
fn rows_of(xml: &str, sheet: &str, limit: usize) -> Result<Vec<Row>, CopyError> {
    let mut reader = Reader::from_str(xml);
    let mut walk = Walk::default();
    let place =
        |reader: &Reader<&[u8]>| usize::try_from(reader.buffer_position()).map_err(|_| CopyError::NotAsRead);
    loop {
        if walk.places > limit {
            return Err(CopyError::TooManyPlaces { limit });
        }
        let from = place(&reader)?;
        let event = reader.read_event().map_err(|_| CopyError::NotAsRead)?;
        let to = place(&reader)?;
        match event {
            Event::Eof if walk.is_found => return Ok(walk.rows),
            Event::Eof => return Err(CopyError::NotAsRead),
            Event::Start(tag) => walk.start(&tag, Span { from, to }, sheet),
            Event::Empty(tag) => walk.empty(&tag, Span { from, to }),
            Event::End(tag) => walk.end(tag.local_name().as_ref(), to),
            Event::Text(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_)
            | Event::GeneralRef(_) => {}
        }
    }
}

/// State of the walk through the document.
#[derive(Default)]
struct Walk {
    is_found: bool,
    /// Number of enclosing tables. A table inside a cell is not the sheet.
    depth: u32,
    is_inside: bool,
    next_row: u32,
    /// Number of rows and cells so far.
    places: usize,
    rows: Vec<Row>,
    row: Option<Row>,
    cell: Option<Cell>,
}

impl Walk {
    fn start(&mut self, tag: &BytesStart<'_>, span: Span, sheet: &str) {
        let name = tag.local_name();
        if name.as_ref() == "table" {
            self.depth += 1;
            if self.depth == 1 && attribute(tag, "name").as_deref() == Some(sheet) && !self.is_found {
                (self.is_found, self.is_inside) = (true, true);
            }
        }
        if !self.is_inside || self.depth != 1 {
            return;
        }
        match name.as_ref() {
            "table-row" => self.row = Some(self.row_of(tag, span)),
            // A cell with anything between its tags is taken.
            "table-cell" | "covered-table-cell" if self.cell.is_none() => {
                self.cell = self.row.as_ref().map(|row| Cell { is_taken: true, ..cell_of(row, tag, span) });
            }
            _ => {}
        }
    }

    fn empty(&mut self, tag: &BytesStart<'_>, span: Span) {
        if !self.is_inside || self.depth != 1 || self.cell.is_some() {
            return;
        }
        match tag.local_name().as_ref() {
            "table-row" => {
                let row = Row { is_empty_tag: true, ..self.row_of(tag, span) };
                self.push(row);
            }
            "table-cell" | "covered-table-cell" => {
                if let Some(row) = &mut self.row {
                    let cell = cell_of(row, tag, span);
                    row.cells.push(cell);
                    self.places += 1;
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str, to: usize) {
        if name == "table" {
            self.depth = self.depth.saturating_sub(1);
            self.is_inside &= self.depth > 0;
        }
        if !self.is_inside || self.depth != 1 {
            return;
        }
        match name {
            "table-cell" | "covered-table-cell" => {
                if let (Some(row), Some(mut cell)) = (&mut self.row, self.cell.take()) {
                    cell.span.to = to;
                    row.cells.push(cell);
                    self.places += 1;
                }
            }
            "table-row" if self.cell.is_none() => {
                if let Some(mut row) = self.row.take() {
                    row.whole.to = to;
                    self.push(row);
                }
            }
            _ => {}
        }
    }

    fn row_of(&self, tag: &BytesStart<'_>, span: Span) -> Row {
        let repeats = repeats(tag, ROWS_REPEATED).min(ROWS_OF_A_SHEET);
        let number = self.next_row.saturating_add(1);
        Row { number, repeats, whole: span, tag: span, is_empty_tag: false, cells: Vec::new() }
    }

    fn push(&mut self, row: Row) {
        self.next_row = self.next_row.saturating_add(row.repeats);
        self.rows.push(row);
        self.places += 1;
    }
}

fn cell_of(row: &Row, tag: &BytesStart<'_>, span: Span) -> Cell {
    let column = row.cells.last().map_or(0, Cell::end);
    let says = |name| attribute(tag, name).is_some();
    let is_merged = tag.local_name().as_ref() != "table-cell" || says("number-columns-spanned");
    let is_taken = is_merged || says("value-type") || says("formula");
    Cell { column, repeats: repeats(tag, COLUMNS_REPEATED), span, is_taken }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(quick_xml::escape::unescape(&found.value).ok()?.into_owned())
}

fn repeats(tag: &BytesStart<'_>, name: &str) -> u32 {
    attribute(tag, name).and_then(|count| count.parse().ok()).unwrap_or(1).max(1)
}

/// Returns the document with cells added to the rows that have texts.
fn added_to(xml: &str, rows: &[Row], added: &Added, first: u32) -> Result<String, CopyError> {
    let mut out = String::with_capacity(xml.len() + xml.len() / 8);
    let mut copied = 0;
    for row in rows {
        if let Some(before) = longer_rows(xml, row, added, (first, copied), &mut out)? {
            copied = before;
        }
    }
    out.push_str(xml.get(copied..).ok_or(CopyError::NotAsRead)?);
    Ok(out)
}

/// Writes the text before a row, and the row with the cells that are added to its repeats. Returns the offset up to
/// which the document is copied then; none if nothing is added to the row.
fn longer_rows(
    xml: &str,
    row: &Row,
    added: &Added,
    (first, copied): (u32, usize),
    out: &mut String,
) -> Result<Option<usize>, CopyError> {
    let last = row.number.saturating_add(row.repeats);
    // Only rows with added texts: a row can have a million repeats, and a document can have thousands of such rows.
    let mut numbers: BTreeSet<u32> = added.rows.range(row.number..last).map(|(number, _)| *number).collect();
    numbers.extend(added.header_row.filter(|header| (row.number..last).contains(header)));
    if numbers.is_empty() {
        return Ok(None);
    }
    let part = |text: Option<String>| text.ok_or(CopyError::NotAsRead);
    out.push_str(xml.get(copied..row.whole.from).ok_or(CopyError::NotAsRead)?);
    let mut same_from = row.number;
    for number in numbers {
        let Some(texts) = added.of(number) else { continue };
        out.push_str(&part(repeated_row(xml, row, number - same_from))?);
        out.push_str(&part(longer_row(xml, row, texts, first))?);
        same_from = number + 1;
        // A long row with many repeats may be written out as many times.
        if u64::try_from(out.len()).is_ok_and(|length| length > PART_BYTES_MAX) {
            return Err(CopyError::TooLarge { limit: PART_BYTES_MAX });
        }
    }
    out.push_str(&part(repeated_row(xml, row, last - same_from))?);
    Ok(Some(row.whole.to))
}

/// Returns the row with its remaining repeats, to which nothing is added.
fn repeated_row(xml: &str, row: &Row, repeats: u32) -> Option<String> {
    if repeats == 0 {
        return Some(String::new());
    }
    let tag = with_count(xml.get(row.tag.from..row.tag.to)?, ROWS_REPEATED, repeats)?;
    Some(tag + xml.get(row.tag.to..row.whole.to)?)
}

/// Returns the row once, with texts from the column `first` on. Cells to the right of them do not move.
fn longer_row(xml: &str, row: &Row, texts: &[String], first: u32) -> Option<String> {
    let tag = with_count(xml.get(row.tag.from..row.tag.to)?, ROWS_REPEATED, 1)?;
    let mut out = String::new();
    let name = tag.trim_start_matches('<').split([' ', '>', '/', '\n', '\t', '\r']).next()?.to_owned();
    if row.is_empty_tag {
        out.push_str(&format!("{}>", tag.trim_end_matches('>').trim_end_matches('/')));
    } else {
        out.push_str(&tag);
    }
    let past = first.saturating_add(u32::try_from(texts.len()).ok()?);
    let mut have = 0;
    for cell in &row.cells {
        // Of a cell that reaches beyond the first added column: the part to the left of it, and the part to the right
        // of the last one.
        let left = cell.end().min(first).saturating_sub(cell.column);
        if left > 0 {
            out.push_str(&repeated_cell(xml, cell, left)?);
            have = cell.column + left;
        }
    }
    if have < first {
        out.push_str(&with_count("<table:table-cell/>", COLUMNS_REPEATED, first - have)?);
    }
    texts.iter().for_each(|text| out.push_str(&text_cell(text)));
    for cell in &row.cells {
        let right = cell.end().saturating_sub(cell.column.max(past));
        if right > 0 {
            out.push_str(&repeated_cell(xml, cell, right)?);
        }
    }
    out.push_str(&format!("</{name}>"));
    Some(out)
}

fn repeated_cell(xml: &str, cell: &Cell, repeats: u32) -> Option<String> {
    let text = xml.get(cell.span.from..cell.span.to)?;
    if repeats == cell.repeats {
        return Some(text.to_owned());
    }
    let tag_ends = text.find('>')? + 1;
    Some(with_count(text.get(..tag_ends)?, COLUMNS_REPEATED, repeats)? + text.get(tag_ends..)?)
}

fn text_cell(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).collect();
    if plain.is_empty() {
        return "<table:table-cell/>".to_owned();
    }
    let text = quick_xml::escape::escape(plain.as_str());
    format!(r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#)
}

/// Returns a tag with another count of repeats, or without a count for a single one.
fn with_count(tag: &str, name: &str, count: u32) -> Option<String> {
    let name = format!("table:{name}=");
    let without = match tag.find(&name) {
        None => tag.to_owned(),
        Some(at) => {
            let value = tag.get(at + name.len()..)?;
            let quote = value.chars().next()?;
            let length = value.get(1..)?.find(quote)? + 2;
            format!("{}{}", tag.get(..at)?.trim_end(), value.get(length..)?)
        }
    };
    if count == 1 {
        return Some(without);
    }
    let place = without.len() - if without.ends_with("/>") { 2 } else { 1 };
    let (head, end) = without.split_at(place);
    Some(format!("{} {name}\"{count}\"{end}", head.trim_end()))
}

#[cfg(test)]
mod tests;
