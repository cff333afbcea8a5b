//! Where a ledger's profile key is, without a keychain: in a folder of its own, so that a copy of the ledger's folder is not
//! a copy of the key and of the record of where the ledger ended.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The folder of all keys, in the user's data folder.
const FOLDER: &str = "paysheet-payroll";
const KEY_FILE: &str = "profile.key";
/// Bytes of a hash that name a ledger's folder.
const NAME_BYTES: usize = 8;

/// The file of the profile key of the ledger at `ledger`, in a folder that exists.
///
/// # Errors
/// Where the folder cannot be made.
pub fn profile_key(ledger: &Path, folder: Option<&Path>) -> io::Result<PathBuf> {
    let folder = match folder {
        Some(folder) => folder.to_owned(),
        None => folder_of(ledger)?,
    };
    fs::create_dir_all(&folder)?;
    Ok(folder.join(KEY_FILE))
}

/// One folder a ledger, by its place.
fn folder_of(ledger: &Path) -> io::Result<PathBuf> {
    let data = dirs::data_local_dir().ok_or(io::ErrorKind::NotFound)?;
    let parent = ledger.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let place = parent.canonicalize()?.join(ledger.file_name().unwrap_or_default());
    let digest = Sha256::digest(place.as_os_str().as_encoded_bytes());
    let name = HEXLOWER.encode(&digest[..NAME_BYTES]);
    Ok(data.join(FOLDER).join(name))
}
