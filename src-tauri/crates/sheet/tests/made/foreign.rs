//! Workbooks as programs other than Excel pack them: correct by the standard or nearly so, and shown by Excel.

use std::io::{Cursor, Write};

use zip::{ZipWriter, write::SimpleFileOptions};

use super::{BOOK, BOOK_RELATIONS, Made, MakeError, RELATIONS, TYPES};

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const BOOK_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const STRINGS: &str = "xl/sharedStrings.xml";
const SHEET: &str = "xl/worksheets/sheet1.xml";
const BOOK_PART: &str = "xl/workbook.xml";
const BOOK_RELS: &str = "xl/_rels/workbook.xml.rels";

type Parts = Vec<(String, String)>;

/// Ada with 100 and Ben with 200; all texts are shared ones.
fn parts() -> Parts {
    let texts = [
        "Name",
        "Account Number",
        "Bank Code",
        "Amount",
        "Ada Obi",
        "0000014579",
        "011",
        "Ben Eze",
        "0123456780",
        "058",
    ];
    let row = |number: u32, texts: &[usize], amount: &str| {
        let cells = ["A", "B", "C", "D"].iter().zip(texts);
        let cells =
            cells.map(|(column, text)| format!("<c r=\"{column}{number}\" t=\"s\"><v>{text}</v></c>"));
        format!("<row r=\"{number}\">{}{amount}</row>", cells.collect::<String>())
    };
    let rows = [
        row(1, &[0, 1, 2, 3], ""),
        row(2, &[4, 5, 6], "<c r=\"D2\"><v>100</v></c>"),
        row(3, &[7, 8, 9], "<c r=\"D3\"><v>200</v></c>"),
    ];
    let sheet = format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{}</sheetData></worksheet>", rows.concat());
    let entries = texts.map(|text| format!("<si><t>{text}</t></si>")).concat();
    let strings = format!("<sst xmlns=\"{MAIN}\" count=\"10\" uniqueCount=\"10\">{entries}</sst>");
    let of_book = format!("<Override PartName=\"/{BOOK_PART}\" ContentType=\"{BOOK_TYPE}\"/></Types>");
    let types = TYPES.replace("</Types>", &of_book);
    let named = [
        ("[Content_Types].xml", types.as_str()),
        ("_rels/.rels", RELATIONS),
        (BOOK_PART, BOOK),
        (BOOK_RELS, BOOK_RELATIONS),
        (SHEET, &sheet),
        (STRINGS, &strings),
    ];
    named.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

fn packed(parts: &Parts, encode: impl Fn(&str) -> Vec<u8>) -> Made {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(&encode(text))?;
    }
    Ok(zip.finish()?.into_inner())
}

fn narrow(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

fn wide(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let declared = text.split_once("?>").map_or(text, |(_, text)| text);
    let text = format!("\u{feff}<?xml version=\"1.0\" encoding=\"UTF-16\"?>{declared}");
    text.encode_utf16().flat_map(to_bytes).collect()
}

fn changed(part: &str, from: &str, to: &str) -> Parts {
    let mut parts = parts();
    let (_, text) = parts.iter_mut().find(|(name, _)| name == part).unwrap();
    assert!(text.contains(from), "{part}");
    *text = text.replace(from, to);
    parts
}

/// The part by another name, with every mention of its path replaced.
fn renamed(mut parts: Parts, part: &str, name: &str, mentions: &[(&str, &str)]) -> Parts {
    for (of, text) in &mut parts {
        if of == part {
            name.clone_into(of);
        }
        for (from, to) in mentions {
            *text = text.replace(from, to);
        }
    }
    parts
}

/// The workbook's part elsewhere, the parts that it names where they were.
fn book_at(path: &str) -> Parts {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let parts = changed(BOOK_RELS, "Target=\"", "Target=\"/xl/");
    let parts = renamed(parts, BOOK_PART, path, &[(BOOK_PART, path)]);
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    renamed(parts, BOOK_RELS, &format!("{folder}_rels/{name}.rels"), &[])
}

/// The workbook with these cells as the amounts of Ada and Ben.
pub fn with_amounts(ada: &str, ben: &str) -> Made {
    let mut parts = changed(SHEET, "<v>100</v>", ada);
    parts.iter_mut().for_each(|(_, text)| *text = text.replace("<v>200</v>", ben));
    packed(&parts, narrow)
}

pub fn all() -> Result<Vec<(String, Vec<u8>)>, MakeError> {
    let mut all = vec![("usual".to_owned(), packed(&parts(), narrow)?)];
    let ranges = [
        "ref=\"1:5\"",
        "ref=\"A:D\"",
        "ref=\"\"",
        "ref=\"D9:A1\"",
        "ref=\"A1:D3:E4\"",
        "ref='$A$1'",
        "",
        "ref=\"A1:XFD1048576\"",
    ];
    for range in ranges {
        let element = format!("<dimension {range}/><sheetData>");
        all.push((format!("a range {range}"), packed(&changed(SHEET, "<sheetData>", &element), narrow)?));
    }
    let element = "<dimension ref=\"1:5\"></dimension><sheetData>";
    all.push(("a range in two tags".into(), packed(&changed(SHEET, "<sheetData>", element), narrow)?));
    for count in ["0", "3", "4294967295", "99999999999999999999", "-1", "many"] {
        let parts = changed(STRINGS, "uniqueCount=\"10\"", &format!("uniqueCount=\"{count}\""));
        all.push((format!("{count} texts"), packed(&parts, narrow)?));
    }
    for path in ["xl/workbook22.xml", "workbook.xml", "book/main.xml", "a/b/c.xml"] {
        all.push((format!("the workbook in {path}"), packed(&book_at(path), narrow)?));
    }
    for path in ["xl/strings2.xml", "texts/strings.xml"] {
        let parts = renamed(parts(), STRINGS, path, &[("\"sharedStrings.xml\"", &format!("\"/{path}\""))]);
        all.push((format!("the texts in {path}"), packed(&parts, narrow)?));
        let mut parts = parts;
        let other = format!("<sst xmlns=\"{MAIN}\">{}</sst>", "<si><t>Zed Zulu</t></si>".repeat(10));
        parts.push((STRINGS.to_owned(), other));
        all.push((format!("the texts in {path}, others in the usual part"), packed(&parts, narrow)?));
    }
    for target in ["./worksheets/sheet1.xml", "../xl/worksheets/sheet1.xml", "worksheets\\sheet1.xml"] {
        let parts = changed(BOOK_RELS, "\"worksheets/sheet1.xml\"", &format!("\"{target}\""));
        all.push((format!("the sheet by {target}"), packed(&parts, narrow)?));
    }
    for (order, to_bytes) in [("little", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("big", u16::to_be_bytes)] {
        all.push((format!("UTF-16, {order} end first"), packed(&parts(), |text| wide(text, to_bytes))?));
        let elsewhere = packed(&book_at("book/main.xml"), |text| wide(text, to_bytes))?;
        all.push((format!("UTF-16 elsewhere, {order} end first"), elsewhere));
    }
    Ok(all)
}
