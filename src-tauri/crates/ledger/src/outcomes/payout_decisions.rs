//! The user's own word about payouts: paid, failed or reversed, with a reason and who told them. It covers what was
//! reported before. A later report that contradicts it is a conflict, and it can be taken back.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use paysheet_domain::{
    BatchState, DecisionSource, PayoutDecision, PayoutState, Reference, Report, ReportSource,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    model::{
        columns::{count, moment, moment_or_none, named, stamp},
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::EventKind,
        records::{BatchKey, PayrollId},
    },
    outcomes::reports::{
        applying::finish,
        known::{self, KnownPayout},
        rows::{ChangedPayout, update_payouts},
    },
    reads::chosen_payouts::ShownPayout,
    states::{transitions, unconfirmed::reopen},
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// A decision of the user about a payout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PayoutDecisionRecord {
    pub decision: PayoutDecision,
    pub source: DecisionSource,
    pub reason: String,
    pub by: String,
    #[specta(type = String)]
    pub at: Timestamp,
    /// When it was taken back or replaced.
    #[specta(type = Option<String>)]
    pub withdrawn_at: Option<Timestamp>,
}

/// What the user says about some payouts.
#[derive(Clone, Debug)]
pub struct NewPayoutDecision<'a> {
    pub decision: PayoutDecision,
    pub source: DecisionSource,
    pub reason: &'a str,
    pub by: &'a str,
    pub shown: ShownEvidence,
}

/// What was recorded when the user decided. If more is recorded now, the decision is refused: it would cover a report that
/// the user never saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownEvidence {
    /// Number of reports and decisions about each of the payouts.
    OfPayout(u32),
    /// When the last outcome of the payroll was recorded.
    OfPayroll(Option<Timestamp>),
    /// State and evidence of each of the payouts, in their order.
    OfEach(Vec<ShownPayout>),
}

/// Returns whether the user can say what happened to a payout: the service has its batch. A withdrawn one has such payouts only
/// if somebody edited the file.
#[must_use]
pub const fn is_decidable(payout: PayoutState, batch: BatchState) -> bool {
    match batch {
        BatchState::Settling | BatchState::Closed => true,
        BatchState::Withdrawn => !matches!(payout, PayoutState::Planned | PayoutState::Withdrawn),
        BatchState::Draft
        | BatchState::Frozen
        | BatchState::Approved
        | BatchState::Intent
        | BatchState::NotSent
        | BatchState::NotAccepted
        | BatchState::Accepted
        | BatchState::Unknown => false,
    }
}

impl Ledger {
    /// Stores the user's decision about payouts of a payroll, all of them or none. It replaces an earlier decision.
    ///
    /// # Errors
    /// `NoReason`; `NoSuchPayout`; `PayoutsChanged`; `WrongState` if the service does not have the batch of a payout,
    /// as far as is known.
    pub async fn decide_payouts(
        &self,
        id: PayrollId,
        references: &[Reference],
        new: NewPayoutDecision<'_>,
        now: Timestamp,
    ) -> Result<()> {
        decision_reason(new.reason)?;
        let mut tx = self.begin_write(now).await?;
        let mut work = Deciding::load(&mut tx, id, references).await?;
        if !work.is_as_shown(&mut tx, (id, references), &new.shown).await? {
            return Err(LedgerError::PayoutsChanged);
        }
        for reference in references {
            let data = json!({
                "decision": new.decision, "source": new.source, "reason": new.reason, "by": new.by,
                "from": work.state(reference)?,
            });
            work.append(&mut tx, EventKind::PayoutDecided, reference, &data)?;
            withdraw(&mut tx, reference).await?;
            let seq = tx.last_seq();
            insert(&mut tx, reference, &new, seq).await?;
            let said = ShownReason { code: None, message: Some(new.reason.to_owned()) };
            work.set(reference, Some((new.decision, seq)), (said, tx.at()))?;
        }
        work.write(&mut tx).await?;
        // Whoever closed the payroll did not know of somebody who was not paid.
        if work.changed.values().any(|payout| may_be_unpaid(payout.state)) {
            reopen(&mut tx, id).await?;
        }
        tx.commit().await
    }

    /// Takes the user's decision about payouts back: their states follow from the reports again.
    /// `states`: what the user saw of each.
    ///
    /// # Errors
    /// `PayoutsChanged` if one of them has another state now.
    /// `NoSuchPayout`, also if there is no decision about one of them.
    pub async fn withdraw_payout_decisions(
        &self,
        id: PayrollId,
        (references, states): (&[Reference], Option<&[PayoutState]>),
        by: &str,
        now: Timestamp,
    ) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        let mut work = Deciding::load(&mut tx, id, references).await?;
        for (place, reference) in references.iter().enumerate() {
            if !work.is_decided(reference)? {
                return Err(LedgerError::NoSuchPayout);
            }
            let shown = states.and_then(|states| states.get(place));
            let now = work.state(reference)?;
            if shown.is_some_and(|shown| *shown != now) {
                return Err(LedgerError::PayoutsChanged);
            }
            let data = json!({ "by": by, "from": work.state(reference)? });
            work.append(&mut tx, EventKind::PayoutDecisionWithdrawn, reference, &data)?;
            withdraw(&mut tx, reference).await?;
            let said = reported_reason(tx.conn(), reference).await?;
            work.set(reference, None, (said, tx.at()))?;
        }
        work.write(&mut tx).await?;
        tx.commit().await
    }

    /// Returns the user's decisions about a payout, the oldest first, with those that were taken back or replaced.
    pub async fn payout_decisions(&self, reference: &str) -> Result<Vec<PayoutDecisionRecord>> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT decision, source, reason, decided_by, decided_at, withdrawn_at
             FROM payout_decisions WHERE payout = $1 ORDER BY number",
        )
        .bind(reference)
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter().map(record).collect()
    }

    /// Returns the user's decisions about payouts of a payroll that count now, by the payout's reference.
    pub async fn decisions_of_payroll(
        &self,
        id: PayrollId,
    ) -> Result<BTreeMap<String, PayoutDecisionRecord>> {
        type OfPayout = (String, String, String, String, String, String);
        let rows: Vec<OfPayout> = sqlx::query_as(
            "SELECT d.payout, d.decision, d.source, d.reason, d.decided_by, d.decided_at
             FROM payout_decisions d JOIN payouts p ON p.reference = d.payout JOIN batches b ON b.id = p.batch
             WHERE b.payroll = $1 AND d.withdrawn_at IS NULL",
        )
        .bind(id.0)
        .fetch_all(&self.reader)
        .await?;
        let of_payout = |(payout, decision, source, reason, by, at): OfPayout| {
            Ok((payout, record((decision, source, reason, by, at, None))?))
        };
        rows.into_iter().map(of_payout).collect()
    }
}

/// A stored decision: what, from which source, why, by whom, when, and when it was taken back.
type Row = (String, String, String, String, String, Option<String>);

fn record((decision, source, reason, by, at, withdrawn_at): Row) -> Result<PayoutDecisionRecord> {
    Ok(PayoutDecisionRecord {
        decision: named("decision", &decision)?,
        source: named("source", &source)?,
        reason,
        by,
        at: moment("decided_at", &at)?,
        withdrawn_at: moment_or_none("withdrawn_at", withdrawn_at.as_deref())?,
    })
}

/// The payouts that are being decided.
struct Deciding {
    known: std::collections::HashMap<String, KnownPayout>,
    changed: BTreeMap<String, ChangedPayout>,
    touched: BTreeMap<BatchKey, PayrollId>,
}

impl Deciding {
    async fn load(tx: &mut WriteTx, id: PayrollId, references: &[Reference]) -> Result<Self> {
        let texts: Vec<&str> = references.iter().map(Reference::as_str).collect();
        let known = known::load(tx.conn(), &texts).await?;
        let mut of_batch = BTreeMap::<BatchKey, Vec<PayoutState>>::new();
        for reference in &texts {
            let payout = known.get(*reference).filter(|payout| payout.payroll == id);
            let payout = payout.ok_or(LedgerError::NoSuchPayout)?;
            of_batch.entry(payout.batch).or_default().push(payout.state);
        }
        for (&batch, payouts) in &of_batch {
            let stored = transitions::load_head(tx.conn(), batch).await?;
            if !payouts.iter().all(|&payout| is_decidable(payout, stored.state)) {
                return Err(stored.cannot_become(BatchState::Closed));
            }
        }
        let touched = of_batch.into_keys().map(|batch| (batch, id)).collect();
        Ok(Self { known, changed: BTreeMap::new(), touched })
    }

    fn known(&self, reference: &Reference) -> Result<&KnownPayout> {
        self.known.get(reference.as_str()).ok_or(LedgerError::NoSuchPayout)
    }

    fn state(&self, reference: &Reference) -> Result<PayoutState> {
        Ok(self.known(reference)?.state)
    }

    fn is_decided(&self, reference: &Reference) -> Result<bool> {
        Ok(self.known(reference)?.is_decided())
    }

    async fn is_as_shown(
        &self,
        tx: &mut WriteTx,
        (id, references): (PayrollId, &[Reference]),
        shown: &ShownEvidence,
    ) -> Result<bool> {
        match shown {
            ShownEvidence::OfPayroll(shown) => Ok(last_outcome_at(tx, id).await? == shown.map(stamp)),
            ShownEvidence::OfPayout(shown) => {
                for reference in references {
                    if evidence_count(tx.conn(), reference.as_str()).await? != *shown {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ShownEvidence::OfEach(shown) => {
                // One that is named twice would be decided about twice.
                let different: BTreeSet<&str> = references.iter().map(Reference::as_str).collect();
                if different.len() != shown.len() || references.len() != shown.len() {
                    return Ok(false);
                }
                for (reference, shown) in references.iter().zip(shown) {
                    let evidence = evidence_count(tx.conn(), reference.as_str()).await?;
                    if (ShownPayout { state: self.state(reference)?, evidence }) != *shown {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn append(
        &self,
        tx: &mut WriteTx,
        kind: EventKind,
        reference: &Reference,
        data: &serde_json::Value,
    ) -> Result<()> {
        let KnownPayout { payroll, batch, .. } = *self.known(reference)?;
        let payout = Some(reference.as_str());
        let about = EventSubject { payroll: Some(payroll), batch: Some(batch), payout, funding: None };
        tx.append_event(kind, about, data);
        Ok(())
    }

    fn set(
        &mut self,
        reference: &Reference,
        decision: Option<(PayoutDecision, i64)>,
        (said, at): (ShownReason, String),
    ) -> Result<()> {
        let payout = self.known.get_mut(reference.as_str()).ok_or(LedgerError::NoSuchPayout)?;
        payout.decide(decision);
        payout.state = payout.derived();
        let changed = ChangedPayout {
            state: payout.state,
            code: said.code,
            message: said.message,
            settled_by: payout.settled_by(),
            at,
        };
        self.changed.insert(reference.as_str().to_owned(), changed);
        Ok(())
    }

    async fn write(&self, tx: &mut WriteTx) -> Result<()> {
        update_payouts(tx, &self.changed).await?;
        finish(tx, &self.touched).await
    }
}

async fn last_outcome_at(tx: &mut WriteTx, id: PayrollId) -> Result<Option<String>> {
    let at = sqlx::query_scalar("SELECT last_outcome_at FROM payrolls WHERE id = $1");
    Ok(at.bind(i64::from(id.0)).fetch_one(tx.conn()).await?)
}

async fn evidence_count(conn: &mut SqliteConnection, reference: &str) -> Result<u32> {
    let rows: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM reports WHERE payout = $1)
              + (SELECT COUNT(*) FROM payout_decisions WHERE payout = $1)",
    )
    .bind(reference)
    .fetch_one(conn)
    .await?;
    count("reports", rows)
}

/// The code and the words that a payout is shown with.
#[derive(Default, sqlx::FromRow)]
struct ShownReason {
    code: Option<String>,
    message: Option<String>,
}

/// Returns what the reports say of a payout without a decision: the last one that is clear, or else the last one.
async fn reported_reason(conn: &mut SqliteConnection, reference: &Reference) -> Result<ShownReason> {
    let said: Option<ShownReason> = sqlx::query_as(
        // The status of a debit is its day, and no message.
        "SELECT code, CASE WHEN message <> '' OR source = $2 THEN message ELSE status END AS message
         FROM reports WHERE payout = $1 ORDER BY report = $3, seq DESC LIMIT 1",
    )
    .bind(reference.as_str())
    .bind(<&str>::from(ReportSource::Statement))
    .bind(<&str>::from(Report::Unclear))
    .fetch_optional(conn)
    .await?;
    Ok(said.unwrap_or_default())
}

const fn may_be_unpaid(state: PayoutState) -> bool {
    matches!(state, PayoutState::Failed | PayoutState::Reversed | PayoutState::Conflict)
}

async fn withdraw(tx: &mut WriteTx, reference: &Reference) -> Result<()> {
    let at = tx.at();
    sqlx::query("UPDATE payout_decisions SET withdrawn_at = $2 WHERE payout = $1 AND withdrawn_at IS NULL")
        .bind(reference.as_str())
        .bind(at)
        .execute(tx.conn())
        .await?;
    Ok(())
}

async fn insert(
    tx: &mut WriteTx,
    reference: &Reference,
    new: &NewPayoutDecision<'_>,
    seq: i64,
) -> Result<()> {
    let at = tx.at();
    sqlx::query(
        "INSERT INTO payout_decisions (payout, number, decision, source, reason, decided_by, decided_at, seq)
         SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3, $4, $5, $6, $7 FROM payout_decisions WHERE payout = $1",
    )
    .bind(reference.as_str())
    .bind(<&str>::from(new.decision))
    .bind(<&str>::from(new.source))
    .bind(new.reason.trim())
    .bind(new.by)
    .bind(at)
    .bind(seq)
    .execute(tx.conn())
    .await?;
    Ok(())
}
