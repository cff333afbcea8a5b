//! Selects the table of a file that is the payroll: the one that the user mapped, the one below the header that the
//! user chose, one with a layout that the user confirmed before, or the one that looks most like a payroll.

use paysheet_domain::{Country, Field};
use strum::IntoEnumIterator;

use super::{
    doubts::sums,
    people::row_reader,
    tables::{
        find_table,
        searched::{SearchedFile, SearchedSheet},
    },
    words::months::NamedMonth,
};
use crate::{
    detect::{
        infer::{self, COUNTRY_DEFAULT},
        mapping::{apply_mapping, fingerprint, fingerprint_of, missing},
        table::Table,
    },
    formats::Sheet,
    model::{Header, Layout, Mapping, MappingOrigin, ReadOptions, Request, TableChoice},
};

/// The table to read.
pub(crate) struct Chosen {
    /// Index among the file's sheets.
    pub sheet: usize,
    pub table: Table,
    pub origin: MappingOrigin,
}

/// Chooses the table; none if there is no table, or not the requested one.
pub(crate) fn choose(file: &SearchedFile<'_>, request: &Request) -> Option<Chosen> {
    let country = request.options.country.unwrap_or(COUNTRY_DEFAULT);
    if let Some(mapping) = &request.mapping {
        return mapped(file, mapping, country);
    }
    let chosen = match &request.table {
        Some(choice) => under_choice(file, choice, country),
        None => detect_or_know(file, &request.layouts, request.options.country),
    };
    let mut chosen = chosen?;
    if request.table.as_ref().is_none_or(|choice| choice.header == Header::Detected) {
        retell(file, &mut chosen, &request.options);
    }
    let print = fingerprint(&chosen.table);
    if let Some(layout) = request.layouts.iter().find(|layout| Some(&layout.fingerprint) == print.as_ref()) {
        apply_mapping(&mut chosen.table, &layout.columns);
        chosen.origin = MappingOrigin::Remembered;
    } else if let Some(sheet) = file.sheet(chosen.sheet) {
        sums::propose(sheet.grid, &mut chosen.table);
    }
    Some(chosen)
}

/// Returns the table that looks most like a payroll. Headings that the user confirmed before are searched only on the
/// sheet of that table: on another sheet they belong to another month. They are searched on other sheets only if no
/// visible sheet has a table.
fn detect_or_know(file: &SearchedFile<'_>, layouts: &[Layout], given: Option<Country>) -> Option<Chosen> {
    let country = given.unwrap_or(COUNTRY_DEFAULT);
    let mut detected = detect(file, country);
    if given.is_none() && !detected.as_ref().is_some_and(knows_bank) {
        detected = detect_anywhere(file).or(detected);
    }
    if layouts.is_empty() {
        return detected;
    }
    let is_visible = |index: &usize| file.sheets.get(*index).is_some_and(|sheet| !sheet.hidden);
    let known = |index: usize| Some((index, known_under(file.sheet(index)?, layouts, country)?));
    let as_chosen = |(sheet, table)| Chosen { sheet, table, origin: MappingOrigin::Detected };
    let in_place = |chosen: Chosen| {
        if is_known(layouts, fingerprint(&chosen.table).as_deref()) {
            return chosen;
        }
        known(chosen.sheet).map_or(chosen, as_chosen)
    };
    if detected.as_ref().is_some_and(|chosen| is_visible(&chosen.sheet)) {
        return detected.map(in_place);
    }
    let visible = file.within_limit().filter(is_visible).find_map(known).map(as_chosen);
    let hidden = || file.within_limit().find_map(known).map(as_chosen);
    visible.or_else(|| detected.map(in_place)).or_else(hidden)
}

fn is_known(layouts: &[Layout], print: Option<&str>) -> bool {
    layouts.iter().any(|layout| Some(layout.fingerprint.as_str()) == print)
}

/// Returns the table below the first headings of a sheet that the user confirmed before.
fn known_under(sheet: &SearchedSheet<'_>, layouts: &[Layout], country: Country) -> Option<Table> {
    let mut rows = find_table::header_candidates(sheet);
    let (at, _) = rows.find(|(_, columns)| is_known(layouts, fingerprint_of(columns).as_deref()))?;
    Some(find_table::under(sheet, Some(at), country))
}

/// Returns the first visible sheet that is not empty, as a table without a header.
pub(crate) fn any(file: &SearchedFile<'_>) -> Option<Chosen> {
    let sheets = file.sheets;
    let filled = |sheet: &&Sheet| sheet.grid.columns > 0;
    let visible = sheets.iter().filter(filled).find(|sheet| !sheet.hidden);
    let name = visible.or_else(|| sheets.iter().find(filled))?;
    let choice = TableChoice { sheet: name.name.clone(), header: Header::Absent };
    under_choice(file, &choice, Country::NG)
}

/// Returns the index of a sheet by name. The only sheet of a text file has no name, so it matches any name.
fn index_of(sheets: &[Sheet], name: &str) -> Option<usize> {
    let alone = sheets.len() == 1 && sheets.first().is_some_and(|sheet| sheet.name.is_empty());
    if alone { Some(0) } else { sheets.iter().position(|sheet| sheet.name == name) }
}

fn row_index(sheet: &SearchedSheet<'_>, number: u32) -> Option<usize> {
    sheet.grid.rows.binary_search_by_key(&number, |row| row.number).ok()
}

fn mapped(file: &SearchedFile<'_>, mapping: &Mapping, country: Country) -> Option<Chosen> {
    let index = index_of(file.sheets, &mapping.sheet)?;
    let sheet = file.sheet(index)?;
    let header = match mapping.header_row {
        Some(number) => Some(row_index(sheet, number)?),
        None => None,
    };
    let mut table = find_table::under(sheet, header, country);
    apply_mapping(&mut table, &mapping.columns);
    Some(Chosen { sheet: index, table, origin: MappingOrigin::Given })
}

fn under_choice(file: &SearchedFile<'_>, choice: &TableChoice, country: Country) -> Option<Chosen> {
    let index = index_of(file.sheets, &choice.sheet)?;
    let sheet = file.sheet(index)?;
    let table = match choice.header {
        Header::Detected => {
            find_table::find(sheet, country).unwrap_or_else(|| find_table::under(sheet, None, country))
        }
        Header::Absent => find_table::under(sheet, None, country),
        Header::Row(number) => find_table::under(sheet, Some(row_index(sheet, number)?), country),
    };
    Some(Chosen { sheet: index, table, origin: MappingOrigin::Detected })
}

/// Detects the table with every country, and returns the best one in which banks are recognised.
fn detect_anywhere(file: &SearchedFile<'_>) -> Option<Chosen> {
    let seen = Country::iter().rev().filter_map(|country| detect(file, country));
    // The first of equals wins.
    seen.filter(knows_bank).max_by_key(|chosen| chosen.table.score)
}

fn knows_bank(chosen: &Chosen) -> bool {
    chosen.table.has(Field::BankName) || chosen.table.has(Field::BankCode)
}

/// Returns the visible sheet that looks most like a payroll; a hidden one only if no visible one has a table. A
/// template without rows, or with only its example row, ranks below the payroll that was made from it.
fn detect(file: &SearchedFile<'_>, country: Country) -> Option<Chosen> {
    let mut best: Option<(bool, Chosen)> = None;
    for index in file.within_limit() {
        let (Some(sheet), Some(searched)) = (file.sheets.get(index), file.sheet(index)) else { continue };
        let Some(table) = find_table::find(searched, country) else { continue };
        let rank = |visible: bool, table: &Table| (visible, table.rows > 0, table.score, table.rows > 1);
        let is_better =
            |(visible, before): &(bool, Chosen)| rank(!sheet.hidden, &table) > rank(*visible, &before.table);
        if best.as_ref().is_none_or(is_better) {
            best = Some((!sheet.hidden, Chosen { sheet: index, table, origin: MappingOrigin::Detected }));
        }
    }
    best.map(|(_, chosen)| chosen)
}

/// Returns the names of other visible sheets that could be paid as well as the chosen one: those with a whole payroll,
/// and those beyond the limit of the search. Only the user knows whether one of these is to be paid.
pub(crate) fn also_payrolls(file: &SearchedFile<'_>, chosen: &Chosen) -> Vec<String> {
    let others = file.sheets.iter().enumerate();
    let others = others.filter(|(index, sheet)| *index != chosen.sheet && !sheet.hidden);
    let is_whole_in = |index: usize, country| {
        let sheet = file.sheet(index)?;
        let table = find_table::find(sheet, country)?;
        // Names in two columns are known by their headings alone.
        let is_enough = |table: &Table| {
            let first_people = || row_reader::sample(sheet.grid, table);
            missing(table, first_people).iter().all(|field| *field == Field::Name && table.header.is_none())
        };
        Some((table.header.is_some(), is_enough(&table)))
    };
    // Without headings, banks are known by their country's names alone.
    let is_whole = |index: usize| match is_whole_in(index, COUNTRY_DEFAULT) {
        Some((true, is_whole)) => is_whole,
        Some((false, true)) => true,
        Some((false, false)) | None => {
            Country::iter().any(|country| is_whole_in(index, country) == Some((false, true)))
        }
    };
    let month = |sheet: &Sheet| NamedMonth::of(&sheet.name);
    let chosen_month = file.sheets.get(chosen.sheet).and_then(month);
    // Also if its columns are not all recognised: only the user knows which month is to be paid.
    let is_of_another_month = |sheet: &Sheet| {
        let months = chosen_month.as_ref().zip(month(sheet));
        months.is_some_and(|(chosen, month)| month.differs(chosen)) && !sheet.grid.rows.is_empty()
    };
    let could_be_paid = others.filter(|(index, sheet)| {
        file.is_beyond_limit(*index) || is_of_another_month(sheet) || is_whole(*index)
    });
    could_be_paid.map(|(_, sheet)| sheet.name.clone()).collect()
}

/// Reads the table again if its own rows name another country, because banks are recognised by country.
fn retell(file: &SearchedFile<'_>, chosen: &mut Chosen, options: &ReadOptions) {
    let Some(sheet) = file.sheet(chosen.sheet).filter(|_| options.country.is_none()) else { return };
    let (country, _) = infer::place(&row_reader::sample(sheet.grid, &chosen.table), options);
    if country != Country::NG {
        chosen.table = find_table::under(sheet, chosen.table.header, country);
    }
}

#[cfg(test)]
#[path = "select_table_tests.rs"]
mod tests;
