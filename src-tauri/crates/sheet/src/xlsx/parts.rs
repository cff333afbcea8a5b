//! The parts of a workbook, read directly: whether the archive is safe to open, and what of a sheet only its
//! own XML tells. What cannot be found here is left out: the cells themselves come from calamine, and a payroll
//! without these extras is still read.

use std::{
    borrow::Cow,
    collections::HashMap,
    io::{BufReader, Cursor, Read},
    sync::mpsc,
};

use paysheet_domain::CellValue;
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};
use zip::{ZipArchive, read::ZipFile};

use super::glance;
use crate::{
    error::{FileError, Found, Part},
    extras::Extras,
    file::FileKind,
    limits::{COLUMNS_MAX, INFLATED_BYTES_MAX, ZIP_ENTRIES_MAX},
    wire::SheetEnd,
};

/// Bytes of the shared strings that can hold their count.
const STRINGS_HEAD_BYTES: u64 = 4 * 1024;
/// The shortest entry of the shared strings, `<si><t/></si>`, is longer than this.
const STRING_ENTRY_BYTES_MIN: u64 = 8;

/// What an archive is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    Workbook(FileKind),
    Other(Found),
}

/// Looks at the archive before anything is unpacked: what it is, and whether it keeps the limits.
pub(crate) fn preflight(bytes: &[u8]) -> Result<Package, FileError> {
    let corrupt = |part| FileError::FileCorrupt { part };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| corrupt(Part::Archive))?;
    if archive.len() > ZIP_ENTRIES_MAX {
        let as_u64 = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        return Err(FileError::FileHasTooManyParts {
            parts: as_u64(archive.len()),
            limit: as_u64(ZIP_ENTRIES_MAX),
        });
    }
    let mut inflated: u64 = 0;
    for at in 0..archive.len() {
        let entry = archive.by_index_raw(at).map_err(|_| corrupt(Part::Archive))?;
        inflated = inflated.saturating_add(entry.size());
    }
    if inflated > INFLATED_BYTES_MAX {
        return Err(FileError::FileInflatesTooMuch { bytes: inflated, limit: INFLATED_BYTES_MAX });
    }
    let names: Vec<String> = archive.file_names().flatten().map(|name| name.to_ascii_lowercase()).collect();
    let has = |ending: &str| names.iter().any(|name| name.ends_with(ending));
    if has("xl/workbook.bin") {
        return Ok(Package::Workbook(FileKind::Xlsb));
    }
    if !has("workbook.xml") {
        return Ok(open_document(&mut archive));
    }
    check_strings(&mut archive)?;
    Ok(Package::Workbook(if has("vbaproject.bin") { FileKind::Xlsm } else { FileKind::Xlsx }))
}

/// What the archive says that it is, for those with a document in them.
const OPEN_DOCUMENT_SHEET: &str = "application/vnd.oasis.opendocument.spreadsheet";
/// Longer than any type of document.
const MIME_BYTES_MAX: u64 = 200;

fn open_document(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Package {
    let mut mime = String::new();
    let read = archive
        .by_name("mimetype")
        .is_ok_and(|part| part.take(MIME_BYTES_MAX).read_to_string(&mut mime).is_ok());
    match (
        read && archive.index_for_name("content.xml").is_some(),
        mime.trim().starts_with(OPEN_DOCUMENT_SHEET),
    ) {
        (true, true) => Package::Workbook(FileKind::Ods),
        (true, false) => Package::Other(Found::OpenDocument),
        (false, _) => Package::Other(Found::Archive),
    }
}

/// The count that the shared strings declare is memory asked for at once: it must be one their size can hold.
fn check_strings(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<(), FileError> {
    let corrupt = FileError::FileCorrupt { part: Part::Texts };
    let names = archive.file_names().flatten().map(Cow::into_owned);
    let found: Vec<String> =
        names.filter(|name| name.to_ascii_lowercase().ends_with("sharedstrings.xml")).collect();
    for name in found {
        let entry = archive.by_name(&name).map_err(|_| corrupt.clone())?;
        let size = entry.size();
        let mut head = Vec::new();
        entry.take(STRINGS_HEAD_BYTES).read_to_end(&mut head).map_err(|_| corrupt.clone())?;
        let head = String::from_utf8_lossy(&head);
        let Some((_, declared)) = head.split_once("uniqueCount") else { continue };
        let declared = declared.trim_start_matches(['=', '"', '\'', ' ']);
        let digits: String = declared.chars().take_while(char::is_ascii_digit).collect();
        let count = digits.parse::<u64>().unwrap_or(u64::MAX);
        if !digits.is_empty() && count.saturating_mul(STRING_ENTRY_BYTES_MIN) > size {
            return Err(corrupt);
        }
    }
    Ok(())
}

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;
type Xml<'a, 'b> = Reader<BufReader<ZipFile<'a, Cursor<&'b [u8]>>>>;

/// What the part of one sheet tells.
pub(super) struct SheetExtras {
    pub sheet: String,
    extras: Extras,
}

impl SheetExtras {
    pub fn put_into(self, end: &mut SheetEnd) {
        let Self { extras, .. } = self;
        let hidden = |column: &u16| extras.hidden_columns.iter().any(|range| range.contains(column));
        end.hidden_columns = (0..u16::try_from(COLUMNS_MAX).unwrap_or(u16::MAX)).filter(hidden).collect();
        end.hidden_rows = extras.hidden_rows.into_iter().collect();
        end.without_value = extras.values.into_keys().collect();
        end.filtered = extras.filtered;
    }
}

/// Hands over the extras of every sheet that can be found, in the order of the workbook.
pub(super) fn sheet_extras(bytes: &[u8], hand: &mpsc::Sender<SheetExtras>) {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return };
    for (sheet, path) in sheet_paths(&mut archive) {
        let plain = archive.by_name(&path).is_ok_and(glance::is_plain);
        let extras = match open(&mut archive, &path) {
            Some(mut xml) if !plain => read_extras(&mut xml),
            Some(_) | None => Extras::default(),
        };
        // Nobody waits any more where the sheets could not be read.
        if hand.send(SheetExtras { sheet, extras }).is_err() {
            return;
        }
    }
}

fn open<'a, 'b>(archive: &'a mut Archive<'b>, path: &str) -> Option<Xml<'a, 'b>> {
    archive.by_name(path).ok().map(|part| Reader::from_reader(BufReader::new(part)))
}

/// Sheets' names and the parts they are in, by way of the workbook's relations.
fn sheet_paths(archive: &mut Archive<'_>) -> Vec<(String, String)> {
    let targets = relations(archive, "xl/_rels/workbook.xml.rels");
    let mut paths = Vec::new();
    each_start(archive, "xl/workbook.xml", |e| {
        if let ("sheet", Some(name), Some(id)) =
            (e.local_name().as_ref(), attribute(e, "name"), attribute(e, "r:id"))
        {
            paths.extend(targets.get(&id).map(|path| (name, path.clone())));
        }
    });
    paths
}

/// The parts that a workbook's relations name, by their ids.
pub(crate) fn relations(archive: &mut ZipArchive<Cursor<&[u8]>>, path: &str) -> HashMap<String, String> {
    let mut targets = HashMap::new();
    each_start(archive, path, |e| {
        if let ("Relationship", Some(id), Some(target)) =
            (e.local_name().as_ref(), attribute(e, "Id"), attribute(e, "Target"))
        {
            let path = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
            targets.insert(id, path);
        }
    });
    targets
}

/// Calls `on` for every element of a part, up to its end or to where it cannot be read.
fn each_start(archive: &mut Archive<'_>, path: &str, mut on: impl FnMut(&BytesStart<'_>)) {
    let Some(mut xml) = open(archive, path) else { return };
    let mut buffer = Vec::new();
    while let Ok(event) = xml.read_event_into(&mut buffer) {
        if let Event::Start(e) | Event::Empty(e) = &event {
            on(e);
        }
        if matches!(event, Event::Eof) {
            return;
        }
        buffer.clear();
    }
}

pub(crate) fn attribute(e: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = e.try_get_attribute(name).ok()??;
    attribute.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)
}

/// An attribute as it is written, for addresses and flags: a sheet has millions, and none of them is escaped.
pub(crate) fn plain_attribute<'e>(e: &'e BytesStart<'_>, name: &str) -> Option<Cow<'e, str>> {
    let mut attributes = e.attributes();
    let found = attributes.with_checks(false).flatten().find(|attribute| attribute.key.as_ref() == name);
    found.map(|attribute| attribute.value)
}

fn is_set(e: &BytesStart<'_>, name: &str) -> bool {
    plain_attribute(e, name).is_some_and(|value| value == "1" || value.eq_ignore_ascii_case("true"))
}

/// A height or width of nothing hides as well.
fn is_nothing(e: &BytesStart<'_>, name: &str) -> bool {
    plain_attribute(e, name).is_some_and(|value| value.parse() == Ok(0.0))
}

/// Where the walk through a sheet's cells stands.
#[derive(Default)]
struct Walk {
    /// Row and column from 0, for rows and cells that do not say where they are.
    row: u32,
    column: u32,
    in_formula_cell: bool,
    /// The cell's value is there, or is a text, whose empty value is a value.
    has_value: bool,
    in_value: bool,
}

fn read_extras(xml: &mut Xml<'_, '_>) -> Extras {
    let mut extras = Extras::default();
    let mut walk = Walk::default();
    let mut buffer = Vec::new();
    while let Ok(event) = xml.read_event_into(&mut buffer) {
        match &event {
            Event::Start(e) => on_start(&mut extras, &mut walk, e),
            Event::Empty(e) => {
                on_start(&mut extras, &mut walk, e);
                on_end(&mut extras, &mut walk, e.local_name().as_ref());
            }
            Event::Text(text) if walk.in_value => walk.has_value |= !text.as_ref().is_empty(),
            Event::GeneralRef(_) if walk.in_value => walk.has_value = true,
            Event::End(e) => on_end(&mut extras, &mut walk, e.local_name().as_ref()),
            Event::Eof => break,
            Event::Text(_)
            | Event::GeneralRef(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_) => {}
        }
        buffer.clear();
    }
    extras
}

fn on_start(extras: &mut Extras, walk: &mut Walk, e: &BytesStart<'_>) {
    match e.local_name().as_ref() {
        "row" => {
            let number = plain_attribute(e, "r").and_then(|r| r.parse::<u32>().ok());
            walk.row = number.map_or(walk.row, |number| number.saturating_sub(1));
            if is_set(e, "hidden") || is_nothing(e, "ht") {
                extras.hidden_rows.insert(walk.row.saturating_add(1));
            }
        }
        "c" => {
            walk.column = plain_attribute(e, "r").and_then(|r| column_of(&r)).unwrap_or(walk.column);
            walk.in_formula_cell = false;
            walk.has_value = plain_attribute(e, "t").is_some_and(|t| t == "str");
        }
        "f" => walk.in_formula_cell = true,
        "v" | "is" => walk.in_value = true,
        "col" if is_set(e, "hidden") || is_nothing(e, "width") => {
            let bound =
                |name| attribute(e, name).and_then(|n| n.parse::<u16>().ok()).map(|n| n.saturating_sub(1));
            if let (Some(min), Some(max)) = (bound("min"), bound("max")) {
                extras.hidden_columns.push(min..=max);
            }
        }
        // An auto-filter without conditions hides nothing.
        "filterColumn" => extras.filtered = true,
        _ => {}
    }
}

fn on_end(extras: &mut Extras, walk: &mut Walk, name: &str) {
    match name {
        "c" => {
            if walk.in_formula_cell && !walk.has_value {
                extras.values.insert((walk.row, walk.column), CellValue::FormulaWithoutValue);
            }
            walk.column = walk.column.saturating_add(1);
        }
        "row" => {
            walk.row = walk.row.saturating_add(1);
            walk.column = 0;
        }
        "v" | "is" => walk.in_value = false,
        _ => {}
    }
}

/// The column of a cell's address, from 0: `D5` is 3.
fn column_of(address: &str) -> Option<u32> {
    let letters = address.bytes().take_while(u8::is_ascii_alphabetic);
    let number = letters.fold(0_u32, |sum, letter| {
        let place = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        sum.saturating_mul(26).saturating_add(place)
    });
    number.checked_sub(1)
}
