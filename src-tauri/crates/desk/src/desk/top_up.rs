//! The wallet is topped up with a card.

use std::path::{Path, PathBuf};

use paysheet_domain::ValidationEnd;

use crate::{
    challenge::Local,
    desk::Desk,
    error::DeskError,
    export::top_ups,
    state::work::funding::StatusPace,
    top_up::{
        card::{CardInput, OtpInput},
        charge::{self, ChargeStep},
        history, shortfall, status, watch,
    },
    view::{
        BalanceView, ChargeInput, ShortfallView, TopUpDecision, TopUpDetail, TopUpFormView, TopUpQuery,
        TopUpView, TopUpWindow, list_words::ListWords,
    },
};

impl Desk {
    /// Charges a card.
    pub async fn charge(
        &self,
        card: CardInput,
        input: ChargeInput,
        local: Local,
    ) -> Result<ChargeStep, DeskError> {
        charge::charge(&self.context, card, input, local).await
    }

    /// Completes a charge with its one-time password.
    pub async fn submit_otp(&self, id: u32, input: OtpInput, local: Local) -> Result<ChargeStep, DeskError> {
        charge::submit_otp(&self.context, id, input, local).await
    }

    /// Ends the confirmation: the bank's page returned its payer, was closed, timed out, or could not be shown.
    pub async fn end_validation(&self, id: u32, end: ValidationEnd) -> Result<TopUpView, DeskError> {
        charge::end_validation(&self.context, id, end).await
    }

    /// Writes the top-ups that match the query to a file.
    pub async fn export_top_ups(
        &self,
        query: &TopUpQuery,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        top_ups::export_top_ups(&self.context, query, words, path).await
    }

    /// Returns the initial data of the card window.
    pub async fn top_up_form(&self) -> Result<TopUpFormView, DeskError> {
        history::top_up_form(&self.context).await
    }

    /// Returns a window of the top-ups that match the query, newest first.
    pub async fn top_ups(
        &self,
        query: &TopUpQuery,
        offset: u32,
        limit: u32,
    ) -> Result<TopUpWindow, DeskError> {
        history::top_ups(&self.context, query, offset, limit).await
    }

    /// Returns one top-up with its record and its events.
    pub async fn top_up(&self, id: u32) -> Result<TopUpDetail, DeskError> {
        history::top_up(&self.context, id).await
    }

    /// Returns the last known balance of each currency.
    pub async fn balances(&self) -> Result<Vec<BalanceView>, DeskError> {
        history::balances(&self.context).await
    }

    /// Returns what a payroll still needs, one entry for each currency, compared with the last known balance.
    pub async fn shortfall(&self, payroll: u32) -> Result<Vec<ShortfallView>, DeskError> {
        shortfall::shortfall(&self.context, payroll).await
    }

    /// Requests the status of a top-up now.
    pub async fn check_top_up(&self, id: u32) -> Result<TopUpView, DeskError> {
        status::check_top_up(&self.context, id).await
    }

    /// Requests the status of a reference that the user typed.
    pub async fn look_up_reference(&self, reference: &str) -> Result<TopUpView, DeskError> {
        status::look_up_reference(&self.context, reference).await
    }

    /// Records the user's statement that a reference is that of a top-up whose answer was lost, if the record agrees.
    pub async fn claim_reference(&self, id: u32, reference: &str) -> Result<TopUpView, DeskError> {
        status::claim_reference(&self.context, id, reference).await
    }

    /// Records the user's decision about a top-up that the status does not settle.
    pub async fn decide_top_up(
        &self,
        id: u32,
        decision: TopUpDecision,
        reason: &str,
    ) -> Result<TopUpView, DeskError> {
        status::decide_top_up(&self.context, id, decision, reason).await
    }

    /// Sets another pace from now on, for callers that cannot wait as long.
    pub fn set_status_pace(&self, pace: StatusPace) {
        watch::set_status_pace(&self.context, pace)
    }

    /// Requests the status of every top-up whose outcome is open, now and repeatedly.
    pub async fn watch_open_top_ups(&self) -> Result<(), DeskError> {
        watch::watch_open_top_ups(&self.context).await
    }

    /// Stops the automatic requests. "Check now" still works.
    pub fn stop_watching(&self, id: u32) {
        watch::stop_watching(&self.context, id)
    }
}
