//! The fees of payments, as the service reported them. The first one that is told of a payment counts: it may be in the
//! user's books. A fee says nothing about the outcome.

use std::collections::HashMap;

use jiff::Timestamp;
use paysheet_domain::{
    Currency, Money,
    money::{AMOUNT_MINOR_MAX, Total},
};
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite};

use super::known::states;
use crate::{
    model::{
        columns::{count, money, named},
        error::Result,
        events::EventKind,
        records::{BatchKey, PayrollId},
    },
    store::{ledger::Ledger, write_tx::EventSubject},
};

/// Number of payments in one statement.
const PAYMENTS_PER_STATEMENT: usize = 500;

/// What the service reported as the fee of a payment that it made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedFee {
    /// The payout's reference, in any case and with spaces around it.
    pub reference: String,
    /// An exact decimal in plain digits.
    pub fee: String,
    /// Amount and currency of the payment, as far as they were reported. A fee of another payment is nobody's.
    pub amount: Option<String>,
    pub currency: Option<String>,
}

/// A payment that was made, without a fee.
struct WithoutFee {
    payroll: PayrollId,
    batch: BatchKey,
    amount: Money,
}

impl Ledger {
    /// Records fees of payments that were made and have none yet, and returns the payrolls of these payments. A fee that is
    /// no amount of the payment's currency is left out, and so is one of 0.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read or written. The fees before the failure may be recorded then.
    pub async fn record_fees(&self, fees: &[ReportedFee], now: Timestamp) -> Result<Vec<PayrollId>> {
        let mut payrolls = Vec::new();
        for some in fees.chunks(PAYMENTS_PER_STATEMENT) {
            let without = self.without_fee(some).await?;
            let new = some.iter().filter_map(|reported| {
                let reference = spelled(&reported.reference);
                let payment = without.get(&reference)?;
                Some((reference, payment, fee_of(reported, payment.amount)?))
            });
            let new: Vec<_> = new.collect();
            if new.is_empty() {
                continue;
            }
            let mut tx = self.begin_write(now).await?;
            for (reference, payment, fee) in new {
                let updated = sqlx::query(
                    "UPDATE payouts SET fee_minor = $2
                     WHERE reference = $1 AND fee_minor IS NULL AND state IN ('Paid', 'Reversed')",
                )
                .bind(&reference)
                .bind(fee.minor())
                .execute(tx.conn())
                .await?;
                if updated.rows_affected() == 0 {
                    continue;
                }
                let batch = EventSubject::batch(payment.payroll, payment.batch);
                let about = EventSubject { payout: Some(&reference), ..batch };
                tx.append_event(EventKind::FeeReported, about, &json!({ "fee": fee.to_string() }));
                payrolls.push(payment.payroll);
            }
            tx.commit().await?;
        }
        payrolls.sort_unstable();
        payrolls.dedup();
        Ok(payrolls)
    }

    async fn without_fee(&self, fees: &[ReportedFee]) -> Result<HashMap<String, WithoutFee>> {
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT reference, payroll, batch, amount_minor, currency FROM payouts
             WHERE fee_minor IS NULL AND state IN ('Paid', 'Reversed') AND reference IN (",
        );
        let mut references = query.separated(", ");
        for reported in fees {
            references.push_bind(spelled(&reported.reference));
        }
        query.push(")");
        let rows: Vec<(String, i64, i64, i64, String)> =
            query.build_query_as().fetch_all(&self.reader).await?;
        let payment = |(reference, payroll, batch, minor, currency): (String, i64, i64, i64, String)| {
            let (payroll, batch) = (PayrollId(count("payroll", payroll)?), BatchKey(count("batch", batch)?));
            Ok((reference, WithoutFee { payroll, batch, amount: money(minor, &currency)? }))
        };
        rows.into_iter().map(payment).collect()
    }

    /// Returns the fees that were reported of a payroll's payments, as far as these are known to have been made: number and
    /// sum, by currency.
    pub async fn fees(&self, id: PayrollId) -> Result<Vec<Total>> {
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(
            "SELECT currency, COUNT(*), CAST(SUM(fee_minor) AS BIGINT) FROM payouts
             WHERE payroll = $1 AND fee_minor IS NOT NULL AND state IN ('Paid', 'Reversed')
             GROUP BY currency ORDER BY currency",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        let total = |(currency, payments, minor): (String, i64, i64)| {
            let currency: Currency = named("currency", &currency)?;
            Ok(Total::new(count("payouts", payments)?, Money::from_minor(minor, currency)))
        };
        rows.into_iter().map(total).collect()
    }
}

/// Returns a fee as money of the payment's currency; none if it is not one, or belongs to another payment.
fn fee_of(ReportedFee { fee, amount, currency, .. }: &ReportedFee, payment: Money) -> Option<Money> {
    let own = payment.currency();
    let is_own = currency.as_deref().is_none_or(|text| text.trim().eq_ignore_ascii_case(&own.to_string()))
        && amount.as_deref().is_none_or(|text| states(text, payment));
    let fee = match fee.split_once('.') {
        Some((whole, decimals)) => format!("{whole}.{}", decimals.trim_end_matches('0')),
        None => fee.clone(),
    };
    let money = Money::parse(fee.trim_end_matches('.'), own).ok()?;
    (is_own && money.is_positive() && money.minor() <= AMOUNT_MINOR_MAX).then_some(money)
}

fn spelled(reference: &str) -> String {
    reference.trim().to_ascii_uppercase()
}
