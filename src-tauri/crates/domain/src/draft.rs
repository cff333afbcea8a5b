//! A payroll before it is frozen: each row as the file has it, and beside it what the user made of it. The
//! file's own values are never overwritten, so every change can be shown, undone and audited.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

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
    /// Warnings the user looked at and accepted.
    #[serde(default)]
    pub accepted: BTreeSet<ProblemCode>,
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
            accepted: BTreeSet::new(),
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
