//! How often the service is asked. Callbacks normally bring the outcomes, so a batch is asked about only some time after
//! it was sent, then in rounds with growing pauses. One limit a minute holds for all questions together.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use paysheet_ledger::BatchKey;

use crate::retry::doubling;

/// Most questions in a minute, those of the user and those in the background together.
pub(crate) const QUESTIONS_PER_MIN_MAX: usize = 60;
/// Time after sending before the first round about a batch, and the shortest pause between two rounds.
pub(crate) const ROUND_FIRST: Duration = Duration::from_mins(2);
/// The longest pause between two rounds. The pause doubles with each round.
const ROUND_LONGEST: Duration = Duration::from_hours(2);
/// Rounds about one batch without the user's request. Later outcomes come by callbacks, or when the user asks.
const ROUNDS_MAX: u32 = 24;
/// The pause after a question that the service did not answer. It doubles with each further failure.
const FAILURE_FIRST: Duration = Duration::from_mins(1);
const FAILURE_LONGEST: Duration = Duration::from_mins(60);
const MINUTE: SignedDuration = SignedDuration::from_mins(1);
/// A pause is longer by at most one part in this number, so that many desks do not ask at the same time.
const JITTER_PART: u64 = 4;

/// When questions are allowed.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    asked: VecDeque<Timestamp>,
    rounds: HashMap<BatchKey, Round>,
    failures: u32,
    /// Nothing is asked in the background before.
    quiet_until: Option<Timestamp>,
    /// The last payout about which the service did not answer.
    stuck_at: Option<(BatchKey, String)>,
}

/// A round of questions about one batch.
#[derive(Clone, Debug)]
struct Round {
    /// Rounds that ended.
    ended: u32,
    next_at: Timestamp,
    /// The last reference that was asked about in this round; empty at its beginning.
    after: String,
}

impl Pace {
    /// Takes one question from the limit of the last minute. Returns false if there is none left.
    pub fn take(&mut self, now: Timestamp) -> bool {
        // A clock that was set back must not stop the questions.
        while self.asked.front().is_some_and(|at| at.duration_until(now) >= MINUTE || *at > now) {
            self.asked.pop_front();
        }
        let is_free = self.asked.len() < QUESTIONS_PER_MIN_MAX;
        if is_free {
            self.asked.push_back(now);
        }
        is_free
    }

    /// Returns whether nothing may be asked in the background now.
    pub fn is_quiet(&self, now: Timestamp) -> bool {
        self.quiet_until.is_some_and(|until| now < until)
    }

    /// Returns the reference after which a batch is to be asked about now; none if it is not due.
    pub fn due(&mut self, batch: BatchKey, sent_at: Timestamp, now: Timestamp) -> Option<String> {
        let first = Round { ended: 0, next_at: later(sent_at, ROUND_FIRST), after: String::new() };
        let round = self.rounds.entry(batch).or_insert(first);
        (round.ended < ROUNDS_MAX && round.next_at <= now).then(|| round.after.clone())
    }

    pub fn answered(&mut self) {
        self.failures = 0;
        self.quiet_until = None;
    }

    /// Returns whether the service did not answer about the same payout the last time, either; remembers that it did not now.
    pub fn has_failed_before(&mut self, batch: BatchKey, reference: &str) -> bool {
        let now = Some((batch, reference.to_owned()));
        let is_again = self.stuck_at == now;
        self.stuck_at = now;
        is_again
    }

    /// Continues the round after this reference.
    pub fn move_on(&mut self, batch: BatchKey, after: &str) {
        if let Some(round) = self.rounds.get_mut(&batch) {
            after.clone_into(&mut round.after);
        }
    }

    pub fn end_round(&mut self, batch: BatchKey, now: Timestamp, random: u32) {
        if let Some(round) = self.rounds.get_mut(&batch) {
            let pause =
                doubling(ROUND_FIRST, ROUND_LONGEST).nth(round.ended as usize + 1).unwrap_or(ROUND_LONGEST);
            *round = Round {
                ended: round.ended + 1,
                next_at: later(now, with_jitter(pause, random)),
                after: String::new(),
            };
        }
    }

    /// Pauses after a failure, for at least as long as the service requests.
    pub fn failed(&mut self, requested: Option<Duration>, now: Timestamp, random: u32) {
        let mut pauses = doubling(FAILURE_FIRST, FAILURE_LONGEST);
        let pause = with_jitter(pauses.nth(self.failures as usize).unwrap_or(FAILURE_LONGEST), random);
        let requested = requested.unwrap_or(Duration::ZERO).min(FAILURE_LONGEST);
        self.failures = self.failures.saturating_add(1);
        self.quiet_until = Some(later(now, pause.max(requested)));
    }

    /// Forgets the batches that need no more questions.
    pub fn retain(&mut self, open: &[BatchKey]) {
        self.rounds.retain(|batch, _| open.contains(batch));
    }
}

fn later(at: Timestamp, pause: Duration) -> Timestamp {
    at.checked_add(pause).unwrap_or(Timestamp::MAX)
}

fn with_jitter(pause: Duration, random: u32) -> Duration {
    let most_s = pause.as_secs() / JITTER_PART;
    pause + Duration::from_secs(u64::from(random) % (most_s + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BATCH: BatchKey = BatchKey(7);

    fn at(seconds: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_secs(seconds)
    }

    #[test]
    fn a_minute_has_a_limit_and_ends() {
        let mut pace = Pace::default();
        for _ in 0..QUESTIONS_PER_MIN_MAX {
            assert!(pace.take(at(0)));
        }
        assert!(!pace.take(at(0)) && !pace.take(at(59)));
        assert!(pace.take(at(60)));
        // The clock was set back.
        assert!(pace.take(at(-3_600)));
    }

    #[test]
    fn rounds_begin_after_sending_and_become_rare() {
        let mut pace = Pace::default();
        assert_eq!(pace.due(BATCH, at(0), at(119)), None);
        assert_eq!(pace.due(BATCH, at(0), at(120)).as_deref(), Some(""));
        pace.move_on(BATCH, "REF1");
        assert_eq!(pace.due(BATCH, at(0), at(121)).as_deref(), Some("REF1"));
        let (mut now, mut pauses) = (120, Vec::new());
        while pauses.len() < 40 {
            pace.end_round(BATCH, at(now), 0);
            let Some(pause) = (0..20_000).find(|pause| pace.due(BATCH, at(0), at(now + pause)).is_some())
            else {
                break;
            };
            pauses.push(pause);
            now += pause;
        }
        assert_eq!(pauses[..7], [240, 480, 960, 1_920, 3_840, 7_200, 7_200]);
        assert_eq!(pauses.len() + 1, ROUNDS_MAX as usize, "rounds end");
        pace.retain(&[]);
        assert!(pace.due(BATCH, at(0), at(120)).is_some(), "a batch that was forgotten begins anew");
    }

    #[test]
    fn failures_make_pauses_of_growing_length_with_jitter() {
        let mut pace = Pace::default();
        pace.failed(None, at(0), 0);
        assert!(pace.is_quiet(at(59)) && !pace.is_quiet(at(60)));
        pace.failed(None, at(60), 0);
        assert!(pace.is_quiet(at(179)) && !pace.is_quiet(at(180)));
        pace.failed(Some(Duration::from_secs(600)), at(180), 0);
        assert!(pace.is_quiet(at(779)) && !pace.is_quiet(at(780)), "the service's own wish");
        pace.failed(Some(Duration::MAX), at(780), 0);
        assert!(!pace.is_quiet(at(780 + 3_600)), "an hour at most");
        pace.answered();
        assert!(!pace.is_quiet(at(780)));
        for (random, expected) in [(0, 60), (15, 75), (16, 60), (u32::MAX, 75)] {
            let pause = with_jitter(FAILURE_FIRST, random).as_secs();
            assert!((60..=75).contains(&pause));
            assert_eq!(pause, expected, "{random}");
        }
    }
}
