//! Dates as lists write them. Where day and month may be swapped, both readings count: the date only helps to find a
//! payout, which the user confirms.

use jiff::civil::Date;

/// Years that are written with two digits.
const CENTURY: i16 = 2_000;
/// Forms with the name of the month.
const NAMED_FORMS: [&str; 4] = ["%d %b %Y", "%d-%b-%Y", "%d %B %Y", "%b %d, %Y"];

/// Returns the days that a text may mean.
pub(crate) fn days(text: &str) -> Vec<Date> {
    let text = text.trim();
    let by_name = |form: &&str| {
        let words = form.matches([' ', '-']).count() + 1;
        let head: Vec<&str> = text.splitn(words + 1, [' ', '-']).take(words).collect();
        let separator = if form.contains('-') { "-" } else { " " };
        Date::strptime(form, head.join(separator)).ok().and_then(in_this_century)
    };
    let numbers = text.split(|c: char| c.is_whitespace() || c == 'T').next().unwrap_or_default();
    let mut days = by_numbers(numbers);
    if days.is_empty() {
        days.extend(NAMED_FORMS.iter().find_map(by_name));
    }
    days
}

/// Returns a day whose year may be written with two digits.
fn in_this_century(day: Date) -> Option<Date> {
    let is_short = (0..100).contains(&day.year());
    if is_short { Date::new(CENTURY + day.year(), day.month(), day.day()).ok() } else { Some(day) }
}

/// Returns the day that a text means; none if it may mean several, or is no date.
pub(crate) fn only_day(text: &str) -> Option<Date> {
    if let [day] = days(text).as_slice() { Some(*day) } else { None }
}

/// Returns the day of an entry for the window: as in `2026-11-20`, or as it is written if it may mean several days.
pub(crate) fn entry_day(text: &str) -> String {
    only_day(text).map_or_else(|| text.trim().to_owned(), |day| day.to_string())
}

fn by_numbers(text: &str) -> Vec<Date> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
    let [first, second, third] = parts.as_slice() else { return Vec::new() };
    let number = |part: &str| part.parse::<i8>().ok();
    let year = |part: &str| {
        let year = part.parse::<i16>().ok()?;
        match part.len() {
            4 => Some(year),
            2 => Some(CENTURY + year),
            _ => None,
        }
    };
    let day = |year: Option<i16>, month: &str, day: &str| Date::new(year?, number(month)?, number(day)?).ok();
    if first.len() == 4 {
        return day(year(first), second, third).into_iter().collect();
    }
    let mut days: Vec<Date> = day(year(third), second, first).into_iter().collect();
    days.extend(day(year(third), first, second).filter(|swapped| !days.contains(swapped)));
    days
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn days_are_read_as_lists_write_them() {
        for (text, expected) in [
            ("2026-11-20", &["2026-11-20"][..]),
            ("2026-11-20T08:30:00Z", &["2026-11-20"]),
            ("2026-11-20 08:30", &["2026-11-20"]),
            ("20/11/2026", &["2026-11-20"]),
            ("05/11/2026 10:00", &["2026-11-05", "2026-05-11"]),
            ("11/11/2026", &["2026-11-11"]),
            ("20.11.26", &["2026-11-20"]),
            ("20 Nov 2026", &["2026-11-20"]),
            ("20-Nov-2026 10:00", &["2026-11-20"]),
            ("Nov 20, 2026", &["2026-11-20"]),
            ("20-Nov-26", &["2026-11-20"]),
            ("20 Nov 26", &["2026-11-20"]),
            ("Nov 20, 26", &["2026-11-20"]),
            ("29-Feb-28", &["2028-02-29"]),
            ("32/11/2026", &[]),
            ("yesterday", &[]),
            ("", &[]),
        ] {
            let read: Vec<String> = days(text).iter().map(ToString::to_string).collect();
            assert_eq!(read, expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_not(text in "\\PC{0,30}") {
            let _ = days(&text);
        }
    }
}
