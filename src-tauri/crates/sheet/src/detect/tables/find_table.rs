//! Detects the table in a sheet: the role of each column below the header. The words of the header come first, the
//! content of the column second. Every decision has a confidence and can be changed by the user. The `headings`
//! module finds the header row.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{Country, Field};

use super::{
    adjacent_tables, columns,
    fill::{self, Content},
    searched::SearchedSheet,
};
use crate::{
    detect::{
        header::misspelt,
        table::{Candidate, Column, ColumnRole, Confidence, Table},
        words::{content::Profile, known::Known, months, wallet},
    },
    limits::HEADER_ROWS_SEARCHED,
    vocabulary::{HeadingGroup, Meaning, NamePart, Recognised, is_known_words, normalised},
};

/// Score of a table without a header, below any table with one.
const HEADERLESS_SCORE: u32 = 100;
const ACCOUNT_SCORE: u32 = 200;
const AMOUNT_SCORE: u32 = 200;
/// Confidence in percent that a header loses if its column contains something else.
const SURE_LOST_TO_CONTENT: u8 = 30;
/// Confidence in percent that an amount's heading loses if it names another currency than the country's: the same
/// amount may be in another column in the right currency.
const SURE_LOST_TO_CURRENCY: u8 = 6;
/// Finds the table; none if nothing in the sheet looks like one.
pub(crate) fn find(sheet: &SearchedSheet<'_>, country: Country) -> Option<Table> {
    let header = sheet.heading();
    let table = under(sheet, header, country);
    if header.is_some() {
        return Some(table);
    }
    let whole = |table: &Table| table.has(Field::AccountNumber) && table.has(Field::Amount);
    let under_words = sheet.unknown_heading().map(|at| under(sheet, Some(at), country)).filter(whole);
    under_words.or_else(|| whole(&table).then_some(table))
}

/// Returns the table below a known header, given by its index in the grid's rows, or without a header.
pub(crate) fn under(sheet: &SearchedSheet<'_>, header: Option<usize>, country: Country) -> Table {
    let below = sheet.below(header);
    let profiles = below.profiles(country);
    let mut columns = below.columns.clone();
    for ((column, recognised), profile) in columns.iter_mut().zip(&profiles) {
        let adjusted =
            recognised.map(|found| with_content(found, profile, &column.header, country, sheet.known));
        *recognised = adjusted;
    }
    banks_among_names(&mut columns, &profiles);
    banks_among_branches(&mut columns, &profiles);
    names_in_parts(&mut columns, &profiles);
    misspelt::doubt(&mut columns, &profiles);
    // Cells moved by commas in the table make its headings less sure, but those beside it no better.
    let beside = adjacent_tables::columns(&below.columns, &profiles);
    let mut ambiguous = infer_fields(&mut columns, &profiles, &beside);
    doubt_replacements(&mut columns, &below.columns);
    let mut columns: Vec<Column> = columns.into_iter().map(|(column, _)| column).collect();
    let content = Content { grid: sheet.grid, below: &below, profiles: &profiles, known: sheet.known };
    ambiguous.extend(fill::by_content(&mut columns, &content, header.is_some()));
    let mut table = Table { header, columns, ambiguous, sum: None, score: 0, rows: below.rows_len() };
    table.score = score(&table);
    table
}

/// Returns rows near the top that may be the header, each with the columns that it would name.
pub(crate) fn header_candidates<'a>(
    sheet: &'a SearchedSheet<'_>,
) -> impl Iterator<Item = (usize, Vec<Column>)> + 'a {
    let SearchedSheet { grid, known, .. } = sheet;
    let rows = grid.rows.iter().enumerate().filter(|(_, row)| !row.cells.is_empty());
    rows.take(HEADER_ROWS_SEARCHED).map(move |(at, _)| {
        let columns = columns::headed(grid, at, known).into_iter().map(|(column, _)| column);
        (at, columns.collect())
    })
}

/// Adjusts the meaning of a header by the content of its column: `Bank` over codes is the bank code, `Branch` over
/// words is the name of the branch, and an account number or amount that consists of words, or a bank that consists of
/// amounts, is doubtful.
fn with_content(
    recognised: Recognised,
    profile: &Profile,
    header: &str,
    country: Country,
    known: &Known,
) -> Recognised {
    let Meaning::Field(field) = recognised.meaning else { return recognised };
    let now = |field| Recognised { meaning: Meaning::Field(field), ..recognised };
    let less = |lost| Recognised { sure: recognised.sure.saturating_sub(lost), ..recognised };
    let only_bank = !normalised(header).contains("name");
    match field {
        Field::BankName if profile.is_bank_codes() && only_bank => now(Field::BankCode),
        // What is paid to the bank, and no bank.
        Field::BankName if profile.fits(Field::Amount).is_some() => less(SURE_LOST_TO_CONTENT),
        Field::BankCode if profile.fits(Field::BankName).is_some() => now(Field::BankName),
        Field::BranchCode if profile.is_wordy() => now(Field::BranchName),
        Field::AccountNumber | Field::Amount if profile.is_wordy() => less(SURE_LOST_TO_CONTENT),
        Field::Amount if known.currency_of_heading(header).is_unpayable => less(SURE_LOST_TO_CONTENT),
        Field::Amount if known.currency_of_heading(header).other_in.contains(country) => {
            less(SURE_LOST_TO_CURRENCY)
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
        | Field::PayDate
        | Field::Email
        | Field::Phone => recognised,
    }
}

/// Handles headings such as `Bank` and `Employee`, each with `Name` in the row below: the heading alone does not show
/// whose name it is.
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

/// A single column `Bank/Branch` may contain banks. In South Africa one branch code stands for the whole bank.
fn banks_among_branches(columns: &mut [Candidate], profiles: &[Profile]) {
    let is = |recognised: &Option<Recognised>, fields: [Field; 2]| {
        recognised.is_some_and(|found| fields.map(Meaning::Field).contains(&found.meaning))
    };
    if columns.iter().any(|(_, recognised)| is(recognised, [Field::BankName, Field::BankCode])) {
        return;
    }
    for ((_, recognised), profile) in columns.iter_mut().zip(profiles) {
        if !is(recognised, [Field::BranchName, Field::BranchCode]) {
            continue;
        }
        let bank = if profile.is_bank_codes() {
            Field::BankCode
        } else if profile.fits(Field::BankName).is_some() {
            Field::BankName
        } else {
            continue;
        };
        if let Some(found) = recognised {
            found.meaning = Meaning::Field(bank);
        }
    }
}

/// A name in several columns is better than any other column of names: of the company, the scheme, the project. Only a
/// whole heading such as `Account Name` is a person's as well, unless everybody has the same name there. `Name` beside
/// `Surname` is the first name if it is one word.
fn names_in_parts(columns: &mut [Candidate], profiles: &[Profile]) {
    let parts: BTreeSet<NamePart> = columns.iter().zip(profiles).filter_map(part_of_person).collect();
    let has_parts = parts.len() > 1;
    let lacks_given = parts.iter().eq([&NamePart::Family]);
    for ((column, recognised), profile) in columns.iter_mut().zip(profiles) {
        let Some(found) = recognised.as_mut().filter(|found| found.meaning == Meaning::Field(Field::Name))
        else {
            continue;
        };
        let is_of_person = is_known_words(&column.header) && !profile.repeats_words();
        if has_parts && !is_of_person {
            found.meaning = Meaning::Denied(Field::Name);
        } else if lacks_given && profile.is_of_single_words() && is_bare_name(&column.header) {
            found.meaning = Meaning::NamePart(NamePart::Given);
        }
    }
}

/// Returns the part of a person's name that a column with letters holds.
fn part_of_person(((_, recognised), profile): (&Candidate, &Profile)) -> Option<NamePart> {
    match (*recognised)?.meaning {
        Meaning::NamePart(NamePart::Company) => None,
        Meaning::NamePart(part) => (profile.filled > 0 && !profile.has_no_letters()).then_some(part),
        Meaning::Field(_) | Meaning::Denied(_) | Meaning::Ignored => None,
    }
}

/// Whether a heading says nothing but that there are names.
fn is_bare_name(header: &str) -> bool {
    matches!(normalised(header).as_str(), "name" | "names")
}

/// Assigns each field to the column with the highest confidence. Equal columns are ambiguous: the first one gets the
/// field, and the user is informed. The same applies to columns beside the table with the same confidence.
fn infer_fields(columns: &mut [Candidate], profiles: &[Profile], beside: &[bool]) -> Vec<(Field, u16)> {
    let mut best: BTreeMap<Field, (u8, usize)> = BTreeMap::new();
    let mut ambiguous = Vec::new();
    for (index, (column, recognised)) in columns.iter().enumerate() {
        let Some(Recognised { meaning: Meaning::Field(field), sure, .. }) = *recognised else { continue };
        if beside.get(index).is_some_and(|beside| *beside) && adjacent_tables::is_of_tables(field) {
            ambiguous.push((field, sure, column.at));
            continue;
        }
        if is_left_empty(columns, profiles, (index, field)) {
            continue;
        }
        match best.get(&field) {
            Some((before, _)) if *before > sure => {}
            // The first of two e-mail addresses is as good as the other.
            Some((before, _)) if *before == sure && field == Field::Email => {}
            Some((before, _)) if *before == sure => ambiguous.push((field, sure, column.at)),
            Some(_) | None => {
                best.insert(field, (sure, index));
            }
        }
    }
    let mut fields: BTreeSet<Field> = BTreeSet::new();
    let several_months = months::differ(columns);
    let banks_beside = pays_to_banks(columns, profiles);
    let numbers_beside = has_unnamed_accounts(columns, profiles);
    for (field, (sure, index)) in &best {
        let is_second_choice = surest_denied(columns, profiles, *field) > Some(*sure)
            || (*field == Field::Amount && several_months);
        if let Some((column, Some(recognised))) = columns.get_mut(*index) {
            // A mobile number is not an account at a bank, and a telephone may not be the wallet.
            let is_mobile = *field == Field::AccountNumber && wallet::is_of_mobile_numbers(&column.header);
            let is_of_mobiles = is_mobile && profiles.get(*index).is_some_and(Profile::is_mobiles);
            let is_telephone = is_mobile && recognised.sure <= TELEPHONE_SURE_MAX;
            recognised.is_doubtful |=
                is_second_choice || (is_of_mobiles && banks_beside) || (is_telephone && numbers_beside);
            let confidence = recognised.confidence();
            column.used = Some((ColumnRole::Field(*field), Confidence::ByHeader(confidence)));
            fields.insert(*field);
        }
    }
    take_telephone(columns, beside);
    if !fields.contains(&Field::Name) {
        join_name_parts(columns, profiles);
    }
    // Two columns that are equal, but below the best, do not matter.
    let tied = |(field, sure, _): &(Field, u8, u16)| best.get(field).is_some_and(|(best, _)| best <= sure);
    ambiguous.into_iter().filter(tied).map(|(field, _, at)| (field, at)).collect()
}

/// Takes the first column of telephones as such if another column is the account without a doubt: otherwise the telephones
/// may be the wallets that are paid.
fn take_telephone(columns: &mut [Candidate], beside: &[bool]) {
    let is_account = |(column, recognised): &Candidate| {
        let is_used = column.used.is_some_and(|(used, _)| used == ColumnRole::Field(Field::AccountNumber));
        is_used && recognised.is_some_and(|found| !found.is_doubtful && found.sure > TELEPHONE_SURE_MAX)
    };
    if !columns.iter().any(is_account) {
        return;
    }
    let is_telephone = |((column, recognised), beside): &(&mut Candidate, &bool)| {
        !**beside
            && column.used.is_none()
            && wallet::is_of_mobile_numbers(&column.header)
            && recognised.is_some_and(|found| {
                found.meaning == Meaning::Field(Field::AccountNumber) && found.sure <= TELEPHONE_SURE_MAX
            })
    };
    if let Some(((column, Some(found)), _)) = columns.iter_mut().zip(beside).find(is_telephone) {
        column.used = Some((ColumnRole::Field(Field::Phone), Confidence::ByHeader(found.sure)));
    }
}

/// Assigns the parts of the name to their columns. A column of numbers is no part of a name: `Company Acount`.
fn join_name_parts(columns: &mut [Candidate], profiles: &[Profile]) {
    let is_alone = misspelt::is_name_part_alone(columns, profiles);
    let mut parts: Vec<(NamePart, &mut Column, u8)> = Vec::new();
    for ((column, recognised), profile) in columns.iter_mut().zip(profiles) {
        if let Some(Recognised { meaning: Meaning::NamePart(part), sure, .. }) = *recognised
            && !profile.has_no_letters()
        {
            parts.push((part, column, sure));
        }
    }
    // Of two columns with the family names, one may have names of something else.
    let is_twice = [NamePart::Given, NamePart::Family]
        .into_iter()
        .any(|part| parts.iter().filter(|(of, ..)| *of == part).count() > 1);
    for (part, column, sure) in parts {
        let sure = if is_alone || is_twice { sure.min(REPLACED_SURE) } else { sure };
        column.used = Some((ColumnRole::NamePart(part), Confidence::ByHeader(sure)));
    }
}

/// A column that is taken only because words are below a better heading is a question: perhaps the words are those of
/// another table.
fn doubt_replacements(columns: &mut [Candidate], named: &[Candidate]) {
    let confidence = |(_, recognised): &Candidate, field| {
        recognised.filter(|found| found.meaning == Meaning::Field(field)).map(|found| found.sure)
    };
    let contradicted = |field: Field| {
        let both = named.iter().zip(columns.iter());
        let lost =
            both.filter_map(|(before, now)| Some((confidence(before, field)?, confidence(now, field)?)));
        lost.filter(|(before, now)| before.saturating_sub(*now) >= SURE_LOST_TO_CONTENT)
            .map(|(before, _)| before)
            .max()
    };
    let doubts = NEEDED_DIGITS.map(contradicted);
    for (column, _) in columns {
        for (field, better) in NEEDED_DIGITS.into_iter().zip(doubts) {
            if let Some((used, Confidence::ByHeader(sure))) = &mut column.used
                && *used == ColumnRole::Field(field)
                && better > Some(*sure)
            {
                *sure = (*sure).min(REPLACED_SURE);
            }
        }
    }
}

/// Fields whose columns do not consist of words.
const NEEDED_DIGITS: [Field; 2] = [Field::AccountNumber, Field::Amount];
/// Confidence in percent of a column in place of a better heading: always a question.
const REPLACED_SURE: u8 = 70;

/// Fields of which an empty column may be the right one: the amounts may only not be computed yet.
const KEPT_EMPTY: [Field; 2] = [Field::AccountNumber, Field::Amount];
/// Percentage of the cells of another column for the same narration below which a column has only remarks.
const REMARKS_SHARE_MAX: usize = 50;

/// Whether a column has no cell, or nearly none for a narration, and another column of the same field has: an empty
/// `Remark` beside `Narration`, an empty `Account Name` beside `Employee Name`.
fn is_left_empty(columns: &[Candidate], profiles: &[Profile], (index, field): (usize, Field)) -> bool {
    let filled = |at: usize| profiles.get(at).map_or(0, |profile| profile.filled);
    let others = columns.iter().enumerate().filter(|(other, (_, recognised))| {
        *other != index && recognised.is_some_and(|found| found.meaning == Meaning::Field(field))
    });
    let fullest = others.map(|(other, _)| filled(other)).max().unwrap_or(0);
    let least = if field == Field::Narration { fullest * REMARKS_SHARE_MAX / 100 } else { 0 };
    !KEPT_EMPTY.contains(&field) && fullest > 0 && filled(index) <= least
}

/// Returns the highest rank of the columns that a word in their header denies the field, if their content fits. A column
/// that is taken only because of the denial is a question.
fn surest_denied(columns: &[Candidate], profiles: &[Profile], field: Field) -> Option<u8> {
    let denied = columns.iter().zip(profiles).filter_map(|((_, recognised), profile)| {
        let found = recognised.filter(|found| found.meaning == Meaning::Denied(field))?;
        profile.fits(field).map(|_| found.sure)
    });
    denied.max()
}

/// Confidence in percent up to which the heading of an account names a telephone and no wallet.
const TELEPHONE_SURE_MAX: u8 = 80;

/// Whether a column whose heading does not clearly say what it contains looks like accounts.
fn has_unnamed_accounts(columns: &[Candidate], profiles: &[Profile]) -> bool {
    let is_unnamed = |(column, recognised): &Candidate, profile: &Profile| match recognised {
        None => true,
        Some(found) if found.is_misspelt && overlooks_account(found.meaning) => true,
        Some(found) if found.meaning == Meaning::Field(Field::AccountNumber) => found.is_doubtful,
        Some(Recognised { meaning: Meaning::Field(field), .. }) if field.is_bank() => {
            profile.fits(*field).is_none() && !profile.is_bank_codes()
        }
        Some(_) => HeadingGroup::BareNumber.has(&normalised(&column.header)),
    };
    let mut both = columns.iter().zip(profiles);
    both.any(|(column, profile)| is_unnamed(column, profile) && profile.may_be_accounts())
}

const fn overlooks_account(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Ignored | Meaning::Denied(Field::AccountNumber))
}

/// Whether a column of banks names any that is not a wallet.
fn pays_to_banks(columns: &[Candidate], profiles: &[Profile]) -> bool {
    let are_banks = |recognised: &Option<Recognised>| {
        recognised.is_some_and(|found| matches!(found.meaning, Meaning::Field(field) if field.is_bank()))
    };
    columns.iter().zip(profiles).any(|((_, recognised), profile)| are_banks(recognised) && profile.banks > 0)
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
