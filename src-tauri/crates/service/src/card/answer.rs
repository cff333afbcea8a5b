//! Parses the state of a card charge or of its validation. The fields are in `data`, in its `transfer`, or in the
//! `meta` of either, which is an object or the JSON text of one. Some field names have a vendor's name as a prefix.
//!
//! Not here: the next step (`card::next_step`), and whether money moved: only the funding status reports that.

use std::fmt;

use serde::Serialize;

use crate::{
    decode::{
        envelope::Extent,
        fields::{EXTRA_BYTES_MAX, Fields, ending, figure, flag, json_text, named, object_of},
        json::{Json, Object},
        text,
    },
    http::redactor::{PAGE_FIELDS, Redactor},
};

/// Longest address of a bank's page that is accepted; a longer one is treated as missing.
pub const AUTH_URL_BYTES_MAX: usize = 8 * 1024;
/// Largest page that is accepted; a larger one is treated as missing.
pub const RESPONSE_HTML_BYTES_MAX: usize = 256 * 1024;
/// Most references that are stored.
const REFERENCES_MAX: usize = 8;
/// Most codes that are shown if they differ.
const CODES_SHOWN_MAX: usize = 4;

/// What the service reports about a charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChargeAnswer {
    pub code: ChargeCode,
    /// The service's own message, free of secrets.
    pub message: Option<String>,
    pub method: Option<ChargeMethod>,
    /// The address of the bank's page (`authurl`); valid for about three minutes.
    #[serde(skip)]
    pub auth_url: Option<ChallengeContent>,
    /// The bank's page itself (`responsehtml`), if the card has one.
    #[serde(skip)]
    pub response_html: Option<ChallengeContent>,
    pub pending_validation: Option<bool>,
    /// The references of the charge: the first one validates it, then each one can be used to request its status.
    pub references: Vec<String>,
    pub id: Option<String>,
    /// The status word of the transfer, such as `started`.
    pub status: Option<String>,
    /// Exact decimals in plain digits.
    pub amount_to_send: Option<String>,
    pub amount_to_charge: Option<String>,
    pub charged_fee: Option<String>,
    /// JSON text of all other fields, at most [`EXTRA_BYTES_MAX`], free of secrets.
    pub extra: Option<String>,
}

/// A text that is used, and neither printed nor stored: whoever has the bank's page can act on it.
#[derive(Clone, PartialEq, Eq)]
pub struct ChallengeContent(String);

impl ChallengeContent {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ChallengeContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} bytes]", self.0.len())
    }
}

/// The class of a response code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeCode {
    /// 00 or 0: no further validation (interface, "Charge card").
    Success,
    /// 02: the charge method selects the validation.
    PendingValidation,
    Declined(DeclineReason),
    /// No code, an unknown code, a code that leaves the outcome open, two codes that differ, or a code that the
    /// response's own status contradicts.
    Unclear(Option<String>),
}

/// Why a card was declined, by the codes observed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// RR-51
    InsufficientFunds,
    /// RR-14
    InvalidCard,
    /// RR-55
    WrongPin,
    /// RR-E42
    Expiry,
    /// RR-7
    SecurityCode,
    /// RR-57
    NotPermitted,
    /// RR-X04
    AmountTooLow,
    /// RR, without a reason.
    Unsaid,
    /// Another code that begins with RR.
    Other(String),
}

impl DeclineReason {
    /// The processor's code, as written in responses.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            Self::InsufficientFunds => "RR-51",
            Self::InvalidCard => "RR-14",
            Self::WrongPin => "RR-55",
            Self::Expiry => "RR-E42",
            Self::SecurityCode => "RR-7",
            Self::NotPermitted => "RR-57",
            Self::AmountTooLow => "RR-X04",
            Self::Unsaid => "RR",
            Self::Other(code) => code,
        }
    }
}

/// How a pending charge is validated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeMethod {
    Vbv,
    VbvSecureCode,
    Otp,
    Pin,
    Other(String),
}

/// Parses the `data` of a response. Returns none if it contains nothing about a charge.
pub(crate) fn charge(data: &Json, redactor: &Redactor<'_>) -> Option<ChargeAnswer> {
    let raw = Sources::of(data.as_object()?);
    let clean = raw.cleaned(redactor);
    let (mut raw, mut clean) = (raw.fields(), clean.fields());
    let answer = ChargeAnswer {
        code: code(&mut clean),
        message: clean
            .take(ending("ChargeResponseMessage"), text)
            .map(|said| redactor.message(&said, Extent::Whole)),
        method: clean.take(named("chargeMethod"), text).map(|method| charge_method(&method)),
        auth_url: raw.challenge_content("authurl", AUTH_URL_BYTES_MAX),
        response_html: raw.challenge_content("responsehtml", RESPONSE_HTML_BYTES_MAX),
        pending_validation: clean.take(named("pendingValidation"), flag),
        references: references(&mut clean),
        id: clean.take(named("id"), text),
        status: clean.take(named("status"), text),
        amount_to_send: raw.figure("amountToSend", redactor),
        amount_to_charge: raw.figure("amountToCharge", redactor),
        charged_fee: raw.figure("chargedFee", redactor),
        extra: clean.extra(),
    };
    let says_something = answer.code != ChargeCode::Unclear(None)
        || answer.method.is_some()
        || answer.auth_url.is_some()
        || answer.response_html.is_some()
        || !answer.references.is_empty();
    says_something.then_some(answer)
}

/// `data`, its transfer, and the `meta` of either, in order of precedence.
struct Sources {
    objects: Vec<Object>,
    /// How many of them are not a `meta`.
    outside_meta: usize,
}

impl Sources {
    fn of(data: &Object) -> Self {
        let mut data = data.clone();
        let transfer =
            data.0.iter().rposition(|(name, value)| named("transfer")(name) && value.as_object().is_some());
        let transfer = transfer.map(|place| data.0.remove(place).1);
        let mut objects = vec![data];
        if let Some(Json::Object(transfer)) = transfer {
            objects.push(transfer);
        }
        let outside_meta = objects.len();
        let metas: Vec<_> = objects.iter_mut().rev().filter_map(take_meta).collect();
        objects.extend(metas);
        Self { objects, outside_meta }
    }

    fn cleaned(&self, redactor: &Redactor<'_>) -> Self {
        let objects = redactor.objects(&self.objects);
        Self { objects, outside_meta: self.outside_meta }
    }

    fn fields(&self) -> FieldSources<'_> {
        FieldSources {
            fields: self.objects.iter().map(Fields::of).collect(),
            outside_meta: self.outside_meta,
        }
    }
}

/// Takes the `meta` of an object if it is an object or the JSON text of one. A broken text stays in the object.
fn take_meta(object: &mut Object) -> Option<Object> {
    let (place, meta) = object.0.iter().enumerate().rev().find_map(|(place, (name, value))| {
        if named("meta")(name) { object_of(value).map(|meta| (place, meta)) } else { None }
    })?;
    object.0.remove(place);
    Some(meta)
}

/// The fields of all sources; each field is read from the first source that has it.
struct FieldSources<'a> {
    fields: Vec<Fields<'a>>,
    outside_meta: usize,
}

impl<'a> FieldSources<'a> {
    fn take<T>(&mut self, fits: impl Fn(&str) -> bool, read: impl Fn(&'a Json) -> Option<T>) -> Option<T> {
        self.fields.iter_mut().find_map(|fields| fields.take(&fits, &read))
    }

    fn challenge_content(&mut self, name: &str, bytes_max: usize) -> Option<ChallengeContent> {
        self.take(named(name), |value| match value {
            Json::Text(text) if !text.trim().is_empty() && text.len() <= bytes_max => {
                Some(ChallengeContent(text.trim().to_owned()))
            }
            Json::Text(_)
            | Json::Null
            | Json::Bool(_)
            | Json::Number(_)
            | Json::Array(_)
            | Json::Object(_) => None,
        })
    }

    /// Takes a figure as it arrived. It may contain the digits of a short secret by chance, but not those of the card.
    fn figure(&mut self, name: &str, redactor: &Redactor<'_>) -> Option<String> {
        self.take(named(name), |value| figure(value).filter(|figure| redactor.is_figure(figure)))
    }

    /// Returns the remaining fields. If there are several sources, each is named by its number.
    fn extra(self) -> Option<String> {
        const PLACES: [&str; 4] = ["data", "transfer", "meta", "meta2"];
        let mut bytes_left = EXTRA_BYTES_MAX;
        let rests = self.fields.into_iter().zip(PLACES).map(|(fields, place)| {
            let rest = fields.rest(&mut bytes_left);
            (place.to_owned(), Json::Object(without_taken(rest)))
        });
        let rests = rests.filter(|(_, rest)| rest.as_object().is_some_and(|rest| !rest.0.is_empty()));
        json_text(&Object(rests.collect()))
    }
}

/// Removes fields from the cleaned object that were already taken from the uncleaned one.
fn without_taken(rest: Object) -> Object {
    let is_page = |name: &str| PAGE_FIELDS.iter().any(|page| named(page)(name));
    let is_amount = |name: &str| {
        ["amountToSend", "amountToCharge", "chargedFee"].iter().any(|amount| named(amount)(name))
    };
    let left =
        |(name, value): &(String, Json)| !(is_page(name) || is_amount(name) && figure(value).is_some());
    Object(rest.0.into_iter().filter(left).collect())
}

/// Returns the code of `data` and its transfer. If the two differ, no code is valid. `meta` contains earlier states,
/// such as the 02 of a charge that was validated since, so it is read only if neither has a code.
fn code(places: &mut FieldSources<'_>) -> ChargeCode {
    let outside_meta = places.outside_meta.min(places.fields.len());
    let (now, before) = places.fields.split_at_mut(outside_meta);
    let mut codes = codes_of(now);
    if codes.is_empty() {
        codes = codes_of(before);
    }
    let [first, others @ ..] = codes.as_slice() else { return ChargeCode::Unclear(None) };
    let said = charge_code(first);
    if others.iter().all(|other| charge_code(other) == said) {
        return said;
    }
    let shown: Vec<_> = codes.iter().take(CODES_SHOWN_MAX).map(String::as_str).collect();
    ChargeCode::Unclear(Some(shown.join(", ")))
}

/// Returns all codes, with any vendor's name as a prefix.
fn codes_of(places: &mut [Fields<'_>]) -> Vec<String> {
    let of_one = |fields: &mut Fields<'_>| {
        std::iter::from_fn(|| fields.take(ending("ChargeResponseCode"), code_text)).collect::<Vec<_>>()
    };
    places.iter_mut().flat_map(of_one).collect()
}

/// Returns a code as text. A JSON number has no leading zero, so the number 2 is the code `02`; the text `2` is another
/// code, which means "declined" in one public table.
fn code_text(value: &Json) -> Option<String> {
    match value {
        Json::Number(number) if number.trim() == "2" => Some("02".to_owned()),
        Json::Number(_) | Json::Text(_) | Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => {
            text(value)
        }
    }
}

fn charge_code(code: &str) -> ChargeCode {
    use DeclineReason as Reason;
    let declined = |reason| ChargeCode::Declined(reason);
    match code.to_ascii_uppercase().as_str() {
        "00" | "0" => ChargeCode::Success,
        "02" => ChargeCode::PendingValidation,
        "RR-51" => declined(Reason::InsufficientFunds),
        "RR-14" => declined(Reason::InvalidCard),
        "RR-55" => declined(Reason::WrongPin),
        "RR-E42" => declined(Reason::Expiry),
        "RR-7" => declined(Reason::SecurityCode),
        "RR-57" => declined(Reason::NotPermitted),
        // Already validated; the issuer or the network could not be reached. The card may have been charged.
        "RR-V" | "RR-91" | "RR-E18" | "RR-E19" => ChargeCode::Unclear(Some(code.to_owned())),
        "RR-X04" => declined(Reason::AmountTooLow),
        "RR" => declined(Reason::Unsaid),
        upper if upper.starts_with("RR") => declined(Reason::Other(code.to_owned())),
        _ => ChargeCode::Unclear(Some(code.to_owned())),
    }
}

fn charge_method(method: &str) -> ChargeMethod {
    match method.to_ascii_uppercase().as_str() {
        "VBV" => ChargeMethod::Vbv,
        "VBVSECURECODE" => ChargeMethod::VbvSecureCode,
        "OTP" => ChargeMethod::Otp,
        "PIN" => ChargeMethod::Pin,
        _ => ChargeMethod::Other(method.to_owned()),
    }
}

/// Returns the references: `<x>ChargeReference` first, then `ref`, then every other field that appears to be a
/// reference of this charge.
fn references(places: &mut FieldSources<'_>) -> Vec<String> {
    let is_own = |name: &str| ending("reference")(name) && !named("linkingReference")(name);
    let kinds: [&dyn Fn(&str) -> bool; 5] = [
        &ending("ChargeReference"),
        &named("ref"),
        &named("transaction_reference"),
        &named("transactionReference"),
        &is_own,
    ];
    let mut references = Vec::new();
    for fits in kinds {
        while references.len() < REFERENCES_MAX {
            let Some(reference) = places.take(fits, text) else { break };
            if !references.contains(&reference) {
                references.push(reference);
            }
        }
    }
    references
}

#[cfg(test)]
mod tests;
