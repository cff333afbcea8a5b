//! Readings of the funding status: stored completely, and applied in any order.

use jiff::Timestamp;
use paysheet_domain::{ChargeStage, FundingState, Money, StatusWord};
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    funding::balance::{forget_balance, store_balance},
    funding::charging::{add_references, add_to_search, next_id},
    funding::records::FundingEntry,
    funding::stored::{StoredFunding, load, references, word_text},
    model::{
        columns::{count, stamp, without_nul},
        error::{LedgerError, Result},
        events::EventKind,
        records::FundingId,
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// One reading of the funding status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusReading {
    /// The reference of the request, and then those of the record. Each belongs to this record and to no other.
    pub references: Vec<String>,
    /// The card processor's reference for it. The same text may be in the records of other charges. A record can
    /// therefore be found by it, but is never assigned to a top-up because of it.
    pub processor_reference: Option<String>,
    /// A reversed record contains two: that it was completed, and that it was reversed.
    pub words: Vec<StatusWord>,
    /// The amount, if the record contains amount and currency; a top-up of this ledger has its own.
    pub amount: Option<Money>,
    /// The amount as in the record, in plain digits; most records contain no currency.
    pub figure: Option<String>,
    /// The balance after it as plain digits, in the currency of the top-up.
    pub balance: Option<String>,
    /// When the record was last changed at the service.
    pub as_of: Option<Timestamp>,
    /// The processor's code and message.
    pub code: Option<String>,
    pub message: Option<String>,
    pub record_json: String,
    /// The service that was asked.
    pub destination: String,
}

impl Ledger {
    /// Applies a reading to a known top-up.
    ///
    /// # Errors
    /// `NoSuchFunding`.
    pub async fn read_status(
        &self,
        id: FundingId,
        reading: &StatusReading,
        now: Timestamp,
    ) -> Result<FundingEntry> {
        let mut tx = self.begin_write(now).await?;
        let stored = load(tx.conn(), id).await?;
        let entry = apply(&mut tx, stored, reading).await?;
        tx.commit().await?;
        Ok(entry)
    }

    /// Applies a reading of a reference that the user typed: to the top-up that has it at this service and is not of
    /// another amount, or to a new one.
    pub async fn look_up(&self, reading: &StatusReading, now: Timestamp) -> Result<FundingEntry> {
        let mut tx = self.begin_write(now).await?;
        let stored = match known_one(tx.conn(), reading).await? {
            Some(stored) => stored,
            None => {
                let id = insert_looked_up(&mut tx, reading).await?;
                load(tx.conn(), id).await?
            }
        };
        let entry = apply(&mut tx, stored, reading).await?;
        tx.commit().await?;
        Ok(entry)
    }

    /// Assigns a record to a charge whose answer was lost, by decision of the user.
    ///
    /// # Errors
    /// `NotThisFunding` if the record contains another amount or none, if the top-up has a reference already, or if
    /// the record belongs to another top-up.
    pub async fn claim_record(
        &self,
        id: FundingId,
        reading: &StatusReading,
        now: Timestamp,
    ) -> Result<FundingEntry> {
        let mut tx = self.begin_write(now).await?;
        let stored = load(tx.conn(), id).await?;
        let known = references(tx.conn(), stored.id).await?;
        let has_other = !known.is_empty() && !known.iter().any(|known| reading.references.contains(known));
        let is_same_amount = reading.is_of(stored.money(stored.amount_minor)?) == Some(true);
        let is_open = matches!(stored.stage()?, ChargeStage::Unknown | ChargeStage::Pending);
        if has_other || !is_same_amount || !is_open {
            return Err(LedgerError::NotThisFunding(id));
        }
        take_from_others(&mut tx, id, reading).await?;
        let entry = apply(&mut tx, stored, reading).await?;
        tx.commit().await?;
        Ok(entry)
    }

    /// Returns the top-up that has a reference.
    pub async fn funding_of(&self, reference: &str) -> Result<Option<FundingId>> {
        let mut conn = self.reader.acquire().await?;
        Ok(holders(&mut conn, [reference]).await?.first().copied())
    }
}

impl StatusReading {
    /// Returns whether the record is of this amount. If the record names no currency, its digits are read in the
    /// currency of the amount. `None` if one of the two is unknown.
    fn is_of(&self, amount: Option<Money>) -> Option<bool> {
        if let (Some(said), Some(amount)) = (self.amount, amount) {
            return Some(said == amount);
        }
        let (digits, amount) = (self.figure.as_deref()?, amount?);
        Some(Money::parse(digits, amount.currency()).ok() == Some(amount))
    }
}

/// Returns the top-ups that have any of these references, in the order of the references.
async fn holders<'r>(
    conn: &mut SqliteConnection,
    references: impl IntoIterator<Item = &'r str>,
) -> Result<Vec<FundingId>> {
    let mut holders = Vec::new();
    for reference in references {
        let id: Option<i64> =
            sqlx::query_scalar("SELECT funding FROM funding_references WHERE reference = $1")
                .bind(without_nul(reference))
                .fetch_optional(&mut *conn)
                .await?;
        let Some(id) = id else { continue };
        let id = FundingId(count("funding", id)?);
        if !holders.contains(&id) {
            holders.push(id);
        }
    }
    Ok(holders)
}

/// Returns the top-up with a reference, which a callback may have spelt otherwise.
pub(crate) async fn with_reference(
    conn: &mut SqliteConnection,
    reference: &str,
) -> Result<Option<FundingId>> {
    let id: Option<i64> = sqlx::query_scalar(
        "SELECT funding FROM funding_references WHERE reference = $1 COLLATE NOCASE LIMIT 1",
    )
    .bind(without_nul(reference))
    .fetch_optional(conn)
    .await?;
    id.map(|id| count("funding", id).map(FundingId)).transpose()
}

/// Returns the top-up that a record belongs to: by its references, at the same service, and of no other amount.
async fn known_one(conn: &mut SqliteConnection, reading: &StatusReading) -> Result<Option<StoredFunding>> {
    for id in holders(conn, reading.references.iter().map(String::as_str)).await? {
        let stored = load(conn, id).await?;
        let differs = reading.is_of(stored.money(stored.amount_minor)?) == Some(false);
        if stored.destination == without_nul(&reading.destination) && !differs {
            return Ok(Some(stored));
        }
    }
    Ok(None)
}

/// Removes the record from every other top-up that has it, and fails if one of them is a charge. A charge found by the
/// processor's reference counts as well: a record that may belong to another charge is not assigned.
async fn take_from_others(tx: &mut WriteTx, id: FundingId, reading: &StatusReading) -> Result<()> {
    let own = holders(tx.conn(), reading.references.iter().map(String::as_str)).await?;
    for other in own.iter().copied().filter(|other| *other != id) {
        if !give_up_looked_up(tx, other).await? {
            return Err(LedgerError::NotThisFunding(id));
        }
    }
    for other in holders(tx.conn(), reading.processor_reference.as_deref()).await? {
        if other != id && load(tx.conn(), other).await?.stage()? != ChargeStage::LookedUp {
            return Err(LedgerError::NotThisFunding(id));
        }
    }
    Ok(())
}

/// Deletes a top-up that was only looked up, so that the charge it turned out to be can take its references. Returns
/// false for a charge, which is not deleted.
async fn give_up_looked_up(tx: &mut WriteTx, id: FundingId) -> Result<bool> {
    if load(tx.conn(), id).await?.stage()? != ChargeStage::LookedUp {
        return Ok(false);
    }
    for statement in [
        "DELETE FROM funding_references WHERE funding = $1",
        "DELETE FROM balances WHERE funding = $1",
        "DELETE FROM fundings WHERE id = $1",
    ] {
        sqlx::query(statement).bind(i64::from(id.0)).execute(tx.conn()).await?;
    }
    Ok(true)
}

async fn insert_looked_up(tx: &mut WriteTx, reading: &StatusReading) -> Result<FundingId> {
    let id = next_id(tx.conn()).await?;
    let at = tx.at();
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
    .execute(tx.conn())
    .await?;
    let data = json!({ "references": reading.references });
    tx.append_event(EventKind::FundingLookedUp, EventSubject::funding(id), &data);
    Ok(id)
}

async fn apply(tx: &mut WriteTx, mut stored: StoredFunding, reading: &StatusReading) -> Result<FundingEntry> {
    let was = stored.stage()?;
    for word in &reading.words {
        stored.add_word(*word);
    }
    let balance = match (&reading.balance, stored.currency()?) {
        (Some(digits), Some(currency)) => Money::parse(digits, currency).ok(),
        (None, _) | (_, None) => None,
    };
    stored.balance_minor = balance.map(Money::minor).or(stored.balance_minor);
    stored.record_json = Some(without_nul(&reading.record_json));
    stored.message = reading.message.as_deref().map(without_nul).or(stored.message);
    stored.code = reading.code.as_deref().map(without_nul).or(stored.code);
    stored.checked_at = Some(tx.at());
    add_references(tx.conn(), stored.id, &reading.references).await?;
    for reference in reading.references.iter().chain(&reading.processor_reference) {
        if !stored.search.contains(&reference.to_lowercase()) {
            add_to_search(&mut stored.search, reference);
        }
    }
    let words: Vec<String> = reading.words.iter().copied().map(word_text).collect();
    let data = json!({
        "asked_by": reading.references.first(), "words": words, "balance": balance.map(|money| money.to_string()),
        "as_of": reading.as_of.map(stamp),
    });
    tx.append_event(EventKind::FundingRead, stored.about()?, &data);
    let state = stored.save(tx, was).await?;
    match (state, balance) {
        (FundingState::Funded, Some(balance)) => {
            store_balance(tx, stored.id, balance, reading.as_of).await?;
        }
        // The balance reported beside it still contains the money that was reversed.
        (FundingState::Reversed | FundingState::Conflict, _) => forget_balance(tx, stored.id).await?,
        (_, _) => {}
    }
    let references = references(tx.conn(), stored.id).await?;
    stored.into_entry(references)
}
