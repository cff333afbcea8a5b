//! Which former batches reports prove to be at the service.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::BatchState;

use super::{
    free::{is_waiting, left_this_computer},
    named::{Named, Place, named_by, taken_back_unsent},
    refused::{doubt_refused, doubt_several},
    release::{is_releasable, is_unsent, mark_sent, stop, store_rest},
};
use crate::{
    columns::{count, named},
    drafts::first_not_removable,
    error::Result,
    records::BatchKey,
    reports::{Incoming, known},
    write_tx::WriteTx,
};

/// Returns the former batches that these reports prove to be at the service. Of several that a report may be about, one is
/// there: all are returned, and their references are needed.
pub(super) async fn proved_by(tx: &mut WriteTx, reports: &[Incoming]) -> Result<Vec<BatchKey>> {
    let any: Option<String> =
        sqlx::query_scalar("SELECT reference FROM former_payouts LIMIT 1").fetch_optional(tx.conn()).await?;
    if any.is_none() {
        return Ok(Vec::new());
    }
    let mut proved = BTreeSet::new();
    let is_blocked = tx.require_unblocked().is_err();
    let mut withdrawn = BTreeMap::new();
    for former in named_by(tx, reports).await? {
        let is_proved = match former.place()? {
            Place::Missing => true,
            Place::AtTheService | Place::Refused { .. } => false,
            // A newer copy of a blocked ledger may have sent what was approved and not sent here.
            Place::NotSent { is_approved: true, .. } if is_blocked => false,
            Place::NotSent { batch, state: BatchState::Withdrawn, .. } => match withdrawn.get(&batch) {
                Some(is_releasable) => *is_releasable,
                None => *withdrawn.entry(batch).or_insert(is_releasable(tx, batch).await?),
            },
            Place::NotSent { payroll, state, .. } => {
                is_waiting(state) || first_not_removable(tx, payroll).await?.is_none()
            }
        };
        if is_proved {
            proved.extend(former.may_be_about()?);
        }
    }
    Ok(proved.into_iter().collect())
}

/// Returns whether a report is about somebody of this former batch who is in no other batch now, and was in no other one that the
/// report may be about.
pub(super) async fn is_reported_free(
    tx: &mut WriteTx,
    former: BatchKey,
    reports: &[Incoming],
) -> Result<bool> {
    for named in named_by(tx, reports).await? {
        if matches!(named.place()?, Place::Missing) && named.may_be_about()? == [former] {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Stops the batches that never left this computer and still have references which these reports are about: the service
/// has another batch with them, which is stored again as far as its people are in no other. The same is done with batches that
/// were refused, and with several former batches that a report may be about: the service has one of them. The user decides what
/// becomes of a batch that is unknown, once more after each report that says something new. Returns all that are not proved.
pub(super) async fn doubt(tx: &mut WriteTx, reports: &[Incoming]) -> Result<BTreeSet<BatchKey>> {
    let mut stopped = BTreeMap::new();
    let all = named_by(tx, reports).await?;
    let mut doubted = doubt_several(tx, &all).await?;
    let news = with_news(tx, reports, all.clone()).await?;
    if tx.require_unblocked().is_err() {
        doubted.extend(doubt_refused(tx, reports, (&all, &news)).await?);
        return Ok(doubted);
    }
    for former in &news {
        let Place::NotSent { batch, state, .. } = former.place()? else { continue };
        let is_unsent = match stopped.get(&batch) {
            Some(&is_unsent) => is_unsent,
            None => {
                let is_unsent = is_unsent(tx, batch).await?;
                if !stop(tx, batch, state, is_unsent).await? {
                    continue;
                }
                stopped.insert(batch, is_unsent);
                is_unsent
            }
        };
        let key = BatchKey(count("batch", former.batch)?);
        // Otherwise the report may be about this batch.
        if is_unsent {
            store_rests(tx, former.reference()).await?;
        }
        if state == BatchState::Withdrawn {
            mark_sent(tx, batch, key).await?;
        }
    }
    doubted.extend(doubt_refused(tx, reports, (&all, &news)).await?);
    doubted.extend(stopped.into_keys());
    Ok(doubted)
}

/// Stores the rest of the former batches that a report about this reference may be about.
async fn store_rests(tx: &mut WriteTx, reference: &str) -> Result<()> {
    let formers = attempted_with(tx, reference).await?;
    let is_only = formers.len() == 1;
    for former in formers {
        store_rest(tx, former, is_only).await?;
    }
    Ok(())
}

/// Returns whether it is certain that this former batch is at the service: it is stored as such, or a report proves it that can be about
/// no other one.
pub(super) async fn is_certain(tx: &mut WriteTx, former: BatchKey) -> Result<bool> {
    let stored: Option<String> = sqlx::query_scalar("SELECT state FROM batches WHERE id = $1")
        .bind(i64::from(former.0))
        .fetch_optional(tx.conn())
        .await?;
    if let Some(state) = stored {
        let state: BatchState = named("state", &state)?;
        return Ok(matches!(state, BatchState::Accepted | BatchState::Settling | BatchState::Closed));
    }
    let reported: Vec<String> = sqlx::query_scalar(
        // Whoever is in a batch that was attempted may have been reported because of that one.
        concat!(
            "SELECT f.reference FROM former_payouts f WHERE f.batch = $1
             AND EXISTS (SELECT 1 FROM reports r WHERE r.payout = f.reference)
             AND NOT EXISTS (SELECT 1 FROM payouts p JOIN batches b ON b.id = p.batch
                             WHERE p.reference = f.reference AND ",
            left_this_computer!(),
            ") ORDER BY f.reference"
        ),
    )
    .bind(i64::from(former.0))
    .fetch_all(tx.conn())
    .await?;
    for reference in &reported {
        if attempted_with(tx, reference).await? == [former] {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the former batches with this reference that may have reached the service.
async fn attempted_with(tx: &mut WriteTx, reference: &str) -> Result<Vec<BatchKey>> {
    let formers: Vec<i64> =
        sqlx::query_scalar("SELECT batch FROM former_payouts WHERE reference = $1 ORDER BY batch")
            .bind(reference)
            .fetch_all(tx.conn())
            .await?;
    let unsent = taken_back_unsent(tx).await?;
    let formers = formers.into_iter().map(|former| Ok(BatchKey(count("batch", former)?)));
    let formers = formers.collect::<Result<Vec<_>>>()?;
    Ok(formers.into_iter().filter(|former| !unsent.contains(former)).collect())
}

/// Returns those of the former payouts about which the reports say something new. Where the user decided nothing, all count.
async fn with_news(tx: &mut WriteTx, reports: &[Incoming], mut named: Vec<Named>) -> Result<Vec<Named>> {
    let is_decided = |former: &Named| former.present_state.as_deref() == Some(BatchState::NotAccepted.into());
    if named.iter().any(is_decided) {
        let news = references_with_news(tx, reports).await?;
        named.retain(|former| !is_decided(former) || news.contains(former.reference()));
    }
    Ok(named)
}

/// Returns the references about which these reports say what is not known yet.
async fn references_with_news(tx: &mut WriteTx, reports: &[Incoming]) -> Result<BTreeSet<String>> {
    let references: BTreeSet<&str> =
        reports.iter().map(|incoming| incoming.report.reference.as_str()).collect();
    let references: Vec<&str> = references.into_iter().collect();
    let mut known = known::load(tx.conn(), &references).await?;
    let seq = tx.last_seq() + 1;
    let mut news = BTreeSet::new();
    for incoming in reports {
        let Some(payout) = known.get_mut(&incoming.report.reference) else { continue };
        let recorded = payout.recorded(incoming, seq);
        if payout.add(recorded) {
            news.insert(incoming.report.reference.clone());
        }
    }
    Ok(news)
}
