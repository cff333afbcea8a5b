//! Payouts that the user selected one by one: what a decision would be about, and whether it is still what was shown.
//!
//! # What is entered by hand is about whom the user saw
//!
//! A decision about payouts carries what was shown of them (`ledger::ShownEvidence`): the number of reports and
//! decisions of one, the last outcome of a payroll, or, of payouts that were selected one by one, the state of each
//! when it was selected and its evidence when the confirmation named it (`desk::settle::chosen`, at most
//! `CHOSEN_PAYOUTS_MAX`). If one of them differs, nothing is recorded for any.

use std::collections::HashMap;

use paysheet_domain::{PayoutState, PayoutStatus, Reference, money::Total};
use paysheet_ledger::{LedgerError, PayrollId, ShownEvidence, ShownPayout, is_decidable};

use crate::{
    app_error::AppError,
    desk::Desk,
    error::DeskError,
    view::{CHOSEN_PAYOUTS_MAX, ChosenPayout, ChosenPayoutView, ChosenPayoutsView, SelectedPayout},
};

impl Desk {
    /// Returns the selected payouts as they are now, for a user who confirms a decision about them.
    ///
    /// # Errors
    /// `TooManyChosen`; `Ledger` with `NoSuchPayout`, also if one is selected twice.
    pub async fn chosen_payouts(
        &self,
        id: u32,
        selected: &[SelectedPayout],
    ) -> Result<ChosenPayoutsView, DeskError> {
        let references = parsed(selected.iter().map(|payout| payout.reference.as_str()))?;
        let states: HashMap<&str, PayoutState> =
            selected.iter().map(|payout| (payout.reference.as_str(), payout.state)).collect();
        let chosen = self.ledger.chosen_payouts(PayrollId(id), &references).await?;
        let totals = Total::by_currency(chosen.iter().map(|chosen| (1, chosen.payout.amount)))?;
        let mut payouts = Vec::with_capacity(chosen.len());
        for chosen in chosen {
            let payout = chosen.payout;
            let amount = payout.amount;
            let is_as_selected = states.get(payout.reference.as_str()) == Some(&payout.state);
            payouts.push(ChosenPayoutView {
                reference: payout.reference.to_string(),
                name: payout.name,
                account_number: payout.account_number,
                bank_name: payout.bank_name,
                amount: amount.digits(),
                currency: amount.currency(),
                status: PayoutStatus::of(payout.state, chosen.batch_state),
                evidence: chosen.evidence,
                has_changed: !is_as_selected || !is_decidable(payout.state, chosen.batch_state),
            });
        }
        Ok(ChosenPayoutsView { payouts, totals })
    }
}

/// Returns the references of chosen payouts, and what the user saw of each.
///
/// # Errors
/// `TooManyChosen`; `Ledger` with `NoSuchPayout`.
pub(crate) fn shown(chosen: &[ChosenPayout]) -> Result<(Vec<Reference>, ShownEvidence), DeskError> {
    let references = parsed(chosen.iter().map(|payout| payout.reference.as_str()))?;
    let shown = chosen.iter().map(|payout| ShownPayout { state: payout.state, evidence: payout.evidence });
    Ok((references, ShownEvidence::OfEach(shown.collect())))
}

fn parsed<'a>(references: impl ExactSizeIterator<Item = &'a str>) -> Result<Vec<Reference>, DeskError> {
    if references.len() > CHOSEN_PAYOUTS_MAX as usize {
        return Err(AppError::TooManyChosen { max: CHOSEN_PAYOUTS_MAX }.into());
    }
    let parse = |reference| Reference::parse(reference).ok_or(LedgerError::NoSuchPayout);
    Ok(references.map(parse).collect::<Result<_, _>>()?)
}
