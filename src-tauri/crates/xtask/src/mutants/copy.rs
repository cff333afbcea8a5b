//! A copy of the tree as it stands, without what is built or not part of the project.

use std::{fs, path::Path};

use crate::{failure::Failure, task::Task};

/// Copies every file that git knows or would take in, as it is in the working tree.
pub fn tracked(root: &Path, to: &Path) -> Result<(), Failure> {
    let listed = Task::new("git").args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    let listed = listed.folder(root).output()?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root.join(name), to.join(name));
        // Deleted and not committed yet.
        if !from.is_file() {
            continue;
        }
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        }
        let new = fs::read(&from).map_err(Failure::file(&from))?;
        // What is as it was is not built again.
        if fs::read(&to).is_ok_and(|old| old == new) {
            continue;
        }
        fs::write(&to, new).map_err(Failure::file(&to))?;
    }
    Ok(())
}
