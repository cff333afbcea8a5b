//! One check: asks about each account, several at once. An account that cannot be asked about is counted, and the check
//! goes on with the others. It ends early only where every further question would fail too.

use std::collections::VecDeque;

use paysheet_domain::AccountAt;
use paysheet_ledger::LedgerError;
use paysheet_service::{AccountQuery, FailedTry, Resolution};
use tokio::{
    sync::{
        mpsc::{UnboundedSender, unbounded_channel},
        watch,
    },
    task::JoinSet,
    time::{Instant, sleep_until},
};

use super::{
    answers::{Answer, store_answers},
    pace::Pace,
    question::Question,
};
use crate::{
    access::token_renewal::with_valid_token,
    desk::Desk,
    directory::lists,
    error::DeskError,
    state::{session::binding::BoundService, work::name_checks::Signal},
    view::NotAsked,
};

/// Tries of one question, unless the service answers that it is asked too often.
const TRIES_MAX: u32 = 3;

/// How one try ended.
enum Tried {
    /// By this service.
    Answered(String, Resolution),
    Failed(FailedTry),
    /// Nothing was asked: token and lock are not in memory, or belong to another service.
    Locked,
}

/// Asks all questions and stores the answers.
pub(super) async fn run(
    desk: &Desk,
    id: u32,
    questions: Vec<Question>,
    at_once: usize,
    signal: watch::Receiver<Signal>,
) {
    let (answers, came) = unbounded_channel();
    let accounts: Vec<AccountAt> = questions.iter().map(|question| question.account.clone()).collect();
    let run =
        Run { desk, id, pace: Pace::new(at_once), waiting: questions.into(), open: JoinSet::new(), answers };
    let (ended, stored) = tokio::join!(run.ask_all(signal), store_answers(desk, id, came));
    let why = match &stored {
        Ok(()) => ended,
        // A payroll that is being reviewed is no failure: the check goes on by itself later.
        Err(DeskError::Ledger(LedgerError::WrongState { .. })) => None,
        Err(_) => Some(NotAsked::NotStored),
    };
    if let Some(why) = why {
        let error = stored.err().map(tracing::field::display);
        tracing::warn!(%why, error, "the check of names ended early");
        // Those that were answered after all are known by their answer.
        desk.name_checks.update(id, |progress| progress.note_unanswered(accounts, why));
    }
}

struct Run<'a> {
    desk: &'a Desk,
    id: u32,
    pace: Pace,
    waiting: VecDeque<Question>,
    open: JoinSet<(Question, Tried)>,
    answers: UnboundedSender<Answer>,
}

impl Run<'_> {
    /// Asks until all is answered or the check is stopped. Returns the reason if every further question would fail too.
    async fn ask_all(mut self, mut signal: watch::Receiver<Signal>) -> Option<NotAsked> {
        loop {
            let latest = *signal.borrow_and_update();
            let until = self.pace.wait_until(Instant::now());
            if latest == Signal::GoOn && until.is_none() {
                self.ask_more();
            }
            let is_over = self.waiting.is_empty() && self.open.is_empty();
            if is_over || latest == Signal::Stop || self.answers.is_closed() {
                return None;
            }
            tokio::select! {
                changed = signal.changed() => if changed.is_err() { return None },
                Some(ended) = self.open.join_next() => {
                    // A task that panicked: the rest goes on.
                    let Ok((question, tried)) = ended else { continue };
                    let hopeless = self.take(question, tried);
                    if hopeless.is_some() {
                        return hopeless;
                    }
                }
                () = sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() && latest == Signal::GoOn => {}
            }
        }
    }

    fn ask_more(&mut self) {
        while self.open.len() < self.pace.allowed()
            && let Some(question) = self.waiting.pop_front()
        {
            let desk = self.desk.clone();
            self.open.spawn(async move {
                let tried = ask(&desk, &question).await;
                (question, tried)
            });
        }
    }

    /// Returns the reason if every further question would fail too.
    fn take(&mut self, question: Question, tried: Tried) -> Option<NotAsked> {
        match tried {
            Tried::Answered(service, resolution) => {
                self.pace.answered();
                // If answers cannot be stored, the loop ends.
                let _ = self.answers.send(Answer { service, question, resolution });
                None
            }
            Tried::Locked => Some(NotAsked::Locked),
            Tried::Failed(failed) => self.take_failure(question, &failed),
        }
    }

    fn take_failure(&mut self, mut question: Question, failed: &FailedTry) -> Option<NotAsked> {
        let why = NotAsked::of(&failed.error);
        if why == NotAsked::TokenRefused {
            return Some(why);
        }
        if failed.is_passing {
            self.pace.failed(failed.wait, Instant::now());
            if self.pace.is_hopeless(why) {
                return Some(why);
            }
            // It is not the question's fault that too much was asked.
            question.failed += u32::from(why != NotAsked::RateLimited);
            if question.failed < TRIES_MAX {
                self.waiting.push_back(question);
                return None;
            }
        }
        self.desk.name_checks.update(self.id, |progress| progress.note_unanswered([question.account], why));
        None
    }
}

/// Asks the service with the token that was given for it and for no other.
async fn ask(desk: &Desk, question: &Question) -> Tried {
    let BoundService { service, binding } = desk.session.service();
    let unlocked = desk.unlocked().and_then(|unlocked| {
        unlocked.require_for(&binding)?;
        Ok(unlocked)
    });
    let Ok(unlocked) = unlocked else { return Tried::Locked };
    let query = AccountQuery {
        account_number: &question.account.account_number,
        bank_code: &question.account.bank_code,
        currency: question.currency,
    };
    let (service, query) = (&service, &query);
    let question =
        with_valid_token(desk, &unlocked, |token| async move { service.resolve_once(&token, query).await });
    match question.await {
        Ok(resolution) => Tried::Answered(lists::key_of(&binding), resolution),
        Err(failed) => Tried::Failed(failed),
    }
}
