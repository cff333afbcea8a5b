//! Whether a file is still the one that a payroll was read from, and the user's decision where it is not.

use std::path::{Path, PathBuf};

use paysheet_ledger::{DecisionKind, PayrollId, decision_reason};

use crate::{
    app_error::AppError, blocking::blocking, desk::Desk, error::DeskError, event::DeskEvent,
    import::source_file::read_payroll_file,
};

impl Desk {
    /// Whether a file has the bytes that the payroll was read from.
    ///
    /// # Errors
    /// `FileMoved`, `FileInUse`, `File`.
    pub async fn is_file_of(&self, id: u32, path: &Path) -> Result<bool, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        Ok(sha256_of(path).await? == record.file_sha256)
    }

    /// Returns the file that a draft was read from, if it says something else by now: saved again in the spreadsheet program.
    /// None if it is the same, cannot be read, or the payroll was copied from another one or corrects it: read again, its rows
    /// would not be linked any more.
    pub async fn changed_file(&self, id: u32) -> Result<Option<PathBuf>, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        let own = record.source.filter(|_| record.copied_from.is_none() && record.approved_at.is_none());
        let Some(source) = own else { return Ok(None) };
        if self.ledger.retry_links().await?.iter().any(|link| link.new == record.id) {
            return Ok(None);
        }
        match sha256_of(&source.path).await {
            Ok(sha256) => Ok((sha256 != record.file_sha256).then_some(source.path)),
            // Larger than any payroll, so not what was read, and it cannot be read again.
            Err(
                DeskError::App(
                    AppError::FileMoved { .. } | AppError::FileInUse { .. } | AppError::FileChanged { .. },
                )
                | DeskError::File(_),
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Records the user's decision to leave a payroll as it was approved, although the file is another one by now.
    ///
    /// # Errors
    /// `FileMoved`, `FileInUse`, `File`; `Ledger`, with `NoReason` without a reason.
    pub async fn keep_as_approved(&self, id: u32, path: &Path, reason: &str) -> Result<(), DeskError> {
        let reason = decision_reason(reason)?;
        let subjects = [sha256_of(path).await?];
        let by = self.decider();
        let decision = (DecisionKind::FileChanged, subjects.as_slice());
        self.ledger.decide(PayrollId(id), decision, (reason, &by), self.now()).await?;
        self.emit(DeskEvent::PayrollChanged { id });
        Ok(())
    }
}

async fn sha256_of(path: &Path) -> Result<String, DeskError> {
    let path = path.to_owned();
    blocking(move || Ok(read_payroll_file(&path)?.1)).await
}
