//! The attempts of a batch, one after the other, as the events tell of them: what each came to and what was seen of
//! the answer. The batch itself knows only the last one.

use jiff::Timestamp;
use serde::Deserialize;

use crate::{
    columns::{moment, named},
    error::{LedgerError, Result},
    events::EventKind,
    open::Ledger,
    records::BatchKey,
    sending::CODE_CRASH_FOUND,
};

/// One attempt to send a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptRecord {
    /// From 1.
    pub number: u32,
    /// When the intent was durable.
    pub began_at: Timestamp,
    /// None while it is under way.
    pub ended: Option<AttemptEnd>,
}

/// What an attempt came to by itself; the batch may stand elsewhere, for instance after an earlier unknown one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptEnd {
    pub at: Timestamp,
    /// `accepted`, `not_sent`, `not_accepted` or `unknown`.
    pub outcome: String,
    /// The machine reason, as in [`crate::AttemptOutcome`].
    pub code: String,
    /// As the caller gave it.
    pub evidence_json: String,
}

/// What the events of an attempt hold; each kind has some of it.
#[derive(Deserialize)]
struct Told {
    attempt: u32,
    outcome: Option<String>,
    code: Option<String>,
    evidence: Option<String>,
}

impl Ledger {
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn attempts(&self, key: BatchKey) -> Result<Vec<AttemptRecord>> {
        let events: Vec<(String, String, String)> = sqlx::query_as(
            "SELECT at, kind, data FROM events WHERE batch = $1 AND kind IN ($2, $3, $4) ORDER BY seq",
        )
        .bind(i64::from(key.0))
        .bind(EventKind::Intent.to_string())
        .bind(EventKind::Answered.to_string())
        .bind(EventKind::CrashFound.to_string())
        .fetch_all(&self.reader)
        .await?;
        let mut attempts: Vec<AttemptRecord> = Vec::new();
        for (at, kind, data) in events {
            let (at, kind) = (moment("at", &at)?, named::<EventKind>("kind", &kind)?);
            let told: Told =
                serde_json::from_str(&data).map_err(|_| LedgerError::Unreadable { column: "data" })?;
            if kind == EventKind::Intent {
                attempts.push(AttemptRecord { number: told.attempt, began_at: at, ended: None });
            } else if let Some(of) = attempts.iter_mut().find(|attempt| attempt.number == told.attempt) {
                of.ended = Some(told.end(at));
            }
        }
        Ok(attempts)
    }
}

impl Told {
    /// A crash tells nothing of an answer.
    fn end(self, at: Timestamp) -> AttemptEnd {
        AttemptEnd {
            at,
            outcome: self.outcome.unwrap_or_else(|| "unknown".to_owned()),
            code: self.code.unwrap_or_else(|| CODE_CRASH_FOUND.to_owned()),
            evidence_json: self.evidence.unwrap_or_else(|| "{}".to_owned()),
        }
    }
}
