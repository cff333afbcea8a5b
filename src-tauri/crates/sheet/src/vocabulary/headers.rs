//! The phrases of headers and their meanings, from `data/headers.tsv`.

use std::{str::FromStr, sync::LazyLock};

use paysheet_domain::Field;

use super::meaning::{Meaning, NamePart, Recognised};

/// The file describes its own format. Lines that begin with `#` are comments.
static WORDS_TSV: &str = include_str!("../../data/headers.tsv");

pub(super) static PHRASES: LazyLock<Vec<Phrase>> =
    LazyLock::new(|| WORDS_TSV.lines().flat_map(parse_line).collect());

/// A known text of one or more words.
pub(super) struct Phrase {
    pub text: &'static str,
    /// Number of words.
    pub words: usize,
    pub recognised: Recognised,
}

/// Returns the meaning of a whole header, given in its comparable form.
pub(super) fn exact(wanted: &str) -> Option<Recognised> {
    PHRASES.iter().find(|phrase| phrase.text == wanted).map(|phrase| phrase.recognised)
}

fn parse_line(line: &'static str) -> Vec<Phrase> {
    let mut parts = line.split('\t');
    let meaning = parts.next().and_then(meaning_of);
    let sure = parts.next().and_then(|sure| sure.parse::<u8>().ok());
    let (Some(meaning), Some(sure)) = (meaning, sure) else { return Vec::new() };
    let recognised = Recognised { meaning, sure, is_doubtful: false };
    let texts = parts.next().unwrap_or("").split('|');
    texts.map(|text| Phrase { text, words: text.split(' ').count(), recognised }).collect()
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
