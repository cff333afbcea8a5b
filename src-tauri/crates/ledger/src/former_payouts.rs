//! What was attempted and then taken back to a draft, stored as it was sent. [`crate::reinstate`] reads it if the service
//! has it after all.

use std::collections::HashMap;

use serde::Deserialize;
use sqlx::SqliteConnection;

use crate::{
    columns::{count, sha256_hex},
    error::{LedgerError, Result},
    events::{EventKind, StoredEvent, event_columns},
    records::{BatchKey, PayrollId},
    transitions::StoredBatch,
    write_tx::WriteTx,
};

/// Stores a batch with its payouts, if it was attempted. Called before they are removed.
pub(crate) async fn keep(tx: &mut WriteTx, stored: &StoredBatch) -> Result<()> {
    if stored.attempts == 0 {
        return Ok(());
    }
    for statement in [
        "INSERT INTO attempted_batches (batch, origin, number, reference, currency, state, attempts, code, message,
             http_status, frozen_at, sent_at, body_sha256, body, fingerprint, destination_json, sender_name,
             instant_queue, excluded_count, summary_json, callback_code, approved_at, approved_by)
         SELECT b.id, b.payroll, b.number, b.reference, b.currency, b.state, b.attempts, b.code, b.message,
             b.http_status, b.frozen_at, b.sent_at, b.body_sha256, b.body, b.fingerprint, b.destination_json,
             y.sender_name, y.instant_queue, y.excluded_count, y.summary_json, y.callback_code, y.approved_at,
             y.approved_by
         FROM batches b JOIN payrolls y ON y.id = b.payroll WHERE b.id = $1",
        "INSERT INTO former_payouts (reference, batch, holder, holder_position, position, file_row, name,
             account_number, bank_code, bank_name, currency, amount_minor, narration, search, account_key,
             file_reference, country)
         SELECT reference, batch, payroll, position, position, file_row, name, account_number, bank_code, bank_name,
             currency, amount_minor, narration, search, account_key, file_reference, country
         FROM payouts WHERE batch = $1",
    ] {
        sqlx::query(statement).bind(i64::from(stored.key.0)).execute(tx.conn()).await?;
    }
    Ok(())
}

/// Follows rows to the draft that they were moved to.
pub(crate) async fn move_rows(
    tx: &mut WriteTx,
    (from, to): (PayrollId, PayrollId),
    positions: &HashMap<u32, u32>,
) -> Result<()> {
    for (references, update) in [
        (
            "SELECT DISTINCT reference, holder_position FROM former_payouts WHERE holder = $1",
            "UPDATE former_payouts SET holder = $2, holder_position = $3 WHERE reference = $1 AND holder = $4",
        ),
        (
            "SELECT reference, position FROM reinstated_rows WHERE payroll = $1",
            "UPDATE reinstated_rows SET payroll = $2, position = $3 WHERE reference = $1 AND payroll = $4",
        ),
    ] {
        let held: Vec<(String, i64)> =
            sqlx::query_as(references).bind(i64::from(from.0)).fetch_all(tx.conn()).await?;
        for (reference, position) in held {
            let Some(moved) = positions.get(&count("position", position)?) else { continue };
            sqlx::query(update)
                .bind(reference)
                .bind(i64::from(to.0))
                .bind(i64::from(*moved))
                .bind(i64::from(from.0))
                .execute(tx.conn())
                .await?;
        }
    }
    Ok(())
}

/// Returns a digest over what was attempted of the rows that a draft has. The event of taking back contains it, so that
/// the record tells whether anything was removed since.
pub(crate) async fn digest(conn: &mut SqliteConnection, id: PayrollId) -> Result<String> {
    let attempted: Vec<(String, i64, String, i64, String)> = sqlx::query_as(
        "SELECT f.reference, f.batch, a.body_sha256, f.amount_minor, f.account_key FROM former_payouts f
         JOIN attempted_batches a ON a.batch = f.batch WHERE f.holder = $1
         UNION ALL
         SELECT r.reference, p.batch, b.body_sha256, p.amount_minor, p.account_key FROM reinstated_rows r
         JOIN payouts p ON p.reference = r.reference JOIN batches b ON b.id = p.batch WHERE r.payroll = $1
         ORDER BY 1, 2",
    )
    .bind(i64::from(id.0))
    .fetch_all(conn)
    .await?;
    let mut lines = String::new();
    for (reference, batch, body, amount, account) in attempted {
        lines.push_str(&format!("{reference} {batch} {body} {amount} {account}\n"));
    }
    Ok(sha256_hex(lines.as_bytes()))
}

#[derive(Deserialize)]
struct TakenBackEvent {
    attempted: Option<String>,
}

/// Checks that all that was attempted of a draft is stored as it was when it was taken back: a late report is found by it.
///
/// # Errors
/// `PayrollDamaged`.
pub(crate) async fn require_complete(tx: &mut WriteTx, id: PayrollId) -> Result<()> {
    let event: Option<StoredEvent> = sqlx::query_as(concat!(
        "SELECT ",
        event_columns!(),
        " FROM events WHERE payroll = $1 AND kind = $2 ORDER BY seq DESC LIMIT 1"
    ))
    .bind(i64::from(id.0))
    .bind(EventKind::TakenBack.to_string())
    .fetch_optional(tx.conn())
    .await?;
    let Some(event) = event else { return Ok(()) };
    let damaged = || LedgerError::Unreadable { column: "reference" }.of_payroll(id, "former_payouts");
    let told = serde_json::from_str::<TakenBackEvent>(&event.data).ok().filter(|_| tx.accepts(&event));
    // Events of earlier versions have no digest.
    let Some(attempted) = told.ok_or_else(damaged)?.attempted else { return Ok(()) };
    let missing: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM former_payouts f WHERE f.holder = $1 AND NOT EXISTS
             (SELECT 1 FROM former_references r WHERE r.reference = f.reference AND r.payroll = f.holder)
         AND NOT EXISTS (SELECT 1 FROM reinstated_rows n WHERE n.reference = f.reference)",
    )
    .bind(i64::from(id.0))
    .fetch_one(tx.conn())
    .await?;
    if missing == 0 && attempted == digest(tx.conn(), id).await? {
        return Ok(());
    }
    Err(damaged())
}

/// Returns whether the service has payments of rows of this draft.
pub(crate) async fn has_reinstated(conn: &mut SqliteConnection, id: PayrollId) -> Result<bool> {
    let rows: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM reinstated_rows WHERE payroll = $1")
        .bind(i64::from(id.0))
        .fetch_one(conn)
        .await?;
    Ok(rows > 0)
}

/// Forgets what was stored of payouts that are among the payouts again, and a batch of which nothing is left.
pub(crate) async fn forget_reinstated(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    for statement in [
        "DELETE FROM former_references WHERE reference IN (SELECT reference FROM payouts WHERE batch = $1)",
        "DELETE FROM former_payouts
         WHERE batch = $1 AND reference IN (SELECT reference FROM payouts WHERE batch = $1)",
        "DELETE FROM attempted_batches
         WHERE batch = $1 AND NOT EXISTS (SELECT 1 FROM former_payouts f WHERE f.batch = attempted_batches.batch)",
    ] {
        sqlx::query(statement).bind(i64::from(key.0)).execute(tx.conn()).await?;
    }
    Ok(())
}
