//! Account numbers and mobile numbers per country: digits, lengths, check digits. They are always text, never a
//! number. The `bank` module finds the bank of a number; `checks` decides what to do about a wrong one.

use std::{borrow::Cow, ops::RangeInclusive};

use crate::banks::country::Country;

/// An account at a bank or wallet, as payouts name it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountAt {
    pub country: Country,
    pub bank_code: String,
    pub account_number: String,
}

/// Number of digits of a Nigerian account number (CBN, "Nigeria Uniform Bank Account Number").
pub const NUBAN_DIGITS: usize = 10;
/// Number of digits of a NUBAN without its check digit.
const NUBAN_SERIAL_DIGITS: usize = 9;
/// Number of digits of a bank code. The check digit covers the three-digit codes of deposit money banks.
const NUBAN_BANK_CODE_DIGITS: usize = 3;
const NUBAN_WEIGHTS: [u32; 3] = [3, 7, 3];
/// Maximum number of lost leading zeros. Nigerian account numbers that begin with two zeros are common, with three
/// they are not.
const NUBAN_ZEROS_LOST_MAX: usize = 2;

/// Returns the check digit of a Nigerian account: weights 3, 7, 3 over bank code and serial, then the difference to
/// the next multiple of ten (CBN, "Revised standards on NUBAN"). None unless three and nine ASCII digits are given.
#[must_use]
pub fn nuban_check_digit(bank_code: &str, serial: &str) -> Option<u8> {
    let fits = bank_code.len() == NUBAN_BANK_CODE_DIGITS && serial.len() == NUBAN_SERIAL_DIGITS;
    if !fits || !is_digits(bank_code) || !is_digits(serial) {
        return None;
    }
    let digits = bank_code.bytes().chain(serial.bytes()).map(|digit| u32::from(digit - b'0'));
    let sum: u32 = digits.zip(NUBAN_WEIGHTS.iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    u8::try_from((10 - sum % 10) % 10).ok()
}

/// Returns the whole account number of a serial at a bank, for samples and practice.
#[must_use]
pub fn nuban(bank_code: &str, serial: &str) -> Option<String> {
    nuban_check_digit(bank_code, serial).map(|digit| format!("{serial}{digit}"))
}

/// Returns whether the check digit fits the bank's code; none if the rule does not apply.
#[must_use]
pub fn nuban_agrees(bank_code: &str, account: &str) -> Option<bool> {
    if account.len() != NUBAN_DIGITS || !is_digits(account) {
        return None;
    }
    let (serial, last) = account.split_at(NUBAN_SERIAL_DIGITS);
    nuban_check_digit(bank_code, serial).map(|digit| last == digit.to_string())
}

/// Restores the leading zeros of a Nigerian number that probably lost them.
#[must_use]
pub fn nuban_with_zeros(account: &str) -> Option<String> {
    let shortest = NUBAN_DIGITS - NUBAN_ZEROS_LOST_MAX;
    let lost = (shortest..NUBAN_DIGITS).contains(&account.len()) && is_digits(account);
    lost.then(|| format!("{account:0>NUBAN_DIGITS$}"))
}

/// Returns whether a text consists of one or more ASCII digits only.
#[must_use]
pub fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the lengths of bank account numbers in a country. Only Nigeria's is specified. The others are lengths
/// observed at their banks, with a range wide enough not to refuse a number that exists.
#[must_use]
pub const fn bank_account_lengths(country: Country) -> RangeInclusive<usize> {
    match country {
        Country::NG => NUBAN_DIGITS..=NUBAN_DIGITS,
        Country::KE => 6..=16,
        Country::GH => 8..=17,
        Country::ZA => 6..=13,
        Country::TZ | Country::UG | Country::RW | Country::SL => 6..=20,
        Country::CM | Country::SN | Country::BN | Country::CD => 6..=24,
    }
}

/// Returns whether account numbers contain letters: those of some Tanzanian banks, and those of the franc zones.
#[must_use]
pub const fn accounts_have_letters(country: Country) -> bool {
    match country {
        Country::TZ | Country::CM | Country::SN | Country::BN | Country::CD => true,
        Country::NG | Country::KE | Country::GH | Country::ZA | Country::UG | Country::RW | Country::SL => {
            false
        }
    }
}

/// Format of a country's mobile numbers (ITU-T E.164 and the national numbering plans).
struct NumberPlan {
    calling_code: &'static str,
    /// Number of digits after the calling code.
    digits: usize,
    /// Prefix inside the country. It is not written after the calling code.
    trunk: &'static str,
    /// First digits of mobile numbers.
    starts: &'static [&'static str],
}

/// Returns the number plan of a country with mobile money destinations (interface, "Supported destinations").
const fn number_plan(country: Country) -> Option<NumberPlan> {
    let plan = match country {
        Country::KE => NumberPlan { calling_code: "254", digits: 9, trunk: "0", starts: &["7", "1"] },
        Country::GH => NumberPlan { calling_code: "233", digits: 9, trunk: "0", starts: &["2", "5"] },
        Country::CM => NumberPlan { calling_code: "237", digits: 9, trunk: "", starts: &["6"] },
        Country::SN => NumberPlan { calling_code: "221", digits: 9, trunk: "", starts: &["7"] },
        Country::BN => {
            NumberPlan { calling_code: "226", digits: 8, trunk: "", starts: &["0", "5", "6", "7"] }
        }
        Country::CD => NumberPlan { calling_code: "225", digits: 10, trunk: "", starts: &["01", "05", "07"] },
        Country::NG | Country::TZ | Country::UG | Country::ZA | Country::RW | Country::SL => return None,
    };
    Some(plan)
}

impl NumberPlan {
    fn is_national(&self, digits: &str) -> bool {
        digits.len() == self.digits && self.starts.iter().any(|start| digits.starts_with(start))
    }

    /// Returns the number without calling code and trunk digit, if it is a mobile number of the country.
    fn national<'a>(&self, digits: &'a str) -> Option<&'a str> {
        let digits =
            digits.strip_prefix("00").filter(|rest| rest.starts_with(self.calling_code)).unwrap_or(digits);
        let without_code = digits.strip_prefix(self.calling_code).filter(|rest| rest.len() >= self.digits);
        let candidates = [without_code, Some(digits)];
        let mut bare =
            candidates.into_iter().flatten().flat_map(|text| [Some(text), text.strip_prefix(self.trunk)]);
        bare.find_map(|text| text.filter(|text| self.is_national(text)))
    }
}

/// The form in which a mobile number is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MobileNumber {
    /// With the calling code and without a plus sign: `254712345678`. Wallets are identified by this form.
    International,
    /// The national form (`0712345678`), with the international form.
    Local(String),
    /// The national form without the zero, which a number cell removes (`712345678`), with the international form.
    ZeroLost(String),
    /// Not a mobile number of the country.
    Unknown,
}

/// Parses the digits of a mobile number.
#[must_use]
pub fn mobile_number(country: Country, digits: &str) -> MobileNumber {
    let Some(plan) = number_plan(country).filter(|_| is_digits(digits)) else { return MobileNumber::Unknown };
    let international = |national: &str| format!("{}{national}", plan.calling_code);
    if let Some(national) = plan.national(digits) {
        let whole = international(national);
        return match digits {
            _ if digits == whole => MobileNumber::International,
            _ if digits == national && !plan.trunk.is_empty() => MobileNumber::ZeroLost(whole),
            _ => MobileNumber::Local(whole),
        };
    }
    let padded = format!("0{digits}");
    if plan.is_national(&padded) {
        MobileNumber::ZeroLost(international(&padded))
    } else {
        MobileNumber::Unknown
    }
}

/// Returns one spelling for the spellings of an account, in which payouts are searched: the international form of a mobile
/// number, a Nigerian number with its zeros, otherwise the text itself.
#[must_use]
pub fn spelled_alike(country: Country, account: &str) -> Cow<'_, str> {
    match mobile_number(country, account) {
        MobileNumber::Local(whole) | MobileNumber::ZeroLost(whole) => return whole.into(),
        MobileNumber::International | MobileNumber::Unknown => {}
    }
    let padded = if country == Country::NG { nuban_with_zeros(account) } else { None };
    match padded {
        Some(padded) => padded.into(),
        None if account.bytes().any(|byte| byte.is_ascii_lowercase()) => account.to_ascii_uppercase().into(),
        None => account.into(),
    }
}

/// The digit zero of the scripts in which numbers are written in the countries of the service, and of full-width digits. The
/// other nine digits follow it (Unicode, general category Nd).
const SCRIPT_ZEROS: [char; 7] =
    ['\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{ff10}', '\u{1e950}'];

/// Returns the key by which two accounts are compared, as their bank compares them: without the zeros that it begins with,
/// which a number cell loses; without the signs that people write between digits; in one script and in one case; a mobile
/// number in its international form. It is never sent and never shown.
#[must_use]
pub fn comparison_key(country: Country, account: &str) -> Cow<'_, str> {
    if account.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return match spelled_alike(country, account) {
            Cow::Borrowed(same) => without_zeros(same).into(),
            Cow::Owned(spelled) => without_zeros(&spelled).to_owned().into(),
        };
    }
    let plain: String = account.chars().filter(|c| c.is_alphanumeric()).map(ascii_digit).collect();
    without_zeros(&spelled_alike(country, &plain)).to_owned().into()
}

fn without_zeros(account: &str) -> &str {
    account.trim_start_matches('0')
}

/// Returns the ASCII digit of a digit in another script; any other character is returned unchanged.
fn ascii_digit(c: char) -> char {
    let digits = SCRIPT_ZEROS.iter().filter_map(|zero| u32::from(c).checked_sub(u32::from(*zero)));
    digits.filter_map(|digit| char::from_digit(digit, 10)).next().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_follow_the_published_rule() {
        // 011 and 000001457 is the worked example of the CBN's paper: 9.
        for (bank, serial, digit) in [
            ("011", "000001457", Some(9)),
            ("058", "000000000", nuban_check_digit("058", "000000000")),
            ("11", "000001457", None),
            ("011", "00000145", None),
            ("011", "00000145x", None),
        ] {
            assert_eq!(nuban_check_digit(bank, serial), digit, "{bank} {serial}");
        }
        assert_eq!(nuban_agrees("011", "0000014579"), Some(true));
        assert_eq!(nuban_agrees("011", "0000014578"), Some(false));
        assert_eq!(nuban_agrees("100004", "0000014579"), None, "wallets have six-digit codes");
    }

    #[test]
    fn accounts_are_compared_as_banks_compare_them() {
        for (country, one, others) in [
            (Country::KE, "01100123456789", &["1100123456789", "0110 0123 456789", "0110-0123-456789"][..]),
            (
                Country::KE,
                "254712345678",
                &["0712345678", "712345678", "+254 (0) 712 345 678", "00254712345678"],
            ),
            (Country::ZA, "0012345678", &["12345678", "012345678", "00-1234-5678"]),
            (Country::NG, "0001234567", &["1234567", "01234567", "000 123 4567"]),
            (Country::TZ, "01J1099887766", &["1j1099887766", "01J1 0998 87766"]),
            (
                Country::UG,
                "0140012345601",
                &["140012345601", "٠١٤٠٠١٢٣٤٥٦٠١", "０１４００１２３４５６０１", "۱۴۰۰۱۲۳۴۵۶۰۱"],
            ),
            (Country::CM, "677123456", &["237677123456", "+237 6 77 12 34 56"]),
        ] {
            for other in others {
                assert_eq!(comparison_key(country, other), comparison_key(country, one), "{country} {other}");
            }
        }
        for (country, one, other) in [
            (Country::KE, "1100123456789", "1100123456780"),
            (Country::ZA, "12345678", "123456780"),
            (Country::TZ, "1J1099887766", "1K1099887766"),
        ] {
            assert_ne!(comparison_key(country, one), comparison_key(country, other), "{one} {other}");
        }
    }

    #[test]
    fn mobile_numbers_are_read_in_every_form_people_write() {
        use MobileNumber as M;
        let local = |text: &str| M::Local(text.to_owned());
        let lost = |text: &str| M::ZeroLost(text.to_owned());
        for (country, digits, expected) in [
            (Country::KE, "254712345678", M::International),
            (Country::KE, "0712345678", local("254712345678")),
            (Country::KE, "0112345678", local("254112345678")),
            (Country::KE, "2540712345678", local("254712345678")),
            (Country::KE, "00254712345678", local("254712345678")),
            (Country::KE, "712345678", lost("254712345678")),
            (Country::KE, "0812345678", M::Unknown),
            (Country::GH, "0241234567", local("233241234567")),
            (Country::GH, "541234567", lost("233541234567")),
            (Country::CM, "677123456", local("237677123456")),
            (Country::CM, "237677123456", M::International),
            (Country::SN, "771234567", local("221771234567")),
            (Country::BN, "70123456", local("22670123456")),
            (Country::BN, "1234567", lost("22601234567")),
            (Country::CD, "0701020304", local("2250701020304")),
            (Country::CD, "701020304", lost("2250701020304")),
            (Country::CD, "2250701020304", M::International),
            (Country::NG, "08012345678", M::Unknown),
            (Country::KE, "07123", M::Unknown),
        ] {
            assert_eq!(mobile_number(country, digits), expected, "{country} {digits}");
        }
    }
}
