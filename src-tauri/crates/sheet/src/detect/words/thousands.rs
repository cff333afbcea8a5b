//! Words that say that amounts are in thousands: `Net Pay (N'000)`, `ALL AMOUNTS IN THOUSANDS`, `en milliers`. Nothing is
//! multiplied here: every amount becomes a question.

use std::borrow::Cow;

use paysheet_domain::{Field, checks::comparable};

use super::{left_to_pay, numbers};
use crate::{
    detect::table::{Column, Table},
    formats::{Grid, GridRow},
    vocabulary::named_currency,
};

/// Three zeros behind one of these stand for thousands: `N'000`.
const APOSTROPHES: [char; 8] = ['\'', '\u{2019}', '\u{2018}', '`', '\u{b4}', '"', '\u{201d}', '\u{2033}'];
/// The same, if a currency is before it: `N.000`.
const POINTS: [char; 2] = ['.', ','];
const ZEROS: &str = "000";
/// Signs of a multiplication by a thousand, in comparable form: `x 1000`, `x1,000`.
const FACTORS: [&str; 8] =
    ["x 1000", "x1000", "x 1 000", "x1 000", "in thousand", "in 000", "en 000", "k fcfa"];
/// Whole words, in the languages of the users.
const WORDS: [&str; 9] =
    ["thousands", "milliers", "maelfu", "duisende", "000s", "kfcfa", "kcfa", "kxof", "kngn"];
/// Whole words of the heading of amounts. Elsewhere they say something else: `Account 000`.
const HEADING_WORDS: [&str; 3] = ["000", "thousand", "millier"];
/// Number of rows in which another column must have the amounts.
const ROWS_COMPARED: usize = 1_000;
/// Length in bytes of the longest currency before the zeros of a unit.
const UNIT_BYTES_MAX: usize = 5;
/// Number of characters of the longest text that is such a title.
const TITLE_CHARS_MAX: usize = 120;
/// Words that make a text an amount in words, and no unit: `Two hundred thousand naira only`.
const SPELLED_OUT: [&str; 12] =
    ["hundred", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "cent", "only"];

/// Returns the words of the amounts' heading, of the heading of another column with the same amounts, of a text above
/// it, or of the name of the sheet, that say that the amounts are in thousands.
pub(crate) fn find_unit(table: &Table, grid: &Grid, sheet: &str) -> Option<String> {
    let amount = table.column_of(Field::Amount)?;
    let (above, below) = grid.rows.split_at(table.header.unwrap_or(0).min(grid.rows.len()));
    let own = table.columns.iter().filter(|column| column.at == amount);
    let others = table.columns.iter().filter(|column| column.at != amount && column.used.is_none());
    let named = own.chain(others).filter(|column| is_said_in_heading(&column.header));
    let mut named = named.filter(|column| column.at == amount || has_amounts(column, amount, below));
    named.next().map(|column| column.header.clone()).or_else(|| {
        let texts = above.iter().flat_map(|row| &row.cells).map(|(_, value)| value.text());
        texts.chain([sheet]).find(|text| is_said_in(text)).map(|text| text.trim().to_owned())
    })
}

/// Whether a column has the amounts once more: `Total Payable (N'000)` beside `Net Pay`.
fn has_amounts(column: &Column, amount: u16, rows: &[GridRow]) -> bool {
    let rows: Vec<&GridRow> = rows.iter().take(ROWS_COMPARED).collect();
    let (amounts, others) = (numbers::numbers_of(amount, &rows), numbers::numbers_of(column.at, &rows));
    let both = amounts.iter().zip(&others).any(|(amount, other)| amount.is_some() && other.is_some());
    both && !left_to_pay::differs(&amounts, &others)
}

/// Whether the heading of the amounts says that they are in thousands.
fn is_said_in_heading(header: &str) -> bool {
    is_said_in(header) || comparable(header).split(' ').any(|word| HEADING_WORDS.contains(&word))
}

/// Whether a text below the heading of the amounts is the unit of a thousand: `N'000`.
pub(crate) fn is_unit(text: &str) -> bool {
    let rest = without(text);
    rest.len() < text.len() && comparable(&rest).len() <= UNIT_BYTES_MAX
}

/// Whether a text says that amounts are in thousands.
pub(crate) fn is_said_in(text: &str) -> bool {
    if text.chars().count() > TITLE_CHARS_MAX {
        return false;
    }
    let words = comparable(text);
    let has = |known: &str| words.split(' ').any(|word| word == known);
    let is_factor = |factor: &&str| format!(" {words} ").contains(&format!(" {factor} "));
    (find(text).is_some() || WORDS.into_iter().any(has) || FACTORS.iter().any(is_factor))
        && !SPELLED_OUT.into_iter().any(has)
}

/// Returns a text without the sign of thousands, so that `N'000` names the naira.
pub(crate) fn without(text: &str) -> Cow<'_, str> {
    let parts = find(text).and_then(|at| Some((text.get(..at)?, text.get(at..)?)));
    parts.map_or(Cow::Borrowed(text), |(before, rest)| {
        let rest = rest.trim_start_matches(is_before_zeros).strip_prefix(ZEROS).unwrap_or(rest);
        Cow::Owned(format!("{before}{rest}"))
    })
}

fn is_before_zeros(c: char) -> bool {
    APOSTROPHES.contains(&c) || POINTS.contains(&c)
}

/// Returns the place of three zeros with the sign before them, and no digit before or behind. Without an apostrophe, a
/// currency must stand before them: `NGN000`.
fn find(text: &str) -> Option<usize> {
    let zeros = text.match_indices(ZEROS).map(|(at, _)| at);
    let signs = zeros.filter_map(|at| {
        let (before, behind) = (text.get(..at)?, text.get(at + ZEROS.len()..)?);
        let unsigned = before.trim_end_matches(is_before_zeros);
        let sign = before.get(unsigned.len()..)?;
        let is_sign = if sign.contains(APOSTROPHES) {
            !unsigned.ends_with(|c: char| c.is_ascii_digit())
        } else {
            sign.len() <= 1 && ends_in_currency(unsigned)
        };
        (is_sign && !goes_on(behind)).then_some(unsigned.len())
    });
    signs.min()
}

/// Whether a number goes on behind its first zeros: `N000,500`.
fn goes_on(behind: &str) -> bool {
    behind.trim_start_matches(is_before_zeros).starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the last word of a text is a currency, also as a single letter: `N`.
fn ends_in_currency(text: &str) -> bool {
    let word = text.rsplit(|c: char| c.is_whitespace() || "([:".contains(c)).next().unwrap_or_default();
    named_currency(&format!("({word})")).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_that_amounts_are_in_thousands() {
        for (text, expected) in [
            ("Net Pay (N'000)", true),
            ("NET PAY \u{2019}000", true),
            ("Amount KES '000s", true),
            ("ALL AMOUNTS IN THOUSANDS", true),
            ("Montants en milliers de FCFA", true),
            ("Net Pay (x1000)", true),
            ("Net Pay x 1,000", true),
            ("Kiasi (maelfu)", true),
            ("Salary (000s)", true),
            ("Net Pay (in 000)", true),
            ("Net Pay (N.000)", true),
            ("Net Pay (N,000)", true),
            ("Net Pay N\"000", true),
            ("Net Pay NGN000", true),
            ("Figures in N000", true),
            ("Figures in \u{20a6}000", true),
            ("Net (KFCFA)", true),
            ("Net (K FCFA)", true),
            ("Net Pay", false),
            ("Thousand Oaks Ltd", false),
            ("Total 1'000", false),
            ("12'000'000", false),
            ("Two hundred thousand naira only", false),
            ("Staff above 1000", false),
            ("Account 000", false),
            ("Rock 'n' Roll Ltd", false),
            ("Total N000,500", false),
            ("Total: N.0005", false),
            ("Total: 5,000", false),
            ("Total N5,000", false),
            ("Batch X000", false),
            ("Batch 000", false),
        ] {
            assert_eq!(is_said_in(text), expected, "{text}");
        }
    }

    #[test]
    fn the_heading_of_amounts_says_it_in_fewer_words() {
        for (text, expected) in [
            ("Net Pay 000", true),
            ("Net Pay (thousand)", true),
            ("Net Pay (N'000)", true),
            ("Net Pay 1000", false),
            ("Net Pay", false),
        ] {
            assert_eq!(is_said_in_heading(text), expected, "{text}");
        }
    }

    #[test]
    fn a_unit_consists_of_the_sign() {
        for (text, expected) in [
            ("N'000", true),
            ("'000", true),
            ("(N'000)", true),
            ("NGN000", true),
            ("000", false),
            ("N'000 of the staff", false),
            ("Ada Obi", false),
        ] {
            assert_eq!(is_unit(text), expected, "{text}");
        }
    }

    #[test]
    fn the_sign_of_thousands_is_taken_away() {
        for (text, expected) in [
            ("Net (N'000)", "Net (N)"),
            ("KES '000", "KES "),
            ("NGN000", "NGN"),
            ("1'000", "1'000"),
            ("Net", "Net"),
        ] {
            assert_eq!(without(text), expected, "{text}");
        }
    }
}
