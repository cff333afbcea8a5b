//! The shell: the only code that knows Tauri. It opens the window, offers the desk's use cases as commands, and
//! passes the desk's events on.

mod commands;
mod error;
mod events;
mod office;
mod places;
mod preferences;
mod windows;

use std::{process::ExitCode, sync::Arc};

use tauri::Manager;
use tauri_specta::{Builder, ErrorHandlingMode, collect_commands, collect_events};

use crate::{events::DeskSignal, office::Office, places::Places};

/// Commands and events as the window knows them.
#[must_use]
pub fn bindings() -> Builder<tauri::Wry> {
    bindings_for()
}

fn bindings_for<R: tauri::Runtime>() -> Builder<R> {
    Builder::<R>::new()
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
        .commands(collect_commands![
            commands::session::session,
            commands::session::ready,
            commands::session::start_practice,
            commands::session::leave_practice,
            commands::session::connect,
            commands::session::unlock,
            commands::session::lock,
            commands::session::save_appearance,
            commands::pay::choose_file<tauri::Wry>,
            commands::pay::open_file,
            commands::pay::open_sample,
            commands::pay::pay_again,
            commands::pay::discard_draft,
            commands::check::draft,
            commands::check::draft_rows,
            commands::check::row_detail,
            commands::check::edit_cell,
            commands::check::edit_alike,
            commands::check::accept_suggestion,
            commands::check::accept_suggestion_alike,
            commands::check::accept_warning,
            commands::check::accept_warning_alike,
            commands::check::exclude,
            commands::check::restore,
            commands::check::undo,
            commands::check::redo,
            commands::check::set_destination,
            commands::check::check_names,
            commands::check::stop_names,
            commands::check::banks,
            commands::approve::review,
            commands::approve::back_to_check,
            commands::approve::approve_and_pay,
            commands::track::payroll,
            commands::track::payouts,
            commands::track::continue_sending,
            commands::track::choose_export<tauri::Wry>,
            commands::track::export_payroll,
            commands::track::show_in_folder<tauri::Wry>,
            commands::payrolls::payrolls,
            commands::unresolved::unresolved,
            commands::unresolved::decide_unknown,
            commands::unresolved::send_again,
            commands::settings::settings,
            commands::settings::save_profile,
            commands::settings::replace_secret,
            commands::settings::forget_secret,
        ])
        .events(collect_events![DeskSignal])
}

/// Opens the window and stays until it is closed.
#[must_use]
pub fn start() -> ExitCode {
    events::start_log();
    let bindings = bindings();
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, _, _| windows::bring_forward(app)))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .invoke_handler(bindings.invoke_handler())
        .setup(move |app| {
            bindings.mount_events(app);
            let office = Office::new(Places::of(app.handle())?);
            app.manage(Arc::clone(&office));
            events::pass_on(app.handle().clone(), Arc::clone(&office));
            windows::open_main(app.handle())?;
            Ok(())
        })
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            app.run(|_, _| {});
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!(%error, "the window cannot be opened");
            ExitCode::FAILURE
        }
    }
}
