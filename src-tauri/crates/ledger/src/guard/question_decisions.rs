//! Reads what the user decided about other payrolls, for the report: about whom, with the reason, by whom and when.
//! [`crate::guard::questions`] writes the decisions, by the subject of each question.

use std::collections::HashMap;

use jiff::Timestamp;
use sqlx::{FromRow, QueryBuilder, Sqlite};

use crate::{
    guard::overlap::{DecisionKind, SUBJECT_SEPARATOR},
    model::{
        columns::{count, moment, named},
        error::Result,
        records::PayrollId,
    },
    store::ledger::Ledger,
};

/// References looked up in one statement.
const REFERENCES_PER_QUERY: usize = 500;

/// A decision about another payroll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionDecisionRecord {
    pub kind: DecisionKind,
    /// Whom both payrolls pay; none if it is about the whole payroll.
    pub person: Option<String>,
    /// The payout of the other payroll.
    pub other_reference: Option<String>,
    /// The name of the other payroll; none if it is not in this ledger.
    pub other_payroll: Option<String>,
    pub reason: String,
    pub by: String,
    pub at: Timestamp,
}

#[derive(FromRow)]
struct Stored {
    kind: String,
    subject: String,
    reason: String,
    decided_by: String,
    decided_at: String,
}

/// What a stored subject names: the account, and the other payout or payroll.
#[derive(Default)]
struct Subject<'a> {
    account_key: Option<&'a str>,
    reference: Option<&'a str>,
    payroll: Option<PayrollId>,
}

impl Ledger {
    /// Returns the decisions of a payroll about other payrolls, in the order in which they were made.
    pub async fn question_decisions(&self, id: PayrollId) -> Result<Vec<QuestionDecisionRecord>> {
        let stored: Vec<Stored> = sqlx::query_as(
            "SELECT kind, subject, reason, decided_by, decided_at FROM decisions WHERE payroll = $1
             ORDER BY decided_at, kind, subject",
        )
        .bind(i64::from(id.0))
        .fetch_all(&self.reader)
        .await?;
        if stored.is_empty() {
            return Ok(Vec::new());
        }
        let people = self.names_by_account(id).await?;
        let payrolls = self.payroll_names().await?;
        let mut decisions = Vec::with_capacity(stored.len());
        for stored in stored.chunks(REFERENCES_PER_QUERY) {
            let kinds =
                stored.iter().map(|of| named("kind", &of.kind)).collect::<Result<Vec<DecisionKind>>>()?;
            let subjects: Vec<Subject<'_>> =
                kinds.iter().zip(stored).map(|(kind, of)| Subject::of(*kind, &of.subject)).collect();
            let references: Vec<&str> = subjects.iter().filter_map(|subject| subject.reference).collect();
            let owners = self.payrolls_of(&references).await?;
            for ((kind, subject), of) in kinds.into_iter().zip(subjects).zip(stored) {
                let other = subject.payroll.or_else(|| owners.get(subject.reference?).copied());
                decisions.push(QuestionDecisionRecord {
                    kind,
                    person: subject.account_key.and_then(|account| people.get(account)).cloned(),
                    other_reference: subject.reference.map(str::to_owned),
                    other_payroll: other.and_then(|other| payrolls.get(&other)).cloned(),
                    reason: of.reason.clone(),
                    by: of.decided_by.clone(),
                    at: moment("decided_at", &of.decided_at)?,
                });
            }
        }
        Ok(decisions)
    }

    async fn names_by_account(&self, id: PayrollId) -> Result<HashMap<String, String>> {
        let names: Vec<(String, String)> =
            sqlx::query_as("SELECT account_key, name FROM payouts WHERE payroll = $1")
                .bind(i64::from(id.0))
                .fetch_all(&self.reader)
                .await?;
        Ok(names.into_iter().collect())
    }

    async fn payroll_names(&self) -> Result<HashMap<PayrollId, String>> {
        let names: Vec<(i64, String)> =
            sqlx::query_as("SELECT id, name FROM payrolls").fetch_all(&self.reader).await?;
        names.into_iter().map(|(id, name)| Ok((PayrollId(count("id", id)?), name))).collect()
    }

    async fn payrolls_of(&self, references: &[&str]) -> Result<HashMap<String, PayrollId>> {
        if references.is_empty() {
            return Ok(HashMap::new());
        }
        let mut query =
            QueryBuilder::<Sqlite>::new("SELECT reference, payroll FROM payouts WHERE reference IN (");
        let mut listed = query.separated(", ");
        for reference in references {
            listed.push_bind((*reference).to_owned());
        }
        query.push(")");
        let owners: Vec<(String, i64)> = query.build_query_as().fetch_all(&self.reader).await?;
        owners
            .into_iter()
            .map(|(reference, payroll)| Ok((reference, PayrollId(count("payroll", payroll)?))))
            .collect()
    }
}

impl<'a> Subject<'a> {
    /// Reads a subject as [`crate::guard::overlap`] or [`crate::guard::questions`] makes it. One that is not understood names nothing.
    fn of(kind: DecisionKind, subject: &'a str) -> Self {
        let mut parts = subject.split(SUBJECT_SEPARATOR);
        match kind {
            DecisionKind::Overlap => {
                Self { account_key: parts.next(), reference: parts.nth(1), payroll: None }
            }
            DecisionKind::SamePayroll => {
                let payroll = parts.next().and_then(|id| id.parse().ok()).map(PayrollId);
                Self { payroll, ..Self::default() }
            }
            DecisionKind::MaybeSent | DecisionKind::FileChanged => Self::default(),
        }
    }
}
