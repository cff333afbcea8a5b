//! The files of long secrets, in a folder that contains nothing else. A file's name is a digest of its entry's name and
//! the random id of this writing, so that it is valid on every file system and says nothing about the secret.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Separates the digest from that of any other use.
const LABEL: &[u8] = b"paysheet sealed secret of\0";
/// Bytes of the digest in a file's name.
const DIGEST_BYTES: usize = 16;
const EXTENSION: &str = "sealed";
/// Only the user may read and write.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
/// Only the user may open it.
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// The folder of the files. It is created with the first file.
#[derive(Clone, Debug)]
pub(super) struct Files {
    folder: PathBuf,
}

impl Files {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Writes a new file for an entry. It is durable when this function returns, with its name: it has it from the
    /// beginning, because what no entry names yet may be incomplete, and Windows cannot make a renaming durable.
    ///
    /// # Errors
    /// If the folder or the file cannot be created or written.
    pub(super) fn write(&self, name: &str, id: &str, bytes: &[u8]) -> io::Result<()> {
        create_folder(&self.folder)?;
        let path = self.folder.join(file_name(name, id));
        // A partial file is of no use. Only the original failure is reported.
        write_new(&path, bytes).inspect_err(|_| drop(fs::remove_file(&path)))?;
        sync_folder(&self.folder)
    }

    /// Reads a file, at most this many bytes of it; none if it is missing.
    ///
    /// # Errors
    /// If the file is there and cannot be read.
    pub(super) fn read(&self, name: &str, id: &str, bytes_max: usize) -> io::Result<Option<Vec<u8>>> {
        let file = match File::open(self.folder.join(file_name(name, id))) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut bytes = Vec::new();
        file.take(bytes_max as u64).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Removes all files of an entry but the one with this id, also those that a crash left. What cannot be removed
    /// stays for the next time: its key is nowhere any more.
    pub(super) fn remove_all_but(&self, name: &str, id: Option<&str>) {
        let (prefix, kept) = (prefix(name), id.map(|id| file_name(name, id)));
        for found in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let Ok(file) = found.file_name().into_string() else { continue };
            if !file.starts_with(&prefix) || kept.as_ref() == Some(&file) {
                continue;
            }
            if let Err(error) = fs::remove_file(found.path()) {
                tracing::warn!(%error, "the former file of a secret stays until the next change");
            }
        }
    }
}

fn prefix(name: &str) -> String {
    let digest = Sha256::new().chain_update(LABEL).chain_update(name.as_bytes()).finalize();
    format!("{}-", HEXLOWER.encode(&digest[..DIGEST_BYTES]))
}

fn file_name(name: &str, id: &str) -> String {
    format!("{}{id}.{EXTENSION}", prefix(name))
}

fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.recursive(true).create(folder)?;
    // The folder's own name has to be durable too.
    folder.parent().map_or(Ok(()), sync_folder)
}

/// Makes a file that did not exist, also not as a link.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes a file's name durable by syncing its folder. Windows has no such call, and needs none.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
