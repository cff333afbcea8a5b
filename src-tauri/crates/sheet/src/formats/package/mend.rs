//! Mends workbooks of other programs before calamine reads them: it expects parts in UTF-8, parts for texts and styles
//! by their usual names, and a true count of texts and a complete range of cells, although nothing is read from these.
//! Most workbooks need nothing and are not copied.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    io::{self, Cursor, Read, Write},
};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::{Archive, normal, relations_part};
use crate::error::{FileError, Part};

/// Longest list of relations in bytes that is read. A workbook has some for each of its sheets.
const RELATIONS_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// Bytes at the beginning of a part that can contain its count or its range.
const HEAD_BYTES: u64 = 64 * 1024;
/// The shortest entry of the shared strings, `<si><t/></si>`, is longer than this many bytes.
const STRING_ENTRY_BYTES_MIN: u64 = 8;

/// Relation types of Excel 4 macro sheets. They contain no payroll.
const MACRO_SHEETS: [&str; 2] = ["/xlMacrosheet", "/xlIntlMacrosheet"];

const BROKEN: FileError = FileError::FileCorrupt { part: Part::Archive };

/// Returns the workbook as calamine can read it; none if it can be read as it is.
///
/// # Errors
/// `FileCorrupt` if a part that is mended fails its checksum.
pub(crate) fn mended(bytes: &[u8]) -> Result<Option<Vec<u8>>, FileError> {
    let narrow = of_wide_parts(bytes)?;
    let mended = of_misplaced_parts(narrow.as_deref().unwrap_or(bytes))?;
    Ok(mended.or(narrow))
}

/// How a part of the new package differs.
#[derive(Default)]
struct Change {
    name: Option<String>,
    content: Option<Content>,
}

enum Content {
    Whole(Vec<u8>),
    /// The beginning, before what follows it in the old part.
    Head(Vec<u8>),
}

type Changes = BTreeMap<usize, Change>;

/// Returns the package with its parts in UTF-16 written in UTF-8.
fn of_wide_parts(bytes: &[u8]) -> Result<Option<Vec<u8>>, FileError> {
    let mut archive = Archive::open(bytes)?;
    let places: Vec<usize> =
        archive.places.iter().filter(|(name, _)| is_xml(name)).map(|(_, at)| *at).collect();
    let mut changes = Changes::new();
    for place in places {
        let mut part = archive.zip.by_index(place).map_err(|_| BROKEN)?;
        let mut begins = Vec::new();
        part.by_ref().take(2).read_to_end(&mut begins).map_err(|_| BROKEN)?;
        let Some(encoding) = wide_encoding(&begins) else { continue };
        part.read_to_end(&mut begins).map_err(|_| BROKEN)?;
        let (text, _) = encoding.decode_with_bom_removal(&begins);
        // The declaration names the old encoding.
        let declared = text.strip_prefix("<?xml").and_then(|text| text.split_once("?>"));
        let text = declared.map_or(text.as_ref(), |(_, text)| text);
        changes.entry(place).or_default().content = Some(Content::Whole(text.as_bytes().to_vec()));
    }
    changed(&mut archive, changes)
}

fn is_xml(name: &str) -> bool {
    [".xml", ".rels"].iter().any(|ending| name.ends_with(ending))
}

fn wide_encoding(begins: &[u8]) -> Option<&'static Encoding> {
    match begins {
        [0xFF, 0xFE] | [b'<', 0] => Some(UTF_16LE),
        [0xFE, 0xFF] | [0, b'<'] => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns the package with its parts where calamine looks for them, its macro sheets declared as dialogue sheets, which
/// calamine skips, and without wrong counts and ranges.
fn of_misplaced_parts(bytes: &[u8]) -> Result<Option<Vec<u8>>, FileError> {
    let mut archive = Archive::open(bytes)?;
    let workbook = archive.workbook("xl/workbook.xml");
    let mut changes = Changes::new();
    plain_targets(&mut archive, "", &mut changes);
    plain_targets(&mut archive, &workbook, &mut changes);
    let related: Vec<_> = archive.relations(&workbook).into_values().collect();
    let folder = workbook.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let mut strings = format!("{folder}sharedStrings.xml");
    for (kind, name) in [("/sharedStrings", "sharedStrings.xml"), ("/styles", "styles.xml")] {
        let Some(part) = related.iter().find(|relation| relation.kind.ends_with(kind)) else { continue };
        move_part(&archive, &part.path, &format!("{folder}{name}"), &mut changes);
        if kind == "/sharedStrings" {
            strings.clone_from(&part.path);
        }
    }
    let sheets: Vec<String> = archive.sheets().into_iter().filter_map(|(_, path)| path).collect();
    for sheet in &sheets {
        change_head(&mut archive, sheet, without_range, &mut changes)?;
    }
    changed_strings(&mut archive, &strings, &mut changes)?;
    changed(&mut archive, changes)
}

/// Writes the targets of relations from the root, unless they are simple ones.
fn plain_targets(archive: &mut Archive<'_>, of: &str, changes: &mut Changes) {
    let relations = archive.relations(of);
    let is_macro = |kind: &str| MACRO_SHEETS.iter().any(|end| kind.ends_with(end));
    let is_odd =
        |target: &str| target.contains(['\\']) || target.split('/').any(|step| matches!(step, "." | ".."));
    if !relations.values().any(|relation| is_macro(&relation.kind) || is_odd(&relation.target)) {
        return;
    }
    let Some(place) = archive.places.get(&normal(&relations_part(of))).copied() else { return };
    let mut text = String::new();
    let read = archive
        .zip
        .by_index(place)
        .ok()
        .and_then(|part| part.take(RELATIONS_BYTES_MAX).read_to_string(&mut text).ok());
    if read.is_none() {
        return;
    }
    let text = MACRO_SHEETS.iter().fold(text, |text, kind| text.replace(kind, "/dialogsheet"));
    let odd = relations.values().filter(|relation| is_odd(&relation.target));
    let text = odd.fold(text, |text, relation| {
        ['"', '\''].into_iter().fold(text, |text, quote| {
            text.replace(
                &format!("{quote}{}{quote}", relation.target),
                &format!("{quote}/{}{quote}", relation.path),
            )
        })
    });
    changes.entry(place).or_default().content = Some(Content::Whole(text.into_bytes()));
}

/// Gives a part the name that calamine knows. Another part by that name, which no relation names, makes room.
fn move_part(archive: &Archive<'_>, from: &str, to: &str, changes: &mut Changes) {
    let (from, target) = (normal(from), normal(to));
    let Some(place) = archive.places.get(&from).copied().filter(|_| from != target) else { return };
    if let Some(other) = archive.places.get(&target) {
        changes.entry(*other).or_default().name = Some(format!("{to}.unused"));
    }
    changes.entry(place).or_default().name = Some(to.to_owned());
}

/// Changes the beginning of a part if it has something to change.
fn change_head(
    archive: &mut Archive<'_>,
    path: &str,
    change: impl Fn(&mut [u8]) -> bool,
    changes: &mut Changes,
) -> Result<(), FileError> {
    let Some(place) = archive.places.get(&normal(path)).copied() else { return Ok(()) };
    let mut head = Vec::new();
    let part = archive.zip.by_index(place).map_err(|_| BROKEN)?;
    part.take(HEAD_BYTES).read_to_end(&mut head).map_err(|_| BROKEN)?;
    if change(&mut head) {
        changes.entry(place).or_default().content = Some(Content::Head(head));
    }
    Ok(())
}

const RANGE: &[u8] = b"dimension";

/// Renames the element for the range of cells if it has no complete one. Returns whether it did.
fn without_range(head: &mut [u8]) -> bool {
    let end = memchr::memmem::find(head, b"sheetData").unwrap_or(head.len());
    let before = head.get(..end).unwrap_or_default();
    let places: Vec<usize> = memchr::memmem::find_iter(before, RANGE)
        .filter(|at| {
            at.checked_sub(1).and_then(|at| before.get(at)).is_some_and(|byte| b"<:/".contains(byte))
        })
        .collect();
    let is_complete = |at: &usize| {
        let tag = before.get(*at..).and_then(|tag| tag.split(|byte| *byte == b'>').next());
        tag.is_some_and(|tag| range_of(tag).is_some_and(is_range))
    };
    if places.first().is_none_or(is_complete) {
        return false;
    }
    for at in places {
        if let Some(last) = head.get_mut(at + RANGE.len() - 1) {
            *last = b'_';
        }
    }
    true
}

fn range_of(tag: &[u8]) -> Option<&str> {
    let (_, value) = std::str::from_utf8(tag).ok()?.split_once("ref=")?;
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value.get(1..)?.split(quote).next()
}

/// Whether a text is a cell or a range from a cell to one that is not before it: `A1:D5`.
fn is_range(text: &str) -> bool {
    let cells: Option<Vec<(u64, u64)>> = text.split(':').map(cell).collect();
    match cells.as_deref() {
        Some([_]) => true,
        Some([first, last]) => first.0 <= last.0 && first.1 <= last.1,
        _ => false,
    }
}

/// Returns the column and the row of an address in capitals.
fn cell(address: &str) -> Option<(u64, u64)> {
    let digits = address.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = address.get(..address.len() - digits.len())?;
    let is_short = (1..=3).contains(&letters.len()) && (1..=7).contains(&digits.len());
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let column = letters.bytes().fold(0, |sum, letter| sum * 26 + u64::from(letter - b'A') + 1);
    (is_short && is_number).then(|| Some((column, digits.parse().ok()?)))?
}

const COUNT: &[u8] = b"uniqueCount";

/// Renames the count of the shared strings if they cannot be so many: memory is allocated for it at once.
fn changed_strings(archive: &mut Archive<'_>, path: &str, changes: &mut Changes) -> Result<(), FileError> {
    let size = archive.part(path).map_or(0, |part| part.size());
    let without_count = |head: &mut [u8]| {
        let Some(at) = memchr::memmem::find(head, COUNT) else { return false };
        let value = head.get(at + COUNT.len()..).unwrap_or_default();
        let digits =
            value.iter().skip_while(|byte| b"=\"' ".contains(byte)).take_while(|byte| byte.is_ascii_digit());
        let count =
            digits.fold(0_u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        if count.saturating_mul(STRING_ENTRY_BYTES_MIN) <= size {
            return false;
        }
        if let Some(last) = head.get_mut(at + COUNT.len() - 1) {
            *last = b'_';
        }
        true
    };
    change_head(archive, path, without_count, changes)
}

/// Returns the package with the changes; none if there are none. Other parts keep their compressed bytes.
fn changed(archive: &mut Archive<'_>, mut changes: Changes) -> Result<Option<Vec<u8>>, FileError> {
    if changes.is_empty() {
        return Ok(None);
    }
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.zip.len() {
        copy(archive, at, changes.remove(&at).unwrap_or_default(), &mut out).map_err(|_| BROKEN)?;
    }
    Ok(Some(out.finish().map_err(|_| BROKEN)?.into_inner()))
}

fn copy(
    archive: &mut Archive<'_>,
    at: usize,
    Change { name, content }: Change,
    out: &mut ZipWriter<Cursor<Vec<u8>>>,
) -> Result<(), ZipError> {
    let Some(content) = content else {
        let part = archive.zip.by_index_raw(at)?;
        return match name {
            Some(name) => out.raw_copy_file_rename(part, name),
            None => out.raw_copy_file(part),
        };
    };
    let mut part = archive.zip.by_index(at)?;
    let name = name.map_or_else(|| part.name().map(Cow::into_owned), Ok)?;
    out.start_file(name, SimpleFileOptions::default())?;
    match content {
        Content::Whole(content) => out.write_all(&content)?,
        Content::Head(head) => {
            let skipped = u64::try_from(head.len()).unwrap_or(u64::MAX);
            io::copy(&mut part.by_ref().take(skipped), &mut io::sink())?;
            out.write_all(&head)?;
            // At its end, the part is compared with its checksum.
            io::copy(&mut part, out)?;
        }
    }
    Ok(())
}
