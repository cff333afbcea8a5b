//! Processes rows while the rest of the file is still being parsed. The payroll table, its columns and its country
//! are inferred from the first rows of a sheet, in the same way as later from the whole file. From then on each row
//! is read and mapped as it arrives. When the whole file is there, everything is inferred again. Early results are
//! used only if the inference did not change; otherwise the rows are mapped again.

use paysheet_domain::SourceRow;

use crate::{
    detect::{
        infer,
        row_reader::{self, RowReader},
        select_table::{self, Chosen},
        table::{ColumnRole, Table},
    },
    extract::rows::Ready,
    formats::{
        grid::{Grid, GridRow, Sheet},
        sheet_sink::SheetStart,
    },
    limits::{HEADER_ROWS_SEARCHED, ROWS_SAMPLED},
    model::{ParseDefaults, Request},
};

/// Number of rows from which a table is inferred: all rows that are searched for a header, all that are sampled below
/// it, and as many again for blank rows among them.
const ROWS_TOLD_FROM: usize = 2 * (HEADER_ROWS_SEARCHED + ROWS_SAMPLED);

/// A function that the caller applies to each row.
pub(crate) type RowMapper<'m, T> = &'m (dyn Fn(&ParseDefaults, &SourceRow) -> T + Sync);

/// Rows of a sheet that were mapped early, before the whole file was parsed.
pub(crate) struct StreamingReader<'m, T> {
    request: &'m Request,
    make: RowMapper<'m, T>,
    sheet: State<T>,
}

enum State<T> {
    /// No sheet has enough rows yet.
    Waiting,
    /// The sheet with this index, in whose first rows no table was found.
    Nothing(usize),
    StreamingTable(Box<StreamingTable<T>>),
}

pub(crate) struct StreamingTable<T> {
    sheet: usize,
    table: Table,
    pub defaults: ParseDefaults,
    reader: RowReader,
    pub made: Vec<T>,
    pub ready: Ready,
}

impl<'m, T> StreamingReader<'m, T> {
    pub const fn new(request: &'m Request, make: RowMapper<'m, T>) -> Self {
        Self { request, make, sheet: State::Waiting }
    }

    /// Processes the rows of a sheet that have arrived so far. The last one may be incomplete.
    pub fn hear(&mut self, index: usize, sheet: &SheetStart, grid: &Grid) {
        let whole = grid.rows.len().saturating_sub(1);
        let again = matches!(self.sheet, State::Nothing(of) if of == index);
        let begins = matches!(self.sheet, State::Waiting | State::Nothing(_)) && !again;
        if begins && whole >= ROWS_TOLD_FROM {
            self.sheet = StreamingTable::of(index, sheet, grid, self.request)
                .map_or(State::Nothing(index), |begun| State::StreamingTable(Box::new(begun)));
        }
        if let State::StreamingTable(begun) = &mut self.sheet
            && begun.sheet == index
        {
            begun.go_on(grid, whole, self.make);
        }
    }

    pub const fn make(&self) -> RowMapper<'m, T> {
        self.make
    }

    pub fn begun(self) -> Option<StreamingTable<T>> {
        match self.sheet {
            State::StreamingTable(begun) => Some(*begun),
            State::Waiting | State::Nothing(_) => None,
        }
    }
}

impl<T> StreamingTable<T> {
    fn of(index: usize, start: &SheetStart, grid: &Grid, request: &Request) -> Option<Self> {
        let rows: Vec<GridRow> = grid.rows.iter().take(ROWS_TOLD_FROM).cloned().collect();
        // The width of a line is compared with the widths of all lines, so the whole file is needed.
        if rows.iter().any(|row| row.width.is_some()) {
            return None;
        }
        let head = Grid { rows, columns: grid.columns, ..Grid::default() };
        let sheet = Sheet { name: start.name.clone(), hidden: start.hidden, grid: head };
        let Chosen { table, .. } = select_table::choose(std::slice::from_ref(&sheet), request)?;
        let sample = row_reader::sample(&sheet.grid, &table);
        let (country, currency) = infer::place(&sample, &request.options);
        let defaults = ParseDefaults { country, currency, convention: infer::convention(&sample, None) };
        let reader = RowReader::new(&sheet.grid, &table, None);
        let up_to = table.header.map_or(0, |at| at + 1);
        let ready = Ready { up_to, ..Ready::default() };
        Some(Self { sheet: index, table, defaults, reader, made: Vec::new(), ready })
    }

    fn go_on(&mut self, grid: &Grid, whole: usize, make: RowMapper<'_, T>) {
        let ready = &mut self.ready;
        for (at, row) in grid.rows.iter().enumerate().take(whole).skip(ready.up_to) {
            match self.reader.reason_to_skip(row) {
                Some(reason) => ready.skipped.push((at, reason)),
                None => {
                    let person = self.reader.source_row(row.clone());
                    self.made.push(make(&self.defaults, &person));
                    ready.people.push(person);
                }
            }
        }
        ready.up_to = ready.up_to.max(whole);
    }

    /// Returns whether the rows of the chosen table are those that were read early, and would be read in the same
    /// way.
    pub fn holds_for(&self, chosen: &Chosen, grid: &Grid) -> bool {
        grid.as_it_came && self.sheet == chosen.sheet && reads_alike(&self.table, &chosen.table)
    }
}

fn reads_alike(one: &Table, other: &Table) -> bool {
    one.header == other.header && used(one).eq(used(other))
}

fn used(table: &Table) -> impl Iterator<Item = (u16, ColumnRole)> {
    table.columns.iter().filter_map(|column| Some((column.at, column.used?.0)))
}

#[cfg(test)]
mod tests {
    use paysheet_domain::{CellValue, HiddenBy};
    use proptest::prelude::*;

    use super::*;
    use crate::{
        FileFacts, FileKind, SheetFile,
        extract::payroll::read_book,
        formats::{
            book::{Book, BookFacts},
            grid_builder::Kind,
            sheet_sink::{SheetEnd, SheetSink},
        },
        process::wire::{self, Writer},
    };

    /// A row among the people of a long payroll.
    #[derive(Clone, Debug)]
    enum Line {
        Blank,
        Left(u32),
        Total,
        Amount(&'static str),
        Country(&'static str),
        FarRight,
        OutOfOrder,
    }

    fn line() -> impl Strategy<Value = Line> {
        prop_oneof![
            Just(Line::Blank),
            (1..5_u32).prop_map(Line::Left),
            Just(Line::Total),
            prop::sample::select(vec!["1.250,50", "1,250.50", "1.250", "nil"]).prop_map(Line::Amount),
            prop::sample::select(vec!["KE", "Ghana"]).prop_map(Line::Country),
            Just(Line::FarRight),
            Just(Line::OutOfOrder),
        ]
    }

    fn put(out: &mut Writer<&mut Vec<u8>>, number: u32, cells: &[(u16, &str)]) {
        out.row(number, None).unwrap();
        cells.iter().for_each(|(at, text)| out.cell(*at, Kind::Text, text).unwrap());
    }

    fn put_line(out: &mut Writer<&mut Vec<u8>>, number: &mut u32, line: &Line) {
        let (account, name) = (format!("{:010}", *number), format!("Person {number}"));
        let person = [(0, name.as_str()), (1, &account), (2, "GTBank")];
        match line {
            Line::Blank => put(out, *number, &[]),
            Line::Left(rows) => *number += rows,
            Line::Total => put(out, *number, &[(0, "Total"), (3, "900")]),
            Line::Amount(text) => put(out, *number, &[person.as_slice(), &[(3, text)]].concat()),
            Line::Country(text) => put(out, *number, &[person.as_slice(), &[(3, "5"), (4, text)]].concat()),
            Line::FarRight => put(out, *number, &[person.as_slice(), &[(3, "5"), (9, "x")]].concat()),
            Line::OutOfOrder => {
                put(out, (*number).max(5) - 3, &[(1, "0000000001"), (0, "Ada Obi"), (3, "7")])
            }
        }
        *number += 1;
    }

    fn payroll(people: u32, lines: &[(u32, Line)], end: &SheetEnd) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = Writer::start(&mut bytes).unwrap();
        out.begin_sheet(&SheetStart { name: "Pay".into(), hidden: false }).unwrap();
        put(&mut out, 1, &[(0, "Name"), (1, "Account Number"), (2, "Bank"), (3, "Amount"), (4, "Country")]);
        let mut number = 2;
        for person in 0..people {
            for (_, line) in lines.iter().filter(|(before, _)| *before == person) {
                put_line(&mut out, &mut number, line);
            }
            put_line(&mut out, &mut number, &Line::Amount("100"));
        }
        out.end_sheet(end).unwrap();
        let file = FileFacts { kind: FileKind::Xlsx, bytes: 1, sha256: String::new() };
        out.end(&BookFacts { file, delimiter: None, encoding_guessed: None }).unwrap();
        bytes
    }

    type Made = (ParseDefaults, SourceRow);

    /// Reads the book from the wire. `early` maps the rows as they arrive.
    fn read(bytes: &[u8], early: &mut StreamingReader<'_, Made>) -> Book {
        let mut hear = |index, start: &SheetStart, grid: &Grid| early.hear(index, start, grid);
        wire::read(&mut &*bytes, &mut hear).unwrap().unwrap()
    }

    fn both(bytes: &[u8]) -> ((SheetFile, Vec<Made>), (SheetFile, Vec<Made>)) {
        let request = Request::default();
        let make = |defaults: &ParseDefaults, row: &SourceRow| (*defaults, row.clone());
        let mut early = StreamingReader::new(&request, &make);
        let book = read(bytes, &mut early);
        assert!(matches!(early.sheet, State::StreamingTable(_)), "nothing was begun");
        let late = read_book(book.clone(), &request, StreamingReader::new(&request, &make)).unwrap();
        (read_book(book, &request, early).unwrap(), late)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn rows_made_early_are_those_of_the_whole_file(
            lines in prop::collection::vec((0..4_000_u32, line()), 0..6),
            hidden in prop::collection::vec(2..4_000_u32, 0..3),
            without_value in prop::collection::vec((1..4_000_u32, 0..5_u32), 0..2),
            filtered in any::<bool>(),
        ) {
            let end = SheetEnd { hidden_rows: hidden.clone(), without_value, filtered, ..SheetEnd::default() };
            let (early, late) = both(&payroll(4_000, &lines, &end));
            prop_assert_eq!(&early, &late);
            let (file, made) = early;
            let expected: Vec<Made> = file.rows.iter().map(|row| (file.defaults(), row.clone())).collect();
            prop_assert_eq!(made, expected);
            let by = if filtered { HiddenBy::Filter } else { HiddenBy::Hand };
            for row in &file.rows {
                prop_assert_eq!(row.hidden, hidden.contains(&row.row).then_some(by), "row {}", row.row);
            }
        }
    }

    #[test]
    fn most_rows_are_made_before_the_file_is_whole() {
        let bytes = payroll(4_000, &[], &SheetEnd::default());
        let request = Request::default();
        let made = std::sync::atomic::AtomicUsize::new(0);
        let make = |defaults: &ParseDefaults, row: &SourceRow| {
            made.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            (*defaults, row.clone())
        };
        let mut early = StreamingReader::new(&request, &make);
        let book = read(&bytes, &mut early);
        let before = made.load(std::sync::atomic::Ordering::Relaxed);
        assert!(before > 3_000, "{before}");
        let (file, _) = read_book(book, &request, early).unwrap();
        assert_eq!(made.load(std::sync::atomic::Ordering::Relaxed), 4_000, "each row is made once");
        assert_eq!(file.rows.last().unwrap().text(paysheet_domain::Field::Amount).unwrap(), "100");
        assert!(matches!(file.rows[0].cells.values().next().unwrap().value, CellValue::Text(_)));
    }
}
