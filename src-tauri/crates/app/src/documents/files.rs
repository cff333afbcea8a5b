//! Files that the user opens, and those that are shown in the file manager or a viewer. The page has handles of them
//! (`chosen_files`). Deliberately not here: reading them (the desk), and the dialogs (the port).

use std::{future::Future, io, path::PathBuf};

use paysheet_desk::{Desk, DeskError, prepare_to_read};

use crate::state::{
    app_state::AppState,
    chosen_files::{ChosenFile, FileHandle, Purpose},
    desktop::{Choice, FileToOpen, ProgramFile},
    error::{CommandResult, app_error, unexpected},
};

impl AppState {
    /// Lets the user choose a file, or a folder, to open; none if the user cancels.
    ///
    /// # Errors
    /// `unexpected` if no dialog can be shown.
    pub async fn choose_file(&self, file: FileToOpen) -> CommandResult<Option<ChosenFile>> {
        if file == FileToOpen::Payroll {
            prepare_to_read();
        }
        let path = chosen(self.dialogs.choose_file(file)).await?;
        path.map(|path| self.files.grant(path, Purpose::Open(file))).transpose()
    }

    /// Returns the handle of a file that the user dropped on the window or opened with Paysheet, which is read as a
    /// payroll.
    ///
    /// # Errors
    /// `unexpected` if the system has no randomness.
    pub fn file_dropped(&self, path: PathBuf) -> CommandResult<ChosenFile> {
        self.files.grant(path, Purpose::Open(FileToOpen::Payroll))
    }

    /// Reads a file that the user chose. Its handle stays valid for a next step.
    ///
    /// # Errors
    /// `file_not_chosen` if the user chose it for something else; those of [`Self::desk`] and of `read`.
    pub async fn read_chosen<T, R>(
        &self,
        file: &FileHandle,
        kind: FileToOpen,
        read: impl FnOnce(Desk, PathBuf) -> R,
    ) -> CommandResult<T>
    where
        R: Future<Output = Result<T, DeskError>>,
    {
        let desk = self.desk().await?;
        let path = self.files.path(file, &Purpose::Open(kind))?;
        read(desk, path).await.map_err(app_error)
    }

    /// Reads a file that the user chose for the last time: its handle is used up if this succeeds.
    ///
    /// # Errors
    /// Those of [`Self::read_chosen`].
    pub async fn finish_with<T, R>(
        &self,
        file: &FileHandle,
        kind: FileToOpen,
        read: impl FnOnce(Desk, PathBuf) -> R,
    ) -> CommandResult<T>
    where
        R: Future<Output = Result<T, DeskError>>,
    {
        let done = self.read_chosen(file, kind, read).await?;
        self.used_up(file, kind);
        Ok(done)
    }

    /// Makes the handle of a file that was read invalid. It may have made room for another one before.
    pub(crate) fn used_up(&self, file: &FileHandle, kind: FileToOpen) {
        drop(self.files.take(file, &Purpose::Open(kind)));
    }

    /// Shows a file that was saved in the file manager.
    ///
    /// # Errors
    /// `file_not_chosen` if nothing was saved there; `unexpected` if there is no such file any more, or no file manager.
    pub fn show_in_folder(&self, file: &FileHandle) -> CommandResult<()> {
        self.desktop.reveal(&self.files.path(file, &Purpose::Show)?)
    }

    /// Shows the ledger of the open desk in the file manager, or opens the third-party notices.
    ///
    /// # Errors
    /// `unexpected` if there is no file manager, and if a program that was not installed has no notices; for the ledger,
    /// those of [`Self::desk`].
    pub async fn show_program_file(&self, file: ProgramFile) -> CommandResult<()> {
        match file {
            ProgramFile::Ledger => self.desktop.reveal(self.desk().await?.ledger_path()),
            ProgramFile::ThirdPartyNotices => self.show_third_party_notices(),
        }
    }

    /// Shows the notices in the file manager if no program opens them.
    fn show_third_party_notices(&self) -> CommandResult<()> {
        let path = self.desktop.third_party_notices();
        let path = path.ok_or_else(|| unexpected(&io::Error::from(io::ErrorKind::NotFound)))?;
        self.desktop.open_file(&path).or_else(|_| self.desktop.reveal(&path))
    }
}

/// Returns the path that the user chose in a dialog; none if the user cancelled.
pub(crate) async fn chosen(choice: Choice) -> CommandResult<Option<PathBuf>> {
    choice.await.map_err(|error| unexpected(&error))
}
