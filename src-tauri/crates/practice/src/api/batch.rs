//! Batches: accepted or refused as a whole, then paid one payout after the other.

use std::{borrow::Cow, sync::Arc, time::Duration};

use axum::{Extension, extract::State as Extract, http::StatusCode};
use bytes::Bytes;
use paysheet_domain::{
    Bank, BankDirectory, BankKind, Country, Currency, Money,
    account::{accounts_have_letters, is_digits},
    money::parse_currency,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::IntoEnumIterator;
use tokio::{sync::mpsc, task::JoinSet, time::sleep};

use super::callbacks::{Callbacks, Report};
use crate::{
    faults::CallbackDelivery,
    records::{
        accepted_batch::{Batch, NOT_COVERED, NOT_COVERED_CODE, Payout, Place, Progress, Start},
        state::{NotTaken, State},
        state_file::Line,
    },
    wire::{
        answer::{Answer, Refusal, success},
        body::{flag, parse, required},
    },
};

const RECIPIENTS_MAX: usize = 20_000;
const ACCOUNT_CHARS_MAX: usize = 34;
const REFERENCE_CHARS_MAX: usize = 64;
/// Number of last characters of an account that decide its payout's outcome.
const ENDING_CHARS: usize = 4;
/// A batch as received; fields that are not in the interface are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Submission {
    #[serde(default, deserialize_with = "flag")]
    instant_queue: bool,
    #[serde(rename = "ref")]
    reference: Option<String>,
    lock: Option<String>,
    currency: Option<String>,
    #[serde(default)]
    recipients: Vec<Recipient>,
    /// Not in the interface; sent back with each callback.
    #[serde(rename = "disburse_callback_code")]
    callback_code: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recipient {
    account_number: Option<String>,
    bankcode: Option<String>,
    /// Digits, as text or as a number.
    #[serde(default)]
    amount: Value,
    #[serde(rename = "ref")]
    reference: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Queued {
    batch_id: u64,
    message: &'static str,
}

pub(crate) async fn submit(
    Extract(state): Extract<Arc<State>>,
    delivery: Option<Extension<CallbackDelivery>>,
    body: Bytes,
) -> Answer {
    let submission: Submission = parse(&body)?;
    let start = if submission.instant_queue { Start::AtOnce } else { Start::Never };
    accept(&state, delivery, submission, start)
}

/// Older clients have another path for a batch, at which no flag holds it back.
pub(crate) async fn submit_at_once(
    Extract(state): Extract<Arc<State>>,
    delivery: Option<Extension<CallbackDelivery>>,
    body: Bytes,
) -> Answer {
    accept(&state, delivery, parse(&body)?, Start::AtOnce)
}

fn accept(
    state: &State,
    delivery: Option<Extension<CallbackDelivery>>,
    submission: Submission,
    start: Start,
) -> Answer {
    let lock = required("lock", submission.lock.as_deref())?;
    let batch = reference_of(submission.reference.as_deref())?.to_owned();
    let currency = required("currency", submission.currency.as_deref())?;
    let currency = parse_currency(currency).map_err(|_| {
        Refusal::bad("UNKNOWN_CURRENCY", "the currency is not one of the service's").about(currency)
    })?;
    state.wallets.open(currency, lock)?;
    let mut payouts = payouts(submission.recipients, currency)?;
    for payout in &mut payouts {
        // A currency without decimals has no such fee.
        payout.fee = state.payout_fee.clone().filter(|fee| Money::parse(fee, currency).is_ok());
    }
    let sum = cover(state, &mut payouts, currency)?;
    let callback_code = submission.callback_code;
    let taken = state.take(batch, start, payouts, callback_code);
    let mut batch = taken.map_err(|why| {
        state.fundings().give_back(sum);
        not_taken(why)
    })?;
    batch.delivery = delivery.map(|Extension(delivery)| delivery).unwrap_or_default();
    let batch_id = batch.batch_id;
    match start {
        // There is no receiver only if the service is being stopped.
        Start::AtOnce => drop(state.queue.send(batch)),
        Start::Never => {}
    }
    success(Queued { batch_id, message: "Disbursement queued for processing." })
}

/// Takes what a batch pays from the balance, and returns it. If the service runs short, payouts that are not covered are
/// marked.
fn cover(state: &State, payouts: &mut [Payout], currency: Currency) -> Result<Money, Refusal> {
    let amount = |payout: &Payout| {
        let fee = payout.fee.as_deref().map_or(Ok(Money::zero(currency)), |fee| Money::parse(fee, currency));
        Money::parse(&payout.amount, currency).ok()?.checked_add(fee.ok()?).ok()
    };
    // A sum that cannot be held is none that the balance pays.
    let sum = |payouts: &[Payout]| {
        let covered = payouts.iter().filter(|payout| !payout.is_uncovered).filter_map(amount);
        Money::sum(currency, covered).unwrap_or(Money::zero(currency))
    };
    let mut fundings = state.fundings();
    let whole = sum(payouts);
    if fundings.spend(whole) {
        return Ok(whole);
    }
    if !state.runs_short {
        return Err(Refusal::bad(NOT_COVERED_CODE, NOT_COVERED));
    }
    let mut is_short = false;
    for payout in &mut *payouts {
        is_short = is_short || amount(payout).is_none_or(|amount| !fundings.spend(amount));
        payout.is_uncovered = is_short;
    }
    Ok(sum(payouts))
}

fn not_taken(why: NotTaken) -> Refusal {
    match why {
        NotTaken::Duplicate(reference) => {
            Refusal::bad("DUPLICATE_REFERENCE", format!("the reference {reference} was used before"))
                .about(reference)
        }
        NotTaken::NotStored(error) => {
            tracing::error!(%error, "a batch could not be kept");
            let message = "the state cannot be written, so the batch is not taken";
            Refusal::with(StatusCode::INTERNAL_SERVER_ERROR, "STATE_FAILED", message)
        }
    }
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

/// The problem with a recipient.
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
    let amount = amount_of(&digits_of(&amount), currency).ok_or(Wrong {
        field: "amount",
        why: "must be positive, with no more decimals than the currency has",
    })?;
    let reference = reference.unwrap_or_default();
    reference_of(Some(&reference)).map_err(|_| Wrong { field: "ref", why: "must be 1 to 64 characters" })?;
    let ending = account.get(account.len().saturating_sub(ENDING_CHARS)..).unwrap_or_default().to_owned();
    let amount = amount.digits();
    Ok(Payout { reference, ending, amount, fee: None, is_uncovered: false, progress: Progress::default() })
}

/// Returns the destination with this code in any country that has the currency.
fn bank_of(code: &str, currency: Currency) -> Option<&'static Bank> {
    let countries = Country::iter().filter(|country| country.currency() == currency);
    countries.filter_map(|country| BankDirectory::embedded().by_code(country, code)).next()
}

fn is_account(text: &str, bank: &Bank) -> bool {
    let letters = bank.kind == BankKind::Bank && accounts_have_letters(bank.country);
    let fits = (1..=ACCOUNT_CHARS_MAX).contains(&text.len());
    fits && (is_digits(text) || letters && text.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn digits_of(amount: &Value) -> Cow<'_, str> {
    match amount {
        Value::String(text) => text.into(),
        Value::Number(number) => number.to_string().into(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => "".into(),
    }
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

/// Processes accepted batches side by side, each in its own order.
pub(crate) async fn process_all(
    state: Arc<State>,
    mut accepted: mpsc::UnboundedReceiver<Batch>,
    callbacks: Callbacks,
    pace: Duration,
) {
    let mut batches = JoinSet::new();
    while let Some(batch) = accepted.recv().await {
        batches.spawn(process(Arc::clone(&state), batch, callbacks.clone(), pace));
        while batches.try_join_next().is_some() {}
    }
}

async fn process(state: Arc<State>, batch: Batch, callbacks: Callbacks, pace: Duration) {
    let Batch { batch_id, payouts, callback_code, delivery, .. } = batch;
    sleep(delivery.late()).await;
    let turns = delivery.order(payouts.len()).into_iter();
    for (at, payout) in turns.filter_map(|at| payouts.get(at).map(|payout| (at, payout))) {
        let of = Place { batch_id, payout: at };
        let outcome = payout.progress.outcome.unwrap_or_else(|| payout.outcome());
        let pause = match payout.progress.outcome {
            Some(_) => Duration::ZERO,
            None => {
                state.remember(&Line::Outcome { of, outcome });
                state.payouts().settle(&payout.reference, outcome);
                pace
            }
        };
        let mut forms: Vec<_> = payout.callbacks(outcome, of).into_iter().enumerate().collect();
        if let Some(code) = &callback_code {
            forms.iter_mut().for_each(|(_, form)| form.push(("callbackCode", code.clone())));
        }
        forms.retain(|(number, _)| !payout.progress.delivered.contains(number));
        if !forms.is_empty() {
            callbacks.send(Report { of, forms: delivery.twist(forms), told: delivery.told() }).await;
        }
        if !pause.is_zero() {
            sleep(pause).await;
        }
    }
}
