//! Reading a file from its bytes to its rows, one step after the other.

use std::{fs, io::Read, panic::catch_unwind, path::Path};

use data_encoding::HEXLOWER;
use paysheet_domain::{Country, Field, ProblemCode, Severity, SourceRow, checks::cleaned_text};
use sha2::{Digest, Sha256};

use crate::{
    error::{FileError, Found},
    file::{ColumnFacts, FileFacts, FileKind, FileProblem, ReadOptions, SheetFacts, SheetFile},
    grid::{Grid, Sheet, letters},
    kind::{Container, Encryption, container},
    limits::FILE_BYTES_MAX,
    ods,
    people::{self, People},
    settle,
    table::{self, Table},
    text, xls, xlsb, xlsx,
};

/// Without these a payroll cannot be paid; the bank may be named or coded.
const NEEDED: [Field; 3] = [Field::Name, Field::AccountNumber, Field::Amount];

/// Reads a payroll file. Blocks while it does.
///
/// # Errors
/// Where no row can be read at all; what is wrong with rows is no error.
pub fn read(path: &Path, options: &ReadOptions) -> Result<SheetFile, FileError> {
    let file = fs::File::open(path).map_err(|_| FileError::FileUnreadable)?;
    let size = file.metadata().map_err(|_| FileError::FileUnreadable)?.len();
    if size > FILE_BYTES_MAX {
        return Err(FileError::FileTooLarge { bytes: size, limit: FILE_BYTES_MAX });
    }
    // A file that grows while it is read stays within the limit.
    let mut bytes = Vec::new();
    file.take(FILE_BYTES_MAX).read_to_end(&mut bytes).map_err(|_| FileError::FileUnreadable)?;
    let mut read = read_bytes(&bytes, options)?;
    // A text file has no sheets to name; its own name says as much.
    if read.sheet.is_empty() {
        read.sheet = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        read.sheets.iter_mut().for_each(|sheet| sheet.name.clone_from(&read.sheet));
    }
    Ok(read)
}

/// Reads a payroll file that is in memory.
///
/// # Errors
/// Those of [`read`].
pub fn read_bytes(bytes: &[u8], options: &ReadOptions) -> Result<SheetFile, FileError> {
    // The parsers below are not ours: one that panics over a file costs that file, not the program.
    catch_unwind(|| take_in(bytes, options)).unwrap_or(Err(FileError::ReaderCrashed))
}

fn take_in(bytes: &[u8], options: &ReadOptions) -> Result<SheetFile, FileError> {
    let opened = open(bytes)?;
    let chosen = choose(&opened.sheets, options.country.unwrap_or(Country::NG))?;
    let (sheet, table) = retold(chosen, options);
    let people = people::read(&sheet.grid, &table, opened.delimiter);
    let (country, currency) = settle::place(&people.rows, options);
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    Ok(SheetFile {
        file: FileFacts { kind: opened.kind, bytes: size, sha256: HEXLOWER.encode(&Sha256::digest(bytes)) },
        sheets: opened.sheets.iter().map(facts).collect(),
        sheet: sheet.name.clone(),
        header_row: table.header.and_then(|at| sheet.grid.rows.get(at)).map(|row| row.number),
        columns: table.columns.iter().filter_map(|column| column_facts(column, &sheet.grid)).collect(),
        country,
        currency,
        convention: settle::convention(&people.rows, opened.delimiter),
        problems: problems(&opened, sheet, &table, &people),
        rows: people.rows,
        skipped: people.skipped,
    })
}

/// A file taken apart into its sheets.
struct Opened {
    kind: FileKind,
    sheets: Vec<Sheet>,
    delimiter: Option<u8>,
    encoding_guessed: Option<&'static str>,
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

/// The visible sheet that looks most like a payroll; a hidden one only where no visible one has a table.
fn choose(sheets: &[Sheet], country: Country) -> Result<(&Sheet, Table), FileError> {
    if sheets.iter().all(|sheet| sheet.grid.columns == 0) {
        return Err(FileError::FileEmpty);
    }
    let tables = sheets.iter().filter_map(|sheet| Some((sheet, table::find(&sheet.grid, country)?)));
    let mut best: Option<(&Sheet, Table)> = None;
    for (sheet, table) in tables {
        let rank = |sheet: &Sheet, table: &Table| (!sheet.hidden, table.score);
        if best.as_ref().is_none_or(|(before, found)| rank(sheet, &table) > rank(before, found)) {
            best = Some((sheet, table));
        }
    }
    best.ok_or(FileError::NoTableFound)
}

/// The table read again where its own rows name another country: banks are told by it.
fn retold<'a>(chosen: (&'a Sheet, Table), options: &ReadOptions) -> (&'a Sheet, Table) {
    let (sheet, table) = chosen;
    if options.country.is_some() {
        return (sheet, table);
    }
    let (country, _) = settle::place(&people::sample(&sheet.grid, &table), options);
    let again = if country == Country::NG { None } else { table::find(&sheet.grid, country) };
    (sheet, again.unwrap_or(table))
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
        confidence: column.used.map_or(0, |(_, sure)| sure),
    })
}

fn problems(opened: &Opened, sheet: &Sheet, table: &Table, people: &People) -> Vec<FileProblem> {
    use {ProblemCode as P, Severity as S};
    let mut problems = Vec::new();
    let mut counted = |code, count: usize| {
        if count > 0 {
            problems.push(FileProblem::new(code, S::Warning, count));
        }
    };
    counted(P::HiddenSheets, opened.sheets.iter().filter(|sheet| sheet.hidden).count());
    let hidden_rows = usize::try_from(people.hidden).unwrap_or(usize::MAX);
    counted(if sheet.grid.filtered { P::FilteredRows } else { P::HiddenRows }, hidden_rows);
    counted(P::HiddenColumns, sheet.grid.hidden_columns.len());
    problems
        .extend(opened.encoding_guessed.map(|name| FileProblem::new(P::EncodingGuessed, S::Warning, name)));
    problems.extend(missing_columns(table));
    for (field, at) in &table.ambiguous {
        let problem = FileProblem::new(P::ColumnAmbiguous, S::Warning, field);
        problems.push(FileProblem { cell: Some(letters(*at)), ..problem });
    }
    problems.extend(mixed_currencies(&people.rows));
    for long in &sheet.grid.long_cells {
        let cell = Some(format!("{}{}", letters(long.column), long.row));
        problems.push(FileProblem { cell, ..FileProblem::new(P::TextTooLong, S::Warning, long.bytes) });
    }
    problems
}

fn missing_columns(table: &Table) -> Vec<FileProblem> {
    let missing = |field: Field| FileProblem::new(ProblemCode::ColumnMissing, Severity::Error, field);
    let mut problems: Vec<FileProblem> =
        NEEDED.into_iter().filter(|field| !table.has(*field)).map(missing).collect();
    if !table.has(Field::BankName) && !table.has(Field::BankCode) {
        problems.push(missing(Field::BankName));
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
