//! What the texts of one file mean, each looked up once and for all countries: as a heading, as a bank, as the heading
//! of a currency. The same texts are asked about for every country, for every sheet and for every row that may be the
//! header.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use paysheet_domain::{BankDirectory, Country, CountrySet, Field, bank::BankMatch, checks::TEXT_CHARS_MAX};

use super::{currency, wallet};
use crate::{
    heading_words::{HeadingWords, STORED_BYTES_MAX},
    vocabulary::{Meaning, Recognised, is_misspelt_phrase, recognise_misspelt},
};

/// Size in bytes of the longest text that can name a bank: of as many characters as a bank's name may have.
const BANK_BYTES_MAX: usize = 4 * TEXT_CHARS_MAX;

/// Confidence in percent that a heading with a wallet's name is over the numbers: below a heading that says "account",
/// above one that says "phone" only.
const WALLET_NUMBER_SURE: u8 = 92;

#[derive(Debug, Default)]
pub(crate) struct Known {
    headings: HeadingWords,
    columns: RefCell<HashMap<Box<str>, Option<Recognised>>>,
    banks: RefCell<HashMap<Box<str>, CountrySet>>,
    wallet_numbers: RefCell<HashMap<Box<str>, bool>>,
    wallets: RefCell<HashMap<Box<str>, bool>>,
    nigerian: RefCell<HashMap<Box<str>, Option<&'static str>>>,
    currencies: RefCell<HashMap<Box<str>, HeadingCurrency>>,
    /// Number of texts that were searched in the bank directory.
    searched: Cell<usize>,
    /// Number of cells that were classified.
    classified: Cell<usize>,
}

/// The currency that the heading of an amount names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeadingCurrency {
    pub is_unpayable: bool,
    /// Countries that pay in another currency.
    pub other_in: CountrySet,
}

impl Known {
    pub fn recognise(&self, text: &str) -> Option<Recognised> {
        if !self.is_known_words(text) && self.names_wallet_number(text) {
            let meaning = Meaning::Field(Field::AccountNumber);
            return Some(Recognised {
                meaning,
                sure: WALLET_NUMBER_SURE,
                is_doubtful: false,
                is_misspelt: false,
            });
        }
        self.headings.recognise(text)
    }

    /// Returns the meaning of the heading of a column. Its words may have wrong letters, which the texts of people have
    /// as well: only the chosen heading is read so.
    pub fn recognise_column(&self, heading: &str) -> Option<Recognised> {
        stored(&self.columns, heading, || {
            let own = self.recognise(heading);
            if self.is_known_words(heading) || self.names_wallet_number(heading) {
                return own;
            }
            let may_replace = |found: &Recognised| {
                own.is_none_or(|own| own.is_unclear_beside(*found)) || is_misspelt_phrase(heading)
            };
            recognise_misspelt(heading).filter(may_replace).or(own)
        })
    }

    /// Whether a text is the heading of the numbers of a wallet: `M-Pesa Number`.
    pub fn names_wallet_number(&self, text: &str) -> bool {
        text.contains(char::is_alphabetic)
            && stored(&self.wallet_numbers, text, || wallet::named_in(text).is_some())
    }

    pub fn is_known_words(&self, text: &str) -> bool {
        self.headings.is_known_words(text)
    }

    /// Returns the countries in which a text names a destination, by its name or its code.
    pub fn bank_in(&self, text: &str) -> CountrySet {
        if text.len() > BANK_BYTES_MAX {
            return CountrySet::default();
        }
        stored(&self.banks, text, || {
            self.searched.set(self.searched.get() + 1);
            // Files name banks for years after another one has taken them over.
            BankDirectory::embedded().named_or_former_in(text)
        })
    }

    /// Whether a text names a wallet, and no bank of any country.
    pub fn names_wallet(&self, text: &str) -> bool {
        self.names_bank(text) && stored(&self.wallets, text, || BankDirectory::embedded().is_wallet(text))
    }

    pub fn names_bank(&self, text: &str) -> bool {
        !self.bank_in(text).is_empty()
    }

    /// Whether a text is a bank's own name that contains words of headings (`First Bank`). `Bank` alone is a heading.
    pub fn is_bank_in_words(&self, text: &str) -> bool {
        !self.is_known_words(text) && self.names_bank(text)
    }

    /// Returns the code of the one Nigerian bank that a text names.
    pub fn nigerian_code(&self, text: &str) -> Option<&'static str> {
        if !self.bank_in(text).contains(Country::NG) {
            return None;
        }
        stored(&self.nigerian, text, || match BankDirectory::embedded().find(Country::NG, text) {
            BankMatch::One(bank) => Some(bank.code.as_str()),
            BankMatch::Several(_) | BankMatch::None(_) => None,
        })
    }

    pub fn currency_of_heading(&self, text: &str) -> HeadingCurrency {
        stored(&self.currencies, text, || HeadingCurrency {
            is_unpayable: currency::is_unpayable(text),
            other_in: CountrySet::of(|country| currency::is_of_another(text, country)),
        })
    }

    pub(crate) fn count_classified(&self) {
        self.classified.set(self.classified.get() + 1);
    }

    #[cfg(test)]
    pub const fn classified(&self) -> usize {
        self.classified.get()
    }

    /// Returns how many texts were looked up so far.
    #[cfg(test)]
    pub const fn looked_up(&self) -> usize {
        self.headings.compared() + self.searched.get()
    }
}

fn stored<T: Copy>(answers: &RefCell<HashMap<Box<str>, T>>, text: &str, answer: impl FnOnce() -> T) -> T {
    if let Some(known) = answers.borrow().get(text) {
        return *known;
    }
    let answer = answer();
    if text.len() <= STORED_BYTES_MAX {
        answers.borrow_mut().insert(text.into(), answer);
    }
    answer
}
