//! Columns added to a workbook (.xlsx, .xlsm): the one sheet's XML gets cells at the end of its rows, every other part
//! of the package is copied as it is, compressed bytes and all. Added cells are inline texts: they need no table of
//! strings, no style, and are never formulas.

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{Added, CopyError, first_free, package};

pub(super) fn with_columns(bytes: &[u8], added: &Added) -> Result<Vec<u8>, CopyError> {
    let mut parts = package::open(bytes)?;
    let part = part_of(&mut parts, &added.sheet)?;
    let xml = package::unpacked(&mut parts, &part)?;
    let first = first_free(columns(&xml).ok_or(CopyError::NotAsRead)?, added)?;
    let changed = added_to(&xml, added, first).ok_or(CopyError::NotAsRead)?;
    package::replaced(&mut parts, &part, &changed)
}

/// The part that holds a sheet: its name leads to a relation, the relation to the part.
fn part_of(parts: &mut package::Parts<'_>, sheet: &str) -> Result<String, CopyError> {
    let book = package::unpacked(parts, "xl/workbook.xml")?;
    let relation = find(&book, "sheet", |tag| {
        (attribute(tag, "name").as_deref() == Some(sheet)).then(|| attribute(tag, "id"))?
    });
    let relation = relation.ok_or(CopyError::NotAsRead)?;
    let relations = package::unpacked(parts, "xl/_rels/workbook.xml.rels")?;
    let target = find(&relations, "Relationship", |tag| {
        (attribute(tag, "Id").as_deref() == Some(&relation)).then(|| attribute(tag, "Target"))?
    });
    let target = target.ok_or(CopyError::NotAsRead)?;
    Ok(target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned))
}

/// What `look` finds first in a tag of this local name.
fn find(xml: &str, name: &str, look: impl Fn(&BytesStart<'_>) -> Option<String>) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    loop {
        let event = reader.read_event().ok()?;
        if matches!(event, Event::Eof) {
            return None;
        }
        if let Event::Start(tag) | Event::Empty(tag) = event
            && tag.local_name().as_ref() == name
            && let Some(found) = look(&tag)
        {
            return Some(found);
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(quick_xml::escape::unescape(&found.value).ok()?.into_owned())
}

/// The sheet's XML with cells at the end of its rows, right of everything that stands in it.
fn added_to(xml: &str, added: &Added, first: u32) -> Option<String> {
    let mut out = String::with_capacity(xml.len() + xml.len() / 8);
    let mut reader = Reader::from_str(xml);
    let (mut copied, mut row, mut met) = (0_usize, 0_u32, 0_usize);
    loop {
        let before = usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let after = usize::try_from(reader.buffer_position()).ok()?;
        if matches!(event, Event::Eof) {
            break;
        }
        if let Event::Start(tag) | Event::Empty(tag) = &event
            && tag.local_name().as_ref() == "row"
        {
            row = number(tag, row);
            met += usize::from(added.rows.contains_key(&row));
        }
        if let Event::Empty(tag) = &event
            && tag.local_name().as_ref() == "row"
            && let Some(texts) = added.of(row)
        {
            let name = tag.name().as_ref().to_owned();
            out.push_str(xml.get(copied..before)?);
            out.push_str(xml.get(before..after)?.trim_end_matches('>').trim_end_matches('/'));
            out.push_str(&format!(">{}</{name}>", cells(texts, first, row, &name)));
            copied = after;
        }
        if let Event::End(tag) = &event
            && tag.local_name().as_ref() == "row"
            && let Some(texts) = added.of(row)
        {
            out.push_str(xml.get(copied..before)?);
            out.push_str(&cells(texts, first, row, tag.name().as_ref()));
            copied = before;
        }
    }
    out.push_str(xml.get(copied..)?);
    // A row that is not there is one that nobody may be told of in another's place.
    (met == added.rows.len()).then_some(out)
}

/// A row's number; without one it is the next.
fn number(tag: &BytesStart<'_>, before: u32) -> u32 {
    attribute(tag, "r").and_then(|text| text.parse().ok()).unwrap_or(before.saturating_add(1))
}

/// Columns up to the last one with a cell.
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

/// The column of an address, from 1: `AB12` is 28.
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

/// Cells as the row's own are named: with its prefix, where it has one.
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
