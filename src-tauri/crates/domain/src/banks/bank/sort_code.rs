//! Sort codes: the code of a branch, whose leading digits are the bank's. Payroll files have them where others have the
//! code of the bank alone.

use super::{
    directory::{BankDirectory, BankMatch},
    listed::Bank,
};
use crate::banks::{account::is_digits, country::Country, country_set::CountrySet};

/// What the codes of branches are in a country: how many digits, and which of them is the bank.
struct SortCodes {
    digits: usize,
    /// Number of leading digits that are the bank's, unless the country has a table of them.
    bank_digits: usize,
    branch: BranchPart,
}

/// What is called the branch's own code.
enum BranchPart {
    /// The digits after the bank's.
    Rest,
    /// The whole sort code.
    Whole,
}

/// The last digits of a Ghanaian bank's code, which is the sort code of its head office (`190100`).
const HEAD_OFFICE: &str = "0100";

/// The leading digits of South African branch codes, each with its bank: general knowledge, not compared with an official
/// list. They are as long as necessary to distinguish the banks. Older ranges of Absa are not included, because several
/// banks had them; neither is 28, which banks in other countries have.
const SOUTH_AFRICAN_BANKS: &[(&str, &str)] = &[
    ("00", "Standard Bank of South Africa"),
    ("01", "Standard Bank of South Africa"),
    ("02", "Standard Bank of South Africa"),
    ("03", "Standard Bank of South Africa"),
    ("04", "Standard Bank of South Africa"),
    ("05", "Standard Bank of South Africa"),
    ("1", "Nedbank"),
    ("20", "First National Bank"),
    ("21", "First National Bank"),
    ("22", "First National Bank"),
    ("23", "First National Bank"),
    ("24", "First National Bank"),
    ("25", "First National Bank"),
    ("26", "First National Bank"),
    ("27", "First National Bank"),
    ("430", "African Bank"),
    ("462", "Bidvest Bank"),
    ("470", "Capitec Bank"),
    ("580", "Investec Bank"),
    ("63", "Absa Bank"),
    ("678", "TymeBank"),
    ("679", "Discovery Bank"),
    ("683", "Sasfin Bank"),
];

/// A bank and the branch that a sort code names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortCode<'a> {
    pub bank: &'a Bank,
    /// As the country calls the branch: the whole code in Ghana and South Africa, otherwise the digits after the
    /// bank's.
    pub branch: String,
}

/// Returns the number of digits of sort codes in a country; none where there are none.
#[must_use]
pub fn sort_code_digits(country: Country) -> Option<usize> {
    sort_codes(country).map(|codes| codes.digits)
}

const fn sort_codes(country: Country) -> Option<SortCodes> {
    let codes = match country {
        Country::NG => SortCodes { digits: 9, bank_digits: 3, branch: BranchPart::Rest },
        Country::KE => SortCodes { digits: 5, bank_digits: 2, branch: BranchPart::Rest },
        Country::GH => SortCodes { digits: 6, bank_digits: 2, branch: BranchPart::Whole },
        Country::ZA => SortCodes { digits: 6, bank_digits: 0, branch: BranchPart::Whole },
        Country::TZ
        | Country::UG
        | Country::RW
        | Country::SL
        | Country::CM
        | Country::SN
        | Country::BN
        | Country::CD => return None,
    };
    Some(codes)
}

/// Returns the digits of a code that is written with hyphens or spaces (`058-152-036`), or with Ghana's letters.
fn digits_of(country: Country, code: &str) -> String {
    let code: String = code.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
    let bare = if country == Country::GH { code.strip_prefix("GH") } else { None };
    bare.map_or(code.clone(), str::to_owned)
}

/// Returns the leading digits of a sort code, which are the bank's. None in South Africa, which has a table of them.
pub(super) fn bank_digits_of(country: Country, code: &str) -> Option<String> {
    let codes = sort_codes(country).filter(|codes| codes.bank_digits > 0)?;
    let digits = digits_of(country, code);
    let is_whole = digits.len() == codes.digits && is_digits(&digits);
    digits.get(..codes.bank_digits).filter(|_| is_whole).map(str::to_owned)
}

impl BankDirectory {
    /// Returns the bank and the branch of a sort code: nine digits in Nigeria, six in Ghana and South Africa, five in
    /// Kenya. None if the digits are not so many, or if the directory has not exactly one bank for the leading ones.
    #[must_use]
    pub fn by_sort_code(&self, country: Country, code: &str) -> Option<SortCode<'_>> {
        let codes = sort_codes(country)?;
        let digits = digits_of(country, code);
        if digits.len() != codes.digits || !is_digits(&digits) {
            return None;
        }
        let (lead, rest) = digits.split_at(codes.bank_digits);
        let bank = if country == Country::ZA {
            self.south_african(&digits)
        } else {
            self.only_one_coded(country, lead)
        }?;
        let branch = match codes.branch {
            BranchPart::Rest => rest.to_owned(),
            BranchPart::Whole => digits,
        };
        Some(SortCode { bank, branch })
    }

    /// Returns the countries in which a text is the sort code of a branch of a known bank.
    #[must_use]
    pub fn sort_coded_in(&self, text: &str) -> CountrySet {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        CountrySet::of(|country| {
            sort_code_digits(country) == Some(digits) && self.by_sort_code(country, text).is_some()
        })
    }

    fn only_one_coded(&self, country: Country, lead: &str) -> Option<&Bank> {
        if country != Country::GH {
            return self.by_code(country, lead);
        }
        let of_bank = |bank: &&Bank| {
            let digits = digits_of(country, &bank.code);
            digits == lead || digits.strip_prefix(lead) == Some(HEAD_OFFICE)
        };
        let mut banks = self.in_country(country).filter(of_bank);
        banks.next().filter(|_| banks.next().is_none())
    }

    fn south_african(&self, digits: &str) -> Option<&Bank> {
        let (_, name) = SOUTH_AFRICAN_BANKS.iter().find(|(lead, _)| digits.starts_with(lead))?;
        match self.find(Country::ZA, name) {
            BankMatch::One(bank) => Some(bank),
            BankMatch::Several(_) | BankMatch::None(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leading_digits_of_a_sort_code_are_the_bank() {
        for (country, code, expected) in [
            (Country::NG, "058152036", Some(("058", "152036"))),
            (Country::NG, "058-152-036", Some(("058", "152036"))),
            (Country::NG, "777152036", None),
            (Country::NG, "58152036", None),
            (Country::KE, "01100", Some(("01", "100"))),
            (Country::KE, "68 001", Some(("68", "001"))),
            (Country::KE, "99001", None),
            (Country::GH, "190112", Some(("GH190100", "190112"))),
            (Country::GH, "GH190112", Some(("GH190100", "190112"))),
            (Country::GH, "990112", None),
            (Country::ZA, "250155", Some(("250655", "250155"))),
            (Country::ZA, "051001", Some(("051001", "051001"))),
            (Country::ZA, "004305", Some(("051001", "004305"))),
            (Country::ZA, "198765", Some(("198765", "198765"))),
            (Country::ZA, "632005", Some(("632005", "632005"))),
            (Country::ZA, "334705", None),
            (Country::ZA, "280172", None),
            (Country::ZA, "25015", None),
            (Country::TZ, "058152036", None),
            (Country::NG, "05815203A", None),
            (Country::NG, "", None),
        ] {
            let found = BankDirectory::embedded().by_sort_code(country, code);
            let found = found.as_ref().map(|found| (found.bank.code.as_str(), found.branch.as_str()));
            assert_eq!(found, expected, "{country} {code}");
        }
    }

    #[test]
    fn every_south_african_code_is_its_own_bank() {
        let directory = BankDirectory::embedded();
        for bank in directory.in_country(Country::ZA) {
            let found = directory.by_sort_code(Country::ZA, &bank.code).map(|found| found.bank);
            assert_eq!(found, Some(bank), "{}", bank.code);
        }
    }
}
