//! What files call a bank, as somebody confirmed it before: "GTB Marina" is Guaranty Trust Bank in this office.

use super::{
    directory::{BankDirectory, BankMatch},
    listed::Bank,
};
use crate::banks::country::Country;

/// A bank's name or code as files have it, and the bank that was chosen for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmedSpelling {
    pub country: Country,
    /// As the file has it.
    pub text: String,
    pub bank_code: String,
    /// The bank's name when it was chosen. By itself, the code may be another bank's in a later list.
    pub bank_name: String,
}

/// Returns what two texts have in common that differ in case and spaces only.
#[must_use]
pub fn spelling_key(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl BankDirectory {
    /// Adds what was confirmed before. A spelling is not used if the service does not list its bank any more.
    #[must_use]
    pub fn with_confirmed(mut self, spellings: &[ConfirmedSpelling]) -> Self {
        let usable = spellings.iter().filter_map(|spelling| {
            let at = self.listed_at(spelling)?;
            Some(((spelling.country, spelling_key(&spelling.text)), at))
        });
        self.confirmed = usable.collect();
        self
    }

    /// Whether the service lists the bank that was chosen: the same bank by the same code.
    #[must_use]
    pub fn lists_bank_of(&self, spelling: &ConfirmedSpelling) -> bool {
        self.listed_at(spelling).is_some()
    }

    fn listed_at(
        &self,
        ConfirmedSpelling { country, bank_code, bank_name, .. }: &ConfirmedSpelling,
    ) -> Option<usize> {
        let at = *self.countries.get(country)?.codes.get(bank_code)?;
        let is_same =
            self.banks.get(at)?.name == *bank_name || self.names_only(*country, bank_name, bank_code);
        (at < self.listed && is_same).then_some(at)
    }

    /// Returns the bank that was confirmed for a text.
    #[must_use]
    pub fn confirmed(&self, country: Country, text: &str) -> Option<&Bank> {
        // Most offices confirmed nothing, and most texts are names that need no confirmation.
        if self.confirmed.is_empty() {
            return None;
        }
        self.banks.get(*self.confirmed.get(&(country, spelling_key(text)))?)
    }

    /// Whether every spelling that `other` has for a country means the same bank here.
    pub(super) fn has_confirmed_of(&self, other: &Self, country: Country) -> bool {
        let of_country = other.confirmed.iter().filter(|((of, _), _)| *of == country);
        of_country
            .map(|(key, at)| (key, other.banks.get(*at)))
            .all(|(key, bank)| self.confirmed.get(key).and_then(|at| self.banks.get(*at)) == bank)
    }

    /// Whether somebody has to say which bank a text means: it is nobody's name or code, several banks' or a former bank's.
    #[must_use]
    pub fn needs_confirmation(&self, country: Country, text: &str) -> bool {
        self.former(country, text).is_some()
            || !matches!(self.find(country, text), BankMatch::One(_))
                && self.by_sort_code(country, text).is_none()
    }
}
