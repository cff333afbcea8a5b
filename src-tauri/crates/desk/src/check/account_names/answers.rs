//! Stores the banks' answers as they come, several at a time if they come faster than the disk stores them.
//!
//! # A bank's answer counts for the service that gave it
//!
//! Stored answers, and findings in rows, have the service's address. Another address in Settings drops the drafts in
//! memory (`desk::session::connection`); what was asked before the change is not stored after it
//! (`check::account_names::answers`).

use std::collections::BTreeSet;

use jiff::Timestamp;
use paysheet_domain::{AccountAt, DraftRow, HolderCheck, HolderFinding};
use paysheet_draft::{Draft, finding};
use paysheet_ledger::{HolderAnswer, KnownHolder, PayrollId};
use paysheet_service::Resolution;
use tokio::sync::mpsc::UnboundedReceiver;

use super::question::Question;
use crate::{desk::Desk, directory::lists, drafts, error::DeskError, event::DeskEvent, mutex::lock};

/// Number of rows that are stored together.
const ROWS_TOGETHER: usize = 50;
/// Most answers that are stored together.
const ANSWERS_TOGETHER_MAX: usize = 64;

pub(super) struct Answer {
    /// The service that gave it.
    pub service: String,
    pub question: Question,
    pub resolution: Resolution,
}

/// Stores every answer until the sender is gone.
pub(super) async fn store_answers(
    desk: &Desk,
    id: u32,
    mut answers: UnboundedReceiver<Answer>,
) -> Result<(), DeskError> {
    let (mut came, mut learned) = (Vec::new(), BTreeSet::new());
    while answers.recv_many(&mut came, ANSWERS_TOGETHER_MAX).await > 0 {
        let count = u32::try_from(came.len()).unwrap_or(u32::MAX);
        // At the service that the profile names by now, the code may be another bank's.
        let service = lists::service_key(desk);
        came.retain(|answer| answer.service == service);
        store(desk, &service, &came).await?;
        learned.extend(learn_all(desk, id, &service, &came).await?);
        came.clear();
        if learned.len() >= ROWS_TOGETHER {
            store_rows(desk, id, &mut learned).await?;
        }
        let progress = desk.name_checks.update(id, |progress| progress.done += count);
        desk.emit(DeskEvent::NamesProgress {
            id,
            done: progress.done,
            total: progress.total,
            left_s: progress.left_s(),
        });
    }
    store_rows(desk, id, &mut learned).await
}

/// Stores what the banks answered; from here on it outlives the program.
async fn store(desk: &Desk, service: &str, came: &[Answer]) -> Result<(), DeskError> {
    let answers = came.iter().filter_map(|Answer { question, resolution, .. }| {
        let holder = match resolution {
            Resolution::Holder(holder) => Some(holder.clone()),
            Resolution::NotFound { .. } => None,
            // It says nothing about the account.
            Resolution::NotAvailable => return None,
        };
        Some(HolderAnswer { account: question.account.clone(), holder })
    });
    let answers: Vec<HolderAnswer> = answers.collect();
    Ok(desk.ledger.store_holders(service, &answers, desk.now()).await?)
}

/// Shows the answers in the draft, and returns the positions of the rows that they are about.
async fn learn_all(desk: &Desk, id: u32, service: &str, came: &[Answer]) -> Result<Vec<u32>, DeskError> {
    let accounts: Vec<AccountAt> = came.iter().map(|answer| answer.question.account.clone()).collect();
    let known = desk.ledger.known_holders(service, &accounts).await?;
    let now = desk.now();
    // The draft is loaded for each group: its file may have been read again in between.
    let draft = drafts::loaded(desk, id).await?;
    let mut draft = lock(&draft);
    let not_available = Learned { service, known: None, at: now };
    let learned = came.iter().flat_map(|Answer { question, resolution, .. }| match resolution {
        Resolution::NotAvailable => learn(&mut draft, question, not_available),
        Resolution::Holder(_) | Resolution::NotFound { .. } => {
            let known = known.get(&question.account);
            known.map_or_else(Vec::new, |known| learn(&mut draft, question, Learned::of(service, known)))
        }
    });
    Ok(learned.collect())
}

/// Uses answers that are known from this payroll or another one, and returns the questions that are left.
pub(super) async fn use_known(
    desk: &Desk,
    id: u32,
    mut questions: Vec<Question>,
) -> Result<Vec<Question>, DeskError> {
    let accounts: Vec<AccountAt> = questions.iter().map(|question| question.account.clone()).collect();
    let service = lists::service_key(desk);
    let known = desk.ledger.known_holders(&service, &accounts).await?;
    let now = desk.now();
    let fresh = |question: &Question| known.get(&question.account).filter(|known| known.is_fresh(now));
    let draft = drafts::loaded(desk, id).await?;
    let mut learned = BTreeSet::new();
    {
        let mut draft = lock(&draft);
        questions.retain(|question| {
            let Some(known) = fresh(question) else { return true };
            learned.extend(learn(&mut draft, question, Learned::of(&service, known)));
            false
        });
    }
    store_rows(desk, id, &mut learned).await?;
    Ok(questions)
}

/// What a service answered about an account.
#[derive(Clone, Copy)]
struct Learned<'a> {
    service: &'a str,
    /// None: the service names no holders there.
    known: Option<&'a KnownHolder>,
    at: Timestamp,
}

impl<'a> Learned<'a> {
    const fn of(service: &'a str, known: &'a KnownHolder) -> Self {
        Self { service, known: Some(known), at: known.asked_at }
    }
}

/// Returns the positions of the rows that the answer is about.
fn learn(draft: &mut Draft, question: &Question, Learned { service, known, at }: Learned<'_>) -> Vec<u32> {
    let Question { account, positions, .. } = question;
    let learned = positions.iter().filter_map(|position| {
        let name = draft.get(*position)?.recipient.name.clone().unwrap_or_default();
        let finding = known.map_or(HolderFinding::NotAvailable, |known| {
            known.holder.as_ref().map_or(HolderFinding::NotFound, |holder| finding(holder, &name))
        });
        let check = HolderCheck {
            country: account.country,
            account_number: account.account_number.clone(),
            bank_code: account.bank_code.clone(),
            service: service.to_owned(),
            finding,
            asked_at: at,
            when_paid: known.and_then(|known| known.when_paid.clone()),
        };
        draft.learn_holder(*position, check).map(|row| row.position)
    });
    learned.collect()
}

/// Stores the rows as they are now, not as they were when the bank answered.
async fn store_rows(desk: &Desk, id: u32, learned: &mut BTreeSet<u32>) -> Result<(), DeskError> {
    if learned.is_empty() {
        return Ok(());
    }
    let _guard = desk.drafts.change_guard().await;
    let draft = drafts::loaded(desk, id).await?;
    let rows: Vec<DraftRow> = {
        let draft = lock(&draft);
        learned.iter().filter_map(|position| Some(draft.get(*position)?.row.clone())).collect()
    };
    desk.ledger.save_rows(PayrollId(id), &rows, "names checked", desk.now()).await?;
    learned.clear();
    desk.emit_draft_changed(id);
    Ok(())
}
