//! Writes amounts, counts, dates and times as the user does. The caller gives the separators, the order of a date and
//! the clock; a value that cannot be one is replaced by the default, so that no digit is ever lost or added.

use jiff::{Timestamp, Zoned, civil::Date, tz::TimeZone};
use paysheet_domain::Money;
use serde::{Deserialize, Serialize};

const GROUP_DIGITS: usize = 3;
const MONTHS: usize = 12;
/// Longest name of a month, in characters.
const MONTH_CHARS_MAX: usize = 12;
const GROUP: char = ',';
const DECIMAL: char = '.';
/// Between an amount and its currency: a line is not broken there.
const GAP: char = '\u{a0}';

/// How the user writes numbers, dates and times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentFormats {
    /// Between groups of three digits.
    pub group: String,
    /// Before the decimals.
    pub decimal: String,
    pub dates: DateOrder,
    pub clock: DayClock,
    /// The short names of the months, January first. Without all twelve, a date is written in digits.
    pub months: Vec<String>,
    /// The name of the time zone, such as `Africa/Lagos`; the computer's own if it is unknown.
    pub zone: String,
}

impl Default for DocumentFormats {
    fn default() -> Self {
        Self {
            group: ",".to_owned(),
            decimal: ".".to_owned(),
            dates: DateOrder::YearMonthDay,
            clock: DayClock::Hours24,
            months: Vec::new(),
            zone: String::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum DateOrder {
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum DayClock {
    #[serde(rename = "hours_24")]
    Hours24,
    #[serde(rename = "hours_12")]
    Hours12,
}

pub struct Formats {
    group: char,
    decimal: char,
    dates: DateOrder,
    clock: DayClock,
    months: Vec<String>,
    zone: TimeZone,
}

impl Formats {
    pub fn of(given: &DocumentFormats) -> Self {
        let (group, decimal) = match (separator(&given.group), separator(&given.decimal)) {
            (Some(group), Some(decimal)) if group != decimal => (group, decimal),
            _ => (GROUP, DECIMAL),
        };
        let are_months = given.months.len() == MONTHS && given.months.iter().all(|name| is_month(name));
        Self {
            group,
            decimal,
            dates: given.dates,
            clock: given.clock,
            months: if are_months { given.months.clone() } else { Vec::new() },
            zone: TimeZone::get(&given.zone).unwrap_or_else(|_| TimeZone::system()),
        }
    }

    /// Returns an amount with its currency: `1,200.00 NGN`.
    pub fn money(&self, money: Money) -> String {
        format!("{}{GAP}{}", self.grouped(&money.digits()), money.currency())
    }

    pub fn count(&self, count: u32) -> String {
        self.grouped(&count.to_string())
    }

    /// Returns a day and a time: `3 Nov 2026, 09:06`.
    pub fn moment(&self, at: Timestamp) -> String {
        let at = self.local(at);
        let time = match self.clock {
            DayClock::Hours24 => at.strftime("%H:%M"),
            DayClock::Hours12 => at.strftime("%-I:%M %p"),
        };
        format!("{}, {time}", self.day(at.date()))
    }

    /// Returns a month as in a date: `Nov 2026`. Another text than `2026-11` stays as it is.
    pub fn period(&self, period: &str) -> String {
        let named = || {
            let (year, month) = period.split_once('-')?;
            let name = self.months.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
            Some(format!("{name} {year}"))
        };
        match self.dates {
            DateOrder::YearMonthDay => period.to_owned(),
            DateOrder::DayMonthYear | DateOrder::MonthDayYear => named().unwrap_or_else(|| period.to_owned()),
        }
    }

    /// Returns the difference from universal time: `UTC+01:00`.
    pub fn offset(&self, at: Timestamp) -> String {
        self.local(at).strftime("UTC%:z").to_string()
    }

    fn local(&self, at: Timestamp) -> Zoned {
        at.to_zoned(self.zone.clone())
    }

    /// Returns a day: `3 Nov 2026`.
    pub fn day(&self, at: Date) -> String {
        let month = usize::try_from(at.month() - 1).ok().and_then(|month| self.months.get(month));
        match (self.dates, month) {
            (DateOrder::YearMonthDay, _) => at.strftime("%Y-%m-%d").to_string(),
            (DateOrder::DayMonthYear, Some(month)) => format!("{} {month} {}", at.day(), at.year()),
            (DateOrder::MonthDayYear, Some(month)) => format!("{month} {}, {}", at.day(), at.year()),
            (DateOrder::DayMonthYear, None) => at.strftime("%d/%m/%Y").to_string(),
            (DateOrder::MonthDayYear, None) => at.strftime("%m/%d/%Y").to_string(),
        }
    }

    /// Returns decimal digits with the separators.
    fn grouped(&self, digits: &str) -> String {
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let mut text = String::with_capacity(digits.len() + digits.len() / GROUP_DIGITS);
        for (at, c) in whole.chars().enumerate() {
            let left = whole.len() - at;
            if at > 0 && left.is_multiple_of(GROUP_DIGITS) && !text.ends_with('-') {
                text.push(self.group);
            }
            text.push(c);
        }
        if !decimals.is_empty() {
            text.push(self.decimal);
            text.push_str(decimals);
        }
        text
    }
}

/// Returns a separator: one character that is no part of a number or a word.
fn separator(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let only = chars.next().filter(|c| !c.is_alphanumeric() && !c.is_control() && *c != '-')?;
    chars.next().is_none().then_some(only)
}

fn is_month(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= MONTH_CHARS_MAX && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Currency;
    use proptest::prelude::*;

    use super::*;

    fn formats(group: &str, decimal: &str) -> Formats {
        let (group, decimal) = (group.to_owned(), decimal.to_owned());
        Formats::of(&DocumentFormats { group, decimal, ..DocumentFormats::default() })
    }

    #[test]
    fn digits_are_grouped_by_thousands() {
        for (digits, english, french) in [
            ("0", "0", "0"),
            ("999.00", "999.00", "999,00"),
            ("1000.5", "1,000.5", "1\u{202f}000,5"),
            ("-100000.00", "-100,000.00", "-100\u{202f}000,00"),
            ("-1234567", "-1,234,567", "-1\u{202f}234\u{202f}567"),
        ] {
            assert_eq!(formats(",", ".").grouped(digits), english);
            assert_eq!(formats("\u{202f}", ",").grouped(digits), french);
        }
    }

    #[test]
    fn separators_that_would_change_an_amount_are_not_used() {
        for (group, decimal) in
            [("", "."), ("0", "."), (",", ","), ("..", ","), ("-", "."), (",", "x"), ("\n", ".")]
        {
            assert_eq!(formats(group, decimal).grouped("1234.50"), "1,234.50", "{group:?} {decimal:?}");
        }
    }

    #[test]
    fn a_moment_is_written_as_the_user_does() {
        let at: Timestamp = "2026-11-03T08:06:07Z".parse().unwrap();
        let months: Vec<String> =
            "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(' ').map(str::to_owned).collect();
        let written = |dates, clock, months| {
            let zone = "Africa/Lagos".to_owned();
            Formats::of(&DocumentFormats { dates, clock, months, zone, ..DocumentFormats::default() })
                .moment(at)
        };
        use DateOrder as D;
        use DayClock as C;
        assert_eq!(written(D::DayMonthYear, C::Hours24, months.clone()), "3 Nov 2026, 09:06");
        assert_eq!(written(D::MonthDayYear, C::Hours12, months.clone()), "Nov 3, 2026, 9:06 AM");
        assert_eq!(written(D::YearMonthDay, C::Hours24, months), "2026-11-03, 09:06");
        assert_eq!(written(D::DayMonthYear, C::Hours24, vec!["Jan".to_owned()]), "03/11/2026, 09:06");
    }

    #[test]
    fn a_period_is_written_like_the_month_of_a_date() {
        let months: Vec<String> =
            "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(' ').map(str::to_owned).collect();
        let written = |dates, months, period| {
            Formats::of(&DocumentFormats { dates, months, ..DocumentFormats::default() }).period(period)
        };
        use DateOrder as D;
        for (period, expected) in [
            ("2026-11", "Nov 2026"),
            ("2027-01", "Jan 2027"),
            ("2026-00", "2026-00"),
            ("2026-13", "2026-13"),
            ("", ""),
            ("November", "November"),
        ] {
            assert_eq!(written(D::DayMonthYear, months.clone(), period), expected);
            assert_eq!(written(D::MonthDayYear, months.clone(), period), expected);
            assert_eq!(written(D::YearMonthDay, months.clone(), period), period);
            assert_eq!(written(D::DayMonthYear, Vec::new(), period), period);
        }
    }

    proptest! {
        #[test]
        fn no_format_changes_the_digits_of_an_amount(minor: i64, group in "\\PC{0,2}", decimal in "\\PC{0,2}") {
            let money = Money::from_minor(minor, Currency::NGN);
            let digits = |text: &str| text.chars().filter(|c| c.is_ascii_digit() || *c == '-').collect::<String>();
            prop_assert_eq!(digits(&formats(&group, &decimal).money(money)), digits(&money.digits()));
        }
    }
}
