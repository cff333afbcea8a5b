//! The phrases of headers and their meanings, from `data/headers.tsv`.

use std::{collections::HashMap, str::FromStr, sync::LazyLock};

use paysheet_domain::Field;

use super::{
    likeness::Letters,
    meaning::{Meaning, NamePart, Recognised},
};

/// The file describes its own format. Lines that begin with `#` are comments.
static WORDS_TSV: &str = include_str!("../../data/headers.tsv");

pub(super) static PHRASES: LazyLock<Vec<Phrase>> =
    LazyLock::new(|| WORDS_TSV.lines().flat_map(parse_line).collect());

/// The index of each phrase. Every cell of the first rows is compared, so a search through all phrases is too slow.
static INDEX: LazyLock<HashMap<&'static str, usize>> =
    LazyLock::new(|| PHRASES.iter().enumerate().map(|(index, phrase)| (phrase.text, index)).collect());

/// Number of words of the longest phrase.
pub(super) const PHRASE_WORDS_MAX: usize = 4;

/// A known text of one or more words.
pub(super) struct Phrase {
    pub text: &'static str,
    pub letters: Letters<'static>,
    /// Number of words.
    pub words: usize,
    pub recognised: Recognised,
}

/// Returns all known words and phrases.
pub(crate) fn phrases() -> impl Iterator<Item = &'static str> {
    PHRASES.iter().map(|phrase| phrase.text)
}

/// Returns the meaning of a whole header, given in its comparable form.
pub(super) fn exact(heading: &str) -> Option<Recognised> {
    phrase(heading).map(|(_, phrase)| phrase.recognised)
}

/// Returns the phrase with this text, and its place in the file.
pub(super) fn phrase(text: &str) -> Option<(usize, &'static Phrase)> {
    let index = *INDEX.get(text)?;
    Some((index, PHRASES.get(index)?))
}

fn parse_line(line: &'static str) -> Vec<Phrase> {
    let mut parts = line.split('\t');
    let meaning = parts.next().and_then(meaning_of);
    let sure = parts.next().and_then(|sure| sure.parse::<u8>().ok());
    let (Some(meaning), Some(sure)) = (meaning, sure) else { return Vec::new() };
    let recognised = Recognised { meaning, sure, is_doubtful: false, is_misspelt: false };
    let texts = parts.next().unwrap_or("").split('|');
    let phrase =
        |text| Phrase { text, letters: Letters::of(text), words: str::split(text, ' ').count(), recognised };
    texts.map(phrase).collect()
}

fn meaning_of(name: &str) -> Option<Meaning> {
    Some(match name {
        "given_name" => Meaning::NamePart(NamePart::Given),
        "other_names" => Meaning::NamePart(NamePart::Other),
        "family_name" => Meaning::NamePart(NamePart::Family),
        "company_name" => Meaning::NamePart(NamePart::Company),
        "ignored" => Meaning::Ignored,
        field => Meaning::Field(Field::from_str(field).ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A misspelt field would silently remove its phrases.
    #[test]
    fn every_line_is_read_and_no_phrase_has_two_meanings() {
        for line in WORDS_TSV.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            assert!(!parse_line(line).is_empty(), "{line}");
        }
        assert_eq!(INDEX.len(), PHRASES.len());
        assert_eq!(PHRASES.iter().map(|phrase| phrase.words).max(), Some(PHRASE_WORDS_MAX));
    }
}
