//! Sets of row numbers, as events contain them. One edit may be about a hundred thousand rows, and its event stays small:
//! a set is stored as its ranges (`0-99999`) or, where that is longer, as one bit for each number from its first to its
//! last (`17:` and the bits in Base64).

use data_encoding::BASE64;

/// Between the first number of a set and its bits.
const BITS_MARK: char = ':';

/// A set of row numbers: its ranges, each with its first and last number, ascending and with gaps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowNumbers(Vec<(u32, u32)>);

impl FromIterator<u32> for RowNumbers {
    fn from_iter<T: IntoIterator<Item = u32>>(numbers: T) -> Self {
        let mut numbers: Vec<u32> = numbers.into_iter().collect();
        numbers.sort_unstable();
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some((_, last)) if number <= last.saturating_add(1) => *last = number,
                Some(_) | None => ranges.push((number, number)),
            }
        }
        Self(ranges)
    }
}

impl RowNumbers {
    pub fn contains(&self, number: u32) -> bool {
        let begun = self.0.partition_point(|(first, _)| *first <= number);
        let range = begun.checked_sub(1).and_then(|at| self.0.get(at));
        range.is_some_and(|(_, last)| number <= *last)
    }

    pub fn count(&self) -> u64 {
        self.0.iter().map(|(first, last)| u64::from(last - first) + 1).sum()
    }

    /// Returns the highest number.
    pub fn last(&self) -> Option<u32> {
        self.0.last().map(|(_, last)| *last)
    }

    /// Returns the stored form, the shorter one of the two.
    pub fn stored(&self) -> String {
        let ranges = self.as_ranges();
        self.as_bits(ranges.len()).unwrap_or(ranges)
    }

    fn as_ranges(&self) -> String {
        let range = |&(first, last): &(u32, u32)| {
            if first == last { first.to_string() } else { format!("{first}-{last}") }
        };
        self.0.iter().map(range).collect::<Vec<_>>().join(",")
    }

    /// Returns the set as bits, if that is shorter than `length`.
    fn as_bits(&self, length: usize) -> Option<String> {
        let (first, last) = (self.0.first()?.0, self.last()?);
        let bytes = usize::try_from((last - first) / u8::BITS).ok()?.checked_add(1)?;
        // Checked before the bits are made: a few numbers may be far from each other.
        if BASE64.encode_len(bytes) >= length {
            return None;
        }
        let mut bits = vec![0_u8; bytes];
        for number in self.0.iter().flat_map(|&(from, to)| from..=to) {
            let place = number - first;
            if let Some(byte) = usize::try_from(place / u8::BITS).ok().and_then(|at| bits.get_mut(at)) {
                *byte |= 1 << (place % u8::BITS);
            }
        }
        let text = format!("{first}{BITS_MARK}{}", BASE64.encode(&bits));
        (text.len() < length).then_some(text)
    }

    /// Reads the stored form; `None` if it is not one.
    pub fn read(text: &str) -> Option<Self> {
        match text.split_once(BITS_MARK) {
            Some((first, bits)) => Self::read_bits(first.parse().ok()?, bits),
            None if text.is_empty() => Some(Self::default()),
            None => Self::read_ranges(text),
        }
    }

    fn read_ranges(text: &str) -> Option<Self> {
        let range = |text: &str| {
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        let ranges: Vec<(u32, u32)> = text.split(',').map(range).collect::<Option<_>>()?;
        let is_ascending = ranges.is_sorted_by(|one, next| one.1 < next.0);
        (is_ascending && ranges.iter().all(|(first, last)| first <= last)).then_some(Self(ranges))
    }

    fn read_bits(first: u32, bits: &str) -> Option<Self> {
        let bytes = BASE64.decode(bits.as_bytes()).ok()?;
        let set = (0_u32..).zip(&bytes).flat_map(|(at, byte)| {
            let is_set = move |bit: &u32| (byte >> bit) & 1 == 1;
            (0..u8::BITS).filter(is_set).map(move |bit| at.checked_mul(u8::BITS)?.checked_add(bit))
        });
        set.map(|place| place?.checked_add(first)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(numbers: impl IntoIterator<Item = u32>) -> RowNumbers {
        numbers.into_iter().collect()
    }

    #[test]
    fn a_set_is_stored_in_the_shorter_of_two_forms() {
        for (numbers, stored) in [
            (vec![], ""),
            (vec![7], "7"),
            (vec![0, 1, 2, 9, 4, 3], "0-4,9"),
            (vec![u32::MAX, 0], "0,4294967295"),
            ((0..100_000).collect(), "0-99999"),
            ((0..32).map(|n| n * 2 + 17).collect(), "17:VVVVVVVVVVU="),
        ] {
            let numbers = set(numbers);
            assert_eq!(numbers.stored(), stored);
            assert_eq!(RowNumbers::read(stored), Some(numbers));
        }
    }

    #[test]
    fn what_is_no_stored_set_is_not_read() {
        for text in ["x", "1-", "-1", "3,2", "2-1", "1,1", "1-3,3", "4294967296", "1:?", "4294967295:Aw=="] {
            assert_eq!(RowNumbers::read(text), None, "{text}");
        }
    }

    /// 100,000 bits take 12,500 bytes, and a third more in Base64.
    #[test]
    fn a_hundred_thousand_rows_take_at_most_seventeen_kilobytes() {
        for (every, length_max) in [(1, 10), (2, 16_700), (3, 16_700), (7, 16_700), (1_000, 600)] {
            let rows = set((0..100_000).filter(|row| row % every == 0));
            let stored = rows.stored();
            assert!(stored.len() <= length_max, "every {every}th: {}", stored.len());
            assert_eq!(RowNumbers::read(&stored).as_ref(), Some(&rows));
        }
    }

    proptest! {
        #[test]
        fn what_was_stored_is_read_back_and_contains_its_numbers_only(
            numbers in prop::collection::btree_set(0_u32..400, 0..300),
            first in prop_oneof![Just(0_u32), 0..=u32::MAX - 400],
        ) {
            let rows = set(numbers.iter().map(|number| number + first));
            prop_assert_eq!(RowNumbers::read(&rows.stored()), Some(rows.clone()));
            prop_assert_eq!(rows.count(), numbers.len() as u64);
            prop_assert_eq!(rows.last(), numbers.last().map(|number| number + first));
            for number in 0..400 {
                prop_assert_eq!(rows.contains(number + first), numbers.contains(&number));
            }
        }
    }
}
