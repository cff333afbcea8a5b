//! Takes a part of a payroll back to a draft of its own: the batches that the service never took. The payroll keeps what
//! the service has or may have, and the figures of what left it: its approval covers both.

use std::collections::{HashMap, HashSet};

use paysheet_domain::{CallbackCode, DraftRow, ProblemCode};
use serde_json::json;

use crate::{
    columns::{count, counted, moment},
    damage::read_payroll,
    draft_rows,
    drafts::{NewPayroll, insert_payroll, note_created},
    error::{LedgerError, Result},
    events::EventKind,
    former_payouts,
    former_references::{keep_batch_reference, part_head, recipients},
    ledger::Ledger,
    records::PayrollId,
    runs::free_name,
    transitions::{StoredBatch, close_payroll_if_done},
    verification::require_unreported,
    write_tx::{EventSubject, WriteTx},
};

/// What the name of a part ends with.
const REST: &str = "rest";
/// What is stored of the file of a payroll that was read from none.
const NO_NOTES_JSON: &str = "{}";

/// People of one payroll that were taken back to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartLink {
    pub origin: PayrollId,
    pub origin_name: String,
    pub part: PayrollId,
    /// None if the part was deleted: nobody pays these people.
    pub part_name: Option<String>,
    pub is_draft: bool,
    pub people: u32,
}

impl Ledger {
    /// Returns all links between payrolls and the parts that were taken back from them, by part.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn part_links(&self) -> Result<Vec<PartLink>> {
        let links: Vec<(i64, String, i64, Option<String>, bool, i64)> = sqlx::query_as(
            "SELECT t.payroll, o.name, t.draft, q.name, q.approved_at IS NULL, CAST(SUM(t.payout_count) AS BIGINT)
             FROM taken_back_batches t JOIN payrolls o ON o.id = t.payroll LEFT JOIN payrolls q ON q.id = t.draft
             GROUP BY t.payroll, o.name, t.draft, q.name, q.approved_at ORDER BY t.draft",
        )
        .fetch_all(&self.reader)
        .await?;
        let link = |(origin, origin_name, part, part_name, is_draft, people)| {
            let (origin, part) = (PayrollId(count("payroll", origin)?), PayrollId(count("draft", part)?));
            Ok(PartLink { origin, origin_name, part, part_name, is_draft, people: count("payouts", people)? })
        };
        links.into_iter().map(link).collect()
    }
}

/// Returns the draft that was last taken back from a payroll and is still a draft.
pub(crate) async fn open_part(tx: &mut WriteTx, id: PayrollId) -> Result<Option<PayrollId>> {
    let part: Option<i64> = sqlx::query_scalar(
        "SELECT MAX(t.draft) FROM taken_back_batches t JOIN payrolls q ON q.id = t.draft
         WHERE t.payroll = $1 AND NOT EXISTS (SELECT 1 FROM batches b WHERE b.payroll = t.draft)",
    )
    .bind(i64::from(id.0))
    .fetch_one(tx.conn())
    .await?;
    part.map(|part| count("draft", part).map(PayrollId)).transpose()
}

/// Why batches are moved to a draft.
pub(crate) struct Move<'a> {
    /// Positions whose acceptance of a refusal is taken back.
    pub refused: &'a HashSet<u32>,
    /// Who decided; nobody if a report did. What a report moves never left this computer, so that it is not stored as
    /// attempted.
    pub by: Option<&'a str>,
}

/// Moves the rows of these batches to a new draft. Returns the draft and the position of each row in it, by the position
/// that it had.
pub(crate) async fn move_to_draft(
    tx: &mut WriteTx,
    id: PayrollId,
    batches: &[StoredBatch],
    Move { refused, by }: Move<'_>,
) -> Result<(PayrollId, HashMap<u32, u32>)> {
    let new = new_part(tx, id).await?;
    let moved = positions(tx, batches).await?;
    let mut rows = draft_rows::read_rows(tx.conn(), id).await?;
    rows.retain(|row| moved.contains_key(&row.position));
    if rows.len() != moved.len() {
        return Err(LedgerError::Unreadable { column: "position" });
    }
    for row in &mut rows {
        if refused.contains(&row.position) {
            row.accepted.remove(ProblemCode::RefusedByService);
        }
        row.position = new_position(&moved, row)?;
    }
    let part = insert_payroll(tx, &new, rows.len()).await?;
    draft_rows::fill(tx, part, &rows).await?;
    note_created(tx, part, new, rows.len()).await?;
    insert_part(tx, id, part).await?;
    for batch in batches {
        keep_references(tx, (id, part), batch, &moved).await?;
        if by.is_some() {
            former_payouts::keep(tx, batch).await?;
        }
    }
    former_payouts::move_rows(tx, (id, part), &moved).await?;
    move_links(tx, (id, part), &moved).await?;
    remove(tx, (id, part), batches).await?;
    close_payroll_if_done(tx, id).await?;
    let data = json!({
        "by": by, "draft": part, "batches": batches.iter().map(removed).collect::<Vec<_>>(),
        "attempted": former_payouts::digest(tx.conn(), id).await?,
    });
    tx.append_event(EventKind::TakenBack, EventSubject::payroll(id), &data);
    Ok((part, moved))
}

/// What the record says of a batch that is taken back.
pub(crate) fn removed(batch: &StoredBatch) -> serde_json::Value {
    json!({
        "batch": batch.key, "body_sha256": batch.body_sha256, "state": batch.state, "attempts": batch.attempts,
    })
}

/// Checks that the rows of a batch and the payroll's head can be read, as [`move_to_draft`] does.
///
/// # Errors
/// `Unreadable`, `NotAsFrozen`, `AlreadyReported`, and those of damaged payrolls.
pub(crate) async fn require_rows(tx: &mut WriteTx, batch: &StoredBatch) -> Result<()> {
    new_part(tx, batch.payroll).await?;
    // Their results would have nothing that they are about.
    require_unreported(tx.conn(), batch.payroll, batch.key).await?;
    let moved = positions(tx, std::slice::from_ref(batch)).await?;
    let rows = draft_rows::read_rows(tx.conn(), batch.payroll).await?;
    let found = rows.iter().filter(|row| moved.contains_key(&row.position)).count();
    if found == moved.len() { Ok(()) } else { Err(LedgerError::NotAsFrozen(batch.key)) }
}

/// Returns the head of the draft that a part of the payroll is moved to.
async fn new_part(tx: &mut WriteTx, id: PayrollId) -> Result<NewPayroll> {
    let origin = read_payroll(tx.conn(), id).await?;
    // The part of a part is named after the first payroll.
    let name = part_head(tx.conn(), id).await?.map_or(origin.name, |first| first.narration);
    Ok(NewPayroll {
        name: free_name(tx.conn(), (&name, REST), &origin.period).await?,
        period: origin.period,
        // Its rows are only some of the file's, so it is not a payroll of that file.
        file_name: String::new(),
        file_sha256: String::new(),
        sheet: String::new(),
        country: origin.country,
        currency: origin.currency,
        convention: origin.convention,
        skipped_json: NO_NOTES_JSON.to_owned(),
        // A copy waits for all of its original; these people are no longer in it.
        copied_from: None,
        layout: None,
        reading_json: None,
        source: None,
        at: moment("at", &tx.at())?,
    })
}

fn new_position(moved: &HashMap<u32, u32>, row: &DraftRow) -> Result<u32> {
    moved.get(&row.position).copied().ok_or(LedgerError::Unreadable { column: "position" })
}

/// Returns the position in the draft of each row of these batches: in their order, without gaps.
async fn positions(tx: &mut WriteTx, batches: &[StoredBatch]) -> Result<HashMap<u32, u32>> {
    Ok(positions_of(tx, batches).await?.into_iter().zip(0..).collect())
}

/// Returns the positions of the rows of these batches, in their order.
pub(crate) async fn positions_of(tx: &mut WriteTx, batches: &[StoredBatch]) -> Result<Vec<u32>> {
    let mut positions = Vec::new();
    for batch in batches {
        let of_batch: Vec<i64> = sqlx::query_scalar("SELECT position FROM payouts WHERE batch = $1")
            .bind(i64::from(batch.key.0))
            .fetch_all(tx.conn())
            .await?;
        for position in of_batch {
            positions.push(count("position", position)?);
        }
    }
    positions.sort_unstable();
    Ok(positions)
}

/// Stores what the unchanged rows of the part are sent with: as in the first payroll, also for a part of a part.
async fn insert_part(tx: &mut WriteTx, id: PayrollId, part: PayrollId) -> Result<()> {
    let first = part_head(tx.conn(), id).await?;
    let (name, callback_code): (String, Option<String>) =
        sqlx::query_as("SELECT name, callback_code FROM payrolls WHERE id = $1")
            .bind(i64::from(id.0))
            .fetch_one(tx.conn())
            .await?;
    let (narration, callback_code) = match &first {
        Some(first) => (
            first.narration.clone(),
            first.callback_code.as_ref().map(CallbackCode::expose).map(str::to_owned),
        ),
        None => (name, callback_code),
    };
    sqlx::query(
        "INSERT INTO payroll_parts (payroll, origin, narration, callback_code) VALUES ($1, $2, $3, $4)",
    )
    .bind(i64::from(part.0))
    .bind(i64::from(id.0))
    .bind(narration)
    .bind(callback_code)
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores the references of a batch and its payouts with the draft, each with what was to be sent under it.
pub(crate) async fn keep_references(
    tx: &mut WriteTx,
    (id, part): (PayrollId, PayrollId),
    batch: &StoredBatch,
    moved: &HashMap<u32, u32>,
) -> Result<()> {
    let currency = batch.sum.currency();
    keep_batch_reference(tx, part, (batch.key, &batch.reference, currency, &batch.body)).await?;
    let sent = recipients(&batch.body).ok_or(LedgerError::NotAsFrozen(batch.key))?;
    for (reference, recipient_json) in sent {
        let position: i64 =
            sqlx::query_scalar("SELECT position FROM payouts WHERE reference = $1 AND payroll = $2")
                .bind(&reference)
                .bind(i64::from(id.0))
                .fetch_optional(tx.conn())
                .await?
                .ok_or(LedgerError::NotAsFrozen(batch.key))?;
        let position = moved.get(&count("position", position)?);
        let position = position.ok_or(LedgerError::NotAsFrozen(batch.key))?;
        sqlx::query(
            "INSERT INTO kept_references (payroll, position, reference, currency, recipient_json)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (payroll, position) DO UPDATE
             SET reference = excluded.reference, currency = excluded.currency,
                 recipient_json = excluded.recipient_json",
        )
        .bind(i64::from(part.0))
        .bind(i64::from(*position))
        .bind(reference)
        .bind(currency.to_string())
        .bind(recipient_json)
        .execute(tx.conn())
        .await?;
    }
    Ok(())
}

/// Moves the links of rows that pay failed payouts again. Without them, another retry could pay these payouts too.
async fn move_links(
    tx: &mut WriteTx,
    (id, part): (PayrollId, PayrollId),
    moved: &HashMap<u32, u32>,
) -> Result<()> {
    let linked: Vec<i64> = sqlx::query_scalar("SELECT position FROM retries WHERE payroll = $1")
        .bind(i64::from(id.0))
        .fetch_all(tx.conn())
        .await?;
    for old in linked {
        let Some(new) = moved.get(&count("position", old)?) else { continue };
        sqlx::query("UPDATE retries SET payroll = $3, position = $4 WHERE payroll = $1 AND position = $2")
            .bind(i64::from(id.0))
            .bind(old)
            .bind(i64::from(part.0))
            .bind(i64::from(*new))
            .execute(tx.conn())
            .await?;
    }
    Ok(())
}

/// Removes the batches from the payroll. Their figures and the references that were attempted stay known.
async fn remove(tx: &mut WriteTx, (id, part): (PayrollId, PayrollId), batches: &[StoredBatch]) -> Result<()> {
    // A late report about one that the payroll had before is about people of either payroll: it stops both.
    sqlx::query(
        "INSERT INTO former_references (reference, payroll, is_inherited)
         SELECT reference, $2, 1 FROM former_references WHERE payroll = $1
         ON CONFLICT (reference, payroll) DO NOTHING",
    )
    .bind(i64::from(id.0))
    .bind(i64::from(part.0))
    .execute(tx.conn())
    .await?;
    for batch in batches {
        for statement in [
            "INSERT INTO taken_back_batches (payroll, number, draft, reference, currency, payout_count, sum_minor,
                                             fingerprint)
             SELECT payroll, number, $2, reference, currency, payout_count, sum_minor, fingerprint
             FROM batches WHERE id = $1",
            "INSERT INTO former_references (reference, payroll, is_inherited)
             SELECT p.reference, $2, 1 FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE b.id = $1 AND b.attempts > 0
             ON CONFLICT (reference, payroll) DO NOTHING",
        ] {
            let key = i64::from(batch.key.0);
            sqlx::query(statement).bind(key).bind(i64::from(part.0)).execute(tx.conn()).await?;
        }
        for statement in [
            "DELETE FROM attempts WHERE batch = $1",
            "DELETE FROM payouts WHERE batch = $1",
            "DELETE FROM batches WHERE id = $1",
        ] {
            sqlx::query(statement).bind(i64::from(batch.key.0)).execute(tx.conn()).await?;
        }
    }
    let attempted = former_payouts::digest(tx.conn(), part).await?;
    let data = json!({ "from": id, "batches": counted(batches.len())?, "attempted": attempted });
    tx.append_event(EventKind::TakenBack, EventSubject::payroll(part), &data);
    Ok(())
}
