//! Asks the service about payouts whose outcome is not clear, where the service has a call for it. An answer is evidence
//! of its own kind: "reported when asked". Nothing is sent or paid by it.
//!
//! # Asking pays nobody, and no record proves nothing
//!
//! `desk::settle::asking` asks for the status of payouts without a clear outcome, only the service that their batch was
//! approved for. `service::calls::payout_status` accepts only a record whose own reference is the one that was asked
//! about. An outcome with another amount or currency is a contradiction (`asking::question`). A missing record, a
//! refusal, and an answer without an end change nothing; a pending record only shows that an Unknown batch was taken.
//! Where the service lists its transactions by page, outcomes are taken from these pages first (`asking::list`,
//! `payout_status::page`): only of records that say that they are a payout, and of how much; whoever did not get the
//! money in one of them is asked about alone, because they may be paid again. One asks at a time, within a limit for
//! each minute (`asking::pace`), and nothing is asked while the desk is locked.

mod list;
mod question;
mod run;

use std::time::Duration;

pub(crate) use self::list::has_call;
use crate::{
    app_error::{AppError, Setting},
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    view::{AskingView, NotAsked},
};

/// How often the desk looks for questions that are due.
const LOOK_EVERY: Duration = Duration::from_secs(15);

impl Desk {
    /// Starts to ask about every payout of a payroll without a clear outcome. Progress is reported by events.
    ///
    /// # Errors
    /// `ValueInvalid` if the profile has no call for it, `Locked`.
    pub fn ask_now(&self, id: u32) -> Result<(), DeskError> {
        if !has_call(self) {
            return Err(AppError::invalid(Setting::PayoutStatusPath).into());
        }
        self.unlocked()?;
        if !self.asking.begin(id) {
            return Ok(());
        }
        let desk = self.clone();
        tokio::spawn(async move {
            let _turn = desk.asking.turn.lock().await;
            let ended = run::ask_all(&desk, id).await.unwrap_or_else(|error| {
                tracing::error!(%error, "what the service answered about payouts cannot be stored");
                Some(NotAsked::NotStored)
            });
            desk.asking.end(id, ended);
            desk.emit(DeskEvent::PayrollChanged { id });
        });
        Ok(())
    }

    /// Stops the questions about a payroll. The answers so far are stored.
    pub fn stop_asking(&self, id: u32) {
        self.asking.stop(id);
    }

    /// Asks about payouts that are due, unless somebody asks already.
    pub async fn ask_due(&self) -> Result<(), DeskError> {
        match self.asking.turn.try_lock() {
            Ok(_turn) => run::ask_due(self).await,
            Err(_) => Ok(()),
        }
    }
}

/// Asks periodically, for as long as the desk is open.
pub(crate) fn watch_outcomes(desk: &Desk) {
    desk.repeat((LOOK_EVERY, LOOK_EVERY), |desk| async move {
        if let Err(error) = desk.ask_due().await {
            tracing::warn!(error = %AppError::from(&error).code(), "the service cannot be asked about payouts");
        }
    });
}

/// Returns the questions about a payroll; none if the profile has no call for them.
pub(crate) fn asking_view(desk: &Desk, id: u32) -> Option<AskingView> {
    if !has_call(desk) {
        return None;
    }
    let progress = desk.asking.progress(id);
    Some(AskingView {
        running: progress.running,
        done: progress.done,
        total: progress.total,
        not_found: progress.not_found,
        refused: progress.refused,
        ended: progress.ended,
    })
}
