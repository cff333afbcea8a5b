//! The life of the access token. A submission takes minutes and a token lives for hours: one that would end in the
//! middle could leave a batch that nobody knows the fate of, so such a submission is not begun.

use jiff::{SignedDuration, Timestamp};

use crate::{desk::Desk, error::DeskError, profile::Unlocked};

impl Desk {
    /// When the token in use ends, where it says so itself; none while locked.
    #[must_use]
    pub fn token_expires_at(&self) -> Option<Timestamp> {
        self.unlocked().ok()?.token_expires_at
    }

    /// Seconds that a submission may take.
    #[must_use]
    pub fn submission_s_max(&self) -> u32 {
        u32::try_from(self.timeouts().submit_ms.div_ceil(1_000)).unwrap_or(u32::MAX)
    }

    /// Token and lock for one submission, where the token outlives it.
    ///
    /// # Errors
    /// `Locked`, `TokenEnds`.
    pub(crate) async fn secrets_for_a_submission(&self) -> Result<Unlocked, DeskError> {
        let unlocked = self.unlocked()?;
        match unlocked.token_expires_at {
            Some(at) if at < self.submission_ends_at() => {
                Err(DeskError::TokenEnds { at, submission_s: self.submission_s_max() })
            }
            Some(_) | None => Ok(unlocked),
        }
    }

    /// When a submission begun now has ended at the latest.
    fn submission_ends_at(&self) -> Timestamp {
        let length =
            SignedDuration::from_millis(i64::try_from(self.timeouts().submit_ms).unwrap_or(i64::MAX));
        self.now().checked_add(length).unwrap_or(Timestamp::MAX)
    }
}
