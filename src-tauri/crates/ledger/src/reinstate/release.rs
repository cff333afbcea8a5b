//! Releases people of a withdrawn batch whom the service has in a former batch. The withdrawn batch was never sent: it stays
//! withdrawn, with those who are only in it.

use paysheet_domain::{BatchState, PayoutState};
use serde_json::json;

use super::{
    as_sent::{are_rows_readable, is_as_sent, is_intact},
    store::reinstate,
};
use crate::{
    attempts::{never_left, never_left_though_stopped},
    columns::count,
    error::Result,
    events::EventKind,
    records::BatchKey,
    transitions::{accept_by_evidence, close_if_done, enter, load_head, settle_again},
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

/// Removes the people of this former batch from a withdrawn one.
pub(super) async fn release(tx: &mut WriteTx, batch: BatchKey, former: BatchKey) -> Result<()> {
    if !is_releasable(tx, batch).await? {
        return Ok(());
    }
    let shared = Shared::of(tx, batch, former).await?;
    sqlx::query(
        "DELETE FROM payouts
         WHERE batch = $1 AND reference IN (SELECT reference FROM former_payouts WHERE batch = $2)",
    )
    .bind(i64::from(batch.0))
    .bind(i64::from(former.0))
    .execute(tx.conn())
    .await?;
    shared.note_released(tx, batch, former).await
}

/// What a withdrawn batch and a former one have in common.
struct Shared {
    people: i64,
    sum_minor: i64,
}

impl Shared {
    async fn of(tx: &mut WriteTx, batch: BatchKey, former: BatchKey) -> Result<Self> {
        let (people, sum_minor): (i64, i64) = sqlx::query_as(
            "SELECT COUNT(*), CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM payouts
             WHERE batch = $1 AND reference IN (SELECT reference FROM former_payouts WHERE batch = $2)",
        )
        .bind(i64::from(batch.0))
        .bind(i64::from(former.0))
        .fetch_one(tx.conn())
        .await?;
        Ok(Self { people, sum_minor })
    }

    /// Notes that these people left the withdrawn batch. The approval covered them, so their sum stays known.
    async fn note_released(self, tx: &mut WriteTx, batch: BatchKey, former: BatchKey) -> Result<()> {
        let Self { people, sum_minor } = self;
        if people == 0 {
            return Ok(());
        }
        for statement in [
            "UPDATE batches SET payout_count = payout_count - $2, sum_minor = sum_minor - $3 WHERE id = $1",
            "INSERT INTO released_sums (batch, payout_count, sum_minor) VALUES ($1, $2, $3)
             ON CONFLICT (batch) DO UPDATE SET payout_count = released_sums.payout_count + excluded.payout_count,
                                               sum_minor = released_sums.sum_minor + excluded.sum_minor",
        ] {
            let update = sqlx::query(statement).bind(i64::from(batch.0));
            update.bind(people).bind(sum_minor).execute(tx.conn()).await?;
        }
        let about = load_head(tx.conn(), batch).await?;
        let data =
            json!({ "count": count("payouts", people)?, "sum_minor": sum_minor, "former_batch": former });
        tx.append_event(EventKind::PayoutsReleased, about.about(), &data);
        Ok(())
    }
}

/// Former batches that the service has, as reports about people prove who are in a batch that is about to be withdrawn.
pub(crate) struct Reported {
    formers: Vec<BatchKey>,
    is_unsent: bool,
}

impl Reported {
    /// Read before the batch is withdrawn: until the transaction ends, the record does not have what is done in it.
    pub async fn of(tx: &mut WriteTx, batch: BatchKey) -> Result<Self> {
        let formers: Vec<i64> = sqlx::query_scalar(
            "SELECT DISTINCT f.batch FROM payouts p JOIN former_payouts f ON f.reference = p.reference
             WHERE p.batch = $1 AND EXISTS (SELECT 1 FROM reports r WHERE r.payout = p.reference) ORDER BY f.batch",
        )
        .bind(i64::from(batch.0))
        .fetch_all(tx.conn())
        .await?;
        let key = |former| Ok(BatchKey(count("batch", former)?));
        let formers = formers.into_iter().map(key).collect::<Result<Vec<_>>>()?;
        let is_unsent = !formers.is_empty() && is_unsent(tx, batch).await?;
        Ok(Self { formers, is_unsent })
    }

    /// Tracks the people of the withdrawn batch where the service has them.
    pub async fn follow(self, tx: &mut WriteTx, batch: BatchKey) -> Result<()> {
        for former in self.formers {
            if !self.is_unsent || !move_to_former(tx, batch, former).await? {
                mark_sent(tx, batch, former).await?;
            }
        }
        Ok(())
    }
}

/// Moves the people of a withdrawn batch that never left to the former batch in which the service has them. Returns false if
/// that one is damaged.
pub(super) async fn move_to_former(tx: &mut WriteTx, batch: BatchKey, former: BatchKey) -> Result<bool> {
    if !is_as_sent(tx, former).await? || !are_rows_readable(tx, former).await? {
        return Ok(false);
    }
    let shared = Shared::of(tx, batch, former).await?;
    if reinstate(tx, former, Some(batch)).await? {
        shared.note_released(tx, batch, former).await?;
        accept(tx, former).await?;
    }
    Ok(true)
}

/// Stores the rest of a former batch that the service has, although some of its people are in another batch, which stays as it
/// is. `is_proved`: otherwise the report may be about a third one, and the former batch is Unknown.
pub(super) async fn keep_the_rest(tx: &mut WriteTx, former: BatchKey, is_proved: bool) -> Result<()> {
    if !is_as_sent(tx, former).await?
        || !are_rows_readable(tx, former).await?
        || !reinstate(tx, former, None).await?
    {
        return Ok(());
    }
    if is_proved {
        return accept(tx, former).await;
    }
    let stored = load_head(tx.conn(), former).await?;
    if stored.state.leads_to(BatchState::Unknown) {
        enter(tx, &stored, BatchState::Unknown).await
    } else {
        Ok(())
    }
}

/// The service has this batch. Nothing is expected of it any more if everybody in it has a result.
async fn accept(tx: &mut WriteTx, former: BatchKey) -> Result<()> {
    accept_by_evidence(tx, former).await?;
    settle_again(tx, former).await?;
    close_if_done(tx, former).await
}

/// Marks the people of a withdrawn batch as sent who are in this former batch: another payroll does not pay them without a
/// decision.
async fn mark_sent(tx: &mut WriteTx, batch: BatchKey, former: BatchKey) -> Result<()> {
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
