//! Columns of a sheet by their letters, as spreadsheets name them.

use std::{
    fmt::{self, Write},
    str::FromStr,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// Length of the longest column name that fits: `CRXP` is the last one.
const LETTERS_MAX: usize = 4;
const ALPHABET: u32 = 26;

/// A column of a sheet, counted from 0. Its name is its letters: 0 is `A`, 26 is `AA`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub u16);

/// Error: the text is not the name of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no column's letters")]
pub struct NoColumn;

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = u32::from(self.0) + 1;
        let mut letters = [None; LETTERS_MAX];
        for letter in letters.iter_mut().rev() {
            if left > 0 {
                let place = u8::try_from((left - 1) % ALPHABET).unwrap_or(0);
                *letter = Some(char::from(b'A' + place));
                left = (left - 1) / ALPHABET;
            }
        }
        letters.into_iter().flatten().try_for_each(|letter| f.write_char(letter))
    }
}

impl FromStr for Column {
    type Err = NoColumn;

    fn from_str(letters: &str) -> Result<Self, NoColumn> {
        let mut number: u32 = 0;
        for letter in letters.bytes() {
            if !letter.is_ascii_alphabetic() {
                return Err(NoColumn);
            }
            let place = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
            number = number.checked_mul(ALPHABET).and_then(|n| n.checked_add(place)).ok_or(NoColumn)?;
        }
        let from_zero = number.checked_sub(1).ok_or(NoColumn)?;
        u16::try_from(from_zero).map(Self).map_err(|_| NoColumn)
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letters = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        letters.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn columns_have_letters() {
        for (column, expected) in
            [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD"), (65_535, "CRXP")]
        {
            assert_eq!(Column(column).to_string(), expected);
            assert_eq!(expected.parse(), Ok(Column(column)));
        }
        for no_column in ["", "4", "A1", "CRXQ", "ZZZZZZZZ"] {
            assert_eq!(no_column.parse::<Column>(), Err(NoColumn), "{no_column}");
        }
    }

    proptest! {
        #[test]
        fn every_column_is_the_one_its_letters_name(column in any::<u16>()) {
            let letters = serde_json::to_string(&Column(column)).unwrap();
            prop_assert_eq!(serde_json::from_str::<Column>(&letters).unwrap(), Column(column));
        }
    }
}
