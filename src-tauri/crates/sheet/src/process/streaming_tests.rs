//! Rows that are extracted while they arrive are those that the whole file gives.

use paysheet_domain::{CellValue, HiddenBy};
use proptest::prelude::*;

use super::wire::{self, Writer};
use crate::{
    FileFacts, FileKind, SheetFile,
    extract::{payroll::read_book, streaming::StreamingReader},
    formats::{Book, BookFacts, Kind, SheetEnd, SheetSink, SheetStart},
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

/// A sheet of people, a few of whose rows are other lines.
struct Payroll<'p> {
    name: &'p str,
    hidden: bool,
    people: u32,
    lines: &'p [(u32, Line)],
    end: &'p SheetEnd,
}

fn payroll(people: u32, lines: &[(u32, Line)], end: &SheetEnd) -> Vec<u8> {
    workbook(&[Payroll { name: "Pay", hidden: false, people, lines, end }])
}

fn workbook(sheets: &[Payroll<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut out = Writer::start(&mut bytes).unwrap();
    sheets.iter().for_each(|sheet| put_sheet(&mut out, sheet));
    let file = FileFacts { kind: FileKind::Xlsx, bytes: 1, sha256: String::new() };
    out.end(&BookFacts { file, delimiter: None, encoding_guessed: None, are_records: false }).unwrap();
    bytes
}

fn put_sheet(out: &mut Writer<&mut Vec<u8>>, sheet: &Payroll<'_>) {
    let Payroll { name, hidden, people, lines, end } = *sheet;
    out.begin_sheet(&SheetStart { name: name.into(), hidden }).unwrap();
    put(out, 1, &[(0, "Name"), (1, "Account Number"), (2, "Bank"), (3, "Amount"), (4, "Country")]);
    let mut number = 2;
    for person in 0..people {
        for (_, line) in lines.iter().filter(|(before, _)| *before == person) {
            put_line(out, &mut number, line);
        }
        put_line(out, &mut number, &Line::Amount("100"));
    }
    out.end_sheet(end).unwrap();
}

/// Reads the book from the wire. `early` extracts the rows as they arrive.
fn read(bytes: &[u8], early: &mut StreamingReader<'_>) -> Book {
    wire::read(&mut &*bytes, &mut |arrived| early.read(arrived)).unwrap().unwrap()
}

fn both(bytes: &[u8]) -> (SheetFile, SheetFile) {
    let request = Request::default();
    let mut early = StreamingReader::new(&request);
    let book = read(bytes, &mut early);
    assert!(early.people() + early.sheets_searched() > 0, "nothing was done early");
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn sheets_searched_early_are_read_like_the_whole_file(
        sheets in prop::collection::vec((any::<bool>(), 1..40_u32, prop::collection::vec((0..40_u32, line()), 0..4)), 1..5),
    ) {
        let (names, end) = (["Staff", "October", "November", "Casuals"], SheetEnd::default());
        // A workbook has at least one visible sheet.
        let sheets = names.iter().zip(&sheets).enumerate().map(|(at, (name, (hidden, people, lines)))| {
            Payroll { name, hidden: *hidden && at > 0, people: *people, lines, end: &end }
        });
        let (early, late) = both(&workbook(&sheets.collect::<Vec<_>>()));
        prop_assert_eq!(early, late);
    }
}

#[test]
fn visible_sheets_are_searched_before_the_file_is_whole() {
    let end = SheetEnd::default();
    let sheet = |name, hidden| Payroll { name, hidden, people: 5, lines: &[], end: &end };
    let bytes = workbook(&[sheet("Staff", false), sheet("Old", true), sheet("Casuals", false)]);
    let request = Request::default();
    let mut early = StreamingReader::new(&request);
    read(&bytes, &mut early);
    assert_eq!(early.sheets_searched(), 2);
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
