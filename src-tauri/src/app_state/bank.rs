//! The bank's page of the card window's top-up, while it can be gone to: in a window of ours, or in the system's
//! browser. Its address goes to one of them, and neither to the card window nor to a log.
//!
//! Windows come and go by themselves, so each showing has a number, and what is heard of an earlier one counts for
//! nothing. Deliberately not here: where the page may lead (`desk::checkout`), and what its end means (the status).

use std::sync::Arc;

use paysheet_desk::{AppError, BankPage, Desk, ErrorCode, challenge::PAGE_LIFE};
use paysheet_domain::{FundingState, ValidationEnd};
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;

use super::{
    AppState,
    card::{CardStep, end},
};
use crate::{
    error::CommandResult,
    windows::bank::{ChallengeExit, ChallengeWindow},
};

/// The bank's page, without its address.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardPage {
    pub until: String,
    pub shown_in: ShownIn,
}

/// Where the bank's page is to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ShownIn {
    /// No window could be made for it.
    #[default]
    Nothing,
    /// A window of Paysheet's, which sees the way back.
    Window,
    /// The system's browser, which knows no way back: the status says how it ended.
    Browser,
}

/// The bank's page, and where it was shown last.
pub(super) struct OpenPage {
    page: Arc<BankPage>,
    shown_in: ShownIn,
    /// The number of that showing; none before the first.
    visit: Option<u32>,
}

impl OpenPage {
    pub fn new(page: BankPage) -> Self {
        Self { page: Arc::new(page), shown_in: ShownIn::Nothing, visit: None }
    }

    pub fn view(&self) -> CardPage {
        CardPage { until: self.page.until().to_string(), shown_in: self.shown_in }
    }
}

impl AppState {
    /// Brings the bank's page to the front; one that is in no window gets one.
    pub async fn show_bank_page(self: &Arc<Self>) -> CommandResult<CardStep> {
        let (page, shown_in, visit) = self.current_page()?;
        let is_in_front =
            shown_in == ShownIn::Window && visit.is_some_and(|visit| self.desktop().show_bank(visit));
        if !is_in_front {
            // The first showing needs no other page.
            let page = if visit.is_none() { page } else { once_more(&page).await? };
            self.show(&page)?;
        }
        self.card_status().await
    }

    /// Opens the bank's page in the system's browser instead of a window of ours.
    pub async fn open_bank_page(&self) -> CommandResult<CardStep> {
        let page = once_more(&self.current_page()?.0).await?;
        self.desktop().open_address(page.url())?;
        self.move_page(&page, ShownIn::Browser);
        self.desktop().close_bank();
        self.card_status().await
    }

    fn current_page(&self) -> CommandResult<(Arc<BankPage>, ShownIn, Option<u32>)> {
        let card = self.card();
        let page = card.current.as_ref().and_then(|current| current.page.as_ref());
        page.map(|open| (Arc::clone(&open.page), open.shown_in, open.visit))
            .ok_or_else(|| AppError::new(ErrorCode::TopUpMovedOn))
    }

    /// Notes where the page is shown from now on, and the number of that showing; none where it is over by now.
    fn move_page(&self, page: &Arc<BankPage>, shown_in: ShownIn) -> Option<u32> {
        let mut card = self.card();
        let visit = card.next_visit();
        let current = card.current.as_mut().filter(|current| current.top_up == page.top_up())?;
        *current.page.as_mut()? = OpenPage { page: Arc::clone(page), shown_in, visit: Some(visit) };
        Some(visit)
    }

    /// Shows the page in a window of its own. It is noted first, so that no end of it is heard too early.
    fn show(self: &Arc<Self>, page: &Arc<BankPage>) -> CommandResult<()> {
        let moved_on = || AppError::new(ErrorCode::TopUpMovedOn);
        let top_up = page.top_up();
        let visit = self.move_page(page, ShownIn::Window).ok_or_else(moved_on)?;
        // An earlier one, whose end counts no more.
        self.desktop().close_bank();
        let app_state = Arc::downgrade(self);
        let ended = move |how| {
            if let Some(app_state) = app_state.upgrade() {
                tokio::spawn(async move { app_state.page_left(top_up, visit, how).await });
            }
        };
        let opened = self.desktop().open_bank(ChallengeWindow {
            number: visit,
            address: page.url().clone(),
            checkout: page.checkout().clone(),
            until: page.until(),
            ended: Box::new(ended),
        });
        if opened.is_err() {
            self.move_page(page, ShownIn::Nothing);
        } else if !self.is_shown(top_up, visit) {
            // Its end came while the window was made.
            self.desktop().close_bank();
            return Err(moved_on());
        }
        opened
    }

    fn is_shown(&self, top_up: u32, visit: u32) -> bool {
        let card = self.card();
        let current = card.current.as_ref().filter(|current| current.top_up == top_up);
        current.and_then(|current| current.page.as_ref()).is_some_and(|open| open.visit == Some(visit))
    }

    /// The window with the page is at its end; a showing before the last one is not meant.
    async fn page_left(&self, top_up: u32, visit: u32, how: ChallengeExit) {
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
                current.page.take_if(|open| open.visit == Some(visit))?;
                Some(current.desk.clone())
            })
        };
        if let Some(desk) = desk {
            end(&desk, top_up, how).await;
        }
    }

    /// The page lives for minutes, and not a moment longer than the status leaves it open.
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
            self.desktop().close_bank();
        }
        if !in_time {
            end(&desk, top_up, ValidationEnd::TimedOut).await;
        }
    }
}

/// A page that is served from this computer is served once: every window gets one of its own.
async fn once_more(page: &BankPage) -> CommandResult<Arc<BankPage>> {
    page.again().await.map(Arc::new).ok_or_else(|| AppError::new(ErrorCode::BankPageNotOpened))
}

/// Whether the bank's page is still what the top-up waits for; yes, where that cannot be read.
async fn still_asks(desk: &Desk, top_up: u32) -> bool {
    desk.top_up(top_up).await.map_or(true, |detail| detail.top_up.state == FundingState::NeedsRedirect)
}
