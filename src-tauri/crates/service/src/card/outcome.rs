//! The class of a charge or a validation. As with a submission, everything that leaves a doubt is `Unknown`. A response
//! that contains a charge is `Answered` even if it arrives as an error, because its references are needed to request
//! the funding status.

use super::answer::{ChargeAnswer, ChargeCode, charge};
use crate::{
    decode::envelope::{Envelope, EnvelopeStatus},
    http::{
        evidence::Evidence,
        outcome::{Refusal, RefusalKind, StatusClass, already_there, refusal, status_class},
        redactor::{Redactor, pages},
        transport::{Answer, Fault, NotSentReason, UnknownReason},
    },
};

/// The outcome of a charge or of its validation. Dropping the future of one that has begun leaves it `Unknown` too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeOutcome {
    /// No byte of the request can have left.
    NotSent { reason: NotSentReason, evidence: Evidence },
    /// A complete response refuses the request, and names no charge.
    NotAccepted { refusal: Refusal, evidence: Evidence },
    /// The card may or may not have been charged.
    Unknown { reason: UnknownReason, evidence: Evidence },
    /// The service has a charge, and this is its state.
    Answered { answer: Box<ChargeAnswer>, evidence: Evidence },
}

impl ChargeOutcome {
    #[must_use]
    pub const fn evidence(&self) -> &Evidence {
        match self {
            Self::NotSent { evidence, .. }
            | Self::NotAccepted { evidence, .. }
            | Self::Unknown { evidence, .. }
            | Self::Answered { evidence, .. } => evidence,
        }
    }

    /// Logs class and status only.
    pub(super) fn log(&self) {
        let http_status = self.evidence().http_status;
        match self {
            Self::NotSent { reason, .. } => tracing::warn!(%reason, "charge not sent"),
            Self::NotAccepted { refusal, .. } => {
                tracing::warn!(kind = %refusal.kind, http_status, "charge not accepted");
            }
            Self::Unknown { reason, .. } => tracing::error!(%reason, http_status, "charge outcome unknown"),
            Self::Answered { .. } => tracing::info!(http_status, "charge answered"),
        }
    }
}

pub(super) fn not_sent(reason: NotSentReason) -> ChargeOutcome {
    ChargeOutcome::NotSent { reason, evidence: Evidence::default() }
}

/// Returns the class of an exchange, whether it ended with a response or a fault.
pub(crate) fn classify(exchange: Result<Answer, Fault>, redactor: &Redactor<'_>) -> ChargeOutcome {
    match exchange {
        Ok(answer) => of_answer(&answer, redactor),
        Err(Fault::NotSent { reason, evidence }) => ChargeOutcome::NotSent { reason, evidence },
        Err(Fault::Unknown { reason, evidence }) => ChargeOutcome::Unknown { reason, evidence },
    }
}

fn of_answer(answer: &Answer, redactor: &Redactor<'_>) -> ChargeOutcome {
    // The bank's page is used, and neither printed nor stored (`ChallengeContent`).
    let pages = pages(&answer.body);
    let redactor = &redactor.clone().with_pages(&pages);
    let evidence = answer.evidence(redactor);
    let envelope = Envelope::read(&answer.body);
    let class = status_class(answer.http_status, envelope.said);
    if let StatusClass::Open(reason) = class {
        return ChargeOutcome::Unknown { reason, evidence };
    }
    if let Some(charge) = charge(&envelope.data, redactor) {
        let answer = Box::new(believed(charge, class, &envelope, redactor));
        return ChargeOutcome::Answered { answer, evidence };
    }
    let unknown = |reason| ChargeOutcome::Unknown { reason, evidence: evidence.clone() };
    match (class, envelope.said) {
        (StatusClass::Open(reason), _) => unknown(reason),
        (StatusClass::SaysNo, EnvelopeStatus::Success) => unknown(UnknownReason::Contradictory),
        (StatusClass::Whole2xx, EnvelopeStatus::Success | EnvelopeStatus::Unreadable) => {
            unknown(UnknownReason::Unreadable)
        }
        (StatusClass::Whole2xx, EnvelopeStatus::Unclear) => unknown(UnknownReason::StatusUnclear),
        (StatusClass::Whole2xx, EnvelopeStatus::Refusal)
        | (
            StatusClass::SaysNo,
            EnvelopeStatus::Refusal | EnvelopeStatus::Unclear | EnvelopeStatus::Unreadable,
        ) => {
            let refusal = refusal(answer.http_status, &envelope, redactor);
            // What is there already may be this charge: a proxy sends a request again, and passes on the second answer.
            let is_there = refusal.kind == RefusalKind::DuplicateReference;
            if is_there || already_there::says(&envelope, &answer.body) {
                return unknown(UnknownReason::DuplicateReference);
            }
            ChargeOutcome::NotAccepted { refusal, evidence }
        }
    }
}

/// Returns the response with its code, if the rest of the response agrees with the code: a success code needs a success
/// response around it, and a decline code needs a response that reports success or an error.
fn believed(
    mut charge: ChargeAnswer,
    class: StatusClass,
    envelope: &Envelope,
    redactor: &Redactor<'_>,
) -> ChargeAnswer {
    let agrees = match (&charge.code, envelope.said) {
        (ChargeCode::Success | ChargeCode::PendingValidation, said) => {
            said == EnvelopeStatus::Success && class == StatusClass::Whole2xx
        }
        (ChargeCode::Declined(_), said) => matches!(said, EnvelopeStatus::Success | EnvelopeStatus::Refusal),
        // There is no class that the response contradicts; but a refusal without a code is not pending either.
        (ChargeCode::Unclear(code), said) => code.is_some() || said == EnvelopeStatus::Success,
    };
    if !agrees {
        charge.code = ChargeCode::Unclear(Some("contradicted by the answer's status".to_owned()));
    }
    if charge.message.is_none() {
        charge.message =
            envelope.message.as_deref().map(|message| redactor.message(message, envelope.extent));
    }
    charge
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use zeroize::Zeroizing;

    use super::*;
    use crate::{
        ChallengeContent,
        card::next_step,
        http::{redactor::OMITTED, transport::RetryAfter},
    };

    fn class(http_status: u16, body: &str) -> String {
        let body = Zeroizing::new(body.as_bytes().to_vec());
        let answer = Answer { http_status, retry_after: RetryAfter::Unsaid, body };
        match of_answer(&answer, &Redactor::new([])) {
            ChargeOutcome::NotSent { reason, .. } => format!("not_sent {reason}"),
            ChargeOutcome::NotAccepted { refusal, .. } => format!("not_accepted {}", refusal.kind),
            ChargeOutcome::Unknown { reason, .. } => format!("unknown {reason}"),
            ChargeOutcome::Answered { answer, .. } => {
                format!("answered {:?} {}", next_step(&answer), answer.message.unwrap_or_default())
            }
        }
    }

    fn charged(status: &str, code: &str) -> String {
        format!(
            r#"{{"status":"{status}","message":"EnvelopeStatus","data":{{"transfer":{{"ref":"R","xChargeResponseCode":"{code}"}}}}}}"#
        )
    }

    #[test]
    fn every_whole_answer_has_its_class() {
        let no = r#"{"status":"error","message":"No"}"#;
        for (http_status, body, expected) in [
            (200, charged("success", "00"), "answered Done EnvelopeStatus"),
            (200, charged("success", "RR-51"), "answered Declined(InsufficientFunds) EnvelopeStatus"),
            (200, charged("error", "RR-51"), "answered Declined(InsufficientFunds) EnvelopeStatus"),
            (400, charged("error", "RR-51"), "answered Declined(InsufficientFunds) EnvelopeStatus"),
            // A success code inside an error, or under an unknown status word, is neither success nor error.
            (200, charged("error", "00"), "answered Unclear EnvelopeStatus"),
            (400, charged("success", "00"), "answered Unclear EnvelopeStatus"),
            (422, charged("error", "02"), "answered Unclear EnvelopeStatus"),
            (200, charged("pending", "00"), "answered Unclear EnvelopeStatus"),
            (200, charged("pending", "RR"), "answered Unclear EnvelopeStatus"),
            (500, charged("success", "00"), "unknown server_error"),
            (302, charged("success", "00"), "unknown redirect"),
            (408, charged("error", "RR"), "unknown request_timeout"),
            (409, charged("error", "RR"), "unknown conflict"),
            (
                200,
                r#"{"status":"error","data":{"pendingValidation":true,"authurl":"u","ref":"R"}}"#.to_owned(),
                "answered Unclear ",
            ),
            (200, r#"{"status":"success","data":{}}"#.to_owned(), "unknown unreadable"),
            (200, r#"{"status":"success"}"#.to_owned(), "unknown unreadable"),
            (200, r#"{"status":"odd"}"#.to_owned(), "unknown status_unclear"),
            (200, "<html>".to_owned(), "unknown unreadable"),
            (200, String::new(), "unknown unreadable"),
            (400, r#"{"status":"success"}"#.to_owned(), "unknown contradictory"),
            (200, no.to_owned(), "not_accepted invalid"),
            (401, no.to_owned(), "not_accepted token_refused"),
            (
                401,
                r#"{"status":"error","code":"INVALID_CARD","message":"Invalid card"}"#.to_owned(),
                "not_accepted invalid",
            ),
            (
                401,
                r#"{"status":"error","message":"Reference used twice"}"#.to_owned(),
                "unknown duplicate_reference",
            ),
            (
                400,
                r#"{"status":"error","message":"Transaction en double"}"#.to_owned(),
                "unknown duplicate_reference",
            ),
            (406, no.to_owned(), "not_accepted invalid"),
            (410, no.to_owned(), "not_accepted invalid"),
            (410, "<html>Gone</html>".to_owned(), "unknown other_status"),
            // Doubt, not a decline: the funding status decides.
            (200, charged("success", "RR-V"), "answered Unclear EnvelopeStatus"),
            (400, charged("error", "RR-91"), "answered Unclear EnvelopeStatus"),
            (200, charged("success", "RR-E18"), "answered Unclear EnvelopeStatus"),
            (200, charged("error", "rr-e19"), "answered Unclear EnvelopeStatus"),
            (200, charged("success", "2"), "answered Unclear EnvelopeStatus"),
            (403, "<html>".to_owned(), "not_accepted forbidden"),
            (200, r#"{"status":"error","data":"Invalid OTP"}"#.to_owned(), "not_accepted invalid"),
        ] {
            assert_eq!(class(http_status, &body), expected, "{http_status} {body}");
        }
    }

    #[test]
    fn the_banks_page_is_used_and_stands_nowhere_else() {
        let (url, html) =
            ("https://bank.example.com/canary?a=1&b=\"2\"", "<form action=\"/canary\">é</form>");
        let both = json!({"authurl": url, "responsehtml": html});
        for data in [
            json!({"ref": "R", "xChargeResponseCode": "02", "authurl": url, "responsehtml": html}),
            json!({"transfer": {"ref": "R", "meta": both.to_string()}, "page": html}),
            json!({"ref": "R", "meta": both, "back": [url], "note": format!("go to {url}, or {html}")}),
            json!({"ref": "R", "authurl": url, "responsehtml": html, "old": {"authurl": {"canary": url}}}),
            json!({"ref": "R", "authurl": url, "responsehtml": html, "xChargeResponseMessage": url}),
        ] {
            let text =
                json!({"status": "success", "message": format!("See {url}"), "data": data}).to_string();
            // Some JSON writers escape the special characters of HTML, and the slash.
            let escaped = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
            for text in [escaped.replace('/', "\\/"), escaped, text] {
                for http_status in [200, 400, 500] {
                    let body = Zeroizing::new(text.as_bytes().to_vec());
                    let answer = Answer { http_status, retry_after: RetryAfter::Unsaid, body };
                    let outcome = of_answer(&answer, &Redactor::new([]));
                    let kept = serde_json::to_string(outcome.evidence()).expect("JSON");
                    assert!(!format!("{outcome:?}{kept}").contains("/canary"), "{outcome:?}");
                    assert!(kept.contains(OMITTED), "{kept}");
                    let ChargeOutcome::Answered { answer, .. } = outcome else { continue };
                    assert_eq!(answer.auth_url.as_ref().map(ChallengeContent::as_str), Some(url));
                    assert_eq!(answer.response_html.as_ref().map(ChallengeContent::as_str), Some(html));
                    assert_eq!(answer.references, ["R"]);
                    assert!(!serde_json::to_string(&answer).expect("JSON").contains("/canary"));
                }
            }
        }
    }

    #[test]
    fn a_validation_is_the_transfer_or_wraps_it() {
        for data in [
            r#"{"id":1,"status":"completed","xChargeResponseCode":"00","ref":"R"}"#,
            r#"{"transfer":{"id":1,"status":"completed","xChargeResponseCode":"00","ref":"R"}}"#,
        ] {
            assert_eq!(class(200, &format!(r#"{{"status":"success","data":{data}}}"#)), "answered Done ");
        }
    }
}
