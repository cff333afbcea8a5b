//! People who are not paid the whole amount into the one account: in the bank and in cash, in two halves, into two
//! accounts, or a rounded amount. Another column shows it, by its words or because it adds up with others to the amount.
//! Only the user knows which amount goes into the account, so that each of these is a question.

use paysheet_domain::Field;
use rust_decimal::Decimal;

use crate::{
    detect::{
        table::{Column, Table},
        words::{
            left_to_pay::{self, GROSS_SURE_MAX},
            not_to_pay, numbers, wallet,
        },
    },
    formats::GridRow,
    vocabulary::{HeadingGroup, Meaning, Recognised, normalised, recognise},
};

/// Number of columns that are tried as parts of the amount.
const PARTS_TRIED: usize = 12;
/// Number of people whose amounts are added up.
const PEOPLE_ADDED: usize = 1_000;
/// Percentage of the rows in which the parts must add up to the amount.
const ADDS_UP_SHARE_MIN: usize = 90;
/// Number of rows in which columns that are named as parts must add up.
const NAMED_ROWS_MIN: usize = 2;
/// Number of parts that are tried together.
const PARTS_MAX: usize = 3;
/// A rounded amount differs by less than this percentage.
const ROUNDING_SHARE: i64 = 1;
/// Percentage from which a share of the amount is a part of it. A lower one may be a deduction.
const SHARE_MIN: u32 = 20;
/// Percentage of the people whose names must be halved in two columns.
const HALVES_SHARE_MIN: usize = 60;
/// Minimum number of digits of an account.
const ACCOUNT_DIGITS_MIN: usize = 6;

/// Makes questions of the columns that show that the amount is not paid as a whole.
pub(crate) fn ask(table: &mut Table, people: &[&GridRow]) {
    let mut asked: Vec<(Field, u16)> = second_ones(table, people);
    asked.extend(other_half_of_name(table, people).map(|column| (Field::Name, column)));
    if let Some(amount) = table.column_of(Field::Amount) {
        let others = rounded(table, amount, people).into_iter().chain(paid_otherwise(table, people));
        let others = others.chain(parts(table, amount, people)).chain(shares(table, amount, people));
        asked.extend(others.map(|column| (Field::Amount, column)));
    }
    asked.retain(|asked| !table.ambiguous.contains(asked));
    asked.sort_unstable();
    asked.dedup();
    table.ambiguous.extend(asked);
}

/// A column of numbers that is not read, and may be a part of the amount.
struct Part {
    column: u16,
    values: Vec<Decimal>,
    /// Whether its heading has a word of a part.
    is_named: bool,
    /// Whether it is right of the amount, and its heading says nothing else.
    is_beside: bool,
}

/// Returns the columns of amounts that are paid in cash or by cheque, if somebody has one.
fn paid_otherwise(table: &Table, people: &[&GridRow]) -> Vec<u16> {
    let free = table.columns.iter().filter(|column| column.used.is_none());
    let counts = |column: &&Column| {
        let mut numbers = people.iter().filter_map(|row| numbers::number(row.cell(column.at)?));
        numbers.any(|number| !number.is_zero())
    };
    let named = free.filter(|column| not_to_pay::is_paid_otherwise(&column.header));
    named.filter(counts).map(|column| column.at).collect()
}

/// Returns the columns that add up to the amount.
fn parts(table: &Table, amount: u16, people: &[&GridRow]) -> Vec<u16> {
    let people = people.get(..PEOPLE_ADDED).unwrap_or(people);
    let amounts = numbers::numbers_of(amount, people);
    let free = table.columns.iter().filter(|column| column.used.is_none());
    let part = |column: &Column| {
        let numbers = numbers::numbers_of(column.at, people);
        let counts = numbers.iter().flatten().any(|number| !number.is_zero());
        let heading = normalised(&column.header);
        counts.then(|| Part {
            column: column.at,
            values: numbers.into_iter().map(Option::unwrap_or_default).collect(),
            is_named: heading.split(' ').any(|word| HeadingGroup::Part.has(word)),
            is_beside: column.at > amount && !is_about_other(&column.header),
        })
    };
    let mut tried: Vec<Part> = free.filter_map(part).collect();
    // A wide file has more columns of numbers than are tried: those that may be parts come first.
    tried.sort_by_key(|part| (!part.is_named, !part.is_beside));
    tried.truncate(PARTS_TRIED);
    tried.sort_by_key(|part| part.column);
    let together = combinations(&tried).find(|parts| are_parts(parts) && add_up(parts, &amounts));
    together.into_iter().flatten().map(|part| part.column).collect()
}

/// Whether columns are parts of what is paid, and not what it is computed from: `Basic` and `Allowance` stand left of the
/// net pay and add up to it as well.
fn are_parts(parts: &[&Part]) -> bool {
    parts.iter().any(|part| part.is_named) || parts.iter().all(|part| part.is_beside)
}

/// Whether a heading is that of what the amount is computed from, or compared with: `Basic`, `Allowances`, `Last Month`,
/// `Variance`.
fn is_about_other(header: &str) -> bool {
    let heading = normalised(header);
    let words: Vec<&str> = heading.split(' ').filter(|word| !HeadingGroup::Month.has(word)).collect();
    let is_other = |found: Recognised| match found.meaning {
        Meaning::Field(Field::Amount) => found.sure <= GROSS_SURE_MAX,
        Meaning::Ignored | Meaning::Denied(Field::Amount) => true,
        Meaning::Field(_) | Meaning::Denied(_) | Meaning::NamePart(_) => false,
    };
    heading.split(' ').any(|word| HeadingGroup::Compared.has(word))
        || recognise(&words.join(" ")).is_some_and(is_other)
}

/// Whether the columns add up to the amounts in nearly all rows that have parts: those of a summary below the table have
/// none. Without a heading that names parts, these must be most rows.
fn add_up(parts: &[&Part], amounts: &[Option<Decimal>]) -> bool {
    let (mut rows, mut of, mut holds) = (0_usize, 0_usize, 0_usize);
    for (row, amount) in amounts.iter().enumerate() {
        let Some(amount) = amount.filter(|amount| !amount.is_zero()) else { continue };
        let values = parts.iter().filter_map(|part| part.values.get(row));
        let sum = values.fold(Decimal::ZERO, |sum, value| sum.saturating_add(*value));
        rows += 1;
        of += usize::from(!sum.is_zero());
        holds += usize::from(sum == amount);
    }
    let is_named = parts.iter().any(|part| part.is_named);
    (holds * 2 > rows || (is_named && holds >= NAMED_ROWS_MIN)) && holds * 100 >= of * ADDS_UP_SHARE_MIN
}

/// Returns the pairs of columns, and then those of three.
fn combinations(tried: &[Part]) -> impl Iterator<Item = Vec<&Part>> {
    let mut longest: Vec<Vec<(usize, &Part)>> = tried.iter().enumerate().map(|part| vec![part]).collect();
    let mut all = Vec::new();
    for _ in 1..PARTS_MAX {
        let longer = longest.iter().flat_map(|shorter| {
            let from = shorter.last().map_or(0, |(at, _)| at + 1);
            let further = tried.iter().enumerate().skip(from);
            further.map(move |part| [shorter.as_slice(), &[part]].concat())
        });
        longest = longer.collect();
        all.extend(longest.iter().map(|parts| parts.iter().map(|(_, part)| *part).collect()));
    }
    all.into_iter()
}

/// Returns the columns of rounded amounts beside an amount that is not rounded.
fn rounded(table: &Table, amount: u16, people: &[&GridRow]) -> Vec<u16> {
    let free = table.columns.iter().filter(|column| column.used.is_none());
    let is_rounded = |column: &&Column| {
        let heading = normalised(&column.header);
        let is_around =
            |word: &&str| HeadingGroup::Rounded.has(word) || HeadingGroup::AroundRounded.has(word);
        let words: Vec<&str> = heading.split(' ').filter(|word| !is_around(word)).collect();
        // The whole heading `Round Off` may be that of the difference.
        let is_of_amount =
            || is_amount(&words.join(" ")) || (words.is_empty() && is_near(amount, column.at, people));
        heading.split(' ').any(|word| HeadingGroup::Rounded.has(word)) && is_of_amount()
    };
    let differs = |column: &&Column| {
        left_to_pay::differs(&numbers::numbers_of(amount, people), &numbers::numbers_of(column.at, people))
    };
    free.filter(is_rounded).filter(differs).map(|column| column.at).collect()
}

/// Whether the numbers of a column differ from the amounts by a rounding.
fn is_near(amount: u16, column: u16, people: &[&GridRow]) -> bool {
    let pairs = people
        .iter()
        .filter_map(|row| Some((numbers::number(row.cell(amount)?)?, numbers::number(row.cell(column)?)?)));
    let mut pairs = pairs.filter(|(amount, _)| !amount.is_zero()).peekable();
    let is_near = |(amount, other): (Decimal, Decimal)| {
        let difference = amount.saturating_sub(other).abs();
        difference.saturating_mul(Decimal::ONE_HUNDRED) < amount.abs().saturating_mul(ROUNDING_SHARE.into())
    };
    pairs.peek().is_some() && pairs.all(is_near)
}

/// Returns the columns that are the share of the amount that their heading says: `Pay 50%`.
fn shares(table: &Table, amount: u16, people: &[&GridRow]) -> Vec<u16> {
    let free = table.columns.iter().filter(|column| column.used.is_none());
    let mut named = free.filter_map(|column| Some((column.at, share_in(&column.header)?))).peekable();
    if named.peek().is_none() {
        return Vec::new();
    }
    let amounts = numbers::numbers_of(amount, people);
    let are_shares = |(column, share): &(u16, Decimal)| {
        let others = numbers::numbers_of(*column, people);
        let both = amounts.iter().zip(&others).filter_map(|(amount, other)| amount.zip(*other));
        let mut both = both.filter(|(_, other)| !other.is_zero()).peekable();
        let is_share = |(amount, other): (Decimal, Decimal)| {
            let whole = other.saturating_mul(Decimal::ONE_HUNDRED);
            whole.saturating_sub(amount.saturating_mul(*share)).abs() <= Decimal::ONE_HUNDRED
        };
        both.peek().is_some() && both.all(is_share)
    };
    named.filter(are_shares).map(|(column, _)| column).collect()
}

/// Returns the percentage in a heading, unless it says something else: `Pension 30%`.
fn share_in(header: &str) -> Option<Decimal> {
    let (before, _) = header.split_once('%')?;
    let digits = before.trim_end().rsplit(|c: char| !c.is_ascii_digit()).next()?;
    let share: u32 = digits.parse().ok()?;
    ((SHARE_MIN..100).contains(&share) && !is_about_other(header)).then(|| share.into())
}

/// Returns the columns of second accounts and amounts in which somebody has one.
fn second_ones(table: &Table, people: &[&GridRow]) -> Vec<(Field, u16)> {
    let free = table.columns.iter().filter(|column| column.used.is_none());
    let is_filled = |column: &&Column| {
        people.iter().any(|row| row.cell(column.at).is_some_and(|cell| !cell.text().trim().is_empty()))
    };
    let has_account = |column: &&Column| {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
        people
            .iter()
            .any(|row| row.cell(column.at).is_some_and(|cell| digits(cell.text()) >= ACCOUNT_DIGITS_MIN))
    };
    let named = free.clone().filter_map(|column| Some((second(&column.header)?, column)));
    let named = named.filter(|(_, column)| is_filled(column));
    let savings = free.filter(|column| is_savings_account(&column.header)).filter(has_account);
    let savings = savings.map(|column| (Field::AccountNumber, column));
    named.chain(savings).map(|(field, column)| (field, column.at)).collect()
}

/// Returns the column without a heading beside that of the names, if most people have one word in each: perhaps the heading
/// is merged over both.
fn other_half_of_name(table: &Table, people: &[&GridRow]) -> Option<u16> {
    let name = table.column_of(Field::Name)?;
    let beside = name.checked_add(1)?;
    let is_bare = |column: &Column| column.at == beside && column.used.is_none() && column.header.is_empty();
    let is_word = |row: &&&GridRow, at: u16| {
        let words = |text: &str| text.split_whitespace().count() == 1 && text.contains(char::is_alphabetic);
        row.cell(at).is_some_and(|value| words(value.text()))
    };
    if !table.columns.iter().any(is_bare) {
        return None;
    }
    let both = people.iter().filter(|row| is_word(row, name) && is_word(row, beside)).count();
    (both > 0 && both * 100 >= people.len() * HALVES_SHARE_MIN).then_some(beside)
}

/// Whether a heading is that of an account for savings, beside that of the salary.
fn is_savings_account(header: &str) -> bool {
    let heading = normalised(header);
    let words: Vec<&str> = heading.split(' ').filter(|word| !HeadingGroup::Savings.has(word)).collect();
    words.len() < heading.split(' ').count()
        && recognise(&words.join(" "))
            .is_some_and(|found| found.meaning == Meaning::Field(Field::AccountNumber))
}

/// Returns what a heading is the second one of.
fn second(header: &str) -> Option<Field> {
    let heading = normalised(header);
    let words: Vec<&str> = heading.split(' ').filter(|word| !HeadingGroup::Second.has(word)).collect();
    if words.len() == heading.split(' ').count() || wallet::is_of_mobile_numbers(header) {
        return None;
    }
    match recognise(&words.join(" ")) {
        Some(Recognised { meaning: Meaning::Field(Field::AccountNumber), .. }) => Some(Field::AccountNumber),
        Some(_) if is_amount(&words.join(" ")) => Some(Field::Amount),
        Some(_) | None => None,
    }
}

fn is_amount(text: &str) -> bool {
    let is =
        |found: Recognised| found.meaning == Meaning::Field(Field::Amount) && found.sure > GROSS_SURE_MAX;
    recognise(text).is_some_and(is)
}
