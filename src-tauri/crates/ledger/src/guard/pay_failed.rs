//! Pays failed payouts again: a new draft whose rows are linked to the payouts that failed. A payout is in at most one
//! open retry. The links of one person form a chain, because a retry may fail as well. What [`crate::batches::corrections`] replaces
//! is linked in the same way.
//!
//! [`crate::guard::overlap`] stops a retry whose earlier payout turns out to be paid.
//!
//! # What failed is paid again once
//!
//! `ledger::guard::pay_failed` creates a retry only of payouts that are Failed or Reversed and in no other retry, in one
//! transaction, and links each row to its payout. The links of one person form a chain with the first payout.
//! `ledger::guard::overlap::linked` searches the chain wherever the guard runs: a payout of it that is paid, contradictory,
//! under way or armed is a question, also if the account was corrected in between.

use paysheet_domain::{BatchState, DraftRow, Money, PayoutState, Reference};
use serde_json::json;
use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};

use crate::{
    drafts::{
        draft::{NewPayroll, insert_payroll, note_created},
        draft_rows,
    },
    model::{
        columns::{count, money, named, reference},
        error::{LedgerError, Result},
        events::EventKind,
        records::{PayoutRecord, PayrollId},
        stored::StoredPayout,
    },
    outcomes::reports::known,
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// States of payouts that are known not to have paid anybody, or not to have paid in the end. Only these are paid again.
const FAILED: &str = "('Failed', 'Reversed')";

/// Selects the later payments `n` of the chain of a payout `p`, with their links `r` and payrolls `q`. Payrolls are numbered in
/// the order in which they are made.
macro_rules! later_in_chain {
    () => {
        "SELECT 1 FROM retries r JOIN payrolls q ON q.id = r.payroll
         LEFT JOIN payouts n ON n.payroll = r.payroll AND n.position = r.position
         WHERE r.payroll > p.payroll
           AND r.first_reference = COALESCE(
               (SELECT own.first_reference FROM retries own WHERE own.payroll = p.payroll AND own.position = p.position),
               p.reference) "
    };
}
pub(crate) use later_in_chain;

/// Condition on a payout `p`: a later payment of its chain can still be made, was made, or has failed itself and is what is
/// paid again. A withdrawn one that nothing replaces, or a row that was excluded when its payroll was approved, leaves the
/// payout to another payroll.
pub(crate) const IN_RETRY: &str = concat!(
    "EXISTS (",
    later_in_chain!(),
    "AND ((n.reference IS NULL AND q.approved_at IS NULL) OR n.state <> 'Withdrawn'))"
);

/// Condition on a payout `p`: a later payment of its chain is in a payroll that was approved, and was not withdrawn.
const PAID_LATER: &str =
    concat!("EXISTS (", later_in_chain!(), "AND n.state <> 'Withdrawn' AND q.approved_at IS NOT NULL)");

/// Why a row is linked to a payout of another payroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// The payout failed, and the row pays it again.
    Retry,
    /// The payout was withdrawn, and the row replaces it.
    Correction,
}

/// Payments of one payroll that another payroll makes again, or replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryLink {
    pub old: PayrollId,
    pub new: PayrollId,
    /// Rows of the new payroll that are linked to payouts of the old one. Rows that were excluded when the new payroll
    /// was approved do not count.
    pub people: u32,
    /// The old payouts were withdrawn because the service never took them; otherwise they failed.
    pub is_correction: bool,
}

/// One payment of a chain: the first payout, or one that pays it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainPayment {
    /// The first payout of the chain.
    pub chain: Reference,
    pub payroll: PayrollId,
    pub payroll_name: String,
    pub reference: Reference,
    pub amount: Money,
    pub state: PayoutState,
    pub batch: BatchState,
}

impl Ledger {
    /// Returns the payouts of a payroll that are known to have failed or been reversed and are in no retry, by position.
    pub async fn payable_again(&self, id: PayrollId) -> Result<Vec<PayoutRecord>> {
        let sql = format!(
            "SELECT p.*, b.number FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE p.payroll = $1 AND p.state IN {FAILED} AND NOT {IN_RETRY} ORDER BY p.position, p.reference"
        );
        let stored: Vec<StoredPayout> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(i64::from(id.0)).fetch_all(&self.reader).await?;
        let payouts: Result<_> = stored.into_iter().map(StoredPayout::into_record).collect();
        payouts.map_err(|error| error.of_payroll(id, "payouts"))
    }

    /// Returns number and sum of the payouts that [`Self::payable_again`] returns, by currency.
    pub async fn payable_again_totals(&self, id: PayrollId) -> Result<Vec<(u32, Money)>> {
        self.totals_of(id, &format!("p.state IN {FAILED} AND NOT {IN_RETRY}")).await
    }

    /// Returns number and sum of the payouts of a payroll that were withdrawn and are in another payroll that was approved,
    /// by currency.
    pub async fn paid_elsewhere(&self, id: PayrollId) -> Result<Vec<(u32, Money)>> {
        self.totals_of(id, &format!("p.state = 'Withdrawn' AND {PAID_LATER}")).await
    }

    /// Adds up the payouts `p` of a payroll that meet a condition, by currency.
    async fn totals_of(&self, id: PayrollId, condition: &str) -> Result<Vec<(u32, Money)>> {
        // The sign keeps SQLite from using an index of the whole payroll for each batch.
        let sql = format!(
            "SELECT p.currency, COUNT(*), CAST(SUM(p.amount_minor) AS BIGINT) FROM batches b CROSS JOIN payouts p
             WHERE p.batch = b.id AND +p.payroll = b.payroll AND b.payroll = $1 AND {condition}
             GROUP BY p.currency"
        );
        let rows: Vec<(String, i64, i64)> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(i64::from(id.0)).fetch_all(&self.reader).await?;
        let total = |(currency, people, minor): (String, i64, i64)| {
            Ok((count("payouts", people)?, money(minor, &currency)?))
        };
        let totals: Result<Vec<(u32, Money)>> = rows.into_iter().map(total).collect();
        let mut totals = totals.map_err(|error| error.of_payroll(id, "payouts"))?;
        totals.sort_by_key(|(_, sum)| sum.currency());
        Ok(totals)
    }

    /// Creates a draft that pays failed payouts again, each row linked to the payout beside it.
    ///
    /// # Errors
    /// `NotPayableAgain` if one of the payouts is not known to have failed, or is in another retry. Then nothing is
    /// stored.
    pub async fn create_retry(&self, new: NewPayroll, rows: &[(DraftRow, Reference)]) -> Result<PayrollId> {
        let mut tx = self.begin_write(new.at).await?;
        let old: Vec<&Reference> = rows.iter().map(|(_, old)| old).collect();
        require_payable_again(tx.conn(), &old).await?;
        let id = insert_payroll(&mut tx, &new, rows.len()).await?;
        let drafted: Vec<DraftRow> = rows.iter().map(|(row, _)| row.clone()).collect();
        draft_rows::fill(&mut tx, id, &drafted).await?;
        for (row, old) in rows {
            link(&mut tx, (id, row.position), (old, Link::Retry)).await?;
        }
        note_created(&mut tx, id, new, rows.len()).await?;
        tx.append_event(EventKind::RetryCreated, EventSubject::payroll(id), &json!({ "pays_again": old }));
        tx.commit().await?;
        Ok(id)
    }

    /// Returns all links between payrolls: which one pays people of which one again. By new payroll, then by old.
    pub async fn retry_links(&self) -> Result<Vec<RetryLink>> {
        let links: Vec<(i64, i64, i64, bool)> = sqlx::query_as(
            "SELECT o.payroll, r.payroll, COUNT(*), r.is_correction <> 0 FROM retries r
             JOIN payouts o ON o.reference = r.old_reference JOIN payrolls q ON q.id = r.payroll
             LEFT JOIN payouts n ON n.payroll = r.payroll AND n.position = r.position
             WHERE n.reference IS NOT NULL OR q.approved_at IS NULL
             GROUP BY o.payroll, r.payroll, r.is_correction ORDER BY r.payroll, o.payroll",
        )
        .fetch_all(&self.reader)
        .await?;
        let link = |(old, new, people, is_correction)| {
            let (old, new) = (PayrollId(count("payroll", old)?), PayrollId(count("payroll", new)?));
            Ok(RetryLink { old, new, people: count("payouts", people)?, is_correction })
        };
        links.into_iter().map(link).collect()
    }

    /// Returns every payment of the chains that a payroll has part in, oldest payroll first.
    pub async fn payment_chains(&self, id: PayrollId) -> Result<Vec<ChainPayment>> {
        // From the few links to their payouts, never from the many payouts of a payroll: Track asks again and again. SQLite
        // follows the order of a CROSS JOIN.
        let stored: Vec<StoredChainPayment> = sqlx::query_as(
            "WITH own AS (
                 SELECT first_reference FROM retries WHERE payroll = $1
                 UNION
                 SELECT r.first_reference FROM retries r CROSS JOIN payouts o
                 WHERE o.reference = r.old_reference AND o.payroll = $1
             ), members AS (
                 SELECT first_reference AS chain, first_reference AS reference FROM own
                 UNION
                 SELECT r.first_reference, n.reference FROM own
                 CROSS JOIN retries r ON r.first_reference = own.first_reference
                 CROSS JOIN payouts n ON n.payroll = r.payroll AND n.position = r.position
             )
             SELECT m.chain, p.payroll, q.name, p.reference, p.currency, p.amount_minor, p.state, b.state AS batch_state
             FROM members m CROSS JOIN payouts p ON p.reference = m.reference JOIN batches b ON b.id = p.batch
             JOIN payrolls q ON q.id = p.payroll
             ORDER BY m.chain, p.payroll, p.position",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredChainPayment::into_payment).collect()
    }
}

/// Checks that payouts are known to have failed, by what was reported of them too, and that no retry of them is open.
async fn require_payable_again(conn: &mut SqliteConnection, old: &[&Reference]) -> Result<()> {
    let sql = format!(
        "SELECT COUNT(*) FROM payouts p WHERE p.reference = $1 AND p.state IN {FAILED} AND NOT {IN_RETRY}"
    );
    for reference in old {
        let payable: i64 = sqlx::query_scalar(AssertSqlSafe(sql.clone()))
            .bind(reference.as_str())
            .fetch_one(&mut *conn)
            .await?;
        if payable != 1 {
            return Err(LedgerError::NotPayableAgain);
        }
    }
    let references: Vec<&str> = old.iter().map(|reference| reference.as_str()).collect();
    let known = known::load(conn, &references).await?;
    let has_failed =
        |reference: &&str| known.get(*reference).is_some_and(|payout| has_failed(payout.derived()));
    if references.iter().all(has_failed) { Ok(()) } else { Err(LedgerError::NotPayableAgain) }
}

pub(crate) const fn has_failed(state: PayoutState) -> bool {
    matches!(state, PayoutState::Failed | PayoutState::Reversed)
}

/// Links a row of a draft to the payout that it pays again or replaces.
pub(crate) async fn link(
    tx: &mut WriteTx,
    (id, position): (PayrollId, u32),
    (old, why): (&Reference, Link),
) -> Result<()> {
    sqlx::query(
        "INSERT INTO retries (payroll, position, old_reference, first_reference, is_correction)
         VALUES ($1, $2, $3, COALESCE((
             SELECT r.first_reference FROM retries r
             JOIN payouts o ON o.payroll = r.payroll AND o.position = r.position
             WHERE o.reference = $3), $3), $4)",
    )
    .bind(i64::from(id.0))
    .bind(i64::from(position))
    .bind(old.as_str())
    .bind(why == Link::Correction)
    .execute(tx.conn())
    .await?;
    Ok(())
}

#[derive(FromRow)]
struct StoredChainPayment {
    chain: String,
    payroll: i64,
    name: String,
    reference: String,
    currency: String,
    amount_minor: i64,
    state: String,
    batch_state: String,
}

impl StoredChainPayment {
    fn into_payment(self) -> Result<ChainPayment> {
        Ok(ChainPayment {
            chain: reference(&self.chain)?,
            payroll: PayrollId(count("payroll", self.payroll)?),
            payroll_name: self.name,
            reference: reference(&self.reference)?,
            amount: money(self.amount_minor, &self.currency)?,
            state: named("state", &self.state)?,
            batch: named("state", &self.batch_state)?,
        })
    }
}
