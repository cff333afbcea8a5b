use paysheet_domain::CellValue;
use proptest::prelude::*;

use super::{block::START, *};
use crate::{
    FileError, FileFacts, FileKind,
    formats::{Book, BookFacts, Content, Grid, GridRow, Kind, Sheet, SheetEnd, SheetSink, SheetStart},
    process::serve::parse_file,
};

const PAYROLL: &str =
    "Name,Account Number,Bank,Amount\nAda Ọbí,0000014579,First Bank,100,\nBen,5,GTBank,x\nTotal,,,1\n";

fn written(file: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    parse_file(file, Content::Tables, &mut bytes).unwrap();
    bytes
}

fn shown(book: &Book) -> Vec<String> {
    let rows = book.sheets.iter().flat_map(|sheet| &sheet.grid.rows);
    rows.map(|row| format!("{} {:?}: {}", row.number, row.width, row.shown(100))).collect()
}

#[test]
fn a_file_arrives_as_it_was_whatever_stood_before_it() {
    let bytes = [b"\nrunning 1 test\n\0pay", written(PAYROLL.as_bytes()).as_slice()].concat();
    let book = read(&mut bytes.as_slice(), &mut |_| ()).unwrap().unwrap();
    assert_eq!(
        shown(&book),
        [
            "1 Some(4): Name | Account Number | Bank | Amount",
            "2 Some(5): Ada Ọbí | 0000014579 | First Bank | 100",
            "3 Some(4): Ben | 5 | GTBank | x",
            "4 Some(4): Total | 1",
        ]
    );
    assert_eq!((book.facts.delimiter, book.facts.file.bytes), (Some(b','), 95));
}

#[test]
fn a_refusal_arrives_as_it_was() {
    let refused = read(&mut written(b"%PDF-1.7").as_slice(), &mut |_| ()).unwrap().unwrap_err();
    assert_eq!(refused.code(), "file_not_a_spreadsheet");
}

#[test]
fn a_file_cut_anywhere_is_none() {
    let whole = written(PAYROLL.as_bytes());
    for end in 0..whole.len() {
        assert!(read(&mut &whole[..end], &mut |_| ()).is_err(), "cut at {end}");
    }
}

#[test]
fn a_row_of_very_many_cells_arrives_whole() {
    let mut bytes = Vec::new();
    let mut writer = Writer::start(&mut bytes).unwrap();
    writer.begin_sheet(&SheetStart { name: "Wide".into(), hidden: false }).unwrap();
    writer.row(7, None).unwrap();
    let text = "x".repeat(4000);
    for column in (0..250).cycle().take(1000) {
        writer.cell(column, Kind::Text, &text).unwrap();
    }
    writer.end_sheet(&SheetEnd::default()).unwrap();
    let file = FileFacts { kind: FileKind::Xlsx, bytes: 1, sha256: String::new() };
    writer.end(&BookFacts { file, delimiter: None, encoding_guessed: None, are_records: false }).unwrap();
    let book = read(&mut bytes.as_slice(), &mut |_| ()).unwrap().unwrap();
    let rows = &book.sheets[0].grid.rows;
    assert_eq!((rows.len(), rows[0].number, rows[0].cells.len()), (1, 7, 250));
}

fn value() -> impl Strategy<Value = CellValue> {
    prop_oneof![
        ".{0,40}".prop_map(|text| CellValue::Text(text.into())),
        "[0-9]{1,20}".prop_map(|text| CellValue::Number(text.into())),
        any::<bool>().prop_map(CellValue::Bool),
        "[0-9-]{10}".prop_map(|text| CellValue::Date(text.into())),
        "0\\.[0-9]{1,4}".prop_map(|text| CellValue::Percent(text.into())),
        "#[A-Z]{3}!".prop_map(|text| CellValue::Error(text.into())),
        Just(CellValue::FormulaWithoutValue),
    ]
}

proptest! {
    #[test]
    fn any_row_arrives_as_it_was(
        number in any::<u32>(),
        width in prop::option::of(any::<u32>()),
        hidden in any::<bool>(),
        cells in prop::collection::btree_map(0..256_u16, value(), 0..8),
    ) {
        let columns = cells.keys().last().map_or(0, |at| u32::from(*at) + 1);
        let row = GridRow { number, width, hidden, cells: cells.into_iter().collect() };
        let grid = Grid { rows: vec![row.clone()], columns, ..Grid::default() };
        let mut bytes = Vec::new();
        let mut writer = Writer::start(&mut bytes).unwrap();
        writer.sheet(Sheet { name: "Pay".into(), hidden, grid }).unwrap();
        writer.refused(&FileError::FileEmpty).unwrap();
        prop_assert!(read(&mut bytes.as_slice(), &mut |_| ()).unwrap().is_err());
        let file = FileFacts { kind: FileKind::Xlsx, bytes: 1, sha256: String::new() };
        let mut bytes = Vec::new();
        let mut writer = Writer::start(&mut bytes).unwrap();
        let grid = Grid { rows: vec![row.clone()], columns, ..Grid::default() };
        writer.sheet(Sheet { name: "Pay".into(), hidden, grid }).unwrap();
        writer.end(&BookFacts { file, delimiter: None, encoding_guessed: None, are_records: false }).unwrap();
        let book = read(&mut bytes.as_slice(), &mut |_| ()).unwrap().unwrap();
        let sheet = &book.sheets[0];
        prop_assert_eq!((sheet.hidden, sheet.grid.columns), (hidden, columns));
        prop_assert_eq!(&sheet.grid.rows, &[row]);
    }

    #[test]
    fn arbitrary_bytes_are_no_file(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [START, &bytes].concat();
        let read = read(&mut bytes.as_slice(), &mut |_| ());
        prop_assert!(!matches!(read, Ok(Ok(_))), "{:?}", read);
    }
}
