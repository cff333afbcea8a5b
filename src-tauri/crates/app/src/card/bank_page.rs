//! The bank's page of the card window's top-up, as long as it can be opened: in a window of Paysheet, or in the
//! system's browser. Its address goes to one of these two, and neither to the card window nor to a log.
//!
//! Windows open and close on their own, so each showing has a number, and an event of an earlier showing is ignored.
//! Deliberately not here: where the page may lead (`desk::challenge`), and what its end means (the status).

use std::sync::Arc;

use paysheet_desk::{AppError, BankPage, Desk, challenge::PAGE_LIFE};
use paysheet_domain::{FundingState, ValidationEnd};
use tokio::sync::broadcast::error::RecvError;

use crate::{
    card_session::{
        OpenPage, end,
        view::{CardStep, ShownIn},
    },
    state::{
        app_state::AppState,
        desktop::{ChallengeExit, ChallengeWindow},
        error::CommandResult,
    },
};

impl AppState {
    /// Brings the bank's page to the front. If the page is in no window, a window is opened for it.
    ///
    /// # Errors
    /// `top_up_moved_on` if the top-up has no page any more, `bank_page_not_opened` if no window can be made.
    pub async fn show_bank_page(self: &Arc<Self>) -> CommandResult<CardStep> {
        let (page, shown_in, showing) = self.current_page()?;
        let is_in_front =
            shown_in == ShownIn::Window && showing.is_some_and(|showing| self.desktop.show_bank(showing));
        if !is_in_front {
            // The first showing uses the page that is already there.
            let page = if showing.is_none() { page } else { once_more(&page).await? };
            self.show(&page)?;
        }
        self.card_status().await
    }

    /// Opens the bank's page in the system's browser instead of a window of ours.
    ///
    /// # Errors
    /// `top_up_moved_on` if the top-up has no page any more, `bank_page_not_opened` if there is no browser.
    pub async fn open_bank_page(&self) -> CommandResult<CardStep> {
        let page = once_more(&self.current_page()?.0).await?;
        self.desktop.open_address(page.url())?;
        self.move_page(&page, ShownIn::Browser);
        self.desktop.close_bank();
        self.card_status().await
    }

    fn current_page(&self) -> CommandResult<(Arc<BankPage>, ShownIn, Option<u32>)> {
        let card = self.card();
        let page = card.current.as_ref().and_then(|current| current.page.as_ref());
        page.map(|open| (Arc::clone(&open.page), open.shown_in, open.showing)).ok_or(AppError::TopUpMovedOn)
    }

    /// Records where the page is shown from now on, and returns the number of that showing. Returns none if the page is
    /// no longer the current one.
    fn move_page(&self, page: &Arc<BankPage>, shown_in: ShownIn) -> Option<u32> {
        let mut card = self.card();
        let showing = card.next_showing();
        let current = card.current.as_mut().filter(|current| current.top_up == page.top_up())?;
        *current.page.as_mut()? = OpenPage { page: Arc::clone(page), shown_in, showing: Some(showing) };
        Some(showing)
    }

    /// Shows the page in a window of its own. The showing is recorded first, so that its end cannot be reported before
    /// it is recorded.
    fn show(self: &Arc<Self>, page: &Arc<BankPage>) -> CommandResult<()> {
        let moved_on = || AppError::TopUpMovedOn;
        let top_up = page.top_up();
        let showing = self.move_page(page, ShownIn::Window).ok_or_else(moved_on)?;
        // Closes the window of an earlier showing, whose end is ignored from now on.
        self.desktop.close_bank();
        let app_state = Arc::downgrade(self);
        let ended = move |how| {
            if let Some(app_state) = app_state.upgrade() {
                tokio::spawn(async move { app_state.page_left(top_up, showing, how).await });
            }
        };
        let opened = self.desktop.open_bank(ChallengeWindow {
            number: showing,
            address: page.url().clone(),
            checkout: page.checkout().clone(),
            until: page.until(),
            ended: Box::new(ended),
        });
        if opened.is_err() {
            self.move_page(page, ShownIn::Nothing);
        } else if !self.is_shown(top_up, showing) {
            // The page ended while its window was being made.
            self.desktop.close_bank();
            return Err(moved_on());
        }
        opened
    }

    fn is_shown(&self, top_up: u32, showing: u32) -> bool {
        let card = self.card();
        let current = card.current.as_ref().filter(|current| current.top_up == top_up);
        current.and_then(|current| current.page.as_ref()).is_some_and(|open| open.showing == Some(showing))
    }

    /// Handles the end of the window with the page. A showing before the last one is ignored.
    async fn page_left(&self, top_up: u32, showing: u32, how: ChallengeExit) {
        let how = match how {
            ChallengeExit::Returned => ValidationEnd::CameBack,
            ChallengeExit::Closed => ValidationEnd::Closed,
            ChallengeExit::BlockedNavigation => ValidationEnd::NotShown,
            ChallengeExit::Expired => ValidationEnd::TimedOut,
        };
        let desk = {
            let mut card = self.card();
            let current = card.current.as_mut().filter(|current| current.top_up == top_up);
            current.and_then(|current| {
                current.page.take_if(|open| open.showing == Some(showing))?;
                Some(current.desk.clone())
            })
        };
        if let Some(desk) = desk {
            end(&desk, top_up, how).await;
        }
    }

    /// Waits for the end of the page. The page lives for minutes, and never longer than the status leaves it open.
    pub(super) async fn see_it_end(self: Arc<Self>, desk: Desk, top_up: u32) {
        let mut events = desk.events();
        let moved_on = async {
            while still_asks(&desk, top_up).await {
                if let Err(RecvError::Closed) = events.recv().await {
                    return;
                }
            }
        };
        let in_time = tokio::time::timeout(PAGE_LIFE, moved_on).await.is_ok();
        let was_open = {
            let mut card = self.card();
            let current = card.current.as_mut().filter(|current| current.top_up == top_up);
            current.and_then(|current| current.page.take()).is_some()
        };
        if was_open {
            self.desktop.close_bank();
        }
        if !in_time {
            end(&desk, top_up, ValidationEnd::TimedOut).await;
        }
    }
}

/// Returns a page that can be shown once more. A page that is served from this computer is served once, so every window
/// gets its own.
async fn once_more(page: &BankPage) -> CommandResult<Arc<BankPage>> {
    page.again().await.map(Arc::new).ok_or(AppError::BankPageNotOpened)
}

/// Returns whether the top-up still waits for the bank's page. If that cannot be read, returns true.
async fn still_asks(desk: &Desk, top_up: u32) -> bool {
    desk.top_up(top_up).await.map_or(true, |detail| detail.top_up.state == FundingState::NeedsRedirect)
}
