//! Diagnostics of the running program: the end of its log, and its versions. The desk writes them beside its own figures.

use paysheet_desk::ProgramFacts;

use crate::state::{app_state::AppState, log_files::log_end};

/// Most bytes of the log in the diagnostics: what can still be read, and sent by e-mail.
const LOG_BYTES_MAX: u64 = 512 * 1024;

impl AppState {
    /// Returns what the diagnostics contain about the running program.
    pub(crate) fn program_facts(&self) -> ProgramFacts {
        let log = log_end(&self.paths.log(), LOG_BYTES_MAX);
        let versions = self.desktop.versions();
        ProgramFacts {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            system: versions.system,
            processor: std::env::consts::ARCH.to_owned(),
            web_view: versions.web_view,
            log: log.unwrap_or_else(|error| format!("The log cannot be read: {error}")),
        }
    }
}
