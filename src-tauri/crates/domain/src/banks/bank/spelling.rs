//! Normalises a bank's name to the words that distinguish it. Case, accents, punctuation and the words that every
//! bank's name has are removed. The `directory` module decides which bank it is.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::banks::country::Country;

/// Length of the shortest word that can identify a bank as a part of its name.
const DISTINCTIVE_WORD_CHARS_MIN: usize = 3;

/// Words that only state that it is a company.
const LEGAL_WORDS: &[&str] = &["plc", "ltd", "limited", "inc", "co", "company", "sa"];

/// Words that only state that it is a bank.
const BANK_WORDS: &[&str] = &["bank", "banks", "banque", "of", "the", "and", "du", "de", "la"];

/// Words that several banks share, so that none of them alone identifies a bank.
const GENERIC_WORDS: &[&str] = &[
    "africa",
    "african",
    "agricultural",
    "capital",
    "cash",
    "city",
    "commercial",
    "community",
    "corporation",
    "credit",
    "development",
    "digital",
    "finance",
    "first",
    "general",
    "housing",
    "international",
    "investment",
    "loans",
    "merchant",
    "microfinance",
    "mobile",
    "money",
    "mortgage",
    "national",
    "post",
    "republic",
    "rural",
    "savings",
    "services",
    "standard",
    "trust",
    "union",
    "united",
    "universal",
    "wallet",
    "women",
];

/// Abbreviations of words in names.
const SHORT_FORMS: &[(&str, &str)] = &[
    ("mfb", "microfinance"),
    ("intl", "international"),
    ("int", "international"),
    ("std", "standard"),
    ("dev", "development"),
    ("comm", "commercial"),
    ("natl", "national"),
];

/// A name, normalised to the words that distinguish it.
pub(super) struct Normalised {
    /// Without the words for a company or a bank.
    pub(super) full: Vec<String>,
    /// Also without the country's name; empty if no other word is left.
    pub(super) loose: Vec<String>,
}

impl Normalised {
    pub(super) fn of(country: Country, text: &str) -> Self {
        Self::of_words(country, &significant_words(text))
    }

    /// Normalises a name by its [`significant_words`].
    pub(super) fn of_words(country: Country, words: &[String]) -> Self {
        let places = country_words(country);
        let is_place = |word: &String| places.contains(&word.as_str());
        let full: Vec<_> = words.iter().filter(|word| !is_bank_word(word)).cloned().collect();
        if full.iter().all(is_place) {
            // "Bank of Ghana": it consists only of common words.
            return Self { full: words.to_vec(), loose: Vec::new() };
        }
        let loose = full.iter().filter(|word| !is_place(word)).cloned().collect();
        Self { full, loose }
    }

    /// Returns the keys for looking up the name, the stricter one first. Spaces are removed ("Stanbic IBTC",
    /// "StanbicIBTC").
    pub(super) fn keys(&self) -> impl Iterator<Item = String> {
        let full = (!self.full.is_empty()).then(|| self.full.concat());
        // "GTBank SL": two letters are enough for a whole name, although they are not enough as a part of one.
        let letters: usize = self.loose.iter().filter(|word| !says_nothing(word)).map(String::len).sum();
        let loose = (letters > 1 && self.loose.len() < self.full.len()).then(|| self.loose.concat());
        full.into_iter().chain(loose)
    }

    pub(super) fn is_distinctive(&self) -> bool {
        self.loose.iter().any(|word| word.len() >= DISTINCTIVE_WORD_CHARS_MIN && !says_nothing(word))
    }
}

/// Whether many names contain a word.
fn says_nothing(word: &str) -> bool {
    GENERIC_WORDS.contains(&word) || is_bank_word(word)
}

pub(super) fn is_bank_word(word: &str) -> bool {
    BANK_WORDS.contains(&word)
}

/// Returns the words of a text without those that only state that it is a company.
pub(super) fn significant_words(text: &str) -> Vec<String> {
    let mut words = words(text);
    words.retain(|word| !LEGAL_WORDS.contains(&word.as_str()));
    words
}

/// Returns lower-case words without accents. Dots and apostrophes join ("U.B.A."), other punctuation separates.
fn words(text: &str) -> Vec<String> {
    let joins = |c: &char| matches!(c, '.' | '\'' | '’' | '`');
    let separated = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let plain: String = if text.is_ascii() {
        // Most texts, for which the steps below are slow.
        text.chars().filter(|c| !joins(c)).map(|c| separated(c.to_ascii_lowercase())).collect()
    } else {
        let letters = text.nfkd().filter(|c| !is_combining_mark(*c) && !joins(c));
        letters.flat_map(char::to_lowercase).map(separated).collect()
    };
    plain.split(' ').filter(|word| !word.is_empty()).map(word_of_a_name).collect()
}

fn word_of_a_name(word: &str) -> String {
    if let Some((_, whole)) = SHORT_FORMS.iter().find(|(short, _)| *short == word) {
        return (*whole).to_owned();
    }
    // "GTBank" is "GT Bank", "Nedbank" is "Ned Bank".
    let stem = word.strip_suffix("bank").filter(|stem| stem.len() >= 2);
    stem.unwrap_or(word).to_owned()
}

pub(super) const fn country_words(country: Country) -> &'static [&'static str] {
    match country {
        Country::NG => &["nigeria", "nigerian", "nig", "ng"],
        Country::KE => &["kenya", "ke", "k"],
        Country::GH => &["ghana", "gh"],
        Country::TZ => &["tanzania", "tz", "t"],
        Country::UG => &["uganda", "ug", "u"],
        Country::ZA => &["south", "africa", "za", "rsa"],
        Country::RW => &["rwanda", "rw"],
        Country::SL => &["sierra", "leone", "sl"],
        Country::CM => &["cameroon", "cameroun", "cm"],
        Country::SN => &["senegal", "sn"],
        Country::BN => &["burkina", "faso", "bf"],
        Country::CD => &["cote", "divoire", "ivory", "coast", "ci"],
    }
}
