//! An older workbook (.xls) as Excel 97 writes its records (MS-XLS) in their container (MS-CFB), of the parts that
//! matter to a payroll.

use super::{
    hidden::{HEADER, Hiding, SHEETS, lines},
    packages,
};

const SECTOR_BYTES: usize = 512;
/// Streams below this would stand among the small ones.
const STREAM_BYTES_MIN: usize = 4096;
const END_OF_CHAIN: u32 = 0xFFFF_FFFE;
const FREE: u32 = 0xFFFF_FFFF;

fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let size = u16::try_from(data.len()).unwrap();
    [&kind.to_le_bytes()[..], &size.to_le_bytes(), data].concat()
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn begin(kind: u16) -> Vec<u8> {
    record(0x0809, &words(&[0x0600, kind, 0x0DBB, 0x07CC, 0, 0, 0x0006, 0]))
}

fn end() -> Vec<u8> {
    record(0x000A, &[])
}

fn text(row: u16, column: u16, text: &str) -> Vec<u8> {
    let head = words(&[row, column, 0, u16::try_from(text.len()).unwrap()]);
    record(0x0204, &[&head, &[0][..], text.as_bytes()].concat())
}

fn line(row: u16, cells: [&str; 5], hidden: bool) -> Vec<u8> {
    let flags = if hidden { 0x0120 } else { 0x0100 };
    let head = record(0x0208, &words(&[row, 0, 5, 0x00FF, 0, 0, flags, 0x000F]));
    let cells = (0..).zip(cells).flat_map(|(column, shown)| text(row, column, shown));
    head.into_iter().chain(cells).collect()
}

fn sheet(name: &str, hiding: Hiding) -> Vec<u8> {
    let lines = lines(name);
    let rows = u16::try_from(lines.len()).unwrap() + 1;
    let is_payroll = name == "November";
    [
        begin(0x0010),
        record(0x0200, &words(&[0, 0, rows, 0, 0, 5, 0])),
        if is_payroll { record(0x007D, &words(&[0, 0, 0x0A00, 0x000F, 1, 0])) } else { Vec::new() },
        if is_payroll && hiding == Hiding::Filter { record(0x009B, &[]) } else { Vec::new() },
        line(0, HEADER, false),
        (1..).zip(lines).flat_map(|(row, (cells, hidden))| line(row, cells, hidden)).collect(),
        end(),
    ]
    .concat()
}

pub fn hidden(hiding: Hiding) -> Vec<u8> {
    let sheets = SHEETS.map(|(name, _)| sheet(name, hiding));
    let listed = |starts: [u32; 3]| {
        let bound = SHEETS.iter().zip(starts).flat_map(|((name, hidden), start)| {
            let head = [*hidden, 0, u8::try_from(name.len()).unwrap(), 0];
            record(0x0085, &[&start.to_le_bytes()[..], &head, name.as_bytes()].concat())
        });
        [begin(0x0005), record(0x0042, &words(&[1200])), bound.collect(), end()].concat()
    };
    let mut starts = [0; 3];
    let mut at = listed(starts).len();
    for (start, sheet) in starts.iter_mut().zip(&sheets) {
        *start = u32::try_from(at).unwrap();
        at += sheet.len();
    }
    contained([listed(starts), sheets.concat()].concat())
}

/// As [`hidden`] by hand, but what is hidden there has no height or width here.
pub fn flattened() -> Vec<u8> {
    let rows = [[0x00FF, 0, 0, 0x0120], [0, 0, 0, 0x0140]].map(|row| words(&row));
    let columns = [[0, 0, 0x0A00, 0x000F, 1], [0, 0, 0, 0x000F, 0]].map(|column| words(&column));
    let bytes = packages::replaced(hidden(Hiding::Hand), &rows[0], &rows[1]);
    packages::replaced(bytes, &columns[0], &columns[1])
}

fn entry(name: &str, kind: u8, child: u32, start: u32, bytes: usize) -> Vec<u8> {
    let mut entry = words(&name.encode_utf16().collect::<Vec<_>>());
    let length = if name.is_empty() { 0 } else { u16::try_from(entry.len()).unwrap() + 2 };
    entry.resize(64, 0);
    entry.extend(length.to_le_bytes());
    entry.extend([kind, 1]);
    entry.extend([FREE, FREE, child].map(u32::to_le_bytes).concat());
    entry.extend([0; 36]);
    entry.extend(start.to_le_bytes());
    entry.extend(u64::try_from(bytes).unwrap().to_le_bytes());
    entry
}

/// The stream in its container: a table of sectors, the directory, then the stream.
fn contained(mut stream: Vec<u8>) -> Vec<u8> {
    stream.resize(stream.len().max(STREAM_BYTES_MIN).next_multiple_of(SECTOR_BYTES), 0);
    let sectors = u32::try_from(stream.len() / SECTOR_BYTES).unwrap();
    let chain = (3..sectors + 2).chain([END_OF_CHAIN]);
    let mut table: Vec<u32> = [0xFFFF_FFFD, END_OF_CHAIN].into_iter().chain(chain).collect();
    table.resize(SECTOR_BYTES / 4, FREE);
    let mut header = vec![0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
    header.resize(24, 0);
    header.extend(words(&[0x003E, 3, 0xFFFE, 9, 6, 0, 0, 0]));
    header.extend([0, 1, 1, 0, 4096, END_OF_CHAIN, 0, END_OF_CHAIN, 0, 0].map(u32::to_le_bytes).concat());
    header.resize(SECTOR_BYTES, 0xFF);
    let directory = [
        entry("Root Entry", 5, 1, END_OF_CHAIN, 0),
        entry("Workbook", 2, FREE, 2, stream.len()),
        entry("", 0, FREE, 0, 0),
        entry("", 0, FREE, 0, 0),
    ];
    let table: Vec<u8> = table.into_iter().flat_map(u32::to_le_bytes).collect();
    [header, table, directory.concat(), stream].concat()
}

/// A workbook of a few megabytes that lists the one sector of its table of sectors two million times.
pub fn listing_its_table_again() -> Vec<u8> {
    const LISTS: u32 = 16 * 1024;
    let mut bytes = hidden(Hiding::Hand);
    let first = u32::try_from(bytes.len() / SECTOR_BYTES).unwrap() - 1;
    bytes[68..76].copy_from_slice(&[first, LISTS].map(u32::to_le_bytes).concat());
    for list in 1..=LISTS {
        bytes.resize(bytes.len() + SECTOR_BYTES - 4, 0);
        bytes.extend(if list < LISTS { first + list } else { END_OF_CHAIN }.to_le_bytes());
    }
    bytes
}
