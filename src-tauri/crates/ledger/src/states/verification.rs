//! The last comparison before an attempt. The bytes to be sent, the payouts that the screens show, what was frozen and
//! what the user approved must all be consistent.

use std::{borrow::Cow, collections::BTreeMap};

use paysheet_domain::{BatchState, Money};
use serde::Deserialize;
use sqlx::SqliteConnection;

use crate::{
    model::{
        columns::{count, money, sha256_hex},
        error::{LedgerError, Result},
        events::{EventKind, StoredEvent, event_columns},
        records::{BatchKey, PayrollId},
    },
    reads::figures::{payroll_totals, texts},
    states::transitions::StoredBatch,
    store::write_tx::WriteTx,
};

/// The part of a payout that the fingerprint of a batch covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed<'a> {
    pub reference: &'a str,
    pub account_number: &'a str,
    pub account_key: &'a str,
    pub bank_code: &'a str,
    pub bank_name: &'a str,
    pub amount: Money,
    pub name: &'a str,
    pub narration: &'a str,
}

/// Returns the SHA-256 over a batch and all its payouts, in their order.
pub(crate) fn batch_fingerprint<'a>(
    (number, reference, sum, body_sha256): (u32, &str, Money, &str),
    payouts: impl Iterator<Item = Printed<'a>>,
) -> String {
    let mut text = format!("{number}\u{1f}{reference}\u{1f}{sum}\u{1f}{body_sha256}\n");
    for payout in payouts {
        let amount = payout.amount.to_string();
        let parts = [
            payout.reference,
            payout.account_number,
            payout.account_key,
            payout.bank_code,
            payout.bank_name,
            &amount,
            payout.name,
            payout.narration,
        ];
        for part in parts {
            // The length comes first, so that no two lists of parts give the same text.
            text.push_str(&part.len().to_string());
            text.push('\u{1f}');
            text.push_str(part);
        }
        text.push('\n');
    }
    sha256_hex(text.as_bytes())
}

/// Returns the SHA-256 over a payroll's name, its callback code and the fingerprints of its batches, whatever their state
/// is now.
pub(crate) async fn payroll_fingerprint(conn: &mut SqliteConnection, id: PayrollId) -> Result<String> {
    type Head = (String, String, Option<String>, i16, Option<String>);
    let head: Option<Head> = sqlx::query_as(
        "SELECT name, period, sender_name, instant_queue, callback_code FROM payrolls WHERE id = $1",
    )
    .bind(i64::from(id.0))
    .fetch_optional(&mut *conn)
    .await?;
    let (name, period, sender, instant, callback_code) = head.ok_or(LedgerError::NoSuchPayroll(id))?;
    let batches: Vec<(i64, String, String, i64, String)> = sqlx::query_as(
        "SELECT number, reference, currency, sum_minor, fingerprint FROM batches WHERE payroll = $1 ORDER BY number",
    )
    .bind(i64::from(id.0))
    .fetch_all(conn)
    .await?;
    let sender = sender.unwrap_or_default();
    let mut text = format!(
        "{}\u{1f}{name}{}\u{1f}{period}{}\u{1f}{sender}{instant}\n",
        name.len(),
        period.len(),
        sender.len()
    );
    if let Some(code) = callback_code {
        text.push_str(&format!("callback code {}\u{1f}{code}\n", code.len()));
    }
    for (number, reference, currency, sum, fingerprint) in batches {
        text.push_str(&format!("{number} {reference} {currency} {sum} {fingerprint}\n"));
    }
    Ok(sha256_hex(text.as_bytes()))
}

/// Checks that a batch is exactly what was frozen and approved.
///
/// # Errors
/// `NotAsFrozen` if anything of the batch is not what was frozen and approved.
pub(crate) async fn require_as_approved(tx: &mut WriteTx, stored: &StoredBatch) -> Result<()> {
    let damaged = || LedgerError::NotAsFrozen(stored.key);
    require_state_of_events(tx, stored).await?;
    let approved = approved(tx, stored.payroll).await?.ok_or_else(damaged)?;
    let conn = tx.conn();
    let payouts: Vec<Payout> = sqlx::query_as(
        "SELECT reference, account_number, account_key, bank_code, bank_name, currency, amount_minor, name, narration
         FROM payouts WHERE batch = $1 ORDER BY position, reference",
    )
    .bind(i64::from(stored.key.0))
    .fetch_all(&mut *conn)
    .await?;
    let elsewhere: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM payouts WHERE batch = $1 AND payroll <> $2")
            .bind(i64::from(stored.key.0))
            .bind(i64::from(stored.payroll.0))
            .fetch_one(&mut *conn)
            .await?;
    if elsewhere > 0 {
        return Err(damaged());
    }
    let callback_code = sqlx::query_scalar("SELECT callback_code FROM payrolls WHERE id = $1")
        .bind(i64::from(stored.payroll.0))
        .fetch_one(&mut *conn)
        .await?;
    if sha256_hex(stored.body.as_bytes()) != stored.body_sha256
        || !is_body_of(stored, callback_code, &payouts)
    {
        return Err(damaged());
    }
    let printed = payouts.iter().map(Payout::printed).collect::<Result<Vec<_>>>()?;
    let head = (stored.number, stored.reference.as_str(), stored.sum, stored.body_sha256.as_str());
    if batch_fingerprint(head, printed.into_iter()) != stored.fingerprint {
        return Err(damaged());
    }
    let is_approved = approved.fingerprint == payroll_fingerprint(conn, stored.payroll).await?
        && approved.totals == texts(&payroll_totals(conn, stored.payroll).await?);
    if is_approved { Ok(()) } else { Err(damaged()) }
}

/// Checks that no result is recorded of the people of a batch that is about to be sent. A report shows that the service has
/// a batch; if the report was about another one, the service has these people in that.
///
/// # Errors
/// `AlreadyReported`.
pub(crate) async fn require_unreported(
    conn: &mut SqliteConnection,
    id: PayrollId,
    batch: BatchKey,
) -> Result<()> {
    let people: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM payouts p WHERE p.batch = $1
             AND EXISTS (SELECT 1 FROM reports r WHERE r.payout = p.reference)",
    )
    .bind(i64::from(batch.0))
    .fetch_one(conn)
    .await?;
    match count("payouts", people)? {
        0 => Ok(()),
        people => Err(LedgerError::AlreadyReported { payroll: id, people }),
    }
}

#[derive(sqlx::FromRow)]
struct Payout {
    reference: String,
    account_number: String,
    account_key: String,
    bank_code: String,
    bank_name: String,
    currency: String,
    amount_minor: i64,
    name: String,
    narration: String,
}

impl Payout {
    fn amount(&self) -> Result<Money> {
        money(self.amount_minor, &self.currency)
    }

    fn printed(&self) -> Result<Printed<'_>> {
        Ok(Printed {
            reference: &self.reference,
            account_number: &self.account_number,
            account_key: &self.account_key,
            bank_code: &self.bank_code,
            bank_name: &self.bank_name,
            amount: self.amount()?,
            name: &self.name,
            narration: &self.narration,
        })
    }
}

/// The part of a body that determines who is paid how much (interface, "Submit batch payout").
#[derive(Deserialize)]
pub(crate) struct Body<'a> {
    #[serde(rename = "ref", borrow)]
    pub reference: Cow<'a, str>,
    #[serde(borrow)]
    pub currency: Cow<'a, str>,
    #[serde(borrow)]
    pub recipients: Vec<Recipient<'a>>,
    #[serde(rename = "disburse_callback_code", borrow, default)]
    pub callback_code: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Recipient<'a> {
    #[serde(borrow)]
    pub account_number: Cow<'a, str>,
    #[serde(rename = "bankcode", borrow)]
    pub bank_code: Cow<'a, str>,
    #[serde(borrow)]
    pub amount: Cow<'a, str>,
    #[serde(rename = "ref", borrow)]
    pub reference: Cow<'a, str>,
}

/// Returns whether the body pays exactly these people, asks for the payroll's callback code, and matches the batch's count
/// and sum.
fn is_body_of(stored: &StoredBatch, callback_code: Option<String>, payouts: &[Payout]) -> bool {
    let Ok(body) = serde_json::from_str::<Body<'_>>(&stored.body) else { return false };
    let currency = stored.sum.currency();
    let by_reference: BTreeMap<&str, &Payout> =
        payouts.iter().map(|payout| (payout.reference.as_str(), payout)).collect();
    let mut left = by_reference.clone();
    let pays = |recipient: &Recipient<'_>| {
        let payout = left.remove(recipient.reference.as_ref())?;
        let amount = Money::parse(&recipient.amount, currency).ok()?;
        let same = payout.account_number == recipient.account_number
            && payout.bank_code == recipient.bank_code
            && payout.amount().ok() == Some(amount);
        same.then_some(amount)
    };
    let Some(amounts) = body.recipients.iter().map(pays).collect::<Option<Vec<Money>>>() else {
        return false;
    };
    body.reference == stored.reference.as_str()
        && body.currency == currency.to_string()
        && left.is_empty()
        && body.callback_code.as_deref() == callback_code.as_deref()
        && usize::try_from(stored.count) == Ok(amounts.len())
        && Money::sum(currency, amounts) == Ok(stored.sum)
}

/// What was approved according to the chain.
#[derive(Deserialize)]
struct ApprovedEvent {
    fingerprint: String,
    totals: Vec<String>,
}

async fn approved(tx: &mut WriteTx, id: PayrollId) -> Result<Option<ApprovedEvent>> {
    let event: Option<StoredEvent> = sqlx::query_as(concat!(
        "SELECT ",
        event_columns!(),
        " FROM events
         WHERE seq = (SELECT approval_seq FROM payrolls WHERE id = $1) AND payroll = $1 AND kind = $2"
    ))
    .bind(i64::from(id.0))
    .bind(EventKind::Approved.to_string())
    .fetch_optional(tx.conn())
    .await?;
    let sealed = event.filter(|event| tx.accepts(event));
    Ok(sealed.and_then(|event| serde_json::from_str(&event.data).ok()))
}

/// Checks the state of a batch and its number of attempts against the events.
pub(crate) async fn require_state_of_events<Body: Sync>(
    tx: &mut WriteTx,
    stored: &StoredBatch<Body>,
) -> Result<()> {
    let moved: Option<StoredEvent> = sqlx::query_as(concat!(
        "SELECT ",
        event_columns!(),
        " FROM events WHERE batch = $1 AND kind = $2 ORDER BY seq DESC LIMIT 1"
    ))
    .bind(i64::from(stored.key.0))
    .bind(EventKind::BatchMoved.to_string())
    .fetch_optional(tx.conn())
    .await?;
    let attempts: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE batch = $1 AND kind = $2")
        .bind(i64::from(stored.key.0))
        .bind(EventKind::Intent.to_string())
        .fetch_one(tx.conn())
        .await?;
    let moved = moved.filter(|event| tx.accepts(event));
    let to =
        moved.and_then(|event| serde_json::from_str::<MovedEvent>(&event.data).ok()).map(|moved| moved.to);
    let is_told = to == Some(stored.state) && attempts == stored.attempts;
    if is_told { Ok(()) } else { Err(LedgerError::NotAsFrozen(stored.key)) }
}

#[derive(Deserialize)]
struct MovedEvent {
    to: BatchState,
}
