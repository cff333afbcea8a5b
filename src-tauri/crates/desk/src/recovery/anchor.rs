//! The ledger's anchor, stored with the profile key: it is stored before anything is sent, and compared when the
//! ledger is opened. If the ledger is older than its anchor, another one, or changed, nothing is approved or sent
//! until the user has gone through what may have been sent since.

use std::collections::BTreeSet;

use paysheet_ledger::{BlockReason, LedgerError, StoredAnchor, decision_reason};

use crate::{
    blocking::blocking, context::Context, error::DeskError, event::DeskEvent, mutex::lock,
    state::anchor_store::put, view,
};

/// The code of an attempt that was not made because the keychain did not store the ledger's anchor.
pub(crate) const CODE_ANCHOR_NOT_STORED: &str = "anchor_not_stored";
/// Reports without a payroll are counted here, not shown.
const REPORTS_COUNTED: u32 = 1;

/// Returns why nothing is approved or sent; none if nothing blocks it.
#[must_use]
pub fn block(context: &Context) -> Option<BlockReason> {
    context.ledger.block()
}

/// Refuses to approve or send with a key that is not the ledger's, or from a ledger that the user has to go
/// through first.
///
/// # Errors
/// `ProfileKeyChanged`; `Ledger` with `SendingBlocked`.
pub(crate) fn require_may_send(context: &Context) -> Result<(), DeskError> {
    context.require_own_key()?;
    match context.ledger.block() {
        Some(reason) => Err(LedgerError::SendingBlocked(reason).into()),
        None => Ok(()),
    }
}

/// Checks everything that must hold of key, history and anchor before something is approved or sent.
///
/// # Errors
/// Those of [`require_may_send`]; `Io`, `Vault`, `Ledger`.
pub(crate) async fn require_sendable(context: &Context) -> Result<(), DeskError> {
    require_may_send(context)?;
    verify_history(context).await?;
    let _one_at_a_time = context.anchor.storing.lock().await;
    require_own_anchor(context).await
}

/// Checks that the anchor is the one that this desk found or stored last: another program may have a copy of the
/// ledger open.
async fn require_own_anchor(context: &Context) -> Result<(), DeskError> {
    let (home, id) = (context.key_home.clone(), context.profile().id);
    let stored = blocking(move || home.load_anchor(&id)).await?;
    if *lock(&context.anchor.stored) == stored {
        return Ok(());
    }
    *lock(&context.anchor.stored) = stored;
    let reason = BlockReason::LedgerOlder;
    context.ledger.block_sending(reason);
    context.tell(DeskEvent::SessionChanged);
    Err(LedgerError::SendingBlocked(reason).into())
}

/// Stores the present end of the history as the anchor. Nothing may be sent if this fails.
///
/// # Errors
/// `Io`, `Vault`, `Ledger`.
pub(crate) async fn anchor_now(context: &Context) -> Result<(), DeskError> {
    let _one_at_a_time = context.anchor.storing.lock().await;
    // The present anchor blocks sending. It stays until the user has gone through the ledger.
    require_may_send(context)?;
    let Some(anchor) = context.ledger.anchor().await? else { return Ok(()) };
    if *lock(&context.anchor.stored) == StoredAnchor::Found(anchor.clone()) {
        return Ok(());
    }
    require_own_anchor(context).await?;
    let last = lock(&context.anchor.stored).clone();
    context.ledger.require_anchored(&last).await.inspect_err(|_| context.tell(DeskEvent::SessionChanged))?;
    let stored = put(&context.key_home, &context.profile().id, anchor).await?;
    *lock(&context.anchor.stored) = stored;
    Ok(())
}

/// Stores the present end of the history in place of an anchor that this ledger need not contain: the user went
/// through it, or its chain was started again. The caller holds `storing`.
async fn replace_anchor(context: &Context) -> Result<(), DeskError> {
    if let Some(anchor) = context.ledger.anchor().await? {
        let stored = put(&context.key_home, &context.profile().id, anchor).await?;
        *lock(&context.anchor.stored) = stored;
    }
    Ok(())
}

/// Stores the present end of the history after a decision that must not be lost together with the latest events of
/// the ledger. If this fails, the next sending stores it or does not start.
pub(crate) async fn anchor_or_log(context: &Context) {
    if require_may_send(context).is_err() {
        return;
    }
    if let Err(error) = anchor_now(context).await {
        tracing::warn!(%error, "the ledger's anchor cannot be stored");
    }
}

/// Seals the history with another, imported key. The ledger must have no references.
pub(crate) async fn begin_history_anew(context: &Context) -> Result<(), DeskError> {
    context.ledger.attach_key(context.key().key.chain_key());
    if context.ledger.block().is_some() {
        // The blocking anchor identifies what was sent. It stays until the user has gone through the ledger.
        return Ok(());
    }
    let _one_at_a_time = context.anchor.storing.lock().await;
    context.ledger.begin_chain(context.now()).await?;
    replace_anchor(context).await
}

/// Compares the ledger with its anchor again, because its own key is restored.
pub(crate) async fn attach_anchor(context: &Context) -> Result<(), DeskError> {
    let (found, profile, now) = (context.key(), context.profile().id, context.now());
    let storing = context.anchor.storing.lock().await;
    context.anchor.attach(&context.key_home, &profile, (&context.ledger, &found), now).await?;
    drop(storing);
    *context.anchor.verified.lock().await = false;
    verify_history_beside(context);
    anchor_or_log(context).await;
    Ok(())
}

/// Verifies the whole history in the background. Sending waits for it.
pub(crate) fn verify_history_beside(context: &Context) {
    let context = context.downgrade();
    tokio::spawn(async move {
        let Some(context) = context.upgrade() else { return };
        if let Err(error) = verify_history(&context).await {
            tracing::error!(%error, "the ledger's history is not verified");
        }
    });
}

/// Verifies the whole history, unless that was done since the ledger was opened.
///
/// # Errors
/// `Ledger` with `SendingBlocked` if an event was changed; others if it cannot be read.
pub(crate) async fn verify_history(context: &Context) -> Result<(), DeskError> {
    let ledger = &context.ledger;
    let mut verified = context.anchor.verified.lock().await;
    if *verified {
        return Ok(());
    }
    match ledger.verify_chain().await {
        Ok(_) => *verified = true,
        Err(LedgerError::ChainBroken { seq, unsealed }) => {
            return Err(LedgerError::SendingBlocked(block_broken(context, (seq, unsealed))).into());
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Blocks sending from a ledger whose history does not verify from event `seq` on, and returns the reason.
pub(crate) fn block_broken(context: &Context, (seq, unsealed): (u64, bool)) -> BlockReason {
    let ledger = &context.ledger;
    tracing::error!(seq, unsealed, "the ledger's history does not verify");
    let found = if unsealed { BlockReason::RecordMissing } else { BlockReason::HistoryChanged };
    let reason = ledger.block().unwrap_or(found);
    ledger.block_sending(reason);
    context.tell(DeskEvent::SessionChanged);
    reason
}

/// Returns why sending is blocked, and which payrolls may have been sent since; none if it is not blocked.
///
/// # Errors
/// `Ledger`.
pub async fn sending_block(context: &Context) -> Result<Option<view::SendingBlock>, DeskError> {
    let ledger = &context.ledger;
    let Some(reason) = ledger.block() else { return Ok(None) };
    let stored = lock(&context.anchor.stored).clone();
    let payrolls = ledger.blocked_payrolls(&stored).await?;
    Ok(Some(view::SendingBlock {
        reason,
        ledger_at: ledger.last_event_at().await?.map(|at| at.to_string()),
        recorded_at: stored.at().map(|at| at.to_string()),
        payrolls,
        unknown_reports: ledger.unknown_reports(REPORTS_COUNTED).await?.total,
    }))
}

/// Allows sending again. `checked` names every payroll of [`sending_block`], which the user has looked up at
/// the service. What was approved and may have been sent becomes Unknown.
///
/// # Errors
/// `PayrollsNotChecked`, `Io`, `Vault`; `Ledger`, with `NoReason` without a reason.
pub async fn unblock_sending(context: &Context, reason: &str, checked: &[String]) -> Result<(), DeskError> {
    let reason = decision_reason(reason)?;
    context.require_own_key()?;
    let Some(block) = sending_block(context).await? else { return Ok(()) };
    let checked: BTreeSet<&str> = checked.iter().map(String::as_str).collect();
    let missing = block.payrolls.iter().filter(|payroll| !checked.contains(payroll.key.as_str())).count();
    if missing > 0 {
        return Err(DeskError::PayrollsNotChecked(u32::try_from(missing).unwrap_or(u32::MAX)));
    }
    let by = context.decider();
    let storing = context.anchor.storing.lock().await;
    let blocked = context.ledger.block();
    let stored = lock(&context.anchor.stored).clone();
    context.ledger.unblock(&stored, (reason, &by), context.now()).await?;
    if let Err(error) = replace_anchor(context).await {
        // At the next start it would be blocked as well.
        blocked.into_iter().for_each(|reason| context.ledger.block_sending(reason));
        return Err(error);
    }
    drop(storing);
    *context.anchor.verified.lock().await = false;
    verify_history(context).await?;
    tracing::info!("sending is allowed again");
    context.tell(DeskEvent::SessionChanged);
    Ok(())
}
