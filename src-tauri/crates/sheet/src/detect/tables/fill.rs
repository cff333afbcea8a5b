//! Finds fields that no header names by the content of the columns. If several columns fit, the check digits of the
//! accounts may decide. Otherwise the first column is taken, and the user is informed about the others.

use paysheet_domain::{
    Field,
    account::{nuban_agrees, nuban_with_zeros},
};

use super::searched::Below;
use crate::{
    detect::{
        table::{Column, ColumnRole, Confidence},
        words::{content::Profile, known::Known, not_to_pay},
    },
    formats::{Grid, GridRow},
    vocabulary::{Meaning, denies_names, normalised},
};

/// Order of assignment: an account is distinguished from other columns by its bank, and an amount is a number that is
/// not an account.
const ORDER: [Field; 5] =
    [Field::BankName, Field::BankCode, Field::AccountNumber, Field::Amount, Field::Name];
/// Percentage of accounts whose check digit must match their bank. Of arbitrary numbers, ten percent match by chance.
const AGREEING_SHARE_MIN: usize = 60;
/// Confidence in percent of a column that its header denies, below that of any other column.
const SURE_OF_DENIED: u8 = 20;

/// What the columns below a header contain.
pub(crate) struct Content<'c> {
    pub grid: &'c Grid,
    pub below: &'c Below,
    pub profiles: &'c [Profile],
    pub known: &'c Known,
}

/// Assigns missing fields to unrecognised columns, and returns the fields that other columns could hold as well.
/// Known but unused headers are excluded: staff numbers and deductions look like accounts and amounts too.
pub(crate) fn by_content(
    columns: &mut [Column],
    content: &Content<'_>,
    has_header: bool,
) -> Vec<(Field, u16)> {
    let narration = (!has_header).then_some(Field::Narration);
    let mut ambiguous = Vec::new();
    for field in ORDER.into_iter().chain(narration) {
        if column_of(columns, field).is_some() {
            continue;
        }
        let mut fitting = fitting(columns, content, field);
        if field == Field::AccountNumber && fitting.len() > 1 {
            fitting = agreeing(columns, content, fitting);
        }
        let is_denied = fitting.is_empty();
        if is_denied {
            fitting = denied(columns, content, field);
        }
        let best = fitting.iter().max_by_key(|(sure, index)| (*sure, std::cmp::Reverse(*index))).copied();
        let Some((sure, index)) = best else { continue };
        if matches!(field, Field::AccountNumber | Field::Amount) {
            let others = fitting.iter().filter(|(_, other)| *other != index);
            let others = others.filter_map(|(_, other)| columns.get(*other));
            ambiguous.extend(others.map(|column| (field, column.at)));
        }
        if let Some(column) = columns.get_mut(index) {
            let confidence = if is_denied { Confidence::ByHeader(sure) } else { Confidence::ByContent(sure) };
            column.used = Some((ColumnRole::Field(field), confidence));
        }
    }
    ambiguous
}

/// Confidence in percent, and the index of the column.
type Fit = (u8, usize);

fn fitting(columns: &[Column], content: &Content<'_>, field: Field) -> Vec<Fit> {
    let Content { below, profiles, .. } = content;
    let bank = headed_bank(columns);
    let free = columns
        .iter()
        .zip(*profiles)
        .enumerate()
        .filter(|(index, (column, _))| {
            column.used.is_none() && below.columns.get(*index).is_some_and(|(_, found)| found.is_none())
        })
        .filter(|(_, (column, _))| field != Field::Name || !denies_names(&column.header))
        .filter(|(_, (column, _))| !not_to_pay::is_flag(&column.header))
        .filter(|(_, (column, _))| bank.is_none_or(|bank| !field.is_bank() || is_beside_bank(column, bank)));
    let fits = free.filter_map(|(index, (_, profile))| Some((profile.fits(field)?, index)));
    let all: Vec<Fit> = fits.collect();
    if field != Field::Amount {
        return all;
    }
    let is_account = |(_, index): &Fit| {
        profiles.get(*index).is_some_and(|profile| profile.fits(Field::AccountNumber).is_some())
    };
    let others: Vec<Fit> = all.iter().filter(|fit| !is_account(fit)).copied().collect();
    if others.is_empty() { all } else { others }
}

/// Returns the columns whose headers have words of the field beside a word that denies it, if their content fits. They
/// are proposed to the user, who may know that `Company Account` is the supplier's.
fn denied(columns: &[Column], content: &Content<'_>, field: Field) -> Vec<Fit> {
    let is_denied = |column: &Column| {
        let found = content.known.recognise_column(&column.header);
        found.is_some_and(|found| found.meaning == Meaning::Denied(field))
    };
    let fits = columns.iter().zip(content.profiles).enumerate().filter(|(_, (column, profile))| {
        column.used.is_none() && is_denied(column) && profile.fits(field).is_some()
    });
    let needed = matches!(field, Field::AccountNumber | Field::Amount);
    fits.filter(|_| needed).map(|(index, _)| (SURE_OF_DENIED, index)).collect()
}

/// Returns the one column whose Nigerian accounts have the check digits of their banks; all candidates if the check
/// digits do not decide.
fn agreeing(columns: &[Column], content: &Content<'_>, fitting: Vec<Fit>) -> Vec<Fit> {
    let bank = [Field::BankCode, Field::BankName].into_iter().find_map(|field| column_of(columns, field));
    let Some(bank) = bank else { return fitting };
    let agrees =
        |(_, index): &Fit| columns.get(*index).is_some_and(|column| agrees(content, column.at, bank));
    let sure: Vec<Fit> = fitting.iter().filter(|fit| agrees(fit)).copied().collect();
    if sure.len() == 1 { sure } else { fitting }
}

/// Whether the accounts of a column have the check digits of the banks in another one. Every country asks this again.
fn agrees(Content { grid, below, known, .. }: &Content<'_>, account: u16, bank: u16) -> bool {
    let mut agreeing = below.agreeing.borrow_mut();
    *agreeing.entry((account, bank)).or_insert_with(|| {
        let checked = below.rows(grid).filter_map(|row| has_check_digit(row, account, bank, known));
        let checked: Vec<bool> = checked.collect();
        let agreeing = checked.iter().filter(|agrees| **agrees).count();
        agreeing > 0 && agreeing * 100 >= checked.len() * AGREEING_SHARE_MIN
    })
}

fn has_check_digit(row: &GridRow, account: u16, bank: u16, known: &Known) -> Option<bool> {
    let code = known.nigerian_code(row.cell(bank)?.text().trim())?;
    let account = row.cell(account)?.text().trim().trim_start_matches('\'');
    nuban_agrees(code, &nuban_with_zeros(account).unwrap_or_else(|| account.to_owned()))
}

fn column_of(columns: &[Column], field: Field) -> Option<u16> {
    let is = |column: &&Column| column.used.is_some_and(|(used, _)| used.field() == field);
    columns.iter().find(is).map(|column| column.at)
}

/// Returns the column whose header names the bank.
fn headed_bank(columns: &[Column]) -> Option<u16> {
    let is = |column: &&Column| matches!(column.used, Some((ColumnRole::Field(field), Confidence::ByHeader(_))) if field.is_bank());
    columns.iter().find(is).map(|column| column.at)
}

/// If a header names the bank, its other identifier is in the next column. Small sums in other columns look like bank
/// codes too.
fn is_beside_bank(column: &Column, bank: u16) -> bool {
    column.at.abs_diff(bank) == 1 || normalised(&column.header).split(' ').any(|word| word == "code")
}
