//! Rows that are extracted while they arrive are those that the whole file gives.

use paysheet_domain::{CellValue, HiddenBy};
use proptest::prelude::*;

use super::wire::{self, Writer};
use crate::{
    FileFacts, FileKind, SheetFile,
    extract::{payroll::read_book, streaming::StreamingReader},
    formats::{Book, BookFacts, Grid, Kind, SheetEnd, SheetSink, SheetStart},
    model::Request,
};

/// A row among the people of a long payroll.
#[derive(Clone, Debug)]
enum Line {
    Blank,
    Left(u32),
    Total,
    Amount(&'static str),
    Country(&'static str),
    FarRight,
    OutOfOrder,
}

fn line() -> impl Strategy<Value = Line> {
    prop_oneof![
        Just(Line::Blank),
        (1..5_u32).prop_map(Line::Left),
        Just(Line::Total),
        prop::sample::select(vec!["1.250,50", "1,250.50", "1.250", "nil"]).prop_map(Line::Amount),
        prop::sample::select(vec!["KE", "Ghana"]).prop_map(Line::Country),
        Just(Line::FarRight),
        Just(Line::OutOfOrder),
    ]
}

fn put(out: &mut Writer<&mut Vec<u8>>, number: u32, cells: &[(u16, &str)]) {
    out.row(number, None).unwrap();
    cells.iter().for_each(|(at, text)| out.cell(*at, Kind::Text, text).unwrap());
}

fn put_line(out: &mut Writer<&mut Vec<u8>>, number: &mut u32, line: &Line) {
    let (account, name) = (format!("{:010}", *number), format!("Person {number}"));
    let person = [(0, name.as_str()), (1, &account), (2, "GTBank")];
    match line {
        Line::Blank => put(out, *number, &[]),
        Line::Left(rows) => *number += rows,
        Line::Total => put(out, *number, &[(0, "Total"), (3, "900")]),
        Line::Amount(text) => put(out, *number, &[person.as_slice(), &[(3, text)]].concat()),
        Line::Country(text) => put(out, *number, &[person.as_slice(), &[(3, "5"), (4, text)]].concat()),
        Line::FarRight => put(out, *number, &[person.as_slice(), &[(3, "5"), (9, "x")]].concat()),
        Line::OutOfOrder => put(out, (*number).max(5) - 3, &[(1, "0000000001"), (0, "Ada Obi"), (3, "7")]),
    }
    *number += 1;
}

fn payroll(people: u32, lines: &[(u32, Line)], end: &SheetEnd) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut out = Writer::start(&mut bytes).unwrap();
    out.begin_sheet(&SheetStart { name: "Pay".into(), hidden: false }).unwrap();
    put(&mut out, 1, &[(0, "Name"), (1, "Account Number"), (2, "Bank"), (3, "Amount"), (4, "Country")]);
    let mut number = 2;
    for person in 0..people {
        for (_, line) in lines.iter().filter(|(before, _)| *before == person) {
            put_line(&mut out, &mut number, line);
        }
        put_line(&mut out, &mut number, &Line::Amount("100"));
    }
    out.end_sheet(end).unwrap();
    let file = FileFacts { kind: FileKind::Xlsx, bytes: 1, sha256: String::new() };
    out.end(&BookFacts { file, delimiter: None, encoding_guessed: None }).unwrap();
    bytes
}

/// Reads the book from the wire. `early` extracts the rows as they arrive.
fn read(bytes: &[u8], early: &mut StreamingReader<'_>) -> Book {
    let mut on_rows = |index, start: &SheetStart, grid: &Grid| early.read_rows(index, start, grid);
    wire::read(&mut &*bytes, &mut on_rows).unwrap().unwrap()
}

fn both(bytes: &[u8]) -> (SheetFile, SheetFile) {
    let request = Request::default();
    let mut early = StreamingReader::new(&request);
    let book = read(bytes, &mut early);
    assert!(early.people() > 0, "nothing was extracted early");
    let late = read_book(book.clone(), &request, StreamingReader::new(&request)).unwrap();
    (read_book(book, &request, early).unwrap(), late)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn rows_extracted_early_are_those_of_the_whole_file(
        lines in prop::collection::vec((0..4_000_u32, line()), 0..6),
        hidden in prop::collection::vec(2..4_000_u32, 0..3),
        without_value in prop::collection::vec((1..4_000_u32, 0..5_u32), 0..2),
        filtered in any::<bool>(),
    ) {
        let end = SheetEnd { hidden_rows: hidden.clone(), without_value, filtered, ..SheetEnd::default() };
        let (early, late) = both(&payroll(4_000, &lines, &end));
        prop_assert_eq!(&early, &late);
        let file = early;
        let by = if filtered { HiddenBy::Filter } else { HiddenBy::Hand };
        for row in &file.rows {
            prop_assert_eq!(row.hidden, hidden.contains(&u32::from(row.origin)).then_some(by), "row {:?}", row.origin);
        }
    }
}

#[test]
fn most_rows_are_extracted_before_the_file_is_whole() {
    let bytes = payroll(4_000, &[], &SheetEnd::default());
    let request = Request::default();
    let mut early = StreamingReader::new(&request);
    let book = read(&bytes, &mut early);
    assert!(early.people() > 3_000, "{}", early.people());
    let file = read_book(book, &request, early).unwrap();
    assert_eq!(file.rows.len(), 4_000);
    assert_eq!(file.rows.last().unwrap().text(paysheet_domain::Field::Amount).unwrap(), "100");
    assert!(matches!(file.rows[0].cells.values().next().unwrap().value, CellValue::Text(_)));
}
