//! Commands of the People screen: everyone who was ever paid, and one of them.

use paysheet_app::{CommandResult, app_error};
use paysheet_desk::view::{PeopleFilter, PeopleWindow, PersonKey, PersonView};

use crate::commands::ManagedState;

#[tauri::command]
#[specta::specta]
pub async fn people(
    app_state: ManagedState<'_>,
    query: PeopleFilter,
    offset: u32,
    limit: u32,
) -> CommandResult<PeopleWindow> {
    app_state.desk().await?.people(&query, offset, limit).await.map_err(app_error)
}

#[tauri::command]
#[specta::specta]
pub async fn person(app_state: ManagedState<'_>, key: PersonKey) -> CommandResult<PersonView> {
    app_state.desk().await?.person(&key).await.map_err(app_error)
}
