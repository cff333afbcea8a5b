//! Callbacks: hints from the service about references of this ledger. Each is stored durably before it is answered,
//! then applied. A callback never creates, sends or unlocks anything.

mod backlog;
mod listener;
mod reading;
pub mod server;
mod unknown;

pub use listener::CALLBACK_BYTES_MAX;
use paysheet_ledger::{Applied, CallbackKey, RawCallback};
pub use reading::read_callback;

use crate::{desk::Desk, error::DeskError, event::DeskEvent};

/// Number of stored callbacks applied in one transaction when many are waiting.
const WAITING_PAGE: u32 = 500;

impl Desk {
    /// Stores callbacks, all together.
    ///
    /// # Errors
    /// `Ledger`: then none of them may be answered with success.
    pub async fn store_callbacks(&self, raw: &[RawCallback]) -> Result<Vec<CallbackKey>, DeskError> {
        Ok(self.inner.ledger.store_callbacks(raw).await?)
    }

    /// Applies stored callbacks, and reports which payrolls changed.
    ///
    /// # Errors
    /// `Ledger`: they stay stored, and are applied at the next start.
    pub async fn apply_callbacks(&self, stored: &[(CallbackKey, RawCallback)]) -> Result<(), DeskError> {
        let readings: Vec<_> = stored.iter().map(|(key, raw)| (*key, read_callback(raw))).collect();
        let mut changed = Vec::new();
        let mut has_unknown = false;
        for applied in self.inner.ledger.apply_callbacks(&readings, self.now()).await? {
            match applied {
                Applied::Changed { payroll, .. } if !changed.contains(&payroll) => changed.push(payroll),
                Applied::Changed { .. } | Applied::Repeated => {}
                Applied::Stranger => {
                    has_unknown = true;
                    tracing::warn!("a callback names a reference that is in no payroll of this ledger");
                }
                Applied::Blocked => {
                    tracing::error!("a damaged value is in the way of a callback; it stays stored")
                }
                Applied::Unreadable => tracing::warn!("a callback cannot be read"),
            }
        }
        for payroll in changed {
            self.tell(DeskEvent::PayrollChanged { id: payroll.0 });
        }
        if has_unknown {
            self.tell(DeskEvent::UnknownReportsChanged);
        }
        Ok(())
    }

    /// Applies the callbacks that are stored and not applied. A damaged callback, or one that a damaged value blocks,
    /// is tried once and stays stored.
    pub(crate) async fn apply_waiting_callbacks(&self) -> Result<(), DeskError> {
        let mut after = None;
        loop {
            let (waiting, last) = self.inner.ledger.waiting_callbacks(after, WAITING_PAGE).await?;
            self.apply_callbacks(&waiting).await?;
            if last.is_none() {
                return Ok(());
            }
            after = last;
        }
    }

    /// Listens for callbacks at `address` (`http://127.0.0.1:8790/cb`), or nowhere if it is empty. Returns the address
    /// with the real port. If this fails, the desk listens where it listened before.
    ///
    /// # Errors
    /// `ListenerUnavailable` if the address is not valid or is in use.
    pub async fn listen(&self, address: &str) -> Result<Option<String>, DeskError> {
        let mut listener = self.inner.listener.lock().await;
        let before = listener.as_ref().map(|old| old.address().to_owned());
        // Stopped first, since the new address may differ in its path only.
        if let Some(old) = listener.take() {
            old.stop().await;
        }
        if address.trim().is_empty() {
            return Ok(None);
        }
        match listener::start(self.clone(), address.trim()).await {
            Ok(new) => Ok(Some(listener.insert(new).address().to_owned())),
            Err(error) => {
                if let Some(before) = before {
                    *listener = Some(listener::start(self.clone(), &before).await?);
                }
                Err(error)
            }
        }
    }

    /// Returns the address at which the desk receives callbacks now.
    pub async fn callback_address(&self) -> Option<String> {
        self.inner.listener.lock().await.as_ref().map(|listener| listener.address().to_owned())
    }
}
