//! The user's approval: of exactly what the window showed, with every currency's total typed, for the service that the
//! profile names now.
//!
//! # Only what was shown is approved
//!
//! The review has a fingerprint over name, period, sender and every person it pays. The approval must contain this
//! fingerprint and the typed total of every currency (`desk::approve::approval`). Before each intent
//! `ledger::states::verification` compares body, payouts, batch and payroll fingerprints, the sealed approval event,
//! its totals, and the state and number of attempts according to the events.

use std::{collections::BTreeMap, sync::Mutex};

use paysheet_domain::{
    Currency, Money, PayoutState,
    money::Total,
    typed_amount::{TotalComparison, compare_total},
};
use paysheet_draft::Draft;
use paysheet_ledger::{Approval, Destinations, Frozen, LedgerError, PayoutRecord, PayrollId, Resend};

use super::bank_codes::is_approved_bank;
use crate::{
    access::destination,
    app_error::AppError,
    approve::plan,
    desk::Desk,
    directory::{draft_banks, lists::ListPurpose, spellings},
    drafts,
    error::DeskError,
    event::DeskEvent,
    mutex::lock,
    recovery::anchor,
    settle::callbacks::apply::apply_waiting_callbacks,
    view::{ResendInput, ReviewInput, TypedTotal},
};

/// Approves what was frozen, without sending it. `fingerprint` is that of the review which the window showed. Each
/// currency's total must be typed, digit for digit; grouping and a currency sign do not count.
///
/// # Errors
/// `ApproverMissing`, `Locked`, `TokenEnds`, `WalletMissing`, `ProfileKeyChanged`, `Ledger` with `SendingBlocked`, `TotalDiffers`,
/// `SendingGoesOn`, `BankCodesNotConfirmed`, `DraftHasProblems`, `RowsToDecide`; `Ledger` with `ChangedSinceShown` if something else is
/// frozen now, or the draft is not what was frozen, `QuestionsOpen` if people of it are paid elsewhere.
pub async fn approve(desk: &Desk, id: u32, fingerprint: &str, typed: &[TypedTotal]) -> Result<(), DeskError> {
    let by = desk.required_approver()?;
    anchor::require_sendable(desk).await?;
    // Checked before anything is approved, so that the error does not come only when it is sent.
    let paying = destination::paying_service(desk).await?;
    // Under the guard, nothing else is frozen between the check of the total and the approval.
    let _guard = desk.drafts.change_guard().await;
    let ledger = &desk.ledger;
    let id = PayrollId(id);
    let frozen = ledger.frozen(id).await?.ok_or(AppError::SendingGoesOn)?;
    if frozen.fingerprint() != fingerprint
        || paying.destinations.main.origin != desk.session.service().binding.origin
    {
        return Err(LedgerError::ChangedSinceShown(id).into());
    }
    paying.require_wallets(frozen.totals())?;
    let totals = typed_totals(typed, frozen.totals())?;
    // If it was frozen while the desk was locked, its banks are those of the embedded list.
    let draft = drafts::loaded(desk, id.0).await?;
    if draft_banks::take_listed_banks(desk, &draft, ListPurpose::ByTheUser).await? {
        return Err(LedgerError::ChangedSinceShown(id).into());
    }
    if let Some(unconfirmed) = draft_banks::unconfirmed_codes(desk, &lock(&draft)) {
        return Err(AppError::BankCodesNotConfirmed { count: unconfirmed.people }.into());
    }
    require_draft_frozen(desk, &frozen, &draft).await?;
    // A report that waits may say that somebody was paid after all.
    apply_waiting_callbacks(desk).await?;
    ledger.approve(frozen, approval(desk, &by, &totals, &paying.destinations)).await?;
    spellings::remember(desk, &draft, &by).await;
    anchor::anchor_or_log(desk).await;
    desk.close_draft(id.0);
    desk.emit(DeskEvent::PayrollChanged { id: id.0 });
    Ok(())
}

impl Desk {
    /// Approves without sending.
    pub async fn approve(&self, id: u32, fingerprint: &str, typed: &[TypedTotal]) -> Result<(), DeskError> {
        approve(self, id, fingerprint, typed).await
    }
}

/// Succeeds only if freezing the draft now would make the same batches: a later review that was refused leaves the
/// earlier one frozen, with banks and people that the draft no longer has.
///
/// # Errors
/// Those of [`plan::batches`], for example because of a bank's answer about a holder since then; `Ledger` with
/// `ChangedSinceShown`.
async fn require_draft_frozen(desk: &Desk, frozen: &Frozen, draft: &Mutex<Draft>) -> Result<(), DeskError> {
    let record = desk.ledger.payroll(frozen.payroll()).await?;
    let input = ReviewInput {
        name: record.name,
        period: record.period,
        sender_name: record.sender_name.unwrap_or_default(),
        instant_queue: record.instant_queue,
    };
    let planned = plan::batches(desk, &lock(draft), &input)?;
    if frozen.is_of(&planned) { Ok(()) } else { Err(LedgerError::ChangedSinceShown(record.id).into()) }
}

impl Desk {
    /// Approves once more what is not at the service, for the service, wallet and token that the profile has now.
    ///
    /// # Errors
    /// As [`Self::approve`]; `Ledger` with `NothingToApprove` if the rest may be at the previous service.
    pub async fn approve_anew(&self, id: u32, typed: &[TypedTotal]) -> Result<(), DeskError> {
        let by = self.required_approver()?;
        anchor::require_sendable(self).await?;
        let paying = destination::paying_service(self).await?;
        let _guard = self.drafts.change_guard().await;
        let ledger = &self.ledger;
        let unsent = ledger.unsent_totals(PayrollId(id)).await?;
        paying.require_wallets(&unsent)?;
        let totals = typed_totals(typed, &unsent)?;
        require_codes_of_service(self, id).await?;
        apply_waiting_callbacks(self).await?;
        ledger.approve_anew(PayrollId(id), approval(self, &by, &totals, &paying.destinations)).await?;
        anchor::anchor_or_log(self).await;
        self.send_queue.clear_stopped(id);
        self.emit(DeskEvent::PayrollChanged { id });
        Ok(())
    }
}

/// Checks what is not sent yet by the lists of the service that it would go to now: there, a code may be another bank's.
///
/// # Errors
/// `BankCodesNotConfirmed`.
async fn require_codes_of_service(desk: &Desk, id: u32) -> Result<(), DeskError> {
    let draft = drafts::loaded(desk, id).await?;
    draft_banks::take_listed_banks(desk, &draft, ListPurpose::ByTheUser).await?;
    let payouts = desk.ledger.all_payouts(PayrollId(id)).await?;
    let people = {
        let draft = lock(&draft);
        let is_confirmed = |payout: &PayoutRecord| {
            draft.get(payout.position).is_some_and(|entry| {
                let recipient = &entry.recipient;
                recipient.bank_code.as_deref() == Some(&payout.bank_code)
                    && is_approved_bank(draft.directory(), recipient.country, payout)
            })
        };
        let unsent = payouts.iter().filter(|payout| payout.state == PayoutState::Planned);
        unsent.filter(|payout| !is_confirmed(payout)).count()
    };
    desk.close_draft(id);
    match u32::try_from(people).unwrap_or(u32::MAX) {
        0 => Ok(()),
        count => Err(AppError::BankCodesNotConfirmed { count }.into()),
    }
}

impl Desk {
    /// Returns what "Send again" would send of a payroll, by currency: the totals that are to be typed.
    pub async fn unsent_totals(&self, id: u32) -> Result<Vec<Total>, DeskError> {
        let totals = self.ledger.unsent_totals(PayrollId(id)).await?;
        let batches = self.ledger.batches(PayrollId(id)).await?;
        let people = |currency: Currency| {
            let unsent = batches.iter().filter(|batch| batch.currency == currency && batch.state.is_armed());
            unsent.map(|batch| batch.count).sum()
        };
        Ok(totals.into_iter().map(|sum| Total::new(people(sum.currency()), sum)).collect())
    }
}

fn approval<'a>(
    desk: &Desk,
    by: &'a str,
    totals: &'a [Money],
    destinations: &'a Destinations,
) -> Approval<'a> {
    Approval { by, totals, destinations, rule: desk.guard_rule(), at: desk.now() }
}

/// Returns what is compared with the approval of a payroll before it is sent later, with the totals that the user
/// typed.
pub(crate) fn resend<'a>(
    desk: &Desk,
    by: &'a str,
    totals: Option<&'a [Money]>,
    destinations: &'a Destinations,
) -> Resend<'a> {
    Resend { destinations, totals, by, rule: desk.guard_rule(), at: desk.now() }
}

/// Returns the typed totals if the user was asked for them.
pub(crate) fn resend_totals(
    input: Option<&ResendInput>,
    totals: &[Money],
) -> Result<Option<Vec<Money>>, DeskError> {
    let typed = input.map(|input| input.totals.as_slice()).filter(|typed| !typed.is_empty());
    typed.map(|typed| typed_totals(typed, totals)).transpose()
}

/// Returns the totals if every one of them was typed, and nothing else.
fn typed_totals(typed: &[TypedTotal], totals: &[Money]) -> Result<Vec<Money>, DeskError> {
    if totals.is_empty() {
        return Err(AppError::NothingToPay.into());
    }
    let by_currency: BTreeMap<Currency, &str> =
        typed.iter().map(|typed| (typed.currency, typed.text.as_str())).collect();
    let is_typed = |total: &Money| {
        by_currency
            .get(&total.currency())
            .is_some_and(|text| compare_total(text, *total) == TotalComparison::Same)
    };
    let all = typed.len() == totals.len() && by_currency.len() == totals.len() && totals.iter().all(is_typed);
    if all { Ok(totals.to_vec()) } else { Err(AppError::TotalDiffers.into()) }
}
