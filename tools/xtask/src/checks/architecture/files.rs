//! Reading folders and files, with the path in every error.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::process::failure::Failure;

pub fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(Failure::file(path))
}

/// Returns what a folder holds, in order of name.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(Failure::file(folder))?;
    let paths = entries.map(|entry| Ok(entry.map_err(Failure::file(folder))?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, Failure>>()?;
    paths.sort_unstable();
    Ok(paths)
}

/// Returns the folder and all folders below it.
pub fn folders_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut folders, mut open) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = open.pop() {
        open.extend(entries(&folder)?.into_iter().filter(|path| path.is_dir()));
        folders.push(folder);
    }
    Ok(folders)
}

pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for folder in folders_below(folder)? {
        files.extend(entries(&folder)?.into_iter().filter(|path| path.is_file()));
    }
    Ok(files)
}

pub fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ts" || extension == "tsx")
}
