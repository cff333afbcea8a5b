//! Spreadsheets of `LibreOffice`.

use std::{
    error::Error,
    io::{Cursor, Write},
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::super::cells::{Cell, Sheet, Style, fraction};

const TYPE: &str = "application/vnd.oasis.opendocument.spreadsheet";
const SPACES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
    xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" office:version=\"1.2\"";
const STYLES: &str = "<office:automatic-styles><style:style style:name=\"away\" style:family=\"table\">\
    <style:table-properties table:display=\"false\"/></style:style></office:automatic-styles>";

pub fn bytes(sheets: &[Sheet], style: Style) -> Result<Vec<u8>, Box<dyn Error>> {
    let tables: String = sheets.iter().map(|sheet| table(sheet, style)).collect();
    let content = format!(
        "<office:document-content {SPACES}>{STYLES}<office:body><office:spreadsheet>{tables}\
         </office:spreadsheet></office:body></office:document-content>"
    );
    let manifest = format!(
        "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">\
         <manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"{TYPE}\"/></manifest:manifest>"
    );
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("mimetype", TYPE), ("META-INF/manifest.xml", &manifest), ("content.xml", &content)]
    {
        zip.start_file(name, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

fn table(sheet: &Sheet, style: Style) -> String {
    let hidden = if sheet.is_hidden { " table:style-name=\"away\"" } else { "" };
    let widest = sheet.rows.iter().map(Vec::len).max().unwrap_or(0);
    let column = |at: usize| {
        let hidden = if sheet.hidden_columns.contains(&at) { " table:visibility=\"collapse\"" } else { "" };
        format!("<table:table-column{hidden}/>")
    };
    let row = |(at, cells): (usize, &Vec<Cell>)| {
        let hidden = if sheet.hidden_rows.contains(&at) { " table:visibility=\"collapse\"" } else { "" };
        let cells: String = cells.iter().map(|value| cell(value, style)).collect();
        let cells = if cells.is_empty() { "<table:table-cell/>".to_owned() } else { cells };
        format!("<table:table-row{hidden}>{cells}</table:table-row>")
    };
    let columns: String = (0..widest).map(column).collect();
    let rows: String = sheet.rows.iter().enumerate().map(row).collect();
    format!("<table:table table:name=\"{}\"{hidden}>{columns}{rows}</table:table>", escaped(&sheet.name))
}

fn cell(cell: &Cell, style: Style) -> String {
    let shown = escaped(&cell.shown(style));
    let value = match cell {
        Cell::Empty => return "<table:table-cell/>".to_owned(),
        Cell::Amount(minor) | Cell::Sum(minor, ..) if !style.as_text => {
            format!("office:value-type=\"float\" office:value=\"{}\"", style.plain(*minor))
        }
        Cell::Number(number) => format!("office:value-type=\"float\" office:value=\"{number}\""),
        Cell::Share(percent) => {
            format!("office:value-type=\"percentage\" office:value=\"{}\"", fraction(*percent))
        }
        Cell::Day(day, month, year) => {
            format!("office:value-type=\"date\" office:date-value=\"{year}-{month:02}-{day:02}\"")
        }
        Cell::Text(_) | Cell::Digits(_) | Cell::Amount(_) | Cell::Sum(..) => {
            "office:value-type=\"string\"".to_owned()
        }
    };
    format!("<table:table-cell {value}><text:p>{shown}</text:p></table:table-cell>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
