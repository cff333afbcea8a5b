//! Reports about payouts: what was reported, by which source, and the effect. Each report has one effect, however often
//! and in whatever order reports arrive. [`applying`] applies them.

pub(crate) mod applying;
pub(crate) mod fees;
pub(crate) mod known;
mod report;
pub(crate) mod rows;

use std::collections::BTreeMap;

use jiff::Timestamp;
use paysheet_domain::{Report, ReportSource};
use sqlx::FromRow;

use crate::{
    model::{
        columns::{moment, named},
        error::Result,
        records::PayrollId,
    },
    store::ledger::Ledger,
};

pub use report::{
    Applied, FileReport, PayoutReport, ReportRecord, RowMatch, UNKNOWN_REPORTS_MAX, WordReader,
};
pub(crate) use report::{Incoming, Origin, report_named};

impl Ledger {
    /// Returns every report about a payout, in order of arrival; of a conflict, both sides.
    pub async fn reports(&self, reference: &str) -> Result<Vec<ReportRecord>> {
        let stored: Vec<StoredReport> = sqlx::query_as(
            "SELECT source, report, code, status, message, provider_reference, read_by, matched_by, confirmed_by,
                    reported_at
             FROM reports WHERE payout = $1 ORDER BY seq, callback, report, code",
        )
        .bind(reference)
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredReport::into_record).collect()
    }

    /// Returns the outcomes that lists and statements report of the payouts of a payroll, by reference, in order of
    /// arrival.
    pub async fn file_reports(&self, id: PayrollId) -> Result<BTreeMap<String, Vec<FileReport>>> {
        type Row = (String, String, String, String, Option<String>, Option<String>);
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT r.payout, r.source, r.report, r.status, r.matched_by, r.confirmed_by
             FROM payouts p JOIN reports r ON r.payout = p.reference
             WHERE p.payroll = $1 AND r.source IN ('outcome_file', 'statement', 'word_reading')
                   AND r.report IN ('successful', 'failed', 'reversed') ORDER BY r.seq",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        let mut all = BTreeMap::<String, Vec<FileReport>>::new();
        for (payout, source, report, status, by, confirmed_by) in rows {
            let source = named("source", &source)?;
            let day = if source == ReportSource::Statement { status } else { String::new() };
            let (report, matched) = (report_named(&report)?, RowMatch::of_columns(by, confirmed_by)?);
            all.entry(payout).or_default().push(FileReport { source, report, day, matched });
        }
        Ok(all)
    }

    /// Returns the words of lists that people read as paid, by the reference of the payout of this payroll; of several
    /// the first.
    pub async fn words_read_as_paid(&self, id: PayrollId) -> Result<BTreeMap<String, WordReader>> {
        let rows: Vec<(String, String, String)> = sqlx::query_as(
            "SELECT r.payout, CASE WHEN r.status = '' THEN r.code ELSE r.status END, COALESCE(r.read_by, '') FROM payouts p JOIN reports r ON r.payout = p.reference
             WHERE p.payroll = $1 AND r.source = $2 AND r.report = $3 ORDER BY r.seq DESC",
        )
        .bind(i64::from(id.0))
        .bind(<&str>::from(ReportSource::WordReading))
        .bind(<&str>::from(Report::Successful))
        .fetch_all(&self.reader)
        .await?;
        Ok(rows.into_iter().map(|(payout, word, by)| (payout, WordReader { word, by })).collect())
    }

    /// Applies what the service answered about payouts when it was asked, all together, and returns the effect of each
    /// in their order.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read or written; then none of them is applied.
    pub async fn record_asked(&self, reports: &[PayoutReport], now: Timestamp) -> Result<Vec<Applied>> {
        if reports.is_empty() {
            return Ok(Vec::new());
        }
        let origin = Origin { source: ReportSource::Asked, callback: None, outcome_file: None };
        let mut tx = self.begin_write(now).await?;
        let incoming: Vec<_> = reports.iter().map(|report| Incoming::now(origin, report)).collect();
        let applied = applying::apply_reports(&mut tx, &incoming).await?;
        tx.commit().await?;
        Ok(applied)
    }
}

#[derive(FromRow)]
struct StoredReport {
    source: String,
    report: String,
    code: String,
    status: String,
    message: String,
    provider_reference: Option<String>,
    read_by: Option<String>,
    matched_by: Option<String>,
    confirmed_by: Option<String>,
    reported_at: String,
}

impl StoredReport {
    fn into_record(self) -> Result<ReportRecord> {
        Ok(ReportRecord {
            source: named("source", &self.source)?,
            report: report_named(&self.report)?,
            code: self.code,
            status: self.status,
            message: self.message,
            provider_reference: self.provider_reference,
            read_by: self.read_by,
            matched: RowMatch::of_columns(self.matched_by, self.confirmed_by)?,
            at: moment("reported_at", &self.reported_at)?,
        })
    }
}
