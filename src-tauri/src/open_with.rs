//! Files that the user opens with Paysheet: arguments of its start or of a second start, and on macOS files that the
//! Finder or the Dock passes. They wait here until the page takes them, because it may not listen yet. From then on
//! they are handled like files that were dropped on the window.

use std::{
    ffi::OsString,
    mem,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
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
}
