//! Columns added to an OpenDocument spreadsheet (.ods): the rows of the one table get cells in `content.xml`, every
//! other part is copied as it is. A cell or row that stands for many (`…-repeated`) is cut where something is added
//! to one of them, and only there.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{Added, CopyError, first_free, package};

const CONTENT: &str = "content.xml";
const COLUMNS_REPEATED: &str = "number-columns-repeated";
const ROWS_REPEATED: &str = "number-rows-repeated";
/// The highest row of any program.
const ROWS_OF_A_SHEET: u32 = 1_048_576;

pub(super) fn with_columns(bytes: &[u8], added: &Added) -> Result<Vec<u8>, CopyError> {
    let mut parts = package::open(bytes)?;
    let xml = package::unpacked(&mut parts, CONTENT)?;
    // Cells are written with the names that every program gives these spaces.
    if ["table", "office", "text"].iter().any(|space| !xml.contains(&format!("xmlns:{space}="))) {
        return Err(CopyError::NotAsRead);
    }
    let rows = rows_of(&xml, &added.sheet).ok_or(CopyError::NotAsRead)?;
    let stands = |number: &u32| {
        let at = rows.partition_point(|row| row.number <= *number);
        at.checked_sub(1).and_then(|at| rows.get(at)).is_some_and(|row| *number - row.number < row.repeats)
    };
    if !added.rows.keys().all(stands) {
        return Err(CopyError::NotAsRead);
    }
    let columns = rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.is_taken);
    let first = first_free(columns.map(Cell::end).max().unwrap_or(0), added)?;
    let changed = added_to(&xml, &rows, added, first).ok_or(CopyError::NotAsRead)?;
    package::replaced(&mut parts, CONTENT, &changed)
}

/// A stretch of the document, in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    from: usize,
    to: usize,
}

#[derive(Debug)]
struct Row {
    /// Of the first of its repeats, from 1.
    number: u32,
    repeats: u32,
    /// With its tags.
    whole: Span,
    /// The opening tag, or all there is where it is empty.
    tag: Span,
    is_empty_tag: bool,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// From 0.
    column: u32,
    repeats: u32,
    span: Span,
    /// Something is in it, or it belongs to merged cells.
    is_taken: bool,
}

impl Cell {
    const fn end(&self) -> u32 {
        self.column.saturating_add(self.repeats)
    }
}

/// The rows of a table by its name.
fn rows_of(xml: &str, sheet: &str) -> Option<Vec<Row>> {
    let mut reader = Reader::from_str(xml);
    let mut walk = Walk::default();
    loop {
        let from = usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let to = usize::try_from(reader.buffer_position()).ok()?;
        match event {
            Event::Eof => return walk.is_found.then_some(walk.rows),
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

/// Where the walk through the document stands.
#[derive(Default)]
struct Walk {
    is_found: bool,
    /// Tables around: one inside a cell is not the sheet.
    depth: u32,
    is_inside: bool,
    next_row: u32,
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
            // Whatever has something between its tags is taken.
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

/// The document with cells in the rows that get some.
fn added_to(xml: &str, rows: &[Row], added: &Added, first: u32) -> Option<String> {
    let mut out = String::with_capacity(xml.len() + xml.len() / 8);
    let mut copied = 0;
    for row in rows {
        let last = row.number.saturating_add(row.repeats);
        let mut same_from = row.number;
        for number in row.number..last {
            let Some(texts) = added.of(number) else { continue };
            if same_from == row.number {
                out.push_str(xml.get(copied..row.whole.from)?);
            }
            out.push_str(&repeated_row(xml, row, number - same_from)?);
            out.push_str(&longer_row(xml, row, texts, first)?);
            same_from = number + 1;
        }
        if same_from > row.number {
            out.push_str(&repeated_row(xml, row, last - same_from)?);
            copied = row.whole.to;
        }
    }
    out.push_str(xml.get(copied..)?);
    Some(out)
}

/// The row as often as it still stands for rows to which nothing is added.
fn repeated_row(xml: &str, row: &Row, repeats: u32) -> Option<String> {
    if repeats == 0 {
        return Some(String::new());
    }
    let tag = with_count(xml.get(row.tag.from..row.tag.to)?, ROWS_REPEATED, repeats)?;
    Some(tag + xml.get(row.tag.to..row.whole.to)?)
}

/// The row once, with texts from the column `first` on; what stands right of it moves nowhere.
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
        // Of a cell that reaches past the first added column: what is left of it, and what is right of the last one.
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

/// A tag that says another count of repeats, or none for a single one.
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
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn check(table: &str, expected: &str) {
        let document = |table: &str| {
            format!(
                r#"<office:document><table:table table:name="Other"><table:table-row/></table:table><table:table table:name="P &amp; Co">{table}</table:table></office:document>"#
            )
        };
        let rows = BTreeMap::from([(3, vec!["paid".to_owned(), "1 < 2".to_owned()])]);
        let heads = vec!["State".to_owned(), String::new()];
        let added = Added { sheet: "P & Co".to_owned(), header_row: Some(1), heads, rows };
        let xml = document(table);
        let rows = rows_of(&xml, &added.sheet).unwrap();
        let taken = rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.is_taken);
        let first = taken.map(Cell::end).max().unwrap();
        assert_eq!(added_to(&xml, &rows, &added, first).unwrap(), document(expected));
    }

    const STATE: &str = r#"<table:table-cell office:value-type="string"><text:p>State</text:p></table:table-cell><table:table-cell/>"#;
    const PAID: &str = r#"<table:table-cell office:value-type="string"><text:p>paid</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>1 &lt; 2</text:p></table:table-cell>"#;

    #[test]
    fn cells_stand_right_of_everything() {
        let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
        let (a, b) = (cell("a"), cell("b"));
        check(
            &format!(
                r#"<table:table-row>{a}{b}<table:table-cell table:style-name="x" table:number-columns-repeated="1022"/></table:table-row><table:table-row/><table:table-row>{a}</table:table-row>"#
            ),
            &format!(
                r#"<table:table-row>{a}{b}{STATE}<table:table-cell table:style-name="x" table:number-columns-repeated="1020"/></table:table-row><table:table-row/><table:table-row>{a}<table:table-cell/>{PAID}</table:table-row>"#
            ),
        );
    }

    #[test]
    fn a_row_that_stands_for_many_is_cut() {
        let a = r#"<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="2"><text:p>1</text:p></table:table-cell>"#;
        check(
            &format!(
                r#"<table:table-header-rows><table:table-row>{a}</table:table-row></table:table-header-rows><table:table-row table:style-name="r" table:number-rows-repeated="4">{a}</table:table-row>"#
            ),
            &format!(
                r#"<table:table-header-rows><table:table-row>{a}{STATE}</table:table-row></table:table-header-rows><table:table-row table:style-name="r">{a}</table:table-row><table:table-row table:style-name="r">{a}{PAID}</table:table-row><table:table-row table:style-name="r" table:number-rows-repeated="2">{a}</table:table-row>"#
            )
            .replace("\"r\" >", "\"r\">"),
        );
    }
}
