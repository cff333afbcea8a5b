//! One payment with its history, for a user who has to find out what became of it.

use paysheet_domain::Reference;
use paysheet_ledger::{LedgerError, PayrollId};

use super::{attempts, tracking::payout_view};
use crate::{
    desk::Desk,
    error::DeskError,
    view::{AccountPaymentsView, PaymentView, payment_view},
};

/// Other payments to the account that are listed, earlier and later ones each. The person's page has all of them.
const ACCOUNT_PAYMENTS_MAX: u32 = 12;

impl Desk {
    /// Returns a payment of a payroll by its reference.
    ///
    /// # Errors
    /// `Ledger` with `NoSuchPayout`.
    pub async fn payment(&self, id: u32, reference: &str) -> Result<PaymentView, DeskError> {
        let ledger = &self.ledger;
        let parsed = Reference::parse(reference).ok_or(LedgerError::NoSuchPayout)?;
        let payment = ledger.payment(PayrollId(id), &parsed).await?;
        let batches = ledger.batches(PayrollId(id)).await?;
        let batch = batches.into_iter().find(|batch| batch.number == payment.payout.batch);
        let batch = batch.ok_or(LedgerError::NoSuchPayout)?;
        let (reports, decisions) =
            (ledger.reports(reference).await?, ledger.payout_decisions(reference).await?);
        let sent = batch.sent_at.map(|at| (at, batch.key));
        let beside = ledger.payments_beside(&payment, sent, ACCOUNT_PAYMENTS_MAX).await?;
        Ok(PaymentView {
            payroll: id,
            evidence: u32::try_from(reports.len() + decisions.len()).unwrap_or(u32::MAX),
            batch_reference: batch.reference.to_string(),
            sent_at: batch.sent_at.map(|at| at.to_string()),
            accepted_at: batch.accepted_at.map(|at| at.to_string()),
            attempts: attempts::attempts(self, batch.key.0).await?,
            reports: reports.into_iter().map(Into::into).collect(),
            decisions,
            account: AccountPaymentsView {
                person: payment.person.clone(),
                earlier: beside.earlier.iter().map(payment_view).collect(),
                later: beside.later.iter().map(payment_view).collect(),
                unreadable: beside.unreadable,
            },
            payroll_name: payment.payroll_name,
            payout: payout_view(payment.payout, batch.state),
            batch_id: batch.batch_id,
        })
    }
}
