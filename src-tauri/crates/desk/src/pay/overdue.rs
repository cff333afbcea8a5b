//! Detects outcomes that are late, so that the user is notified without searching for them.

use std::time::Duration;

use jiff::SignedDuration;

use crate::{desk::Desk, error::DeskError, event::DeskEvent};

/// Minutes after acceptance. Banks answer in seconds, and slow ones in a few minutes.
pub const OVERDUE_AFTER_MIN: i64 = 30;
const LOOK_EVERY: Duration = Duration::from_secs(60);

impl Desk {
    /// Marks payouts whose outcome is late.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn mark_overdue(&self) -> Result<(), DeskError> {
        let before = self.now() - SignedDuration::from_mins(OVERDUE_AFTER_MIN);
        for payroll in self.inner.ledger.mark_overdue(before, self.now()).await? {
            self.tell(DeskEvent::PayrollChanged { id: payroll.0 });
        }
        Ok(())
    }

    /// Checks periodically, for as long as the desk is open.
    pub(crate) fn watch_for_overdue(&self) {
        self.repeat((Duration::ZERO, LOOK_EVERY), |desk| async move {
            if let Err(error) = desk.mark_overdue().await {
                tracing::warn!(%error, "late outcomes cannot be marked");
            }
        });
    }
}
