//! What every report must show, whatever is in it.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use paysheet_domain::{Currency, Money};

use super::*;

const NAME: &str = "Ọláṣubọmi Ŋɔkɛ-Ẹniọlá d’Órnéçãx with a very long name that needs more than one line";
const AMOUNT_MINOR: i64 = 12_345_678_905;

pub(super) fn document(people: usize) -> Document {
    let head = |text: &str, width, align| Head { text: text.to_owned(), width, align };
    let amount = Money::from_minor(AMOUNT_MINOR, Currency::NGN);
    let line = vec![Cell::Text(NAME.to_owned()), Cell::Money(amount)];
    let total = vec![Cell::Text("Total".to_owned()), Cell::Money(amount)];
    Document {
        title: "Payroll report".to_owned(),
        subtitle: "Staff · 2026-11".to_owned(),
        letterhead: None,
        paper: Paper::Landscape,
        blocks: vec![
            Block::Facts(vec![("Approved by".to_owned(), "=Ada".to_owned())]),
            Block::Table(Table {
                title: "People".to_owned(),
                heads: vec![head("Name", 30, Align::Left), head("Amount", 24, Align::Right)],
                lines: vec![line; people],
                totals: vec![total],
            }),
        ],
    }
}

pub(super) fn style(words: &ListWords) -> Style<'_> {
    Style { words, formats: Formats::of(&DocumentFormats::default()) }
}

#[test]
fn a_pdf_begins_and_ends_as_one() {
    let bytes = pdf::of(&document(100), &style(&ListWords::default()), &Stop::default()).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
}

#[test]
fn a_stopped_document_is_not_made_to_its_end() {
    let (stop, words) = (Stop::default(), ListWords::default());
    let pages = pdf::of(&document(1_000), &style(&words), &stop).unwrap().len();
    stop.set();
    let stopped = pdf::of(&document(1_000), &style(&words), &stop);
    assert!(stopped.is_err() || stopped.unwrap().len() < pages / 2);
}

#[test]
fn pages_past_the_limit_are_counted_and_not_drawn() {
    let words = ListWords::default();
    let up_to = |pages_max| pdf::up_to(pages_max, &document(1_000), &style(&words), &Stop::default());
    let Err(PdfError::TooLong { pages, pages_max: 1 }) = up_to(1) else { panic!("it has one page") };
    assert!(pages > 1);
    assert!(matches!(up_to(pages - 1), Err(PdfError::TooLong { .. })));
    assert_eq!(up_to(pages).unwrap(), pdf::of(&document(1_000), &style(&words), &Stop::default()).unwrap());
}

#[test]
fn a_workbook_has_names_as_text_and_amounts_as_numbers() {
    let bytes = workbook::of(&document(2), &style(&ListWords::default())).unwrap().save_to_buffer().unwrap();
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    let people = book.worksheet_range("People").unwrap();
    let line: Vec<Data> = people.rows().nth(1).unwrap().to_vec();
    assert_eq!(line, [Data::String(NAME.into()), Data::Float(123_456_789.05), Data::String("NGN".into())]);
    let facts = book.worksheet_range("Payroll report").unwrap();
    assert_eq!(facts.get_value((3, 1)), Some(&Data::String("=Ada".into())));
    assert!(book.worksheet_formula("Payroll report").unwrap().is_empty());
}
