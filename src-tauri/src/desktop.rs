//! What the desktop offers besides the window: its file dialogs and its file manager. Behind a trait, so that
//! commands do not depend on which runtime draws the window.

use std::path::{Path, PathBuf};

use paysheet_desk::view::Scheme;
use tauri::{AppHandle, Runtime};
use tauri_plugin_dialog::DialogExt;
use tauri_plugin_opener::OpenerExt;
use tokio::sync::oneshot;
use url::Url;

use crate::{
    error::{Answer, unforeseen},
    windows,
};

const SHEET_ENDINGS: [&str; 8] = ["xlsx", "xlsm", "xlsb", "xls", "ods", "csv", "tsv", "txt"];
const CERTIFICATE_ENDINGS: [&str; 4] = ["pem", "crt", "cer", "txt"];

/// The path the user chose, none when they changed their mind.
pub type Choice = oneshot::Receiver<Option<String>>;

pub trait Desktop: Send + Sync {
    /// Lets the user choose a payroll file.
    fn choose_sheet(&self) -> Choice;
    /// Lets the user choose a certificate file.
    fn choose_certificate(&self) -> Choice;
    /// Lets the user say where a workbook goes.
    fn choose_destination(&self, folder: PathBuf, name: String) -> Choice;
    /// Lets the user say where a list goes, as a workbook or as text.
    fn choose_list_destination(&self, folder: PathBuf, name: String) -> Choice;
    /// Lets the user say where a copy of their file goes, with the ending it has.
    fn choose_copy_destination(&self, folder: PathBuf, name: String) -> Choice;
    /// Shows a file in the file manager.
    fn reveal(&self, path: &Path) -> Answer<()>;
    /// Shows an address in the system's browser.
    fn open_address(&self, address: &Url) -> Answer<()>;
    /// Opens the card window, or brings it to the front.
    fn open_card(&self, scheme: Scheme) -> Answer<()>;
    fn has_card(&self) -> bool;
    /// Ends the card window with its web view, where it is open.
    fn close_card(&self);
}

impl<R: Runtime> Desktop for AppHandle<R> {
    fn choose_sheet(&self) -> Choice {
        let (chosen, choice) = oneshot::channel();
        self.dialog().file().add_filter("Payroll", &SHEET_ENDINGS).pick_file(move |path| {
            let _ = chosen.send(path.map(|path| path.to_string()));
        });
        choice
    }

    fn choose_certificate(&self) -> Choice {
        let (chosen, choice) = oneshot::channel();
        self.dialog().file().add_filter("Certificate", &CERTIFICATE_ENDINGS).pick_file(move |path| {
            let _ = chosen.send(path.map(|path| path.to_string()));
        });
        choice
    }

    fn choose_destination(&self, folder: PathBuf, name: String) -> Choice {
        let (chosen, choice) = oneshot::channel();
        let dialog = self.dialog().file().set_directory(folder).set_file_name(name);
        dialog.add_filter("Excel", &["xlsx"]).save_file(move |path| {
            let _ = chosen.send(path.map(|path| path.to_string()));
        });
        choice
    }

    fn choose_list_destination(&self, folder: PathBuf, name: String) -> Choice {
        let (chosen, choice) = oneshot::channel();
        let dialog = self.dialog().file().set_directory(folder).set_file_name(name);
        dialog.add_filter("Excel", &["xlsx"]).add_filter("CSV", &["csv"]).save_file(move |path| {
            let _ = chosen.send(path.map(|path| path.to_string()));
        });
        choice
    }

    fn choose_copy_destination(&self, folder: PathBuf, name: String) -> Choice {
        let (chosen, choice) = oneshot::channel();
        self.dialog().file().set_directory(folder).set_file_name(name).save_file(move |path| {
            let _ = chosen.send(path.map(|path| path.to_string()));
        });
        choice
    }

    fn reveal(&self, path: &Path) -> Answer<()> {
        self.opener().reveal_item_in_dir(path).map_err(|error| unforeseen(&error))
    }

    fn open_address(&self, address: &Url) -> Answer<()> {
        self.opener().open_url(address.as_str(), None::<&str>).map_err(|error| unforeseen(&error))
    }

    fn open_card(&self, scheme: Scheme) -> Answer<()> {
        windows::open_card(self, scheme).map_err(|error| unforeseen(&error))
    }

    fn has_card(&self) -> bool {
        windows::card(self).is_some()
    }

    fn close_card(&self) {
        if let Some(card) = windows::card(self) {
            let _ = card.destroy();
        }
    }
}
