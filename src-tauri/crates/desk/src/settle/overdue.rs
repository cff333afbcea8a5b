//! Detects outcomes that are late, so that the user is notified without searching for them.

use std::time::Duration;

use jiff::SignedDuration;

use crate::{context::Context, error::DeskError, event::DeskEvent};

const LOOK_EVERY: Duration = Duration::from_secs(60);

/// Marks payouts whose outcome is later than the profile expects.
///
/// # Errors
/// `Ledger`.
pub async fn mark_overdue(context: &Context) -> Result<(), DeskError> {
    let after = SignedDuration::from_mins(context.profile().settings.overdue_after_min.into());
    let before = context.now() - after;
    for payroll in context.ledger.mark_overdue(before, context.now()).await? {
        context.tell(DeskEvent::PayrollChanged { id: payroll.0 });
    }
    Ok(())
}

/// Checks periodically, for as long as the desk is open.
pub(crate) fn watch_for_overdue(context: &Context) {
    context.repeat((Duration::ZERO, LOOK_EVERY), |context| async move {
        if let Err(error) = mark_overdue(&context).await {
            tracing::warn!(%error, "late outcomes cannot be marked");
        }
    });
}
