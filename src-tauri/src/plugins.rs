//! Tauri's plugins, and how they are registered.
//!
//! A plugin may have an initialization script. Tauri runs it in every page, also in the bank's page. The script of the
//! dialog plugin replaces `confirm()`: there it would always return yes. So a plugin with a script is registered as
//! [`RustOnly`]. The opener plugin is not registered: its functions need no setup.
//!
//! Tauri's plugins for file dialogs, file manager and browser put a script into every page, also into the bank's: its
//! `confirm()` would always return yes, and its links to another window would lead nowhere. So the dialog plugin is
//! registered without its script and its commands (`plugins`), and of the opener plugin only the functions are used. On
//! Linux the shell sets the dialog's parent window itself, because the plugin does not.

use std::{error::Error, ffi::OsString, path::Path};

use serde_json::Value;
use tauri::{AppHandle, Runtime, plugin::Plugin};
use tauri_plugin_window_state::StateFlags;

use crate::{open_with, webview_acceleration, windows};

/// Returns the plugins of the program itself, in the order of registration: a second start ends in the first one.
pub fn of_program<R: Runtime>() -> [Box<dyn Plugin<R>>; 4] {
    [
        Box::new(tauri_plugin_single_instance::init(|app, arguments, folder| {
            windows::bring_forward(app);
            open_with::open_arguments(app, arguments.into_iter().map(OsString::from), Path::new(&folder));
        })),
        Box::new(
            // Every flag except the visibility: the window is shown when its page begins to load.
            tauri_plugin_window_state::Builder::default()
                .with_state_flags(StateFlags::all() - StateFlags::VISIBLE)
                .with_filter(|label| !windows::bank::is_one(label))
                .build(),
        ),
        Box::new(webview_acceleration::plugin()),
        Box::new(updates()),
    ]
}

/// Returns the plugin that looks for updates. Its configuration requires that a signature names the version: an old
/// package could be offered as a new one otherwise. Address and key are those of `updates`.
pub fn updates<R: Runtime>() -> impl Plugin<R> {
    RustOnly(tauri_plugin_updater::Builder::new().build())
}

/// Returns the plugin that opens file dialogs.
pub fn file_dialogs<R: Runtime>() -> impl Plugin<R> {
    RustOnly(tauri_plugin_dialog::init())
}

/// A plugin that only Rust code uses. Tauri asks it for its name and its setup; for a script, commands and events it
/// gets the defaults of [`Plugin`], which are none.
struct RustOnly<P>(P);

impl<R: Runtime, P: Plugin<R>> Plugin<R> for RustOnly<P> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn initialize(&mut self, app: &AppHandle<R>, config: Value) -> Result<(), Box<dyn Error>> {
        self.0.initialize(app, config)
    }
}

#[cfg(test)]
mod tests {
    use tauri::test::MockRuntime;

    use super::*;

    /// Tauri asks for the second form; the first is its older one.
    fn scripts(plugin: &dyn Plugin<MockRuntime>) -> Vec<String> {
        let second = plugin.initialization_script_2().map(|script| script.script);
        plugin.initialization_script().into_iter().chain(second).collect()
    }

    #[test]
    fn the_dialog_plugin_s_script_is_left_out() {
        let plugin = tauri_plugin_dialog::init::<MockRuntime>();
        let of_plugin = scripts(&plugin);
        assert!(of_plugin.len() == 2 && of_plugin.iter().all(|script| script.contains("window.confirm")));
        assert_eq!(scripts(&RustOnly(plugin)), Vec::<String>::new());
    }

    #[test]
    fn no_registered_plugin_has_a_script() {
        let dialogs: Box<dyn Plugin<MockRuntime>> = Box::new(file_dialogs());
        for plugin in of_program().into_iter().chain([dialogs]) {
            assert_eq!(scripts(plugin.as_ref()), Vec::<String>::new(), "{}", plugin.name());
        }
    }
}
