//! Code that the workbook readers share: it collects cells into a grid within the limits, and converts calamine's
//! values into `CellValue`. Locating a cell's bytes is the task of each format's own reader.

use std::borrow::Cow;

use calamine::{Data, DataRef, ExcelDateTime, ExcelDateTimeType};
use paysheet_domain::{CellText, CellValue};

use crate::{
    error::FileError,
    formats::grid::{Grid, GridRow},
    limits::{CELL_BYTES_MAX, COLUMNS_MAX, ROWS_MAX, ROWS_OF_A_SHEET},
};

/// Numbers from this size on are written with an exponent.
const PLAIN_NUMBER_MAX: f64 = 1e21;
/// The smallest number, except zero, that is written without an exponent.
const PLAIN_NUMBER_MIN: f64 = 1e-7;

/// A grid that is being built. Cells arrive in any order, and never exceed a limit.
#[derive(Debug, Default)]
pub(crate) struct GridBuilder {
    grid: Grid,
    rows: RowCount,
    /// Number of cells of the previous row. Room for as many is reserved in the next row.
    usual: usize,
}

impl GridBuilder {
    /// Adds a cell by its row and column from 0. A cell without a value only adds its row.
    ///
    /// # Errors
    /// If a limit of rows or columns is exceeded.
    pub fn take(&mut self, row: u32, column: u32, value: Option<CellValue>) -> Result<(), FileError> {
        let number = row.saturating_add(1);
        self.begin_row(number, None);
        let Some(value) = value else { return Ok(()) };
        let column = check_column(column)?;
        let value = cut(&mut self.grid, value, number, column);
        self.put(column, value)
    }

    /// Begins a row by its number. The cells that are added next belong to it.
    pub fn begin_row(&mut self, number: u32, width: Option<u32>) {
        if let Some(last) = self.grid.rows.last() {
            if last.number == number {
                return;
            }
            self.usual = last.cells.len();
        }
        self.grid.rows.push(GridRow { number, width, ..GridRow::default() });
    }

    /// Adds a cell to the row that was started last.
    ///
    /// # Errors
    /// If a limit of rows or columns is exceeded.
    pub fn put(&mut self, column: u16, value: CellValue) -> Result<(), FileError> {
        let column = check_column(column.into())?;
        self.grid.columns = self.grid.columns.max(u32::from(column) + 1);
        let Some(last) = self.grid.rows.last_mut() else { return Ok(()) };
        if self.rows.takes(last.number, &value)? {
            if last.cells.is_empty() {
                last.cells.reserve_exact(self.usual);
            }
            last.cells.push((column, value));
        }
        Ok(())
    }

    /// Returns the grid as it is so far. Rows and cells may still be out of order.
    pub const fn so_far(&self) -> &Grid {
        &self.grid
    }

    /// # Errors
    /// If the sheet has too many rows.
    pub fn finish(mut self) -> Result<Grid, FileError> {
        self.rows.finish()?;
        sort_cells(&mut self.grid);
        Ok(self.grid)
    }
}

/// Counts the rows of a sheet that contain something. People have names: rows of numbers alone, as formulas give that are
/// filled down to the end of a sheet, do not count towards the limit. Rows above it are counted and not kept, so that the
/// error says how many there are.
#[derive(Debug, Default)]
pub(crate) struct RowCount {
    rows: u32,
    people: usize,
    /// Number of the row that was counted last, and whether it counts as a person.
    last: Option<(u32, bool)>,
}

impl RowCount {
    /// Counts the row of a cell, and returns whether the cell is kept.
    ///
    /// # Errors
    /// If there are more rows than a sheet can have.
    pub fn takes(&mut self, row: u32, value: &CellValue) -> Result<bool, FileError> {
        let (kind, text) = Kind::of(value);
        self.takes_text(row, kind, text)
    }

    /// As [`Self::takes`].
    ///
    /// # Errors
    /// If there are more rows than a sheet can have.
    pub fn takes_text(&mut self, row: u32, kind: Kind, text: &str) -> Result<bool, FileError> {
        let mut is_person = self.last.is_some_and(|(last, is_person)| last == row && is_person);
        self.rows += u32::from(self.last.is_none_or(|(last, _)| last != row));
        if !is_person && kind == Kind::Text && has_letter(text) {
            self.people += 1;
            is_person = true;
        }
        self.last = Some((row, is_person));
        if self.rows > ROWS_OF_A_SHEET {
            return Err(FileError::FileTooManyRows { rows: self.rows.into(), limit: ROWS_OF_A_SHEET.into() });
        }
        Ok(self.people <= ROWS_MAX)
    }

    /// # Errors
    /// If there are more people than can be paid.
    pub fn finish(&self) -> Result<(), FileError> {
        check_rows(self.people)
    }
}

fn has_letter(text: &str) -> bool {
    if text.is_ascii() {
        return text.bytes().any(|byte| byte.is_ascii_alphabetic());
    }
    text.contains(char::is_alphabetic)
}

pub(crate) fn check_column(column: u32) -> Result<u16, FileError> {
    let count = u64::from(column) + 1;
    let limit = u64::try_from(COLUMNS_MAX).unwrap_or(u64::MAX);
    if count > limit {
        return Err(FileError::FileTooManyColumns { columns: count, limit });
    }
    u16::try_from(column).map_err(|_| FileError::FileTooManyColumns { columns: count, limit })
}

pub(crate) fn check_rows(rows: usize) -> Result<(), FileError> {
    let as_u64 = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    if rows <= ROWS_MAX {
        return Ok(());
    }
    Err(FileError::FileTooManyRows { rows: as_u64(rows), limit: as_u64(ROWS_MAX) })
}

/// Sorts rows and cells. Programs other than Excel may write them in any order, and a cell twice: the last one wins.
fn sort_cells(grid: &mut Grid) {
    let rows_ordered = grid.rows.is_sorted_by(|a, b| a.number < b.number);
    grid.as_it_came = rows_ordered;
    if !rows_ordered {
        grid.rows.sort_by_key(|row| row.number);
        let mut merged: Vec<GridRow> = Vec::with_capacity(grid.rows.len());
        for row in grid.rows.drain(..) {
            match merged.last_mut().filter(|last| last.number == row.number) {
                Some(last) => last.cells.extend(row.cells),
                None => merged.push(row),
            }
        }
        grid.rows = merged;
    }
    for row in &mut grid.rows {
        if !row.cells.is_sorted_by(|a, b| a.0 < b.0) {
            grid.as_it_came = false;
            row.cells.reverse();
            row.cells.sort_by_key(|(column, _)| *column);
            row.cells.dedup_by_key(|(column, _)| *column);
        }
    }
}

fn cut(grid: &mut Grid, value: CellValue, row: u32, column: u16) -> CellValue {
    let (kind, text) = Kind::of(&value);
    if text.len() <= CELL_BYTES_MAX {
        return value;
    }
    kind.value(grid.kept(text.to_owned(), row, column).into())
}

/// The type of a cell's value, without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Text,
    Number,
    False,
    True,
    Date,
    Percent,
    Error,
    FormulaWithoutValue,
}

impl Kind {
    /// Splits a value into its kind and its text.
    pub fn of(value: &CellValue) -> (Self, &str) {
        match value {
            CellValue::Text(text) => (Self::Text, text.as_str()),
            CellValue::Number(text) => (Self::Number, text.as_str()),
            CellValue::Bool(false) => (Self::False, ""),
            CellValue::Bool(true) => (Self::True, ""),
            CellValue::Date(text) => (Self::Date, text.as_str()),
            CellValue::Percent(text) => (Self::Percent, text.as_str()),
            CellValue::Error(text) => (Self::Error, text.as_str()),
            CellValue::FormulaWithoutValue => (Self::FormulaWithoutValue, ""),
        }
    }

    pub fn value(self, text: CellText) -> CellValue {
        match self {
            Self::Text => CellValue::Text(text),
            Self::Number => CellValue::Number(text),
            Self::False => CellValue::Bool(false),
            Self::True => CellValue::Bool(true),
            Self::Date => CellValue::Date(text),
            Self::Percent => CellValue::Percent(text),
            Self::Error => CellValue::Error(text),
            Self::FormulaWithoutValue => CellValue::FormulaWithoutValue,
        }
    }
}

/// How a cell's number format displays a number, as far as this matters for payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Shown {
    #[default]
    Plain,
    Percent,
    /// As a date, a time, or both.
    Date,
}

/// Converts a calamine value to its kind and its text; none for an empty cell.
pub(crate) fn read_of<'v>(value: &'v DataRef<'_>, shown: Shown) -> Option<(Kind, Cow<'v, str>)> {
    let number = match shown {
        Shown::Percent => Kind::Percent,
        Shown::Plain | Shown::Date => Kind::Number,
    };
    let (kind, text): (Kind, Cow<'v, str>) = match value {
        DataRef::Empty => return None,
        DataRef::String(text) => (Kind::Text, text.as_str().into()),
        DataRef::SharedString(text) => (Kind::Text, (*text).into()),
        DataRef::Float(float) => (number, shortest(*float).into()),
        DataRef::Int(int) => (number, int.to_string().into()),
        DataRef::Bool(true) => (Kind::True, "".into()),
        DataRef::Bool(false) => (Kind::False, "".into()),
        DataRef::DateTime(date) => (Kind::Date, iso(*date).into()),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => (Kind::Date, text.as_str().into()),
        DataRef::Error(error) => (Kind::Error, error.to_string().into()),
    };
    let blank = kind == Kind::Text && text.is_empty();
    (!blank).then_some((kind, text))
}

/// Converts a calamine value; none for an empty cell.
pub(crate) fn value_of(value: &DataRef<'_>, shown: Shown) -> Option<CellValue> {
    read_of(value, shown).map(|(kind, text)| kind.value(text.into()))
}

/// Converts one of the values that calamine holds in memory, like `value_of`.
pub(crate) fn value_of_data(value: &Data) -> Option<CellValue> {
    let value = match value {
        Data::Empty => DataRef::Empty,
        Data::String(text) => DataRef::SharedString(text),
        Data::Float(float) => DataRef::Float(*float),
        Data::Int(int) => DataRef::Int(*int),
        Data::Bool(value) => DataRef::Bool(*value),
        Data::DateTime(date) => DataRef::DateTime(*date),
        Data::DateTimeIso(text) => DataRef::DateTimeIso(text.clone()),
        Data::DurationIso(text) => DataRef::DurationIso(text.clone()),
        Data::Error(error) => DataRef::Error(error.clone()),
    };
    value_of(&value, Shown::Plain)
}

/// Returns the shortest decimal text that parses to the same number.
pub(crate) fn shortest(number: f64) -> String {
    let size = number.abs();
    let plain = size < PLAIN_NUMBER_MAX && (size >= PLAIN_NUMBER_MIN || size == 0.0);
    if plain { format!("{number}") } else { format!("{number:E}") }
}

fn iso(date: ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    if date.is_duration() || date.as_f64() < 1.0 {
        return format!("{hour:02}:{minute:02}:{second:02}");
    }
    let day = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) { day } else { format!("{day}T{hour:02}:{minute:02}:{second:02}") }
}

/// Converts a number whose format displays it as something else than a number. Dates count from 1900, or from 1904 if
/// the workbook specifies it. None if the format displays it as a number.
pub(crate) fn as_shown(number: &str, shown: Shown, from_1904: bool) -> Option<CellValue> {
    match shown {
        Shown::Plain => None,
        Shown::Percent => Some(CellValue::Percent(number.into())),
        Shown::Date => {
            let days = number.parse().ok()?;
            Some(CellValue::Date(
                iso(ExcelDateTime::new(days, ExcelDateTimeType::DateTime, from_1904)).into(),
            ))
        }
    }
}

/// Number formats that Excel defines by id and that files do not spell out (ECMA-376 18.8.30).
const fn known_format(id: u16) -> Shown {
    match id {
        9 | 10 => Shown::Percent,
        14..=22 | 27..=36 | 45..=47 | 50..=58 => Shown::Date,
        _ => Shown::Plain,
    }
}

/// Returns how a number format displays numbers. Its id decides if the file does not spell the format out.
pub(crate) fn shown_by(id: u16, spelled_out: Option<&str>) -> Shown {
    match spelled_out {
        None => known_format(id),
        Some(format) if is_percent(format) => Shown::Percent,
        Some(format) if is_date(format) => Shown::Date,
        Some(_) => Shown::Plain,
    }
}

/// Whether a number format contains letters of dates or times, outside quotes, brackets (`[Red]`) and escapes.
fn is_date(format: &str) -> bool {
    if format.eq_ignore_ascii_case("general") {
        return false;
    }
    if has_elapsed_time(format) {
        return true;
    }
    let mut quoted = false;
    let mut bracketed = false;
    let mut escaped = false;
    format.chars().any(|c| {
        let plain = !quoted && !bracketed && !escaped;
        quoted ^= c == '"' && !escaped;
        bracketed = (bracketed || (c == '[' && plain)) && c != ']';
        escaped = matches!(c, '\\' | '_' | '*') && plain;
        plain && matches!(c.to_ascii_lowercase(), 'd' | 'm' | 'y' | 'h' | 's')
    })
}

/// Whether a number format counts hours, minutes or seconds beyond a day: `[h]`, `[mm]`.
fn has_elapsed_time(format: &str) -> bool {
    let bracketed = format.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    bracketed.map(|(within, _)| within.to_ascii_lowercase()).any(|within| {
        ["h", "m", "s"]
            .iter()
            .any(|letter| within.starts_with(letter) && within.replace(letter, "").is_empty())
    })
}

/// Whether a number format displays percentages: it contains a percent sign outside quoted text.
pub(crate) fn is_percent(format: &str) -> bool {
    let mut quoted = false;
    let mut escaped = false;
    format.chars().any(|c| {
        let plain = !quoted && !escaped;
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        c == '%' && plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_shortest_text() {
        for (number, expected) in [
            (1234.1, "1234.1"),
            (123_456_789.0, "123456789"),
            (3.2e15, "3200000000000000"),
            (1e22, "1E22"),
            (0.0, "0"),
            (-12.5, "-12.5"),
            (1e-9, "1E-9"),
        ] {
            assert_eq!(shortest(number), expected);
        }
    }

    #[test]
    fn a_per_cent_sign_counts_outside_quotes() {
        for (format, expected) in
            [("0%", true), ("0.00%", true), ("0\"%\"", false), ("0\\%", false), ("#,##0", false)]
        {
            assert_eq!(is_percent(format), expected, "{format}");
        }
        assert_eq!(shown_by(9, None), Shown::Percent);
        assert_eq!(shown_by(9, Some("0.00")), Shown::Plain);
        assert_eq!(shown_by(2, None), Shown::Plain);
    }

    #[test]
    fn days_are_known_by_their_letters() {
        for (format, expected) in [
            ("yyyy-mm-dd", Shown::Date),
            ("[$-409]d-mmm-yy;@", Shown::Date),
            ("h:mm AM/PM", Shown::Date),
            ("General", Shown::Plain),
            ("#,##0.00", Shown::Plain),
            ("[Red]#,##0.00", Shown::Plain),
            ("\"shs\" #,##0", Shown::Plain),
            ("_-* #,##0.00_-", Shown::Plain),
            ("\\d0", Shown::Plain),
            ("[ss]", Shown::Date),
            ("[H]", Shown::Date),
            ("[$GHS] #,##0.00", Shown::Plain),
            ("[Magenta]0", Shown::Plain),
        ] {
            assert_eq!(shown_by(164, Some(format)), expected, "{format}");
        }
        assert_eq!(as_shown("45000", Shown::Date, false), Some(CellValue::Date("2023-03-15".into())));
    }
}
