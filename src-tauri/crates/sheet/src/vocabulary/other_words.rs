//! Judges the words beside a known phrase in a longer header: `employee` in `Employee Net Pay` changes nothing, `last`
//! in `Last Month Net Pay` says that it is something else, and any other word is a question for the user. The words
//! are in `data/harmless.tsv` and `data/denials.tsv`, which describe their format.

use std::{collections::HashSet, str::FromStr, sync::LazyLock};

use paysheet_domain::Field;

use super::{headers::exact, meaning::Meaning};

static DENIALS: LazyLock<WordList> =
    LazyLock::new(|| WordList::parse(include_str!("../../data/denials.tsv")));
static HARMLESS: LazyLock<WordList> =
    LazyLock::new(|| WordList::parse(include_str!("../../data/harmless.tsv")));

/// Number of words of the longest entry in the lists.
const ENTRY_WORDS_MAX: usize = 4;

/// What the words beside a known phrase say about it. The last one that applies to any of the words decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OtherWords {
    /// The phrase means the same without them.
    Harmless,
    Unknown,
    /// The column is not the field of the phrase.
    Denied,
    /// The column stops payments. It contains no field.
    Flag,
}

/// Whether an unknown word in the header of a field is a question. A wrong amount or account sends money astray;
/// other fields are only shown or are checked against the bank directory.
pub(super) fn is_asked(field: Field) -> bool {
    matches!(field, Field::Amount | Field::AccountNumber)
}

/// Whether a text is harmless beside every phrase.
pub(super) fn is_harmless_for_all(text: &str) -> bool {
    HARMLESS.has_for_all(text)
}

/// Returns all words and phrases of the lists.
pub(super) fn entries() -> impl Iterator<Item = &'static str> {
    [&DENIALS, &HARMLESS].into_iter().flat_map(|list| list.0.iter().map(|(words, _)| *words))
}

/// Judges the words before and after a phrase of a field. They are in comparable form.
pub(super) fn judge(field: Field, beside: [&str; 2]) -> OtherWords {
    let mut worst = OtherWords::Harmless;
    for words in beside {
        let mut rest = words.trim();
        while !rest.is_empty() {
            let (entry, found) = first_entry(field, rest);
            worst = worst.max(found);
            rest = rest.strip_prefix(entry).unwrap_or_default().trim_start();
        }
    }
    worst
}

/// Returns the longest entry of a list with which the text begins; its first word if there is none.
fn first_entry(field: Field, text: &str) -> (&str, OtherWords) {
    let ends = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]);
    let starts: Vec<&str> = ends.take(ENTRY_WORDS_MAX).filter_map(|end| text.get(..end)).collect();
    let known = starts.iter().rev().find_map(|start| Some((*start, known(field, start)?)));
    known.unwrap_or((starts.first().copied().unwrap_or(text), OtherWords::Unknown))
}

fn known(field: Field, words: &str) -> Option<OtherWords> {
    // A date, a count of digits, the `s` of `employee's`, or the letters in `Net Pay (A - B)`.
    let is_sign = words.len() == 1 || words.bytes().all(|byte| byte.is_ascii_digit());
    if DENIALS.has_for_all(words) {
        Some(OtherWords::Flag)
    } else if DENIALS.has(words, field) {
        Some(OtherWords::Denied)
    } else if is_sign || HARMLESS.has(words, field) || HARMLESS.has_for_all(words) {
        Some(OtherWords::Harmless)
    } else {
        // `Net Pay Deductions`: an ignored column's words.
        let is_ignored = exact(words).is_some_and(|found| found.meaning == Meaning::Ignored);
        (is_ignored && is_asked(field)).then_some(OtherWords::Denied)
    }
}

/// Words, each with a field to which it applies; none if it applies to all fields.
struct WordList(HashSet<(&'static str, Option<Field>)>);

impl WordList {
    fn parse(tsv: &'static str) -> Self {
        Self(tsv.lines().filter(|line| !line.starts_with('#')).flat_map(parse_line).collect())
    }

    fn has(&self, words: &str, field: Field) -> bool {
        self.contains(words, Some(field))
    }

    fn has_for_all(&self, words: &str) -> bool {
        self.contains(words, None)
    }

    fn contains(&self, words: &str, field: Option<Field>) -> bool {
        let entries: &HashSet<(&str, Option<Field>)> = &self.0;
        entries.contains(&(words, field))
    }
}

fn parse_line(line: &'static str) -> Vec<(&'static str, Option<Field>)> {
    let Some((fields, words)) = line.split_once('\t') else { return Vec::new() };
    let fields = fields.split('|').filter_map(|name| match name {
        "any" => Some(None),
        field => Field::from_str(field).ok().map(Some),
    });
    fields.flat_map(|field| words.split('|').map(move |word| (word, field))).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::recognise::normalised, *};

    /// A misspelt field or an accent would silently remove a rule.
    #[test]
    fn every_line_of_the_lists_is_read_and_no_entry_twice() {
        for tsv in [include_str!("../../data/denials.tsv"), include_str!("../../data/harmless.tsv")] {
            let mut entries = HashSet::new();
            for line in tsv.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
                let (fields, words) = line.split_once('\t').expect(line);
                let count = fields.split('|').count() * words.split('|').count();
                assert_eq!(parse_line(line).len(), count, "{line}");
                let again = parse_line(line).into_iter().find(|entry| !entries.insert(*entry));
                assert_eq!(again, None, "{line}");
                for word in words.split('|') {
                    assert_eq!(normalised(word), word, "{line}");
                    assert!(word.split(' ').count() <= ENTRY_WORDS_MAX, "{word}");
                }
            }
        }
    }

    #[test]
    fn words_beside_a_phrase_are_judged_by_its_field() {
        use OtherWords as W;
        for (field, before, after, expected) in [
            (Field::Amount, "", "", W::Harmless),
            (Field::Amount, "employee s", "nov 2026", W::Harmless),
            (Field::Amount, "", "after tax", W::Harmless),
            (Field::Amount, "", "tax", W::Denied),
            (Field::Amount, "last month", "", W::Denied),
            (Field::Amount, "", "year to date", W::Denied),
            (Field::Amount, "", "to date", W::Denied),
            (Field::Amount, "", "to staff", W::Harmless),
            (Field::Amount, "zebra", "2026", W::Unknown),
            (Field::Amount, "zebra", "annual", W::Denied),
            (Field::Amount, "stop last", "", W::Flag),
            (Field::AccountNumber, "company", "", W::Denied),
            (Field::AccountNumber, "annual", "", W::Unknown),
            (Field::AccountNumber, "", "10 digits", W::Harmless),
            (Field::Name, "company", "", W::Unknown),
            (Field::Name, "gl", "", W::Denied),
        ] {
            assert_eq!(judge(field, [before, after]), expected, "{field} {before} {after}");
        }
    }
}
