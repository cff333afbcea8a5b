//! Titles above lists and groups that say that the people below are not to be paid: `LIST OF STAFF NOT PAID`, `PAID IN
//! CASH`. Such a title is about everybody below it, up to the next title.

use paysheet_domain::{Cell, CellText, CellValue};

use super::words::WORDS;
use crate::{
    formats::GridRow,
    limits::SKIPPED_CHARS_MAX,
    vocabulary::{begins_note, begins_totals, ends_in_total},
};

/// Number of cells of the longest row that is a title: a number, the title, a remark.
const TITLE_CELLS_MAX: usize = 3;
/// The same if its first text says not to pay: `STAFF NOT PAID | Nov 2026 | Lagos | Acme`.
const STOP_CELLS_MAX: usize = 6;
/// Number of digits of a row from which it is no title: it has an account, a telephone or an amount.
const TITLE_DIGITS_MAX: usize = 12;
/// Number of words of the longest title above the headings of a table. A longer text there is a note about the payroll.
const TITLE_WORDS_MAX: usize = 16;
/// The same for a sentence that does not point to the people below: it may be a rule for how payments are made.
const SENTENCE_WORDS_MAX: usize = 8;

/// The titles above the current row, from top to bottom.
#[derive(Debug, Default)]
pub(crate) struct Titles {
    /// The title that says not to pay.
    stop: Option<Stop>,
    /// Whether a person is below the last title. A title directly below another one does not end it.
    is_used: bool,
}

/// A title that says not to pay.
#[derive(Debug)]
struct Stop {
    title: CellText,
    /// Whether it has other titles below it, such as departments.
    has_groups: bool,
}

impl Stop {
    fn new(title: &str) -> Self {
        Self { title: cut(title), has_groups: false }
    }

    /// Whether another title begins a list of its own, instead of a department in this one. A question too many is better
    /// than a payment too many, so it has to say that its people are paid, or look like this title.
    fn is_ended_by(&self, title: &str) -> bool {
        let is_alike = is_in_capitals(title) == is_in_capitals(&self.title);
        WORDS.says_paid(title) || (is_alike && !self.has_groups)
    }
}

impl Titles {
    /// Reads the name of the sheet, or a text above the headings of the table.
    pub fn read_above(&mut self, text: &str) {
        if is_title(text) && WORDS.title_says_so(text) {
            self.stop = Some(Stop::new(text));
        }
    }

    /// Reads a row above the headings.
    pub fn read_row_above(&mut self, row: &GridRow) {
        if let Some(text) = title_of(row) {
            self.read_above(text);
        }
    }

    /// Reads a row that is not a person, and may be a title.
    pub fn read_row(&mut self, row: &GridRow) {
        let Some(text) = title_of(row) else { return };
        if WORDS.title_says_so(text) {
            self.stop = Some(Stop::new(text));
        } else if begins_note(text) {
            return;
        } else {
            self.read_other(text);
        }
        self.is_used = false;
    }

    /// Reads a title that does not say so.
    fn read_other(&mut self, title: &str) {
        let is_used = self.is_used;
        if let Some(stop) = &mut self.stop {
            // A month below the title is no department.
            stop.has_groups |= !is_used && !title.contains(|c: char| c.is_ascii_digit());
        }
        self.stop.take_if(|stop| is_used && stop.is_ended_by(title));
    }

    /// Reads a row with sums. The line of a group with the number of its people is a title too, `Staff on hold (2)`, and
    /// the line of a group with its sum may forbid payment: `PAID IN CASH | 140,000`. A sum never ends a title.
    pub fn read_sums(&mut self, row: &GridRow) {
        let Some(text) = title_of(row) else { return };
        let is_total = || begins_totals(text) || ends_in_total(text);
        if is_counted(text) || (!is_total() && WORDS.title_says_so(text)) {
            self.read_row(row);
        }
    }

    /// Returns the title that says not to pay the next person.
    pub fn stop(&mut self) -> Option<Box<Cell>> {
        self.is_used = true;
        let value = CellValue::Text(self.stop.as_ref()?.title.clone());
        Some(Box::new(Cell { column: None, value }))
    }
}

/// Whether a row is a title that says not to pay.
pub(crate) fn forbids(row: &GridRow) -> bool {
    title_of(row).is_some_and(|title| WORDS.title_says_so(title))
}

/// Whether a text above the headings may be a title, and is no note about the payroll.
fn is_title(text: &str) -> bool {
    let points_below = WORDS.points_below(text);
    let is_rule = WORDS.is_sentence(text) && !points_below;
    let words_max = if is_rule { SENTENCE_WORDS_MAX } else { TITLE_WORDS_MAX };
    (points_below || !begins_note(text)) && text.split_whitespace().count() <= words_max
}

/// Whether a title ends in the number of its people.
fn is_counted(text: &str) -> bool {
    let inside = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    inside.is_some_and(|(_, count)| count.trim().parse::<u32>().is_ok())
}

/// Returns the text of a row that consists of a title: the first one if it says not to pay, otherwise the longest.
fn title_of(row: &GridRow) -> Option<&str> {
    let texts = || row.cells.iter().map(|(_, value)| value.text().trim()).filter(|text| !text.is_empty());
    let digits: usize = texts().map(|text| text.bytes().filter(u8::is_ascii_digit).count()).sum();
    let count = texts().count();
    if digits > TITLE_DIGITS_MAX || count > STOP_CELLS_MAX {
        return None;
    }
    let words = || texts().filter(|text| text.contains(char::is_alphabetic));
    let first = words().next().filter(|text| WORDS.title_says_so(text));
    first.or_else(|| words().max_by_key(|text| text.len()).filter(|_| count <= TITLE_CELLS_MAX))
}

fn is_in_capitals(text: &str) -> bool {
    !text.contains(char::is_lowercase)
}

fn cut(text: &str) -> CellText {
    text.trim().chars().take(SKIPPED_CHARS_MAX).collect::<String>().into()
}
