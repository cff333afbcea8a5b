//! Where Paysheet stores its files. Practice and live ledgers never share a folder.
//!
//! Ledgers are in the local application folder, which no system synchronises: a copy that comes from another computer
//! would be an older ledger.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Name of the sample workbook.
const SAMPLE_NAME: &str = "Kola Foods payroll November 2026.xlsx";
/// The folders of the ledgers.
const LIVE: &str = "live";
const PRACTICE: &str = "practice";
/// The folder of the log, beside those of the ledgers.
const LOG: &str = "log";
/// The folder of documents that a viewer opens; deleted at the next start.
const PRINT: &str = "print";
/// Random bytes in the name of a folder in it.
const PRINT_NAME_BYTES: usize = 16;
/// Only the user may open it.
#[cfg(unix)]
const PRINT_MODE: u32 = 0o700;

/// Folders and files of this user.
#[derive(Clone, Debug)]
pub struct AppPaths {
    data: PathBuf,
    config: PathBuf,
    documents: PathBuf,
}

impl AppPaths {
    /// Uses these folders and creates the missing ones.
    ///
    /// # Errors
    /// If a folder cannot be created; the error's text names it.
    pub fn at(data: PathBuf, config: PathBuf, documents: PathBuf) -> io::Result<Self> {
        for folder in [&data.join(PRACTICE), &data.join(LIVE), &config] {
            fs::create_dir_all(folder)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))?;
        }
        remove_printed(&data.join(PRINT));
        Ok(Self { data, config, documents })
    }

    /// Creates a folder for one document that a viewer opens. Only this user can open it, and nobody can guess its name.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub(crate) fn new_print_folder(&self) -> io::Result<PathBuf> {
        let print = self.data.join(PRINT);
        let mut random = [0_u8; PRINT_NAME_BYTES];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let folder = print.join(format!("{:032x}", u128::from_le_bytes(random)));
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, PRINT_MODE);
        builder.recursive(true).create(&print)?;
        builder.recursive(false).create(&folder)?;
        Ok(folder)
    }

    pub(crate) fn practice_ledger(&self) -> PathBuf {
        self.data.join(PRACTICE).join("ledger.db")
    }

    pub(crate) fn practice_key(&self) -> PathBuf {
        self.data.join(PRACTICE).join("profile.key")
    }

    pub(crate) fn practice_service(&self) -> PathBuf {
        self.data.join(PRACTICE).join("service.jsonl")
    }

    pub(crate) fn sample(&self) -> PathBuf {
        self.data.join(PRACTICE).join(SAMPLE_NAME)
    }

    pub(crate) fn live_ledger(&self) -> PathBuf {
        self.data.join(LIVE).join("ledger.db")
    }

    /// The folder of secrets that are longer than an entry of the keychain, sealed. It is not there without one.
    pub(crate) fn live_secrets(&self) -> PathBuf {
        self.data.join(LIVE).join("secrets")
    }

    /// Where dialogs begin for files that are saved.
    pub(crate) fn documents(&self) -> PathBuf {
        self.documents.clone()
    }

    /// The folder of the log.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        Self::log_in(&self.data)
    }

    /// The folder of the log in a folder of data, before the others are created.
    #[must_use]
    pub fn log_in(data: &Path) -> PathBuf {
        data.join(LOG)
    }

    pub(crate) fn preferences(&self) -> PathBuf {
        self.config.join("preferences.json")
    }
}

/// Deletes the documents that earlier runs opened in a viewer. They name people and their accounts.
fn remove_printed(print: &Path) {
    match fs::remove_dir_all(print) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            tracing::warn!(%error, "printed documents could not be deleted");
        }
        Ok(()) | Err(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn with(files: &[(&str, &str)]) -> TempDir {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn a_folder_that_cannot_be_created_is_named() {
        let folder = with(&[("config", "a file where a folder is needed")]);
        let config = folder.path().join("config");
        let error = AppPaths::at(folder.path().join("data"), config.clone(), folder.path().to_owned());
        let text = error.unwrap_err().to_string();
        assert!(text.starts_with(&format!("{}: ", config.display())), "{text}");
    }

    #[test]
    fn a_printed_document_is_gone_after_the_next_start() {
        let folder = with(&[]);
        let start = || {
            let data = folder.path().join("data");
            AppPaths::at(data, folder.path().join("config"), folder.path().to_owned()).unwrap()
        };
        let paths = start();
        let (first, second) = (paths.new_print_folder().unwrap(), paths.new_print_folder().unwrap());
        assert_ne!(first, second);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&first).unwrap().permissions().mode() & 0o777, PRINT_MODE);
            let print = first.parent().unwrap();
            assert_eq!(fs::metadata(print).unwrap().permissions().mode() & 0o777, PRINT_MODE);
        }
        fs::write(first.join("receipt.pdf"), "Ada").unwrap();
        start();
        assert!(!first.exists() && !second.exists());
    }
}
