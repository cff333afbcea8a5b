//! Withdrawing what was approved and never taken, so that no later click sends it.

use paysheet_ledger::{BatchKey, PayrollId};

use crate::{
    desk::Desk,
    error::{DeskError, Setting},
    event::DeskEvent,
    sending::SendingGuard,
};

impl Desk {
    /// Withdraws a batch, or everything of the payroll that was never taken, for ever. It needs neither token nor
    /// network.
    ///
    /// # Errors
    /// `ValueInvalid` without a reason, `SendingGoesOn`; `Ledger` where a batch is at the service or may be.
    pub async fn withdraw(&self, id: u32, batch: Option<u32>, reason: &str) -> Result<(), DeskError> {
        if reason.trim().is_empty() {
            return Err(DeskError::ValueInvalid(Setting::Reason));
        }
        let _guard = SendingGuard::take(self, id)?;
        let by = self.approver();
        let batch = batch.map(BatchKey);
        self.inner.ledger.withdraw(PayrollId(id), batch, (reason.trim(), &by), self.now()).await?;
        self.clear_stopped(id);
        self.tell(DeskEvent::PayrollChanged { id });
        Ok(())
    }
}
