//! The attempts of a batch: when each began, its outcome, and what was seen of the answer.
//!
//! After an Unknown attempt, "not sent" stays Unknown as well: the earlier attempt may still have arrived.

use jiff::Timestamp;
use paysheet_domain::{AttemptResult, BatchState};
use serde::Deserialize;
use serde_json::json;

use crate::{
    model::{
        columns::{count, moment, named, without_nul},
        error::{LedgerError, Result},
        events::{EventKind, StoredEvent, event_columns},
        outcome::{AttemptOutcome, ExchangeRecord},
        records::BatchKey,
    },
    states::transitions::StoredBatch,
    store::{ledger::Ledger, write_tx::WriteTx},
};

/// One attempt to send a batch, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptRecord {
    /// Number of the attempt, from 1.
    pub number: u32,
    /// When the intent was durable.
    pub began_at: Timestamp,
    /// `None` while it is under way.
    pub ended: Option<AttemptEnd>,
}

/// How a single attempt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptEnd {
    pub at: Timestamp,
    pub result: AttemptResult,
    /// The machine-readable reason, as in [`AttemptOutcome`].
    pub code: String,
    pub evidence: ExchangeRecord,
}

impl Ledger {
    /// Returns the attempts of a batch by number.
    pub async fn attempts(&self, key: BatchKey) -> Result<Vec<AttemptRecord>> {
        let stored: Vec<StoredAttempt> =
            sqlx::query_as("SELECT * FROM attempts WHERE batch = $1 ORDER BY number")
                .bind(i64::from(key.0))
                .fetch_all(&self.reader)
                .await?;
        stored.into_iter().map(StoredAttempt::into_record).collect()
    }
}

/// Records the beginning of an attempt.
pub(crate) async fn begin(tx: &mut WriteTx, batch: BatchKey, number: i64) -> Result<()> {
    let at = tx.at();
    sqlx::query("INSERT INTO attempts (batch, number, began_at) VALUES ($1, $2, $3)")
        .bind(i64::from(batch.0))
        .bind(number)
        .bind(at)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Records the outcome of the last attempt of a batch, in its row and in the history.
pub(crate) async fn end(
    tx: &mut WriteTx,
    kind: EventKind,
    batch: &StoredBatch,
    outcome: &AttemptOutcome,
) -> Result<()> {
    let AttemptOutcome { kind: result, code, evidence } = outcome;
    let data = json!({
        "attempt": batch.attempts, "outcome": result.result().to_string(), "code": code, "evidence": evidence,
    });
    tx.append_event(kind, batch.about(), &data);
    let at = tx.at();
    sqlx::query(
        "UPDATE attempts SET ended_at = $3, outcome = $4, code = $5, http_status = $6, message = $7,
                             body_excerpt = $8, error_kind = $9
         WHERE batch = $1 AND number = $2",
    )
    .bind(i64::from(batch.key.0))
    .bind(batch.attempts)
    .bind(at)
    .bind(result.result().to_string())
    .bind(code)
    .bind(evidence.http_status)
    .bind(evidence.message.as_deref().map(without_nul))
    .bind(evidence.body_excerpt.as_deref().map(without_nul))
    .bind(evidence.error_kind.as_deref().map(without_nul))
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// The part of an event that says what became of an attempt, or of its batch.
#[derive(Default, Deserialize)]
struct OutcomeEvent {
    outcome: Option<String>,
    to: Option<BatchState>,
}

/// Returns whether the sealed record proves that the service never took a batch: each of its attempts ended before its first
/// byte left, or with a refusal, and nobody ever had to doubt it. What the tables contain may have been edited.
pub(crate) async fn was_never_taken(tx: &mut WriteTx, batch: BatchKey, attempts: i64) -> Result<bool> {
    let events: Vec<StoredEvent> = sqlx::query_as(concat!(
        "SELECT ",
        event_columns!(),
        " FROM events WHERE batch = $1 AND kind IN ($2, $3, $4, $5, $6) ORDER BY seq"
    ))
    .bind(i64::from(batch.0))
    .bind(EventKind::Intent.to_string())
    .bind(EventKind::Answered.to_string())
    .bind(EventKind::CrashFound.to_string())
    .bind(EventKind::BatchMoved.to_string())
    .bind(EventKind::BatchFrozen.to_string())
    .fetch_all(tx.conn())
    .await?;
    let (mut begun, mut refused) = (0_i64, 0_i64);
    let mut frozen_seq = None;
    for event in &events {
        let told = serde_json::from_str::<OutcomeEvent>(&event.data).ok().filter(|_| tx.accepts(event));
        let Some(told) = told else { return Ok(false) };
        let outcome = told.outcome.as_ref().and_then(|outcome| outcome.parse().ok());
        match (event.kind.parse(), outcome) {
            (Ok(EventKind::BatchFrozen), _) => frozen_seq = frozen_seq.or(Some(event.seq)),
            (Ok(EventKind::Intent), _) => begun += 1,
            (Ok(EventKind::Answered), Some(AttemptResult::NotSent | AttemptResult::NotAccepted)) => {
                refused += 1
            }
            (Ok(EventKind::BatchMoved), _) if told.to.is_some_and(is_untaken) => {}
            _ => return Ok(false),
        }
    }
    let Some(frozen_seq) = frozen_seq else { return Ok(false) };
    // A newer copy of the ledger has the batch as well, and may have sent it.
    Ok(begun == attempts && refused == attempts && !was_unblocked_since(tx, frozen_seq).await?)
}

/// Whether a batch enters this state without being at the service: an intent says nothing yet, and its answer does.
fn is_untaken(state: BatchState) -> bool {
    state == BatchState::Intent || !state.may_be_at_the_service()
}

/// Returns whether the user allowed sending again, in a ledger that was not the newest, after this event.
async fn was_unblocked_since(tx: &mut WriteTx, seq: i64) -> Result<bool> {
    let later: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE kind = $1 AND seq > $2")
        .bind(EventKind::SendingUnblocked.to_string())
        .bind(seq)
        .fetch_one(tx.conn())
        .await?;
    Ok(later > 0)
}

#[derive(sqlx::FromRow)]
struct StoredAttempt {
    number: i64,
    began_at: String,
    ended_at: Option<String>,
    outcome: Option<String>,
    code: Option<String>,
    #[sqlx(flatten)]
    evidence: ExchangeRecord,
}

impl StoredAttempt {
    fn into_record(self) -> Result<AttemptRecord> {
        let ended = match self.ended_at {
            None => None,
            Some(at) => {
                let unreadable = |column| LedgerError::Unreadable { column };
                let outcome = self.outcome.ok_or_else(|| unreadable("outcome"))?;
                Some(AttemptEnd {
                    at: moment("ended_at", &at)?,
                    result: named("outcome", &outcome)?,
                    code: self.code.ok_or_else(|| unreadable("code"))?,
                    evidence: self.evidence,
                })
            }
        };
        Ok(AttemptRecord {
            number: count("number", self.number)?,
            began_at: moment("began_at", &self.began_at)?,
            ended,
        })
    }
}
