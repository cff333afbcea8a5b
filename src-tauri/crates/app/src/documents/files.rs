//! Files that the user chooses: to open, or to save to. The page has handles of them (`chosen_files`). Deliberately not
//! here: reading and writing them (the desk), and the dialogs (the port).

use std::{
    future::Future,
    path::{Path, PathBuf},
};

use paysheet_desk::{
    Desk, DeskError, ListWords, prepare_to_read,
    view::{DocumentInput, DocumentKind, JournalOptions, KeyBackupForm},
};

use crate::state::{
    app_state::AppState,
    chosen_files::{ChosenFile, FileHandle, Purpose},
    desktop::{Choice, FileKind},
    error::{CommandResult, app_error, unexpected},
    save_format::{SaveFormat, plain_file_name},
    saved_file::{Destination, DocumentOf, SavedFile},
};

/// The suggested file names of what is not about one payroll.
const PEOPLE_NAME: &str = "People.xlsx";
const TOP_UPS_NAME: &str = "Top-ups.xlsx";
const DIAGNOSTICS_NAME: &str = "Paysheet diagnostics.txt";
const AUDIT_LOG_NAME: &str = "Audit log.xlsx";
const OUTCOME_LINES_NAME: &str = "Compared results.xlsx";

impl AppState {
    /// Lets the user choose a file to open; none if the user cancels.
    ///
    /// # Errors
    /// `unexpected` if no dialog can be shown.
    pub async fn choose_file(&self, kind: FileKind) -> CommandResult<Option<ChosenFile>> {
        if kind == FileKind::Payroll {
            prepare_to_read();
        }
        let path = chosen(self.dialogs.choose_file(kind)).await?;
        path.map(|path| self.files.grant(path, Purpose::Read(kind))).transpose()
    }

    /// Lets the user choose the folder of the backups; none if the user cancels.
    ///
    /// # Errors
    /// `unexpected` if no dialog can be shown.
    pub async fn choose_backup_folder(&self) -> CommandResult<Option<ChosenFile>> {
        let path = chosen(self.dialogs.choose_folder()).await?;
        path.map(|path| self.files.grant(path, Purpose::BackupFolder)).transpose()
    }

    /// Returns the handle of a file that the user dropped on the window, which is read as a payroll.
    ///
    /// # Errors
    /// `unexpected` if the system has no randomness.
    pub fn file_dropped(&self, path: PathBuf) -> CommandResult<ChosenFile> {
        self.files.grant(path, Purpose::Read(FileKind::Payroll))
    }

    /// Lets the user choose where a file is saved; none if the user cancels.
    ///
    /// # Errors
    /// Those of [`Self::desk`], if the payroll cannot be read, and `unexpected` if no dialog can be shown.
    pub async fn choose_destination(&self, file: SavedFile) -> CommandResult<Option<ChosenFile>> {
        let (name, format) = self.suggested(file).await?;
        self.choose_where(file.into(), &name, format).await
    }

    /// Lets the user choose where a document of a payroll is saved; none if the user cancels. The suggested name is in the
    /// window's words.
    ///
    /// # Errors
    /// Those of [`Self::choose_destination`].
    pub async fn choose_document(&self, id: u32, input: &DocumentInput) -> CommandResult<Option<ChosenFile>> {
        let name = self.desk().await?.document_name(id, input).await.map_err(app_error)?;
        let format = match input.kind {
            DocumentKind::Report | DocumentKind::BankSchedule => SaveFormat::PdfOrWorkbook,
            DocumentKind::Receipts | DocumentKind::PaymentAdvice | DocumentKind::CaseFile => SaveFormat::Pdf,
        };
        self.choose_where(Destination::Document(DocumentOf::new(id, input)), &name, format).await
    }

    /// Lets the user choose where the journal of a payroll is saved; none if the user cancels. The suggested name is in the
    /// window's words.
    ///
    /// # Errors
    /// Those of [`Self::choose_destination`].
    pub async fn choose_journal(
        &self,
        id: u32,
        options: &JournalOptions,
        words: &ListWords,
    ) -> CommandResult<Option<ChosenFile>> {
        let name = self.desk().await?.journal_name(id, options, words).await.map_err(app_error)?;
        self.choose_where(Destination::Journal(id, options.currency), &name, SaveFormat::Csv).await
    }

    /// Writes a file where the user chose, and returns its handle to be shown by.
    ///
    /// # Errors
    /// `file_not_chosen` if the user chose this place for something else, or if something was written there already; those
    /// of [`Self::desk`] and of `write`.
    pub async fn save<W>(
        &self,
        file: &FileHandle,
        destination: impl Into<Destination>,
        write: impl FnOnce(Desk, PathBuf) -> W,
    ) -> CommandResult<ChosenFile>
    where
        W: Future<Output = Result<PathBuf, DeskError>>,
    {
        let desk = self.desk().await?;
        let path = self.destination(file, destination)?;
        self.saved(write(desk, path).await.map_err(app_error)?)
    }

    /// Writes a document where the user chose; none if the user stopped it, and then there is no file.
    ///
    /// # Errors
    /// Those of [`Self::save`].
    pub async fn save_document(
        &self,
        id: u32,
        input: DocumentInput,
        file: &FileHandle,
    ) -> CommandResult<Option<ChosenFile>> {
        let desk = self.desk().await?;
        let path = self.destination(file, Destination::Document(DocumentOf::new(id, &input)))?;
        let written = desk.export_document(id, input, &path).await.map_err(app_error)?;
        written.map(|path| self.saved(path)).transpose()
    }

    /// Returns the path that the user chose for this, and uses up its handle.
    pub(crate) fn destination(
        &self,
        file: &FileHandle,
        destination: impl Into<Destination>,
    ) -> CommandResult<PathBuf> {
        self.files.take(file, &Purpose::Write(destination.into()))
    }

    /// Reads a file that the user chose. Its handle stays valid for a next step.
    ///
    /// # Errors
    /// `file_not_chosen` if the user chose it for something else; those of [`Self::desk`] and of `read`.
    pub async fn read_chosen<T, R>(
        &self,
        file: &FileHandle,
        kind: FileKind,
        read: impl FnOnce(Desk, PathBuf) -> R,
    ) -> CommandResult<T>
    where
        R: Future<Output = Result<T, DeskError>>,
    {
        let desk = self.desk().await?;
        let path = self.files.path(file, &Purpose::Read(kind))?;
        read(desk, path).await.map_err(app_error)
    }

    /// Reads a file that the user chose for the last time: its handle is used up if this succeeds.
    ///
    /// # Errors
    /// Those of [`Self::read_chosen`].
    pub async fn finish_with<T, R>(
        &self,
        file: &FileHandle,
        kind: FileKind,
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
    pub(crate) fn used_up(&self, file: &FileHandle, kind: FileKind) {
        drop(self.files.take(file, &Purpose::Read(kind)));
    }

    /// Shows a file that was saved in the file manager.
    ///
    /// # Errors
    /// `file_not_chosen` if nothing was saved there; `unexpected` if there is no such file any more, or no file manager.
    pub fn show_in_folder(&self, file: &FileHandle) -> CommandResult<()> {
        self.desktop.reveal(&self.files.path(file, &Purpose::Show)?)
    }

    /// Shows the ledger of the open desk in the file manager.
    ///
    /// # Errors
    /// Those of [`Self::desk`], and `unexpected` if there is no file manager.
    pub async fn show_ledger(&self) -> CommandResult<()> {
        self.desktop.reveal(self.desk().await?.ledger_path())
    }

    /// Returns the handle of a file that was saved, to be shown by.
    pub(crate) fn saved(&self, path: PathBuf) -> CommandResult<ChosenFile> {
        self.files.grant(path, Purpose::Show)
    }

    /// Lets the user choose a place with one of the format's endings. If the ending has to be added and a file of that name
    /// exists, the dialog is shown again with that name: the user says there whether it is replaced.
    async fn choose_where(
        &self,
        destination: Destination,
        name: &str,
        format: SaveFormat,
    ) -> CommandResult<Option<ChosenFile>> {
        let (mut folder, mut name) = (self.paths.documents(), plain_file_name(name));
        loop {
            let Some(typed) = chosen(self.dialogs.choose_destination(folder, name, format)).await? else {
                return Ok(None);
            };
            let path = format.with_ending(typed.clone());
            if path == typed || path.symlink_metadata().is_err() {
                return self.files.grant(path, Purpose::Write(destination)).map(Some);
            }
            folder = path.parent().map(Path::to_owned).unwrap_or_default();
            name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        }
    }

    /// Returns the suggested name of a file, and the formats in which it can be saved.
    async fn suggested(&self, file: SavedFile) -> CommandResult<(String, SaveFormat)> {
        let desk = self.desk().await?;
        let (name, format) = match file {
            SavedFile::Template(country) => (Ok(desk.template_name(country)), SaveFormat::Workbook),
            SavedFile::Results(id) => (desk.export_name(id).await, SaveFormat::Workbook),
            SavedFile::OpenPayments(id) => (desk.open_payments_name(id).await, SaveFormat::Workbook),
            SavedFile::List(id, list) => (desk.list_name(id, list).await, SaveFormat::WorkbookOrCsv),
            SavedFile::Copy(id) => {
                let name = desk.copy_name(id).await.map_err(app_error)?;
                let format = SaveFormat::of_copy(&name);
                (Ok(name), format)
            }
            SavedFile::TopUps => (Ok(TOP_UPS_NAME.to_owned()), SaveFormat::WorkbookOrCsv),
            SavedFile::People => (Ok(PEOPLE_NAME.to_owned()), SaveFormat::WorkbookOrCsv),
            SavedFile::Diagnostics => (Ok(DIAGNOSTICS_NAME.to_owned()), SaveFormat::Text),
            SavedFile::OutcomeLines => (Ok(OUTCOME_LINES_NAME.to_owned()), SaveFormat::WorkbookOrCsv),
            SavedFile::AuditLog => (Ok(AUDIT_LOG_NAME.to_owned()), SaveFormat::WorkbookOrCsv),
            SavedFile::KeyBackup(form) => {
                let format = match form {
                    KeyBackupForm::File => SaveFormat::Text,
                    KeyBackupForm::Sheet => SaveFormat::Html,
                };
                (Ok(desk.key_backup_name(form)), format)
            }
        };
        Ok((name.map_err(app_error)?, format))
    }
}

async fn chosen(choice: Choice) -> CommandResult<Option<PathBuf>> {
    choice.await.map_err(|error| unexpected(&error))
}
