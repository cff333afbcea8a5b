//! What fields say about the outcome that the interface does not have: flags, words and codes under other names. They settle
//! nothing; beside a field that does, they may say the opposite.

use paysheet_domain::{Report, ReportFields, checks::comparable};

use super::{json::Json, text};

/// The code for success (interface, "Events").
const SUCCESS_CODE: &str = "00";
/// The beginnings of the names of what says that money came back.
const RETURN_NAMES: [&str; 4] = ["revers", "refund", "chargeback", "returned"];
/// The same for what says that nothing was paid, or not yet.
const FAILURE_NAMES: [&str; 7] = ["fail", "error", "declin", "reject", "cancel", "unsuccess", "disput"];
/// The ending of what may be done and was not.
const ABLE: &str = "able";
/// Names of flags that say that all went well.
const SUCCESS_NAMES: [&str; 11] = [
    "success",
    "successful",
    "succeeded",
    "ok",
    "paid",
    "completed",
    "complete",
    "approved",
    "settled",
    "delivered",
    "valid",
];
/// The endings of the names of words about the outcome.
const WORD_NAMES: [&str; 5] = ["status", "state", "result", "outcome", "statut"];
/// Words about the outcome that are no success, beside those of lists of results.
const NOT_PAID_WORDS: [&str; 28] = [
    "declined",
    "rejected",
    "refused",
    "denied",
    "cancelled",
    "canceled",
    "aborted",
    "expired",
    "error",
    "invalid",
    "blocked",
    "void",
    "voided",
    "unpaid",
    "timeout",
    "timed out",
    "hold",
    "on hold",
    "held",
    "incomplete",
    "not paid",
    "not successful",
    "not completed",
    "rejete",
    "refuse",
    "annule",
    "false",
    "no",
];
/// Words about money that came back, beside those of lists of results.
const RETURN_WORDS: [&str; 4] = ["refunded", "returned", "charged back", "rembourse"];
/// Texts that are as good as an empty field, in comparable form.
const EMPTY_WORDS: [&str; 12] =
    ["", "false", "no", "n", "f", "off", "null", "none", "nil", "undefined", "n a", "no error"];

/// What a field beside those of the interface says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    Paid,
    NotPaid,
    /// It is not final, or nobody knows its code.
    NotYet,
    CameBack,
}

/// Returns what a field says, by its name without signs and accents.
pub(crate) fn hint(plain_name: &str, value: &Json) -> Option<Hint> {
    let prefix = ["is", "has", "was"].into_iter().find_map(|prefix| plain_name.strip_prefix(prefix));
    let name = prefix.unwrap_or(plain_name);
    let starts = |names: &[&str]| names.iter().any(|start| name.starts_with(start)) && !name.ends_with(ABLE);
    if starts(&RETURN_NAMES) {
        return is_set(value).then_some(Hint::CameBack);
    }
    if starts(&FAILURE_NAMES) {
        return is_set(value).then_some(Hint::NotPaid);
    }
    if starts(&["pending"]) {
        return is_set(value).then_some(Hint::NotYet);
    }
    let is_success = SUCCESS_NAMES.contains(&name);
    if is_success || name == "status" {
        let flag = flag(value).map(|is| if is { Hint::Paid } else { Hint::NotPaid });
        if flag.is_some() {
            return flag;
        }
    }
    let is_word = is_success || WORD_NAMES.iter().any(|ending| name.ends_with(ending));
    match value {
        Json::Bool(false) if is_word => Some(Hint::NotPaid),
        Json::Text(word) if is_word => hint_of_word(word),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) | Json::Array(_) | Json::Object(_) => {
            hint_of_response_code(name, value)
        }
    }
}

/// Returns what a code says that a maker named after itself, or that is spelled otherwise.
fn hint_of_response_code(name: &str, value: &Json) -> Option<Hint> {
    let code = text(value).filter(|_| name.ends_with("responsecode"))?;
    let is_success = code == SUCCESS_CODE || matches!(value, Json::Number(digits) if digits == "0");
    let fields = ReportFields { code: Some(&code), ..ReportFields::default() };
    Some(match () {
        () if is_success => Hint::Paid,
        () if Report::read(fields) == Some(Report::Failed) => Hint::NotPaid,
        () => Hint::NotYet,
    })
}

fn hint_of_word(word: &str) -> Option<Hint> {
    let plain = comparable(word);
    let fields = ReportFields { status: Some(word), ..ReportFields::default() };
    if is_return(word) || RETURN_WORDS.contains(&plain.as_str()) {
        return Some(Hint::CameBack);
    }
    match Report::of_word(fields)? {
        Report::Successful => Some(Hint::Paid),
        Report::Failed => Some(Hint::NotPaid),
        Report::Reversed | Report::PossibleReversal => Some(Hint::CameBack),
        Report::Contradictory | Report::Unclear if Report::is_success_word(word) => Some(Hint::Paid),
        Report::Contradictory | Report::Unclear => {
            let is_not_final = Report::unknown_word(fields).is_none() && !plain.is_empty();
            let is_denied = NOT_PAID_WORDS.contains(&plain.as_str());
            if is_denied { Some(Hint::NotPaid) } else { is_not_final.then_some(Hint::NotYet) }
        }
    }
}

/// Whether a status word is about money that came back.
pub(crate) fn is_return(word: &str) -> bool {
    let fields = ReportFields { status: Some(word), ..ReportFields::default() };
    matches!(Report::read(fields), Some(Report::Reversed | Report::PossibleReversal))
}

/// Whether a field is anything but empty or a no.
fn is_set(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(is) => *is,
        Json::Number(text) | Json::Text(text) => {
            let plain = comparable(text);
            let is_zero = plain.contains('0') && plain.chars().all(|c| c == '0' || c == ' ');
            !is_zero && !EMPTY_WORDS.contains(&plain.as_str())
        }
        Json::Array(items) => !items.is_empty(),
        Json::Object(object) => !object.0.is_empty(),
    }
}

fn flag(value: &Json) -> Option<bool> {
    match value {
        Json::Bool(is) => Some(*is),
        Json::Number(_) | Json::Text(_) => match comparable(&text(value)?).as_str() {
            "true" | "yes" | "y" | "t" | "on" | "1" => Some(true),
            "false" | "no" | "n" | "f" | "off" | "0" => Some(false),
            _ => None,
        },
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}
