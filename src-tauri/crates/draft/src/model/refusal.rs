//! People whom the service refused and whom this draft corrects: what it said, beside the rows that it named.

use std::{collections::HashMap, sync::Arc};

use paysheet_domain::{Field, Problem, ProblemCode, RecipientDraft, RefusedRow};

/// What the service said, and the rows that it named.
#[derive(Clone, Debug)]
pub struct Refusal {
    message: String,
    rows: Arc<HashMap<u32, RefusedRow>>,
}

impl Refusal {
    #[must_use]
    pub fn new(message: String, rows: Vec<RefusedRow>) -> Self {
        let rows = rows.into_iter().map(|row| (row.position, row)).collect();
        Self { message, rows: Arc::new(rows) }
    }

    /// Returns the problem of a row that the service named and that is still as it was refused.
    pub(crate) fn problem(&self, position: u32, recipient: &RecipientDraft) -> Option<Problem> {
        let row = self.rows.get(&position)?;
        let is_same = recipient.bank_code.as_deref() == Some(&row.bank_code)
            && recipient.account_number.as_deref() == Some(&row.account_number)
            && recipient.amount.is_some_and(|amount| amount.digits() == row.amount);
        let warning = || Problem::warning(ProblemCode::RefusedByService, Field::Name).value(&self.message);
        is_same.then(|| Problem { field: None, ..warning() })
    }
}
