//! Asks about payouts one after the other: all of a payroll at the user's request, or a few in the background.

use std::time::Duration;

use paysheet_ledger::{BatchKey, BatchToAsk, PayoutToAsk};
use paysheet_service::{CallError, FailedTry};

use super::question::{Asked, ask, is_approved_for, status_path};
use crate::{context::Context, error::DeskError, event::DeskEvent, mutex::lock, view::NotAsked};

/// Payouts that are read from the ledger at a time.
const PAGE: u32 = 50;
/// Questions that the service refuses for good one after the other, after which it is not asked further.
const REFUSALS_MAX: u32 = 5;
/// Payouts in a row about which the service does not answer, after which it is not asked further: one may be stuck there.
const UNANSWERED_MAX: u32 = 2;
/// Payouts between two reports of the progress.
const REPORT_EVERY: u32 = 5;
/// The pause while the limit of the minute is used up.
const LIMIT_PAUSE: Duration = Duration::from_secs(1);

/// Asks about every payout of a payroll without a clear outcome. Returns why it ended early.
pub(super) async fn ask_all(context: &Context, id: u32) -> Result<Option<NotAsked>, DeskError> {
    let batches = context.ledger.batches_to_ask().await?;
    let batches: Vec<_> = batches.into_iter().filter(|batch| batch.payroll.0 == id).collect();
    let is_any_elsewhere = batches.iter().any(|batch| !is_approved_for(batch, context));
    let batches: Vec<_> = batches.into_iter().filter(|batch| is_approved_for(batch, context)).collect();
    if batches.is_empty() && is_any_elsewhere {
        return Ok(Some(NotAsked::Locked));
    }
    let total = batches.iter().map(|batch| batch.open).sum();
    context.asking.update(id, |progress| progress.total = total);
    context.tell(DeskEvent::PayrollChanged { id });
    let mut trouble = Trouble::default();
    let mut is_damaged = false;
    for batch in &batches {
        match ask_about_batch(context, id, batch, &mut trouble).await {
            Ok(Next::Batch) => {}
            Ok(Next::End(why)) => return Ok(why),
            // Damage of one batch does not keep the service from being asked about the others.
            Err(DeskError::Ledger(error)) if error.is_damage() => {
                tracing::error!(%error, batch = batch.batch.0, "a damaged batch is not asked about");
                is_damaged = true;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(is_damaged.then_some(NotAsked::NotStored).or(trouble.skipped))
}

/// Questions in a row without a usable answer.
#[derive(Default)]
struct Trouble {
    refusals: u32,
    unanswered: u32,
    /// Why a payout was passed over.
    skipped: Option<NotAsked>,
}

/// What follows the questions about one batch.
enum Next {
    Batch,
    /// The user stopped them, or every further question would fail, too.
    End(Option<NotAsked>),
}

async fn ask_about_batch(
    context: &Context,
    id: u32,
    batch: &BatchToAsk,
    trouble: &mut Trouble,
) -> Result<Next, DeskError> {
    let mut after = String::new();
    loop {
        let payouts = context.ledger.payouts_to_ask(batch.batch, &after, PAGE).await?;
        let Some(last) = payouts.last() else { return Ok(Next::Batch) };
        after.clone_from(&last.reference);
        for payout in &payouts {
            if !wait_for_the_limit(context, id).await {
                return Ok(Next::End(None));
            }
            let asked = ask(context, batch, payout).await?;
            if let Some(why) = note(context, id, asked, trouble) {
                return Ok(Next::End(Some(why)));
            }
        }
    }
}

/// Waits until a question is allowed. Returns false if the user stopped the questions or the desk closes.
async fn wait_for_the_limit(context: &Context, id: u32) -> bool {
    loop {
        if context.asking.is_stopping(id) || *context.closing.borrow() {
            return false;
        }
        if lock(&context.asking.pace).take(context.now()) {
            return true;
        }
        tokio::time::sleep(LIMIT_PAUSE).await;
    }
}

/// Counts an answer. Returns the reason if every further question would fail too.
fn note(context: &Context, id: u32, asked: Asked, trouble: &mut Trouble) -> Option<NotAsked> {
    let (not_found, refused) = match asked {
        Asked::Known => (0, 0),
        Asked::NotFound => (1, 0),
        Asked::Locked => return Some(NotAsked::Locked),
        Asked::Failed(failed) if is_about_one_payout(&failed) => {
            trouble.refusals += 1;
            if trouble.refusals >= REFUSALS_MAX {
                return Some(NotAsked::of(&failed.error));
            }
            (0, 1)
        }
        Asked::Failed(failed) => {
            let why = NotAsked::of(&failed.error);
            trouble.unanswered += 1;
            if !may_be_stuck(&failed) || trouble.unanswered >= UNANSWERED_MAX {
                return Some(why);
            }
            trouble.skipped = Some(why);
            return None;
        }
    };
    trouble.unanswered = 0;
    trouble.refusals = if refused == 0 { 0 } else { trouble.refusals };
    context.asking.update(id, |progress| {
        progress.done += 1;
        progress.not_found += not_found;
        progress.refused += refused;
    });
    if context.asking.progress(id).done.is_multiple_of(REPORT_EVERY) {
        context.tell(DeskEvent::PayrollChanged { id });
    }
    None
}

/// Returns whether the service may still answer about other payouts: it refused this question for good, or answered it in
/// a form that cannot be read.
fn is_about_one_payout(failed: &FailedTry) -> bool {
    !failed.is_passing && NotAsked::of(&failed.error) != NotAsked::TokenRefused
}

/// Returns whether the service may fail at this payout alone: it was reached, and did not answer.
const fn may_be_stuck(failed: &FailedTry) -> bool {
    matches!(failed.error, CallError::NoAnswer { .. })
}

/// Asks about payouts whose round is due, until the limit of the minute is used up, the user asks, or the service does
/// not answer.
pub(super) async fn ask_due(context: &Context) -> Result<(), DeskError> {
    let is_paused = || {
        let is_quiet = lock(&context.asking.pace).is_quiet(context.now());
        is_quiet || status_path(context).is_none() || !context.is_unlocked() || context.asking.is_wanted()
    };
    if is_paused() {
        return Ok(());
    }
    let batches = context.ledger.batches_to_ask().await?;
    let open: Vec<BatchKey> = batches.iter().map(|batch| batch.batch).collect();
    lock(&context.asking.pace).keep_only(&open);
    for batch in batches.iter().filter(|batch| is_approved_for(batch, context)) {
        let Some(sent_at) = batch.sent_at else { continue };
        let due = lock(&context.asking.pace).due(batch.batch, sent_at, context.now());
        let Some(after) = due else { continue };
        match continue_round(context, batch, after, &is_paused).await {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            // Damage of one batch does not keep the service from being asked about the others.
            Err(DeskError::Ledger(error)) if error.is_damage() => {
                tracing::error!(%error, batch = batch.batch.0, "a damaged batch is not asked about");
                lock(&context.asking.pace).end_round(batch.batch, context.now(), random());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Continues the round about a batch. Returns false if nothing more may be asked now.
async fn continue_round(
    context: &Context,
    batch: &BatchToAsk,
    mut after: String,
    is_paused: &(impl Fn() -> bool + Send + Sync),
) -> Result<bool, DeskError> {
    let mut refusals = 0;
    loop {
        let payouts = context.ledger.payouts_to_ask(batch.batch, &after, PAGE).await?;
        if payouts.is_empty() {
            lock(&context.asking.pace).end_round(batch.batch, context.now(), random());
            return Ok(true);
        }
        for PayoutToAsk { reference, amount } in payouts {
            if is_paused() || *context.closing.borrow() || !lock(&context.asking.pace).take(context.now()) {
                return Ok(false);
            }
            let payout = PayoutToAsk { reference, amount };
            let asked = ask(context, batch, &payout).await?;
            let is_passed = match &asked {
                Asked::Known | Asked::NotFound => true,
                Asked::Locked => false,
                Asked::Failed(failed) => {
                    is_about_one_payout(failed)
                        // The rest of the round must not wait for it for ever.
                        || may_be_stuck(failed)
                            && lock(&context.asking.pace).has_failed_before(batch.batch, &payout.reference)
                }
            };
            if is_passed {
                lock(&context.asking.pace).move_on(batch.batch, &payout.reference);
            }
            if !note_in_the_background(context, asked, &mut refusals) {
                return Ok(false);
            }
            after = payout.reference;
        }
    }
}

/// Returns whether the service may be asked further: also after a few refusals in a row that are about one payout each.
fn note_in_the_background(context: &Context, asked: Asked, refusals: &mut u32) -> bool {
    let mut pace = lock(&context.asking.pace);
    match asked {
        Asked::Known | Asked::NotFound => {
            *refusals = 0;
            pace.answered();
            true
        }
        Asked::Locked => false,
        Asked::Failed(failed) => {
            *refusals += 1;
            if is_about_one_payout(&failed) && *refusals < REFUSALS_MAX {
                tracing::warn!(error = %failed.error, "the service does not answer about a payout");
                return true;
            }
            tracing::warn!(error = %failed.error, "the service does not answer about payouts; it is asked later");
            pace.failed(failed.wait, context.now(), random());
            false
        }
    }
}

/// Returns a random number for the jitter of pauses. Without randomness there is no jitter.
fn random() -> u32 {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_or(0, |()| u32::from_le_bytes(bytes))
}
