//! What the banks answered about the holders of accounts, by account, with the date. Answers are reused for
//! [`HOLDER_REUSED_DAYS`]; older ones remain, so that a holder that changed since the last payroll is noticed.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use paysheet_domain::{AccountAt, Country, PayoutState};
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite};

use crate::{
    model::{
        columns::{moment, named, stamp},
        error::Result,
        events::EventKind,
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// How long an answer is used without asking the bank again, in days.
pub const HOLDER_REUSED_DAYS: i64 = 90;

/// How long an account counts as not found without asking again, in hours: what the bank refuses today may be because of
/// a disturbance.
pub const NOT_FOUND_REUSED_HOURS: i64 = 24;

/// Accounts that one statement reads. With three values each, they stay far below the limit of bound values.
const ACCOUNTS_PER_QUERY: usize = 300;

/// Payouts of people who were paid, or may have been.
const PAID_OR_ON_ITS_WAY: [PayoutState; 5] = [
    PayoutState::Sent,
    PayoutState::Paid,
    PayoutState::Overdue,
    PayoutState::Reversed,
    PayoutState::Conflict,
];

/// Whether an answer of the bank is recent enough to be used without asking again.
#[must_use]
pub fn is_holder_fresh(asked_at: Timestamp, now: Timestamp) -> bool {
    let age = now.duration_since(asked_at);
    !age.is_negative() && age < SignedDuration::from_hours(HOLDER_REUSED_DAYS * 24)
}

/// Whether a bank's refusal to name a holder is recent enough to be used without asking again.
#[must_use]
pub fn is_refusal_fresh(asked_at: Timestamp, now: Timestamp) -> bool {
    let age = now.duration_since(asked_at);
    !age.is_negative() && age < SignedDuration::from_hours(NOT_FOUND_REUSED_HOURS)
}

/// A bank's answer about an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HolderAnswer {
    pub account: AccountAt,
    /// The holder's name as the bank writes it; none if it has no such account.
    pub holder: Option<String>,
}

/// The last answer about an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownHolder {
    pub holder: Option<String>,
    pub asked_at: Timestamp,
    /// The holder's name when the account was last paid; none if it never was, or the bank was not asked before.
    pub when_paid: Option<String>,
}

impl KnownHolder {
    /// Whether the answer is recent enough to be used without asking again.
    #[must_use]
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        is_holder_fresh(self.asked_at, now) && (self.holder.is_some() || is_refusal_fresh(self.asked_at, now))
    }
}

#[derive(sqlx::FromRow)]
struct StoredHolder {
    country: String,
    bank_code: String,
    account_number: String,
    holder: Option<String>,
    first_at: String,
    last_at: String,
}

impl Ledger {
    /// Stores answers of the banks. Once this returns, they outlive the program.
    pub async fn store_holders(&self, service: &str, answers: &[HolderAnswer], now: Timestamp) -> Result<()> {
        if answers.is_empty() {
            return Ok(());
        }
        let mut tx = self.begin_write(now).await?;
        for answer in answers {
            store(&mut tx, service, answer).await?;
        }
        // Names and numbers stay in the table: they may have to be erased, and the event remains.
        tx.append_event(
            EventKind::AccountHoldersKept,
            EventSubject::NOTHING,
            &json!({ "accounts": answers.len() }),
        );
        tx.commit().await
    }

    /// Returns the last answer about each of these accounts, of those that have one.
    pub async fn known_holders(
        &self,
        service: &str,
        accounts: &[AccountAt],
    ) -> Result<BTreeMap<AccountAt, KnownHolder>> {
        let mut known = BTreeMap::new();
        for accounts in accounts.chunks(ACCOUNTS_PER_QUERY) {
            let paid = self.last_approvals(accounts).await?;
            for stored in self.stored_holders(service, accounts).await? {
                let account = AccountAt {
                    country: named::<Country>("country", &stored.country)?,
                    bank_code: stored.bank_code,
                    account_number: stored.account_number,
                };
                let paid_at = paid.get(&account);
                let before = known.remove(&account).and_then(|known: KnownHolder| known.when_paid);
                let was_known = paid_at.is_some_and(|paid_at| stored.first_at <= *paid_at);
                known.insert(
                    account,
                    KnownHolder {
                        when_paid: if was_known { stored.holder.clone() } else { before },
                        holder: stored.holder,
                        asked_at: moment("last_at", &stored.last_at)?,
                    },
                );
            }
        }
        Ok(known)
    }

    /// Returns all answers about these accounts, the oldest first.
    async fn stored_holders(&self, service: &str, accounts: &[AccountAt]) -> Result<Vec<StoredHolder>> {
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT country, bank_code, account_number, holder, first_at, last_at FROM account_holders
             WHERE service = ",
        );
        query.push_bind(service).push(" AND (country, bank_code, account_number) IN ");
        query.push_tuples(accounts, |mut values, account| {
            values
                .push_bind(account.country.to_string())
                .push_bind(&account.bank_code)
                .push_bind(&account.account_number);
        });
        query.push(" ORDER BY first_at");
        Ok(query.build_query_as().fetch_all(&self.reader).await?)
    }

    /// Returns when the last payroll was approved that paid each of these accounts.
    async fn last_approvals(&self, accounts: &[AccountAt]) -> Result<BTreeMap<AccountAt, String>> {
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT p.country, p.bank_code, p.account_number, MAX(r.approved_at) FROM payouts p
             JOIN payrolls r ON r.id = p.payroll
             WHERE r.approved_at IS NOT NULL AND p.state IN (",
        );
        let mut sent = query.separated(", ");
        for state in PAID_OR_ON_ITS_WAY {
            sent.push_bind(state.to_string());
        }
        query.push(") AND (p.country, p.bank_code, p.account_number) IN ");
        query.push_tuples(accounts, |mut values, account| {
            values
                .push_bind(account.country.to_string())
                .push_bind(&account.bank_code)
                .push_bind(&account.account_number);
        });
        query.push(" GROUP BY p.country, p.bank_code, p.account_number");
        let rows: Vec<(String, String, String, String)> =
            query.build_query_as().fetch_all(&self.reader).await?;
        let approval = |(country, bank_code, account_number, at): (String, String, String, String)| {
            Ok((AccountAt { country: named("country", &country)?, bank_code, account_number }, at))
        };
        rows.into_iter().map(approval).collect()
    }
}

/// The same answer as the last one moves that one's date; another one is a row of its own.
async fn store(
    tx: &mut WriteTx,
    service: &str,
    HolderAnswer { account, holder }: &HolderAnswer,
) -> Result<()> {
    let at = tx.at();
    let last: Option<(Option<String>, String)> = sqlx::query_as(
        "SELECT holder, first_at FROM account_holders
         WHERE country = $1 AND bank_code = $2 AND account_number = $3 AND service = $4
         ORDER BY first_at DESC LIMIT 1",
    )
    .bind(account.country.to_string())
    .bind(&account.bank_code)
    .bind(&account.account_number)
    .bind(service)
    .fetch_optional(tx.conn())
    .await?;
    let first_at = match last {
        Some((known, first_at)) if known == *holder => first_at,
        // The clock was set back since: the new answer is the last one all the same.
        Some((_, first_at)) if first_at >= at => {
            let next = moment("first_at", &first_at)?.checked_add(SignedDuration::from_millis(1));
            next.map_or(first_at, stamp)
        }
        Some(_) | None => at.clone(),
    };
    sqlx::query(
        "INSERT INTO account_holders (country, bank_code, account_number, holder, first_at, last_at, service)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (service, country, bank_code, account_number, first_at)
         DO UPDATE SET holder = excluded.holder, last_at = excluded.last_at",
    )
    .bind(account.country.to_string())
    .bind(&account.bank_code)
    .bind(&account.account_number)
    .bind(holder)
    .bind(first_at)
    .bind(at)
    .bind(service)
    .execute(tx.conn())
    .await?;
    Ok(())
}
