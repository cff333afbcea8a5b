//! Everyone who was ever paid, across payrolls. A person is an account: its number in the international form, with its
//! bank and currency. Names are spelled differently from month to month, and two people may share one.

use std::collections::HashMap;

use jiff::Timestamp;
use paysheet_domain::{BatchState, Country, Currency, Money, PayoutStatus};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, QueryBuilder, Row, Sqlite, sqlite::SqliteRow};

use crate::{
    model::{
        columns::{count, like_pattern, moment, moment_or_none, named, stamp},
        error::Result,
        records::{PayoutRecord, PayrollId},
        stored::StoredPayout,
    },
    store::ledger::Ledger,
};

/// People that one statement reads. With three values each, they stay far below the limit of bound values.
const PEOPLE_PER_QUERY: usize = 300;

/// Reads payouts `p` with their batches `b` and payrolls `r`, as [`PersonPayment::of`] needs them.
pub(crate) const PAYMENTS: &str =
    "SELECT p.*, b.number, b.state AS batch_state, r.name AS payroll_name, r.period,
            COALESCE(p.changed_at, b.sent_at) AS at
     FROM payouts p JOIN batches b ON b.id = p.batch JOIN payrolls r ON r.id = p.payroll WHERE ";

/// Joined to a query of payouts `p` and their batches `b`: those that may have had an outcome.
pub(crate) const ATTEMPTED: &str = "b.attempts > 0 AND p.state <> 'Planned' AND p.state <> 'Withdrawn'";

/// Payouts that paid somebody, or may have. Whoever has no other is not listed.
const PAID_OR_MAYBE: &str = "p.state IN ('Sent', 'Paid', 'Overdue', 'Reversed', 'Conflict')";

/// Identifies a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PersonKey {
    pub currency: Currency,
    pub bank_code: String,
    /// As accounts are compared.
    pub account: String,
}

impl PersonKey {
    fn of(row: &SqliteRow) -> Result<Self> {
        Ok(Self {
            currency: named("currency", &row.try_get::<String, _>("currency")?)?,
            bank_code: row.try_get("bank_code")?,
            account: row.try_get("compared_account")?,
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum PeopleOrder {
    /// The last payment first.
    #[default]
    LastPaid,
    Name,
}

/// Which people to list. The default is all of them, the last payment first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", default)]
pub struct PeopleFilter {
    /// Part of a name, account number, bank, narration or reference in any payroll, or of the holder's name at the bank;
    /// case-insensitive. A blank one is none.
    pub text: Option<String>,
    pub order: PeopleOrder,
}

/// A person with their payments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRecord {
    pub key: PersonKey,
    /// Number of payouts that were reported as paid.
    pub payments: u32,
    pub first_paid_at: Option<Timestamp>,
    pub last_paid_at: Option<Timestamp>,
    /// Paid since the beginning of the year that was asked about.
    pub year_total: Money,
    pub last: PersonPayment,
}

/// A payout to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonPayment {
    pub person: PersonKey,
    pub payroll: PayrollId,
    pub payroll_name: String,
    pub period: String,
    pub payout: PayoutRecord,
    pub status: PayoutStatus,
    /// When its outcome was reported, or else when it was sent.
    pub at: Option<Timestamp>,
}

impl PersonPayment {
    pub(crate) fn of(row: &SqliteRow) -> Result<Self> {
        let stored = StoredPayout::from_row(row)?;
        let batch: BatchState = named("state", &row.try_get::<String, _>("batch_state")?)?;
        let payroll = PayrollId(count("payroll", stored.payroll)?);
        let payout = stored.into_record()?;
        Ok(Self {
            person: PersonKey::of(row)?,
            payroll,
            payroll_name: row.try_get("payroll_name")?,
            period: row.try_get("period")?,
            status: PayoutStatus::of(payout.state, batch),
            at: moment_or_none("changed_at", row.try_get::<Option<String>, _>("at")?.as_deref())?,
            payout,
        })
    }
}

/// The figures of a person, before the last payout is read.
struct Figures {
    key: PersonKey,
    payments: u32,
    first_paid_at: Option<Timestamp>,
    last_paid_at: Option<Timestamp>,
    year_total: Money,
}

impl Figures {
    fn of(row: &SqliteRow) -> Result<Self> {
        let key = PersonKey::of(row)?;
        let moment_of = |column| -> Result<Option<Timestamp>> {
            moment_or_none("changed_at", row.try_get::<Option<String>, _>(column)?.as_deref())
        };
        Ok(Self {
            payments: count("payments", row.try_get("payments")?)?,
            first_paid_at: moment_of("first_paid_at")?,
            last_paid_at: moment_of("last_paid_at")?,
            year_total: Money::from_minor(row.try_get("year_minor")?, key.currency),
            key,
        })
    }
}

impl Ledger {
    /// Returns a window of the people that match the filter, and their total number. `service` is the one whose banks
    /// named the holders, `year` the beginning of the year of [`PersonRecord::year_total`].
    pub async fn people(
        &self,
        filter: &PeopleFilter,
        service: &str,
        year: Timestamp,
        (offset, limit): (u32, u32),
    ) -> Result<(u32, Vec<PersonRecord>)> {
        let mut counted = QueryBuilder::<Sqlite>::new("SELECT COUNT(*) FROM (SELECT 1 AS one ");
        push_people(&mut counted, filter, service);
        counted.push(") AS people");
        let total: i64 = counted.build_query_scalar().fetch_one(&self.reader).await?;
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT p.currency, p.bank_code, p.compared_account,
                    CAST(SUM(CASE WHEN p.state = 'Paid' THEN 1 ELSE 0 END) AS BIGINT) AS payments,
                    MIN(CASE WHEN p.state = 'Paid' THEN p.changed_at END) AS first_paid_at,
                    MAX(CASE WHEN p.state = 'Paid' THEN p.changed_at END) AS last_paid_at,
                    CAST(SUM(CASE WHEN p.state = 'Paid' AND p.changed_at >= ",
        );
        query.push_bind(stamp(year));
        query.push(" THEN p.amount_minor ELSE 0 END) AS BIGINT) AS year_minor ");
        push_people(&mut query, filter, service);
        query.push(match filter.order {
            PeopleOrder::LastPaid => {
                " ORDER BY MAX(COALESCE(p.changed_at, b.sent_at)) DESC, p.compared_account, p.bank_code, p.currency"
            }
            PeopleOrder::Name => " ORDER BY MIN(LOWER(p.name)), p.compared_account, p.bank_code, p.currency",
        });
        query.push(" LIMIT ").push_bind(i64::from(limit)).push(" OFFSET ").push_bind(i64::from(offset));
        let rows: Vec<SqliteRow> = query.build().fetch_all(&self.reader).await?;
        let figures = rows.iter().map(Figures::of).collect::<Result<Vec<_>>>()?;
        Ok((count("people", total)?, self.with_last_payments(figures).await?))
    }

    /// Returns every payout to a person that was sent, the newest first.
    pub async fn person_payments(&self, key: &PersonKey) -> Result<Vec<PersonPayment>> {
        self.payments_of(std::slice::from_ref(key)).await
    }

    /// Returns every payout to these people that was sent, in no order of the people; those to one of them the newest
    /// first.
    pub async fn payments_to(&self, people: &[PersonKey]) -> Result<Vec<PersonPayment>> {
        let mut payments = Vec::new();
        for people in people.chunks(PEOPLE_PER_QUERY) {
            payments.extend(self.payments_of(people).await?);
        }
        Ok(payments)
    }

    /// Returns the holder's name that the bank gave last for an account, and when.
    pub async fn last_holder(
        &self,
        service: &str,
        (bank_code, account_number): (&str, &str),
        country: Country,
    ) -> Result<Option<(String, Timestamp)>> {
        let found: Option<(String, String)> = sqlx::query_as(
            "SELECT holder, last_at FROM account_holders
             WHERE service = $1 AND bank_code = $2 AND account_number = $3 AND country = $4
                   AND holder IS NOT NULL
             ORDER BY last_at DESC LIMIT 1",
        )
        .bind(service)
        .bind(bank_code)
        .bind(account_number)
        .bind(country.to_string())
        .fetch_optional(&self.reader)
        .await?;
        found.map(|(holder, at)| Ok((holder, moment("last_at", &at)?))).transpose()
    }

    /// Returns the accounts, as pairs of bank code and account number, that were ever paid.
    pub async fn paid_accounts(&self) -> Result<Vec<(String, String)>> {
        let paid = "SELECT DISTINCT bank_code, compared_account FROM payouts WHERE state = 'Paid'";
        Ok(sqlx::query_as(paid).fetch_all(&self.reader).await?)
    }

    /// Returns how often each bank of a country was paid, by its code.
    pub async fn bank_uses(&self, country: Country) -> Result<Vec<(String, u32)>> {
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "SELECT bank_code, COUNT(*) FROM payouts WHERE country = $1 AND state <> 'Planned'
             GROUP BY bank_code",
        )
        .bind(country.to_string())
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter().map(|(bank, uses)| Ok((bank, count("payouts", uses)?))).collect()
    }

    /// Returns the newest payout to each of these people, in their order; none for somebody who was never sent anything.
    pub async fn last_payments(&self, keys: &[PersonKey]) -> Result<Vec<Option<PersonPayment>>> {
        let mut last: HashMap<PersonKey, PersonPayment> = HashMap::new();
        for payment in self.payments_to(keys).await? {
            last.entry(payment.person.clone()).or_insert(payment);
        }
        Ok(keys.iter().map(|key| last.remove(key)).collect())
    }

    async fn with_last_payments(&self, figures: Vec<Figures>) -> Result<Vec<PersonRecord>> {
        let keys: Vec<PersonKey> = figures.iter().map(|figures| figures.key.clone()).collect();
        let last = self.last_payments(&keys).await?;
        let record = |(figures, last): (Figures, Option<PersonPayment>)| {
            let Figures { key, payments, first_paid_at, last_paid_at, year_total } = figures;
            Some(PersonRecord { key, payments, first_paid_at, last_paid_at, year_total, last: last? })
        };
        Ok(figures.into_iter().zip(last).filter_map(record).collect())
    }

    /// Returns the payouts to these people, the newest first.
    async fn payments_of(&self, keys: &[PersonKey]) -> Result<Vec<PersonPayment>> {
        let mut query = QueryBuilder::<Sqlite>::new(PAYMENTS);
        query.push(ATTEMPTED);
        query.push(" AND (p.compared_account, p.bank_code, p.currency) IN ");
        query.push_tuples(keys, |mut values, key| {
            values.push_bind(&key.account).push_bind(&key.bank_code).push_bind(key.currency.to_string());
        });
        query.push(" ORDER BY COALESCE(p.changed_at, b.sent_at) DESC, p.reference");
        let rows: Vec<SqliteRow> = query.build().fetch_all(&self.reader).await?;
        rows.iter().map(PersonPayment::of).collect()
    }
}

/// Adds the source and the conditions of a query of people, grouped by person.
fn push_people(query: &mut QueryBuilder<Sqlite>, filter: &PeopleFilter, service: &str) {
    query.push("FROM payouts p JOIN batches b ON b.id = p.batch WHERE ").push(ATTEMPTED);
    let text = filter.text.as_deref().map(str::trim).filter(|text| !text.is_empty());
    if let Some(text) = text {
        let pattern = like_pattern(text);
        // A person is found by any of their payouts; the figures are of all of them.
        query.push(
            " AND ((p.compared_account, p.bank_code, p.currency) IN
                   (SELECT compared_account, bank_code, currency FROM payouts WHERE search LIKE ",
        );
        query.push_bind(pattern.clone());
        query.push(
            " ESCAPE '!') OR (p.compared_account, p.bank_code, p.currency) IN
                   (SELECT q.compared_account, q.bank_code, q.currency FROM account_holders h
                    JOIN payouts q ON q.bank_code = h.bank_code AND q.account_number = h.account_number
                    WHERE h.service = ",
        );
        query.push_bind(service.to_owned());
        query.push(" AND LOWER(h.holder) LIKE ").push_bind(pattern).push(" ESCAPE '!'))");
    }
    query.push(" GROUP BY p.compared_account, p.bank_code, p.currency HAVING SUM(CASE WHEN ");
    query.push(PAID_OR_MAYBE).push(" THEN 1 ELSE 0 END) > 0");
}
