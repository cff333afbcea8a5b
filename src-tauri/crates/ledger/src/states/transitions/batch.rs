//! A batch as stored, with or without its body. The body of five hundred payouts is 150 kB: it is read only to be sent
//! or compared.

use paysheet_domain::{BatchState, Money, Reference};
use sqlx::SqliteConnection;

use crate::{
    model::{
        columns::{count, money, named, reference, truth},
        error::{LedgerError, Result},
        outcome::OutcomeKind,
        records::{BatchKey, Destination, PayrollId},
    },
    store::write_tx::EventSubject,
};

/// A batch as stored; `Body` is `()` where it is not read.
pub(crate) struct StoredBatch<Body = String> {
    pub key: BatchKey,
    pub payroll: PayrollId,
    pub number: u32,
    pub reference: Reference,
    pub state: BatchState,
    pub attempts: i64,
    pub in_doubt: bool,
    pub count: u32,
    pub sum: Money,
    pub body: Body,
    pub body_sha256: String,
    pub fingerprint: String,
    /// The destination it was approved for; `None` before approval.
    pub destination: Option<Destination>,
    pub was_unknown: bool,
}

impl<Body> StoredBatch<Body> {
    pub fn about(&self) -> EventSubject<'static> {
        EventSubject::batch(self.payroll, self.key)
    }

    pub const fn cannot_become(&self, to: BatchState) -> LedgerError {
        LedgerError::WrongState { batch: self.key, from: self.state, to }
    }

    /// Returns the state that follows the outcome of an attempt.
    pub fn after(&self, outcome: &OutcomeKind) -> BatchState {
        use BatchState as S;
        match self.state {
            S::Intent => match outcome {
                OutcomeKind::Accepted { .. } => S::Accepted,
                OutcomeKind::NotSent if !self.in_doubt => S::NotSent,
                OutcomeKind::NotAccepted if !self.in_doubt => S::NotAccepted,
                OutcomeKind::NotSent | OutcomeKind::NotAccepted | OutcomeKind::Unknown => S::Unknown,
            },
            S::Unknown if matches!(outcome, OutcomeKind::Accepted { .. }) => S::Accepted,
            S::Draft
            | S::Frozen
            | S::Approved
            | S::NotSent
            | S::NotAccepted
            | S::Accepted
            | S::Unknown
            | S::Settling
            | S::Closed
            | S::Withdrawn => self.state,
        }
    }
}

#[derive(sqlx::FromRow)]
struct Columns {
    payroll: i64,
    number: i64,
    reference: String,
    currency: String,
    state: String,
    attempts: i64,
    in_doubt: i16,
    payout_count: i64,
    sum_minor: i64,
    body_sha256: String,
    fingerprint: String,
    destination_json: Option<String>,
    was_unknown: i16,
}

/// Returns a batch with its body.
///
/// # Errors
/// `NoSuchBatch`; those of damaged values.
pub(crate) async fn load(conn: &mut SqliteConnection, key: BatchKey) -> Result<StoredBatch> {
    let columns = columns(conn, key).await?;
    let body = sqlx::query_scalar("SELECT body FROM batches WHERE id = $1")
        .bind(i64::from(key.0))
        .fetch_one(conn)
        .await?;
    columns.into_batch(key, body)
}

/// Returns a batch without its body.
///
/// # Errors
/// Those of [`load`].
pub(crate) async fn load_head(conn: &mut SqliteConnection, key: BatchKey) -> Result<StoredBatch<()>> {
    columns(conn, key).await?.into_batch(key, ())
}

async fn columns(conn: &mut SqliteConnection, key: BatchKey) -> Result<Columns> {
    let columns: Option<Columns> = sqlx::query_as(
        "SELECT payroll, number, reference, currency, state, attempts, in_doubt, payout_count, sum_minor,
                body_sha256, fingerprint, destination_json, was_unknown
         FROM batches WHERE id = $1",
    )
    .bind(i64::from(key.0))
    .fetch_optional(conn)
    .await?;
    columns.ok_or(LedgerError::NoSuchBatch(key))
}

impl Columns {
    fn into_batch<Body>(self, key: BatchKey, body: Body) -> Result<StoredBatch<Body>> {
        Ok(StoredBatch {
            key,
            payroll: PayrollId(count("payroll", self.payroll)?),
            number: count("number", self.number)?,
            reference: reference(&self.reference)?,
            state: named("state", &self.state)?,
            attempts: self.attempts,
            in_doubt: truth("in_doubt", self.in_doubt)?,
            count: count("payout_count", self.payout_count)?,
            sum: money(self.sum_minor, &self.currency)?,
            body,
            body_sha256: self.body_sha256,
            fingerprint: self.fingerprint,
            destination: self.destination_json.as_deref().map(Destination::stored).transpose()?,
            was_unknown: self.was_unknown != 0,
        })
    }
}
