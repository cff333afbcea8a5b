//! Queries of the Top up screen: the history with its filters, one top-up, the last known balances. They only read.

use std::collections::BTreeMap;

use jiff::Timestamp;
use paysheet_domain::{BatchState, ChargeStage, Currency, FundingState, Money};

use crate::{
    funding::records::{FundingEntry, Payer},
    funding::stored::{StoredFunding, load, references},
    model::{
        columns::{count, like_pattern, moment, money, named, stamp},
        error::Result,
        records::FundingId,
    },
    store::ledger::Ledger,
};

/// The filter for top-ups. The default matches all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FundingFilter {
    pub state: Option<FundingState>,
    /// Matches top-ups that were begun at this time or later, and before `before`.
    pub from: Option<Timestamp>,
    pub before: Option<Timestamp>,
    /// Part of a reference, card, payer or amount; case-insensitive.
    pub text: Option<String>,
}

/// The last balance that the service reported, and what was sent since then according to this ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalanceRecord {
    pub balance: Money,
    pub at: Timestamp,
    /// The top-up whose status reported it.
    pub funding: FundingId,
    /// Sum of the batches that the service accepted since.
    pub accepted_since: Money,
    /// Sum of the batches begun since whose outcome is open.
    pub under_way: Money,
}

impl Ledger {
    /// Returns a top-up.
    ///
    /// # Errors
    /// `NoSuchFunding`.
    pub async fn funding(&self, id: FundingId) -> Result<FundingEntry> {
        let mut conn = self.reader.acquire().await?;
        let stored = load(&mut conn, id).await?;
        let references = references(&mut conn, stored.id).await?;
        stored.into_entry(references)
    }

    /// Returns a window of the top-ups that pass the filter, newest first, and the total number that pass it.
    pub async fn fundings(
        &self,
        filter: &FundingFilter,
        offset: u32,
        limit: u32,
    ) -> Result<(u32, Vec<FundingEntry>)> {
        let [state, from, before, text] = bound(filter);
        let total: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM fundings
             WHERE ($1 = '' OR state = $1) AND ($2 = '' OR began_at >= $2) AND ($3 = '' OR began_at < $3)
                   AND ($4 = '' OR search LIKE $4 ESCAPE '!')",
        )
        .bind(&state)
        .bind(&from)
        .bind(&before)
        .bind(&text)
        .fetch_one(&self.reader)
        .await?;
        let stored: Vec<StoredFunding> = sqlx::query_as(
            "SELECT * FROM fundings
             WHERE ($1 = '' OR state = $1) AND ($2 = '' OR began_at >= $2) AND ($3 = '' OR began_at < $3)
                   AND ($4 = '' OR search LIKE $4 ESCAPE '!')
             ORDER BY began_at DESC, id DESC LIMIT $5 OFFSET $6",
        )
        .bind(&state)
        .bind(&from)
        .bind(&before)
        .bind(&text)
        .bind(i64::from(limit))
        .bind(i64::from(offset))
        .fetch_all(&self.reader)
        .await?;
        Ok((count("fundings", total)?, self.with_references(stored).await?))
    }

    /// Returns the top-ups whose outcome is open, oldest first. Their status is requested when the user is present
    /// again.
    pub async fn open_fundings(&self) -> Result<Vec<FundingEntry>> {
        let stored: Vec<StoredFunding> = sqlx::query_as(
            "SELECT * FROM fundings WHERE state IN ($1, $2, $3, $4) AND stage <> $5 ORDER BY began_at, id",
        )
        .bind(FundingState::Charged.to_string())
        .bind(FundingState::Pending.to_string())
        .bind(FundingState::Unknown.to_string())
        .bind(FundingState::Verifying.to_string())
        .bind(ChargeStage::LookedUp.to_string())
        .fetch_all(&self.reader)
        .await?;
        self.with_references(stored).await
    }

    /// Returns the payer of the last charge.
    pub async fn last_payer(&self) -> Result<Option<Payer>> {
        let stored: Option<StoredFunding> = sqlx::query_as(
            "SELECT * FROM fundings WHERE payer_json IS NOT NULL ORDER BY began_at DESC, id DESC LIMIT 1",
        )
        .fetch_optional(&self.reader)
        .await?;
        let entry = stored.map(|stored| stored.into_entry(Vec::new())).transpose()?;
        Ok(entry.and_then(|entry| entry.payer))
    }

    /// Returns the currency and the service of the records that stated a wallet's balance, the last one first.
    pub async fn wallet_currencies(&self) -> Result<Vec<(Currency, String)>> {
        let stored: Vec<(String, String)> = sqlx::query_as(
            "SELECT b.currency, f.destination FROM balances b JOIN fundings f ON f.id = b.funding
             ORDER BY b.balance_at DESC",
        )
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(|(text, service)| Ok((named("currency", &text)?, service))).collect()
    }

    /// Returns the last known balance of each currency; a currency without a record is unknown.
    pub async fn balances(&self) -> Result<Vec<BalanceRecord>> {
        let rows: Vec<(String, i64, String, i64)> = sqlx::query_as(
            "SELECT currency, balance_minor, balance_at, funding FROM balances ORDER BY currency",
        )
        .fetch_all(&self.reader)
        .await?;
        let mut balances = Vec::new();
        for (currency, minor, at, funding) in rows {
            let balance = money(minor, &currency)?;
            let at_moment = moment("balance_at", &at)?;
            let [accepted_since, under_way] = self.went_out_since(balance.currency(), &at).await?;
            let funding = FundingId(count("funding", funding)?);
            balances.push(BalanceRecord { balance, at: at_moment, funding, accepted_since, under_way });
        }
        Ok(balances)
    }

    async fn went_out_since(&self, currency: Currency, at: &str) -> Result<[Money; 2]> {
        let taken: Option<i64> = sqlx::query_scalar(
            "SELECT CAST(SUM(sum_minor) AS BIGINT) FROM batches WHERE currency = $1 AND accepted_at >= $2",
        )
        .bind(currency.to_string())
        .bind(at)
        .fetch_one(&self.reader)
        .await?;
        let open: Option<i64> = sqlx::query_scalar(
            "SELECT CAST(SUM(sum_minor) AS BIGINT) FROM batches
             WHERE currency = $1 AND sent_at >= $2 AND state IN ($3, $4)",
        )
        .bind(currency.to_string())
        .bind(at)
        .bind(BatchState::Intent.to_string())
        .bind(BatchState::Unknown.to_string())
        .fetch_one(&self.reader)
        .await?;
        Ok([taken, open].map(|minor| Money::from_minor(minor.unwrap_or_default(), currency)))
    }

    async fn with_references(&self, stored: Vec<StoredFunding>) -> Result<Vec<FundingEntry>> {
        let Some(first) = stored.iter().map(|stored| stored.id).min() else { return Ok(Vec::new()) };
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "SELECT funding, reference FROM funding_references WHERE funding >= $1 ORDER BY funding, position",
        )
        .bind(first)
        .fetch_all(&self.reader)
        .await?;
        let mut of: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for (funding, reference) in rows {
            of.entry(funding).or_default().push(reference);
        }
        let entry = |stored: StoredFunding| {
            let references = of.remove(&stored.id).unwrap_or_default();
            stored.into_entry(references)
        };
        stored.into_iter().map(entry).collect()
    }
}

fn bound(filter: &FundingFilter) -> [String; 4] {
    let moment = |at: Option<Timestamp>| at.map(stamp).unwrap_or_default();
    let state = filter.state.map(|state| state.to_string()).unwrap_or_default();
    let text = filter.text.as_deref().filter(|text| !text.trim().is_empty()).map(like_pattern);
    [state, moment(filter.from), moment(filter.before), text.unwrap_or_default()]
}
