//! A row of the file that the importer skipped, as it is stored with the draft.

use paysheet_domain::SourceRow;
use paysheet_sheet::{SkipReason, Skipped};
use serde::{Deserialize, Serialize};

/// Maximum number of characters of a skipped row that are stored for display.
const TEXT_CHARS_MAX: usize = 120;

/// A row of the file that the importer skipped, as it is stored with the draft.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredSkippedRow {
    pub row: u32,
    pub reason: SkipReason,
    /// The row's text, shortened.
    pub text: String,
    /// None for a blank row, and in drafts from before rows could be restored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceRow>,
}

impl From<&Skipped> for StoredSkippedRow {
    fn from(skipped: &Skipped) -> Self {
        Self {
            row: skipped.row,
            reason: skipped.reason,
            text: skipped.text.chars().take(TEXT_CHARS_MAX).collect(),
            source: skipped.source.clone(),
        }
    }
}
