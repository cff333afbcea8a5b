//! Withdraws what was approved and never taken, so that no later click sends it.

use paysheet_ledger::{BatchKey, PayrollId, decision_reason};

use crate::{desk::Desk, error::DeskError, event::DeskEvent, pay::sending::SendingGuard, recovery::anchor};

impl Desk {
    /// Withdraws a batch, or everything of the payroll that was never taken, permanently. It needs neither token nor
    /// network.
    ///
    /// # Errors
    /// `SendingGoesOn`; `Ledger` with `NoReason` or `NoSuchBatch`, or with `WrongState` if a batch is
    /// at the service or may be.
    pub async fn withdraw(&self, id: u32, batch: Option<u32>, reason: &str) -> Result<(), DeskError> {
        let reason = decision_reason(reason)?;
        let _guard = SendingGuard::take(self, id)?;
        let by = self.decider();
        let batch = batch.map(BatchKey);
        self.ledger.withdraw(PayrollId(id), batch, (reason, &by), self.now()).await?;
        anchor::anchor_or_log(self).await;
        self.send_queue.clear_stopped(id);
        self.emit(DeskEvent::PayrollChanged { id });
        Ok(())
    }
}
