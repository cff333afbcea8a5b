//! Reading a file from its bytes to its rows, one step after the other.

mod choice;

use std::panic::{UnwindSafe, catch_unwind};

use data_encoding::HEXLOWER;
use paysheet_domain::{Country, Currency, Field, ProblemCode, Severity, SourceRow, checks::cleaned_text};
use sha2::{Digest, Sha256};

use self::choice::Chosen;
use crate::{
    cells::SheetCells,
    error::{FileError, Found},
    file::{ColumnFacts, FileFacts, FileKind, FileProblem, ReadOptions, SheetFacts, SheetFile},
    grid::{Grid, Sheet, letters},
    kind::{Container, Encryption, container},
    look::{self, Look},
    mapping::{self, Decision, MappingOrigin, Request},
    ods,
    people::{self, People},
    settle,
    table::{self, Table},
    text, xls, xlsb, xlsx,
};

/// Reads a payroll file that is in memory.
///
/// # Errors
/// Where no row can be read at all; what is wrong with rows is no error.
pub fn read_bytes(bytes: &[u8], options: &ReadOptions) -> Result<SheetFile, FileError> {
    read_bytes_as(bytes, &Request::from(*options))
}

/// Reads a payroll file that is in memory, the way that was asked for.
///
/// # Errors
/// Those of [`read_bytes`]; `NoTableFound` also where the sheet or header asked for is not there.
pub fn read_bytes_as(bytes: &[u8], request: &Request) -> Result<SheetFile, FileError> {
    guarded(|| Ok(Taken::of(bytes, request)?.file(bytes)))
}

/// Looks at a file that is in memory, for the user to say what its columns hold.
///
/// # Errors
/// Those of [`read_bytes_as`]; a file in which no table was found can still be looked at.
pub fn look_bytes(bytes: &[u8], request: &Request) -> Result<Look, FileError> {
    guarded(|| Ok(Taken::of_any(bytes, request)?.look(bytes)))
}

/// The cells of all sheets of a file that is in memory.
///
/// # Errors
/// Those of [`read_bytes_as`], but for a missing table.
pub(crate) fn cells_bytes(bytes: &[u8]) -> Result<Vec<SheetCells>, FileError> {
    guarded(|| Ok(open_filled(bytes)?.sheets.into_iter().map(SheetCells::from).collect()))
}

/// The parsers are not ours: one that panics over a file costs that file, not the program.
fn guarded<T>(read: impl FnOnce() -> Result<T, FileError> + UnwindSafe) -> Result<T, FileError> {
    catch_unwind(read).unwrap_or(Err(FileError::ReaderCrashed))
}

/// A file with its table chosen and its people told from other rows.
struct Taken {
    opened: Opened,
    sheet: usize,
    table: Table,
    origin: MappingOrigin,
    people: People,
    country: Country,
    currency: Currency,
}

impl Taken {
    fn of(bytes: &[u8], request: &Request) -> Result<Self, FileError> {
        let opened = open_filled(bytes)?;
        let chosen = choice::choose(&opened.sheets, request).ok_or(FileError::NoTableFound)?;
        Ok(Self::with(opened, chosen, request))
    }

    /// Like [`Taken::of`], but with the first visible sheet where no table is found: the user may see one.
    fn of_any(bytes: &[u8], request: &Request) -> Result<Self, FileError> {
        let opened = open_filled(bytes)?;
        let chosen = choice::choose(&opened.sheets, request).or_else(|| choice::any(&opened.sheets));
        let chosen = chosen.ok_or(FileError::NoTableFound)?;
        Ok(Self::with(opened, chosen, request))
    }

    fn with(opened: Opened, chosen: Chosen, request: &Request) -> Self {
        let Chosen { sheet, table, origin } = chosen;
        let grid = opened.sheets.get(sheet).map(|sheet| &sheet.grid);
        let people = grid.map(|grid| people::read(grid, &table, opened.delimiter)).unwrap_or_default();
        let (country, currency) = settle::place(&people.rows, &request.options);
        Self { opened, sheet, table, origin, people, country, currency }
    }

    fn decision(&self) -> Decision {
        let (name, grid) = self.sheet();
        Decision::of(name, grid, &self.table, self.origin)
    }

    fn sheet(&self) -> (&str, &Grid) {
        static NOTHING: Grid = Grid::NOTHING;
        self.opened.sheets.get(self.sheet).map_or(("", &NOTHING), |sheet| (&sheet.name, &sheet.grid))
    }

    fn file(self, bytes: &[u8]) -> SheetFile {
        let (name, grid) = self.sheet();
        SheetFile {
            file: file_facts(&self.opened, bytes),
            sheets: self.opened.sheets.iter().map(facts).collect(),
            sheet: name.to_owned(),
            header_row: self.table.header.and_then(|at| grid.rows.get(at)).map(|row| row.number),
            columns: self.table.columns.iter().filter_map(|column| column_facts(column, grid)).collect(),
            country: self.country,
            currency: self.currency,
            convention: settle::convention(&self.people.rows, self.opened.delimiter),
            problems: problems(&self.opened, grid, &self.table, &self.people),
            decision: self.decision(),
            rows: self.people.rows,
            skipped: self.people.skipped,
        }
    }

    fn look(&self, bytes: &[u8]) -> Look {
        let (_, grid) = self.sheet();
        let count = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX);
        Look {
            file: file_facts(&self.opened, bytes),
            sheets: self.opened.sheets.iter().map(facts).collect(),
            decision: self.decision(),
            columns: look::columns(grid, &self.table, self.country),
            head: look::head(grid),
            country: self.country,
            currency: self.currency,
            convention: settle::convention(&self.people.rows, self.opened.delimiter),
            people: count(self.people.rows.len()),
            first: self.people.rows.iter().take(look::FIRST_PEOPLE).cloned().collect(),
            skipped: count(self.people.skipped.len()),
            problems: problems(&self.opened, grid, &self.table, &self.people),
        }
    }
}

fn file_facts(opened: &Opened, bytes: &[u8]) -> FileFacts {
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    FileFacts { kind: opened.kind, bytes: size, sha256: HEXLOWER.encode(&Sha256::digest(bytes)) }
}

/// A file taken apart into its sheets.
struct Opened {
    kind: FileKind,
    sheets: Vec<Sheet>,
    delimiter: Option<u8>,
    encoding_guessed: Option<&'static str>,
}

/// A workbook can have sheets and nothing in them.
fn open_filled(bytes: &[u8]) -> Result<Opened, FileError> {
    let opened = open(bytes)?;
    let filled = opened.sheets.iter().any(|sheet| sheet.grid.columns > 0);
    if filled { Ok(opened) } else { Err(FileError::FileEmpty) }
}

fn open(bytes: &[u8]) -> Result<Opened, FileError> {
    let not_a_spreadsheet = |found| Err(FileError::FileNotASpreadsheet { found });
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FileError::FileEmpty);
    }
    let workbook = |kind, sheets| Ok(Opened { kind, sheets, delimiter: None, encoding_guessed: None });
    match container(bytes) {
        Container::Zip => match xlsx::preflight(bytes)? {
            xlsx::Package::Workbook(kind) => workbook(kind, read_package(kind, bytes)?),
            xlsx::Package::Other(found) => not_a_spreadsheet(found),
        },
        Container::OldOffice(Encryption::Password) => Err(FileError::FileEncrypted),
        Container::OldOffice(Encryption::None) => workbook(FileKind::Xls, xls::read(bytes)?),
        Container::Other(found) => not_a_spreadsheet(found),
        Container::Text => match text::decode(bytes) {
            Some(decoded) => open_text(&decoded),
            None => not_a_spreadsheet(Found::Unknown),
        },
    }
}

fn read_package(kind: FileKind, bytes: &[u8]) -> Result<Vec<Sheet>, FileError> {
    match kind {
        FileKind::Xlsb => xlsb::read(bytes),
        FileKind::Ods => ods::read(bytes),
        FileKind::Xlsx | FileKind::Xlsm | FileKind::Xls | FileKind::Csv | FileKind::Tsv => xlsx::read(bytes),
    }
}

fn open_text(decoded: &text::Decoded) -> Result<Opened, FileError> {
    if decoded.text.trim().is_empty() {
        return Err(FileError::FileEmpty);
    }
    let read = text::read(&decoded.text)?;
    Ok(Opened {
        kind: read.kind,
        sheets: vec![read.sheet],
        delimiter: Some(read.delimiter),
        encoding_guessed: decoded.guessed,
    })
}

fn facts(sheet: &Sheet) -> SheetFacts {
    SheetFacts {
        name: sheet.name.clone(),
        hidden: sheet.hidden,
        rows: sheet.grid.last_row(),
        columns: sheet.grid.columns,
    }
}

/// A column of the table, unless it has neither header nor use.
fn column_facts(column: &table::Column, grid: &Grid) -> Option<ColumnFacts> {
    let holds_something = || grid.rows.iter().any(|row| row.cell(column.at).is_some());
    (column.used.is_some() || !column.header.is_empty() || holds_something()).then(|| ColumnFacts {
        column: letters(column.at),
        header: column.header.clone(),
        field: column.used.map(|(used, _)| used.field()),
        confidence: column.used.map_or(0, |(_, sure)| sure.percent()),
    })
}

fn problems(opened: &Opened, grid: &Grid, table: &Table, people: &People) -> Vec<FileProblem> {
    use {ProblemCode as P, Severity as S};
    let mut problems = Vec::new();
    let mut counted = |code, count: usize| {
        if count > 0 {
            problems.push(FileProblem::new(code, S::Warning, count));
        }
    };
    counted(P::HiddenSheets, opened.sheets.iter().filter(|sheet| sheet.hidden).count());
    let hidden_rows = usize::try_from(people.hidden).unwrap_or(usize::MAX);
    counted(if grid.filtered { P::FilteredRows } else { P::HiddenRows }, hidden_rows);
    counted(P::HiddenColumns, grid.hidden_columns.len());
    problems
        .extend(opened.encoding_guessed.map(|name| FileProblem::new(P::EncodingGuessed, S::Warning, name)));
    let missing = |field| FileProblem::new(P::ColumnMissing, S::Error, field);
    problems.extend(mapping::missing(table).into_iter().map(missing));
    for (field, at) in &table.ambiguous {
        let problem = FileProblem::new(P::ColumnAmbiguous, S::Warning, field);
        problems.push(FileProblem { cell: Some(letters(*at)), ..problem });
    }
    problems.extend(mixed_currencies(&people.rows));
    for long in &grid.long_cells {
        let cell = Some(format!("{}{}", letters(long.column), long.row));
        problems.push(FileProblem { cell, ..FileProblem::new(P::TextTooLong, S::Warning, long.bytes) });
    }
    problems
}

/// A payroll in several currencies is paid in as many batches.
fn mixed_currencies(rows: &[SourceRow]) -> Option<FileProblem> {
    let named = rows.iter().filter_map(|row| cleaned_text(row, Field::Currency));
    let named: std::collections::BTreeSet<String> = named.map(|text| text.to_uppercase()).collect();
    let all = named.iter().cloned().collect::<Vec<_>>().join(", ");
    (named.len() > 1).then(|| FileProblem::new(ProblemCode::CurrencyMixed, Severity::Note, all))
}
