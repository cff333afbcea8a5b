//! One payment with its history, for a user who has to find out what became of it.

use paysheet_domain::BatchState;
use paysheet_ledger::{LedgerError, PayoutFilter, PayrollId};

use crate::{context::Context, error::DeskError, pay::tracking::payout_view, view::PaymentView};

/// Returns a payment of a payroll by its reference.
///
/// # Errors
/// `Ledger` with `NoSuchPayout`.
pub async fn payment(context: &Context, id: u32, reference: &str) -> Result<PaymentView, DeskError> {
    let ledger = &context.ledger;
    let filter = PayoutFilter { text: Some(reference.to_owned()), ..PayoutFilter::default() };
    let (_, found) = ledger.payouts(PayrollId(id), &filter, 0, u32::MAX).await?;
    let payout = found.into_iter().find(|payout| payout.reference.as_str() == reference);
    let payout = payout.ok_or(LedgerError::NoSuchPayout)?;
    let batches = ledger.batches(PayrollId(id)).await?;
    let batch = batches.into_iter().find(|batch| batch.number == payout.batch);
    let batch = batch.ok_or(LedgerError::NoSuchPayout)?;
    let (reports, decisions) = (ledger.reports(reference).await?, ledger.payout_decisions(reference).await?);
    Ok(PaymentView {
        payroll: id,
        evidence: u32::try_from(reports.len() + decisions.len()).unwrap_or(u32::MAX),
        payroll_name: ledger.payroll(PayrollId(id)).await?.name,
        batch_reference: batch.reference.to_string(),
        sent_at: batch.sent_at.map(|at| at.to_string()),
        accepted_at: batch.accepted_at.map(|at| at.to_string()),
        reports: reports.into_iter().map(Into::into).collect(),
        decisions: decisions.into_iter().map(Into::into).collect(),
        can_decide: matches!(batch.state, BatchState::Settling | BatchState::Closed),
        payout: payout_view(payout, batch.state),
        batch_id: batch.batch_id,
    })
}
