//! Banks that another one has taken over. Files name them for years: the successor is suggested, and the user decides.

use std::{
    collections::{HashMap, HashSet},
    str::FromStr,
    sync::LazyLock,
};

use super::{
    directory::{BankDirectory, BankMatch},
    everywhere::is_country_word,
    listed::Bank,
    sort_code::bank_digits_of,
    spelling::{Normalised, is_bank_word},
};
use crate::banks::{country::Country, country_set::CountrySet};

/// The file describes its own format. Lines that begin with `#` are comments.
static FORMER_TSV: &str = include_str!("../../../data/former_banks.tsv");

static FORMER: LazyLock<HashMap<(Country, String), Successor>> =
    LazyLock::new(|| FORMER_TSV.lines().filter_map(parse_line).flatten().collect());

/// The keys of the former banks of all countries.
static FORMER_KEYS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| FORMER.keys().map(|(_, key)| key.as_str()).collect());

/// Who has the accounts of a former bank.
#[derive(Clone, Copy, Debug)]
struct Successor {
    name: &'static str,
    since: u16,
}

/// A former bank as its successor in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormerBank<'a> {
    pub successor: &'a Bank,
    /// The year since which the successor has the accounts.
    pub since: u16,
}

impl BankDirectory {
    /// Returns the countries in which a text with these `significant_words` names a former bank.
    pub(super) fn formerly_in(&self, text: &str, words: &[String]) -> CountrySet {
        if !may_be_former(words) {
            return CountrySet::default();
        }
        CountrySet::of(|country| self.former(country, text).is_some())
    }

    /// Returns the successor of the former bank that a text names in whole, by its name, its code or a sort code. None
    /// if the directory still lists a bank whose own name has these words, such as `Access Bank (Diamond)`, or if it
    /// does not list the successor.
    #[must_use]
    pub fn former(&self, country: Country, text: &str) -> Option<FormerBank<'_>> {
        // Most rows name a bank letter for letter.
        if self.is_as_written(country, text) {
            return None;
        }
        let query = Normalised::of(country, text);
        let Some(successor) = query.keys().find_map(|key| FORMER.get(&(country, key))) else {
            return self.former(country, &bank_digits_of(country, text)?);
        };
        let is_listed = self.by_code(country, text).is_some()
            || self.in_country(country).any(|bank| {
                let name = Normalised::of(country, &bank.name);
                query.is_distinctive() && query.full.iter().all(|word| name.full.contains(word))
            });
        match self.find(country, successor.name) {
            BankMatch::One(bank) if !is_listed => {
                Some(FormerBank { successor: bank, since: successor.since })
            }
            BankMatch::One(_) | BankMatch::Several(_) | BankMatch::None(_) => None,
        }
    }
}

/// Whether a text could name a former bank in some country. Without a word for a country it has the same key in all of
/// them.
fn may_be_former(words: &[String]) -> bool {
    let key: String = words.iter().filter(|word| !is_bank_word(word)).map(String::as_str).collect();
    key.is_empty() || FORMER_KEYS.contains(key.as_str()) || words.iter().any(|word| is_country_word(word))
}

fn parse_line(line: &'static str) -> Option<Vec<((Country, String), Successor)>> {
    let mut fields = line.split('\t');
    let country = Country::from_str(fields.next()?).ok()?;
    let names = fields.next()?.split('|');
    let successor = Successor { name: fields.next()?, since: fields.next()?.parse().ok()? };
    let keys = names.filter_map(|name| Normalised::of(country, name).keys().next());
    Some(keys.map(|key| ((country, key), successor)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::banks::bank::{BankKind, spelling::significant_words};

    #[test]
    fn every_line_is_read_and_every_successor_is_listed() {
        for line in FORMER_TSV.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let entries = parse_line(line).unwrap_or_default();
            assert!(!entries.is_empty(), "{line}");
            for ((country, _), successor) in entries {
                let found = BankDirectory::embedded().find(country, successor.name);
                assert!(matches!(found, BankMatch::One(bank) if bank.name == successor.name), "{line}");
            }
            let country = Country::from_str(line.split('\t').next().unwrap_or_default()).expect("country");
            for name in line.split('\t').nth(1).unwrap_or_default().split('|') {
                assert!(BankDirectory::embedded().former(country, name).is_some(), "{country} {name}");
            }
        }
    }

    #[test]
    fn former_banks_have_a_successor() {
        for (country, text, expected) in [
            (Country::NG, "Skye Bank Plc", Some(("076", 2018))),
            (Country::NG, "SKYE", Some(("076", 2018))),
            (Country::NG, "Bank PHB", Some(("082", 2011))),
            (Country::NG, "Diamond", Some(("044", 2019))),
            (Country::NG, "063", Some(("044", 2019))),
            (Country::NG, "063152036", Some(("044", 2019))),
            (Country::NG, "063-152-036", Some(("044", 2019))),
            (Country::NG, "058152036", None),
            (Country::NG, "999152036", None),
            (Country::NG, "Access Diamond", None),
            (Country::NG, "Habib", Some(("082", 2011))),
            (Country::NG, "Skye Microfinance Bank", None),
            (Country::GH, "UniBank Ghana Ltd", Some(("GH340100", 2018))),
            (Country::KE, "Chase Bank (K) Ltd", Some(("60", 2018))),
            (Country::UG, "Crane Bank", Some(("UG010", 2017))),
            (Country::RW, "Crane Bank", Some(("RW008", 2020))),
            (Country::SL, "Skye Bank", None),
            (Country::NG, "", None),
            (Country::NG, "Bank", None),
        ] {
            let found = BankDirectory::embedded().former(country, text);
            let found = found.map(|former| (former.successor.code.as_str(), former.since));
            assert_eq!(found, expected, "{country} {text}");
        }
    }

    #[test]
    fn countries_of_former_banks_are_those_where_one_is_found() {
        let directory = BankDirectory::embedded();
        let names =
            FORMER_TSV.lines().filter_map(|line| line.split('\t').nth(1)).flat_map(|all| all.split('|'));
        let others =
            ["", "Bank", "Plc", "Bank of Ghana", "Ada Obi", "Skye Nigeria", "Crane Bank Uganda", "Skýe"];
        for text in names.chain(others) {
            let found = CountrySet::of(|country| directory.former(country, text).is_some());
            assert_eq!(directory.formerly_in(text, &significant_words(text)), found, "{text}");
        }
    }

    #[test]
    fn a_bank_that_the_service_still_lists_is_not_former() {
        let bank = |code: &str, name: &str| Bank {
            code: code.to_owned(),
            name: name.to_owned(),
            kind: BankKind::Bank,
            country: Country::NG,
        };
        let both = BankDirectory::of(vec![bank("044", "Access Bank"), bank("063", "Access Bank (Diamond)")]);
        assert_eq!(both.former(Country::NG, "Diamond Bank"), None);
        assert_eq!(both.former(Country::NG, "063"), None);
        assert_eq!(both.former(Country::NG, "Skye Bank"), None, "the successor is not listed");
    }
}
