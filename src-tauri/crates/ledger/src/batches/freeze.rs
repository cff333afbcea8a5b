//! Freezing turns a checked draft into batches whose every byte is fixed, in one transaction.

use std::collections::BTreeMap;

use paysheet_domain::{BatchState, CallbackCode, Money, PayoutState, RunId};
use serde_json::json;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::{
    batches::thaw::thaw,
    drafts::draft::require_draft,
    model::{
        columns::{add_total, count, counted, money, sha256_hex},
        error::{LedgerError, Result},
        events::EventKind,
        plan::{FreezePlan, PlannedBatch, PlannedPayout, check_plan},
        records::{BatchKey, PayrollId},
    },
    outcomes::unknown_reports,
    reads::search,
    states::verification::{Printed, batch_fingerprint, payroll_fingerprint},
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// Number of payouts written in one statement, and of references queried in one.
const PAYOUTS_PER_STATEMENT: usize = 500;
/// Longest summary that the history contains itself, in bytes.
const SUMMARY_IN_EVENT_BYTES_MAX: usize = 64 * 1024;

/// Proof that a payroll is frozen, and of its contents at that time. Only the ledger makes one.
#[derive(Debug, PartialEq, Eq)]
pub struct Frozen {
    payroll: PayrollId,
    people: u32,
    totals: Vec<Money>,
    /// SHA-256 over name, period, sender and every payout.
    fingerprint: String,
    /// Reference and SHA-256 of the body of each batch, in their order.
    bodies: Vec<(String, String)>,
}

impl Frozen {
    #[must_use]
    pub const fn payroll(&self) -> PayrollId {
        self.payroll
    }

    #[must_use]
    pub const fn people(&self) -> u32 {
        self.people
    }

    /// Returns the totals, one per currency.
    #[must_use]
    pub fn totals(&self) -> &[Money] {
        &self.totals
    }

    /// Two payrolls with the same fingerprint pay the same people the same.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Whether freezing these batches would give the same references and bodies.
    #[must_use]
    pub fn is_of(&self, planned: &[PlannedBatch]) -> bool {
        let planned = planned.iter().map(|batch| (batch.reference.as_str(), batch.body_sha256.as_str()));
        self.bodies.iter().map(|(reference, sha256)| (reference.as_str(), sha256.as_str())).eq(planned)
    }
}

/// Proof that the user approved a frozen payroll. Only the ledger makes one.
#[derive(Debug, PartialEq, Eq)]
pub struct Approved {
    payroll: PayrollId,
    batches: u32,
}

impl Approved {
    pub(crate) const fn of(payroll: PayrollId, batches: u32) -> Self {
        Self { payroll, batches }
    }

    #[must_use]
    pub const fn payroll(&self) -> PayrollId {
        self.payroll
    }

    #[must_use]
    pub const fn batches(&self) -> u32 {
        self.batches
    }
}

impl Ledger {
    /// Fixes name, batches, references, sums and bodies of a draft, all of them or nothing. If the payroll is already
    /// frozen and not approved, it is thawed in the same transaction.
    ///
    /// # Errors
    /// `PlanBroken` if the plan is inconsistent. `AlreadyPaid` or `NameTaken` if some of its references are in another
    /// payroll. `WrongState` if something of it was sent, or all of it was approved. `AlreadyReported` if the service
    /// reports on some of its people: the payroll is frozen then and the reports are applied, but it cannot be
    /// approved.
    pub async fn freeze(&self, id: PayrollId, plan: FreezePlan) -> Result<Frozen> {
        check_plan(&plan)?;
        let mut tx = self.begin_write(plan.at).await?;
        if batches_in(tx.conn(), id, BatchState::Frozen).await?.is_empty() {
            require_draft(&mut tx, id).await?;
        } else {
            thaw(&mut tx, id).await?;
        }
        refuse_what_is_paid_elsewhere(tx.conn(), &plan).await?;
        fix_payroll(&mut tx, id, &plan).await?;
        let mut key = tx.next_batch().await?;
        for batch in &plan.batches {
            write_batch(&mut tx, id, key, batch).await?;
            write_payouts(&mut tx, id, key, &batch.payouts).await?;
            key = BatchKey(key.0.checked_add(1).ok_or(LedgerError::TooMany)?);
        }
        search::store_words(&mut tx, plan.batches.iter().flat_map(|batch| &batch.payouts)).await?;
        let people = unknown_reports::apply_to(&mut tx, id).await?;
        if people > 0 {
            tx.commit().await?;
            return Err(LedgerError::AlreadyReported { payroll: id, people });
        }
        let frozen = read_frozen(tx.conn(), id).await?.ok_or(LedgerError::NoSuchPayroll(id))?;
        tx.commit().await?;
        Ok(frozen)
    }

    /// Returns the token of a payroll that is frozen and not approved, such as after a restart.
    pub async fn frozen(&self, id: PayrollId) -> Result<Option<Frozen>> {
        let mut conn = self.reader.acquire().await?;
        read_frozen(&mut conn, id).await
    }

    /// Returns whether anything is frozen, approved or sent: whether references were made.
    pub async fn has_references(&self) -> Result<bool> {
        let any: Option<i64> =
            sqlx::query_scalar("SELECT id FROM batches LIMIT 1").fetch_optional(&self.reader).await?;
        Ok(any.is_some())
    }
}

/// Returns the batches of a payroll that are in the given state, by number.
pub(crate) async fn batches_in(
    conn: &mut SqliteConnection,
    id: PayrollId,
    state: BatchState,
) -> Result<Vec<BatchKey>> {
    let keys: Vec<i64> =
        sqlx::query_scalar("SELECT id FROM batches WHERE payroll = $1 AND state = $2 ORDER BY number")
            .bind(i64::from(id.0))
            .bind(state.to_string())
            .fetch_all(conn)
            .await?;
    keys.into_iter().map(|key| count("batch", key).map(BatchKey)).collect()
}

/// Checks that no reference of the plan is in another payroll. The payroll being frozen has no payouts yet, so every
/// match belongs to another one.
async fn refuse_what_is_paid_elsewhere(conn: &mut SqliteConnection, plan: &FreezePlan) -> Result<()> {
    let mut paid_by = BTreeMap::<i64, i64>::new();
    let payouts: Vec<_> = plan.batches.iter().flat_map(|batch| &batch.payouts).collect();
    for payouts in payouts.chunks(PAYOUTS_PER_STATEMENT) {
        let mut select = QueryBuilder::<Sqlite>::new("SELECT payroll, CAST(SUM(CASE WHEN state = ");
        select.push_bind(PayoutState::Paid.to_string());
        select.push(" THEN 1 ELSE 0 END) AS BIGINT) FROM payouts WHERE reference IN (");
        let mut listed = select.separated(", ");
        for payout in payouts {
            listed.push_bind(payout.reference.as_str());
        }
        listed.push_unseparated(") GROUP BY payroll");
        let rows: Vec<(i64, i64)> = select.build_query_as().fetch_all(&mut *conn).await?;
        for (payroll, paid) in rows {
            *paid_by.entry(payroll).or_default() += paid;
        }
    }
    for batch in &plan.batches {
        let payroll: Option<i64> = sqlx::query_scalar("SELECT payroll FROM batches WHERE reference = $1")
            .bind(batch.reference.as_str())
            .fetch_optional(&mut *conn)
            .await?;
        if let Some(payroll) = payroll {
            paid_by.entry(payroll).or_default();
        }
    }
    let Some((payroll, paid)) = paid_by.into_iter().max_by_key(|&(_, paid)| paid) else {
        return Ok(());
    };
    let name: String =
        sqlx::query_scalar("SELECT name FROM payrolls WHERE id = $1").bind(payroll).fetch_one(conn).await?;
    let payroll = PayrollId(count("payroll", payroll)?);
    match count("people", paid)? {
        0 => Err(LedgerError::NameTaken { payroll, name }),
        people => Err(LedgerError::AlreadyPaid { payroll, name, people }),
    }
}

async fn fix_payroll(tx: &mut WriteTx, id: PayrollId, plan: &FreezePlan) -> Result<()> {
    sqlx::query(
        "UPDATE payrolls SET name = $2, period = $3, sender_name = $4, instant_queue = $5, excluded_count = $6,
                             summary_json = $7, frozen_at = $8, run_key = $9, callback_code = $10
         WHERE id = $1",
    )
    .bind(i64::from(id.0))
    .bind(&plan.name)
    .bind(&plan.period)
    .bind(&plan.sender_name)
    .bind(i16::from(plan.instant_queue))
    .bind(i64::from(plan.excluded))
    .bind(&plan.summary_json)
    .bind(tx.at())
    .bind(RunId::new(&plan.name, &plan.period).as_str())
    .bind(plan.callback_code.as_ref().map(CallbackCode::expose))
    .execute(tx.conn())
    .await?;
    let mut data = json!({
        "name": plan.name, "period": plan.period, "sender": plan.sender_name, "instant": plan.instant_queue,
        "batches": plan.batches.len(), "left_out": plan.excluded,
    });
    // A long one is in the payroll's own row: the history grows with each review, and proves it by its hash.
    if plan.summary_json.len() > SUMMARY_IN_EVENT_BYTES_MAX {
        data["summary_sha256"] = json!(sha256_hex(plan.summary_json.as_bytes()));
    } else {
        data["summary"] = json!(plan.summary_json);
    }
    if let Some(code) = &plan.callback_code {
        // Events are shown; the code is not.
        data["callback_code_sha256"] = json!(sha256_hex(code.expose().as_bytes()));
    }
    tx.append_event(EventKind::Frozen, EventSubject::payroll(id), &data);
    Ok(())
}

async fn write_batch(tx: &mut WriteTx, id: PayrollId, key: BatchKey, batch: &PlannedBatch) -> Result<()> {
    sqlx::query(
        "INSERT INTO batches (id, payroll, number, reference, currency, state, payout_count, sum_minor, frozen_at,
                              body_sha256, body, fingerprint)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(i64::from(key.0))
    .bind(i64::from(id.0))
    .bind(i64::from(batch.number))
    .bind(batch.reference.as_str())
    .bind(batch.currency.to_string())
    .bind(BatchState::Frozen.to_string())
    .bind(i64::from(counted(batch.payouts.len())?))
    .bind(batch.sum.minor())
    .bind(tx.at())
    .bind(&batch.body_sha256)
    .bind(&batch.body)
    .bind(fingerprint(batch))
    .execute(tx.conn())
    .await?;
    let data = json!({
        "number": batch.number, "reference": batch.reference, "payouts": batch.payouts.len(),
        "sum": batch.sum.to_string(), "body_sha256": batch.body_sha256,
    });
    tx.append_event(EventKind::BatchFrozen, EventSubject::batch(id, key), &data);
    Ok(())
}

/// Hashes the payouts in the order in which they are read back.
fn fingerprint(batch: &PlannedBatch) -> String {
    let mut payouts: Vec<&PlannedPayout> = batch.payouts.iter().collect();
    payouts.sort_by_key(|payout| (payout.position, payout.reference.as_str()));
    let printed = payouts.into_iter().map(|payout| Printed {
        reference: payout.reference.as_str(),
        account_number: &payout.account_number,
        account_key: &payout.account_key,
        bank_code: &payout.bank_code,
        bank_name: &payout.bank_name,
        amount: payout.amount,
        name: &payout.name,
        narration: &payout.narration,
    });
    batch_fingerprint((batch.number, batch.reference.as_str(), batch.sum, &batch.body_sha256), printed)
}

async fn write_payouts(
    tx: &mut WriteTx,
    id: PayrollId,
    key: BatchKey,
    payouts: &[PlannedPayout],
) -> Result<()> {
    let planned = PayoutState::Planned.to_string();
    for payouts in payouts.chunks(PAYOUTS_PER_STATEMENT) {
        let mut insert = QueryBuilder::<Sqlite>::new(
            "INSERT INTO payouts (reference, payroll, batch, position, file_row, name, account_number, bank_code,
                                  bank_name, currency, amount_minor, narration, state, search, account_key,
                                  file_reference, country) ",
        );
        insert.push_values(payouts, |mut row, payout| {
            row.push_bind(payout.reference.as_str())
                .push_bind(i64::from(id.0))
                .push_bind(i64::from(key.0))
                .push_bind(i64::from(payout.position))
                .push_bind(i64::from(u32::from(payout.origin)))
                .push_bind(&payout.name)
                .push_bind(&payout.account_number)
                .push_bind(&payout.bank_code)
                .push_bind(&payout.bank_name)
                .push_bind(payout.amount.currency().to_string())
                .push_bind(payout.amount.minor())
                .push_bind(&payout.narration)
                .push_bind(&planned)
                .push_bind(search_text(payout))
                .push_bind(&payout.account_key)
                .push_bind(&payout.file_reference)
                .push_bind(payout.country.to_string());
        });
        insert.build().execute(tx.conn()).await?;
    }
    Ok(())
}

/// Returns one text for searches, in lower case of every script (the database only lowers ASCII).
fn search_text(payout: &PlannedPayout) -> String {
    [
        payout.name.as_str(),
        &payout.account_number,
        &payout.bank_name,
        &payout.narration,
        payout.reference.as_str(),
        payout.file_reference.as_deref().unwrap_or_default(),
    ]
    .join("\n")
    .to_lowercase()
}

#[derive(sqlx::FromRow)]
struct FrozenBatch {
    reference: String,
    body_sha256: String,
    currency: String,
    state: String,
    payout_count: i64,
    sum_minor: i64,
}

/// Returns the token of a payroll, if a batch of it is frozen.
pub(crate) async fn read_frozen(conn: &mut SqliteConnection, id: PayrollId) -> Result<Option<Frozen>> {
    let batches: Vec<FrozenBatch> = sqlx::query_as(
        "SELECT reference, body_sha256, currency, state, payout_count, sum_minor FROM batches
         WHERE payroll = $1 ORDER BY number",
    )
    .bind(i64::from(id.0))
    .fetch_all(&mut *conn)
    .await?;
    let frozen = BatchState::Frozen.to_string();
    if !batches.iter().any(|batch| batch.state == frozen) {
        return Ok(None);
    }
    let mut people = 0_u32;
    let mut totals = Vec::<Money>::new();
    let mut bodies = Vec::new();
    for batch in batches {
        people =
            people.checked_add(count("payout_count", batch.payout_count)?).ok_or(LedgerError::TooMany)?;
        add_total(&mut totals, money(batch.sum_minor, &batch.currency)?)?;
        bodies.push((batch.reference, batch.body_sha256));
    }
    let fingerprint = payroll_fingerprint(conn, id).await?;
    Ok(Some(Frozen { payroll: id, people, totals, fingerprint, bodies }))
}
