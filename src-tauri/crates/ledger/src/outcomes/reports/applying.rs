//! Applies reports to the payouts that they name. Everything that they need is loaded before, and everything that they
//! change is written after, so that the cost of one report among thousands is small.
//!
//! A callback that names one of our references moves its batch to Accepted from any state: the service has what it
//! reports on. That holds for a reference that appears after its report, too.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paysheet_domain::{CallbackCode, PayoutState, Reference, Report, ReportSource};
use serde_json::{Value, json};

use super::{
    known::{self, KnownPayout},
    report::{Applied, Incoming, PayoutReport, RowMatch, UNKNOWN_REPORTS_MAX, UNKNOWN_WORDS_MAX},
    rows::{ChangedPayout, NewReport, insert_reports, update_payouts},
};
use crate::{
    funding::status,
    model::{
        error::Result,
        events::EventKind,
        records::{BatchKey, PayrollId},
    },
    states::{
        transitions::{accept_by_evidence, close_if_done, out_of_step, settle_again},
        unconfirmed::reopen,
    },
    store::write_tx::{EventSubject, WriteTx},
};

/// Applies reports in their order, and returns the effect of each. The texts of the reports are as they are stored. A
/// report from a callback that no payroll has the reference of is stored until there is one.
pub(crate) async fn apply_reports(tx: &mut WriteTx, reports: &[Incoming]) -> Result<Vec<Applied>> {
    let mut references: Vec<&str> =
        reports.iter().map(|incoming| incoming.report.reference.as_str()).collect();
    references.sort_unstable();
    references.dedup();
    let known = known::load(tx.conn(), &references).await?;
    let mut work = Work { known, ..Work::default() };
    let mut all = Vec::with_capacity(reports.len());
    for incoming in reports {
        all.push(work.apply(tx, incoming).await?);
    }
    insert_reports(tx, &work.new).await?;
    update_payouts(tx, &work.changed).await?;
    finish(tx, &work.touched).await?;
    for &payroll in &work.unpaid {
        reopen(tx, payroll).await?;
    }
    Ok(all)
}

/// What the reports of one transaction do.
#[derive(Default)]
struct Work {
    known: HashMap<String, KnownPayout>,
    /// Batches that are proved to be at the service.
    accepted: BTreeSet<BatchKey>,
    touched: BTreeMap<BatchKey, PayrollId>,
    /// Payrolls with somebody who is not paid, or may not be, as is known now.
    unpaid: BTreeSet<PayrollId>,
    new: Vec<NewReport>,
    changed: BTreeMap<String, ChangedPayout>,
}

impl Work {
    async fn apply(&mut self, tx: &mut WriteTx, incoming: &Incoming) -> Result<Applied> {
        let Incoming { origin, report, at } = incoming;
        let at = at.clone().unwrap_or_else(|| tx.at());
        let Some(payout) = self.known.get_mut(&report.reference) else {
            if let Some(callback) = origin.callback {
                // A reference that we may have made is a payout's.
                let is_ours = Reference::parse(&report.reference).is_some();
                let funding = status::with_reference(tx.conn(), &report.reference).await?;
                if let Some(funding) = funding.filter(|_| !is_ours) {
                    let data = json!({ "callback": callback });
                    tx.append_event(EventKind::ReportOfTopUp, EventSubject::funding(funding), &data);
                    return Ok(Applied::TopUp(funding));
                }
                store_unknown(tx, callback, report).await?;
                let data = json!({ "callback": callback });
                tx.append_event(EventKind::ReportOfUnknownReference, EventSubject::NOTHING, &data);
            }
            return Ok(Applied::NoPayoutOfOurs);
        };
        let (payroll, batch) = (payout.payroll, payout.batch);
        let about = EventSubject {
            payroll: Some(payroll),
            batch: Some(batch),
            payout: Some(&report.reference),
            funding: None,
        };
        if payout.has_other_code(report) {
            let data = json!({ "callback": origin.callback, "source": origin.source });
            tx.append_event(EventKind::ReportOfOtherCode, about, &data);
            return Ok(Applied::OtherCode);
        }
        if !payout.is_at_the_service && !incoming.proves_receipt() {
            return Ok(Applied::NoProof);
        }
        let recorded = payout.recorded(incoming, tx.last_seq() + 1);
        let meaning = recorded.report;
        if !payout.add(recorded) {
            tx.append_event(EventKind::ReportRepeated, about, &event_data(incoming, meaning, json!({})));
            return Ok(Applied::Repeated);
        }
        let from = payout.state;
        let state = payout.derived();
        let to = json!({ "code": report.code, "from": from, "to": state });
        tx.append_event(EventKind::ReportApplied, about, &event_data(incoming, meaning, to));
        self.new.push(NewReport {
            origin: *origin,
            report: PayoutReport { report: meaning, ..report.clone() },
            seq: tx.last_seq(),
            at: at.clone(),
        });
        // An unclear report does not hide a known outcome.
        if meaning != Report::Unclear || !state.is_final() {
            self.changed.insert(report.reference.clone(), changed(payout, state, incoming, at));
        }
        if matches!(state, PayoutState::Failed | PayoutState::Reversed | PayoutState::Conflict) {
            self.unpaid.insert(payroll);
        }
        payout.state = state;
        let is_new = !payout.is_at_the_service;
        if is_new && self.accepted.insert(batch) {
            accept_by_evidence(tx, batch).await?;
        }
        self.touched.insert(batch, payroll);
        Ok(Applied::Changed { payroll, batch, state })
    }
}

/// Returns the data of the event of a report: what it means, where it comes from, and what a person said about it.
fn event_data(Incoming { origin, report, .. }: &Incoming, meaning: Report, more: Value) -> Value {
    let mut data = json!({ "callback": origin.callback, "report": meaning, "source": origin.source });
    if let (Some(data), Value::Object(more)) = (data.as_object_mut(), more) {
        data.extend(more);
        if let Some(by) = &report.read_by {
            let word = if report.status.is_empty() { &report.code } else { &report.status };
            data.extend([("word".into(), json!(word)), ("read_by".into(), json!(by))]);
        }
        if let Some(RowMatch { by, confirmed_by }) = &report.matched {
            data.extend([("matched_by".into(), json!(by))]);
            data.extend(confirmed_by.iter().map(|name| ("confirmed_by".into(), json!(name))));
        }
    }
    data
}

fn changed(
    payout: &KnownPayout,
    state: PayoutState,
    Incoming { origin, report, .. }: &Incoming,
    at: String,
) -> ChangedPayout {
    // The status of a debit is its day, and no message.
    let has_message = !report.message.is_empty() || origin.source == ReportSource::Statement;
    let said = if has_message { &report.message } else { &report.status };
    ChangedPayout {
        state,
        code: Some(report.code.clone()),
        message: Some(said.clone()),
        settled_by: payout.settled_by(),
        at,
    }
}

/// Stores a report about an unknown reference, unless it is stored already, its reference cannot be that of a Paysheet
/// payout, or there are too many.
async fn store_unknown(tx: &mut WriteTx, callback: i64, report: &PayoutReport) -> Result<()> {
    if Reference::parse(&report.reference).is_none() {
        return Ok(());
    }
    let of_batch: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE reference = $1")
        .bind(&report.reference)
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
    let others: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM unknown_reports WHERE reference = $1 AND report = $2 AND callback_code = $3",
    )
    .bind(&report.reference)
    .bind(<&str>::from(report.report))
    .bind(report.callback_code.as_ref().map_or("", CallbackCode::expose))
    .fetch_one(tx.conn())
    .await?;
    // A further word leaves room for the first report about somebody else: it proves that the service has the batch.
    let is_first = others == 0;
    let room = if is_first { UNKNOWN_REPORTS_MAX } else { UNKNOWN_WORDS_MAX };
    if stored >= i64::from(room) {
        return Ok(());
    }
    let at = tx.at();
    let added = sqlx::query(
        "INSERT INTO unknown_reports (reference, report, callback, code, status, message, provider_reference, amount,
                                      currency, reported_at, callback_code)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (reference, report, code, status, callback_code) DO NOTHING",
    )
    .bind(&report.reference)
    .bind(<&str>::from(report.report))
    .bind(callback)
    .bind(&report.code)
    .bind(&report.status)
    .bind(&report.message)
    .bind(report.provider_reference.as_deref())
    .bind(report.amount.as_deref())
    .bind(report.currency.as_deref())
    .bind(at)
    .bind(report.callback_code.as_ref().map_or("", CallbackCode::expose))
    .execute(tx.conn())
    .await?;
    tx.unknown_reports = Some(stored + added.rows_affected().cast_signed());
    Ok(())
}

/// Closes the batches that reports changed if nothing more is expected, lets closed ones settle again of which an
/// outcome is open now, and updates the times of their payrolls.
pub(crate) async fn finish(tx: &mut WriteTx, touched: &BTreeMap<BatchKey, PayrollId>) -> Result<()> {
    for batch in out_of_step(tx, touched.keys()).await? {
        settle_again(tx, batch).await?;
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
