//! What the funding status said: kept whole, applied in any order, and the balance it tells.

use jiff::Timestamp;
use paysheet_domain::{ChargeStage, FundingState, Money, StatusWord};
use serde_json::json;
use sqlx::SqliteConnection;

use super::{
    FundingEntry, FundingId,
    charging::{add_references, add_to_search, next_id},
    stored::{StoredFunding, load, references},
};
use crate::{
    change::{About, Change},
    columns::{count, stamp, without_nul},
    error::{LedgerError, Result},
    events::EventKind,
    open::Ledger,
};

/// One reading of the funding status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusReading {
    /// What was asked by, and then what else the record is known by.
    pub references: Vec<String>,
    /// A reversed record says two: that it completed, and that it was reversed.
    pub words: Vec<StatusWord>,
    /// Where the record says amount and currency; a top-up of ours knows its own.
    pub amount: Option<Money>,
    /// The balance after it as plain digits, in the currency of the top-up.
    pub balance: Option<String>,
    /// When the record was last changed at the service.
    pub as_of: Option<Timestamp>,
    /// The processor's code and words.
    pub code: Option<String>,
    pub message: Option<String>,
    pub record_json: String,
    /// The service that was asked.
    pub destination: String,
}

impl Ledger {
    /// Takes a reading about a top-up that is known.
    ///
    /// # Errors
    /// `NoSuchFunding`.
    pub async fn read_status(
        &self,
        id: FundingId,
        reading: &StatusReading,
        now: Timestamp,
    ) -> Result<FundingEntry> {
        let mut change = self.change(now).await?;
        let stored = load(change.conn(), id).await?;
        let entry = apply(&mut change, stored, reading).await?;
        change.commit().await?;
        Ok(entry)
    }

    /// Takes a reading about a reference that the user typed: of the top-up that has it, or of a new one.
    ///
    /// # Errors
    /// Where the ledger cannot be written.
    pub async fn look_up(&self, reading: &StatusReading, now: Timestamp) -> Result<FundingEntry> {
        let mut change = self.change(now).await?;
        let id = match holder(change.conn(), &reading.references).await? {
            Some(id) => id,
            None => insert_looked_up(&mut change, reading).await?,
        };
        let stored = load(change.conn(), id).await?;
        let entry = apply(&mut change, stored, reading).await?;
        change.commit().await?;
        Ok(entry)
    }

    /// Takes the user's word that the record is that of a charge whose answer was lost.
    ///
    /// # Errors
    /// `NotThisFunding` where the amounts differ, where the top-up has a reference already, or where the record is
    /// another one's.
    pub async fn claim_record(
        &self,
        id: FundingId,
        reading: &StatusReading,
        now: Timestamp,
    ) -> Result<FundingEntry> {
        let mut change = self.change(now).await?;
        let stored = load(change.conn(), id).await?;
        let known = references(change.conn(), stored.id).await?;
        let of_another = match holder(change.conn(), &reading.references).await? {
            Some(other) if other != id => !give_up_looked_up(&mut change, other).await?,
            Some(_) | None => false,
        };
        let has_other = !known.is_empty() && !known.iter().any(|known| reading.references.contains(known));
        let amount = stored.money(stored.amount_minor)?;
        let differs = reading.amount.is_some() && reading.amount != amount;
        let is_open = matches!(stored.stage()?, ChargeStage::Unknown | ChargeStage::Pending);
        if of_another || has_other || differs || !is_open {
            return Err(LedgerError::NotThisFunding(id));
        }
        let entry = apply(&mut change, stored, reading).await?;
        change.commit().await?;
        Ok(entry)
    }

    /// The top-up that has a reference.
    ///
    /// # Errors
    /// Where the ledger cannot be read.
    pub async fn funding_of(&self, reference: &str) -> Result<Option<FundingId>> {
        let mut conn = self.reader.acquire().await?;
        holder(&mut conn, &[reference.to_owned()]).await
    }
}

async fn holder(conn: &mut SqliteConnection, references: &[String]) -> Result<Option<FundingId>> {
    for reference in references {
        let id: Option<i64> =
            sqlx::query_scalar("SELECT funding FROM funding_references WHERE reference = $1")
                .bind(reference)
                .fetch_optional(&mut *conn)
                .await?;
        if let Some(id) = id {
            return Ok(Some(FundingId(count("funding", id)?)));
        }
    }
    Ok(None)
}

/// A record that was only looked up gives its references away to the charge it turned out to be; a charge does not.
async fn give_up_looked_up(change: &mut Change, id: FundingId) -> Result<bool> {
    if load(change.conn(), id).await?.stage()? != ChargeStage::LookedUp {
        return Ok(false);
    }
    for statement in [
        "DELETE FROM funding_references WHERE funding = $1",
        "DELETE FROM balances WHERE funding = $1",
        "DELETE FROM fundings WHERE id = $1",
    ] {
        sqlx::query(statement).bind(i64::from(id.0)).execute(change.conn()).await?;
    }
    Ok(true)
}

async fn insert_looked_up(change: &mut Change, reading: &StatusReading) -> Result<FundingId> {
    let id = next_id(change.conn()).await?;
    let at = change.at();
    sqlx::query(
        "INSERT INTO fundings (id, stage, state, currency, amount_minor, destination, began_at, changed_at, search)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, '')",
    )
    .bind(i64::from(id.0))
    .bind(ChargeStage::LookedUp.to_string())
    .bind(FundingState::Pending.to_string())
    .bind(reading.amount.map(|amount| amount.currency().to_string()))
    .bind(reading.amount.map(Money::minor))
    .bind(without_nul(&reading.destination))
    .bind(at)
    .execute(change.conn())
    .await?;
    let data = json!({ "references": reading.references });
    change.note(EventKind::FundingLookedUp, About::funding(id), &data);
    Ok(id)
}

async fn apply(
    change: &mut Change,
    mut stored: StoredFunding,
    reading: &StatusReading,
) -> Result<FundingEntry> {
    let was = stored.stage()?;
    for word in &reading.words {
        stored.hear(*word);
    }
    let balance = match (&reading.balance, stored.currency()?) {
        (Some(digits), Some(currency)) => Money::parse(digits, currency).ok(),
        (None, _) | (_, None) => None,
    };
    stored.balance_minor = balance.map(Money::minor).or(stored.balance_minor);
    stored.record_json = Some(without_nul(&reading.record_json));
    stored.message = reading.message.as_deref().map(without_nul).or(stored.message);
    stored.code = reading.code.as_deref().map(without_nul).or(stored.code);
    stored.checked_at = Some(change.at());
    add_references(change.conn(), stored.id, &reading.references).await?;
    for reference in &reading.references {
        if !stored.search.contains(&reference.to_lowercase()) {
            add_to_search(&mut stored.search, reference);
        }
    }
    let words: Vec<String> = reading.words.iter().map(|word| format!("{word:?}").to_lowercase()).collect();
    let data = json!({
        "asked_by": reading.references.first(), "words": words, "balance": balance.map(|money| money.to_string()),
    });
    change.note(EventKind::FundingRead, stored.about()?, &data);
    let state = stored.save(change, was).await?;
    match (state, balance) {
        (FundingState::Funded, Some(balance)) => {
            keep_balance(change, stored.id, balance, reading.as_of).await?;
        }
        // Money that was taken back is still in the balance told beside it.
        (FundingState::Reversed | FundingState::Conflict, _) => forget_balance(change, stored.id).await?,
        (_, _) => {}
    }
    let references = references(change.conn(), stored.id).await?;
    stored.into_entry(references)
}

async fn forget_balance(change: &mut Change, funding: i64) -> Result<()> {
    sqlx::query("DELETE FROM balances WHERE funding = $1").bind(funding).execute(change.conn()).await?;
    Ok(())
}

/// The balance of a later record stays; the same record may be read again.
async fn keep_balance(
    change: &mut Change,
    funding: i64,
    balance: Money,
    as_of: Option<Timestamp>,
) -> Result<()> {
    let at = as_of.map_or_else(|| change.at(), stamp);
    sqlx::query(
        "INSERT INTO balances (currency, balance_minor, balance_at, funding) VALUES ($1, $2, $3, $4)
         ON CONFLICT (currency) DO UPDATE
         SET balance_minor = excluded.balance_minor, balance_at = excluded.balance_at, funding = excluded.funding
         WHERE excluded.balance_at >= balances.balance_at",
    )
    .bind(balance.currency().to_string())
    .bind(balance.minor())
    .bind(at)
    .bind(funding)
    .execute(change.conn())
    .await?;
    Ok(())
}
