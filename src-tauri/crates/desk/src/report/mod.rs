//! Documents made of a payroll for the bank, the provider, the people and the files, as .pdf and .xlsx. All figures are computed once,
//! in [`totals`]; both writers show the same [`Document`], so they cannot differ.
//!
//! # A document claims no more than is known
//!
//! A receipt is made only of a payment whose status is Paid, and names who reported it (`report::slips`). All sums are
//! made once (`report::totals`), and both writers print the same `Document`; separators of the user never change a
//! digit (`document::formats`). A payment schedule of a payroll that was sent, or may have been, says that it is a record
//! and no instruction to pay, with the state of each payment (`report::bank_schedule`). A document from practice says
//! so. A cell that is too long for a page ends with dots, and letters that the typeface does not have are named.

mod bank_schedule;
mod bridge_tables;
mod case_file;
mod cases;
mod decision_tables;
mod evidence;
mod payroll_report;
mod slips;
mod sources;
mod totals;

use std::path::{Path, PathBuf};

use paysheet_document::{Document, Formats, Stop, Style, pdf, workbook};
use paysheet_ledger::PayrollId;

use self::sources::Sources;
use crate::{
    app_error::AppError,
    atomic_write::{plain_name, save},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    view::{DocumentInput, DocumentKind},
};

/// Most pages that are printed from the window, which draws each of them as an image of about 0.1 MB before the first is
/// printed. Longer documents are printed by the system's viewer.
const PRINTED_PAGES_MAX: u32 = 200;

impl Desk {
    /// Returns a file name for a document, which contains the name of the payroll, or of the person that it is about.
    pub async fn document_name(&self, id: u32, input: &DocumentInput) -> Result<String, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        let words = &input.words;
        let title = match input.kind {
            DocumentKind::Report => words.report("title", "Payroll report"),
            DocumentKind::BankSchedule => words.report("schedule", "Payment schedule"),
            DocumentKind::Receipts => words.report("receipts", "Payment receipts"),
            DocumentKind::PaymentAdvice => words.report("advices", "Payment advices"),
            DocumentKind::CaseFile => words.report("case", "Payment enquiry"),
        };
        let person = match &input.reference {
            Some(_) => Sources::read(self, id, input).await?.payouts.into_iter().next().map(|of| of.name),
            None => None,
        };
        let parts = [plain_name(&record.name), plain_name(&title).to_lowercase()];
        let parts = parts.into_iter().chain(person.map(|name| plain_name(&name)));
        let batch =
            input.batch.map(|number| format!("{} {number}", plain_name(&words.report("batch", "batch"))));
        Ok(format!("{}.pdf", parts.chain(batch).collect::<Vec<_>>().join(" ")))
    }

    /// Writes a document to a file. The file's ending selects .xlsx or .pdf; receipts, advices and case files are always
    /// .pdf. Returns none if the user stopped it: then no file was written.
    ///
    /// # Errors
    /// `DocumentEmpty`, `Export`, `Pdf`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be
    /// written.
    pub async fn export_document(
        &self,
        id: u32,
        input: DocumentInput,
        path: &Path,
    ) -> Result<Option<PathBuf>, DeskError> {
        let stop = self.documents.begin(id);
        let sources = Sources::read(self, id, &input).await?;
        let path = path.to_owned();
        blocking(move || {
            let style = Style { words: &input.words, formats: Formats::of(&input.formats) };
            let document = made(input.kind, &sources, &style)?;
            if has_ending(&path, "xlsx") && has_workbook(input.kind) {
                let bytes =
                    workbook::of(&document, &style).and_then(|mut workbook| workbook.save_to_buffer());
                return saved(path, bytes.map_err(DeskError::from), &stop);
            }
            saved(pdf_path(path)?, pdf::of(&document, &style, &stop).map_err(DeskError::from), &stop)
        })
        .await
    }

    /// Returns a document as the bytes of a PDF, to be shown and printed; none if the user stopped it. Nothing is written to
    /// the disk.
    ///
    /// # Errors
    /// `DocumentEmpty`, `Pdf`.
    pub async fn document_pdf(&self, id: u32, input: DocumentInput) -> Result<Option<Vec<u8>>, DeskError> {
        let stop = self.documents.begin(id);
        let sources = Sources::read(self, id, &input).await?;
        blocking(move || {
            let style = Style { words: &input.words, formats: Formats::of(&input.formats) };
            let document = made(input.kind, &sources, &style)?;
            let bytes = pdf::up_to(PRINTED_PAGES_MAX, &document, &style, &stop);
            // What was stopped may lack pages.
            if stop.is_set() { Ok(None) } else { Ok(Some(bytes?)) }
        })
        .await
    }

    /// Stops the documents of a payroll that are being made.
    pub fn stop_documents(&self, id: u32) {
        self.documents.stop(id);
    }
}

/// Saves a document, unless it may be incomplete because the user stopped it.
fn saved(
    path: PathBuf,
    bytes: Result<Vec<u8>, DeskError>,
    stop: &Stop,
) -> Result<Option<PathBuf>, DeskError> {
    if stop.is_set() {
        return Ok(None);
    }
    save(&path, &bytes?)?;
    Ok(Some(path))
}

/// Returns the path with the ending of a PDF. The user was not asked about a file with that name, so an existing one is
/// not replaced.
fn pdf_path(path: PathBuf) -> Result<PathBuf, DeskError> {
    if has_ending(&path, "pdf") {
        return Ok(path);
    }
    let mut name = path.into_os_string();
    name.push(".pdf");
    let path = PathBuf::from(name);
    if path.symlink_metadata().is_ok() {
        Err(AppError::NotWritable { file: path.display().to_string() }.into())
    } else {
        Ok(path)
    }
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

fn made(kind: DocumentKind, sources: &Sources, style: &Style<'_>) -> Result<Document, DeskError> {
    match kind {
        DocumentKind::Report => payroll_report::document(sources, style),
        DocumentKind::BankSchedule => bank_schedule::document(sources, style),
        DocumentKind::Receipts => slips::receipts(sources, style),
        DocumentKind::PaymentAdvice => slips::advices(sources, style),
        DocumentKind::CaseFile => case_file::document(sources, style),
    }
}

/// Whether the document is a list, which a workbook can contain.
const fn has_workbook(kind: DocumentKind) -> bool {
    match kind {
        DocumentKind::Report | DocumentKind::BankSchedule => true,
        DocumentKind::Receipts | DocumentKind::PaymentAdvice | DocumentKind::CaseFile => false,
    }
}
