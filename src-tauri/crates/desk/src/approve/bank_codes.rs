//! The codes by which approved payments name their banks, compared with the service's lists before anything is sent: since the
//! approval a code may have become another bank's.

use std::collections::{BTreeSet, HashSet};

use paysheet_domain::{BankDirectory, BatchState, Country};
use paysheet_ledger::{PayoutRecord, PayrollId};

use crate::{
    app_error::AppError,
    desk::Desk,
    directory::{draft_banks, lists::ListPurpose},
    error::DeskError,
};

/// Succeeds only if every code of the payroll that may still be sent to this service is the code of the approved bank. The
/// service's lists are fetched for that; if it does not answer, those that are stored count.
///
/// # Errors
/// `BankCodesNotConfirmed`.
pub(crate) async fn require_approved_banks(desk: &Desk, id: u32) -> Result<(), DeskError> {
    let destinations = desk.ledger.destinations(PayrollId(id)).await?;
    let service = desk.session.service().binding;
    // To another service nothing is sent, which the ledger refuses with its own reason.
    let is_bound_elsewhere = |number: &u32| {
        let to = destinations.get(number);
        to.is_some_and(|to| (&to.origin, &to.authority) != (&service.origin, &service.authority))
    };
    let states = desk.ledger.batch_states(PayrollId(id)).await?;
    let unsent = states.into_iter().filter(|(_, state)| may_be_sent(*state)).map(|(number, _)| number);
    let unsent: HashSet<u32> = unsent.filter(|number| !is_bound_elsewhere(number)).collect();
    if unsent.is_empty() {
        return Ok(());
    }
    let mut payouts = desk.ledger.all_payouts(PayrollId(id)).await?;
    payouts.retain(|payout| unsent.contains(&payout.batch));
    let countries: BTreeSet<Country> = payouts.iter().map(|payout| payout.country).collect();
    let directory = draft_banks::directory(desk, &countries, ListPurpose::ToSend).await;
    let is_other = |payout: &&PayoutRecord| !is_approved_bank(&directory, payout.country, payout);
    match u32::try_from(payouts.iter().filter(is_other).count()).unwrap_or(u32::MAX) {
        0 => Ok(()),
        count => Err(AppError::BankCodesNotConfirmed { count }.into()),
    }
}

/// Returns whether the service lists the code of a payout, and for the bank that the payout names.
pub(crate) fn is_approved_bank(directory: &BankDirectory, country: Country, payout: &PayoutRecord) -> bool {
    let code = payout.bank_code.as_str();
    let has_name = directory.by_code(country, code).is_some_and(|bank| bank.name == payout.bank_name)
        || directory.names_only(country, &payout.bank_name, code);
    has_name && directory.is_confirmed(country, code)
}

/// Whether a batch in this state can be sent, or sent again.
const fn may_be_sent(state: BatchState) -> bool {
    match state {
        BatchState::Approved | BatchState::NotSent | BatchState::NotAccepted | BatchState::Unknown => true,
        BatchState::Draft
        | BatchState::Frozen
        | BatchState::Intent
        | BatchState::Accepted
        | BatchState::Settling
        | BatchState::Closed
        | BatchState::Withdrawn => false,
    }
}
