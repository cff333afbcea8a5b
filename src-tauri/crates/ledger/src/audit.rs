//! Reads the events of the whole ledger for the audit log, in windows, the newest first, with the names of what they are
//! about.

use sqlx::{FromRow, QueryBuilder, Row, Sqlite, sqlite::SqliteRow};

use crate::{
    columns::count,
    error::Result,
    events::{EventRecord, StoredEvent},
    ledger::Ledger,
    records::PayrollId,
};

/// Most payouts of a person whose events are read.
pub const AUDITED_PAYOUTS_MAX: u32 = 1_000;

/// Which events to list. The default is all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    pub payroll: Option<PayrollId>,
    /// The beginning of a name, account number or reference: only events about a payout to such a person. Most events are
    /// about a whole payroll or batch and name no payout; those are not found by a person.
    pub person: Option<String>,
}

/// An event with the names of what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRecord {
    pub event: EventRecord,
    /// None if the event is about no payroll, or the payroll was deleted.
    pub payroll_name: Option<String>,
    pub batch_number: Option<u32>,
    /// Who is paid by the payout that the event is about.
    pub person: Option<String>,
}

impl AuditRecord {
    fn of(row: &SqliteRow) -> Result<Self> {
        let number: Option<i64> = row.try_get("batch_number")?;
        Ok(Self {
            event: StoredEvent::from_row(row)?.into_record()?,
            payroll_name: row.try_get("payroll_name")?,
            batch_number: number.map(|number| count("number", number)).transpose()?,
            person: row.try_get("person")?,
        })
    }
}

impl Ledger {
    /// Returns a window of the events that match the filter, the newest first, and their total number.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn audit_events(
        &self,
        filter: &AuditFilter,
        (offset, limit): (u32, u32),
    ) -> Result<(u32, Vec<AuditRecord>)> {
        let references = match filter.person.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => Some(self.references_of(text).await?),
            None => None,
        };
        let mut counted = QueryBuilder::<Sqlite>::new("SELECT COUNT(*) FROM events e WHERE ");
        push_filter(&mut counted, filter, references.as_deref());
        let total: i64 = counted.build_query_scalar().fetch_one(&self.reader).await?;
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT e.*, r.name AS payroll_name, b.number AS batch_number, p.name AS person
             FROM (SELECT e.* FROM events e WHERE ",
        );
        push_filter(&mut query, filter, references.as_deref());
        query.push(" ORDER BY e.seq DESC LIMIT ").push_bind(limit).push(" OFFSET ").push_bind(offset);
        query.push(
            ") AS e LEFT JOIN payrolls r ON r.id = e.payroll LEFT JOIN batches b ON b.id = e.batch
             LEFT JOIN payouts p ON p.reference = e.payout ORDER BY e.seq DESC",
        );
        let rows: Vec<SqliteRow> = query.build().fetch_all(&self.reader).await?;
        Ok((count("events", total)?, rows.iter().map(AuditRecord::of).collect::<Result<_>>()?))
    }

    async fn references_of(&self, text: &str) -> Result<Vec<String>> {
        let found = self.search(text, AUDITED_PAYOUTS_MAX).await?;
        Ok(found.into_iter().map(|payment| payment.payout.reference.to_string()).collect())
    }
}

fn push_filter(query: &mut QueryBuilder<Sqlite>, filter: &AuditFilter, references: Option<&[String]>) {
    query.push("1 = 1");
    if let Some(payroll) = filter.payroll {
        query.push(" AND e.payroll = ").push_bind(i64::from(payroll.0));
    }
    match references {
        None => {}
        Some([]) => {
            query.push(" AND 1 = 0");
        }
        Some(references) => {
            query.push(" AND e.payout IN (");
            let mut listed = query.separated(", ");
            for reference in references {
                listed.push_bind(reference.clone());
            }
            query.push(")");
        }
    }
}
