//! The evidence of each attempt to send a batch, for a user who has to settle it or to ask the service about it.

use paysheet_ledger::{AttemptRecord, BatchKey, ExchangeRecord};

use crate::{desk::Desk, error::DeskError, view::AttemptView};

/// Returns the attempts of a batch, the last one first.
pub async fn attempts(desk: &Desk, batch: u32) -> Result<Vec<AttemptView>, DeskError> {
    let attempts = desk.ledger.attempts(BatchKey(batch)).await?;
    Ok(attempts.into_iter().rev().map(attempt_view).collect())
}

impl Desk {
    /// Returns the attempts of a batch, the last one first.
    pub async fn attempts(&self, batch: u32) -> Result<Vec<AttemptView>, DeskError> {
        attempts(self, batch).await
    }
}

fn attempt_view(attempt: AttemptRecord) -> AttemptView {
    let AttemptRecord { number, began_at, ended } = attempt;
    let (began_at, ended_at) = (began_at.to_string(), ended.as_ref().map(|end| end.at.to_string()));
    let outcome = ended.as_ref().map(|end| end.result);
    let reason = ended.as_ref().and_then(|end| end.code.parse().ok());
    let ExchangeRecord { http_status, message, body_excerpt, error_kind } =
        ended.map(|end| end.evidence).unwrap_or_default();
    AttemptView {
        number,
        began_at,
        ended_at,
        outcome,
        reason,
        http_status: http_status.map(u32::from),
        message,
        body: body_excerpt.filter(|body| !body.is_empty()),
        error: error_kind,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use paysheet_domain::AttemptResult;
    use paysheet_ledger::{AttemptEnd, AttemptOutcome};
    use paysheet_service::{Evidence, SubmitOutcome, UnknownReason};

    use super::*;
    use crate::{settle::record_outcome::classify, view::reason::Reason};

    #[test]
    fn what_was_kept_of_an_answer_is_shown() {
        let evidence = Evidence {
            http_status: Some(502),
            body_excerpt: Some("<h1>Bad gateway</h1>".to_owned()),
            error_kind: Some("connection reset".to_owned()),
        };
        let AttemptOutcome { code, evidence, .. } =
            classify(&SubmitOutcome::Unknown { reason: UnknownReason::ServerError, evidence });
        let end = AttemptEnd { at: Timestamp::UNIX_EPOCH, result: AttemptResult::Unknown, code, evidence };
        let view =
            attempt_view(AttemptRecord { number: 2, began_at: Timestamp::UNIX_EPOCH, ended: Some(end) });
        assert_eq!(view.outcome, Some(AttemptResult::Unknown));
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
