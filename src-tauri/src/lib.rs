//! The shell: the only code that uses Tauri. It opens the windows, offers the use cases of the application (`app`) and
//! of its open desk (`desk`) as commands, and forwards the desk's events.

mod background;
mod commands;
mod core_dumps;
mod desktop;
mod events;
mod file_drag;
mod main_window;
mod open_with;
mod plugins;
mod printing;
mod shutdown;
mod start_failure;
mod updates;
mod webview_acceleration;
mod windows;

use std::{env, process::ExitCode, sync::Arc};

use paysheet_app::{AppState, FileDialogs, unexpected};
use tauri::{App, AppHandle, Context, Manager, RunEvent, Runtime, Wry};
use tauri_specta::{Builder, ErrorHandlingMode, collect_commands, collect_events};

use crate::{
    background::{Closing, at_login, tray, tray::Tray},
    desktop::TauriDesktop,
    events::{DeskSignal, MenuSignal},
    file_drag::FileDragSignal,
    open_with::OpenWithFiles,
    shutdown::Shutdown,
    start_failure::{FailureKind, StartFailure},
};
pub use open_with::open_arguments;
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
            commands::setup::session::session,
            commands::setup::session::ready,
            commands::setup::session::change_session,
            commands::setup::session::provider_presets,
            commands::setup::session::check_provider,
            commands::setup::session::connect,
            commands::setup::session::user_is_here,
            commands::setup::session::save_appearance,
            commands::files::choose_file,
            commands::files::take_open_with_file,
            commands::files::choose_destination,
            commands::files::save_file,
            commands::files::show_in_folder,
            commands::files::show_program_file,
            commands::prepare::pay::open_file,
            commands::prepare::pay::open_sample,
            commands::prepare::pay::create_payroll,
            commands::prepare::pay::discard_draft,
            commands::prepare::mapping::preview_file,
            commands::prepare::mapping::open_mapped,
            commands::prepare::mapping::preview_draft_file,
            commands::prepare::mapping::remap_effect,
            commands::prepare::mapping::layouts,
            commands::prepare::mapping::change_layout,
            commands::prepare::check::draft,
            commands::prepare::check::draft_opening,
            commands::prepare::check::draft_rows,
            commands::prepare::check::row_detail,
            commands::prepare::check::change_draft,
            commands::prepare::check::check_names,
            commands::prepare::directory::banks,
            commands::prepare::directory::bank_countries,
            commands::prepare::directory::fetch_banks,
            commands::prepare::directory::branches,
            commands::prepare::directory::bank_spellings,
            commands::prepare::directory::forget_bank_spelling,
            commands::prepare::check::find_row,
            commands::prepare::check::row_positions,
            commands::prepare::check::preview_block,
            commands::prepare::changes::repairs,
            commands::prepare::changes::changed_file,
            commands::prepare::changes::comparison,
            commands::prepare::amounts::compare_total,
            commands::prepare::amounts::parse_amount,
            commands::payrolls::approve::review,
            commands::payrolls::approve::approve_and_pay,
            commands::payrolls::approve::questions,
            commands::payrolls::approve::decide_questions,
            commands::payrolls::track::payroll,
            commands::payrolls::track::payouts,
            commands::payrolls::track::attempts,
            commands::payrolls::track::control_work,
            commands::payrolls::track::continue_sending,
            commands::payrolls::track::unsent_totals,
            commands::payrolls::track::approve_anew,
            commands::payrolls::track::change_payroll,
            commands::payrolls::track::chosen_payouts,
            commands::payrolls::track::decide_payouts,
            commands::payrolls::track::payment,
            commands::payrolls::outcomes::preview_outcomes,
            commands::payrolls::outcomes::preview_outcome_columns,
            commands::payrolls::outcomes::outcome_lines,
            commands::payrolls::outcomes::apply_outcomes,
            commands::payrolls::track::open_payments,
            commands::payrolls::audit::audit_log,
            commands::payrolls::audit::check_history,
            commands::payrolls::audit::search,
            commands::payrolls::journal::journal,
            commands::payrolls::journal::journal_settings,
            commands::payrolls::journal::save_journal_settings,
            commands::payrolls::printing::document_pdf,
            commands::payrolls::printing::print_pages,
            commands::payrolls::printing::open_document,
            commands::payrolls::list::payrolls,
            commands::payrolls::list::unknown_reports,
            commands::payrolls::people::people,
            commands::payrolls::people::person,
            commands::payrolls::unresolved::unresolved,
            commands::payrolls::unresolved::decide_unknown,
            commands::payrolls::unresolved::send_again,
            commands::money::top_up::balances,
            commands::money::top_up::shortfall,
            commands::money::top_up::top_ups,
            commands::money::top_up::top_up,
            commands::money::top_up::check_top_up,
            commands::money::top_up::decide_top_up,
            commands::money::card::open_card,
            commands::money::card::card_start,
            commands::money::card::card_key,
            commands::money::card::charge_card,
            commands::money::card::submit_otp,
            commands::money::card::card_status,
            commands::money::card::check_card,
            commands::money::card::show_bank_page,
            commands::money::card::open_bank_page,
            commands::money::card::close_card,
            commands::setup::settings::settings,
            commands::setup::settings::check_connected,
            commands::setup::settings::change_settings,
            commands::setup::settings::answer_login_offer,
            commands::setup::updates::updates,
            commands::setup::updates::change_updates,
            commands::setup::settings::replace_secret,
            commands::setup::settings::save_wallet,
            commands::setup::settings::trust_certificate,
            commands::setup::settings::callback_setup,
            commands::setup::settings::new_callback_path,
            commands::setup::settings::change_callbacks,
            commands::setup::settings::test_callbacks,
            commands::setup::key::profile_key,
            commands::setup::key::seal_profile_key,
            commands::setup::key::preview_key_backup,
            commands::setup::key::import_profile_key,
            commands::setup::ledger::sending_block,
            commands::setup::ledger::unblock_sending,
            commands::setup::ledger::backups,
            commands::setup::ledger::back_up_now,
            commands::setup::ledger::set_backup_folder,
            commands::setup::ledger::preview_backup,
            commands::setup::ledger::restore_backup,
        ])
        .events(collect_events![DeskSignal, FileDragSignal, MenuSignal])
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
    // Files may be opened with Paysheet before it is set up.
    let builder = builder.manage(OpenWithFiles::default()).plugin(plugins::file_dialogs());
    builder.invoke_handler(bindings.invoke_handler()).setup(move |app| {
        bindings.mount_events(app);
        // Tauri panics over an error; a composed message is not in the log then.
        set_up(app, find_paths, find_dialogs).inspect_err(|error| drop(unexpected(error.as_ref())))
    })
}

/// Opens the application's state and its window.
fn set_up<R: Runtime>(
    app: &App<R>,
    find_paths: FindAppPaths<R>,
    find_dialogs: FindDialogs<R>,
) -> Result<(), Box<dyn std::error::Error>> {
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
}

/// Finds the file dialogs. Those of the tests need no screen.
pub type FindDialogs<R> = fn(&AppHandle<R>) -> Box<dyn FileDialogs>;

/// Finds the folders of the application.
pub type FindAppPaths<R> = fn(&AppHandle<R>) -> Result<AppPaths, Box<dyn std::error::Error>>;

/// Opens the window and runs until it is closed. The user learns why if it cannot start.
#[must_use]
pub fn start() -> ExitCode {
    events::start_log();
    // Before anything starts a thread.
    webview_acceleration::choose_renderer();
    core_dumps::forbid();
    let context: Context<Wry> = context();
    let data = dirs::data_local_dir().map(|folder| folder.join(&context.config().identifier));
    start_failure::guard(data.map(|data| AppPaths::log_in(&data)), || {
        start_failure::require_system()?;
        run(build(context)?);
        Ok(())
    })
}

/// Builds the application, and creates its folders.
fn build(context: Context<Wry>) -> Result<App<Wry>, StartFailure> {
    let builder =
        plugins::of_program().into_iter().fold(tauri::Builder::default(), tauri::Builder::plugin_boxed);
    #[cfg(target_os = "macos")]
    let builder = background::menu_bar::install(builder);
    let app = with_desk(builder, desktop::app_paths, desktop::file_dialogs)
        .build(context)
        .map_err(|error| StartFailure::because(FailureKind::WindowNotOpened, error))?;
    // The setup does it again. Its error would be a panic, without the name of the folder.
    desktop::app_paths(app.handle())
        .map_err(|error| StartFailure::because(FailureKind::FoldersUnusable, error))?;
    Ok(app)
}

fn run(app: App<Wry>) {
    app.run(|app, event| {
        if let RunEvent::Ready = event {
            started(app);
        }
        // The icon of a running program in the Dock.
        #[cfg(target_os = "macos")]
        if let RunEvent::Reopen { .. } = event {
            windows::bring_forward(app);
        }
        // Files from the Finder or the Dock, at the first start before the application is set up.
        #[cfg(target_os = "macos")]
        if let RunEvent::Opened { urls } = &event {
            windows::bring_forward(app);
            open_with::open(app, open_with::files_at(urls));
        }
        // The system or its menu asks to exit. An exit with a code comes from Paysheet itself when everything
        // is done.
        if let RunEvent::ExitRequested { code: None, api, .. } = event
            && !shutdown::may_go(app)
        {
            api.prevent_exit();
        }
    });
}

/// Opens the files that were given to the program, looks for the tray and for updates, and decides about the window if the
/// system started the program.
fn started<R: Runtime>(app: &AppHandle<R>) {
    let app_state = Arc::clone(&app.state::<Arc<AppState>>());
    // A restart repeats the arguments of the start before. Its files were opened then. The installer for Windows passes
    // none on.
    if cfg!(windows) || !app_state.is_restart_by_update() {
        open_arguments(app, env::args_os(), &env::current_dir().unwrap_or_default());
    }
    tauri::async_runtime::spawn(app_state.run_updates());
    let app = app.clone();
    if at_login::is_start() {
        background::start_at_login(app);
    } else {
        tauri::async_runtime::spawn(async move { tray::check_for_host(&app).await });
    }
}
