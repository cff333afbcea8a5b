//! Facts of currencies and countries that never change. They are exported to the window with its bindings, so that no
//! table is repeated there.

use paysheet_domain::{Country, Currency};
use serde::Serialize;
use strum::IntoEnumIterator;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CurrencyFacts {
    pub code: Currency,
    /// Decimals of the minor unit.
    pub decimals: u32,
    /// The sign before an amount: `₦`, `KSh`.
    pub sign: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CountryFacts {
    pub code: Country,
    pub currency: Currency,
}

/// Returns all currencies, in the order in which they are offered.
#[must_use]
pub fn currencies() -> Vec<CurrencyFacts> {
    let facts = |code: Currency| CurrencyFacts { code, decimals: code.decimals(), sign: code.sign() };
    Currency::iter().map(facts).collect()
}

/// Returns all countries, in the order in which they are offered.
#[must_use]
pub fn countries() -> Vec<CountryFacts> {
    Country::iter().map(|code| CountryFacts { code, currency: code.currency() }).collect()
}
