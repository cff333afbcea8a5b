//! The last known balance of each currency, and since when it is known. What was sent after that moment is subtracted
//! from it. A balance that is reported again does not become newer, however late it is requested.
//!
//! Deliberately not here: what was sent since (`history`).

use jiff::Timestamp;
use paysheet_domain::{Money, StatusWord};
use serde::Deserialize;

use crate::{
    funding::stored::word_text,
    model::{
        columns::stamp,
        error::{LedgerError, Result},
        events::EventKind,
    },
    store::write_tx::WriteTx,
};

/// The result of an earlier status reading, from its event.
#[derive(Deserialize)]
struct StatusEvent {
    words: Vec<String>,
    balance: Option<String>,
    /// When the record was changed, if it says so.
    as_of: Option<String>,
}

pub(super) async fn forget_balance(tx: &mut WriteTx, funding: i64) -> Result<()> {
    sqlx::query("DELETE FROM balances WHERE funding = $1").bind(funding).execute(tx.conn()).await?;
    Ok(())
}

/// Stores a balance unless the stored one is of a later record. If the same record is read again with the same
/// balance, the balance does not become newer.
pub(super) async fn store_balance(
    tx: &mut WriteTx,
    funding: i64,
    balance: Money,
    as_of: Option<Timestamp>,
) -> Result<()> {
    let at = known_since(tx, funding, balance, as_of).await?;
    sqlx::query(
        "INSERT INTO balances (currency, balance_minor, balance_at, funding) VALUES ($1, $2, $3, $4)
         ON CONFLICT (currency) DO UPDATE
         SET balance_minor = excluded.balance_minor, balance_at = excluded.balance_at, funding = excluded.funding
         WHERE CASE
             WHEN excluded.funding = balances.funding AND excluded.balance_minor = balances.balance_minor
             THEN excluded.balance_at < balances.balance_at
             ELSE excluded.balance_at >= balances.balance_at
         END",
    )
    .bind(balance.currency().to_string())
    .bind(balance.minor())
    .bind(at)
    .bind(funding)
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Returns the time of the record, but not later than now. If this balance was reported before, returns the earliest
/// time it was reported with. A record without a date counts from the first reading that reported it as completed.
async fn known_since(
    tx: &mut WriteTx,
    funding: i64,
    balance: Money,
    as_of: Option<Timestamp>,
) -> Result<String> {
    let now = tx.at();
    let earlier: Vec<(String, String)> =
        sqlx::query_as("SELECT at, data FROM events WHERE funding = $1 AND kind = $2 ORDER BY seq")
            .bind(funding)
            .bind(EventKind::FundingRead.to_string())
            .fetch_all(tx.conn())
            .await?;
    let (completed, told) = (word_text(StatusWord::Completed), balance.to_string());
    let mut at = match as_of {
        Some(as_of) => stamp(as_of).min(now),
        None => now,
    };
    for (heard_at, data) in earlier {
        let heard: StatusEvent =
            serde_json::from_str(&data).map_err(|_| LedgerError::Unreadable { column: "data" })?;
        if heard.words.contains(&completed) && (as_of.is_none() || heard.balance.as_ref() == Some(&told)) {
            // A time in the future was not the time of the record.
            for moment in [Some(heard_at), heard.as_of].into_iter().flatten() {
                at = at.min(moment);
            }
        }
    }
    Ok(at)
}
