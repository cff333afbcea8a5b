//! Updates over the network, by Tauri's updater: where they are announced, what they must be signed with, and what this
//! program may replace itself with. When one may be installed is decided by `app`.
//!
//! Address and key are part of the program, so no file beside it can name others. The list of versions is protected by
//! TLS alone; what is installed is signed, and the signature names its version. The certificate authorities are the
//! system's. One that the user trusts for a provider is for that provider only.

use std::{
    env,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use paysheet_app::{Package, Pending, Progress, Release, UpdateFailure, UpdateSupport};
use tauri::utils::{config::BundleType, platform::bundle_type};
use tauri_plugin_updater::{Error, Update, UpdaterBuilder};
use tokio::sync::Notify;
use url::Url;

/// Set where a release is built. Without both of them a program looks for no updates.
const ADDRESS: Option<&str> = option_env!("PAYSHEET_UPDATE_URL");
const KEY: Option<&str> = option_env!("PAYSHEET_UPDATE_KEY");
/// An office that manages the installation sets it to `off`.
const POLICY: &str = "PAYSHEET_UPDATES";

/// Longest time for the list of versions.
const LIST_MAX: Duration = Duration::from_secs(30);
const CONNECT_MAX: Duration = Duration::from_secs(20);
/// Longest pause in a download. Its whole time is not limited: connections are slow.
const PAUSE_MAX: Duration = Duration::from_secs(60);
/// No release is larger. The file is in memory until it is verified.
const PACKAGE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// Returns whether this program looks for updates.
pub fn support() -> UpdateSupport {
    let is_off = env::var_os(POLICY).is_some_and(|value| value.eq_ignore_ascii_case("off"));
    match UpdateSource::built_in() {
        None => UpdateSupport::Missing,
        Some(_) if is_off => UpdateSupport::Managed,
        Some(_) => UpdateSupport::Present,
    }
}

/// Where updates come from.
pub struct UpdateSource {
    /// The list of versions.
    address: Url,
    /// The public key, as `tauri signer generate` writes it.
    key: String,
    /// This program may replace itself.
    installs: bool,
}

impl UpdateSource {
    /// Returns the source that this program was built with.
    pub fn built_in() -> Option<Self> {
        let program = env::current_exe().unwrap_or_default();
        Self::parse(ADDRESS, KEY, installs(bundle_type(), &program))
    }

    /// None unless there are a key and an address that TLS protects.
    fn parse(address: Option<&str>, key: Option<&str>, installs: bool) -> Option<Self> {
        let (address, key) = (address?.trim(), key?.trim());
        let address = Url::parse(address).ok().filter(|address| address.scheme() == "https")?;
        (!key.is_empty()).then(|| Self { address, key: key.to_owned(), installs })
    }
}

/// Returns whether the program may replace itself. A package manager knows which files it installed. An `.msi` is what
/// offices distribute. A program without an installer was built by its user.
fn installs(bundle: Option<BundleType>, program: &Path) -> bool {
    match bundle {
        Some(BundleType::Nsis | BundleType::AppImage) => true,
        // Every program for macOS says that it is one. The updater replaces a whole folder.
        Some(BundleType::App | BundleType::Dmg) => is_in_bundle(program),
        Some(BundleType::Deb | BundleType::Rpm | BundleType::Msi) | None => false,
    }
}

/// Returns whether a program lies in an application of macOS.
fn is_in_bundle(program: &Path) -> bool {
    let folder = program.parent().filter(|folder| folder.ends_with("Contents/MacOS"));
    let bundle = folder.and_then(|folder| folder.ancestors().nth(2));
    bundle.and_then(Path::extension).is_some_and(|ending| ending == "app")
}

/// Looks for a version that is newer than this program.
///
/// # Errors
/// `NotReached`, also if the list of versions names none for this system.
pub async fn find(builder: UpdaterBuilder, source: &UpdateSource) -> Result<Option<Release>, UpdateFailure> {
    let newest = Arc::new(Mutex::new(None));
    let (newer, installs) = (Arc::clone(&newest), source.installs);
    let is_secure = source.address.scheme() == "https";
    let updater = builder
        .pubkey(source.key.clone())
        .timeout(LIST_MAX)
        // Windows may refuse to launch the installer. The program still has its windows then, because nothing closed them.
        .on_before_exit(|| ())
        .configure_client(move |client| {
            // A list or a file that leads elsewhere is not followed to where nothing protects it.
            client.https_only(is_secure).connect_timeout(CONNECT_MAX).read_timeout(PAUSE_MAX)
        })
        .version_comparator(move |current, release| {
            let is_newer = release.version > current;
            if is_newer {
                let found = (release.version.to_string(), release.notes.unwrap_or_default());
                *newer.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
            }
            // What is only announced needs no file for this system.
            is_newer && installs
        })
        .endpoints(vec![source.address.clone()])
        .and_then(UpdaterBuilder::build)
        .map_err(|error| not_reached(&error))?;
    let update = updater.check().await.map_err(|error| not_reached(&error))?;
    let newest = newest.lock().unwrap_or_else(PoisonError::into_inner).take();
    let package = update.map(|update| Arc::new(UpdatePackage(update)) as Arc<dyn Package>);
    Ok(newest.map(|(version, notes)| Release { version, notes, package }))
}

fn not_reached(error: &Error) -> UpdateFailure {
    tracing::info!(%error, "no list of versions");
    UpdateFailure::NotReached
}

/// The file of an update, as Tauri's updater downloads, verifies and installs it.
struct UpdatePackage(Update);

impl Package for UpdatePackage {
    fn download(&self, mut progress: Progress) -> Pending<'_, Result<Vec<u8>, UpdateFailure>> {
        Box::pin(async move {
            let too_large = Notify::new();
            let mut done = 0_u64;
            let on_chunk = |bytes: usize, total: Option<u64>| {
                done = done.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
                if done.max(total.unwrap_or(0)) > PACKAGE_BYTES_MAX {
                    too_large.notify_one();
                }
                progress(done, total);
            };
            tokio::select! {
                downloaded = self.0.download(on_chunk, || ()) => {
                    downloaded.map_err(|error| failure(&error, UpdateFailure::Incomplete))
                }
                () = too_large.notified() => {
                    tracing::warn!("the file of an update is larger than any release");
                    Err(UpdateFailure::Incomplete)
                }
            }
        })
    }

    fn install(&self, file: &[u8]) -> Result<(), UpdateFailure> {
        self.0.install(file).map_err(|error| failure(&error, UpdateFailure::NotInstalled))
    }
}

/// Logs an error, and returns what it means: the file is not genuine, the installed version is gone, or what is said of
/// other errors.
fn failure(error: &Error, otherwise: UpdateFailure) -> UpdateFailure {
    tracing::warn!(%error, "an update failed");
    let is_forged = matches!(
        error,
        Error::Minisign(_)
            | Error::Base64(_)
            | Error::SignatureUtf8(_)
            | Error::SignedVersionMismatch { .. }
            | Error::MissingSignedVersion
    );
    if is_forged {
        UpdateFailure::NotGenuine
    } else if matches!(error, Error::PreviousAppNotRestored(_)) {
        UpdateFailure::NotRestored
    } else {
        otherwise
    }
}

#[cfg(test)]
mod tests;
