//! Asks about payouts, by the report of transactions first and then one after the other: all of a payroll at the user's
//! request, or a few in the background.

use std::time::Duration;

use paysheet_ledger::{BatchKey, BatchToAsk};
use paysheet_service::{CallError, FailedTry};

use super::{
    list::{Page, Reading, has_call, is_waiting, was_just_read},
    question::{Asked, ask, is_approved_for, status_path},
};
use crate::{desk::Desk, error::DeskError, event::DeskEvent, mutex::lock, view::NotAsked};

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
pub(crate) async fn ask_all(desk: &Desk, id: u32) -> Result<Option<NotAsked>, DeskError> {
    let batches = desk.ledger.batches_to_ask().await?;
    let batches: Vec<_> = batches.into_iter().filter(|batch| batch.payroll.0 == id).collect();
    let is_any_elsewhere = batches.iter().any(|batch| !is_approved_for(batch, desk));
    let batches: Vec<_> = batches.into_iter().filter(|batch| is_approved_for(batch, desk)).collect();
    if batches.is_empty() && is_any_elsewhere {
        return Ok(Some(NotAsked::Locked));
    }
    let total = batches.iter().map(|batch| batch.open).sum();
    desk.asking.update(id, |progress| progress.total = total);
    desk.emit(DeskEvent::PayrollChanged { id });
    if let Some(why) = read_list(desk, id, &batches).await? {
        return Ok(why);
    }
    let mut trouble = Trouble::default();
    let mut is_damaged = false;
    for batch in &batches {
        match ask_about_batch(desk, id, batch, &mut trouble).await {
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
    desk: &Desk,
    id: u32,
    batches: &[BatchToAsk],
) -> Result<Option<Option<NotAsked>>, DeskError> {
    let batches: Vec<&BatchToAsk> = batches.iter().collect();
    let has_questions = status_path(desk).is_some();
    let Some(mut reading) = Reading::begin(desk, &batches).await? else { return Ok(None) };
    while !reading.is_over() {
        if !wait_for_the_limit(desk, id).await {
            return Ok(Some(None));
        }
        match reading.read_page(desk).await? {
            Page::Found(payouts) => {
                desk.asking.update(id, |progress| progress.done += payouts);
                desk.emit(DeskEvent::PayrollChanged { id });
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
    reading.end(desk);
    if has_questions {
        return Ok(None);
    }
    // Of a report that was not read to its end, nobody knows what else it has.
    if is_complete {
        desk.asking.update(id, |progress| {
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
    desk: &Desk,
    id: u32,
    batch: &BatchToAsk,
    trouble: &mut Trouble,
) -> Result<Next, DeskError> {
    let mut after = String::new();
    loop {
        let payouts = desk.ledger.payouts_to_ask(batch.batch, &after, PAGE).await?;
        let Some(last) = payouts.last() else { return Ok(Next::Batch) };
        after.clone_from(&last.reference);
        for payout in payouts.iter().filter(|payout| !is_waiting(desk, payout)) {
            if !wait_for_the_limit(desk, id).await {
                return Ok(Next::End(None));
            }
            let asked = ask(desk, batch, payout).await?;
            if let Some(why) = note(desk, id, asked, trouble) {
                return Ok(Next::End(Some(why)));
            }
        }
    }
}

/// Waits until a question is allowed. Returns false if the user stopped the questions or the desk closes.
async fn wait_for_the_limit(desk: &Desk, id: u32) -> bool {
    loop {
        if desk.asking.is_stopping(id) || *desk.closing.borrow() {
            return false;
        }
        if lock(&desk.asking.pace).take(desk.now()) {
            return true;
        }
        tokio::time::sleep(LIMIT_PAUSE).await;
    }
}

/// Counts an answer. Returns the reason if every further question would fail too.
fn note(desk: &Desk, id: u32, asked: Asked, trouble: &mut Trouble) -> Option<NotAsked> {
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
    desk.asking.update(id, |progress| {
        progress.done += 1;
        progress.not_found += not_found;
        progress.refused += refused;
    });
    if desk.asking.progress(id).done.is_multiple_of(REPORT_EVERY) {
        desk.emit(DeskEvent::PayrollChanged { id });
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
pub(crate) async fn ask_due(desk: &Desk) -> Result<(), DeskError> {
    let is_paused = || {
        let is_quiet = lock(&desk.asking.pace).is_quiet(desk.now());
        is_quiet || !has_call(desk) || !desk.is_unlocked() || desk.asking.is_requested()
    };
    if is_paused() {
        return Ok(());
    }
    let batches = desk.ledger.batches_to_ask().await?;
    let open: Vec<BatchKey> = batches.iter().map(|batch| batch.batch).collect();
    lock(&desk.asking.pace).retain(&open);
    let due: Vec<(&BatchToAsk, String)> =
        batches.iter().filter_map(|batch| Some((batch, due(desk, batch)?))).collect();
    let is_new_round = due.iter().any(|(_, after)| after.is_empty());
    if is_new_round && !was_just_read(desk) && !read_list_if_due(desk, &due, &is_paused).await? {
        return Ok(());
    }
    for (batch, after) in due {
        if status_path(desk).is_none() {
            lock(&desk.asking.pace).end_round(batch.batch, desk.now(), random());
            continue;
        }
        match continue_round(desk, batch, after, &is_paused).await {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            // Damage of one batch does not keep the service from being asked about the others.
            Err(DeskError::Ledger(error)) if error.is_damage() => {
                tracing::error!(%error, batch = batch.batch.0, "a damaged batch is not asked about");
                lock(&desk.asking.pace).end_round(batch.batch, desk.now(), random());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Returns the reference after which a batch is to be asked about now; none if it is not due.
fn due(desk: &Desk, batch: &BatchToAsk) -> Option<String> {
    let sent_at = batch.sent_at.filter(|_| is_approved_for(batch, desk))?;
    lock(&desk.asking.pace).due(batch.batch, sent_at, desk.now())
}

/// Reads the report of transactions at the beginning of a round. Returns false if nothing more may be asked now.
async fn read_list_if_due(
    desk: &Desk,
    due: &[(&BatchToAsk, String)],
    is_paused: &(impl Fn() -> bool + Send + Sync),
) -> Result<bool, DeskError> {
    let batches: Vec<&BatchToAsk> = due.iter().map(|(batch, _)| *batch).collect();
    let Some(mut reading) = Reading::begin(desk, &batches).await? else { return Ok(true) };
    while !reading.is_over() {
        if !wait_in_the_background(desk, is_paused).await {
            return Ok(false);
        }
        match reading.read_page(desk).await? {
            Page::Found(_) => {}
            Page::Last => break,
            Page::Locked => return Ok(false),
            Page::Failed(failed) => {
                tracing::warn!(error = %failed.error, "the report of transactions cannot be read");
                let may_ask_singly = status_path(desk).is_some();
                if !may_ask_singly {
                    lock(&desk.asking.pace).failed(failed.wait, desk.now(), random());
                }
                return Ok(may_ask_singly);
            }
        }
    }
    reading.end(desk);
    lock(&desk.asking.pace).answered();
    Ok(true)
}

/// Waits until a page may be requested. Returns false if nothing more may be asked now.
async fn wait_in_the_background(desk: &Desk, is_paused: &(impl Fn() -> bool + Send + Sync)) -> bool {
    while !is_paused() && !*desk.closing.borrow() {
        if lock(&desk.asking.pace).take(desk.now()) {
            return true;
        }
        tokio::time::sleep(LIMIT_PAUSE).await;
    }
    false
}

/// Continues the round about a batch. Returns false if nothing more may be asked now.
async fn continue_round(
    desk: &Desk,
    batch: &BatchToAsk,
    mut after: String,
    is_paused: &(impl Fn() -> bool + Send + Sync),
) -> Result<bool, DeskError> {
    let mut refusals = 0;
    loop {
        let payouts = desk.ledger.payouts_to_ask(batch.batch, &after, PAGE).await?;
        if payouts.is_empty() {
            lock(&desk.asking.pace).end_round(batch.batch, desk.now(), random());
            return Ok(true);
        }
        for payout in payouts {
            if is_waiting(desk, &payout) {
                lock(&desk.asking.pace).move_on(batch.batch, &payout.reference);
                after = payout.reference;
                continue;
            }
            if is_paused() || *desk.closing.borrow() || !lock(&desk.asking.pace).take(desk.now()) {
                return Ok(false);
            }
            let asked = ask(desk, batch, &payout).await?;
            let is_passed = match &asked {
                Asked::Known | Asked::NotFound => true,
                Asked::Locked => false,
                Asked::Failed(failed) => {
                    is_about_one_payout(failed)
                        // The rest of the round must not wait for it for ever.
                        || may_be_stuck(failed)
                            && lock(&desk.asking.pace).has_failed_before(batch.batch, &payout.reference)
                }
            };
            if is_passed {
                lock(&desk.asking.pace).move_on(batch.batch, &payout.reference);
            }
            if !note_in_the_background(desk, asked, &mut refusals) {
                return Ok(false);
            }
            after = payout.reference;
        }
    }
}

/// Returns whether the service may be asked further: also after a few refusals in a row that are about one payout each.
fn note_in_the_background(desk: &Desk, asked: Asked, refusals: &mut u32) -> bool {
    let mut pace = lock(&desk.asking.pace);
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
            pace.failed(failed.wait, desk.now(), random());
            false
        }
    }
}

/// Returns a random number for the jitter of pauses. Without randomness there is no jitter.
fn random() -> u32 {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_or(0, |()| u32::from_le_bytes(bytes))
}
