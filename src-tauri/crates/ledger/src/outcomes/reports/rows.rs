//! Writes new reports and changed payouts, many in one statement.

use std::collections::BTreeMap;

use paysheet_domain::PayoutState;
use sqlx::{QueryBuilder, Sqlite};

use super::report::{Origin, PayoutReport};
use crate::{
    model::{error::Result, records::SettledBy},
    store::write_tx::WriteTx,
};

/// Number of rows in one statement.
const ROWS_PER_STATEMENT: usize = 500;

/// A report that is new.
pub(crate) struct NewReport {
    pub origin: Origin,
    pub report: PayoutReport,
    /// The number of its event.
    pub seq: i64,
    pub at: String,
}

/// What changes of a payout.
pub(crate) struct ChangedPayout {
    pub state: PayoutState,
    pub code: Option<String>,
    pub message: Option<String>,
    pub settled_by: Option<SettledBy>,
    pub at: String,
}

pub(crate) async fn insert_reports(tx: &mut WriteTx, new: &[NewReport]) -> Result<()> {
    for some in new.chunks(ROWS_PER_STATEMENT) {
        let mut insert = QueryBuilder::<Sqlite>::new(
            "INSERT INTO reports (payout, source, report, code, status, message, provider_reference, callback,
                                  outcome_file, read_by, matched_by, confirmed_by, seq, reported_at) ",
        );
        insert.push_values(some, |mut row, NewReport { origin, report, seq, at }| {
            row.push_bind(&report.reference)
                .push_bind(<&str>::from(origin.source))
                .push_bind(<&str>::from(report.report))
                .push_bind(&report.code)
                .push_bind(&report.status)
                .push_bind(&report.message)
                .push_bind(report.provider_reference.as_deref())
                .push_bind(origin.callback)
                .push_bind(origin.outcome_file)
                .push_bind(report.read_by.as_deref())
                .push_bind(report.matched.as_ref().map(|matched| <&str>::from(matched.by)))
                .push_bind(report.matched.as_ref().and_then(|matched| matched.confirmed_by.as_deref()))
                .push_bind(*seq)
                .push_bind(at);
        });
        insert.build().execute(tx.conn()).await?;
    }
    Ok(())
}

pub(crate) async fn update_payouts(
    tx: &mut WriteTx,
    changed: &BTreeMap<String, ChangedPayout>,
) -> Result<()> {
    let all: Vec<_> = changed.iter().collect();
    for some in all.chunks(ROWS_PER_STATEMENT) {
        let mut update = QueryBuilder::<Sqlite>::new(
            "UPDATE payouts SET state = v.column2, code = v.column3, message = v.column4, settled_by = v.column5,
                                changed_at = v.column6 FROM (",
        );
        update.push_values(some, |mut row, (reference, payout)| {
            row.push_bind(*reference)
                .push_bind(payout.state.to_string())
                .push_bind(payout.code.as_deref())
                .push_bind(payout.message.as_deref())
                .push_bind(payout.settled_by.map(|by| by.to_string()))
                .push_bind(&payout.at);
        });
        update.push(") AS v WHERE payouts.reference = v.column1");
        update.build().execute(tx.conn()).await?;
    }
    Ok(())
}
