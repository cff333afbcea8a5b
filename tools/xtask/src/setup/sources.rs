//! Times of source files, to find out whether something must be built again.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// Generated folders beside sources.
const MADE: [&str; 4] = ["node_modules", "dist", "coverage", "target"];

/// Returns when the youngest file or folder below `folder` changed: a deleted file changes its folder.
pub fn newest_below(folder: &Path) -> io::Result<SystemTime> {
    let mut newest = SystemTime::UNIX_EPOCH;
    let mut open: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if MADE.iter().any(|made| entry.file_name() == *made) {
                continue;
            }
            newest = newest.max(entry.metadata()?.modified()?);
            if entry.file_type()?.is_dir() {
                open.push(entry.path());
            }
        }
    }
    Ok(newest)
}

/// Returns when a file or folder was last changed.
pub fn changed_at(path: &Path) -> io::Result<SystemTime> {
    path.metadata()?.modified()
}
