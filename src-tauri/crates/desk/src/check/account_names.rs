//! Requests the holder of each account from the banks, a few accounts at a time, in the background. An answer is a
//! finding for the user to check: it never changes a row by itself.

mod answers;
mod pace;
mod question;
mod run;

use paysheet_draft::{Draft, count};

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use question::{Question, questions, unverified};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::{
    desk::Desk,
    directory::{draft_banks, lists::ListPurpose},
    drafts,
    error::DeskError,
    mutex::lock,
    state::work::name_checks::{Signal, Unanswered},
    view::{NamesCheck, NotAsked, NotAskedCount},
};

/// Most accounts that are checked without being asked for. The interface states no limit of requests: a larger payroll
/// waits for the user's word.
const AUTOMATIC_ACCOUNTS_MAX: u32 = 1_000;

pub(crate) fn names_check(desk: &Desk, id: u32, draft: &Draft) -> NamesCheck {
    let progress = desk.name_checks.progress(id);
    let available = draft.head().country.resolves_names();
    let not_asked = not_asked(draft, &progress.unanswered);
    let has_failed = not_asked.iter().any(|count| count.reason != NotAsked::Locked);
    NamesCheck {
        available,
        running: progress.running,
        paused: progress.paused,
        done: progress.done,
        total: progress.total,
        left_s: progress.left_s(),
        unverified: draft.tally().unverified,
        verified: draft.tally().verified,
        automatic: available
            && (1..=AUTOMATIC_ACCOUNTS_MAX).contains(&draft.tally().unverified)
            && !progress.declined
            && !has_failed
            && desk.profile().settings.verify_names,
        not_asked,
    }
}

/// Counts the accounts that would be paid and could not be asked about, by reason. Accounts that were changed or
/// excluded since do not count.
fn not_asked(draft: &Draft, unanswered: &Unanswered) -> Vec<NotAskedCount> {
    if unanswered.is_empty() {
        return Vec::new();
    }
    let accounts: BTreeSet<_> = unverified(draft).filter_map(|entry| entry.account()).collect();
    let mut counts: BTreeMap<NotAsked, u32> = BTreeMap::new();
    for why in accounts.iter().filter_map(|account| unanswered.get(account)) {
        *counts.entry(*why).or_default() += 1;
    }
    counts.into_iter().map(|(reason, accounts)| NotAskedCount { reason, accounts }).collect()
}

/// A request of the user to the check of account names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NameCheckRequest {
    /// Starts to check every account that was not checked yet.
    All,
    /// Asks about the accounts of these rows again.
    Rows { positions: Vec<u32> },
    /// Stops the check. It does not start again by itself.
    Stop,
    /// Pauses a running check.
    Pause,
    /// Continues a paused check.
    Resume,
}

impl Desk {
    /// Starts, stops or pauses the check of account names.
    ///
    /// # Errors
    /// Those of [`Self::check_names`] and [`Self::check_names_of`].
    pub async fn request_name_check(&self, id: u32, request: NameCheckRequest) -> Result<(), DeskError> {
        match request {
            NameCheckRequest::All => self.check_names(id).await,
            NameCheckRequest::Rows { positions } => self.check_names_of(id, &positions).await,
            NameCheckRequest::Stop => {
                self.stop_names(id);
                Ok(())
            }
            NameCheckRequest::Pause => {
                self.pause_names(id, true);
                Ok(())
            }
            NameCheckRequest::Resume => {
                self.pause_names(id, false);
                Ok(())
            }
        }
    }

    /// Starts to check every account that was not checked yet. Progress is reported by events.
    ///
    /// # Errors
    /// `Locked`.
    pub async fn check_names(&self, id: u32) -> Result<(), DeskError> {
        let draft = draft_to_verify(self, id).await?;
        let questions = questions(unverified(&lock(&draft)));
        let Some(signal) = self.name_checks.begin(id, count(questions.iter())) else { return Ok(()) };
        let known = answers::use_known(self, id, questions).await;
        match known {
            Ok(questions) => {
                self.name_checks.update(id, |progress| progress.total = count(questions.iter()));
                start(self, id, questions, signal);
                Ok(())
            }
            Err(error) => {
                end(self, id);
                Err(error)
            }
        }
    }

    /// Asks about the accounts of these rows, whatever is known about them.
    ///
    /// # Errors
    /// `Locked`.
    pub async fn check_names_of(&self, id: u32, positions: &[u32]) -> Result<(), DeskError> {
        let draft = draft_to_verify(self, id).await?;
        let questions = {
            let draft = lock(&draft);
            let entries = positions.iter().filter_map(|position| draft.get(*position));
            questions(entries.filter(|entry| entry.has_verifiable_account()))
        };
        if let Some(signal) = self.name_checks.begin_some(id, count(questions.iter())) {
            start(self, id, questions, signal);
        }
        Ok(())
    }
}

/// Returns the draft, checked by the banks that the service lists: an embedded code may be another bank's there.
async fn draft_to_verify(desk: &Desk, id: u32) -> Result<Arc<Mutex<Draft>>, DeskError> {
    desk.unlocked()?;
    drafts::loaded(desk, id).await?;
    let _guard = desk.drafts.change_guard().await;
    let draft = drafts::loaded(desk, id).await?;
    if draft_banks::take_listed_banks(desk, &draft, ListPurpose::InPassing).await? {
        desk.emit_draft_changed(id);
    }
    Ok(draft)
}

fn start(desk: &Desk, id: u32, questions: Vec<Question>, signal: watch::Receiver<Signal>) {
    let at_once = usize::try_from(desk.profile().settings.names_at_once).unwrap_or(1);
    let desk = desk.clone();
    tokio::spawn(async move {
        run::run(&desk, id, questions, at_once, signal).await;
        end(&desk, id);
    });
}

fn end(desk: &Desk, id: u32) {
    desk.name_checks.update(id, |progress| (progress.running, progress.paused) = (false, false));
    desk.emit_draft_changed(id);
}

impl Desk {
    /// Stops the check at the user's request: it does not start again by itself. Findings so far are not lost.
    pub fn stop_names(&self, id: u32) {
        self.name_checks.update(id, |progress| progress.declined = true);
        self.name_checks.stop(id);
    }

    /// Pauses a running check, or lets it go on.
    pub fn pause_names(&self, id: u32, paused: bool) {
        if self.name_checks.set_paused(id, paused) {
            self.emit_draft_changed(id);
        }
    }
}
