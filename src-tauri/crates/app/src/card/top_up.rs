//! The one top-up of the card window. Deliberately not here: card numbers, which only pass through, and the bank's page
//! (`card::bank_page`).

use std::sync::Arc;

use paysheet_desk::{
    AppError, CardInput, ChargeStep, Desk, DeskError, OtpInput, Setting,
    challenge::Local,
    view::{ChargeInput, TopUpView},
};
use paysheet_domain::ValidationEnd;
use serde::Deserialize;

use super::window::Unsealed;
use crate::{
    card_session::{CardSessionId, Current, OpenPage, end, view::CardStep},
    state::{
        app_state::AppState,
        error::{CommandResult, app_error},
    },
};

/// A charge as the window sends it.
#[derive(Deserialize)]
struct ChargeMessage {
    card: CardInput,
    input: ChargeInput,
}

impl AppState {
    /// Charges the card in a sealed message, and returns where the top-up stands.
    ///
    /// # Errors
    /// `wrong_state` if the message does not open with the last key, `value_invalid` if it is no charge, and those of
    /// `Desk::charge`. No error contains the text of the message.
    pub async fn charge_card(self: &Arc<Self>, message: &[u8]) -> CommandResult<CardStep> {
        let Unsealed { session, text } = self.unseal(message)?;
        let ChargeMessage { card, input } =
            serde_json::from_slice(&text).map_err(|_| AppError::invalid(Setting::CardNumber))?;
        drop(text);
        self.charge(session, card, input).await
    }

    /// Submits the one-time password in a sealed message, and returns where the top-up stands.
    ///
    /// # Errors
    /// `wrong_state` if the message does not open with the last key or its card window is closed, and those of
    /// `Desk::submit_otp`.
    pub async fn submit_otp(self: &Arc<Self>, message: &[u8]) -> CommandResult<CardStep> {
        let Unsealed { session, text } = self.unseal(message)?;
        let otp = OtpInput::read(&text).map_err(app_error)?;
        drop(text);
        self.confirm(session, otp).await
    }

    pub(super) async fn charge(
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
                if let DeskError::ChargeNotRecorded { funding, .. } = error {
                    self.make_current(session, Current { desk, top_up: funding, page: None }).await;
                }
                Err(app_error(error))
            }
        }
    }

    pub(super) async fn confirm(
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
    ///
    /// # Errors
    /// `wrong_state` if there is none yet.
    pub async fn card_status(&self) -> CommandResult<CardStep> {
        let (desk, id) = self.current_top_up()?;
        let top_up = desk.top_up(id).await.map_err(app_error)?.top_up;
        Ok(self.step_of(top_up))
    }

    /// Asks the service for the status of the window's top-up.
    ///
    /// # Errors
    /// `wrong_state` if there is none yet, and those of `Desk::check_top_up`.
    pub async fn check_card(&self) -> CommandResult<CardStep> {
        let (desk, id) = self.current_top_up()?;
        let top_up = desk.check_top_up(id).await.map_err(app_error)?;
        Ok(self.step_of(top_up))
    }

    async fn desk_and_local(&self) -> CommandResult<(Desk, Local)> {
        let (desk, local) = self.of_open(|open| (open.desk.clone(), open.local())).await?;
        Ok((desk, local?))
    }

    fn current_top_up(&self) -> CommandResult<(Desk, u32)> {
        let card = self.card();
        let current = card.current.as_ref().ok_or(AppError::MOVED_ON)?;
        Ok((current.desk.clone(), current.top_up))
    }

    /// Returns the desk and top-up of a card session while its window is open. A code belongs only to the top-up that
    /// it was requested for.
    fn top_up_of(&self, session: CardSessionId) -> CommandResult<(Desk, u32)> {
        let card = self.card();
        let current = card.current.as_ref().filter(|_| card.session == session);
        let current = current.ok_or(AppError::MOVED_ON)?;
        Ok((current.desk.clone(), current.top_up))
    }

    fn step_of(&self, top_up: TopUpView) -> CardStep {
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
