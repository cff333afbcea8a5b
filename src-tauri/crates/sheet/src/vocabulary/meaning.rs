//! The meaning of a header, with its confidence.

use paysheet_domain::Field;

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
    /// Known, but not used for payments.
    Ignored,
}

/// The meaning of a header, with its confidence in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recognised {
    pub meaning: Meaning,
    pub sure: u8,
}
