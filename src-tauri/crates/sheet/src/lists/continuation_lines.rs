//! Continuation lines of a statement: rows with the rest of the text of the entry above them. A bank's words in them may be
//! those of a title (`BANK DRAFT`, `FUTURE ENERGY LTD`), and a title ends what is read of the statement.
//!
//! A title may be in the column of the texts as well, directly below an entry. An entry of what is not booked that is read as
//! a debit settles a payment that nobody got, but rows that are not read change nothing, and the user is told. So a line is
//! a title wherever it may be one. It is a continuation only if all of these hold:
//!
//! - It is directly below an entry with a text, or below a continuation, and in the column of the texts only.
//! - That column is not the first one of the entry. Titles are in the first one.
//! - It has words that no title is made of. `Pending transactions` alone is a title anywhere.
//! - The statement breaks another text in which there is no such word. Where no text is broken, the only line is a title.
//! - The entries below have all that each entry above has. What is not booked often has no balance.

use std::cell::OnceCell;

use paysheet_domain::CellValue;

use super::{
    cells::{filled, may_be_about_a_payment},
    columns::Columns,
    row_kinds::is_about_a_payment,
    titles,
};
use crate::{
    formats::GridRow,
    model::{ListField, ListKind},
    vocabulary::ListTitle,
};

/// Finds the continuation lines of a table while its rows are read from the top.
pub(super) struct ContinuationLines<'a> {
    rows: &'a [GridRow],
    columns: Columns,
    /// The column of the texts; none if the table is no statement.
    texts: Option<u16>,
    /// Index of the first row that nothing is known of. Most tables have no row that may be a title.
    next: usize,
    /// Number of the row above, if it is an entry with a text or a line of one.
    above: Option<u32>,
    /// The columns in which each entry above has something, without those that say what came and went.
    always_filled: Option<Vec<u16>>,
    breaks_texts: OnceCell<bool>,
}

impl<'a> ContinuationLines<'a> {
    /// Returns the finder for a table on a sheet with these rows that has these headings and columns.
    pub fn of(rows: &'a [GridRow], headings: Option<&GridRow>, columns: &Columns, kind: ListKind) -> Self {
        Self {
            rows,
            columns: columns.clone(),
            texts: column_of_texts(columns, kind),
            next: headings.map_or(0, |headings| rows.partition_point(|row| row.number <= headings.number)),
            above: None,
            always_filled: None,
            breaks_texts: OnceCell::new(),
        }
    }

    /// Whether a row that may be a title is a continuation line. The table goes on down to it. Rows are asked about from the
    /// top.
    pub fn has(&mut self, at: usize, row: &GridRow) -> bool {
        if self.texts.is_none() {
            return false;
        }
        for above in self.rows.get(self.next..at).unwrap_or_default() {
            self.add(above);
        }
        self.next = at;
        self.continues(row) && self.breaks_texts() && self.is_alike_below(at)
    }

    fn add(&mut self, row: &GridRow) {
        let is_entry = self.is_entry(row);
        if is_entry {
            self.add_filled(row);
        }
        let belongs = if is_entry { self.has_text(row) } else { self.continues(row) };
        self.above = belongs.then_some(row.number);
    }

    fn add_filled(&mut self, row: &GridRow) {
        let is_either = |at| matches!(self.columns.field(at), Some(ListField::Debit | ListField::Credit));
        match &mut self.always_filled {
            Some(always) => always.retain(|at| is_filled(row, *at)),
            None => {
                self.always_filled =
                    Some(filled(row).map(|(at, _)| at).filter(|at| !is_either(*at)).collect())
            }
        }
    }

    /// Whether a row has a place and words that only the rest of a text has, as far as the rows above say.
    fn continues(&self, row: &GridRow) -> bool {
        let is_below = self.above.is_some_and(|above| above + 1 == row.number);
        let is_rest = |text| !titles::is_label(text) && !ListTitle::may_be_all_of(text);
        is_below && line(row, self.texts).is_some_and(is_rest)
    }

    /// Whether a row is an entry. Headings that are repeated have no values.
    fn is_entry(&self, row: &GridRow) -> bool {
        may_be_about_a_payment(row) && self.is_read(row)
    }

    fn is_read(&self, row: &GridRow) -> bool {
        is_about_a_payment(&self.columns.read(row), ListKind::Statement)
    }

    /// Whether a row has a text, and something in a column before it.
    fn has_text(&self, row: &GridRow) -> bool {
        let mut ats = filled(row).map(|(at, _)| at);
        ats.next() < self.texts && ats.any(|at| Some(at) == self.texts)
    }

    /// Whether a line of the statement is certainly the rest of a text, without a word of a title.
    fn breaks_texts(&self) -> bool {
        let is_rest = |text: &str| {
            !titles::is_label(text) && ListTitle::of(text).is_none() && ListTitle::has_other_words(text)
        };
        let is_broken = |entry: &GridRow, row: &GridRow| {
            entry.number + 1 == row.number
                && line(row, self.texts).is_some_and(is_rest)
                && self.has_text(entry)
                && self.is_entry(entry)
        };
        *self.breaks_texts.get_or_init(|| self.rows.array_windows().any(|[entry, row]| is_broken(entry, row)))
    }

    /// Whether the entries below a row have something wherever each entry above has. They are those up to the next title of
    /// what is not booked: others, as of fees, may be titles within its section.
    fn is_alike_below(&self, at: usize) -> bool {
        let is_open = |row: &&GridRow| titles::of_row(row).is_some_and(titles::is_not_booked);
        let below = self.rows.iter().skip(at + 1).take_while(|row| !is_open(row));
        let mut entries = below.filter(|row| self.is_read(row));
        entries.all(|row| self.always_filled.iter().flatten().all(|at| is_filled(row, *at)))
    }
}

fn is_filled(row: &GridRow, at: u16) -> bool {
    filled(row).any(|(filled, _)| filled == at)
}

fn column_of_texts(columns: &Columns, kind: ListKind) -> Option<u16> {
    let texts = || columns.places().find(|at| columns.field(*at) == Some(ListField::Message));
    (kind == ListKind::Statement).then(texts).flatten()
}

/// Returns the text of a row that has nothing but a text in the column of the texts.
fn line(row: &GridRow, texts: Option<u16>) -> Option<&str> {
    let mut cells = filled(row);
    match (cells.next()?, cells.next()) {
        ((at, CellValue::Text(text)), None) if Some(at) == texts => Some(text.trim()),
        _ => None,
    }
}

/// Returns the number of rows directly below an entry, the first row, that may be the rest of its text, whatever their words
/// are.
pub(super) fn lines_below_entry(rows: &[GridRow], columns: &Columns, kind: ListKind) -> usize {
    let texts = column_of_texts(columns, kind);
    let is_line = |[above, row]: &&[GridRow; 2]| above.number + 1 == row.number && line(row, texts).is_some();
    rows.array_windows().take_while(is_line).count()
}
