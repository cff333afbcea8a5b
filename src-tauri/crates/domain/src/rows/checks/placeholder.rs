//! Texts that people type where they have nothing to type: `N/A` in place of a name, ten nines in place of an account. A
//! form that asks for a value gets one; nobody is called so, and nobody has such an account.

use std::{collections::HashSet, sync::LazyLock};

use super::text::comparable;

/// Words in place of a name, in comparable form. The file describes its format.
static PLACEHOLDERS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../../data/placeholders.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| line.split('|')).collect()
});

/// Number of equal letters that make no name: `XXX`. Two may: `Oo`, `Ng`.
const EQUAL_LETTERS_MIN: usize = 3;
/// Number of digits from which a number is a placeholder if its digits are all the same.
const EQUAL_DIGITS_MIN: usize = 5;
/// Numbers of digits of a placeholder in which each digit is one more, or one less, than the one before it.
const COUNTED_DIGITS: std::ops::RangeInclusive<usize> = 8..=10;
/// Longer texts are no placeholders. Most names are decided by this or by their first letters.
const PLACEHOLDER_BYTES_MAX: usize = 40;

/// Whether a text in place of a name is nobody's: it has no letter, one letter again and again, or says that the name is
/// missing.
#[must_use]
pub fn is_placeholder_name(name: &str) -> bool {
    let mut letters = name.chars().filter(|c| c.is_alphabetic());
    let Some(first) = letters.next() else { return true };
    if name.len() > PLACEHOLDER_BYTES_MAX {
        return false;
    }
    let mut equal = 1;
    for letter in letters {
        if letter != first && !letter.to_lowercase().eq(first.to_lowercase()) {
            return PLACEHOLDERS.contains(comparable(name).as_str());
        }
        equal += 1;
    }
    equal >= EQUAL_LETTERS_MIN || matches!(first, 'x' | 'X')
}

/// Whether the digits of an account are typed to fill its cell: one digit over the whole length, or digits counted up
/// from 1 or down from 9 (`1234567890`, `9876543210`). `0123456789` may be an account: nobody begins to count at 0.
#[must_use]
pub fn is_placeholder_account(account: &str) -> bool {
    let digits = account.as_bytes();
    let Some(first) = digits.first().filter(|_| account.bytes().all(|byte| byte.is_ascii_digit())) else {
        return false;
    };
    let counts = |steps: u8| {
        let next = |digit: u8| b'0' + (digit - b'0' + steps) % 10;
        digits.windows(2).all(|pair| matches!(pair, [one, other] if *other == next(*one)))
    };
    let is_counted = match first {
        b'1' => counts(1),
        b'9' => counts(9),
        _ => false,
    };
    (digits.len() >= EQUAL_DIGITS_MIN && digits.iter().all(|digit| digit == first))
        || (COUNTED_DIGITS.contains(&digits.len()) && is_counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placeholder_is_in_comparable_form() {
        for placeholder in PLACEHOLDERS.iter() {
            assert_eq!(comparable(placeholder), **placeholder);
        }
    }

    #[test]
    fn what_fills_a_cell_is_nobodys_name() {
        for name in [
            "N/A",
            "n/a",
            "NA",
            "N.A.",
            "#N/A",
            "-",
            "--",
            ".",
            "...",
            "?",
            "/",
            "0",
            "000",
            "12345",
            "XXX",
            "xx",
            "X",
            "XXX XXX",
            "xxxx-xxxx",
            "aaa",
            "NIL",
            "Nil.",
            "NULL",
            "(null)",
            "none",
            "MISSING",
            "Missing name",
            "TBA",
            "t.b.c",
            "Unknown",
            "No name",
            "Not available",
            "name not provided",
            "Inconnu",
            "Néant",
            "Sans nom",
            "A compléter",
            "Vacant Position",
            "Poste vacant",
            "New Staff",
            "Test Test",
            "To be employed",
            "Hakuna",
            "Onbekend",
            "undefined",
            "NaN",
        ] {
            assert!(is_placeholder_name(name), "{name}");
        }
    }

    #[test]
    fn who_is_called_like_a_filler_is_somebody() {
        for name in [
            "Ada Obi",
            "Oo",
            "Ng",
            "Ng Ng",
            "Nila",
            "Nil Obi",
            "Nona",
            "Tba Obi",
            "Missing Obi",
            "O'Xxon",
            "Xu",
            "A",
            "李",
            "Ọ̀ṣọ́",
            "Null Okafor",
            "Aa Aa Bello",
            "Shop 24",
            "3 Brothers Ltd",
            "Vida",
        ] {
            assert!(!is_placeholder_name(name), "{name}");
        }
    }

    #[test]
    fn what_fills_a_cell_is_nobodys_account() {
        for account in [
            "0000000000",
            "9999999999",
            "11111111",
            "00000",
            "777777777777",
            "1234567890",
            "12345678",
            "9876543210",
            "98765432",
        ] {
            assert!(is_placeholder_account(account), "{account}");
        }
        for account in [
            "0123456789",
            "0000014579",
            "0000",
            "1234567",
            "1234567891",
            "1234567890123",
            "1112111111",
            "254711111111",
            "2345678901",
            "0987654321",
            "9999999998",
            "AAAAAAAAAA",
            "",
            "987654321X",
        ] {
            assert!(!is_placeholder_account(account), "{account}");
        }
    }
}
