//! A ledger as stored in its file, read by SQL of the judge itself: the judge does not rely on the code that it judges.

use std::{collections::BTreeMap, path::Path, str::FromStr};

use paysheet_domain::{BatchState, PayoutState};
use serde::Deserialize;
use sqlx::{ConnectOptions, Connection as _, SqliteConnection, SqlitePool, sqlite::SqliteConnectOptions};

use crate::error::SimulatorError;

/// The content of a ledger.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// By key.
    pub batches: BTreeMap<u32, StoredBatch>,
    pub payouts: Vec<StoredPayout>,
}

#[derive(Clone, Debug)]
pub struct StoredBatch {
    pub payroll: u32,
    pub number: u32,
    pub reference: String,
    pub state: BatchState,
    pub attempts: u32,
    pub count: u32,
    pub sum_minor: i64,
    pub body: String,
    pub body_sha256: String,
}

#[derive(Clone, Debug)]
pub struct StoredPayout {
    pub reference: String,
    pub batch: u32,
    pub account: String,
    pub amount_minor: i64,
    pub state: PayoutState,
}

/// The part of a submission's body that the judge checks.
#[derive(Clone, Debug, Deserialize)]
pub struct Body {
    pub recipients: Vec<Recipient>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Recipient {
    #[serde(rename = "accountNumber")]
    pub account: String,
    pub amount: String,
}

impl Recipient {
    /// Returns the amount in hundredths: all amounts of these stories have two decimals at most.
    pub fn amount_minor(&self) -> Option<i64> {
        let (whole, decimals) = self.amount.split_once('.').unwrap_or((&self.amount, ""));
        format!("{whole}{decimals:0<2}").parse().ok()
    }
}

type BatchRow = (i64, i64, i64, String, String, i64, i64, i64, String, String);

/// Opens a ledger's file while the program has it open.
pub async fn connect(path: &Path) -> Result<SqliteConnection, SimulatorError> {
    Ok(SqliteConnectOptions::new().filename(path).disable_statement_logging().connect().await?)
}

impl Snapshot {
    pub async fn read(ledger: &SqlitePool) -> Result<Self, SimulatorError> {
        Self::read_from(&mut *ledger.acquire().await?).await
    }

    /// Reads a ledger that no program has open.
    pub async fn read_file(path: &Path) -> Result<Self, SimulatorError> {
        let mut file = connect(path).await?;
        let snapshot = Self::read_from(&mut file).await?;
        file.close().await?;
        Ok(snapshot)
    }

    async fn read_from(ledger: &mut SqliteConnection) -> Result<Self, SimulatorError> {
        let batches: Vec<BatchRow> = sqlx::query_as(
            "SELECT id, payroll, number, reference, state, attempts, payout_count, sum_minor, body, body_sha256 FROM batches",
        )
        .fetch_all(&mut *ledger)
        .await?;
        let payouts: Vec<(String, i64, String, i64, String)> =
            sqlx::query_as("SELECT reference, batch, account_number, amount_minor, state FROM payouts")
                .fetch_all(&mut *ledger)
                .await?;
        Ok(Self {
            batches: batches.into_iter().map(stored_batch).collect::<Result<_, _>>()?,
            payouts: payouts.into_iter().map(stored_payout).collect::<Result<_, _>>()?,
        })
    }

    /// Returns the reference, the account and the state of each payout.
    pub async fn outcomes(ledger: &SqlitePool) -> Result<Vec<(String, String, PayoutState)>, SimulatorError> {
        let rows: Vec<(String, String, String)> =
            sqlx::query_as("SELECT reference, account_number, state FROM payouts").fetch_all(ledger).await?;
        rows.into_iter().map(|(reference, account, state)| Ok((reference, account, named(&state)?))).collect()
    }

    pub fn payouts_of(&self, batch: u32) -> impl Iterator<Item = &StoredPayout> {
        self.payouts.iter().filter(move |payout| payout.batch == batch)
    }

    pub fn by_reference(&self, reference: &str) -> Option<(u32, &StoredBatch)> {
        self.batches.iter().find(|(_, batch)| batch.reference == reference).map(|(key, batch)| (*key, batch))
    }
}

fn stored_batch(row: BatchRow) -> Result<(u32, StoredBatch), SimulatorError> {
    let (key, payroll, number, reference, state, attempts, count, sum_minor, body, body_sha256) = row;
    let batch = StoredBatch {
        payroll: narrow(payroll)?,
        number: narrow(number)?,
        reference,
        state: named(&state)?,
        attempts: narrow(attempts)?,
        count: narrow(count)?,
        sum_minor,
        body,
        body_sha256,
    };
    Ok((narrow(key)?, batch))
}

fn stored_payout(row: (String, i64, String, i64, String)) -> Result<StoredPayout, SimulatorError> {
    let (reference, batch, account, amount_minor, state) = row;
    Ok(StoredPayout { reference, batch: narrow(batch)?, account, amount_minor, state: named(&state)? })
}

/// Converts a number of the ledger.
pub fn narrow(number: i64) -> Result<u32, SimulatorError> {
    u32::try_from(number).map_err(|_| SimulatorError::Unreadable(number.to_string()))
}

/// Parses a word of a closed list.
pub fn named<T: FromStr>(text: &str) -> Result<T, SimulatorError> {
    text.parse().map_err(|_| SimulatorError::Unreadable(text.to_owned()))
}
