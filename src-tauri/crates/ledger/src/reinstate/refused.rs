//! People of several batches that were refused one after the other. A report about one of them proves that the service has one
//! of the batches, not which: that it has an earlier one is a reason to refuse a later one.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::BatchState;

use super::{
    named::{Named, Place, named_by},
    release::{missing_people, stop, store_rest},
};
use crate::{
    error::Result,
    records::BatchKey,
    reports::{Incoming, known},
    write_tx::WriteTx,
};

/// Stops refused batches with references which these reports are about, and stores the rest of the former batches with them, as
/// far as no report is about one of the batches alone. Returns the refused batches that are Unknown. A withdrawn one counts as
/// sent: the user may pay its people otherwise.
pub(super) async fn doubt_refused(
    tx: &mut WriteTx,
    reports: &[Incoming],
    (all, news): (&[Named], &[Named]),
) -> Result<BTreeSet<BatchKey>> {
    let mut refused = BTreeMap::<BatchKey, (BatchState, BTreeSet<BatchKey>)>::new();
    for former in news {
        let Place::Refused { batch, state } = former.place()? else { continue };
        refused.entry(batch).or_insert_with(|| (state, BTreeSet::new())).1.extend(former.others());
    }
    let mut doubted = BTreeSet::new();
    if refused.is_empty() {
        return Ok(doubted);
    }
    let proved = proved_alone(tx, reports, all).await?;
    for (batch, (state, formers)) in refused {
        if proved.contains(&batch) {
            continue;
        }
        if stop(tx, batch, state, false).await? {
            doubted.insert(batch);
        }
        for former in formers {
            store_rest(tx, former, false).await?;
        }
    }
    Ok(doubted)
}

/// Returns the references of these reports whose batch is being sent, where the service may have another batch with the payout:
/// an outcome that the batch did not leave, or was refused, says which of them the reports are about. After a lost answer it counts
/// as sent.
pub(crate) async fn awaiting_outcome(tx: &mut WriteTx, reports: &[Incoming]) -> Result<BTreeSet<String>> {
    let under_way: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE state = $1")
        .bind(BatchState::Intent.to_string())
        .fetch_one(tx.conn())
        .await?;
    let former: Option<i64> =
        sqlx::query_scalar("SELECT batch FROM former_payouts LIMIT 1").fetch_optional(tx.conn()).await?;
    if under_way == 0 || former.is_none() {
        return Ok(BTreeSet::new());
    }
    let named = named_by(tx, reports).await?;
    let awaiting = named.iter().filter(|former| former.is_being_sent() && former.others().next().is_some());
    Ok(awaiting.map(|former| former.reference().to_owned()).collect())
}

/// Stores the former batches as Unknown that a report may be about, where there are several and the person is in no batch now.
/// The smallest has the person: a larger one has others as well, so that each is stored. Of equal ones it is the oldest: that
/// the service has it is a reason to refuse the others. Returns these batches.
pub(super) async fn doubt_several(tx: &mut WriteTx, all: &[Named]) -> Result<BTreeSet<BatchKey>> {
    let mut several = BTreeSet::new();
    for former in all {
        let formers = former.may_be_about()?;
        if matches!(former.place()?, Place::Missing) && formers.len() > 1 {
            several.extend(formers);
        }
    }
    let mut by_size = Vec::new();
    for &former in &several {
        by_size.push((missing_people(tx, former).await?, former));
    }
    by_size.sort_unstable();
    for (_, former) in by_size {
        store_rest(tx, former, false).await?;
    }
    Ok(several)
}

/// Returns the batches that these reports prove to be at the service because they are about somebody who is in no other one.
async fn proved_alone(tx: &mut WriteTx, reports: &[Incoming], all: &[Named]) -> Result<BTreeSet<BatchKey>> {
    let shared: BTreeSet<&str> =
        all.iter().filter(|former| former.others().next().is_some()).map(Named::reference).collect();
    let alone = |incoming: &&Incoming| {
        incoming.proves_receipt() && !shared.contains(incoming.report.reference.as_str())
    };
    let alone: Vec<&Incoming> = reports.iter().filter(alone).collect();
    let references: BTreeSet<&str> =
        alone.iter().map(|incoming| incoming.report.reference.as_str()).collect();
    let references: Vec<&str> = references.into_iter().collect();
    let known = known::load(tx.conn(), &references).await?;
    let batch = |incoming: &Incoming| {
        let payout = known.get(&incoming.report.reference)?;
        (!payout.has_other_code(&incoming.report)).then_some(payout.batch)
    };
    Ok(alone.into_iter().filter_map(batch).collect())
}
