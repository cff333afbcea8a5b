//! The commands that the window can call, one file per screen. A command parses, makes one call into the open desk
//! or the application, and converts.

pub mod amounts;
pub mod approve;
pub mod audit;
pub mod card;
pub mod changes;
pub mod check;
pub mod diagnostics;
pub mod directory;
pub mod journal;
pub mod key;
pub mod ledger;
pub mod mapping;
pub mod outcomes;
pub mod pay;
pub mod payrolls;
pub mod people;
pub mod printing;
pub mod session;
pub mod settings;
pub mod top_up;
pub mod track;
pub mod unresolved;

use std::sync::Arc;

use paysheet_app::AppState;
use tauri::State;

/// The state that Tauri manages, as commands receive it.
pub type ManagedState<'a> = State<'a, Arc<AppState>>;
