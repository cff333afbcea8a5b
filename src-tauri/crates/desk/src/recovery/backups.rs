//! Backups of the ledger: on demand, and for each day on which something changed. The desk does not restore them: the
//! ledger must be closed, so the program that opens the desk restores.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::{Timestamp, tz::TimeZone};
use paysheet_ledger::{BackupDescription, LedgerError, ListedBackup, list_backups, restore_backup};
use paysheet_vault::backup::fingerprint;

use crate::{
    app_error::AppError,
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    mutex::lock,
    state::session::{profile::KeyHome, profile_key},
    view::{BackupEntry, BackupPreview, BackupsView, NamedPayroll},
};

/// The ledger's setting that names the folder of its backups.
const FOLDER_SETTING: &str = "backup_folder";
/// The folder of the backups beside the ledger, unless the user chose another one.
const DEFAULT_FOLDER: &str = "backups";
/// Characters of a ledger's id in the name of its own folder.
const LEDGER_ID_CHARS: usize = 8;
/// Delay between opening the ledger and the first backup of the day: no start waits for it.
const FIRST_BACKUP_AFTER: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_secs(60 * 60);
/// Maximum number of backups that are shown.
const SHOWN_MAX: usize = 60;

impl Desk {
    /// Returns the backups of the ledger, and their folder.
    pub async fn backups(&self) -> Result<BackupsView, DeskError> {
        let chosen = self.ledger.setting(FOLDER_SETTING).await?;
        let folder = backup_folder(self).await?;
        let listed = listed_backups(self, folder.clone()).await?;
        let failed = lock(&self.backups.failed).clone();
        let (failed, failed_at) =
            failed.map_or((None, None), |(error, at)| (Some(error), Some(at.to_string())));
        Ok(BackupsView {
            folder: folder.display().to_string(),
            is_default_folder: chosen.is_none(),
            entries: listed.iter().take(SHOWN_MAX).map(entry).collect(),
            failed,
            failed_at,
        })
    }

    /// Makes a backup now.
    ///
    /// # Errors
    /// `Ledger` with `Backup`.
    pub async fn back_up_now(&self) -> Result<BackupsView, DeskError> {
        back_up(self).await?;
        self.backups().await
    }

    /// Sets the folder in which backups are made from now on; none for the folder beside the ledger. Earlier backups
    /// stay where they are.
    ///
    /// # Errors
    /// `Io` if nothing can be written there.
    pub async fn set_backup_folder(&self, folder: Option<&Path>) -> Result<BackupsView, DeskError> {
        let text = match folder {
            Some(folder) => {
                let own = folder.join(own_folder_name(self).await?);
                make_folder(own.clone()).await?;
                Some(own.display().to_string())
            }
            None => None,
        };
        let ledger = self.ledger_for_user();
        match text {
            Some(text) => ledger.set_setting(FOLDER_SETTING, &text, self.now()).await?,
            None => ledger.remove_setting(FOLDER_SETTING, self.now()).await?,
        }
        lock(&self.backups.failed).take();
        self.backups().await
    }

    /// Makes a backup of each day on which something changed, for as long as the desk is open.
    pub fn watch_backups(&self) {
        self.repeat((FIRST_BACKUP_AFTER, LOOK_EVERY), |desk| async move {
            if let Err(error) = desk.back_up_if_due().await {
                tracing::warn!(%error, "no backup of the ledger");
            }
        });
    }

    /// Makes a backup if the newest one is of an earlier day and something changed since.
    ///
    /// # Errors
    /// `Ledger` with `Backup`.
    pub async fn back_up_if_due(&self) -> Result<(), DeskError> {
        let newest = listed_backups(self, backup_folder(self).await?).await?.into_iter().next();
        let contents = self.ledger.contents().await?;
        let is_due = contents.payrolls > 0
            && newest.is_none_or(|newest| {
                newest.description.contents.chain_head != contents.chain_head
                    && is_of_another_day(self, &newest.description)
            });
        if is_due { back_up(self).await } else { Ok(()) }
    }
}

fn is_of_another_day(desk: &Desk, backup: &BackupDescription) -> bool {
    let day = |at: Timestamp| at.to_zoned(TimeZone::system()).date();
    backup.made_at.parse::<Timestamp>().map_or(true, |made_at| day(made_at) != day(desk.now()))
}

async fn back_up(desk: &Desk) -> Result<(), DeskError> {
    let _one_at_a_time = desk.backups.making.lock().await;
    let folder = backup_folder(desk).await?;
    let made = async {
        make_folder(folder.clone()).await?;
        desk.ledger.backup_to_folder(&folder, desk.now()).await?;
        Ok::<_, DeskError>(())
    };
    let made = made.await;
    let failed = made.as_ref().err().map(|error| (AppError::from(error), desk.now()));
    *lock(&desk.backups.failed) = failed;
    desk.emit(DeskEvent::SessionChanged);
    made
}

async fn backup_folder(desk: &Desk) -> Result<PathBuf, DeskError> {
    let chosen = desk.ledger.setting(FOLDER_SETTING).await?;
    let beside = || desk.ledger_path().with_file_name(DEFAULT_FOLDER);
    Ok(chosen.map_or_else(beside, PathBuf::from))
}

/// Returns the name of a folder that other ledgers do not share: old backups in it are removed by their names.
async fn own_folder_name(desk: &Desk) -> Result<String, DeskError> {
    let id = desk.ledger.anchor().await?.map(|anchor| anchor.ledger).unwrap_or_default();
    let id: String = id.chars().take(LEDGER_ID_CHARS).collect();
    Ok(format!("Paysheet backups {id}").trim_end().to_owned())
}

async fn listed_backups(desk: &Desk, folder: PathBuf) -> Result<Vec<ListedBackup>, DeskError> {
    let ledger = desk.ledger_path().to_owned();
    blocking(move || Ok(list_backups(&folder, &ledger))).await
}

async fn make_folder(folder: PathBuf) -> Result<(), DeskError> {
    blocking(move || {
        let made = std::fs::create_dir_all(&folder);
        made.map_err(|_| AppError::NotWritable { file: folder.display().to_string() }.into())
    })
    .await
}

fn entry(backup: &ListedBackup) -> BackupEntry {
    let contents = &backup.description.contents;
    BackupEntry {
        path: backup.path.clone(),
        file_name: file_name(&backup.path),
        made_at: backup.description.made_at.clone(),
        payrolls: counted(contents.payrolls),
        payouts: counted(contents.payouts),
        bytes: backup.bytes.to_string(),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn counted(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns the content of a backup, and the effect of restoring it in place of the ledger of `replaced`, which may be
/// open.
///
/// # Errors
/// `Ledger` with `Backup` if it is no backup; `Io`, `Vault` if the profile key cannot be searched for.
pub async fn preview_backup(
    path: &Path,
    replaced: Option<&Desk>,
    (home, profile): (KeyHome, &str),
) -> Result<BackupPreview, DeskError> {
    let preview = paysheet_ledger::preview_backup(path, profile_key::SETTING).await?;
    let id = profile.to_owned();
    let own = blocking(move || Ok(home.load(&id)?.as_ref().map(fingerprint))).await?;
    let replaced_payrolls = match replaced {
        // An unreadable ledger is a reason to restore a backup, so it is no error here.
        Some(desk) => desk.ledger.contents().await.ok().map(|contents| counted(contents.payrolls)),
        None => None,
    };
    let contents = &preview.description.contents;
    Ok(BackupPreview {
        file_name: file_name(path),
        made_at: preview.description.made_at,
        payrolls: counted(contents.payrolls),
        payouts: counted(contents.payouts),
        last_payroll: preview.last_payroll.map(|(name, period)| NamedPayroll { name, period }),
        replaces: replaced.is_some(),
        replaced_payrolls,
        // A ledger from before fingerprints were stored does not identify its key.
        key_is_here: own.is_some() && preview.setting.is_none_or(|setting| Some(setting) == own),
    })
}

/// Replaces the ledger at `ledger`, which must be closed, with a backup. Returns where the old ledger is set aside.
///
/// # Errors
/// `Ledger` with `Backup`, or `InUse`.
pub async fn restore(backup: &Path, ledger: &Path, now: Timestamp) -> Result<Option<PathBuf>, DeskError> {
    restore_backup(backup, ledger, now).await.map_err(LedgerError::into)
}
