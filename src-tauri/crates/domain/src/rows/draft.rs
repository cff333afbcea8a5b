//! A payroll before it is frozen: each row as in the file, and the user's edits beside it. The file's own values are
//! never overwritten, so every change can be shown, undone and audited.

use std::{borrow::Cow, collections::BTreeMap};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    banks::country::Country,
    rows::{edits::Edits, problem::ProblemCode, source_row::SourceRow},
};

/// A row that the service named, as it was refused. A row that was changed since is not meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedRow {
    pub position: u32,
    pub bank_code: String,
    pub account_number: String,
    /// Decimal digits.
    pub amount: String,
}

/// The bank's response about an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HolderFinding {
    /// The bank's name for the holder matches the name in the row.
    Matches { holder: String },
    /// The names are similar: the user decides.
    Close { holder: String },
    /// The names differ: the user decides.
    Differs { holder: String },
    /// The bank has no such account.
    NotFound,
    /// The service does not name the holders of this bank.
    NotAvailable,
}

/// A finding with the account that it is about. A finding about another account than the row's is stale and does not
/// count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HolderCheck {
    pub country: Country,
    pub account_number: String,
    pub bank_code: String,
    /// The service that was asked: at another one, the code may be another bank's.
    pub service: String,
    pub finding: HolderFinding,
    /// When the bank answered.
    pub asked_at: Timestamp,
    /// The holder's name when the account was last paid, if it was known then.
    pub when_paid: Option<String>,
}

impl HolderCheck {
    /// Whether two checks say the same, whenever the bank was asked.
    #[must_use]
    pub fn says_the_same(&self, other: &Self) -> bool {
        Self { asked_at: other.asked_at, ..self.clone() } == *other
    }
}

/// Warnings that the user accepted, each with the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, String>")]
pub struct Acceptances(BTreeMap<ProblemCode, String>);

/// A code that no longer exists is dropped: if there is another warning instead, it is asked again.
impl From<BTreeMap<String, String>> for Acceptances {
    fn from(stored: BTreeMap<String, String>) -> Self {
        Self(stored.into_iter().filter_map(|(code, reason)| Some((code.parse().ok()?, reason))).collect())
    }
}

impl Acceptances {
    pub fn insert(&mut self, code: ProblemCode, reason: &str) {
        self.0.insert(code, reason.to_owned());
    }

    pub fn remove(&mut self, code: ProblemCode) {
        self.0.remove(&code);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[must_use]
    pub fn contains(&self, code: ProblemCode) -> bool {
        self.0.contains_key(&code)
    }

    /// Returns the reason with which the warning was accepted.
    #[must_use]
    pub fn reason(&self, code: ProblemCode) -> Option<&str> {
        self.0.get(&code).map(String::as_str)
    }

    /// Returns the accepted warnings, each with its reason.
    pub fn iter(&self) -> impl Iterator<Item = (ProblemCode, &str)> {
        self.0.iter().map(|(code, reason)| (*code, reason.as_str()))
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// One row of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftRow {
    /// Position in the payroll, from 0. It identifies the row in the draft.
    pub position: u32,
    pub source: SourceRow,
    /// Values that the user typed or accepted instead of the file's values.
    pub edits: Edits,
    pub excluded: bool,
    /// Warnings that the user saw and accepted, each with the reason.
    pub accepted: Acceptances,
    pub holder: Option<HolderCheck>,
}

impl DraftRow {
    #[must_use]
    pub fn new(position: u32, source: SourceRow) -> Self {
        Self {
            position,
            source,
            edits: Edits::default(),
            excluded: false,
            accepted: Acceptances::default(),
            holder: None,
        }
    }

    /// Returns the row with its effective values: the file's cells, replaced by the edits.
    #[must_use]
    pub fn effective(&self) -> Cow<'_, SourceRow> {
        if self.edits.is_empty() {
            return Cow::Borrowed(&self.source);
        }
        let mut row = self.source.clone();
        self.edits.apply(&mut row);
        Cow::Owned(row)
    }
}
