//! Frees the references of a former batch, which the service has, from batches that never left this computer. Nobody in
//! these is counted as sent because of a report about the other one.

use std::collections::{BTreeMap, HashSet};

use paysheet_domain::BatchState;

use super::{as_sent::is_intact, release::release};
use crate::{
    attempts::never_left,
    columns::count,
    drafts::first_not_removable,
    error::{LedgerError, Result},
    events::EventKind,
    parts::{Move, move_to_draft, require_rows},
    records::{BatchKey, PayrollId},
    thaw::thaw,
    transitions::{StoredBatch, load, load_head},
    verification::{require_as_approved, require_state_of_events, require_unreported},
    whole::{is_parted, take_whole},
    write_tx::WriteTx,
};

/// Whether a batch may have reached the service: one of its attempts did not end before the first byte was sent, or a newer
/// copy of the ledger may have sent it. Ledgers of earlier versions have no row for some attempts.
macro_rules! left_this_computer {
    () => {
        "(b.attempts > (SELECT COUNT(*) FROM attempts l WHERE l.batch = b.id AND l.outcome = 'not_sent')
          OR COALESCE(b.code, '') = 'maybe_sent_since')"
    };
}
pub(super) use left_this_computer;

/// Frees the references of this former batch: a payroll of which nothing was attempted is a draft again, and of another one
/// the batches are moved to a draft. What was withdrawn stays withdrawn, without the people whom the service has. In a
/// blocked ledger nothing is freed that was approved: a newer copy may have sent it.
pub(super) async fn free_references(tx: &mut WriteTx, former: BatchKey) -> Result<()> {
    let is_blocked = tx.require_unblocked().is_err();
    let holders: Vec<(i64, i64)> = sqlx::query_as(concat!(
        "WITH held AS (
             SELECT p.batch FROM former_payouts f JOIN payouts p ON p.reference = f.reference WHERE f.batch = $1
             -- A corrected row has another reference.
             UNION SELECT p.batch FROM former_payouts f
             JOIN payouts p ON p.payroll = f.holder AND p.position = f.holder_position WHERE f.batch = $1
         )
         SELECT b.payroll, b.id FROM held JOIN batches b ON b.id = held.batch WHERE NOT ",
        left_this_computer!(),
        " ORDER BY b.payroll, b.number"
    ))
    .bind(i64::from(former.0))
    .fetch_all(tx.conn())
    .await?;
    let mut of_payroll = BTreeMap::<PayrollId, Vec<BatchKey>>::new();
    for (payroll, batch) in holders {
        let payroll = PayrollId(count("payroll", payroll)?);
        of_payroll.entry(payroll).or_default().push(BatchKey(count("batch", batch)?));
    }
    for (payroll, batches) in of_payroll {
        if is_thawable(tx, payroll, is_blocked).await? {
            thaw(tx, payroll).await?;
        } else if !is_blocked {
            free_batches(tx, (payroll, former), &batches).await?;
        }
    }
    Ok(())
}

/// Returns whether the record confirms that nothing of a payroll was attempted, or even approved if the ledger is blocked.
async fn is_thawable(tx: &mut WriteTx, payroll: PayrollId, is_blocked: bool) -> Result<bool> {
    if first_not_removable(tx, payroll).await?.is_some() || is_parted(tx, payroll).await? {
        return Ok(false);
    }
    let batches: Vec<i64> = sqlx::query_scalar("SELECT id FROM batches WHERE payroll = $1 ORDER BY number")
        .bind(i64::from(payroll.0))
        .fetch_all(tx.conn())
        .await?;
    for batch in batches {
        let stored = load_head(tx.conn(), BatchKey(count("batch", batch)?)).await?;
        let is_unsent = if stored.state == BatchState::Frozen {
            was_never_approved(tx, &stored).await?
        } else {
            !is_blocked
                && is_intact(require_state_of_events(tx, &stored).await)?
                && never_left(tx, stored.key, stored.attempts).await?
        };
        // Results would have nothing that they are about.
        if !is_unsent || !is_intact(require_unreported(tx.conn(), payroll, stored.key).await)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether the record has no approval of a batch and no attempt.
async fn was_never_approved(tx: &mut WriteTx, stored: &StoredBatch<()>) -> Result<bool> {
    let events: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE batch = $1 AND kind IN ($2, $3)")
        .bind(i64::from(stored.key.0))
        .bind(EventKind::BatchMoved.to_string())
        .bind(EventKind::Intent.to_string())
        .fetch_one(tx.conn())
        .await?;
    Ok(events == 0)
}

/// Moves those of the batches to a draft that wait to be sent, as they were approved: to a new one, or to the payroll itself
/// if nothing else is left of it. A damaged one stays where it is: [`super::proof::doubt`] stops it.
async fn free_batches(
    tx: &mut WriteTx,
    (payroll, former): (PayrollId, BatchKey),
    batches: &[BatchKey],
) -> Result<()> {
    let mut free = Vec::new();
    for batch in batches {
        let stored = load(tx.conn(), *batch).await?;
        if stored.state == BatchState::Withdrawn {
            release(tx, *batch, former).await?;
        } else if is_waiting(stored.state) && is_movable(tx, &stored).await? {
            free.push(stored);
        }
    }
    if free.is_empty() {
        return Ok(());
    }
    if free.len() < batch_count(tx, payroll).await? {
        let moved = Move { refused: &HashSet::new(), by: None };
        move_to_draft(tx, payroll, &free, moved).await?;
    } else if !is_parted(tx, payroll).await? {
        take_whole(tx, payroll, &free, (None, None)).await?;
    }
    Ok(())
}

async fn batch_count(tx: &mut WriteTx, payroll: PayrollId) -> Result<usize> {
    let batches: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE payroll = $1")
        .bind(i64::from(payroll.0))
        .fetch_one(tx.conn())
        .await?;
    usize::try_from(batches).map_err(|_| LedgerError::TooMany)
}

pub(super) const fn is_waiting(state: BatchState) -> bool {
    matches!(state, BatchState::Approved | BatchState::NotSent)
}

/// Returns whether everything that moving reads is as it was approved, and nothing of the batch was sent: a batch that is
/// half moved is worse than one that stays.
async fn is_movable(tx: &mut WriteTx, stored: &StoredBatch) -> Result<bool> {
    let read = match require_as_approved(tx, stored).await {
        Ok(()) => require_rows(tx, stored).await,
        changed => changed,
    };
    Ok(is_intact(read)? && never_left(tx, stored.key, stored.attempts).await?)
}
