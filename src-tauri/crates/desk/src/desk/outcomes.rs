//! Results from files.

use std::path::{Path, PathBuf};

use crate::{
    desk::Desk,
    error::DeskError,
    export::list_words::ListWords,
    outcomes,
    view::{OutcomeFileKind, OutcomeKind, OutcomeLinesWindow, OutcomesApplied, OutcomesInput, OutcomesView},
};

impl Desk {
    /// Reads a file with results, and compares it with what is known.
    pub async fn look_at_outcomes(
        &self,
        kind: OutcomeFileKind,
        path: &Path,
    ) -> Result<OutcomesView, DeskError> {
        outcomes::look_at_outcomes(&self.context, kind, path).await
    }

    /// Applies a file with results as it was shown.
    pub async fn apply_outcomes(
        &self,
        kind: OutcomeFileKind,
        path: &Path,
        input: &OutcomesInput,
    ) -> Result<OutcomesApplied, DeskError> {
        outcomes::apply_outcomes(&self.context, kind, path, input).await
    }

    /// Returns a window of the lines of the comparison that was made last.
    pub fn outcome_lines(
        &self,
        fingerprint: &str,
        kind: Option<OutcomeKind>,
        offset: u32,
        limit: u32,
    ) -> Result<OutcomeLinesWindow, DeskError> {
        outcomes::outcome_lines(&self.context, fingerprint, kind, offset, limit)
    }

    /// Writes the lines of that comparison to a file.
    pub async fn export_outcome_lines(
        &self,
        fingerprint: &str,
        kind: Option<OutcomeKind>,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        outcomes::export_outcome_lines(&self.context, fingerprint, kind, words, path).await
    }
}
