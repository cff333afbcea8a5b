//! The journals that were saved for the user's books, and the payments in them: a later one can contain only what is new.

use std::collections::BTreeMap;

use jiff::Timestamp;
use paysheet_domain::Currency;
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite};

use crate::{
    model::{
        columns::{count, counted, moment, named, stamp, truth},
        error::Result,
        events::EventKind,
        records::PayrollId,
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// Number of payments written in one statement.
const PAYMENTS_PER_INSERT: usize = 500;

/// The accounting program and the currency of a journal. A program's books know nothing of another one's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JournalKey {
    pub program: String,
    pub currency: Currency,
}

/// The journals of a payroll with the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedJournals {
    /// The highest number that one of them has. No number is given twice, whatever was forgotten since.
    pub number: u32,
    /// When the last one was saved.
    pub saved_at: Timestamp,
    /// The payments in them by reference.
    pub payments: BTreeMap<String, BookedPayment>,
}

/// A journal that was written to a file.
#[derive(Clone, Copy, Debug)]
pub struct NewJournal<'a> {
    pub key: &'a JournalKey,
    /// From 1.
    pub number: u32,
    /// Then those before it are forgotten.
    pub is_everything: bool,
    /// Those of which something is in this file, with what of them is in the books after it.
    pub payments: &'a BTreeMap<&'a str, BookedPayment>,
}

/// What of a payment is in the user's books.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookedPayment {
    /// Booked back as well, because it came back.
    pub is_booked_back: bool,
    pub is_fee_booked: bool,
}

impl Ledger {
    /// Returns the journals of a payroll that were saved.
    pub async fn saved_journals(&self, id: PayrollId) -> Result<BTreeMap<JournalKey, SavedJournals>> {
        let heads: Vec<(String, String, i64, String)> = sqlx::query_as(
            "SELECT program, currency, number, saved_at FROM saved_journals WHERE payroll = $1",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        let mut all = BTreeMap::new();
        for (program, currency, number, saved_at) in heads {
            let key = JournalKey { program, currency: named("currency", &currency)? };
            let payments = self.booked_payments(id, &key).await?;
            let number = count("number", number)?;
            all.insert(key, SavedJournals { number, saved_at: moment("saved_at", &saved_at)?, payments });
        }
        Ok(all)
    }

    async fn booked_payments(
        &self,
        id: PayrollId,
        key: &JournalKey,
    ) -> Result<BTreeMap<String, BookedPayment>> {
        let rows: Vec<(String, i16, i16)> = sqlx::query_as(
            "SELECT reference, is_booked_back, is_fee_booked FROM booked_payments
             WHERE payroll = $1 AND program = $2 AND currency = $3",
        )
        .bind(i64::from(id.0))
        .bind(&key.program)
        .bind(key.currency.to_string())
        .fetch_all(&self.reader)
        .await?;
        let payment = |(reference, back, fee): (String, i16, i16)| {
            let is_booked_back = truth("is_booked_back", back)?;
            Ok((reference, BookedPayment { is_booked_back, is_fee_booked: truth("is_fee_booked", fee)? }))
        };
        rows.into_iter().map(payment).collect()
    }

    /// Remembers a journal that was written.
    pub async fn store_journal(&self, id: PayrollId, journal: NewJournal<'_>, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        if journal.is_everything {
            forget(&mut tx, id, journal.key).await?;
        }
        store_number(&mut tx, id, (journal.key, journal.number), now).await?;
        store_payments(&mut tx, id, journal).await?;
        let data = json!({
            "program": journal.key.program, "currency": journal.key.currency, "number": journal.number,
            "count": counted(journal.payments.len())?,
        });
        tx.append_event(EventKind::JournalSaved, EventSubject::payroll(id), &data);
        tx.commit().await
    }
}

async fn forget(tx: &mut WriteTx, id: PayrollId, key: &JournalKey) -> Result<()> {
    sqlx::query("DELETE FROM booked_payments WHERE payroll = $1 AND program = $2 AND currency = $3")
        .bind(i64::from(id.0))
        .bind(&key.program)
        .bind(key.currency.to_string())
        .execute(tx.conn())
        .await?;
    Ok(())
}

async fn store_number(
    tx: &mut WriteTx,
    id: PayrollId,
    (key, number): (&JournalKey, u32),
    now: Timestamp,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO saved_journals (payroll, program, currency, number, saved_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO UPDATE SET number = MAX(number, excluded.number), saved_at = excluded.saved_at",
    )
    .bind(i64::from(id.0))
    .bind(&key.program)
    .bind(key.currency.to_string())
    .bind(i64::from(number))
    .bind(stamp(now))
    .execute(tx.conn())
    .await?;
    Ok(())
}

async fn store_payments(tx: &mut WriteTx, id: PayrollId, journal: NewJournal<'_>) -> Result<()> {
    let payments: Vec<_> = journal.payments.iter().collect();
    for some in payments.chunks(PAYMENTS_PER_INSERT) {
        let mut query = QueryBuilder::<Sqlite>::new(
            "INSERT INTO booked_payments (payroll, program, currency, reference, is_booked_back, is_fee_booked) ",
        );
        query.push_values(some, |mut row, (reference, booked)| {
            row.push_bind(i64::from(id.0))
                .push_bind(&journal.key.program)
                .push_bind(journal.key.currency.to_string())
                .push_bind(**reference)
                .push_bind(i16::from(booked.is_booked_back))
                .push_bind(i16::from(booked.is_fee_booked));
        });
        query.push(
            " ON CONFLICT DO UPDATE SET is_booked_back = excluded.is_booked_back,
                                         is_fee_booked = excluded.is_fee_booked",
        );
        query.build().execute(tx.conn()).await?;
    }
    Ok(())
}
