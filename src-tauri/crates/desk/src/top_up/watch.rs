//! Requests the status automatically after a charge, with growing pauses, until it settles the charge, the user stops
//! it, or the time limit is reached. Then the top-up is pending, and its status is requested when the user asks for
//! it.

use std::time::Duration;

use paysheet_domain::{ChargeStage, FundingState, ValidationEnd};
use paysheet_ledger::{FundingEntry, FundingId};

use crate::{
    app_error::AppError,
    desk::{Desk, WeakDesk},
    error::DeskError,
    event::DeskEvent,
    mutex::lock,
    retry::doubling,
    state::work::funding::StatusPace,
    top_up::read_status,
};

impl Desk {
    /// Sets another pace from now on, for callers that cannot wait as long.
    pub fn set_status_pace(&self, pace: StatusPace) {
        *lock(&self.funding.pace) = pace;
    }

    /// Returns whether a card is being charged, or the status of a top-up is requested automatically.
    #[must_use]
    pub fn is_topping_up(&self) -> bool {
        !self.funding.is_empty()
    }

    /// Requests the status of every top-up whose outcome is open, now and repeatedly. To be called when the user is
    /// present and has unlocked.
    pub async fn watch_open_top_ups(&self) -> Result<(), DeskError> {
        for entry in self.ledger.open_fundings().await? {
            watch_status(self, &entry);
        }
        Ok(())
    }
}

/// Does the same in the background.
pub(crate) fn watch_open_top_ups_in_background(desk: &Desk) {
    let desk = desk.clone();
    tokio::spawn(async move {
        if let Err(error) = desk.watch_open_top_ups().await {
            tracing::warn!(%error, "open top-ups are not asked about");
        }
    });
}

/// Requests the status of a top-up that a callback was about, in the background. A callback proves nothing, and may be
/// forged or repeated: a status that was requested just now is not requested again.
pub(crate) fn request_status_in_background(desk: &Desk, id: FundingId) {
    let desk = desk.clone();
    tokio::spawn(async move {
        if let Err(error) = ask_about(&desk, id).await {
            tracing::info!(%error, "no status of the top-up that a callback was about");
        }
    });
}

async fn ask_about(desk: &Desk, id: FundingId) -> Result<(), DeskError> {
    if !desk.funding.may_ask(id, desk.now()) {
        return Ok(());
    }
    let read = read_status::read_status(desk, id).await;
    // Without an answer, it is requested again as after a charge, where its outcome is open.
    watch_status(desk, &desk.ledger.funding(id).await?);
    read.map(drop)
}

impl Desk {
    /// Stops the automatic requests. "Check now" still works.
    pub fn stop_watching(&self, id: u32) {
        if let Some(handle) = lock(&self.funding.watching).remove(&id) {
            handle.abort();
            self.emit(DeskEvent::TopUpChanged { id });
        }
    }
}

/// Starts to request the status, if it is open and can be requested. A loop that is already running continues.
pub(super) fn watch_status(desk: &Desk, entry: &FundingEntry) {
    use FundingState as F;
    let is_open =
        matches!(entry.state, F::Charged | F::Verifying | F::Pending | F::NeedsRedirect | F::Unknown);
    if !is_open || entry.references.is_empty() || *desk.closing.borrow() {
        return;
    }
    let (id, mut watching) = (entry.id, lock(&desk.funding.watching));
    if watching.contains_key(&id.0) {
        return;
    }
    let pace = *lock(&desk.funding.pace);
    let task = tokio::spawn(watch(desk.downgrade(), id, pace));
    watching.insert(id.0, task.abort_handle());
}

/// Requests the status once. Returns whether to request it again.
async fn poll_once(desk: &Desk, id: FundingId) -> bool {
    match read_status::read_status(desk, id).await {
        Ok(entry) => !entry.state.is_settled() && entry.state != FundingState::Conflict,
        // The requests start again when the user returns.
        Err(DeskError::App(AppError::Locked | AppError::ServiceMoved { .. })) => false,
        Err(error) => {
            tracing::info!(%error, "no status yet");
            true
        }
    }
}

/// Ends the requests after the time limit: the top-up becomes pending.
async fn give_up(desk: &Desk, id: FundingId) -> Result<(), DeskError> {
    let entry = desk.ledger.funding(id).await?;
    let end = match entry.stage {
        ChargeStage::NeedsRedirect => Some(ValidationEnd::TimedOut),
        ChargeStage::Verifying if !lock(&desk.funding.charging).contains(&id.0) => {
            Some(ValidationEnd::Undecided)
        }
        ChargeStage::Intent
        | ChargeStage::NotSent
        | ChargeStage::Refused
        | ChargeStage::Declined
        | ChargeStage::NeedsOtp
        | ChargeStage::Verifying
        | ChargeStage::Charged
        | ChargeStage::Pending
        | ChargeStage::Unknown
        | ChargeStage::LookedUp => None,
    };
    if let Some(end) = end {
        desk.ledger.end_validation(id, end, desk.now()).await?;
    }
    Ok(())
}

async fn watch(desk: WeakDesk, id: FundingId, pace: StatusPace) {
    let mut waited = Duration::ZERO;
    for pause in doubling(pace.first, pace.most) {
        let Some(desk) = desk.upgrade() else { return };
        let again = poll_once(&desk, id).await;
        if !again || waited >= pace.for_most {
            if again && let Err(error) = give_up(&desk, id).await {
                tracing::warn!(%error, "a top-up that is waited for no more");
            }
            lock(&desk.funding.watching).remove(&id.0);
            desk.emit(DeskEvent::TopUpChanged { id: id.0 });
            return;
        }
        drop(desk);
        tokio::time::sleep(pause).await;
        waited += pause;
    }
}
