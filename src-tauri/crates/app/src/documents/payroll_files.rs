//! The file that a payroll is opened from, as the page has it.

use paysheet_desk::{ReadOptions, view::Opened};
use serde::{Deserialize, Serialize};

use crate::state::{
    app_state::AppState,
    chosen_files::{ChosenFile, FileHandle, Purpose},
    desktop::FileToOpen,
    error::{CommandResult, app_error},
};

/// The result of opening a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpenedFile {
    /// Nothing is in doubt: a draft to be checked.
    Draft { id: u32 },
    /// The user must assign the columns of this file.
    Asks { file: ChosenFile },
}

impl AppState {
    /// Opens a payroll file that the user chose or dropped. Its handle stays valid: the window may go back to it.
    ///
    /// # Errors
    /// `file_not_chosen`; those of `Desk::open_or_ask`.
    pub async fn open_payroll(&self, file: FileHandle) -> CommandResult<OpenedFile> {
        let desk = self.desk().await?;
        let path = self.files.path(&file, &Purpose::Open(FileToOpen::Payroll))?;
        Ok(match desk.open_or_ask(&path, ReadOptions::default()).await.map_err(app_error)? {
            Opened::Asks { .. } => OpenedFile::Asks { file: self.file_dropped(path)? },
            Opened::Draft { id } => OpenedFile::Draft { id },
        })
    }

    /// Returns the file of a draft if it was saved again since the draft was read from it, so that it can be read again.
    ///
    /// # Errors
    /// Those of `Desk::changed_file`.
    pub async fn changed_file(&self, id: u32) -> CommandResult<Option<ChosenFile>> {
        let path = self.desk().await?.changed_file(id).await.map_err(app_error)?;
        path.map(|path| self.file_dropped(path)).transpose()
    }
}
