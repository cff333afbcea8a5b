//! Updates of the program: when one is looked for, downloaded and installed. The rules are here; the shell connects,
//! verifies and replaces.
//!
//! # Nothing is installed while money moves
//!
//! Installing ends the program, so it is refused while a payroll is being sent, while results are missing that can arrive,
//! and while a top-up is open. The question and the act may lie minutes apart. So the act decides: it takes the open desk
//! away from all commands, closes the gate that every payroll and every charge passes (`Desk::hold_sending`), and only
//! then checks. The gate stays closed until the new version runs or the old one is left in place.

#[cfg(test)]
mod tests;
pub mod view;

use std::{sync::Arc, time::Duration};

use jiff::{SignedDuration, Timestamp};
use paysheet_desk::{AppError, Desk, DeskEvent, view::Toggle};
use serde::{Deserialize, Serialize};
use tokio::{sync::oneshot, task::spawn_blocking, time::sleep};

use self::view::{UpdateBusy, UpdateSearch, UpdatesView};
use crate::state::{
    app_state::AppState,
    desktop::{Package, Progress, Release, UpdateFailure, UpdateSupport},
    error::CommandResult,
    update_state::{Known, Phase, UpdateState},
};

/// The start has its own work to do first.
const FIRST_LOOK: Duration = Duration::from_secs(60);
const LOOK_EVERY: SignedDuration = SignedDuration::from_hours(24);
/// A computer that slept has another time than a timer. So the clock is read this often.
const CLOCK_READ_EVERY: Duration = Duration::from_secs(60 * 60);
/// Longest name of a version. The address of updates is not signed.
const VERSION_MAX: usize = 40;

/// What the user does about updates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UpdateChange {
    /// Looks for a newer version now.
    Look,
    /// Newer versions are looked for once a day, or no longer.
    Search { toggle: Toggle },
    /// Downloads the release and installs it.
    Install,
    /// Stops the download.
    Stop,
    /// Asks about this release after the next start.
    Later,
    /// Never asks about this release.
    Skip,
}

impl AppState {
    /// Returns what is known about updates.
    pub async fn updates(&self) -> UpdatesView {
        // While it is installed there is no open desk to be asked. Then, and without updates, there is nothing to decide.
        let support = self.desktop.update_support();
        let decides = support == UpdateSupport::Present && !self.is_installing_update();
        let busy = if decides { self.update_busy().await } else { None };
        let search = UpdateSearch::of(support, Toggle::of(self.preferences().look_for_updates));
        UpdatesView::new(search, &self.updates.known(), busy)
    }

    /// Returns whether an update is being installed. The program ends by itself then, or goes on with the old version.
    #[must_use]
    pub fn is_installing_update(&self) -> bool {
        self.updates.known().phase == Phase::Installing
    }

    /// Returns whether this version was installed by the previous one, and runs for the first time. Whoever restarts the
    /// program repeats its arguments. Asked before [`Self::run_updates`].
    #[must_use]
    pub fn is_restart_by_update(&self) -> bool {
        self.preferences().installing_version.as_deref() == Some(env!("CARGO_PKG_VERSION"))
    }

    /// Does what the user decided about updates.
    ///
    /// # Errors
    /// `wrong_state` if there is no release to download, or no download any more; `unexpected` if the preferences cannot
    /// be written. How looking, downloading and installing end is in the view.
    pub async fn change_updates(self: &Arc<Self>, change: UpdateChange) -> CommandResult<UpdatesView> {
        match change {
            UpdateChange::Look => self.look_for_updates().await,
            UpdateChange::Search { toggle } => {
                self.remember(|preferences| preferences.look_for_updates = toggle == Toggle::On)?;
            }
            UpdateChange::Install => self.begin_update().await?,
            UpdateChange::Stop => drop(self.updates.known().stop.take()),
            UpdateChange::Later => self.updates.known().ask_no_more(),
            UpdateChange::Skip => self.skip_release()?,
        }
        self.emit_updates_changed();
        Ok(self.updates().await)
    }

    /// Looks for updates while the program runs.
    pub async fn run_updates(self: Arc<Self>) {
        self.report_last_update();
        if self.desktop.update_support() != UpdateSupport::Present {
            return;
        }
        sleep(FIRST_LOOK).await;
        loop {
            // Without an answer it is due again when the clock is read next.
            let looked_at = self.updates.known().looked_at;
            if self.preferences().look_for_updates && is_due(looked_at, Timestamp::now()) {
                self.look_for_updates().await;
            }
            sleep(CLOCK_READ_EVERY).await;
        }
    }

    /// Checks whether the update that was being installed when the program ended is this version.
    fn report_last_update(&self) {
        let Some(version) = self.preferences().installing_version else { return };
        if version != env!("CARGO_PKG_VERSION") {
            tracing::warn!(version, "an update was not installed");
            self.updates.known().failure = Some(UpdateFailure::NotInstalled);
            self.emit_updates_changed();
        }
        self.remember_installing(None);
    }

    async fn look_for_updates(&self) {
        if self.desktop.update_support() != UpdateSupport::Present {
            return;
        }
        {
            let mut known = self.updates.known();
            if known.phase != Phase::Idle {
                return;
            }
            known.phase = Phase::Looking;
        }
        self.emit_updates_changed();
        let found = self.desktop.find_update().await;
        let skipped = self.preferences().skipped_version;
        self.updates.known().found(found, skipped.as_deref());
        self.emit_updates_changed();
    }

    /// Downloads the release in the background, or installs the file that was downloaded already.
    async fn begin_update(self: &Arc<Self>) -> CommandResult<()> {
        if self.updates.known().ready().is_some() {
            let (begun, has_begun) = oneshot::channel();
            tokio::spawn(Arc::clone(self).install_if_free(begun));
            // It ends without a message: what became of it is in the view.
            let _ = has_begun.await;
            return Ok(());
        }
        // To ask for the desk would wait until the installation has failed, and then begin anew.
        if self.is_installing_update() || self.update_busy().await.is_some() {
            return Ok(());
        }
        let (package, stopped) = self.updates.known().begin_download().ok_or(AppError::MOVED_ON)?;
        tokio::spawn(Arc::clone(self).download(package, stopped));
        Ok(())
    }

    async fn download(self: Arc<Self>, package: Arc<dyn Package>, stopped: oneshot::Receiver<()>) {
        let shown = Arc::clone(&self);
        let progress: Progress = Box::new(move |done, total| shown.show_progress(done, total));
        let downloaded = tokio::select! {
            downloaded = package.download(progress) => downloaded,
            _ = stopped => Err(UpdateFailure::Stopped),
        };
        let is_downloaded = downloaded.is_ok();
        self.updates.known().downloaded(downloaded);
        self.emit_updates_changed();
        if is_downloaded {
            self.install_if_free(oneshot::channel().0).await;
        }
    }

    fn show_progress(&self, done: u64, total: Option<u64>) {
        let percent = percent(done, total);
        let before = std::mem::replace(&mut self.updates.known().phase, Phase::Downloading { percent });
        if before != (Phase::Downloading { percent }) {
            self.emit_updates_changed();
        }
    }

    /// Installs the downloaded file, unless money moves. The file is kept then. `begun` is dropped when it is being
    /// installed, or is not. After an installation this does not return.
    async fn install_if_free(self: Arc<Self>, begun: oneshot::Sender<()>) {
        let Some((release, package, file)) = self.updates.known().ready() else { return };
        // From here on no command gets a desk, and those that have one are stopped by the gate.
        let mut open = self.open.lock().await;
        // The desk was closed, because the program exits: the installation would be cut off.
        if self.is_ending() {
            return;
        }
        let desk = open.as_ref().map(|open| open.desk.clone());
        // A gate that is closed in vain refuses whoever pays at this moment.
        if self.busy_of(desk.as_ref()).await.is_some() {
            return;
        }
        let held = desk.as_ref().map(Desk::hold_sending);
        if matches!(held, Some(None)) || self.busy_of(desk.as_ref()).await.is_some() {
            // The window asks why.
            self.emit_updates_changed();
            return;
        }
        // Another call may have come first.
        if !self.updates.known().begin_installing() {
            return;
        }
        let _end = InstallationEnd(&self.updates);
        drop(begun);
        self.emit_updates_changed();
        self.remember_installing(Some(release.version.clone()));
        self.close_desk(open.take()).await;
        let installed = spawn_blocking(move || package.install(&file)).await;
        let installed = installed.unwrap_or_else(|error| {
            tracing::error!(%error, "the installation ended");
            Err(UpdateFailure::NotInstalled)
        });
        match installed {
            Ok(()) => {
                self.desktop.restart();
                // The program ends a little later. Until then no desk is opened, and nothing is sent.
                std::future::pending::<()>().await;
            }
            Err(failure) => {
                self.remember_installing(None);
                self.updates.known().failed(failure);
                self.emit_updates_changed();
                // The desk is opened again by the next command, locked.
                let _ = self.events.send(DeskEvent::SessionChanged);
            }
        }
    }

    /// Returns why no update is installed now.
    async fn update_busy(&self) -> Option<UpdateBusy> {
        let desk = self.open_desk().await;
        let busy = self.busy_of(desk.as_ref()).await;
        let is_moving_money = desk.as_ref().is_some_and(Desk::is_moving_money);
        busy.or_else(|| is_moving_money.then_some(UpdateBusy::Sending))
    }

    async fn busy_of(&self, desk: Option<&Desk>) -> Option<UpdateBusy> {
        if self.desktop.has_card() || desk.is_some_and(Desk::is_topping_up) {
            return Some(UpdateBusy::TopUp);
        }
        match desk?.outstanding().await {
            Ok(outstanding) if outstanding.is_sending => Some(UpdateBusy::Sending),
            Ok(outstanding) => outstanding.keeps_running().then_some(UpdateBusy::Results),
            Err(error) => {
                tracing::warn!(%error, "no update: what is outstanding cannot be read");
                Some(UpdateBusy::Results)
            }
        }
    }

    fn skip_release(&self) -> CommandResult<()> {
        let version = {
            let mut known = self.updates.known();
            known.ask_no_more();
            known.release.as_ref().map(|release| release.version.clone())
        };
        self.remember(|preferences| preferences.skipped_version = version)
    }

    /// The next start compares it with its own version.
    fn remember_installing(&self, version: Option<String>) {
        if let Err(error) = self.remember(|preferences| preferences.installing_version = version) {
            tracing::warn!(?error, "a failed installation will not be reported after the next start");
        }
    }

    fn emit_updates_changed(&self) {
        // Without a listener the window requests it when it opens.
        let _ = self.events.send(DeskEvent::UpdatesChanged);
    }
}

impl Known {
    fn found(&mut self, found: Result<Option<Release>, UpdateFailure>, skipped: Option<&str>) {
        self.phase = Phase::Idle;
        let found = match found {
            Ok(found) => found.filter(|release| release.version.len() <= VERSION_MAX),
            Err(failure) => {
                self.failure = Some(failure);
                return;
            }
        };
        self.looked_at = Some(Timestamp::now());
        self.failure = self.failure.filter(|failure| *failure != UpdateFailure::NotReached);
        let before = self.release.take();
        self.release = found.map(Arc::new);
        self.asks = self.release.as_ref().is_some_and(|release| {
            let is_known = before.is_some_and(|before| before.version == release.version);
            skipped != Some(release.version.as_str()) && (!is_known || self.asks)
        });
    }

    fn ask_no_more(&mut self) {
        (self.asks, self.failure) = (false, None);
    }

    /// Begins to download the release. None if there is nothing to download, or something is being done already.
    fn begin_download(&mut self) -> Option<(Arc<dyn Package>, oneshot::Receiver<()>)> {
        let package = self.release.as_ref()?.package.clone()?;
        if self.phase != Phase::Idle {
            return None;
        }
        let (stop, stopped) = oneshot::channel();
        (self.phase, self.failure) = (Phase::Downloading { percent: None }, None);
        self.stop = Some(stop);
        Some((package, stopped))
    }

    fn downloaded(&mut self, downloaded: Result<Vec<u8>, UpdateFailure>) {
        self.stop = None;
        match downloaded {
            Ok(file) => self.phase = Phase::Ready(Arc::new(file)),
            Err(failure) => self.failed(failure),
        }
    }

    fn failed(&mut self, failure: UpdateFailure) {
        (self.phase, self.failure) = (Phase::Idle, Some(failure));
    }

    /// Returns the downloaded file, and what it installs.
    fn ready(&self) -> Option<Installable> {
        let Phase::Ready(file) = &self.phase else { return None };
        let release = self.release.clone()?;
        let package = release.package.clone()?;
        Some((release, package, Arc::clone(file)))
    }

    fn begin_installing(&mut self) -> bool {
        let is_ready = self.ready().is_some();
        if is_ready {
            (self.phase, self.failure) = (Phase::Installing, None);
        }
        is_ready
    }
}

/// Keeps an installation that broke off from staying the last word: the program could not be left.
struct InstallationEnd<'a>(&'a UpdateState);

impl Drop for InstallationEnd<'_> {
    fn drop(&mut self) {
        let mut known = self.0.known();
        if known.phase == Phase::Installing {
            known.failed(UpdateFailure::NotInstalled);
        }
    }
}

/// A release, its package, and the package's downloaded file.
type Installable = (Arc<Release>, Arc<dyn Package>, Arc<Vec<u8>>);

/// Returns whether it is time to look again. A clock that was set back is no reason to wait.
fn is_due(looked_at: Option<Timestamp>, now: Timestamp) -> bool {
    looked_at.is_none_or(|at| !(SignedDuration::ZERO..LOOK_EVERY).contains(&now.duration_since(at)))
}

/// Returns how much of a file is there. None if its size is not known.
fn percent(done: u64, total: Option<u64>) -> Option<u8> {
    let total = total.filter(|total| *total > 0)?;
    u8::try_from(done.min(total).saturating_mul(100) / total).ok()
}
