//! What goes on beside the main window: what the tray shows, which notifications are due, and whether the program keeps
//! running when its window is closed. The rules are here; the shell shows, hides and quits.
//!
//! Everything is read again after events of the desk. Nothing is polled.

mod login_offer;
pub mod notices;
#[cfg(test)]
mod tests;
mod watch;

use std::sync::{Arc, atomic::Ordering};

use paysheet_desk::{Desk, Outstanding};

use crate::state::{app_state::AppState, error::CommandResult};

/// What happens when the user closes the main window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnClose {
    /// The window is hidden. The tray shows what the program waits for, if anything.
    Hide(Outstanding),
    /// The window stays: it asks once whether the program starts at login. Closing it again hides it.
    Offer,
    Quit,
}

impl AppState {
    /// Decides what closing the main window does. Without a tray or a Dock nothing would lead back to a hidden window, so
    /// the program quits. The Dock keeps it in any case: its users end a program with Quit.
    pub async fn on_close(&self) -> OnClose {
        match self.outstanding().await {
            Some(outstanding) if outstanding.keeps_running() && self.desktop.has_tray() => {
                if self.offer_login().await { OnClose::Offer } else { self.hide(outstanding) }
            }
            outstanding if self.desktop.has_dock() => self.hide(outstanding.unwrap_or_default()),
            Some(_) | None => OnClose::Quit,
        }
    }

    /// Decides at a start without a window whether the program stays without one. It opens the desk that was open last.
    /// A desk that has to be unlocked before results arrive needs its window.
    ///
    /// # Errors
    /// Those of opening the last desk.
    pub async fn on_hidden_start(&self) -> CommandResult<OnClose> {
        drop(self.opened().await?);
        Ok(match self.outstanding().await {
            Some(outstanding)
                if outstanding.keeps_running() && !outstanding.needs_unlock() && self.desktop.has_tray() =>
            {
                self.hide(outstanding)
            }
            Some(_) | None => OnClose::Quit,
        })
    }

    fn hide(&self, outstanding: Outstanding) -> OnClose {
        self.background.hidden.store(true, Ordering::SeqCst);
        self.background.changed.notify_one();
        self.end_offer();
        self.close_card();
        OnClose::Hide(outstanding)
    }

    /// Records that the main window is visible again.
    pub fn window_shown(&self) {
        self.background.times_shown.fetch_add(1, Ordering::SeqCst);
        self.background.hidden.store(false, Ordering::SeqCst);
    }

    /// Returns how often the main window was shown again.
    #[must_use]
    pub fn times_shown(&self) -> u64 {
        self.background.times_shown.load(Ordering::SeqCst)
    }

    /// Returns whether the main window may be hidden, as was decided since it had been shown `times_shown` times. A user who
    /// opened it meanwhile keeps it.
    pub fn may_hide(&self, times_shown: u64) -> bool {
        let may_hide = self.times_shown() == times_shown;
        if !may_hide {
            self.background.hidden.store(false, Ordering::SeqCst);
        }
        may_hide
    }

    /// Follows the events of every desk while the program runs.
    pub async fn run_background(self: Arc<Self>) {
        watch::run(&self).await;
    }

    /// Returns what is outstanding on the open desk. It is none if no desk is open or the ledger cannot be read.
    async fn outstanding(&self) -> Option<Outstanding> {
        let outstanding = self.open_desk().await?.outstanding().await;
        outstanding.inspect_err(|error| tracing::warn!(%error, "what is outstanding cannot be read")).ok()
    }

    /// Returns the open desk, and opens none.
    pub(crate) async fn open_desk(&self) -> Option<Desk> {
        self.open.lock().await.as_ref().map(|open| open.desk.clone())
    }

    /// Returns whether the main window is hidden, and only the tray or the Dock leads back to it.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.background.hidden.load(Ordering::SeqCst)
    }
}
