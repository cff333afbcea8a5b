//! The service's lists of destinations.

use paysheet_domain::{BankKind, Country, ListedBranch};
use serde::{Deserialize, Serialize};

use crate::app_error::AppError;

/// Which lists of a country's destinations are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum BankLists {
    /// Those that people can be paid by. Open drafts are checked by them.
    Payable,
    /// All, with the destinations that pay out in cash.
    All,
    /// All, each fetched now.
    AllFetched,
}

/// The destinations of a country that the service listed, in its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct DestinationsView {
    pub country: Country,
    pub banks: Vec<DestinationView>,
    /// One for each kind that was requested.
    pub lists: Vec<ListView>,
}

/// A bank, wallet or pickup point of the service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct DestinationView {
    pub code: String,
    pub name: String,
    pub kind: BankKind,
    /// Names and abbreviations under which people search for it.
    pub aliases: Vec<String>,
    /// How many payouts went there so far.
    pub uses: u32,
}

/// What is stored of a country's lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CountryListsView {
    pub country: Country,
    /// Figures of the stored lists; none if there is no list of that kind.
    pub banks: Option<u32>,
    pub wallets: Option<u32>,
}

/// One list of destinations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ListView {
    pub kind: BankKind,
    /// None if the service never gave it.
    pub fetched_at: Option<String>,
    /// Why the last request failed; none if it did not.
    pub failure: Option<AppError>,
}

/// A text that files have for a bank, and the bank that was chosen for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BankSpellingView {
    pub country: Country,
    pub text: String,
    pub bank_name: String,
    pub confirmed_by: String,
    pub confirmed_at: String,
    /// False if the service does not list the bank any more.
    pub is_used: bool,
}

/// The branches of a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BranchesView {
    pub fetched_at: String,
    pub branches: Vec<ListedBranch>,
}
