//! The start at login is offered once: when the window of a live desk is closed for the first time while results are
//! missing. If the computer restarts before they are in, nothing else would start the program again.

use std::sync::atomic::Ordering;

use paysheet_desk::{
    DeskEvent,
    view::{Mode, Toggle},
};

use crate::state::{app_state::AppState, error::CommandResult};

impl AppState {
    /// Returns whether the window offers the start at login now, instead of closing.
    pub(super) async fn offer_login(&self) -> bool {
        // What is lost in practice was no money.
        let is_live = self.open.lock().await.as_ref().is_some_and(|open| open.mode == Mode::Live);
        let is_offered = self.preferences().login_offered || self.desktop.starts_at_login() == Toggle::On;
        if is_offered || !is_live {
            return false;
        }
        // Stored before it is shown: an offer that cannot be remembered would keep the window from closing each time.
        if let Err(error) = self.remember(|preferences| preferences.login_offered = true) {
            tracing::warn!(?error, "the start at login is not offered");
            return false;
        }
        self.set_offer(true);
        true
    }

    /// Takes the answer to the offer. The window closes next, as its user wanted. Without an offer nothing happens.
    ///
    /// # Errors
    /// `unexpected` if the system does not store the start at login; then the offer stays.
    pub fn answer_login_offer(&self, start: Toggle) -> CommandResult<()> {
        if !self.offers_login() {
            return Ok(());
        }
        if start == Toggle::On {
            self.desktop.start_at_login(Toggle::On)?;
        }
        self.end_offer();
        self.desktop.close_window();
        Ok(())
    }

    /// Returns whether the window offers the start at login.
    pub(crate) fn offers_login(&self) -> bool {
        self.background.offers_login.load(Ordering::SeqCst)
    }

    /// Takes the offer back. A window that is closed a second time needs no answer.
    pub(super) fn end_offer(&self) {
        if self.offers_login() {
            self.set_offer(false);
        }
    }

    fn set_offer(&self, offers: bool) {
        self.background.offers_login.store(offers, Ordering::SeqCst);
        // Without a listener nobody draws the offer.
        let _ = self.events.send(DeskEvent::SessionChanged);
    }
}
