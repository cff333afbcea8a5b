//! The user's approval of exactly what was shown, for one service and wallet. What the user confirms before an approved
//! payroll is sent later: [`crate::batches::resend`].
//!
//! # An approval does not last for ever
//!
//! More than the days of the profile after the total was typed, or if the clock was set back since, `Ledger::intent`
//! and everything that sends again ask for the total (`ledger::batches::approval::require_valid_approval`). Before
//! anything is sent, `desk::approve::bank_codes` fetches the service's lists, unless they are minutes old, and compares
//! what each code means with the bank that was approved.
//!
//! # A batch is sent only where it was approved for
//!
//! `ledger::batches::approval` stores origin, certificate authority, the reference of the wallet that pays the batch's
//! currency, and a keyed fingerprint of the token's account with each batch. A wallet's password alone selects it at
//! the service, so another reference needs another password (`desk::session::connection`), and a wallet of one currency
//! is recorded differently from the profile's own (`desk::access::wallets`). `Ledger::intent`, `ready_again` and
//! `resend_unknown` refuse any other destination. A changed service or wallet needs a new approval (`approve_anew`),
//! which a batch that was ever Unknown does not get. For a token of another account the user is asked.
//! `desk::pay::sending` uses one `Service` both for the comparison and for sending.

use std::collections::HashMap;

use jiff::Timestamp;
use paysheet_domain::{BatchState, Money};
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    batches::freeze::{Approved, Frozen, batches_in, read_frozen},
    guard::{overlap::GuardRule, questions::require_no_open_question},
    model::{
        columns::{add_total, count, counted, moment_or_none},
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::EventKind,
        records::{BatchKey, Destination, Destinations, PayrollId},
    },
    outcomes::unknown_reports,
    reads::{damage, figures::texts},
    states::transitions::{StoredBatch, load, load_head, move_batch},
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

impl Destination {
    pub(crate) fn stored(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|_| LedgerError::Unreadable { column: "destination_json" })
    }

    fn to_json(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|_| LedgerError::Unreadable { column: "destination_json" })
    }

    /// Returns whether service, authority and wallet are the same, whichever account the token belongs to.
    #[must_use]
    pub fn is_same_service(&self, other: &Self) -> bool {
        (&self.origin, &self.authority, &self.wallet) == (&other.origin, &other.authority, &other.wallet)
    }
}

/// The input of an approval.
#[derive(Clone, Copy, Debug)]
pub struct Approval<'a> {
    pub by: &'a str,
    /// The totals as the user typed them, one per currency, in any order.
    pub totals: &'a [Money],
    pub destinations: &'a Destinations,
    pub rule: GuardRule,
    pub at: Timestamp,
}

impl Ledger {
    /// Records the user's approval of what `frozen` describes.
    ///
    /// # Errors
    /// `AlreadyReported`, `PayrollDamaged`. `ChangedSinceShown` if the payroll is no longer frozen, or was frozen with
    /// other contents. `TotalsDiffer`. `QuestionsOpen` if another payroll pays some of its people and the user has not
    /// decided.
    pub async fn approve(&self, frozen: Frozen, approval: Approval<'_>) -> Result<Approved> {
        let id = frozen.payroll();
        let mut tx = self.begin_write(approval.at).await?;
        tx.require_unblocked()?;
        unknown_reports::refuse_reported(tx.conn(), id).await?;
        damage::require_intact(tx.conn(), id).await?;
        if read_frozen(tx.conn(), id).await?.as_ref() != Some(&frozen) {
            return Err(LedgerError::ChangedSinceShown(id));
        }
        require_same_totals(frozen.totals(), approval.totals)?;
        require_no_open_question(tx.conn(), id, None, approval.rule.at(approval.at)).await?;
        let data = json!({
            "by": approval.by, "people": frozen.people(), "fingerprint": frozen.fingerprint(),
            "totals": texts(frozen.totals()), "destination": approval.destinations.main,
            "wallets": approval.destinations.wallets,
        });
        tx.append_event(EventKind::Approved, EventSubject::payroll(id), &data);
        let approval_seq = tx.last_seq();
        let keys = batches_in(tx.conn(), id, BatchState::Frozen).await?;
        for &key in &keys {
            move_batch(&mut tx, key, BatchState::Approved).await?;
            let currency = load_head(tx.conn(), key).await?.sum.currency();
            bind(&mut tx, key, &approval.destinations.of(currency)).await?;
        }
        sqlx::query("UPDATE payrolls SET approved_by = $2, approved_at = $3, approval_seq = $4, confirmed_seq = $5 WHERE id = $1")
            .bind(i64::from(id.0))
            .bind(approval.by)
            .bind(tx.at())
            .bind(approval_seq)
            .bind(tx.last_seq())
            .execute(tx.conn())
            .await?;
        tx.commit().await?;
        Ok(Approved::of(id, counted(keys.len())?))
    }

    /// Approves again what is not at the service, for the service that the profile names now. A batch whose outcome
    /// was ever unknown stays with the service that may have it.
    ///
    /// # Errors
    /// `NothingToApprove` if no batch may be sent elsewhere; `TotalsDiffer`, `QuestionsOpen`.
    pub async fn approve_anew(&self, id: PayrollId, approval: Approval<'_>) -> Result<()> {
        let mut tx = self.begin_write(approval.at).await?;
        tx.require_unblocked()?;
        let unsent = unsent_batches(tx.conn(), id).await?;
        let destination = |batch: &StoredBatch| approval.destinations.of(batch.sum.currency());
        let (bound, free): (Vec<_>, Vec<_>) = unsent.into_iter().partition(|batch| {
            batch.was_unknown
                && batch.destination.as_ref().is_none_or(|to| !to.is_same_service(&destination(batch)))
        });
        if free.is_empty() || !bound.is_empty() {
            return Err(LedgerError::NothingToApprove(id));
        }
        let totals = totals_of(&free)?;
        require_same_totals(&totals, approval.totals)?;
        require_no_open_question(tx.conn(), id, None, approval.rule.at(approval.at)).await?;
        let data = json!({
            "by": approval.by, "totals": texts(&totals), "destination": approval.destinations.main,
            "wallets": approval.destinations.wallets,
            "batches": free.iter().map(|batch| batch.key).collect::<Vec<_>>(),
        });
        tx.append_event(EventKind::ApprovedAnew, EventSubject::payroll(id), &data);
        for batch in &free {
            bind(&mut tx, batch.key, &destination(batch)).await?;
        }
        confirm(&mut tx, id).await?;
        tx.commit().await
    }

    /// Returns the totals of the approved batches of a payroll that are not at the service, by currency: what "Send
    /// again" would send.
    pub async fn unsent_totals(&self, id: PayrollId) -> Result<Vec<Money>> {
        let mut conn = self.reader.acquire().await?;
        totals_of(&unsent_batches(&mut conn, id).await?)
    }

    /// Returns the destination for which the unsettled batches of a payroll were approved; `None` if nothing is
    /// approved.
    pub async fn approved_for(&self, id: PayrollId) -> Result<Option<Destination>> {
        let text: Option<Option<String>> = sqlx::query_scalar(
            "SELECT destination_json FROM batches WHERE payroll = $1 AND destination_json IS NOT NULL
             ORDER BY number DESC LIMIT 1",
        )
        .bind(i64::from(id.0))
        .fetch_optional(&self.reader)
        .await?;
        text.flatten().as_deref().map(Destination::stored).transpose()
    }

    /// Returns the destination for which each batch of a payroll was approved, by number.
    pub async fn destinations(&self, id: PayrollId) -> Result<HashMap<u32, Destination>> {
        let stored: Vec<(i64, String)> = sqlx::query_as(
            "SELECT number, destination_json FROM batches WHERE payroll = $1 AND destination_json IS NOT NULL",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored
            .iter()
            .map(|(number, text)| Ok((count("number", *number)?, Destination::stored(text)?)))
            .collect()
    }

    /// Records the user's confirmation that another token is of the same account: unsettled batches may be sent with
    /// it.
    ///
    /// # Errors
    /// `NoReason`.
    pub async fn confirm_account(
        &self,
        id: PayrollId,
        account: &str,
        (reason, by): (&str, &str),
        now: Timestamp,
    ) -> Result<()> {
        decision_reason(reason)?;
        let mut tx = self.begin_write(now).await?;
        let mut batches = unsent_batches(tx.conn(), id).await?;
        for key in batches_in(tx.conn(), id, BatchState::Unknown).await? {
            batches.push(load(tx.conn(), key).await?);
        }
        for batch in batches {
            if let Some(destination) = batch.destination {
                let destination = Destination { account: account.to_owned(), ..destination };
                bind(&mut tx, batch.key, &destination).await?;
            }
        }
        let data = json!({ "account": account, "reason": reason, "by": by });
        tx.append_event(EventKind::AccountConfirmed, EventSubject::payroll(id), &data);
        tx.commit().await
    }
}

/// Checks that the user typed the total of the payroll not too long ago.
///
/// # Errors
/// `TotalNeeded`, also if the clock was set back since: then it is not known how long ago it was.
pub(crate) async fn require_valid_approval(
    conn: &mut SqliteConnection,
    id: PayrollId,
    approval: (GuardRule, Timestamp),
) -> Result<()> {
    if is_approval_valid(conn, id, approval).await? {
        return Ok(());
    }
    Err(LedgerError::TotalNeeded { totals: totals_of(&unsent_batches(conn, id).await?)? })
}

pub(super) async fn is_approval_valid(
    conn: &mut SqliteConnection,
    id: PayrollId,
    (rule, now): (GuardRule, Timestamp),
) -> Result<bool> {
    let confirmed: Option<String> = sqlx::query_scalar(
        "SELECT e.at FROM payrolls r JOIN events e ON e.seq = r.confirmed_seq WHERE r.id = $1",
    )
    .bind(i64::from(id.0))
    .fetch_optional(&mut *conn)
    .await?;
    let confirmed = moment_or_none("at", confirmed.as_deref())?;
    Ok(confirmed.is_some_and(|confirmed| rule.is_valid(confirmed, now)))
}

/// Checks that the batch was approved for the destination of its currency.
///
/// # Errors
/// `ApprovedForOther` if the batch was approved for another service or wallet.
/// `AccountDiffers` if the token is of another account.
pub(crate) fn require_destination(batch: &StoredBatch, to: &Destinations) -> Result<()> {
    let to = to.of(batch.sum.currency());
    match &batch.destination {
        Some(approved) if *approved == to => Ok(()),
        Some(approved) if approved.is_same_service(&to) => Err(LedgerError::AccountDiffers(batch.payroll)),
        approved => Err(LedgerError::ApprovedForOther {
            payroll: batch.payroll,
            approved_for: approved.clone().map(Box::new),
        }),
    }
}

/// Batches that are approved and not at the service, by number.
pub(crate) async fn unsent_batches(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<StoredBatch>> {
    let keys: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM batches WHERE payroll = $1 AND state IN ($2, $3, $4) ORDER BY number",
    )
    .bind(i64::from(id.0))
    .bind(BatchState::Approved.to_string())
    .bind(BatchState::NotSent.to_string())
    .bind(BatchState::NotAccepted.to_string())
    .fetch_all(&mut *conn)
    .await?;
    let mut batches = Vec::with_capacity(keys.len());
    for key in keys {
        batches.push(load(conn, BatchKey(count("batch", key)?)).await?);
    }
    Ok(batches)
}

pub(super) fn totals_of(batches: &[StoredBatch]) -> Result<Vec<Money>> {
    let mut totals = Vec::new();
    for batch in batches {
        add_total(&mut totals, batch.sum)?;
    }
    Ok(totals)
}

pub(super) fn require_same_totals(totals: &[Money], typed: &[Money]) -> Result<()> {
    if texts(totals) == texts(typed) { Ok(()) } else { Err(LedgerError::TotalsDiffer) }
}

async fn bind(tx: &mut WriteTx, key: BatchKey, destination: &Destination) -> Result<()> {
    sqlx::query("UPDATE batches SET destination_json = $2 WHERE id = $1")
        .bind(i64::from(key.0))
        .bind(destination.to_json()?)
        .execute(tx.conn())
        .await?;
    Ok(())
}

/// Marks everything that happened before as seen by the user.
pub(crate) async fn confirm(tx: &mut WriteTx, id: PayrollId) -> Result<()> {
    let seq = tx.last_seq();
    sqlx::query("UPDATE payrolls SET confirmed_seq = $2 WHERE id = $1")
        .bind(i64::from(id.0))
        .bind(seq)
        .execute(tx.conn())
        .await?;
    Ok(())
}
