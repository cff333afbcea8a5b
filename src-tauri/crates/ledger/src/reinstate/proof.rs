//! Which former batches reports prove to be at the service.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use paysheet_domain::{BatchState, CallbackCode};
use sqlx::{FromRow, QueryBuilder, Sqlite};

use crate::{
    columns::{count, named},
    drafts::first_not_removable,
    error::{LedgerError, Result},
    parts::{Move, move_to_draft, require_rows},
    records::{BatchKey, PayrollId},
    reports::Incoming,
    thaw::thaw,
    transitions::{StoredBatch, enter, load, load_head},
    verification::require_as_approved,
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

/// Number of references in one query.
const REFERENCES_PER_QUERY: usize = 500;

/// Returns the former batches that these reports prove to be at the service.
pub(super) async fn proved_by(tx: &mut WriteTx, reports: &[Incoming]) -> Result<Vec<BatchKey>> {
    let any: Option<String> =
        sqlx::query_scalar("SELECT reference FROM former_payouts LIMIT 1").fetch_optional(tx.conn()).await?;
    if any.is_none() {
        return Ok(Vec::new());
    }
    let mut proved = BTreeSet::new();
    let is_blocked = tx.require_unblocked().is_err();
    for former in named_by(tx, reports).await? {
        let is_proved = match former.place()? {
            Place::Missing => true,
            Place::AtTheService => false,
            Place::NotSent { payroll, state, .. } => {
                // A newer copy of a blocked ledger may have sent what waits here.
                (is_waiting(state) && !is_blocked) || first_not_removable(tx, payroll).await?.is_none()
            }
        };
        if is_proved {
            proved.insert(former.batch);
        }
    }
    proved.into_iter().map(|batch| Ok(BatchKey(count("batch", batch)?))).collect()
}

/// Frees the references of this former batch, which the service has, from batches that never left this computer: a payroll
/// of which nothing was attempted is a draft again, and of another one the batches are moved to a draft.
pub(super) async fn free_references(tx: &mut WriteTx, former: BatchKey) -> Result<()> {
    let holders: Vec<(i64, i64)> = sqlx::query_as(concat!(
        "SELECT DISTINCT b.payroll, b.id FROM former_payouts f JOIN payouts p ON p.reference = f.reference
         JOIN batches b ON b.id = p.batch WHERE f.batch = $1 AND NOT ",
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
        if first_not_removable(tx, payroll).await?.is_none() {
            thaw(tx, payroll).await?;
        } else if tx.require_unblocked().is_ok() {
            free_batches(tx, payroll, &batches).await?;
        }
    }
    Ok(())
}

/// Moves those of the batches to a draft that wait to be sent, as they were approved. A damaged one stays where it is:
/// [`doubt`] stops it.
async fn free_batches(tx: &mut WriteTx, payroll: PayrollId, batches: &[BatchKey]) -> Result<()> {
    let mut free = Vec::new();
    for batch in batches {
        let stored = load(tx.conn(), *batch).await?;
        if is_waiting(stored.state) && is_movable(tx, &stored).await? {
            free.push(stored);
        }
    }
    // A payroll of which nothing is left would be a draft with all its rows.
    if !free.is_empty() && free.len() < batch_count(tx, payroll).await? {
        let moved = Move { refused: &HashSet::new(), by: None };
        move_to_draft(tx, payroll, &free, moved).await?;
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

const fn is_waiting(state: BatchState) -> bool {
    matches!(state, BatchState::Approved | BatchState::NotSent)
}

/// Returns whether everything that moving reads is as it was approved: a batch that is half moved is worse than one that
/// stays.
async fn is_movable(tx: &mut WriteTx, stored: &StoredBatch) -> Result<bool> {
    let read = match require_as_approved(tx, stored).await {
        Ok(()) => require_rows(tx, stored).await,
        changed => changed,
    };
    match read {
        Ok(()) => Ok(true),
        Err(LedgerError::NotAsFrozen(_) | LedgerError::AlreadyReported { .. }) => Ok(false),
        Err(error) if error.is_damage() => Ok(false),
        Err(error) => Err(error),
    }
}

/// Stops the batches that never left this computer and still have references which these reports are about: the service
/// has another batch with them. The user decides what becomes of a batch that is unknown. Returns all that are stopped.
pub(super) async fn doubt(tx: &mut WriteTx, reports: &[Incoming]) -> Result<BTreeSet<BatchKey>> {
    let mut stopped = BTreeSet::new();
    if tx.require_unblocked().is_err() {
        return Ok(stopped);
    }
    for former in named_by(tx, reports).await? {
        let Place::NotSent { batch, state, .. } = former.place()? else { continue };
        if !stopped.contains(&batch) && is_waiting(state) {
            let stored = load_head(tx.conn(), batch).await?;
            enter(tx, &stored, BatchState::Unknown).await?;
        }
        if is_waiting(state) || state == BatchState::Unknown {
            stopped.insert(batch);
        }
    }
    Ok(stopped)
}

/// A former payout that a report names, and the payout that has its reference now.
#[derive(FromRow)]
struct Named {
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
    is_approved: Option<bool>,
}

/// Where a reference is that a report names.
enum Place {
    Missing,
    /// In a batch that was attempted, or in the very batch that was attempted before: the report is about it.
    AtTheService,
    /// In another batch, which never left this computer: the service has the former batch.
    NotSent {
        payroll: PayrollId,
        batch: BatchKey,
        state: BatchState,
    },
}

impl Named {
    fn place(&self) -> Result<Place> {
        let Some(payroll) = self.present else { return Ok(Place::Missing) };
        let is_same = payroll == self.holder
            && self.present_reference.as_deref() == Some(self.batch_reference.as_str());
        if self.has_left == Some(true) || (is_same && self.is_approved == Some(true)) {
            return Ok(Place::AtTheService);
        }
        let (Some(batch), Some(state)) = (self.present_batch, &self.present_state) else {
            return Ok(Place::AtTheService);
        };
        Ok(Place::NotSent {
            payroll: PayrollId(count("payroll", payroll)?),
            batch: BatchKey(count("batch", batch)?),
            state: named("state", state)?,
        })
    }
}

/// Returns the former payouts that the reports name. A report with another code than the batch was sent with is about
/// something else.
async fn named_by(tx: &mut WriteTx, reports: &[Incoming]) -> Result<Vec<Named>> {
    let mut codes = BTreeMap::<&str, Vec<Option<&CallbackCode>>>::new();
    for incoming in reports {
        let codes = codes.entry(&incoming.report.reference).or_default();
        codes.push(incoming.report.callback_code.as_ref());
    }
    let references: Vec<&str> = codes.keys().copied().collect();
    let mut named = Vec::new();
    for some in references.chunks(REFERENCES_PER_QUERY) {
        let mut query = QueryBuilder::<Sqlite>::new(concat!(
            "SELECT f.reference, f.batch, f.holder, a.reference AS batch_reference, a.callback_code, p.payroll AS present,
                    b.id AS present_batch, b.reference AS present_reference, b.state AS present_state, ",
            left_this_computer!(),
            " AS has_left, y.approved_at IS NOT NULL AS is_approved
             FROM former_payouts f JOIN attempted_batches a ON a.batch = f.batch
             LEFT JOIN payouts p ON p.reference = f.reference LEFT JOIN batches b ON b.id = p.batch
             LEFT JOIN payrolls y ON y.id = p.payroll
             WHERE f.batch = (SELECT MAX(n.batch) FROM former_payouts n WHERE n.reference = f.reference)
                 AND f.reference IN ("
        ));
        let mut listed = query.separated(", ");
        for reference in some {
            listed.push_bind((*reference).to_owned());
        }
        listed.push_unseparated(") ORDER BY f.batch, f.position");
        let found: Vec<Named> = query.build_query_as().fetch_all(tx.conn()).await?;
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
