//! The service's lists of banks, wallets, pickup points and branches, as they were on the day they were fetched.

use jiff::Timestamp;
use paysheet_domain::{BankKind, Country};
use serde_json::json;

use crate::{
    model::{
        columns::{moment, named, sha256_hex},
        error::{LedgerError, Result},
        events::EventKind,
    },
    store::{ledger::Ledger, write_tx::EventSubject},
};

/// Which list it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BankListKind {
    /// Destinations of a country.
    Destinations(BankKind),
    /// Branches of the bank with this code.
    Branches { bank: String },
}

/// A list of one country, in the service's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankListRecord {
    pub country: Country,
    pub kind: BankListKind,
    pub fetched_at: Timestamp,
    /// Code and name of each entry.
    pub entries: Vec<(String, String)>,
}

const BRANCHES: &str = "branch";

#[derive(sqlx::FromRow)]
struct StoredList {
    country: String,
    kind: String,
    bank: String,
    fetched_at: String,
    entries_json: String,
}

impl BankListKind {
    /// Returns the columns `kind` and `bank`.
    fn columns(&self) -> (String, &str) {
        match self {
            Self::Destinations(kind) => (kind.to_string(), ""),
            Self::Branches { bank } => (BRANCHES.to_owned(), bank),
        }
    }

    fn of_columns(kind: &str, bank: String) -> Result<Self> {
        Ok(match kind {
            BRANCHES => Self::Branches { bank },
            kind => Self::Destinations(named("kind", kind)?),
        })
    }
}

impl StoredList {
    fn into_record(self) -> Result<BankListRecord> {
        Ok(BankListRecord {
            country: named("country", &self.country)?,
            kind: BankListKind::of_columns(&self.kind, self.bank)?,
            fetched_at: moment("fetched_at", &self.fetched_at)?,
            entries: serde_json::from_str(&self.entries_json)
                .map_err(|_| LedgerError::Unreadable { column: "entries_json" })?,
        })
    }
}

impl Ledger {
    /// Returns the lists that a service gave. A list that cannot be read is left out: it will be fetched again.
    pub async fn bank_lists(&self, service: &str) -> Result<Vec<BankListRecord>> {
        let stored: Vec<StoredList> = sqlx::query_as(
            "SELECT country, kind, bank, fetched_at, entries_json FROM bank_lists WHERE service = $1",
        )
        .bind(service)
        .fetch_all(&self.reader)
        .await?;
        Ok(stored.into_iter().filter_map(|list| list.into_record().ok()).collect())
    }

    /// Stores a list in place of the service's earlier one.
    pub async fn store_bank_list(&self, service: &str, list: &BankListRecord) -> Result<()> {
        let entries = serde_json::to_string(&list.entries)
            .map_err(|_| LedgerError::Unreadable { column: "entries_json" })?;
        let (kind, bank) = list.kind.columns();
        let country = list.country.to_string();
        let mut tx = self.begin_write(list.fetched_at).await?;
        let at = tx.at();
        sqlx::query(
            "INSERT INTO bank_lists (service, country, kind, bank, fetched_at, entries_json)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (service, country, kind, bank) DO UPDATE
             SET fetched_at = excluded.fetched_at, entries_json = excluded.entries_json",
        )
        .bind(service)
        .bind(&country)
        .bind(&kind)
        .bind(bank)
        .bind(at)
        .bind(&entries)
        .execute(tx.conn())
        .await?;
        let data = json!({
            "service": service, "country": country, "list": kind, "bank": bank,
            "entries": list.entries.len(), "sha256": sha256_hex(entries.as_bytes()),
        });
        tx.append_event(EventKind::BankListKept, EventSubject::NOTHING, &data);
        tx.commit().await
    }
}
