//! Titles above rows of a list that say what became of the payments below, from `data/list_titles.tsv`, which describes its
//! format.

use std::sync::LazyLock;

use paysheet_domain::checks::comparable;
use strum::{EnumIter, EnumString};

use super::word_groups::WordGroups;

static TITLES_TSV: &str = include_str!("../../data/list_titles.tsv");
static TITLES: LazyLock<WordGroups<TitleWord>> = LazyLock::new(|| WordGroups::parse(TITLES_TSV));

/// Most words of a title. Longer texts are sentences.
const TITLE_WORDS_MAX: usize = 8;
/// Most digits of a number of payments. Longer ones are accounts and references.
const COUNT_DIGITS_MAX: usize = 6;

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
    Alternative,
}

/// What a title says about the rows below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListTitle {
    Paid,
    Failed,
    Reversed,
    /// Not known yet, or not made.
    Open,
    /// Several things at once, or the opposite of one, so that none of the payments is known to be made: `Failed and pending`,
    /// `Not paid`.
    NotMade,
    /// Not payments but their fees, tests, or several things at once: `Completed refunds`.
    Other,
}

impl ListTitle {
    /// Returns what a text says about the rows below it; none if it is no such title. `Successful and failed payments` says
    /// that the rows say it.
    pub fn of(text: &str) -> Option<Self> {
        if is_counted(text) || has(TitleWord::Alternative, &comparable(text)) {
            return None;
        }
        Self::parse(text)
    }

    /// Returns also what a text says that may be a figure, or a sentence, instead of a title: `2 pending transactions`,
    /// `Cancelled or failed`.
    pub fn possible(text: &str) -> Option<Self> {
        if is_figure(text) {
            return None;
        }
        Self::parse(if starts_with_number(text) { without_count(text)? } else { text })
    }

    fn parse(text: &str) -> Option<Self> {
        let text = comparable(text);
        if text.split(' ').count() > TITLE_WORDS_MAX || has(TitleWord::Sentence, &text) {
            return None;
        }
        let all = [
            (TitleWord::Paid, Self::Paid),
            (TitleWord::Failed, Self::Failed),
            (TitleWord::Reversed, Self::Reversed),
            (TitleWord::Open, Self::Open),
            (TitleWord::Other, Self::Other),
        ];
        let said: Vec<Self> =
            all.into_iter().filter(|(word, _)| has(*word, &text)).map(|(_, title)| title).collect();
        match said.as_slice() {
            [] | [Self::Paid, Self::Failed, ..] => None,
            [one] if !has(TitleWord::Not, &text) => Some(*one),
            [Self::Paid] => Some(Self::NotMade),
            said if said.contains(&Self::Open) || said.contains(&Self::Failed) => Some(Self::NotMade),
            _ => Some(Self::Other),
        }
    }
}

fn has(group: TitleWord, text: &str) -> bool {
    let text = format!(" {text} ");
    TITLES.of(group).iter().any(|word| text.contains(&format!(" {word} ")))
}

/// Whether a text is a figure of the list: `Failed: 3`, `3 failed`. Titles may be numbered: `3. Failed payments`.
fn is_counted(text: &str) -> bool {
    starts_with_number(text) || is_figure(text)
}

/// Whether a text begins with a number, as figures of the list do.
pub(crate) fn starts_with_number(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|first| first.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_figure(text: &str) -> bool {
    let is_number =
        |behind: &str| behind.contains(|c: char| c.is_ascii_digit()) && !behind.contains(char::is_alphabetic);
    text.split_once([':', '=']).is_some_and(|(_, behind)| is_number(behind))
}

/// Returns what follows the number of payments that a text begins with; none if that is no number or zero.
fn without_count(text: &str) -> Option<&str> {
    let (count, words) = text.trim_start().split_once(char::is_whitespace)?;
    let is_count = starts_with_number(count) && !count.starts_with('0') && count.len() <= COUNT_DIGITS_MAX;
    is_count.then_some(words)
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

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
            ("Failed reversals", Some(T::NotMade)),
            ("Not paid", Some(T::NotMade)),
            ("Non payés", Some(T::NotMade)),
            ("Not booked", Some(T::NotMade)),
            ("Completed and pending", Some(T::NotMade)),
            ("Status: pending", Some(T::Open)),
            ("2. Pending transactions", Some(T::Open)),
            ("Un-successful payments", Some(T::NotMade)),
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
            "Cancelled or failed",
            "Payments (fees excluded)",
            "Pending payments are not in this list",
            "Failed payments will be sent again on Monday",
            "Acme Ltd, list of all transfers of the month and of those that failed before",
        ] {
            assert_eq!(T::of(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_with_a_number_or_an_alternative_may_be_a_title() {
        use ListTitle as T;
        for (text, expected) in [
            ("2 pending transactions", Some(T::Open)),
            ("1 transaction en attente", Some(T::Open)),
            ("Cancelled or failed", Some(T::NotMade)),
            ("Annulés ou rejetés", Some(T::NotMade)),
            ("Pending transactions", Some(T::Open)),
            ("0 pending transactions", None),
            ("0123456789 FAILED TRF", None),
            ("1234567 FAILED TRF", None),
            ("Paid or failed", None),
            ("Pending: 2", None),
            ("Rejetées ou non exécutées", Some(T::NotMade)),
            ("Pending or held items not shown", Some(T::NotMade)),
            ("2 transactions", None),
        ] {
            assert_eq!(T::possible(text), expected, "{text}");
        }
    }
}
