//! Titles above rows of a list that say what became of the payments below, from `data/list_titles.tsv`, which describes its
//! format.

use std::{collections::HashSet, sync::LazyLock};

use paysheet_domain::{checks::comparable, period::month_named};
use strum::{EnumIter, EnumString, IntoEnumIterator};

use super::word_groups::WordGroups;

static TITLES_TSV: &str = include_str!("../../data/list_titles.tsv");
static TITLES: LazyLock<WordGroups<TitleWord>> = LazyLock::new(|| WordGroups::parse(TITLES_TSV));

/// Most words of a title. Longer texts are sentences.
const TITLE_WORDS_MAX: usize = 8;
/// Most characters of a word that is in any text.
const SHORT_WORD_CHARS_MAX: usize = 2;

/// All words of titles, each by itself.
static TITLE_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let groups = TitleWord::iter().filter(|group| *group != TitleWord::Instrument);
    groups.flat_map(|group| TITLES.of(group)).flat_map(|words| words.split(' ')).collect()
});

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, EnumIter)]
#[strum(serialize_all = "snake_case")]
enum TitleWord {
    Paid,
    Failed,
    Reversed,
    Open,
    Other,
    Not,
    Sentence,
    Beside,
    Instrument,
}

/// What a title says about the rows below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListTitle {
    Paid,
    Failed,
    Reversed,
    /// Not known yet, or not made.
    Open,
    /// Not payments but their fees, tests, or several things at once: `Failed reversals`.
    Other,
}

impl ListTitle {
    /// Returns what a text says about the rows below it; none if it is no such title. `Successful and failed payments` says
    /// that the rows say it.
    pub fn of(text: &str) -> Option<Self> {
        if is_counted(text) {
            return None;
        }
        let text = comparable(text);
        if text.split(' ').count() > TITLE_WORDS_MAX || has(TitleWord::Sentence, &text) {
            return None;
        }
        let said: Vec<Self> = said(&text).collect();
        match said.as_slice() {
            [] | [Self::Paid, Self::Failed, ..] => None,
            [one] if !has(TitleWord::Not, &text) => Some(*one),
            _ => Some(Self::Other),
        }
    }

    /// Whether a text with words of titles may be a title and nothing else. `Bank draft`, `Pending order of Acme Ltd` are
    /// not: they name an instrument, or somebody.
    pub fn may_be_all_of(text: &str) -> bool {
        let text = without_instruments(text);
        !has_other_words(&text) && said(&text).next().is_some()
    }

    /// Whether a text has words that no title is made of.
    pub fn has_other_words(text: &str) -> bool {
        has_other_words(&comparable(text))
    }
}

/// Returns what the words of a comparable text say about the rows below it.
fn said(text: &str) -> impl Iterator<Item = ListTitle> {
    let all = [
        (TitleWord::Paid, ListTitle::Paid),
        (TitleWord::Failed, ListTitle::Failed),
        (TitleWord::Reversed, ListTitle::Reversed),
        (TitleWord::Open, ListTitle::Open),
        (TitleWord::Other, ListTitle::Other),
    ];
    all.into_iter().filter(move |(word, _)| has(*word, text)).map(|(_, title)| title)
}

/// Returns a text in comparable form without the names of instruments: `Pending bank drafts` is still pending.
fn without_instruments(text: &str) -> String {
    let padded = format!(" {} ", comparable(text));
    let instruments = TITLES.of(TitleWord::Instrument).iter();
    let rest = instruments.fold(padded, |text, name| text.replace(&format!(" {name} "), " "));
    rest.trim().to_owned()
}

fn has_other_words(text: &str) -> bool {
    text.split_whitespace().any(|word| !is_of_titles(word))
}

/// Whether titles are made of a word. Short ones (`of`, `at`), numbers and months are in any text.
fn is_of_titles(word: &str) -> bool {
    word.chars().count() <= SHORT_WORD_CHARS_MAX
        || word.starts_with(|c: char| c.is_ascii_digit())
        || month_named(word).is_some()
        || TITLE_WORDS.contains(word)
}

fn has(group: TitleWord, text: &str) -> bool {
    let text = format!(" {text} ");
    TITLES.of(group).iter().any(|word| text.contains(&format!(" {word} ")))
}

/// Whether a text is a figure of the list: `Failed: 3`, `3 failed`. Titles may be numbered: `3. Failed payments`.
fn is_counted(text: &str) -> bool {
    let is_count = |first: &str| first.bytes().all(|byte| byte.is_ascii_digit());
    let is_figure =
        |behind: &str| behind.contains(|c: char| c.is_ascii_digit()) && !behind.contains(char::is_alphabetic);
    text.split_whitespace().next().is_some_and(is_count)
        || text.split_once([':', '=']).is_some_and(|(_, behind)| is_figure(behind))
}

#[cfg(test)]
mod tests {
    use super::{super::word_groups::check_every_line, *};

    #[test]
    fn every_line_of_the_list_is_read() {
        check_every_line(TITLES_TSV, TitleWord::iter());
    }

    #[test]
    fn a_title_says_what_became_of_the_payments() {
        use ListTitle as T;
        for (text, expected) in [
            ("Pending transactions", Some(T::Open)),
            ("TRANSACTIONS PENDING - November 2026", Some(T::Open)),
            ("Opérations à venir", Some(T::Open)),
            ("Failed payments", Some(T::Failed)),
            ("Transferts échoués", Some(T::Failed)),
            ("Successful", Some(T::Paid)),
            ("Reversals", Some(T::Reversed)),
            ("Estornos", Some(T::Reversed)),
            ("Transfer fees", Some(T::Other)),
            ("Completed refunds", Some(T::Other)),
            ("Failed reversals", Some(T::Other)),
            ("Not paid", Some(T::Other)),
            ("Non payés", Some(T::Other)),
            ("Status: pending", Some(T::Open)),
            ("2. Pending transactions", Some(T::Open)),
            ("Un-successful payments", Some(T::Other)),
        ] {
            assert_eq!(T::of(text), expected, "{text}");
        }
        for text in [
            "",
            "Lagos branch",
            "Results",
            "Transactions",
            "Sheet1",
            "Paid and failed payments",
            "Failed: 3",
            "Failed = 3",
            "3 failed",
            "Payments (fees excluded)",
            "Pending payments are not in this list",
            "Failed payments will be sent again on Monday",
            "Acme Ltd, list of all transfers of the month and of those that failed before",
        ] {
            assert_eq!(T::of(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_with_other_words_is_not_all_a_title() {
        for (text, expected) in [
            ("Pending transactions", true),
            ("PENDING", true),
            ("2. Transactions pending (Nov 2026)", true),
            ("Pending transactions as at 30/11/2026", true),
            ("Not booked", true),
            ("In progress", true),
            ("Draft statement", true),
            ("Pending bank drafts", true),
            ("Prélèvements à venir du mois de décembre", true),
            ("Transferências pendentes de março", true),
            ("Bank draft", false),
            ("BANKER'S DRAFT 000123", false),
            ("Pending transactions ref 12", false),
            ("FUTURE ENERGY LTD", false),
            ("Draft of Ada", false),
            ("Transactions", false),
            ("", false),
        ] {
            assert_eq!(ListTitle::may_be_all_of(text), expected, "{text}");
        }
        for (text, expected) in
            [("Transactions", false), ("30/11/2026", false), ("TO ADA OBI", true), ("INV-2026", true)]
        {
            assert_eq!(ListTitle::has_other_words(text), expected, "{text}");
        }
    }
}
