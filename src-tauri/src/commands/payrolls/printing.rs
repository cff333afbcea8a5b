//! Commands that print a document: its bytes for the preview, the system's print dialog, and the system's PDF viewer.
//!
//! # Paper shows the document and nothing else, and printing leaves nothing
//!
//! The PDF comes to the window as bytes (`commands::printing`), never as a file. pdf.js draws each page as an image
//! (`features/track/documents/print/renderPages.ts`: one canvas; a document of more than
//! `desk::report::PRINTED_PAGES_MAX` pages is counted and never drawn, and opens in the system's viewer or is saved); a
//! page with an error fails the whole document. `print.css` hides everything else of the window on paper, and turns
//! wide pages a quarter. The dialog stands beside the screens (`PrintProvider`), so that a result that arrives takes no
//! page away from the printer. The images are revoked when the dialog closes, which is not possible before the system
//! has the pages, where it reports that (`printing.rs`). The policy allows `blob:` for images alone, because of these
//! pages; pdf.js runs without programs and fonts made at run time, and its worker is a file of the application.

use paysheet_app::{CommandResult, PrintEnd};
use paysheet_desk::view::DocumentInput;
use tauri::ipc::{InvokeResponseBody, IpcResponse};

use crate::commands::ManagedState;

/// The bytes of a PDF; empty if the user stopped it. They are sent as they are: a list of numbers takes four times the
/// memory, and the page would have to parse it.
#[derive(specta::Type)]
pub struct PdfBytes(Vec<u8>);

impl IpcResponse for PdfBytes {
    fn body(self) -> tauri::Result<InvokeResponseBody> {
        Ok(InvokeResponseBody::Raw(self.0))
    }
}

/// A document as a PDF. The words are those of `FileToSave::Document`.
#[tauri::command]
#[specta::specta]
pub async fn document_pdf(
    app_state: ManagedState<'_>,
    id: u32,
    input: DocumentInput,
) -> CommandResult<PdfBytes> {
    Ok(PdfBytes(app_state.document_pdf(id, input).await?.unwrap_or_default()))
}

/// Prints the pages of this document that the window shows, through the system's dialog.
#[tauri::command]
#[specta::specta]
pub async fn print_pages(
    app_state: ManagedState<'_>,
    id: u32,
    input: DocumentInput,
) -> CommandResult<PrintEnd> {
    app_state.print_pages(id, &input).await
}

/// Opens a document in the system's PDF viewer, which prints it. False if the user stopped it.
#[tauri::command]
#[specta::specta]
pub async fn open_document(
    app_state: ManagedState<'_>,
    id: u32,
    input: DocumentInput,
) -> CommandResult<bool> {
    app_state.open_document(id, input).await
}
