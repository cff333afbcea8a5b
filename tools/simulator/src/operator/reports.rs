//! How the service's reports reach the desk: over its own listener, at any time; or handed over by the operator, so
//! that a story is the same in each run.

use std::time::Duration;

use fastrand::Rng;
use paysheet_domain::PayoutState;
use tokio::time::{Instant, timeout};

use super::{LifeEnd, Operator, Step, Trouble};
use crate::{
    driver::Stored,
    error::SimulatorError,
    judge::{Invariant, Snapshot, is_reversed, outcome},
    plan::Way,
};

/// Milliseconds that reports may need which the service has already sent.
const REPORTS_MS_MAX: u64 = 6_000;
/// Milliseconds after which the ledger is read again without an event.
const LOOK_AGAIN_MS: u64 = 50;
/// Most reports that are handed over together.
const TOGETHER_MAX: usize = 4;

impl Operator<'_> {
    /// Makes reports reach the desk from now on.
    pub async fn listen(&mut self) -> Result<(), SimulatorError> {
        self.judge.listened();
        self.story.handed.unapplied.clear();
        match self.plan.way {
            Way::ByHand => self.practice.set_callback_url(Some(self.letterbox.address())),
            Way::Listener => {
                // A path of its own: a report of a story that has ended does not reach the next story at that port.
                let first = format!("http://127.0.0.1:0/story-{}", self.plan.seed);
                let wanted = self.story.handed.heard_at.clone().unwrap_or_else(|| first.clone());
                let address = match self.driver.listen(&wanted).await {
                    Ok(address) => address,
                    Err(_) => self.driver.listen(&first).await?,
                };
                self.story.handed.heard_at.clone_from(&address);
                self.practice.set_callback_url(address);
            }
        }
        self.judge.note("reports reach the desk");
        Ok(())
    }

    /// Waits until everything that the service reports is in the ledger, or the life ends.
    pub async fn settle_reports(&mut self) -> Result<Step, Trouble> {
        if self.plan.way == Way::ByHand {
            self.hand_over().await?;
        }
        if self.judge.is_older_ledger() {
            // The service does not repeat a report that the newer ledger has stored.
            return Ok(Step::Moved);
        }
        let until = Instant::now() + Duration::from_millis(REPORTS_MS_MAX);
        let mut events = self.driver.events();
        while self.missing_reports().await? > 0 {
            if Instant::now() > until {
                return Ok(Step::Ended(self.missed_reports()));
            }
            let _ = timeout(Duration::from_millis(LOOK_AGAIN_MS), events.recv()).await;
            if self.plan.way == Way::ByHand {
                // Another payroll may have been sent meanwhile, and nobody else hands over its reports.
                self.hand_over().await?;
            }
        }
        Ok(Step::Moved)
    }

    /// Hands over the reports that the desk has not stored: some together, some twice, in an order of the seed.
    pub async fn hand_over(&mut self) -> Result<(), Trouble> {
        self.apply(Vec::new()).await?;
        let mut rng = Rng::with_seed(self.plan.seed);
        let mut reports = self.all_reports().await?;
        reports.retain(|report| !self.story.handed.acknowledged.contains(report));
        rng.shuffle(&mut reports);
        if reports.len() > 1 && rng.u8(..4) == 0 {
            let again = reports[rng.usize(..reports.len())].clone();
            reports.push(again);
        }
        let mut left = reports.as_slice();
        while !left.is_empty() {
            let (now, later) = left.split_at(rng.usize(1..=TOGETHER_MAX.min(left.len())));
            let stored = self.driver.store_reports(now).await?;
            self.story.handed.acknowledged.extend(now.iter().cloned());
            self.apply(stored).await?;
            left = later;
        }
        Ok(())
    }

    /// Applies stored reports, together with those that could not be applied before.
    async fn apply(&mut self, stored: Vec<Stored>) -> Result<(), Trouble> {
        let unapplied = &mut self.story.handed.unapplied;
        unapplied.extend(stored);
        if !unapplied.is_empty() {
            self.driver.apply_reports(unapplied).await?;
            unapplied.clear();
        }
        Ok(())
    }

    /// Waits until the service has reported on every payout that it queued.
    async fn all_reports(&self) -> Result<Vec<Vec<u8>>, SimulatorError> {
        let here = Snapshot::outcomes(self.driver.ledger()).await?;
        let queued: Vec<String> =
            self.practice.queued().into_iter().flat_map(|batch| batch.payouts).collect();
        let due = |(reference, account, _): &&(String, String, PayoutState)| {
            let times = if is_reversed(account) { 2 } else { 1 };
            if queued.contains(reference) { times } else { 0 }
        };
        let due: usize = here.iter().map(|payout| due(&payout)).sum();
        let all = timeout(Duration::from_millis(REPORTS_MS_MAX), self.letterbox.at_least(due)).await;
        Ok(all.unwrap_or_else(|_| self.letterbox.reports()))
    }

    /// Counts payouts that the service has and whose outcome is not in the ledger.
    async fn missing_reports(&self) -> Result<usize, SimulatorError> {
        let here = Snapshot::outcomes(self.driver.ledger()).await?;
        let queued = self.practice.queued();
        let with_the_service =
            |reference: &String| queued.iter().any(|batch| batch.payouts.contains(reference));
        let missing = here
            .iter()
            .filter(|(reference, account, state)| *state != outcome(account) && with_the_service(reference));
        Ok(missing.count())
    }

    fn missed_reports(&mut self) -> LifeEnd {
        let what = "the service reported, and the reports are not to be seen";
        if self.story.handed.waited_in_vain {
            self.judge.violated(Invariant::DoesNotEnd, what);
            return LifeEnd::Done;
        }
        self.judge.note(format!("{what}: a new start"));
        self.story.handed.waited_in_vain = true;
        LifeEnd::Restart
    }
}
