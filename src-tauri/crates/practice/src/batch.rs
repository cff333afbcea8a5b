//! Batches: taken whole or refused whole, then paid one payout after the other.

use std::{sync::Arc, time::Duration};

use axum::{extract::State as Extract, http::StatusCode};
use bytes::Bytes;
use paysheet_domain::{
    Bank, BankDirectory, BankKind, Country, Currency, Money,
    account::{accounts_have_letters, is_digits},
    money::parse_currency,
};
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;
use tokio::{sync::mpsc, task::JoinSet, time::sleep};

use crate::{
    answer::{Answer, Refusal, success},
    body::{parse, required},
    callbacks::{Callbacks, Report},
    state::{State, is_secret},
};

const RECIPIENTS_MAX: usize = 20_000;
const ACCOUNT_CHARS_MAX: usize = 34;
const REFERENCE_CHARS_MAX: usize = 64;

/// The batch as it comes in; what the interface does not show is passed over.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Submission {
    #[serde(default)]
    instant_queue: bool,
    #[serde(rename = "ref")]
    reference: Option<String>,
    lock: Option<String>,
    currency: Option<String>,
    #[serde(default)]
    recipients: Vec<Recipient>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recipient {
    account_number: Option<String>,
    bankcode: Option<String>,
    amount: Option<String>,
    #[serde(rename = "ref")]
    reference: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Queued {
    batch_id: u64,
    message: &'static str,
}

/// A batch that was taken and is to be processed.
pub(crate) struct Accepted {
    batch_id: u64,
    payouts: Vec<Payout>,
}

struct Payout {
    account: String,
    amount: Money,
    reference: String,
}

pub(crate) async fn submit(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let submission: Submission = parse(&body)?;
    if !is_secret(&state.lock, required("lock", submission.lock.as_deref())?) {
        let message = "the lock does not open the balance";
        return Err(Refusal::with(StatusCode::FORBIDDEN, "WRONG_LOCK", message));
    }
    let batch = reference_of(submission.reference.as_deref())?.to_owned();
    let currency = required("currency", submission.currency.as_deref())?;
    let currency = parse_currency(currency).map_err(|_| {
        Refusal::bad("UNKNOWN_CURRENCY", "the currency is not one of the service's").about(currency)
    })?;
    let payouts = payouts(submission.recipients, currency)?;
    let references: Vec<&str> = std::iter::once(batch.as_str())
        .chain(payouts.iter().map(|payout| payout.reference.as_str()))
        .collect();
    state.take_references(&references).map_err(|duplicate| {
        Refusal::bad("DUPLICATE_REFERENCE", format!("the reference {duplicate} was used before"))
            .about(duplicate)
    })?;
    let batch_id = state.next_batch_id();
    if submission.instant_queue {
        // Only a service that is being stopped has no receiver.
        let _ = state.queue.send(Accepted { batch_id, payouts });
    }
    success(Queued { batch_id, message: "Disbursement queued for processing." })
}

fn payouts(recipients: Vec<Recipient>, currency: Currency) -> Result<Vec<Payout>, Refusal> {
    match recipients.len() {
        0 => Err(Refusal::bad("INVALID_FIELD", "recipients must hold at least one").about("recipients")),
        1..=RECIPIENTS_MAX => recipients
            .into_iter()
            .enumerate()
            .map(|(at, recipient)| payout(recipient, currency).map_err(|wrong| wrong.at(at)))
            .collect(),
        count => {
            let message = format!("a batch has at most {RECIPIENTS_MAX} recipients, not {count}");
            Err(Refusal::bad("TOO_MANY_RECIPIENTS", message))
        }
    }
}

/// What is wrong with a recipient.
struct Wrong {
    field: &'static str,
    why: &'static str,
}

impl Wrong {
    fn at(&self, position: usize) -> Refusal {
        let Self { field, why } = self;
        let message = format!("recipient {}: {field} {why}", position + 1);
        Refusal::bad("INVALID_RECIPIENT", message).about(format!("recipients[{position}].{field}"))
    }
}

fn payout(recipient: Recipient, currency: Currency) -> Result<Payout, Wrong> {
    let Recipient { account_number, bankcode, amount, reference } = recipient;
    let code = bankcode.unwrap_or_default();
    let bank =
        bank_of(&code, currency).ok_or(Wrong { field: "bankcode", why: "is not known for the currency" })?;
    let account = account_number.unwrap_or_default();
    if !is_account(&account, bank) {
        return Err(Wrong { field: "accountNumber", why: "must be digits" });
    }
    let amount = amount_of(&amount.unwrap_or_default(), currency).ok_or(Wrong {
        field: "amount",
        why: "must be positive, with no more decimals than the currency has",
    })?;
    let reference = reference.unwrap_or_default();
    reference_of(Some(&reference)).map_err(|_| Wrong { field: "ref", why: "must be 1 to 64 characters" })?;
    Ok(Payout { account, amount, reference })
}

/// The destination with this code in any country that has the currency.
fn bank_of(code: &str, currency: Currency) -> Option<&'static Bank> {
    let countries = Country::iter().filter(|country| country.currency() == currency);
    countries.filter_map(|country| BankDirectory::embedded().by_code(country, code)).next()
}

fn is_account(text: &str, bank: &Bank) -> bool {
    let letters = bank.kind == BankKind::Bank && accounts_have_letters(bank.country);
    let fits = (1..=ACCOUNT_CHARS_MAX).contains(&text.len());
    fits && (is_digits(text) || letters && text.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn amount_of(text: &str, currency: Currency) -> Option<Money> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    Money::parse(text, currency).ok().filter(|money| plain && money.is_positive())
}

fn reference_of(text: Option<&str>) -> Result<&str, Refusal> {
    let text = required("ref", text)?;
    if text.chars().count() > REFERENCE_CHARS_MAX {
        let message = format!("ref has at most {REFERENCE_CHARS_MAX} characters");
        return Err(Refusal::bad("INVALID_FIELD", message).about("ref"));
    }
    Ok(text)
}

/// Processes batches as they are accepted, each in its own order, all side by side.
pub(crate) async fn process_all(
    mut accepted: mpsc::UnboundedReceiver<Accepted>,
    callbacks: Callbacks,
    pace: Duration,
) {
    let mut batches = JoinSet::new();
    while let Some(batch) = accepted.recv().await {
        batches.spawn(process(batch, callbacks.clone(), pace));
        while batches.try_join_next().is_some() {}
    }
}

async fn process(batch: Accepted, callbacks: Callbacks, pace: Duration) {
    for (at, payout) in batch.payouts.iter().enumerate() {
        let own_reference = format!("PR{}-{:05}", batch.batch_id, at + 1);
        callbacks.send(report(payout, &own_reference)).await;
        if !pace.is_zero() {
            sleep(pace).await;
        }
    }
}

fn report(payout: &Payout, own_reference: &str) -> Report {
    let outcome = |code: &str, message: &str| {
        vec![
            ("responsecode", code.to_owned()),
            ("responsemessage", message.to_owned()),
            ("ref", payout.reference.clone()),
            ("uniquereference", own_reference.to_owned()),
        ]
    };
    let paid = || outcome("00", "Approved or completed successfully");
    let ends = |with: &str| payout.account.ends_with(with);
    if ends("0004") {
        Report(vec![outcome("91", "Beneficiary bank not available")])
    } else if ends("0005") {
        Report(vec![outcome("51", "Insufficient funds")])
    } else if ends("0006") {
        Report(vec![paid(), reversal(payout, own_reference)])
    } else {
        Report(vec![paid()])
    }
}

fn reversal(payout: &Payout, own_reference: &str) -> crate::callbacks::Form {
    vec![
        ("responsecode", "RV".to_owned()),
        ("ref", payout.reference.clone()),
        ("txref", own_reference.to_owned()),
        ("amount", payout.amount.digits()),
        ("status", "reversed".to_owned()),
    ]
}
