//! What the user decides about a payroll whose sending stopped: to send the rest, to send a batch again, and what
//! happened to a batch whose answer was lost.

use paysheet_domain::Money;
use paysheet_ledger::{BatchKey, Decision, LedgerError, PayrollId, Refused, decision_reason};

use crate::{
    access::destination,
    approve::{approval, bank_codes},
    context::Context,
    error::DeskError,
    event::DeskEvent,
    pay::sending::{self, SendingGuard},
    recovery::anchor,
    settle::callbacks::apply::apply_waiting_callbacks,
    state::session::profile::Unlocked,
    view::{ResendInput, UnknownDecision},
};

/// Continues to send after a restart, a lost connection or a refusal, because the user requested it. If anything
/// else happened since the approval, `input` contains the totals, typed once more.
///
/// # Errors
/// `ApproverMissing`, `Locked`, `TokenEnds`, `ProfileKeyChanged`, `SendingGoesOn`; `Ledger` with `TotalNeeded`,
/// `QuestionsOpen`, `ApprovedForOther`, `AccountDiffers`.
pub async fn continue_sending(
    context: &Context,
    id: u32,
    input: Option<ResendInput>,
) -> Result<(), DeskError> {
    ready_again(context, id, input, Refused::SentAgain).await?;
    sending::start_sending(context, id)
}

/// Continues with what never left this computer, and waits until sending ends. Refused batches stay refused.
///
/// # Errors
/// As [`continue_sending`].
pub async fn send_unsent(context: &Context, id: u32, input: Option<ResendInput>) -> Result<(), DeskError> {
    ready_again(context, id, input, Refused::Stay).await?;
    sending::send(context, id).await
}

/// Makes batches ready to be sent once more with the same references: those that were not sent, and, if `refused`
/// requests it, refused ones.
///
/// # Errors
/// As [`continue_sending`].
pub async fn ready_again(
    context: &Context,
    id: u32,
    input: Option<ResendInput>,
    refused: Refused,
) -> Result<(), DeskError> {
    let by = context.required_approver()?;
    anchor::require_sendable(context).await?;
    let paying = destination::paying_service(context).await?;
    let _guard = SendingGuard::take(context, id)?;
    confirm_account(context, id, &paying.secrets, input.as_ref()).await?;
    let ledger = &context.ledger;
    let payroll = PayrollId(id);
    let unsent = ledger.unsent_totals(payroll).await?;
    paying.require_wallets(&unsent)?;
    let totals = approval::resend_totals(input.as_ref(), &unsent)?;
    ledger
        .acting_for(&by)
        .ready_again(
            payroll,
            refused,
            approval::resend(context, &by, totals.as_deref(), &paying.destinations),
        )
        .await?;
    Ok(())
}

/// Sends an Unknown batch again, the same bytes with the same references. This happens only by the user's
/// decision.
///
/// # Errors
/// As [`continue_sending`]; `BankCodesNotConfirmed`.
pub async fn send_again(
    context: &Context,
    payroll: u32,
    batch: u32,
    input: Option<ResendInput>,
) -> Result<(), DeskError> {
    let by = context.required_approver()?;
    anchor::require_sendable(context).await?;
    let sum = batch_sum(context, payroll, batch).await?;
    let paying = destination::paying_service(context).await?;
    let lock = paying.lock_of(sum.currency())?;
    let guard = SendingGuard::take(context, payroll)?;
    // A report that waits may prove that the service has it.
    apply_waiting_callbacks(context).await?;
    confirm_account(context, payroll, &paying.secrets, input.as_ref()).await?;
    bank_codes::require_approved_banks(context, payroll).await?;
    let totals = approval::resend_totals(input.as_ref(), &[sum])?;
    let resend = approval::resend(context, &by, totals.as_deref(), &paying.destinations);
    let intent = context.ledger.acting_for(&by).resend_unknown(BatchKey(batch), resend).await?;
    context.send_queue.clear_stopped(payroll);
    let context = context.clone();
    tokio::spawn(async move {
        context.tell(DeskEvent::PayrollChanged { id: payroll });
        let ended = sending::attempt(&context, payroll, intent, (&paying, &lock)).await;
        sending::note_end(&context, payroll, &ended);
        if let Err(error) = ended {
            tracing::error!(%error, payroll, "sending again stopped");
        }
        drop(guard);
        context.tell(DeskEvent::PayrollChanged { id: payroll });
    });
    Ok(())
}

async fn batch_sum(context: &Context, payroll: u32, batch: u32) -> Result<Money, DeskError> {
    let batches = context.ledger.batches(PayrollId(payroll)).await?;
    let found = batches.iter().find(|found| found.key == BatchKey(batch));
    Ok(found.ok_or(LedgerError::NoSuchBatch(BatchKey(batch)))?.sum)
}

/// Records the user's statement that the token in use is of the account that the payroll was approved with.
async fn confirm_account(
    context: &Context,
    id: u32,
    secrets: &Unlocked,
    input: Option<&ResendInput>,
) -> Result<(), DeskError> {
    let Some(reason) = input.and_then(|input| input.same_account.as_deref()) else { return Ok(()) };
    let reason = decision_reason(reason)?;
    let by = context.decider();
    let said = (reason, by.as_str());
    let account = secrets.account_with(&context.key().key);
    context.ledger.confirm_account(PayrollId(id), &account, said, context.now()).await?;
    Ok(())
}

/// Records the user's decision about an Unknown batch.
///
/// # Errors
/// `Ledger`, with `NoReason` without a reason.
pub async fn decide_unknown(
    context: &Context,
    payroll: u32,
    batch: u32,
    decision: UnknownDecision,
    reason: &str,
) -> Result<(), DeskError> {
    let reason = decision_reason(reason)?;
    let decision = match decision {
        UnknownDecision::TheServiceHasIt => Decision::TheServiceHasIt,
        UnknownDecision::TheServiceDoesNotHaveIt => Decision::TheServiceDoesNotHaveIt,
    };
    let by = context.decider();
    context.ledger.decide_unknown(BatchKey(batch), decision, reason, &by, context.now()).await?;
    anchor::anchor_or_log(context).await;
    context.tell(DeskEvent::PayrollChanged { id: payroll });
    Ok(())
}
