//! Account numbers and mobile numbers per country: digits, lengths, check digits. Always text, never a number.
