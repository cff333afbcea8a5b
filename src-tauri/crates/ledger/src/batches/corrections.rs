//! Corrects people of an approved payroll whom the service never took. Their batches are withdrawn as they are, and a new
//! draft has exactly these people, each row linked to the payout that it replaces.
//!
//! Nobody is paid twice by it: a withdrawn batch is never sent, the new payroll has references of its own, and
//! [`crate::guard::overlap`] asks about everybody of whom it is not certain that the service never took them, at the approval and
//! again at each intent.
//!
//! # A batch that was attempted never changes
//!
//! It is sent again (identical bytes), withdrawn, decided, or it settles. Whoever of it is to be corrected is paid by a
//! new payroll: `ledger::batches::corrections` withdraws, in one transaction, every batch that the service never took,
//! and creates a draft of exactly these people, each row linked to the payout that it replaces (`retries`, as for
//! failed payouts that are paid again), with references of its own. If it is the whole payroll, the draft is still one
//! of the file. A batch that is not exactly what was approved stops it, because a late report must find what was sent;
//! a blocked ledger stops it, because a newer copy may have sent it. Nobody is paid twice by it: a withdrawn batch is
//! never sent; a report about one of its payouts shows that the service has it all the same
//! (`transitions::accept_by_evidence`), so that all its people count as sent and the guard asks about each of them, at
//! the approval and again before each batch (`guard::overlap::linked`, also where the account was corrected). Unless the sealed
//! events alone prove that the service never took a batch (each attempt ended before its first byte or with a refusal,
//! nobody had to doubt it, and no newer copy can have sent it: `ledger::states::attempts::was_never_taken`),
//! withdrawing it marks it as possibly there, and everybody of it is asked about wherever they are paid. Of one chain
//! only the last payment is paid again (`ledger::guard::pay_failed`).
//! `tests/scenarios/pay/a_batch_that_was_attempted_never_changes.rs` compares the stored bytes.

use paysheet_domain::{BatchState, DraftRow, Reference};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::{
    batches::{
        freeze::batches_in,
        withdrawal::{doubt_unless_proved, withdraw_batch},
    },
    drafts::{
        draft::{NewPayroll, insert_payroll, note_created},
        draft_rows,
    },
    guard::pay_failed::{IN_RETRY, Link, link},
    model::{
        columns::count,
        error::{LedgerError, Result},
        events::EventKind,
        records::{PayoutRecord, PayrollId},
        stored::StoredPayout,
    },
    states::{
        refusal::{StoredRefusal, store_refusal},
        transitions::{close_payroll_if_done, load, load_head},
        verification::{require_as_approved, require_state_of_events},
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// The batches of a payroll that the service never took; none while one is being sent. Where all of those are withdrawn
/// already, for example because the draft that corrected them was deleted, these.
const UNTAKEN: &str = "WITH payroll AS (
         SELECT COALESCE(MAX(state IN ('Intent', 'Frozen')), 0) AS is_under_way,
                COALESCE(MAX(state IN ('Approved', 'NotSent', 'NotAccepted')), 0) AS has_open
         FROM batches WHERE payroll = $1
     ), untaken AS (
         SELECT b.id, b.number FROM batches b, payroll y
         WHERE b.payroll = $1 AND y.is_under_way = 0
           AND (b.state IN ('Approved', 'NotSent', 'NotAccepted') OR (b.state = 'Withdrawn' AND y.has_open = 0))
     )";
/// Payouts `p` of these batches that no other payroll pays.
const CORRECTABLE: &str = "FROM untaken b CROSS JOIN payouts p
     WHERE p.batch = b.id AND p.state IN ('Planned', 'Withdrawn') AND (p.state = 'Planned' OR NOT ";

/// What a new payroll corrects.
#[derive(Clone, Copy, Debug)]
pub struct Correction<'a> {
    /// The payroll whose people are corrected.
    pub of: PayrollId,
    /// What the service said when it refused them, with the positions of the rows in the new payroll; none if it was not
    /// asked.
    pub refusal: Option<&'a StoredRefusal>,
    pub by: &'a str,
}

impl Ledger {
    /// Returns the payouts of a payroll that can be corrected, by position: those of batches that the service never took.
    pub async fn correctable(&self, id: PayrollId) -> Result<Vec<PayoutRecord>> {
        let stored = correctable(&mut *self.reader.acquire().await?, id).await?;
        let payouts: Result<_> = stored.into_iter().map(StoredPayout::into_record).collect();
        payouts.map_err(|error| error.of_payroll(id, "payouts"))
    }

    /// Returns the number of payouts that [`Self::correctable`] returns.
    pub async fn correctable_count(&self, id: PayrollId) -> Result<u32> {
        let sql = format!("{UNTAKEN} SELECT COUNT(*) {CORRECTABLE} {IN_RETRY})");
        let people: i64 =
            sqlx::query_scalar(AssertSqlSafe(sql)).bind(i64::from(id.0)).fetch_one(&self.reader).await?;
        count("payouts", people)
    }

    /// Returns the draft that was last made to correct people of a payroll and is still a draft.
    pub async fn open_correction(&self, id: PayrollId) -> Result<Option<PayrollId>> {
        let draft: Option<i64> = sqlx::query_scalar(
            "SELECT MAX(r.payroll) FROM retries r CROSS JOIN payouts o ON o.reference = r.old_reference
             JOIN payrolls q ON q.id = r.payroll
             WHERE r.is_correction <> 0 AND o.payroll = $1 AND q.approved_at IS NULL",
        )
        .bind(i64::from(id.0))
        .fetch_one(&self.reader)
        .await?;
        draft.map(|draft| count("payroll", draft).map(PayrollId)).transpose()
    }

    /// Withdraws what the service never took of a payroll, and creates a draft with these people. `rows`: the rows of the
    /// draft, each with the payout that it replaces. An excluded row of a whole payroll replaces none; it has the position
    /// that it had there, and what it was to pay again.
    ///
    /// # Errors
    /// `ChangedSinceShown` if the rows do not replace exactly what [`Self::correctable`] returns; `NotAsFrozen` if the record
    /// does not confirm what is stored. Then nothing is stored.
    pub async fn correct(
        &self,
        new: NewPayroll,
        rows: &[(DraftRow, Option<Reference>)],
        Correction { of, refusal, by }: Correction<'_>,
    ) -> Result<PayrollId> {
        let mut tx = self.begin_write(new.at).await?;
        tx.require_unblocked()?;
        let mut replaced: Vec<&str> =
            rows.iter().filter_map(|(_, old)| Some(old.as_ref()?.as_str())).collect();
        replaced.sort_unstable();
        let expected = correctable(tx.conn(), of).await?;
        let mut expected: Vec<&str> = expected.iter().map(|payout| payout.reference.as_str()).collect();
        expected.sort_unstable();
        if expected.is_empty() || expected != replaced {
            return Err(LedgerError::ChangedSinceShown(of));
        }
        let id = insert_payroll(&mut tx, &new, rows.len()).await?;
        withdraw_untaken(&mut tx, of, &json!({ "name": new.name, "by": by, "corrected_in": id })).await?;
        let drafted: Vec<DraftRow> = rows.iter().map(|(row, _)| row.clone()).collect();
        draft_rows::fill(&mut tx, id, &drafted).await?;
        for (row, old) in rows {
            match old {
                Some(old) => link(&mut tx, (id, row.position), (old, Link::Correction)).await?,
                None => store_link(&mut tx, (of, id), row.position).await?,
            }
        }
        note_created(&mut tx, id, new, rows.len()).await?;
        store_refusal(&mut tx, id, refusal).await?;
        let data = json!({ "of": of, "by": by, "replaces": replaced });
        tx.append_event(EventKind::CorrectionCreated, EventSubject::payroll(id), &data);
        tx.commit().await?;
        Ok(id)
    }
}

async fn correctable(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<StoredPayout>> {
    let sql =
        format!("{UNTAKEN} SELECT p.*, b.number {CORRECTABLE} {IN_RETRY}) ORDER BY p.position, p.reference");
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(i64::from(id.0)).fetch_all(conn).await?)
}

/// Withdraws the batches that the service never took. What was attempted under their references must be what a late report
/// finds, so that they must be as they were approved. Of what was withdrawn before, the record has to prove the same as of
/// what is withdrawn now.
async fn withdraw_untaken(tx: &mut WriteTx, of: PayrollId, data: &Value) -> Result<()> {
    let mut open = Vec::new();
    for state in [BatchState::Approved, BatchState::NotSent, BatchState::NotAccepted] {
        open.extend(batches_in(tx.conn(), of, state).await?);
    }
    for &key in &open {
        let stored = load(tx.conn(), key).await?;
        require_as_approved(tx, &stored).await?;
        withdraw_batch(tx, &stored, data).await?;
    }
    if !open.is_empty() {
        return close_payroll_if_done(tx, of).await;
    }
    for key in batches_in(tx.conn(), of, BatchState::Withdrawn).await? {
        let stored = load_head(tx.conn(), key).await?;
        require_state_of_events(tx, &stored).await?;
        doubt_unless_proved(tx, &stored).await?;
    }
    Ok(())
}

/// Links an excluded row of a corrected payroll to what it was to pay again or to replace there: it can be included once more.
async fn store_link(tx: &mut WriteTx, (of, id): (PayrollId, PayrollId), position: u32) -> Result<()> {
    sqlx::query(
        "INSERT INTO retries (payroll, position, old_reference, first_reference, is_correction)
         SELECT $2, position, old_reference, first_reference, is_correction FROM retries
         WHERE payroll = $1 AND position = $3",
    )
    .bind(i64::from(of.0))
    .bind(i64::from(id.0))
    .bind(i64::from(position))
    .execute(tx.conn())
    .await?;
    Ok(())
}
