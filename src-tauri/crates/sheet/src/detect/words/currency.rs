//! The currency that an amount's heading names: `Net Pay (GHS)`, `Amount in USD`. A thousand dollars must not be read
//! as a thousand naira, so the currency of the heading counts as if it were written beside every amount.

use paysheet_domain::{Country, checks::currency_of};
use strum::IntoEnumIterator;

use super::thousands;
use crate::vocabulary::named_currency;

/// Returns the name or sign of the currency as the heading writes it.
pub(crate) fn named_in(header: &str) -> Option<String> {
    named_currency(&thousands::without(header))
}

/// Whether a heading names another currency than the country's own.
pub(crate) fn is_of_another(header: &str, country: Country) -> bool {
    named_in(header).is_some_and(|named| currency_of(&named, country) != Some(country.currency()))
}

/// Whether a heading names a currency that cannot be paid.
pub(crate) fn is_unpayable(header: &str) -> bool {
    named_in(header)
        .is_some_and(|named| Country::iter().all(|country| currency_of(&named, country).is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_name_currencies() {
        for (header, expected) in [
            ("Amount (NGN)", Some("NGN")),
            ("Net Pay GHS", Some("GHS")),
            ("NET PAY (GH₵)", Some("GH₵")),
            ("Amount in USD", Some("USD")),
            ("Salary $", Some("$")),
            ("Montant (F CFA)", Some("CFA")),
            ("Net à payer FCFA", Some("FCFA")),
            ("Net Pay (Kshs)", Some("Kshs")),
            ("Amount=N=", None),
            ("Net Pay (N)", Some("NGN")),
            ("Net Pay (Le.)", Some("SLL")),
            ("Amount (N'000)", Some("NGN")),
            ("Net Pay (KES '000)", Some("KES")),
            ("Amount in Naira", Some("Naira")),
            ("Net Pay", None),
            ("Le montant", None),
            ("Amount N", None),
            ("Total (F)", None),
        ] {
            assert_eq!(named_in(header).as_deref(), expected, "{header}");
        }
        assert!(is_unpayable("Net (SLE)") && is_unpayable("Pay ($)") && !is_unpayable("Net (SLL)"));
        assert!(is_of_another("Net (GHS)", Country::NG) && !is_of_another("Net (FCFA)", Country::SN));
    }
}
