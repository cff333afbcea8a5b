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
