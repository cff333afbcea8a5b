//! Detects outcomes that are late, so that the user is notified without searching for them.

use std::{sync::Weak, time::Duration};

use jiff::SignedDuration;

use crate::{
    desk::{Desk, Inner},
    error::DeskError,
    event::DeskEvent,
};

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
        let inner = std::sync::Arc::downgrade(&self.inner);
        tokio::spawn(watch(inner));
    }
}

async fn watch(inner: Weak<Inner>) {
    let mut moments = tokio::time::interval(LOOK_EVERY);
    // After the computer slept, one check is enough.
    moments.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        moments.tick().await;
        let Some(inner) = inner.upgrade() else { return };
        if *inner.closing.borrow() {
            return;
        }
        if let Err(error) = (Desk { inner }).mark_overdue().await {
            tracing::warn!(%error, "late outcomes cannot be marked");
        }
    }
}
