//! One payment, and the other payments to its account, in all payrolls. The index of accounts finds them, however many
//! payouts there are.

use jiff::Timestamp;
use paysheet_domain::Reference;
use sqlx::{QueryBuilder, Sqlite, sqlite::SqliteRow};

use crate::{
    model::{
        columns::stamp,
        error::{LedgerError, Result},
        records::{BatchKey, PayrollId},
    },
    reads::people::{ATTEMPTED, PAYMENTS, PersonPayment},
    store::ledger::Ledger,
};

/// Other payments to the account of a payment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountPayments {
    /// Sent before it or together with it, the newest first.
    pub earlier: Vec<PersonPayment>,
    /// Sent after it, the newest first.
    pub later: Vec<PersonPayment>,
    /// Payments of damaged payrolls. The others do not wait for them.
    pub unreadable: u32,
}

impl Ledger {
    /// Returns a payment of a payroll.
    ///
    /// # Errors
    /// `NoSuchPayout`, also if it is in another payroll; `PayrollDamaged`.
    pub async fn payment(&self, id: PayrollId, reference: &Reference) -> Result<PersonPayment> {
        let mut query = QueryBuilder::<Sqlite>::new(PAYMENTS);
        query.push("p.reference = ").push_bind(reference.as_str());
        query.push(" AND p.payroll = ").push_bind(i64::from(id.0));
        let row = query.build().fetch_optional(&self.reader).await?.ok_or(LedgerError::NoSuchPayout)?;
        PersonPayment::of(&row).map_err(|error| error.of_payroll(id, "payouts"))
    }

    /// Returns the payments to the same account that were sent, without this one, at most `limit` of the earlier and
    /// `limit` of the later ones. `sent` is when this one was sent, in which batch; before that, all others are earlier.
    /// Of batches that were sent at the same moment, the one that was made first is earlier.
    pub async fn payments_beside(
        &self,
        payment: &PersonPayment,
        sent: Option<(Timestamp, BatchKey)>,
        limit: u32,
    ) -> Result<AccountPayments> {
        let mut beside = AccountPayments::default();
        let rows = self.to_account(payment, sent.map(|sent| ("<=", sent)), limit).await?;
        beside.earlier = readable(&rows, &mut beside.unreadable)?;
        if let Some(sent) = sent {
            let rows = self.to_account(payment, Some((">", sent)), limit).await?;
            beside.later = readable(&rows, &mut beside.unreadable)?;
        }
        Ok(beside)
    }

    async fn to_account(
        &self,
        payment: &PersonPayment,
        sent: Option<(&'static str, (Timestamp, BatchKey))>,
        limit: u32,
    ) -> Result<Vec<SqliteRow>> {
        let account = &payment.person;
        let mut query = QueryBuilder::<Sqlite>::new(PAYMENTS);
        query.push("p.compared_account = ").push_bind(&account.account);
        query.push(" AND p.bank_code = ").push_bind(&account.bank_code);
        query.push(" AND p.currency = ").push_bind(account.currency.to_string());
        query.push(" AND p.reference <> ").push_bind(payment.payout.reference.as_str());
        query.push(" AND ").push(ATTEMPTED);
        if let Some((comparison, (at, batch))) = sent {
            query.push(" AND (b.sent_at, b.id) ").push(comparison).push(" (").push_bind(stamp(at));
            query.push(", ").push_bind(i64::from(batch.0)).push(")");
        }
        query.push(" ORDER BY b.sent_at DESC, b.id DESC, p.reference LIMIT ").push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.reader).await?)
    }
}

/// Counts the rows that cannot be read, because a payroll is damaged.
fn readable(rows: &[SqliteRow], unreadable: &mut u32) -> Result<Vec<PersonPayment>> {
    let mut payments = Vec::new();
    for row in rows {
        match PersonPayment::of(row) {
            Err(error) if error.is_damage() => *unreadable = unreadable.saturating_add(1),
            payment => payments.push(payment?),
        }
    }
    Ok(payments)
}
