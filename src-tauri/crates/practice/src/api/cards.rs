//! Charges a card to top up the balance, and completes a charge with a one-time password. `practice_cards` defines what
//! each card does. Numbers, codes and PINs are checked and not stored.

use std::sync::Arc;

use axum::{
    extract::State as Extract,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use jiff::Timestamp;
use paysheet_domain::{Currency, LastFour, Money, money::parse_currency};
use serde::Deserialize;
use serde_json::{Value, json};
use zeroize::Zeroizing;

use super::bank;
use crate::{
    records::{
        funding::{Ended, Funding, FundingStatus, Source, number, unknown},
        practice_cards::{CardOutcome, ONE_TIME_PASSWORD, WRONG_PASSWORDS_MAX},
        state::State,
    },
    wire::{
        answer::{Answer, Refusal, success},
        body::{parse, required, text_or_number},
    },
};

/// Marks a response that is not sent: its connection ends instead.
#[derive(Clone, Copy)]
pub(crate) struct Unanswered;

const WRONG_PIN: &str = "0000";
const WRONG_SECURITY_CODE: &str = "000";
/// The amount if the request has none; the interface's table lists no amount.
const AMOUNT_MINOR_DEFAULT: i64 = 1_000_000;
const FEE_PERCENT: i64 = 3;

/// The response to a charge.
#[derive(Clone, Copy)]
enum Behaviour {
    Charged,
    /// Charged, and its status is pending.
    ChargedLater,
    AsksPassword,
    AsksPage(&'static str),
    AsksPageInAnswer,
    Declined {
        code: &'static str,
        message: &'static str,
    },
    Refused,
}

/// The body of a charge. The field names are the interface's; integrations also send `email`, `amount` and `currency`.
#[derive(Deserialize)]
struct Charge {
    firstname: Option<String>,
    lastname: Option<String>,
    #[serde(default, deserialize_with = "text_or_number")]
    card_no: Option<String>,
    #[serde(default, deserialize_with = "text_or_number")]
    cvv: Option<String>,
    #[serde(default, deserialize_with = "text_or_number")]
    expiry_year: Option<String>,
    #[serde(default, deserialize_with = "text_or_number")]
    expiry_month: Option<String>,
    #[serde(default, deserialize_with = "text_or_number")]
    pin: Option<String>,
    redirecturl: Option<String>,
    #[serde(default)]
    amount: Value,
    currency: Option<String>,
    recipient_id: Option<String>,
}

#[derive(Deserialize)]
struct Verification {
    transaction_reference: Option<String>,
    otp: Option<String>,
}

fn digits(charge: &Charge) -> Zeroizing<String> {
    let given = charge.card_no.iter().flat_map(|card| card.chars());
    Zeroizing::new(given.filter(char::is_ascii_digit).collect())
}

fn behaviour(charge: &Charge, outcome: Option<CardOutcome>) -> Behaviour {
    use CardOutcome as O;
    let declined = |code, message| Behaviour::Declined { code, message };
    if charge.pin.as_deref() == Some(WRONG_PIN) {
        return declined("RR-55", "Incorrect PIN");
    }
    if charge.cvv.as_deref() == Some(WRONG_SECURITY_CODE) {
        return declined("RR-7", "Incorrect card security code");
    }
    match outcome {
        Some(O::Success | O::LostAnswer | O::Reversed) => Behaviour::Charged,
        Some(O::Pending | O::SettlesLate) => Behaviour::ChargedLater,
        Some(O::Otp | O::OtpDeclined | O::OtpLostAnswer) => Behaviour::AsksPassword,
        Some(O::Redirect | O::RedirectSlow | O::RedirectPopup) => Behaviour::AsksPage("VBV"),
        Some(O::RedirectPost) => Behaviour::AsksPage("VBVSECURECODE"),
        Some(O::RedirectPage) => Behaviour::AsksPageInAnswer,
        Some(O::Declined) => declined("RR", "Declined"),
        Some(O::InsufficientFunds) => declined("RR-51", "Insufficient funds"),
        Some(O::ExpiredCard) => declined("RR-E42", "Card has expired"),
        Some(O::NotPermitted) => declined("RR-57", "Transaction not permitted to cardholder"),
        Some(O::BankUnreachable) => declined("RR-91", "Issuer or switch inoperative"),
        Some(O::DeclinedOther) => declined("RR-Z9", "The issuer asks you to call them"),
        Some(O::Refused) => Behaviour::Refused,
        None => declined("RR-14", "Invalid card number"),
    }
}

pub(crate) async fn charge(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let charge: Charge = parse(&body)?;
    for (field, value) in [
        ("card_no", &charge.card_no),
        ("cvv", &charge.cvv),
        ("expiry_year", &charge.expiry_year),
        ("expiry_month", &charge.expiry_month),
        ("redirecturl", &charge.redirecturl),
    ] {
        required(field, value.as_deref())?;
    }
    let digits = digits(&charge);
    let outcome = CardOutcome::of(&digits);
    let behaviour = behaviour(&charge, outcome);
    let recipient = charge.recipient_id.as_deref().and_then(|id| state.wallets.currency_of(id));
    let amount = amount(&charge, recipient)?;
    let mut fundings = state.fundings();
    let (id, reference, processor_reference) = fundings.next_names();
    let (status, response_code, response_message) = match behaviour {
        Behaviour::Charged => (FundingStatus::Completed, "00", "Approved. Successful"),
        Behaviour::ChargedLater => (FundingStatus::Pending, "00", "Approved. Successful"),
        Behaviour::AsksPassword => (FundingStatus::Pending, "02", "Please enter the OTP sent to your phone"),
        Behaviour::AsksPage(_) | Behaviour::AsksPageInAnswer => {
            (FundingStatus::Pending, "02", "Please confirm on the page of your bank")
        }
        Behaviour::Declined { code, message } => (FundingStatus::Failed, code, message),
        Behaviour::Refused => {
            return Err(Refusal::bad("CHARGE_REFUSED", "charges by card are not allowed on this account"));
        }
    };
    let now = Timestamp::now();
    let payer =
        [&charge.firstname, &charge.lastname].map(|name| name.as_deref().unwrap_or_default()).join(" ");
    let funding = Funding {
        id,
        reference,
        processor_reference,
        amount,
        fee: Money::from_minor(amount.minor() / 100 * FEE_PERCENT, amount.currency()),
        status,
        response_code,
        response_message,
        payer,
        source: Source::Card,
        outcome,
        last_four: LastFour::of(&digits),
        completions: 0,
        reads: 0,
        balance_after: None,
        wrong_passwords: 0,
        redirect_url: charge.redirecturl.unwrap_or_default(),
        created_at: now,
        updated_at: now,
    };
    let answer = answer(&funding, behaviour, &state.bank_url);
    fundings.add(funding);
    match outcome {
        Some(CardOutcome::LostAnswer) => Ok(unanswered()),
        Some(_) | None => success(answer),
    }
}

/// Returns a response that is never sent: the connection ends instead.
fn unanswered() -> Response {
    let mut answer = ().into_response();
    answer.extensions_mut().insert(Unanswered);
    answer
}

/// Returns what is charged. Unless the request names a currency, it is that of the wallet.
fn amount(charge: &Charge, recipient: Option<Currency>) -> Result<Money, Refusal> {
    let refused = || Refusal::bad("INVALID_FIELD", "amount must be a positive amount").about("amount");
    let currency = match charge.currency.as_deref() {
        None => recipient.unwrap_or(Currency::NGN),
        Some(text) => parse_currency(text).map_err(|_| {
            Refusal::bad("UNKNOWN_CURRENCY", "the currency is not one of the service's").about(text)
        })?,
    };
    let text = match &charge.amount {
        Value::Null => return Ok(Money::from_minor(AMOUNT_MINOR_DEFAULT, currency)),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => return Err(refused()),
    };
    Money::parse(&text, currency).ok().filter(|money| money.is_positive()).ok_or_else(refused)
}

fn answer(funding: &Funding, behaviour: Behaviour, bank_url: &str) -> Value {
    let link = format!("{bank_url}{}", bank::path(funding));
    let (method, authurl, html) = match behaviour {
        Behaviour::Charged | Behaviour::ChargedLater | Behaviour::Declined { .. } | Behaviour::Refused => {
            (Value::Null, Value::Null, Value::Null)
        }
        Behaviour::AsksPassword => (json!("OTP"), Value::Null, Value::Null),
        Behaviour::AsksPage(method) => (json!(method), json!(link), Value::Null),
        Behaviour::AsksPageInAnswer => (json!("VBV"), Value::Null, json!(bank::page(funding, &link))),
    };
    json!({
        "transfer": transfer(funding),
        "authurl": authurl,
        "responsehtml": html,
        "pendingValidation": funding.response_code == "02",
        "chargeMethod": method,
    })
}

fn transfer(funding: &Funding) -> Value {
    let charged = funding.amount.checked_add(funding.fee).unwrap_or(funding.amount);
    json!({
        "id": funding.id,
        "status": funding.status,
        "amountToSend": number(funding.amount),
        "amountToCharge": number(charged),
        "chargedFee": number(funding.fee),
        "providerChargeResponseCode": funding.response_code,
        "providerChargeResponseMessage": funding.response_message,
        "providerChargeReference": funding.processor_reference,
        "ref": funding.reference,
        "meta": {},
    })
}

pub(crate) async fn verify(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let verification: Verification = parse(&body)?;
    let reference = required("transaction_reference", verification.transaction_reference.as_deref())?;
    let password = required("otp", verification.otp.as_deref())?;
    let mut fundings = state.fundings();
    let funding = fundings.get(reference).ok_or_else(|| unknown(reference))?;
    let outcome = funding.outcome;
    if funding.status != FundingStatus::Pending || funding.response_code != "02" {
        let message = "the charge is not waiting for a one-time password";
        return Err(Refusal::bad("CHARGE_REFUSED", message).about(reference));
    }
    if password == ONE_TIME_PASSWORD {
        let ended = match outcome {
            Some(CardOutcome::OtpDeclined) => Ended::NOT_ENOUGH,
            Some(_) | None => Ended::APPROVED,
        };
        let funding = fundings.settle(reference, ended).ok_or_else(|| unknown(reference))?;
        return match outcome {
            Some(CardOutcome::OtpLostAnswer) => Ok(unanswered()),
            Some(_) | None => success(transfer(&funding)),
        };
    }
    if fundings.count_wrong_password(reference) >= WRONG_PASSWORDS_MAX {
        fundings.settle(reference, Ended::TOO_MANY_PASSWORDS);
    }
    Err(Refusal::bad("WRONG_OTP", "the one-time password is wrong").about("Invalid OTP"))
}
