//! Extracts the people to be paid from the rows of a table. Rows that are not people (blank rows, totals, repeated
//! headers, signatures and notes) are skipped with a reason, so that the user can restore them.

mod ragged;

use std::thread;

use paysheet_domain::{Cell, CellValue, Cells, Column, Field, HiddenBy, SourceRow};

use crate::{
    file::{SkipReason, Skipped},
    grid::{Grid, GridRow},
    limits::{BLANK_ROWS_LISTED_MAX, COLUMNS_MAX, ROWS_SAMPLED, SKIPPED_CHARS_MAX},
    streaming::Ready,
    table::{self, ColumnRole, Table, headings::is_bank_in_words},
    vocabulary::{
        NamePart, begins_debited, begins_example, begins_note, begins_totals, ends_in_total, is_known_words,
        recognise,
    },
};

/// Minimum number of digits of an account. A shorter number is a count or a note.
const ACCOUNT_DIGITS_MIN: usize = 6;
/// Percentage of cells that must repeat the header for a row to be a repeated header.
const HEADER_REPEATED_SHARE: usize = 60;

/// The rows of a table, split into people and skipped rows.
#[derive(Debug, Default)]
pub(crate) struct RecipientRows {
    pub rows: Vec<SourceRow>,
    pub skipped: Vec<Skipped>,
    /// Indexes into `rows` of the rows that the file hides, ascending.
    pub hidden: Vec<usize>,
}

/// Returns the first people of a table, enough to infer country, currency and decimal convention.
pub(crate) fn sample(grid: &Grid, table: &Table) -> Vec<SourceRow> {
    let reader = Reader::new(grid, table, None);
    let rows = grid.rows.iter().skip(table.header.map_or(0, |at| at + 1)).take(ROWS_SAMPLED);
    let people = rows.filter(|row| reader.reason_to_skip(row).is_none());
    people.map(|row| reader.source_row(row.clone())).collect()
}

/// Moves the rows out of a grid without copying them, because there are very many, and converts each to the row of a
/// person. Rows that were classified early are in `ready`.
pub(crate) fn take(grid: &mut Grid, table: &Table, delimiter: Option<u8>, ready: Ready) -> RecipientRows {
    let reader = Reader::new(grid, table, delimiter);
    let first = table.header.map_or(0, |at| at + 1);
    let header = table.header.and_then(|at| grid.rows.get(at));
    let mut telling = RowExtractor {
        next: header.map(|header| header.number.saturating_add(1)),
        last_row: grid.last_row(),
        told: 0,
        people: RecipientRows { rows: ready.people, ..RecipientRows::default() },
    };
    let mut early = std::mem::take(&mut grid.rows);
    let late = early.split_off(ready.up_to.clamp(first, early.len().max(first)).min(early.len()));
    let mut skipped = ready.skipped.into_iter().peekable();
    for (at, row) in early.iter().enumerate().skip(first) {
        let reason = skipped.next_if(|(skipped, _)| *skipped == at).map(|(_, reason)| reason);
        telling.note(row, reason, &reader);
    }
    telling.people.rows.reserve_exact(late.len());
    for row in late {
        let reason = reader.reason_to_skip(&row);
        telling.note(&row, reason, &reader);
        if reason.is_none() {
            telling.people.rows.push(reader.source_row(row));
        }
    }
    // Rows that were classified early do not have this yet, because hidden rows are reported at the end of a sheet.
    for at in &telling.people.hidden {
        if let Some(row) = telling.people.rows.get_mut(*at) {
            row.hidden = Some(reader.hides);
        }
    }
    // Dropping very many small texts takes a while, so a separate thread does it.
    let _gone = thread::Builder::new().spawn(move || drop(early));
    telling.people
}

/// State of extracting people from rows, from top to bottom.
struct RowExtractor {
    people: RecipientRows,
    /// The number that the next row has if no rows are missing; none above the table.
    next: Option<u32>,
    last_row: u32,
    /// Number of people so far.
    told: usize,
}

impl RowExtractor {
    /// Records the class of a row, and the missing rows before it as blank.
    fn note(&mut self, row: &GridRow, reason: Option<SkipReason>, reader: &Reader) {
        // A gap can have four thousand million rows.
        let room = BLANK_ROWS_LISTED_MAX.saturating_sub(self.people.skipped.len());
        for number in (self.next.unwrap_or(row.number)..row.number).take(room) {
            skip_blank(&mut self.people, number, self.last_row);
        }
        self.next = Some(row.number.saturating_add(1));
        match reason {
            Some(SkipReason::BlankRow) => skip_blank(&mut self.people, row.number, u32::MAX),
            Some(reason) => self.people.skipped.push(Skipped {
                row: row.number,
                reason,
                text: row.shown(SKIPPED_CHARS_MAX),
                source: Some(reader.source_row(row.clone())),
            }),
            None => {
                self.people.hidden.extend(row.hidden.then_some(self.told));
                self.told += 1;
            }
        }
    }
}

/// Records a blank row, unless it is after the last row or the list is full.
fn skip_blank(people: &mut RecipientRows, row: u32, last_row: u32) {
    if row < last_row && people.skipped.len() < BLANK_ROWS_LISTED_MAX {
        people.skipped.push(Skipped { row, reason: SkipReason::BlankRow, text: String::new(), source: None });
    }
}

/// Reads the rows of one table.
pub(crate) struct Reader {
    table: Table,
    header: Option<GridRow>,
    /// Field of each column, by its index; none for columns that are not a field by themselves.
    fields: Vec<Option<Field>>,
    /// Minimum and maximum number of cells of a line. More cells than the maximum count only if they are not blank.
    widths: Option<(u32, u32)>,
    splits_at_commas: bool,
    /// Columns of a name in parts, in the order in which they are joined.
    name_parts: Vec<u16>,
    /// The currency that the heading of the amounts names, if no column holds the currency.
    currency: Option<Cell>,
    /// The reason why hidden rows are hidden.
    hides: HiddenBy,
}

impl Reader {
    pub fn new(grid: &Grid, table: &Table, delimiter: Option<u8>) -> Self {
        let header = table.header.and_then(|at| grid.rows.get(at)).cloned();
        let mut parts: Vec<(NamePart, u16)> = table.columns.iter().filter_map(name_part).collect();
        parts.sort_unstable();
        Self {
            table: table.clone(),
            widths: ragged::widths(grid, header.as_ref()),
            header,
            fields: fields(table),
            splits_at_commas: delimiter == Some(b','),
            name_parts: parts.into_iter().map(|(_, at)| at).collect(),
            currency: currency_of_heading(table),
            hides: if grid.filtered { HiddenBy::Filter } else { HiddenBy::Hand },
        }
    }

    pub fn reason_to_skip(&self, row: &GridRow) -> Option<SkipReason> {
        let name = self.table.column_of(Field::Name).and_then(|at| row.cell(at));
        let first_words = || row.cells.iter().map(|(_, value)| value).find(|value| is_words(value));
        if let Some(who) = name.or_else(first_words) {
            if begins_debited(who.text()) {
                return Some(SkipReason::TotalsRow);
            }
            if begins_example(who.text()) {
                return Some(SkipReason::NoteRow);
            }
        }
        let account = self.table.column_of(Field::AccountNumber).and_then(|at| row.cell(at));
        if self.digits(row, Field::AccountNumber) >= ACCOUNT_DIGITS_MIN && !account.is_some_and(is_remark) {
            return None;
        }
        let is_blank = |value: &CellValue| matches!(value, CellValue::Text(text) if is_blank(text));
        let filled = row.cells.iter().filter(|(_, value)| !is_blank(value));
        let filled: Vec<&(u16, CellValue)> = filled.collect();
        let Some((_, first_value)) = filled.first() else { return Some(SkipReason::BlankRow) };
        if self.repeats_header(row) {
            return Some(SkipReason::HeaderRepeated);
        }
        let first_words =
            filled.iter().map(|(_, value)| value).find(|value| is_words(value)).unwrap_or(first_value);
        let first_words = first_words.shown();
        let adds_up = |text: &str| begins_totals(text) || ends_in_total(text);
        if adds_up(&first_words) || [name, account].into_iter().flatten().any(|cell| adds_up(cell.text())) {
            return Some(SkipReason::TotalsRow);
        }
        let of_people = filled.iter().filter(|(at, _)| self.is_used(*at)).count();
        let has_amount = self.digits(row, Field::Amount) > 0;
        if begins_note(&first_words) && !(has_amount && of_people > 2) {
            return Some(SkipReason::NoteRow);
        }
        match (of_people, has_amount) {
            // A serial number, or the zero of a formula in a cleared row.
            (0, _) if !filled.iter().any(|(_, value)| is_words(value)) => Some(SkipReason::BlankRow),
            (0, _) => Some(SkipReason::NoteRow),
            (1, true) if self.amount_is_nothing(row) => Some(SkipReason::BlankRow),
            (1, true) => Some(SkipReason::TotalsRow),
            (1, false) if row.cell_is(self.table.column_of(Field::Amount), is_no_value) => {
                Some(SkipReason::BlankRow)
            }
            (1, false) => Some(SkipReason::NoteRow),
            _ if self.is_nobodys(row) => Some(SkipReason::BlankRow),
            _ if self.is_units_of(row) => Some(SkipReason::NoteRow),
            _ => None,
        }
    }

    fn is_used(&self, at: u16) -> bool {
        self.table.columns.iter().any(|column| column.at == at && column.used.is_some())
    }

    fn digits(&self, row: &GridRow, field: Field) -> usize {
        let value = self.table.column_of(field).and_then(|at| row.cell(at));
        let text = match value {
            Some(CellValue::Text(text) | CellValue::Number(text) | CellValue::Percent(text)) => text.as_str(),
            Some(
                CellValue::Bool(_)
                | CellValue::Date(_)
                | CellValue::Error(_)
                | CellValue::FormulaWithoutValue,
            )
            | None => "",
        };
        text.chars().filter(char::is_ascii_digit).count()
    }

    /// Whether a row has no name, account or bank and nothing to pay: a cleared row with only its narration and the
    /// zero of its formula.
    fn is_nobodys(&self, row: &GridRow) -> bool {
        let whose = [Field::AccountNumber, Field::BankName, Field::BankCode];
        let says = |field| row.says(self.table.column_of(field));
        let paid = self.digits(row, Field::Amount) > 0 && !self.amount_is_nothing(row);
        !paid && !self.is_named(row) && !whose.into_iter().any(says)
    }

    /// Whether the row is directly below the heading and describes the format of its columns: `(10 digits)`, `(NGN)`.
    fn is_units_of(&self, row: &GridRow) -> bool {
        let is_below =
            self.header.as_ref().is_some_and(|header| row.number == header.number.saturating_add(1));
        is_below && !self.is_named(row) && self.digits(row, Field::Amount) == 0
    }

    fn is_named(&self, row: &GridRow) -> bool {
        let name = self.table.column_of(Field::Name);
        row.says(name) || self.name_parts.iter().any(|at| row.says(Some(*at)))
    }

    fn amount_is_nothing(&self, row: &GridRow) -> bool {
        row.cell_is(self.table.column_of(Field::Amount), |value| {
            let shown = value.shown();
            !shown.contains(|c: char| c.is_ascii_digit() && c != '0')
        })
    }

    fn repeats_header(&self, row: &GridRow) -> bool {
        let Some(header) = &self.header else {
            let headers = row.cells.iter().filter(|(_, value)| is_heading(&value.shown())).count();
            return headers > 1 && headers * 100 >= row.cells.len() * HEADER_REPEATED_SHARE;
        };
        let same = row.cells.iter().filter(|(at, value)| match (header.cell(*at), value) {
            (Some(CellValue::Text(above)), CellValue::Text(text)) => {
                above.trim().eq_ignore_ascii_case(text.trim())
            }
            _ => false,
        });
        let same = same.count();
        let mostly = |count: usize| count > 1 && count * 100 >= row.cells.len() * HEADER_REPEATED_SHARE;
        // The second row of a heading contains words only. A row without a digit in any cell has no account and no
        // amount.
        let has_digits = |value: &CellValue| value.text().contains(|c: char| c.is_ascii_digit());
        // A row with a person's name is not a heading, whatever its bank and narration are called.
        let name = self.table.column_of(Field::Name).and_then(|at| row.cell(at));
        let names_somebody = || name.is_some_and(|name| is_words(name) && !is_known_or_unit(name.text()));
        let words_alone = || !row.cells.iter().any(|(_, value)| has_digits(value)) && !names_somebody();
        let is_below = row.number == header.number.saturating_add(1);
        let headings = || row.cells.iter().filter(|(_, value)| is_heading(value.text())).count();
        mostly(same) || (words_alone() && (mostly(headings()) || (is_below && headings() > 1)))
    }

    pub fn source_row(&self, row: GridRow) -> SourceRow {
        let name = self.joined_name(&row);
        let ragged = self.ragged(&row);
        let mut cells = Cells::with_capacity(row.cells.len());
        for (at, value) in row.cells {
            if let Some(field) = self.fields.get(usize::from(at)).copied().flatten() {
                cells.insert(field, Cell { column: Some(Column(at)), value });
            }
        }
        if let Some(name) = name {
            cells.insert(Field::Name, name);
        }
        if let Some(currency) = &self.currency {
            cells.insert(Field::Currency, currency.clone());
        }
        SourceRow { row: row.number, cells, ragged, hidden: row.hidden.then_some(self.hides) }
    }

    fn joined_name(&self, row: &GridRow) -> Option<Cell> {
        if self.name_parts.is_empty() {
            return None;
        }
        let parts = self.name_parts.iter().filter_map(|at| Some((at, row.cell(*at)?.shown())));
        let parts: Vec<(&u16, String)> = parts.filter(|(_, text)| !is_blank(text)).collect();
        let column = parts.first().map(|(at, _)| Column(**at))?;
        let texts: Vec<&str> = parts.iter().map(|(_, text)| text.trim()).collect();
        Some(Cell { column: Some(column), value: CellValue::Text(texts.join(" ")) })
    }
}

fn currency_of_heading(table: &Table) -> Option<Cell> {
    let at = table.column_of(Field::Amount).filter(|_| !table.has(Field::Currency))?;
    let header = &table.columns.iter().find(|column| column.at == at)?.header;
    let named = table::currency::named_in(header)?;
    Some(Cell { column: Some(Column(at)), value: CellValue::Text(named) })
}

/// Returns the field of each column by its index. If two columns have the same field, the first one counts.
fn fields(table: &Table) -> Vec<Option<Field>> {
    let mut fields = vec![None; COLUMNS_MAX];
    for column in &table.columns {
        let Some((ColumnRole::Field(field), _)) = column.used else { continue };
        if let Some(place) = fields.get_mut(usize::from(column.at)) {
            *place = Some(field);
        }
    }
    fields
}

impl GridRow {
    fn says(&self, at: Option<u16>) -> bool {
        self.cell_is(at, |value| !is_blank(&value.shown()))
    }

    fn cell_is(&self, at: Option<u16>, is: impl Fn(&CellValue) -> bool) -> bool {
        at.and_then(|at| self.cell(at)).is_some_and(is)
    }
}

fn name_part(column: &table::Column) -> Option<(NamePart, u16)> {
    match column.used {
        Some((ColumnRole::NamePart(part), _)) => Some((part, column.at)),
        Some((ColumnRole::Field(_), _)) | None => None,
    }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{feff}' | '\u{2060}'))
}

/// Whether a text may be in the second row of a heading below `Name`: `Name`, `(surname first)`.
fn is_known_or_unit(text: &str) -> bool {
    is_known_words(text) || text.trim_start().starts_with('(')
}

/// Whether an account cell contains a remark, for example with a date or a telephone number in it.
fn is_remark(account: &CellValue) -> bool {
    let text = account.text();
    text.starts_with(char::is_alphabetic) && (begins_note(text) || begins_totals(text))
}

/// Whether a text has words of a heading. A bank's own name may contain them too, so bank names are excluded.
fn is_heading(text: &str) -> bool {
    recognise(text).is_some() && !is_bank_in_words(text)
}

fn is_words(value: &CellValue) -> bool {
    matches!(value, CellValue::Text(text) if text.contains(char::is_alphabetic))
}

fn is_no_value(value: &CellValue) -> bool {
    matches!(value, CellValue::FormulaWithoutValue)
}
