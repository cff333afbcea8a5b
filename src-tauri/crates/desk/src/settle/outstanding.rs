//! What the user still waits for, and whether it can arrive while the program runs.
//!
//! # A closed window is hidden only if something leads back to it
//!
//! `desk::settle::outstanding` decides whether the program has a reason to run without a window: a payroll is being
//! sent, or results are missing and can arrive, now or after the user unlocked the desk (`Arrival`): a locked desk
//! hears callbacks, and asks nothing. `app::background` hides the window only if the desktop has a tray, says there
//! what has to be unlocked, and quits when nothing is left to wait for. Before a live window hides for the first time,
//! it offers the start at login, once (`login_offer`); a start at login shows the window of a desk that has to be
//! unlocked. A second start of the program shows a hidden window. On macOS a closed window is always hidden, and the
//! program stays until its user quits it: the Dock leads back.

use super::{asking, callbacks};
use crate::{desk::Desk, error::DeskError};

/// When results arrive without the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrival {
    /// Nobody can report: no callback address is listened at, and the profile has no call to ask the service.
    #[default]
    Never,
    /// Results are known only by asking the service, and a locked desk cannot ask.
    AfterUnlock,
    /// A callback address is listened at, or the service is asked.
    Now,
}

/// What is still expected of the payrolls of a desk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outstanding {
    /// Payouts without an outcome, in batches that the service has.
    pub payouts: u32,
    /// Batches of which it is not known whether the service has them.
    pub unresolved: u32,
    /// A payroll is being sent now.
    pub is_sending: bool,
    pub arrival: Arrival,
}

impl Outstanding {
    /// Returns whether the program has a reason to run without a window. Sending goes on to its end. After that the
    /// program waits for results, as long as they are missing and can arrive, now or after the user unlocked the desk.
    #[must_use]
    pub const fn keeps_running(self) -> bool {
        self.is_sending || (self.waits() && !matches!(self.arrival, Arrival::Never))
    }

    /// Returns whether results are missing that arrive only after the user unlocked the desk.
    #[must_use]
    pub const fn needs_unlock(self) -> bool {
        self.waits() && matches!(self.arrival, Arrival::AfterUnlock)
    }

    /// Returns whether results are missing.
    #[must_use]
    pub const fn waits(self) -> bool {
        self.payouts > 0 || self.unresolved > 0
    }
}

impl Desk {
    /// Returns what is outstanding in all payrolls of the desk.
    pub async fn outstanding(&self) -> Result<Outstanding, DeskError> {
        // Read first: once sending has ended, the ledger contains its result.
        let is_sending = !self.send_queue.is_empty();
        let counts = self.ledger.outstanding().await?;
        Ok(Outstanding {
            payouts: counts.payouts,
            unresolved: counts.unresolved,
            is_sending,
            arrival: arrival(self).await?,
        })
    }
}

async fn arrival(desk: &Desk) -> Result<Arrival, DeskError> {
    let listens = callbacks::callback_address(desk).await.is_some();
    let asks = asking::has_call(desk);
    if !listens && !asks {
        return Ok(Arrival::Never);
    }
    // Listening alone is no promise: the address may never have been reached from outside.
    let arrives = listens && (!asks || desk.ledger.last_callback_at().await?.is_some());
    Ok(if arrives || desk.is_unlocked() { Arrival::Now } else { Arrival::AfterUnlock })
}

#[cfg(test)]
mod tests {
    use super::{Arrival, Outstanding};

    #[test]
    fn the_program_keeps_running_while_it_sends_or_results_can_arrive() {
        use Arrival::{AfterUnlock, Never, Now};
        for (payouts, unresolved, is_sending, arrival, keeps_running, needs_unlock) in [
            (0, 0, false, Never, false, false),
            (0, 0, false, Now, false, false),
            (0, 0, false, AfterUnlock, false, false),
            // Nobody can report: a closed program loses nothing.
            (14, 0, false, Never, false, false),
            (0, 1, false, Never, false, false),
            (14, 0, false, Now, true, false),
            // A locked desk asks again after it is unlocked: its user is told so, in the tray.
            (14, 0, false, AfterUnlock, true, true),
            (0, 1, false, AfterUnlock, true, true),
            // A report proves that a batch arrived.
            (0, 1, false, Now, true, false),
            (0, 0, true, Never, true, false),
            (14, 1, true, Now, true, false),
        ] {
            let outstanding = Outstanding { payouts, unresolved, is_sending, arrival };
            let found = (outstanding.keeps_running(), outstanding.needs_unlock());
            assert_eq!(found, (keeps_running, needs_unlock), "{outstanding:?}");
        }
    }
}
