//! Services of the desktop besides the window: file dialogs, the file manager and the browser. They are behind a trait,
//! so that commands do not depend on the runtime that draws the window.

mod file_dialog;

use std::path::{Path, PathBuf};

use paysheet_desk::{AppError, ErrorCode, view::Scheme};
use tauri::{AppHandle, Runtime};
use tauri_plugin_dialog::FileDialogBuilder;
use tokio::sync::oneshot;
use url::Url;

use self::file_dialog::ask;
use crate::{
    error::{CommandResult, unexpected},
    windows::{
        self,
        bank::{self, ChallengeWindow},
    },
};

const SHEET_ENDINGS: [&str; 8] = ["xlsx", "xlsm", "xlsb", "xls", "ods", "csv", "tsv", "txt"];
const KEY_BACKUP_ENDINGS: [&str; 1] = ["txt"];
const BACKUP_ENDINGS: [&str; 1] = ["db"];
const CERTIFICATE_ENDINGS: [&str; 4] = ["pem", "crt", "cer", "txt"];

/// The path that the user chose; none if the user cancelled.
pub type Choice = oneshot::Receiver<Option<String>>;

pub trait Desktop: Send + Sync {
    /// Lets the user choose a payroll file.
    fn choose_sheet(&self) -> Choice;
    /// Lets the user choose a certificate file.
    fn choose_certificate(&self) -> Choice;
    /// Lets the user choose a backup of the profile key.
    fn choose_key_backup(&self) -> Choice;
    /// Lets the user choose a backup of the ledger.
    fn choose_backup(&self) -> Choice;
    /// Lets the user choose a folder.
    fn choose_folder(&self) -> Choice;
    /// Lets the user choose where a workbook is saved.
    fn choose_destination(&self, folder: PathBuf, name: String) -> Choice;
    /// Lets the user choose where a list is saved, as a workbook or as text.
    fn choose_list_destination(&self, folder: PathBuf, name: String) -> Choice;
    /// Lets the user choose where a copy of their file is saved. The copy has the file's extension.
    fn choose_copy_destination(&self, folder: PathBuf, name: String) -> Choice;
    /// Shows a file in the file manager.
    fn reveal(&self, path: &Path) -> CommandResult<()>;
    /// Opens the address of a bank's page in the system's browser.
    fn open_address(&self, address: &Url) -> CommandResult<()>;
    /// Opens the card window, or brings it to the front.
    fn open_card(&self, scheme: Scheme) -> CommandResult<()>;
    fn has_card(&self) -> bool;
    /// Closes the card window and its web view, if it is open.
    fn close_card(&self);
    /// Shows the bank's page in a window of its own.
    fn open_bank(&self, visit: ChallengeWindow) -> CommandResult<()>;
    /// Brings the bank's page of that showing to the front. Returns false if it is not open.
    fn show_bank(&self, visit: u32) -> bool;
    /// Closes all windows of a bank's page, if any are open.
    fn close_bank(&self);
}

impl<R: Runtime> Desktop for AppHandle<R> {
    fn choose_sheet(&self) -> Choice {
        ask(self, |dialog, answer| dialog.add_filter("Payroll", &SHEET_ENDINGS).pick_file(answer))
    }

    fn choose_certificate(&self) -> Choice {
        ask(self, |dialog, answer| dialog.add_filter("Certificate", &CERTIFICATE_ENDINGS).pick_file(answer))
    }

    fn choose_key_backup(&self) -> Choice {
        let filter = "Profile key backup";
        ask(self, |dialog, answer| dialog.add_filter(filter, &KEY_BACKUP_ENDINGS).pick_file(answer))
    }

    fn choose_backup(&self) -> Choice {
        ask(self, |dialog, answer| dialog.add_filter("Paysheet backup", &BACKUP_ENDINGS).pick_file(answer))
    }

    fn choose_folder(&self) -> Choice {
        ask(self, FileDialogBuilder::pick_folder)
    }

    fn choose_destination(&self, folder: PathBuf, name: String) -> Choice {
        ask(self, |dialog, answer| {
            named(dialog, &folder, name).add_filter("Excel", &["xlsx"]).save_file(answer);
        })
    }

    fn choose_list_destination(&self, folder: PathBuf, name: String) -> Choice {
        ask(self, |dialog, answer| {
            let dialog = named(dialog, &folder, name);
            dialog.add_filter("Excel", &["xlsx"]).add_filter("CSV", &["csv"]).save_file(answer);
        })
    }

    fn choose_copy_destination(&self, folder: PathBuf, name: String) -> Choice {
        ask(self, |dialog, answer| named(dialog, &folder, name).save_file(answer))
    }

    fn reveal(&self, path: &Path) -> CommandResult<()> {
        tauri_plugin_opener::reveal_item_in_dir(path).map_err(|error| unexpected(&error))
    }

    fn open_address(&self, address: &Url) -> CommandResult<()> {
        // The system's error message contains the address, which must not be in a log.
        tauri_plugin_opener::open_url(address.as_str(), None::<&str>)
            .map_err(|_| AppError::new(ErrorCode::BankPageNotOpened))
    }

    fn open_card(&self, scheme: Scheme) -> CommandResult<()> {
        windows::open_card(self, scheme).map_err(|error| unexpected(&error))
    }

    fn has_card(&self) -> bool {
        windows::card(self).is_some()
    }

    fn close_card(&self) {
        if let Some(card) = windows::card(self) {
            let _ = card.destroy();
        }
    }

    fn open_bank(&self, visit: ChallengeWindow) -> CommandResult<()> {
        bank::open(self, visit).map_err(|error| {
            tracing::warn!(%error, "no window for the bank's page");
            AppError::new(ErrorCode::BankPageNotOpened)
        })
    }

    fn show_bank(&self, visit: u32) -> bool {
        bank::show(self, visit)
    }

    fn close_bank(&self) {
        bank::close(self);
    }
}

fn named<R: Runtime>(dialog: FileDialogBuilder<R>, folder: &Path, name: String) -> FileDialogBuilder<R> {
    dialog.set_directory(folder).set_file_name(name)
}
