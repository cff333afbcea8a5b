//! Applies a report about a payout, or stores it if no payroll has its reference. Each has one effect, however often and
//! in whatever order reports arrive.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use paysheet_domain::{PayoutState, Reference, batch::Report};
use serde_json::json;

use crate::{
    columns::{count, named},
    error::{LedgerError, Result},
    events::EventKind,
    records::{BatchKey, PayrollId},
    transitions::{accept_by_evidence, close_if_done},
    write_tx::{EventSubject, WriteTx},
};

/// Maximum number of reports about unknown references that are stored for matching: more than two of the largest
/// payrolls have. Reports beyond it are stored only as raw callbacks.
pub const UNKNOWN_REPORTS_MAX: u32 = 200_000;

/// Reports in the order of a payout's life. States are derived in this order, whatever the order in which the reports
/// arrived.
const REPORTS_IN_ORDER: [Report; 3] = [Report::Successful, Report::Failed, Report::Reversed];

/// The effect of a callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// The callback contained a new report. The state may be unchanged if reports contradict each other.
    Changed {
        payroll: PayrollId,
        batch: BatchKey,
        state: PayoutState,
    },
    /// This callback, or one with the same report, was applied before.
    Repeated,
    /// No payroll of this ledger has the reference. Stored until a payroll with the reference is frozen.
    Stranger,
    Unreadable,
    /// A damaged stored value prevents its application: the callback stays stored and is not applied.
    Blocked,
}

impl Applied {
    /// The batch it changed.
    pub(crate) const fn batch(&self) -> Option<(PayrollId, BatchKey)> {
        match self {
            Self::Changed { payroll, batch, .. } => Some((*payroll, *batch)),
            Self::Repeated | Self::Stranger | Self::Unreadable | Self::Blocked => None,
        }
    }

    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Changed { .. } => "changed",
            Self::Repeated => "repeated",
            Self::Stranger => "stranger",
            Self::Unreadable => "unreadable",
            Self::Blocked => "blocked",
        }
    }
}

/// A report about a payout, the first of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRecord {
    pub report: Report,
    pub code: String,
    pub message: String,
    pub at: Timestamp,
}

pub(crate) const fn report_name(report: Report) -> &'static str {
    match report {
        Report::Successful => "successful",
        Report::Failed => "failed",
        Report::Reversed => "reversed",
    }
}

pub(crate) fn report_named(text: &str) -> Result<Report> {
    REPORTS_IN_ORDER
        .into_iter()
        .find(|&report| report_name(report) == text)
        .ok_or(LedgerError::Unreadable { column: "report" })
}

/// Closes the batches that reports changed, if nothing more is expected, and updates the times of their payrolls.
pub(crate) async fn finish(tx: &mut WriteTx, touched: &BTreeMap<BatchKey, PayrollId>) -> Result<()> {
    for &batch in touched.keys() {
        close_if_done(tx, batch).await?;
    }
    for payroll in touched.values().collect::<BTreeSet<_>>() {
        let at = tx.at();
        sqlx::query("UPDATE payrolls SET last_outcome_at = $2 WHERE id = $1")
            .bind(i64::from(payroll.0))
            .bind(at)
            .execute(tx.conn())
            .await?;
    }
    Ok(())
}

/// A report as parsed from a callback.
pub(crate) struct PayoutReport<'a> {
    pub callback: i64,
    /// In the spelling of the ledger's own references.
    pub reference: &'a str,
    pub report: Report,
    pub code: &'a str,
    pub message: &'a str,
    /// The time of arrival.
    pub at: &'a str,
}

/// Applies a report to the payout it names, or stores it if no payroll has its reference.
pub(crate) async fn apply_report(tx: &mut WriteTx, report: &PayoutReport<'_>) -> Result<Applied> {
    let found: Option<(i64, i64, String)> =
        sqlx::query_as("SELECT payroll, batch, state FROM payouts WHERE reference = $1")
            .bind(report.reference)
            .fetch_optional(tx.conn())
            .await?;
    let Some((payroll, batch, from)) = found else {
        store_unknown(tx, report).await?;
        tx.append_event(
            EventKind::ReportOfStranger,
            EventSubject::NOTHING,
            &json!({ "callback": report.callback }),
        );
        return Ok(Applied::Stranger);
    };
    let (payroll, batch) = (PayrollId(count("payroll", payroll)?), BatchKey(count("batch", batch)?));
    let about = EventSubject {
        payroll: Some(payroll),
        batch: Some(batch),
        payout: Some(report.reference),
        funding: None,
    };
    let mut reported = reported_of(tx, report.reference).await?;
    if reported.contains(&report.report) {
        let data = json!({ "callback": report.callback, "report": report_name(report.report) });
        tx.append_event(EventKind::ReportRepeated, about, &data);
        return Ok(Applied::Repeated);
    }
    accept_by_evidence(tx, batch).await?;
    reported.push(report.report);
    let state = PayoutState::from_reports(&reported);
    write_report(tx, report, state).await?;
    let data = json!({
        "callback": report.callback, "report": report_name(report.report), "code": report.code,
        "from": named::<PayoutState>("state", &from)?, "to": state,
    });
    tx.append_event(EventKind::ReportApplied, about, &data);
    Ok(Applied::Changed { payroll, batch, state })
}

async fn reported_of(tx: &mut WriteTx, reference: &str) -> Result<Vec<Report>> {
    let names: Vec<String> = sqlx::query_scalar("SELECT report FROM reports WHERE payout = $1")
        .bind(reference)
        .fetch_all(tx.conn())
        .await?;
    names.iter().map(|name| report_named(name)).collect()
}

async fn write_report(tx: &mut WriteTx, report: &PayoutReport<'_>, state: PayoutState) -> Result<()> {
    sqlx::query(
        "INSERT INTO reports (payout, report, callback, code, message, reported_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(report.reference)
    .bind(report_name(report.report))
    .bind(report.callback)
    .bind(report.code)
    .bind(report.message)
    .bind(report.at)
    .execute(tx.conn())
    .await?;
    sqlx::query(
        "UPDATE payouts SET state = $2, code = $3, message = $4, changed_at = $5 WHERE reference = $1",
    )
    .bind(report.reference)
    .bind(state.to_string())
    .bind(report.code)
    .bind(report.message)
    .bind(report.at)
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores a report about an unknown reference, unless it is stored already, its reference cannot be that of a Paysheet
/// payout, or there are too many.
async fn store_unknown(tx: &mut WriteTx, report: &PayoutReport<'_>) -> Result<()> {
    if Reference::parse(report.reference).is_none() {
        return Ok(());
    }
    let of_batch: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE reference = $1")
        .bind(report.reference)
        .fetch_one(tx.conn())
        .await?;
    if of_batch > 0 {
        return Ok(());
    }
    let stored = match tx.unknown_reports {
        Some(stored) => stored,
        None => sqlx::query_scalar("SELECT COUNT(*) FROM unknown_reports").fetch_one(tx.conn()).await?,
    };
    tx.unknown_reports = Some(stored);
    if stored >= i64::from(UNKNOWN_REPORTS_MAX) {
        return Ok(());
    }
    let added = sqlx::query(
        "INSERT INTO unknown_reports (reference, report, callback, code, message, reported_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (reference, report) DO NOTHING",
    )
    .bind(report.reference)
    .bind(report_name(report.report))
    .bind(report.callback)
    .bind(report.code)
    .bind(report.message)
    .bind(report.at)
    .execute(tx.conn())
    .await?;
    tx.unknown_reports = Some(stored + added.rows_affected().cast_signed());
    Ok(())
}
