//! The debits of payouts that imported statements have shown before.

use std::collections::BTreeMap;

use sqlx::{QueryBuilder, Sqlite};

use crate::{error::Result, ledger::Ledger};

/// Number of references in one query.
const PER_QUERY: usize = 500;

impl Ledger {
    /// Returns the dates of the debits that statements reported of these payouts, as the statements wrote them, by
    /// reference. A payout that no statement reported is not among them; neither is one whose date was not stored.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub async fn statement_debits(&self, references: &[&str]) -> Result<BTreeMap<String, Vec<String>>> {
        let mut dates = BTreeMap::<String, Vec<String>>::new();
        for some in references.chunks(PER_QUERY) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "SELECT payout, status FROM reports
                 WHERE source = 'statement' AND report = 'successful' AND status <> '' AND payout IN (",
            );
            let mut separated = query.separated(", ");
            for reference in some {
                separated.push_bind((*reference).to_owned());
            }
            query.push(") ORDER BY seq");
            let rows: Vec<(String, String)> = query.build_query_as().fetch_all(&self.reader).await?;
            for (payout, date) in rows {
                dates.entry(payout).or_default().push(date);
            }
        }
        Ok(dates)
    }
}
