//! Results as files.

use std::path::{Path, PathBuf};

use crate::{
    desk::Desk,
    error::DeskError,
    export::{
        annotate,
        diagnostics::{self, ProgramFacts},
        journal,
        lists::{self, ListKind},
        open_payments, results,
    },
    report,
    view::{
        CopyMade, DocumentInput, JournalMade, JournalOptions, JournalSettings, JournalSettingsView,
        JournalView, OpenPaymentsView, list_words::ListWords,
    },
};

impl Desk {
    /// Returns a file name for the copy, like the original's.
    pub async fn copy_name(&self, id: u32) -> Result<String, DeskError> {
        annotate::copy_name(&self.context, id).await
    }

    /// Writes the copy to `path`, or next to it if the format changes.
    pub async fn export_copy(&self, id: u32, words: ListWords, path: &Path) -> Result<CopyMade, DeskError> {
        annotate::export_copy(&self.context, id, words, path).await
    }

    /// Returns a file name for a list, which contains the payroll's name.
    pub async fn list_name(&self, id: u32, list: ListKind) -> Result<String, DeskError> {
        lists::list_name(&self.context, id, list).await
    }

    /// Writes a list to a file.
    pub async fn export_list(
        &self,
        id: u32,
        list: ListKind,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        lists::export_list(&self.context, id, list, words, path).await
    }

    /// Writes the payroll's results to an .xlsx file at `path`.
    pub async fn export_payroll(&self, id: u32, path: &Path) -> Result<PathBuf, DeskError> {
        results::export_payroll(&self.context, id, path).await
    }

    /// Returns a file name for the results, which contains the payroll's name.
    pub async fn export_name(&self, id: u32) -> Result<String, DeskError> {
        results::export_name(&self.context, id).await
    }

    /// Returns the payments of a payroll without a clear result, at most as many as a message lists.
    pub async fn open_payments(&self, id: u32) -> Result<OpenPaymentsView, DeskError> {
        open_payments::open_payments(&self.context, id).await
    }

    /// Writes all payments without a clear result to an .xlsx file at `path`.
    pub async fn export_open_payments(&self, id: u32, path: &Path) -> Result<PathBuf, DeskError> {
        open_payments::export_open_payments(&self.context, id, path).await
    }

    /// Returns a file name for the payments without a clear result.
    pub async fn open_payments_name(&self, id: u32) -> Result<String, DeskError> {
        open_payments::open_payments_name(&self.context, id).await
    }

    /// Returns a file name for a document made of a payroll.
    pub async fn document_name(&self, id: u32, input: &DocumentInput) -> Result<String, DeskError> {
        report::document_name(&self.context, id, input).await
    }

    /// Writes a document made of a payroll to `path`, as .pdf or .xlsx; none if the user stopped it.
    pub async fn export_document(
        &self,
        id: u32,
        input: DocumentInput,
        path: &Path,
    ) -> Result<Option<PathBuf>, DeskError> {
        report::export_document(&self.context, id, input, path).await
    }

    /// Returns a document made of a payroll as the bytes of a PDF; none if the user stopped it. It leaves no file.
    pub async fn document_pdf(&self, id: u32, input: DocumentInput) -> Result<Option<Vec<u8>>, DeskError> {
        report::document_pdf(&self.context, id, input).await
    }

    /// Stops the documents of a payroll that are being made. What is stopped leaves no file.
    pub fn stop_documents(&self, id: u32) {
        report::stop_documents(&self.context, id);
    }

    /// Writes what helps to find out why something does not work, without secrets.
    pub async fn export_diagnostics(&self, program: ProgramFacts, path: &Path) -> Result<PathBuf, DeskError> {
        diagnostics::export_diagnostics(&self.context, program, path).await
    }

    /// Returns what a journal of the payroll would contain.
    pub async fn journal(&self, id: u32) -> Result<JournalView, DeskError> {
        journal::write::journal(&self.context, id).await
    }

    /// Returns a file name for the journal.
    pub async fn journal_name(
        &self,
        id: u32,
        options: &JournalOptions,
        words: &ListWords,
    ) -> Result<String, DeskError> {
        journal::write::journal_name(&self.context, id, options, words).await
    }

    /// Writes the journal to a .csv file, and remembers what was chosen.
    pub async fn export_journal(
        &self,
        id: u32,
        options: &JournalOptions,
        words: ListWords,
        path: &Path,
    ) -> Result<JournalMade, DeskError> {
        journal::write::export_journal(&self.context, id, options, words, path).await
    }

    /// Returns the settings of journals, with all presets.
    pub async fn journal_settings(&self) -> Result<JournalSettingsView, DeskError> {
        journal::settings::journal_settings(&self.context).await
    }

    /// Stores the settings of journals.
    pub async fn save_journal_settings(
        &self,
        settings: JournalSettings,
    ) -> Result<JournalSettingsView, DeskError> {
        journal::settings::save_journal_settings(&self.context, settings).await
    }
}
