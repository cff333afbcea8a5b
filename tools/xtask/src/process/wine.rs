//! A Windows of its own under Wine, for programs and installers.

use std::path::{Path, PathBuf};

use super::task::Task;

/// Neither .NET nor a web page, for which Wine would offer downloads, and no menu entries on this computer. Of one library
/// Wine 8 has none (`bcryptprimitives.c`).
const LIBRARIES: &str = "mscoree,mshtml,winemenubuilder.exe=;bcryptprimitives=n";

/// Wine's folder, in which everything of its Windows is. What runs in it ends with this value.
pub struct Wine {
    prefix: PathBuf,
}

impl Wine {
    /// Takes a folder that may not exist yet. What an earlier run has left running is ended.
    pub fn at(prefix: PathBuf) -> Self {
        let wine = Self { prefix };
        wine.end();
        wine
    }

    pub fn prefix(&self) -> &Path {
        &self.prefix
    }

    /// Returns a program of this computer that starts programs of Windows, or Wine's own.
    pub fn task(&self, program: &str) -> Task {
        self.in_it(Task::new(program))
    }

    /// Lets a program of this computer start programs of Windows. They have no screen.
    pub fn in_it(&self, task: Task) -> Task {
        task.env("WINEPREFIX", &self.prefix)
            .env("WINEDEBUG", "-all")
            .env("WINEDLLOVERRIDES", LIBRARIES)
            .env("LC_ALL", "C.UTF-8")
            .without("DISPLAY")
            .without("WAYLAND_DISPLAY")
    }

    fn end(&self) {
        // It fails if nothing is running.
        let _ended = self.task("wineserver").args(["--kill"]).succeeds();
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        self.end();
    }
}
