//! Finds out where a file says that a person is not to be paid, or not by a transfer: words such as SUSPENDED in any cell
//! of the row, a flag such as `StopPay`, `Cash` in a column of modes of payment, or the title of a list. The user decides
//! about such a row; it is never paid without that.

mod titles;
mod words;

pub(crate) use titles::Titles;
pub(crate) use titles::forbids;

use std::{cell::RefCell, sync::LazyLock};

use paysheet_domain::{Cell, CellText, CellValue, Column as Letters, Field};

use self::words::{Search, WORDS};
use crate::{
    detect::table::{Column, Table},
    formats::GridRow,
    limits::{COLUMNS_MAX, SKIPPED_CHARS_MAX},
    vocabulary::normalised,
};

/// Loads the words.
pub(crate) fn make_ready() {
    LazyLock::force(&WORDS);
}

/// Answers that headings of flags list, in comparable form.
const ANSWERS: [&str; 5] = [" y n", " yes no", " o n", " oui non", " n y"];

/// Where to look in the rows of one table.
pub(crate) struct NotToPay {
    /// By the index of the column.
    looks: Vec<Look>,
    /// The last text of each column that does not say so. Banks and narrations repeat from row to row.
    clean: RefCell<Vec<CellText>>,
}

/// How the cells of a column are looked at.
#[derive(Clone, Debug, Default)]
enum Look {
    #[default]
    Words,
    WholeWords,
    PlaceWords,
    Phrases,
    Kinds,
    /// Around a person's name.
    Name,
    /// A yes stops; the heading.
    StopFlag(String),
    /// A no stops; the heading.
    PayFlag(String),
    /// The cells say why a person is not paid; the heading.
    Reason(String),
    /// The cells say how each is paid; the heading.
    Mode(String),
}

impl NotToPay {
    pub fn new(table: &Table) -> Self {
        let mut looks = vec![Look::default(); COLUMNS_MAX];
        for column in &table.columns {
            if let Some(place) = looks.get_mut(usize::from(column.at)) {
                *place = look(column);
            }
        }
        Self { looks, clean: RefCell::new(vec![CellText::new(); COLUMNS_MAX]) }
    }

    /// Returns the words of a row that say not to pay, with their column.
    pub fn of(&self, row: &GridRow) -> Option<Box<Cell>> {
        row.cells.iter().find_map(|(at, value)| {
            let shown = self.matched(*at, value)?;
            let value = CellValue::Text(shown.chars().take(SKIPPED_CHARS_MAX).collect());
            Some(Box::new(Cell { column: Some(Letters(*at)), value }))
        })
    }

    /// Whether a cell says not to pay.
    pub fn is_said(&self, at: u16, value: &CellValue) -> bool {
        self.matched(at, value).is_some()
    }

    /// Returns the words of a cell, below a flag with the heading, if they say not to pay.
    fn matched(&self, at: u16, value: &CellValue) -> Option<String> {
        let CellValue::Text(text) = value else { return self.searched(at, value) };
        let mut clean = self.clean.borrow_mut();
        let clean = clean.get_mut(usize::from(at));
        if clean.as_ref().is_some_and(|clean| *clean == text && !text.is_empty()) {
            return None;
        }
        let said = self.searched(at, value);
        if let (None, Some(clean)) = (&said, clean) {
            clean.clone_from(text);
        }
        said
    }

    fn searched(&self, at: u16, value: &CellValue) -> Option<String> {
        let text = value.text();
        let is_text = matches!(value, CellValue::Text(_));
        let words = |search| (is_text && WORDS.say_so(text, search)).then(|| text.trim().to_owned());
        let flag = |heading: &str, stops: bool| stops.then(|| format!("{heading}: {}", text.trim()));
        match self.looks.get(usize::from(at)).unwrap_or(&Look::Words) {
            Look::Words => words(Search::Anywhere),
            Look::WholeWords => words(Search::Whole),
            Look::PlaceWords => words(Search::Place),
            Look::Phrases => words(Search::Phrases),
            Look::Kinds => words(Search::Kinds),
            Look::Name => (is_text && WORDS.say_so_beside(text)).then(|| text.trim().to_owned()),
            Look::StopFlag(heading) => flag(heading, WORDS.is_yes(text)).or_else(|| words(Search::Anywhere)),
            Look::PayFlag(heading) => flag(heading, WORDS.is_no(text)).or_else(|| words(Search::Anywhere)),
            Look::Reason(heading) => flag(heading, is_text && WORDS.is_reason(text)),
            Look::Mode(heading) => {
                flag(heading, is_text && WORDS.is_other_mode(text)).or_else(|| words(Search::Anywhere))
            }
        }
    }
}

/// Whether a remark, such as the comment of a cell, says not to pay.
pub(crate) fn is_said_in(remark: &str) -> bool {
    WORDS.say_so(remark, Search::Anywhere)
}

/// Whether a text in place of a person's name is the title of a group that is not to be paid.
pub(crate) fn names_unpaid_group(name: &str) -> bool {
    WORDS.name_group(name) && WORDS.title_says_so(name)
}

/// Whether a heading is that of amounts that are paid in cash or by cheque.
pub(crate) fn is_paid_otherwise(header: &str) -> bool {
    WORDS.name_otherwise(&normalised(header))
}

/// Returns the column that says how each person is paid.
pub(crate) fn mode_column(table: &Table) -> Option<u16> {
    let mut free = table.columns.iter().filter(|column| column.used.is_none());
    free.find(|column| is_of_modes(&column.header)).map(|column| column.at)
}

/// Whether a heading is that of a column that says how each person is paid. It may list the ways in brackets.
fn is_of_modes(header: &str) -> bool {
    WORDS.name_mode(&normalised(header)) || WORDS.name_mode(&without_brackets(header))
}

/// Returns a heading in its comparable form without what it has in brackets: `Payment mode (Bank/Cash)`.
fn without_brackets(header: &str) -> String {
    let inside = header.split_once('(').and_then(|(before, rest)| Some((before, rest.split_once(')')?.1)));
    normalised(&inside.map_or_else(|| header.to_owned(), |(before, behind)| format!("{before} {behind}")))
}

/// Whether a heading is that of a flag that stops, or that includes.
pub(crate) fn is_flag(header: &str) -> bool {
    is_pay_flag(header) || is_stop_flag(header)
}

fn is_pay_flag(header: &str) -> bool {
    WORDS.name_pay_flag(&without_answers(header))
}

fn is_stop_flag(header: &str) -> bool {
    WORDS.name_flag(&without_answers(header)) || WORDS.name_accented_flag(header)
}

/// Returns the heading of a flag in its comparable form without the answers: `Active (Y/N)`.
fn without_answers(header: &str) -> String {
    let mut heading = normalised(header);
    let answers = ANSWERS.into_iter().find(|answers| heading.ends_with(answers)).map_or(0, str::len);
    heading.truncate(heading.len() - answers);
    heading
}

fn look(column: &Column) -> Look {
    let heading = normalised(&column.header);
    if let Some((used, _)) = column.used {
        return match used.field() {
            Field::Name => Look::Name,
            Field::Reference | Field::EmployeeId if WORDS.name_place(&heading) => Look::PlaceWords,
            Field::BankName
            | Field::BankCode
            | Field::BranchCode
            | Field::BranchName
            | Field::Reference
            | Field::EmployeeId => Look::WholeWords,
            Field::AccountNumber
            | Field::Amount
            | Field::Currency
            | Field::Country
            | Field::Narration
            | Field::PayDate
            | Field::Email
            | Field::Phone => Look::Words,
        };
    }
    if is_of_modes(&column.header) {
        Look::Mode(column.header.clone())
    } else if WORDS.name_kind(&heading) {
        Look::Kinds
    } else if is_pay_flag(&column.header) {
        Look::PayFlag(column.header.clone())
    } else if is_stop_flag(&column.header) {
        Look::StopFlag(column.header.clone())
    } else if WORDS.name_reason(&heading) {
        Look::Reason(column.header.clone())
    } else if WORDS.name_subject(&heading) {
        Look::Phrases
    } else if WORDS.name_place(&heading) {
        Look::PlaceWords
    } else {
        Look::Words
    }
}
