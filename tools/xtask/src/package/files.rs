//! Files and folders that the steps make.

use std::{fs, path::Path};

use crate::process::failure::Failure;

/// Makes an empty folder, in place of one that may be there.
pub fn emptied(folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Failure::file(folder))?;
    }
    fs::create_dir_all(folder).map_err(Failure::file(folder))
}

pub fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(Failure::file(path))
}

pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(Failure::file(path))
}
