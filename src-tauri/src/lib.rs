//! The shell: the only code that uses Tauri. It opens the windows, offers the use cases of the application (`app`) and
//! of its open desk (`desk`) as commands, and forwards the desk's events.

mod background;
mod commands;
mod core_dumps;
mod desktop;
mod events;
mod file_drag;
mod main_window;
mod plugins;
mod printing;
mod shutdown;
mod webview_acceleration;
mod windows;

use std::{process::ExitCode, sync::Arc};

use paysheet_app::{AppState, FileDialogs};
use tauri::{AppHandle, Context, Manager, RunEvent, Runtime};
use tauri_specta::{Builder, ErrorHandlingMode, collect_commands, collect_events};

use crate::{
    background::{Closing, at_login, tray, tray::Tray},
    desktop::TauriDesktop,
    events::DeskSignal,
    file_drag::FileDragSignal,
    shutdown::Shutdown,
};
pub use paysheet_app::AppPaths;

/// The commands and events that the window can use.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a list, one command a line")]
pub fn bindings<R: Runtime>() -> Builder<R> {
    Builder::<R>::new()
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
        .constant("CURRENCIES", paysheet_desk::view::currencies())
        .constant("COUNTRIES", paysheet_desk::view::countries())
        .constant("CHOSEN_PAYOUTS_MAX", paysheet_desk::view::CHOSEN_PAYOUTS_MAX)
        .commands(collect_commands![
            commands::session::session,
            commands::session::ready,
            commands::session::start_practice,
            commands::session::leave_practice,
            commands::session::provider_presets,
            commands::session::check_provider,
            commands::session::connect,
            commands::session::unlock,
            commands::session::lock,
            commands::session::user_is_here,
            commands::session::save_appearance,
            commands::pay::choose_file,
            commands::pay::open_file,
            commands::pay::open_sample,
            commands::pay::pay_again,
            commands::pay::discard_draft,
            commands::pay::choose_template,
            commands::pay::save_template,
            commands::mapping::look_at_file,
            commands::mapping::open_mapped,
            commands::mapping::look_at_draft,
            commands::mapping::remap_effect,
            commands::mapping::remap,
            commands::mapping::layouts,
            commands::mapping::rename_layout,
            commands::mapping::change_layout,
            commands::mapping::forget_layout,
            commands::check::draft,
            commands::check::draft_opening,
            commands::check::draft_rows,
            commands::check::row_detail,
            commands::check::edit_cell,
            commands::check::edit_alike,
            commands::check::accept_suggestion,
            commands::check::accept_suggestion_alike,
            commands::check::accept_warning,
            commands::check::accept_warning_alike,
            commands::check::exclude,
            commands::check::exclude_alike,
            commands::check::exclude_errors,
            commands::check::restore,
            commands::check::revert,
            commands::check::undo,
            commands::check::redo,
            commands::check::set_destination,
            commands::check::check_names,
            commands::check::stop_names,
            commands::check::pause_names,
            commands::check::check_names_of,
            commands::directory::banks,
            commands::directory::bank_countries,
            commands::directory::bank_lists,
            commands::directory::fetch_banks,
            commands::directory::branches,
            commands::directory::bank_spellings,
            commands::directory::forget_bank_spelling,
            commands::check::row_index,
            commands::check::row_after,
            commands::check::row_positions,
            commands::check::edit_rows,
            commands::check::look_at_block,
            commands::check::paste_block,
            commands::check::fill,
            commands::check::add_row,
            commands::check::split_payment,
            commands::check::put_back,
            commands::changes::repairs,
            commands::changes::changed_file,
            commands::changes::comparison,
            commands::changes::choose_list,
            commands::changes::export_list,
            commands::changes::choose_copy,
            commands::changes::export_copy,
            commands::amounts::compare_total,
            commands::amounts::parse_amount,
            commands::approve::review,
            commands::approve::back_to_check,
            commands::approve::approve_and_pay,
            commands::approve::questions,
            commands::approve::decide_questions,
            commands::approve::exclude_asked,
            commands::track::payroll,
            commands::track::payouts,
            commands::track::attempts,
            commands::track::ask_about_payouts,
            commands::track::stop_asking,
            commands::track::continue_sending,
            commands::track::stop_sending,
            commands::track::unsent_totals,
            commands::track::approve_anew,
            commands::track::correct,
            commands::track::withdraw,
            commands::track::chosen_payouts,
            commands::track::decide_payouts,
            commands::track::withdraw_payout_decisions,
            commands::track::close_unconfirmed,
            commands::track::reopen_unconfirmed,
            commands::track::payment,
            commands::outcomes::choose_outcomes,
            commands::outcomes::look_at_outcomes,
            commands::outcomes::look_at_outcome_columns,
            commands::outcomes::outcome_lines,
            commands::outcomes::choose_outcome_list,
            commands::outcomes::export_outcome_lines,
            commands::outcomes::apply_outcomes,
            commands::track::choose_export,
            commands::track::export_payroll,
            commands::track::open_payments,
            commands::track::choose_open_payments,
            commands::track::export_open_payments,
            commands::audit::audit_log,
            commands::audit::check_history,
            commands::audit::choose_audit_log,
            commands::audit::export_audit_log,
            commands::audit::search,
            commands::diagnostics::choose_diagnostics,
            commands::diagnostics::export_diagnostics,
            commands::journal::journal,
            commands::journal::choose_journal,
            commands::journal::export_journal,
            commands::journal::journal_settings,
            commands::journal::save_journal_settings,
            commands::track::choose_document,
            commands::track::export_document,
            commands::track::stop_documents,
            commands::printing::document_pdf,
            commands::printing::print_pages,
            commands::printing::open_document,
            commands::track::show_in_folder,
            commands::payrolls::payrolls,
            commands::payrolls::unknown_reports,
            commands::people::people,
            commands::people::person,
            commands::people::pay_people,
            commands::track::pay_failed,
            commands::people::choose_people_list,
            commands::people::export_people,
            commands::unresolved::unresolved,
            commands::unresolved::decide_unknown,
            commands::unresolved::send_again,
            commands::top_up::balances,
            commands::top_up::shortfall,
            commands::top_up::top_ups,
            commands::top_up::top_up,
            commands::top_up::check_top_up,
            commands::top_up::look_up_reference,
            commands::top_up::claim_reference,
            commands::top_up::decide_top_up,
            commands::top_up::choose_top_ups_list,
            commands::top_up::export_top_ups,
            commands::card::open_card,
            commands::card::card_start,
            commands::card::card_key,
            commands::card::charge_card,
            commands::card::submit_otp,
            commands::card::card_status,
            commands::card::check_card,
            commands::card::show_bank_page,
            commands::card::open_bank_page,
            commands::card::close_card,
            commands::settings::settings,
            commands::settings::check_connected,
            commands::settings::save_profile,
            commands::settings::save_background,
            commands::settings::answer_login_offer,
            commands::settings::replace_secret,
            commands::settings::save_wallet,
            commands::settings::remove_wallet,
            commands::settings::forget_secret,
            commands::settings::choose_certificate,
            commands::settings::show_ledger,
            commands::settings::trust_certificate,
            commands::settings::trust_no_certificate,
            commands::settings::callback_setup,
            commands::settings::new_callback_path,
            commands::settings::set_callback_port,
            commands::settings::set_callback_address,
            commands::settings::test_callbacks,
            commands::key::profile_key,
            commands::key::seal_profile_key,
            commands::key::choose_key_backup_destination,
            commands::key::save_key_backup,
            commands::key::choose_key_backup,
            commands::key::look_at_key_backup,
            commands::key::import_profile_key,
            commands::ledger::sending_block,
            commands::ledger::unblock_sending,
            commands::ledger::backups,
            commands::ledger::back_up_now,
            commands::ledger::choose_backup_folder,
            commands::ledger::set_backup_folder,
            commands::ledger::choose_backup,
            commands::ledger::look_at_backup,
            commands::ledger::restore_backup,
        ])
        .events(collect_events![DeskSignal, FileDragSignal])
        // It is sent beside the card, as bytes.
        .typ::<paysheet_desk::view::ChargeInput>()
}

/// The build-time context of the application: its interface, its windows' permissions, its icon.
#[must_use]
pub fn context<R: Runtime>() -> Context<R> {
    tauri::generate_context!()
}

/// Adds the desk's commands, events and file dialogs to a builder. The tests build the same application without a
/// screen.
#[must_use]
pub fn with_desk<R: Runtime>(
    builder: tauri::Builder<R>,
    find_paths: FindAppPaths<R>,
    find_dialogs: FindDialogs<R>,
) -> tauri::Builder<R> {
    let bindings = bindings::<R>();
    builder.plugin(plugins::file_dialogs()).invoke_handler(bindings.invoke_handler()).setup(move |app| {
        bindings.mount_events(app);
        let desktop = TauriDesktop(app.handle().clone());
        let paths = find_paths(app.handle())?;
        events::log_to(&paths.log());
        let app_state = AppState::new(paths, Box::new(desktop), find_dialogs(app.handle()));
        app.manage(Arc::clone(&app_state));
        app.manage(Shutdown::default());
        app.manage(Closing::default());
        app.manage(Tray::<R>::default());
        let scheme = app_state.appearance().scheme;
        events::pass_on(app.handle().clone(), Arc::clone(&app_state));
        tauri::async_runtime::spawn(app_state.run_background());
        Ok(main_window::open(app.handle(), scheme)?)
    })
}

/// Finds the file dialogs. Those of the tests need no screen.
pub type FindDialogs<R> = fn(&AppHandle<R>) -> Box<dyn FileDialogs>;

/// Finds the folders of the application.
pub type FindAppPaths<R> = fn(&AppHandle<R>) -> Result<AppPaths, Box<dyn std::error::Error>>;

/// Opens the window and runs until it is closed.
#[must_use]
pub fn start() -> ExitCode {
    events::start_log();
    core_dumps::forbid();
    let builder =
        plugins::of_program().into_iter().fold(tauri::Builder::default(), tauri::Builder::plugin_boxed);
    match with_desk(builder, desktop::app_paths, desktop::file_dialogs).build(context()) {
        Ok(app) => {
            app.run(|app, event| {
                if let RunEvent::Ready = event {
                    started(app);
                }
                // The icon of a running program in the Dock.
                #[cfg(target_os = "macos")]
                if let RunEvent::Reopen { .. } = event {
                    windows::bring_forward(app);
                }
                // The system or its menu asks to exit. An exit with a code comes from Paysheet itself when everything
                // is done.
                if let RunEvent::ExitRequested { code: None, api, .. } = event
                    && !shutdown::may_go(app)
                {
                    api.prevent_exit();
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!(%error, "the window cannot be opened");
            ExitCode::FAILURE
        }
    }
}

/// Looks for the tray, and decides about the window if the system started the program.
fn started<R: Runtime>(app: &AppHandle<R>) {
    let app = app.clone();
    if at_login::is_start() {
        background::start_at_login(app);
    } else {
        tauri::async_runtime::spawn(async move { tray::look_for_host(&app).await });
    }
}
