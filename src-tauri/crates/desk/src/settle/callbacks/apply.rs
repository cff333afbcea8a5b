//! Stores callbacks, and applies stored ones.

use super::reading::read_callback;
use crate::{desk::Desk, error::DeskError, event::DeskEvent, top_up::watch};
use paysheet_ledger::{Applied, CallbackKey, RawCallback};

/// Number of stored callbacks applied in one transaction when many are waiting.
const WAITING_PAGE: u32 = 500;

impl Desk {
    /// Stores callbacks, all together.
    ///
    /// # Errors
    /// `Ledger`: then none of them may be answered with success.
    pub async fn store_callbacks(&self, raw: &[RawCallback]) -> Result<Vec<CallbackKey>, DeskError> {
        Ok(self.ledger.store_callbacks(raw).await?)
    }

    /// Applies stored callbacks, and reports which payrolls changed.
    ///
    /// # Errors
    /// `Ledger`: they stay stored, and are applied at the next start.
    pub async fn apply_callbacks(&self, stored: &[(CallbackKey, RawCallback)]) -> Result<(), DeskError> {
        let readings: Vec<_> = stored.iter().map(|(key, raw)| (*key, read_callback(raw))).collect();
        let mut changed = Vec::new();
        let mut has_unknown = false;
        for applied in self.ledger.apply_callbacks(&readings, self.now()).await? {
            match applied {
                Applied::Changed { payroll, .. } if !changed.contains(&payroll) => changed.push(payroll),
                Applied::Changed { .. } | Applied::Repeated | Applied::NoProof => {}
                Applied::OtherCode => {
                    tracing::warn!(
                        "a callback has another code than its payroll; it stays stored and changes nothing"
                    );
                }
                Applied::TopUp(id) => watch::request_status_in_background(self, id),
                Applied::NoPayoutOfOurs => {
                    has_unknown = true;
                    tracing::warn!("a callback names a reference that is in no payroll of this ledger");
                }
                Applied::Blocked => {
                    tracing::error!("a damaged value is in the way of a callback; it stays stored")
                }
                Applied::Unreadable => {
                    has_unknown = true;
                    tracing::warn!("a callback cannot be read");
                }
            }
        }
        for payroll in changed {
            self.emit(DeskEvent::PayrollChanged { id: payroll.0 });
        }
        if has_unknown {
            self.emit(DeskEvent::UnknownReportsChanged);
        }
        Ok(())
    }
}

/// Applies the callbacks that are stored and not applied. A damaged callback, or one that a damaged value blocks,
/// is tried once and stays stored.
pub(crate) async fn apply_waiting_callbacks(desk: &Desk) -> Result<(), DeskError> {
    let mut after = None;
    loop {
        let (waiting, last) = desk.ledger.waiting_callbacks(after, WAITING_PAGE).await?;
        desk.apply_callbacks(&waiting).await?;
        if last.is_none() {
            return Ok(());
        }
        after = last;
    }
}
