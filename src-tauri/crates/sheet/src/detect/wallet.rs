//! The wallet that the heading of a column of numbers names: `M-Pesa Number`, `Numéro Orange Money`. Such a column is the
//! account, and the heading is the bank of the rows that name none.

use paysheet_domain::BankDirectory;

use crate::vocabulary::normalised;

/// Words of a heading that say that the column holds numbers. Without one, a wallet's name may head amounts.
const NUMBER_WORDS: &[&str] = &[
    "number",
    "numbers",
    "no",
    "num",
    "nr",
    "nbr",
    "numero",
    "numeros",
    "n",
    "phone",
    "telephone",
    "tel",
    "msisdn",
];
/// Other words around a wallet's name.
const FILLERS: &[&str] = &[
    "account",
    "acct",
    "acc",
    "wallet",
    "mobile",
    "compte",
    "de",
    "du",
    "d",
    "s",
    "the",
    "employee",
    "staff",
    "beneficiary",
    "recipient",
    "beneficiaire",
    "salarie",
    "agent",
];
/// Names that stand for mobile money of any network.
const ANY_NETWORK: &[&str] = &["momo", "mo mo", "mobile money", "money", "cash"];

/// Longer texts are sentences, not headings.
const HEADING_BYTES_MAX: usize = 60;

/// Returns the wallet that the heading of a column of numbers names, as the heading writes it in lower case.
pub(crate) fn named_in(header: &str) -> Option<String> {
    if header.len() > HEADING_BYTES_MAX {
        return None;
    }
    let text = normalised(header);
    let words: Vec<&str> = text.split(' ').collect();
    if !words.iter().any(|word| NUMBER_WORDS.contains(word)) {
        return None;
    }
    let is_extra = |word: &&str| NUMBER_WORDS.contains(word) || FILLERS.contains(word);
    let named = [
        words.iter().filter(|word| !NUMBER_WORDS.contains(word)).copied().collect::<Vec<_>>(),
        words.iter().filter(|word| !is_extra(word)).copied().collect(),
    ];
    named.into_iter().map(|words| words.join(" ")).find(|name| is_wallet(name))
}

/// Words of a heading of mobile numbers.
const MOBILE_WORDS: &[&str] = &[
    "mobile",
    "phone",
    "telephone",
    "tel",
    "cell",
    "cellphone",
    "msisdn",
    "gsm",
    "portable",
    "momo",
    "wallet",
    "whatsapp",
];
/// Words by which a heading is of bank accounts as well.
const ACCOUNT_WORDS: &[&str] = &["account", "acct", "acc", "a", "compte", "rib", "iban", "nuban"];

/// Whether a heading is of mobile numbers and of nothing else: `Phone No`, `M-Pesa Number`.
pub(super) fn is_of_mobile_numbers(header: &str) -> bool {
    let text = normalised(header);
    let has = |known: &[&str]| text.split(' ').any(|word| known.contains(&word));
    named_in(header).is_some() || (has(MOBILE_WORDS) && !has(ACCOUNT_WORDS))
}

fn is_wallet(name: &str) -> bool {
    !ANY_NETWORK.contains(&name) && BankDirectory::embedded().is_wallet(name)
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
