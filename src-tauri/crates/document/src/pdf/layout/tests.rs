use paysheet_domain::{Currency, Money};

use super::*;
use crate::{
    content::{Align, Cell, Head, Slip, Table},
    tests::{document, style},
    words::ListWords,
};

const PEOPLE: usize = 100;
/// Differences of rounding.
const ALMOST_PT: f32 = 0.1;

fn pages_of(document: &Document) -> Vec<Vec<Mark>> {
    let words = ListWords::default();
    pages(document, &style(&words), &Typefaces::embedded().unwrap(), &Stop::default())
}

fn texts(page: &[Mark]) -> Vec<&str> {
    let texts = page.iter().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(text.as_str()),
        Mark::Bar { .. } => None,
    });
    texts.collect()
}

/// Compares every mark with the margins of its page.
fn nothing_is_outside(pages: &[Vec<Mark>], paper: Paper) {
    let (typefaces, (width, height)) = (Typefaces::embedded().unwrap(), paper.size_pt());
    for mark in pages.iter().flatten() {
        let (left, right, top, bottom) = match mark {
            Mark::Text { x, y, letters, text, .. } => {
                (*x, x + typefaces.width(text, *letters), y - letters.0, *y)
            }
            Mark::Bar { x, y, width, height, .. } => (*x, x + width, *y, y + height),
        };
        assert!(left >= MARGIN_PT && right <= width - MARGIN_PT + ALMOST_PT, "{mark:?}");
        assert!(top >= MARGIN_PT - ALMOST_PT && bottom <= height - MARGIN_PT + ALMOST_PT, "{mark:?}");
    }
}

fn slips(count: usize, name: &str) -> Document {
    let slip = || Slip {
        from: "Kola Foods".to_owned(),
        title: "Payment receipt".to_owned(),
        name: name.to_owned(),
        amount: Money::from_minor(123_456_789, Currency::NGN),
        facts: vec![("Bank".to_owned(), name.repeat(3)), ("Narration".to_owned(), "Salary".to_owned())],
        note: "This is not a confirmation by the bank.".to_owned(),
    };
    let blocks = vec![Block::Slips((0..count).map(|_| slip()).collect())];
    Document { paper: Paper::Portrait, blocks, ..document(0) }
}

#[test]
fn each_page_has_heads_and_a_number_and_nothing_outside_it() {
    let pages = pages_of(&document(PEOPLE));
    for (number, page) in (1_usize..).zip(&pages) {
        let texts = texts(page);
        assert!(texts.contains(&"Name") && texts.contains(&"Amount"), "page {number}");
        assert!(texts.contains(&format!("Page {number} of {}", pages.len()).as_str()));
    }
    nothing_is_outside(&pages, Paper::Landscape);
    assert!(pages.len() > 1);
}

#[test]
fn nobody_and_no_letter_is_lost_between_pages() {
    let document = document(PEOPLE);
    let Cell::Text(name) = &document.tables().next().unwrap().lines[0][0] else { panic!() };
    let plain = |text: &str| text.replace([' ', '\u{a0}'], "");
    let pages = pages_of(&document);
    let printed: String = pages.iter().flat_map(|page| texts(page)).map(plain).collect();
    assert_eq!(printed.matches(&plain(name)).count(), PEOPLE);
    assert_eq!(printed.matches("123,456,789.05NGN").count(), PEOPLE + 1, "with the total");
}

#[test]
fn totals_are_never_alone_on_a_page() {
    for people in 1..PEOPLE {
        let pages = pages_of(&document(people));
        let amounts = pages.last().map(|page| texts(page)).unwrap();
        assert!(amounts.iter().filter(|text| text.starts_with("123,456")).count() > 1, "{people} people");
    }
}

#[test]
fn a_letter_that_the_typeface_does_not_have_is_named() {
    let mut document = document(1);
    document.blocks.insert(0, Block::Facts(vec![("By".to_owned(), "王 Ada".to_owned())]));
    let pages = pages_of(&document);
    let printed: String = pages.iter().flat_map(|page| texts(page)).collect();
    assert!(printed.contains('王') && printed.contains("U+738B"));
}

#[test]
fn two_slips_are_on_a_page_and_each_names_its_own_missing_letters() {
    let pages = pages_of(&slips(5, "አበበ Ada"));
    assert_eq!(pages.len(), 3);
    for (page, expected) in pages.iter().zip([2, 2, 1]) {
        let printed = texts(page).concat();
        let slips = printed.matches("Payment receipt").count();
        assert!(slips == expected && printed.matches("U+12A0").count() == slips, "{printed}");
    }
    nothing_is_outside(&pages, Paper::Portrait);
}

#[test]
fn a_slip_of_very_long_texts_stays_on_its_page() {
    let pages = pages_of(&slips(3, &"Ọláṣubọmi-Ẹniọlá ".repeat(60)));
    assert!(pages.iter().all(|page| !page.is_empty()));
    nothing_is_outside(&pages, Paper::Portrait);
}

#[test]
fn a_cell_that_is_longer_than_a_page_is_cut_and_says_so() {
    let mut document = document(1);
    let Some(Block::Table(table)) = document.blocks.last_mut() else { panic!() };
    table.lines[0][0] = Cell::Text("word ".repeat(5_000));
    let pages = pages_of(&document);
    nothing_is_outside(&pages, Paper::Landscape);
    assert!(pages.iter().flat_map(|page| texts(page)).any(|text| text.ends_with('…')));
}

#[test]
fn the_places_to_sign_are_on_one_page() {
    for people in 20..40 {
        let mut document = document(people);
        let names = vec!["Prepared by".to_owned(), "Approved by".to_owned()];
        let (signature, date) = ("Signature".to_owned(), "Date".to_owned());
        document.blocks.push(Block::Signatures { names, signature, date });
        let pages = pages_of(&document);
        let last = texts(pages.last().unwrap());
        assert!(last.contains(&"Prepared by") && last.contains(&"Approved by"), "{people} people");
        nothing_is_outside(&pages, Paper::Landscape);
    }
}

#[test]
fn a_fitted_table_stays_on_its_page_and_counts_the_rest() {
    let more = "{{count}} more";
    for (lines, odd) in [(1, ""), (20, ""), (PEOPLE, ""), (PEOPLE, "\u{6d4b}\u{8bd5}")] {
        let line = |at| vec![Cell::Text(format!("Line {at}")), Cell::Text(odd.to_owned())];
        let head = |text: &str| Head { text: text.to_owned(), width: 30, align: Align::Left };
        let table = || Table {
            title: "In question".to_owned(),
            heads: vec![head("Reference"), head("State")],
            lines: (0..lines).map(line).collect(),
            totals: Vec::new(),
        };
        let fitted = || Block::Fitted { table: table(), more: more.to_owned() };
        let facts = || Block::Facts(vec![("Payroll".to_owned(), odd.to_owned())]);
        let blocks = vec![facts(), fitted(), Block::NextPage, facts(), fitted()];
        let pages = pages_of(&Document { paper: Paper::Portrait, blocks, ..document(0) });
        assert_eq!(pages.len(), 2, "{lines} {odd}");
        nothing_is_outside(&pages, Paper::Portrait);
        for page in &pages {
            let texts = texts(page);
            let printed = texts.iter().filter(|text| text.starts_with("Line ")).count();
            let counted = texts.iter().find_map(|text| text.strip_suffix(" more")?.parse::<usize>().ok());
            assert!(printed > 0 && texts.contains(&"Payroll report"));
            assert_eq!(printed + counted.unwrap_or(0), lines);
        }
    }
}
