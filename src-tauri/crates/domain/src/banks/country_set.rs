//! A set of countries that fits into two bytes: in which countries a text means something.

use strum::IntoEnumIterator;

use crate::banks::country::Country;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountrySet(u16);

impl CountrySet {
    /// Returns the countries for which the answer is yes.
    pub fn of(is_in: impl Fn(Country) -> bool) -> Self {
        Country::iter().filter(|country| is_in(*country)).collect()
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub const fn contains(self, country: Country) -> bool {
        self.0 & bit(country) != 0
    }

    pub const fn insert(&mut self, country: Country) {
        self.0 |= bit(country);
    }

    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Country> for CountrySet {
    fn from_iter<I: IntoIterator<Item = Country>>(countries: I) -> Self {
        let mut set = Self::default();
        countries.into_iter().for_each(|country| set.insert(country));
        set
    }
}

const fn bit(country: Country) -> u16 {
    1 << country as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_its_own_place() {
        for country in Country::iter() {
            let alone = CountrySet::from_iter([country]);
            for other in Country::iter() {
                assert_eq!(alone.contains(other), other == country, "{country} {other}");
            }
        }
        let all = CountrySet::of(|_| true);
        assert!(all.without(all).is_empty() && !all.is_empty());
        assert_eq!(CountrySet::of(|country| country != Country::NG).union(all), all);
    }
}
