//! Payouts that the user chose one by one, with what is recorded about each at one moment.

use paysheet_domain::{BatchState, PayoutState, Reference};
use sqlx::{FromRow as _, QueryBuilder, Row as _, Sqlite, sqlite::SqliteRow};

use crate::{
    model::{
        columns::{count, named},
        error::{LedgerError, Result},
        records::{PayoutRecord, PayrollId},
        stored::StoredPayout,
    },
    store::ledger::Ledger,
};

/// Number of references in one query.
const REFERENCES_PER_QUERY: usize = 500;

/// A payout that the user chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenPayout {
    pub payout: PayoutRecord,
    pub batch_state: BatchState,
    /// Number of reports and decisions about it.
    pub evidence: u32,
}

/// What the user saw of a payout when they decided about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownPayout {
    pub state: PayoutState,
    /// Number of reports and decisions about it.
    pub evidence: u32,
}

impl Ledger {
    /// Returns the payouts with these references, in the order of the payroll, as they were at one moment.
    ///
    /// # Errors
    /// `NoSuchPayout`, also if one is in another payroll or named twice; `PayrollDamaged`.
    pub async fn chosen_payouts(&self, id: PayrollId, references: &[Reference]) -> Result<Vec<ChosenPayout>> {
        let mut tx = self.reader.begin().await?;
        let mut chosen = Vec::with_capacity(references.len());
        for references in references.chunks(REFERENCES_PER_QUERY) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "SELECT p.*, b.number, b.state AS batch_state,
                        (SELECT COUNT(*) FROM reports WHERE payout = p.reference)
                        + (SELECT COUNT(*) FROM payout_decisions WHERE payout = p.reference) AS evidence
                 FROM payouts p JOIN batches b ON b.id = p.batch WHERE p.payroll = ",
            );
            query.push_bind(i64::from(id.0)).push(" AND p.reference IN (");
            let mut listed = query.separated(", ");
            for reference in references {
                listed.push_bind(reference.as_str());
            }
            query.push(")");
            let rows: Vec<SqliteRow> = query.build().fetch_all(&mut *tx).await?;
            let read = rows.iter().map(ChosenPayout::of).collect::<Result<Vec<_>>>();
            chosen.extend(read.map_err(|error| error.of_payroll(id, "payouts"))?);
        }
        tx.commit().await?;
        if chosen.len() != references.len() {
            return Err(LedgerError::NoSuchPayout);
        }
        chosen.sort_by_key(|chosen| chosen.payout.position);
        Ok(chosen)
    }
}

impl ChosenPayout {
    fn of(row: &SqliteRow) -> Result<Self> {
        Ok(Self {
            payout: StoredPayout::from_row(row)?.into_record()?,
            batch_state: named("state", &row.try_get::<String, _>("batch_state")?)?,
            evidence: count("reports", row.try_get("evidence")?)?,
        })
    }
}
