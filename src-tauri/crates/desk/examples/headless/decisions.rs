//! The decisions that were given with the command line: about what an earlier run printed, and about nothing else.

use paysheet_desk::view::QuestionKind;
use paysheet_domain::ProblemCode;
use strum::IntoEnumIterator;

/// The kind of question about a file that is not the one the payroll was approved from.
pub const FILE_CHANGED: &str = "file_changed";

pub struct Decisions(Vec<Decision>);

struct Decision {
    kind: String,
    fingerprint: String,
    reason: String,
}

#[derive(Debug, thiserror::Error)]
pub enum InvalidDecision {
    #[error("--decide {0}: give KIND:FINGERPRINT as the program printed them with the question")]
    NoFingerprint(String),
    #[error("--decide {0}: there is no question of this kind that a reason decides")]
    UnknownKind(String),
}

impl Decisions {
    /// Pairs decisions, `KIND:FINGERPRINT` each, with their reasons.
    ///
    /// # Errors
    /// [`InvalidDecision`] for a decision without a fingerprint, or about something that is never asked.
    pub fn given(texts: &[String], reasons: &[String]) -> Result<Self, InvalidDecision> {
        let decision = |(text, reason): (&String, &String)| {
            let (kind, fingerprint) = text.split_once(':').unwrap_or((text, ""));
            if !is_kind(kind) {
                return Err(InvalidDecision::UnknownKind(text.clone()));
            }
            if fingerprint.is_empty() {
                return Err(InvalidDecision::NoFingerprint(text.clone()));
            }
            let [kind, fingerprint, reason] = [kind, fingerprint, reason].map(str::to_owned);
            Ok(Decision { kind, fingerprint, reason })
        };
        Ok(Self(texts.iter().zip(reasons).map(decision).collect::<Result<_, _>>()?))
    }

    /// Returns the reason of the decision about this question.
    pub fn reason(&self, kind: &str, fingerprint: &str) -> Option<String> {
        let found = self.0.iter().find(|of| of.kind == kind && of.fingerprint == fingerprint);
        found.map(|of| of.reason.clone())
    }
}

/// Whether something of this kind is decided by a reason.
fn is_kind(text: &str) -> bool {
    let mut questions = QuestionKind::iter().filter(|kind| *kind != QuestionKind::OpenOriginal);
    text == FILE_CHANGED
        || text.parse::<ProblemCode>().is_ok()
        || questions.any(|kind| kind.to_string() == text)
}
