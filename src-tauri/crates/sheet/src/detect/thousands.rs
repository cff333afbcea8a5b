//! Words that say that amounts are in thousands: `Net Pay (N'000)`, `ALL AMOUNTS IN THOUSANDS`, `en milliers`. Nothing is
//! multiplied here: every amount becomes a question.

use std::borrow::Cow;

use paysheet_domain::{Field, checks::comparable};

use super::table::Table;
use crate::formats::GridRow;

/// Three zeros behind one of these stand for thousands: `N'000`.
const APOSTROPHES: [char; 5] = ['\'', '\u{2019}', '\u{2018}', '`', '\u{b4}'];
const ZEROS: &str = "000";
/// Signs of a multiplication by a thousand, in comparable form: `x 1000`, `x1,000`.
const FACTORS: [&str; 5] = ["x 1000", "x1000", "x 1 000", "x1 000", "in thousand"];
/// Whole words, in the languages of the users.
const WORDS: [&str; 5] = ["thousands", "milliers", "maelfu", "duisende", "000s"];
/// Number of characters of the longest text that is such a title.
const TITLE_CHARS_MAX: usize = 120;
/// Words that make a text an amount in words, and no unit: `Two hundred thousand naira only`.
const SPELLED_OUT: [&str; 12] =
    ["hundred", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "cent", "only"];

/// Returns the words of the amounts' heading, or of a text above it, that say that the amounts are in thousands.
pub(crate) fn said<'r>(table: &Table, above: impl Iterator<Item = &'r GridRow>) -> Option<String> {
    let amount = table.columns.iter().find(|column| Some(column.at) == table.column_of(Field::Amount));
    let heading = amount.map(|column| column.header.clone()).filter(|header| is_said_in(header));
    heading.or_else(|| {
        let mut texts = above.flat_map(|row| &row.cells).map(|(_, value)| value.text());
        texts.find(|text| is_said_in(text)).map(|text| text.trim().to_owned())
    })
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
pub(super) fn without(text: &str) -> Cow<'_, str> {
    let parts = find(text).and_then(|at| Some((text.get(..at)?, text.get(at..)?)));
    parts.map_or(Cow::Borrowed(text), |(before, rest)| {
        let rest = rest.trim_start_matches(APOSTROPHES).strip_prefix(ZEROS).unwrap_or(rest);
        Cow::Owned(format!("{before}{rest}"))
    })
}

/// Returns the place of an apostrophe with three zeros behind it, and no digit before or behind.
fn find(text: &str) -> Option<usize> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(APOSTROPHES).map(|(at, _)| at).find(|at| {
        let rest = text.get(*at..).unwrap_or_default().trim_start_matches(APOSTROPHES);
        let behind = rest.strip_prefix(ZEROS);
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        behind.is_some_and(|behind| !is_digit(behind.chars().next())) && !is_digit(before)
    })
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
            ("Net Pay", false),
            ("Thousand Oaks Ltd", false),
            ("Total 1'000", false),
            ("12'000'000", false),
            ("Two hundred thousand naira only", false),
            ("Staff above 1000", false),
            ("Account 000", false),
            ("Rock 'n' Roll Ltd", false),
        ] {
            assert_eq!(is_said_in(text), expected, "{text}");
        }
    }

    #[test]
    fn the_sign_of_thousands_is_taken_away() {
        for (text, expected) in
            [("Net (N'000)", "Net (N)"), ("KES '000", "KES "), ("1'000", "1'000"), ("Net", "Net")]
        {
            assert_eq!(without(text), expected, "{text}");
        }
    }
}
