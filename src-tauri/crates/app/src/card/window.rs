//! The card window: opened, closed, what it begins with, and the key for its next message.

use paysheet_desk::{AppError, DeskError, view::Mode};
use paysheet_domain::ValidationEnd;
use paysheet_practice::{CARDS, PracticeCard};
use zeroize::Zeroizing;

use crate::{
    card_session::{
        CardSessionId, end,
        sealed::OneTimeKey,
        view::{CardStart, PracticeCardView, TopUpPrefill},
    },
    state::{
        app_state::AppState,
        error::{CommandResult, app_error},
    },
};

/// The text of a message, and the card window that sealed it.
pub struct Unsealed {
    pub session: CardSessionId,
    pub text: Zeroizing<Vec<u8>>,
}

impl AppState {
    /// Opens the card window, or brings the open one to the front.
    ///
    /// # Errors
    /// `unexpected` if the system cannot make a window.
    pub fn open_card(&self, prefill: TopUpPrefill) -> CommandResult<()> {
        if !self.desktop.has_card() {
            let mut card = self.card();
            card.prefill = prefill;
            card.start_next();
        }
        self.desktop.open_card(self.appearance().scheme)
    }

    /// Closes the card window and its web view, if it is open.
    pub fn close_card(&self) {
        self.desktop.close_card();
    }

    /// Returns what the card window begins with.
    ///
    /// # Errors
    /// Those of [`Self::desk`], and of reading its ledger.
    pub async fn card_start(&self) -> CommandResult<CardStart> {
        let (mode, desk) = self.of_open(|open| (open.mode, open.desk.clone())).await?;
        let practice_cards = match mode {
            Mode::Practice => practice_cards(),
            Mode::Live | Mode::Welcome => Vec::new(),
        };
        Ok(CardStart {
            form: desk.top_up_form().await.map_err(app_error)?,
            host: desk.host(),
            prefill: self.card().prefill.clone(),
            scheme: self.appearance().scheme,
            practice_cards,
        })
    }

    /// Handles the closing of the card window. Nothing waits for the user any more: the status decides.
    pub async fn card_gone(&self) {
        let current = {
            let mut card = self.card();
            card.start_next();
            card.current.take()
        };
        self.desktop.close_bank();
        if let Some(current) = current {
            end(&current.desk, current.top_up, ValidationEnd::Closed).await;
        }
    }

    /// Returns the public part of a key for the next message of the card window: a point of P-256, uncompressed. An
    /// earlier unused key opens nothing any more.
    ///
    /// # Errors
    /// `unexpected` if the system has no randomness.
    pub fn card_key(&self) -> CommandResult<Vec<u8>> {
        let key = OneTimeKey::make().map_err(|_| app_error(DeskError::NoRandomness))?;
        let public = key.public();
        // Boxed: the memory is wiped before the allocator gets it back.
        self.card().key = Some(Box::new(key));
        Ok(public)
    }

    /// Opens a message of the card window, which requested its key just before. A key is destroyed with its window, so
    /// the message comes from the window that is open now. When the message is acted on, another window may be open.
    pub(super) fn unseal(&self, message: &[u8]) -> CommandResult<Unsealed> {
        let (session, key) = {
            let mut card = self.card();
            (card.session, card.key.take())
        };
        let text = key.and_then(|key| key.open(message).ok());
        text.map(|text| Unsealed { session, text }).ok_or(AppError::MOVED_ON)
    }
}

fn practice_cards() -> Vec<PracticeCardView> {
    let view = |card: &PracticeCard| PracticeCardView {
        number: card.number.to_owned(),
        outcome: card.outcome,
        otp: card.otp.map(str::to_owned),
    };
    CARDS.iter().map(view).collect()
}
