//! Whether a callback contradicts itself. The fields that say what happened are those of the interface; every other one can
//! only cast doubt on them. Doubt costs a question, and a payment that is taken for paid costs a salary.

use paysheet_domain::{Reference, Report, ReportFields, checks::comparable, is_doubt_code, is_same_code};

use super::{
    field_names::{AMOUNT, CALLBACK_CODE, CODE, CURRENCY, REFERENCE, STATUS},
    places::{Field, Place, ReportPlaces},
};
use crate::decode::{
    fields::figure,
    hint::{Hint, hint, is_return},
    json::Json,
    text,
};

/// Names of codes that are the outcome's only if they are a known one: they may be of the call.
const CODE_NAMES: [&str; 4] = ["code", "statuscode", "resultcode", "transactioncode"];
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
/// Words of a message that a failure does not have, unless it denies them.
const CLAIMING_WORDS: [&str; 8] =
    ["success", "successful", "successfully", "succeeded", "succes", "reussi", "reussie", "sucesso"];
/// Words that deny what stands beside them; the last one is what is left of `wasn't`.
const NEGATIONS: [&str; 12] =
    ["not", "no", "non", "never", "without", "cannot", "false", "sans", "pas", "nao", "sem", "t"];

/// Whether another payout than that of the reference is named: then the report is nobody's.
pub(super) fn names_another(said: &ReportPlaces, reference: &str) -> bool {
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
pub(super) fn weighed(said: &ReportPlaces, read: Option<Report>) -> Option<Report> {
    if results_differ(said) {
        return Some(Report::Contradictory);
    }
    let has = |hint| hints(said).any(|hinted| hinted == hint);
    let has_came_back = || has(Hint::CameBack);
    match read {
        Some(Report::Successful)
            if has_came_back() || has(Hint::NotPaid) || has(Hint::NotYet) || message_denies(said) =>
        {
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
pub(super) fn code(said: &ReportPlaces) -> Option<String> {
    let mut codes = said.values(CODE).filter(|value| text(value).is_some());
    let first = codes.next()?;
    let length = |value: &Json| text(value).map_or(0, |text| text.len());
    let fullest = codes.fold(first, |fullest, value| {
        if says_same_code(first, value) && length(value) > length(fullest) { value } else { fullest }
    });
    text(fullest)
}

fn results_differ(said: &ReportPlaces) -> bool {
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

fn sums_differ(said: &ReportPlaces) -> bool {
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

fn hints(said: &ReportPlaces) -> impl Iterator<Item = Hint> {
    let beside = said.places.iter().flat_map(|place| &place.fields);
    let codes = beside.filter_map(hint_of_code);
    codes.chain(said.all().filter_map(|field| hint(&field.plain_name, &field.value)))
}

/// Whether something beside a failure says that it succeeded, or that it is not final. An envelope says so of the call.
fn claims(said: &ReportPlaces) -> bool {
    let mut beside = said.places.iter().filter(|place| !place.is_envelope).flat_map(Place::all);
    beside.any(|field| is_claim(field) || message_claims(field))
}

fn is_claim(field: &Field) -> bool {
    match hint(&field.plain_name, &field.value) {
        Some(Hint::Paid) => true,
        // A code that nobody knows, beside one that everybody knows, says nothing.
        Some(Hint::NotYet) => {
            let code = text(&field.value).filter(|_| field.plain_name.ends_with(CODE));
            code.is_none_or(|code| is_doubt_code(&code))
        }
        Some(Hint::NotPaid | Hint::CameBack) | None => false,
    }
}

fn message_claims(field: &Field) -> bool {
    let words = message(field);
    let has = |some: &[&str]| words.split(' ').any(|word| some.contains(&word));
    has(&CLAIMING_WORDS) && !has(&NEGATIONS) && !has(&DENYING_WORDS)
}

/// Returns what a code says that may also be one of the call.
fn hint_of_code(Field { plain_name, value, .. }: &Field) -> Option<Hint> {
    let code = text(value).filter(|_| CODE_NAMES.contains(&plain_name.as_ref()))?;
    let fields = ReportFields { code: Some(&code), ..ReportFields::default() };
    let is_doubt = code.len() > 1 && is_doubt_code(&code);
    (is_doubt || Report::read(fields) == Some(Report::Failed)).then_some(Hint::NotPaid)
}

fn message_denies(said: &ReportPlaces) -> bool {
    said.all().any(|field| message(field).split(' ').any(|word| DENYING_WORDS.contains(&word)))
}

/// Returns the words of a field if it is a message; none otherwise.
fn message(field: &Field) -> String {
    let message = text(&field.value).filter(|_| field.plain_name.ends_with("message"));
    message.map(|message| comparable(&message)).unwrap_or_default()
}
