//! Releases people of a withdrawn batch whom the service has in a former batch. The withdrawn batch was never sent: it stays
//! withdrawn, with those who are only in it.

use paysheet_domain::{BatchState, PayoutState};
use serde_json::json;

use super::{
    as_sent::{are_rows_readable, is_as_sent, is_intact},
    at_service::may_be_at_service,
    store::reinstate,
};
use crate::{
    attempts::{never_left, never_left_though_stopped},
    columns::count,
    error::Result,
    events::EventKind,
    records::{BatchKey, PayrollId},
    transitions::{accept_by_evidence, enter, load_head, settle_again, stop_reported},
    verification::{require_state_of_events, require_unreported},
    write_tx::WriteTx,
};

/// Returns whether a batch was withdrawn and nothing of it can have reached the service, by the record. Its other contents
/// do not matter: nothing of it is ever sent.
pub(super) async fn is_releasable(tx: &mut WriteTx, batch: BatchKey) -> Result<bool> {
    let stored = load_head(tx.conn(), batch).await?;
    if stored.state != BatchState::Withdrawn {
        return Ok(false);
    }
    let confirmed = match require_state_of_events(tx, &stored).await {
        // Results would have nothing that they are about.
        Ok(()) => require_unreported(tx.conn(), stored.payroll, batch).await,
        changed => changed,
    };
    Ok(is_intact(confirmed)? && never_left(tx, batch, stored.attempts).await?)
}

/// Returns whether the record proves that a batch was never sent, also if a report about a former batch had made it Unknown.
pub(super) async fn is_unsent(tx: &mut WriteTx, batch: BatchKey) -> Result<bool> {
    let stored = load_head(tx.conn(), batch).await?;
    let confirmed = require_state_of_events(tx, &stored).await;
    Ok(is_intact(confirmed)? && never_left_though_stopped(tx, batch, stored.attempts).await?)
}

/// Removes the people of this former batch from a withdrawn one. The approval covered them, so their sum stays known.
pub(super) async fn release(tx: &mut WriteTx, batch: BatchKey, former: BatchKey) -> Result<()> {
    if !is_releasable(tx, batch).await? {
        return Ok(());
    }
    let (people, sum): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM payouts
         WHERE batch = $1 AND reference IN (SELECT reference FROM former_payouts WHERE batch = $2)",
    )
    .bind(i64::from(batch.0))
    .bind(i64::from(former.0))
    .fetch_one(tx.conn())
    .await?;
    if people == 0 {
        return Ok(());
    }
    sqlx::query(
        "DELETE FROM payouts
         WHERE batch = $1 AND reference IN (SELECT reference FROM former_payouts WHERE batch = $2)",
    )
    .bind(i64::from(batch.0))
    .bind(i64::from(former.0))
    .execute(tx.conn())
    .await?;
    for statement in [
        "UPDATE batches SET payout_count = payout_count - $2, sum_minor = sum_minor - $3 WHERE id = $1",
        "INSERT INTO released_sums (batch, payout_count, sum_minor) VALUES ($1, $2, $3)
         ON CONFLICT (batch) DO UPDATE SET payout_count = released_sums.payout_count + excluded.payout_count,
                                           sum_minor = released_sums.sum_minor + excluded.sum_minor",
    ] {
        sqlx::query(statement).bind(i64::from(batch.0)).bind(people).bind(sum).execute(tx.conn()).await?;
    }
    let about = load_head(tx.conn(), batch).await?;
    let data = json!({ "count": count("payouts", people)?, "sum_minor": sum, "former_batch": former });
    tx.append_event(EventKind::PayoutsReleased, about.about(), &data);
    Ok(())
}

/// Marks the people of a batch that was just withdrawn as sent whom the service has in a former batch, as reports about others
/// of that one prove.
pub(crate) async fn mark_reported(tx: &mut WriteTx, batch: BatchKey) -> Result<()> {
    let formers: Vec<i64> = sqlx::query_scalar(concat!(
        "SELECT DISTINCT f.batch FROM payouts p JOIN former_payouts f ON f.reference = p.reference
         WHERE p.batch = $1 AND ",
        may_be_at_service!(),
    ))
    .bind(i64::from(batch.0))
    .fetch_all(tx.conn())
    .await?;
    for former in formers {
        mark_sent(tx, batch, BatchKey(count("batch", former)?)).await?;
    }
    Ok(())
}

/// Lets what pays a failed payout again be the payout that the service has, where the row of a batch that was withdrawn or taken
/// back paid it as it was corrected: otherwise the failed one could be paid again beside it.
pub(crate) async fn follow_withdrawn(tx: &mut WriteTx, payroll: PayrollId) -> Result<()> {
    sqlx::query(
        "UPDATE retries SET
             payroll = (SELECT x.payroll FROM reinstated_rows r JOIN payouts x ON x.reference = r.reference
                        WHERE r.payroll = retries.payroll AND r.position = retries.position),
             position = (SELECT x.position FROM reinstated_rows r JOIN payouts x ON x.reference = r.reference
                         WHERE r.payroll = retries.payroll AND r.position = retries.position)
         WHERE payroll = $1
             AND EXISTS (SELECT 1 FROM reinstated_rows r
                         WHERE r.payroll = retries.payroll AND r.position = retries.position)
             AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.payroll = retries.payroll
                                 AND p.position = retries.position AND p.state <> $2)",
    )
    .bind(i64::from(payroll.0))
    .bind(PayoutState::Withdrawn.to_string())
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stores the rest of a former batch that the service has, although some of its people are in another batch, which stays as it
/// is. `is_certain`: otherwise the report may be about a third one, and the former batch is Unknown.
pub(super) async fn store_rest(tx: &mut WriteTx, former: BatchKey, is_certain: bool) -> Result<()> {
    // Reports about a stored one come in all the time, and verifying it reads whole payrolls.
    if missing_people(tx, former).await? == 0 {
        return Ok(());
    }
    if !is_as_sent(tx, former).await?
        || !are_rows_readable(tx, former).await?
        || !reinstate(tx, former).await?
    {
        return Ok(());
    }
    let stored = load_head(tx.conn(), former).await?;
    if is_certain {
        accept_by_evidence(tx, former).await?;
    } else if stored.state.leads_to(BatchState::Unknown) {
        enter(tx, &stored, BatchState::Unknown).await?;
    }
    settle_again(tx, former).await
}

/// Returns the number of people of a former batch who are in no batch now.
pub(super) async fn missing_people(tx: &mut WriteTx, former: BatchKey) -> Result<u32> {
    let people: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM former_payouts f
         WHERE f.batch = $1 AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.reference = f.reference)",
    )
    .bind(i64::from(former.0))
    .fetch_one(tx.conn())
    .await?;
    count("payouts", people)
}

/// Marks the people of a withdrawn batch as sent who are in this former batch: another payroll does not pay them without a
/// decision.
pub(super) async fn mark_sent(tx: &mut WriteTx, batch: BatchKey, former: BatchKey) -> Result<()> {
    sqlx::query(
        "UPDATE payouts SET state = $4 WHERE batch = $1 AND state = $3
             AND reference IN (SELECT reference FROM former_payouts WHERE batch = $2)",
    )
    .bind(i64::from(batch.0))
    .bind(i64::from(former.0))
    .bind(PayoutState::Withdrawn.to_string())
    .bind(PayoutState::Sent.to_string())
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Stops a batch; returns whether it is stopped. What was withdrawn stays withdrawn if the record proves that it was never
/// sent.
pub(super) async fn stop(
    tx: &mut WriteTx,
    batch: BatchKey,
    state: BatchState,
    is_unsent: bool,
) -> Result<bool> {
    match state {
        BatchState::Approved | BatchState::NotSent | BatchState::NotAccepted => {
            let stored = load_head(tx.conn(), batch).await?;
            stop_reported(tx, &stored).await.map(|()| true)
        }
        BatchState::Unknown => Ok(true),
        BatchState::Withdrawn => Ok(is_unsent),
        BatchState::Draft
        | BatchState::Frozen
        | BatchState::Intent
        | BatchState::Accepted
        | BatchState::Settling
        | BatchState::Closed => Ok(false),
    }
}
