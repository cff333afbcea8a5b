//! The one top-up that the card window is about: what it was opened for, and the bank's page while it can be gone to.
//! The page's address never goes to the window. Deliberately not here: card numbers, which only pass through.

use std::sync::{Arc, MutexGuard, PoisonError};

use paysheet_desk::{
    AppError, BankPage, CardInput, ChargeStep, Desk, DeskError, ErrorCode, OtpInput,
    checkout::{Local, PAGE_LIFE},
    view::{ChargeInput, Mode, Scheme, TopUpFormView, TopUpView},
};
use paysheet_domain::{Currency, FundingState, ValidationEnd};
use paysheet_practice::CARDS;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use url::Url;

use super::Office;
use crate::{
    error::{Answer, told, unforeseen},
    windows::bank::{Departure, Visit},
};

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
    /// While the bank's page can be gone to.
    pub page: Option<CardPage>,
}

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
    page: Option<Arc<BankPage>>,
    shown_in: ShownIn,
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
        match desk.charge(card, input, local).await {
            Ok(step) => Ok(self.take_step(desk, step).await),
            Err(error) => {
                // It was sent: what comes of it is this window's all the same.
                if let DeskError::ChargeNotKept { funding, .. } = error {
                    self.card().current =
                        Some(Current { desk, top_up: funding, page: None, shown_in: ShownIn::Nothing });
                }
                Err(told(error))
            }
        }
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

    /// Brings the bank's page to the front; one that is in no window gets one.
    pub async fn show_bank_page(self: &Arc<Self>) -> Answer<CardStep> {
        let (page, shown_in) = self.current_page()?;
        if shown_in != ShownIn::Window || !self.desktop().show_bank() {
            let page = once_more(&page).await?;
            self.show_page(&page)?;
            self.with_page_of(page.top_up(), |current| current.page = Some(Arc::clone(&page)));
        }
        self.card_status().await
    }

    /// Opens the bank's page in the system's browser instead of a window of ours.
    pub async fn open_bank_page(&self) -> Answer<CardStep> {
        let page = once_more(&self.current_page()?.0).await?;
        self.desktop().open_address(page.url())?;
        // Before the window goes: its end is not the user's.
        self.with_page_of(page.top_up(), |current| {
            current.page = Some(Arc::clone(&page));
            current.shown_in = ShownIn::Browser;
        });
        self.desktop().close_bank();
        self.card_status().await
    }

    /// The window is gone. What waited for the user waits no more: the status decides.
    pub async fn card_gone(&self) {
        let current = self.card().current.take();
        self.desktop().close_bank();
        if let Some(current) = current {
            end(&current.desk, current.top_up, ValidationEnd::Closed).await;
        }
    }

    fn current_page(&self) -> Answer<(Arc<BankPage>, ShownIn)> {
        let card = self.card();
        let found = card.current.as_ref().and_then(|current| Some((current.page.clone()?, current.shown_in)));
        found.ok_or_else(|| AppError::new(ErrorCode::TopUpMovedOn))
    }

    fn with_page_of(&self, top_up: u32, change: impl FnOnce(&mut Current)) {
        let mut card = self.card();
        if let Some(current) = card.current.as_mut().filter(|current| current.top_up == top_up) {
            change(current);
        }
    }

    /// Shows the bank's page in a window of its own. How the visit ends is written down; the status decides.
    fn show_page(self: &Arc<Self>, page: &BankPage) -> Answer<()> {
        let (office, top_up) = (Arc::downgrade(self), page.top_up());
        let ended = move |how| {
            if let Some(office) = office.upgrade() {
                tokio::spawn(async move { office.page_left(top_up, how).await });
            }
        };
        self.desktop().open_bank(Visit {
            address: page.url().clone(),
            checkout: page.checkout().clone(),
            until: page.until(),
            ended: Box::new(ended),
        })?;
        self.with_page_of(top_up, |current| current.shown_in = ShownIn::Window);
        Ok(())
    }

    /// The window with the bank's page is at its end; one that was closed for the browser's sake is not meant.
    async fn page_left(&self, top_up: u32, how: Departure) {
        let how = match how {
            Departure::CameBack => ValidationEnd::CameBack,
            Departure::Closed => ValidationEnd::Closed,
            Departure::LedAstray => ValidationEnd::NotShown,
        };
        let mut desk = None;
        self.with_page_of(top_up, |current| {
            if current.shown_in == ShownIn::Window {
                current.page = None;
                current.shown_in = ShownIn::Nothing;
                desk = Some(current.desk.clone());
            }
        });
        if let Some(desk) = desk {
            end(&desk, top_up, how).await;
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
        let current = card.current.as_ref().filter(|current| current.top_up == top_up.id);
        let page = current.and_then(|current| {
            Some(CardPage { until: current.page.as_ref()?.until().to_string(), shown_in: current.shown_in })
        });
        CardStep { top_up, page }
    }

    async fn take_step(self: &Arc<Self>, desk: Desk, step: ChargeStep) -> CardStep {
        let ChargeStep { top_up, page } = step;
        let (id, page) = (top_up.id, page.map(Arc::new));
        let current =
            Current { desk: desk.clone(), top_up: id, page: page.clone(), shown_in: ShownIn::Nothing };
        self.card().current = Some(current);
        // Closed while the card was being charged: nobody is there to confirm anything.
        if !self.desktop().has_card() {
            self.card_gone().await;
        } else if let Some(page) = page {
            // The card window offers it again.
            let _ = self.show_page(&page);
            tokio::spawn(Arc::clone(self).see_it_end(desk, id));
        }
        self.step_of(top_up)
    }

    /// The bank's page lives for minutes, and not a moment longer than the status leaves it open. After that nobody
    /// waits for it.
    async fn see_it_end(self: Arc<Self>, desk: Desk, id: u32) {
        let mut events = desk.events();
        let moved_on = async {
            while still_asks(&desk, id).await {
                if let Err(RecvError::Closed) = events.recv().await {
                    return;
                }
            }
        };
        let in_time = tokio::time::timeout(PAGE_LIFE, moved_on).await.is_ok();
        let mut was_shown = false;
        self.with_page_of(id, |current| {
            was_shown = current.page.take().is_some();
            current.shown_in = ShownIn::Nothing;
        });
        if was_shown {
            self.desktop().close_bank();
        }
        if !in_time {
            end(&desk, id, ValidationEnd::TimedOut).await;
        }
    }
}

/// A page that is served from this computer is served once: every window gets one of its own.
async fn once_more(page: &BankPage) -> Answer<Arc<BankPage>> {
    page.again().await.map(Arc::new).ok_or_else(|| AppError::new(ErrorCode::BankPageNotOpened))
}

/// Whether the bank's page is still what the top-up waits for; yes, where that cannot be read.
async fn still_asks(desk: &Desk, id: u32) -> bool {
    desk.top_up(id).await.map_or(true, |detail| detail.top_up.state == FundingState::NeedsRedirect)
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
