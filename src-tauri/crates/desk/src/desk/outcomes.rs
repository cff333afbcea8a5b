//! Results from files.

use std::path::Path;

use crate::{
    desk::Desk,
    error::DeskError,
    outcomes,
    view::{OutcomesApplied, OutcomesInput, OutcomesView},
};

impl Desk {
    /// Reads a file with results, and compares it with what is known.
    pub async fn look_at_outcomes(&self, path: &Path) -> Result<OutcomesView, DeskError> {
        outcomes::look_at_outcomes(&self.context, path).await
    }

    /// Applies a file with results as it was shown.
    pub async fn apply_outcomes(
        &self,
        path: &Path,
        input: &OutcomesInput,
    ) -> Result<OutcomesApplied, DeskError> {
        outcomes::apply_outcomes(&self.context, path, input).await
    }
}
