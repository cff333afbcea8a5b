//! Recognises headings among very many texts. Most texts are no headings, and comparing each with every phrase of the
//! vocabulary is what reading a wide sheet would mostly consist of. So each different text is decided once, and first
//! by two cheap questions: whether it contains the words of a phrase, and whether it has enough letters in common with
//! one to be a misspelling of it. The answers are those of `vocabulary`.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use crate::vocabulary::{
    self, Letters, MISSPELT_CHARS_MIN, MISSPELT_LENGTH_DIFFERENCE_MAX, Recognised, normalised, phrases,
};

/// Size in bytes of the longest text whose meaning is stored. Longer ones are rare, and decided again.
pub(crate) const STORED_BYTES_MAX: usize = 128;

/// The texts of a file as headings, each decided once.
#[derive(Debug, Default)]
pub(crate) struct HeadingWords {
    decided: RefCell<HashMap<Box<str>, Heading>>,
    /// Number of texts that were compared with the vocabulary.
    compared: Cell<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Heading {
    recognised: Option<Recognised>,
    is_known_words: bool,
}

impl HeadingWords {
    /// Returns what [`vocabulary::recognise`] returns.
    pub fn recognise(&self, text: &str) -> Option<Recognised> {
        self.heading(text).recognised
    }

    /// Returns what [`vocabulary::is_known_words`] returns.
    pub fn is_known_words(&self, text: &str) -> bool {
        self.heading(text).is_known_words
    }

    #[cfg(test)]
    pub const fn compared(&self) -> usize {
        self.compared.get()
    }

    fn heading(&self, text: &str) -> Heading {
        // Accounts, codes and amounts. Other signs may be written out as letters.
        if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            return Heading::default();
        }
        if let Some(heading) = self.decided.borrow().get(text) {
            return *heading;
        }
        self.compared.set(self.compared.get() + 1);
        let heading = decide(text);
        if text.len() <= STORED_BYTES_MAX {
            self.decided.borrow_mut().insert(text.into(), heading);
        }
        heading
    }
}

fn decide(text: &str) -> Heading {
    let normalised = normalised(text);
    if !may_be_heading(&normalised) {
        return Heading::default();
    }
    Heading {
        recognised: vocabulary::recognise_normalised(text, &normalised),
        is_known_words: vocabulary::is_known_phrase(&normalised),
    }
}

/// Whether a normalised text could be a heading. It never says no to one that the vocabulary recognises.
fn may_be_heading(text: &str) -> bool {
    phrases_in(text).next().is_some() || may_be_misspelt(text)
}

/// The phrases of the vocabulary, in its order.
static PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| phrases().collect());

/// The phrases from the shortest to the longest.
static BY_LENGTH: LazyLock<Vec<Letters<'static>>> = LazyLock::new(|| {
    let mut by_length: Vec<Letters<'_>> = phrases().map(Letters::of).collect();
    by_length.sort_by_key(|phrase| phrase.text.len());
    by_length
});

/// Indexes of the phrases by their first word.
static BY_WORD: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut by_word: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, text) in phrases().enumerate() {
        by_word.entry(text.split(' ').next().unwrap_or(text)).or_default().push(at);
    }
    by_word
});

/// Returns the indexes of the phrases that a normalised text contains as whole words, ascending.
pub(crate) fn phrases_in(text: &str) -> impl Iterator<Item = usize> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let begins = |at: &usize| {
            let after = PHRASES.get(*at).and_then(|phrase| rest.strip_prefix(*phrase));
            after.is_some_and(|after| after.is_empty() || after.starts_with(' '))
        };
        found.extend(BY_WORD.get(word).into_iter().flatten().copied().filter(begins));
        rest = after;
    }
    found.into_iter()
}

/// Whether a text has enough letters in common with a phrase to be as similar as a misspelling must be.
fn may_be_misspelt(text: &str) -> bool {
    if text.len() < MISSPELT_CHARS_MIN || text.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    if !text.is_ascii() {
        return true;
    }
    let letters = Letters::of(text);
    let shortest = text.len().saturating_sub(MISSPELT_LENGTH_DIFFERENCE_MAX);
    let longest = text.len() + MISSPELT_LENGTH_DIFFERENCE_MAX;
    let from = BY_LENGTH.partition_point(|phrase| phrase.text.len() < shortest);
    let mut near = BY_LENGTH.iter().skip(from).take_while(|phrase| phrase.text.len() <= longest);
    near.any(|phrase| letters.may_be_alike(*phrase))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn assert_decided_alike(text: &str) {
        let heading = HeadingWords::default().heading(text);
        assert_eq!(heading.recognised, vocabulary::recognise(text), "{text:?}");
        assert_eq!(heading.is_known_words, vocabulary::is_known_words(text), "{text:?}");
    }

    #[test]
    fn a_phrase_is_recognised_however_it_is_written() {
        for (at, phrase) in phrases().enumerate() {
            let cut = phrase.char_indices().nth(at % phrase.chars().count()).map_or(0, |(at, _)| at);
            let (before, after) = phrase.split_at(cut);
            let mut chars = after.chars();
            let left_out = format!("{before}{}", chars.by_ref().skip(1).collect::<String>());
            for text in [
                phrase.to_owned(),
                phrase.to_uppercase(),
                format!("The {phrase} of 2026"),
                format!("{phrase}s"),
                format!("{before}x{after}"),
                left_out,
            ] {
                assert_decided_alike(&text);
            }
        }
    }

    #[test]
    fn each_text_is_compared_once() {
        let words = HeadingWords::default();
        for _ in 0..3 {
            assert!(words.recognise("Net Pay").is_some() && words.is_known_words("Net Pay"));
            assert!(words.recognise("Ada Obi").is_none() && !words.is_known_words("Ada Obi"));
        }
        assert_eq!(words.compared(), 2);
    }

    proptest! {
        #[test]
        fn any_text_is_decided_as_by_the_vocabulary(text in "\\PC{0,40}|[acnouetmbrk .#]{0,14}|[0-9 .#]{0,9}") {
            assert_decided_alike(&text);
        }

        #[test]
        fn misspelt_phrases_are_decided_as_by_the_vocabulary(
            at in any::<prop::sample::Index>(),
            places in prop::collection::vec((any::<prop::sample::Index>(), "[a-z]?"), 0..3),
        ) {
            let all: Vec<&str> = phrases().collect();
            let mut chars: Vec<String> = at.get(&all).chars().map(String::from).collect();
            for (place, letter) in places {
                let place = place.index(chars.len());
                chars[place] = letter;
            }
            assert_decided_alike(&chars.concat());
        }
    }
}
