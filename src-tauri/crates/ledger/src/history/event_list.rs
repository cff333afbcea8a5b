//! Reads the events of a payroll or a top-up.

use jiff::Timestamp;

use crate::{
    model::{
        columns::moment,
        error::Result,
        events::{EventRecord, StoredEvent, event_columns},
        records::{FundingId, PayrollId},
    },
    store::ledger::Ledger,
};

impl Ledger {
    /// Returns the events of a payroll, oldest first, including those of a deleted draft.
    pub async fn events(&self, id: PayrollId) -> Result<Vec<EventRecord>> {
        let stored: Vec<StoredEvent> = sqlx::query_as(concat!(
            "SELECT ",
            event_columns!(),
            " FROM events WHERE payroll = $1 ORDER BY seq"
        ))
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredEvent::into_record).collect()
    }

    /// Returns when the newest event was written; `None` in an empty ledger.
    pub async fn last_event_at(&self) -> Result<Option<Timestamp>> {
        let at: Option<String> = sqlx::query_scalar("SELECT at FROM events ORDER BY seq DESC LIMIT 1")
            .fetch_optional(&self.reader)
            .await?;
        at.map(|at| moment("at", &at)).transpose()
    }

    /// Returns the events of a top-up, oldest first.
    pub async fn funding_events(&self, id: FundingId) -> Result<Vec<EventRecord>> {
        let stored: Vec<StoredEvent> = sqlx::query_as(concat!(
            "SELECT ",
            event_columns!(),
            " FROM events WHERE funding = $1 ORDER BY seq"
        ))
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredEvent::into_record).collect()
    }
}
