//! Reads the rows of one table: decides whether a row is a person, and converts it to a `SourceRow`. Rows that are not
//! people (blank rows, totals, repeated headers, signatures and notes) have a reason to be skipped.

mod labels;

use paysheet_domain::{
    BankDirectory, Cell, CellValue, Cells, Column, Field, HiddenBy, RowOrigin, SourceRow,
    checks::is_placeholder_name,
};

use super::{
    debits::Debits,
    figures,
    ragged::{self, Widths},
    serials::Serials,
};
use crate::{
    detect::{
        doubts::sums,
        header::{headings, two_rows},
        table::{self, ColumnRole, Table},
        words::{
            currency,
            known::Known,
            not_to_pay::{self, NotToPay},
            numbers, thousands, wallet,
        },
    },
    formats::{Grid, GridRow},
    limits::{COLUMNS_MAX, ROWS_SAMPLED},
    model::SkipReason,
    vocabulary::{
        NamePart, begins_debited, begins_example, begins_note, begins_totals, ends_in_total, is_known_words,
        is_no_name, says_nothing_to_pay,
    },
};

/// Minimum number of digits of an account. A shorter number is a count or a note.
const ACCOUNT_DIGITS_MIN: usize = 6;
/// Number of cells of the longest row of labels with their values.
const LABEL_ROW_CELLS_MAX: usize = 8;
/// Percentage of cells that must repeat the header for a row to be a repeated header.
const HEADER_REPEATED_SHARE: usize = 60;

/// Returns the first people of a table, enough to infer country, currency and decimal convention.
pub(crate) fn sample(grid: &Grid, table: &Table) -> Vec<SourceRow> {
    let reader = RowReader::new(grid, table, None);
    let rows = grid.rows.iter().skip(table.header.map_or(0, |at| at + 1)).take(ROWS_SAMPLED);
    let people = rows.filter(|row| reader.reason_to_skip(row).is_none());
    people.map(|row| reader.source_row(row.clone())).collect()
}

/// Reads the rows of one table.
pub(crate) struct RowReader {
    table: Table,
    header: Option<GridRow>,
    /// The second row of the heading, if it has one and it contains more than units.
    second: Option<GridRow>,
    /// Field of each column, by its index; none for columns that are not a field by themselves.
    fields: Vec<Option<Field>>,
    widths: Option<Widths>,
    splits_at_commas: bool,
    /// Whether numbers are cut at their commas.
    cuts_numbers: bool,
    /// Columns of a name in parts, in the order in which they are joined.
    name_parts: Vec<(NamePart, u16)>,
    /// The currency that the heading of the amounts names, if no column holds the currency.
    currency: Option<Cell>,
    /// The wallet that the heading of the accounts names: the bank of the rows that name none.
    wallet: Option<Cell>,
    not_to_pay: NotToPay,
    /// The column that says how each is paid.
    mode: Option<u16>,
    /// The column of debits and credits.
    pub debits: Option<Debits>,
    /// Other columns whose headings are those of what is paid.
    other_amounts: Vec<u16>,
    /// The column in which the people are numbered.
    pub serials: Option<Serials>,
    /// The texts of rows that may repeat the heading.
    known: Known,
    /// The reason why hidden rows are hidden.
    pub hides: HiddenBy,
}

impl RowReader {
    pub fn new(grid: &Grid, table: &Table, delimiter: Option<u8>) -> Self {
        let header = table.header.and_then(|at| grid.rows.get(at)).cloned();
        let known = Known::default();
        let second = table.header.and_then(|at| two_rows::second_row(grid, at, &known));
        let mut parts: Vec<(NamePart, u16)> = table.columns.iter().filter_map(name_part).collect();
        parts.sort_unstable();
        let widths = ragged::widths(grid, header.as_ref(), second);
        let splits_at_commas = delimiter == Some(b',');
        Self {
            table: table.clone(),
            widths,
            header,
            second: second.filter(|row| !two_rows::is_of_units(row)).cloned(),
            fields: fields(table),
            splits_at_commas,
            cuts_numbers: splits_at_commas
                && widths.is_some_and(|widths| ragged::cuts_numbers(grid, table, widths)),
            name_parts: parts,
            currency: currency_of_heading(table),
            wallet: wallet_of_heading(table),
            not_to_pay: NotToPay::new(table),
            mode: not_to_pay::mode_column(table),
            debits: Debits::of(grid, table),
            other_amounts: sums::other_amounts(table),
            serials: Serials::of(grid, table),
            known,
            hides: if grid.filtered { HiddenBy::Filter } else { HiddenBy::Hand },
        }
    }

    pub fn reason_to_skip(&self, row: &GridRow) -> Option<SkipReason> {
        if self.debits.as_ref().is_some_and(|debits| debits.is_of_employer(row)) {
            return Some(SkipReason::TotalsRow);
        }
        let name = self.table.column_of(Field::Name).and_then(|at| row.cell(at));
        let first_words = || row.cells.iter().map(|(_, value)| value).find(|value| is_words(value));
        if let Some(who) = name.or_else(first_words) {
            // A narration is no name: whoever is paid to a wallet may have none.
            let is_told = name.is_some() || self.digits(row, Field::AccountNumber) < ACCOUNT_DIGITS_MIN;
            if begins_debited(who.text()) || (is_told && is_no_name(who.text())) {
                return Some(SkipReason::TotalsRow);
            }
            if begins_example(who.text()) {
                return Some(SkipReason::NoteRow);
            }
        }
        let account = self.table.column_of(Field::AccountNumber).and_then(|at| row.cell(at));
        if self.digits(row, Field::AccountNumber) >= ACCOUNT_DIGITS_MIN && !account.is_some_and(is_remark) {
            return self.nothing_to_pay(row);
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
        let is_label = adds_up(&first_words)
            || figures::is_count_or_sum(&first_words)
            || [name, account].into_iter().flatten().any(|cell| adds_up(cell.text()));
        if (is_label && !self.is_payee_like_total(row)) || self.is_of_group(row) {
            return Some(SkipReason::TotalsRow);
        }
        let of_people = filled.iter().filter(|(at, _)| self.is_used(*at)).count();
        let has_amount = self.digits(row, Field::Amount) > 0;
        let is_note = begins_note(&first_words) || figures::is_of_words(&first_words);
        if is_note && !(has_amount && of_people > 2) {
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
            // A person whose data are missing.
            (1, false) if self.is_numbered(row) => None,
            (1, false) => Some(SkipReason::NoteRow),
            _ if self.is_nobodys(row) => Some(SkipReason::BlankRow),
            _ if self.is_units_of(row) => Some(SkipReason::NoteRow),
            _ => self.nothing_to_pay(row),
        }
    }

    /// Returns the reason to skip a person who gets nothing this month.
    fn nothing_to_pay(&self, row: &GridRow) -> Option<SkipReason> {
        let is_nothing =
            |value: &CellValue| matches!(value, CellValue::Text(text) if says_nothing_to_pay(text));
        let is_paid_elsewhere = || self.other_amounts.iter().any(|at| row.cell_is(Some(*at), has_amount));
        let is_set_aside =
            row.cell_is(self.table.column_of(Field::Amount), is_nothing) && !is_paid_elsewhere();
        is_set_aside.then_some(SkipReason::NothingToPay)
    }

    /// Whether a row above the headings may be a person, and no title, label or upper half of the headings.
    pub fn may_be_person(&self, row: &GridRow) -> bool {
        let is_paid = self.is_named(row) && self.digits(row, Field::Amount) > 0 && row.cells.len() > 2;
        let is_read = self.digits(row, Field::AccountNumber) >= ACCOUNT_DIGITS_MIN || is_paid;
        ((is_read && self.reason_to_skip(row).is_none()) || has_person_elsewhere(row))
            && (row.cells.len() > LABEL_ROW_CELLS_MAX || !headings::has_only_labels(row, &self.known))
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
        // Amounts that are cut at their commas move a person's name and amount to other columns.
        let is_person = || has_person_elsewhere(row);
        let has_amount = || {
            let is_unit = |value: &CellValue| thousands::is_unit(value.text());
            self.digits(row, Field::Amount) > 0 && !row.cell_is(self.table.column_of(Field::Amount), is_unit)
        };
        is_below && !self.is_named(row) && !has_amount() && !is_person()
    }

    fn is_named(&self, row: &GridRow) -> bool {
        let name = self.table.column_of(Field::Name);
        row.says(name) || self.name_parts.iter().any(|(_, at)| row.says(Some(*at)))
    }

    /// Whether a row has nothing but a name and its number among the people.
    fn is_numbered(&self, row: &GridRow) -> bool {
        let is_words = |at: Option<u16>| row.cell_is(at, is_words);
        let is_named = is_words(self.table.column_of(Field::Name))
            || self.name_parts.iter().any(|(_, at)| is_words(Some(*at)));
        is_named && self.serials.as_ref().is_some_and(|serials| serials.has(row))
    }

    fn amount_is_nothing(&self, row: &GridRow) -> bool {
        row.cell_is(self.table.column_of(Field::Amount), |value| {
            let shown = value.shown();
            !shown.contains(|c: char| c.is_ascii_digit() && c != '0')
        })
    }

    fn repeats_header(&self, row: &GridRow) -> bool {
        let Some(header) = &self.header else {
            let headers = row.cells.iter().filter(|(_, value)| is_heading(value.text(), &self.known)).count();
            return headers > 1 && headers * 100 >= row.cells.len() * HEADER_REPEATED_SHARE;
        };
        let same = row.cells.iter().filter(|(at, value)| match (header.cell(*at), value) {
            (Some(CellValue::Text(above)), CellValue::Text(text)) => {
                above.trim().eq_ignore_ascii_case(text.trim())
            }
            _ => false,
        });
        let same = same.count();
        if self.second.as_ref().is_some_and(|second| headings::is_same(row, second)) {
            return true;
        }
        let mostly = |count: usize| count > 1 && count * 100 >= row.cells.len() * HEADER_REPEATED_SHARE;
        // The second row of a heading contains words only. A row without a digit in any cell has no account and no
        // amount.
        let has_digits = |value: &CellValue| value.text().contains(|c: char| c.is_ascii_digit());
        // A row with a person's name is not a heading, whatever its bank and narration are called.
        let name = self.table.column_of(Field::Name).and_then(|at| row.cell(at));
        let names_somebody = || name.is_some_and(|name| is_words(name) && !is_known_or_unit(name.text()));
        let words_alone = || !row.cells.iter().any(|(_, value)| has_digits(value)) && !names_somebody();
        let is_below = row.number == header.number.saturating_add(1);
        let headings = || row.cells.iter().filter(|(_, value)| is_heading(value.text(), &self.known)).count();
        mostly(same) || (words_alone() && (mostly(headings()) || (is_below && headings() > 1)))
    }

    pub fn source_row(&self, row: GridRow) -> SourceRow {
        let not_to_pay = self.not_to_pay(&row);
        self.source_row_with(row, not_to_pay)
    }

    /// Returns what a row says of not paying its person.
    pub fn not_to_pay(&self, row: &GridRow) -> Option<Box<Cell>> {
        self.not_to_pay.of(row).or_else(|| self.debits.as_ref()?.asked(row))
    }

    /// Like [`RowReader::source_row`], for a row in which these words were already searched.
    pub fn source_row_with(&self, row: GridRow, not_to_pay: Option<Box<Cell>>) -> SourceRow {
        let name = self.joined_name(&row);
        let wallet = self.wallet_of(&row);
        let cut = || row.width.filter(|_| self.cuts_numbers && ragged::has_cut_number(&row));
        let ragged = self
            .widths
            .and_then(|widths| ragged::ragged(&row, &self.table, widths, self.splits_at_commas))
            .or_else(cut);
        let mut cells = Cells::with_capacity(row.cells.len());
        for (at, value) in row.cells {
            if let Some(field) = self.fields.get(usize::from(at)).copied().flatten() {
                // Words that say not to pay are about the payment, and are not sent with it.
                let said = not_to_pay.as_ref().filter(|_| field == Field::Narration);
                let is_ditto = |said: &Cell| said.column == Some(Column(at));
                if said.is_some_and(|said| is_ditto(said) || self.not_to_pay.is_said(at, &value)) {
                    continue;
                }
                cells.insert(field, Cell { column: Some(Column(at)), value });
            }
        }
        if let Some(name) = name {
            cells.insert(Field::Name, name);
        }
        if let Some(currency) = &self.currency {
            cells.insert(Field::Currency, currency.clone());
        }
        let mut not_to_pay = not_to_pay;
        if let Some(wallet) = wallet {
            not_to_pay = not_to_pay.or_else(|| self.pays_elsewhere(&cells, &wallet));
            self.pay_to_wallet(&mut cells, wallet);
        }
        if let Some(wallet) = self.wallet.as_ref().filter(|_| !names_bank(&cells)) {
            cells.insert(Field::BankName, wallet.clone());
        }
        SourceRow {
            origin: RowOrigin::File(row.number),
            cells,
            ragged,
            hidden: row.hidden.then_some(self.hides),
            not_to_pay,
            marks: Vec::new(),
            likely_bank: None,
        }
    }

    /// Returns the mode of payment of a row if it is a wallet.
    fn wallet_of(&self, row: &GridRow) -> Option<Cell> {
        let at = self.mode?;
        let value = row.cell(at).filter(|value| wallet::is_mode(value.text()))?;
        Some(Cell { column: Some(Column(at)), value: value.clone() })
    }

    /// Pays a row to the wallet that its mode of payment names: a row without a bank has it for a bank, and a row without
    /// an account has its telephone for an account.
    fn pay_to_wallet(&self, cells: &mut Cells, wallet: Cell) {
        let is_empty = |field| cells.get(&field).is_none_or(|cell: &Cell| is_blank(&cell.value.shown()));
        let telephone = cells.get(&Field::Phone).filter(|_| is_empty(Field::AccountNumber)).cloned();
        if !names_bank(cells) && wallet::is_named(wallet.value.text()) {
            cells.insert(Field::BankName, wallet);
        }
        if let Some(telephone) = telephone {
            cells.insert(Field::AccountNumber, telephone);
        }
    }

    /// Returns the mode of payment, with its heading, if it is a wallet and the row has an account at a bank: as it is
    /// read, the row would be paid in another way than the file says.
    fn pays_elsewhere(&self, cells: &Cells, mode: &Cell) -> Option<Box<Cell>> {
        let is_other = |field| {
            cells.get(&field).is_some_and(|bank: &Cell| {
                let text = bank.value.shown();
                !is_blank(&text) && !wallet::is_mode(&text) && !BankDirectory::embedded().is_wallet(&text)
            })
        };
        let heading = self.table.columns.iter().find(|column| Some(column.at) == self.mode)?;
        (is_other(Field::BankName) || is_other(Field::BankCode)).then(|| {
            let words = format!("{}: {}", heading.header, mode.value.text().trim());
            Box::new(Cell { column: mode.column, value: CellValue::Text(words.into()) })
        })
    }

    fn joined_name(&self, row: &GridRow) -> Option<Cell> {
        if self.name_parts.is_empty() {
            return None;
        }
        let parts =
            self.name_parts.iter().filter_map(|(part, at)| Some((*part, *at, row.cell(*at)?.shown())));
        let mut parts: Vec<(NamePart, u16, String)> = parts.filter(|(.., text)| !is_blank(text)).collect();
        // A middle name `N/A` is none. A name of such parts alone is shown as it is.
        let is_named = |(.., text): &(NamePart, u16, String)| !is_placeholder_name(text);
        if parts.iter().any(is_named) {
            parts.retain(is_named);
        }
        // The company of a person is no part of the name. A row without a person is the company itself.
        if parts.iter().any(|(part, ..)| *part != NamePart::Company) {
            parts.retain(|(part, ..)| *part != NamePart::Company);
        }
        let column = parts.first().map(|(_, at, _)| Column(*at))?;
        let texts: Vec<&str> = parts.iter().map(|(.., text)| text.trim()).collect();
        Some(Cell { column: Some(column), value: CellValue::Text(texts.join(" ").into()) })
    }
}

/// Whether a row has a name, an account and another number in any columns: the people of a table without headings, or a
/// line whose cells are moved. The bank may be a number as well. A total has no name, and a date is no number.
fn has_person_elsewhere(row: &GridRow) -> bool {
    let is_date =
        |value: &CellValue| matches!(value, CellValue::Date(_)) || value.text().contains(['/', ':']);
    let digits = |value: &CellValue| value.text().chars().filter(char::is_ascii_digit).count();
    let is_account =
        |value: &CellValue| !is_words(value) && !is_date(value) && digits(value) >= ACCOUNT_DIGITS_MIN;
    // Also an amount with its currency.
    let is_number = |value: &CellValue| !is_date(value) && numbers::number(value).is_some();
    let is_name = |value: &&CellValue| !adds_up(value.text()) && !figures::is_count_or_sum(value.text());
    let values = || row.cells.iter().map(|(_, value)| value);
    values().any(is_account)
        && values().filter(|value| is_account(value) || is_number(value)).count() > 1
        && values().find(|value| is_words(value)).filter(is_name).is_some()
}

/// Whether a text is the label of a total.
fn adds_up(text: &str) -> bool {
    begins_totals(text) || ends_in_total(text)
}

fn currency_of_heading(table: &Table) -> Option<Cell> {
    let at = table.column_of(Field::Amount).filter(|_| !table.has(Field::Currency))?;
    let header = &table.columns.iter().find(|column| column.at == at)?.header;
    let named = currency::named_in(header)?;
    Some(Cell { column: Some(Column(at)), value: CellValue::Text(named.into()) })
}

/// Returns the wallet that the heading of the accounts names, as the heading writes it.
fn wallet_of_heading(table: &Table) -> Option<Cell> {
    let at = table.column_of(Field::AccountNumber)?;
    let header = &table.columns.iter().find(|column| column.at == at)?.header;
    let named = wallet::named_in(header)?;
    Some(Cell { column: Some(Column(at)), value: CellValue::Text(named.into()) })
}

pub(crate) fn names_bank(cells: &Cells) -> bool {
    [Field::BankName, Field::BankCode]
        .into_iter()
        .filter_map(|field| cells.get(&field))
        .any(|cell| !is_blank(cell.value.text()))
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
fn is_heading(text: &str, known: &Known) -> bool {
    known.recognise(text).is_some() && !known.is_bank_in_words(text)
}

/// Whether a cell has a number that is not zero.
fn has_amount(value: &CellValue) -> bool {
    numbers::number(value).is_some_and(|number| !number.is_zero())
}

fn is_words(value: &CellValue) -> bool {
    matches!(value, CellValue::Text(text) if text.contains(char::is_alphabetic))
}

fn is_no_value(value: &CellValue) -> bool {
    matches!(value, CellValue::FormulaWithoutValue)
}
