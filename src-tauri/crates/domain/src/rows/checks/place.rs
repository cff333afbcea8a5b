//! Determines the country and the currency of a row. Its own columns decide, with tags, ISO codes or names; otherwise
//! the defaults of the file apply.

use std::str::FromStr;

use strum::IntoEnumIterator;

use super::{row_parser::RowParser, text::comparable};
use crate::{
    banks::country::Country,
    money::{Currency, parse_currency},
    rows::{
        cell::Field,
        problem::{Problem, ProblemCode},
    },
};

/// ISO 3166-1 alpha-3 codes, and names besides the English one, in comparable form (lower case, no accents).
const fn other_names(country: Country) -> &'static [&'static str] {
    match country {
        Country::NG => &["nga", "federal republic of nigeria"],
        Country::KE => &["ken"],
        Country::GH => &["gha"],
        Country::TZ => &["tza", "tanzanie", "united republic of tanzania"],
        Country::UG => &["uga", "ouganda"],
        Country::ZA => &["zaf", "rsa", "afrique du sud"],
        Country::RW => &["rwa"],
        Country::SL => &["sle"],
        Country::CM => &["cmr", "cameroun"],
        Country::SN => &["sen"],
        Country::BN => &["bfa", "burkina"],
        Country::CD => &["civ", "ivory coast", "rci"],
    }
}

/// Signs and names of currencies besides their codes, in comparable form.
const fn currency_names(currency: Currency) -> &'static [&'static str] {
    match currency {
        Currency::NGN => &["naira", "nigerian naira"],
        Currency::KES => &["ksh", "kshs", "kenya shilling", "kenyan shilling"],
        Currency::GHS => &["cedi", "cedis", "ghana cedi", "ghanaian cedi", "ghc"],
        Currency::TZS => &["tsh", "tshs", "tanzanian shilling", "tanzania shilling"],
        Currency::UGX => &["ush", "ushs", "uganda shilling", "ugandan shilling"],
        Currency::ZAR => &["rand", "south african rand"],
        Currency::RWF => &["frw", "rwandan franc", "rwanda franc"],
        Currency::SLL => &["leone", "leones"],
        Currency::XAF => &["fcfa beac", "cfa beac"],
        Currency::XOF => &["fcfa bceao", "cfa bceao"],
    }
}

/// Returns the country that a text names: the service's tag, an ISO code or a name, in any case, with or without
/// accents.
#[must_use]
pub fn country_of(text: &str) -> Option<Country> {
    if let Ok(country) = Country::from_str(text.trim()) {
        return Some(country);
    }
    let name = comparable(text);
    Country::iter().find(|country| {
        country.iso().eq_ignore_ascii_case(&name)
            || comparable(country.name()) == name
            || other_names(*country).contains(&name.as_str())
    })
}

/// Returns the currency that a text names: its ISO code, a sign or a name. Some names that several currencies share
/// (franc CFA, shilling) mean the currency of the given country.
#[must_use]
pub fn currency_of(text: &str, country: Country) -> Option<Currency> {
    if let Ok(currency) = parse_currency(text) {
        return Some(currency);
    }
    let shared: &[&str] = match country.currency() {
        Currency::XAF | Currency::XOF => &["fcfa", "cfa", "f cfa", "franc cfa", "f"],
        Currency::KES | Currency::TZS | Currency::UGX => &["shs", "sh", "shilling", "shillings"],
        Currency::NGN | Currency::GHS | Currency::ZAR | Currency::RWF | Currency::SLL => &[],
    };
    let name = match text.trim() {
        "₦" => "naira".to_owned(),
        "₵" | "GH₵" | "GH¢" => "cedi".to_owned(),
        named => comparable(named),
    };
    if shared.contains(&name.as_str()) {
        return Some(country.currency());
    }
    Currency::iter().find(|currency| currency_names(*currency).contains(&name.as_str()))
}

impl RowParser<'_> {
    /// Returns country and currency of the row. Named values take precedence over the file's defaults.
    pub(super) fn place(&mut self) -> (Country, Currency) {
        let country = self.named_country();
        let near = country.unwrap_or(self.context.country);
        let Some(text) = self.text(Field::Currency) else {
            let country_differs = country.is_some_and(|country| country != self.context.country);
            let currency = if country_differs { near.currency() } else { self.context.currency };
            return (near, currency);
        };
        let Some(currency) = currency_of(&text, near) else {
            self.problems.push(Problem::error(ProblemCode::CurrencyUnknown, Field::Currency).value(text));
            return (near, near.currency());
        };
        (self.country_for(currency, country, &text), currency)
    }

    fn named_country(&mut self) -> Option<Country> {
        let text = self.text(Field::Country)?;
        let country = country_of(&text);
        if country.is_none() {
            self.problems.push(Problem::error(ProblemCode::CountryUnknown, Field::Country).value(text));
        }
        country
    }

    /// Returns the country for a named currency. A country that the row names must fit it. The file's country is
    /// replaced by the only country with that currency. If several countries share the currency, the row has to name
    /// its country.
    fn country_for(&mut self, currency: Currency, named: Option<Country>, text: &str) -> Country {
        let file = self.context.country;
        if let Some(country) = named {
            if country.currency() != currency && !(country == file && currency == self.context.currency) {
                let problem = Problem::error(ProblemCode::CurrencyMixed, Field::Currency).value(text);
                self.problems.push(problem.suggestion(country.currency().to_string()));
            }
            return country;
        }
        if file.currency() == currency || self.context.currency == currency {
            return file;
        }
        Country::only_one_with(currency).unwrap_or_else(|| {
            self.problems.push(Problem::error(ProblemCode::CountryUnknown, Field::Country).value(text));
            file
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_known_by_tag_code_and_name() {
        for (text, expected) in [
            ("NG", Some(Country::NG)),
            (" ng ", Some(Country::NG)),
            ("Nigeria", Some(Country::NG)),
            ("BN", Some(Country::BN)),
            ("BF", Some(Country::BN)),
            ("Burkina Faso", Some(Country::BN)),
            ("CI", Some(Country::CD)),
            ("Côte d'Ivoire", Some(Country::CD)),
            ("COTE D’IVOIRE", Some(Country::CD)),
            ("Ivory Coast", Some(Country::CD)),
            ("Sénégal", Some(Country::SN)),
            ("KEN", Some(Country::KE)),
            ("Afrique du Sud", Some(Country::ZA)),
            ("Wakanda", None),
            ("", None),
        ] {
            assert_eq!(country_of(text), expected, "{text}");
        }
    }

    #[test]
    fn currencies_are_known_by_code_sign_and_name() {
        for (text, country, expected) in [
            ("ngn", Country::NG, Some(Currency::NGN)),
            ("₦", Country::NG, Some(Currency::NGN)),
            ("Naira", Country::KE, Some(Currency::NGN)),
            ("FCFA", Country::CM, Some(Currency::XAF)),
            ("F CFA", Country::SN, Some(Currency::XOF)),
            ("Shs", Country::UG, Some(Currency::UGX)),
            ("KSh", Country::KE, Some(Currency::KES)),
            ("USD", Country::NG, None),
        ] {
            assert_eq!(currency_of(text, country), expected, "{text}");
        }
    }
}
