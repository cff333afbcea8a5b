//! Files made to bring a reader down. Each is small; what it asks for is not.

use std::io::{Cursor, Write};

use zip::{ZipWriter, write::SimpleFileOptions};

use super::{BOOK, BOOK_RELATIONS, Made, RELATIONS, TYPES};

/// A workbook of which one part is written as it unpacks: `head`, then `filling` up to `bytes`, then `tail`.
fn stuffed(part: &str, [head, filling, tail]: [&str; 3], bytes: usize) -> Made {
    let sheet = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>\
                 <row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row></sheetData></worksheet>";
    let strings = "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"/>";
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().large_file(true);
    for (path, text) in [
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", BOOK_RELATIONS),
        ("xl/worksheets/sheet1.xml", sheet),
        ("xl/sharedStrings.xml", strings),
    ] {
        zip.start_file(path, options)?;
        if path == part {
            zip.write_all(head.as_bytes())?;
            let block = filling.repeat((64 * 1024_usize).div_ceil(filling.len()));
            let mut left = bytes;
            while left > 0 {
                zip.write_all(block.as_bytes())?;
                left = left.saturating_sub(block.len());
            }
            zip.write_all(tail.as_bytes())?;
        } else {
            zip.write_all(text.as_bytes())?;
        }
    }
    Ok(zip.finish()?.into_inner())
}

/// Shared strings that are one long text.
pub fn texts_unpacking_to(bytes: usize) -> Made {
    stuffed("xl/sharedStrings.xml", ["<sst><si><t>", "a", "</t></si></sst>"], bytes)
}

/// What must come of a file.
#[derive(Clone, Copy, Debug)]
pub enum Fate {
    /// Refused with one of these codes.
    Refused(&'static [&'static str]),
    /// Read; people as `row name account amount`, an amount that cannot be read as `-`.
    People(&'static [&'static str]),
}

/// A file's name in the tables, its bytes, and what must come of it.
pub type Hostile = (&'static str, Vec<u8>, Fate);

use Fate::{People, Refused};

const HEADER: &str = "Name,Account Number,Bank Code,Amount\n";
const ADA: &str = "2 Ada Obi 0000014579 100.00";

/// Text files: awkward, foreign, or made to bring a reader down.
#[allow(clippy::too_many_lines, reason = "a table")]
pub fn texts() -> Vec<Hostile> {
    let payroll = |rows: &str| format!("{HEADER}{rows}").into_bytes();
    let title: String =
        (1..=20).map(|line| format!("Acme Farms Ltd, line {line} of its letterhead\n")).collect();
    vec![
        (
            "a million columns",
            [HEADER, &",x".repeat(1_000_000)].concat().into_bytes(),
            Refused(&["file_too_many_columns"]),
        ),
        ("one endless line", "x".repeat(20 * 1024 * 1024).into_bytes(), Refused(&["no_table_found"])),
        ("quotes alone", "\"".repeat(100_001).into_bytes(), Refused(&["no_table_found", "file_empty"])),
        ("delimiters alone", ",\n".repeat(100_000).into_bytes(), Refused(&["no_table_found", "file_empty"])),
        ("NUL bytes within", payroll("Ada\0Obi,0000014579,011,100\n"), Refused(&["file_not_a_spreadsheet"])),
        ("half a UTF-16 character", vec![0xFF, 0xFE, b'N', 0, b'a', 0, 0x3D], Refused(&["no_table_found"])),
        ("a mark and nothing", vec![0xFF, 0xFE], Refused(&["file_empty"])),
        (
            "formulas in names",
            payroll("=cmd|' /C calc'!A0,0000014579,011,100\n@SUM(1+1),0000014579,011,100\n"),
            People(&["2 =cmd|' /C calc'!A0 0000014579 100.00", "3 @SUM(1+1) 0000014579 100.00"]),
        ),
        (
            "odd spaces and marks",
            payroll("'Ada\u{a0}Obi\u{200b},'00000\u{a0}14579\u{feff},011,\"1\u{202f}250,00\"\n"),
            People(&["2 Ada Obi 0000014579 1250.00"]),
        ),
        (
            "digits of another script",
            payroll("Ada Obi,٠٠٠٠٠١٤٥٧٩,011,١٠٠\n"),
            People(&["2 Ada Obi ٠٠٠٠٠١٤٥٧٩ -"]),
        ),
        (
            "accounts that lost digits",
            payroll("Ada Obi,1.23E+10,011,100\nBen Eze,1.23457E+15,011,100\nCid Ojo,14579.0,011,100\n"),
            People(&[
                "2 Ada Obi 1.23E+10 100.00",
                "3 Ben Eze 1.23457E+15 100.00",
                "4 Cid Ojo 14579.0 100.00",
            ]),
        ),
        (
            "no amounts",
            payroll(
                "Ada Obi,0000014579,011,25/11/2026\nBen Eze,0000014579,011,5%\nCid Ojo,0000014579,011,#REF!\nDan Ude,0000014579,011,1e3\nEve Oke,0000014579,011,0x10\n",
            ),
            People(&[
                "2 Ada Obi 0000014579 -",
                "3 Ben Eze 0000014579 -",
                "4 Cid Ojo 0000014579 -",
                "5 Dan Ude 0000014579 -",
                "6 Eve Oke 0000014579 -",
            ]),
        ),
        (
            "totals in the middle",
            payroll(
                "Ada Obi,0000014579,011,100\nSub-total,,,100\nBen Eze,0000014579,011,200\nGrand total,,,300\n",
            ),
            People(&[ADA, "4 Ben Eze 0000014579 200.00"]),
        ),
        (
            "twenty rows of title",
            [title.as_bytes(), &payroll("Ada Obi,0000014579,011,100\n")].concat(),
            People(&["22 Ada Obi 0000014579 100.00"]),
        ),
        (
            "two tables",
            payroll(
                "Ada Obi,0000014579,011,100\n,,,\nName,Account Number,Bank Code,Amount\nBen Eze,0000014579,011,200\n",
            ),
            People(&[ADA, "5 Ben Eze 0000014579 200.00"]),
        ),
        (
            "headers in two rows",
            b"Employee,,Pay,\nName,Account Number,Bank Code,Amount\nAda Obi,0000014579,011,100\n".to_vec(),
            People(&["3 Ada Obi 0000014579 100.00"]),
        ),
        (
            "the same header twice",
            b"Name,Account Number,Bank Code,Amount,Amount\nAda Obi,0000014579,011,100,999\n".to_vec(),
            People(&[ADA]),
        ),
        (
            "a lone quote",
            payroll("Ada \"Obi,0000014579,011,100\nBen Eze,0000014579,011,200\n"),
            People(&["2 Ada \"Obi 0000014579 100.00", "3 Ben Eze 0000014579 200.00"]),
        ),
        (
            "a cell of a megabyte",
            [HEADER, "Ada Obi,0000014579,011,100\n", &"x".repeat(1024 * 1024), ",0000014579,011,100\n"]
                .concat()
                .into_bytes(),
            People(&[ADA, "3 xxxxxxxx… 0000014579 100.00"]),
        ),
        (
            "a web page",
            b"<html><body><table><tr><td>Name</td></tr></table>".to_vec(),
            Refused(&["file_not_a_spreadsheet"]),
        ),
        (
            "a web page in UTF-16",
            "\u{feff}<html><table><tr><td>Name</td></tr></table>"
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect(),
            Refused(&["file_not_a_spreadsheet"]),
        ),
        ("a letter", b"{\\rtf1\\ansi Name Account}".to_vec(), Refused(&["file_not_a_spreadsheet"])),
    ]
}

/// Cells of one row, as inline texts from column A on; a number is a number.
fn row(number: u32, cells: &[&str]) -> String {
    let cells = (b'A'..).zip(cells).map(|(column, text)| {
        let at = format!("{}{number}", char::from(column));
        match text.strip_prefix('#') {
            Some(value) => format!("<c r=\"{at}\"><v>{value}</v></c>"),
            None => format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>"),
        }
    });
    format!("<row r=\"{number}\">{}</row>", cells.collect::<String>())
}

const SST: &str = "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">";

/// Workbooks.
pub fn workbooks() -> Result<Vec<Hostile>, super::MakeError> {
    let header = row(1, &["Name", "Account Number", "Bank Code", "Amount"]);
    let ada = row(2, &["Ada Obi", "0000014579", "011", "#100"]);
    let payroll = format!("{header}{ada}");
    let book = |rows: &str| super::bare_workbook(rows, &format!("{SST}</sst>"));
    let whole = book(&payroll)?;
    let deep = format!("{payroll}{}{}", "<x>".repeat(300_000), "</x>".repeat(300_000));
    let laughs = "<!DOCTYPE sst [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\
                  <!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]>";
    let laughing = super::bare_workbook(&payroll, &format!("{laughs}{SST}<si><t>&c;</t></si></sst>"))?;
    let far = |at: &str| book(&format!("{payroll}<row r=\"3\"><c r=\"{at}\"><v>1</v></c></row>"));
    let numbers = row(2, &["Ada Obi", "#12345678901234567", "011", "#1E400"]);
    Ok(vec![
        ("a plain one", whole.clone(), People(&[ADA])),
        ("elements 300,000 deep", book(&deep)?, Fate::Refused(&["file_corrupt", "reader_crashed", "read"])),
        ("entities upon entities", laughing, Fate::Refused(&["file_corrupt", "read"])),
        ("a cell in the last column", far("XFD3")?, Refused(&["file_too_many_columns"])),
        (
            "a cell past every column",
            far("ZZZZZZ3")?,
            Fate::Refused(&["file_too_many_columns", "file_corrupt", "read"]),
        ),
        (
            "a row past every row",
            book(&format!("{payroll}<row r=\"4294967295\"><c><v>1</v></c></row>"))?,
            Fate::Refused(&["file_corrupt", "file_too_many_rows", "read"]),
        ),
        (
            "numbers past every number",
            book(&format!("{header}{numbers}"))?,
            People(&["2 Ada Obi 12345678901234568 -"]),
        ),
        ("no rows", book("")?, Refused(&["file_empty"])),
        ("more parts than a workbook has", parts(1_001)?, Refused(&["file_inflates_too_much"])),
        (
            "parts that say they are larger",
            swollen(whole.clone()),
            Fate::Refused(&["file_inflates_too_much", "file_corrupt"]),
        ),
        (
            "an archive in an archive",
            archive(&[("payroll.xlsx", &whole)])?,
            Refused(&["file_not_a_spreadsheet"]),
        ),
        (
            "an archive cut in half",
            whole.get(..whole.len() / 2).unwrap_or_default().to_vec(),
            Refused(&["file_corrupt"]),
        ),
        ("a million rows of nothing", blank_rows(6 * 1024 * 1024)?, Refused(&["file_empty", "file_corrupt"])),
    ])
}

/// OpenDocument sheets.
#[allow(clippy::too_many_lines, reason = "a table")]
pub fn open_documents() -> Result<Vec<Hostile>, super::MakeError> {
    let cell = |text: &str| {
        format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
    };
    let line = |cells: &[&str]| {
        format!(
            "<table:table-row>{}</table:table-row>",
            cells.iter().map(|text| cell(text)).collect::<String>()
        )
    };
    let header = line(&["Name", "Account Number", "Bank Code", "Amount"]);
    let money = "<table:table-cell office:value-type=\"currency\" office:value=\"1234.0999999999999\"><text:p>₦1,234.10</text:p></table:table-cell>";
    let ada = format!(
        "<table:table-row>{}{}{}{money}</table:table-row>",
        cell("Ada Obi"),
        cell("0000014579"),
        cell("011")
    );
    let hidden = ada.replacen("<table:table-row>", "<table:table-row table:visibility=\"collapse\">", 1);
    let empty = "<table:table-row table:number-rows-repeated=\"1048570\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row>";
    let full = |rows: u32, columns: u32| {
        format!(
            "<table:table-row table:number-rows-repeated=\"{rows}\"><table:table-cell table:number-columns-repeated=\"{columns}\" \
         office:value-type=\"float\" office:value=\"1\"/></table:table-row>"
        )
    };
    let formula = format!(
        "<table:table-row>{}{}{}<table:table-cell table:formula=\"of:=1+1\"/></table:table-row>",
        cell("Ben Eze"),
        cell("0000014579"),
        cell("011")
    );
    let percent = "<table:table-cell office:value-type=\"percentage\" office:value=\"0.05\"><text:p>5%</text:p></table:table-cell>";
    let percent = format!(
        "<table:table-row>{}{}{}{percent}</table:table-row>",
        cell("Cid Ojo"),
        cell("0000014579"),
        cell("011")
    );
    let manifest = "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
    let content = open_document_content(&format!("{header}{ada}"));
    Ok(vec![
        (
            "rows and empty ones without end.ods",
            open_document(&format!("{header}{ada}{hidden}{formula}{percent}{empty}"))?,
            People(&[
                "2 Ada Obi 0000014579 1234.10",
                "3 Ada Obi 0000014579 1234.10",
                "4 Ben Eze 0000014579 -",
                "5 Cid Ojo 0000014579 -",
            ]),
        ),
        (
            "a value in every column.ods",
            open_document(&format!("{header}{}", full(6_000, 16_384)))?,
            Refused(&["file_too_many_columns"]),
        ),
        (
            "a value in every row.ods",
            open_document(&format!("{header}{}", full(1_048_576, 2)))?,
            Refused(&["file_too_many_rows"]),
        ),
        (
            "a password.ods",
            archive(&[
                ("mimetype", MIME.as_bytes()),
                ("META-INF/manifest.xml", manifest.as_bytes()),
                ("content.xml", b"\x01\x02"),
            ])?,
            Refused(&["file_encrypted"]),
        ),
        (
            "a password over all of it.ods",
            archive(&[
                ("mimetype", MIME.as_bytes()),
                ("META-INF/manifest.xml", manifest.as_bytes()),
                ("encrypted-package", b"\x01\x02"),
            ])?,
            Refused(&["file_encrypted"]),
        ),
        (
            "more rows than a number counts.ods",
            open_document(&format!(
                "{header}{}",
                ada.replacen("-row>", "-row table:number-rows-repeated=\"4294967296\">", 1)
            ))?,
            Refused(&["file_too_many_rows"]),
        ),
        (
            "cut short.ods",
            archive(&[
                ("mimetype", MIME.as_bytes()),
                ("content.xml", &content.as_bytes()[..content.len() - 30]),
            ])?,
            Refused(&["file_corrupt"]),
        ),
        (
            "a letter.ods",
            archive(&[
                ("mimetype", b"application/vnd.oasis.opendocument.text"),
                ("content.xml", content.as_bytes()),
            ])?,
            Refused(&["file_not_a_spreadsheet"]),
        ),
    ])
}

const MIME: &str = "application/vnd.oasis.opendocument.spreadsheet";

fn open_document_content(rows: &str) -> String {
    format!(
        "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\"><office:body><office:spreadsheet>\
         <table:table table:name=\"Pay\">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
}

/// An OpenDocument sheet of its styles and tables.
pub fn open_document_of(styles: &str, tables: &str) -> Made {
    let content = format!(
        "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\" xmlns:style=\"s\">{styles}\
         <office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    );
    archive(&[("mimetype", MIME.as_bytes()), ("content.xml", content.as_bytes())])
}

fn open_document(rows: &str) -> Made {
    archive(&[("mimetype", MIME.as_bytes()), ("content.xml", open_document_content(rows).as_bytes())])
}

fn archive(parts: &[(&str, &[u8])]) -> Made {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in parts {
        zip.start_file(*path, SimpleFileOptions::default())?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn parts(count: u32) -> Made {
    let names: Vec<String> = (0..count).map(|number| format!("xl/part{number}.xml")).collect();
    archive(&names.iter().map(|name| (name.as_str(), &b"x"[..])).collect::<Vec<_>>())
}

/// Every part's size in the archive's directory made almost four gigabytes.
fn swollen(mut bytes: Vec<u8>) -> Vec<u8> {
    for at in 0..bytes.len().saturating_sub(28) {
        if bytes[at..].starts_with(b"PK\x01\x02") {
            bytes[at + 24..at + 28].copy_from_slice(&0xEFFF_FFFF_u32.to_le_bytes());
        }
    }
    bytes
}

fn blank_rows(bytes: usize) -> Made {
    let head = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>";
    stuffed("xl/worksheets/sheet1.xml", [head, "<row/>", "</sheetData></worksheet>"], bytes)
}
