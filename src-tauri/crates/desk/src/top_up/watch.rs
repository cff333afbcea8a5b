//! Requests the status automatically after a charge, with growing pauses, until it settles the charge, the user stops
//! it, or the time limit is reached. Then the top-up is pending, and its status is requested when the user asks for
//! it.

use std::time::Duration;

use paysheet_domain::{ChargeStage, FundingState, ValidationEnd};
use paysheet_ledger::{FundingEntry, FundingId};

use crate::{
    context::{Context, WeakContext},
    error::DeskError,
    event::DeskEvent,
    mutex::lock,
    state::work::funding::StatusPace,
    top_up::read_status,
};

/// Sets another pace from now on, for callers that cannot wait as long.
pub fn set_status_pace(context: &Context, pace: StatusPace) {
    *lock(&context.funding.pace) = pace;
}

/// Requests the status of every top-up whose outcome is open, now and repeatedly. To be called when the user is
/// present and has unlocked.
///
/// # Errors
/// `Ledger`.
pub async fn watch_open_top_ups(context: &Context) -> Result<(), DeskError> {
    for entry in context.ledger.open_fundings().await? {
        watch_status(context, &entry);
    }
    Ok(())
}

/// Does the same in the background.
pub(crate) fn watch_open_top_ups_beside(context: &Context) {
    let context = context.clone();
    tokio::spawn(async move {
        if let Err(error) = watch_open_top_ups(&context).await {
            tracing::warn!(%error, "open top-ups are not asked about");
        }
    });
}

/// Requests the status of a top-up that a callback was about, in the background. A callback proves nothing, and may be
/// forged or repeated: a status that was requested just now is not requested again.
pub(crate) fn ask_about_beside(context: &Context, id: FundingId) {
    let context = context.clone();
    tokio::spawn(async move {
        if let Err(error) = ask_about(&context, id).await {
            tracing::info!(%error, "no status of the top-up that a callback was about");
        }
    });
}

async fn ask_about(context: &Context, id: FundingId) -> Result<(), DeskError> {
    if !context.funding.may_ask(id, context.now()) {
        return Ok(());
    }
    let read = read_status::read_status(context, id).await;
    // Without an answer, it is requested again as after a charge, where its outcome is open.
    watch_status(context, &context.ledger.funding(id).await?);
    read.map(drop)
}

/// Stops the automatic requests. "Check now" still works.
pub fn stop_watching(context: &Context, id: u32) {
    if let Some(handle) = lock(&context.funding.watching).remove(&id) {
        handle.abort();
        context.tell(DeskEvent::TopUpChanged { id });
    }
}

/// Starts to request the status, if it is open and can be requested. A loop that is already running continues.
pub(super) fn watch_status(context: &Context, entry: &FundingEntry) {
    use FundingState as F;
    let is_open =
        matches!(entry.state, F::Charged | F::Verifying | F::Pending | F::NeedsRedirect | F::Unknown);
    if !is_open || entry.references.is_empty() || *context.closing.borrow() {
        return;
    }
    let (id, mut watching) = (entry.id, lock(&context.funding.watching));
    if watching.contains_key(&id.0) {
        return;
    }
    let pace = *lock(&context.funding.pace);
    let task = tokio::spawn(watch(context.downgrade(), id, pace));
    watching.insert(id.0, task.abort_handle());
}

/// Requests the status once. Returns whether to request it again.
async fn look_again(context: &Context, id: FundingId) -> bool {
    match read_status::read_status(context, id).await {
        Ok(entry) => !entry.state.is_settled() && entry.state != FundingState::Conflict,
        // The requests start again when the user returns.
        Err(DeskError::Locked | DeskError::ServiceMoved(_)) => false,
        Err(error) => {
            tracing::info!(%error, "no status yet");
            true
        }
    }
}

/// Ends the requests after the time limit: the top-up becomes pending.
async fn give_up(context: &Context, id: FundingId) -> Result<(), DeskError> {
    let entry = context.ledger.funding(id).await?;
    let end = match entry.stage {
        ChargeStage::NeedsRedirect => Some(ValidationEnd::TimedOut),
        ChargeStage::Verifying if !lock(&context.funding.charging).contains(&id.0) => {
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
        context.ledger.end_validation(id, end, context.now()).await?;
    }
    Ok(())
}

async fn watch(context: WeakContext, id: FundingId, pace: StatusPace) {
    let (mut waited, mut pause) = (Duration::ZERO, pace.first);
    loop {
        let Some(context) = context.upgrade() else { return };
        let again = look_again(&context, id).await;
        if !again || waited >= pace.for_most {
            if again && let Err(error) = give_up(&context, id).await {
                tracing::warn!(%error, "a top-up that is waited for no more");
            }
            lock(&context.funding.watching).remove(&id.0);
            context.tell(DeskEvent::TopUpChanged { id: id.0 });
            return;
        }
        drop(context);
        tokio::time::sleep(pause).await;
        waited += pause;
        pause = pace.most.min(pause * 2);
    }
}
