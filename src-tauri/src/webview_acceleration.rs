//! Turns off layers in web views on a computer without a GPU. `WebKitGTK` puts everything that scrolls on its own
//! layers and composites them on the GPU. Without a GPU, `WebKitGTK` composites layers in software, which is slower
//! than repainting the damaged region: a frame of a long payroll takes three times as long, and a drop is reported half
//! a second later. On such computers pages are drawn without layers. Other systems are not affected: their web views
//! decide it themselves.

use tauri::{
    Runtime,
    plugin::{Builder, TauriPlugin},
};

/// Configures every web view before it loads its page.
pub fn plugin<R: Runtime>() -> TauriPlugin<R> {
    Builder::new("webview_acceleration").on_webview_ready(|webview| suit(&webview)).build()
}

#[cfg(not(target_os = "linux"))]
fn suit<R: Runtime>(_webview: &tauri::Webview<R>) {}

#[cfg(target_os = "linux")]
fn suit<R: Runtime>(webview: &tauri::Webview<R>) {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};

    if linux::has_card() || linux::is_decided() {
        return;
    }
    let suited = webview.with_webview(|view| {
        if let Some(settings) = view.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    });
    if let Err(error) = suited {
        tracing::warn!(%error, "the page is drawn as it comes");
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{env, fs, path::Path};

    /// The kernel's folder of GPUs: `renderD128` and so on. NVIDIA's own driver uses another path.
    const CARDS: &str = "/dev/dri";
    const RENDERS: &str = "renderD";
    const NVIDIA: &str = "/dev/nvidiactl";
    /// Mesa's variable for software rendering, with or without a GPU.
    const SOFTWARE: &str = "LIBGL_ALWAYS_SOFTWARE";
    /// `WebKitGTK`'s variable for layers: `0` enables them, any other value disables them.
    const LAYERS: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

    pub fn has_card() -> bool {
        !is_on(env::var_os(SOFTWARE).as_deref()) && (renders(Path::new(CARDS)) || Path::new(NVIDIA).exists())
    }

    /// Returns whether the user who starts the program has already set how pages are drawn.
    pub fn is_decided() -> bool {
        env::var_os(LAYERS).is_some()
    }

    fn is_on(value: Option<&std::ffi::OsStr>) -> bool {
        value.is_some_and(|value| !matches!(value.as_encoded_bytes(), b"" | b"0" | b"false"))
    }

    fn renders(cards: &Path) -> bool {
        let Ok(cards) = fs::read_dir(cards) else { return false };
        cards.flatten().any(|card| card.file_name().to_string_lossy().starts_with(RENDERS))
    }

    #[cfg(test)]
    mod tests {
        use std::ffi::OsStr;

        use super::*;

        #[test]
        fn a_card_is_one_that_renders() {
            let cards = tempfile::tempdir().unwrap();
            assert!(!renders(&cards.path().join("none")));
            fs::write(cards.path().join("card0"), "").unwrap();
            assert!(!renders(cards.path()), "a screen without a card behind it");
            fs::write(cards.path().join("renderD128"), "").unwrap();
            assert!(renders(cards.path()));
        }

        #[test]
        fn software_is_asked_for_by_a_word_that_is_not_no() {
            for (value, expect) in [
                (None, false),
                (Some(""), false),
                (Some("0"), false),
                (Some("false"), false),
                (Some("1"), true),
            ] {
                assert_eq!(is_on(value.map(OsStr::new)), expect, "{value:?}");
            }
        }
    }
}
