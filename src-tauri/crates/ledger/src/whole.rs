//! Makes a whole payroll a draft again of which the service took nothing. What was attempted of it stays in the record.

use std::collections::HashSet;

use paysheet_domain::ProblemCode;
use serde_json::json;

use crate::{
    draft_rows,
    error::Result,
    events::EventKind,
    former_payouts,
    parts::{keep_references, positions_of, removed},
    records::PayrollId,
    refusal::{StoredRefusal, keep_refusal},
    transitions::StoredBatch,
    verification::require_as_approved,
    write_tx::{EventSubject, WriteTx},
};

/// Returns whether a part of the payroll was taken back: its approval covers people who are in another payroll now.
pub(crate) async fn is_parted(tx: &mut WriteTx, id: PayrollId) -> Result<bool> {
    let parted: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM taken_back_batches WHERE payroll = $1")
        .bind(i64::from(id.0))
        .fetch_one(tx.conn())
        .await?;
    Ok(parted > 0)
}

/// Makes the payroll a draft again. `by`: who decided; nobody if a report did.
pub(crate) async fn take_whole(
    tx: &mut WriteTx,
    id: PayrollId,
    batches: &[StoredBatch],
    (refusal, by): (Option<&StoredRefusal>, Option<&str>),
) -> Result<()> {
    for batch in batches {
        // Its references are what a late report is found by: they must be what was sent.
        require_as_approved(tx, batch).await?;
    }
    let unmoved = positions_of(tx, batches).await?.into_iter().map(|position| (position, position)).collect();
    for batch in batches.iter().filter(|batch| batch.attempts > 0) {
        keep_references(tx, (id, id), batch, &unmoved).await?;
        former_payouts::keep(tx, batch).await?;
    }
    for statement in [
        // A late callback about one of them stops the payroll, whatever becomes of its row.
        "INSERT INTO former_references (reference, payroll)
         SELECT p.reference, p.payroll FROM payouts p JOIN batches b ON b.id = p.batch
         WHERE b.payroll = $1 AND b.attempts > 0
         ON CONFLICT (reference, payroll) DO UPDATE SET is_inherited = 0",
        "DELETE FROM attempts WHERE batch IN (SELECT id FROM batches WHERE payroll = $1)",
        "DELETE FROM payouts WHERE payroll = $1",
        "DELETE FROM batches WHERE payroll = $1",
        "UPDATE payrolls SET frozen_at = NULL, approved_at = NULL, approved_by = NULL, approval_seq = NULL,
                             confirmed_seq = NULL WHERE id = $1",
    ] {
        sqlx::query(statement).bind(i64::from(id.0)).execute(tx.conn()).await?;
    }
    let data = json!({
        "by": by, "batches": batches.iter().map(removed).collect::<Vec<_>>(),
        "attempted": former_payouts::digest(tx.conn(), id).await?,
    });
    tx.append_event(EventKind::TakenBack, EventSubject::payroll(id), &data);
    ask_again(tx, id, refusal).await?;
    keep_refusal(tx, id, refusal).await
}

/// Takes back the acceptance of rows that the service named: it may have been about an earlier refusal.
async fn ask_again(tx: &mut WriteTx, id: PayrollId, refusal: Option<&StoredRefusal>) -> Result<()> {
    let Some(refusal) = refusal else { return Ok(()) };
    let named: HashSet<u32> = refusal.rows.iter().map(|row| row.position).collect();
    let mut rows = draft_rows::read_rows(tx.conn(), id).await?;
    rows.retain(|row| named.contains(&row.position) && row.accepted.contains(ProblemCode::RefusedByService));
    for row in &mut rows {
        row.accepted.remove(ProblemCode::RefusedByService);
    }
    draft_rows::write_rows(tx, id, &rows).await
}
