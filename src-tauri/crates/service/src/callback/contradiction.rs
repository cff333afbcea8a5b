//! Whether a callback contradicts itself. The fields that say what happened are those of the interface; every other one can
//! only cast doubt on them. Doubt costs a question, and a payment that is taken for paid costs a salary.

use paysheet_domain::{Reference, Report, ReportFields, checks::comparable, is_doubt_code, is_same_code};

use super::{
    AMOUNT, CALLBACK_CODE, CODE, CURRENCY, REFERENCE, STATUS,
    places::{Field, Place, Said},
};
use crate::decode::{fields::figure, json::Json, text};

/// The beginnings of the names of what says that money came back.
const RETURN_NAMES: [&str; 4] = ["revers", "refund", "chargeback", "returned"];
/// The same for what says that nothing was paid, or not yet.
const FAILURE_NAMES: [&str; 8] =
    ["fail", "error", "declin", "reject", "cancel", "unsuccess", "pending", "disput"];
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
/// Names of codes that are the outcome's only if they are a known one: they may be of the call.
const CODE_NAMES: [&str; 4] = ["code", "statuscode", "resultcode", "transactioncode"];
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
/// Words of a message that a success does not have.
const DENYING_WORDS: [&str; 12] = [
    "failed",
    "failure",
    "unsuccessful",
    "declined",
    "rejected",
    "reversed",
    "reversal",
    "refunded",
    "echec",
    "echoue",
    "rejete",
    "extourne",
];
/// Texts that are as good as an empty field, in comparable form.
const EMPTY_WORDS: [&str; 12] =
    ["", "false", "no", "n", "f", "off", "null", "none", "nil", "undefined", "n a", "no error"];

/// What a field beside those of the interface says about the payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    Paid,
    NotPaid,
    CameBack,
}

/// Whether another payout than that of the reference is named: then the report is nobody's.
pub(super) fn names_another(said: &Said, reference: &str) -> bool {
    let is_other = |value: &Json| match value {
        Json::Text(_) | Json::Number(_) => {
            text(value).is_some_and(|text| !text.eq_ignore_ascii_case(reference))
        }
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => true,
    };
    let is_another = |field: &Field| {
        let named = text(&field.value).map(|text| text.to_ascii_uppercase());
        let named = named.filter(|text| Reference::parse(text).is_some());
        let may_be = field.plain_name.contains(REFERENCE) && !field.plain_name.contains("batch");
        may_be && named.is_some_and(|named| !named.eq_ignore_ascii_case(reference))
    };
    said.values(REFERENCE).any(is_other) || said.all().any(is_another)
}

/// Returns what a report means once all of it is weighed. `read`: what its code and its status say.
pub(super) fn weighed(said: &Said, read: Option<Report>) -> Option<Report> {
    if results_differ(said) {
        return Some(Report::Contradictory);
    }
    let has = |hint| hints(said).any(|hinted| hinted == hint);
    let has_came_back = || has(Hint::CameBack);
    match read {
        Some(Report::Successful) if has_came_back() || has(Hint::NotPaid) || message_denies(said) => {
            Some(Report::Contradictory)
        }
        Some(Report::Successful | Report::Reversed | Report::PossibleReversal) if sums_differ(said) => {
            Some(Report::Contradictory)
        }
        Some(Report::Failed) if claims(said) => Some(Report::Contradictory),
        Some(Report::Unclear) | None if has_came_back() => {
            let is_success = said.texts(STATUS).any(|status| Report::is_success_word(&status));
            Some(if is_success { Report::Contradictory } else { Report::PossibleReversal })
        }
        read => read,
    }
}

/// Returns the code that counts: a number has lost the zeros that a text of it has.
pub(super) fn code(said: &Said) -> Option<String> {
    let mut codes = said.values(CODE).filter(|value| text(value).is_some());
    let first = codes.next()?;
    let length = |value: &Json| text(value).map_or(0, |text| text.len());
    let fullest = codes.fold(first, |fullest, value| {
        if says_same_code(first, value) && length(value) > length(fullest) { value } else { fullest }
    });
    text(fullest)
}

fn results_differ(said: &Said) -> bool {
    let differ = |name, is_same: fn(&Json, &Json) -> bool| {
        let mut values = said.values(name);
        values.next().is_some_and(|first| values.any(|value| !is_same(first, value)))
    };
    let is_same_word = |a: &Json, b: &Json| match (text(a), text(b)) {
        (Some(a), Some(b)) => {
            (Report::is_success_word(&a), is_return(&a)) == (Report::is_success_word(&b), is_return(&b))
        }
        // Flags are weighed with the hints.
        (Some(_) | None, None) | (None, Some(_)) => true,
    };
    differ(CODE, says_same_code) || differ(STATUS, is_same_word) || differ(CALLBACK_CODE, is_same_text)
}

fn sums_differ(said: &Said) -> bool {
    let amounts: Vec<Json> = said.texts(AMOUNT).map(Json::Text).collect();
    let is_same_amount = |a: &Json, b: &Json| match (figure(a), figure(b)) {
        (Some(a), Some(b)) => bare_figure(&a) == bare_figure(&b),
        (Some(_) | None, None) | (None, Some(_)) => is_same_text(a, b),
    };
    let currencies: Vec<Json> = said.texts(CURRENCY).map(Json::Text).collect();
    let differ = |values: &[Json], is_same: fn(&Json, &Json) -> bool| {
        values.first().is_some_and(|first| values.iter().any(|value| !is_same(first, value)))
    };
    differ(&amounts, is_same_amount) || differ(&currencies, is_same_text)
}

fn bare_figure(figure: &str) -> &str {
    if figure.contains('.') { figure.trim_end_matches('0').trim_end_matches('.') } else { figure }
}

fn is_same_text(a: &Json, b: &Json) -> bool {
    text(a).zip(text(b)).is_some_and(|(a, b)| a.eq_ignore_ascii_case(&b))
}

/// Whether two codes are one. Only a number has lost its zeros; a text without them is another code.
fn says_same_code(a: &Json, b: &Json) -> bool {
    let is_short = |short: &Json, other: &Json| {
        matches!((short, other), (Json::Number(short), Json::Text(other))
            if is_same_code(short, other) && [short, other].iter().all(|code| is_digits(code)))
    };
    is_same_text(a, b) || is_short(a, b) || is_short(b, a)
}

fn is_digits(code: &str) -> bool {
    !code.trim().is_empty() && code.trim().bytes().all(|byte| byte.is_ascii_digit())
}

fn hints(said: &Said) -> impl Iterator<Item = Hint> {
    let beside = said.places.iter().flat_map(|place| &place.fields);
    let codes = beside.filter_map(hint_of_code);
    codes.chain(said.all().filter_map(hint))
}

/// Whether something beside a failure says that it succeeded. An envelope says so of the call.
fn claims(said: &Said) -> bool {
    let is_claim = |field: &&Field| hint(field) == Some(Hint::Paid);
    let beside = said.places.iter().filter(|place| !place.is_envelope);
    beside.flat_map(|place: &Place| &place.fields).any(|field| is_claim(&field))
}

fn hint(Field { plain_name, value, .. }: &Field) -> Option<Hint> {
    let prefix = ["is", "has", "was"].into_iter().find_map(|prefix| plain_name.strip_prefix(prefix));
    let name = prefix.unwrap_or(plain_name);
    let starts = |names: &[&str]| names.iter().any(|start| name.starts_with(start)) && !name.ends_with(ABLE);
    if starts(&RETURN_NAMES) {
        return is_set(value).then_some(Hint::CameBack);
    }
    if starts(&FAILURE_NAMES) {
        return is_set(value).then_some(Hint::NotPaid);
    }
    let is_success = SUCCESS_NAMES.contains(&name);
    if is_success || name == STATUS {
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
    let code = text(value).filter(|_| name.ends_with(CODE))?;
    let is_success = says_same_code(value, &Json::Text("00".to_owned()));
    (is_success || !code.is_empty()).then_some(if is_success { Hint::Paid } else { Hint::NotPaid })
}

fn hint_of_code(Field { plain_name, value, .. }: &Field) -> Option<Hint> {
    let code = text(value).filter(|_| CODE_NAMES.contains(&plain_name.as_str()))?;
    let fields = ReportFields { code: Some(&code), ..ReportFields::default() };
    let is_doubt = code.len() > 1 && is_doubt_code(&code);
    (is_doubt || Report::read(fields) == Some(Report::Failed)).then_some(Hint::NotPaid)
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
            (is_not_final || NOT_PAID_WORDS.contains(&plain.as_str())).then_some(Hint::NotPaid)
        }
    }
}

fn is_return(word: &str) -> bool {
    let fields = ReportFields { status: Some(word), ..ReportFields::default() };
    matches!(Report::read(fields), Some(Report::Reversed | Report::PossibleReversal))
}

fn message_denies(said: &Said) -> bool {
    let messages = said.all().filter(|field| field.plain_name.ends_with("message"));
    messages
        .filter_map(|field| text(&field.value))
        .any(|message| comparable(&message).split(' ').any(|word| DENYING_WORDS.contains(&word)))
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
