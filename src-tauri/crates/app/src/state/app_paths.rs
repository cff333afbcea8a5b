//! Where Paysheet stores its files. Practice and live ledgers never share a folder.
//!
//! Ledgers are in the local application folder, which no system synchronises: a copy that comes from another computer
//! would be an older ledger. Ledgers of earlier versions are moved there once.

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
/// Added to the name of a folder whose files were copied because the folder could not be moved.
const COPIED_ENDING: &str = "moved";

/// Folders and files of this user.
#[derive(Clone, Debug)]
pub struct AppPaths {
    data: PathBuf,
    config: PathBuf,
    documents: PathBuf,
}

impl AppPaths {
    /// Uses these folders. A ledger of an earlier version is moved there from the roaming folder first.
    ///
    /// # Errors
    /// If a folder cannot be created, or a ledger cannot be moved.
    pub fn moved_from(
        roaming: &Path,
        data: PathBuf,
        config: PathBuf,
        documents: PathBuf,
    ) -> io::Result<Self> {
        fs::create_dir_all(&data)?;
        move_from_roaming(roaming, &data)?;
        Self::at(data, config, documents)
    }

    /// Uses these folders and creates the missing ones.
    ///
    /// # Errors
    /// If a folder cannot be created.
    pub fn at(data: PathBuf, config: PathBuf, documents: PathBuf) -> io::Result<Self> {
        for folder in [&data.join(PRACTICE), &data.join(LIVE), &config] {
            fs::create_dir_all(folder)?;
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

    /// Where dialogs begin for files that are saved.
    pub(crate) fn documents(&self) -> PathBuf {
        self.documents.clone()
    }

    /// The folder of the log.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.data.join(LOG)
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

/// Moves the ledgers of an earlier version into the local folder. Each folder is moved as a whole, and only where the
/// local folder has none yet.
fn move_from_roaming(roaming: &Path, local: &Path) -> io::Result<()> {
    for name in [LIVE, PRACTICE] {
        let (from, to) = (roaming.join(name), local.join(name));
        if from == to || !from.join("ledger.db").exists() || to.join("ledger.db").exists() {
            continue;
        }
        if to.exists() && fs::remove_dir(&to).is_err() {
            // The folder is not an empty one of an earlier start. A new ledger beside these files would hide the
            // existing one.
            let what = format!(
                "{} holds a ledger, and {} other files: move them away",
                from.display(),
                to.display()
            );
            return Err(io::Error::other(what));
        }
        match fs::rename(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                // The old files stay, under a name that is never searched again.
                copy_whole(&from, &to)?;
                fs::rename(&from, roaming.join(format!("{name}-{COPIED_ENDING}")))?;
            }
            renamed => renamed?,
        }
        tracing::info!(folder = name, "the ledger was moved to the local application folder");
    }
    Ok(())
}

/// Copies a folder of files. The copy gets its final name only when all of it is durable.
fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    let part = to.with_extension("part");
    if part.exists() {
        fs::remove_dir_all(&part)?;
    }
    copy_into(from, &part)?;
    fs::rename(part, to)
}

fn copy_into(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_into(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
            fs::File::options().append(true).open(&target)?.sync_all()?;
        }
    }
    Ok(())
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

    fn read(folder: &TempDir, name: &str) -> Option<String> {
        fs::read_to_string(folder.path().join(name)).ok()
    }

    #[test]
    fn a_ledger_in_the_roaming_folder_is_moved_once_with_its_log() {
        let roaming =
            with(&[("live/ledger.db", "old"), ("live/ledger.db-wal", "log"), ("live/backups/b.db", "copy")]);
        let local = with(&[]);
        fs::create_dir(local.path().join(LIVE)).unwrap();
        move_from_roaming(roaming.path(), local.path()).unwrap();
        for (name, text) in
            [("live/ledger.db", "old"), ("live/ledger.db-wal", "log"), ("live/backups/b.db", "copy")]
        {
            assert_eq!((read(&local, name).as_deref(), read(&roaming, name)), (Some(text), None), "{name}");
        }
        // A folder that comes back from another computer is not moved.
        fs::create_dir(roaming.path().join(LIVE)).unwrap();
        fs::write(roaming.path().join("live/ledger.db"), "from elsewhere").unwrap();
        move_from_roaming(roaming.path(), local.path()).unwrap();
        assert_eq!(read(&local, "live/ledger.db").as_deref(), Some("old"));
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

    #[test]
    fn other_files_in_the_way_stop_the_start() {
        let roaming = with(&[("live/ledger.db", "old")]);
        let local = with(&[("live/backups/b.db", "whose?")]);
        assert!(move_from_roaming(roaming.path(), local.path()).is_err());
        assert_eq!(read(&roaming, "live/ledger.db").as_deref(), Some("old"));
    }

    #[test]
    fn where_both_are_one_folder_nothing_is_moved() {
        let folder = with(&[("live/ledger.db", "own"), ("practice/ledger.db", "own")]);
        move_from_roaming(folder.path(), folder.path()).unwrap();
        assert_eq!(read(&folder, "live/ledger.db").as_deref(), Some("own"));
    }

    #[test]
    fn a_copy_has_its_name_once_it_is_whole() {
        let from = with(&[("live/ledger.db", "old"), ("live/backups/b.db", "copy")]);
        let to = with(&[("live.part/ledger.db", "half")]);
        copy_whole(&from.path().join(LIVE), &to.path().join(LIVE)).unwrap();
        assert_eq!(read(&to, "live/backups/b.db").as_deref(), Some("copy"));
        assert_eq!(read(&to, "live.part/ledger.db"), None);
    }
}
