//! The lines of the preview that is shown, so that the window can scroll through all of them without reading the file
//! again for each part.

use std::sync::{Arc, Mutex};

use paysheet_ledger::LedgerError;

use crate::{error::DeskError, mutex::lock, view::OutcomeLine};

/// The preview that was made last. There is one dialog, so there is one preview.
#[derive(Default)]
pub(crate) struct ShownOutcomes(Mutex<Option<Shown>>);

struct Shown {
    fingerprint: String,
    lines: Arc<[OutcomeLine]>,
}

impl ShownOutcomes {
    pub fn show(&self, fingerprint: &str, lines: Vec<OutcomeLine>) {
        *lock(&self.0) = Some(Shown { fingerprint: fingerprint.to_owned(), lines: lines.into() });
    }

    pub fn forget(&self) {
        *lock(&self.0) = None;
    }

    /// Returns the lines of the preview with this fingerprint.
    ///
    /// # Errors
    /// `Ledger` with `OutcomesChanged` if another one was made since.
    pub fn lines(&self, fingerprint: &str) -> Result<Arc<[OutcomeLine]>, DeskError> {
        let shown = lock(&self.0);
        let shown = shown.as_ref().filter(|shown| shown.fingerprint == fingerprint);
        shown.map(|shown| Arc::clone(&shown.lines)).ok_or_else(|| LedgerError::OutcomesChanged.into())
    }
}
