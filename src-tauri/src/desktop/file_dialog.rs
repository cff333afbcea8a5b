//! The system's own file dialogs. The main window is the parent of each: the dialog stays above it, and the window takes
//! no input while the dialog is open.

use std::path::PathBuf;

use paysheet_app::Choice;
use tauri::{AppHandle, Runtime};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tokio::sync::oneshot;

use crate::windows;

/// Receives the chosen path once; none if the user cancelled.
pub type Answer = Box<dyn FnOnce(Option<FilePath>) + Send>;

/// Opens a dialog, which `open` configures and shows.
pub fn ask<R: Runtime>(app: &AppHandle<R>, open: impl FnOnce(FileDialogBuilder<R>, Answer)) -> Choice {
    let (chosen, choice) = oneshot::channel();
    let answer = Box::new(move |file: Option<FilePath>| {
        // The receiver is gone if the window was closed meanwhile.
        let _ = chosen.send(file.and_then(path_of));
    });
    let dialog = app.dialog().file();
    match windows::main(app) {
        Some(main) => {
            open(dialog.set_parent(&main), answer);
            #[cfg(target_os = "linux")]
            linux::set_parent(main);
        }
        None => open(dialog, answer),
    }
    choice
}

/// Returns the path of a chosen file. Only mobile systems have files that are not at a path.
fn path_of(file: FilePath) -> Option<PathBuf> {
    file.into_path().ok()
}

/// The library that draws the plugin's dialogs ignores the parent window with GTK, so the parent is set here.
#[cfg(target_os = "linux")]
mod linux {
    use gtk::{glib, prelude::*};
    use tauri::{Runtime, WebviewWindow};

    /// Sets the parent of the dialog that was requested just before. GTK makes the dialog when it is idle; this
    /// request is queued after it.
    pub fn set_parent<R: Runtime>(main: WebviewWindow<R>) {
        let requested = main.clone().run_on_main_thread(move || {
            glib::idle_add_local_once(move || match main.gtk_window() {
                Ok(parent) => open_dialogs().for_each(|dialog| {
                    dialog.set_transient_for(Some(&parent));
                    dialog.set_modal(true);
                }),
                Err(error) => tracing::warn!(%error, "a file dialog has no parent window"),
            });
        });
        if let Err(error) = requested {
            tracing::warn!(%error, "a file dialog has no parent window");
        }
    }

    fn open_dialogs() -> impl Iterator<Item = gtk::FileChooserDialog> {
        gtk::Window::list_toplevels().into_iter().filter_map(|window| window.downcast().ok())
    }
}
