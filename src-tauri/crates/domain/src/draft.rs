//! A payroll before it is frozen: each row as the file has it, and beside it what the user made of it. The
//! file's own values are never overwritten, so every change can be shown, undone and audited.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};

use crate::{
    cell::{Cell, Field, SourceRow},
    problem::ProblemCode,
};

/// What the bank says about an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HolderFinding {
    /// The bank's name for the holder is that of the row.
    Matches { holder: String },
    /// It is another name: the user decides.
    Differs { holder: String },
    /// The bank does not know the account.
    NotFound,
}

/// The account a finding is about; a finding for another account than the row's is stale and does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HolderCheck {
    pub account_number: String,
    pub bank_code: String,
    pub finding: HolderFinding,
}

/// Warnings that the user accepted, each with the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredAcceptances")]
pub struct Acceptances(BTreeMap<ProblemCode, String>);

/// As they are stored: by code with the reason, and in drafts of an older version as codes alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredAcceptances {
    WithReasons(BTreeMap<ProblemCode, String>),
    Codes(Vec<ProblemCode>),
}

impl From<StoredAcceptances> for Acceptances {
    fn from(stored: StoredAcceptances) -> Self {
        match stored {
            StoredAcceptances::WithReasons(reasons) => Self(reasons),
            StoredAcceptances::Codes(codes) => {
                Self(codes.into_iter().map(|code| (code, String::new())).collect())
            }
        }
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

    /// Why the warning was accepted.
    #[must_use]
    pub fn reason(&self, code: ProblemCode) -> Option<&str> {
        self.0.get(&code).map(String::as_str)
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftRow {
    /// Place in the payroll, from 0; the row's identity within the draft.
    pub position: u32,
    pub source: SourceRow,
    /// What the user typed or accepted instead of the file's value.
    #[serde(default)]
    pub edits: BTreeMap<Field, String>,
    #[serde(default)]
    pub excluded: bool,
    /// Warnings the user looked at and accepted, each with the reason.
    #[serde(default)]
    pub accepted: Acceptances,
    #[serde(default)]
    pub holder: Option<HolderCheck>,
}

impl DraftRow {
    #[must_use]
    pub fn new(position: u32, source: SourceRow) -> Self {
        Self {
            position,
            source,
            edits: BTreeMap::new(),
            excluded: false,
            accepted: Acceptances::default(),
            holder: None,
        }
    }

    /// The row as it counts now: the file's cells with the edits over them.
    #[must_use]
    pub fn effective(&self) -> Cow<'_, SourceRow> {
        if self.edits.is_empty() {
            return Cow::Borrowed(&self.source);
        }
        let mut row = self.source.clone();
        for (field, text) in &self.edits {
            row.cells.insert(*field, Cell::typed(text));
        }
        Cow::Owned(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acceptances_of_an_older_version_are_read_without_reasons() {
        for (stored, reason) in [
            (r#"["duplicate_account"]"#, Some("")),
            (r#"{"duplicate_account":"salary and bonus"}"#, Some("salary and bonus")),
            ("[]", None),
            ("{}", None),
        ] {
            let read: Acceptances = serde_json::from_str(stored).expect("acceptances");
            assert_eq!(read.reason(ProblemCode::DuplicateAccount), reason, "{stored}");
            let again = serde_json::to_string(&read).expect("JSON");
            assert_eq!(serde_json::from_str::<Acceptances>(&again).expect("acceptances"), read);
        }
    }
}
