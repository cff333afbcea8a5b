//! Which desk is open: practice with its embedded service, the live desk, or none yet. The two never share a ledger and
//! never run at the same time.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
};

use paysheet_desk::{
    AppError, Desk, DeskEvent,
    view::{Appearance, Mode},
};
use tokio::sync::broadcast;

use crate::{
    card_session::CardSession,
    state::{
        app_paths::AppPaths,
        background_state::Background,
        chosen_files::ChosenFiles,
        desktop::{Desktop, FileDialogs},
        error::{CommandResult, app_error},
        open_desk::{OpenDesk, close},
        preferences::Preferences,
        update_state::UpdateState,
    },
};

const EVENTS_WAITING_MAX: usize = 1_024;

/// The opening of a desk. It is boxed, because every command may wait for it: the compiler would check all that it does
/// again for each of them, which took a minute and a half.
type Opening<'a> = Pin<Box<dyn Future<Output = CommandResult<OpenDesk>> + Send + 'a>>;

/// The state of the running application between commands. No other code stores which desk is open.
pub struct AppState {
    pub(crate) paths: AppPaths,
    pub(crate) desktop: Box<dyn Desktop>,
    pub(crate) dialogs: Box<dyn FileDialogs>,
    pub(crate) files: ChosenFiles,
    preferences: Mutex<Preferences>,
    pub(crate) open: tokio::sync::Mutex<Option<OpenDesk>>,
    pub(crate) events: broadcast::Sender<DeskEvent>,
    pub(crate) background: Background,
    pub(crate) updates: UpdateState,
    card: Mutex<CardSession>,
}

impl AppState {
    pub fn new(paths: AppPaths, desktop: Box<dyn Desktop>, dialogs: Box<dyn FileDialogs>) -> Arc<Self> {
        let preferences = Mutex::new(Preferences::load(&paths.preferences()));
        let events = broadcast::channel(EVENTS_WAITING_MAX).0;
        let (open, card, background) =
            (tokio::sync::Mutex::default(), Mutex::default(), Background::default());
        let (files, updates) = (ChosenFiles::default(), UpdateState::default());
        Arc::new(Self {
            paths,
            desktop,
            dialogs,
            files,
            preferences,
            open,
            events,
            background,
            updates,
            card,
        })
    }

    /// Subscribes to the events of every desk from now on.
    pub fn events(&self) -> broadcast::Receiver<DeskEvent> {
        self.events.subscribe()
    }

    pub fn appearance(&self) -> Appearance {
        self.preferences().appearance
    }

    /// Stores the appearance of the window.
    ///
    /// # Errors
    /// If the preferences cannot be written.
    pub fn save_appearance(&self, appearance: Appearance) -> CommandResult<()> {
        self.remember(|preferences| preferences.appearance = appearance)
    }

    /// Returns the open desk. At the first call after a start, it opens the desk that was open last.
    ///
    /// # Errors
    /// `wrong_state` on the welcome screen, and the errors of opening the last desk.
    pub async fn desk(&self) -> CommandResult<Desk> {
        self.of_open(|open| open.desk.clone()).await
    }

    /// Closes the open desk, before the program ends. A request in progress is waited for.
    pub async fn close(&self) {
        self.end();
        self.close_desk(self.open.lock().await.take()).await;
    }

    /// Says that the program ends: no update is installed any more, and no file is opened.
    pub fn end(&self) {
        self.background.is_ending.store(true, Ordering::SeqCst);
    }

    /// Returns whether the program ends as soon as the open desk is closed.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.background.is_ending.load(Ordering::SeqCst)
    }

    /// Closes a desk that was open, and forgets what was chosen for its payrolls.
    pub(crate) async fn close_desk(&self, open: Option<OpenDesk>) {
        self.files.forget_destinations();
        close(open).await;
    }

    /// Returns something of the open desk.
    ///
    /// # Errors
    /// As [`Self::desk`].
    pub(crate) async fn of_open<T>(&self, get: impl FnOnce(&OpenDesk) -> T) -> CommandResult<T> {
        let open = self.opened().await?;
        open.as_ref().map(get).ok_or(AppError::MOVED_ON)
    }

    /// Returns the open desk, none on the welcome screen. At the first call after a start, it opens the desk that was
    /// open last.
    pub(crate) async fn opened(&self) -> CommandResult<tokio::sync::MutexGuard<'_, Option<OpenDesk>>> {
        let mut open = self.open.lock().await;
        if open.is_none() {
            *open = match self.preferences().mode {
                Mode::Welcome => None,
                Mode::Practice => Some(self.open_practice().await?),
                Mode::Live => Some(self.open_live().await?),
            };
            self.background.changed.notify_one();
        }
        Ok(open)
    }

    pub(crate) fn open_practice(&self) -> Opening<'_> {
        Box::pin(OpenDesk::practice(&self.paths, &self.events))
    }

    /// Opens the live desk, locked.
    pub(crate) fn open_live(&self) -> Opening<'_> {
        Box::pin(OpenDesk::live(&self.paths, &self.events))
    }

    pub(crate) fn preferences(&self) -> Preferences {
        self.preferences.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stores which desk is open, for the next start.
    pub(crate) fn remember_mode(&self, mode: Mode) -> CommandResult<()> {
        self.background.changed.notify_one();
        self.remember(|preferences| preferences.mode = mode)
    }

    pub(crate) fn remember(&self, change: impl FnOnce(&mut Preferences)) -> CommandResult<()> {
        let mut preferences = self.preferences.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut preferences);
        preferences.save(&self.paths.preferences()).map_err(|error| app_error(error.into()))
    }

    /// Locks the state of the card window.
    pub(crate) fn card(&self) -> MutexGuard<'_, CardSession> {
        self.card.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
