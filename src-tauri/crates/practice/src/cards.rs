//! Charging a card to top up the balance, and completing a charge with a one-time password. Which card does
//! what stands in the crate's description. Numbers, codes and PINs are looked at and forgotten.

use std::sync::Arc;

use axum::extract::State as Extract;
use bytes::Bytes;
use jiff::Timestamp;
use paysheet_domain::{Currency, Money, money::parse_currency};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    answer::{Answer, Refusal, success},
    body::{parse, required},
    funding::{Ended, Funding, FundingStatus, number, unknown},
    secure_page,
    state::State,
};

pub(crate) const ONE_TIME_PASSWORD: &str = "123456";
pub(crate) const WRONG_PASSWORDS_MAX: u8 = 3;
const WRONG_PIN: &str = "0000";
const WRONG_SECURITY_CODE: &str = "000";
/// Charged where the request names no amount, as the interface's table does not.
const AMOUNT_MINOR_DEFAULT: i64 = 1_000_000;
const FEE_PERCENT: i64 = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    Charged,
    AsksPassword,
    AsksPage(&'static str),
    AsksPageInAnswer,
    Declined { code: &'static str, message: &'static str },
}

/// The field names are the interface's; `email`, `amount` and `currency` are what integrations send besides.
#[derive(Deserialize)]
struct Charge {
    firstname: Option<String>,
    lastname: Option<String>,
    card_no: Option<String>,
    cvv: Option<String>,
    expiry_year: Option<String>,
    expiry_month: Option<String>,
    pin: Option<String>,
    redirecturl: Option<String>,
    #[serde(default)]
    amount: Value,
    currency: Option<String>,
}

#[derive(Deserialize)]
struct Verification {
    transaction_reference: Option<String>,
    otp: Option<String>,
}

fn behaviour(charge: &Charge) -> Behaviour {
    let digits: String =
        charge.card_no.iter().flat_map(|card| card.chars()).filter(char::is_ascii_digit).collect();
    if charge.pin.as_deref() == Some(WRONG_PIN) {
        return Behaviour::Declined { code: "RR-55", message: "Incorrect PIN" };
    }
    if charge.cvv.as_deref() == Some(WRONG_SECURITY_CODE) {
        return Behaviour::Declined { code: "RR-7", message: "Incorrect card security code" };
    }
    match digits.as_str() {
        "4111111111111111" => Behaviour::Charged,
        "5438898014560229" => Behaviour::AsksPassword,
        "4242424242424242" => Behaviour::AsksPage("VBV"),
        "5555555555554444" => Behaviour::AsksPage("VBVSECURECODE"),
        "4000000000003063" => Behaviour::AsksPageInAnswer,
        "4000000000000002" => Behaviour::Declined { code: "RR", message: "Declined" },
        "4000000000009995" => Behaviour::Declined { code: "RR-51", message: "Insufficient funds" },
        _ => Behaviour::Declined { code: "RR-14", message: "Invalid card number" },
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
    let behaviour = behaviour(&charge);
    let amount = amount(&charge)?;
    let mut fundings = state.fundings();
    let (id, reference, processor_reference) = fundings.next_names();
    let (status, response_code, response_message) = match behaviour {
        Behaviour::Charged => (FundingStatus::Completed, "00", "Approved. Successful"),
        Behaviour::AsksPassword => (FundingStatus::Pending, "02", "Please enter the OTP sent to your phone"),
        Behaviour::AsksPage(_) | Behaviour::AsksPageInAnswer => {
            (FundingStatus::Pending, "02", "Please confirm on the page of your bank")
        }
        Behaviour::Declined { code, message } => (FundingStatus::Failed, code, message),
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
        wrong_passwords: 0,
        redirect_url: charge.redirecturl.unwrap_or_default(),
        created_at: now,
        updated_at: now,
    };
    let answer = answer(&funding, behaviour, &state.base_url);
    fundings.add(funding);
    success(answer)
}

fn amount(charge: &Charge) -> Result<Money, Refusal> {
    let refused = || Refusal::bad("INVALID_FIELD", "amount must be a positive amount").about("amount");
    let currency = match charge.currency.as_deref() {
        None => Currency::NGN,
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

fn answer(funding: &Funding, behaviour: Behaviour, base_url: &str) -> Value {
    let link = format!("{base_url}{}", secure_page::path(funding));
    let (method, authurl, html) = match behaviour {
        Behaviour::Charged | Behaviour::Declined { .. } => (Value::Null, Value::Null, Value::Null),
        Behaviour::AsksPassword => (json!("OTP"), Value::Null, Value::Null),
        Behaviour::AsksPage(method) => (json!(method), json!(link), Value::Null),
        Behaviour::AsksPageInAnswer => (json!("VBV"), Value::Null, json!(secure_page::page(funding, &link))),
    };
    json!({
        "transfer": transfer(funding),
        "authurl": authurl,
        "responsehtml": html,
        "pendingValidation": funding.status == FundingStatus::Pending,
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
    if funding.status != FundingStatus::Pending {
        let message = "the charge is not waiting for a one-time password";
        return Err(Refusal::bad("CHARGE_REFUSED", message).about(reference));
    }
    if password == ONE_TIME_PASSWORD {
        let funding = fundings.settle(reference, Ended::APPROVED).ok_or_else(|| unknown(reference))?;
        return success(transfer(&funding));
    }
    if fundings.count_wrong_password(reference) >= WRONG_PASSWORDS_MAX {
        fundings.settle(reference, Ended::TOO_MANY_PASSWORDS);
    }
    Err(Refusal::bad("WRONG_OTP", "the one-time password is wrong").about("Invalid OTP"))
}
