//! Transitions of stored batches. Each one follows the domain's rules, is a compare-and-set, and also updates the
//! payouts, times and events that belong to the new state.

use paysheet_domain::{BatchState, Money, PayoutState, Reference};
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    columns::{count, money, named, reference, truth},
    error::{LedgerError, Result},
    events::EventKind,
    outcome::OutcomeKind,
    records::{BatchKey, Destination, PayrollId},
    write_tx::{EventSubject, WriteTx},
};

/// Moves a batch by one transition that the rules allow.
pub(crate) async fn move_batch(tx: &mut WriteTx, key: BatchKey, to: BatchState) -> Result<()> {
    let stored = load(tx.conn(), key).await?;
    if !stored.state.leads_to(to) {
        return Err(stored.cannot_become(to));
    }
    set_state(tx, &stored, to).await
}

/// Accepts a batch because a callback names one of its references. This proves that the service has the batch,
/// whatever its state here: also if the answer was a refusal, or another machine with the same profile sent it. A
/// batch that is proved to be at the service cannot be sent again.
pub(crate) async fn accept_by_evidence(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    let stored = load(tx.conn(), key).await?;
    match stored.state {
        BatchState::Accepted | BatchState::Settling | BatchState::Closed => Ok(()),
        BatchState::Draft
        | BatchState::Frozen
        | BatchState::Approved
        | BatchState::Intent
        | BatchState::NotSent
        | BatchState::NotAccepted
        | BatchState::Unknown
        | BatchState::Withdrawn => {
            set_state(tx, &stored, BatchState::Accepted).await?;
            if stored.state == BatchState::Withdrawn {
                reopen_payroll(tx, stored.payroll).await?;
            }
            begin_settling(tx, key).await
        }
    }
}

/// Reopens a payroll: outcomes are awaited again.
async fn reopen_payroll(tx: &mut WriteTx, payroll: PayrollId) -> Result<()> {
    sqlx::query("UPDATE payrolls SET closed_at = NULL WHERE id = $1")
        .bind(i64::from(payroll.0))
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Closes a settling batch if all its payouts have their outcome, and the payroll with its last batch.
pub(crate) async fn close_if_done(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    let stored = load(tx.conn(), key).await?;
    if stored.state != BatchState::Settling || !is_done(tx, key).await? {
        return Ok(());
    }
    set_state(tx, &stored, BatchState::Closed).await?;
    stamp_batch(tx, key, "UPDATE batches SET closed_at = $2 WHERE id = $1").await?;
    close_payroll_if_done(tx, stored.payroll).await
}

/// Whether every payout of a batch has its outcome. A state that cannot be read is no outcome.
async fn is_done(tx: &mut WriteTx, key: BatchKey) -> Result<bool> {
    let states: Vec<String> = sqlx::query_scalar("SELECT DISTINCT state FROM payouts WHERE batch = $1")
        .bind(i64::from(key.0))
        .fetch_all(tx.conn())
        .await?;
    Ok(states.iter().all(|state| named::<PayoutState>("state", state).is_ok_and(PayoutState::is_final)))
}

/// Closes a payroll for which nothing more is expected: every batch is closed or withdrawn.
pub(crate) async fn close_payroll_if_done(tx: &mut WriteTx, payroll: PayrollId) -> Result<()> {
    let open: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE payroll = $1 AND state NOT IN ($2, $3)")
            .bind(i64::from(payroll.0))
            .bind(BatchState::Closed.to_string())
            .bind(BatchState::Withdrawn.to_string())
            .fetch_one(tx.conn())
            .await?;
    if open == 0 {
        let at = tx.at();
        sqlx::query("UPDATE payrolls SET closed_at = $2 WHERE id = $1")
            .bind(i64::from(payroll.0))
            .bind(at)
            .execute(tx.conn())
            .await?;
        tx.append_event(EventKind::PayrollClosed, EventSubject::payroll(payroll), &json!({}));
    }
    Ok(())
}

/// Lets a closed batch settle again, and reopens its payroll, if one of its payouts has no final outcome any more.
pub(crate) async fn settle_again(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    let stored = load(tx.conn(), key).await?;
    if stored.state != BatchState::Closed || is_done(tx, key).await? {
        return Ok(());
    }
    set_state(tx, &stored, BatchState::Settling).await?;
    sqlx::query("UPDATE batches SET closed_at = NULL WHERE id = $1")
        .bind(i64::from(key.0))
        .execute(tx.conn())
        .await?;
    reopen_payroll(tx, stored.payroll).await
}

pub(crate) struct StoredBatch {
    pub key: BatchKey,
    pub payroll: PayrollId,
    pub number: u32,
    pub reference: Reference,
    pub state: BatchState,
    pub attempts: i64,
    pub in_doubt: bool,
    pub count: u32,
    pub sum: Money,
    pub body: String,
    pub body_sha256: String,
    /// `None` for a batch of an older version.
    pub fingerprint: Option<String>,
    /// The destination it was approved for; `None` before approval.
    pub destination: Option<Destination>,
    pub was_unknown: bool,
}

impl StoredBatch {
    pub fn about(&self) -> EventSubject<'static> {
        EventSubject::batch(self.payroll, self.key)
    }

    pub const fn cannot_become(&self, to: BatchState) -> LedgerError {
        LedgerError::WrongState { batch: self.key, from: self.state, to }
    }

    /// Returns the state that follows the outcome of an attempt.
    pub fn after(&self, outcome: &OutcomeKind) -> BatchState {
        use BatchState as S;
        match self.state {
            S::Intent => match outcome {
                OutcomeKind::Accepted { .. } => S::Accepted,
                OutcomeKind::NotSent if !self.in_doubt => S::NotSent,
                OutcomeKind::NotAccepted if !self.in_doubt => S::NotAccepted,
                OutcomeKind::NotSent | OutcomeKind::NotAccepted | OutcomeKind::Unknown => S::Unknown,
            },
            S::Unknown if matches!(outcome, OutcomeKind::Accepted { .. }) => S::Accepted,
            S::Draft
            | S::Frozen
            | S::Approved
            | S::NotSent
            | S::NotAccepted
            | S::Accepted
            | S::Unknown
            | S::Settling
            | S::Closed
            | S::Withdrawn => self.state,
        }
    }
}

#[derive(sqlx::FromRow)]
struct Columns {
    payroll: i64,
    number: i64,
    reference: String,
    currency: String,
    state: String,
    attempts: i64,
    in_doubt: i16,
    payout_count: i64,
    sum_minor: i64,
    body_sha256: String,
    body: String,
    fingerprint: Option<String>,
    destination_json: Option<String>,
    was_unknown: i16,
}

pub(crate) async fn load(conn: &mut SqliteConnection, key: BatchKey) -> Result<StoredBatch> {
    let columns: Option<Columns> = sqlx::query_as(
        "SELECT payroll, number, reference, currency, state, attempts, in_doubt, payout_count, sum_minor,
                body_sha256, body, fingerprint, destination_json, was_unknown
         FROM batches WHERE id = $1",
    )
    .bind(i64::from(key.0))
    .fetch_optional(conn)
    .await?;
    let columns = columns.ok_or(LedgerError::NoSuchBatch(key))?;
    Ok(StoredBatch {
        key,
        payroll: PayrollId(count("payroll", columns.payroll)?),
        number: count("number", columns.number)?,
        reference: reference(&columns.reference)?,
        state: named("state", &columns.state)?,
        attempts: columns.attempts,
        in_doubt: truth("in_doubt", columns.in_doubt)?,
        count: count("payout_count", columns.payout_count)?,
        sum: money(columns.sum_minor, &columns.currency)?,
        body: columns.body,
        body_sha256: columns.body_sha256,
        fingerprint: columns.fingerprint,
        destination: columns.destination_json.as_deref().map(Destination::stored).transpose()?,
        was_unknown: columns.was_unknown != 0,
    })
}

/// Moves a batch to the state that follows an attempt or a decision, with all dependent updates.
pub(crate) async fn enter(tx: &mut WriteTx, stored: &StoredBatch, next: BatchState) -> Result<()> {
    if !stored.state.leads_to(next) {
        return Err(stored.cannot_become(next));
    }
    set_state(tx, stored, next).await?;
    match next {
        BatchState::Accepted => begin_settling(tx, stored.key).await,
        BatchState::Unknown => {
            set_doubt(tx, stored.key, 1).await?;
            stamp_unknown(tx, stored.key).await?;
            move_payouts(tx, stored.key, (PayoutState::Planned, PayoutState::Sent)).await
        }
        BatchState::Withdrawn => {
            move_payouts(tx, stored.key, (PayoutState::Planned, PayoutState::Withdrawn)).await
        }
        BatchState::NotAccepted => {
            set_doubt(tx, stored.key, 0).await?;
            move_payouts(tx, stored.key, (PayoutState::Sent, PayoutState::Planned)).await
        }
        BatchState::Draft
        | BatchState::Frozen
        | BatchState::Approved
        | BatchState::Intent
        | BatchState::NotSent
        | BatchState::Settling
        | BatchState::Closed => Ok(()),
    }
}

/// Begins settling after `Accepted`: the payouts are sent, and their outcomes are awaited.
async fn begin_settling(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    stamp_batch(tx, key, "UPDATE batches SET accepted_at = $2 WHERE id = $1").await?;
    set_doubt(tx, key, 0).await?;
    for state in [PayoutState::Planned, PayoutState::Withdrawn] {
        move_payouts(tx, key, (state, PayoutState::Sent)).await?;
    }
    move_batch(tx, key, BatchState::Settling).await
}

/// Sets the state by compare-and-set: the second of two writers finds another state and is refused.
pub(crate) async fn set_state(tx: &mut WriteTx, stored: &StoredBatch, to: BatchState) -> Result<()> {
    let moved = sqlx::query("UPDATE batches SET state = $3 WHERE id = $1 AND state = $2")
        .bind(i64::from(stored.key.0))
        .bind(stored.state.to_string())
        .bind(to.to_string())
        .execute(tx.conn())
        .await?;
    if moved.rows_affected() != 1 {
        return Err(stored.cannot_become(to));
    }
    let data = json!({ "from": stored.state, "to": to });
    tx.append_event(EventKind::BatchMoved, stored.about(), &data);
    Ok(())
}

async fn stamp_batch(tx: &mut WriteTx, key: BatchKey, statement: &'static str) -> Result<()> {
    let at = tx.at();
    sqlx::query(statement).bind(i64::from(key.0)).bind(at).execute(tx.conn()).await?;
    Ok(())
}

async fn set_doubt(tx: &mut WriteTx, key: BatchKey, in_doubt: i16) -> Result<()> {
    sqlx::query("UPDATE batches SET in_doubt = $2 WHERE id = $1")
        .bind(i64::from(key.0))
        .bind(in_doubt)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Marks a batch as possibly at the service, permanently: a decision settles what to do, not what is a fact.
async fn stamp_unknown(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    sqlx::query("UPDATE batches SET was_unknown = 1 WHERE id = $1")
        .bind(i64::from(key.0))
        .execute(tx.conn())
        .await?;
    Ok(())
}

async fn move_payouts(tx: &mut WriteTx, key: BatchKey, (from, to): (PayoutState, PayoutState)) -> Result<()> {
    sqlx::query("UPDATE payouts SET state = $3 WHERE batch = $1 AND state = $2")
        .bind(i64::from(key.0))
        .bind(from.to_string())
        .bind(to.to_string())
        .execute(tx.conn())
        .await?;
    Ok(())
}
