//! Infers the mapping of a table: which columns are certain, which are doubtful and which are missing. A mapping is
//! detected, confirmed or changed by the user, or remembered for files of the same layout.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use paysheet_domain::{BankDirectory, Column as Letters, Field, SourceRow, checks::cleaned_text};
use sha2::{Digest, Sha256};

use super::{
    doubts::sums,
    header::sections::Section,
    people::row_reader,
    words::{content::Profile, known::Known},
};
use crate::{
    detect::table::{self, Column, ColumnRole, ColumnSum, Confidence, Table},
    formats::{Grid, GridRow, Sheet},
    model::{
        Decision, Guess, MappedColumn, Mapping, MappingOrigin, SURE_MIN, SumOfColumns, SumTerm, Unsure,
        UnsureReason,
    },
    vocabulary::{Meaning, NamePart, Recognised, normalised, recognise},
};

/// Fields without which a payroll cannot be paid. The bank is also needed, by name or by code.
const NEEDED: [Field; 3] = [Field::Name, Field::AccountNumber, Field::Amount];
/// Length of a layout's fingerprint in characters.
const FINGERPRINT_CHARS: usize = 32;

/// Returns what was decided about a table.
pub(crate) fn decision(
    sheet: &Sheet,
    table: &Table,
    origin: MappingOrigin,
    also_payrolls: Vec<String>,
    sections: &[Section],
) -> Decision {
    let Sheet { name, hidden, grid } = sheet;
    let used = table.columns.iter().filter_map(|column| Some((column, column.used?)));
    let columns = used.map(|(column, (used, _))| MappedColumn {
        column: Letters(column.at).to_string(),
        field: used.field(),
    });
    let header_row = table.header.and_then(|at| grid.rows.get(at)).map(|row| row.number);
    Decision {
        mapping: Mapping { sheet: name.clone(), header_row, columns: columns.collect() },
        origin,
        layout: fingerprint(table),
        missing: missing(table, || row_reader::sample(grid, table)),
        unsure: if origin == MappingOrigin::Detected {
            unsure(table, own_rows(grid, table, sections))
        } else {
            Vec::new()
        },
        sheet_is_hidden: *hidden,
        also_payrolls,
        other_tables: other_tables(&sheet.grid, sections),
        differing_totals: Vec::new(),
    }
}

/// Returns the rows of the headings whose rows are not read.
fn other_tables(grid: &Grid, sections: &[Section]) -> Vec<u32> {
    let others = sections.iter().filter(|section| section.table.is_none());
    others.filter_map(|section| Some(grid.rows.get(section.header)?.number)).collect()
}

/// Returns the fields that a payroll needs and no column holds. Wallets are paid by their numbers alone: if the first
/// people are all paid to wallets, nothing more is needed.
pub(crate) fn missing(table: &Table, first_people: impl FnOnce() -> Vec<SourceRow>) -> Vec<Field> {
    let mut missing: Vec<Field> = NEEDED.into_iter().filter(|field| !table.has(*field)).collect();
    if !table.has(Field::BankName) && !table.has(Field::BankCode) {
        missing.push(Field::BankName);
    }
    let is_said_by_wallet = |field: &Field| matches!(field, Field::Name | Field::BankName);
    if missing.iter().any(is_said_by_wallet) && are_wallets(&first_people()) {
        missing.retain(|field| !is_said_by_wallet(field));
    }
    missing
}

fn are_wallets(rows: &[SourceRow]) -> bool {
    let bank = |row: &SourceRow| cleaned_text(row, Field::BankCode).or(cleaned_text(row, Field::BankName));
    let is_wallet = |row| bank(row).is_some_and(|text| BankDirectory::embedded().is_wallet(&text));
    !rows.is_empty() && rows.iter().all(is_wallet)
}

/// Returns the rows below the headings of a table, up to other headings.
fn own_rows<'g>(grid: &'g Grid, table: &Table, sections: &[Section]) -> &'g [GridRow] {
    let first = table.header.map_or(0, |at| at + 1);
    let end = sections.iter().map(|section| section.header).find(|at| *at >= first);
    grid.rows.get(first..end.unwrap_or(grid.rows.len())).unwrap_or_default()
}

fn unsure(table: &Table, rows: &[GridRow]) -> Vec<Unsure> {
    let used = table.columns.iter().filter_map(|column| Some((column, column.used?)));
    let doubts = used.filter_map(|(column, (used, sure))| {
        let sum = table.sum.as_ref().filter(|sum| sum.column == column.at);
        let reason = match sure {
            _ if sum.is_some() => UnsureReason::SumOfOthers,
            Confidence::ByContent(_) => UnsureReason::ByContent,
            Confidence::ByHeader(percent) if percent < SURE_MIN => UnsureReason::Doubtful,
            Confidence::ByHeader(_) | Confidence::Assigned => return None,
        };
        let sum = sum.map(|sum| sum_of_columns(sum, table, rows));
        Some(Unsure { column: Letters(column.at).to_string(), field: used.field(), reason, sum })
    });
    let several = table.ambiguous.iter().map(|(field, at)| Unsure {
        column: Letters(*at).to_string(),
        field: *field,
        reason: UnsureReason::SeveralColumns,
        sum: None,
    });
    doubts.chain(several).collect()
}

/// Returns the arithmetic of a sum, counted over the rows with an account.
fn sum_of_columns(sum: &ColumnSum, table: &Table, rows: &[GridRow]) -> SumOfColumns {
    let account = table.column_of(Field::AccountNumber);
    let has_account = |row: &&GridRow| {
        account.is_none_or(|at| row.cell(at).is_some_and(|value| !value.text().trim().is_empty()))
    };
    let (rows, of) = sums::count(sum, rows.iter().filter(has_account));
    let header = |at| table.columns.iter().find(|column| column.at == at).map(|column| column.header.clone());
    let term = |term: &table::SumTerm| SumTerm {
        column: Letters(term.column).to_string(),
        header: header(term.column).unwrap_or_default(),
        subtracted: term.subtracted,
    };
    let count = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX);
    SumOfColumns { terms: sum.terms.iter().map(term).collect(), rows: count(rows), of: count(of) }
}

/// Returns the shortened hash of the normalised headers in their order; none without a header.
pub(crate) fn fingerprint(table: &Table) -> Option<String> {
    table.header?;
    fingerprint_of(&table.columns)
}

/// Returns the fingerprint of columns as a row would name them.
pub(crate) fn fingerprint_of(columns: &[Column]) -> Option<String> {
    let headers: Vec<String> = columns.iter().map(|column| normalised(&column.header)).collect();
    let named = headers.iter().rposition(|header| !header.is_empty())?;
    let digest = Sha256::digest(headers.get(..=named)?.join("\n"));
    HEXLOWER.encode(&digest).get(..FINGERPRINT_CHARS).map(str::to_owned)
}

/// Assigns the given fields to the columns. If a field is given for two columns, it stays with the first one and is
/// ambiguous. Names are an exception: they are joined.
pub(crate) fn apply_mapping(table: &mut Table, given: &[MappedColumn]) {
    let given: BTreeMap<u16, Field> = given
        .iter()
        .filter_map(|mapped| Some((mapped.column.parse::<Letters>().ok()?.0, mapped.field)))
        .collect();
    let names = given.values().filter(|field| **field == Field::Name).count();
    table.ambiguous.clear();
    table.sum = None;
    let mut taken = Vec::new();
    for column in &mut table.columns {
        column.used = None;
        let Some(field) = given.get(&column.at).copied() else { continue };
        if field == Field::Name && names > 1 {
            column.used = Some((ColumnRole::NamePart(name_part(column)), Confidence::Assigned));
        } else if taken.contains(&field) {
            table.ambiguous.push((field, column.at));
        } else {
            column.used = Some((ColumnRole::Field(field), Confidence::Assigned));
            taken.push(field);
        }
    }
}

/// Returns the part of a name that a header names. Columns whose header names no part are joined in their order.
fn name_part(column: &Column) -> NamePart {
    match recognise(&column.header) {
        Some(Recognised { meaning: Meaning::NamePart(part), .. }) => part,
        Some(Recognised { meaning: Meaning::Field(_) | Meaning::Denied(_) | Meaning::Ignored, .. })
        | None => NamePart::Given,
    }
}

/// Returns every field that a column could hold, by its header and by its content.
pub(crate) fn guesses(column: &Column, profile: &Profile, known: &Known) -> Vec<Guess> {
    let mut best: BTreeMap<Field, u8> = BTreeMap::new();
    let mut guess = |field, confidence: u8| {
        let before: &mut u8 = best.entry(field).or_default();
        *before = confidence.max(*before);
    };
    if let Some((used, sure)) = column.used {
        guess(used.field(), sure.percent());
    }
    match known.recognise_column(&column.header) {
        Some(found @ Recognised { meaning: Meaning::Field(field), .. }) => guess(field, found.confidence()),
        Some(found @ Recognised { meaning: Meaning::NamePart(_), .. }) => {
            guess(Field::Name, found.confidence())
        }
        Some(Recognised { meaning: Meaning::Denied(_) | Meaning::Ignored, .. }) | None => {}
    }
    for field in profile.inferable_fields() {
        if let Some(confidence) = profile.fits(field) {
            guess(field, confidence);
        }
    }
    let mut guesses: Vec<Guess> =
        best.into_iter().map(|(field, confidence)| Guess { field, confidence }).collect();
    guesses.sort_by_key(|guess| std::cmp::Reverse(guess.confidence));
    guesses
}
