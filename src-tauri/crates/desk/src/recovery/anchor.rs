//! The ledger's anchor, stored with the profile key: it is stored before anything is sent, and compared when the
//! ledger is opened. If the ledger is older than its anchor, another one, or changed, nothing is approved or sent
//! until the user has gone through what may have been sent since.

use std::collections::BTreeSet;

use paysheet_ledger::{BlockReason, LedgerError, StoredAnchor, decision_reason};

use crate::{
    app_error::AppError, blocking::blocking, desk::Desk, error::DeskError, event::DeskEvent, mutex::lock,
    state::anchor_store::put, view,
};

/// The code of an attempt that was not made because the keychain did not store the ledger's anchor.
pub(crate) const CODE_ANCHOR_NOT_STORED: &str = "anchor_not_stored";
/// Reports without a payroll are counted here, not shown.
const REPORTS_COUNTED: u32 = 1;

impl Desk {
    /// Returns why nothing is approved or sent; none if nothing blocks it.
    #[must_use]
    pub fn block(&self) -> Option<BlockReason> {
        self.ledger.block()
    }
}

/// Refuses to approve or send with a key that is not the ledger's, or from a ledger that the user has to go
/// through first.
///
/// # Errors
/// `ProfileKeyChanged`; `Ledger` with `SendingBlocked`.
pub(crate) fn require_may_send(desk: &Desk) -> Result<(), DeskError> {
    desk.require_own_key()?;
    match desk.ledger.block() {
        Some(reason) => Err(LedgerError::SendingBlocked(reason).into()),
        None => Ok(()),
    }
}

/// Checks everything that must hold of key, history and anchor before something is approved or sent.
///
/// # Errors
/// Those of [`require_may_send`]; `Io`, `Vault`.
pub(crate) async fn require_sendable(desk: &Desk) -> Result<(), DeskError> {
    require_may_send(desk)?;
    verify_history(desk).await?;
    let _one_at_a_time = desk.anchor.storing.lock().await;
    require_own_anchor(desk).await
}

/// Checks that the anchor is the one that this desk found or stored last: another program may have a copy of the
/// ledger open.
async fn require_own_anchor(desk: &Desk) -> Result<(), DeskError> {
    let (home, id) = (desk.key_home.clone(), desk.profile().id);
    let stored = blocking(move || home.load_anchor(&id)).await?;
    if *lock(&desk.anchor.stored) == stored {
        return Ok(());
    }
    *lock(&desk.anchor.stored) = stored;
    let reason = BlockReason::LedgerOlder;
    desk.ledger.block_sending(reason);
    desk.emit(DeskEvent::SessionChanged);
    Err(LedgerError::SendingBlocked(reason).into())
}

/// Stores the present end of the history as the anchor. Nothing may be sent if this fails.
///
/// # Errors
/// `Io`, `Vault`.
pub(crate) async fn anchor_now(desk: &Desk) -> Result<(), DeskError> {
    let _one_at_a_time = desk.anchor.storing.lock().await;
    // The present anchor blocks sending. It stays until the user has gone through the ledger.
    require_may_send(desk)?;
    let Some(anchor) = desk.ledger.anchor().await? else { return Ok(()) };
    if *lock(&desk.anchor.stored) == StoredAnchor::Found(anchor.clone()) {
        return Ok(());
    }
    require_own_anchor(desk).await?;
    let last = lock(&desk.anchor.stored).clone();
    desk.ledger.require_anchored(&last).await.inspect_err(|_| desk.emit(DeskEvent::SessionChanged))?;
    let stored = put(&desk.key_home, &desk.profile().id, anchor).await?;
    *lock(&desk.anchor.stored) = stored;
    Ok(())
}

/// Stores the present end of the history in place of an anchor that this ledger need not contain: the user went
/// through it, or its chain was started again. The caller holds `storing`.
async fn replace_anchor(desk: &Desk) -> Result<(), DeskError> {
    if let Some(anchor) = desk.ledger.anchor().await? {
        let stored = put(&desk.key_home, &desk.profile().id, anchor).await?;
        *lock(&desk.anchor.stored) = stored;
    }
    Ok(())
}

/// Stores the present end of the history after a decision that must not be lost together with the latest events of
/// the ledger. If this fails, the next sending stores it or does not start.
pub(crate) async fn anchor_or_log(desk: &Desk) {
    if require_may_send(desk).is_err() {
        return;
    }
    if let Err(error) = anchor_now(desk).await {
        tracing::warn!(%error, "the ledger's anchor cannot be stored");
    }
}

/// Seals the history with another, imported key. The ledger must have no references.
pub(crate) async fn begin_history_anew(desk: &Desk) -> Result<(), DeskError> {
    desk.ledger.attach_key(desk.key().key.chain_key());
    if desk.ledger.block().is_some() {
        // The blocking anchor identifies what was sent. It stays until the user has gone through the ledger.
        return Ok(());
    }
    let _one_at_a_time = desk.anchor.storing.lock().await;
    desk.ledger.begin_chain(desk.now()).await?;
    replace_anchor(desk).await
}

/// Compares the ledger with its anchor again, because its own key is restored.
pub(crate) async fn attach_anchor(desk: &Desk) -> Result<(), DeskError> {
    let (found, profile, now) = (desk.key(), desk.profile().id, desk.now());
    let storing = desk.anchor.storing.lock().await;
    desk.anchor.attach(&desk.key_home, &profile, (&desk.ledger, &found), now).await?;
    drop(storing);
    *desk.anchor.verified.lock().await = false;
    verify_history_in_background(desk);
    anchor_or_log(desk).await;
    Ok(())
}

/// Verifies the whole history in the background. Sending waits for it.
pub(crate) fn verify_history_in_background(desk: &Desk) {
    let desk = desk.downgrade();
    tokio::spawn(async move {
        let Some(desk) = desk.upgrade() else { return };
        if let Err(error) = verify_history(&desk).await {
            tracing::error!(%error, "the ledger's history is not verified");
        }
    });
}

/// Verifies the whole history, unless that was done since the ledger was opened.
///
/// # Errors
/// `Ledger` with `SendingBlocked` if an event was changed; others if it cannot be read.
pub(crate) async fn verify_history(desk: &Desk) -> Result<(), DeskError> {
    let ledger = &desk.ledger;
    let mut verified = desk.anchor.verified.lock().await;
    if *verified {
        return Ok(());
    }
    match ledger.verify_chain().await {
        Ok(_) => *verified = true,
        Err(LedgerError::ChainBroken { seq, unsealed }) => {
            return Err(LedgerError::SendingBlocked(block_broken(desk, (seq, unsealed))).into());
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Blocks sending from a ledger whose history does not verify from event `seq` on, and returns the reason.
pub(crate) fn block_broken(desk: &Desk, (seq, unsealed): (u64, bool)) -> BlockReason {
    let ledger = &desk.ledger;
    tracing::error!(seq, unsealed, "the ledger's history does not verify");
    let found = if unsealed { BlockReason::RecordMissing } else { BlockReason::HistoryChanged };
    let reason = ledger.block().unwrap_or(found);
    ledger.block_sending(reason);
    desk.emit(DeskEvent::SessionChanged);
    reason
}

impl Desk {
    /// Returns why sending is blocked, and which payrolls may have been sent since; none if it is not blocked.
    pub async fn sending_block(&self) -> Result<Option<view::SendingBlock>, DeskError> {
        let ledger = &self.ledger;
        let Some(reason) = ledger.block() else { return Ok(None) };
        let stored = lock(&self.anchor.stored).clone();
        let payrolls = ledger.blocked_payrolls(&stored).await?;
        Ok(Some(view::SendingBlock {
            reason,
            ledger_at: ledger.last_event_at().await?.map(|at| at.to_string()),
            recorded_at: stored.at().map(|at| at.to_string()),
            payrolls,
            unknown_reports: ledger.unknown_reports(REPORTS_COUNTED).await?.total,
        }))
    }

    /// Allows sending again. `checked` names every payroll of [`Self::sending_block`], which the user has looked up at
    /// the service. What was approved and may have been sent becomes Unknown.
    ///
    /// # Errors
    /// `PayrollsNotChecked`, `Io`, `Vault`; `Ledger`, with `NoReason` without a reason.
    pub async fn unblock_sending(&self, reason: &str, checked: &[String]) -> Result<(), DeskError> {
        let reason = decision_reason(reason)?;
        self.require_own_key()?;
        let Some(block) = self.sending_block().await? else { return Ok(()) };
        let checked: BTreeSet<&str> = checked.iter().map(String::as_str).collect();
        let missing = block.payrolls.iter().filter(|payroll| !checked.contains(payroll.key.as_str())).count();
        if missing > 0 {
            let count = u32::try_from(missing).unwrap_or(u32::MAX);
            return Err(AppError::PayrollsNotChecked { count }.into());
        }
        let by = self.decider();
        let storing = self.anchor.storing.lock().await;
        let blocked = self.ledger.block();
        let stored = lock(&self.anchor.stored).clone();
        self.ledger.unblock(&stored, (reason, &by), self.now()).await?;
        if let Err(error) = replace_anchor(self).await {
            // At the next start it would be blocked as well.
            blocked.into_iter().for_each(|reason| self.ledger.block_sending(reason));
            return Err(error);
        }
        drop(storing);
        *self.anchor.verified.lock().await = false;
        verify_history(self).await?;
        tracing::info!("sending is allowed again");
        self.emit(DeskEvent::SessionChanged);
        Ok(())
    }
}
