//! Extracts the payroll rows from a parsed file: chooses the table, the columns, and the rows that are people.

use std::panic::{AssertUnwindSafe, UnwindSafe, catch_unwind};

use paysheet_domain::{
    Column, Country, Currency, Field, ProblemCode, Severity, SourceRow,
    checks::{DecimalConvention, cleaned_text},
};

use crate::{
    detect::{
        header::sections::{self, Section},
        infer, mapping,
        people::row_reader,
        select_table::{self, Chosen},
        table::{self, Table},
        tables::searched::SearchedFile,
        words::known::Known,
    },
    error::FileError,
    extract::{
        banks, preview,
        rows::{self, Ready, RecipientRows},
        streaming::{Early, StreamingReader, StreamingTable},
        totals,
    },
    formats::{Book, BookFacts, Grid, Sheet},
    limits::ROWS_SAMPLED,
    model::{
        ColumnFacts, ColumnPreview, Decision, DifferingTotal, FilePreview, FileProblem, HeadRow,
        MappedColumn, MappingOrigin, Request, SheetCells, SheetFacts, SheetFile, Unsure, UnsureReason,
    },
    vocabulary::recognise,
};

/// Extracts the rows of a payroll.
pub(crate) fn read_book(
    book: Book,
    request: &Request,
    early: StreamingReader<'_>,
) -> Result<SheetFile, FileError> {
    guarded(AssertUnwindSafe(|| {
        let book = filled(book)?;
        let Early { table, known, found } = early.into_early();
        let (chosen, sections, decision) = {
            let searched = SearchedFile::continued(&book.sheets, &known, found);
            let chosen = select_table::choose(&searched, request).ok_or(FileError::NoTableFound)?;
            let sections = sections_of(&searched, &chosen);
            let decision = decision(&searched, &chosen, &sections);
            (chosen, sections, decision)
        };
        Ok(file(book, (chosen, sections), decision, request, table))
    }))
}

/// Like [`read_book`], but uses the first visible sheet if no table is found: the user may recognise one.
pub(crate) fn preview_book(book: Book, request: &Request) -> Result<FilePreview, FileError> {
    guarded(|| {
        let book = filled(book)?;
        let (chosen, sections, seen) = {
            let known = Known::default();
            let searched = SearchedFile::of(&book.sheets, &known);
            let chosen = select_table::choose(&searched, request).or_else(|| select_table::any(&searched));
            let chosen = chosen.ok_or(FileError::NoTableFound)?;
            let sections = sections_of(&searched, &chosen);
            let seen = SeenTable::of(&searched, &chosen, &sections, request);
            (chosen, sections, seen)
        };
        Ok(preview(book, (chosen, sections), seen, request))
    })
}

/// What a preview shows of the chosen table besides its rows.
struct SeenTable {
    decision: Decision,
    head: Vec<HeadRow>,
    columns: Vec<ColumnPreview>,
}

impl SeenTable {
    fn of(searched: &SearchedFile<'_>, chosen: &Chosen, sections: &[Section], request: &Request) -> Self {
        let columns = searched.sheet(chosen.sheet).map(|sheet| {
            let rows = row_reader::sample(sheet.grid, &chosen.table);
            let (country, _) = infer::place(&rows, &request.options);
            preview::columns(sheet, &chosen.table, country)
        });
        Self {
            decision: decision(searched, chosen, sections),
            head: preview::head(&chosen_sheet(searched.sheets, chosen).grid),
            columns: columns.unwrap_or_default(),
        }
    }
}

fn sections_of(searched: &SearchedFile<'_>, chosen: &Chosen) -> Vec<Section> {
    let sheet = searched.sheet(chosen.sheet);
    sheet.map(|sheet| sections::find(sheet.grid, &chosen.table, sheet.known)).unwrap_or_default()
}

fn decision(searched: &SearchedFile<'_>, chosen: &Chosen, sections: &[Section]) -> Decision {
    let also_payrolls = select_table::also_payrolls(searched, chosen);
    let sheet = chosen_sheet(searched.sheets, chosen);
    mapping::decision(sheet, &chosen.table, chosen.origin, also_payrolls, sections)
}

/// Returns the cells of all sheets, whatever they contain.
pub(crate) fn cells_of_book(book: Book) -> Result<Vec<SheetCells>, FileError> {
    Ok(filled(book)?.sheets.into_iter().map(SheetCells::from).collect())
}

/// Catches a panic caused by an unexpected file, so that only that file fails and not the program.
fn guarded<T>(read: impl FnOnce() -> Result<T, FileError> + UnwindSafe) -> Result<T, FileError> {
    catch_unwind(read).unwrap_or(Err(FileError::ReaderCrashed))
}

/// Returns the book, or `FileEmpty` if all of its sheets are empty.
fn filled(book: Book) -> Result<Book, FileError> {
    let filled = book.sheets.iter().any(|sheet| sheet.grid.columns > 0);
    if filled { Ok(book) } else { Err(FileError::FileEmpty) }
}

/// The chosen table, split into people and other rows, with what this implies for the file.
struct ExtractedTable {
    people: RecipientRows,
    country: Country,
    currency: Currency,
    convention: DecimalConvention,
    problems: Vec<FileProblem>,
    differing_totals: Vec<DifferingTotal>,
    /// Whether the file says the banks of its people, if not in a column.
    are_banks_told: bool,
}

/// Takes the rows out of the chosen sheet.
fn extract_table(
    book: &mut Book,
    chosen: &Chosen,
    sections: &[Section],
    request: &Request,
    ready: Ready,
) -> ExtractedTable {
    let delimiter = book.facts.delimiter;
    let sheet = book.sheets.get_mut(chosen.sheet);
    let mut people =
        sheet.map(|sheet| rows::take(sheet, &chosen.table, sections, delimiter, ready)).unwrap_or_default();
    let (country, currency) = infer::place(&people.rows, &request.options);
    let sheet = &chosen_sheet(&book.sheets, chosen).name;
    // A column that nobody knows may have the banks.
    if !has_unknown_column(&chosen.table) {
        banks::suggest(&mut people.rows, &people.skipped, &people.titles, sheet, country);
    }
    let are_banks_told = banks::are_told(&people.rows, country);
    let convention = infer::convention(&people.rows, delimiter);
    let mut problems = problems(book, chosen, &people);
    problems.retain(|problem| !(are_banks_told && problem.is_missing(Field::BankName)));
    // Amounts of several currencies have no sum.
    let is_mixed = problems.iter().any(|problem| problem.code == ProblemCode::CurrencyMixed);
    let differing_totals = totals::differing(&people, (!is_mixed).then_some(currency));
    ExtractedTable { people, country, currency, convention, problems, differing_totals, are_banks_told }
}

impl ExtractedTable {
    /// Returns the decision with what only the rows show.
    fn complete(&self, mut decision: Decision) -> Decision {
        decision.missing.retain(|field| !(self.are_banks_told && *field == Field::BankName));
        Decision { differing_totals: self.differing_totals.clone(), ..decision }
    }
}

fn has_unknown_column(table: &Table) -> bool {
    let is_unknown = |column: &table::Column| {
        column.used.is_none() && !column.header.is_empty() && recognise(&column.header).is_none()
    };
    table.columns.iter().any(is_unknown)
}

fn chosen_sheet<'b>(sheets: &'b [Sheet], chosen: &Chosen) -> &'b Sheet {
    static NOTHING: Sheet = Sheet { name: String::new(), hidden: false, grid: Grid::NOTHING };
    sheets.get(chosen.sheet).unwrap_or(&NOTHING)
}

fn file(
    mut book: Book,
    (chosen, sections): (Chosen, Vec<Section>),
    decision: Decision,
    request: &Request,
    early: Option<StreamingTable>,
) -> SheetFile {
    let sheets = book.sheets.iter().map(facts).collect();
    let sheet = chosen_sheet(&book.sheets, &chosen);
    let grid = &sheet.grid;
    let sheet = sheet.name.clone();
    let columns = chosen.table.columns.iter().filter_map(|column| column_facts(column, grid)).collect();
    let early = early.filter(|table| sections.is_empty() && table.holds_for(&chosen, grid));
    let ready = early.map(|table| table.ready);
    let extracted = extract_table(&mut book, &chosen, &sections, request, ready.unwrap_or_default());
    let decision = extracted.complete(decision);
    let ExtractedTable { people, country, currency, convention, problems, .. } = extracted;
    SheetFile {
        file: book.facts.file,
        sheets,
        sheet,
        header_row: decision.mapping.header_row,
        columns,
        country,
        currency,
        convention,
        problems,
        decision: asked_if_nobody(decision, people.rows.len()),
        rows: people.rows,
        skipped: people.skipped,
    }
}

fn preview(
    mut book: Book,
    (chosen, sections): (Chosen, Vec<Section>),
    seen: SeenTable,
    request: &Request,
) -> FilePreview {
    let sheets = book.sheets.iter().map(facts).collect();
    let SeenTable { decision, head, columns } = seen;
    let extracted = extract_table(&mut book, &chosen, &sections, request, Ready::default());
    let decision = extracted.complete(decision);
    let ExtractedTable { people, country, currency, convention, problems, .. } = extracted;
    let count = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX);
    FilePreview {
        file: book.facts.file,
        sheets,
        decision: asked_if_nobody(decision, people.rows.len()),
        columns,
        head,
        country,
        currency,
        convention,
        people: count(people.rows.len()),
        first: people.rows.iter().take(preview::FIRST_PEOPLE).cloned().collect(),
        skipped: count(people.skipped.len()),
        problems,
    }
}

/// Doubts the columns of a table in which nobody was found: what looks like notes may be people under other headings.
fn asked_if_nobody(mut decision: Decision, people: usize) -> Decision {
    if people > 0 || decision.origin == MappingOrigin::Given {
        return decision;
    }
    decision.origin = MappingOrigin::Detected;
    let needed =
        |column: &&MappedColumn| [Field::Name, Field::AccountNumber, Field::Amount].contains(&column.field);
    let doubted = decision.mapping.columns.iter().filter(needed).map(|column| Unsure {
        column: column.column.clone(),
        field: column.field,
        reason: UnsureReason::Doubtful,
        sum: None,
    });
    decision.unsure.extend(doubted);
    decision
}

fn facts(sheet: &Sheet) -> SheetFacts {
    SheetFacts {
        name: sheet.name.clone(),
        hidden: sheet.hidden,
        rows: sheet.grid.last_row(),
        columns: sheet.grid.columns,
    }
}

/// Returns the facts of a column, unless it has no header, no role and no cell.
fn column_facts(column: &table::Column, grid: &Grid) -> Option<ColumnFacts> {
    let holds_something = || grid.rows.iter().any(|row| row.cell(column.at).is_some());
    (column.used.is_some() || !column.header.is_empty() || holds_something()).then(|| ColumnFacts {
        column: Column(column.at).to_string(),
        header: column.header.clone(),
        field: column.used.map(|(used, _)| used.field()),
        confidence: column.used.map_or(0, |(_, sure)| sure.percent()),
    })
}

fn problems(book: &Book, chosen: &Chosen, people: &RecipientRows) -> Vec<FileProblem> {
    use {ProblemCode as P, Severity as S};
    let Book { facts: BookFacts { encoding_guessed, .. }, sheets } = book;
    let chosen_sheet = chosen_sheet(sheets, chosen);
    let grid = &chosen_sheet.grid;
    let table: &Table = &chosen.table;
    let mut problems = Vec::new();
    let mut counted = |code, count: usize| {
        if count > 0 {
            problems.push(FileProblem::new(code, S::Warning, count));
        }
    };
    let hidden = sheets.iter().filter(|sheet| sheet.hidden).count();
    counted(P::HiddenSheets, hidden);
    counted(if grid.filtered { P::FilteredRows } else { P::HiddenRows }, people.hidden.len());
    counted(P::HiddenColumns, grid.hidden_columns.len());
    let read = chosen_sheet.hidden.then_some(&chosen_sheet.name);
    problems.extend(read.map(|name| FileProblem::new(P::HiddenSheetRead, S::Warning, name)));
    let guessed = encoding_guessed.as_ref();
    problems.extend(guessed.map(|name| FileProblem::new(P::EncodingGuessed, S::Warning, name)));
    let missing = |field| FileProblem::new(P::ColumnMissing, S::Error, field);
    let first_people = || people.rows.iter().take(ROWS_SAMPLED).cloned().collect();
    problems.extend(mapping::missing(table, first_people).into_iter().map(missing));
    for (field, at) in &table.ambiguous {
        let problem = FileProblem::new(P::ColumnAmbiguous, S::Error, field);
        problems.push(FileProblem { cell: Some(Column(*at).to_string()), ..problem });
    }
    problems.extend(mixed_currencies(&people.rows));
    for long in &grid.long_cells {
        let cell = Some(format!("{}{}", Column(long.column), long.row));
        problems.push(FileProblem { cell, ..FileProblem::new(P::TextTooLong, S::Warning, long.bytes) });
    }
    problems
}

/// Returns the problem that a payroll has several currencies. It is paid in one batch per currency.
fn mixed_currencies(rows: &[SourceRow]) -> Option<FileProblem> {
    let named = rows.iter().filter_map(|row| cleaned_text(row, Field::Currency));
    let named: std::collections::BTreeSet<String> = named.map(|text| text.to_uppercase()).collect();
    let all = named.iter().cloned().collect::<Vec<_>>().join(", ");
    (named.len() > 1).then(|| FileProblem::new(ProblemCode::CurrencyMixed, Severity::Note, all))
}
