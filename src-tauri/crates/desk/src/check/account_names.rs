//! Requests the holder of each account from the banks, a few accounts at a time, in the background. An answer is a
//! finding for the user to check: it never changes a row by itself.

use std::sync::Arc;

use paysheet_domain::{Currency, HolderCheck, HolderFinding, names::can_be_same_person};
use paysheet_ledger::{LedgerError, PayrollId};
use paysheet_service::{AccountQuery, Resolution};
use tokio::{sync::Semaphore, task::JoinSet};

use crate::{
    check::drafts, context::Context, draft::Draft, error::DeskError, event::DeskEvent, mutex::lock,
    view::NamesCheck,
};

/// Maximum number of concurrent requests to the service.
const QUESTIONS_MAX: usize = 6;
/// Number of answers that are stored in the ledger together.
const KEEP_ROWS: usize = 50;

struct Question {
    position: u32,
    name: String,
    account_number: String,
    bank_code: String,
    currency: Currency,
}

/// Most accounts that are checked without being asked for. The interface states no limit of requests: a larger payroll
/// waits for the user's word.
const AUTOMATIC_ACCOUNTS_MAX: u32 = 1_000;

pub(crate) fn names_check(context: &Context, id: u32, draft: &Draft) -> NamesCheck {
    let progress = context.name_checks.progress(id);
    let available = draft.head().country.resolves_names();
    let unverified = draft.tally().unverified;
    NamesCheck {
        available,
        running: progress.running,
        done: progress.done,
        total: progress.total,
        unverified,
        verified: draft.tally().verified,
        automatic: available
            && (1..=AUTOMATIC_ACCOUNTS_MAX).contains(&unverified)
            && !progress.declined
            && !progress.interrupted
            && context.profile().settings.verify_names,
        interrupted: progress.interrupted,
    }
}

/// Starts to check every account that was not checked yet. Progress is reported by events.
///
/// # Errors
/// `Locked`, `Ledger`.
pub async fn check_names(context: &Context, id: u32) -> Result<(), DeskError> {
    context.unlocked()?;
    let draft = drafts::loaded(context, id).await?;
    let questions = questions(&lock(&draft));
    if !context.name_checks.begin(id, u32::try_from(questions.len()).unwrap_or(u32::MAX)) {
        return Ok(());
    }
    let context = context.clone();
    tokio::spawn(async move {
        let ended = ask_all(&context, id, questions).await;
        if let Err(error) = &ended {
            tracing::warn!(%error, "the check of names ended early");
        }
        context.name_checks.update(id, |progress| {
            progress.running = false;
            progress.interrupted = ended.is_err_and(|error| !can_go_on(&error));
        });
        context.tell_draft_changed(id);
    });
    Ok(())
}

/// Whether the check goes on by itself later: a locked desk is no failure, nor is a payroll that is being reviewed.
const fn can_go_on(error: &DeskError) -> bool {
    matches!(error, DeskError::Locked | DeskError::Ledger(LedgerError::WrongState { .. }))
}

/// Stops the check at the user's request: it does not start again by itself. Findings so far are not lost.
pub fn stop_names(context: &Context, id: u32) {
    context.name_checks.update(id, |progress| (progress.stop, progress.declined) = (true, true));
}

/// Stops the check of rows that are about to be read again or frozen; it may start again by itself.
pub(crate) fn abandon_names(context: &Context, id: u32) {
    context.name_checks.update(id, |progress| progress.stop = true);
}

async fn ask_all(context: &Context, id: u32, questions: Vec<Question>) -> Result<(), DeskError> {
    let places = Arc::new(Semaphore::new(QUESTIONS_MAX));
    let mut asked = JoinSet::new();
    for question in questions {
        let (context, places) = (context.clone(), Arc::clone(&places));
        asked.spawn(async move {
            let _place = places.acquire_owned().await.map_err(|_| DeskError::TaskEnded)?;
            if context.name_checks.progress(id).stop {
                return Ok(None);
            }
            ask(&context, question).await.map(Some)
        });
    }
    let mut known = Vec::new();
    let mut ended = Ok(());
    while let Some(answer) = asked.join_next().await {
        match answer.map_err(|_| DeskError::TaskEnded).flatten() {
            Ok(Some((position, check))) => {
                // The draft is loaded for each answer: its file may have been read again in between.
                known.extend(lock(&*drafts::loaded(context, id).await?).learn_holder(position, check));
                let progress = context.name_checks.update(id, |progress| progress.done += 1);
                context.tell(DeskEvent::NamesProgress { id, done: progress.done, total: progress.total });
            }
            Ok(None) => {}
            Err(error) => {
                // Findings so far are stored all the same.
                ended = Err(error);
                break;
            }
        }
        if known.len() >= KEEP_ROWS {
            keep_findings(context, id, &mut known).await?;
        }
    }
    keep_findings(context, id, &mut known).await?;
    ended
}

/// Stores the rows as they are now, not as they were when the bank answered.
async fn keep_findings(
    context: &Context,
    id: u32,
    known: &mut Vec<paysheet_domain::DraftRow>,
) -> Result<(), DeskError> {
    if known.is_empty() {
        return Ok(());
    }
    let _guard = context.drafts.change_guard().await;
    let draft = drafts::loaded(context, id).await?;
    let rows: Vec<_> = {
        let draft = lock(&draft);
        known.iter().filter_map(|row| draft.get(row.position).map(|entry| entry.row.clone())).collect()
    };
    context.ledger.save_rows(PayrollId(id), &rows, "names checked", context.now()).await?;
    known.clear();
    context.tell_draft_changed(id);
    Ok(())
}

async fn ask(context: &Context, question: Question) -> Result<(u32, HolderCheck), DeskError> {
    let token = context.unlocked()?.token;
    let Question { position, name, account_number, bank_code, currency } = question;
    let query = AccountQuery { account_number: &account_number, bank_code: &bank_code, currency };
    let finding = match context.service().resolve(&token, &query).await? {
        Resolution::Holder(holder) if can_be_same_person(&holder, &name) => HolderFinding::Matches { holder },
        Resolution::Holder(holder) => HolderFinding::Differs { holder },
        Resolution::NotFound { .. } => HolderFinding::NotFound,
    };
    Ok((position, HolderCheck { account_number, bank_code, finding }))
}

fn questions(draft: &Draft) -> Vec<Question> {
    let unverified = draft.entries().iter().filter(|e| e.has_verifiable_account() && !e.is_verified());
    unverified
        .filter_map(|entry| {
            let recipient = &entry.recipient;
            Some(Question {
                position: entry.row.position,
                name: recipient.name.clone().unwrap_or_default(),
                account_number: recipient.account_number.clone()?,
                bank_code: recipient.bank_code.clone()?,
                currency: recipient.currency,
            })
        })
        .collect()
}
