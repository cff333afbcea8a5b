//! Files of one payroll, as the page has them: the file it is opened from, and what is written about it.

use paysheet_desk::{
    ListWords, ReadOptions, SheetKind,
    view::{JournalCurrency, JournalOptions, Opened},
};
use serde::{Deserialize, Serialize};

use crate::state::{
    app_state::AppState,
    chosen_files::{ChosenFile, FileHandle, Purpose},
    desktop::FileKind,
    error::{CommandResult, app_error},
    saved_file::{Destination, SavedFile},
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

/// A copy of the user's file as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedCopy {
    pub file: ChosenFile,
    /// The format of the original if it cannot be written and the copy is a new .xlsx.
    pub made_anew_from: Option<SheetKind>,
}

/// A journal that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedJournal {
    pub file: ChosenFile,
    pub booked: JournalCurrency,
}

impl AppState {
    /// Opens a payroll file that the user chose or dropped. Its handle stays valid: the window may go back to it.
    ///
    /// # Errors
    /// `file_not_chosen`; those of `Desk::open_or_ask`.
    pub async fn open_payroll(&self, file: FileHandle) -> CommandResult<OpenedFile> {
        let desk = self.desk().await?;
        let path = self.files.path(&file, &Purpose::Read(FileKind::Payroll))?;
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

    /// Writes a copy of the file of a payroll where the user chose.
    ///
    /// # Errors
    /// `file_not_chosen`; those of `Desk::export_copy`.
    pub async fn export_copy(
        &self,
        id: u32,
        words: ListWords,
        file: &FileHandle,
    ) -> CommandResult<SavedCopy> {
        let desk = self.desk().await?;
        let path = self.destination(file, SavedFile::Copy(id))?;
        let made = desk.export_copy(id, words, &path).await.map_err(app_error)?;
        Ok(SavedCopy { file: self.saved(made.path)?, made_anew_from: made.made_anew_from })
    }

    /// Writes the journal of a payroll where the user chose.
    ///
    /// # Errors
    /// `file_not_chosen`; those of `Desk::export_journal`.
    pub async fn export_journal(
        &self,
        id: u32,
        options: &JournalOptions,
        words: ListWords,
        file: &FileHandle,
    ) -> CommandResult<SavedJournal> {
        let desk = self.desk().await?;
        let path = self.destination(file, Destination::Journal(id, options.currency))?;
        let made = desk.export_journal(id, options, words, &path).await.map_err(app_error)?;
        Ok(SavedJournal { file: self.saved(made.path)?, booked: made.booked })
    }
}
