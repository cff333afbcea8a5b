//! What files call banks: the bank that was chosen for a text, by whom and when. It is used in later files until it is
//! forgotten.

use jiff::Timestamp;
use paysheet_domain::{ConfirmedSpelling, Country, bank::spelling_key};
use serde_json::json;

use crate::{
    model::{
        columns::{moment, named},
        error::{LedgerError, Result},
        events::EventKind,
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankSpellingRecord {
    pub spelling: ConfirmedSpelling,
    /// The approver of the payroll in which it was chosen.
    pub confirmed_by: String,
    pub confirmed_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct StoredSpelling {
    country: String,
    text: String,
    bank_code: String,
    bank_name: String,
    confirmed_by: String,
    confirmed_at: String,
}

impl StoredSpelling {
    fn into_record(self) -> Result<BankSpellingRecord> {
        let Self { country, text, bank_code, bank_name, confirmed_by, confirmed_at } = self;
        let country = named("country", &country)?;
        Ok(BankSpellingRecord {
            spelling: ConfirmedSpelling { country, text, bank_code, bank_name },
            confirmed_by,
            confirmed_at: moment("confirmed_at", &confirmed_at)?,
        })
    }
}

impl Ledger {
    /// Returns the spellings that were confirmed for banks of a service, by text.
    pub async fn bank_spellings(&self, service: &str) -> Result<Vec<BankSpellingRecord>> {
        let stored: Vec<StoredSpelling> = sqlx::query_as(
            "SELECT country, text, bank_code, bank_name, confirmed_by, confirmed_at FROM bank_spellings
             WHERE service = $1 ORDER BY country, spelling",
        )
        .bind(service)
        .fetch_all(&self.reader)
        .await?;
        stored.into_iter().map(StoredSpelling::into_record).collect()
    }

    /// Stores spellings; each replaces an earlier one of the same text.
    pub async fn store_bank_spellings(
        &self,
        service: &str,
        spellings: &[ConfirmedSpelling],
        by: &str,
        now: Timestamp,
    ) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        for spelling in spellings {
            store(&mut tx, service, spelling, by).await?;
        }
        tx.commit().await
    }

    /// Forgets a spelling: in later files, it is asked about again.
    ///
    /// # Errors
    /// `NoSuchBankSpelling`.
    pub async fn forget_bank_spelling(
        &self,
        service: &str,
        country: Country,
        text: &str,
        now: Timestamp,
    ) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        let gone =
            sqlx::query("DELETE FROM bank_spellings WHERE service = $1 AND country = $2 AND spelling = $3")
                .bind(service)
                .bind(country.to_string())
                .bind(spelling_key(text))
                .execute(tx.conn())
                .await?;
        if gone.rows_affected() == 0 {
            return Err(LedgerError::NoSuchBankSpelling);
        }
        let data = json!({ "service": service, "country": country.to_string(), "text": text });
        tx.append_event(EventKind::BankSpellingForgotten, EventSubject::NOTHING, &data);
        tx.commit().await
    }
}

async fn store(
    tx: &mut WriteTx,
    service: &str,
    ConfirmedSpelling { country, text, bank_code, bank_name }: &ConfirmedSpelling,
    by: &str,
) -> Result<()> {
    let (at, country) = (tx.at(), country.to_string());
    sqlx::query(
        "INSERT INTO bank_spellings
             (service, country, spelling, text, bank_code, bank_name, confirmed_by, confirmed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (service, country, spelling) DO UPDATE
         SET text = excluded.text, bank_code = excluded.bank_code, bank_name = excluded.bank_name,
             confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at",
    )
    .bind(service)
    .bind(&country)
    .bind(spelling_key(text))
    .bind(text)
    .bind(bank_code)
    .bind(bank_name)
    .bind(by)
    .bind(at)
    .execute(tx.conn())
    .await?;
    let data = json!({
        "service": service, "country": country, "text": text, "bank": bank_code, "name": bank_name, "by": by,
    });
    tx.append_event(EventKind::BankSpellingKept, EventSubject::NOTHING, &data);
    Ok(())
}
