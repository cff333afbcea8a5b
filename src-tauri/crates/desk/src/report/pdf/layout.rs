//! Places a report on pages: what is printed where. Lengths are in points, from the page's upper left corner.

use std::collections::BTreeSet;

use super::typeface::{Typefaces, Weight};
use crate::{
    export::list_words::ListWords,
    report::document::{Align, Cell, Document, Table},
};

/// A4, landscape: a person's line has nine cells.
pub(super) const PAGE_WIDTH_PT: f32 = 841.89;
pub(super) const PAGE_HEIGHT_PT: f32 = 595.28;
const MARGIN_PT: f32 = 36.0;
const BODY_WIDTH_PT: f32 = PAGE_WIDTH_PT - 2.0 * MARGIN_PT;
/// Where the body of a page ends; the page's number is below it.
const BODY_END_PT: f32 = PAGE_HEIGHT_PT - MARGIN_PT - 14.0;
const TITLE_PT: f32 = 18.0;
const HEADING_PT: f32 = 11.0;
const TEXT_PT: f32 = 8.0;
/// Height of a line, and the part of it above the base line, as multiples of the size.
const LEADING: f32 = 1.35;
const ASCENT: f32 = 1.0;
/// Between the cells of a line, and above and below its text.
const CELL_GAP_PT: f32 = 10.0;
const CELL_PADDING_PT: f32 = 2.5;
const RULE_PT: f32 = 0.5;
/// Width of a character with which columns of a narrow table are measured.
const CHARACTER_PT: f32 = 5.4;
const FACT_NAME_PT: f32 = 110.0;

const BLACK: u8 = 20;
const DARK: u8 = 90;
const RULE: u8 = 200;
const HEAD_FILL: u8 = 238;

/// Size in points, weight and gray of a text.
type Style = (f32, Weight, u8);

/// Something that is printed.
pub(super) enum Mark {
    /// Text with its base line at `y`.
    Text {
        x: f32,
        y: f32,
        size: f32,
        weight: Weight,
        gray: u8,
        text: String,
    },
    Bar {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        gray: u8,
    },
}

pub(super) struct Pages<'a> {
    typefaces: &'a Typefaces,
    running_title: String,
    done: Vec<Vec<Mark>>,
    page: Vec<Mark>,
    y: f32,
    missing: BTreeSet<char>,
}

impl<'a> Pages<'a> {
    pub fn of(document: &Document, words: &ListWords, typefaces: &'a Typefaces) -> Self {
        let running_title = format!("{} · {}", document.title, document.subtitle);
        let (done, page, missing) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut pages = Self { typefaces, running_title, done, page, y: MARGIN_PT, missing };
        pages.paragraph(&document.title, TITLE_PT, Weight::Bold, BLACK);
        pages.paragraph(&document.subtitle, HEADING_PT, Weight::Regular, DARK);
        pages.y += CELL_GAP_PT;
        document.facts.iter().for_each(|(name, value)| pages.fact(name, value));
        document.tables.iter().for_each(|table| pages.table(table));
        pages.note_missing(words);
        pages
    }

    /// Returns the marks of each page, with its number.
    pub fn finished(mut self, words: &ListWords, typefaces: &Typefaces) -> Vec<Vec<Mark>> {
        self.done.push(std::mem::take(&mut self.page));
        let count = self.done.len();
        let y = PAGE_HEIGHT_PT - MARGIN_PT;
        for (number, page) in (1_usize..).zip(&mut self.done) {
            let of = words.report("page", "Page {{page}} of {{pages}}");
            let text = of.replace("{{page}}", &number.to_string()).replace("{{pages}}", &count.to_string());
            let width = typefaces.width(&text, TEXT_PT, Weight::Regular);
            let title = typefaces.lines(&self.running_title, TEXT_PT, Weight::Regular, BODY_WIDTH_PT * 0.8);
            let title = title.into_iter().next().unwrap_or_default();
            page.push(text_mark(MARGIN_PT, y, title, DARK));
            page.push(text_mark(PAGE_WIDTH_PT - MARGIN_PT - width, y, text, DARK));
        }
        self.done
    }

    fn paragraph(&mut self, text: &str, size: f32, weight: Weight, gray: u8) {
        for line in self.typefaces.lines(text, size, weight, BODY_WIDTH_PT) {
            self.need(size * LEADING);
            self.text(MARGIN_PT, (size, weight, gray), line);
            self.y += size * LEADING;
        }
    }

    fn fact(&mut self, name: &str, value: &str) {
        let width = BODY_WIDTH_PT - FACT_NAME_PT;
        for (at, line) in self.typefaces.lines(value, TEXT_PT, Weight::Regular, width).into_iter().enumerate()
        {
            self.need(TEXT_PT * LEADING);
            if at == 0 {
                self.text(MARGIN_PT, (TEXT_PT, Weight::Regular, DARK), name.to_owned());
            }
            self.text(MARGIN_PT + FACT_NAME_PT, (TEXT_PT, Weight::Regular, BLACK), line);
            self.y += TEXT_PT * LEADING;
        }
    }

    fn table(&mut self, table: &Table) {
        if table.lines.is_empty() {
            return;
        }
        let columns = columns(table);
        let first = self.height(&cells(table.lines.first()), &columns, Weight::Regular);
        // A title is never alone at the end of a page.
        self.need(2.0 * CELL_GAP_PT + HEADING_PT * LEADING + self.head_height(table, &columns) + first);
        self.y += 2.0 * CELL_GAP_PT;
        self.paragraph(&table.title, HEADING_PT, Weight::Bold, BLACK);
        self.y += CELL_PADDING_PT;
        self.head(table, &columns);
        let totals =
            table.totals.iter().map(|line| self.height(&cells(Some(line)), &columns, Weight::Bold)).sum();
        for (left, line) in (0..table.lines.len()).rev().zip(&table.lines) {
            // The totals are never alone on a page.
            let below = if left == 0 { totals } else { 0.0 };
            self.line(&cells(Some(line)), table, &columns, (Weight::Regular, below));
        }
        for line in &table.totals {
            self.line(&cells(Some(line)), table, &columns, (Weight::Bold, 0.0));
        }
    }

    fn head_height(&self, table: &Table, columns: &[Column]) -> f32 {
        self.height(&head_texts(table), columns, Weight::Bold)
    }

    fn head(&mut self, table: &Table, columns: &[Column]) {
        let texts = head_texts(table);
        let height = self.height(&texts, columns, Weight::Bold);
        let width = columns.last().map_or(BODY_WIDTH_PT, |last| last.x + last.width - MARGIN_PT);
        self.page.push(Mark::Bar { x: MARGIN_PT, y: self.y, width, height, gray: HEAD_FILL });
        self.row(&texts, columns, Weight::Bold, height);
    }

    /// Prints a line; on a new page, below the table's head, if it does not fit on this one with as much `below` it.
    fn line(&mut self, texts: &[String], table: &Table, columns: &[Column], (weight, below): (Weight, f32)) {
        let height = self.height(texts, columns, weight);
        if self.y + height + below > BODY_END_PT {
            self.turn();
            self.head(table, columns);
        }
        self.row(texts, columns, weight, height);
        let width = columns.last().map_or(BODY_WIDTH_PT, |last| last.x + last.width - MARGIN_PT);
        self.page.push(Mark::Bar { x: MARGIN_PT, y: self.y, width, height: RULE_PT, gray: RULE });
    }

    fn row(&mut self, texts: &[String], columns: &[Column], weight: Weight, height: f32) {
        let top = self.y;
        for (text, column) in texts.iter().zip(columns) {
            self.y = top + CELL_PADDING_PT;
            for line in self.typefaces.lines(text, TEXT_PT, weight, column.width - CELL_GAP_PT) {
                let width = self.typefaces.width(&line, TEXT_PT, weight);
                let x = match column.align {
                    Align::Left => column.x + CELL_GAP_PT / 2.0,
                    Align::Right => column.x + column.width - CELL_GAP_PT / 2.0 - width,
                };
                self.text(x, (TEXT_PT, weight, BLACK), line);
                self.y += TEXT_PT * LEADING;
            }
        }
        self.y = top + height;
    }

    #[expect(clippy::cast_precision_loss, reason = "a cell has a few lines")]
    fn height(&self, texts: &[String], columns: &[Column], weight: Weight) -> f32 {
        let lines = texts.iter().zip(columns).map(|(text, column)| {
            self.typefaces.lines(text, TEXT_PT, weight, column.width - CELL_GAP_PT).len()
        });
        lines.max().unwrap_or(1) as f32 * TEXT_PT * LEADING + 2.0 * CELL_PADDING_PT
    }

    fn text(&mut self, x: f32, (size, weight, gray): Style, text: String) {
        let typefaces = self.typefaces;
        self.missing.extend(text.chars().filter(|c| !c.is_control() && !typefaces.has(*c)));
        self.page.push(Mark::Text { x, y: self.y + size * ASCENT, size, weight, gray, text });
    }

    /// Names the characters that are printed as boxes.
    fn note_missing(&mut self, words: &ListWords) {
        if self.missing.is_empty() {
            return;
        }
        let english = "These characters are printed as boxes, because this document’s typeface does not have them: \
                       {{characters}}. The .xlsx report contains them.";
        let named: Vec<String> = self.missing.iter().map(|c| format!("U+{:04X}", u32::from(*c))).collect();
        self.y += CELL_GAP_PT;
        let note = words.report("missing", english).replace("{{characters}}", &named.join(", "));
        self.paragraph(&note, TEXT_PT, Weight::Regular, DARK);
    }

    /// Begins a new page if fewer than `height` points are left.
    fn need(&mut self, height: f32) {
        if self.y + height > BODY_END_PT {
            self.turn();
        }
    }

    fn turn(&mut self) {
        self.done.push(std::mem::take(&mut self.page));
        self.y = MARGIN_PT;
    }
}

struct Column {
    x: f32,
    width: f32,
    align: Align,
}

/// Returns the columns of a table: as wide as they need, or all in proportion to fill the page.
fn columns(table: &Table) -> Vec<Column> {
    let needed: f32 = table.heads.iter().map(|head| f32::from(head.width) * CHARACTER_PT).sum();
    let scale = CHARACTER_PT * (BODY_WIDTH_PT / needed).min(1.0);
    let mut x = MARGIN_PT;
    let mut column = |width: u16, align| {
        let column = Column { x, width: f32::from(width) * scale, align };
        x += column.width;
        column
    };
    table.heads.iter().map(|head| column(head.width, head.align)).collect()
}

fn head_texts(table: &Table) -> Vec<String> {
    table.heads.iter().map(|head| head.text.clone()).collect()
}

fn cells(line: Option<&Vec<Cell>>) -> Vec<String> {
    line.into_iter().flatten().map(Cell::printed).collect()
}

fn text_mark(x: f32, y: f32, text: String, gray: u8) -> Mark {
    Mark::Text { x, y, size: TEXT_PT, weight: Weight::Regular, gray, text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::document;

    const PEOPLE: usize = 100;

    fn pages(document: &Document) -> Vec<Vec<Mark>> {
        let (words, typefaces) = (ListWords::default(), Typefaces::embedded().unwrap());
        Pages::of(document, &words, &typefaces).finished(&words, &typefaces)
    }

    fn texts(page: &[Mark]) -> Vec<&str> {
        let texts = page.iter().filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(text.as_str()),
            Mark::Bar { .. } => None,
        });
        texts.collect()
    }

    #[test]
    fn each_page_has_heads_and_a_number_and_nothing_outside_it() {
        let typefaces = Typefaces::embedded().unwrap();
        let pages = pages(&document(PEOPLE));
        for (number, page) in (1_usize..).zip(&pages) {
            let texts = texts(page);
            assert!(texts.contains(&"Name") && texts.contains(&"Amount"), "page {number}");
            assert!(texts.contains(&format!("Page {number} of {}", pages.len()).as_str()));
            for mark in page {
                let Mark::Text { x, y, size, weight, text, .. } = mark else { continue };
                let right = x + typefaces.width(text, *size, *weight);
                assert!(*x >= MARGIN_PT && right <= PAGE_WIDTH_PT - MARGIN_PT + 0.1, "{text}");
                assert!(*y <= PAGE_HEIGHT_PT - MARGIN_PT, "{text}");
            }
        }
        assert!(pages.len() > 1);
    }

    #[test]
    fn nobody_and_no_letter_is_lost_between_pages() {
        let document = document(PEOPLE);
        let Cell::Text(name) = &document.tables[0].lines[0][0] else { panic!() };
        let plain = |text: &str| text.replace(' ', "");
        let pages = pages(&document);
        let printed: String = pages.iter().flat_map(|page| texts(page)).map(plain).collect();
        assert_eq!(printed.matches(&plain(name)).count(), PEOPLE);
        assert_eq!(printed.matches("123,456,789.05NGN").count(), PEOPLE + 1, "with the total");
    }

    #[test]
    fn totals_are_never_alone_on_a_page() {
        for people in 1..PEOPLE {
            let pages = pages(&document(people));
            let amounts = pages.last().map(|page| texts(page)).unwrap();
            assert!(amounts.iter().filter(|text| text.starts_with("123,456")).count() > 1, "{people} people");
        }
    }

    #[test]
    fn a_letter_that_the_typeface_does_not_have_is_named() {
        let mut document = document(1);
        document.facts.push(("By".to_owned(), "王 Ada".to_owned()));
        let pages = pages(&document);
        let printed: String = pages.iter().flat_map(|page| texts(page)).collect();
        assert!(printed.contains('王') && printed.contains("U+738B"));
    }
}
