//! Files that the user chooses: to open, or to save to. Deliberately not here: reading and writing them (the desk), and
//! the dialogs (the port).

use std::path::Path;

use paysheet_desk::{
    ListKind, ListWords, prepare_to_read,
    view::{DocumentInput, DocumentKind, KeyBackupForm},
};
use paysheet_domain::{Country, Currency};

use crate::{
    app_state::AppState,
    desktop::{Choice, FileKind, SaveFormat},
    error::{CommandResult, app_error, unexpected},
};

/// The suggested file name of the list of top-ups.
const PEOPLE_NAME: &str = "People.xlsx";
const TOP_UPS_NAME: &str = "Top-ups.xlsx";
const DIAGNOSTICS_NAME: &str = "Paysheet diagnostics.txt";
const AUDIT_LOG_NAME: &str = "Audit log.xlsx";

/// A file that Paysheet writes where the user chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedFile {
    /// A workbook to type a country's payroll into.
    Template(Country),
    /// The results of a payroll.
    Results(u32),
    /// The payments of a payroll without a clear result.
    OpenPayments(u32),
    /// A list of a payroll.
    List(u32, ListKind),
    /// A copy of the file of a payroll, with columns added.
    Copy(u32),
    TopUps,
    /// Everyone who was ever paid.
    People,
    /// Who did what when.
    AuditLog,
    /// What helps to find out why something does not work.
    Diagnostics,
    KeyBackup(KeyBackupForm),
}

impl AppState {
    /// Lets the user choose a file to open; none if the user cancels.
    ///
    /// # Errors
    /// `unexpected` if no dialog can be shown.
    pub async fn choose_file(&self, kind: FileKind) -> CommandResult<Option<String>> {
        if kind == FileKind::Payroll {
            prepare_to_read();
        }
        chosen(self.desktop.choose_file(kind)).await
    }

    /// Lets the user choose a folder; none if the user cancels.
    ///
    /// # Errors
    /// `unexpected` if no dialog can be shown.
    pub async fn choose_folder(&self) -> CommandResult<Option<String>> {
        chosen(self.desktop.choose_folder()).await
    }

    /// Lets the user choose where a file is saved; none if the user cancels.
    ///
    /// # Errors
    /// Those of [`Self::desk`], if the payroll cannot be read, and `unexpected` if no dialog can be shown.
    pub async fn choose_destination(&self, file: SavedFile) -> CommandResult<Option<String>> {
        let (name, format) = self.suggested(file).await?;
        chosen(self.desktop.choose_destination(self.paths.documents(), name, format)).await
    }

    /// Lets the user choose where a document of a payroll is saved; none if the user cancels. The suggested name is in the
    /// window's words.
    ///
    /// # Errors
    /// Those of [`Self::choose_destination`].
    pub async fn choose_document(&self, id: u32, input: &DocumentInput) -> CommandResult<Option<String>> {
        let name = self.desk().await?.document_name(id, input).await.map_err(app_error)?;
        let format = match input.kind {
            DocumentKind::Report | DocumentKind::BankSchedule => SaveFormat::PdfOrWorkbook,
            DocumentKind::Receipts | DocumentKind::PaymentAdvice | DocumentKind::CaseFile => SaveFormat::Pdf,
        };
        chosen(self.desktop.choose_destination(self.paths.documents(), name, format)).await
    }

    /// Writes a document of a payroll to a file that only this user can read, and opens it in the system's viewer, whose
    /// own dialog prints it. The file is deleted at the next start. Returns false if the user stopped it.
    ///
    /// # Errors
    /// Those of [`paysheet_desk::Desk::export_document`]; `viewer_not_opened`.
    pub async fn print_document(&self, id: u32, input: DocumentInput) -> CommandResult<bool> {
        let desk = self.desk().await?;
        let name = desk.document_name(id, &input).await.map_err(app_error)?;
        let folder = self.paths.new_print_folder().map_err(|error| unexpected(&error))?;
        let written = desk.export_document(id, input, &folder.join(name)).await.map_err(app_error)?;
        written.map(|path| self.desktop.open_file(&path)).transpose().map(|opened| opened.is_some())
    }

    /// Lets the user choose where the journal of a payroll is saved; none if the user cancels. The suggested name is in the
    /// window's words.
    ///
    /// # Errors
    /// Those of [`Self::choose_destination`].
    pub async fn choose_journal(
        &self,
        id: u32,
        currency: Currency,
        words: &ListWords,
    ) -> CommandResult<Option<String>> {
        let name = self.desk().await?.journal_name(id, currency, words).await.map_err(app_error)?;
        chosen(self.desktop.choose_destination(self.paths.documents(), name, SaveFormat::Csv)).await
    }

    /// Shows a file in the file manager.
    ///
    /// # Errors
    /// `unexpected` if there is no such file, or no file manager.
    pub fn show_in_folder(&self, path: &Path) -> CommandResult<()> {
        self.desktop.reveal(path)
    }

    /// Returns the suggested name of a file, and the formats in which it can be saved.
    async fn suggested(&self, file: SavedFile) -> CommandResult<(String, SaveFormat)> {
        Ok(match file {
            SavedFile::Template(country) => (self.desk().await?.template_name(country), SaveFormat::Workbook),
            SavedFile::Results(id) => {
                (self.desk().await?.export_name(id).await.map_err(app_error)?, SaveFormat::Workbook)
            }
            SavedFile::OpenPayments(id) => {
                let name = self.desk().await?.open_payments_name(id).await;
                (name.map_err(app_error)?, SaveFormat::Workbook)
            }
            SavedFile::List(id, list) => {
                (self.desk().await?.list_name(id, list).await.map_err(app_error)?, SaveFormat::WorkbookOrCsv)
            }
            SavedFile::Copy(id) => {
                (self.desk().await?.copy_name(id).await.map_err(app_error)?, SaveFormat::OfName)
            }
            SavedFile::TopUps => (TOP_UPS_NAME.to_owned(), SaveFormat::WorkbookOrCsv),
            SavedFile::People => (PEOPLE_NAME.to_owned(), SaveFormat::WorkbookOrCsv),
            SavedFile::Diagnostics => (DIAGNOSTICS_NAME.to_owned(), SaveFormat::Text),
            SavedFile::AuditLog => (AUDIT_LOG_NAME.to_owned(), SaveFormat::WorkbookOrCsv),
            SavedFile::KeyBackup(form) => (self.desk().await?.key_backup_name(form), SaveFormat::OfName),
        })
    }
}

async fn chosen(choice: Choice) -> CommandResult<Option<String>> {
    choice.await.map_err(|error| unexpected(&error))
}
