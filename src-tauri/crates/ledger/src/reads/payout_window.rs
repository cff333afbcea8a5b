//! Windows of a payroll's payouts for the grids: filtered, in an order, a few hundred of up to a hundred thousand. While
//! results come in, the same window is read again and again, so it is found through an index and nothing is sorted.

use paysheet_domain::{BatchState, PayoutState, PayoutStatus};
use sqlx::{AssertSqlSafe, SqliteConnection};
use strum::IntoEnumIterator;

use crate::{
    model::{
        columns::{count, like_pattern},
        error::Result,
        records::{PayoutFilter, PayoutOrder, PayoutRecord, PayrollId},
        stored::StoredPayout,
    },
    store::ledger::Ledger,
};

/// Most payouts that are shown as one status which are found by it and then sorted. More are found by reading all payouts in
/// their order until the window is full.
const SORTED_MAX: u32 = 2_000;

/// Payouts `p` of a payroll that pass the filter, in the order of an index. The number of the batch is looked up for the
/// payouts of the window only.
macro_rules! in_order {
    ($condition:literal, $order:literal) => {
        concat!(
            "SELECT p.*, (SELECT b.number FROM batches b WHERE b.id = p.batch) AS number FROM payouts p
             WHERE p.payroll = $1 AND ",
            $condition,
            " AND ($2 = '' OR INSTR($2, '|' || p.state || '/'
                                        || (SELECT b.state FROM batches b WHERE b.id = p.batch) || '|'))
               AND ($3 = '' OR p.search LIKE $3 ESCAPE '!')
             ORDER BY ",
            $order,
            " LIMIT $4 OFFSET $5"
        )
    };
}

const BY_POSITION: &str = in_order!("TRUE", "p.position, p.reference");
const CHANGED: &str = in_order!("p.changed_at IS NOT NULL", "p.changed_at DESC, p.position DESC");
const UNCHANGED: &str = in_order!("p.changed_at IS NULL", "p.position");

/// Payouts `p` of a payroll that are shown as one status, by the totals of the batches that have some. The sign keeps SQLite
/// from using an index of the whole payroll for each batch.
const OF_STATUS: &str = "FROM payout_totals t JOIN batches b ON b.id = t.batch CROSS JOIN payouts p
    WHERE t.payroll = $1 AND INSTR($2, '|' || t.state || '/' || b.state || '|')
      AND p.batch = t.batch AND p.state = t.state AND p.currency = t.currency AND +p.payroll = t.payroll";
const SORTED_BY_POSITION: &str = "p.position, p.reference";
const SORTED_BY_CHANGE: &str = "p.changed_at DESC NULLS LAST,
    CASE WHEN p.changed_at IS NULL THEN p.position ELSE -p.position END, p.reference";

impl Ledger {
    /// Returns a window of the payouts that pass the filter, and the total number that pass it, as they were at one moment.
    pub async fn payouts(
        &self,
        id: PayrollId,
        filter: &PayoutFilter,
        offset: u32,
        limit: u32,
    ) -> Result<(u32, Vec<PayoutRecord>)> {
        let text = filter.text.as_deref().filter(|text| !text.trim().is_empty());
        let query = Query {
            id,
            states: filter.status.map(states_of).unwrap_or_default(),
            pattern: text.map(like_pattern).unwrap_or_default(),
        };
        let mut tx = self.reader.begin().await?;
        let total = query.total(&mut tx).await?;
        let stored = query.window(&mut tx, filter.order, (offset, limit), total).await;
        tx.commit().await?;
        let read = |window: Vec<StoredPayout>| window.into_iter().map(StoredPayout::into_record).collect();
        let window = stored.and_then(read).map_err(|error| error.of_payroll(id, "payouts"))?;
        Ok((total, window))
    }
}

struct Query {
    id: PayrollId,
    /// Empty for all states.
    states: String,
    /// Empty for any text.
    pattern: String,
}

impl Query {
    /// Returns the number of payouts that pass the filter. Without a text it is the sum of totals.
    async fn total(&self, conn: &mut SqliteConnection) -> Result<u32> {
        let sql = if self.pattern.is_empty() {
            "SELECT COALESCE(CAST(SUM(t.people) AS BIGINT), 0) FROM payout_totals t JOIN batches b ON b.id = t.batch
             WHERE t.payroll = $1 AND ($2 = '' OR INSTR($2, '|' || t.state || '/' || b.state || '|'))"
        } else {
            "SELECT COUNT(*) FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE p.payroll = $1 AND ($2 = '' OR INSTR($2, '|' || p.state || '/' || b.state || '|'))
               AND p.search LIKE $3 ESCAPE '!'"
        };
        let total: i64 = sqlx::query_scalar(sql)
            .bind(i64::from(self.id.0))
            .bind(&self.states)
            .bind(&self.pattern)
            .fetch_one(conn)
            .await?;
        count("payouts", total)
    }

    async fn window(
        &self,
        conn: &mut SqliteConnection,
        order: PayoutOrder,
        range: (u32, u32),
        total: u32,
    ) -> Result<Vec<StoredPayout>> {
        let is_few = !self.states.is_empty() && self.pattern.is_empty() && total <= SORTED_MAX;
        match order {
            PayoutOrder::Row if is_few => self.sorted(conn, SORTED_BY_POSITION, range).await,
            PayoutOrder::Latest if is_few => self.sorted(conn, SORTED_BY_CHANGE, range).await,
            PayoutOrder::Row => self.read(conn, BY_POSITION, range).await,
            PayoutOrder::Latest => self.newest_first(conn, range).await,
        }
    }

    /// Reads the payouts with an outcome, the newest first, then those without.
    async fn newest_first(
        &self,
        conn: &mut SqliteConnection,
        (offset, limit): (u32, u32),
    ) -> Result<Vec<StoredPayout>> {
        let mut window = self.read(conn, CHANGED, (offset, limit)).await?;
        let read = u32::try_from(window.len()).unwrap_or(u32::MAX);
        if read < limit {
            // If any was read, it was the last one with an outcome.
            let changed = if read > 0 || offset == 0 { offset } else { self.changed(conn).await? };
            let rest = (offset.saturating_sub(changed), limit - read);
            window.extend(self.read(conn, UNCHANGED, rest).await?);
        }
        Ok(window)
    }

    /// Returns the number of payouts with an outcome that pass the filter.
    async fn changed(&self, conn: &mut SqliteConnection) -> Result<u32> {
        let changed: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM payouts p
             WHERE p.payroll = $1 AND p.changed_at IS NOT NULL
               AND ($2 = '' OR INSTR($2, '|' || p.state || '/'
                                        || (SELECT b.state FROM batches b WHERE b.id = p.batch) || '|'))
               AND ($3 = '' OR p.search LIKE $3 ESCAPE '!')",
        )
        .bind(i64::from(self.id.0))
        .bind(&self.states)
        .bind(&self.pattern)
        .fetch_one(conn)
        .await?;
        count("payouts", changed)
    }

    async fn read(
        &self,
        conn: &mut SqliteConnection,
        sql: &'static str,
        (offset, limit): (u32, u32),
    ) -> Result<Vec<StoredPayout>> {
        Ok(sqlx::query_as(sql)
            .bind(i64::from(self.id.0))
            .bind(&self.states)
            .bind(&self.pattern)
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(conn)
            .await?)
    }

    async fn sorted(
        &self,
        conn: &mut SqliteConnection,
        order: &str,
        (offset, limit): (u32, u32),
    ) -> Result<Vec<StoredPayout>> {
        let sql = format!("SELECT p.*, b.number {OF_STATUS} ORDER BY {order} LIMIT $3 OFFSET $4");
        Ok(sqlx::query_as(AssertSqlSafe(sql))
            .bind(i64::from(self.id.0))
            .bind(&self.states)
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(conn)
            .await?)
    }
}

/// Returns the states of a payout and of its batch that are shown as a status: `|Planned/NotSent|Planned/Approved|`.
fn states_of(status: PayoutStatus) -> String {
    let pairs = PayoutState::iter().flat_map(|payout| BatchState::iter().map(move |batch| (payout, batch)));
    let shown = pairs.filter(|(payout, batch)| PayoutStatus::of(*payout, *batch) == status);
    shown.fold("|".to_owned(), |states, (payout, batch)| format!("{states}{payout}/{batch}|"))
}
