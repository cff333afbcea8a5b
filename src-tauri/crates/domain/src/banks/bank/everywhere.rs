//! Everything that destinations are called, of all countries together: most texts name no bank anywhere, and that is
//! decided once for all countries.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use strum::IntoEnumIterator;

use super::spelling::{Normalised, country_words, is_bank_word, significant_words};
use crate::banks::{country::Country, country_set::CountrySet};

/// Everything under which a destination can be found, of all countries together.
#[derive(Clone, Debug, Default)]
pub(super) struct Everywhere {
    codes: HashMap<String, CountrySet>,
    keys: HashSet<String>,
    words: HashSet<String>,
}

/// A text that may name a bank, with its words.
pub(super) struct BankText<'a> {
    pub(super) text: &'a str,
    pub(super) words: Vec<String>,
}

impl<'a> BankText<'a> {
    pub(super) fn of(text: &'a str) -> Self {
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

    pub(super) fn coded_in(&self, code: &str) -> CountrySet {
        self.codes.get(code.trim()).copied().unwrap_or_default()
    }

    /// Whether a text could name a destination in some country. If it has no word of any destination's name and no
    /// word for a country, it is the same key in all countries.
    pub(super) fn may_name(&self, query: &BankText<'_>) -> bool {
        let is_known = |word: &String| self.words.contains(word) || is_country_word(word);
        let key = || query.words.iter().filter(|word| !is_bank_word(word)).map(String::as_str).collect();
        !self.coded_in(query.text).is_empty()
            || query.words.iter().any(is_known)
            || self.keys.contains::<String>(&key())
            || (query.words.iter().all(|word| is_bank_word(word)) && !query.words.is_empty())
    }
}

pub(super) fn is_country_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| Country::iter().flat_map(country_words).copied().collect());
    WORDS.contains(word)
}
