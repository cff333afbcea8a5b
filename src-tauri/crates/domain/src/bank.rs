//! Banks and mobile money providers: the entries, and finding the one a file means by name or code.

use serde::{Deserialize, Serialize};

use crate::country::Country;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum BankKind {
    Bank,
    MobileMoney,
}

/// A destination of the service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Bank {
    /// As the service wants it, zeros kept (`044`).
    pub code: String,
    pub name: String,
    pub kind: BankKind,
    pub country: Country,
}

/// The destinations of some countries, and the matching of what files call them.
#[derive(Clone, Debug, Default)]
pub struct BankDirectory {
    banks: Vec<Bank>,
}

/// What a bank's name in a file can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BankMatch<'a> {
    One(&'a Bank),
    /// Several fit; the best first.
    Several(Vec<&'a Bank>),
    /// None is sure; the nearest by spelling, if any is near, may be suggested.
    None(Option<&'a Bank>),
}
