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
        if is_counted(text) {
            return None;
        }
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
    let is_count = |first: &str| first.bytes().all(|byte| byte.is_ascii_digit());
    let is_figure =
        |behind: &str| behind.contains(|c: char| c.is_ascii_digit()) && !behind.contains(char::is_alphabetic);
    text.split_whitespace().next().is_some_and(is_count)
        || text.split_once([':', '=']).is_some_and(|(_, behind)| is_figure(behind))
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
            "Payments (fees excluded)",
            "Pending payments are not in this list",
            "Failed payments will be sent again on Monday",
            "Acme Ltd, list of all transfers of the month and of those that failed before",
        ] {
            assert_eq!(T::of(text), None, "{text}");
        }
    }
}
