//! A binary workbook (.xlsb) as Excel writes its records (MS-XLSB), of the parts that matter to a payroll.

use std::io::{Cursor, Write};

use zip::{ZipWriter, write::SimpleFileOptions};

use super::{
    Made,
    hidden::{HEADER, Hiding, SHEETS, lines},
};

/// A record: its type and size in seven bits a byte, then its bytes.
fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if kind < 0x80 {
        bytes.push(kind as u8);
    } else {
        bytes.extend([kind as u8 | 0x80, (kind >> 7) as u8]);
    }
    let mut size = data.len();
    while size >= 0x80 {
        bytes.push(size as u8 | 0x80);
        size >>= 7;
    }
    bytes.push(size as u8);
    bytes.extend(data);
    bytes
}

fn wide(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut bytes = u32::try_from(units.len()).unwrap().to_le_bytes().to_vec();
    bytes.extend(units.into_iter().flat_map(u16::to_le_bytes));
    bytes
}

fn row(number: u32, hidden: bool) -> Vec<u8> {
    let mut data = [number.to_le_bytes(), 0_u32.to_le_bytes()].concat();
    data.extend([0x2C, 0x01, 0, if hidden { 0x10 } else { 0 }, 0]);
    data.extend(0_u32.to_le_bytes());
    record(0x0000, &data)
}

fn cell(kind: u16, column: u32, style: u32, value: &[u8]) -> Vec<u8> {
    record(kind, &[&column.to_le_bytes()[..], &style.to_le_bytes(), value].concat())
}

fn text(column: u32, text: &str) -> Vec<u8> {
    cell(0x0006, column, 0, &wide(text))
}

fn number(column: u32, style: u32, value: f64) -> Vec<u8> {
    cell(0x0005, column, style, &value.to_le_bytes())
}

fn person(number: u32, name: &str, amount: Vec<u8>) -> Vec<u8> {
    let cells = [text(0, name), text(1, "0000014579"), text(2, "First Bank"), amount];
    [row(number, number == 2), cells.concat()].concat()
}

fn sheet() -> Vec<u8> {
    let column = [3_u32, 3, 0, 0].map(u32::to_le_bytes).concat();
    let hidden_column = [column, vec![1, 0]].concat();
    let header = ["Name", "Account Number", "Bank", "Net Pay"];
    let header: Vec<u8> = (0..).zip(header).flat_map(|(column, title)| text(column, title)).collect();
    // A whole number in hundredths, as Excel packs amounts: 125,000.50.
    let packed = ((12_500_050_i32 << 2) | 3).to_le_bytes();
    [
        record(0x0081, &[]),
        record(0x0094, &[0; 16]),
        record(0x0186, &[]),
        record(0x003C, &hidden_column),
        record(0x0187, &[]),
        record(0x0091, &[]),
        row(0, false),
        header,
        person(1, "Ada Obi", cell(0x0002, 3, 0, &packed)),
        person(2, "Ben Eze", number(3, 0, 1234.1)),
        person(3, "Cid Ojo", number(3, 1, 0.05)),
        person(4, "Dan Ude", number(3, 2, 45_000.0)),
        person(5, "Eve Oke", cell(0x000B, 3, 0, &[0x07])),
        record(0x0092, &[]),
        record(0x0082, &[]),
    ]
    .concat()
}

fn styles() -> Vec<u8> {
    let format = |id: u16| {
        let mut data = vec![0; 16];
        data[2..4].copy_from_slice(&id.to_le_bytes());
        record(0x002F, &data)
    };
    [record(0x0269, &3_u32.to_le_bytes()), format(0), format(10), format(14), record(0x026A, &[])].concat()
}

pub fn workbook() -> Made {
    book(&[("November", 0, sheet())])
}

/// Of sheets with their names and how far they are hidden.
fn book(sheets: &[(&str, u8, Vec<u8>)]) -> Made {
    let numbered = || (1_u32..).zip(sheets);
    let listed = numbered().flat_map(|(number, (name, hidden, _))| {
        let head = [u32::from(*hidden), number].map(u32::to_le_bytes).concat();
        record(0x009C, &[head, wide(&format!("rId{number}")), wide(name)].concat())
    });
    let book = listed.chain(record(0x0090, &[])).chain(record(0x0084, &[])).collect();
    let relations = numbered().map(|(number, _)| {
        format!("<Relationship Id=\"rId{number}\" Target=\"worksheets/sheet{number}.bin\"/>")
    });
    let relations = format!("<Relationships>{}</Relationships>", relations.collect::<String>());
    let mut parts = vec![
        ("xl/_rels/workbook.bin.rels".to_owned(), relations.into_bytes()),
        ("xl/workbook.bin".to_owned(), book),
        ("xl/styles.bin".to_owned(), styles()),
    ];
    parts.extend(
        numbered().map(|(number, (.., sheet))| (format!("xl/worksheets/sheet{number}.bin"), sheet.clone())),
    );
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in parts {
        zip.start_file(path, SimpleFileOptions::default())?;
        zip.write_all(&bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

pub fn hidden(hiding: Hiding) -> Made {
    let line = |number: u32, cells: [&str; 5], hidden: bool| {
        let cells: Vec<u8> = (0..).zip(cells).flat_map(|(column, shown)| text(column, shown)).collect();
        [row(number, hidden), cells].concat()
    };
    let sheet = |(name, hidden): (&'static str, u8)| {
        let column = [[0_u32, 0, 0, 0].map(u32::to_le_bytes).concat(), vec![1, 0]].concat();
        let is_payroll = name == "November";
        let columns = [record(0x0186, &[]), record(0x003C, &column), record(0x0187, &[])].concat();
        let filter = [record(0x00A1, &[0; 16]), record(0x00A3, &[3, 0, 0, 0, 0, 0]), record(0x00A4, &[])];
        let filter = [filter.concat(), record(0x00A2, &[])].concat();
        let rows = (1..).zip(lines(name)).flat_map(|(number, (cells, hidden))| line(number, cells, hidden));
        let parts = [
            [record(0x0081, &[]), record(0x0094, &[0; 16])].concat(),
            if is_payroll { columns } else { Vec::new() },
            [record(0x0091, &[]), line(0, HEADER, false), rows.collect(), record(0x0092, &[])].concat(),
            if is_payroll && hiding == Hiding::Filter { filter } else { Vec::new() },
            record(0x0082, &[]),
        ];
        (name, hidden, parts.concat())
    };
    book(&SHEETS.map(sheet))
}
