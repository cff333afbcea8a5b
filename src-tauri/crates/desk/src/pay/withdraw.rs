//! Withdraws what was approved and never taken, so that no later click sends it.

use paysheet_ledger::{BatchKey, PayrollId, decision_reason};

use crate::{
    context::Context, error::DeskError, event::DeskEvent, pay::sending::SendingGuard, recovery::anchor,
};

/// Withdraws a batch, or everything of the payroll that was never taken, permanently. It needs neither token nor
/// network.
///
/// # Errors
/// `SendingGoesOn`; `Ledger` with `NoReason` or `NoSuchBatch`, or with `WrongState` if a batch is
/// at the service or may be.
pub async fn withdraw(context: &Context, id: u32, batch: Option<u32>, reason: &str) -> Result<(), DeskError> {
    let reason = decision_reason(reason)?;
    let _guard = SendingGuard::take(context, id)?;
    let by = context.decider();
    let batch = batch.map(BatchKey);
    context.ledger.withdraw(PayrollId(id), batch, (reason, &by), context.now()).await?;
    anchor::anchor_or_log(context).await;
    context.send_queue.clear_stopped(id);
    context.tell(DeskEvent::PayrollChanged { id });
    Ok(())
}
