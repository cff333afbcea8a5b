//! The meaning of a header, with its confidence.

use paysheet_domain::Field;

/// Confidence in percent of a header with an unknown word, below the confidence from which nobody is asked.
const DOUBTFUL_MAX: u8 = 70;

/// Parts of a person's name, in the order in which they are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamePart {
    Given,
    Other,
    Family,
    Company,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Field(Field),
    NamePart(NamePart),
    /// Known words of the field, beside a word by which it is something else: `Last Month Net Pay`. At most proposed.
    Denied(Field),
    /// Known, but not used for payments.
    Ignored,
}

/// The meaning of a header, with its confidence in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recognised {
    pub meaning: Meaning,
    /// The rank among the columns of the same field.
    pub sure: u8,
    /// An unknown word is beside the known ones. The column keeps its rank, because a worse column must not replace
    /// it silently, but the user is asked.
    pub is_doubtful: bool,
    /// The words have a wrong letter. The user is asked if the content of the column or another column raises a doubt.
    pub is_misspelt: bool,
}

impl Recognised {
    /// Confidence in percent that the column holds the field.
    pub fn confidence(self) -> u8 {
        if self.is_doubtful { self.sure.min(DOUBTFUL_MAX) } else { self.sure }
    }

    /// Whether the meaning of the same words without wrong letters counts more: this one is doubtful, or overlooks an
    /// account or an amount. It does not if it overlooks a doubtful one itself, which is a question.
    pub const fn is_unclear_beside(self, corrected: Self) -> bool {
        let overlooks = matches!(self.meaning, Meaning::Field(Field::AccountNumber | Field::Amount))
            && matches!(corrected.meaning, Meaning::Ignored);
        (self.is_doubtful && !overlooks)
            || self.is_misspelt
            || matches!(
                corrected.meaning,
                Meaning::Field(Field::AccountNumber | Field::Amount)
                    | Meaning::Denied(Field::AccountNumber | Field::Amount)
            )
    }
}
