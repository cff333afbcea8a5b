//! References of payouts and batches that were taken back to a draft. What would be sent unchanged keeps its reference;
//! a reference is never used for other contents.

use std::{borrow::Cow, collections::HashSet};

use paysheet_domain::{BatchState, CallbackCode, Currency, Reference};
use serde::Deserialize;
use serde_json::value::RawValue;
use sqlx::SqliteConnection;

use crate::{
    columns::{count, named, reference, sha256_hex},
    error::{LedgerError, Result},
    ledger::Ledger,
    records::{BatchKey, PayrollId},
    write_tx::WriteTx,
};

/// The references that the rows and batches of a draft had before they were taken back.
#[derive(Clone, Debug, Default)]
pub struct KeptReferences {
    /// None unless the draft was made of a part of another payroll.
    pub part: Option<PartHead>,
    pub payouts: Vec<KeptReference>,
    pub batches: Vec<FormerBatch>,
    pub attempted: Vec<AttemptedRecipient>,
}

/// What was attempted under a reference. Nothing else is ever sent under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptedRecipient {
    pub reference: Reference,
    pub currency: Currency,
    /// The recipient in the body, byte for byte.
    pub recipient_json: String,
}

/// What the unchanged rows of a part are sent with. With another callback code, a late report on one of them would have
/// no effect.
#[derive(Clone, Debug)]
pub struct PartHead {
    /// The narration of rows that have none.
    pub narration: String,
    pub callback_code: Option<CallbackCode>,
}

/// A row keeps its reference while exactly this would be sent of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReference {
    pub position: u32,
    pub reference: Reference,
    pub currency: Currency,
    /// The recipient in the body, byte for byte.
    pub recipient_json: String,
}

/// A batch keeps its reference while exactly these recipients would be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerBatch {
    pub reference: Reference,
    pub currency: Currency,
    pub recipients_sha256: String,
}

impl Ledger {
    /// Returns the references that rows and batches of a draft had before they were taken back.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn kept_references(&self, id: PayrollId) -> Result<KeptReferences> {
        // One read transaction, so that all tables are read as of one moment.
        let mut moment = self.reader.begin().await?;
        let rows: Vec<(i64, String, String, String)> = sqlx::query_as(
            "SELECT position, reference, currency, recipient_json FROM kept_references
             WHERE payroll = $1 ORDER BY position",
        )
        .bind(i64::from(id.0))
        .fetch_all(&mut *moment)
        .await?;
        let kept = |(position, text, currency, recipient_json): (i64, String, String, String)| {
            Ok(KeptReference {
                position: count("position", position)?,
                reference: reference(&text)?,
                currency: named("currency", &currency)?,
                recipient_json,
            })
        };
        Ok(KeptReferences {
            part: part_head(&mut moment, id).await?,
            payouts: rows.into_iter().map(kept).collect::<Result<_>>()?,
            batches: former_batches(&mut moment, id).await?,
            attempted: attempted(&mut moment, id).await?,
        })
    }
}

/// Returns what a part is sent with; none if the payroll is not a part of another one.
pub(crate) async fn part_head(conn: &mut SqliteConnection, id: PayrollId) -> Result<Option<PartHead>> {
    let head: Option<(String, Option<String>)> =
        sqlx::query_as("SELECT narration, callback_code FROM payroll_parts WHERE payroll = $1")
            .bind(i64::from(id.0))
            .fetch_optional(conn)
            .await?;
    Ok(head.map(|(narration, code)| PartHead {
        narration,
        callback_code: code.as_deref().and_then(CallbackCode::received),
    }))
}

/// Returns what was attempted under the references of rows that this draft has.
async fn attempted(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<AttemptedRecipient>> {
    let held: Vec<String> =
        sqlx::query_scalar("SELECT DISTINCT reference FROM former_payouts WHERE holder = $1")
            .bind(i64::from(id.0))
            .fetch_all(&mut *conn)
            .await?;
    let held: HashSet<String> = held.into_iter().collect();
    let reinstated: Vec<(String, String)> = sqlx::query_as(
        "SELECT r.reference, p.currency FROM reinstated_rows r JOIN payouts p ON p.reference = r.reference
         WHERE r.payroll = $1",
    )
    .bind(i64::from(id.0))
    .fetch_all(&mut *conn)
    .await?;
    let bodies: Vec<(String, String)> = sqlx::query_as(
        "SELECT currency, body FROM attempted_batches
         WHERE batch IN (SELECT batch FROM former_payouts WHERE holder = $1)",
    )
    .bind(i64::from(id.0))
    .fetch_all(conn)
    .await?;
    let mut attempted = Vec::new();
    for (text, currency) in reinstated {
        // The service has it: nothing is sent under it again, whatever it is.
        let (reference, currency) = (reference(&text)?, named("currency", &currency)?);
        attempted.push(AttemptedRecipient { reference, currency, recipient_json: String::new() });
    }
    for (currency, body) in bodies {
        let currency = named("currency", &currency)?;
        let sent = recipients(&body).ok_or(LedgerError::Unreadable { column: "body" })?;
        for (text, recipient) in sent.into_iter().filter(|(text, _)| held.contains(text)) {
            let recipient_json = recipient.to_owned();
            attempted.push(AttemptedRecipient { reference: reference(&text)?, currency, recipient_json });
        }
    }
    Ok(attempted)
}

async fn former_batches(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<FormerBatch>> {
    let batches: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT reference, currency, recipients_sha256 FROM former_batches WHERE payroll = $1 ORDER BY reference",
    )
    .bind(i64::from(id.0))
    .fetch_all(conn)
    .await?;
    let former = |(text, currency, recipients_sha256): (String, String, String)| {
        Ok(FormerBatch {
            reference: reference(&text)?,
            currency: named("currency", &currency)?,
            recipients_sha256,
        })
    };
    batches.into_iter().map(former).collect()
}

/// Stores the reference of a batch that is taken back to the draft `id`.
pub(crate) async fn keep_batch_reference(
    tx: &mut WriteTx,
    id: PayrollId,
    (key, reference, currency, body): (BatchKey, &Reference, Currency, &str),
) -> Result<()> {
    let recipients = recipients_sha256(body).ok_or(LedgerError::NotAsFrozen(key))?;
    sqlx::query(
        "INSERT INTO former_batches (payroll, reference, currency, recipients_sha256) VALUES ($1, $2, $3, $4)
         ON CONFLICT (payroll, reference) DO NOTHING",
    )
    .bind(i64::from(id.0))
    .bind(reference.as_str())
    .bind(currency.to_string())
    .bind(recipients)
    .execute(tx.conn())
    .await?;
    Ok(())
}

#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    recipients: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Recipient<'a> {
    #[serde(rename = "ref", borrow)]
    reference: Cow<'a, str>,
}

/// Returns the recipients of a body, each as its bytes, with its reference; none if it is not a body of ours.
pub(crate) fn recipients(body: &str) -> Option<Vec<(String, &str)>> {
    let body: Body<'_> = serde_json::from_str(body).ok()?;
    let recipient = |raw: &&'_ RawValue| {
        let read: Recipient<'_> = serde_json::from_str(raw.get()).ok()?;
        Some(read.reference.into_owned())
    };
    body.recipients.iter().map(|raw| Some((recipient(raw)?, raw.get()))).collect()
}

/// Returns the SHA-256 over everything that a body says of its recipients; none if it is not a body of ours.
#[must_use]
pub fn recipients_sha256(body: &str) -> Option<String> {
    let body: Body<'_> = serde_json::from_str(body).ok()?;
    // A recipient is an object, so that no two lists give the same text.
    let texts: Vec<&str> = body.recipients.iter().map(|recipient| recipient.get()).collect();
    Some(sha256_hex(texts.join("\n").as_bytes()))
}

/// Returns whether a payroll that is a draft now was attempted before it was taken back: itself, or as a part of
/// another one.
pub(crate) async fn was_attempted(conn: &mut SqliteConnection, id: PayrollId) -> Result<bool> {
    counted(conn, id, "SELECT COUNT(*) FROM former_references WHERE payroll = $1").await
}

/// Returns whether a draft was attempted under its own name, from which references were derived.
pub(crate) async fn was_attempted_itself(conn: &mut SqliteConnection, id: PayrollId) -> Result<bool> {
    counted(conn, id, "SELECT COUNT(*) FROM former_references WHERE payroll = $1 AND is_inherited = 0").await
}

async fn counted(conn: &mut SqliteConnection, id: PayrollId, sql: &'static str) -> Result<bool> {
    let former: i64 = sqlx::query_scalar(sql).bind(i64::from(id.0)).fetch_one(conn).await?;
    Ok(former > 0)
}

/// Returns whether the service cannot have a batch in this state, if its outcome was never unknown.
pub(crate) const fn is_never_taken(state: BatchState) -> bool {
    matches!(state, BatchState::Approved | BatchState::NotSent | BatchState::NotAccepted)
}
