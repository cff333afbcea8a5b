//! In which countries a text names a destination. Files are searched for banks before their country is known.

use strum::IntoEnumIterator;

use super::{
    directory::{BankDirectory, BankMatch},
    everywhere::BankText,
    listed::{Bank, BankKind},
};
use crate::banks::{country::Country, country_set::CountrySet};

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
        let whole = BankText::of(text);
        self.countries_of(&whole).union(self.formerly_in(text, &whole.words))
    }

    /// Returns the countries in which [`BankDirectory::find`] finds a destination for a text. It does not search for
    /// similar names, and a text that names no bank anywhere is not compared country by country.
    #[must_use]
    pub fn named_in(&self, text: &str) -> CountrySet {
        self.countries_of(&BankText::of(text))
    }

    fn countries_of(&self, whole: &BankText<'_>) -> CountrySet {
        let parts = whole.text.split_once('(').map(|(before, after)| {
            let inside = after.split(')').next().unwrap_or_default();
            [BankText::of(before), BankText::of(inside)]
        });
        let may_name = |query: &BankText<'_>| self.everywhere.may_name(query);
        if !may_name(whole) && !parts.as_ref().is_some_and(|parts| parts.iter().all(may_name)) {
            return CountrySet::default();
        }
        let names_in = |country| {
            let found = |query: &BankText<'_>| self.exactly(country, query.text, &query.words);
            let is_found = |query: &BankText<'_>| !found(query).is_empty();
            let agree = |[before, inside]: &[BankText<'_>; 2]| matches!((found(before).as_slice(), found(inside).as_slice()), ([one], [other]) if self.is_same(*one, *other));
            is_found(whole) || parts.as_ref().is_some_and(agree)
        };
        CountrySet::of(names_in)
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        let code = |at: usize| self.banks.get(at).map(|bank| &bank.code);
        code(one) == code(other)
    }
}
