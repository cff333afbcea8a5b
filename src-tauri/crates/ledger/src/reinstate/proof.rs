//! Which former batches reports prove to be at the service.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paysheet_domain::{BatchState, CallbackCode};
use sqlx::{FromRow, QueryBuilder, Sqlite};

use super::{
    free::{is_waiting, left_this_computer},
    refused::{doubt_refused, doubt_several, was_only_refused},
    release::{is_releasable, is_unsent, mark_sent, store_rest},
};
use crate::{
    attempts::never_left,
    columns::{count, named},
    drafts::first_not_removable,
    error::Result,
    records::{BatchKey, PayrollId},
    reports::{Incoming, known},
    transitions::{load_head, stop_reported},
    write_tx::WriteTx,
};

/// Number of references in one query.
const REFERENCES_PER_QUERY: usize = 500;

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
    if tx.require_unblocked().is_err() {
        return Ok(doubted);
    }
    let news = with_news(tx, reports, all.clone()).await?;
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
            store_rests(tx, &former.reference).await?;
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
        named.retain(|former| !is_decided(former) || news.contains(&former.reference));
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

/// A former payout that a report names, and the payout that has its reference now.
#[derive(Clone, FromRow)]
pub(super) struct Named {
    reference: String,
    batch: i64,
    batch_reference: String,
    callback_code: Option<String>,
    holder: i64,
    present: Option<i64>,
    present_reference: Option<String>,
    present_batch: Option<i64>,
    present_state: Option<String>,
    has_left: Option<bool>,
    was_only_refused: Option<bool>,
    is_approved: Option<bool>,
    #[sqlx(skip)]
    candidates: Vec<Candidate>,
}

/// A former batch that may have reached the service.
#[derive(Clone)]
struct Candidate {
    batch: BatchKey,
    reference: String,
}

/// Where a reference is that a report names.
pub(super) enum Place {
    Missing,
    /// In a batch that was attempted, or in the very batch that was attempted before: the report is about it.
    AtTheService,
    /// In a batch that was attempted and refused, and in another one as well: the report may be about either.
    Refused {
        batch: BatchKey,
        state: BatchState,
    },
    /// In another batch, which never left this computer: the service has the former batch.
    NotSent {
        payroll: PayrollId,
        batch: BatchKey,
        state: BatchState,
        is_approved: bool,
    },
}

impl Named {
    pub fn reference(&self) -> &str {
        &self.reference
    }

    pub fn is_being_sent(&self) -> bool {
        self.present_state.as_deref() == Some(BatchState::Intent.into())
    }

    /// Returns the former batches that a report may be about. If none of them can have reached the service, it is the last one.
    pub fn may_be_about(&self) -> Result<Vec<BatchKey>> {
        if self.candidates.is_empty() {
            return Ok(vec![BatchKey(count("batch", self.batch)?)]);
        }
        Ok(self.candidates.iter().map(|candidate| candidate.batch).collect())
    }

    /// Returns the candidates other than the batch that has the reference now. One that was sent again unchanged is the same.
    pub fn others(&self) -> impl Iterator<Item = BatchKey> {
        let present = self.present_reference.as_deref();
        self.candidates.iter().filter(move |other| present != Some(&other.reference)).map(|other| other.batch)
    }

    pub fn place(&self) -> Result<Place> {
        let Some(payroll) = self.present else { return Ok(Place::Missing) };
        if let Some((batch, state)) = self.refused()? {
            return Ok(Place::Refused { batch, state });
        }
        if self.has_left == Some(true) || self.is_sent_again() {
            return Ok(Place::AtTheService);
        }
        let (Some(batch), Some(state)) = (self.present_batch, &self.present_state) else {
            return Ok(Place::AtTheService);
        };
        Ok(Place::NotSent {
            payroll: PayrollId(count("payroll", payroll)?),
            batch: BatchKey(count("batch", batch)?),
            state: named("state", state)?,
            is_approved: self.is_approved == Some(true),
        })
    }

    /// Returns whether the batch that has the reference now is the very one that was attempted before, approved again.
    fn is_sent_again(&self) -> bool {
        self.present == Some(self.holder)
            && self.present_reference.as_deref() == Some(self.batch_reference.as_str())
            && self.is_approved == Some(true)
    }

    /// Returns the batch that has the reference now, if it was refused, nothing else proves that the service has it, and the
    /// service may have another one.
    fn refused(&self) -> Result<Option<(BatchKey, BatchState)>> {
        let (Some(batch), Some(state)) = (self.present_batch, &self.present_state) else { return Ok(None) };
        let state: BatchState = named("state", state)?;
        let is_proved = matches!(state, BatchState::Accepted | BatchState::Settling | BatchState::Closed);
        let was_attempted = self.has_left == Some(true) || self.is_sent_again();
        let was_refused = was_attempted && self.was_only_refused == Some(true);
        if is_proved || !was_refused || self.others().next().is_none() {
            return Ok(None);
        }
        Ok(Some((BatchKey(count("batch", batch)?), state)))
    }
}

/// Returns the former payouts that the reports name. A report with another code than the batch was sent with is about
/// something else.
pub(super) async fn named_by(tx: &mut WriteTx, reports: &[Incoming]) -> Result<Vec<Named>> {
    let mut codes = BTreeMap::<&str, Vec<Option<&CallbackCode>>>::new();
    for incoming in reports.iter().filter(|incoming| incoming.proves_receipt()) {
        let codes = codes.entry(&incoming.report.reference).or_default();
        codes.push(incoming.report.callback_code.as_ref());
    }
    let references: Vec<&str> = codes.keys().copied().collect();
    let unsent = taken_back_unsent(tx).await?;
    let mut named = Vec::new();
    for some in references.chunks(REFERENCES_PER_QUERY) {
        let mut query = QueryBuilder::<Sqlite>::new(concat!(
            "SELECT f.reference, f.batch, f.holder, a.reference AS batch_reference, a.callback_code, p.payroll AS present,
                    b.id AS present_batch, b.reference AS present_reference, b.state AS present_state, ",
            left_this_computer!(),
            " AS has_left, ",
            was_only_refused!(),
            " AS was_only_refused, y.approved_at IS NOT NULL AS is_approved
             FROM former_payouts f JOIN attempted_batches a ON a.batch = f.batch
             LEFT JOIN payouts p ON p.reference = f.reference LEFT JOIN batches b ON b.id = p.batch
             LEFT JOIN payrolls y ON y.id = p.payroll
             WHERE f.batch = COALESCE(
                 (SELECT MAX(n.batch) FROM former_payouts n WHERE n.reference = f.reference AND n.batch NOT IN (-1"
        ));
        for batch in &unsent {
            query.push(", ").push_bind(i64::from(batch.0));
        }
        query.push(
            ")), (SELECT MAX(n.batch) FROM former_payouts n WHERE n.reference = f.reference)) AND f.reference IN (",
        );
        let mut listed = query.separated(", ");
        for reference in some {
            listed.push_bind((*reference).to_owned());
        }
        listed.push_unseparated(") ORDER BY f.batch, f.position");
        let mut found: Vec<Named> = query.build_query_as().fetch_all(tx.conn()).await?;
        let mut candidates = candidates(tx, some, &unsent).await?;
        for former in &mut found {
            former.candidates = candidates.remove(&former.reference).unwrap_or_default();
        }
        named.extend(found.into_iter().filter(|former| {
            let ours = former.callback_code.as_deref().and_then(CallbackCode::received);
            let fits = |theirs: &Option<&CallbackCode>| match (&ours, theirs) {
                (Some(ours), Some(theirs)) => ours == *theirs,
                (Some(_) | None, None) | (None, Some(_)) => true,
            };
            codes.get(former.reference.as_str()).is_some_and(|codes| codes.iter().any(fits))
        }));
    }
    Ok(named)
}

/// Returns by reference the former batches that may have reached the service, oldest first. Of one that was sent again unchanged
/// it is the last.
async fn candidates(
    tx: &mut WriteTx,
    references: &[&str],
    unsent: &[BatchKey],
) -> Result<HashMap<String, Vec<Candidate>>> {
    let mut query = QueryBuilder::<Sqlite>::new(
        "SELECT f.reference, f.batch, a.reference FROM former_payouts f
         JOIN attempted_batches a ON a.batch = f.batch WHERE f.reference IN (",
    );
    let mut listed = query.separated(", ");
    for reference in references {
        listed.push_bind((*reference).to_owned());
    }
    listed.push_unseparated(") ORDER BY f.batch");
    let found: Vec<(String, i64, String)> = query.build_query_as().fetch_all(tx.conn()).await?;
    let mut candidates = HashMap::<String, Vec<Candidate>>::new();
    for (payout, batch, reference) in found {
        let batch = BatchKey(count("batch", batch)?);
        if !unsent.contains(&batch) {
            let of_payout = candidates.entry(payout).or_default();
            of_payout.retain(|other| other.reference != reference);
            of_payout.push(Candidate { batch, reference });
        }
    }
    Ok(candidates)
}

/// Returns the former batches of which the record proves that nothing left this computer. A report about a reference that
/// was attempted in another batch as well is about that one.
async fn taken_back_unsent(tx: &mut WriteTx) -> Result<Vec<BatchKey>> {
    if tx.require_unblocked().is_err() {
        // A newer copy may have sent the same rows with the same references.
        return Ok(Vec::new());
    }
    let attempted: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT batch, attempts FROM attempted_batches WHERE state IN ($1, $2) ORDER BY batch",
    )
    .bind(BatchState::NotSent.to_string())
    .bind(BatchState::Approved.to_string())
    .fetch_all(tx.conn())
    .await?;
    let mut unsent = Vec::new();
    for (batch, attempts) in attempted {
        let batch = BatchKey(count("batch", batch)?);
        if never_left(tx, batch, attempts).await? {
            unsent.push(batch);
        }
    }
    Ok(unsent)
}
