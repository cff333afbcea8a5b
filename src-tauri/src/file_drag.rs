//! Files that are dragged over the main window. The page learns that there are some, and the name and the handle of the
//! one that is dropped. What the page itself drags is not passed on: it could name any file. Files that are opened with
//! Paysheet (`open_with`) reach the page in the same way.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use paysheet_app::{AppState, ChosenFile};
use paysheet_desk::prepare_to_read;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, DragDropEvent, Manager, Runtime, WebviewWindow, WindowEvent};
use tauri_specta::Event;

use crate::windows;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FileDrag {
    /// Something is above the window that may be dropped.
    Over,
    Left,
    /// The first file that was dropped, and the number of the others.
    Dropped {
        file: ChosenFile,
        others: u32,
    },
    /// Files were opened with Paysheet. They wait until the page takes them.
    OpenWith,
}

/// A drag as the page hears of it.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type, Event)]
pub struct FileDragSignal(pub FileDrag);

/// Tells the page of the main window what is dragged over it from elsewhere.
///
/// # Errors
/// If the web view cannot be reached.
pub fn watch<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    let is_of_page = Arc::new(AtomicBool::new(false));
    watch_page(window, &is_of_page)?;
    let app = window.app_handle().clone();
    window.on_window_event(move |event| {
        if let WindowEvent::DragDrop(drag) = event
            && !is_of_page.load(Ordering::SeqCst)
        {
            pass_on(&app, drag);
        }
    });
    Ok(())
}

/// Notes when a drag begins and ends inside the page. Its data are the page's, so that they may name any file.
#[cfg(target_os = "linux")]
fn watch_page<R: Runtime>(window: &WebviewWindow<R>, is_of_page: &Arc<AtomicBool>) -> tauri::Result<()> {
    use gtk::prelude::WidgetExt;

    let (began, ended) = (Arc::clone(is_of_page), Arc::clone(is_of_page));
    window.with_webview(move |view| {
        let view = view.inner();
        view.connect_drag_begin(move |_, _| began.store(true, Ordering::SeqCst));
        view.connect_drag_end(move |_, _| ended.store(false, Ordering::SeqCst));
    })
}

#[cfg(not(target_os = "linux"))]
fn watch_page<R: Runtime>(_window: &WebviewWindow<R>, _is_of_page: &Arc<AtomicBool>) -> tauri::Result<()> {
    Ok(())
}

fn pass_on<R: Runtime>(app: &AppHandle<R>, drag: &DragDropEvent) {
    let Some(drag) = signal_for(&app.state::<Arc<AppState>>(), drag) else { return };
    if let Err(error) = FileDragSignal(drag).emit_to(app, windows::MAIN) {
        tracing::warn!(%error, "the window did not receive a file drag event");
    }
}

/// Returns the event for the page; none where the pointer only moved.
fn signal_for(app_state: &AppState, drag: &DragDropEvent) -> Option<FileDrag> {
    match drag {
        DragDropEvent::Enter { .. } => {
            prepare_to_read();
            Some(FileDrag::Over)
        }
        DragDropEvent::Drop { paths, .. } => Some(dropped(app_state, paths)),
        DragDropEvent::Leave => Some(FileDrag::Left),
        DragDropEvent::Over { .. } | _ => None,
    }
}

/// Returns the event for files that were dropped together.
pub fn dropped(app_state: &AppState, paths: &[PathBuf]) -> FileDrag {
    match paths.split_first() {
        Some((first, others)) => match app_state.file_dropped(first.clone()) {
            Ok(file) => FileDrag::Dropped { file, others: u32::try_from(others.len()).unwrap_or(u32::MAX) },
            // It is logged with its id.
            Err(_) => FileDrag::Left,
        },
        None => FileDrag::Left,
    }
}
