//! The text file of a backup, and the one function that reads both forms. The parser is strict: a text whose bytes
//! differ from the bytes that would be written for its content is damaged.

use data_encoding::HEXLOWER;
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use super::{
    error::BackupError,
    lines,
    sealed_key::{Effort, SealedKey},
};

/// Most bytes of a file that are read; files of Paysheet have less than a thousand.
pub const FILE_BYTES_MAX: u64 = 16 * 1_024;
const FIRST_LINE: &str = "PAYSHEET PROFILE KEY BACKUP";
/// The version of the file's text.
const TEXT_VERSION: u32 = 1;

/// A sealed key and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyBackup {
    pub sealed: SealedKey,
    /// The label of a file; a backup that was typed from a sheet has none.
    pub label: Option<Label>,
}

/// The fields of the file beside the sealed key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub profile: String,
    pub created: Date,
}

impl KeyBackup {
    #[must_use]
    pub fn new(sealed: SealedKey, profile: &str, created: Date) -> Self {
        Self { sealed, label: Some(Label { profile: profile.to_owned(), created }) }
    }

    /// Parses a backup: the text of its file, or the typed lines of its sheet.
    ///
    /// # Errors
    /// `NotABackup`, `Damaged`, `NewerVersion`, `TooDemanding`, `LinesMissing`, `LinesMistyped`.
    pub fn read(text: &str) -> Result<Self, BackupError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.starts_with(FIRST_LINE) {
            return parse(&text.replace("\r\n", "\n"));
        }
        Ok(Self { sealed: lines::decode(text)?, label: None })
    }

    /// Parses the bytes of a file, which must be one that Paysheet wrote.
    ///
    /// # Errors
    /// As [`KeyBackup::read`]; `NotABackup` if the bytes are nothing of the kind.
    pub fn read_file(bytes: &[u8]) -> Result<Self, BackupError> {
        let text = str::from_utf8(bytes).map_err(|_| not_text(bytes))?;
        // Either a file of Paysheet that lost its first line, or another file.
        let backup = Self::read(text).map_err(|error| without_lines(error, BackupError::NotABackup))?;
        if backup.label.is_some() { Ok(backup) } else { Err(BackupError::NotABackup) }
    }

    /// Returns the lines to print and type, without their numbers.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        lines::encode(&self.sealed)
    }

    /// Returns the text of the file; none if the backup was typed and has no label.
    #[must_use]
    pub fn to_text(&self) -> Option<String> {
        self.label.as_ref().map(|label| text(&self.sealed, label))
    }
}

fn text(sealed: &SealedKey, Label { profile, created }: &Label) -> String {
    let Effort { memory_mib, passes, lanes } = sealed.effort();
    let fingerprint = sealed.fingerprint();
    let mut text = format!(
        "{FIRST_LINE}\nVersion: {TEXT_VERSION}\nProfile: {profile}\nFingerprint: {fingerprint}\nCreated: {created}\n\
         Protection: Argon2id {memory_mib} MiB {passes} passes {lanes} lanes, XChaCha20-Poly1305\n\n"
    );
    for (number, line) in (1..).zip(lines::encode(sealed)) {
        text.push_str(&format!("{number}: {line}\n"));
    }
    let checksum = checksum(&text);
    format!("{text}\nChecksum: {checksum}\n")
}

fn checksum(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

fn parse(text: &str) -> Result<KeyBackup, BackupError> {
    // The checksum is verified first, so that any other error is not caused by accidental damage.
    let (said, rest) = text.rsplit_once("\nChecksum: ").ok_or(BackupError::Damaged)?;
    if rest.trim_end() != checksum(said) {
        return Err(BackupError::Damaged);
    }
    let field =
        |name: &str| said.lines().find_map(|line| line.strip_prefix(name)).ok_or(BackupError::Damaged);
    let version: u32 = field("Version: ")?.parse().map_err(|_| BackupError::Damaged)?;
    if version > TEXT_VERSION {
        return Err(BackupError::NewerVersion { version });
    }
    let (_, typed) = said.split_once("\n\n").ok_or(BackupError::Damaged)?;
    let sealed = lines::decode(typed).map_err(|error| without_lines(error, BackupError::Damaged))?;
    let label = Label {
        profile: field("Profile: ")?.to_owned(),
        created: field("Created: ")?.parse().map_err(|_| BackupError::Damaged)?,
    };
    let backup = KeyBackup { sealed, label: Some(label) };
    let own = backup.label.as_ref().is_some_and(|label| backup.sealed.is_of_profile(&label.profile));
    if own && backup.to_text().as_deref() == Some(text) { Ok(backup) } else { Err(BackupError::Damaged) }
}

/// Replaces an error about lines by an error about the file: nobody typed the lines of a file, so if they are wrong,
/// the file is.
fn without_lines(error: BackupError, of_file: BackupError) -> BackupError {
    match error {
        BackupError::LinesMissing { .. } | BackupError::LinesMistyped { .. } => of_file,
        BackupError::NotABackup
        | BackupError::Damaged
        | BackupError::NewerVersion { .. }
        | BackupError::TooDemanding
        | BackupError::NotOpened
        | BackupError::NoMemory
        | BackupError::NoRandomness => error,
    }
}

/// Returns the error for a file of Paysheet with a damaged letter, or for another file.
fn not_text(bytes: &[u8]) -> BackupError {
    if bytes.starts_with(FIRST_LINE.as_bytes()) { BackupError::Damaged } else { BackupError::NotABackup }
}
