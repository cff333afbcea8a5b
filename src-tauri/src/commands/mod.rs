//! The commands that the window can call, one file per screen, in the order of the work; those of `files` serve all
//! screens. A command parses, makes one call into the open desk or the application, and converts.

pub mod files;
pub mod money;
pub mod payrolls;
pub mod prepare;
pub mod setup;
use std::sync::Arc;

use paysheet_app::AppState;
use tauri::State;

/// The state that Tauri manages, as commands receive it.
pub type ManagedState<'a> = State<'a, Arc<AppState>>;
