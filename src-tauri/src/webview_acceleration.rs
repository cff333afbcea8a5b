//! Turns off layers in web views on a computer without a GPU. `WebKitGTK` puts everything that scrolls on its own
//! layers and composites them on the GPU. Without a GPU, `WebKitGTK` composites layers in software, which is slower
//! than repainting the damaged region: a frame of a long payroll takes three times as long, and a drop is reported half
//! a second later. On such computers pages are drawn without layers. Other systems are not affected: their web views
//! decide it themselves.
//!
//! With NVIDIA's own driver, `WebKitGTK` often draws nothing, or the display refuses what it draws and ends the program,
//! under X11 and under Wayland. The cause is the memory of the GPU in which it passes frames to the window (DMABUF). There
//! it is told to pass them in shared memory, which costs some processor time
//! (<https://github.com/tauri-apps/tauri/issues/9304>, <https://github.com/tauri-apps/tauri/issues/10702>).

use tauri::{
    Runtime,
    plugin::{Builder, TauriPlugin},
};

/// Configures every web view before it loads its page.
pub fn plugin<R: Runtime>() -> TauriPlugin<R> {
    Builder::new("webview_acceleration").on_webview_ready(|webview| suit(&webview)).build()
}

/// Chooses how pages reach the window, by a variable of `WebKitGTK`. It is called first, while no other thread runs and
/// before GTK starts.
#[cfg(target_os = "linux")]
pub fn choose_renderer() {
    use std::env;

    let is_needed = linux::needs_shared_memory(&linux::NVIDIA, env::var_os(linux::DMABUF).as_deref());
    if !is_needed {
        return;
    }
    if !linux::is_only_thread(linux::THREADS) {
        tracing::warn!("frames stay in the memory of the GPU, and the window may be blank");
        return;
    }
    #[expect(unsafe_code, reason = "a variable of this process has no safe setter")]
    // SAFETY: no other thread reads or writes variables now, because there is none.
    unsafe {
        env::set_var(linux::DMABUF, "1");
    }
    tracing::info!("frames are in shared memory, because of NVIDIA's driver");
}

#[cfg(not(target_os = "linux"))]
pub const fn choose_renderer() {}

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
    use std::{env, ffi::OsStr, fs, path::Path};

    /// The kernel's folder of GPUs: `renderD128` and so on. NVIDIA's own driver uses another path.
    const CARDS: &str = "/dev/dri";
    const RENDERS: &str = "renderD";
    pub const NVIDIA: [&str; 2] = ["/dev/nvidiactl", "/proc/driver/nvidia/version"];
    /// `WebKitGTK`'s variable for frames in the memory of the GPU: any value but `0` forbids them.
    pub const DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    /// The kernel's list of the threads of this process.
    pub const THREADS: &str = "/proc/self/task";
    /// Mesa's variable for software rendering, with or without a GPU.
    const SOFTWARE: &str = "LIBGL_ALWAYS_SOFTWARE";
    /// `WebKitGTK`'s variable for layers: `0` enables them, any other value disables them.
    const LAYERS: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

    pub fn has_card() -> bool {
        !is_on(env::var_os(SOFTWARE).as_deref()) && (renders(Path::new(CARDS)) || is_any(&NVIDIA))
    }

    /// Returns whether frames have to pass through shared memory: a file of the driver is there, and the user who starts
    /// the program has not decided otherwise.
    pub fn needs_shared_memory(driver: &[&str], setting: Option<&OsStr>) -> bool {
        setting.is_none() && is_any(driver)
    }

    /// Returns whether a list of threads has one. One that cannot be read has not.
    pub fn is_only_thread(threads: &str) -> bool {
        fs::read_dir(threads).is_ok_and(|threads| threads.count() == 1)
    }

    fn is_any(paths: &[&str]) -> bool {
        paths.iter().any(|path| Path::new(path).exists())
    }

    /// Returns whether the user who starts the program has already set how pages are drawn.
    pub fn is_decided() -> bool {
        env::var_os(LAYERS).is_some()
    }

    fn is_on(value: Option<&OsStr>) -> bool {
        value.is_some_and(|value| !matches!(value.as_encoded_bytes(), b"" | b"0" | b"false"))
    }

    fn renders(cards: &Path) -> bool {
        let Ok(cards) = fs::read_dir(cards) else { return false };
        cards.flatten().any(|card| card.file_name().to_string_lossy().starts_with(RENDERS))
    }

    #[cfg(test)]
    mod tests {
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
        fn frames_leave_the_gpu_with_nvidia_s_driver_unless_the_user_decided() {
            let folder = tempfile::tempdir().unwrap();
            let version = folder.path().join("version");
            let driver = [folder.path().join("nvidiactl"), version.clone()];
            let driver = driver.each_ref().map(|path| path.to_str().unwrap());
            assert!(!needs_shared_memory(&driver, None));
            fs::write(version, "NVRM version: 590.48.01").unwrap();
            assert!(needs_shared_memory(&driver, None));
            for setting in ["0", "1", ""] {
                assert!(!needs_shared_memory(&driver, Some(OsStr::new(setting))), "{setting}");
            }
        }

        #[test]
        fn a_second_thread_is_noticed() {
            // A test never runs in the only thread, so the kernel's list is imitated.
            let threads = tempfile::tempdir().unwrap();
            let list = threads.path().to_str().unwrap();
            fs::create_dir(threads.path().join("4711")).unwrap();
            assert!(is_only_thread(list));
            fs::create_dir(threads.path().join("4712")).unwrap();
            assert!(!is_only_thread(list));
            assert!(!is_only_thread("/proc/self/none"), "nobody knows");
            let (sender, receiver) = std::sync::mpsc::channel::<()>();
            std::thread::scope(|scope| {
                scope.spawn(move || receiver.recv());
                let count = fs::read_dir(THREADS).unwrap().count();
                assert!(count >= 2 && !is_only_thread(THREADS), "{count}");
                drop(sender);
            });
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
