//! A fast check of a sheet's XML: whether it can contain anything that only a walk through all elements finds. Most
//! payrolls hide nothing and have a value in every formula cell. Searching for a few words takes a small part of the
//! time of that walk. In doubt the sheet is walked.

use std::io::Read;

use memchr::memmem;

use super::address::merged_rows;

/// Bytes that are read at once.
const WINDOW_BYTES: usize = 256 * 1024;
/// Maximum number of bytes without the end of a cell. A sheet with more is walked.
const UNENDED_BYTES_MAX: usize = 4 * 1024 * 1024;
const CELL_END: &[u8] = b"</c>";
/// White space may be before the closing bracket, although no known program writes it.
const CELL_END_BEGUN: &[u8] = b"</c";

/// Whether a sheet certainly hides nothing, filters nothing, has a value in every formula cell, in one of them another
/// than zero, and has no value that calamine would not read completely. The part is read to its end, where its checksum
/// is compared.
pub(super) fn is_plain(mut part: impl Read) -> bool {
    let mut bytes = Vec::with_capacity(2 * WINDOW_BYTES);
    let mut formulas = Formulas::default();
    loop {
        let window = u64::try_from(WINDOW_BYTES).unwrap_or(u64::MAX);
        let Ok(read) = part.by_ref().take(window).read_to_end(&mut bytes) else { return false };
        if read == 0 {
            return is_plain_text(&bytes, &mut formulas) && !formulas.are_all_zero();
        }
        // Only whole cells are checked, so that no word and no formula is cut.
        let whole = memmem::rfind(&bytes, CELL_END).map_or(0, |at| at + CELL_END.len());
        let Some((cells, rest)) = bytes.split_at_checked(whole) else { return false };
        if !is_plain_text(cells, &mut formulas) || rest.len() > UNENDED_BYTES_MAX {
            return false;
        }
        bytes.drain(..whole);
    }
}

/// The results of the formulas of a sheet.
#[derive(Default)]
struct Formulas {
    have_zero: bool,
    have_others: bool,
}

impl Formulas {
    /// Whether no formula has a result, so that perhaps none was ever calculated.
    const fn are_all_zero(&self) -> bool {
        self.have_zero && !self.have_others
    }

    /// Adds the value that follows a formula before the end of its cell. Returns whether there is one. If the cell ends in
    /// an unusual way, the result is false, so that the value of the next cell is not used instead.
    fn have_value(&mut self, rest: &[u8]) -> bool {
        let end = memmem::find(rest, CELL_END_BEGUN);
        let (cell, end) = end.and_then(|end| rest.split_at_checked(end)).unzip();
        let cell = cell.filter(|_| end.is_some_and(|end| end.starts_with(CELL_END)));
        let Some(value) = cell.and_then(|cell| after(cell, b"<v>").next()) else { return false };
        let is_zero = value.starts_with(b"0<");
        self.have_zero |= is_zero;
        self.have_others |= !is_zero;
        value.first().is_some_and(|byte| *byte != b'<')
    }
}

fn is_plain_text(xml: &[u8], formulas: &mut Formulas) -> bool {
    // Every Latin letter in UTF-16 has a NUL byte. No other XML contains one.
    let wide = memchr::memchr(0, xml).is_some();
    !wide
        && memmem::find(xml, b"filterColumn").is_none()
        && !after(xml, b"mergeCell ").any(is_over_rows)
        && !memchr::memchr3_iter(b'!', b'?', b'&', xml).any(|at| may_cut_a_value(xml, at))
        && !memchr::memchr_iter(b'#', xml).any(|at| at > 0 && xml.get(at - 1) == Some(&b'>'))
        && after(xml, b"hidden").chain(after(xml, b"filterMode")).all(says_no)
        && !after(xml, b" ht=").chain(after(xml, b" width=")).any(begins_with_nothing)
        && after(xml, b":f").all(|rest| !ends_a_name(rest))
        && after(xml, b"<f").filter(|rest| ends_a_name(rest)).all(|rest| formulas.have_value(rest))
}

/// Returns the text after each occurrence of a word.
fn after<'x>(xml: &'x [u8], word: &'static [u8]) -> impl Iterator<Item = &'x [u8]> {
    memmem::find_iter(xml, word).filter_map(move |at| xml.get(at + word.len()..))
}

/// Whether a merged cell is over several rows. Titles are merged over columns.
fn is_over_rows(rest: &[u8]) -> bool {
    let range =
        after(rest, b"ref=").next().and_then(|rest| rest.split(|byte| matches!(byte, b'"' | b'\'')).nth(1));
    range.and_then(|range| std::str::from_utf8(range).ok()).is_none_or(|range| merged_rows(range).is_some())
}

/// Whether the value of an attribute is false. Some programs write such an attribute at every row.
fn says_no(rest: &[u8]) -> bool {
    [&b"=\"0\""[..], b"=\"false\"", b"='0'", b"='false'"].iter().any(|no| rest.starts_with(no))
}

/// Whether a height or width is below one, and so may be zero.
fn begins_with_nothing(rest: &[u8]) -> bool {
    [&b"\"0"[..], b"'0"].iter().any(|nothing| rest.starts_with(nothing))
}

/// Whether a character may split a value: it begins a comment or similar, or a character reference. The XML
/// declaration at the start does not count.
fn may_cut_a_value(xml: &[u8], at: usize) -> bool {
    if xml.get(at) == Some(&b'&') {
        return is_in_value(xml, at);
    }
    let opened = at > 0 && xml.get(at - 1) == Some(&b'<');
    opened && !xml.get(at..).is_some_and(|rest| rest.starts_with(b"?xml "))
}

/// Whether a position is in a cell's value: `<v` is the last element before it.
fn is_in_value(xml: &[u8], at: usize) -> bool {
    let before = xml.get(..at).unwrap_or_default();
    let element = memchr::memrchr(b'<', before).and_then(|from| before.get(from + 1..)).unwrap_or_default();
    let name = element.split(|byte| *byte == b'>').next().unwrap_or_default();
    name.rsplit(|byte| *byte == b':').next().is_some_and(|name| name.starts_with(b"v"))
}

fn ends_a_name(rest: &[u8]) -> bool {
    rest.first().is_some_and(|byte| matches!(byte, b'>' | b'/') || byte.is_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_plain_where_there_is_nothing_to_look_for() {
        let cell = "<c r=\"A1\"><v>1</v></c>";
        let many = cell.repeat(2 * WINDOW_BYTES / cell.len());
        for (xml, expected) in [
            ("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>", true),
            ("<row r=\"1\" hidden=\"0\"><c r=\"A1\"><v>1</v></c></row>", true),
            ("<row r=\"1\" hidden=\"false\"></row>", true),
            ("<row r=\"1\" hidden=\"1\"></row>", false),
            ("<mergeCells count=\"1\"><mergeCell ref=\"A1:F1\"/></mergeCells>", true),
            ("<mergeCells count=\"1\"><mergeCell ref=\"A1:B2\"/></mergeCells>", true),
            ("<mergeCells><mergeCell ref=\"A1:F1\"/><mergeCell ref='C2:C5'/></mergeCells>", false),
            ("<row r=\"1\" hidden='true'></row>", false),
            ("<cols><col min=\"2\" max=\"3\" hidden=\"1\"/></cols>", false),
            ("<cols><col min=\"2\" max=\"3\" width=\"0\"/></cols>", false),
            ("<cols><col min=\"2\" max=\"3\" width=\"10.5\"/></cols>", true),
            ("<row r=\"1\" customHeight=\"0\" ht=\"15\"></row>", true),
            ("<row r=\"1\" ht=\"0\" customHeight=\"1\"></row>", false),
            ("<autoFilter ref=\"A1:B3\"/>", true),
            ("<autoFilter ref=\"A1:B3\"><filterColumn colId=\"1\"/></autoFilter>", false),
            ("<sheetPr filterMode=\"1\"/>", false),
            ("<sheetPr filterMode=\"0\"/>", true),
            ("<c r=\"A1\"><f>B1*2</f><v>4</v></c>", true),
            ("<c r=\"A1\"><f t=\"shared\" si=\"0\"/><v>4</v></c>", true),
            ("<c r=\"A1\"><f>B1*2</f><v>0</v></c>", false),
            ("<c r=\"A1\"><f>B1*2</f><v>0</v></c><c r=\"A2\"><f>B2*2</f><v>0.5</v></c>", true),
            ("<c r=\"A1\"><f>B1*2</f></c><c r=\"B1\"><v>4</v></c>", false),
            ("<c r=\"A1\"><f>B1*2</f><v></v></c>", false),
            ("<c r=\"A1\"><f>B1*2</f><v/></c>", false),
            ("<c r=\"A1\"><f>B1*2</f></c ><c r=\"B1\"><v>4</v></c>", false),
            ("<c r=\"A1\"><f>B1*2</f></c\n><c r=\"B1\"><v>4</v></c>", false),
            ("<c r=\"A1\"><f>B1*2</f><v>4</v></c ><c r=\"B1\"><v>4</v></c>", false),
            ("<c r=\"A1\"><v>1</v></c ><c r=\"B1\"><v>4</v></c>", true),
            ("<c r=\"A1\"><v>7<!-- -->50</v></c>", false),
            ("<c r=\"A1\"><v><![CDATA[750]]></v></c>", false),
            ("<c r=\"A1\"><v>7&#53;0</v></c>", false),
            ("<x:c r=\"A1\"><x:v>7&#53;0</x:v></x:c>", false),
            ("<c r=\"A1\" t=\"inlineStr\"><is><t>Ada &amp; Sons</t></is></c>", true),
            ("<c r=\"A1\"><f>B1&amp;C1</f><v>4</v></c>", true),
            // An error value.
            ("<c r=\"A1\" t=\"e\"><v>#SPILL!</v></c>", false),
            ("<c r=\"A1\" t=\"inlineStr\"><is><t>Why? No! Flat #7</t></is></c>", true),
            ("<?xml version=\"1.0\"?><worksheet/>", true),
            ("<c r=\"A1\"><v>7<?x y?>50</v></c>", false),
            ("<x:c r=\"A1\"><x:f>B1*2</x:f></x:c>", false),
            ("<headerFooter><firstHeader>a</firstHeader></headerFooter>", true),
            ("<\0r\0o\0w\0", false),
        ] {
            for before in ["", &many] {
                assert_eq!(is_plain([before, xml].concat().as_bytes()), expected, "{xml}");
            }
        }
    }
}
