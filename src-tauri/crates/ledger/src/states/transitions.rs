//! Transitions of stored batches. Each one follows the domain's rules, is a compare-and-set, and also updates the
//! payouts, times and events that belong to the new state.

mod batch;

use paysheet_domain::{BatchState, PayoutState};
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite};

pub(crate) use self::batch::{StoredBatch, load, load_head};
use crate::{
    model::{
        columns::{count, named},
        error::Result,
        events::EventKind,
        records::{BatchKey, PayrollId},
    },
    store::write_tx::{EventSubject, WriteTx},
};

/// Number of batches in one query.
const BATCHES_PER_QUERY: usize = 500;

/// Moves a batch by one transition that the rules allow.
pub(crate) async fn move_batch(tx: &mut WriteTx, key: BatchKey, to: BatchState) -> Result<()> {
    let stored = load_head(tx.conn(), key).await?;
    if !stored.state.leads_to(to) {
        return Err(stored.cannot_become(to));
    }
    set_state(tx, &stored, to).await
}

/// Accepts a batch because a callback names one of its references. This proves that the service has the batch,
/// whatever its state here: also if the answer was a refusal, or another machine with the same profile sent it. A
/// batch that is proved to be at the service cannot be sent again.
pub(crate) async fn accept_by_evidence(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    let stored = load_head(tx.conn(), key).await?;
    match stored.state {
        BatchState::Accepted | BatchState::Settling | BatchState::Closed => Ok(()),
        BatchState::Draft
        | BatchState::Frozen
        | BatchState::Approved
        | BatchState::Intent
        | BatchState::NotSent
        | BatchState::NotAccepted
        | BatchState::Unknown
        | BatchState::Withdrawn => {
            set_state(tx, &stored, BatchState::Accepted).await?;
            if stored.state == BatchState::Withdrawn {
                reopen_payroll(tx, stored.payroll).await?;
            }
            begin_settling(tx, key).await
        }
    }
}

/// Reopens a payroll: outcomes are awaited again.
async fn reopen_payroll(tx: &mut WriteTx, payroll: PayrollId) -> Result<()> {
    sqlx::query("UPDATE payrolls SET closed_at = NULL WHERE id = $1")
        .bind(i64::from(payroll.0))
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Closes a settling batch if all its payouts have their outcome, and the payroll with its last batch.
pub(crate) async fn close_if_done(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    let stored = load_head(tx.conn(), key).await?;
    if stored.state != BatchState::Settling || !is_done(tx, key).await? {
        return Ok(());
    }
    set_state(tx, &stored, BatchState::Closed).await?;
    stamp_batch(tx, key, "UPDATE batches SET closed_at = $2 WHERE id = $1").await?;
    close_payroll_if_done(tx, stored.payroll).await
}

/// The states of a batch's payouts, each once. One search of the index finds the next state, so that none of the payouts
/// is read: this is asked for each batch that a transaction touches.
macro_rules! states_of_batch {
    ($batch:literal, $columns:literal) => {
        concat!(
            "WITH RECURSIVE states (state) AS (
                 SELECT MIN(state) FROM payouts WHERE batch = ",
            $batch,
            " UNION ALL
                 SELECT (SELECT MIN(p.state) FROM payouts p WHERE p.batch = ",
            $batch,
            " AND p.state > states.state)
                 FROM states WHERE states.state IS NOT NULL
             )
             SELECT ",
            $columns,
            " FROM states WHERE state IS NOT NULL"
        )
    };
}

/// Returns those of the batches whose state may have to follow the outcomes of their payouts: settling ones that have all,
/// and closed ones of which one is open again. One statement for hundreds of batches: reports about thousands of payouts
/// touch nearly every batch, and nearly none of them changes.
pub(crate) async fn out_of_step(
    tx: &mut WriteTx,
    batches: impl Iterator<Item = &BatchKey>,
) -> Result<Vec<BatchKey>> {
    let batches: Vec<BatchKey> = batches.copied().collect();
    let mut found = Vec::new();
    for some in batches.chunks(BATCHES_PER_QUERY) {
        let mut query = QueryBuilder::<Sqlite>::new(concat!(
            "SELECT b.id, b.state, (",
            states_of_batch!("b.id", "GROUP_CONCAT(state, ' ')"),
            ") FROM batches b WHERE b.id IN ("
        ));
        let mut listed = query.separated(", ");
        for batch in some {
            listed.push_bind(i64::from(batch.0));
        }
        listed.push_unseparated(") ORDER BY b.id");
        let rows: Vec<(i64, String, Option<String>)> = query.build_query_as().fetch_all(tx.conn()).await?;
        for (batch, state, states) in rows {
            let is_done = are_final(states.as_deref().unwrap_or_default().split_whitespace());
            let follows = match named("state", &state) {
                Ok(BatchState::Settling) => !is_done,
                Ok(BatchState::Closed) => is_done,
                Ok(_) => true,
                // Whoever moves it reads it again, and says what is damaged.
                Err(_) => false,
            };
            if !follows {
                found.push(BatchKey(count("batch", batch)?));
            }
        }
    }
    Ok(found)
}

/// Whether every payout of a batch has its outcome. A state that cannot be read is no outcome.
async fn is_done(tx: &mut WriteTx, key: BatchKey) -> Result<bool> {
    let states: Vec<String> = sqlx::query_scalar(states_of_batch!("$1", "state"))
        .bind(i64::from(key.0))
        .fetch_all(tx.conn())
        .await?;
    Ok(are_final(states.iter().map(String::as_str)))
}

fn are_final<'a>(mut states: impl Iterator<Item = &'a str>) -> bool {
    states.all(|state| named::<PayoutState>("state", state).is_ok_and(PayoutState::is_final))
}

/// Closes a payroll for which nothing more is expected: every batch is closed or withdrawn.
pub(crate) async fn close_payroll_if_done(tx: &mut WriteTx, payroll: PayrollId) -> Result<()> {
    let open: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE payroll = $1 AND state NOT IN ($2, $3)")
            .bind(i64::from(payroll.0))
            .bind(BatchState::Closed.to_string())
            .bind(BatchState::Withdrawn.to_string())
            .fetch_one(tx.conn())
            .await?;
    if open == 0 {
        let at = tx.at();
        // Nothing is left that the user may have closed it without.
        sqlx::query(
            "UPDATE payrolls SET closed_at = $2, unconfirmed_reason = NULL, unconfirmed_by = NULL,
                                 unconfirmed_at = NULL WHERE id = $1",
        )
        .bind(i64::from(payroll.0))
        .bind(at)
        .execute(tx.conn())
        .await?;
        tx.append_event(EventKind::PayrollClosed, EventSubject::payroll(payroll), &json!({}));
    }
    Ok(())
}

/// Lets a closed batch settle again, and reopens its payroll, if one of its payouts has no final outcome any more.
pub(crate) async fn settle_again(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    let stored = load_head(tx.conn(), key).await?;
    if stored.state != BatchState::Closed || is_done(tx, key).await? {
        return Ok(());
    }
    set_state(tx, &stored, BatchState::Settling).await?;
    sqlx::query("UPDATE batches SET closed_at = NULL WHERE id = $1")
        .bind(i64::from(key.0))
        .execute(tx.conn())
        .await?;
    reopen_payroll(tx, stored.payroll).await
}

/// Moves a batch to the state that follows an attempt or a decision, with all dependent updates.
pub(crate) async fn enter<Body: Sync>(
    tx: &mut WriteTx,
    stored: &StoredBatch<Body>,
    next: BatchState,
) -> Result<()> {
    if !stored.state.leads_to(next) {
        return Err(stored.cannot_become(next));
    }
    set_state(tx, stored, next).await?;
    follow(tx, stored.key, next).await
}

/// Updates what depends on the state that a batch has entered.
async fn follow(tx: &mut WriteTx, key: BatchKey, next: BatchState) -> Result<()> {
    match next {
        BatchState::Accepted => begin_settling(tx, key).await,
        BatchState::Unknown => {
            set_doubt(tx, key, 1).await?;
            stamp_unknown(tx, key).await?;
            move_payouts(tx, key, (PayoutState::Planned, PayoutState::Sent)).await
        }
        BatchState::Withdrawn => move_payouts(tx, key, (PayoutState::Planned, PayoutState::Withdrawn)).await,
        BatchState::NotAccepted => {
            set_doubt(tx, key, 0).await?;
            move_payouts(tx, key, (PayoutState::Sent, PayoutState::Planned)).await
        }
        BatchState::Draft
        | BatchState::Frozen
        | BatchState::Approved
        | BatchState::Intent
        | BatchState::NotSent
        | BatchState::Settling
        | BatchState::Closed => Ok(()),
    }
}

/// Begins settling after `Accepted`: the payouts are sent, and their outcomes are awaited.
async fn begin_settling(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    stamp_batch(tx, key, "UPDATE batches SET accepted_at = $2 WHERE id = $1").await?;
    set_doubt(tx, key, 0).await?;
    for state in [PayoutState::Planned, PayoutState::Withdrawn] {
        move_payouts(tx, key, (state, PayoutState::Sent)).await?;
    }
    move_batch(tx, key, BatchState::Settling).await
}

/// Sets the state by compare-and-set: the second of two writers finds another state and is refused.
pub(crate) async fn set_state<Body: Sync>(
    tx: &mut WriteTx,
    stored: &StoredBatch<Body>,
    to: BatchState,
) -> Result<()> {
    let moved = sqlx::query("UPDATE batches SET state = $3 WHERE id = $1 AND state = $2")
        .bind(i64::from(stored.key.0))
        .bind(stored.state.to_string())
        .bind(to.to_string())
        .execute(tx.conn())
        .await?;
    if moved.rows_affected() != 1 {
        return Err(stored.cannot_become(to));
    }
    tx.append_event(EventKind::BatchMoved, stored.about(), &json!({ "from": stored.state, "to": to }));
    Ok(())
}

async fn stamp_batch(tx: &mut WriteTx, key: BatchKey, statement: &'static str) -> Result<()> {
    let at = tx.at();
    sqlx::query(statement).bind(i64::from(key.0)).bind(at).execute(tx.conn()).await?;
    Ok(())
}

async fn set_doubt(tx: &mut WriteTx, key: BatchKey, in_doubt: i16) -> Result<()> {
    sqlx::query("UPDATE batches SET in_doubt = $2 WHERE id = $1")
        .bind(i64::from(key.0))
        .bind(in_doubt)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Marks a batch as possibly at the service, permanently: a decision settles what to do, not what is a fact.
pub(crate) async fn stamp_unknown(tx: &mut WriteTx, key: BatchKey) -> Result<()> {
    sqlx::query("UPDATE batches SET was_unknown = 1 WHERE id = $1")
        .bind(i64::from(key.0))
        .execute(tx.conn())
        .await?;
    Ok(())
}

async fn move_payouts(tx: &mut WriteTx, key: BatchKey, (from, to): (PayoutState, PayoutState)) -> Result<()> {
    sqlx::query("UPDATE payouts SET state = $3 WHERE batch = $1 AND state = $2")
        .bind(i64::from(key.0))
        .bind(from.to_string())
        .bind(to.to_string())
        .execute(tx.conn())
        .await?;
    Ok(())
}
