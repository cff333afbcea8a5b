//! What the frame of the window shows: which desk is open, and whether it is locked.

use paysheet_desk::{
    Desk, settings,
    view::{KeychainState, Mode, SessionView},
    without_callback_path,
};

use serde::{Deserialize, Serialize};

use crate::state::{
    app_state::AppState,
    error::{CommandResult, app_error},
};

/// A change of which desk is open, or of whether it is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum SessionChange {
    /// Opens the practice desk.
    StartPractice,
    /// Returns to the live desk if there is one, otherwise to the welcome screen.
    LeavePractice,
    /// Reads the secrets of the open desk.
    Unlock,
    /// Removes the secrets of the open desk from memory.
    Lock,
}

impl AppState {
    /// Changes which desk is open, or whether it is locked.
    ///
    /// # Errors
    /// Those of the method that makes the change.
    pub async fn change_session(&self, change: SessionChange) -> CommandResult<SessionView> {
        match change {
            SessionChange::StartPractice => self.start_practice().await,
            SessionChange::LeavePractice => self.leave_practice().await,
            SessionChange::Unlock => self.unlock().await,
            SessionChange::Lock => self.lock().await,
        }
    }

    /// Returns which desk is open and its state.
    ///
    /// # Errors
    /// Those of opening the last desk, and of reading its ledger.
    pub async fn session(&self) -> CommandResult<SessionView> {
        let (mode, desk) = {
            let open = self.opened().await?;
            let open = open.as_ref();
            (open.map_or(Mode::Welcome, |open| open.mode), open.map(|open| open.desk.clone()))
        };
        let view = SessionView {
            mode,
            unlocked: false,
            profile_name: String::new(),
            unresolved: 0,
            blocked: None,
            keychain: KeychainState::Ready,
            appearance: self.appearance(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            callback_address: None,
            has_tray: self.desktop.has_tray(),
            offers_start_at_login: self.offers_login(),
            token_expires_at: None,
            renews_token: false,
            renewal_failed: None,
            submission_s_max: settings::SUBMIT_TIMEOUT_S_DEFAULT,
        };
        match desk {
            Some(desk) => of_desk(&desk, view).await,
            None => Ok(view),
        }
    }

    /// Reads the secrets of the open desk.
    ///
    /// # Errors
    /// Those of `Desk::unlock`.
    pub async fn unlock(&self) -> CommandResult<SessionView> {
        self.desk().await?.unlock().await.map_err(app_error)?;
        self.session().await
    }

    /// Removes the secrets of the open desk from memory.
    ///
    /// # Errors
    /// Those of [`Self::desk`].
    pub async fn lock(&self) -> CommandResult<SessionView> {
        self.desk().await?.lock();
        self.session().await
    }

    /// Allows sending from the ledger again, as the user checked these payrolls.
    ///
    /// # Errors
    /// Those of `Desk::unblock_sending`.
    pub async fn unblock_sending(&self, reason: &str, checked: &[String]) -> CommandResult<SessionView> {
        self.desk().await?.unblock_sending(reason, checked).await.map_err(app_error)?;
        self.session().await
    }
}

async fn of_desk(desk: &Desk, view: SessionView) -> CommandResult<SessionView> {
    let profile = desk.profile().settings;
    Ok(SessionView {
        unlocked: desk.is_unlocked(),
        renews_token: profile.renewal.is_some(),
        profile_name: profile.name,
        blocked: desk.block(),
        unresolved: desk.unresolved_count().await.map_err(app_error)?,
        callback_address: desk.callback_address().await.as_deref().map(without_callback_path),
        token_expires_at: desk.token_expires_at().map(|at| at.to_string()),
        renewal_failed: desk.renewal_failed(),
        submission_s_max: desk.submission_s_max(),
        ..view
    })
}
