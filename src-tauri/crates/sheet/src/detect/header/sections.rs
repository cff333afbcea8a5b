//! Other headings on the sheet of a table. Each heading rules the rows below it: if it names the columns of the table
//! in another order, or some more, its rows are read by it. If its columns cannot be told from their names, it begins
//! another table, which is not read; the user is asked.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use paysheet_domain::Field;

use super::{
    headings::{self, HeadingRow},
    two_rows,
};
use crate::{
    detect::{
        table::{Column, ColumnRole, Table},
        words::known::Known,
    },
    formats::{Grid, GridRow},
    limits::{HEADING_ROWS_MAX, SECTIONS_MAX},
    vocabulary::{Meaning, Recognised, normalised},
};

/// Number of different names that make a row a heading.
const NAMES_MIN: usize = 3;
/// Percentage of a row's cells that must be names of the table's columns, if nothing else shows that it is a heading.
const KNOWN_NAMES_SHARE: usize = 60;
/// Fields of which a person is paid by. Any other field may be missing below another heading.
const DECISIVE: [Field; 5] =
    [Field::Name, Field::AccountNumber, Field::BankName, Field::BankCode, Field::Amount];
/// Fields of a heading of people to pay. A summary of departments has no accounts.
const OF_PAYROLL: [Field; 2] = [Field::AccountNumber, Field::Amount];

/// Fields that are not read below another heading only because the table itself has no such column.
const NEW_ASKED: [Field; 7] = [
    Field::Name,
    Field::AccountNumber,
    Field::BankName,
    Field::BankCode,
    Field::Amount,
    Field::Currency,
    Field::Country,
];
/// The rows from one heading to the next.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// Index of the heading in the grid's rows.
    pub header: usize,
    /// The table by which its rows are read; none if they are of another table.
    pub table: Option<Table>,
}

/// Returns the other sections of a sheet, from top to bottom. A heading below the table's own that only repeats the
/// one above it begins none.
pub(crate) fn find(grid: &Grid, table: &Table, known: &Known) -> Vec<Section> {
    let Some(header) = table.header else { return Vec::new() };
    let own_rows: Vec<&GridRow> =
        grid.rows.get(header).into_iter().chain(two_rows::second_row(grid, header, known)).collect();
    // The row directly below may have the headings in another language, or say how to fill in the columns.
    let below = own_rows.first().map(|row| row.number.saturating_add(1));
    let rows = grid.rows.iter().enumerate();
    // A table on the right may have numbers beside a heading.
    let own_words: Vec<HeadingRow<'_>> =
        own_rows.iter().map(|own| HeadingRow::of(Cow::Borrowed(own))).collect();
    let is_like_own = |row: &GridRow| own_words.iter().any(|own| own.has_same_words(row));
    let others = rows.filter(|(at, row)| {
        *at != header && Some(row.number) != below && (is_of_words(row) || is_like_own(row))
    });
    let Some(upper) = own_words.first() else { return Vec::new() };
    let own = OwnHeading { grid, table, known, names: Names::of_table(table), rows: &own_rows, upper };
    let mut second = None;
    let mut roles: Vec<(u16, ColumnRole)> = used(table).collect();
    let sections = others.take(HEADING_ROWS_MAX + 1).enumerate().filter_map(|(count, (at, row))| {
        if count == HEADING_ROWS_MAX {
            return Some(Section { header: at, table: None });
        }
        if second == Some(row.number) {
            return None;
        }
        let found = own.section(at, row)?;
        second = found.second;
        if at > header {
            let above = std::mem::replace(&mut roles, found.section.table.iter().flat_map(used).collect());
            // A heading that only repeats the one above it begins nothing new.
            if found.section.table.is_some() && above == roles {
                return None;
            }
        }
        Some(found.section)
    });
    let mut sections: Vec<Section> = sections.take(SECTIONS_MAX).collect();
    if sections.len() == SECTIONS_MAX {
        sections.last_mut().into_iter().for_each(|last| last.table = None);
    }
    let mut headers: Vec<usize> = sections.iter().map(|section| section.header).chain([header]).collect();
    headers.sort_unstable();
    let end = |at| headers.get(headers.partition_point(|header| *header <= at)).copied();
    sections
        .retain(|section| section.table.is_some() || has_numbers(grid, section.header, end(section.header)));
    sections
}

/// The heading of the table, with which others are compared.
struct OwnHeading<'a> {
    grid: &'a Grid,
    table: &'a Table,
    known: &'a Known,
    names: Names,
    /// One row or two.
    rows: &'a [&'a GridRow],
    /// The words of the first row.
    upper: &'a HeadingRow<'a>,
}

/// A section, and the number of the second row of its heading.
struct SectionHeading {
    section: Section,
    second: Option<u32>,
}

impl OwnHeading<'_> {
    /// Returns the section that begins at a row; none if the row is not a heading.
    fn section(&self, at: usize, row: &GridRow) -> Option<SectionHeading> {
        let Self { grid, table, known, .. } = self;
        let is_below = table.header.is_some_and(|header| at > header);
        let is_own =
            |place: usize| is_below && self.rows.get(place).is_some_and(|own| headings::is_same(row, own));
        if is_own(1) {
            return None;
        }
        let lower = two_rows::second_row(grid, at, known);
        let second = lower.map(|row| row.number);
        // `Gross | Net` below the same words is no repetition of `Net | Gross`.
        let is_same_lower = match (lower, self.rows.get(1)) {
            (Some(lower), Some(own)) => headings::is_same(lower, own),
            (Some(lower), None) => lower.cells.is_empty(),
            (None, _) => true,
        };
        if is_own(0) && is_same_lower {
            let table = Table { header: Some(at), ambiguous: Vec::new(), ..(*table).clone() };
            return Some(SectionHeading { section: Section { header: at, table: Some(table) }, second });
        }
        let whole = lower.map_or_else(|| Cow::Borrowed(row), |lower| Cow::Owned(two_rows::whole(row, lower)));
        let Some(names) = Names::of_heading(&whole, &self.names, known) else {
            // The words of the upper row in another order, above a lower row that is not understood.
            let is_like_own = self.upper.has_same_words(row);
            return is_like_own
                .then_some(SectionHeading { section: Section { header: at, table: None }, second });
        };
        let table = joined(table, &self.names, &names, (at, &whole), known);
        Some(SectionHeading { section: Section { header: at, table }, second })
    }
}

/// Whether a row below a heading contains a number. Words alone are nobody who could be paid.
fn has_numbers(grid: &Grid, header: usize, end: Option<usize>) -> bool {
    let rows = grid.rows.iter().take(end.unwrap_or(usize::MAX)).skip(header + 1);
    let mut cells = rows.flat_map(|row| &row.cells);
    cells.any(|(_, value)| value.text().contains(|c: char| c.is_ascii_digit()))
}

fn used(table: &Table) -> impl Iterator<Item = (u16, ColumnRole)> {
    table.columns.iter().filter_map(|column| Some((column.at, column.used?.0)))
}

/// Names of headings with their columns.
struct Names(BTreeMap<String, Vec<u16>>);

impl Names {
    fn of_table(table: &Table) -> Self {
        let named = table.columns.iter().map(|column| (normalised(&column.header), column.at));
        Self::of(named.filter(|(name, _)| !name.is_empty()))
    }

    fn of(named: impl Iterator<Item = (String, u16)>) -> Self {
        let mut names: BTreeMap<String, Vec<u16>> = BTreeMap::new();
        named.for_each(|(name, at)| names.entry(name).or_default().push(at));
        Self(names)
    }

    /// Returns the names of a row; none if it is not a heading. Most rows contain a number and are decided by that.
    fn of_heading(row: &GridRow, own: &Self, known: &Known) -> Option<Self> {
        let names = Self::of(row.cells.iter().map(|(at, value)| (normalised(value.text()), *at)));
        let shared = names.0.keys().filter(|name| own.0.contains_key(*name)).count();
        let is_known = shared >= NAMES_MIN && shared * 100 >= names.0.len() * KNOWN_NAMES_SHARE;
        let fields: BTreeSet<Field> =
            row.cells.iter().filter_map(|(_, value)| field(known.recognise(value.text())?)).collect();
        let recognised =
            row.cells.iter().filter(|(_, value)| known.recognise(value.text()).is_some()).count();
        let names_bank = || row.cells.iter().any(|(_, value)| known.is_bank_in_words(value.text()));
        let is_of_payroll = OF_PAYROLL.iter().all(|field| fields.contains(field))
            && recognised >= NAMES_MIN
            && recognised * 100 >= row.cells.len() * KNOWN_NAMES_SHARE
            && !names_bank();
        (is_known || is_of_payroll).then_some(names)
    }

    /// Whether another heading names something decisive that this one does not name.
    fn is_named_anew(&self, other: &Self, known: &Known) -> bool {
        let new = other.0.keys().filter(|name| !self.0.contains_key(*name));
        new.filter_map(|name| field(known.recognise_column(name)?)).any(|field| NEW_ASKED.contains(&field))
    }
}

/// Whether a row may be a heading: several texts and no long number.
fn is_of_words(row: &GridRow) -> bool {
    row.cells.len() >= NAMES_MIN && headings::is_of_words(row)
}

const fn field(found: Recognised) -> Option<Field> {
    match found.meaning {
        Meaning::Field(field) => Some(field),
        Meaning::NamePart(_) => Some(Field::Name),
        Meaning::Denied(_) | Meaning::Ignored => None,
    }
}

/// Returns the table by which the rows below another heading are read: each column holds what the column of the same
/// name holds in the table. None if a decisive column is missing or named twice, or another account or amount is
/// there.
fn joined(
    table: &Table,
    own: &Names,
    names: &Names,
    (header, row): (usize, &GridRow),
    known: &Known,
) -> Option<Table> {
    if own.is_named_anew(names, known) {
        return None;
    }
    let heading = |at| row.cell(at).map(|value| value.text().trim().to_owned()).unwrap_or_default();
    let columns =
        table.columns.iter().map(|column| Column { at: column.at, header: heading(column.at), used: None });
    let mut columns: Vec<Column> = columns.collect();
    for column in &table.columns {
        let Some(used @ (role, _)) = column.used else { continue };
        match place_of(column, names) {
            Some(place) => columns.iter_mut().find(|column| column.at == place)?.used = Some(used),
            None if DECISIVE.contains(&role.field()) => return None,
            None => {}
        }
    }
    Some(Table { header: Some(header), columns, ambiguous: Vec::new(), ..table.clone() })
}

/// Returns the only column below another heading with the name of a column. A column without a name stays where it is,
/// if that place has no name there either.
fn place_of(column: &Column, names: &Names) -> Option<u16> {
    let name = normalised(&column.header);
    if name.is_empty() {
        let is_taken = names.0.values().any(|places| places.contains(&column.at));
        return (!is_taken).then_some(column.at);
    }
    match names.0.get(&name)?.as_slice() {
        [place] => Some(*place),
        _ => None,
    }
}
