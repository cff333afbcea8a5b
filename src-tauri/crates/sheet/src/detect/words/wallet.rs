//! The wallet that the heading of a column of numbers names: `M-Pesa Number`, `Numéro Orange Money`. Such a column is the
//! account, and the heading is the bank of the rows that name none.

use paysheet_domain::BankDirectory;

use crate::vocabulary::{HeadingGroup, normalised};

/// Longer texts are sentences, not headings.
const HEADING_BYTES_MAX: usize = 60;

/// Returns the wallet that the heading of a column of numbers names, as the heading writes it in lower case.
pub(crate) fn named_in(header: &str) -> Option<String> {
    if header.len() > HEADING_BYTES_MAX {
        return None;
    }
    let text = normalised(header);
    let words: Vec<&str> = text.split(' ').collect();
    let is_number = |word: &&str| HeadingGroup::Number.has(word);
    if !words.iter().any(is_number) {
        return None;
    }
    let is_extra = |word: &&str| is_number(word) || HeadingGroup::AroundWallet.has(word);
    let named = [
        words.iter().filter(|word| !is_number(word)).copied().collect::<Vec<_>>(),
        words.iter().filter(|word| !is_extra(word)).copied().collect(),
    ];
    named.into_iter().map(|words| words.join(" ")).find(|name| is_wallet(name))
}

/// Whether a heading is of mobile numbers and of nothing else: `Phone No`, `M-Pesa Number`.
pub(crate) fn is_of_mobile_numbers(header: &str) -> bool {
    let text = normalised(header);
    let has = |group: HeadingGroup| text.split(' ').any(|word| group.has(word));
    named_in(header).is_some() || (has(HeadingGroup::Mobile) && !has(HeadingGroup::BankAccount))
}

/// Whether a mode of payment is a wallet: `M-PESA`, `Mobile Money`.
pub(crate) fn is_mode(text: &str) -> bool {
    let text = normalised(text);
    is_named(&text)
        || HeadingGroup::AnyNetwork.has(&text) && text != "cash"
        || (!text.is_empty() && text.split(' ').all(|word| HeadingGroup::Mobile.has(word)))
}

/// Whether a text names a wallet of one operator.
pub(crate) fn is_named(text: &str) -> bool {
    text.len() <= HEADING_BYTES_MAX && is_wallet(&normalised(text))
}

fn is_wallet(name: &str) -> bool {
    !HeadingGroup::AnyNetwork.has(name) && BankDirectory::embedded().is_wallet(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_numbers_name_wallets() {
        for (header, expected) in [
            ("M-Pesa Number", Some("m pesa")),
            ("MPESA No.", Some("mpesa")),
            ("Employee's M-PESA Phone Number", Some("m pesa")),
            ("MTN MoMo Number", Some("mtn mo mo")),
            ("MTN Mobile Number", Some("mtn mobile")),
            ("MTN Mobile Money Number", Some("mtn mobile money")),
            ("Numéro Orange Money", Some("orange money")),
            ("N° Wave", Some("wave")),
            ("Numéro de compte Wave", Some("wave")),
            ("Vodafone Cash No", Some("vodafone cash")),
            ("M-Pesa", None),
            ("M-Pesa Amount", None),
            ("MoMo Number", None),
            ("Mobile Money Number", None),
            ("Phone Number", None),
            ("Old M-Pesa Number", None),
            ("GTBank Account Number", None),
            ("Access Number", None),
            ("Number", None),
            ("", None),
        ] {
            assert_eq!(named_in(header).as_deref(), expected, "{header}");
        }
    }
}
