//! Infers from the rows what applies to a whole payroll: the country, the currency, and the decimal convention of its
//! amounts. The default is Nigeria, where most users are.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{
    BankDirectory, CellValue, Country, CountrySet, Currency, Field, SourceRow,
    account::{MobileNumber, mobile_number},
    checks::{DecimalConvention, cleaned_text, country_of, currency_of},
};
use strum::IntoEnumIterator;

use crate::{limits::ROWS_SAMPLED, model::ReadOptions};

/// Country whose banks are searched first if no country is set and none can be inferred.
pub(crate) const COUNTRY_DEFAULT: Country = Country::NG;
/// Minimum length of a bank code from which a country is inferred. Shorter codes are not specific: Kenyan codes have
/// two digits, and so have Nigerian ones in number cells, which lose their leading zero.
const BANK_CODE_TELLING_CHARS_MIN: usize = 3;
/// Number of different banks that are searched in every country.
const BANK_NAMES_TRIED: usize = 20;

/// Returns the country and currency of rows that do not name one.
pub(crate) fn place(rows: &[SourceRow], options: &ReadOptions) -> (Country, Currency) {
    let country = options.country.or_else(|| options.currency.and_then(Country::only_one_with));
    let country = country.or_else(|| guessed_country(rows)).unwrap_or(COUNTRY_DEFAULT);
    (country, options.currency.unwrap_or_else(|| country.currency()))
}

fn guessed_country(rows: &[SourceRow]) -> Option<Country> {
    let sample = || rows.iter().take(ROWS_SAMPLED);
    let texts = |field| sample().filter_map(move |row| cleaned_text(row, field));
    most(texts(Field::Country).filter_map(|text| country_of(&text)))
        .or_else(|| {
            let currencies = texts(Field::Currency).filter_map(|text| currency_of(&text, COUNTRY_DEFAULT));
            let currency = most(currencies)?;
            Country::only_one_with(currency).or_else(|| country_of_banks(rows, |c| c.currency() == currency))
        })
        .or_else(|| country_of_banks(rows, |_| true))
        .or_else(|| country_of_sort_codes(rows))
}

fn most<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(value, _)| value)
}

/// Returns the country in which most of the banks are known. If several countries know as many (wallets have the same
/// name in many countries), it is the one whose mobile numbers with the calling code the accounts match, and then the
/// first in the order of countries.
fn country_of_banks(rows: &[SourceRow], allowed: impl Fn(Country) -> bool) -> Option<Country> {
    let texts = |field| rows.iter().take(ROWS_SAMPLED).filter_map(move |row| cleaned_text(row, field));
    // A number in a column of names is a code of Kenya's, or a count in a summary.
    let is_name = |text: &String| text.contains(char::is_alphabetic);
    let names: BTreeSet<String> = texts(Field::BankName).filter(is_name).collect();
    let codes = texts(Field::BankCode).filter(|code| code.len() >= BANK_CODE_TELLING_CHARS_MIN);
    let codes: BTreeSet<String> = codes.collect();
    let accounts: Vec<String> =
        texts(Field::AccountNumber).map(|text| text.replace(['+', ' ', '-'], "")).collect();
    let directory = BankDirectory::embedded();
    // Another country may still have a bank of the name that a former one had.
    let named = |name: &String| directory.named_or_former_in(name);
    let found = names.iter().take(BANK_NAMES_TRIED).map(named);
    let coded = codes.iter().take(BANK_NAMES_TRIED).map(|code| directory.coded_in(code));
    let banks: Vec<CountrySet> = found.chain(coded).collect();
    let known = |country: Country| banks.iter().filter(|countries| countries.contains(country)).count();
    let international = |country| {
        let is_called = |account: &&String| mobile_number(country, account) == MobileNumber::International;
        accounts.iter().filter(is_called).count()
    };
    let countries = Country::iter().filter(|country| allowed(*country));
    let ranked = countries.map(|country| ((known(country), international(country)), country));
    // The first of equals wins.
    let ((known, _), best) = ranked.rev().max_by_key(|(rank, _)| *rank)?;
    (known > 0).then_some(best)
}

/// Returns the only country in which all bank codes are sort codes of branches. Countries whose codes look alike (six
/// digits in Ghana and in South Africa) are not guessed, and South Africa never: a third of all codes of six digits are
/// its branches.
fn country_of_sort_codes(rows: &[SourceRow]) -> Option<Country> {
    let codes = rows.iter().take(ROWS_SAMPLED).filter_map(|row| cleaned_text(row, Field::BankCode));
    let codes: BTreeSet<String> = codes.collect();
    let directory = BankDirectory::embedded();
    let coded: Vec<CountrySet> =
        codes.iter().take(BANK_NAMES_TRIED).map(|code| directory.sort_coded_in(code)).collect();
    let is_known =
        |country: &Country| !coded.is_empty() && coded.iter().all(|codes| codes.contains(*country));
    let mut best = Country::iter().filter(is_known);
    best.next().filter(|country| best.next().is_none() && *country != Country::ZA)
}

/// Returns the decimal convention of a column of amounts. It is inferred from amounts that can be read in one way
/// only. If there are none, commas before three digits group thousands (no currency has three decimals), unless the
/// file itself is separated by semicolons, as files with decimal commas are. A single point stays unsettled.
pub(crate) fn convention(rows: &[SourceRow], delimiter: Option<u8>) -> DecimalConvention {
    let mut seen = Seen::default();
    for row in rows {
        if let Some(CellValue::Text(text)) = row.cells.get(&Field::Amount).map(|cell| &cell.value) {
            seen.add(text);
        }
    }
    let commas_may_be_decimal = delimiter == Some(b';');
    match (seen.point, seen.comma) {
        (true, false) => DecimalConvention::Point,
        (false, true) => DecimalConvention::Comma,
        (true, true) => DecimalConvention::Unsettled,
        (false, false) if seen.comma_or_group && !seen.point_or_group && !commas_may_be_decimal => {
            DecimalConvention::Point
        }
        (false, false) => seen.long_decimals(),
    }
}

/// Evidence of the decimal convention in the amounts of a column.
#[derive(Debug, Default)]
struct Seen {
    point: bool,
    comma: bool,
    comma_or_group: bool,
    point_or_group: bool,
    /// Amounts with more than three digits after a sign that could also be a grouping sign (`1,2500`): the sign and
    /// the number of digits after it, with how often they occur.
    long: BTreeMap<(bool, usize), usize>,
}

/// Number of similar amounts from which they are not a typing error.
const LONG_DECIMALS_MIN: usize = 2;

impl Seen {
    /// Some programs write four decimals in every amount. A single one may be a group with one digit too many.
    fn long_decimals(&self) -> DecimalConvention {
        let mut long = self.long.iter();
        match (long.next(), long.next()) {
            (Some(((is_point, _), times)), None)
                if *times >= LONG_DECIMALS_MIN && !self.comma_or_group && !self.point_or_group =>
            {
                if *is_point { DecimalConvention::Point } else { DecimalConvention::Comma }
            }
            _ => DecimalConvention::Unsettled,
        }
    }

    fn add(&mut self, text: &str) {
        let from = text.find(|c: char| c.is_ascii_digit());
        let to = text.rfind(|c: char| c.is_ascii_digit());
        let (Some(from), Some(to)) = (from, to) else { return };
        let digits = text.get(from..=to).unwrap_or("");
        let points = digits.matches('.').count();
        let commas = digits.matches(',').count();
        let after = digits.rsplit(['.', ',']).next().map_or(0, str::len);
        let before = digits.split(['.', ',']).next().unwrap_or("");
        let begins_group = before.len() <= 3 && !before.starts_with('0');
        let may_group = after == 3 && begins_group;
        match (points, commas) {
            (0, 0) => {}
            (1, 0) | (0, 1) if after > 3 && begins_group => {
                *self.long.entry((points == 1, after)).or_default() += 1;
            }
            (1, 0) if may_group => self.point_or_group = true,
            (0, 1) if may_group => self.comma_or_group = true,
            (1, 0) => self.point = true,
            (0, 1) => self.comma = true,
            // If one sign groups, the other one is the decimal sign.
            (0, _) => self.point = true,
            (_, 0) => self.comma = true,
            _ if digits.rfind('.') > digits.rfind(',') => self.point = true,
            _ => self.comma = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Cell;

    use super::*;

    fn rows(field: Field, texts: &[&str]) -> Vec<SourceRow> {
        let row =
            |text: &&str| SourceRow { cells: [(field, Cell::typed(text))].into(), ..SourceRow::default() };
        texts.iter().map(row).collect()
    }

    #[test]
    fn a_column_settles_how_it_writes_decimals() {
        use DecimalConvention as D;
        for (amounts, delimiter, expected) in [
            (&["1,234.50", "1,234"][..], b',', D::Point),
            (&["1.234,50", "1.234"], b';', D::Comma),
            (&["1234,5", "1.234"], b';', D::Comma),
            (&["1,250,000", "250,000"], b',', D::Point),
            (&["1.250.000"], b',', D::Comma),
            (&["250,000", "80,500"], b'\t', D::Point),
            (&["250,000", "80,500"], b';', D::Unsettled),
            (&["1.234"], b',', D::Unsettled),
            (&["1.234", "1,234"], b',', D::Unsettled),
            (&["1,5", "1.5"], b';', D::Unsettled),
            (&["1250", "nil", ""], b',', D::Unsettled),
            (&["₦250,000.00"], b',', D::Point),
            (&["0.123"], b',', D::Point),
            (&["1,2500", "98000"], b'\t', D::Unsettled),
            (&["1,2500", "98,000"], b'\t', D::Point),
            (&["100.0000", "250.5000"], b',', D::Point),
            (&["1250,0000", "1,2500"], b';', D::Comma),
        ] {
            assert_eq!(convention(&rows(Field::Amount, amounts), Some(delimiter)), expected, "{amounts:?}");
        }
    }

    #[test]
    fn a_payroll_tells_its_country() {
        let none = ReadOptions::default();
        for (field, texts, expected) in [
            (Field::Currency, &["KES", "KES", "NGN"][..], (Country::KE, Currency::KES)),
            (Field::Country, &["Sénégal"], (Country::SN, Currency::XOF)),
            (Field::BankName, &["M-Pesa"], (Country::KE, Currency::KES)),
            (Field::BankName, &["GTBank", "Zenith Bank"], (Country::NG, Currency::NGN)),
            (Field::BankName, &["Skye Bank", "SKYE BANK PLC", "Diamond Bank"], (Country::NG, Currency::NGN)),
            (Field::BankName, &["Nobody's"], (Country::NG, Currency::NGN)),
            (Field::BankCode, &["250655", "470010"], (Country::ZA, Currency::ZAR)),
            (Field::BankCode, &["57", "68"], (Country::NG, Currency::NGN)),
            (
                Field::BankName,
                &["GTBank", "United Bank for Africa", "76", "53"],
                (Country::NG, Currency::NGN),
            ),
            (Field::BankCode, &["058", "011"], (Country::NG, Currency::NGN)),
            (Field::BankCode, &["01100", "68004"], (Country::KE, Currency::KES)),
            (Field::BankCode, &["190112", "360101"], (Country::GH, Currency::GHS)),
            (Field::BankCode, &["190112"], (Country::NG, Currency::NGN)),
            (Field::BankCode, &["190112", "220101"], (Country::NG, Currency::NGN)),
            (Field::BankCode, &["000013", "000014"], (Country::NG, Currency::NGN)),
        ] {
            assert_eq!(place(&rows(field, texts), &none), expected, "{texts:?}");
        }
        let given = ReadOptions { country: None, currency: Some(Currency::GHS) };
        assert_eq!(place(&[], &given), (Country::GH, Currency::GHS));
    }
}
