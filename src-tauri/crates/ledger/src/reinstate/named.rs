//! Where the payouts are that reports name: in a batch now, in former ones, or both.

use std::collections::{BTreeMap, HashMap};

use paysheet_domain::{BatchState, CallbackCode};
use sqlx::{FromRow, QueryBuilder, Sqlite};

use super::free::left_this_computer;
use crate::{
    attempts::never_left,
    columns::{count, named},
    error::Result,
    records::{BatchKey, PayrollId},
    reports::Incoming,
    write_tx::WriteTx,
};

/// Number of references in one query.
const REFERENCES_PER_QUERY: usize = 500;

/// Whether all attempts of a batch were refused or ended before the first byte was sent. Also a refusal is the answer that a
/// reference exists already, although the batch is Unknown by it. Ledgers of earlier versions have no row for some attempts.
macro_rules! was_only_refused {
    () => {
        "(COALESCE(b.code, '') <> 'maybe_sent_since'
          AND b.attempts = (SELECT COUNT(*) FROM attempts l WHERE l.batch = b.id
              AND (l.outcome IN ('not_sent', 'not_accepted') OR l.code IN ('duplicate_reference', 'conflict'))))"
    };
}

/// A former payout that a report names, and the payout that has its reference now.
#[derive(Clone, FromRow)]
pub(super) struct Named {
    reference: String,
    pub batch: i64,
    batch_reference: String,
    callback_code: Option<String>,
    holder: i64,
    present: Option<i64>,
    present_reference: Option<String>,
    present_batch: Option<i64>,
    pub present_state: Option<String>,
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
pub(super) async fn taken_back_unsent(tx: &mut WriteTx) -> Result<Vec<BatchKey>> {
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
