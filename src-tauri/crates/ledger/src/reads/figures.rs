//! Figures that the screens show beside payrolls and batches, computed by the database.
//!
//! # Track's figures are the payouts'
//!
//! Number and sum of the payouts of each batch in each state are stored (`payout_totals`). Triggers change them in the
//! transaction that changes the payouts, whatever changes those, and nothing else writes them. `ledger::reads::figures`
//! compares them with the payouts once after each opening and after each check of the history, and with what each batch
//! was frozen with each time; if they differ, the payroll is damaged. Head, batches and totals are read at one moment.

use paysheet_domain::Money;
use sqlx::SqliteConnection;

use crate::{
    model::{
        columns::{add_total, count, money},
        error::Result,
        records::{BatchKey, BatchRecord, PayrollId, PayrollRecord},
    },
    reads::{
        damage::read_payroll_and_batches,
        payout_totals::{BatchTotal, Outcomes, checked_outcomes, with_totals},
    },
    store::ledger::Ledger,
};

/// A payroll with its batches and the figures of its payouts, all read at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayrollFigures {
    pub record: PayrollRecord,
    /// By number.
    pub batches: Vec<BatchRecord>,
    /// By batch.
    pub totals: Vec<BatchTotal>,
    pub outcomes: Outcomes,
}

impl Ledger {
    /// Returns a payroll with its batches and the figures of its payouts, as they were at one moment, after checking that
    /// each batch has the payouts it was frozen with.
    ///
    /// # Errors
    /// `NoSuchPayroll`, `PayrollDamaged`.
    pub async fn payroll_figures(&self, id: PayrollId) -> Result<PayrollFigures> {
        let mut tx = self.reader.begin().await?;
        let (record, rows) = read_payroll_and_batches(&mut tx, id).await?;
        let totals = self.totals(&mut tx, id).await?;
        tx.commit().await?;
        let batches = with_totals(id, &rows, &totals)?;
        let outcomes = checked_outcomes(id, &batches, &totals)?;
        Ok(PayrollFigures { record, batches, totals, outcomes })
    }

    /// Returns the number of banks and wallets that a payroll pays to.
    pub async fn bank_count(&self, id: PayrollId) -> Result<u32> {
        let (banks,): (i64,) =
            sqlx::query_as("SELECT COUNT(DISTINCT bank_code) FROM payouts WHERE payroll = $1")
                .bind(i64::from(id.0))
                .fetch_one(&self.reader)
                .await?;
        count("banks", banks)
    }

    /// Returns the length of a batch's body in bytes, without the wallet lock.
    pub async fn body_bytes(&self, batch: BatchKey) -> Result<u32> {
        let (bytes,): (i64,) = sqlx::query_as("SELECT OCTET_LENGTH(body) FROM batches WHERE id = $1")
            .bind(i64::from(batch.0))
            .fetch_one(&self.reader)
            .await?;
        count("body", bytes)
    }
}

/// Returns the sums of the whole payroll by currency as it was approved, from its batches.
pub(crate) async fn payroll_totals(conn: &mut SqliteConnection, id: PayrollId) -> Result<Vec<Money>> {
    let sums: Vec<(i64, String)> =
        sqlx::query_as("SELECT sum_minor, currency FROM batches WHERE payroll = $1")
            .bind(i64::from(id.0))
            .fetch_all(conn)
            .await?;
    let mut totals = Vec::new();
    for (minor, currency) in sums {
        add_total(&mut totals, money(minor, &currency)?)?;
    }
    Ok(totals)
}

/// Formats totals for an event: one text per currency, sorted.
pub(crate) fn texts(totals: &[Money]) -> Vec<String> {
    let mut texts: Vec<String> = totals.iter().map(Money::to_string).collect();
    texts.sort_unstable();
    texts
}
