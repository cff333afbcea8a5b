//! Detects outcomes that are late, so that the user is notified without searching for them.

use std::time::Duration;

use jiff::SignedDuration;

use crate::{desk::Desk, error::DeskError, event::DeskEvent};

const LOOK_EVERY: Duration = Duration::from_secs(60);

impl Desk {
    /// Marks payouts whose outcome is later than the profile expects.
    pub async fn mark_overdue(&self) -> Result<(), DeskError> {
        let after = SignedDuration::from_mins(self.profile().settings.overdue_after_min.into());
        let before = self.now() - after;
        for payroll in self.ledger.mark_overdue(before, self.now()).await? {
            self.emit(DeskEvent::PayrollChanged { id: payroll.0 });
        }
        Ok(())
    }
}

/// Checks periodically, for as long as the desk is open.
pub(crate) fn watch_for_overdue(desk: &Desk) {
    desk.repeat((Duration::ZERO, LOOK_EVERY), |desk| async move {
        if let Err(error) = desk.mark_overdue().await {
            tracing::warn!(%error, "late outcomes cannot be marked");
        }
    });
}
