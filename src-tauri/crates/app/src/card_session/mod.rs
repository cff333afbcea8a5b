//! The state of the open card window: its one top-up, and the bank's page of that.

pub mod sealed;
pub mod view;

use std::sync::Arc;

use paysheet_desk::{BankPage, Desk};
use paysheet_domain::ValidationEnd;

use self::{
    sealed::OneTimeKey,
    view::{CardPage, ShownIn, TopUpPrefill},
};

/// One of the card windows there were, counted: what was begun in one is nothing of the next one's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSessionId(u32);

/// The state of the open card window.
#[derive(Default)]
pub struct CardSession {
    pub prefill: TopUpPrefill,
    pub session: CardSessionId,
    /// The key for the next message of this session.
    pub key: Option<Box<OneTimeKey>>,
    /// Counts how often a bank's page was shown.
    showings: u32,
    pub current: Option<Current>,
}

impl CardSession {
    pub const fn next_showing(&mut self) -> u32 {
        self.showings += 1;
        self.showings
    }

    /// Starts the next session. All earlier requests belong to a window that is closed.
    pub fn start_next(&mut self) {
        self.session.0 += 1;
        self.key = None;
    }
}

/// The top-up of the card window, with its desk. The desk is stored too: the end of a practice top-up must not settle a
/// live top-up with the same number after the user leaves practice.
pub struct Current {
    pub desk: Desk,
    pub top_up: u32,
    pub page: Option<OpenPage>,
}

/// The bank's page, and where it was last shown.
pub struct OpenPage {
    pub page: Arc<BankPage>,
    pub shown_in: ShownIn,
    /// The number of that showing; none before the first one.
    pub showing: Option<u32>,
}

impl OpenPage {
    pub fn new(page: BankPage) -> Self {
        Self { page: Arc::new(page), shown_in: ShownIn::Nothing, showing: None }
    }

    pub fn view(&self) -> CardPage {
        CardPage { until: self.page.until().to_string(), shown_in: self.shown_in }
    }
}

/// Records how the confirmation of a top-up ended; the funding status decides what that means.
pub async fn end(desk: &Desk, id: u32, how: ValidationEnd) {
    if let Err(error) = desk.end_validation(id, how).await {
        tracing::warn!(%error, "the end of a confirmation is not written down");
    }
}
