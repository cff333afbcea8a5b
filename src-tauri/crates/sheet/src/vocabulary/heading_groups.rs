//! Words of headings that say something only beside others, from `data/heading_words.tsv`, which describes its format.

use std::sync::LazyLock;

use strum::{EnumIter, EnumString};

use super::word_groups::WordGroups;

static WORDS_TSV: &str = include_str!("../../data/heading_words.tsv");
static WORDS: LazyLock<WordGroups<HeadingGroup>> = LazyLock::new(|| WordGroups::parse(WORDS_TSV));

/// What a word of a heading says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum HeadingGroup {
    /// The column holds numbers.
    Number,
    /// Nothing, beside the name of a wallet.
    AroundWallet,
    /// Mobile money of any network.
    AnyNetwork,
    /// The column holds mobile numbers.
    Mobile,
    /// The column holds accounts at banks.
    BankAccount,
    /// The column is what is left to pay: a whole heading.
    Remainder,
    /// The column holds numbers of anything: a whole heading.
    BareNumber,
    /// The column is what is left of the amount beside the word.
    Left,
    /// The column is what is left of the amount: a whole heading.
    LeftToPay,
    /// The column is a part of the amount.
    Part,
    /// The column is the amount, rounded.
    Rounded,
    /// Nothing, beside a word of rounding.
    AroundRounded,
    /// The column is a second account or amount of a person.
    Second,
    /// The column is an account for savings.
    Savings,
    /// Nothing, beside a word of what the column is.
    Month,
    /// The column is compared with the amount.
    Compared,
    /// Nothing, but it is no misspelling.
    Correct,
}

impl HeadingGroup {
    /// Whether a normalised text is in the group.
    pub fn has(self, text: &str) -> bool {
        WORDS.has(self, text)
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::{super::word_groups::check_every_line, *};

    #[test]
    fn every_line_of_the_list_is_read() {
        check_every_line(WORDS_TSV, HeadingGroup::iter());
    }
}
