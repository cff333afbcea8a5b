//! What the columns of a list whose headings are not known may hold. It is only proposed: the user confirms it before
//! anything is read by it.

use std::collections::BTreeMap;

use paysheet_domain::{CellValue, Report, ReportFields};

use super::{
    cells::{HEADINGS_MIN, is_date, is_reference, is_value},
    columns::Columns,
    fields::is_not_of_the_recipient,
    tables::Table,
};
use crate::{
    formats::{Grid, GridRow, Sheet},
    limits::{HEADER_ROWS_SEARCHED, ROWS_SAMPLED},
    model::{Header, ListField, ListKind, MappingOrigin},
};

/// Percentage of cells that must be of a kind before a column is proposed for it.
const SHARE_MIN: usize = 60;
/// Longer texts are no headings.
const HEADING_CHARS_MAX: usize = 60;
const ACCOUNT_DIGITS: std::ops::RangeInclusive<usize> = 9..=20;
/// Digits of a whole number that may be an amount; accounts have more.
const AMOUNT_DIGITS_MAX: usize = 8;

/// Returns the table on a sheet with the headings that the user chose, and with what its columns probably hold.
pub(super) fn table<'a>(sheet: &'a Sheet, header: Header, kind: ListKind) -> Option<Table<'a>> {
    let header = match header {
        Header::Detected => probable_header(&sheet.grid),
        Header::Absent => None,
        Header::Row(number) => Some(sheet.grid.rows.iter().position(|row| row.number == number)?),
    };
    let headings = header.and_then(|at| sheet.grid.rows.get(at));
    let columns = headings.map(|row| Columns::suggested_by(row, kind)).unwrap_or_default();
    let mut table = Table::new(sheet, header, columns, MappingOrigin::Detected);
    for (at, field) in by_content(&table, kind) {
        table.columns.add(at, field);
    }
    Some(table)
}

/// Returns the index of the row that is most like headings: known ones count most, then their number. Titles are above
/// them.
pub(super) fn probable_header(grid: &Grid) -> Option<usize> {
    let rows = grid.rows.iter().enumerate().take(HEADER_ROWS_SEARCHED);
    let candidates = rows.filter(|(_, row)| may_be_headings(row));
    let scored = candidates.map(|(at, row)| (Columns::by_headings(row).count(), row.cells.len(), at));
    scored.max_by_key(|(known, cells, at)| (*known, *cells, std::cmp::Reverse(*at))).map(|(.., at)| at)
}

fn may_be_headings(row: &GridRow) -> bool {
    let mut cells = row.cells.iter().map(|(_, value)| value).filter(|value| !value.text().trim().is_empty());
    let is_heading =
        |value: &CellValue| !is_value(value) && value.text().chars().count() <= HEADING_CHARS_MAX;
    cells.clone().count() >= HEADINGS_MIN && cells.all(is_heading)
}

/// Returns the columns that only one thing can be, by their cells: where two columns may hold the same, the user says
/// which.
fn by_content(table: &Table<'_>, kind: ListKind) -> Vec<(u16, ListField)> {
    let mut tallies = BTreeMap::<u16, Tally>::new();
    for row in table.below(kind).take(ROWS_SAMPLED) {
        for (at, value) in row.cells.iter().filter(|(at, _)| table.columns.field(*at).is_none()) {
            tallies.entry(*at).or_default().add(value);
        }
    }
    tallies.retain(|at, _| !is_not_of_the_recipient(&table.heading(*at)));
    let mut found = Vec::new();
    for (field, is_it) in tests(kind) {
        let is_known = table.columns.has(field) || (field.is_reference() && table.columns.has_reference());
        let mut fitting = tallies.iter().filter(|(_, tally)| is_it(tally)).map(|(at, _)| *at);
        let (Some(at), None, false) = (fitting.next(), fitting.next(), is_known) else { continue };
        tallies.remove(&at);
        found.push((at, field));
    }
    found
}

type Test = fn(&Tally) -> bool;

fn tests(kind: ListKind) -> Vec<(ListField, Test)> {
    let common: [(ListField, Test); 3] = [
        (ListField::Date, |tally| tally.is_mostly(tally.dates)),
        (ListField::Reference, |tally| tally.is_mostly(tally.references)),
        (ListField::Account, |tally| tally.is_mostly(tally.accounts)),
    ];
    let own: [(ListField, Test); 2] = match kind {
        ListKind::Results => [
            (ListField::Status, |tally| tally.is_mostly(tally.results)),
            (ListField::Amount, |tally| tally.is_mostly(tally.amounts)),
        ],
        ListKind::Statement => [
            // Without a sign, nobody knows whether the money went out or came in.
            (ListField::Amount, |tally| tally.is_mostly(tally.amounts) && tally.negatives > 0),
            (ListField::Message, |tally| tally.is_mostly(tally.texts)),
        ],
    };
    common.into_iter().chain(own).collect()
}

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    filled: usize,
    dates: usize,
    references: usize,
    accounts: usize,
    results: usize,
    amounts: usize,
    negatives: usize,
    texts: usize,
}

impl Tally {
    fn is_mostly(&self, of: usize) -> bool {
        of > 0 && of * 100 >= self.filled * SHARE_MIN
    }

    fn add(&mut self, value: &CellValue) {
        let text = value.text().trim();
        if text.is_empty() {
            return;
        }
        self.filled += 1;
        let digits = text.chars().filter(char::is_ascii_digit).count();
        let has_letters = text.chars().any(char::is_alphabetic);
        let is_whole = digits == text.chars().count();
        let is_date = matches!(value, CellValue::Date(_)) || is_date(text);
        let is_account = is_whole && ACCOUNT_DIGITS.contains(&digits);
        let is_number = digits > 0 && !has_letters;
        let is_too_long = is_whole && digits > AMOUNT_DIGITS_MAX;
        let is_amount = is_number && !is_date && !is_too_long;
        let is_code = is_whole && text.starts_with('0');
        self.dates += usize::from(is_date);
        self.references += usize::from(is_reference(text));
        self.accounts += usize::from(is_account);
        self.amounts += usize::from(is_amount && !is_code && !is_account);
        self.negatives += usize::from(is_amount && text.starts_with(['-', '\u{2212}', '(']));
        self.results += usize::from(is_result(text));
        self.texts += usize::from(has_letters && !is_date && !is_reference(text));
    }
}

fn is_result(text: &str) -> bool {
    let read = Report::read_in_list(ReportFields { status: Some(text), ..ReportFields::default() });
    read.is_some_and(|report| report != Report::Unclear)
}
