//! The ledger's anchor, stored with the profile key: it is stored before anything is sent, and compared when the
//! ledger is opened. If the ledger is older than its anchor, another one, or changed, nothing is approved or sent
//! until the user has gone through what may have been sent since.

use std::{collections::BTreeSet, sync::Arc};

use paysheet_domain::money::Total;
use paysheet_ledger::{BlockReason, BlockedPayroll, LedgerError, StoredAnchor};

use crate::{
    approve::decision_reason::decision_reason, blocking::blocking, desk::Desk, error::DeskError,
    event::DeskEvent, mutex::lock, recovery::anchor_store::put, view,
};

impl Desk {
    /// Returns why nothing is approved or sent; none if nothing blocks it.
    #[must_use]
    pub fn block(&self) -> Option<view::BlockReason> {
        self.inner.ledger.block().map(view::BlockReason::from)
    }

    /// Refuses to approve or send with a key that is not the ledger's, or from a ledger that the user has to go
    /// through first.
    ///
    /// # Errors
    /// `ProfileKeyChanged`; `Ledger` with `SendingBlocked`.
    pub(crate) fn require_may_send(&self) -> Result<(), DeskError> {
        self.require_own_key()?;
        match self.inner.ledger.block() {
            Some(reason) => Err(LedgerError::SendingBlocked(reason).into()),
            None => Ok(()),
        }
    }

    /// Checks everything that must hold of key, history and anchor before something is approved or sent.
    ///
    /// # Errors
    /// Those of [`Desk::require_may_send`]; `Io`, `Vault`, `Ledger`.
    pub(crate) async fn require_sendable(&self) -> Result<(), DeskError> {
        self.require_may_send()?;
        self.verify_history().await?;
        let _one_at_a_time = self.inner.anchor.storing.lock().await;
        self.require_own_anchor().await
    }

    /// Checks that the anchor is the one that this desk found or stored last: another program may have a copy of the
    /// ledger open.
    async fn require_own_anchor(&self) -> Result<(), DeskError> {
        let (home, id) = (self.inner.key_home.clone(), self.profile().id);
        let stored = blocking(move || home.load_anchor(&id)).await?;
        if *lock(&self.inner.anchor.stored) == stored {
            return Ok(());
        }
        *lock(&self.inner.anchor.stored) = stored;
        let reason = BlockReason::LedgerOlder;
        self.inner.ledger.block_sending(reason);
        self.tell(DeskEvent::SessionChanged);
        Err(LedgerError::SendingBlocked(reason).into())
    }

    /// Stores the present end of the history as the anchor. Nothing may be sent if this fails.
    ///
    /// # Errors
    /// `Io`, `Vault`, `Ledger`.
    pub(crate) async fn anchor_now(&self) -> Result<(), DeskError> {
        let inner = &self.inner;
        let _one_at_a_time = inner.anchor.storing.lock().await;
        // The present anchor blocks sending. It stays until the user has gone through the ledger.
        self.require_may_send()?;
        let Some(anchor) = inner.ledger.anchor().await? else { return Ok(()) };
        if *lock(&inner.anchor.stored) == StoredAnchor::Found(anchor.clone()) {
            return Ok(());
        }
        self.require_own_anchor().await?;
        let last = lock(&inner.anchor.stored).clone();
        inner.ledger.require_anchored(&last).await.inspect_err(|_| self.tell(DeskEvent::SessionChanged))?;
        let stored = put(&inner.key_home, &self.profile().id, anchor).await?;
        *lock(&inner.anchor.stored) = stored;
        Ok(())
    }

    /// Stores the present end of the history in place of an anchor that this ledger need not contain: the user went
    /// through it, or its chain was started again. The caller holds `storing`.
    async fn replace_anchor(&self) -> Result<(), DeskError> {
        let inner = &self.inner;
        if let Some(anchor) = inner.ledger.anchor().await? {
            let stored = put(&inner.key_home, &self.profile().id, anchor).await?;
            *lock(&inner.anchor.stored) = stored;
        }
        Ok(())
    }

    /// Stores the present end of the history after a decision that must not be lost together with the latest events of
    /// the ledger. If this fails, the next sending stores it or does not start.
    pub(crate) async fn anchor_or_log(&self) {
        if self.require_may_send().is_err() {
            return;
        }
        if let Err(error) = self.anchor_now().await {
            tracing::warn!(%error, "the ledger's anchor cannot be stored");
        }
    }

    /// Seals the history with another, imported key. The ledger must have no references.
    pub(crate) async fn begin_history_anew(&self) -> Result<(), DeskError> {
        let inner = &self.inner;
        inner.ledger.attach_key(self.key().key.chain_key());
        if inner.ledger.block().is_some() {
            // The blocking anchor identifies what was sent. It stays until the user has gone through the ledger.
            return Ok(());
        }
        let _one_at_a_time = inner.anchor.storing.lock().await;
        inner.ledger.begin_chain(self.now()).await?;
        self.replace_anchor().await
    }

    /// Compares the ledger with its anchor again, because its own key is restored.
    pub(crate) async fn attach_anchor(&self) -> Result<(), DeskError> {
        let inner = &self.inner;
        let (found, profile, now) = (self.key(), self.profile().id, self.now());
        let storing = inner.anchor.storing.lock().await;
        inner.anchor.attach(&inner.key_home, &profile, (&inner.ledger, &found), now).await?;
        drop(storing);
        *inner.anchor.verified.lock().await = false;
        self.verify_history_beside();
        self.anchor_or_log().await;
        Ok(())
    }

    /// Verifies the whole history in the background. Sending waits for it.
    pub(crate) fn verify_history_beside(&self) {
        let desk = Arc::downgrade(&self.inner);
        tokio::spawn(async move {
            let Some(inner) = desk.upgrade() else { return };
            if let Err(error) = (Self { inner }).verify_history().await {
                tracing::error!(%error, "the ledger's history is not verified");
            }
        });
    }

    /// Verifies the whole history, unless that was done since the ledger was opened.
    ///
    /// # Errors
    /// `Ledger` with `SendingBlocked` if an event was changed; others if it cannot be read.
    pub(crate) async fn verify_history(&self) -> Result<(), DeskError> {
        let ledger = &self.inner.ledger;
        let mut verified = self.inner.anchor.verified.lock().await;
        if *verified {
            return Ok(());
        }
        match ledger.verify_chain().await {
            Ok(_) => *verified = true,
            Err(LedgerError::ChainBroken { seq, unsealed }) => {
                tracing::error!(seq, unsealed, "the ledger's history does not verify");
                let found = if unsealed { BlockReason::RecordMissing } else { BlockReason::HistoryChanged };
                let reason = ledger.block().unwrap_or(found);
                ledger.block_sending(reason);
                self.tell(DeskEvent::SessionChanged);
                return Err(LedgerError::SendingBlocked(reason).into());
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Returns why sending is blocked, and which payrolls may have been sent since; none if it is not blocked.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn sending_block(&self) -> Result<Option<view::SendingBlock>, DeskError> {
        let ledger = &self.inner.ledger;
        let Some(reason) = ledger.block() else { return Ok(None) };
        let stored = lock(&self.inner.anchor.stored).clone();
        let payrolls = ledger.blocked_payrolls(&stored).await?;
        Ok(Some(view::SendingBlock {
            reason: reason.into(),
            ledger_at: ledger.last_event_at().await?.map(|at| at.to_string()),
            recorded_at: stored.at().map(|at| at.to_string()),
            payrolls: payrolls.into_iter().map(blocked_payroll).collect(),
            unknown_reports: self.unknown_reports().await?.total,
        }))
    }

    /// Allows sending again. `checked` names every payroll of [`Desk::sending_block`], which the user has looked up at
    /// the service. What was approved and may have been sent becomes Unknown.
    ///
    /// # Errors
    /// `ValueInvalid` without a reason, `PayrollsNotChecked`, `Io`, `Vault`, `Ledger`.
    pub async fn unblock_sending(&self, reason: &str, checked: &[String]) -> Result<(), DeskError> {
        let reason = decision_reason(reason)?;
        self.require_own_key()?;
        let Some(block) = self.sending_block().await? else { return Ok(()) };
        let checked: BTreeSet<&str> = checked.iter().map(String::as_str).collect();
        let missing = block.payrolls.iter().filter(|payroll| !checked.contains(payroll.key.as_str())).count();
        if missing > 0 {
            return Err(DeskError::PayrollsNotChecked(u32::try_from(missing).unwrap_or(u32::MAX)));
        }
        let by = self.approver();
        let storing = self.inner.anchor.storing.lock().await;
        let blocked = self.inner.ledger.block();
        let stored = lock(&self.inner.anchor.stored).clone();
        self.inner.ledger.unblock(&stored, (reason, &by), self.now()).await?;
        if let Err(error) = self.replace_anchor().await {
            // At the next start it would be blocked as well.
            blocked.into_iter().for_each(|reason| self.inner.ledger.block_sending(reason));
            return Err(error);
        }
        drop(storing);
        *self.inner.anchor.verified.lock().await = false;
        self.verify_history().await?;
        tracing::info!("sending is allowed again");
        self.tell(DeskEvent::SessionChanged);
        Ok(())
    }
}

fn blocked_payroll(payroll: BlockedPayroll) -> view::BlockedPayroll {
    let people = payroll.people.unwrap_or_default();
    view::BlockedPayroll {
        key: payroll.key,
        id: payroll.id.map(|id| id.0),
        name: payroll.name,
        period: payroll.period,
        people: payroll.people,
        totals: payroll.totals.into_iter().map(|sum| Total::new(people, sum)).collect(),
        sent_at: payroll.sent_at.map(|at| at.to_string()),
    }
}
