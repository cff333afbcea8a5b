//! Where a table ends: at the headings of another table. A word below them may mean something else than in the columns
//! above, so it must not be read by those columns. Headings that nobody knows are told from rows about payments by what the
//! table has in its columns. Where that is in doubt the table ends: what is not read changes no payment, and the user is
//! told.

use std::collections::BTreeMap;

use paysheet_domain::{CellValue, Report, ReportFields};

use super::{
    cells::{
        HEADINGS_MIN, comparable_heading, filled, finds_payment, is_name, is_value_of_payment,
        may_be_about_a_payment,
    },
    columns::Columns,
    records,
    row_kinds::is_repeated,
    titles::{self, TableColumns},
};
use crate::{
    formats::GridRow,
    limits::ROWS_SAMPLED,
    model::{ListField, ListKind, UnreadReason},
    vocabulary::{begins_page_end, begins_totals, ends_in_total, is_currency_words},
};

/// Number of rows below headings in which the first payment is looked for. Units, a second row of headings or notes may be
/// between.
const ROWS_TO_PAYMENT_MAX: usize = 50;

/// Finds the end of a table while its rows are read from the top.
pub(super) struct EndFinder<'a> {
    rows: &'a [GridRow],
    headings: Option<&'a GridRow>,
    columns: Columns,
    kind: ListKind,
    above: Above,
    /// The names of records are no row of the file, so no other names can be among the records.
    are_records: bool,
}

/// What the first rows of the table have in each column.
#[derive(Default)]
struct Above {
    rows: usize,
    columns: BTreeMap<u16, Counts>,
}

#[derive(Default)]
struct Counts {
    values: usize,
    texts: usize,
}

impl<'a> EndFinder<'a> {
    /// Returns the end of the table on a sheet with these rows that has these headings and columns.
    pub fn of(rows: &'a [GridRow], headings: Option<&'a GridRow>, columns: &Columns, kind: ListKind) -> Self {
        Self {
            rows,
            headings,
            columns: columns.clone(),
            kind,
            above: Above::default(),
            are_records: headings.is_some_and(|row| row.number == records::NAMES_ROW),
        }
    }

    /// Returns why the table ends above a row; none if it does not. Each row is asked about once, from the top.
    pub fn reason_at(&mut self, at: usize, row: &GridRow) -> Option<UnreadReason> {
        if self.are_records {
            return None;
        }
        if self.is_contradicted(at, row) {
            return Some(UnreadReason::ContradictingTitle);
        }
        if filled(row).count() < HEADINGS_MIN || self.is_repeated(row) {
            return None;
        }
        if !self.has_value(row) && (self.is_known(row) || self.names_other_columns(at, row)) {
            return Some(UnreadReason::UnknownHeadings);
        }
        self.above.add(row, &self.columns);
        None
    }

    /// Whether a row is a title that says something else about the payments below than their rows.
    fn is_contradicted(&self, at: usize, row: &GridRow) -> bool {
        let below = self.rows.get(at + 1..).unwrap_or_default();
        let table = TableColumns { headings: self.headings, columns: &self.columns, kind: self.kind };
        titles::possible(row, &self.columns, self.kind)
            .is_some_and(|title| titles::is_contradicted(title, below, &table))
    }

    fn is_repeated(&self, row: &GridRow) -> bool {
        is_repeated(row, self.headings, &self.columns)
    }

    fn has_value(&self, row: &GridRow) -> bool {
        filled(row).any(|(at, value)| is_value_of_payment(value, self.columns.field(at)))
    }

    /// Whether a row has known headings, or those of the table in another order.
    fn is_known(&self, row: &GridRow) -> bool {
        filled(row).all(|(_, value)| self.is_own_heading(value)) || Columns::of(row, self.kind).is_some()
    }

    fn is_own_heading(&self, value: &CellValue) -> bool {
        let text = comparable_heading(value.text());
        let mut own = self.headings.into_iter().flat_map(filled);
        own.any(|(_, heading)| comparable_heading(heading.text()) == text)
    }

    /// Whether a row without a value has headings that nobody knows. Above a payment only: signatures name no columns.
    fn names_other_columns(&self, at: usize, row: &GridRow) -> bool {
        let Some(below) = self.payment_below(at) else { return false };
        let is_headed = self.headings.is_some_and(|headings| filled(headings).count() >= HEADINGS_MIN);
        (self.above.rows > 0 || is_headed)
            && !is_label(row)
            && self.is_unlike_rows(at, row, below)
            && (self.names_result(row) || covers(row, below))
    }

    /// Returns the first of the next rows that may be about a payment.
    fn payment_below(&self, at: usize) -> Option<&'a GridRow> {
        let mut below = self.rows.iter().skip(at + 1).take(ROWS_TO_PAYMENT_MAX);
        below.find(|row| may_be_about_a_payment(row))
    }

    /// Whether something shows that a row of words is no row of the table: a word in a column of values, a heading of the
    /// table, a word that is no result where results are, or its place after an empty row or a title.
    fn is_unlike_rows(&self, at: usize, row: &GridRow, below: &GridRow) -> bool {
        let mut names = filled(row).filter(|(_, value)| is_name(value));
        if names.any(|(at, value)| self.above.has_values(at) || self.is_own_heading(value)) {
            return true;
        }
        if self.renames_column(row) {
            return true;
        }
        self.is_set_apart(at) && (!self.has_known_result(row) || self.is_over_value(row, below))
    }

    /// Whether a row has another name for what finds a payment or decides about it. A row that says that it has no reference
    /// is about a payment, and so is one with a result.
    fn renames_column(&self, row: &GridRow) -> bool {
        let is_of = |at, is_it: &dyn Fn(ListField) -> bool| self.columns.field(at).is_some_and(is_it);
        let mut finding = filled(row).filter(|(at, _)| is_of(*at, &finds_payment)).peekable();
        if finding.peek().is_some() {
            return finding.all(|(_, value)| is_name(value));
        }
        let is_decided_by = |field| decides(field, self.kind);
        let mut deciding = filled(row).filter(|(at, _)| is_of(*at, &is_decided_by));
        !self.has_known_result(row)
            && deciding.any(|(_, value)| is_name(value) && !is_currency_words(value.text()))
    }

    fn is_over_value(&self, row: &GridRow, below: &GridRow) -> bool {
        let is_value =
            |at| below.cell(at).is_some_and(|value| is_value_of_payment(value, self.columns.field(at)));
        filled(row).any(|(at, value)| is_name(value) && is_value(at))
    }

    /// Whether a row is after an empty row or a title.
    fn is_set_apart(&self, at: usize) -> bool {
        let row = self.rows.get(at).map_or(0, |row| row.number);
        let above = at.checked_sub(1).and_then(|above| self.rows.get(above));
        above.is_some_and(|above| above.number + 1 < row || filled(above).count() < HEADINGS_MIN)
    }

    /// Whether a row has a text where the table has what decides about a payment.
    fn names_result(&self, row: &GridRow) -> bool {
        filled(row).any(|(at, _)| self.columns.field(at).is_some_and(|field| decides(field, self.kind)))
    }

    fn has_known_result(&self, row: &GridRow) -> bool {
        let mut statuses = filled(row).filter(|(at, _)| self.columns.field(*at) == Some(ListField::Status));
        statuses.any(|(_, value)| {
            let status = ReportFields { status: Some(value.text()), ..ReportFields::default() };
            Report::unknown_word(status).is_none()
        })
    }
}

impl Above {
    fn add(&mut self, row: &GridRow, columns: &Columns) {
        if self.rows == ROWS_SAMPLED {
            return;
        }
        self.rows += 1;
        for (at, value) in filled(row) {
            let counts = self.columns.entry(at).or_default();
            if is_value_of_payment(value, columns.field(at)) {
                counts.values += 1;
            } else {
                counts.texts += 1;
            }
        }
    }

    fn has_values(&self, at: u16) -> bool {
        self.columns.get(&at).is_some_and(|counts| counts.values > counts.texts)
    }
}

/// Whether the cells of a row are in each column in which another row has one.
fn covers(row: &GridRow, other: &GridRow) -> bool {
    filled(other).all(|(at, _)| row.cell(at).is_some_and(|value| !value.text().trim().is_empty()))
}

/// Whether a field decides what a row means for a payment.
fn decides(field: ListField, kind: ListKind) -> bool {
    match kind {
        ListKind::Results => field.is_outcome(),
        ListKind::Statement => ListField::MOVED.contains(&field),
    }
}

/// Whether a row has a total, the end of a page or of the report, or a text with its label: `Branch: | Lagos`.
fn is_label(row: &GridRow) -> bool {
    let texts: Vec<&str> = filled(row).map(|(_, value)| value.text().trim()).collect();
    let Some((first, others)) = texts.split_first() else { return false };
    let is_total = begins_totals(first) || ends_in_total(first);
    let has_number = || others.iter().any(|text| text.contains(|c: char| c.is_ascii_digit()));
    let is_labelled = || first.ends_with(':') && others.iter().all(|text| !text.ends_with(':'));
    begins_page_end(first) || (is_total && has_number()) || is_labelled()
}
