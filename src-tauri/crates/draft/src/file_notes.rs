//! What is stored of a file with its draft, besides the rows.

use paysheet_domain::Problem;
use paysheet_sheet::SheetFile;
use serde::{Deserialize, Serialize};

use crate::model::skipped_row::StoredSkippedRow;

/// The facts about its file that are stored with a draft, besides the rows.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FileNotes {
    pub skipped: Vec<StoredSkippedRow>,
    pub problems: Vec<Problem>,
}

impl From<&SheetFile> for FileNotes {
    fn from(sheet: &SheetFile) -> Self {
        let skipped = sheet.skipped.iter().map(StoredSkippedRow::from);
        Self { skipped: skipped.collect(), problems: sheet.file_problems() }
    }
}
