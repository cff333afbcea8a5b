//! Adds columns to a workbook (.xlsx, .xlsm). Cells are added at the end of the rows in the XML of one sheet. Every
//! other part of the package is copied unchanged, including its compressed bytes. Added cells are inline texts: they
//! need no shared strings and no style, and are never formulas.

use std::collections::BTreeSet;

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{
    added::{Added, CopyError, first_free},
    package,
};
use crate::formats::package::Archive;

pub(super) fn with_columns(bytes: &[u8], added: &Added) -> Result<Vec<u8>, CopyError> {
    let mut parts = package::open(bytes)?;
    let part = part_of(bytes, &added.sheet).ok_or(CopyError::NotAsRead)?;
    let xml = package::unpacked(&mut parts, &part)?;
    let first = first_free(columns(&xml).ok_or(CopyError::NotAsRead)?, added)?;
    let changed = added_to(&xml, added, first).ok_or(CopyError::NotAsRead)?;
    package::replaced(&mut parts, &part, &changed)
}

/// Returns the path of the part that contains a sheet, as the reader of the file finds it.
fn part_of(bytes: &[u8], sheet: &str) -> Option<String> {
    let sheets = Archive::open(bytes).ok()?.sheets();
    sheets.into_iter().find(|(name, _)| name == sheet)?.1
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(quick_xml::escape::unescape(&found.value).ok()?.into_owned())
}

/// Returns the sheet's XML with cells added at the end of its rows, to the right of all existing cells.
fn added_to(xml: &str, added: &Added, first: u32) -> Option<String> {
    let mut out = String::with_capacity(xml.len() + xml.len() / 8);
    let mut reader = Reader::from_str(xml);
    let (mut copied, mut rows) = (0_usize, Rows::new(added));
    loop {
        let before = usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let after = usize::try_from(reader.buffer_position()).ok()?;
        match &event {
            Event::Start(tag) if tag.local_name().as_ref() == "row" => rows.begin(tag)?,
            Event::Start(tag) | Event::Empty(tag) if tag.local_name().as_ref() == "c" => rows.cell(tag)?,
            Event::Empty(tag) if tag.local_name().as_ref() == "row" => {
                rows.begin(tag)?;
                let Some((row, texts)) = rows.end()? else { continue };
                let name = tag.name().as_ref().to_owned();
                out.push_str(xml.get(copied..before)?);
                out.push_str(xml.get(before..after)?.trim_end_matches('>').trim_end_matches('/'));
                out.push_str(&format!(">{}</{name}>", cells(texts, first, row, &name)));
                copied = after;
            }
            Event::End(tag) if tag.local_name().as_ref() == "row" => {
                let Some((row, texts)) = rows.end()? else { continue };
                out.push_str(xml.get(copied..before)?);
                out.push_str(&cells(texts, first, row, tag.name().as_ref()));
                copied = before;
            }
            // Elements named `row` after the sheet's data belong to a button or a picture.
            Event::End(tag) if tag.local_name().as_ref() == "sheetData" => break,
            Event::Eof => break,
            Event::Start(_)
            | Event::Empty(_)
            | Event::End(_)
            | Event::Text(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_)
            | Event::GeneralRef(_) => {}
        }
    }
    out.push_str(xml.get(copied..)?);
    // A row that was not found: its texts must not be added to another row.
    rows.waiting.is_empty().then_some(out)
}

/// Numbers rows as the reader of their cells did. A cell is at its own address; a cell without an address is in its
/// row; a row without a number is the next one. If these differ nothing is added, because it is not certain whose row
/// it is.
struct Rows<'a> {
    added: &'a Added,
    /// Rows of the table that were not found yet.
    waiting: BTreeSet<u32>,
    next: u32,
    row: Row,
}

#[derive(Default)]
struct Row {
    said: Option<u32>,
    counted: u32,
    /// The row number from the addresses of its cells.
    of_cells: Option<u32>,
}

impl<'a> Rows<'a> {
    fn new(added: &'a Added) -> Self {
        Self { added, waiting: added.rows.keys().copied().collect(), next: 1, row: Row::default() }
    }

    fn begin(&mut self, tag: &BytesStart<'_>) -> Option<()> {
        let said = attribute(tag, "r").map(|text| text.parse()).transpose().ok()?;
        self.row = Row { said, counted: said.unwrap_or(self.next), of_cells: None };
        Some(())
    }

    /// Processes a cell; none if it is in another row than the cells beside it.
    fn cell(&mut self, tag: &BytesStart<'_>) -> Option<()> {
        let number = match attribute(tag, "r") {
            Some(address) => address.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()?,
            None => self.row.counted,
        };
        let agrees = |other: Option<u32>| other.is_none_or(|other| other == number);
        let agree = agrees(self.row.said) && agrees(self.row.of_cells);
        self.row.of_cells = Some(number);
        agree.then_some(())
    }

    /// Returns the texts for the row, if it has any; none if the row came before.
    fn end(&mut self) -> Option<Option<(u32, &'a [String])>> {
        let row = std::mem::take(&mut self.row);
        self.next = row.counted.saturating_add(1);
        let Some(number) = row.of_cells.or(row.said) else { return Some(None) };
        if self.added.rows.contains_key(&number) && !self.waiting.remove(&number) {
            return None;
        }
        Some(self.added.of(number).map(|texts| (number, texts)))
    }
}

/// Returns the number of columns up to the last one with a cell.
fn columns(xml: &str) -> Option<u32> {
    let mut reader = Reader::from_str(xml);
    let (mut most, mut at) = (0_u32, 0_u32);
    loop {
        let event = reader.read_event().ok()?;
        if matches!(event, Event::Eof) {
            return Some(most);
        }
        let (Event::Start(tag) | Event::Empty(tag)) = event else { continue };
        match tag.local_name().as_ref() {
            "row" => at = 0,
            "c" => {
                at = attribute(&tag, "r").map_or(at + 1, |address| column(&address));
                most = most.max(at);
            }
            _ => {}
        }
    }
}

/// Returns the column of an address, from 1: `AB12` is 28.
fn column(address: &str) -> u32 {
    let letters = address.bytes().take_while(u8::is_ascii_alphabetic);
    letters.fold(0, |column: u32, letter| {
        column.saturating_mul(26).saturating_add(u32::from(letter.to_ascii_uppercase() - b'A') + 1)
    })
}

fn letters(column: u32) -> String {
    let mut left = column;
    let mut letters = Vec::new();
    while left > 0 {
        letters.push(char::from(b'A' + u8::try_from((left - 1) % 26).unwrap_or(0)));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// Returns cells with the same namespace prefix as the row, if it has one.
fn cells(texts: &[String], after: u32, row: u32, row_name: &str) -> String {
    let prefix = row_name.split_once(':').map(|(prefix, _)| format!("{prefix}:")).unwrap_or_default();
    let mut out = String::new();
    for (column, text) in (after + 1..).zip(texts).filter(|(_, text)| !text.is_empty()) {
        let plain: String = text.chars().filter(|c| !c.is_control()).collect();
        let text = quick_xml::escape::escape(plain.as_str());
        let address = format!("{}{row}", letters(column));
        out.push_str(&format!(
            "<{prefix}c r=\"{address}\" t=\"inlineStr\"><{prefix}is><{prefix}t xml:space=\"preserve\">{text}</{prefix}t></{prefix}is></{prefix}c>"
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Adds texts to the rows 2 and 5 and compares the result with the expected one; none if nothing may be added.
    fn check(rows: &str, expected: Option<&str>) {
        let sheet = |rows: &str| format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
        let rows_added = BTreeMap::from([(2, vec!["two".to_owned()]), (5, vec!["five".to_owned()])]);
        let added = Added { rows: rows_added, heads: vec!["State".to_owned()], ..Added::default() };
        let made = added_to(&sheet(rows), &added, 1);
        assert_eq!(made.as_deref(), expected.map(sheet).as_deref(), "{rows}");
    }

    fn text(address: &str, text: &str) -> String {
        format!(r#"<c r="{address}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>"#)
    }

    #[test]
    fn a_status_stands_in_the_row_where_its_person_was_read() {
        let (two, five) = (text("B2", "two"), text("B5", "five"));
        for (two_tag, five_tag) in [
            (r#"<row r="2"><c r="A2"/>"#, r#"<row r="5"><c r="A5"/>"#),
            (r#"<row r="2"><c/>"#, r#"<row r="5"><c/>"#),
            // Gaps that only the addresses of the cells show.
            (r#"<row><c r="A2"/>"#, r#"<row><c r="A5"><v>1</v></c>"#),
            (r#"<row/><row><c/>"#, r#"<row/><row/><row><c r="A5"/>"#),
            (r#"<row r="1"/><row><c/>"#, r#"<row r="5">"#),
        ] {
            check(
                &format!("{two_tag}</row>{five_tag}</row>"),
                Some(&format!("{two_tag}{two}</row>{five_tag}{five}</row>")),
            );
        }
        check(
            r#"<row r="5"/><row r="2"><c r="A2"/></row>"#,
            Some(&format!(r#"<row r="5">{five}</row><row r="2"><c r="A2"/>{two}</row>"#)),
        );
    }

    #[test]
    fn rows_that_contradict_themselves_get_nothing() {
        for rows in [
            r#"<row r="2"><c r="A3"/></row><row r="5"/>"#,
            r#"<row r="2"><c/><c r="B3"/></row><row r="5"/>"#,
            r#"<row><c r="A2"/><c r="B3"/></row><row r="5"/>"#,
            r#"<row><c/><c r="B2"/></row><row r="5"/>"#,
            r#"<row r="2"/><row r="2"/><row r="5"/>"#,
            r#"<row r="2"/>"#,
            r#"<row r="two"/><row r="5"/>"#,
        ] {
            check(rows, None);
        }
    }

    #[test]
    fn the_place_of_a_button_is_no_row() {
        let sheet = r#"<worksheet><sheetData><row r="2"/></sheetData><controls><xdr:row>4</xdr:row></controls></worksheet>"#;
        let rows = BTreeMap::from([(2, vec![String::new()]), (3, vec!["three".to_owned()])]);
        let added = Added { rows, ..Added::default() };
        assert_eq!(added_to(sheet, &added, 1), None);
    }
}
