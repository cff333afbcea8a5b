//! What the service said when it refused people who are corrected in a draft: it is shown beside the rows that it named.

use jiff::Timestamp;
use paysheet_domain::RefusedRow;
use serde::{Deserialize, Serialize};

use crate::{
    model::{
        error::{LedgerError, Result},
        records::PayrollId,
    },
    store::{ledger::Ledger, write_tx::WriteTx},
};

/// What the service said when it refused a payroll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRefusal {
    pub message: String,
    pub at: Timestamp,
    pub rows: Vec<RefusedRow>,
}

impl Ledger {
    /// Returns what the service said when it refused the people whom this draft corrects.
    ///
    /// # Errors
    /// `Unreadable`.
    pub async fn refusal(&self, id: PayrollId) -> Result<Option<StoredRefusal>> {
        let text: Option<Option<String>> =
            sqlx::query_scalar("SELECT refusal_json FROM payrolls WHERE id = $1")
                .bind(i64::from(id.0))
                .fetch_optional(&self.reader)
                .await?;
        let read = |text: String| {
            serde_json::from_str(&text).map_err(|_| LedgerError::Unreadable { column: "refusal_json" })
        };
        text.flatten().map(read).transpose()
    }
}

/// Stores what the service said with the draft; nothing if it was not asked.
pub(crate) async fn store_refusal(
    tx: &mut WriteTx,
    id: PayrollId,
    refusal: Option<&StoredRefusal>,
) -> Result<()> {
    sqlx::query("UPDATE payrolls SET refusal_json = $2 WHERE id = $1")
        .bind(i64::from(id.0))
        .bind(refusal.and_then(|refusal| serde_json::to_string(refusal).ok()))
        .execute(tx.conn())
        .await?;
    Ok(())
}
