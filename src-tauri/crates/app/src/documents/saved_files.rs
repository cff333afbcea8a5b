//! Files that Paysheet writes where the user chooses: the dialog, and then the file. Deliberately not here: their content
//! (the desk), and the dialog itself (the port).

use std::path::{Path, PathBuf};

use paysheet_desk::{
    Desk, DeskError, SheetKind,
    view::{DocumentKind, JournalCurrency, KeyBackupForm},
};
use serde::{Deserialize, Serialize};

use crate::{
    documents::files::chosen,
    state::{
        app_state::AppState,
        chosen_files::{ChosenFile, FileHandle, Purpose},
        error::{CommandResult, app_error},
        file_to_save::FileToSave,
        save_format::{SaveFormat, plain_file_name},
    },
};

/// The suggested file names of what is not about one payroll.
const PEOPLE_NAME: &str = "People.xlsx";
const TOP_UPS_NAME: &str = "Top-ups.xlsx";
const DIAGNOSTICS_NAME: &str = "Paysheet diagnostics.txt";
const AUDIT_LOG_NAME: &str = "Audit log.xlsx";
const OUTCOME_LINES_NAME: &str = "Compared results.xlsx";

/// A file that was written, to be shown by its handle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedFile {
    pub file: ChosenFile,
    /// The format of the original of a copy if it cannot be written and the copy is a new .xlsx.
    pub made_anew_from: Option<SheetKind>,
    /// What a journal books.
    pub booked: Option<JournalCurrency>,
}

/// A file as the desk wrote it.
struct Written {
    path: PathBuf,
    made_anew_from: Option<SheetKind>,
    booked: Option<JournalCurrency>,
}

impl From<PathBuf> for Written {
    fn from(path: PathBuf) -> Self {
        Self { path, made_anew_from: None, booked: None }
    }
}

impl AppState {
    /// Lets the user choose where a file is saved; none if the user cancels.
    ///
    /// # Errors
    /// Those of [`Self::desk`], if the payroll cannot be read, and `unexpected` if no dialog can be shown.
    pub async fn choose_destination(&self, file: &FileToSave) -> CommandResult<Option<ChosenFile>> {
        let (name, format) = suggested(&self.desk().await?, file).await.map_err(app_error)?;
        let Some(path) = self.choose_path(&name, format).await? else {
            return Ok(None);
        };
        self.files.grant(path, Purpose::Write(file.destination())).map(Some)
    }

    /// Writes a file where the user chose; none if the user stopped it, which is possible with a document, and then there
    /// is no file.
    ///
    /// # Errors
    /// `file_not_chosen` if the user chose this place for something else, or if something was written there already; those
    /// of [`Self::desk`] and of the desk's method that writes it.
    pub async fn save_file(&self, file: FileToSave, handle: &FileHandle) -> CommandResult<Option<SavedFile>> {
        let desk = self.desk().await?;
        let path = self.files.take(handle, &Purpose::Write(file.destination()))?;
        let Some(written) = self.write(&desk, file, path).await.map_err(app_error)? else {
            return Ok(None);
        };
        let Written { path, made_anew_from, booked } = written;
        Ok(Some(SavedFile { file: self.files.grant(path, Purpose::Show)?, made_anew_from, booked }))
    }

    async fn write(
        &self,
        desk: &Desk,
        file: FileToSave,
        path: PathBuf,
    ) -> Result<Option<Written>, DeskError> {
        let to = &path;
        let written: Written = match file {
            FileToSave::Template { country } => desk.save_template(country, to).await?.into(),
            FileToSave::Results { payroll } => desk.export_payroll(payroll, to).await?.into(),
            FileToSave::OpenPayments { payroll } => desk.export_open_payments(payroll, to).await?.into(),
            FileToSave::List { payroll, list, words } => {
                desk.export_list(payroll, list, words, to).await?.into()
            }
            FileToSave::Copy { payroll, words } => {
                let made = desk.export_copy(payroll, words, to).await?;
                Written { path: made.path, made_anew_from: made.made_anew_from, booked: None }
            }
            FileToSave::Document { payroll, input } => {
                return Ok(desk.export_document(payroll, input, to).await?.map(Written::from));
            }
            FileToSave::Journal { payroll, options, words } => {
                let made = desk.export_journal(payroll, &options, words, to).await?;
                Written { path: made.path, made_anew_from: None, booked: Some(made.booked) }
            }
            FileToSave::People { query, words } => desk.export_people(&query, words, to).await?.into(),
            FileToSave::TopUps { query, words } => desk.export_top_ups(&query, words, to).await?.into(),
            FileToSave::AuditLog { query, words } => desk.export_audit_log(&query, words, to).await?.into(),
            FileToSave::OutcomeLines { fingerprint, outcome, words } => {
                desk.export_outcome_lines(&fingerprint, outcome, words, to).await?.into()
            }
            FileToSave::Diagnostics => desk.export_diagnostics(self.program_facts(), to).await?.into(),
            FileToSave::KeyBackup { form, words } => {
                desk.save_key_backup(form, words, to).await?;
                path.into()
            }
        };
        Ok(Some(written))
    }

    /// Lets the user choose a place with one of the format's endings. If the ending has to be added and a file of that name
    /// exists, the dialog is shown again with that name: the user says there whether it is replaced.
    async fn choose_path(&self, name: &str, format: SaveFormat) -> CommandResult<Option<PathBuf>> {
        let (mut folder, mut name) = (self.paths.documents(), plain_file_name(name));
        loop {
            let Some(typed) = chosen(self.dialogs.choose_destination(folder, name, format)).await? else {
                return Ok(None);
            };
            let path = format.with_ending(typed.clone());
            if path == typed || path.symlink_metadata().is_err() {
                return Ok(Some(path));
            }
            folder = path.parent().map(Path::to_owned).unwrap_or_default();
            name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        }
    }
}

/// Returns the suggested name of a file, and the formats in which it can be saved. The names of documents and journals are
/// in the window's words.
async fn suggested(desk: &Desk, file: &FileToSave) -> Result<(String, SaveFormat), DeskError> {
    Ok(match file {
        FileToSave::Template { country } => (desk.template_name(*country), SaveFormat::Workbook),
        FileToSave::Results { payroll } => (desk.export_name(*payroll).await?, SaveFormat::Workbook),
        FileToSave::OpenPayments { payroll } => {
            (desk.open_payments_name(*payroll).await?, SaveFormat::Workbook)
        }
        FileToSave::List { payroll, list, .. } => {
            (desk.list_name(*payroll, *list).await?, SaveFormat::WorkbookOrCsv)
        }
        FileToSave::Copy { payroll, .. } => {
            let name = desk.copy_name(*payroll).await?;
            let format = SaveFormat::of_copy(&name);
            (name, format)
        }
        FileToSave::Document { payroll, input } => {
            let format = match input.kind {
                DocumentKind::Report | DocumentKind::BankSchedule => SaveFormat::PdfOrWorkbook,
                DocumentKind::Receipts | DocumentKind::PaymentAdvice | DocumentKind::CaseFile => {
                    SaveFormat::Pdf
                }
            };
            (desk.document_name(*payroll, input).await?, format)
        }
        FileToSave::Journal { payroll, options, words } => {
            (desk.journal_name(*payroll, options, words).await?, SaveFormat::Csv)
        }
        FileToSave::People { .. } => (PEOPLE_NAME.to_owned(), SaveFormat::WorkbookOrCsv),
        FileToSave::TopUps { .. } => (TOP_UPS_NAME.to_owned(), SaveFormat::WorkbookOrCsv),
        FileToSave::AuditLog { .. } => (AUDIT_LOG_NAME.to_owned(), SaveFormat::WorkbookOrCsv),
        FileToSave::OutcomeLines { .. } => (OUTCOME_LINES_NAME.to_owned(), SaveFormat::WorkbookOrCsv),
        FileToSave::Diagnostics => (DIAGNOSTICS_NAME.to_owned(), SaveFormat::Text),
        FileToSave::KeyBackup { form, .. } => {
            let format = match form {
                KeyBackupForm::File => SaveFormat::Text,
                KeyBackupForm::Sheet => SaveFormat::Html,
            };
            (desk.key_backup_name(*form), format)
        }
    })
}
