//! Files that are dragged over the main window. The page learns that there are some, and the name and the handle of the
//! one that is dropped.

use std::sync::Arc;

use paysheet_app::{AppState, ChosenFile};
use paysheet_desk::prepare_to_read;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, DragDropEvent, Manager, Runtime};
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
}

/// A drag as the page hears of it.
#[derive(Clone, Debug, Serialize, Deserialize, specta::Type, Event)]
pub struct FileDragSignal(pub FileDrag);

/// Tells the page of the main window.
pub fn pass_on<R: Runtime>(app: &AppHandle<R>, drag: &DragDropEvent) {
    let Some(drag) = told(&app.state::<Arc<AppState>>(), drag) else { return };
    if let Err(error) = FileDragSignal(drag).emit_to(app, windows::MAIN) {
        tracing::warn!(%error, "the window did not hear of a file above it");
    }
}

/// Returns what the page is told; none where the pointer only moved.
fn told(app_state: &AppState, drag: &DragDropEvent) -> Option<FileDrag> {
    match drag {
        DragDropEvent::Enter { .. } => {
            prepare_to_read();
            Some(FileDrag::Over)
        }
        DragDropEvent::Drop { paths, .. } => Some(match paths.split_first() {
            Some((first, others)) => match app_state.file_dropped(first.clone()) {
                Ok(file) => {
                    FileDrag::Dropped { file, others: u32::try_from(others.len()).unwrap_or(u32::MAX) }
                }
                // It is logged with its id.
                Err(_) => FileDrag::Left,
            },
            None => FileDrag::Left,
        }),
        DragDropEvent::Leave => Some(FileDrag::Left),
        DragDropEvent::Over { .. } | _ => None,
    }
}
