//! Finding the table in a sheet: the header row among titles and logos, and what each column was taken for. The
//! header's words come first, what the column holds second; every decision has a confidence and can be changed.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{CellValue, Country, Field};

use crate::{
    content::Profile,
    grid::{Grid, GridRow},
    limits::{HEADER_ROWS_SEARCHED, ROWS_SAMPLED},
    vocabulary::{Meaning, NamePart, Recognised, normalised, recognise},
};

/// Different fields a row has to name to be a header.
const HEADER_FIELDS_MIN: usize = 2;
/// Words that nobody knows are a header only where there are several.
const UNKNOWN_HEADER_CELLS_MIN: usize = 3;
/// Digits of a number that no heading has.
const LONG_NUMBER_DIGITS_MIN: usize = 6;
/// Points of a table without a header, below any with one.
const HEADERLESS_SCORE: u32 = 100;
const ACCOUNT_SCORE: u32 = 200;
const AMOUNT_SCORE: u32 = 200;
const IGNORED_HEADER_SCORE: u32 = 10;
/// What a header loses whose column holds something else.
const SURE_LOST_TO_CONTENT: u8 = 30;
/// Found by content where headers leave a field out, in this order.
const BY_CONTENT: [Field; 5] =
    [Field::AccountNumber, Field::BankName, Field::BankCode, Field::Amount, Field::Name];

/// What one column was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Field(Field),
    NamePart(NamePart),
}

impl Use {
    pub const fn field(self) -> Field {
        match self {
            Self::Field(field) => field,
            Self::NamePart(_) => Field::Name,
        }
    }
}

/// How sure a decision is, in percent, and by what it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sure {
    ByHeader(u8),
    ByContent(u8),
    /// The user said so.
    Told,
}

impl Sure {
    pub const fn percent(self) -> u8 {
        match self {
            Self::ByHeader(percent) | Self::ByContent(percent) => percent,
            Self::Told => 100,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub at: u16,
    pub header: String,
    pub used: Option<(Use, Sure)>,
}

/// The table of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Index of the header in the grid's rows.
    pub header: Option<usize>,
    pub columns: Vec<Column>,
    /// Fields that two columns claim alike.
    pub ambiguous: Vec<(Field, u16)>,
    /// How much it looks like a payroll, to choose among sheets.
    pub score: u32,
}

impl Table {
    pub fn has(&self, field: Field) -> bool {
        self.columns.iter().any(|column| column.used.is_some_and(|(used, _)| used.field() == field))
    }

    /// The column of a field that stands in one column.
    pub fn column_of(&self, field: Field) -> Option<u16> {
        let fits = |column: &&Column| column.used.is_some_and(|(used, _)| used == Use::Field(field));
        self.columns.iter().find(fits).map(|column| column.at)
    }
}

/// Finds the table; none where nothing in the sheet looks like one.
pub(crate) fn find(grid: &Grid, country: Country) -> Option<Table> {
    let header = find_header(grid);
    let table = under(grid, header, country);
    if header.is_some() {
        return Some(table);
    }
    let whole = |table: &Table| table.has(Field::AccountNumber) && table.has(Field::Amount);
    let under_words = unknown_header(grid).map(|at| under(grid, Some(at), country)).filter(whole);
    under_words.or_else(|| whole(&table).then_some(table))
}

/// The first row of a table whose header nobody knows: words alone, over columns of which several are numbers.
fn unknown_header(grid: &Grid) -> Option<usize> {
    let mut filled =
        grid.rows.iter().enumerate().filter(|(_, row)| row.cells.len() >= UNKNOWN_HEADER_CELLS_MIN);
    let (at, header) = filled.next()?;
    let (_, below) = filled.next()?;
    let has_digits = |value: &CellValue| value.shown().contains(|c: char| c.is_ascii_digit());
    let words =
        header.cells.iter().all(|(_, value)| matches!(value, CellValue::Text(_)) && !has_digits(value));
    let numbers =
        below.cells.iter().filter(|(column, value)| has_digits(value) && header.cell(*column).is_some());
    (words && numbers.count() >= HEADER_FIELDS_MIN).then_some(at)
}

/// The table under a header that is known, by its index in the grid's rows, or without any.
pub(crate) fn under(grid: &Grid, header: Option<usize>, country: Country) -> Table {
    let first = header.map_or(0, |at| at + 1);
    let mut columns = match header.and_then(|at| grid.rows.get(at)) {
        Some(row) => headed_columns(grid, row),
        None => bare_columns(grid),
    };
    let data = || grid.rows.iter().skip(first).filter(|row| !row.cells.is_empty()).take(ROWS_SAMPLED);
    let profiles: Vec<Profile> =
        columns.iter().map(|(column, _)| Profile::of(column.at, data(), country)).collect();
    for ((column, recognised), profile) in columns.iter_mut().zip(&profiles) {
        *recognised = recognised.map(|recognised| with_content(recognised, profile, &column.header));
    }
    banks_among_names(&mut columns, &profiles);
    let ambiguous = settle(&mut columns);
    let mut columns: Vec<Column> = columns.into_iter().map(|(column, _)| column).collect();
    fill_by_content(&mut columns, &profiles, header.is_some());
    let mut table = Table { header, columns, ambiguous, score: 0 };
    table.score = score(&table);
    table
}

/// Rows near the top that may name the columns, each with the columns as it would name them.
pub(crate) fn header_candidates(grid: &Grid) -> impl Iterator<Item = (usize, Vec<Column>)> {
    let rows = grid.rows.iter().enumerate().filter(|(_, row)| !row.cells.is_empty());
    rows.take(HEADER_ROWS_SEARCHED).map(|(at, row)| {
        let columns = headed_columns(grid, row).into_iter().map(|(column, _)| column);
        (at, columns.collect())
    })
}

/// The row that names the most fields; the first of equals.
fn find_header(grid: &Grid) -> Option<usize> {
    let rows =
        grid.rows.iter().enumerate().filter(|(_, row)| !row.cells.is_empty()).take(HEADER_ROWS_SEARCHED);
    let scored = rows.filter_map(|(at, row)| Some((header_score(row)?, at)));
    scored.max_by_key(|(score, at)| (*score, std::cmp::Reverse(*at))).map(|(_, at)| at)
}

fn header_score(row: &GridRow) -> Option<u32> {
    // "Access Bank" and "Salary" are words of headings, and those of a person as well: with an account it is one.
    if row.cells.iter().any(|(_, value)| is_long_number(value)) {
        return None;
    }
    let mut fields = BTreeMap::new();
    let mut ignored = 0;
    for (_, value) in &row.cells {
        let CellValue::Text(text) = value else { continue };
        match recognise(text) {
            Some(Recognised { meaning: Meaning::Field(field), sure }) => {
                let best: &mut u8 = fields.entry((field, None)).or_default();
                *best = sure.max(*best);
            }
            Some(Recognised { meaning: Meaning::NamePart(part), sure }) => {
                fields.insert((Field::Name, Some(part)), sure);
            }
            Some(Recognised { meaning: Meaning::Ignored, .. }) => ignored += IGNORED_HEADER_SCORE,
            None => {}
        }
    }
    let score: u32 = fields.values().map(|sure| u32::from(*sure)).sum();
    (fields.len() >= HEADER_FIELDS_MIN).then_some(score + ignored)
}

/// A number such as accounts and telephones have; headings may hold a year or a count.
fn is_long_number(value: &CellValue) -> bool {
    let text = value.shown();
    let is_numeral = text.chars().all(|c| c.is_ascii_digit() || " .,+'\u{a0}\u{202f}\u{2019}".contains(c));
    is_numeral && text.chars().filter(char::is_ascii_digit).count() >= LONG_NUMBER_DIGITS_MIN
}

type Candidate = (Column, Option<Recognised>);

fn headed_columns(grid: &Grid, header: &GridRow) -> Vec<Candidate> {
    let columns = 0..u16::try_from(grid.columns).unwrap_or(u16::MAX);
    let candidate = |at| {
        let text = header.cell(at).map(CellValue::shown).unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let recognised = recognise(&text);
        (Column { at, header: text, used: None }, recognised)
    };
    columns.map(candidate).collect()
}

fn bare_columns(grid: &Grid) -> Vec<Candidate> {
    let columns = 0..u16::try_from(grid.columns).unwrap_or(u16::MAX);
    columns.map(|at| (Column { at, header: String::new(), used: None }, None)).collect()
}

/// The header's word, tempered by what the column holds: `Bank` over codes is the code, `Branch` over words the
/// branch's name, and an account number or amount made of words is doubtful.
fn with_content(recognised: Recognised, profile: &Profile, header: &str) -> Recognised {
    let Meaning::Field(field) = recognised.meaning else { return recognised };
    let now = |field| Recognised { meaning: Meaning::Field(field), ..recognised };
    let only_bank = !normalised(header).contains("name");
    match field {
        Field::BankName if profile.is_bank_codes() && only_bank => now(Field::BankCode),
        Field::BankCode if profile.fits(Field::BankName).is_some() => now(Field::BankName),
        Field::BranchCode if profile.is_wordy() => now(Field::BranchName),
        Field::AccountNumber | Field::Amount if profile.is_wordy() => {
            Recognised { sure: recognised.sure.saturating_sub(SURE_LOST_TO_CONTENT), ..recognised }
        }
        Field::Name
        | Field::AccountNumber
        | Field::BankName
        | Field::BankCode
        | Field::BranchCode
        | Field::BranchName
        | Field::Amount
        | Field::Currency
        | Field::Country
        | Field::Narration
        | Field::Reference
        | Field::EmployeeId
        | Field::PayDate => recognised,
    }
}

/// Under `Bank` and `Employee`, each with its `Name` below, the heading alone does not tell whose name it is.
fn banks_among_names(columns: &mut [Candidate], profiles: &[Profile]) {
    let is = |recognised: &Option<Recognised>, field| {
        recognised.is_some_and(|recognised| recognised.meaning == Meaning::Field(field))
    };
    let names = columns.iter().filter(|(_, recognised)| is(recognised, Field::Name)).count();
    if names < 2 || columns.iter().any(|(_, recognised)| is(recognised, Field::BankName)) {
        return;
    }
    for ((_, recognised), profile) in columns.iter_mut().zip(profiles) {
        if let Some(recognised) =
            recognised.as_mut().filter(|found| found.meaning == Meaning::Field(Field::Name))
            && profile.fits(Field::BankName).is_some()
        {
            recognised.meaning = Meaning::Field(Field::BankName);
        }
    }
}

/// Gives each field to its surest column. Equals are ambiguous: the first gets it, and the user is told.
fn settle(columns: &mut [Candidate]) -> Vec<(Field, u16)> {
    let mut best: BTreeMap<Field, (u8, usize)> = BTreeMap::new();
    let mut ambiguous = Vec::new();
    for (index, (column, recognised)) in columns.iter().enumerate() {
        let Some(Recognised { meaning: Meaning::Field(field), sure }) = *recognised else { continue };
        match best.get(&field) {
            Some((before, _)) if *before > sure => {}
            Some((before, _)) if *before == sure => ambiguous.push((field, sure, column.at)),
            Some(_) | None => {
                best.insert(field, (sure, index));
            }
        }
    }
    let mut fields: BTreeSet<Field> = BTreeSet::new();
    for (field, (sure, index)) in &best {
        if let Some((column, _)) = columns.get_mut(*index) {
            column.used = Some((Use::Field(*field), Sure::ByHeader(*sure)));
            fields.insert(*field);
        }
    }
    if !fields.contains(&Field::Name) {
        for (column, recognised) in columns.iter_mut() {
            if let Some(Recognised { meaning: Meaning::NamePart(part), sure }) = *recognised {
                column.used = Some((Use::NamePart(part), Sure::ByHeader(sure)));
            }
        }
    }
    // Two that tie below the best are of no interest.
    let tied = |(field, sure, _): &(Field, u8, u16)| best.get(field).is_some_and(|(best, _)| best == sure);
    ambiguous.into_iter().filter(tied).map(|(field, _, at)| (field, at)).collect()
}

/// Finds missing fields among the columns nobody recognised. Known but unused headers stay out: staff numbers
/// and deductions look like accounts and amounts too.
fn fill_by_content(columns: &mut [Column], profiles: &[Profile], has_header: bool) {
    let narration = (!has_header).then_some(Field::Narration);
    for field in BY_CONTENT.into_iter().chain(narration) {
        let taken = columns.iter().any(|column| column.used.is_some_and(|(used, _)| used.field() == field));
        if taken {
            continue;
        }
        let free = columns
            .iter()
            .zip(profiles)
            .enumerate()
            .filter(|(_, (column, _))| column.used.is_none() && recognise(&column.header).is_none());
        let fitting = free.filter_map(|(index, (_, profile))| Some((profile.fits(field)?, index)));
        let best = fitting.max_by_key(|(sure, index)| (*sure, std::cmp::Reverse(*index)));
        if let Some((sure, index)) = best
            && let Some(column) = columns.get_mut(index)
        {
            column.used = Some((Use::Field(field), Sure::ByContent(sure)));
        }
    }
}

fn score(table: &Table) -> u32 {
    let sure: u32 = table
        .columns
        .iter()
        .filter_map(|column| column.used)
        .map(|(_, sure)| u32::from(sure.percent()))
        .sum();
    let account = if table.has(Field::AccountNumber) { ACCOUNT_SCORE } else { 0 };
    let amount = if table.has(Field::Amount) { AMOUNT_SCORE } else { 0 };
    let whole = sure + account + amount;
    if table.header.is_some() { whole } else { whole.min(HEADERLESS_SCORE) }
}
