//! Reads the events of the whole ledger for the audit log, in windows, the newest first, with the names of what they are
//! about.

use std::collections::BTreeMap;

use sqlx::{FromRow, QueryBuilder, Row, Sqlite, sqlite::SqliteRow};

use crate::{
    drafts::{draft::NAMED_ROWS_MAX, row_edits::RowEdit},
    model::{
        columns::{count, counted},
        error::Result,
        events::{EventRecord, StoredEvent},
        records::PayrollId,
    },
    reads::{
        named_rows::{NamedRows, PersonText},
        people::PersonPayment,
    },
    store::ledger::Ledger,
};

/// Most payouts of a person whose events are read.
pub const AUDITED_PAYOUTS_MAX: u32 = 1_000;
/// Events read in one statement.
const EVENTS_PER_QUERY: usize = 500;
/// Reads events `e`, as [`AuditRecord::of`] needs them. The condition that selects them follows, then [`NAMED`].
const SELECTED: &str = "SELECT e.*, r.name AS payroll_name, b.number AS batch_number, p.name AS person
     FROM (SELECT e.* FROM events e WHERE ";
const NAMED: &str = ") AS e LEFT JOIN payrolls r ON r.id = e.payroll LEFT JOIN batches b ON b.id = e.batch
     LEFT JOIN payouts p ON p.reference = e.payout ORDER BY e.seq DESC";

/// Which events to list. The default is all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    pub payroll: Option<PayrollId>,
    /// The beginning of a name, account number or reference: only events about a payout to such a person, and edits of
    /// their rows. A row is found by what the file calls its person, and by what it was called last, not by what stood
    /// there in between. Most other events are about a whole payroll or batch; those are not found by a person.
    pub person: Option<String>,
}

/// A window of the events that match a filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditPage {
    pub total: u32,
    /// The newest first.
    pub records: Vec<AuditRecord>,
    /// Edits in the filter's payrolls that may have been about the person as well: it is not known any more which rows
    /// they changed. None without a person.
    pub unattributed: u32,
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
    /// Of an edit that a filter by person found: the first of those people whose rows it changed, as they are called now.
    pub edited: Vec<String>,
}

impl AuditRecord {
    fn of(row: &SqliteRow) -> Result<Self> {
        let number: Option<i64> = row.try_get("batch_number")?;
        Ok(Self {
            event: StoredEvent::from_row(row)?.into_record()?,
            payroll_name: row.try_get("payroll_name")?,
            batch_number: number.map(|number| count("number", number)).transpose()?,
            person: row.try_get("person")?,
            edited: Vec::new(),
        })
    }
}

impl Ledger {
    /// Returns a window of the events that match the filter.
    pub async fn audit_events(&self, filter: &AuditFilter, window: (u32, u32)) -> Result<AuditPage> {
        match filter.person.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => self.events_of_person(filter.payroll, text, window).await,
            None => self.events_of(filter.payroll, window).await,
        }
    }

    /// Returns a window of all events, or of those of a payroll.
    async fn events_of(&self, payroll: Option<PayrollId>, (offset, limit): (u32, u32)) -> Result<AuditPage> {
        let mut counting = QueryBuilder::<Sqlite>::new("SELECT COUNT(*) FROM events e WHERE ");
        push_payroll(&mut counting, payroll);
        let total: i64 = counting.build_query_scalar().fetch_one(&self.reader).await?;
        let mut query = QueryBuilder::<Sqlite>::new(SELECTED);
        push_payroll(&mut query, payroll);
        query.push(" ORDER BY e.seq DESC LIMIT ").push_bind(limit).push(" OFFSET ").push_bind(offset);
        Ok(AuditPage {
            total: count("events", total)?,
            records: self.records(query).await?,
            ..AuditPage::default()
        })
    }

    async fn events_of_person(
        &self,
        payroll: Option<PayrollId>,
        text: &str,
        window: (u32, u32),
    ) -> Result<AuditPage> {
        let payments = self.search(text, AUDITED_PAYOUTS_MAX).await?;
        let mut found = PersonEvents::default();
        for seq in self.events_of_payments(payroll, &payments).await? {
            found.events.insert(seq, Vec::new());
        }
        self.add_edits(payroll, (text, &payments), &mut found).await?;
        Ok(AuditPage {
            total: counted(found.events.len())?,
            records: self.found_records(&found, window).await?,
            unattributed: counted(found.unattributed)?,
        })
    }

    /// Returns the numbers of the events about these payouts.
    async fn events_of_payments(
        &self,
        payroll: Option<PayrollId>,
        payments: &[PersonPayment],
    ) -> Result<Vec<i64>> {
        if payments.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::<Sqlite>::new("SELECT e.seq FROM events e WHERE ");
        push_payroll(&mut query, payroll);
        query.push(" AND e.payout IN (");
        let mut listed = query.separated(", ");
        for payment in payments {
            listed.push_bind(payment.payout.reference.as_str());
        }
        query.push(")");
        Ok(query.build_query_scalar().fetch_all(&self.reader).await?)
    }

    /// Adds the edits of the person's rows.
    async fn add_edits(
        &self,
        payroll: Option<PayrollId>,
        (text, payments): (&str, &[PersonPayment]),
        found: &mut PersonEvents,
    ) -> Result<()> {
        let who = PersonText::new(text);
        for (id, edits) in self.row_edits(payroll).await? {
            found.unattributed += edits.iter().filter(|edit| !edit.is_attributed).count();
            // The rows of a payroll are read only if there is something to find.
            if edits.iter().any(RowEdit::has_known_rows) {
                found.add(&edits, &self.named_rows(id, &who, payments).await?);
            }
        }
        Ok(())
    }

    async fn found_records(
        &self,
        found: &PersonEvents,
        (offset, limit): (u32, u32),
    ) -> Result<Vec<AuditRecord>> {
        let length = |length: u32| usize::try_from(length).unwrap_or(usize::MAX);
        let window = found.events.iter().rev().skip(length(offset)).take(length(limit));
        let window: Vec<i64> = window.map(|(seq, _)| *seq).collect();
        let mut records = Vec::with_capacity(window.len());
        for window in window.chunks(EVENTS_PER_QUERY) {
            let mut query = QueryBuilder::<Sqlite>::new(SELECTED);
            query.push("e.seq IN (");
            let mut listed = query.separated(", ");
            for seq in window {
                listed.push_bind(*seq);
            }
            query.push(")");
            let read = self.records(query).await?.into_iter();
            records.extend(read.map(|record| AuditRecord { edited: found.edited(&record.event), ..record }));
        }
        Ok(records)
    }

    async fn records(&self, mut query: QueryBuilder<Sqlite>) -> Result<Vec<AuditRecord>> {
        query.push(NAMED);
        let rows: Vec<SqliteRow> = query.build().fetch_all(&self.reader).await?;
        rows.iter().map(AuditRecord::of).collect()
    }
}

/// What a filter by person found.
#[derive(Default)]
struct PersonEvents {
    /// The names of the people whose rows an edit changed, by its number; none for an event about a payout.
    events: BTreeMap<i64, Vec<String>>,
    unattributed: usize,
}

impl PersonEvents {
    fn edited(&self, event: &EventRecord) -> Vec<String> {
        let names = i64::try_from(event.seq).ok().and_then(|seq| self.events.get(&seq));
        names.cloned().unwrap_or_default()
    }

    /// Adds those of the edits of a payroll that changed one of these rows.
    fn add(&mut self, edits: &[RowEdit], rows: &NamedRows) {
        for edit in edits {
            let changed = rows.iter().filter(|(position, row)| edit.changed(**position, row.file_row));
            let names: Vec<String> = changed.map(|(_, row)| row.name.clone()).take(NAMED_ROWS_MAX).collect();
            if !names.is_empty() {
                self.events.insert(edit.seq, names);
            }
        }
    }
}

fn push_payroll(query: &mut QueryBuilder<Sqlite>, payroll: Option<PayrollId>) {
    query.push("1 = 1");
    if let Some(payroll) = payroll {
        query.push(" AND e.payroll = ").push_bind(i64::from(payroll.0));
    }
}
