//! The decisions of a payroll, by kind and subject.

use std::collections::{BTreeMap, HashMap};

use paysheet_domain::PayoutState;
use sqlx::SqliteConnection;

use super::person::{Doubt, Overlap};
use crate::model::{columns::named, error::Result, records::PayrollId};

/// The subject of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum DecisionKind {
    Overlap,
    SamePayroll,
    MaybeSent,
    /// The file is another one than the payroll was approved from; the subject is its SHA-256 hash.
    FileChanged,
}

/// Reasons of a payroll's decisions, by kind and subject.
pub(crate) struct Decided(BTreeMap<DecisionKind, HashMap<String, String>>);

impl Decided {
    pub(crate) async fn load(conn: &mut SqliteConnection, id: PayrollId) -> Result<Self> {
        let rows: Vec<(String, String, String)> =
            sqlx::query_as("SELECT kind, subject, reason FROM decisions WHERE payroll = $1")
                .bind(i64::from(id.0))
                .fetch_all(conn)
                .await?;
        let mut decided = Self(BTreeMap::new());
        for (kind, subject, reason) in rows {
            decided.0.entry(named("kind", &kind)?).or_default().insert(subject, reason);
        }
        Ok(decided)
    }

    pub(crate) fn reason(&self, kind: DecisionKind, subject: &str) -> Option<String> {
        self.0.get(&kind)?.get(subject).cloned()
    }

    /// Returns the reason of the decision about this question, or about another one that answers it as well. Subjects are
    /// made only if people were decided about: of very many, that takes long.
    pub(super) fn reason_of(
        &self,
        overlap: &Overlap,
        as_well: &[(Doubt, Option<PayoutState>)],
    ) -> Option<String> {
        let reasons = self.0.get(&DecisionKind::Overlap)?;
        let others = as_well.iter().map(|(doubt, state)| overlap.subject_of(*doubt, *state));
        [overlap.subject()].into_iter().chain(others).find_map(|subject| reasons.get(&subject).cloned())
    }
}
