//! Tells without a comparison, letter by letter, that two texts are too different for one to be the other misspelt. Most
//! texts of a wide file are no headings, and comparing each with every phrase is what reading it would mostly consist of.

/// Minimum similarity (Jaro-Winkler) of a misspelt text to the right one, in thousandths.
const LIKENESS_THOUSANDTHS_MIN: usize = 940;
/// Number of first letters that count more than others.
const PREFIX_CHARS_MAX: usize = 4;

/// A text of ASCII characters with the letters that it has.
#[derive(Clone, Copy)]
pub(crate) struct Letters<'t> {
    pub text: &'t str,
    set: u32,
}

impl<'t> Letters<'t> {
    /// All characters that are no lower-case letters count as one.
    pub fn of(text: &'t str) -> Self {
        let set = text.bytes().fold(0, |set, byte| match byte {
            b'a'..=b'z' => set | 1 << (byte - b'a'),
            _ => set | 1 << 26,
        });
        Self { text, set }
    }

    /// Whether two texts of these lengths, letters and first letters can be as similar as a misspelt one must be. A letter
    /// that only one of them has matches nothing.
    pub fn may_be_alike(self, other: Self) -> bool {
        let matching = self.matching(other).min(other.matching(self));
        let (one, two) = (self.text.len().max(1), other.text.len().max(1));
        // Without a division: the first letters alone add at most four tenths of what is missing. Their sum is 1.7 of 2.
        if matching * (one + two) * 10 < one * two * 17 {
            return false;
        }
        let share = |length: usize| (matching * 1_000).div_ceil(length);
        let jaro = (share(one) + share(two) + 1_000).div_ceil(3).min(1_000);
        let pairs = self.text.bytes().zip(other.text.bytes());
        let alike = pairs.take(PREFIX_CHARS_MAX).take_while(|(a, b)| a == b);
        jaro + (alike.count() * (1_000 - jaro)).div_ceil(10) >= LIKENESS_THOUSANDTHS_MIN
    }

    /// Returns the number of characters that may be those of another text.
    fn matching(self, other: Self) -> usize {
        let alone = usize::try_from((self.set & !other.set).count_ones()).unwrap_or(usize::MAX);
        self.text.len().saturating_sub(alone)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::vocabulary::{LIKENESS_MIN, phrases};

    fn assert_not_ruled_out(one: &str, other: &str) {
        let may_be_alike = Letters::of(one).may_be_alike(Letters::of(other));
        let likeness = strsim::jaro_winkler(one, other);
        assert!(may_be_alike || likeness < LIKENESS_MIN, "{one:?} {other:?} {likeness}");
    }

    #[test]
    fn no_phrase_is_ruled_out_for_one_that_resembles_it() {
        for one in phrases() {
            for other in phrases() {
                assert_not_ruled_out(one, other);
            }
        }
    }

    #[test]
    fn misspelt_texts_are_as_similar_as_the_vocabulary_wants() {
        assert_eq!(format!("{LIKENESS_MIN:.3}"), format!("0.{LIKENESS_THOUSANDTHS_MIN}"));
    }

    #[test]
    fn other_texts_are_ruled_out() {
        let account = Letters::of("account number");
        for (text, expected) in
            [("acount number", true), ("account nomber", true), ("net pay", false), ("department", false)]
        {
            assert_eq!(account.may_be_alike(Letters::of(text)), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_misspelt_phrase_is_ruled_out(
            at in any::<prop::sample::Index>(),
            places in prop::collection::vec((any::<prop::sample::Index>(), "[a-z]?"), 0..4),
        ) {
            let phrase = *at.get(&phrases().collect::<Vec<&str>>());
            let mut chars: Vec<String> = phrase.chars().map(String::from).collect();
            for (place, letter) in places {
                let place = place.index(chars.len());
                chars[place] = letter;
            }
            assert_not_ruled_out(phrase, &chars.concat());
        }
    }
}
