//! Corrects wrong letters in headings: a letter left out, doubled, exchanged or another one, but not the first. Only
//! words that no list knows are corrected, and only to words of the lists; `data/heading_words.tsv` has others that are
//! correct.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use super::{headers::phrases, heading_groups::HeadingGroup, other_words};

/// Number of letters of the shortest word that a misspelt one may be.
const WORD_CHARS_MIN: usize = 5;
/// Number of texts that a heading may be.
const TEXTS_MAX: usize = 8;

/// The words of all lists, by their first letter.
static WORDS: LazyLock<HashMap<u8, BTreeSet<&'static str>>> = LazyLock::new(|| {
    let mut words: HashMap<u8, BTreeSet<&str>> = HashMap::new();
    for word in phrases().chain(other_words::entries()).flat_map(|text| text.split(' ')) {
        words.entry(first(word)).or_default().insert(word);
    }
    words
});

fn first(word: &str) -> u8 {
    word.as_bytes().first().copied().unwrap_or(b' ')
}

/// Returns what a heading in its comparable form may be without its wrong letters; nothing if it has none.
pub(crate) fn spellings(heading: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut is_corrected = false;
    for word in heading.split(' ') {
        let meant = meant(word);
        is_corrected |= !meant.is_empty();
        let words = if meant.is_empty() { vec![word] } else { meant };
        let longer = texts.iter().flat_map(|text| words.iter().map(move |word| format!("{text} {word}")));
        texts = longer.take(TEXTS_MAX).collect();
    }
    let texts = texts.into_iter().map(|text| text.trim_start().to_owned());
    if is_corrected { texts.collect() } else { Vec::new() }
}

/// Returns the words of the lists that differ from an unknown word by one letter.
fn meant(word: &str) -> Vec<&'static str> {
    let is_number = word.contains(|c: char| c.is_ascii_digit());
    let is_known = |words: &&BTreeSet<&str>| words.contains(word) || HeadingGroup::Correct.has(word);
    let Some(words) = WORDS.get(&first(word)).filter(|words| !is_number && !is_known(words)) else {
        return Vec::new();
    };
    let is_near = |known: &&&str| {
        known.len() >= WORD_CHARS_MIN
            && known.len().abs_diff(word.len()) <= 1
            && strsim::osa_distance(known, word) == 1
    };
    words.iter().filter(is_near).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_letter_is_corrected() {
        for (heading, expected) in [
            ("bank acccunt no", &["bank account no"][..]),
            ("numer mobile money", &["number mobile money", "numero mobile money"]),
            ("totkl a payer", &["total a payer"]),
            ("compny account", &["company account"]),
            ("accuont number", &["account number"]),
            ("stop paymnt", &["stop payment"]),
            ("ttal", &["total"]),
            // Correct words that resemble others.
            ("head office account", &[]),
            ("payee accounts", &[]),
            // Known words, short words, other first letters and words with digits are as they are.
            ("net pay", &[]),
            ("zebra net pay", &[]),
            ("nat pay", &[]),
            ("xmount", &[]),
            ("amoun1", &[]),
            ("", &[]),
        ] {
            assert_eq!(spellings(heading), expected, "{heading}");
        }
    }
}
