//! The search for payments in all payrolls.

use crate::{desk::Desk, error::DeskError, view::FoundPayment};

/// Payments that a search lists: more of them would be no help to somebody who looks for one.
pub const FOUND_PAYMENTS_MAX: u32 = 20;
/// Longest text that is searched for, in characters; more of it is ignored.
const TEXT_CHARS_MAX: usize = 120;

impl Desk {
    /// Returns payments by the beginning of a name, an account number or a reference, by batch id, or by amount.
    pub async fn search(&self, text: &str) -> Result<Vec<FoundPayment>, DeskError> {
        let text: String = text.chars().take(TEXT_CHARS_MAX).collect();
        let found = self.ledger.search(&text, FOUND_PAYMENTS_MAX).await?;
        let view = |payment: paysheet_ledger::PersonPayment| FoundPayment {
            payroll: payment.payroll.0,
            payroll_name: payment.payroll_name,
            reference: payment.payout.reference.to_string(),
            name: payment.payout.name,
            account_number: payment.payout.account_number,
            bank_name: payment.payout.bank_name,
            amount: payment.payout.amount.digits(),
            currency: payment.payout.amount.currency(),
            status: payment.status,
            at: payment.at.map(|at| at.to_string()),
        };
        Ok(found.into_iter().map(view).collect())
    }
}
