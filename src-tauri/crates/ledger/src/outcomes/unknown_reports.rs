//! Reports about references that are in no payroll of this ledger: another computer sent them, or this ledger is older
//! than they are. They are stored until a payroll with the reference is frozen, and applied in the same transaction. A
//! report proves that the service has the batch, so such a payroll cannot be approved here.
//!
//! # A report is never lost because of its reference
//!
//! References are compared case-insensitively. A report whose reference is in no payroll is stored, at most
//! `UNKNOWN_REPORTS_MAX` of them, shown at the foot of Payrolls, and applied in the transaction that freezes a payroll
//! with it (`ledger::outcomes::unknown_reports`). The service already has such a payroll: it gets no `Frozen`, and no
//! batch of it can be approved.

use std::collections::BTreeSet;

use jiff::Timestamp;
use paysheet_domain::{CallbackCode, Report};
use sqlx::SqliteConnection;

use crate::{
    model::{
        columns::{count, moment},
        error::{LedgerError, Result},
        events::EventKind,
        records::PayrollId,
    },
    outcomes::reports::{Applied, Incoming, Origin, PayoutReport, applying::apply_reports, report_named},
    store::{ledger::Ledger, write_tx::WriteTx},
};

/// A report about a reference that is in no payroll of this ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownReport {
    pub reference: String,
    pub report: Report,
    pub code: String,
    pub message: String,
    pub at: Timestamp,
}

/// The stored reports about unknown references.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnknownReports {
    /// Total number of reports.
    pub total: u32,
    /// Number of distinct references.
    pub references: u32,
    /// Number of callbacks that cannot be read, or of which a part cannot: nobody knows about whom they are.
    pub unreadable: u32,
    /// The newest reports.
    pub newest: Vec<UnknownReport>,
}

impl Ledger {
    /// Returns the newest `limit` reports about unknown references, and their total number. An unreadable report is
    /// counted and not listed.
    pub async fn unknown_reports(&self, limit: u32) -> Result<UnknownReports> {
        let (total, references): (i64, i64) =
            sqlx::query_as("SELECT COUNT(*), COUNT(DISTINCT reference) FROM unknown_reports")
                .fetch_one(&self.reader)
                .await?;
        let unreadable: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE kind = $1")
            .bind(EventKind::CallbackUnreadable.to_string())
            .fetch_one(&self.reader)
            .await?;
        let stored: Vec<StoredReport> = sqlx::query_as(
            "SELECT * FROM unknown_reports
             ORDER BY reported_at DESC, callback DESC LIMIT $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.reader)
        .await?;
        Ok(UnknownReports {
            total: count("unknown_reports", total)?,
            references: count("unknown_reports", references)?,
            unreadable: count("events", unreadable)?,
            newest: stored.into_iter().filter_map(|report| report.into_report().ok()).collect(),
        })
    }

    /// Checks that the service does not report on a payroll that was never approved in this ledger.
    ///
    /// # Errors
    /// `AlreadyReported`.
    pub async fn refuse_reported(&self, id: PayrollId) -> Result<()> {
        refuse_reported(&mut *self.reader.acquire().await?, id).await
    }
}

#[derive(sqlx::FromRow)]
struct StoredReport {
    reference: String,
    report: String,
    callback_code: String,
    callback: i64,
    code: String,
    status: String,
    message: String,
    provider_reference: Option<String>,
    amount: Option<String>,
    currency: Option<String>,
    reported_at: String,
}

impl StoredReport {
    fn incoming(self) -> Result<Incoming> {
        let report = PayoutReport {
            report: report_named(&self.report)?,
            reference: self.reference,
            code: self.code,
            status: self.status,
            message: self.message,
            amount: self.amount,
            currency: self.currency,
            provider_reference: self.provider_reference,
            read_by: None,
            matched: None,
            is_stored_callback: false,
            callback_code: CallbackCode::received(&self.callback_code),
        };
        Ok(Incoming { origin: Origin::callback(self.callback), report, at: Some(self.reported_at) })
    }

    fn into_report(self) -> Result<UnknownReport> {
        Ok(UnknownReport {
            report: report_named(&self.report)?,
            at: moment("reported_at", &self.reported_at)?,
            reference: self.reference,
            code: self.code,
            message: self.message,
        })
    }
}

/// Applies the stored reports about payouts of this payroll, and returns how many of its people they are about. Those
/// with another code stay stored: if the payroll is frozen again without a code, they are applied then.
pub(crate) async fn apply_to(tx: &mut WriteTx, id: PayrollId) -> Result<u32> {
    let any: Option<i64> =
        sqlx::query_scalar("SELECT callback FROM unknown_reports LIMIT 1").fetch_optional(tx.conn()).await?;
    if any.is_none() {
        return Ok(0);
    }
    let stored: Vec<StoredReport> = sqlx::query_as(
        "SELECT u.* FROM unknown_reports u JOIN payouts p ON p.reference = u.reference
         WHERE p.payroll = $1 ORDER BY u.callback",
    )
    .bind(i64::from(id.0))
    .fetch_all(tx.conn())
    .await?;
    if stored.is_empty() {
        return Ok(0);
    }
    let reports: Vec<_> = stored.into_iter().map(StoredReport::incoming).collect::<Result<_>>()?;
    let mut people = BTreeSet::new();
    for (incoming, applied) in reports.iter().zip(apply_reports(tx, &reports).await?) {
        if applied != Applied::OtherCode {
            people.insert(incoming.report.reference.as_str());
            forget(tx, &incoming.report).await?;
        }
    }
    u32::try_from(people.len()).map_err(|_| LedgerError::TooMany)
}

async fn forget(tx: &mut WriteTx, report: &PayoutReport) -> Result<()> {
    sqlx::query("DELETE FROM unknown_reports WHERE reference = $1 AND report = $2 AND callback_code = $3")
        .bind(&report.reference)
        .bind(<&str>::from(report.report))
        .bind(report.callback_code.as_ref().map_or("", CallbackCode::expose))
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// People whose payroll was never approved in this ledger, and about whom the service reports.
const NEVER_APPROVED: &str = "SELECT COUNT(DISTINCT r.payout) FROM payrolls y
    JOIN batches b ON b.payroll = y.id JOIN payouts p ON p.batch = b.id JOIN reports r ON r.payout = p.reference
    WHERE y.id = $1 AND y.approved_at IS NULL AND b.state <> 'Frozen'";

/// Checks that the service does not report on a payroll that was never approved in this ledger.
pub(crate) async fn refuse_reported(conn: &mut SqliteConnection, id: PayrollId) -> Result<()> {
    let people: i64 = sqlx::query_scalar(NEVER_APPROVED).bind(i64::from(id.0)).fetch_one(conn).await?;
    match count("people", people)? {
        0 => Ok(()),
        people => Err(LedgerError::AlreadyReported { payroll: id, people }),
    }
}
