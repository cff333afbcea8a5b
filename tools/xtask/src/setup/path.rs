//! Programs on the path.

use std::{env, path::Path};

/// Returns whether a program of this name is on the path.
pub fn is_on_path(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| is_file(&folder.join(name)))
}

pub fn is_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file())
}
