//! The zip archive of a workbook: its type, its limits, the checksums of its parts, and their paths. Names are
//! compared as in Excel: case does not matter, and both slashes are equal. Each format's own module interprets the
//! parts.
//!
//! # What was packed is what is read
//!
//! `sheet::formats::package` refuses a workbook with a duplicate part, with a part whose name differs from the
//! directory's, or with a part that differs from its checksum: every part that a payroll comes from is read to its end,
//! where the checksum is. Numbers split into pieces are refused, and so is an older workbook whose records are
//! incomplete.

pub(crate) mod mend;

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    io::{BufReader, Cursor, Read},
};

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};
use zip::{ZipArchive, read::ZipFile};

use crate::{
    error::{FileError, OtherFileType, Part},
    formats::{little_endian::u16_at, text},
    limits::{INFLATED_BYTES_MAX, ZIP_ENTRIES_MAX},
    model::FileKind,
};

/// The type of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    Workbook(FileKind),
    Other(OtherFileType),
}

/// Checks the archive before anything is unpacked. Returns its type, or an error if it exceeds a limit.
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
    let mut encrypted = false;
    for at in 0..archive.len() {
        let entry = archive.by_index_raw(at).map_err(|_| corrupt(Part::Archive))?;
        inflated = inflated.saturating_add(entry.size());
        encrypted |= entry.encrypted();
        if !is_named(bytes, entry.name_raw(), entry.header_start()) {
            return Err(corrupt(Part::Archive));
        }
    }
    if inflated > INFLATED_BYTES_MAX {
        return Err(FileError::FileInflatesTooMuch { bytes: inflated, limit: INFLATED_BYTES_MAX });
    }
    if encrypted {
        return Err(FileError::FileEncrypted);
    }
    let names: Vec<String> = archive.file_names().flatten().map(|name| normal(&name)).collect();
    // If two parts have the same name, programs read either of them. It is not known which payroll the user saw.
    let distinct: HashSet<&String> = names.iter().collect();
    if archive.has_duplicate_names() || distinct.len() < archive.len() {
        return Err(corrupt(Part::Archive));
    }
    let has = |ending: &str| names.iter().any(|name| name.ends_with(ending));
    if has("xl/workbook.bin") {
        return Ok(Package::Workbook(FileKind::Xlsb));
    }
    let types = content_types(&mut archive);
    let says = |kind: &str| types.contains(kind);
    if !has("workbook.xml") && !WORKBOOK_TYPES.iter().any(|kind| says(kind)) {
        return Ok(open_document(&mut archive));
    }
    let with_macros = has("vbaproject.bin") || says(MACROS_TYPE);
    Ok(Package::Workbook(if with_macros { FileKind::Xlsm } else { FileKind::Xlsx }))
}

/// Offsets of the length of the name, and of the name, in an entry's own header.
const NAME_LENGTH_AT: usize = 26;
const NAME_AT: usize = 30;

/// Returns whether an entry's own header has the same name as the archive's directory. The checksum does not cover
/// the name. Without this check, a workbook whose number formats cannot be found would show its percentages as
/// amounts.
fn is_named(bytes: &[u8], name: &[u8], header: u64) -> bool {
    let same = |(a, b): (&u8, &u8)| a == b || (matches!(a, b'/' | b'\\') && matches!(b, b'/' | b'\\'));
    let own = usize::try_from(header).ok().and_then(|header| bytes.get(header..)).and_then(|header| {
        let length = u16_at(header, NAME_LENGTH_AT)?;
        header.get(NAME_AT..)?.get(..length.into())
    });
    own.is_some_and(|own| own.len() == name.len() && own.iter().zip(name).all(same))
}

/// MIME type that an OpenDocument spreadsheet declares.
const OPEN_DOCUMENT_SHEET: &str = "application/vnd.oasis.opendocument.spreadsheet";
/// Length in bytes; longer than any MIME type of a document.
const MIME_BYTES_MAX: u64 = 200;

fn open_document(archive: &mut Zip<'_>) -> Package {
    let mut mime = String::new();
    let read = archive
        .by_name("mimetype")
        .is_ok_and(|part| part.take(MIME_BYTES_MAX).read_to_string(&mut mime).is_ok());
    // Newer programs pack everything into one encrypted part.
    let has_content =
        ["content.xml", "encrypted-package"].iter().any(|part| archive.index_for_name(part).is_some());
    match (read && has_content, mime.trim().starts_with(OPEN_DOCUMENT_SHEET)) {
        (true, true) => Package::Workbook(FileKind::Ods),
        (true, false) => Package::Other(OtherFileType::OpenDocument),
        (false, _) => Package::Other(OtherFileType::Archive),
    }
}

/// Bytes of the list of content types that are read. A workbook has one type for each of its parts.
const TYPES_BYTES_MAX: u64 = 1024 * 1024;

/// Content types of a workbook, whatever its part is called. A document may also have the type of an embedded one.
const WORKBOOK_TYPES: [&str; 4] = [
    "spreadsheetml.sheet.main+xml",
    "spreadsheetml.template.main+xml",
    "ms-excel.sheet.macroEnabled.main+xml",
    "ms-excel.template.macroEnabled.main+xml",
];
/// The content type of a workbook that allows macros, with or without any.
const MACROS_TYPE: &str = "macroEnabled.main+xml";

/// Returns the content types of the parts; empty if they cannot be read.
fn content_types(archive: &mut Zip<'_>) -> String {
    let mut types = Vec::new();
    let read = archive
        .by_name("[Content_Types].xml")
        .is_ok_and(|part| part.take(TYPES_BYTES_MAX).read_to_end(&mut types).is_ok());
    let types = text::decode(&types).filter(|_| read);
    types.map(|types| types.text).unwrap_or_default()
}

type Zip<'a> = ZipArchive<Cursor<&'a [u8]>>;
type PartOf<'a, 'b> = ZipFile<'a, Cursor<&'b [u8]>>;
pub(crate) type Xml<'a, 'b> = Reader<BufReader<PartOf<'a, 'b>>>;

/// Normalises a part's name for comparison.
fn normal(name: &str) -> String {
    name.replace('\\', "/").to_ascii_lowercase()
}

/// The parts of a package by their names.
pub(crate) struct Archive<'a> {
    zip: Zip<'a>,
    places: HashMap<String, usize>,
    /// Parts whose bytes were all read and matched their checksum.
    whole: HashSet<usize>,
}

/// A relation of a part to another part: its type and the path of the other part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    pub kind: String,
    pub path: String,
    /// The path as it is written.
    target: String,
}

impl<'a> Archive<'a> {
    /// # Errors
    /// `FileCorrupt` if the bytes are not a zip archive.
    pub fn open(bytes: &'a [u8]) -> Result<Self, FileError> {
        let corrupt = FileError::FileCorrupt { part: Part::Archive };
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| corrupt)?;
        let named = zip.file_names().enumerate();
        let places = named.filter_map(|(at, name)| Some((normal(&name.ok()?), at))).collect();
        Ok(Self { zip, places, whole: HashSet::new() })
    }

    pub fn part(&mut self, path: &str) -> Option<PartOf<'_, 'a>> {
        let place = *self.places.get(&normal(path))?;
        self.zip.by_index(place).ok()
    }

    pub fn xml(&mut self, path: &str) -> Option<Xml<'_, 'a>> {
        self.part(path).map(|part| Reader::from_reader(BufReader::new(part)))
    }

    /// Records that a part was read to its end without an error. Its bytes were then compared with its checksum.
    pub fn was_whole(&mut self, path: &str) {
        self.whole.extend(self.places.get(&normal(path)));
    }

    /// Checks all parts that payrolls are read from against their checksums. Readers stop once they have what they
    /// need, before the end where the checksum is compared; a flipped bit would then pay another amount.
    ///
    /// # Errors
    /// `FileCorrupt` if a part fails its checksum.
    pub fn check_rest(&mut self) -> Result<(), FileError> {
        for (name, place) in &self.places {
            let is_read = [".xml", ".rels", ".bin"].iter().any(|ending| name.ends_with(ending));
            if !is_read || self.whole.contains(place) {
                continue;
            }
            let part =
                self.zip.by_index(*place).map(|mut part| std::io::copy(&mut part, &mut std::io::sink()));
            if !matches!(part, Ok(Ok(_))) {
                return Err(FileError::FileCorrupt { part: Part::Archive });
            }
        }
        Ok(())
    }

    /// Returns the path of the workbook part, as the package names it.
    pub fn workbook(&mut self, usual: &str) -> String {
        let roots = self.relations("");
        let named = roots.into_values().find(|relation| relation.kind.ends_with("/officeDocument"));
        named.map_or_else(|| usual.to_owned(), |relation| relation.path)
    }

    /// Returns the sheets that a workbook in XML lists, in its order: their names, and the paths of their parts.
    pub fn sheets(&mut self) -> Vec<(String, Option<String>)> {
        let workbook = self.workbook("xl/workbook.xml");
        let targets = self.relations(&workbook);
        let mut sheets = Vec::new();
        self.each_start(&workbook, |e| {
            if e.local_name().as_ref() == "sheet" {
                let target = relation_id(e).and_then(|id| targets.get(&id));
                sheets.push((
                    attribute(e, "name").unwrap_or_default(),
                    target.map(|target| target.path.clone()),
                ));
            }
        });
        sheets
    }

    /// Returns the relations of a part, by their ids. An empty path returns the relations of the package itself.
    pub fn relations(&mut self, of: &str) -> HashMap<String, Relation> {
        let folder = of.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut relations = HashMap::new();
        self.each_start(&relations_part(of), |e| {
            if let ("Relationship", Some(id), Some(target)) =
                (e.local_name().as_ref(), attribute(e, "Id"), attribute(e, "Target"))
            {
                let kind = attribute(e, "Type").unwrap_or_default();
                let path = resolved(folder, &target);
                relations.insert(id, Relation { kind, path, target });
            }
        });
        relations
    }

    /// Calls `on` for every element of a part, up to its end or to the first parse error.
    pub fn each_start(&mut self, path: &str, mut on: impl FnMut(&BytesStart<'_>)) {
        let Some(mut xml) = self.xml(path) else { return };
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
}

/// Returns the id of a relation, with any namespace prefix. If there are several, the last one counts, as in
/// calamine.
fn relation_id(e: &BytesStart<'_>) -> Option<String> {
    let mut attributes = e.attributes();
    let unchecked = attributes.with_checks(false).flatten();
    let found = unchecked.filter(|attribute| attribute.key.local_name().as_ref() == "id").last()?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)
}

/// Returns the path of the part that contains a part's relations.
fn relations_part(of: &str) -> String {
    let (folder, name) =
        of.rsplit_once('/').map_or((String::new(), of), |(folder, name)| (format!("{folder}/"), name));
    format!("{folder}_rels/{name}.rels")
}

/// Resolves a relation's target against the folder of the part that contains the relation.
fn resolved(folder: &str, target: &str) -> String {
    let (start, target) = target.strip_prefix('/').map_or((folder, target), |target| ("", target));
    let mut path: Vec<&str> = start.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split(['/', '\\']) {
        match step {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    path.join("/")
}

pub(crate) fn attribute(e: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = e.try_get_attribute(name).ok()??;
    attribute.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)
}

/// Returns an attribute without unescaping it, for addresses and flags. A sheet has millions of them, and none is
/// escaped.
pub(crate) fn plain_attribute<'e>(e: &'e BytesStart<'_>, name: &str) -> Option<Cow<'e, str>> {
    let mut attributes = e.attributes();
    let found = attributes.with_checks(false).flatten().find(|attribute| attribute.key.as_ref() == name);
    found.map(|attribute| attribute.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_from_the_part_that_names_them() {
        for (folder, target, expected) in [
            ("xl", "worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl", "/xl/worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl", "./worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl/worksheets", "../tables/table1.xml", "xl/tables/table1.xml"),
            ("", "xl/workbook.xml", "xl/workbook.xml"),
            ("xl", "worksheets\\sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("", "../../xl/workbook.xml", "xl/workbook.xml"),
        ] {
            assert_eq!(resolved(folder, target), expected, "{folder} {target}");
        }
    }
}
