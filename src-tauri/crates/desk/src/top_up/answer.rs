//! Converts the result of a charge, or of its one-time password, from the service crate to the ledger's terms and to
//! the page to show.

use paysheet_domain::{ChargeResponse, Currency, Money};
use paysheet_ledger::ChargeAnswered;
use paysheet_service::{
    ChallengeContent, ChargeOutcome, DeclineReason, Evidence, NextStep, RefusalKind, next_step,
};

use crate::{error::DeskError, view::reason::Reason};

/// The result of a charge, and the page to show.
pub(super) struct Answered {
    pub kept: ChargeAnswered,
    pub shown: Option<Shown>,
}

/// The bank's page.
pub(super) enum Shown {
    Address(ChallengeContent),
    Page(ChallengeContent),
}

impl Answered {
    /// Creates the result for a request that never left this computer, for a reason of the desk's own.
    pub(super) fn not_sent(code: &str) -> Self {
        let kept = ChargeAnswered {
            said: ChargeResponse::NotSent,
            code: code.to_owned(),
            message: None,
            references: Vec::new(),
            fee: None,
            evidence_json: "{}".to_owned(),
        };
        Self { kept, shown: None }
    }
}

/// The kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Charge,
    Otp,
}

/// HTTP statuses of a charge at a path that the service does not have: the name of its card processor is in it.
const NO_SUCH_PATH: u16 = 404;
const NO_SUCH_METHOD: u16 = 405;
const CODE_PENDING: &str = "02";
const CODE_SUCCESS: &str = "00";

/// Converts an outcome to the ledger's terms.
pub(super) fn answered(
    outcome: ChargeOutcome,
    asked: Asked,
    currency: Option<Currency>,
) -> Result<Answered, DeskError> {
    let kept =
        |said, code: &str, message: Option<String>, evidence: &Evidence| -> Result<Answered, DeskError> {
            let evidence_json = serde_json::to_string(evidence)?;
            let kept = ChargeAnswered {
                said,
                code: code.to_owned(),
                message,
                references: Vec::new(),
                fee: None,
                evidence_json,
            };
            Ok(Answered { kept, shown: None })
        };
    match outcome {
        ChargeOutcome::NotSent { reason, evidence } => {
            kept(ChargeResponse::NotSent, &reason.to_string(), None, &evidence)
        }
        ChargeOutcome::Unknown { reason, evidence } => {
            kept(ChargeResponse::Unknown, &reason.to_string(), None, &evidence)
        }
        ChargeOutcome::NotAccepted { refusal, evidence } => {
            let said = match asked {
                Asked::Otp if is_about_the_password(refusal.kind) => ChargeResponse::WrongOtp,
                Asked::Charge | Asked::Otp => ChargeResponse::Refused,
            };
            let reason = match (asked, refusal.http_status) {
                (Asked::Charge, NO_SUCH_PATH | NO_SUCH_METHOD) if refusal.kind == RefusalKind::Invalid => {
                    Reason::NoSuchCall
                }
                (Asked::Charge | Asked::Otp, _) => refusal.kind.into(),
            };
            kept(said, &reason.to_string(), refusal.message, &evidence)
        }
        ChargeOutcome::Answered { answer, evidence } => {
            let (said, code, shown) = step(next_step(&answer));
            let mut whole = kept(said, &code, answer.message, &evidence)?;
            whole.kept.references = answer.references;
            let fee = answer.charged_fee.as_deref().zip(currency);
            whole.kept.fee = fee.and_then(|(digits, currency)| Money::parse(digits, currency).ok());
            whole.shown = shown;
            Ok(whole)
        }
    }
}

/// Whether a refusal is about the one-time password: a refusal that is not about the caller is about the typed value.
const fn is_about_the_password(kind: RefusalKind) -> bool {
    match kind {
        RefusalKind::TokenRefused | RefusalKind::Forbidden | RefusalKind::RateLimited => false,
        RefusalKind::WrongLock
        | RefusalKind::DuplicateReference
        | RefusalKind::InsufficientBalance
        | RefusalKind::Invalid
        | RefusalKind::Other => true,
    }
}

fn step(next: NextStep) -> (ChargeResponse, String, Option<Shown>) {
    match next {
        NextStep::Done => (ChargeResponse::Charged, CODE_SUCCESS.to_owned(), None),
        NextStep::Redirect(address) => {
            (ChargeResponse::NeedsRedirect, CODE_PENDING.to_owned(), Some(Shown::Address(address)))
        }
        NextStep::Page(page) => {
            (ChargeResponse::NeedsRedirect, CODE_PENDING.to_owned(), Some(Shown::Page(page)))
        }
        NextStep::Otp { .. } => (ChargeResponse::NeedsOtp, CODE_PENDING.to_owned(), None),
        NextStep::Declined(reason) => (ChargeResponse::Declined, declined(&reason), None),
        NextStep::Unclear => (ChargeResponse::Unclear, "status_unclear".to_owned(), None),
    }
}

fn declined(reason: &DeclineReason) -> String {
    reason.code().to_owned()
}
