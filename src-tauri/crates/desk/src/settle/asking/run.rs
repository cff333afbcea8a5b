//! Asks about payouts, by the report of transactions first and then one after the other: all of a payroll at the user's
//! request, or a few in the background.

use std::time::Duration;

use paysheet_ledger::{BatchKey, BatchToAsk};
use paysheet_service::{CallError, FailedTry};

use super::{
    list::{Page, Reading, has_call, is_waiting, was_just_read},
    question::{Asked, ask, is_approved_for, status_path},
};
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
pub(crate) async fn ask_all(context: &Context, id: u32) -> Result<Option<NotAsked>, DeskError> {
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
    if let Some(why) = read_list(context, id, &batches).await? {
        return Ok(why);
    }
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

/// Reads the report of transactions. Returns that nothing more is to be asked, and why if something went wrong.
async fn read_list(
    context: &Context,
    id: u32,
    batches: &[BatchToAsk],
) -> Result<Option<Option<NotAsked>>, DeskError> {
    let batches: Vec<&BatchToAsk> = batches.iter().collect();
    let has_questions = status_path(context).is_some();
    let Some(mut reading) = Reading::begin(context, &batches).await? else { return Ok(None) };
    while !reading.is_over() {
        if !wait_for_the_limit(context, id).await {
            return Ok(Some(None));
        }
        match reading.read_page(context).await? {
            Page::Found(payouts) => {
                context.asking.update(id, |progress| progress.done += payouts);
                context.tell(DeskEvent::PayrollChanged { id });
            }
            Page::Last => break,
            Page::Locked => return Ok(Some(Some(NotAsked::Locked))),
            Page::Failed(failed) if has_questions => {
                tracing::warn!(error = %failed.error, "the report of transactions cannot be read");
                return Ok(None);
            }
            Page::Failed(failed) => return Ok(Some(Some(NotAsked::of(&failed.error)))),
        }
    }
    let is_complete = reading.is_complete();
    reading.end(context);
    if has_questions {
        return Ok(None);
    }
    // Of a report that was not read to its end, nobody knows what else it has.
    if is_complete {
        context.asking.update(id, |progress| {
            progress.not_found = progress.total.saturating_sub(progress.done);
            progress.done = progress.total;
        });
    }
    Ok(Some(None))
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
        for payout in payouts.iter().filter(|payout| !is_waiting(context, payout)) {
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
pub(crate) async fn ask_due(context: &Context) -> Result<(), DeskError> {
    let is_paused = || {
        let is_quiet = lock(&context.asking.pace).is_quiet(context.now());
        is_quiet || !has_call(context) || !context.is_unlocked() || context.asking.is_wanted()
    };
    if is_paused() {
        return Ok(());
    }
    let batches = context.ledger.batches_to_ask().await?;
    let open: Vec<BatchKey> = batches.iter().map(|batch| batch.batch).collect();
    lock(&context.asking.pace).keep_only(&open);
    let due: Vec<(&BatchToAsk, String)> =
        batches.iter().filter_map(|batch| Some((batch, due(context, batch)?))).collect();
    let is_new_round = due.iter().any(|(_, after)| after.is_empty());
    if is_new_round && !was_just_read(context) && !read_list_if_due(context, &due, &is_paused).await? {
        return Ok(());
    }
    for (batch, after) in due {
        if status_path(context).is_none() {
            lock(&context.asking.pace).end_round(batch.batch, context.now(), random());
            continue;
        }
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

/// Returns the reference after which a batch is to be asked about now; none if it is not due.
fn due(context: &Context, batch: &BatchToAsk) -> Option<String> {
    let sent_at = batch.sent_at.filter(|_| is_approved_for(batch, context))?;
    lock(&context.asking.pace).due(batch.batch, sent_at, context.now())
}

/// Reads the report of transactions at the beginning of a round. Returns false if nothing more may be asked now.
async fn read_list_if_due(
    context: &Context,
    due: &[(&BatchToAsk, String)],
    is_paused: &(impl Fn() -> bool + Send + Sync),
) -> Result<bool, DeskError> {
    let batches: Vec<&BatchToAsk> = due.iter().map(|(batch, _)| *batch).collect();
    let Some(mut reading) = Reading::begin(context, &batches).await? else { return Ok(true) };
    while !reading.is_over() {
        if !wait_in_the_background(context, is_paused).await {
            return Ok(false);
        }
        match reading.read_page(context).await? {
            Page::Found(_) => {}
            Page::Last => break,
            Page::Locked => return Ok(false),
            Page::Failed(failed) => {
                tracing::warn!(error = %failed.error, "the report of transactions cannot be read");
                let may_ask_singly = status_path(context).is_some();
                if !may_ask_singly {
                    lock(&context.asking.pace).failed(failed.wait, context.now(), random());
                }
                return Ok(may_ask_singly);
            }
        }
    }
    reading.end(context);
    lock(&context.asking.pace).answered();
    Ok(true)
}

/// Waits until a page may be requested. Returns false if nothing more may be asked now.
async fn wait_in_the_background(context: &Context, is_paused: &(impl Fn() -> bool + Send + Sync)) -> bool {
    while !is_paused() && !*context.closing.borrow() {
        if lock(&context.asking.pace).take(context.now()) {
            return true;
        }
        tokio::time::sleep(LIMIT_PAUSE).await;
    }
    false
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
        for payout in payouts {
            if is_waiting(context, &payout) {
                lock(&context.asking.pace).move_on(batch.batch, &payout.reference);
                after = payout.reference;
                continue;
            }
            if is_paused() || *context.closing.borrow() || !lock(&context.asking.pace).take(context.now()) {
                return Ok(false);
            }
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
