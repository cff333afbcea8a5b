//! How fast a service is asked: several questions at once, fewer and with pauses while it does not answer or asks to be
//! left alone, and more again once it answers.

use std::time::Duration;

use tokio::time::Instant;

use crate::{retry::doubling, view::NotAsked};

/// The wait after the first failure; it doubles with every further round without an answer.
const WAIT_FIRST: Duration = Duration::from_millis(300);
const WAIT_MAX: Duration = Duration::from_secs(10);
/// The longest wait that a service is granted.
const WAIT_ASKED_MAX: Duration = Duration::from_secs(60);
/// Rounds without any answer, each after a longer wait, after which the rest is not asked: the service is not there.
const ROUNDS_UNANSWERED_MAX: u32 = 5;
/// The same where the service answers that it is asked too often: that ends by waiting.
const ROUNDS_RATE_LIMITED_MAX: u32 = 10;

#[derive(Debug)]
pub(super) struct Pace {
    most: usize,
    allowed: usize,
    /// Answers since the last change of `allowed`.
    answers: usize,
    /// Waits in a row without an answer between them.
    rounds: u32,
    until: Option<Instant>,
}

impl Pace {
    pub fn new(most: usize) -> Self {
        let most = most.max(1);
        Self { most, allowed: most, answers: 0, rounds: 0, until: None }
    }

    /// Returns how many questions may be open at once.
    pub const fn allowed(&self) -> usize {
        self.allowed
    }

    /// Returns the end of the present wait; none if there is none.
    pub fn wait_until(&self, now: Instant) -> Option<Instant> {
        self.until.filter(|until| *until > now)
    }

    pub fn answered(&mut self) {
        self.rounds = 0;
        self.answers += 1;
        if self.answers >= self.allowed && self.allowed < self.most {
            self.allowed += 1;
            self.answers = 0;
        }
    }

    /// Slows down after a failure that passes by itself. Questions that were open at the same time fail together: they
    /// count as one round.
    pub fn failed(&mut self, asked: Option<Duration>, now: Instant) {
        let asked = asked.map(|wait| now + wait.min(WAIT_ASKED_MAX));
        if self.wait_until(now).is_none() {
            let wait = doubling(WAIT_FIRST, WAIT_MAX).nth(self.rounds as usize).unwrap_or(WAIT_MAX);
            self.rounds += 1;
            self.answers = 0;
            self.allowed = (self.allowed / 2).max(1);
            self.until = Some(now + wait);
        }
        self.until = self.until.max(asked);
    }

    /// Whether the service is not there: it would be asked in vain.
    pub const fn is_hopeless(&self, why: NotAsked) -> bool {
        self.rounds
            > match why {
                NotAsked::RateLimited => ROUNDS_RATE_LIMITED_MAX,
                NotAsked::NoAnswer
                | NotAsked::NotReached
                | NotAsked::Refused
                | NotAsked::TokenRefused
                | NotAsked::Locked
                | NotAsked::NotStored => ROUNDS_UNANSWERED_MAX,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_at_the_same_time_are_one_round_and_answers_speed_up_again() {
        let now = Instant::now();
        let mut pace = Pace::new(8);
        for _ in 0..8 {
            pace.failed(None, now);
        }
        assert_eq!((pace.allowed(), pace.wait_until(now)), (4, Some(now + WAIT_FIRST)));
        let later = now + WAIT_FIRST;
        assert_eq!(pace.wait_until(later), None);
        pace.failed(None, later);
        assert_eq!((pace.allowed(), pace.wait_until(later)), (2, Some(later + WAIT_FIRST * 2)));
        for _ in 0..2 + 3 + 4 + 5 + 6 + 7 {
            pace.answered();
        }
        assert_eq!(pace.allowed(), 8);
    }

    #[test]
    fn a_service_that_asks_to_be_left_alone_is_left_alone_for_a_minute_at_most() {
        let now = Instant::now();
        for (asked, granted) in [(2, 2), (60, 60), (3_600, 60)] {
            let mut pace = Pace::new(8);
            pace.failed(None, now);
            pace.failed(Some(Duration::from_secs(asked)), now);
            assert_eq!(pace.wait_until(now), Some(now + Duration::from_secs(granted)));
        }
    }

    #[test]
    fn rounds_without_an_answer_end_and_one_answer_begins_anew() {
        let mut now = Instant::now();
        let mut pace = Pace::new(8);
        let mut round = |pace: &mut Pace| {
            pace.failed(None, now);
            now += WAIT_MAX;
        };
        for _ in 0..ROUNDS_UNANSWERED_MAX {
            round(&mut pace);
            assert!(!pace.is_hopeless(NotAsked::NoAnswer));
        }
        round(&mut pace);
        assert!(pace.is_hopeless(NotAsked::NoAnswer) && !pace.is_hopeless(NotAsked::RateLimited));
        pace.answered();
        assert!(!pace.is_hopeless(NotAsked::NoAnswer));
    }
}
