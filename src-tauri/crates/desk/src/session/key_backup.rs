//! Backups of the profile key: sealed under a passphrase, saved as a file and as a page to print, and imported again,
//! on this computer or on another one. The ledger decides which key may be imported: if it has references, only the
//! key that they were made with.
//!
//! # A profile key is never replaced without the ledger's check
//!
//! `desk::session::key_backup` compares a backup's fingerprint with the ledger's. Where references exist, only the key
//! they were made with is imported; where no fingerprint is stored, a reference that only this key makes has to prove
//! it. A key that is stored on the computer is replaced only if the caller requests it explicitly. Nothing is frozen or
//! approved during the exchange. If it stops halfway, neither key makes references until the next start.

use std::{fs::File, io::Read as _, path::Path, path::PathBuf};

use jiff::{civil::Date, tz::TimeZone};
use paysheet_domain::{ProfileKey, RunId};
use paysheet_vault::backup::{
    BackupError, Effort, FILE_BYTES_MAX, KeyBackup, LINES, PASSPHRASE_CHARS_MIN, Passphrase, SealedKey,
    fingerprint, short_fingerprint,
};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::{
    app_error::AppError,
    atomic_write::{self, plain_name},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    recovery::anchor,
    session::key_sheet,
    state::session::profile_key::{LoadedKey, SETTING},
    view::{
        KeyBackupFit, KeyBackupForm, KeyBackupSource, KeyBackupView, KeyImport, KeyState, KeyView, ListWords,
    },
};

/// The ledger's setting that records when which key was backed up.
const BACKED_UP: &str = "profile_key_backup";
/// The ledger's setting that records which key came from a backup.
const IMPORTED: &str = "profile_key_imported";

#[derive(Serialize, Deserialize)]
struct BackedUp {
    fingerprint: String,
    at: String,
}

impl Desk {
    /// Returns what is recorded about the profile key.
    pub async fn key_view(&self) -> Result<KeyView, DeskError> {
        let ledger = &self.ledger;
        let found = self.key();
        let of_ledger =
            if found.is_foreign { ledger.setting(SETTING).await? } else { Some(fingerprint(&found.key)) };
        let state = if found.is_foreign {
            KeyState::Missing
        } else if ledger.has_references().await? {
            KeyState::InUse
        } else {
            KeyState::Unused
        };
        let imported = ledger.setting(IMPORTED).await?;
        let backed_up: Option<BackedUp> =
            ledger.setting(BACKED_UP).await?.and_then(|text| serde_json::from_str(&text).ok());
        Ok(KeyView {
            state,
            imported: imported.is_some() && imported == of_ledger,
            backed_up_at: backed_up
                .filter(|backed_up| Some(&backed_up.fingerprint) == of_ledger.as_ref())
                .map(|backed_up| backed_up.at),
            fingerprint: of_ledger.as_deref().map(short_fingerprint),
            passphrase_chars_min: u32::try_from(PASSPHRASE_CHARS_MIN).unwrap_or(u32::MAX),
            sheet_lines: u32::try_from(LINES).unwrap_or(u32::MAX),
        })
    }

    /// Seals the key under a passphrase that was typed twice, and opens it again to verify it. The sealed backup waits
    /// in memory to be saved; it is no secret.
    ///
    /// # Errors
    /// `Locked`, `ProfileKeyChanged`, `Passphrase`, `Backup`.
    pub async fn seal_key(&self, typed: SecretString, repeated: SecretString) -> Result<(), DeskError> {
        self.unlocked()?;
        self.require_own_key()?;
        let passphrase = Passphrase::chosen(&typed, &repeated)?;
        let (found, name, today) = (self.key(), self.profile().settings.name, today(self));
        let backup = blocking(move || {
            let sealed = SealedKey::seal(&found.key, &name, &passphrase, Effort::STANDARD)?;
            let opened = sealed.open(&passphrase)?;
            if fingerprint(&opened) != fingerprint(&found.key) {
                return Err(BackupError::Damaged.into());
            }
            Ok(KeyBackup::new(sealed, &name, today))
        })
        .await?;
        self.session.set_key_backup(backup);
        Ok(())
    }

    /// Returns a suggested file name for the backup.
    #[must_use]
    pub fn key_backup_name(&self, form: KeyBackupForm) -> String {
        let profile = plain_name(&self.profile().settings.name);
        match form {
            KeyBackupForm::File => format!("{profile} profile key backup.txt"),
            KeyBackupForm::Sheet => format!("{profile} recovery sheet.html"),
        }
    }

    /// Saves the backup that was sealed last.
    ///
    /// # Errors
    /// `NoKeyBackup` if nothing was sealed, or another key is in use since; `NotWritable`, `FileInUse` and
    /// `SaveDiskFull` if the file cannot be written.
    pub async fn save_key_backup(
        &self,
        form: KeyBackupForm,
        words: ListWords,
        path: &Path,
    ) -> Result<(), DeskError> {
        let backup = self.session.key_backup().ok_or(AppError::NoKeyBackup)?;
        let of = fingerprint(&self.key().key);
        if !backup.sealed.is_of(&of) {
            return Err(AppError::NoKeyBackup.into());
        }
        let text = match form {
            KeyBackupForm::File => backup.to_text(),
            KeyBackupForm::Sheet => key_sheet::page(&backup, &words),
        };
        let (text, path) = (text.ok_or(AppError::NoKeyBackup)?, path.to_owned());
        blocking(move || atomic_write::save(&path, text.as_bytes())).await?;
        let backed_up = BackedUp { fingerprint: of, at: self.now().to_string() };
        self.ledger_for_user()
            .set_setting(BACKED_UP, &serde_json::to_string(&backed_up)?, self.now())
            .await?;
        Ok(())
    }

    /// Returns the content of a backup, and the effect of importing it.
    ///
    /// # Errors
    /// `Backup` if it is no backup, is damaged or mistyped; `Io`.
    pub async fn preview_key_backup(&self, source: KeyBackupSource) -> Result<KeyBackupView, DeskError> {
        let KeyBackup { sealed, label } = read(source).await?;
        let fit = fit(self, |fingerprint| sealed.is_of(fingerprint)).await?;
        let replaces = stored_fingerprint(self).await?.is_some_and(|stored| !sealed.is_of(&stored));
        Ok(KeyBackupView {
            fingerprint: sealed.fingerprint(),
            created: label.as_ref().map(|label| label.created.to_string()),
            profile: label.map(|label| label.profile),
            fit,
            replaces,
        })
    }

    /// Opens a backup and makes its key this profile's. `replace` allows the replacement of another key that is stored
    /// on this computer.
    ///
    /// # Errors
    /// `Passphrase`, `Backup`; `KeyOfOtherLedger` if the ledger has references of another key; `KeyWouldBeReplaced`
    /// without `replace`; `Io`, `Vault`.
    pub async fn import_key(
        &self,
        source: KeyBackupSource,
        typed: SecretString,
        replace: bool,
    ) -> Result<KeyImport, DeskError> {
        let passphrase = Passphrase::typed(&typed)?;
        let KeyBackup { sealed, .. } = read(source).await?;
        let key = blocking(move || Ok(sealed.open(&passphrase)?)).await?;
        let own = fingerprint(&key);
        // Under the guard, nothing is frozen or approved.
        let _guard = self.drafts.change_guard().await;
        let import = match fit(self, |fingerprint| fingerprint == own).await? {
            KeyBackupFit::SameKey => KeyImport::SameKey,
            KeyBackupFit::UnusedLedger => KeyImport::Taken,
            KeyBackupFit::MissingKey if is_ledgers_own(self, &key).await? => KeyImport::CameBack,
            KeyBackupFit::MissingKey | KeyBackupFit::OtherLedger => {
                return Err(AppError::KeyOfOtherLedger.into());
            }
        };
        let stored = stored_fingerprint(self).await?;
        if stored.as_ref().is_some_and(|stored| *stored != own) && !replace {
            return Err(AppError::KeyWouldBeReplaced.into());
        }
        if let Err(error) = take_key(self, key, stored.as_ref() == Some(&own)).await {
            // Key home and ledger may name two keys now. Until the next start settles it, no references are made with
            // either.
            let found = self.key();
            let unsure = LoadedKey { key: found.key.clone(), is_foreign: true };
            self.session.set_key(unsure);
            return Err(error);
        }
        tracing::info!(?import, fingerprint = short_fingerprint(&own), "profile key imported");
        self.emit(DeskEvent::SessionChanged);
        Ok(import)
    }
}

async fn take_key(desk: &Desk, key: ProfileKey, is_stored: bool) -> Result<(), DeskError> {
    let (own, ledger) = (fingerprint(&key), desk.ledger_for_user());
    let in_use = desk.key();
    let is_in_use = !in_use.is_foreign && fingerprint(&in_use.key) == own;
    let key = std::sync::Arc::new(key);
    if !is_stored {
        let (home, id, stored) = (desk.key_home.clone(), desk.profile().id, key.clone());
        blocking(move || home.put(&id, &stored)).await?;
    }
    // Attached first, so that the following events are sealed with this key.
    ledger.attach_key(key.chain_key());
    ledger.set_setting(SETTING, &own, desk.now()).await?;
    ledger.set_setting(IMPORTED, &own, desk.now()).await?;
    desk.session.set_key(LoadedKey { key, is_foreign: false });
    if is_in_use {
        return Ok(());
    }
    // If there are references, the history is sealed with this key.
    if ledger.has_references().await? {
        anchor::attach_anchor(desk).await
    } else {
        anchor::begin_history_anew(desk).await
    }
}

/// Returns the relation of a key to this ledger, by its fingerprint.
async fn fit(desk: &Desk, is_of: impl Fn(&str) -> bool) -> Result<KeyBackupFit, DeskError> {
    let (found, ledger) = (desk.key(), &desk.ledger);
    if !found.is_foreign && is_of(&fingerprint(&found.key)) {
        return Ok(KeyBackupFit::SameKey);
    }
    if !ledger.has_references().await? {
        return Ok(KeyBackupFit::UnusedLedger);
    }
    // In a ledger from before fingerprints were stored, the references themselves identify the key.
    let is_missing = ledger.setting(SETTING).await?.is_none_or(|known| is_of(&known));
    Ok(if is_missing { KeyBackupFit::MissingKey } else { KeyBackupFit::OtherLedger })
}

/// Whether a key is the ledger's own: by its fingerprint, or, if none was stored, by a reference that only this
/// key makes.
async fn is_ledgers_own(desk: &Desk, key: &ProfileKey) -> Result<bool, DeskError> {
    let ledger = &desk.ledger;
    if let Some(known) = ledger.setting(SETTING).await? {
        return Ok(known == fingerprint(key));
    }
    for payroll in ledger.payrolls().await?.into_iter().filter(|payroll| payroll.people > 0) {
        let run = RunId::new(&payroll.name, &payroll.period);
        for batch in ledger.batches(payroll.id).await? {
            if key.batch_reference(&run, &batch.currency.to_string(), batch.number) == batch.reference {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

async fn stored_fingerprint(desk: &Desk) -> Result<Option<String>, DeskError> {
    let (home, id) = (desk.key_home.clone(), desk.profile().id);
    blocking(move || Ok(home.load(&id)?.as_ref().map(fingerprint))).await
}

fn today(desk: &Desk) -> Date {
    desk.now().to_zoned(TimeZone::system()).date()
}

async fn read(source: KeyBackupSource) -> Result<KeyBackup, DeskError> {
    match source {
        KeyBackupSource::Typed { text } => Ok(KeyBackup::read(&text)?),
        KeyBackupSource::File { path } => {
            blocking(move || Ok(KeyBackup::read_file(&read_file(&path)?)?)).await
        }
    }
}

/// Reads slightly more of a file than a backup can have, so that a longer file is detected as no backup.
fn read_file(path: &PathBuf) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(bytes)
}
