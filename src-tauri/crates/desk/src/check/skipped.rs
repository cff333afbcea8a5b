//! Rows of a file that reading took for nobody: kept with the draft as they stand in the file, so that one that is
//! a person can be put back, by who opens the payroll today or in a month.

use paysheet_domain::SourceRow;
use paysheet_sheet::Skipped;
use serde::{Deserialize, Serialize};

use crate::{desk::Desk, error::DeskError, view::DraftView, view::SkippedRow};

/// Characters of a skipped row that are kept to be shown.
const TEXT_CHARS_MAX: usize = 120;

/// A skipped row as a draft keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptSkipped {
    pub row: u32,
    /// `blank_row`, `totals_row`, `header_repeated`, `note_row`.
    pub reason: String,
    /// What stands in it, shortened.
    pub text: String,
    /// None for a blank row, and in drafts that were made before rows could be put back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceRow>,
}

impl From<&Skipped> for KeptSkipped {
    fn from(skipped: &Skipped) -> Self {
        Self {
            row: skipped.row,
            reason: skipped.reason.to_string(),
            text: skipped.text.chars().take(TEXT_CHARS_MAX).collect(),
            source: skipped.source.clone(),
        }
    }
}

impl KeptSkipped {
    pub(crate) fn view(&self) -> SkippedRow {
        SkippedRow {
            row: self.row,
            reason: self.reason.clone(),
            text: self.text.clone(),
            can_return: self.source.is_some(),
        }
    }
}

impl Desk {
    /// Takes skipped rows for people, by their numbers in the file.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn put_back(&self, id: u32, rows: Vec<u32>) -> Result<DraftView, DeskError> {
        self.change(id, "skipped rows put back", move |draft| draft.put_back(&rows)).await
    }
}
