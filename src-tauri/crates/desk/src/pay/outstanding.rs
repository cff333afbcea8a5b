//! What the user still waits for, and whether it can arrive while the program runs.

use crate::{
    context::Context,
    error::DeskError,
    pay::{asking, callbacks},
};

/// What is still expected of the payrolls of a desk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outstanding {
    /// Payouts without an outcome, in batches that the service has.
    pub payouts: u32,
    /// Batches of which it is not known whether the service has them.
    pub unresolved: u32,
    /// A payroll is being sent now.
    pub is_sending: bool,
    /// Results can arrive by themselves: a callback address is listened at, or the service can be asked.
    pub can_arrive: bool,
}

impl Outstanding {
    /// Returns whether the program has a reason to run without a window. Sending goes on to its end. After that the
    /// program waits for results, as long as they are missing and can arrive.
    #[must_use]
    pub const fn keeps_running(self) -> bool {
        self.is_sending || (self.can_arrive && self.waits())
    }

    /// Returns whether results are missing.
    #[must_use]
    pub const fn waits(self) -> bool {
        self.payouts > 0 || self.unresolved > 0
    }
}

/// Returns what is outstanding in all payrolls of the desk.
///
/// # Errors
/// `Ledger`.
pub async fn outstanding(context: &Context) -> Result<Outstanding, DeskError> {
    // Read first: once sending has ended, the ledger contains its result.
    let is_sending = !context.send_queue.is_empty();
    let counts = context.ledger.outstanding().await?;
    Ok(Outstanding {
        payouts: counts.payouts,
        unresolved: counts.unresolved,
        is_sending,
        can_arrive: asking::can_ask(context) || callbacks::callback_address(context).await.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::Outstanding;

    #[test]
    fn the_program_keeps_running_while_it_sends_or_results_can_arrive() {
        for (payouts, unresolved, is_sending, can_arrive, expect) in [
            (0, 0, false, false, false),
            (0, 0, false, true, false),
            // Nobody can report: a closed program loses nothing.
            (14, 0, false, false, false),
            (0, 1, false, false, false),
            (14, 0, false, true, true),
            // A report proves that a batch arrived.
            (0, 1, false, true, true),
            (0, 0, true, false, true),
            (14, 1, true, true, true),
        ] {
            let outstanding = Outstanding { payouts, unresolved, is_sending, can_arrive };
            assert_eq!(outstanding.keeps_running(), expect, "{outstanding:?}");
        }
    }
}
