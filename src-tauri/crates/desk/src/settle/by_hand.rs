//! What the user says about payouts: paid, failed or reversed, by somebody's word. And closing a payroll of which
//! outcomes are missing. It needs neither token nor network, and sends nothing.

use paysheet_domain::Reference;
use paysheet_ledger::{LedgerError, NewPayoutDecision, PayrollId, ShownEvidence, decision_reason};

use super::chosen;
use crate::{
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    recovery::anchor,
    view::{PayoutChoice, PayoutDecisionInput},
};

impl Desk {
    /// Stores what the user says about payouts, all of them or none.
    ///
    /// # Errors
    /// `TooManyChosen`; `Ledger` with `NoReason`, or with `PayoutsChanged` if the choice is not what was shown,
    /// with `NoSuchPayout`, or with `WrongState` if the service does not have one of them, as far as is known.
    pub async fn decide_payouts(
        &self,
        id: u32,
        choice: &PayoutChoice,
        input: &PayoutDecisionInput,
    ) -> Result<(), DeskError> {
        let reason = decision_reason(&input.reason)?;
        let by = self.decider();
        let (references, shown) = choose(self, id, choice).await?;
        let new =
            NewPayoutDecision { decision: input.decision, source: input.source, reason, by: &by, shown };
        self.ledger.acting_for(&by).decide_payouts(PayrollId(id), &references, new, self.now()).await?;
        changed(self, id).await;
        Ok(())
    }

    /// Takes back what the user said about payouts.
    ///
    /// # Errors
    /// `Ledger` with `NoSuchPayout`, also if nothing was said about one of them.
    pub async fn withdraw_payout_decisions(&self, id: u32, choice: &PayoutChoice) -> Result<(), DeskError> {
        let (references, shown) = choose(self, id, choice).await?;
        // Reports that came since count again and change no state. A state that changed is another question.
        let states: Option<Vec<_>> = match shown {
            ShownEvidence::OfEach(shown) => Some(shown.iter().map(|shown| shown.state).collect()),
            ShownEvidence::OfPayout(_) | ShownEvidence::OfPayroll(_) => None,
        };
        let by = self.decider();
        let ledger = self.ledger.acting_for(&by);
        let these = (references.as_slice(), states.as_deref());
        ledger.withdraw_payout_decisions(PayrollId(id), these, &by, self.now()).await?;
        changed(self, id).await;
        Ok(())
    }

    /// Closes a payroll of which outcomes are missing, with a reason.
    ///
    /// # Errors
    /// `Ledger` with `NoReason` or `NotBeingPaid`.
    pub async fn close_unconfirmed(&self, id: u32, reason: &str) -> Result<(), DeskError> {
        let reason = decision_reason(reason)?;
        let by = self.decider();
        self.ledger.close_unconfirmed(PayrollId(id), (reason, &by), self.now()).await?;
        changed(self, id).await;
        Ok(())
    }

    /// Reopens a payroll that was closed before all outcomes were known.
    ///
    /// # Errors
    /// `Ledger` with `NotBeingPaid`.
    pub async fn reopen_unconfirmed(&self, id: u32) -> Result<(), DeskError> {
        self.ledger_for_user().reopen_unconfirmed(PayrollId(id), self.now()).await?;
        changed(self, id).await;
        Ok(())
    }
}

async fn changed(desk: &Desk, id: u32) {
    anchor::anchor_or_log(desk).await;
    desk.emit(DeskEvent::PayrollChanged { id });
}

/// Returns the references of the payouts that the user means, and what the user saw of them. A filter that shows another
/// number of payouts than the user saw is refused.
async fn choose(
    desk: &Desk,
    id: u32,
    choice: &PayoutChoice,
) -> Result<(Vec<Reference>, ShownEvidence), DeskError> {
    match choice {
        PayoutChoice::One { reference, evidence } => {
            let reference = Reference::parse(reference).ok_or(LedgerError::NoSuchPayout)?;
            Ok((vec![reference], ShownEvidence::OfPayout(*evidence)))
        }
        PayoutChoice::Shown { query, count, last_outcome_at } => {
            let (total, payouts) = desk.ledger.payouts(PayrollId(id), query, 0, u32::MAX).await?;
            if total != *count {
                return Err(LedgerError::PayoutsChanged.into());
            }
            let at = last_outcome_at
                .as_deref()
                .map(|at| at.parse().map_err(|_| LedgerError::PayoutsChanged))
                .transpose()?;
            let references = payouts.into_iter().map(|payout| payout.reference).collect();
            Ok((references, ShownEvidence::OfPayroll(at)))
        }
        PayoutChoice::Chosen { payouts } => chosen::shown(payouts),
    }
}
