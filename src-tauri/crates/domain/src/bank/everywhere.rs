//! In which countries a text names a destination. Files are searched for banks before their country is known: most
//! texts name no bank anywhere, and that is decided once for all countries.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use strum::IntoEnumIterator;

use super::{
    Bank, BankDirectory, BankKind, BankMatch,
    spelling::{Normalised, country_words, is_bank_word, significant_words},
};
use crate::{country::Country, country_set::CountrySet};

/// Everything under which a destination can be found, of all countries together.
#[derive(Clone, Debug, Default)]
pub(super) struct Everywhere {
    codes: HashMap<String, CountrySet>,
    keys: HashSet<String>,
    words: HashSet<String>,
}

/// A text that may name a bank, with its words.
struct Wanted<'a> {
    text: &'a str,
    words: Vec<String>,
}

impl<'a> Wanted<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, words: significant_words(text) }
    }
}

impl Everywhere {
    pub(super) fn add_code(&mut self, code: &str, country: Country) {
        self.codes.entry(code.to_owned()).or_default().insert(country);
    }

    pub(super) fn add_name(&mut self, name: &Normalised) {
        self.keys.extend(name.keys());
        self.words.extend(name.full.iter().cloned());
    }

    fn coded_in(&self, code: &str) -> CountrySet {
        self.codes.get(code.trim()).copied().unwrap_or_default()
    }

    /// Whether a text could name a destination in some country. If it has no word of any destination's name and no
    /// word for a country, it is the same key in all countries.
    fn may_name(&self, wanted: &Wanted<'_>) -> bool {
        let is_known = |word: &String| self.words.contains(word) || is_country_word(word);
        let key = || wanted.words.iter().filter(|word| !is_bank_word(word)).map(String::as_str).collect();
        !self.coded_in(wanted.text).is_empty()
            || wanted.words.iter().any(is_known)
            || self.keys.contains::<String>(&key())
            || (wanted.words.iter().all(|word| is_bank_word(word)) && !wanted.words.is_empty())
    }
}

impl BankDirectory {
    /// Returns the countries in which a text is the code of a destination.
    #[must_use]
    pub fn coded_in(&self, code: &str) -> CountrySet {
        self.everywhere.coded_in(code)
    }

    /// Whether a text names a wallet, and no bank of any country.
    #[must_use]
    pub fn is_wallet(&self, text: &str) -> bool {
        let of_mobile_money = |bank: &&Bank| bank.kind == BankKind::MobileMoney;
        let named = self.named_in(text);
        !named.is_empty()
            && Country::iter().filter(|country| named.contains(*country)).all(|country| {
                match self.find(country, text) {
                    BankMatch::One(bank) => of_mobile_money(&bank),
                    BankMatch::Several(banks) => banks.iter().all(of_mobile_money),
                    BankMatch::None(_) => false,
                }
            })
    }

    /// Returns the countries in which a text names a destination, or a bank that another one has taken over.
    #[must_use]
    pub fn named_or_former_in(&self, text: &str) -> CountrySet {
        let whole = Wanted::of(text);
        self.wanted_in(&whole).union(self.formerly_in(text, &whole.words))
    }

    /// Returns the countries in which [`BankDirectory::find`] finds a destination for a text. It does not search for
    /// similar names, and a text that names no bank anywhere is not compared country by country.
    #[must_use]
    pub fn named_in(&self, text: &str) -> CountrySet {
        self.wanted_in(&Wanted::of(text))
    }

    fn wanted_in(&self, whole: &Wanted<'_>) -> CountrySet {
        let parts = whole.text.split_once('(').map(|(before, after)| {
            let inside = after.split(')').next().unwrap_or_default();
            [Wanted::of(before), Wanted::of(inside)]
        });
        let may_name = |wanted: &Wanted<'_>| self.everywhere.may_name(wanted);
        if !may_name(whole) && !parts.as_ref().is_some_and(|parts| parts.iter().all(may_name)) {
            return CountrySet::default();
        }
        let names_in = |country| {
            let found = |wanted: &Wanted<'_>| self.exactly(country, wanted.text, &wanted.words);
            let is_found = |wanted: &Wanted<'_>| !found(wanted).is_empty();
            let agree = |[before, inside]: &[Wanted<'_>; 2]| matches!((found(before).as_slice(), found(inside).as_slice()), ([one], [other]) if self.is_same(*one, *other));
            is_found(whole) || parts.as_ref().is_some_and(agree)
        };
        CountrySet::of(names_in)
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        let code = |at: usize| self.banks.get(at).map(|bank| &bank.code);
        code(one) == code(other)
    }
}

pub(super) fn is_country_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| Country::iter().flat_map(country_words).copied().collect());
    WORDS.contains(word)
}
