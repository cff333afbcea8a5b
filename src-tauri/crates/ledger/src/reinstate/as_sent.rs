//! Whether what is stored of a former batch is what was sent. Otherwise somebody edited it, and it proves nothing.

use std::collections::HashMap;

use paysheet_domain::{Country, Money, account::spelled_alike};
use serde::Deserialize;
use sqlx::FromRow;

use crate::{
    columns::{count, money, named, sha256_hex},
    draft_rows,
    error::{LedgerError, Result},
    events::{EventKind, StoredEvent, event_columns},
    records::{BatchKey, PayrollId},
    verification::{Body, Recipient},
    write_tx::WriteTx,
};

#[derive(FromRow)]
struct Stored {
    reference: String,
    currency: String,
    body: String,
    body_sha256: String,
}

#[derive(FromRow)]
struct StoredPayout {
    reference: String,
    account_number: String,
    account_key: String,
    bank_code: String,
    currency: String,
    amount_minor: i64,
    country: Option<String>,
}

#[derive(Deserialize)]
struct FrozenEvent {
    reference: String,
    body_sha256: String,
}

/// Returns whether the chain confirms the body of a former batch, and the body pays its payouts as they are stored.
pub(super) async fn is_as_sent(tx: &mut WriteTx, key: BatchKey) -> Result<bool> {
    let stored: Option<Stored> = sqlx::query_as(
        "SELECT reference, currency, body, body_sha256 FROM attempted_batches WHERE batch = $1",
    )
    .bind(i64::from(key.0))
    .fetch_optional(tx.conn())
    .await?;
    let Some(stored) = stored else { return Ok(false) };
    let event: Option<StoredEvent> = sqlx::query_as(concat!(
        "SELECT ",
        event_columns!(),
        " FROM events WHERE batch = $1 AND kind = $2 ORDER BY seq LIMIT 1"
    ))
    .bind(i64::from(key.0))
    .bind(EventKind::BatchFrozen.to_string())
    .fetch_optional(tx.conn())
    .await?;
    let sealed = event.filter(|event| tx.accepts(event));
    let frozen = sealed.and_then(|event| serde_json::from_str::<FrozenEvent>(&event.data).ok());
    let is_sealed = frozen.is_some_and(|frozen| {
        frozen.reference == stored.reference
            && frozen.body_sha256 == stored.body_sha256
            && sha256_hex(stored.body.as_bytes()) == stored.body_sha256
    });
    let payouts: Vec<StoredPayout> = sqlx::query_as(
        "SELECT reference, account_number, account_key, bank_code, currency, amount_minor, country
         FROM former_payouts WHERE batch = $1",
    )
    .bind(i64::from(key.0))
    .fetch_all(tx.conn())
    .await?;
    let is_paid = match pays(&stored, &payouts) {
        // A value that cannot be read was not sent.
        Err(error) if error.is_damage() => false,
        paid => paid?,
    };
    Ok(is_sealed && is_paid)
}

/// Returns whether the rows of a former batch can be read, in the payroll that sent it and where they are now: what is stored
/// again is made of them.
pub(super) async fn are_rows_readable(tx: &mut WriteTx, key: BatchKey) -> Result<bool> {
    let payrolls: Vec<i64> = sqlx::query_scalar(
        "SELECT origin FROM attempted_batches WHERE batch = $1
         UNION SELECT holder FROM former_payouts WHERE batch = $1",
    )
    .bind(i64::from(key.0))
    .fetch_all(tx.conn())
    .await?;
    for payroll in payrolls {
        let payroll = PayrollId(count("payroll", payroll)?);
        if !is_intact(draft_rows::read_rows(tx.conn(), payroll).await.map(drop))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn pays(stored: &Stored, payouts: &[StoredPayout]) -> Result<bool> {
    let Ok(body) = serde_json::from_str::<Body<'_>>(&stored.body) else { return Ok(false) };
    if body.reference != stored.reference || body.currency != stored.currency {
        return Ok(false);
    }
    let sent: HashMap<&str, &Recipient<'_>> =
        body.recipients.iter().map(|recipient| (recipient.reference.as_ref(), recipient)).collect();
    for payout in payouts {
        let amount = money(payout.amount_minor, &payout.currency)?;
        let country: Option<Country> =
            payout.country.as_deref().map(|country| named("country", country)).transpose()?;
        let is_key = country.is_none_or(|country| {
            spelled_alike(country, &payout.account_number) == payout.account_key.as_str()
        });
        let is_paid = sent.get(payout.reference.as_str()).is_some_and(|recipient| {
            recipient.account_number == payout.account_number
                && recipient.bank_code == payout.bank_code
                && payout.currency == stored.currency
                && Money::parse(&recipient.amount, amount.currency()) == Ok(amount)
        });
        if !is_key || !is_paid {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether a check found what it required. Errors that are about the disk and not about what is stored are returned.
pub(super) fn is_intact(checked: Result<()>) -> Result<bool> {
    match checked {
        Ok(()) => Ok(true),
        Err(LedgerError::NotAsFrozen(_) | LedgerError::AlreadyReported { .. }) => Ok(false),
        Err(error) if error.is_damage() => Ok(false),
        Err(error) => Err(error),
    }
}
