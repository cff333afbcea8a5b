//! Updates from a local server. `tests/fixtures/updates` has a file that begins like a program, and signatures of it by
//! `tauri signer sign` with `--app-version`: `newer` for 99.0.0, `older` for 0.0.9, `unnamed` for no version, all by the
//! owner of `key.pub`; and `stranger` for 99.0.0, by the owner of another key.

use std::fs;

use paysheet_app::Updater as _;
use serde_json::{Value, json};
use tauri::{
    App,
    test::{MockRuntime, mock_builder},
};
use tauri_plugin_updater::UpdaterExt as _;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    time::timeout,
};

use super::*;
use crate::{desktop::TauriDesktop, plugins};

const FILE: &[u8] = include_bytes!("../../../tests/fixtures/updates/package");
const KEY: &str = include_str!("../../../tests/fixtures/updates/key.pub");
const NEWER: &str = include_str!("../../../tests/fixtures/updates/newer.sig");
const OLDER: &str = include_str!("../../../tests/fixtures/updates/older.sig");
const UNNAMED: &str = include_str!("../../../tests/fixtures/updates/unnamed.sig");
const STRANGER: &str = include_str!("../../../tests/fixtures/updates/stranger.sig");
const OLD_VERSION: &[u8] = b"\x7fELF, the installed version";

/// What the server offers.
struct Offer {
    version: &'static str,
    signature: &'static str,
    file: Vec<u8>,
    /// The length that it announces.
    length: u64,
    has_this_system: bool,
}

impl Offer {
    fn of(version: &'static str, signature: &'static str) -> Self {
        let length = u64::try_from(FILE.len()).unwrap();
        Self { version, signature, file: FILE.to_owned(), length, has_this_system: true }
    }

    /// A list as a release has it.
    fn list(&self, server: &str) -> Value {
        let system = tauri_plugin_updater::target().unwrap();
        let system = if self.has_this_system { system } else { "other-system".to_owned() };
        json!({
            "version": self.version,
            "notes": "Faster",
            "platforms": { system: { "signature": self.signature, "url": format!("{server}/file") } },
        })
    }

    async fn answer(&self, mut stream: TcpStream, server: &str) {
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            request.push(stream.read_u8().await.unwrap());
        }
        let (length, body) = if request.starts_with(b"GET /file ") {
            (self.length, self.file.clone())
        } else {
            let list = serde_json::to_vec(&self.list(server)).unwrap();
            (u64::try_from(list.len()).unwrap(), list)
        };
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        // A client that has seen enough closes the connection.
        let _ = stream.write_all(&body).await;
        if length > PACKAGE_BYTES_MAX {
            // More is to come: only the client ends it.
            let _ = stream.read_u8().await;
        }
        let _ = stream.shutdown().await;
    }

    /// Serves the offer while the test runs. Returns the address of the list.
    async fn serve(self) -> Url {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = format!("http://{}", listener.local_addr().unwrap());
        let list = Url::parse(&format!("{server}/list.json")).unwrap();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                self.answer(stream, &server).await;
            }
        });
        list
    }
}

/// The program with its own configuration, and without a window.
fn app() -> App<MockRuntime> {
    mock_builder().plugin(plugins::updates()).build(crate::context()).unwrap()
}

/// An installed version in a folder, and the place it is updated from.
struct Installation {
    app: App<MockRuntime>,
    folder: tempfile::TempDir,
    source: UpdateSource,
}

impl Installation {
    async fn offered(offer: Offer) -> Self {
        let source =
            UpdateSource { address: offer.serve().await, key: KEY.trim().to_owned(), installs: true };
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("paysheet"), OLD_VERSION).unwrap();
        Self { app: app(), folder, source }
    }

    async fn find(&self) -> Result<Option<Release>, UpdateFailure> {
        let program = self.folder.path().join("paysheet");
        // The test's own server is not behind a proxy.
        let builder = self.app.updater_builder().executable_path(program).no_proxy();
        find(builder, &self.source).await
    }

    /// Downloads what is offered. Returns the package, its file, and the bytes of the last progress.
    async fn download(&self) -> Result<(Arc<dyn Package>, Vec<u8>, u64), UpdateFailure> {
        let package = self.find().await.unwrap().unwrap().package.unwrap();
        let last = Arc::new(Mutex::new(0));
        let seen = Arc::clone(&last);
        let file = package.download(Box::new(move |done, _| *seen.lock().unwrap() = done)).await?;
        let last = *last.lock().unwrap();
        Ok((package, file, last))
    }

    fn installed(&self) -> Vec<u8> {
        fs::read(self.folder.path().join("paysheet")).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_version_with_the_right_signature_is_downloaded() {
    let installation = Installation::offered(Offer::of("99.0.0", NEWER)).await;
    let release = installation.find().await.unwrap().unwrap();
    assert_eq!((release.version.as_str(), release.notes.as_str()), ("99.0.0", "Faster"));
    let (package, file, last) = installation.download().await.unwrap();
    assert_eq!((file.as_slice(), last), (FILE, u64::try_from(FILE.len()).unwrap()));
    assert_eq!(installation.installed(), OLD_VERSION, "downloading replaces nothing");
    // What is installed is verified once more.
    assert_eq!(package.install(b"\x7fELF of another").unwrap_err(), UpdateFailure::NotGenuine);
    assert_eq!(installation.installed(), OLD_VERSION);
}

/// The updater of Linux replaces one file; those of the other systems need an installed program.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn it_replaces_the_installed_version_or_leaves_it() {
    let installation = Installation::offered(Offer::of("99.0.0", NEWER)).await;
    let (package, file, _) = installation.download().await.unwrap();
    package.install(&file).unwrap();
    assert_eq!(installation.installed(), FILE);

    fs::remove_file(installation.folder.path().join("paysheet")).unwrap();
    assert_eq!(package.install(&file).unwrap_err(), UpdateFailure::NotInstalled);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_not_of_this_version_by_the_right_key_is_refused() {
    let changed = {
        let mut offer = Offer::of("99.0.0", NEWER);
        offer.file.reverse();
        offer
    };
    for (name, offer) in [
        ("of another key", Offer::of("99.0.0", STRANGER)),
        ("an old file as a new version", Offer::of("99.0.0", OLDER)),
        ("for no version", Offer::of("99.0.0", UNNAMED)),
        ("for a version in between", Offer::of("98.0.0", NEWER)),
        ("no signature", Offer::of("99.0.0", "")),
        ("changed", changed),
    ] {
        let installation = Installation::offered(offer).await;
        assert_eq!(installation.download().await.err(), Some(UpdateFailure::NotGenuine), "{name}");
        assert_eq!(installation.installed(), OLD_VERSION, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_or_the_same_version_is_no_update() {
    for (version, signature) in [("0.0.9", OLDER), (env!("CARGO_PKG_VERSION"), NEWER)] {
        let installation = Installation::offered(Offer::of(version, signature)).await;
        assert!(installation.find().await.unwrap().is_none(), "{version}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_breaks_off_or_sends_too_much_leaves_the_old_version() {
    for length in [u64::try_from(FILE.len() + 1).unwrap(), PACKAGE_BYTES_MAX + 1] {
        let installation = Installation::offered(Offer { length, ..Offer::of("99.0.0", NEWER) }).await;
        let download = timeout(PAUSE_MAX / 2, installation.download()).await;
        assert_eq!(download.unwrap().err(), Some(UpdateFailure::Incomplete), "{length}");
        assert_eq!(installation.installed(), OLD_VERSION);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_package_manager_installed_is_only_announced() {
    let offer = Offer { has_this_system: false, ..Offer::of("99.0.0", NEWER) };
    let mut installation = Installation::offered(offer).await;
    installation.source.installs = false;
    let release = installation.find().await.unwrap().unwrap();
    assert_eq!(release.version, "99.0.0");
    assert!(release.package.is_none());
    installation.source.installs = true;
    let missing = installation.find().await.err();
    assert_eq!(missing, Some(UpdateFailure::NotReached), "a program that needs a file");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_cannot_be_read_is_no_update() {
    let installation = Installation::offered(Offer::of("of next year", NEWER)).await;
    assert_eq!(installation.find().await.err(), Some(UpdateFailure::NotReached));
}

#[test]
fn a_program_without_a_key_or_a_secure_address_looks_for_nothing() {
    let https = Some("https://updates.example.com/list.json");
    for (address, key, expected) in [
        (https, Some("key"), true),
        (Some(" https://updates.example.com/list.json\n"), Some("key\n"), true),
        (Some("http://updates.example.com/list.json"), Some("key"), false),
        (Some("file:///tmp/list.json"), Some("key"), false),
        // What an unset variable of the release is.
        (Some(""), Some(""), false),
        (https, Some(""), false),
        (https, None, false),
        (None, Some("key"), false),
    ] {
        assert_eq!(UpdateSource::parse(address, key, false).is_some(), expected, "{address:?} {key:?}");
    }
    let app = app();
    let expected = if ADDRESS.is_some() && super::KEY.is_some() {
        UpdateSupport::Present
    } else {
        UpdateSupport::Missing
    };
    assert_eq!(TauriDesktop(app.handle().clone()).update_support(), expected);
}

#[test]
fn only_a_program_with_an_installer_of_its_own_replaces_itself() {
    let bundled = "/Applications/Paysheet.app/Contents/MacOS/paysheet";
    for (bundle, program, expected) in [
        (Some(BundleType::Nsis), "paysheet.exe", true),
        (Some(BundleType::AppImage), "/tmp/.mount/usr/bin/paysheet", true),
        (Some(BundleType::App), bundled, true),
        (Some(BundleType::Dmg), bundled, true),
        (Some(BundleType::App), "/Users/ada/target/release/paysheet", false),
        (Some(BundleType::App), "/Users/ada/Paysheet/Contents/MacOS/paysheet", false),
        (Some(BundleType::App), "/Applications/Paysheet.app/paysheet", false),
        (Some(BundleType::App), "", false),
        (Some(BundleType::Msi), bundled, false),
        (Some(BundleType::Deb), bundled, false),
        (Some(BundleType::Rpm), bundled, false),
        (None, bundled, false),
    ] {
        assert_eq!(installs(bundle.clone(), Path::new(program)), expected, "{bundle:?} {program}");
    }
}

#[test]
fn a_version_that_could_not_be_put_back_is_a_failure_of_its_own() {
    let moved = Error::PreviousAppNotRestored("/Users/ada/Paysheet.app".into());
    assert_eq!(failure(&moved, UpdateFailure::NotInstalled), UpdateFailure::NotRestored);
}
