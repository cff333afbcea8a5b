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
}

impl Recognised {
    /// Confidence in percent that the column holds the field.
    pub fn confidence(self) -> u8 {
        if self.is_doubtful { self.sure.min(DOUBTFUL_MAX) } else { self.sure }
    }
}
