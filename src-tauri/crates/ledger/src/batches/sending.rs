//! Sending determines the next batch, makes an intent durable before any connection is opened, and records the outcome
//! of each attempt. This module itself sends nothing.
//!
//! # No bytes are sent before they are durable
//!
//! `Ledger::intent` stores attempt n before it returns the `Intent` that sending needs. It makes an `Intent` only from
//! an `Approved` batch; the only other source is `resend_unknown`, for an Unknown batch (`ledger::batches::resend`).
//! `Ledger::record` consumes the `Intent`. Sum and SHA-256 of each body are compared at freeze; count, sum and SHA-256
//! again at intent (`ledger::states::verification`); the SHA-256 once more just before the first byte leaves
//! (`desk::pay::sending`).

mod attempt;

use jiff::Timestamp;
use paysheet_domain::BatchState;
use serde_json::json;
use sqlx::SqliteConnection;

pub use self::attempt::{ApprovedBatch, Intent, NextBatch, NotRecorded, UnknownDecision};
use crate::{
    batches::approval::{require_destination, require_valid_approval},
    guard::{overlap::GuardRule, questions::require_no_open_question},
    model::{
        columns::{count, named, without_nul},
        error::{LedgerError, Result},
        events::EventKind,
        outcome::{AttemptOutcome, ExchangeRecord, OutcomeKind},
        records::{BatchKey, Destinations, PayrollId},
    },
    outcomes::unknown_reports,
    reads::damage,
    states::{
        attempts, batch_ids,
        transitions::{StoredBatch, enter, load, load_head, set_state},
        verification::{require_as_approved, require_unreported},
    },
    store::{ledger::Ledger, write_tx::WriteTx},
};

/// Code of an attempt that a crash interrupted.
const CODE_CRASH_FOUND: &str = "crash_found";

impl Ledger {
    /// Returns the batch of a payroll that may be sent next, or the reason why there is none.
    ///
    /// # Errors
    /// `NoSuchPayroll`; `PayrollDamaged` if any value of the payroll is damaged.
    pub async fn next_to_send(&self, id: PayrollId) -> Result<NextBatch> {
        self.require_intact(id).await?;
        let mut conn = self.reader.acquire().await?;
        next_batch(&mut conn, id).await
    }

    /// Records that `batch` is about to be sent. The intent is durable when this returns. If it fails, nothing may be
    /// sent.
    ///
    /// # Errors
    /// `WrongState` if the batch is no longer the next one. `NotAsFrozen` if the stored batch differs from what was
    /// frozen.
    ///
    /// `AccountDiffers` and `ApprovedForOther` if `to` does not name the destination that the batch was approved for.
    /// `QuestionsOpen` if another payroll pays some of its people and the user has not decided. `TotalNeeded` if the user typed
    /// the total too many days ago.
    pub async fn intent(
        &self,
        batch: ApprovedBatch,
        to: &Destinations,
        rule: GuardRule,
        now: Timestamp,
    ) -> Result<Intent> {
        let mut tx = self.begin_write(now).await?;
        let stored = load(tx.conn(), batch.key).await?;
        let is_next = match next_batch(tx.conn(), stored.payroll).await? {
            NextBatch::Ready(next) => next.key == batch.key,
            NextBatch::BlockedByUnknown(_) | NextBatch::BlockedByRefusal(_) | NextBatch::Nothing => false,
        };
        if !is_next {
            return Err(stored.cannot_become(BatchState::Intent));
        }
        if batch.body_sha256 != stored.body_sha256 || batch.body != stored.body {
            return Err(LedgerError::NotAsFrozen(batch.key));
        }
        require_destination(&stored, to)?;
        require_no_open_question(tx.conn(), stored.payroll, Some(batch.key), rule.at(now)).await?;
        require_valid_approval(tx.conn(), stored.payroll, (rule, now)).await?;
        unknown_reports::refuse_reported(tx.conn(), stored.payroll).await?;
        let intent = begin_attempt(&mut tx, stored, now).await?;
        tx.commit().await?;
        Ok(intent)
    }

    /// Records the outcome of an attempt and returns the resulting state of the batch.
    ///
    /// If an earlier attempt of the batch has an unknown outcome, a refusal or a failed connection settles nothing:
    /// the batch stays unknown. If a callback proved in the meantime that the service has the batch, the batch stays
    /// with the service.
    ///
    /// # Errors
    /// Returns intent and outcome together with the error: `WrongState` if another attempt was begun since.
    pub async fn record(
        &self,
        intent: Intent,
        outcome: AttemptOutcome,
        now: Timestamp,
    ) -> Result<BatchState, Box<NotRecorded>> {
        match self.try_record(&intent, &outcome, now).await {
            Ok(state) => Ok(state),
            Err(error) => Err(Box::new(NotRecorded { intent, outcome, error })),
        }
    }

    async fn try_record(
        &self,
        intent: &Intent,
        outcome: &AttemptOutcome,
        now: Timestamp,
    ) -> Result<BatchState> {
        let mut tx = self.begin_write(now).await?;
        let stored = load(tx.conn(), intent.key).await?;
        let outcome = &batch_ids::verified(&mut tx, (stored.payroll, stored.key), outcome).await?;
        let next = stored.after(&outcome.kind);
        if stored.attempts != i64::from(intent.attempt) {
            return Err(stored.cannot_become(next));
        }
        attempts::end(&mut tx, EventKind::Answered, &stored, outcome).await?;
        write_answer(&mut tx, intent.key, outcome).await?;
        if next != stored.state {
            enter(&mut tx, &stored, next).await?;
        }
        let state = load_head(tx.conn(), intent.key).await?.state;
        tx.commit().await?;
        Ok(state)
    }
}

/// Finds attempts without a recorded outcome and makes their batches unknown.
pub(crate) async fn close_open_intents(tx: &mut WriteTx) -> Result<Vec<BatchKey>> {
    let open: Vec<i64> = sqlx::query_scalar("SELECT id FROM batches WHERE state = $1 ORDER BY id")
        .bind(BatchState::Intent.to_string())
        .fetch_all(tx.conn())
        .await?;
    let mut keys = Vec::new();
    for key in open {
        let key = BatchKey(count("batch", key)?);
        let stored = match load(tx.conn(), key).await {
            // The payroll of this batch is damaged: nothing of it is sent, and no unknown outcome is recorded for it.
            Err(error) if error.is_damage() => continue,
            loaded => loaded?,
        };
        let outcome = AttemptOutcome {
            kind: OutcomeKind::Unknown,
            code: CODE_CRASH_FOUND.to_owned(),
            evidence: ExchangeRecord::default(),
        };
        attempts::end(tx, EventKind::CrashFound, &stored, &outcome).await?;
        write_answer(tx, key, &outcome).await?;
        enter(tx, &stored, BatchState::Unknown).await?;
        keys.push(key);
    }
    Ok(keys)
}

/// Batches are sent one after the other: the first one that is not at the service decides.
async fn next_batch(conn: &mut SqliteConnection, id: PayrollId) -> Result<NextBatch> {
    let batches: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, state FROM batches WHERE payroll = $1 ORDER BY number")
            .bind(i64::from(id.0))
            .fetch_all(&mut *conn)
            .await?;
    let intent = BatchState::Intent.to_string();
    let is_one_under_way = batches.iter().any(|(_, state)| *state == intent);
    for (key, state) in batches {
        let key = BatchKey(count("batch", key)?);
        match named::<BatchState>("state", &state)? {
            BatchState::Accepted | BatchState::Settling | BatchState::Closed | BatchState::Withdrawn => {}
            BatchState::Unknown => return Ok(NextBatch::BlockedByUnknown(key)),
            BatchState::NotAccepted => return Ok(NextBatch::BlockedByRefusal(key)),
            // A later batch that was unknown may be in transmission a second time.
            BatchState::Approved if is_one_under_way => return Ok(NextBatch::Nothing),
            BatchState::Approved => {
                let StoredBatch { number, reference, body, body_sha256, count, sum, .. } =
                    load(conn, key).await?;
                let batch = ApprovedBatch { key, number, reference, body, body_sha256, count, sum };
                return Ok(NextBatch::Ready(batch));
            }
            BatchState::Draft | BatchState::Frozen | BatchState::Intent | BatchState::NotSent => {
                return Ok(NextBatch::Nothing);
            }
        }
    }
    Ok(NextBatch::Nothing)
}

/// Moves a batch from approved or unknown to its next attempt, after a last check of what is stored.
pub(super) async fn begin_attempt(tx: &mut WriteTx, stored: StoredBatch, begun: Timestamp) -> Result<Intent> {
    tx.require_unblocked()?;
    require_as_approved(tx, &stored).await?;
    damage::require_readable_batch(tx.conn(), (stored.payroll, stored.key)).await?;
    require_unreported(tx.conn(), stored.payroll, stored.key).await?;
    if !stored.state.leads_to(BatchState::Intent) {
        return Err(stored.cannot_become(BatchState::Intent));
    }
    let number = stored.attempts + 1;
    let data = json!({
        "attempt": number, "body_sha256": stored.body_sha256, "payouts": stored.count,
        "sum": stored.sum.to_string(),
    });
    tx.append_event(EventKind::Intent, stored.about(), &data);
    set_state(tx, &stored, BatchState::Intent).await?;
    attempts::begin(tx, stored.key, number).await?;
    let at = tx.at();
    sqlx::query("UPDATE batches SET attempts = $2, sent_at = $3 WHERE id = $1")
        .bind(i64::from(stored.key.0))
        .bind(number)
        .bind(at)
        .execute(tx.conn())
        .await?;
    Ok(Intent {
        key: stored.key,
        attempt: count("attempts", number)?,
        at: begun,
        body: stored.body,
        body_sha256: stored.body_sha256,
    })
}

/// Records the reason for the state that the batch is about to enter.
pub(crate) async fn write_answer(tx: &mut WriteTx, key: BatchKey, outcome: &AttemptOutcome) -> Result<()> {
    let batch_id = match &outcome.kind {
        OutcomeKind::Accepted { batch_id } => Some(batch_id.as_str()),
        OutcomeKind::NotSent | OutcomeKind::NotAccepted | OutcomeKind::Unknown => None,
    };
    sqlx::query(
        "UPDATE batches SET code = $2, message = $3, http_status = $4,
                            service_batch_id = COALESCE($5, service_batch_id)
         WHERE id = $1",
    )
    .bind(i64::from(key.0))
    .bind(&outcome.code)
    .bind(outcome.evidence.message.as_deref().map(without_nul))
    .bind(outcome.evidence.http_status)
    .bind(batch_id)
    .execute(tx.conn())
    .await?;
    Ok(())
}
