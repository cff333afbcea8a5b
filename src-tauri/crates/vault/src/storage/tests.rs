use std::{fs, path::Path, sync::Arc};

use keyring_core::{api::CredentialStore, mock};
use tempfile::TempDir;

use super::*;

/// What an entry takes on Windows.
const LIMIT: usize = 2_560;
const LONGEST: usize = 8_000;
const TOKEN: &str = "app.paysheet.desk/acme-ng/token";
const LOCK: &str = "app.paysheet.desk/acme-ng/lock";

/// A keychain in memory, and the folder beside it.
struct Place {
    keychain: Arc<CredentialStore>,
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let keychain = mock::Store::new().unwrap();
        Self { keychain, folder: TempDir::new().unwrap() }
    }

    fn storage(&self, entry_bytes_max: Option<usize>) -> Storage {
        Storage::new(self.folder(), entry_bytes_max)
    }

    fn folder(&self) -> PathBuf {
        self.folder.path().join("secrets")
    }

    fn entry(&self, name: &str) -> Entry {
        Entry { inner: self.keychain.build("test", name, None).unwrap() }
    }

    fn put(&self, name: &str, secret: &SecretString) {
        self.storage(Some(LIMIT)).put(&self.entry(name), name, secret).unwrap();
    }

    fn get(&self, name: &str) -> Result<Option<String>, VaultError> {
        let read = self.storage(Some(LIMIT)).get(&self.entry(name), name)?;
        Ok(read.map(|secret| secret.expose_secret().to_owned()))
    }

    fn forget(&self, name: &str) {
        self.storage(Some(LIMIT)).forget(&self.entry(name), name).unwrap();
    }

    fn files(&self) -> Vec<PathBuf> {
        let found = fs::read_dir(self.folder()).into_iter().flatten();
        found.map(|file| file.unwrap().path()).collect()
    }

    fn seal(&self, name: &str) -> Seal {
        Seal::decode(&self.entry(name).get_secret().unwrap()).expect("a seal")
    }

    fn file(&self, name: &str) -> PathBuf {
        let id = self.seal(name).file_id();
        let is_its = |path: &PathBuf| path.to_str().unwrap().contains(&id);
        self.files().into_iter().find(is_its).expect("its file")
    }
}

/// A secret of this length, of which every part can be recognised.
fn secret(length: usize) -> SecretString {
    SecretString::from("canary".chars().cycle().take(length).collect::<String>())
}

fn text(secret: &SecretString) -> Option<String> {
    Some(secret.expose_secret().to_owned())
}

fn contains_canary(bytes: &[u8]) -> bool {
    bytes.windows("canary".len()).any(|part| part == b"canary")
}

#[test]
fn a_secret_of_any_length_is_given_back_and_is_in_a_file_only_if_the_entry_is_too_small() {
    let looks_like_a_seal = SecretString::from("paysheet-sealed-1\nand no more");
    for (limit, secret, files) in [
        (Some(LIMIT), secret(1), 0),
        (Some(LIMIT), secret(LIMIT), 0),
        (Some(LIMIT), secret(LIMIT + 1), 1),
        (Some(LIMIT), secret(LONGEST), 1),
        (Some(LIMIT), SecretString::from("ü".repeat(LIMIT / 2 + 1)), 1),
        (None, secret(LONGEST), 0),
        (None, looks_like_a_seal, 1),
    ] {
        let (place, length) = (Place::new(), secret.expose_secret().len());
        place.storage(limit).put(&place.entry(TOKEN), TOKEN, &secret).unwrap();
        assert_eq!(place.get(TOKEN).unwrap(), text(&secret), "{length} bytes");
        assert_eq!(place.files().len(), files, "{length} bytes");
        let stored = place.entry(TOKEN).get_secret().unwrap();
        assert!(limit.is_none_or(|limit| stored.len() <= limit), "{} bytes in the entry", stored.len());
    }
}

#[test]
fn neither_a_file_nor_its_name_tells_the_secret_or_whose_it_is() {
    let place = Place::new();
    place.put(TOKEN, &secret(LONGEST));
    let file = place.file(TOKEN);
    assert!(!contains_canary(&fs::read(&file).unwrap()));
    assert!(!contains_canary(&place.entry(TOKEN).get_secret().unwrap()));
    let name = file.file_name().unwrap().to_str().unwrap();
    assert!(!name.contains("token") && !name.contains("acme"), "{name}");
    let key = data_encoding::HEXLOWER.decode(&place.seal(TOKEN).encode()[51..]).unwrap();
    assert!(!fs::read(&file).unwrap().windows(key.len()).any(|part| part == key), "its key is elsewhere");
}

#[test]
fn the_same_secret_has_another_key_and_another_file_each_time() {
    let place = Place::new();
    place.put(TOKEN, &secret(LONGEST));
    let (entry, file) = (place.entry(TOKEN).get_secret().unwrap(), fs::read(place.file(TOKEN)).unwrap());
    place.put(TOKEN, &secret(LONGEST));
    assert_ne!(place.entry(TOKEN).get_secret().unwrap(), entry);
    assert_ne!(fs::read(place.file(TOKEN)).unwrap(), file);
}

#[cfg(unix)]
#[test]
fn only_the_user_can_open_folder_and_file() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    place.put(TOKEN, &secret(LONGEST));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&place.folder()), mode(&place.file(TOKEN))), (0o700, 0o600));
}

#[test]
fn a_missing_or_changed_file_is_lost_until_the_secret_is_stored_again() {
    /// Changes the file at the path.
    type Change = fn(&Path);
    let changes: [(&str, Change); 8] = [
        ("missing", |path| fs::remove_file(path).unwrap()),
        ("empty", |path| fs::write(path, "").unwrap()),
        ("shorter than a nonce", |path| fs::write(path, "short").unwrap()),
        ("cut off", |path| edit(path, |bytes| bytes.truncate(LONGEST / 2))),
        ("longer", |path| edit(path, |bytes| bytes.push(0))),
        ("far too long", |path| edit(path, |bytes| bytes.resize(seal::FILE_BYTES_MAX * 2, 0))),
        ("another first bit", |path| edit(path, |bytes| bytes[0] ^= 1)),
        ("another last bit", |path| edit(path, |bytes| *bytes.last_mut().unwrap() ^= 1)),
    ];
    for (name, change) in changes {
        let place = Place::new();
        place.put(TOKEN, &secret(LONGEST));
        change(&place.file(TOKEN));
        let read = place.get(TOKEN);
        assert!(matches!(read, Err(VaultError::FileLost)), "{name}");
        assert!(!format!("{read:?}").contains("canary"), "{name}");
        place.put(TOKEN, &secret(LIMIT + 1));
        assert_eq!(place.get(TOKEN).unwrap(), text(&secret(LIMIT + 1)), "{name}");
        assert_eq!(place.files().len(), 1, "{name}");
    }
}

fn edit(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn an_entry_that_begins_like_a_seal_and_is_none_is_lost() {
    let id = "0".repeat(32);
    for rest in [
        String::new(),
        id.clone(),
        format!("{id}\n"),
        format!("{id}\n{}", "0".repeat(62)),
        format!("{id}\n{}", "0".repeat(66)),
        format!("{id}\n{}", "x".repeat(64)),
        format!("../{id}\n{}", "0".repeat(64)),
    ] {
        let place = Place::new();
        place.entry(TOKEN).set_secret(format!("paysheet-sealed-1\n{rest}").as_bytes()).unwrap();
        assert!(matches!(place.get(TOKEN), Err(VaultError::FileLost)), "{rest:?}");
    }
}

#[test]
fn the_file_of_another_entry_does_not_open() {
    let place = Place::new();
    place.put(TOKEN, &secret(LONGEST));
    place.put(LOCK, &secret(LONGEST));
    let (token, lock) = (place.file(TOKEN), place.file(LOCK));
    let (of_token, of_lock) = (fs::read(&token).unwrap(), fs::read(&lock).unwrap());
    fs::write(&token, &of_lock).unwrap();
    fs::write(&lock, &of_token).unwrap();
    assert!(matches!(place.get(TOKEN), Err(VaultError::FileLost)));
    assert!(matches!(place.get(LOCK), Err(VaultError::FileLost)));
}

#[test]
fn a_file_does_not_open_for_another_name_even_with_its_key() {
    let place = Place::new();
    place.put(TOKEN, &secret(LONGEST));
    let (seal, bytes) = (place.seal(TOKEN), fs::read(place.file(TOKEN)).unwrap());
    assert_eq!(seal.open(TOKEN, &bytes).unwrap().expose_secret(), secret(LONGEST).expose_secret());
    place.storage(Some(LIMIT)).files.write(LOCK, &seal.file_id(), &bytes).unwrap();
    place.entry(LOCK).set_secret(&seal.encode()).unwrap();
    assert!(matches!(place.get(LOCK), Err(VaultError::FileLost)));
}

#[test]
fn a_replaced_or_deleted_secret_leaves_no_file() {
    for (first, then, files) in [
        (LONGEST, Some(1), 0),
        (LONGEST, Some(LONGEST - 1), 1),
        (1, Some(LONGEST), 1),
        (LONGEST, None, 0),
        (1, None, 0),
    ] {
        let place = Place::new();
        place.put(LOCK, &secret(LONGEST));
        place.put(TOKEN, &secret(first));
        match then {
            Some(length) => place.put(TOKEN, &secret(length)),
            None => place.forget(TOKEN),
        }
        let expected = then.and_then(|length| text(&secret(length)));
        assert_eq!(place.get(TOKEN).unwrap(), expected, "{first} {then:?}");
        assert_eq!(place.files().len(), files + 1, "{first} {then:?}");
        assert_eq!(place.get(LOCK).unwrap(), text(&secret(LONGEST)), "the file of another entry stays");
    }
}

#[test]
fn a_crash_between_the_steps_leaves_the_old_secret_or_the_new_one() {
    let new = secret(LONGEST);
    for old in [secret(1), secret(LIMIT + 1)] {
        for steps in 0..=3 {
            let place = Place::new();
            let (storage, entry) = (place.storage(Some(LIMIT)), place.entry(TOKEN));
            place.put(TOKEN, &old);
            if steps > 0 {
                let seal = storage.write_file(TOKEN, &new).unwrap();
                if steps > 1 {
                    write_entry(&entry, Some(&seal), &new).unwrap();
                }
                if steps > 2 {
                    storage.files.remove_all_but(TOKEN, Some(&seal.file_id()));
                }
            }
            let valid = if steps > 1 { &new } else { &old };
            assert_eq!(place.get(TOKEN).unwrap(), text(valid), "after {steps} steps");
            place.put(TOKEN, &secret(LONGEST - 1));
            assert_eq!(place.get(TOKEN).unwrap(), text(&secret(LONGEST - 1)), "after {steps} steps");
            assert_eq!(place.files().len(), 1, "what was left after {steps} steps is gone");
        }
    }
}

#[test]
fn an_entry_that_cannot_be_written_leaves_the_old_secret_and_its_file() {
    for old in [secret(1), secret(LIMIT + 1)] {
        let place = Place::new();
        place.put(TOKEN, &old);
        let entry = place.entry(TOKEN);
        let keychain: &mock::Cred = entry.inner.as_any().downcast_ref().unwrap();
        keychain.set_error(keyring_core::Error::Invalid("secret".to_owned(), "refused".to_owned()));
        let refused = place.storage(Some(LIMIT)).put(&entry, TOKEN, &secret(LONGEST));
        assert!(refused.is_err(), "{refused:?}");
        assert_eq!(place.get(TOKEN).unwrap(), text(&old));
        place.put(TOKEN, &secret(1));
        assert!(place.files().is_empty());
    }
}

#[test]
fn a_crash_while_a_file_is_written_leaves_the_old_secret_and_what_was_written_is_removed() {
    let place = Place::new();
    place.put(TOKEN, &secret(LIMIT + 1));
    let part = place.file(TOKEN).to_str().unwrap().replace(&place.seal(TOKEN).file_id(), &"0".repeat(32));
    fs::write(part, "half").unwrap();
    assert_eq!(place.get(TOKEN).unwrap(), text(&secret(LIMIT + 1)));
    place.put(TOKEN, &secret(LONGEST));
    assert_eq!(place.files(), [place.file(TOKEN)]);
}

#[test]
fn a_crash_while_a_secret_is_deleted_leaves_it_absent_and_its_file_is_removed() {
    let place = Place::new();
    place.put(TOKEN, &secret(LONGEST));
    place.entry(TOKEN).delete_credential().unwrap();
    assert_eq!((place.get(TOKEN).unwrap(), place.files().len()), (None, 1));
    place.forget(TOKEN);
    assert!(place.files().is_empty());
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_old_secret() {
    let place = Place::new();
    place.put(TOKEN, &secret(1));
    fs::write(place.folder(), "a file in place of the folder").unwrap();
    let storage = place.storage(Some(LIMIT));
    let refused = storage.put(&place.entry(TOKEN), TOKEN, &secret(LONGEST));
    assert!(matches!(refused, Err(VaultError::File(_))), "{refused:?}");
    assert_eq!(place.get(TOKEN).unwrap(), text(&secret(1)));
}

#[test]
fn what_would_not_be_read_again_is_not_written() {
    let place = Place::new();
    let storage = place.storage(Some(LIMIT));
    let refused = storage.put(&place.entry(TOKEN), TOKEN, &secret(seal::FILE_BYTES_MAX));
    assert!(matches!(refused, Err(VaultError::TooLong { .. })), "{refused:?}");
    assert!(place.files().is_empty());
}
