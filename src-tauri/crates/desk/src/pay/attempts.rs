//! What was seen of each attempt to send a batch, for whoever has to settle it or to ask the service about it.

use paysheet_ledger::{AttemptRecord, BatchKey};
use serde_json::Value;

use crate::{
    desk::Desk,
    error::DeskError,
    view::{AttemptOutcomeView, AttemptView},
};

impl Desk {
    /// The attempts of a batch, the last one first.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn attempts(&self, batch: u32) -> Result<Vec<AttemptView>, DeskError> {
        let attempts = self.inner.ledger.attempts(BatchKey(batch)).await?;
        Ok(attempts.into_iter().rev().map(attempt_view).collect())
    }
}

fn attempt_view(attempt: AttemptRecord) -> AttemptView {
    let AttemptRecord { number, began_at, ended } = attempt;
    let (mut outcome, mut reason, mut ended_at, mut evidence) = (None, None, None, Value::Null);
    if let Some(end) = ended {
        outcome = end.outcome.parse::<AttemptOutcomeView>().ok();
        reason = end.code.parse().ok();
        ended_at = Some(end.at.to_string());
        evidence = serde_json::from_str(&end.evidence_json).unwrap_or_default();
    }
    let seen = |at: &str| evidence.pointer(at).and_then(Value::as_str).map(str::to_owned);
    AttemptView {
        number,
        began_at: began_at.to_string(),
        ended_at,
        outcome,
        reason,
        http_status: http_status(&evidence),
        message: seen("/message"),
        body: seen("/evidence/bodyExcerpt").filter(|body| !body.is_empty()),
        error: seen("/evidence/errorKind"),
    }
}

/// The status that the evidence of an attempt holds.
pub(crate) fn http_status(evidence: &Value) -> Option<u32> {
    let status = evidence.pointer("/evidence/httpStatus").and_then(Value::as_u64)?;
    u32::try_from(status).ok()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use paysheet_ledger::AttemptEnd;
    use paysheet_service::{Evidence, SubmitOutcome, UnknownReason};

    use super::*;
    use crate::{pay::reason::Reason, pay::record_outcome::classify};

    #[test]
    fn what_was_kept_of_an_answer_is_shown() {
        let evidence = Evidence {
            http_status: Some(502),
            body_excerpt: Some("<h1>Bad gateway</h1>".to_owned()),
            error_kind: Some("connection reset".to_owned()),
        };
        let kept = classify(&SubmitOutcome::Unknown { reason: UnknownReason::ServerError, evidence });
        let kept = kept.expect("evidence is JSON");
        let end = AttemptEnd {
            at: Timestamp::UNIX_EPOCH,
            outcome: "unknown".to_owned(),
            code: kept.code,
            evidence_json: kept.evidence_json,
        };
        let view =
            attempt_view(AttemptRecord { number: 2, began_at: Timestamp::UNIX_EPOCH, ended: Some(end) });
        assert_eq!(view.outcome, Some(AttemptOutcomeView::Unknown));
        assert_eq!(view.reason, Some(Reason::ServerError));
        assert_eq!(view.http_status, Some(502));
        assert_eq!(view.body.as_deref(), Some("<h1>Bad gateway</h1>"));
        assert_eq!(view.error.as_deref(), Some("connection reset"));
    }

    #[test]
    fn an_attempt_under_way_has_come_to_nothing_yet() {
        let view = attempt_view(AttemptRecord { number: 1, began_at: Timestamp::UNIX_EPOCH, ended: None });
        assert_eq!((view.outcome, view.reason, view.ended_at), (None, None, None));
    }
}
