//! The one top-up that the card window is about: what it was opened for, and the bank's page while it can be gone to.
//! The page's address never goes to the window. Deliberately not here: card numbers, which only pass through.

use std::sync::{Arc, MutexGuard, PoisonError};

use paysheet_desk::{
    AppError, BankPage, CardInput, ChargeStep, Desk, ErrorCode, OtpInput,
    checkout::{Local, PAGE_LIFE},
    view::{ChargeInput, Mode, Scheme, TopUpFormView, TopUpView},
};
use paysheet_domain::{Currency, ValidationEnd};
use paysheet_practice::CARDS;
use serde::{Deserialize, Serialize};
use url::Url;

use super::Office;
use crate::error::{Answer, told, unforeseen};

/// What the card window is opened for.
#[derive(Clone, Debug, Default, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardWish {
    /// Plain decimal text; none: the user says how much.
    pub amount: Option<String>,
    pub currency: Option<Currency>,
}

/// What the card window begins with.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardStart {
    pub form: TopUpFormView,
    pub wish: CardWish,
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
    /// The bank's page can be opened until then.
    pub page_until: Option<String>,
}

/// What the card window is about.
#[derive(Default)]
pub struct CardDesk {
    wish: CardWish,
    current: Option<Current>,
}

/// The desk is kept: a practice that is left meanwhile must not settle a live top-up of the same number.
struct Current {
    desk: Desk,
    top_up: u32,
    page: Option<BankPage>,
}

impl Office {
    fn card(&self) -> MutexGuard<'_, CardDesk> {
        self.card.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the card window, or brings the one that is open to the front.
    pub fn open_card(&self, wish: CardWish) -> Answer<()> {
        if !self.desktop().has_card() {
            self.card().wish = wish;
        }
        self.desktop().open_card(self.appearance().scheme)
    }

    pub async fn card_start(&self) -> Answer<CardStart> {
        let (mode, desk) = self.mode_and_desk().await?;
        let practice_cards = match mode {
            Mode::Practice => practice_cards(),
            Mode::Live | Mode::Welcome => Vec::new(),
        };
        Ok(CardStart {
            form: desk.top_up_form().await.map_err(told)?,
            wish: self.card().wish.clone(),
            scheme: self.appearance().scheme,
            practice_cards,
        })
    }

    pub async fn charge(self: &Arc<Self>, card: CardInput, input: ChargeInput) -> Answer<CardStep> {
        let (desk, local) = self.desk_and_local().await?;
        let step = desk.charge(card, input, local).await.map_err(told)?;
        Ok(self.take_step(desk, step).await)
    }

    pub async fn submit_otp(self: &Arc<Self>, otp: OtpInput) -> Answer<CardStep> {
        let (_, local) = self.desk_and_local().await?;
        let (desk, id) = self.current_top_up()?;
        let step = desk.submit_otp(id, otp, local).await.map_err(told)?;
        Ok(self.take_step(desk, step).await)
    }

    /// Where the window's top-up stands, without asking the service.
    pub async fn card_status(&self) -> Answer<CardStep> {
        let (desk, id) = self.current_top_up()?;
        let top_up = desk.top_up(id).await.map_err(told)?.top_up;
        Ok(self.step_of(top_up))
    }

    /// Asks the service how the window's top-up stands.
    pub async fn check_card(&self) -> Answer<CardStep> {
        let (desk, id) = self.current_top_up()?;
        let top_up = desk.check_top_up(id).await.map_err(told)?;
        Ok(self.step_of(top_up))
    }

    /// Opens the bank's page in the system's browser, which knows no way back: the status says how it ended.
    pub fn open_bank_page(&self) -> Answer<()> {
        let page =
            self.card().current.as_ref().and_then(|current| Some(current.page.as_ref()?.url().clone()));
        let address = page.ok_or_else(|| AppError::new(ErrorCode::TopUpMovedOn))?;
        self.desktop().open_address(&address)
    }

    /// The window is gone. What waited for the user waits no more: the status decides.
    pub async fn card_gone(&self) {
        let current = self.card().current.take();
        if let Some(current) = current {
            end(&current.desk, current.top_up, ValidationEnd::Closed).await;
        }
    }

    async fn desk_and_local(&self) -> Answer<(Desk, Local)> {
        let open = self.opened().await?;
        let open = open.as_ref().ok_or_else(|| AppError::new(ErrorCode::WrongState))?;
        let local = match &open.practice {
            Some(practice) => {
                let bank = Url::parse(practice.bank_url()).map_err(|error| unforeseen(&error))?;
                Local::PracticeBank(bank.origin())
            }
            None => Local::Nothing,
        };
        Ok((open.desk.clone(), local))
    }

    async fn mode_and_desk(&self) -> Answer<(Mode, Desk)> {
        let open = self.opened().await?;
        let open = open.as_ref().ok_or_else(|| AppError::new(ErrorCode::WrongState))?;
        Ok((open.mode, open.desk.clone()))
    }

    fn current_top_up(&self) -> Answer<(Desk, u32)> {
        let card = self.card();
        let current = card.current.as_ref().ok_or_else(|| AppError::new(ErrorCode::WrongState))?;
        Ok((current.desk.clone(), current.top_up))
    }

    fn step_of(&self, top_up: TopUpView) -> CardStep {
        let card = self.card();
        let page = card.current.as_ref().filter(|current| current.top_up == top_up.id);
        let page_until = page.and_then(|current| Some(current.page.as_ref()?.until().to_string()));
        CardStep { top_up, page_until }
    }

    async fn take_step(self: &Arc<Self>, desk: Desk, step: ChargeStep) -> CardStep {
        let ChargeStep { top_up, page } = step;
        let id = top_up.id;
        if page.is_some() {
            self.end_in_time(desk.clone(), id);
        }
        self.card().current = Some(Current { desk, top_up: id, page });
        // Closed while the card was being charged: nobody is there to confirm anything.
        if !self.desktop().has_card() {
            self.card_gone().await;
        }
        self.step_of(top_up)
    }

    /// The bank's page lives for minutes. After that nobody waits for it.
    fn end_in_time(self: &Arc<Self>, desk: Desk, id: u32) {
        let office = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(PAGE_LIFE).await;
            if let Some(office) = office.upgrade() {
                if let Some(current) = office.card().current.as_mut().filter(|current| current.top_up == id) {
                    current.page = None;
                }
                end(&desk, id, ValidationEnd::TimedOut).await;
            }
        });
    }
}

async fn end(desk: &Desk, id: u32, how: ValidationEnd) {
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
