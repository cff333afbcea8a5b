//! Printing a document: its pages for the preview, the system's print dialog, and the system's PDF viewer for documents
//! that are too long for the preview. Deliberately not here: drawing the pages (the window) and the dialog (the port).

use paysheet_desk::{AppError, view::DocumentInput};

use crate::state::{
    app_state::AppState,
    desktop::{PrintEnd, PrintJob},
    error::{CommandResult, app_error, unexpected},
    save_format::{SaveFormat, plain_file_name},
};

impl AppState {
    /// Returns a document of a payroll as the bytes of a PDF; none if the user stopped it. It is never a file.
    ///
    /// # Errors
    /// Those of [`paysheet_desk::Desk::document_pdf`].
    pub async fn document_pdf(&self, id: u32, input: DocumentInput) -> CommandResult<Option<Vec<u8>>> {
        self.desk().await?.document_pdf(id, input).await.map_err(app_error)
    }

    /// Prints the pages that the main window shows of this document, through the system's dialog. Returns when the pages
    /// are with the system, where it reports that.
    ///
    /// # Errors
    /// Those of [`Self::desk`]; `not_printed`.
    pub async fn print_pages(&self, id: u32, input: &DocumentInput) -> CommandResult<PrintEnd> {
        let name = self.desk().await?.document_name(id, input).await.map_err(app_error)?;
        let name = plain_file_name(&name).trim_end_matches(".pdf").to_owned();
        let printing = self.desktop.print(PrintJob { name })?;
        // A dialog that is gone without an answer printed nothing.
        printing.await.unwrap_or(Err(AppError::NotPrinted))
    }

    /// Writes a document of a payroll to a file that only this user can read, and opens it in the system's viewer, which
    /// prints documents of any length. The file is deleted at the next start. Returns false if the user stopped it.
    ///
    /// # Errors
    /// Those of [`paysheet_desk::Desk::export_document`]; `viewer_not_opened`.
    pub async fn open_document(&self, id: u32, input: DocumentInput) -> CommandResult<bool> {
        let desk = self.desk().await?;
        let name = plain_file_name(&desk.document_name(id, &input).await.map_err(app_error)?);
        let folder = self.paths.new_print_folder().map_err(|error| unexpected(&error))?;
        let path = SaveFormat::Pdf.with_ending(folder.join(name));
        let written = desk.export_document(id, input, &path).await.map_err(app_error)?;
        written.map(|path| self.desktop.open_file(&path)).transpose().map(|opened| opened.is_some())
    }
}
