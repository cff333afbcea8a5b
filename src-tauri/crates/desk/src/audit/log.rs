//! The audit log, in windows, and whether its chain verifies.

use paysheet_ledger::{AuditFilter, AuditPage, LedgerError, PayrollId};

use crate::{
    desk::Desk,
    error::DeskError,
    recovery::anchor,
    view::{AuditQuery, AuditWindow, HistoryCheck},
};

/// Maximum number of events in one window.
const WINDOW_EVENTS_MAX: u32 = 500;

impl Desk {
    /// Returns a window of the events that match the query, the newest first.
    pub async fn audit_log(
        &self,
        query: &AuditQuery,
        offset: u32,
        limit: u32,
    ) -> Result<AuditWindow, DeskError> {
        let window = (offset, limit.min(WINDOW_EVENTS_MAX));
        let AuditPage { total, records, unattributed } =
            self.ledger.audit_events(&filter(query), window).await?;
        let rows = records.into_iter().map(Into::into).collect();
        Ok(AuditWindow { total, offset, rows, unattributed })
    }

    /// Verifies the whole history now. A broken one blocks sending, as it does when a ledger is opened.
    ///
    /// # Errors
    /// `Ledger` if it cannot be read.
    pub async fn check_history(&self) -> Result<HistoryCheck, DeskError> {
        match self.ledger.verify_chain().await {
            Ok(events) => Ok(HistoryCheck::Intact { events: u32::try_from(events).unwrap_or(u32::MAX) }),
            Err(LedgerError::ChainBroken { seq, unsealed }) => {
                let block = anchor::block_broken(self, (seq, unsealed));
                Ok(HistoryCheck::Broken { number: u32::try_from(seq).unwrap_or(u32::MAX), block })
            }
            Err(error) => Err(error.into()),
        }
    }
}

pub(super) fn filter(AuditQuery { payroll, person }: &AuditQuery) -> AuditFilter {
    AuditFilter {
        payroll: payroll.map(PayrollId),
        person: person.clone().filter(|text| !text.trim().is_empty()),
    }
}
