//! The entries about payouts that imported statements have shown before.

use std::collections::BTreeMap;

use paysheet_domain::Report;
use sqlx::{QueryBuilder, Sqlite};

use crate::{model::error::Result, outcomes::reports::report_named, store::ledger::Ledger};

/// Number of references in one query.
const PER_QUERY: usize = 500;

/// An entry of a statement about a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementEntry {
    pub report: Report,
    /// As the statement wrote it; empty if it was not stored.
    pub day: String,
    /// Its texts, with the bank's own numbers.
    pub text: String,
}

impl Ledger {
    /// Returns the entries that statements had about these payouts, by reference, in their order. A payout that no statement
    /// reported is not among them.
    pub async fn statement_entries(
        &self,
        references: &[&str],
    ) -> Result<BTreeMap<String, Vec<StatementEntry>>> {
        let mut entries = BTreeMap::<String, Vec<StatementEntry>>::new();
        for some in references.chunks(PER_QUERY) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "SELECT payout, report, status, message FROM reports WHERE source = 'statement' AND payout IN (",
            );
            let mut separated = query.separated(", ");
            for reference in some {
                separated.push_bind((*reference).to_owned());
            }
            query.push(") ORDER BY seq");
            let rows: Vec<(String, String, String, String)> =
                query.build_query_as().fetch_all(&self.reader).await?;
            for (payout, report, day, text) in rows {
                let entry = StatementEntry { report: report_named(&report)?, day, text };
                entries.entry(payout).or_default().push(entry);
            }
        }
        Ok(entries)
    }
}
