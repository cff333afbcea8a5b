//! The operator: makes the payrolls, approves them, sends them, and handles failures as the plan says, until nothing is
//! left to do.

mod reports;

use std::{collections::BTreeSet, path::Path, sync::Arc, time::Duration};

use paysheet_desk::DeskError;
use paysheet_domain::BatchState;
use paysheet_practice::Practice;
use tokio::time::sleep;

use crate::{
    collector::Letterbox,
    driver::{self, Batch, Driver, Stored, ledger_in},
    error::SimulatorError,
    judge::{Invariant, Judge, Snapshot},
    plan::{Callbacks, OverlapPolicy, PayrollPlan, Plan, Policy, Way},
    tamper,
};

/// Most rounds through all payrolls before the operator gives up.
const ROUNDS_MAX: u32 = 80;
/// Most tries of a payroll that was tampered with.
const TRIES_MAX: u32 = 16;
/// Milliseconds between two tries of a step that failed because of the disk.
const PAUSE_MS: u64 = 2;

/// How a life ended that was not interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifeEnd {
    /// There is nothing left to do.
    Done,
    /// Only a new start helps.
    Restart,
    /// The ledger was tampered with, and nothing is sent from it any more.
    Damaged,
}

pub struct Operator<'a> {
    pub driver: &'a Driver,
    pub judge: &'a Arc<Judge>,
    pub practice: &'a Practice,
    pub plan: &'a Plan,
    pub folder: &'a Path,
    pub letterbox: &'a Letterbox<'a>,
    pub story: &'a mut Memory,
}

/// The operator's memory between lives.
#[derive(Debug, Default)]
pub struct Memory {
    has_lied: bool,
    has_tampered: bool,
    /// How often the operator tried to send a batch that was tampered with.
    tries: u32,
    was_impatient: bool,
    has_mistyped: bool,
    /// Payrolls that are not approved, because another payroll pays somebody of them.
    given_up: BTreeSet<String>,
    /// Payrolls that the operator has tried to send.
    pressed: BTreeSet<u32>,
    handed: Handed,
}

/// The service's state of its reports.
#[derive(Debug, Default)]
struct Handed {
    /// Reports that were stored, so that the service does not send them again.
    acknowledged: BTreeSet<Vec<u8>>,
    /// The last address of the desk's listener.
    heard_at: Option<String>,
    /// Reports of this life that are stored and could not be applied: the desk's timer would retry them.
    unapplied: Vec<Stored>,
    /// The program was restarted because reports did not arrive.
    waited_in_vain: bool,
}

impl Operator<'_> {
    pub async fn work(&mut self) -> Result<LifeEnd, SimulatorError> {
        if self.plan.callbacks == Callbacks::Always {
            self.listen().await?;
        }
        let end = self.rounds().await?;
        if end != LifeEnd::Done || self.plan.callbacks == Callbacks::Never {
            return Ok(end);
        }
        if self.plan.callbacks == Callbacks::AtTheEnd {
            self.listen().await?;
        }
        for _ in 0..ROUNDS_MAX {
            match self.settle_reports().await {
                Ok(Step::Ended(end)) => return Ok(end),
                Ok(Step::Done | Step::Moved) => return Ok(LifeEnd::Done),
                Err(trouble) => self.refused(trouble).await?,
            }
        }
        self.judge.violated(Invariant::DoesNotEnd, format!("reports are not taken in {ROUNDS_MAX} rounds"));
        Ok(LifeEnd::Done)
    }

    async fn rounds(&mut self) -> Result<LifeEnd, SimulatorError> {
        for _ in 0..ROUNDS_MAX {
            match self.round().await {
                Ok(Step::Done) => return Ok(LifeEnd::Done),
                Ok(Step::Moved) => {}
                Ok(Step::Ended(end)) => return Ok(end),
                Err(Trouble::Desk(error)) if driver::is_damaged(&error) => return Ok(LifeEnd::Damaged),
                Err(trouble) => self.refused(trouble).await?,
            }
        }
        self.judge.violated(Invariant::DoesNotEnd, format!("not after {ROUNDS_MAX} rounds"));
        Ok(LifeEnd::Done)
    }

    /// Records a refusal, and continues.
    async fn refused(&self, trouble: Trouble) -> Result<(), SimulatorError> {
        match trouble {
            Trouble::Desk(error) => {
                let code = driver::code_of(error);
                self.judge.note(format!("refused: {code:?}"));
                if self.plan.disk.is_some() && !driver::is_of_the_disk(code) {
                    self.judge.violated(Invariant::NotSaidToBeTheDisk, format!("{code:?}"));
                }
                sleep(Duration::from_millis(PAUSE_MS)).await;
                Ok(())
            }
            Trouble::Simulator(error) => Err(error),
        }
    }

    /// Visits every payroll once, and does the necessary steps.
    async fn round(&mut self) -> Result<Step, Trouble> {
        if self.driver.is_blocked() {
            self.go_through().await?;
        }
        let ids = self.payrolls().await?;
        let mut step = Step::Done;
        if self.plan.together {
            for (id, payroll) in &ids {
                step = step.or(self.prepare(*id, payroll).await?);
            }
        }
        for (id, payroll) in &ids {
            if !self.plan.together {
                step = step.or(self.prepare(*id, payroll).await?);
            }
            self.tamper(*id).await?;
            step = step.or(self.send(*id).await?);
            if let Step::Ended(end) = step {
                if end == LifeEnd::Damaged {
                    // Nothing more is tried, and what is on its way is answered.
                    for (id, _) in &ids {
                        self.driver.idle(*id).await;
                    }
                }
                return Ok(step);
            }
            if !self.plan.together {
                self.driver.idle(*id).await;
            }
        }
        for (id, _) in &ids {
            self.driver.idle(*id).await;
        }
        if self.plan.callbacks == Callbacks::Always && self.plan.way == Way::ByHand && self.plan.prompt {
            self.hand_over().await?;
        }
        Ok(step)
    }

    /// Tries everything that must not work, then goes through everything that may have been sent and allows sending
    /// again.
    async fn go_through(&mut self) -> Result<(), Trouble> {
        for (id, name) in self.driver.payrolls().await? {
            self.approve_while_blocked(id, &name).await?;
            for pressed in [self.driver.start_sending(id).await, self.driver.continue_sending(id).await] {
                if let Err(error) = pressed {
                    self.judge.note(format!("{name} is not sent: {:?}", driver::code_of(error)));
                }
                self.driver.idle(id).await;
            }
            for batch in self.driver.batches(id).await? {
                if let Err(error) = self.driver.send_again(id, batch.key).await {
                    self.judge.note(format!(
                        "batch {} is not sent again: {:?}",
                        batch.key,
                        driver::code_of(error)
                    ));
                }
                self.driver.idle(id).await;
            }
        }
        let named = self.driver.blocked_names().await?;
        self.judge.check_named(&named, &Snapshot::read(self.driver.ledger()).await?);
        self.judge.note(format!("goes through {}", named.join(", ")));
        self.driver.unblock().await?;
        Ok(())
    }

    async fn approve_while_blocked(&self, id: u32, name: &str) -> Result<(), Trouble> {
        if !self.driver.batches(id).await?.iter().all(is_not_approved) {
            return Ok(());
        }
        let approved = match self.driver.review(id, name).await {
            Ok(total) => self.driver.approve(id, &total).await,
            Err(error) => Err(error),
        };
        match approved {
            Ok(()) => self.judge.violated(Invariant::SentWhileBlocked, format!("{name} is approved")),
            Err(error) => self.judge.note(format!("{name} is not approved: {:?}", driver::code_of(error))),
        }
        Ok(())
    }

    /// Returns the existing payrolls; missing payrolls of the plan are made.
    async fn payrolls(&self) -> Result<Vec<(u32, PayrollPlan)>, Trouble> {
        let mut there = self.driver.payrolls().await?;
        let mut all = Vec::new();
        for payroll in &self.plan.payrolls {
            // A second payroll of the same name comes after the first.
            let found = there.iter().position(|(_, name)| *name == payroll.name).map(|at| there.remove(at).0);
            let id = match found {
                Some(id) => id,
                None => {
                    self.judge.note(format!("makes the payroll {}", payroll.name));
                    self.driver.create(payroll).await?
                }
            };
            all.push((id, payroll.clone()));
        }
        // Those that correct others.
        all.extend(there.into_iter().map(|(id, name)| (id, PayrollPlan { name, people: Vec::new() })));
        Ok(all)
    }

    /// Freezes and approves the batches that are not approved yet.
    async fn prepare(&mut self, id: u32, payroll: &PayrollPlan) -> Result<Step, Trouble> {
        if self.story.given_up.contains(&payroll.name) {
            return Ok(Step::Done);
        }
        let batches = self.driver.batches(id).await?;
        if !batches.iter().all(is_not_approved) {
            return Ok(Step::Done);
        }
        let total = match self.driver.review(id, &payroll.name).await {
            Ok(total) => total,
            Err(error) if driver::is_refused_as_paid(&error) => return Ok(Step::Done),
            Err(error) => return Err(error.into()),
        };
        if self.plan.mistypes && !self.story.has_mistyped {
            self.story.has_mistyped = true;
            self.judge.note(format!("mistypes the total of {}", payroll.name));
            if self.driver.approve(id, &format!("1{total}")).await.is_ok() {
                let what = format!("{} is approved with a total of 1{total}", payroll.name);
                self.judge.violated(Invariant::WrongTotalApproved, what);
            }
            return Ok(Step::Moved);
        }
        self.judge.note(format!("approves {} with {total}", payroll.name));
        // Recorded before the call, since a lost response does not undo the approval.
        self.judge.approved(&payroll.name);
        match self.driver.approve(id, &total).await {
            Ok(()) => Ok(Step::Moved),
            Err(error) if driver::is_open_question(&error) && self.plan.overlap == OverlapPolicy::Leave => {
                self.judge.note(format!("gives up {}: somebody of it is paid elsewhere", payroll.name));
                self.judge.not_approved(&payroll.name);
                if payroll.people.is_empty() {
                    // Those whom it corrects are withdrawn elsewhere, and not paid.
                    self.judge.withdrew();
                }
                self.story.given_up.insert(payroll.name.clone());
                Ok(Step::Moved)
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn send(&mut self, id: u32) -> Result<Step, Trouble> {
        let batches = self.driver.batches(id).await?;
        if let Some(unknown) = batches.iter().find(|batch| batch.state == BatchState::Unknown) {
            if self.plan.impatient && !self.story.was_impatient {
                self.story.was_impatient = true;
                self.judge.note(format!("presses send for payroll {id}, a batch of which is unknown"));
                self.driver.continue_sending(id).await?;
                self.driver.idle(id).await;
                return Ok(Step::Moved);
            }
            return self.settle(id, unknown).await;
        }
        if batches.iter().any(|batch| batch.state == BatchState::Intent) {
            // Its state is that it is being sent, but no task sends it.
            self.judge.note("starts the program anew, since a batch is said to be under way");
            return Ok(Step::Ended(LifeEnd::Restart));
        }
        let is_waiting = |batch: &&Batch| {
            matches!(batch.state, BatchState::Approved | BatchState::NotSent | BatchState::NotAccepted)
        };
        let waiting: Vec<&Batch> = batches.iter().filter(is_waiting).collect();
        if waiting.is_empty() {
            return Ok(Step::Done);
        }
        let was_tried = waiting.iter().any(|batch| batch.state != BatchState::Approved);
        let withdraws = self.plan.policy == Policy::Withdraw && was_tried
            || self.plan.overlap == OverlapPolicy::Leave
                && self.story.pressed.contains(&id)
                && self.driver.has_open_questions(id).await?;
        if self.plan.policy == Policy::Correct && was_tried {
            self.judge.note(format!("corrects what is left of payroll {id}"));
            self.judge.corrected();
            self.driver.correct(id).await?;
            return Ok(Step::Moved);
        }
        if withdraws {
            self.judge.note(format!("withdraws what is left of payroll {id}"));
            self.judge.withdrew();
            self.driver.withdraw(id).await?;
            return Ok(Step::Moved);
        }
        if self.story.has_tampered {
            self.story.tries += 1;
            if self.story.tries > TRIES_MAX {
                return Ok(Step::Ended(LifeEnd::Damaged));
            }
        }
        // The service refuses a batch that it does not have according to the operator. The operator does not try for
        // ever, and only a report resolves that.
        if waiting
            .iter()
            .any(|batch| batch.state == BatchState::NotAccepted && self.judge.is_hopeless(&batch.reference))
        {
            return Ok(Step::Done);
        }
        // Only batches that the desk is not sending are withdrawn.
        self.story.pressed.insert(id);
        for batch in &waiting {
            self.judge.asked_for(&batch.reference);
        }
        let is_asked = self.driver.is_asked_for_total(id).await?;
        if waiting.iter().all(|batch| batch.state == BatchState::Approved) && !is_asked {
            self.judge.note(format!("sends payroll {id}"));
            self.driver.start_sending(id).await?;
        } else {
            self.judge.note(format!("sends payroll {id} again, what was refused or not sent"));
            self.driver.continue_sending(id).await?;
        }
        Ok(Step::Moved)
    }

    /// Handles a batch with an unknown outcome as the plan says.
    async fn settle(&mut self, id: u32, batch: &Batch) -> Result<Step, Trouble> {
        let listens = self.plan.callbacks == Callbacks::Always;
        match self.plan.policy {
            Policy::SendAgain => {
                self.judge.note(format!("sends batch {} again", batch.key));
                // The response is "yes", or a refusal that decides nothing: then the operator asks the service.
                if self.judge.sent_again_before(&batch.reference) {
                    return self.say(id, batch, self.judge.has(&batch.reference)).await;
                }
                self.judge.asked_for(&batch.reference);
                self.driver.send_again(id, batch.key).await?;
                Ok(Step::Moved)
            }
            Policy::Wait if listens && !self.judge.is_older_ledger() && self.judge.has(&batch.reference) => {
                self.judge.note(format!("waits for reports of batch {}", batch.key));
                self.settle_reports().await
            }
            Policy::Lie if !self.story.has_lied => {
                self.story.has_lied = true;
                self.say(id, batch, !self.judge.has(&batch.reference)).await
            }
            Policy::Ask | Policy::Wait | Policy::Lie | Policy::Withdraw | Policy::Correct => {
                self.say(id, batch, self.judge.has(&batch.reference)).await
            }
        }
    }

    async fn say(&self, id: u32, batch: &Batch, has_it: bool) -> Result<Step, Trouble> {
        let is_true = has_it == self.judge.has(&batch.reference);
        self.judge
            .note(format!("says of batch {}: the service has it: {has_it} (true: {is_true})", batch.key));
        self.judge.decided(&batch.reference, is_true);
        self.driver.decide(id, batch.key, has_it).await?;
        Ok(Step::Moved)
    }

    /// Changes the ledger's file while nothing is in progress.
    async fn tamper(&mut self, id: u32) -> Result<(), Trouble> {
        let Some(tamper) = self.plan.tamper.filter(|_| !self.story.has_tampered) else { return Ok(()) };
        let batches = self.driver.batches(id).await?;
        let Some(batch) = batches.iter().find(|batch| batch.state == BatchState::Approved) else {
            return Ok(());
        };
        self.story.has_tampered = true;
        self.judge.note(format!("somebody changes the {tamper} of batch {}", batch.key));
        tamper::change_on_the_disk(&ledger_in(self.folder), tamper, batch.key)
            .await
            .map_err(Trouble::Simulator)
    }
}

const fn is_not_approved(batch: &Batch) -> bool {
    matches!(batch.state, BatchState::Draft | BatchState::Frozen)
}

/// Whether a round changed anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Done,
    Moved,
    Ended(LifeEnd),
}

impl Step {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Ended(end), _) | (_, Self::Ended(end)) => Self::Ended(end),
            (Self::Done, Self::Done) => Self::Done,
            (Self::Moved, _) | (_, Self::Moved) => Self::Moved,
        }
    }
}

/// Why a round stopped.
pub enum Trouble {
    /// The desk refused; the operator continues.
    Desk(DeskError),
    Simulator(SimulatorError),
}

impl From<DeskError> for Trouble {
    fn from(error: DeskError) -> Self {
        Self::Desk(error)
    }
}

impl From<SimulatorError> for Trouble {
    fn from(error: SimulatorError) -> Self {
        Self::Simulator(error)
    }
}
