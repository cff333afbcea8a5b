//! Makes a copy of the current working tree, without build output and files outside the project.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::process::{failure::Failure, task::Task};

/// Copies every file that git tracks or would add, as it is in the working tree, and removes other files of an earlier
/// copy.
pub fn tracked(root: &Path, to: &Path) -> Result<(), Failure> {
    let listed = Task::new("git").args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    let listed = listed.folder(root).output()?;
    let mut tracked = BTreeSet::new();
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root.join(name), to.join(name));
        // The file is deleted, and the deletion is not committed yet.
        if !from.is_file() {
            continue;
        }
        tracked.insert(to.clone());
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        }
        let new = fs::read(&from).map_err(Failure::file(&from))?;
        // An unchanged file keeps its time, so that it is not built again.
        if fs::read(&to).is_ok_and(|old| old == new) {
            continue;
        }
        fs::write(&to, new).map_err(Failure::file(&to))?;
    }
    remove_others(to, &tracked)
}

/// Removes other files: a module that was moved would otherwise exist twice.
fn remove_others(folder: &Path, tracked: &BTreeSet<PathBuf>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder).map_err(Failure::file(folder))? {
        let path = entry.map_err(Failure::file(folder))?.path();
        if path.is_dir() {
            remove_others(&path, tracked)?;
        } else if !tracked.contains(&path) {
            fs::remove_file(&path).map_err(Failure::file(&path))?;
        }
    }
    Ok(())
}
