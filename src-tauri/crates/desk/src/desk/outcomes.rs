//! Results from files.

use std::path::Path;

use crate::{
    desk::Desk,
    error::DeskError,
    outcomes,
    view::{OutcomeFileKind, OutcomesApplied, OutcomesInput, OutcomesView},
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
}
