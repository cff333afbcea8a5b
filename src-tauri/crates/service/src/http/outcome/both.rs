//! Whether an answer to a submission holds both: that the batch was taken, and that it was not. Which of the two stands first
//! says nothing.

use paysheet_domain::checks::comparable;

use crate::decode::{
    batch::mentions_batch_id,
    envelope::{Envelope, EnvelopeStatus},
    fields::{named, says_two},
    hint::{Hint, hint},
    json::{Json, Object},
};

/// Words of a message that a batch that was taken does not have.
const DENYING_WORDS: [&str; 6] = ["failed", "failure", "unsuccessful", "declined", "rejected", "refused"];
/// Words of a message that a refused batch does not have.
const AFFIRMING_WORDS: [&str; 5] = ["success", "successful", "successfully", "queued", "succes"];
/// Words that turn the others into their opposite.
const DENIALS: [&str; 8] = ["not", "no", "un", "could", "cannot", "without", "non", "pas"];

/// Returns whether an answer says both.
pub(super) fn says_both(envelope: &Envelope, body: &[u8]) -> bool {
    let Some(Json::Object(answer)) = Json::read(body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)) else {
        return false;
    };
    let hinted = |hint| hints(&answer).contains(&hint);
    match envelope.said {
        EnvelopeStatus::Success => {
            hinted(Hint::NotPaid)
                || hinted(Hint::CameBack)
                || has_word(envelope, &DENYING_WORDS)
                || says_two(&answer, named("data"))
        }
        EnvelopeStatus::Refusal | EnvelopeStatus::Unclear => {
            let is_affirmed = has_word(envelope, &AFFIRMING_WORDS) && !has_word(envelope, &DENIALS);
            let is_refused = envelope.said == EnvelopeStatus::Refusal;
            mentions_batch_id(&Json::Object(answer.clone()))
                || hinted(Hint::Paid)
                || is_refused && is_affirmed
        }
        EnvelopeStatus::Unreadable => false,
    }
}

/// Returns what the fields of an answer and of its `data` say, except what the envelope was read from.
fn hints(answer: &Object) -> Vec<Hint> {
    let of = |object: &Object| -> Vec<Hint> {
        let hints = object.0.iter().map(|(name, value)| hint(&comparable(name).replace(' ', ""), value));
        hints.flatten().collect()
    };
    let own = Object(answer.0.iter().filter(|(name, _)| name != "status").cloned().collect());
    let data = answer.0.iter().filter(|(name, _)| name.eq_ignore_ascii_case("data"));
    let inner = data.filter_map(|(_, value)| value.as_object()).flat_map(of);
    of(&own).into_iter().chain(inner).collect()
}

fn has_word(envelope: &Envelope, words: &[&str]) -> bool {
    let message = comparable(envelope.message.as_deref().unwrap_or_default());
    message.split(' ').any(|word| words.contains(&word))
}
