//! The audit log, and the search in all payrolls.

use std::path::{Path, PathBuf};

use crate::{
    audit::{export, log, search},
    desk::Desk,
    error::DeskError,
    view::{AuditQuery, AuditWindow, FoundPayment, HistoryCheck, list_words::ListWords},
};

impl Desk {
    /// Returns a window of the events that match the query, the newest first.
    pub async fn audit_log(
        &self,
        query: &AuditQuery,
        offset: u32,
        limit: u32,
    ) -> Result<AuditWindow, DeskError> {
        log::audit_log(&self.context, query, offset, limit).await
    }

    /// Verifies the whole history now.
    pub async fn check_history(&self) -> Result<HistoryCheck, DeskError> {
        log::check_history(&self.context).await
    }

    /// Writes the events that match the query to a file.
    pub async fn export_audit_log(
        &self,
        query: &AuditQuery,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        export::export_audit_log(&self.context, query, words, path).await
    }

    /// Returns payments of all payrolls that fit the text.
    pub async fn search(&self, text: &str) -> Result<Vec<FoundPayment>, DeskError> {
        search::search(&self.context, text).await
    }
}
