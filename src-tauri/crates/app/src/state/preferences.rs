//! What is stored outside any ledger: which desk was open, the appearance of the window, and what the user decided about
//! updates.

use std::{fs, io, path::Path};

use paysheet_desk::{
    view::{Appearance, Mode},
    when_released,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Preferences {
    pub mode: Mode,
    pub appearance: Appearance,
    /// The system's notifications are shown.
    pub notifications: bool,
    /// The start at login was offered once. It is never offered again, whatever the answer was.
    pub login_offered: bool,
    /// Newer versions of the program are looked for.
    pub look_for_updates: bool,
    /// The user does not want to be asked about this version any more.
    pub skipped_version: Option<String>,
    /// The version that was being installed when the program ended.
    pub installing_version: Option<String>,
}

impl Default for Preferences {
    /// A development build begins in practice mode, which is what most changes are tried in.
    fn default() -> Self {
        let mode = if cfg!(feature = "dev") { Mode::Practice } else { Mode::Welcome };
        Self {
            mode,
            appearance: Appearance::default(),
            notifications: true,
            login_offered: false,
            look_for_updates: true,
            skipped_version: None,
            installing_version: None,
        }
    }
}

impl Preferences {
    /// Reads the stored preferences. Returns the defaults if there is no readable file.
    pub fn load(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Writes a temporary file beside the old one, then renames it. A crash leaves the old or the new file, never half
    /// of one.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let temporary = path.with_extension("new");
        fs::write(&temporary, serde_json::to_vec_pretty(self)?)?;
        when_released(|| fs::rename(&temporary, path))
    }
}
