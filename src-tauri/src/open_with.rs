//! Files that the user opens with Paysheet: arguments of its start or of a second start, and on macOS files that the
//! Finder or the Dock passes. They wait here until the page takes them, because it may not listen yet. From then on
//! they are handled like files that were dropped on the window.

use std::{
    ffi::OsString,
    mem,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use paysheet_app::AppState;
use tauri::{AppHandle, Manager, Runtime};
use tauri_specta::Event;

use crate::{
    file_drag::{self, FileDrag, FileDragSignal},
    windows,
};

/// The files that wait, in the order in which they were opened.
#[derive(Default)]
pub struct OpenWithFiles(Mutex<Vec<PathBuf>>);

impl OpenWithFiles {
    /// Returns the first file that waits, and the number of the others, as if they were dropped together. None if no
    /// file waits. Afterwards none does.
    pub fn take(&self, app_state: &AppState) -> Option<FileDrag> {
        let paths = mem::take(&mut *self.lock());
        (!paths.is_empty()).then(|| file_drag::dropped(app_state, &paths))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the files among the arguments of a start. Relative paths begin at the working directory of that start.
pub fn open_arguments<R: Runtime>(
    app: &AppHandle<R>,
    arguments: impl IntoIterator<Item = OsString>,
    folder: &Path,
) {
    open(app, files_among(arguments, folder));
}

/// Stores the files until the page takes them, and tells the page that they wait.
pub fn open<R: Runtime>(app: &AppHandle<R>, files: Vec<PathBuf>) {
    if files.is_empty() {
        return;
    }
    // Before the setup there is no state.
    let ends = |app_state: &AppState| app_state.is_ending() || app_state.is_installing_update();
    if app.try_state::<Arc<AppState>>().is_some_and(|app_state| ends(&app_state)) {
        // The title of the window says that the program is closing, or the page that it installs.
        tracing::warn!(count = files.len(), "files were opened while the program ends, and are not read");
        return;
    }
    app.state::<OpenWithFiles>().lock().extend(files);
    // Before the window is made there is no page: it takes the files when it starts to listen.
    if windows::main(app).is_none() {
        return;
    }
    if let Err(error) = FileDragSignal(FileDrag::OpenWith).emit_to(app, windows::MAIN) {
        tracing::warn!(%error, "the window was not told of files to open");
    }
}

/// Returns the paths of the files among the arguments of a program. An argument that begins with a hyphen is an option,
/// unless it follows `--`.
fn files_among(arguments: impl IntoIterator<Item = OsString>, folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut options_ended = false;
    // The first one is the program.
    for argument in arguments.into_iter().skip(1).filter(|argument| !argument.is_empty()) {
        if options_ended || !argument.as_encoded_bytes().starts_with(b"-") {
            files.push(folder.join(argument));
        } else if argument == "--" {
            options_ended = true;
        }
    }
    files
}

/// Returns the paths of the files among the addresses that macOS passes.
#[cfg(any(target_os = "macos", test))]
pub fn files_at(addresses: &[url::Url]) -> Vec<PathBuf> {
    // Addresses of other schemes have paths, too.
    let files = addresses.iter().filter(|address| address.scheme() == "file");
    files.filter_map(|address| address.to_file_path().ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::env;

    use serde_json::Value;
    use url::Url;

    use super::*;

    #[test]
    fn files_are_the_arguments_that_are_no_options() {
        let absolute = env::temp_dir().join("March.ods");
        let absolute = absolute.to_str().unwrap();
        let cases: [(&[&str], &[&str]); 11] = [
            (&[], &[]),
            (&["paysheet"], &[]),
            (&["paysheet", "--at-login"], &[]),
            (&["paysheet", ""], &[]),
            (&["paysheet", "November 2026.xlsx"], &["/pay/November 2026.xlsx"]),
            (&["paysheet", "2026/Paie août.csv"], &["/pay/2026/Paie août.csv"]),
            (&["paysheet", absolute], &[absolute]),
            (&["paysheet", "b.csv", "a.csv"], &["/pay/b.csv", "/pay/a.csv"]),
            (&["paysheet", "--at-login", "-x", "a.csv", "-"], &["/pay/a.csv"]),
            (
                &["paysheet", "--", "-x.csv", "--at-login", "--"],
                &["/pay/-x.csv", "/pay/--at-login", "/pay/--"],
            ),
            (&["a.csv"], &[]),
        ];
        for (arguments, expected) in cases {
            let found = files_among(arguments.iter().map(OsString::from), Path::new("/pay"));
            assert_eq!(found, expected.iter().map(PathBuf::from).collect::<Vec<_>>(), "{arguments:?}");
        }
    }

    #[test]
    fn addresses_are_files_or_nothing() {
        let path = env::temp_dir().join("Paie août 100%.xlsx");
        let file = Url::from_file_path(&path).unwrap();
        for (address, expected) in [
            (file.as_str(), Some(path)),
            ("https://bank.example.com/November.xlsx", None),
            ("paysheet:///November.xlsx", None),
            ("mailto:ada@example.com", None),
        ] {
            assert_eq!(files_at(&[Url::parse(address).unwrap()]), Vec::from_iter(expected), "{address}");
        }
    }

    /// By ending; the names are those of IANA and of shared-mime-info.
    const TYPES: [(&str, &str); 5] = [
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("xls", "application/vnd.ms-excel"),
        ("xlsb", "application/vnd.ms-excel.sheet.binary.macroEnabled.12"),
        ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
        ("csv", "text/csv"),
    ];

    #[test]
    fn linux_offers_paysheet_for_every_type() {
        let entry = include_str!("../packaging/linux/paysheet.desktop");
        let line = entry.lines().find_map(|line| line.strip_prefix("MimeType=")).unwrap();
        let types: Vec<_> = TYPES.iter().map(|(_, name)| *name).collect();
        assert_eq!(line.split_terminator(';').collect::<Vec<_>>(), types);
        assert!(entry.lines().any(|line| line == "Exec={{exec}} %F"), "it gets the files");
        let metainfo = include_str!("../packaging/linux/app.paysheet.desk.metainfo.xml");
        for name in types {
            assert!(metainfo.contains(&format!("<mediatype>{name}</mediatype>")), "{name}");
        }
    }

    /// Tauri's installer for Windows would make Paysheet the default program, whatever the rank.
    #[test]
    fn macos_offers_paysheet_and_opens_nothing_with_it_by_default() {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let everywhere = read(include_str!("../../tauri.conf.json"));
        assert_eq!(everywhere["bundle"]["fileAssociations"], Value::Null);
        let macos = read(include_str!("../../tauri.macos.conf.json"));
        let offered = macos["bundle"]["fileAssociations"].as_array().unwrap();
        assert!(offered.iter().all(|types| types["rank"] == "Alternate" && types["role"] == "Viewer"));
        let endings = offered.iter().flat_map(|types| types["ext"].as_array().unwrap());
        let endings: Vec<_> = endings.map(|ending| ending.as_str().unwrap()).collect();
        assert_eq!(endings, TYPES.map(|(ending, _)| ending));
    }
}
