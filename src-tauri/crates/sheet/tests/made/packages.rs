//! Packages as other programs and bad disks leave them: parts by other names and prefixes, twice, locked, or with a
//! bit of them flipped after they were packed.

use std::io::{Cursor, Write};

use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::{BOOK, BOOK_RELATIONS, Made, MakeError, RELATIONS, TYPES, binary, hidden::Hiding, older};

const SHEET: &str = "xl/worksheets/sheet1.xml";

/// The parts of a workbook with one sheet.
fn parts(sheet: &str) -> Vec<(String, String)> {
    let named = [
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", BOOK_RELATIONS),
        (SHEET, sheet),
        ("xl/sharedStrings.xml", "<sst/>"),
    ];
    named.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

/// As they are, so that a test can find their bytes.
fn stored(parts: &[(String, String)]) -> Made {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

fn row(number: u32, says: &str, cells: [&str; 4]) -> String {
    let cells = ["A", "B", "C", "D"].iter().zip(cells).map(|(column, text)| match text.strip_prefix('#') {
        Some(value) => format!("<c r=\"{column}{number}\"{value}</c>"),
        None => format!("<c r=\"{column}{number}\" t=\"inlineStr\"><is><t>{text}</t></is></c>"),
    });
    format!("<row r=\"{number}\"{says}>{}</row>", cells.collect::<String>())
}

/// A sheet with Ada, whose row says something and whose amount is written in some way, and Ben below her.
fn sheet(says: &str, amount: &str) -> String {
    let header = row(1, "", ["Name", "Account Number", "Bank Code", "Amount"]);
    let ada = row(2, says, ["Ada Obi", "0000014579", "011", amount]);
    let ben = row(3, "", ["Ben Eze", "0123456780", "058", "#><v>200</v>"]);
    format!(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>\
         {header}{ada}{ben}</sheetData></worksheet>"
    )
}

const HUNDRED: &str = "#><v>100</v>";

/// Ada's amount as a cell's attributes and content.
pub fn with_amount(amount: &str) -> Made {
    stored(&parts(&sheet("", amount)))
}

/// Each part's headers say that it is encrypted.
fn locked(mut bytes: Vec<u8>) -> Vec<u8> {
    for at in 0..bytes.len().saturating_sub(8) {
        match &bytes[at..at + 4] {
            b"PK\x03\x04" => bytes[at + 6] |= 1,
            b"PK\x01\x02" => bytes[at + 8] |= 1,
            _ => {}
        }
    }
    bytes
}

/// The last part's name is flipped in the directory, which stands behind all parts.
fn misnamed(mut bytes: Vec<u8>) -> Vec<u8> {
    let name = b"sharedStrings.xml";
    let last = bytes.windows(name.len()).rposition(|window| window == name).unwrap();
    bytes[last] ^= 1;
    bytes
}

pub fn replaced(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    for at in 0..=bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + from.len()].copy_from_slice(to);
        }
    }
    bytes
}

/// The archive, not packed: its bytes stand in the file as they are.
fn unpacked(bytes: &[u8]) -> Made {
    let mut from = ZipArchive::new(Cursor::new(bytes))?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..from.len() {
        let mut part = from.by_index(at)?;
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        zip.start_file(part.name()?.into_owned(), options)?;
        std::io::copy(&mut part, &mut zip)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// What a file is, its bytes, and the code it is refused with.
pub type Refused = (&'static str, Vec<u8>, &'static str);

/// Files whose parts are not what was packed, or of which nobody can say what they are.
pub fn refused() -> Result<Vec<Refused>, MakeError> {
    let whole = with_amount(HUNDRED)?;
    let mut twice = parts(&sheet("", HUNDRED));
    twice.push(("xl/worksheets/sheet2.xml".into(), sheet("", "#><v>900</v>")));
    let mut twin = twice.clone();
    twin[6].0 = "xl/worksheets/SHEET1.xml".into();
    let wide: Vec<u8> = "0123456780".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let other: Vec<u8> = "0123456789".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let locked = locked(whole.clone());
    let older = older::hidden(Hiding::Hand);
    Ok(vec![
        ("an amount that was flipped", replaced(whole, b"<v>100", b"<v>900"), "file_corrupt"),
        (
            "a binary account that was flipped",
            replaced(unpacked(&binary::hidden(Hiding::Hand)?)?, &wide, &other),
            "file_corrupt",
        ),
        (
            "two parts by one name",
            replaced(stored(&twice)?, b"worksheets/sheet2.xml", b"worksheets/sheet1.xml"),
            "file_corrupt",
        ),
        ("two parts by almost one name", stored(&twin)?, "file_corrupt"),
        ("a part that is called another in the directory", misnamed(with_amount(HUNDRED)?), "file_corrupt"),
        ("locked parts", locked, "file_encrypted"),
        ("an older workbook without its last rows", older[..older.len() - 4096].to_vec(), "file_corrupt"),
        ("an older workbook without its directory", older[..1024].to_vec(), "file_corrupt"),
        (
            "an older workbook that names a text it does not have",
            replaced(older, &[0x04, 0x02, 11, 0, 1, 0, 0, 0], &[0xFD, 0, 11, 0, 1, 0, 0, 0]),
            "file_corrupt",
        ),
        ("a number with a remark in it", with_amount("#><v>7<!-- -->50</v>")?, "file_corrupt"),
        ("a number in two pieces", with_amount("#><v>7<![CDATA[5]]>0</v>")?, "file_corrupt"),
        ("a number with an escaped digit", with_amount("#><v>1&#48;0</v>")?, "file_corrupt"),
        ("a text in two pieces", with_amount("# t=\"str\"><v>7<![CDATA[5]]>0</v>")?, "file_corrupt"),
    ])
}

/// Packages that hide Ada's row, each with its parts found in another way.
pub fn hiding() -> Result<Vec<(&'static str, Vec<u8>)>, MakeError> {
    let usual = parts(&sheet(" hidden=\"1\"", HUNDRED));
    let changed = |of: &str, change: &dyn Fn(&str) -> String| {
        let mut parts = usual.clone();
        parts.iter_mut().filter(|(name, _)| name == of).for_each(|(_, text)| *text = change(text));
        stored(&parts)
    };
    let named = |name: &dyn Fn(&str) -> String| {
        stored(&usual.iter().map(|(part, text)| (name(part), text.clone())).collect::<Vec<_>>())
    };
    let moved = |text: &str| text.replace("xl/", "book/");
    let elsewhere: Vec<_> = usual.iter().map(|(name, text)| (moved(name), moved(text))).collect();
    Ok(vec![
        ("usual", stored(&usual)?),
        (
            "another prefix",
            changed("xl/workbook.xml", &|text| {
                text.replace("r:id", "ns7:id").replace("xmlns:r=", "xmlns:ns7=")
            })?,
        ),
        (
            "a name of two lines",
            changed("xl/workbook.xml", &|text| text.replace("name=\"Pay\"", "name=\"Pay\nroll\""))?,
        ),
        (
            "from the root",
            changed("xl/_rels/workbook.xml.rels", &|text| text.replace("Target=\"", "Target=\"/xl/"))?,
        ),
        ("backslashes", named(&|name| name.replace('/', "\\"))?),
        ("capitals", named(&str::to_uppercase)?),
        ("another folder", stored(&elsewhere)?),
    ])
}

/// A workbook with a sheet of Excel 4 macros before the payroll.
pub fn with_macros() -> Made {
    let mut parts = parts(&sheet("", HUNDRED));
    let macros = "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet";
    let of = |name: &str| parts.iter().position(|(part, _)| part == name);
    let (book, relations) = (of("xl/workbook.xml").unwrap(), of("xl/_rels/workbook.xml.rels").unwrap());
    parts[book].1 = BOOK.replace("<sheets>", "<sheets><sheet name=\"Macro1\" sheetId=\"9\" r:id=\"rId9\"/>");
    parts[relations].1 = BOOK_RELATIONS.replace(
        "</Relationships>",
        &format!(
            "<Relationship Id=\"rId9\" Type=\"{macros}\" Target=\"macrosheets/sheet1.xml\"/></Relationships>"
        ),
    );
    parts.push(("xl/macrosheets/sheet1.xml".into(), "<xm:macrosheet><sheetData/></xm:macrosheet>".into()));
    stored(&parts)
}

/// A sheet that an advanced filter hides Ada in: no column of it says so.
pub fn filtered_elsewhere() -> Made {
    let sheet = sheet(" hidden=\"1\"", HUNDRED);
    stored(&parts(&sheet.replace("<sheetData>", "<sheetPr filterMode=\"1\"/><sheetData>")))
}

/// A table (Ctrl+T) whose own filter hides Ada.
pub fn filtered_table() -> Made {
    let mut parts = parts(&sheet(" hidden=\"1\"", HUNDRED));
    let related = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/table";
    parts.push((
        "xl/worksheets/_rels/sheet1.xml.rels".into(),
        format!("<Relationships><Relationship Id=\"rId1\" Type=\"{related}\" Target=\"../tables/table1.xml\"/></Relationships>"),
    ));
    parts.push((
        "xl/tables/table1.xml".into(),
        "<table id=\"1\" name=\"T\" displayName=\"T\" ref=\"A1:D3\"><autoFilter ref=\"A1:D3\"><filterColumn colId=\"2\">\
         <filters><filter val=\"058\"/></filters></filterColumn></autoFilter></table>"
            .into(),
    ));
    stored(&parts)
}
