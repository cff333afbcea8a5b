//! Results from files.

use std::path::{Path, PathBuf};

use crate::{
    desk::Desk,
    error::DeskError,
    outcomes,
    view::{
        OutcomeColumnsQuestion, OutcomeColumnsView, OutcomeFileKind, OutcomeKind, OutcomeLinesWindow,
        OutcomeReading, OutcomesApplied, OutcomesInput, OutcomesLook, list_words::ListWords,
    },
};

impl Desk {
    /// Reads a file with results, and compares it with what is known; or returns its columns, if its headings do not say
    /// what they hold.
    pub async fn look_at_outcomes(
        &self,
        kind: OutcomeFileKind,
        path: &Path,
        reading: &OutcomeReading,
    ) -> Result<OutcomesLook, DeskError> {
        outcomes::look_at_outcomes(&self.context, kind, path, reading).await
    }

    /// Returns the columns of a file with results, for the user to say what they hold.
    pub async fn look_at_outcome_columns(
        &self,
        kind: OutcomeFileKind,
        path: &Path,
        question: OutcomeColumnsQuestion,
    ) -> Result<OutcomeColumnsView, DeskError> {
        outcomes::look_at_outcome_columns(&self.context, kind, path, question).await
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
