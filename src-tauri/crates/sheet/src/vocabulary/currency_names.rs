//! Names and signs of currencies in headings.

use paysheet_domain::{Country, checks::currency_of};
use strum::IntoEnumIterator;

/// Currencies in which no destination is paid, as headings write them.
const OTHERS: &[&str] = &[
    "usd", "us$", "$", "dollar", "dollars", "eur", "euro", "euros", "€", "gbp", "£", "pound", "pounds",
    "cny", "inr", "zmw", "sle", "nle",
];
/// Letters that stand for a currency only if they are alone in brackets.
const BRACKETED: &[(&str, &str)] = &[("N", "NGN"), ("R", "ZAR"), ("LE", "SLL")];

/// Returns the name or sign of a currency as a text writes it. The text has no sign of thousands.
pub(crate) fn named_currency(header: &str) -> Option<String> {
    let bracketed = header.split(['(', '[']).nth(1).and_then(|rest| rest.split([')', ']']).next());
    let letters = bracketed.map(|inside| inside.trim().trim_end_matches('.').to_uppercase());
    let known = BRACKETED.iter().find(|(letter, _)| letters.as_deref() == Some(*letter));
    if let Some((_, code)) = known {
        return Some((*code).to_owned());
    }
    let words = header.split(|c: char| c.is_whitespace() || "()[]{}:/-_=,;*.".contains(c));
    words.filter(|word| is_currency(word)).map(str::to_owned).next()
}

fn is_currency(word: &str) -> bool {
    let is_letter = word.chars().count() == 1 && word.chars().all(char::is_alphanumeric);
    let lower = word.to_lowercase();
    !is_letter
        && !word.is_empty()
        && (OTHERS.contains(&lower.as_str())
            || Country::iter().any(|country| currency_of(word, country).is_some()))
}
