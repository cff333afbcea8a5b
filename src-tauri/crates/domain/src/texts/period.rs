//! The month of a payroll, as its name or its file states it: "November 2026", "Nov-26", "2026-11", "11.2026", "112026",
//! "Novemba 2026".
//!
//! # A month is read or asked for
//!
//! It comes from the name of the file or of its sheet (`domain::texts::period`); where neither says it, the draft has
//! none, and the review asks for it.

/// The months in English and French.
const MONTHS: [[&str; 2]; 12] = [
    ["january", "janvier"],
    ["february", "fevrier"],
    ["march", "mars"],
    ["april", "avril"],
    ["may", "mai"],
    ["june", "juin"],
    ["july", "juillet"],
    ["august", "aout"],
    ["september", "septembre"],
    ["october", "octobre"],
    ["november", "novembre"],
    ["december", "decembre"],
];
/// The months in other languages of the users: Swahili, Portuguese, Kinyarwanda, Afrikaans and Hausa. Without accents, and only
/// in full: an abbreviation of one may be another word. Yoruba names are left out, because they are also those of people and of
/// a state.
const OTHER_MONTHS: [[&str; 5]; 12] = [
    ["januari", "janeiro", "mutarama", "januarie", "janairu"],
    ["februari", "fevereiro", "gashyantare", "februarie", "fabrairu"],
    ["machi", "marco", "werurwe", "maart", "maris"],
    ["aprili", "abril", "mata", "april", "afrilu"],
    ["mei", "maio", "gicurasi", "mei", "mayu"],
    ["juni", "junho", "kamena", "junie", "yuni"],
    ["julai", "julho", "nyakanga", "julie", "yuli"],
    ["agosti", "agosto", "kanama", "augustus", "agusta"],
    ["septemba", "setembro", "nzeri", "september", "satumba"],
    ["oktoba", "outubro", "ukwakira", "oktober", "oktoba"],
    ["novemba", "novembro", "ugushyingo", "november", "nuwamba"],
    ["desemba", "dezembro", "ukuboza", "desember", "disamba"],
];
/// Minimum length in letters of an abbreviated month.
const ABBREVIATION_CHARS_MIN: usize = 3;
const CENTURY: u32 = 2000;

/// Returns the period as `2026-11`, if the text contains a month and a year side by side, or both in one number.
#[must_use]
pub fn period_in(text: &str) -> Option<String> {
    let plain = text.to_lowercase().replace(['é', 'è'], "e").replace('û', "u").replace('ç', "c");
    let words: Vec<&str> = split(&plain);
    let beside = words.windows(2).find_map(|pair| {
        let [one, other] = pair else { return None };
        let (month, year) = match (month(one), month(other)) {
            (Some(month), None) => (month, year(other)?),
            (None, Some(month)) => (month, full_year(one)?),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        Some(format!("{year}-{month:02}"))
    });
    beside.or_else(|| words.iter().find_map(|word| in_one_number(word)))
}

/// Returns the period of a number such as `112026`, `202611`, `25112026` or `20261125`.
fn in_one_number(word: &str) -> Option<String> {
    let part = |from: usize, to: usize| word.get(from..to);
    let day = |text: &str| text.parse().is_ok_and(|day: u32| (1..=31).contains(&day));
    let (year, month) = match word.len() {
        6 => full_year(part(2, 6)?)
            .zip(month(part(0, 2)?))
            .or_else(|| full_year(part(0, 4)?).zip(month(part(4, 6)?)))?,
        8 => {
            let first =
                full_year(part(0, 4)?).zip(month(part(4, 6)?)).filter(|_| part(6, 8).is_some_and(day));
            let last =
                || full_year(part(4, 8)?).zip(month(part(2, 4)?)).filter(|_| part(0, 2).is_some_and(day));
            first.or_else(last)?
        }
        _ => return None,
    };
    Some(format!("{year}-{month:02}"))
}

/// Returns whether the text is exactly a stored period, such as `2026-11`. Another spelling of the same month would
/// be another payroll.
#[must_use]
pub fn is_period(text: &str) -> bool {
    let Some((year, month)) = text.split_once('-') else { return false };
    let digits = |part: &str, length: usize| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
    let in_year = |month: &str| month.parse().is_ok_and(|month: u32| (1..=12).contains(&month));
    let in_century =
        |year: &str| year.parse().is_ok_and(|year: u32| (CENTURY..CENTURY + 100).contains(&year));
    digits(year, 4) && digits(month, 2) && in_year(month) && in_century(year)
}

/// Returns the month after a period: `2027-01` after `2026-12`.
#[must_use]
pub fn period_after(period: &str) -> Option<String> {
    let (year, month) = period.split_once('-')?;
    let (year, month): (u32, u32) = (year.parse().ok()?, month.parse().ok()?);
    let next = if month == 12 { (year.checked_add(1)?, 1) } else { (year, month.checked_add(1)?) };
    (1..=12).contains(&month).then(|| format!("{:04}-{:02}", next.0, next.1))
}

/// Splits a text into runs of letters and runs of digits.
fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let digits_at = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (letters, digits) = word.split_at(digits_at);
        words.extend([letters, digits].into_iter().filter(|part| !part.is_empty()));
    }
    words
}

fn month(word: &str) -> Option<usize> {
    if let Ok(number) = word.parse::<usize>() {
        return (word.len() <= 2 && (1..=12).contains(&number)).then_some(number);
    }
    month_named(word)
}

/// Returns the month (1 to 12) of a name: English or French, in full or abbreviated to at least three letters, or in full in
/// another language of the users. The word is in lower case, without accents.
#[must_use]
pub fn month_named(word: &str) -> Option<usize> {
    let named = |names: &[&str; 2]| {
        names
            .iter()
            .any(|name| word == *name || (word.len() >= ABBREVIATION_CHARS_MIN && name.starts_with(word)))
    };
    let position = MONTHS.iter().position(named);
    position.or_else(|| OTHER_MONTHS.iter().position(|names| names.contains(&word))).map(|index| index + 1)
}

fn full_year(word: &str) -> Option<u32> {
    let year: u32 = word.parse().ok()?;
    (CENTURY..CENTURY + 100).contains(&year).then_some(year)
}

/// Parses a year. After a month's name it may have two digits: `Nov-26`.
fn year(word: &str) -> Option<u32> {
    full_year(word)
        .or_else(|| (word.len() == 2).then(|| word.parse::<u32>().ok().map(|year| CENTURY + year))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_has_one_spelling() {
        for (text, is) in [
            ("2026-11", true),
            ("2026-01", true),
            ("2026-1", false),
            (" 2026-11", false),
            ("2026-11 ", false),
            ("+2026-11", false),
            ("2026-011", false),
            ("02026-11", false),
            ("2026-00", false),
            ("2026-13", false),
            ("0000-11", false),
            ("2026-+1", false),
            ("\u{ff12}026-11", false),
            ("2026\u{2010}11", false),
            ("2026-11-01", false),
            ("", false),
        ] {
            assert_eq!(is_period(text), is, "{text}");
        }
    }

    #[test]
    fn a_year_ends_with_december() {
        for (period, expected) in [
            ("2026-11", Some("2026-12")),
            ("2026-12", Some("2027-01")),
            ("2026-13", None),
            ("2026", None),
            ("", None),
        ] {
            assert_eq!(period_after(period).as_deref(), expected, "{period}");
        }
    }

    #[test]
    fn a_month_and_a_year_side_by_side_are_a_period() {
        for (text, expected) in [
            ("November 2026", Some("2026-11")),
            ("Kola Foods payroll November 2026.xlsx", Some("2026-11")),
            ("Kola payroll Nov 2025", Some("2025-11")),
            ("salaries_Nov-26.csv", Some("2026-11")),
            ("SEPT2026 staff", Some("2026-09")),
            ("2026-11 wages", Some("2026-11")),
            ("paie août 2026", Some("2026-08")),
            ("11.2026", Some("2026-11")),
            ("Février 2027", Some("2027-02")),
            ("Mishahara Novemba 2026", Some("2026-11")),
            ("Umushahara Ugushyingo 2026", Some("2026-11")),
            ("Salários Março 2026", Some("2026-03")),
            ("Salarisse Desember 2026", Some("2026-12")),
            ("Albashin Nuwamba 2026", Some("2026-11")),
            ("Staff pay 112026", Some("2026-11")),
            ("payroll_202611.csv", Some("2026-11")),
            ("wages 25112026", Some("2026-11")),
            ("wages-20261125", Some("2026-11")),
            ("Invoice 132026", None),
            ("Staff 123456", None),
            ("Account 99112026", None),
            ("November salaries (late)", None),
            ("Bonus", None),
            ("Team 7", None),
            ("Batch 12 of 13", None),
            ("2026", None),
            ("Maybe 2026", None),
            ("", None),
        ] {
            assert_eq!(period_in(text).as_deref(), expected, "{text}");
        }
    }
}
