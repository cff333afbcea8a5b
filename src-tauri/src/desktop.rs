//! The desktop as Tauri reaches it: file dialogs, windows, the tray, the file manager, the browser, updates and the user's
//! folders.

mod file_dialog;

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use paysheet_app::{
    AppPaths, CardWindows, ChallengeWindow, Choice, CommandResult, Desktop, FileDialogs, FileToOpen, Filter,
    Notice, Pending, PrintJob, Printing, Release, SaveFormat, Surroundings, UpdateFailure, UpdateSupport,
    Updater, Versions, unexpected,
};
use paysheet_desk::{
    AppError, Outstanding,
    view::{Scheme, Toggle},
};
use tauri::{AppHandle, Manager, Runtime};
use tauri_plugin_dialog::FileDialogBuilder;
use tauri_plugin_updater::UpdaterExt;
use url::Url;

use self::file_dialog::ask;
use crate::{
    background::{self, at_login, notification, tray, tray::Tray},
    printing, shutdown,
    updates::{self, UpdateSource},
    windows::{self, bank},
};

const PAYROLL_ENDINGS: [&str; 9] = ["xlsx", "xlsm", "xlsb", "xls", "ods", "csv", "tsv", "txt", "prn"];
const RESULTS_ENDINGS: [&str; 11] =
    ["csv", "xlsx", "xlsm", "xlsb", "xls", "ods", "tsv", "txt", "json", "jsonl", "log"];
const STATEMENT_ENDINGS: [&str; 13] =
    ["csv", "xlsx", "xlsm", "xlsb", "xls", "ods", "tsv", "txt", "ofx", "xml", "sta", "940", "mt940"];
const KEY_BACKUP_ENDINGS: [&str; 1] = ["txt"];
const LEDGER_BACKUP_ENDINGS: [&str; 1] = ["db"];
const CERTIFICATE_ENDINGS: [&str; 4] = ["pem", "crt", "cer", "txt"];
/// The licences of what the program is built from, in the folder of its resources. `cargo xtask notices` makes the file,
/// packages and installers contain it.
const THIRD_PARTY_NOTICES: &str = "THIRD-PARTY-NOTICES.txt";

/// The desktop of a running Tauri application.
pub struct TauriDesktop<R: Runtime>(pub AppHandle<R>);

/// The file dialogs of the system.
struct TauriDialogs<R: Runtime>(AppHandle<R>);

/// Returns the file dialogs of the system.
pub fn file_dialogs<R: Runtime>(app: &AppHandle<R>) -> Box<dyn FileDialogs> {
    Box::new(TauriDialogs(app.clone()))
}

impl<R: Runtime> FileDialogs for TauriDialogs<R> {
    fn choose_file(&self, file: FileToOpen) -> Choice {
        ask(&self.0, |dialog, answer| match file_dialog_of(file) {
            Some((title, (name, endings))) => {
                dialog.set_title(title).add_filter(name, endings).pick_file(answer);
            }
            None => dialog.pick_folder(answer),
        })
    }

    fn choose_destination(&self, folder: PathBuf, name: String, format: SaveFormat) -> Choice {
        ask(&self.0, |dialog, answer| {
            let dialog = dialog.set_directory(folder).set_file_name(name);
            let add =
                |dialog: FileDialogBuilder<R>, (name, endings): &Filter| dialog.add_filter(*name, endings);
            format.filters().iter().fold(dialog, add).save_file(answer);
        })
    }
}

impl<R: Runtime> CardWindows for TauriDesktop<R> {
    fn open_card(&self, scheme: Scheme) -> CommandResult<()> {
        windows::open_card(&self.0, scheme).map_err(|error| unexpected(&error))
    }

    fn has_card(&self) -> bool {
        windows::card(&self.0).is_some()
    }

    fn close_card(&self) {
        if let Some(card) = windows::card(&self.0) {
            let _ = card.destroy();
        }
    }

    fn open_bank(&self, challenge: ChallengeWindow) -> CommandResult<()> {
        bank::open(&self.0, challenge).map_err(|error| {
            tracing::warn!(%error, "no window for the bank's page");
            AppError::BankPageNotOpened
        })
    }

    fn show_bank(&self, number: u32) -> bool {
        bank::show(&self.0, number)
    }

    fn close_bank(&self) {
        bank::close(&self.0);
    }
}

impl<R: Runtime> Surroundings for TauriDesktop<R> {
    fn is_in_front(&self) -> bool {
        windows::main(&self.0).is_some_and(|window| window.is_focused().unwrap_or(false))
    }

    fn has_tray(&self) -> bool {
        self.0.state::<Tray<R>>().has_host()
    }

    fn has_dock(&self) -> bool {
        background::HAS_DOCK
    }

    fn show_outstanding(&self, outstanding: Outstanding) {
        let app = self.0.clone();
        let shown = self.0.run_on_main_thread(move || {
            tray::show(&app, outstanding);
        });
        if let Err(error) = shown {
            tracing::warn!(%error, "the tray does not show what is outstanding");
        }
    }

    fn notify(&self, notice: &Notice) {
        notification::show(&self.0, notice);
    }

    fn starts_at_login(&self) -> Toggle {
        at_login::state()
    }

    fn start_at_login(&self, toggle: Toggle) -> CommandResult<()> {
        at_login::set(toggle)
    }

    fn close_window(&self) {
        windows::close_main(&self.0);
    }

    fn quit(&self) {
        shutdown::quit(&self.0);
    }
}

impl<R: Runtime> Updater for TauriDesktop<R> {
    fn update_support(&self) -> UpdateSupport {
        updates::support()
    }

    fn find_update(&self) -> Pending<'_, Result<Option<Release>, UpdateFailure>> {
        Box::pin(async move {
            let source = UpdateSource::built_in().ok_or(UpdateFailure::NotReached)?;
            updates::find(self.0.updater_builder(), &source).await
        })
    }

    fn restart(&self) {
        self.0.request_restart();
    }
}

impl<R: Runtime> Desktop for TauriDesktop<R> {
    fn versions(&self) -> Versions {
        let web_view = tauri::webview_version();
        Versions {
            system: os_info::get().to_string(),
            web_view: web_view.unwrap_or_else(|error| format!("not known: {error}")),
        }
    }

    fn reveal(&self, path: &Path) -> CommandResult<()> {
        tauri_plugin_opener::reveal_item_in_dir(path).map_err(|error| unexpected(&error))
    }

    fn open_file(&self, path: &Path) -> CommandResult<()> {
        tauri_plugin_opener::open_path(path, None::<&str>).map_err(|error| {
            tracing::warn!(%error, "no program opened a document");
            AppError::ViewerNotOpened
        })
    }

    fn third_party_notices(&self) -> Option<PathBuf> {
        let path = self.0.path().resource_dir().ok()?.join(THIRD_PARTY_NOTICES);
        // On Windows the folder has a prefix that not every viewer understands.
        path.is_file().then(|| PathBuf::from(tauri::utils::display_path(path)))
    }

    fn print(&self, job: PrintJob) -> CommandResult<Printing> {
        printing::print(&self.0, job).map_err(|error| {
            tracing::warn!(%error, "no print dialog");
            AppError::NotPrinted
        })
    }

    fn open_address(&self, address: &Url) -> CommandResult<()> {
        // The system's error message contains the address, which must not be in a log.
        tauri_plugin_opener::open_url(address.as_str(), None::<&str>).map_err(|_| AppError::BankPageNotOpened)
    }
}

/// Returns the system's folders for this application.
///
/// # Errors
/// If the system has no such folder, and those of [`AppPaths::at`].
pub fn app_paths<R: Runtime>(app: &AppHandle<R>) -> Result<AppPaths, Box<dyn Error>> {
    let system = app.path();
    let data = system.app_local_data_dir()?;
    // Not every system has a folder of documents; the application's own folder is one that nobody looks into.
    let documents = (system.document_dir())
        .or_else(|_| system.download_dir())
        .or_else(|_| system.home_dir())
        .unwrap_or_else(|_| data.clone());
    Ok(AppPaths::at(data, system.app_config_dir()?, documents)?)
}

/// Returns the title and the filter of the dialog that opens a file; none if a folder is opened.
const fn file_dialog_of(file: FileToOpen) -> Option<(&'static str, Filter)> {
    Some(match file {
        FileToOpen::Payroll => ("Choose a payroll file", ("Payroll", &PAYROLL_ENDINGS)),
        FileToOpen::Results => ("Choose a list of results", ("Results", &RESULTS_ENDINGS)),
        FileToOpen::Statement => ("Choose a statement", ("Statement", &STATEMENT_ENDINGS)),
        FileToOpen::Certificate => ("Choose a CA certificate", ("Certificate", &CERTIFICATE_ENDINGS)),
        FileToOpen::KeyBackup => {
            ("Choose a backup of the profile key", ("Profile key backup", &KEY_BACKUP_ENDINGS))
        }
        FileToOpen::LedgerBackup => ("Choose a Paysheet backup", ("Paysheet backup", &LEDGER_BACKUP_ENDINGS)),
        FileToOpen::BackupFolder => return None,
    })
}
