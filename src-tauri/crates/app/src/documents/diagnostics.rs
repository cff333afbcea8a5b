//! Diagnostics of the running program: the end of its log, and its versions. The desk writes them beside its own figures.

use std::path::PathBuf;

use paysheet_desk::{Desk, ProgramFacts};

use crate::state::{
    app_state::AppState,
    chosen_files::{ChosenFile, FileHandle},
    error::CommandResult,
    log_files::log_end,
    saved_file::SavedFile,
};

/// Most bytes of the log in the diagnostics: what can still be read, and sent by e-mail.
const LOG_BYTES_MAX: u64 = 512 * 1024;

impl AppState {
    /// Writes the diagnostics where the user chose.
    ///
    /// # Errors
    /// Those of [`Self::save`] and of `Desk::export_diagnostics`.
    pub async fn export_diagnostics(&self, file: &FileHandle) -> CommandResult<ChosenFile> {
        let log = log_end(&self.paths.log(), LOG_BYTES_MAX);
        let versions = self.desktop.versions();
        let program = ProgramFacts {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            system: versions.system,
            processor: std::env::consts::ARCH.to_owned(),
            web_view: versions.web_view,
            log: log.unwrap_or_else(|error| format!("The log cannot be read: {error}")),
        };
        let write = |desk: Desk, path: PathBuf| async move { desk.export_diagnostics(program, &path).await };
        self.save(file, SavedFile::Diagnostics, write).await
    }
}
