//! What the service lists: its destinations, and the branches of those that are banks.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

use crate::banks::country::Country;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BankKind {
    Bank,
    MobileMoney,
    /// A place that pays out in cash. It has no accounts, so no row is paid into one.
    Pickup,
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

impl Bank {
    /// Whether a payment may need the bank's branch (interface, "Branch List": some destinations require it; the interface
    /// does not list them, but Ghana's banks are known to).
    #[must_use]
    pub fn may_want_branch(&self) -> bool {
        self.country == Country::GH && self.kind == BankKind::Bank
    }
}

/// A branch of a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ListedBranch {
    /// As the service requires it.
    pub code: String,
    pub name: String,
}
