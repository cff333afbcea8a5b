//! The one top-up of the card window. Deliberately not here: card numbers, which only pass through, and the bank's page
//! (`app_state::bank`).

use std::sync::{Arc, MutexGuard, PoisonError};

use paysheet_desk::{
    AppError, CardInput, ChargeStep, Desk, DeskError, ErrorCode, OtpInput,
    challenge::Local,
    view::{ChargeInput, Mode, Scheme, TopUpFormView, TopUpView},
};
use paysheet_domain::{Currency, ValidationEnd};
use paysheet_practice::CARDS;
use serde::{Deserialize, Serialize};
use url::Url;

use super::{
    AppState,
    bank::{CardPage, OpenPage},
    sealed::OneTimeKey,
};
use crate::error::{CommandResult, app_error, unexpected};

/// What the card window is opened for.
#[derive(Clone, Debug, Default, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TopUpPrefill {
    /// Plain decimal text; none: the user says how much.
    pub amount: Option<String>,
    pub currency: Option<Currency>,
}

/// What the card window begins with.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardStart {
    pub form: TopUpFormView,
    /// The host that the card's data go to; empty in practice.
    pub host: String,
    pub prefill: TopUpPrefill,
    pub scheme: Scheme,
    /// In practice, the cards there are to practise with; none otherwise.
    pub practice_cards: Vec<PracticeCardView>,
}

/// A made-up card, and what it does.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PracticeCardView {
    pub number: String,
    /// `success`, `otp`, `declined`, …
    pub outcome: String,
    pub otp: Option<String>,
}

/// Where the top-up of the card window stands.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardStep {
    pub top_up: TopUpView,
    /// While the bank's page can be gone to.
    pub page: Option<CardPage>,
}

/// One of the card windows there were, counted: what was begun in one is nothing of the next one's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSessionId(u32);

/// The state of the open card window.
#[derive(Default)]
pub struct CardSession {
    prefill: TopUpPrefill,
    pub(super) session: CardSessionId,
    /// The key for the next message of this session.
    pub(super) key: Option<Box<OneTimeKey>>,
    /// Counts how often a bank's page was shown.
    visits: u32,
    pub(super) current: Option<Current>,
}

impl CardSession {
    pub(super) const fn next_visit(&mut self) -> u32 {
        self.visits += 1;
        self.visits
    }

    /// Starts the next session. All earlier requests belong to a window that is closed.
    fn next_sitting(&mut self) {
        self.session.0 += 1;
        self.key = None;
    }
}

/// The top-up of the card window, with its desk. The desk is stored too: the end of a practice top-up must not settle a
/// live top-up with the same number after the user leaves practice.
pub(super) struct Current {
    pub desk: Desk,
    pub top_up: u32,
    pub page: Option<OpenPage>,
}

impl AppState {
    pub(super) fn card(&self) -> MutexGuard<'_, CardSession> {
        self.card.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the card window, or brings the open one to the front.
    pub fn open_card(&self, prefill: TopUpPrefill) -> CommandResult<()> {
        if !self.desktop().has_card() {
            let mut card = self.card();
            card.prefill = prefill;
            card.next_sitting();
        }
        self.desktop().open_card(self.appearance().scheme)
    }

    pub async fn card_start(&self) -> CommandResult<CardStart> {
        let (mode, desk) = self.mode_and_desk().await?;
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

    pub async fn charge(
        self: &Arc<Self>,
        session: CardSessionId,
        card: CardInput,
        input: ChargeInput,
    ) -> CommandResult<CardStep> {
        let (desk, local) = self.desk_and_local().await?;
        match desk.charge(card, input, local).await {
            Ok(step) => Ok(self.take_step(session, desk, step).await),
            Err(error) => {
                // The charge was sent, so its outcome still belongs to this window.
                if let DeskError::ChargeNotKept { funding, .. } = error {
                    self.make_current(session, Current { desk, top_up: funding, page: None }).await;
                }
                Err(app_error(error))
            }
        }
    }

    pub async fn submit_otp(
        self: &Arc<Self>,
        session: CardSessionId,
        otp: OtpInput,
    ) -> CommandResult<CardStep> {
        let (_, local) = self.desk_and_local().await?;
        let (desk, id) = self.top_up_of(session)?;
        let step = desk.submit_otp(id, otp, local).await.map_err(app_error)?;
        Ok(self.take_step(session, desk, step).await)
    }

    /// Returns the status of the window's top-up, without asking the service.
    pub async fn card_status(&self) -> CommandResult<CardStep> {
        let (desk, id) = self.current_top_up()?;
        let top_up = desk.top_up(id).await.map_err(app_error)?.top_up;
        Ok(self.step_of(top_up))
    }

    /// Asks the service for the status of the window's top-up.
    pub async fn check_card(&self) -> CommandResult<CardStep> {
        let (desk, id) = self.current_top_up()?;
        let top_up = desk.check_top_up(id).await.map_err(app_error)?;
        Ok(self.step_of(top_up))
    }

    /// Handles the closing of the card window. Nothing waits for the user any more: the status decides.
    pub async fn card_gone(&self) {
        let current = {
            let mut card = self.card();
            card.next_sitting();
            card.current.take()
        };
        self.desktop().close_bank();
        if let Some(current) = current {
            end(&current.desk, current.top_up, ValidationEnd::Closed).await;
        }
    }

    async fn desk_and_local(&self) -> CommandResult<(Desk, Local)> {
        let open = self.opened().await?;
        let open = open.as_ref().ok_or_else(|| AppError::new(ErrorCode::WrongState))?;
        let local = match &open.practice {
            Some(practice) => {
                let bank = Url::parse(practice.bank_url()).map_err(|error| unexpected(&error))?;
                Local::PracticeBank(bank.origin())
            }
            None => Local::Nothing,
        };
        Ok((open.desk.clone(), local))
    }

    async fn mode_and_desk(&self) -> CommandResult<(Mode, Desk)> {
        let open = self.opened().await?;
        let open = open.as_ref().ok_or_else(|| AppError::new(ErrorCode::WrongState))?;
        Ok((open.mode, open.desk.clone()))
    }

    fn current_top_up(&self) -> CommandResult<(Desk, u32)> {
        let card = self.card();
        let current = card.current.as_ref().ok_or_else(|| AppError::new(ErrorCode::WrongState))?;
        Ok((current.desk.clone(), current.top_up))
    }

    /// Returns the desk and top-up of a card session while its window is open. A code belongs only to the top-up that
    /// it was requested for.
    fn top_up_of(&self, session: CardSessionId) -> CommandResult<(Desk, u32)> {
        let card = self.card();
        let current = card.current.as_ref().filter(|_| card.session == session);
        let current = current.ok_or_else(|| AppError::new(ErrorCode::WrongState))?;
        Ok((current.desk.clone(), current.top_up))
    }

    pub(super) fn step_of(&self, top_up: TopUpView) -> CardStep {
        let card = self.card();
        let current = card.current.as_ref().filter(|current| current.top_up == top_up.id);
        let page = current.and_then(|current| current.page.as_ref()).map(OpenPage::view);
        CardStep { top_up, page }
    }

    async fn take_step(self: &Arc<Self>, session: CardSessionId, desk: Desk, step: ChargeStep) -> CardStep {
        let ChargeStep { top_up, page } = step;
        let (id, page) = (top_up.id, page.map(OpenPage::new));
        let asks = page.is_some();
        if self.make_current(session, Current { desk: desk.clone(), top_up: id, page }).await && asks {
            // If the page cannot be shown, the card window offers it again.
            let _ = self.show_bank_page().await;
            tokio::spawn(Arc::clone(self).see_it_end(desk, id));
        }
        self.step_of(top_up)
    }

    /// Makes a top-up the current one of the card window, if that window is still the one in which the top-up was
    /// started. Otherwise nobody is there to confirm anything, and the status decides.
    async fn make_current(&self, session: CardSessionId, current: Current) -> bool {
        let (id, is_here, left);
        {
            let mut card = self.card();
            id = current.top_up;
            is_here = card.session == session;
            left = if is_here { card.current.replace(current) } else { Some(current) };
        }
        let left = left.filter(|left| !is_here || left.top_up != id);
        if let Some(Current { desk, top_up, .. }) = left {
            end(&desk, top_up, ValidationEnd::Closed).await;
        }
        is_here
    }
}

/// Records how the confirmation of a top-up ended; the funding status decides what that means.
pub(super) async fn end(desk: &Desk, id: u32, how: ValidationEnd) {
    if let Err(error) = desk.end_validation(id, how).await {
        tracing::warn!(%error, "the end of a confirmation is not written down");
    }
}

fn practice_cards() -> Vec<PracticeCardView> {
    let view = |card: &paysheet_practice::PracticeCard| PracticeCardView {
        number: card.number.to_owned(),
        outcome: card.outcome.to_string(),
        otp: card.otp.map(str::to_owned),
    };
    CARDS.iter().map(view).collect()
}
